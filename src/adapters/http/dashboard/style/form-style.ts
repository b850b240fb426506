/** Buttons and fields, and what has the focus. */
export const formStyle = `/* Apart from what it is around, and of enough contrast, which Pico's is not (WCAG 2.2, 1.4.11). */
:root :is(a, button, input, select, summary):focus-visible {
  outline: 2px solid var(--pico-primary);
  outline-offset: 2px;
}

/* Rounder, it would look like one of several to choose from. */
input[type='checkbox'] {
  border-radius: 0.25rem;
}

button[type],
.button {
  width: auto;
  margin-bottom: 0;
}

button[type]:not(.small),
.button {
  padding-inline: 1.125rem;
}

.small {
  white-space: nowrap;
}

.narrow form > button[type='submit'] {
  width: 100%;
}

.button {
  display: inline-block;
  padding: var(--pico-form-element-spacing-vertical) var(--pico-form-element-spacing-horizontal);
  border: 1px solid var(--pico-primary-background);
  border-radius: var(--pico-border-radius);
  background: var(--pico-primary-background);
  color: var(--pico-primary-inverse);
  text-decoration: none;
}

.button:hover {
  background: var(--pico-primary-hover-background);
  color: var(--pico-primary-inverse);
}

.small {
  padding: 0.125rem 0.625rem;
  font-size: 0.875rem;
}

button.outline {
  --pico-color: var(--pico-secondary);
}

button.danger,
.button.danger,
.button.danger:hover {
  border-color: var(--bad-strong);
  background: var(--bad-strong);
  color: #fff;
}

.button.danger.outline,
.button.danger.outline:hover {
  border-color: var(--bad);
  background: none;
  color: var(--bad);
}

.button.danger.outline:hover {
  background: var(--bad-ground);
}

.actions {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 1.5rem;
}

.fields {
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(16rem, 100%), 1fr));
  column-gap: 1.5rem;
}

.field {
  display: grid;
  grid-template-columns: 1fr auto;
  align-content: start;
  gap: 0.25rem 0.5rem;
  max-width: 32rem;
  margin-bottom: 1.25rem;
}

.field.field > * {
  grid-column: 1 / -1;
  margin: 0;
}

.field.field > input:has(+ [data-show]:not([hidden])) {
  grid-column: 1;
}

.field.field > [data-show] {
  grid-column: 2;
}

[data-show][aria-pressed='true'] {
  background: var(--pico-code-background-color);
}

.field > small.fault,
fieldset small.fault {
  display: block;
  margin-top: 0;
  color: var(--bad);
  overflow-wrap: anywhere;
}

fieldset {
  margin-bottom: 1.25rem;
}

fieldset label {
  display: block;
  width: fit-content;
  margin: 0;
  padding-block: 0.25rem;
}
`;
