import { mkdir, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { screens } from '../support/dashboard-screens.ts';
import { type Stage, setStage } from '../support/dashboard-stage.ts';
import { openScreen } from '../support/screen.ts';
import { chromium } from '../support/servers/chromium.ts';

/** Takes a picture of every page on a telephone and on a desk, in light and in dark; and that of the README. */
const folder = fileURLToPath(new URL('screenshots/', import.meta.url));
const readmePicture = fileURLToPath(new URL('api-keys.png', import.meta.url));
const widths = [360, 1280];
const colourSchemes = ['light', 'dark'] as const;

const running = await chromium.get();
if (!running) throw new Error('There is no chromium on PATH (Debian: chromium).');
const stage = await setStage({ browser: running.browser, options: { reducedMotion: 'reduce' } });
try {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder);
  await takeReadmePicture(stage);
  for (const screen of screens) {
    const { page } = await openScreen(screen, stage);
    for (const width of widths) {
      for (const colorScheme of colourSchemes) {
        await page.setViewportSize({ width, height: 800 });
        await page.emulateMedia({ colorScheme });
        await page.screenshot({ path: `${folder}${screen.name}-${width}-${colorScheme}.png`, fullPage: true });
      }
    }
    console.log(screen.name);
  }
} finally {
  await stage.end();
  await running.stop();
}

async function takeReadmePicture({ visits: { busy } }: Stage): Promise<void> {
  await busy.open('/dashboard/settings/api-keys');
  await busy.page.setViewportSize({ width: 1280, height: 860 });
  await busy.page.screenshot({ path: readmePicture });
}
