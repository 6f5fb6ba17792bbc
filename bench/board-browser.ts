/**
 * Board and queue in a real browser with 12 and with 500 orders in a column, asked in turns, so that both share what
 * else the machine does: from the navigation to the first cards, and how many elements the page has then and once all
 * are read. Only the ratios count.
 *
 * Run after a build of the site: node bench/board-browser.ts [rounds]   (default 15)
 * Target: the first cards of 500 at most 1.5 times as late as those of 12.
 */
import { join } from 'node:path';
import { chromium, expect, type Browser, type Page } from '@playwright/test';
import { openShop, PASSWORD, type Shop } from '../supabase/test/support/shop.ts';
import { fillOrders } from './support/desk-orders.ts';

const ROUNDS = Number(process.argv[2] ?? 15);
const SIZES = [12, 500] as const;
const STEP = 20;
const LONGEST_RATIO = 1.5;
const SCREENS = {
  board: { path: '/dashboard/tablero', region: /^Pendiente, / },
  queue: { path: '/dashboard/cola', region: /^Para tomar/ },
} as const;

type Screen = (typeof SCREENS)[keyof typeof SCREENS];

const siteDir = join(import.meta.dirname, '../site');
const round = (value: number) => Math.round(value * 100) / 100;
const median = (values: readonly number[]) =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;

/** A shop with so many orders in 'Pendiente', and as many finished ones for all sizes. */
async function shopWith(pending: number): Promise<Shop> {
  const shop = await openShop({ siteDir });
  await fillOrders(shop, 2_000);
  await shop.sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`update public.service_orders set status = 'delivered' where order_number <= 2000 - ${pending}::integer`;
    await tx`update public.service_orders set status = 'pending' where order_number > 2000 - ${pending}::integer`;
    await tx`delete from private.order_counts where id is not null`;
  });
  await shop.sql`select private.correct_order_counts()`;
  return shop;
}

async function signIn(browser: Browser, shop: Shop): Promise<Page> {
  const context = await browser.newContext({
    baseURL: shop.url,
    viewport: { width: 1280, height: 900 },
    locale: 'es-CL',
  });
  const page = await context.newPage();
  await page.goto('/auth');
  await page.getByLabel('Correo electrónico').fill(shop.people.technician.email);
  await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Órdenes' }).waitFor();
  await page.addInitScript(() => {
    const look = () => {
      if (document.querySelector('main [data-work-menu]'))
        Object.assign(globalThis, { firstCards: performance.now() });
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  return page;
}

const elements = (page: Page) => page.evaluate(() => document.querySelectorAll('*').length);

/** The time from the navigation to the frame that has the first cards, in ms. */
async function firstCards(page: Page, { path }: Screen): Promise<number> {
  await page.goto(path);
  await page.waitForFunction(() => 'firstCards' in globalThis);
  return page.evaluate(() => (globalThis as unknown as { firstCards: number }).firstCards);
}

/** Reads until all are there. */
async function readAll(page: Page, { region }: Screen, count: number): Promise<void> {
  const part = page.getByRole('region', { name: region });
  const links = part.getByRole('link', { name: /^#\d+$/ });
  for (let shown = STEP; shown < count; shown += STEP) {
    await expect(links).toHaveCount(shown);
    await part.getByRole('button', { name: 'Ver más' }).click();
  }
  await expect(links).toHaveCount(count);
}

await using few = await shopWith(SIZES[0]);
await using many = await shopWith(SIZES[1]);
const browser = await chromium.launch({
  executablePath: process.env.TALLER_CHROMIUM,
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
});
const pages = [await signIn(browser, few), await signIn(browser, many)] as const;

const table: Record<string, Record<string, number>> = {};
for (const [name, screen] of Object.entries(SCREENS)) {
  const times = SIZES.map((): number[] => []);
  for (let turn = 0; turn <= ROUNDS; turn += 1)
    for (const index of turn % 2 > 0 ? [0, 1] : [1, 0]) {
      const page = pages[index];
      if (!page) continue;
      const time = await firstCards(page, screen);
      // The first visit fills the cache.
      if (turn > 0) times[index]?.push(time);
    }
  const [short = 0, long = 0] = times.map(median);
  const [fewFirst, manyFirst] = [await elements(pages[0]), await elements(pages[1])];
  await readAll(pages[0], screen, SIZES[0]);
  await readAll(pages[1], screen, SIZES[1]);
  const [fewAll, manyAll] = [await elements(pages[0]), await elements(pages[1])];
  table[name] = {
    'first cards of 12, ms': round(short),
    'first cards of 500, ms': round(long),
    ratio: round(long / short),
    'elements at first, ratio': round(manyFirst / fewFirst),
    'elements with all read, ratio': round(manyAll / fewAll),
    'elements for each order': round((manyAll - fewAll) / (SIZES[1] - SIZES[0])),
  };
}
await browser.close();
console.table(table);
process.exitCode = Object.values(table).every(({ ratio = Infinity }) => ratio <= LONGEST_RATIO) ? 0 : 1;
