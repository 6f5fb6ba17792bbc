import { setTimeout as wait } from 'node:timers/promises';
import type { Page, Request } from '@playwright/test';

/** Time without requests after which a page is quiet: long enough for a slow machine to render the last answer. */
const STILL_MS = 1_500;
/** After a failed answer: queries are tried again 1 and 2 s later (shared/src/query/query-root.tsx). */
const STILL_AFTER_FAILURE_MS = 2_500;
const EVERY_MS = 50;

/**
 * Watches the requests of a page that has not gone anywhere yet. Playwright's `networkidle` is reached once per
 * document: a page that is busy, or waits, before it shows anything has it before its first requests for data.
 * @returns waits until the page has been quiet for a while from now on, or at most that long.
 */
export function watchQuiet(page: Page): (mostMs: number) => Promise<void> {
  const open = new Set<Request>();
  let since = performance.now();
  let notBefore = 0;
  page.on('response', (response) => {
    if (response.status() >= 500) notBefore = performance.now() + STILL_AFTER_FAILURE_MS;
  });
  page.on('request', (request) => open.add(request));
  const end = (request: Request) => {
    open.delete(request);
    since = performance.now();
  };
  page.on('requestfinished', end).on('requestfailed', end);
  return async (mostMs) => {
    since = performance.now();
    const until = since + mostMs;
    for (let now = since; now < until; now = performance.now()) {
      if (open.size === 0 && now - since >= STILL_MS && now >= notBefore) return;
      await wait(EVERY_MS);
    }
  };
}
