import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import type axe from 'axe-core';
import type { RunOptions } from 'axe-core';
import { timed } from './timed.ts';
import { setTextSize } from './text-size.ts';
import { textStyles } from './text-styles.ts';

const WIDTHS = [390, 1280] as const;
const SCHEMES = ['light', 'dark'] as const;

/** The rules that look at colours. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** Only violations are described in detail: describing other nodes takes ten times as long as the check. */
const COLOURS: RunOptions = { runOnly: COLOUR_RULES, resultTypes: ['violations'] };

/** WCAG 2.2 AA, with or without the rules that look at colours. */
const structure = ({ withColours }: { withColours: boolean }): RunOptions => ({
  runOnly: {
    type: 'tag',
    values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  },
  rules: Object.fromEntries(COLOUR_RULES.map((rule) => [rule, { enabled: withColours }])),
  resultTypes: ['violations'],
});

/** axe without its comments and long names, which pages need not read. */
const source = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/**
 * axe's violations on the current page (WCAG 2.2 AA), on phone and desktop, in both schemes: one line per violation. A
 * scheme changes colours only, so the structure is checked in the light one.
 */
export async function axeFindings(page: Page): Promise<string[]> {
  return timed('axe', async () => {
    const findings: string[] = [];
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      for (const colorScheme of SCHEMES) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await atRest(page);
        const found = await faultsOf(page, { hasNewStructure: colorScheme === 'light' });
        findings.push(...found.map((finding) => `${width} ${colorScheme} ${finding}`));
      }
    }
    return findings;
  });
}

/** Texts of a page at rest whose contrast is too low, in the present width and scheme: one line per element. */
export const contrastFaults = (page: Page): Promise<string[]> =>
  timed('axe', () => faultsOf(page, { hasNewStructure: false }));

/** Styles of pages without a fault, including those that axe could not judge, such as text over a picture. */
const passed = new Set<string>();

/**
 * Faults by the rules for colours, and by those for the structure if it is new. Colours depend on styles only, and axe
 * checks the whole page each time, so the rules for colours run only if the page has a style that has not passed yet; a
 * style with a fault stays unknown. One run covers all rules, since reading the page is most of the work.
 */
async function faultsOf(page: Page, { hasNewStructure }: { hasNewStructure: boolean }): Promise<string[]> {
  const unknown = (await page.evaluate(textStyles)).filter((style) => !passed.has(style));
  const withColours = unknown.length > 0;
  if (!withColours && !hasNewStructure) return [];
  await load(page);
  const faults = await look(page, hasNewStructure ? structure({ withColours }) : COLOURS);
  const isPale = faults.some((fault) => COLOUR_RULES.some((rule) => fault.startsWith(`${rule}: `)));
  if (!isPale) for (const style of unknown) passed.add(style);
  return faults;
}

async function load(page: Page): Promise<void> {
  // axe is limited to this document, since the page has no frames.
  if (page.frames().length > 1) throw new Error('axe would not see what is in the frames of this page');
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
}

/**
 * Waits until the present width and scheme are drawn, and whatever they moved stands still. Colours change at once, as
 * all transitions do with reduced motion.
 */
function atRest(page: Page): Promise<void> {
  return page.evaluate(async () => {
    /** Excludes animations without a duration, which only delay hiding something (ORD-13). */
    const moving = () =>
      document.getAnimations().filter(({ effect }) => {
        const timing = effect?.getComputedTiming();
        return timing?.endTime !== Infinity && Number(timing?.duration) > 0;
      });
    do {
      await Promise.allSettled(moving().map(({ finished }) => finished));
      // The new width is rendered after two frames, and what ended may have begun something else.
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    } while (moving().length > 0);
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
