import { expect, type Page } from '@playwright/test';

/** Stops the clock of a page, which then passes only as the test says. However slow the machine, it never goes back. */
export async function pauseClock(page: Page): Promise<void> {
  await expect(async () => page.clock.pauseAt((await page.evaluate(() => Date.now())) + 500)).toPass();
}
