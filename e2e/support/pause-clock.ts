import { expect, type Page } from '@playwright/test';

/**
 * Stops the clock of a page: time passes only as the test says. Playwright refuses a moment that has passed, as it may
 * have on a slow machine, so that a later one is tried.
 */
export async function pauseClock(page: Page): Promise<void> {
  await expect(async () => page.clock.pauseAt((await page.evaluate(() => Date.now())) + 500)).toPass();
}
