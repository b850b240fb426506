/** What is there to be copied. */
export const copyStyle = `.proposal {
  max-width: 32rem;
  margin-bottom: 1.5rem;
  padding: 1rem;
  border-radius: var(--pico-border-radius);
  background: var(--pico-card-sectioning-background-color);
}

.proposal p {
  margin-bottom: 0.5rem;
}

.proposal > button {
  margin-top: 0.75rem;
}

.copyable {
  margin-bottom: 1rem;
  display: flex;
  align-items: start;
  gap: 0.5rem;
}

.copyable > button {
  flex: none;
}

.copyable code {
  min-width: 0;
  padding: 0.25rem 0.5rem;
  font-size: 0.9375rem;
  user-select: all;
}

.copyable.block {
  flex-direction: column;
}

.copyable pre {
  width: 100%;
  margin: 0;
}

.copyable pre code {
  display: block;
  padding: 1rem;
  white-space: pre-wrap;
}

.passwords:has(> :only-child) {
  padding: 0;
  list-style: none;
}

.passwords {
  margin-bottom: 1.5rem;
}

.proposal .copyable,
.passwords .copyable {
  margin-bottom: 0;
}

.passwords li {
  margin-bottom: 0.5rem;
}

@media (max-width: 48rem) {
  .copyable {
    flex-wrap: wrap;
  }
}

.told:not(:empty) {
  position: fixed;
  right: 1rem;
  bottom: 1rem;
  z-index: 1;
  margin: 0;
  padding: 0.5rem 1rem;
  border-radius: var(--pico-border-radius);
  background: var(--pico-contrast-background);
  color: var(--pico-contrast-inverse);
}
`;
