import type { Page } from '@playwright/test';

/** Default sizes of browsers, in px. */
const USUAL = { standard: 16, fixed: 13 };

/** Sizes set on pages; a page without an entry has the default ones. */
const given = new WeakMap<Page, number>();

/**
 * The text's size as people set it in their browser: media queries in rem follow it, as they do not follow a size that
 * the page gives its root. A page that has that size is left alone: the session that changes it keeps a page from being
 * used by other tests.
 */
export async function setTextSize(page: Page, times: number): Promise<void> {
  if ((given.get(page) ?? 1) === times) return;
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setFontSizes', {
    fontSizes: { standard: USUAL.standard * times, fixed: USUAL.fixed * times },
  });
  await session.detach();
  given.set(page, times);
}
