import { expect } from 'chai';
import { axeFindings } from '../support/axe.ts';
import type { CustomerVisit } from '../support/customer-visit.ts';
import { screens } from '../support/dashboard-screens.ts';
import { type Names, type Stage, setStage } from '../support/dashboard-stage.ts';
import { openScreen } from '../support/screen.ts';
import { chromium } from '../support/servers/chromium.ts';
import { onServer } from '../support/servers/required-stores.ts';

const desk = { width: 1280, height: 800 };
/** A telephone's, and what lies between it and a desk's. */
const widths = [360, 480, 640, 768, 900, 1024, 1280];
/** The widest that a name can be: a hundred wide letters, and nowhere to break them. */
const wide = 'W'.repeat(99);
const names: Names = {
  customer: `${wide}0`,
  keys: [`${wide}1`, `${wide}2`, `${wide}3`, `${wide}4`, `${wide}5`],
};

describe('the pages of the dashboard, for whoever reads them', function () {
  this.timeout(60_000);
  const running = onServer(chromium);
  let stage: Stage;
  before(async () => {
    stage = await setStage({ browser: running().browser, names, options: { reducedMotion: 'reduce' } });
  });
  after(() => stage?.end());

  /** By how many pixels the page is wider than the window, where it is. */
  async function surplusWidths(visit: CustomerVisit): Promise<string[]> {
    const surplus: string[] = [];
    for (const width of widths) {
      await visit.page.setViewportSize({ width, height: desk.height });
      const pixels = await visit.surplusWidth();
      if (pixels !== 0) surplus.push(`${pixels} beyond ${width}`);
    }
    return surplus;
  }

  for (const screen of screens) {
    it(`${screen.name}: axe finds nothing, it fits any width, and the browser has no complaint`, async () => {
      const visit = await openScreen(screen, stage);
      await visit.page.emulateMedia({ colorScheme: 'light' });
      expect(await axeFindings(visit.page), 'on a desk in light').to.deep.equal([]);
      await visit.page.emulateMedia({ colorScheme: 'dark' });
      await visit.page.setViewportSize({ width: 360, height: 740 });
      expect(await axeFindings(visit.page), 'on a telephone in dark').to.deep.equal([]);
      expect(await surplusWidths(visit), 'too wide').to.deep.equal([]);
      await visit.page.setViewportSize(desk);
      expect(visit.complaints.splice(0), 'complaints').to.deep.equal([]);
      expect(visit.elsewhere(), 'asked for elsewhere').to.deep.equal([]);
    });
  }
});
