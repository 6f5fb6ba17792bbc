import { readFile } from 'node:fs/promises';
import { join, normalize } from 'node:path';
import type { Browser, BrowserContext, Page, Request } from '@playwright/test';
import type { OpenedPart } from '@taller/shared/contract/opened-modules.ts';
import { partMark } from '@taller/shared/contract/part-marks.ts';
import { PREVIEW_KEY } from '@taller/shared/contract/registry.ts';
import { TOKEN_KEY, USER_KEY } from '@taller/shared/runtime/current-user.ts';
import { EMPTY_SHOP } from '#src/opening/empty-shop.ts';
import { findChromium } from '#src/opening/find-chromium.ts';
import { serveRelease } from '#src/opening/serve-release.ts';
import { readSamples, sampleShop } from '#src/opening/sample-shop.ts';
import type { Shop } from '#src/opening/shop.ts';
import type { Opened } from '#src/site/opened.ts';
import { SmokeTestError, PublishError } from '#src/site/publish-error.ts';
import { setTimeout as wait } from 'node:timers/promises';

/** Time without requests after which a page is quiet: long enough for a slow machine to render the last answer. */
const STILL_MS = 1_500;
/** Wait after a failed answer: queries are tried again 1 and 2 s later (shared/src/query/query-root.tsx). */
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
async function openPart(context: BrowserContext, address: string, remote: string, shown: OpenedPart) {
  const { module, keys } = shown;
  const page = await context.newPage();
  const reason = whyNotShown(page, address, `${remote}/${module}`, keys !== undefined).catch(
    // The page was closed, crashed, or did not even load its document.
    () => NOT_SHOWN,
  );
  try {
    return await within(MOST_MS, reason, NOT_SHOWN);
  } finally {
    await within(CLOSE_MS, page.close(), undefined);
  }
}

/** Stops the clock of a page: what it asks for contains its time. */
function stopClock(now: number): void {
  globalThis.Date = new Proxy(Date, {
    construct: (target, given, called) =>
      Reflect.construct(target, given.length > 0 ? given : [now], called) as Date,
    apply: (target) => new target(now).toString(),
    get: (target, name) => (name === 'now' ? () => now : (Reflect.get(target, name) as unknown)),
  });
}

/** A browser context in which a user with a role is signed in; null if the shop has none. */
async function contextOf(browser: Browser, role: OpenedPart['role'], shop: Shop, opened: Opened) {
  const { build, base, preview } = opened;
  const visitor = role && shop.visitor(role);
  if (role && !visitor) return null;
  const context = await browser.newContext({ locale: 'es-CL', serviceWorkers: 'block' });
  if (shop.now !== undefined) await context.addInitScript(stopClock, shop.now);
  if (visitor) {
    const stored = { [USER_KEY]: visitor.user, [TOKEN_KEY]: visitor.tokens };
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
 * Opens every screen and widget of a remote in a release that is not in place yet, in a real browser: against a shop
 * that is empty and fails, and against one that answers what it knows.
 * @throws SmokeTestError if one of them is not shown; PublishError if there is no browser.
 */
export async function openRelease(opened: Opened): Promise<void> {
  return openInShops(opened, [EMPTY_SHOP, sampleShop(await readSamples())]);
}

/**
 * Opens a release like {@link openRelease}, in half the time: for a rollback, which is urgent, and whose build was
 * opened with data when it was published.
 */
export const openWithoutData = (opened: Opened): Promise<void> => openInShops(opened, [EMPTY_SHOP]);

/** Opens a release like {@link openRelease}, against other shops. */
export async function openInShops(opened: Opened, shops: readonly Shop[]): Promise<void> {
  const { folder, name, parts, base } = opened;
  const start = await findChromium();
  if (!start) {
    throw new PublishError(
      `No se pudo abrir ${name} antes de publicarlo: este equipo no tiene Chromium. ` +
        'Instálalo (npx playwright install --with-deps --only-shell chromium) o indica el tuyo en TALLER_CHROMIUM. ' +
        'Para publicar sin abrirlo, agrega --unopened.',
    );
  }
  await using stack = new AsyncDisposableStack();
  const origins = base === undefined ? [] : [new URL(base).origin];
  const waiting: (() => Promise<void>)[] = [];
  const problems = new Map<OpenedPart, string>();
  const browser = await start();
  stack.defer(() => browser.close());
  for (const shop of shops) {
    const site = stack.use(await serveRelease(folder, shop.route, origins));
    const contexts = new Map<OpenedPart['role'], ReturnType<typeof contextOf>>();
    for (const part of parts) {
      const { role, path, module } = part;
      waiting.push(async () => {
        const opening = contexts.get(role) ?? contextOf(browser, role, shop, opened);
        contexts.set(role, opening);
        const context = await opening;
        if (!context) return;
        const reason = await openPart(context, site.url + shop.addressOf(path, role), name, part);
        // One reason for each part: without data, if it fails in both.
        if (reason !== null && (shop === shops[0] || !problems.has(part)))
          problems.set(part, `  ${path} (${module}): ${reason}${shop.name}`);
      });
    }
  }
  const work = async () => {
    for (let open = waiting.shift(); open; open = waiting.shift()) await open();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  if (problems.size > 0) throw new SmokeTestError(name, [...problems.values()]);
}
