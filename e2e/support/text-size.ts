import type { Page } from '@playwright/test';

/** What browsers begin with, in px. */
const USUAL = { standard: 16, fixed: 13 };

/**
 * The text's size as people set it in their browser: media queries in rem follow it, as they do not follow a size that
 * the page gives its root.
 */
export async function setTextSize(page: Page, times: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setFontSizes', {
    fontSizes: { standard: USUAL.standard * times, fixed: USUAL.fixed * times },
  });
  await session.detach();
}
