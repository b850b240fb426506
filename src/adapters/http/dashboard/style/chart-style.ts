/** Charts of bars. */
export const chartStyle = `.charts {
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(16rem, 100%), 1fr));
  gap: 1.5rem;
  margin-bottom: 1rem;
}

.charts figure {
  min-width: 0;
  margin: 0;
}

.charts figcaption {
  padding: 0;
  color: var(--pico-color);
}

.charts figcaption strong {
  color: var(--pico-contrast);
  font-size: 1.25rem;
}

.chart svg {
  display: block;
  width: 100%;
  height: 6rem;
  border-bottom: 1px solid var(--pico-form-element-border-color);
}

.chart .scale,
.chart .axis {
  color: var(--pico-muted-color);
  font-size: 0.75rem;
}

.chart .scale {
  display: block;
  border-bottom: 1px dashed var(--pico-muted-border-color);
}

.chart .axis {
  display: flex;
  justify-content: space-between;
  margin: 0.25rem 0 0;
}

.chart .room {
  fill: transparent;
}

.chart g:hover .room {
  fill: var(--pico-code-background-color);
}

.requests .bar {
  fill: var(--bar-requests);
}

.passwords .bar {
  fill: var(--bar-passwords);
}

.refusals .bar {
  fill: var(--bar-refusals);
}
`;
