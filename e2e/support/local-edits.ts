import type { Page } from '@playwright/test';

/**
 * Waits until a page hears of edits from the server of a remote's sources, which announces an edit once, to the sockets
 * that are connected: a page is shown before its own is. Call it before the page opens one.
 */
export async function hearsEdits(page: Page): Promise<void> {
  const socket = await page.waitForEvent('websocket', (opened) => opened.url().includes('/_local/'));
  await socket.waitForEvent('framereceived', ({ payload }) => String(payload).includes('"type":"connected"'));
}
