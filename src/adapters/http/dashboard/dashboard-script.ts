/**
 * What the pages do beyond what they do without a script. Whoever has none sees no button that would do nothing: these are
 * hidden until the script is there.
 */
export const dashboardScript = `'use strict';

const SAID_FOR_MS = 4000;
const ASKED_EVERY_MS = 5000;

const told = document.querySelector('[data-told]');
let silence;

/** Shown, and read aloud. */
function tell(words) {
  clearTimeout(silence);
  told.textContent = words;
  silence = setTimeout(() => { told.textContent = ''; }, SAID_FOR_MS);
}

/** A browser hands out the clipboard on a secure page alone, and may ask its user. */
async function copy({ dataset }) {
  const source = document.getElementById(dataset.copy);
  try {
    await navigator.clipboard.writeText(source.textContent);
    tell('Copied');
  } catch {
    getSelection().selectAllChildren(source);
    tell('Selected: copy it with your keyboard');
  }
}

function use({ dataset }) {
  document.getElementById(dataset.into).value = document.getElementById(dataset.use).textContent;
  tell('Filled in: keep it in your password manager too');
}

function show(button, isShown) {
  document.getElementById(button.dataset.show).type = isShown ? 'text' : 'password';
  button.setAttribute('aria-pressed', String(isShown));
}

const deeds = [
  ['[data-copy]', copy],
  ['[data-use]', use],
  ['[data-show]', (button) => show(button, button.getAttribute('aria-pressed') !== 'true')],
];
for (const [selector, deed] of deeds) {
  for (const button of document.querySelectorAll(selector)) {
    button.hidden = false;
    button.addEventListener('click', () => deed(button));
  }
}

// What was typed into a line of text, a browser may offer again: a password is sent as a password.
addEventListener('submit', ({ target }) => {
  for (const button of target.querySelectorAll('[data-show]')) show(button, false);
});

document.querySelector('[data-faults]')?.focus();

function live(name) {
  return document.querySelector('[data-live="' + name + '"]');
}

async function askForQuota() {
  const response = await fetch('/dashboard/quota', { headers: { accept: 'application/json' }, redirect: 'error' });
  if (!response.ok) throw new Error('no quota');
  const { limit, remaining, availableInSeconds } = await response.json();
  live('remaining').textContent = remaining;
  live('limit').textContent = limit;
  live('wait').textContent = availableInSeconds;
  Object.assign(live('meter'), { max: limit, value: remaining });
}

if (live('remaining')) {
  const asking = setInterval(() => {
    if (document.visibilityState === 'visible') askForQuota().catch(() => clearInterval(asking));
  }, ASKED_EVERY_MS);
}
`;
