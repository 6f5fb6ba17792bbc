import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

const WIDTHS = [390, 1280] as const;
const SCHEMES = ['light', 'dark'] as const;

/**
 * What axe finds wrong with the page as it is (WCAG 2.2 AA), on a phone and a desk, in both schemes: one line per finding, none if all is well.
 */
export async function axeFindings(page: Page): Promise<string[]> {
  const findings: string[] = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    for (const colorScheme of SCHEMES) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      // Colours have changed when two frames have been drawn and every transition that they began has ended.
      await page.evaluate(async () => {
        await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
        const ending = document
          .getAnimations()
          .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
        await Promise.allSettled(ending.map(({ finished }) => finished));
      });
      const { violations } = await new AxeBuilder({ page })
        .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
        .analyze();
      for (const { id, nodes } of violations) {
        for (const node of nodes) findings.push(`${width} ${colorScheme} ${id}: ${node.target.join(' ')}`);
      }
    }
  }
  return findings;
}

/** How far the page is wider than its window, in px, at 390 px. */
export async function sidewaysOverflow(page: Page): Promise<number> {
  await page.setViewportSize({ width: 390, height: 844 });
  return page.evaluate(() =>
    Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth),
  );
}
