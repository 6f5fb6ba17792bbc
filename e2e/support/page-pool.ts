import type { Browser, BrowserContext, BrowserContextOptions, Disposable, Page } from '@playwright/test';

/** Methods of a page, its clock or its context whose effect cannot be undone: such a page is not reused. */
const LASTING = {
  page: ['close', 'routeWebSocket'],
  clock: ['install', 'fastForward', 'pauseAt', 'resume', 'runFor', 'setFixedTime', 'setSystemTime'],
  context: [
    'close',
    'grantPermissions',
    'newCDPSession',
    'routeWebSocket',
    'setExtraHTTPHeaders',
    'setGeolocation',
    'setOffline',
  ],
} as const;

/** Methods of a page or its context that return what takes them back. */
const DISPOSABLE = ['addInitScript', 'exposeBinding', 'exposeFunction'];

type AnyFunction = (this: unknown, ...args: unknown[]) => unknown;

/** Calls `note` with the arguments and the result of these methods of an object whenever one of them is called. */
function observe(
  target: object,
  names: readonly string[],
  note: (args: unknown[], result: unknown) => void,
): void {
  const methods = target as Record<string, AnyFunction>;
  for (const name of names) {
    const original = methods[name];
    if (!original) throw new Error(`Playwright has no method ${name}.`);
    methods[name] = function (...args) {
      const result = original.apply(target, args);
      note(args, result);
      return result;
    };
  }
}

/** A page in its own context that is reused by consecutive tests. */
class PooledPage {
  readonly page: Page;
  readonly #viewport: Page['viewportSize'] extends () => infer T ? T : never;
  #isLasting = false;
  #listeners: (() => void)[] = [];
  #disposables: Promise<Disposable>[] = [];

  constructor(page: Page) {
    this.page = page;
    this.#viewport = page.viewportSize();
    const context = page.context();
    const spoil = () => (this.#isLasting = true);
    observe(page, LASTING.page, spoil);
    observe(page.clock, LASTING.clock, spoil);
    observe(context, LASTING.context, spoil);
    for (const target of [page, context]) {
      const off = target.off.bind(target) as AnyFunction;
      observe(target, ['on', 'addListener'], (args) => this.#listeners.push(() => void off(...args)));
      observe(target, DISPOSABLE, (_, result) => this.#disposables.push(result as Promise<Disposable>));
    }
  }

  /** Prepares the page for a test, as on a returning visit. @param entries of its local storage */
  async start(
    entries: Record<string, unknown>,
    viewport?: { width: number; height: number } | null,
  ): Promise<void> {
    const size = viewport ?? this.#viewport;
    if (size) await this.page.setViewportSize(size);
    await this.page.evaluate((stored) => {
      for (const [name, value] of Object.entries(stored)) localStorage.setItem(name, JSON.stringify(value));
    }, entries);
  }

  /** Resets the state left by the test. @returns whether the page can be reused. */
  async end(): Promise<boolean> {
    const { page } = this;
    for (const off of this.#listeners.splice(0)) off();
    const disposables = this.#disposables.splice(0);
    if (this.#isLasting || page.isClosed()) return false;
    // Further tabs and windows of the test, which would write to the storage.
    for (const other of page.context().pages()) if (other !== page) await other.close();
    const taken = await Promise.allSettled(disposables.map(async (each) => (await each).dispose()));
    if (taken.some(({ status }) => status === 'rejected')) return false;
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.context().unrouteAll({ behavior: 'ignoreErrors' });
    await page.emulateMedia(ORDINARY_MEDIA);
    await page.goto(EMPTY_PAGE);
    // The next page would begin with the pointer where this one left it.
    await page.mouse.move(0, 0);
    await page.evaluate(async () => {
      localStorage.clear();
      sessionStorage.clear();
      for (const { name } of await indexedDB.databases()) if (name) indexedDB.deleteDatabase(name);
      for (const name of await caches.keys()) await caches.delete(name);
    });
    await page.context().clearCookies();
    return true;
  }
}

/** The default context options, and the motion setting of playwright.config.ts. */
const ORDINARY_MEDIA = {
  media: null,
  colorScheme: 'light',
  contrast: null,
  forcedColors: null,
  reducedMotion: 'reduce',
} as const;

/** A static page of the site's origin without scripts. */
const EMPTY_PAGE = '/robots.txt';

/** The pool of idle pages of a worker: a page that has run the site before loads in half the time. */
export class PagePool {
  readonly #idle: PooledPage[] = [];
  readonly #used = new Map<Page, PooledPage>();
  readonly #browser: Browser;
  readonly #baseURL: string;

  constructor(browser: Browser, baseURL: string) {
    this.#browser = browser;
    this.#baseURL = baseURL;
  }

  /** A page whose browser has only these entries in its local storage. */
  async take(entries: Record<string, unknown>, viewport?: BrowserContextOptions['viewport']): Promise<Page> {
    const kept = this.#idle.pop() ?? (await this.#open());
    this.#used.set(kept.page, kept);
    await kept.start(entries, viewport);
    return kept.page;
  }

  async #open(): Promise<PooledPage> {
    const context: BrowserContext = await this.#browser.newContext({ baseURL: this.#baseURL });
    const page = await context.newPage();
    // Nothing is fetched ahead for who saves data (PUB-06): a page at rest fetches some sixty files.
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setDataSaverOverride', { dataSaverEnabled: true });
    await page.goto(EMPTY_PAGE);
    return new PooledPage(page);
  }

  /** Ends a test: its pages are returned to the pool or closed. @param passed pages of a failed test are not reused. */
  async endTest(passed: boolean): Promise<void> {
    const used = [...this.#used.values()];
    this.#used.clear();
    await Promise.all(
      used.map(async (kept) => {
        if (passed && (await kept.end())) this.#idle.push(kept);
        else await kept.page.context().close();
      }),
    );
  }

  /** Closes all of them. */
  async close(): Promise<void> {
    await Promise.all(this.#idle.splice(0).map(({ page }) => page.context().close()));
  }
}
