import type { Browser } from 'playwright-core';
import { firstPossible } from './first-possible.ts';
import { onPath } from './on-path.ts';
import type { Needs } from './required-stores.ts';

/** Nothing that a browser does by itself, such as looking for a newer one, may disturb a test or leave the machine. */
const quiet = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--disable-gpu',
  '--no-first-run',
  '--no-sandbox', // which a root user's browser would not start without; it sees our own pages alone
];

interface RunningBrowser {
  readonly browser: Browser;
  stop(): Promise<void>;
}

/** A real browser without a window. */
export const chromium: Needs<RunningBrowser> = { what: 'Chromium', get: () => firstPossible([launch]) };

async function launch(): Promise<RunningBrowser | undefined> {
  const executablePath = onPath('chromium');
  if (!executablePath) return undefined;
  // Loaded where there is a browser alone: it takes longer than most suites.
  const { chromium } = await import('playwright-core');
  const browser = await chromium.launch({ executablePath, args: quiet, headless: true });
  return { browser, stop: () => browser.close() };
}
