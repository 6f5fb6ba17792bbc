import type { Page } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';
import { timed } from './timed.ts';

const WIDTHS = [390, 1280] as const;
const SCHEMES = ['light', 'dark'] as const;

/** WCAG 2.2 AA. Nodes of other results than violations are not described: that takes ten times as long as the looking. */
const OPTIONS: RunOptions = {
  runOnly: {
    type: 'tag',
    values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  },
  resultTypes: ['violations'],
};

/**
 * What axe finds wrong with the page as it is (WCAG 2.2 AA), on a phone and a desk, in both schemes: one line per finding, none if all is well.
 */
export async function axeFindings(page: Page): Promise<string[]> {
  return timed('axe', async () => {
    // axe is told of this document only, which is all there is on a page without frames.
    if (page.frames().length > 1) throw new Error('axe would not see what is in the frames of this page');
    if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
    const findings: string[] = [];
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      for (const colorScheme of SCHEMES) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        findings.push(...(await look(page)).map((finding) => `${width} ${colorScheme} ${finding}`));
      }
    }
    return findings;
  });
}

function look(page: Page): Promise<string[]> {
  return page.evaluate(async (options) => {
    // Colours that change by transitions pass on from parent to child, one after the other, for as many frames as the page is deep.
    const still = new CSSStyleSheet();
    still.replaceSync('*, ::before, ::after { transition: none !important; }');
    document.adoptedStyleSheets.push(still);
    try {
      // The new width has been drawn after two frames, and what it set in motion has ended.
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      const ending = document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
      await Promise.allSettled(ending.map(({ finished }) => finished));
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document, options);
      return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
    } finally {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== still);
    }
  }, OPTIONS);
}

/** How far the page is wider than its window, in px, at 390 px. */
export async function sidewaysOverflow(page: Page): Promise<number> {
  await page.setViewportSize({ width: 390, height: 844 });
  return page.evaluate(() =>
    Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth),
  );
}
