import type { Browser, BrowserContextOptions, CDPSession, Page } from '@playwright/test';

const CPU_SLOWDOWN = 4;

/** Minimum time that typing address and password takes, in ms. */
const TYPING_MS = 6000;

/** Measurements of a visit. Times in ms since the navigation began; NaN if the event did not occur. */
export interface Visit {
  requests: number;
  jsKb: number;
  fcp: number;
  lcp: number;
  interactive: number;
  cls: number;
}

interface Marks {
  fcp: number;
  lcp: number;
  cls: number;
  interactive: number;
}

/**
 * Injected before the page's own scripts. A form is interactive when React's handler prevents its default submission.
 */
function observe(): void {
  const marks: Marks = { fcp: NaN, lcp: NaN, cls: 0, interactive: NaN };
  Object.assign(window, { marks });
  const watch = (type: string, note: (entry: PerformanceEntry & { value: number }) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach((entry) => note(entry as never))).observe({
      type,
      buffered: true,
    });
  watch('paint', (entry) => {
    if (entry.name === 'first-contentful-paint') marks.fcp = entry.startTime;
  });
  watch('largest-contentful-paint', (entry) => (marks.lcp = entry.startTime));
  watch('layout-shift', (entry) => (marks.cls += entry.value));
  const timer = setInterval(() => {
    const form = document.querySelector('main form');
    if (!form || form.dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true }))) return;
    marks.interactive = performance.now();
    clearInterval(timer);
  }, 10);
}

/** Storage that a browser profile keeps for a site. */
export type Kept = BrowserContextOptions['storageState'];

/** A new browser profile on a slow phone: empty cache, throttled processor. */
export async function openPhone(
  browser: Browser,
  kept?: Kept,
  width = 390,
): Promise<{ page: Page; session: CDPSession; close: () => Promise<void> }> {
  const context = await browser.newContext({
    ignoreHTTPSErrors: true,
    viewport: { width, height: 844 },
    locale: 'es-CL',
    timezoneId: 'America/Santiago',
    ...(kept ? { storageState: kept } : {}),
  });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  return { page, session, close: () => context.close() };
}

/** Opens a public page and waits until its form is interactive, or, for a page without scripts, until it has loaded. */
export async function visit(browser: Browser, url: string, hasScripts: boolean): Promise<Visit> {
  const { page, session, close } = await openPhone(browser);
  const started = new Map<string, { at: number; js: boolean }>();
  const sizes = new Map<string, number>();
  let origin = 0;
  session.on('Network.requestWillBeSent', ({ requestId, request, timestamp }) => {
    origin ||= timestamp;
    if (!request.url.startsWith('data:'))
      started.set(requestId, { at: (timestamp - origin) * 1000, js: /\.js(?:\?|$)/.test(request.url) });
  });
  session.on('Network.responseReceived', ({ requestId, response }) =>
    sizes.set(requestId, Number(response.headers['content-length'])),
  );
  await page.addInitScript(observe);
  await page.goto(url, { waitUntil: 'load' });
  const read = () => page.evaluate(() => (window as unknown as { marks: Marks }).marks);
  if (hasScripts)
    await page.waitForFunction(() => (window as unknown as { marks: Marks }).marks.interactive > 0);
  const { interactive } = await read();
  // Includes later layout shifts and paints.
  await page.waitForTimeout(1500);
  const marks = await read();
  await close();
  const end = hasScripts ? interactive : Infinity;
  const before = [...started].filter(([, { at }]) => at < end);
  const js = before.filter(([, request]) => request.js).reduce((sum, [id]) => sum + (sizes.get(id) ?? 0), 0);
  return { ...marks, interactive, requests: before.length, jsKb: js / 1000 };
}

async function fillSignIn(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/auth`, { waitUntil: 'load' });
  await page.getByLabel('Correo electrónico').first().fill('admin@taller.test');
  await page.getByLabel('Contraseña', { exact: true }).first().fill('taller-demo');
}

/** Signs in and returns what the browser keeps of it. */
export async function signedIn(browser: Browser, url: string): Promise<Kept> {
  const context = await browser.newContext({ ignoreHTTPSErrors: true, locale: 'es-CL' });
  const page = await context.newPage();
  await fillSignIn(page, url);
  await page.getByRole('main').getByRole('button', { name: 'Iniciar Sesión' }).click();
  await page.waitForSelector('main [data-order-link]');
  const kept = await context.storageState();
  await context.close();
  return kept;
}

/**
 * Time from opening the desk, signed in and with an empty cache, to the first row of the orders' list, in ms, and the
 * kB of script on the way.
 */
export async function openDesk(
  browser: Browser,
  url: string,
  kept: Kept,
): Promise<{ ms: number; jsKb: number }> {
  const { page, session, close } = await openPhone(browser, kept);
  let bytes = 0;
  session.on('Network.responseReceived', ({ response }) => {
    if (/\.js(?:\?|$)/.test(response.url)) bytes += Number(response.headers['content-length'] ?? 0);
  });
  await page.goto(`${url}/dashboard`, { waitUntil: 'commit' });
  const shown = await page.waitForFunction(
    () => (document.querySelector('main [data-order-link]') ? performance.now() : null),
    undefined,
    { timeout: 60_000 },
  );
  const ms = (await shown.jsonValue()) ?? NaN;
  const jsKb = bytes / 1000;
  await close();
  return { ms, jsKb };
}

/**
 * Time from submitting the sign-in form to the first row of the orders' list, in ms. The form has been open for {@link
 * TYPING_MS}, the time it takes to type.
 */
export async function signInToList(browser: Browser, url: string): Promise<number> {
  const { page, close } = await openPhone(browser);
  await page.addInitScript(() => {
    document.addEventListener(
      'submit',
      () => {
        const from = performance.now();
        const look = () => {
          if (document.querySelector('main [data-order-link]'))
            Object.assign(window, { took: performance.now() - from });
          else requestAnimationFrame(look);
        };
        look();
      },
      { capture: true, once: true },
    );
  });
  await fillSignIn(page, url);
  await page.waitForTimeout(TYPING_MS);
  await page.getByRole('main').getByRole('button', { name: 'Iniciar Sesión' }).click();
  await page.waitForFunction(() => 'took' in window, undefined, { timeout: 60_000 });
  const took = await page.evaluate(() => (window as unknown as { took: number }).took);
  await close();
  return took;
}
