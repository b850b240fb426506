import { expect } from 'chai';
import type { Page } from 'playwright-core';

/** More stops are on no page before what one looks for. */
const MOST_STOPS = 60;

/** The ring around each element, which shows that it has the focus: what rings there are beforehand are kept. */
const remember = `(() => {
  globalThis.ringOf = (element) => {
    const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(element);
    return outlineStyle === 'none' || parseFloat(outlineWidth) < 2 ? undefined : outlineColor;
  };
  globalThis.luminance = (colour) => {
    const [red, green, blue, alpha = 1] = colour.match(/[\\d.]+/g).map(Number);
    const linear = (value) => (value <= 10 ? value / 3294.6 : ((value / 255 + 0.055) / 1.055) ** 2.4);
    return alpha < 1 ? NaN : 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
  };
  globalThis.contrast = (one, other) => {
    const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
    return (light + 0.05) / (dark + 0.05);
  };
  globalThis.ringed ??= new WeakSet();
  for (const element of document.querySelectorAll('*')) {
    if (element !== document.activeElement && ringOf(element)) ringed.add(element);
  }
})()`;
/** Where one is: what it is called, and whether its ring is in view, is new, and has contrast to the page. */
const stopped = `(() => {
  const element = document.activeElement;
  if (!element || element === document.body) return { name: '', isShown: true };
  const { left, top, width, height } = element.getBoundingClientRect();
  const isInView = width > 0 && top >= 0 && top + Math.min(height, 40) <= innerHeight && left >= 0 && left < innerWidth;
  const at = document.elementFromPoint(left + width / 2, top + Math.min(height / 2, 20));
  const isOnTop = element.contains(at) || element.labels?.[0]?.contains(at) === true;
  const ring = ringed.has(element) ? undefined : ringOf(element);
  const ground = getComputedStyle(document.documentElement).backgroundColor;
  const isSeen = ring !== undefined && contrast(ring, ground) >= 3;
  const label = element.labels?.[0]?.textContent ?? element.textContent;
  return { name: label.trim(), isShown: isInView && isOnTop && isSeen };
})()`;

/**
 * Someone at a keyboard, without a pointer: each stop on the way must show that the focus is there,
 * by a ring of enough contrast to the page (WCAG 2.2, 1.4.11 and 2.4.7).
 */
export class Keyboard {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Goes on by Tab to what is called so. */
  async goTo(name: string): Promise<void> {
    const passed: string[] = [];
    while (passed.at(-1) !== name) {
      if (passed.length > MOST_STOPS) throw new Error(`No Tab leads to ${name}, but to: ${passed.join(', ')}`);
      await this.#page.evaluate(remember);
      await this.#page.keyboard.press('Tab');
      const stop = await this.#page.evaluate<{ name: string; isShown: boolean }>(stopped);
      expect(stop.isShown, `the focus on ${stop.name} at ${this.#page.url()}`).to.equal(true);
      passed.push(stop.name);
    }
  }

  async fill(name: string, text: string): Promise<void> {
    await this.goTo(name);
    await this.#page.keyboard.type(text);
  }

  /** Goes to a link or a button, presses it, and waits until the page is there that is called so. */
  async press(name: string, { key = 'Enter', title }: { key?: 'Enter' | 'Space'; title: string }): Promise<void> {
    await this.goTo(name);
    await this.#page.keyboard.press(key);
    await this.#page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
    await this.#page.waitForLoadState();
  }
}
