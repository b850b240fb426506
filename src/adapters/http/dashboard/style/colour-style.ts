/**
 * The sizes and colours, by Pico's own names where it has them: sizes stay the same on a wide screen, and each pair of
 * colours has enough contrast, in the dark too (WCAG 2.2, 1.4.3 and 1.4.11).
 */
export const colourStyle = `:root {
  --pico-font-size: 100%;
  --pico-border-radius: 0.5rem;
  --pico-form-element-spacing-vertical: 0.5rem;
  --pico-form-element-spacing-horizontal: 0.75rem;
  --good: #14663f;
  --good-ground: #e2f5ea;
  --bad: #a4201a;
  --bad-ground: #fdeceb;
  --bad-strong: #b3261e;
  --note-ground: #e8f2fb;
  --bar-requests: #1a6fb4;
  --bar-passwords: #1b7a4b;
  --bar-refusals: #c2410c;
}

:root:not([data-theme='dark']) {
  --pico-muted-color: #5a6170;
  --pico-code-color: #373c44;
  --pico-form-element-border-color: #858d9d;
  --pico-form-element-invalid-border-color: var(--bad);
}

@media (prefers-color-scheme: dark) {
  :root:not([data-theme]) {
    --pico-muted-color: #a0a8b7;
    --pico-muted-border-color: #333b4a;
    --pico-code-color: #d5d9e0;
    --pico-form-element-border-color: #6d7688;
    --pico-form-element-invalid-border-color: var(--bad);
    --pico-primary: #4cb8f5;
    --good: #7fdcab;
    --good-ground: #123524;
    --bad: #ffb0a8;
    --bad-ground: #45191a;
    --bad-strong: #b3261e;
    --note-ground: #14304a;
    --bar-requests: #58aef0;
    --bar-passwords: #4cc38a;
    --bar-refusals: #f59e63;
  }
}
`;
