import { join } from 'node:path';
import { test as base, type Browser, type BrowserContextOptions, type Page } from '@playwright/test';
import type { RunningServer } from '@taller/server/start-server.ts';
import { startTestServer } from '@taller/server/testing/start-test-server.ts';
import { withDatabase } from './database.ts';
import { PagePool } from './page-pool.ts';
import { noteSources } from './sources.ts';
import { timed } from './timed.ts';

/** The demo shop's accounts. */
export const ACCOUNTS = {
  admin: 'admin@taller.test',
  technician: 'tecnico@taller.test',
  technician2: 'tecnico2@taller.test',
  receptionist: 'recepcion@taller.test',
  customer: 'cliente@taller.test',
  customer2: 'cliente2@taller.test',
} as const;
export type Account = keyof typeof ACCOUNTS;
/** Somebody else who is registered, with the same password. */
export interface Registered {
  readonly email: string;
}
export const PASSWORD = 'taller-demo';

/** The key under which supabase-js keeps its tokens; part of what a browser of an earlier visit holds. */
export const TOKEN_KEY = 'taller.auth';
export const USER_KEY = 'taller.user';

interface WorkerFixtures {
  /** A server with a demo shop of this worker's own, serving the built site. */
  shop: RunningServer;
  /** The sections of 'Ajustes' with which the shop begins, as JSON. */
  firstSettings: string;
  /** Pages at that server that tests use one after the other. */
  pagePool: PagePool;
}

interface Fixtures {
  /** The worker's kept pages; those that the test takes are back, or closed, when it ends. */
  pages: PagePool;
  /** Puts back what the test changes in 'Ajustes', for the next ones at the same shop. */
  settings: void;
  /** Notes what the test's pages run, for `npm test -- --changed`. */
  sources: void;
  /** Opens an address in a browser of its own, signed in as somebody, as if from an earlier visit. */
  openAs: (account: Account | Registered, path: string, options?: BrowserContextOptions) => Promise<Page>;
}

/** A shop as `npm start` opens it, on a copy of the run's database. Its passwords have bcrypt's lowest cost. */
const startShop = () =>
  startTestServer({
    demo: true,
    jobs: true,
    siteDir: join(import.meta.dirname, '../../site'),
    // People whom a test registers come from a network of their own each (people.ts), as far as limits know.
    trustedProxies: ['127.0.0.1'],
  });

/** The tokens of an account, from the authentication server. */
export async function tokensOf(
  shop: RunningServer,
  account: Account | Registered,
): Promise<Record<string, unknown>> {
  const email = typeof account === 'string' ? ACCOUNTS[account] : account.email;
  const response = await fetch(`${shop.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: shop.keys.publishable, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD }),
  });
  if (!response.ok) throw new Error(`Sign-in of ${email} failed: ${await response.text()}`);
  return (await response.json()) as Record<string, unknown>;
}

/** A page whose browser holds these entries in its local storage. */
export async function openWith(
  browser: Browser,
  shop: RunningServer,
  entries: Record<string, unknown>,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const localStorage = Object.entries(entries).map(([name, value]) => ({
    name,
    value: JSON.stringify(value),
  }));
  const context = await browser.newContext({
    baseURL: shop.url,
    ...options,
    storageState: { cookies: [], origins: [{ origin: shop.url, localStorage }] },
  });
  return context.newPage();
}

/** Tests whose `page` and `context` are new: for those that change what holds for a whole context. */
export const testInNewContext = base.extend<Fixtures, WorkerFixtures>({
  shop: [
    // oxlint-disable-next-line eslint/no-empty-pattern -- Playwright reads the fixture's dependencies from this pattern.
    async ({}, provide) => {
      await using shop = await timed('server', startShop);
      // Everybody's desk starts with the whole list; saved-views.spec.ts tests the start views of new colleagues.
      await withDatabase(shop, (sql) => sql`delete from saved_views where name is null`);
      await provide(shop);
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  sources: [
    // A build machine begins without notes and leaves none.
    async ({ browser }, provide, testInfo) =>
      process.env.CI ? provide() : noteSources(browser, testInfo, () => provide()),
    { auto: true },
  ],
  firstSettings: [
    async ({ shop }, provide) => {
      const rows = await withDatabase(shop, (sql) => sql`select section, value from setting_sections`);
      await provide(JSON.stringify(rows));
    },
    { scope: 'worker' },
  ],
  settings: [
    async ({ shop, firstSettings }, provide) => {
      await provide();
      await withDatabase(
        shop,
        (sql) => sql`update setting_sections as now set value = first.value
          from jsonb_to_recordset(${firstSettings}::text::jsonb) as first(section text, value jsonb)
          where now.section = first.section and now.value <> first.value`,
      );
    },
    { auto: true },
  ],
  baseURL: async ({ shop }, provide) => provide(shop.url),
  pagePool: [
    async ({ browser, shop }, provide) => {
      const pages = new PagePool(browser, shop.url);
      await provide(pages);
      await pages.close();
    },
    { scope: 'worker' },
  ],
  pages: async ({ pagePool }, provide, testInfo) => {
    await provide(pagePool);
    await pagePool.endTest(testInfo.status === testInfo.expectedStatus);
  },
  openAs: async ({ browser, pages, shop }, provide) => {
    const own: Page[] = [];
    await provide(async (account, path, { viewport, ...options } = {}) => {
      const entries = { [TOKEN_KEY]: await timed('sign-in', () => tokensOf(shop, account)) };
      const isOrdinary = Object.keys(options).length === 0;
      const page = isOrdinary
        ? await pages.take(entries, viewport)
        : await openWith(browser, shop, entries, { ...options, ...(viewport && { viewport }) });
      if (!isOrdinary) own.push(page);
      await page.goto(path);
      return page;
    });
    await Promise.all(own.map((page) => page.context().close()));
  },
});

/** Tests whose `page` has run the site before, in a browser that knows nobody. */
export const test = testInNewContext.extend({
  page: async ({ pages }, provide) => provide(await pages.take({})),
});

export { expect } from '@playwright/test';
