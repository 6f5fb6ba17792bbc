import type { Page } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';
import { timed } from './timed.ts';
import { setTextSize } from './text-size.ts';
import { textStyles } from './text-styles.ts';

const WIDTHS = [390, 1280] as const;
const SCHEMES = ['light', 'dark'] as const;

/** The rules that look at colours. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** Only violations are described in detail: describing other nodes takes ten times as long as the check. */
const COLOURS: RunOptions = { runOnly: COLOUR_RULES, resultTypes: ['violations'] };

/** WCAG 2.2 AA, but for the rules that look at colours. */
const STRUCTURE: RunOptions = {
  runOnly: {
    type: 'tag',
    values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  },
  rules: Object.fromEntries(COLOUR_RULES.map((rule) => [rule, { enabled: false }])),
  resultTypes: ['violations'],
};

/**
 * axe's violations on the current page (WCAG 2.2 AA), on phone and desktop, in both schemes: one line per violation. A
 * scheme changes colours only, so the structure is checked in the light one.
 */
export async function axeFindings(page: Page): Promise<string[]> {
  return timed('axe', async () => {
    await load(page);
    const findings: string[] = [];
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      for (const colorScheme of SCHEMES) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        const colours = await colourFaults(page);
        const found = colorScheme === 'light' ? [...(await look(page, STRUCTURE)), ...colours] : colours;
        findings.push(...found.map((finding) => `${width} ${colorScheme} ${finding}`));
      }
    }
    return findings;
  });
}

/** Texts whose contrast is too low, in the present width and scheme: one line per element. */
export const contrastFaults = (page: Page): Promise<string[]> => timed('axe', () => colourFaults(page));

/** Styles of pages in which axe found no fault; what it could not tell, as over a picture, is among them. */
const passed = new Set<string>();

/**
 * What the rules for colours find. They are a matter of styles, so axe, which looks at the whole page each time, is
 * asked only about pages with a style that it has not passed yet; one that it finds fault with stays unknown.
 */
async function colourFaults(page: Page): Promise<string[]> {
  await atRest(page);
  const unknown = (await page.evaluate(textStyles)).filter((style) => !passed.has(style));
  if (unknown.length === 0) return [];
  await load(page);
  const faults = await look(page, COLOURS);
  if (faults.length === 0) for (const style of unknown) passed.add(style);
  return faults;
}

async function load(page: Page): Promise<void> {
  // axe is limited to this document, since the page has no frames.
  if (page.frames().length > 1) throw new Error('axe would not see what is in the frames of this page');
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
}

/** Waits until the present width and scheme are drawn, and whatever they moved stands still. */
function atRest(page: Page): Promise<void> {
  return page.evaluate(async () => {
    // Colour transitions are inherited from parent to child sequentially, for as many frames as the page is deep.
    const still = new CSSStyleSheet();
    still.replaceSync('*, ::before, ::after { transition: none !important; }');
    document.adoptedStyleSheets.push(still);
    // The new width is rendered after two frames, and the animations it started have ended.
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const ending = document.getAnimations().filter(({ effect }) => {
      const timing = effect?.getComputedTiming();
      // One without a duration waits to hide something (ORD-13), and moves nothing until then.
      return timing?.endTime !== Infinity && Number(timing?.duration) > 0;
    });
    await Promise.allSettled(ending.map(({ finished }) => finished));
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== still);
  });
}

const look = (page: Page, options: RunOptions): Promise<string[]> =>
  page.evaluate(async (options) => {
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document, options);
    return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
  }, options);

/** Horizontal overflow of the page in px, at 390 px. */
export async function sidewaysOverflow(page: Page): Promise<number> {
  await page.setViewportSize({ width: 390, height: 844 });
  return page.evaluate(() =>
    Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth),
  );
}

/** The same with text of twice the size. */
export async function largeTextOverflow(page: Page): Promise<number> {
  await setTextSize(page, 2);
  const overflow = await sidewaysOverflow(page);
  await setTextSize(page, 1);
  return overflow;
}
