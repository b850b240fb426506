/** Facts and tables. On a narrow page rows become cards, with the name of its column before each value. */
export const tableStyle = `.facts {
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(13rem, 100%), 1fr));
  gap: 1.25rem;
}

.facts dt {
  margin: 0;
  color: var(--pico-muted-color);
  font-size: 0.875rem;
}

.facts dd {
  margin: 0;
}

table {
  margin-bottom: 0;
  font-size: 0.9375rem;
}

thead th {
  --pico-border-width: 0.0625rem;
  color: var(--pico-muted-color);
  font-size: 0.8125rem;
  font-weight: 600;
}

tbody th {
  font-weight: 600;
}

table.stacked :is(th, td) {
  padding-inline: 0.625rem;
}

table.stacked th[scope='row'] {
  min-width: 9rem;
}

/* What is shown of a key is short. */
table code {
  padding: 0;
  background: none;
  white-space: nowrap;
}

td[data-label='Address'],
td[data-label='From'] {
  min-width: 9rem;
}

/* A date stays whole. */
td > time {
  display: inline-block;
  min-width: 5.75rem;
}

table.stacked td > form {
  margin: 0;
}

table.numbers td,
table.numbers th:not(:first-child) {
  text-align: right;
  font-variant-numeric: tabular-nums;
}

@media (max-width: 60rem) {
  table.stacked,
  table.stacked tbody,
  table.stacked tr,
  table.stacked th[scope='row'],
  table.stacked td {
    display: block;
  }

  table.stacked thead {
    display: none;
  }

  table.stacked tr {
    margin-bottom: 1rem;
    padding: 0.75rem 1rem;
    border: 1px solid var(--pico-muted-border-color);
    border-radius: 0.75rem;
  }

  table.stacked th[scope='row'],
  table.stacked td {
    padding: 0.25rem 0;
    border: 0;
    background: none;
  }

  table.stacked td[data-label]::before {
    content: attr(data-label) ': ';
    color: var(--pico-muted-color);
  }
}

@media (max-width: 48rem) {
  table.numbers {
    font-size: 0.8125rem;
  }

  table.numbers th,
  table.numbers td {
    padding: 0.375rem 0.125rem;
    font-size: inherit;
    overflow-wrap: anywhere;
  }

  table.numbers thead th {
    overflow-wrap: normal;
  }
}
`;
