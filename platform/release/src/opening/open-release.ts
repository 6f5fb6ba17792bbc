import { readFile } from 'node:fs/promises';
import { join, normalize } from 'node:path';
import type { Browser, BrowserContext, Page, Request } from '@playwright/test';
import type { OpenedPart } from '@taller/shared/contract/opened-modules.ts';
import { partMark } from '@taller/shared/contract/part-marks.ts';
import { PREVIEW_KEY } from '@taller/shared/contract/registry.ts';
import { TOKEN_KEY, USER_KEY } from '@taller/shared/runtime/current-user.ts';
import { pathOf, tokens, visitor } from '#src/opening/empty-shop.ts';
import { findChromium } from '#src/opening/find-chromium.ts';
import { serveRelease } from '#src/opening/serve-release.ts';
import type { Opened } from '#src/site/opened.ts';
import { NotOpened, PublishError } from '#src/site/publish-error.ts';
import { setTimeout as wait } from 'node:timers/promises';

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
function watchQuiet(page: Page): (mostMs: number) => Promise<void> {
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

/** Time limit for a part to appear: longer than the shell waits for a remote, including its second attempt. */
const SHOWN_MS = 25_000;
/** Time limit for a page to become quiet: longer than the retries of failed queries. */
const QUIET_MS = 6_000;
/** Time limits for one part, and for closing its page. */
const MOST_MS = SHOWN_MS + 15_000;
const CLOSE_MS = 2_000;
/** Time limit for a visible page to respond. */
const ANSWER_MS = 5_000;
const AT_ONCE = 3;

/** The first line of what the page reported, without React's list of components. */
const firstLine = (text: string) => text.split('\n')[0]?.trim() ?? text;

/** Start of the shell's error for a prerendered page whose remote does not load (shell/src/main.tsx). */
const NOT_TAKEN_OVER = 'The page stays as it came: its remote did not arrive';

/** Resolves with the reason when the shell reports that the part failed. */
const failureOf = (page: Page, part: string) =>
  new Promise<string>((resolve) => {
    page.on('console', (message) => {
      const text = message.text();
      if (message.type() !== 'error') return;
      if (text.startsWith(NOT_TAKEN_OVER)) resolve(firstLine(text.slice(NOT_TAKEN_OVER.length)));
      else if (text.startsWith(`${part} failed`))
        resolve(firstLine(text.slice(text.indexOf(')') + 1)) || firstLine(text));
    });
  });

/** Resolves with the result of `work`, or with `otherwise` after a time-out. */
async function within<T>(ms: number, work: Promise<T>, otherwise: T): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<T>((resolve) => (timer = setTimeout(() => resolve(otherwise), ms)));
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

const NOT_SHOWN = `no aparece en ${SHOWN_MS / 1000} s`;

/** Waits until a page shows a part. @returns why it does not, or null. */
async function whyNotShown(page: Page, address: string, part: string, keys: boolean) {
  const failed = failureOf(page, part);
  const quiet = watchQuiet(page);
  await page.goto(address, { waitUntil: 'domcontentloaded', timeout: SHOWN_MS });
  const isShown = page
    .waitForFunction(
      ([mark, pressed]) => {
        // Keys are lost until the shell listens, so they are pressed repeatedly.
        if (pressed) {
          const event = { key: 'k', ctrlKey: true, bubbles: true, cancelable: true };
          document.body.dispatchEvent(new KeyboardEvent('keydown', event));
        }
        return performance.getEntriesByName(mark).length > 0;
      },
      [partMark('shown', part), keys] as const,
      { timeout: SHOWN_MS, polling: 100 },
    )
    .then(() => null)
    .catch(() => NOT_SHOWN);
  const reason = await Promise.race([failed, isShown]);
  if (reason !== null) return reason;
  // A part may also fail once its first requests are answered.
  const later = await Promise.race([failed, quiet(QUIET_MS).then(() => null)]);
  if (later !== null) return later;
  const answers = page.evaluate(() => null);
  return Promise.race([failed, within(ANSWER_MS, answers, 'deja de responder')]);
}

/**
 * Opens one part as a visitor's browser does. A page with an endless script neither responds nor closes; it must not
 * hold the site's lock against other teams.
 * @returns the reason why it is not shown, or null.
 */
async function openPart(context: BrowserContext, url: string, remote: string, shown: OpenedPart) {
  const { module, path, keys } = shown;
  const page = await context.newPage();
  const reason = whyNotShown(page, url + pathOf(path), `${remote}/${module}`, keys !== undefined).catch(
    // The page was closed, crashed, or did not even load its document.
    () => NOT_SHOWN,
  );
  try {
    return await within(MOST_MS, reason, NOT_SHOWN);
  } finally {
    await within(CLOSE_MS, page.close(), undefined);
  }
}

/** A browser context in which a user with a role is signed in. */
async function contextOf(browser: Browser, role: OpenedPart['role'], opened: Opened) {
  const { build, base, preview } = opened;
  const context = await browser.newContext({ locale: 'es-CL', serviceWorkers: 'block' });
  if (role) {
    const stored = { [USER_KEY]: visitor(role), [TOKEN_KEY]: tokens(role) };
    await context.addInitScript((entries) => {
      for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, JSON.stringify(value));
    }, stored);
  }
  if (preview !== undefined)
    await context.addInitScript(([key, token]) => sessionStorage.setItem(key, token), [
      PREVIEW_KEY,
      preview,
    ] as const);
  // The files may not be on their host yet.
  if (base !== undefined) {
    await context.route(`${base}**`, async (route) => {
      const file = normalize(new URL(route.request().url()).pathname.slice(new URL(base).pathname.length));
      const body = await readFile(join(build, file)).catch(() => null);
      const headers = { 'access-control-allow-origin': '*' };
      const contentType = file.endsWith('.css') ? 'text/css' : 'text/javascript';
      await route.fulfill(body ? { body, headers, contentType } : { status: 404, headers });
    });
  }
  return context;
}

/**
 * Opens every screen and widget of a remote in a release that is not in place yet, in a real browser and against an
 * empty shop.
 * @throws NotOpened if one of them is not shown; PublishError if there is no browser.
 */
export async function openRelease(opened: Opened): Promise<void> {
  const { folder, name, parts, base } = opened;
  const start = await findChromium();
  if (!start) {
    throw new PublishError(
      `No se pudo abrir ${name} antes de publicarlo: este equipo no tiene Chromium. ` +
        'Instálalo (npx playwright install --with-deps --only-shell chromium) o indica el tuyo en TALLER_CHROMIUM. ' +
        'Para publicar sin abrirlo, agrega --unopened.',
    );
  }
  const origins = base === undefined ? [] : [new URL(base).origin];
  await using site = await serveRelease(folder, origins);
  const browser = await start();
  try {
    const contexts = new Map<OpenedPart['role'], Promise<BrowserContext>>();
    const waiting = [...parts];
    const problems: string[] = [];
    const work = async () => {
      for (let part = waiting.shift(); part; part = waiting.shift()) {
        const context = contexts.get(part.role) ?? contextOf(browser, part.role, opened);
        contexts.set(part.role, context);
        const reason = await openPart(await context, site.url, name, part);
        if (reason !== null) problems.push(`  ${part.path} (${part.module}): ${reason}`);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    if (problems.length > 0) throw new NotOpened(name, problems);
  } finally {
    await browser.close();
  }
}
