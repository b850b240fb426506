/** Headings, cards, notices and badges. */
export const blockStyle = `h1,
h2,
h3,
h4 {
  overflow-wrap: anywhere;
}

h1 {
  --pico-font-size: 1.75rem;
  --pico-typography-spacing-vertical: 1.5rem;
}

h2 {
  --pico-font-size: 1.25rem;
}

h3 {
  --pico-font-size: 1.0625rem;
}

hgroup > h1 {
  margin-bottom: 0.375rem;
}

hgroup {
  --pico-typography-spacing-vertical: 0.5rem;
  margin-bottom: 2rem;
}

hgroup > p {
  max-width: 44rem;
  text-wrap: pretty;
}

main > section {
  margin-block: 2.5rem;
}

.heading {
  display: flex;
  flex-wrap: wrap;
  align-items: baseline;
  justify-content: space-between;
  gap: 0 1rem;
}

.card {
  margin-block: 0 1.5rem;
  padding: 1.5rem;
  border: 1px solid var(--pico-muted-border-color);
  border-radius: 0.75rem;
  background: var(--pico-card-background-color);
}

.card > :last-child {
  margin-bottom: 0;
}

.pair {
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(20rem, 100%), 1fr));
  gap: 1.5rem;
  margin-bottom: 1.5rem;
}

.pair > .card {
  margin: 0;
}

.figure {
  margin-bottom: 0.5rem;
  color: var(--pico-contrast);
  font-size: 1.75rem;
  font-weight: 600;
  overflow-wrap: anywhere;
}

.empty {
  padding: 2rem;
  border: 1px dashed var(--pico-form-element-border-color);
  border-radius: 0.75rem;
  text-align: center;
}

.notice {
  margin-bottom: 1.5rem;
  padding: 0.75rem 1rem;
  border-radius: var(--pico-border-radius);
  background: var(--note-ground);
  overflow-wrap: anywhere;
}

.notice.wrong {
  outline-color: var(--bad);
  background: var(--bad-ground);
  color: var(--bad);
}

.notice.wrong p {
  margin-bottom: 0.25rem;
  color: inherit;
}

.notice.wrong :is(strong, ul, a) {
  color: inherit;
}

.notice ul {
  margin-bottom: 0;
}

.notice li {
  color: inherit;
}

.badge {
  display: inline-block;
  padding: 0.0625rem 0.625rem;
  border-radius: 1rem;
  background: var(--pico-code-background-color);
  color: var(--pico-color);
  font-size: 0.8125rem;
  font-weight: 500;
  white-space: nowrap;
}

.badge.active {
  background: var(--good-ground);
  color: var(--good);
}

.badge.revoked {
  background: var(--bad-ground);
  color: var(--bad);
}

@media (max-width: 48rem) {
  .card {
    padding: 1rem;
  }
}
`;
