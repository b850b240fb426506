import { blockStyle } from './style/block-style.ts';
import { chartStyle } from './style/chart-style.ts';
import { colourStyle } from './style/colour-style.ts';
import { copyStyle } from './style/copy-style.ts';
import { formStyle } from './style/form-style.ts';
import { frameStyle } from './style/frame-style.ts';
import { tableStyle } from './style/table-style.ts';

/** Ours, above Pico's: what a dashboard has that a document has not. */
export const dashboardStyle = [colourStyle, frameStyle, blockStyle, formStyle, copyStyle, tableStyle, chartStyle].join(
  '\n',
);
