/**
 * The decision page on a phone of 360 px: Chromium, 4x CPU throttling, cold cache, HTTP/2 with brotli and one slow link
 * for all that a page loads (slow-link.ts), median of the rounds, every variant once per round. From the navigation to
 * the answers' buttons, from pressing 'Aprobar' to the confirmation, and from ticking an option to its total.
 * (a) a quote of one number; (b) a quote of 30 lines, a third of them optional; (c) with `--beside`, a quote of one
 * number on a site that another version built (`npm run build:site`), such as the last one without lines. Limits: (a)
 * against (c), and what lines add, (b) against (a).
 *
 * node bench/decision.ts [--rounds=9] [--network=1|9] [--beside=FOLDER]     (default: 1.6 Mbps)
 */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser } from '@playwright/test';
import postgres from 'postgres';
import { startServer } from '@taller/server/start-server.ts';
import { buildSite } from '@taller/release/site/build-site';
import { ensureChromium } from '@taller/release/tasks/chromium';
import { orderColumns } from '@taller/shared/testing/sample-order.ts';
import { DEMO_FACTS } from '../supabase/seed/demo-facts.ts';
import { startFront } from './support/http2-front.ts';
import { NETWORKS, startSlowLink } from './support/slow-link.ts';
import { openPhone } from './support/visit.ts';

const MAX_TO_OTHER = 1.08;
const MAX_LINES_TO_NUMBER = 1.15;
/** The limit of an interaction, in ms, below which people perceive it as immediate. */
const MAX_PICK_MS = 200;

const option = (name: string) =>
  process.argv.find((argument) => argument.startsWith(`--${name}=`))?.split('=')[1];
const ROUNDS = Number(option('rounds') ?? 9);
const beside = option('beside');
const network = NETWORKS.find(({ mbps }) => String(mbps).startsWith(option('network') ?? '1'));
if (!network) throw new Error('--network=1|9');

/** The times of a visit, in ms; `picked` is NaN where there is nothing to pick. */
interface Times {
  usable: number;
  confirmed: number;
  picked: number;
}

/** Injected before the page's own scripts: notes the frame after which something is there. */
function observe(): void {
  const marks = {};
  const note = (name: string, from: number, isThere: () => boolean) => {
    const look = () => {
      if (isThere()) Object.assign(marks, { [name]: performance.now() - from });
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  };
  const button = () =>
    [...document.querySelectorAll<HTMLButtonElement>('main button')].find(({ textContent }) =>
      textContent.includes('Aprobar'),
    );
  const total = () => document.querySelector('main dd[aria-live]')?.textContent;
  Object.assign(window, { marks });
  note('usable', 0, () => button()?.disabled === false);
  const begin = (event: Event) => {
    const target = event.target as Element;
    if (target.matches('input[type=checkbox]')) {
      const before = total();
      note('picked', performance.now(), () => total() !== before);
    }
    if (button()?.contains(target))
      note('confirmed', performance.now(), () => location.pathname.startsWith('/gracias'));
  };
  document.addEventListener('pointerdown', begin, { capture: true });
}

async function decide(browser: Browser, url: string, orderId: string, picks: boolean): Promise<Times> {
  const { page, close } = await openPhone(browser, undefined, 360);
  await page.addInitScript(observe);
  await page.goto(`${url}/decision-presupuesto/${orderId}`, { waitUntil: 'commit' });
  const mark = (name: keyof Times) =>
    page
      .waitForFunction((one) => (window as unknown as { marks: Times }).marks[one], name, { timeout: 90_000 })
      .then((handle) => handle.jsonValue());
  const usable = await mark('usable');
  // Background loads finish, as while somebody reads the quote.
  await page.waitForLoadState('networkidle');
  let picked = NaN;
  if (picks) {
    await page.locator('main input[type=checkbox]').first().click();
    picked = await mark('picked');
  }
  await page.getByRole('button', { name: 'Aprobar y Continuar' }).click();
  const confirmed = await mark('confirmed');
  await close();
  return { usable, confirmed, picked };
}

const line = (index: number) => ({
  id: randomUUID(),
  kind: index % 3 === 0 ? 'labour' : 'part',
  description: `Repuesto o trabajo número ${index} de un equipo de marca y modelo largos`,
  quantity: 1,
  unit_price: 1000 + index,
  discount: 0,
  condition: index % 3 === 0 ? null : 'new',
  choice: null,
  optional: index % 3 === 1,
  chosen: index % 3 !== 1,
  note: index % 5 === 0 ? 'Con garantía de tres meses' : '',
  product_id: null,
});

const folder = await mkdtemp(join(tmpdir(), 'taller-bench-'));
const site = await buildSite({ facts: DEMO_FACTS, log: console.log });
const server = await startServer({
  port: 0,
  dataDir: join(folder, 'data'),
  mode: 'demo',
  siteDir: null,
  quiet: true,
});
const sql = postgres(server.adminUrl, { max: 1, onnotice: () => {} });
/** Adds an order whose quote is open. @returns its id. */
async function addQuote(lines: readonly ReturnType<typeof line>[]): Promise<string> {
  const total = lines.reduce((sum, one) => (one.chosen ? sum + one.unit_price : sum), 0) || 45_000;
  const row = {
    ...orderColumns({ customer_name: 'Cliente', customer_phone: '+56970000000', customer_rut: '11111111-1' }),
    status: 'quoted',
    quote: total,
    total_amount: total,
    quote_lines: sql.json(lines),
  };
  const [order] = await sql`insert into public.service_orders ${sql(row)} returning id`;
  return String(order?.id);
}

const fronts = [
  await startFront(site, server),
  ...(beside === undefined ? [] : [await startFront(beside, server)]),
];
const links = await Promise.all(fronts.map(({ url }) => startSlowLink(url, network)));
const LINES = Array.from({ length: 30 }, (_, index) => line(index));
const variants = [
  { name: '(a) un número', url: links[0]?.url ?? '', lines: [] },
  { name: '(b) 30 líneas', url: links[0]?.url ?? '', lines: LINES },
  ...(links[1] ? [{ name: '(c) otra versión, un número', url: links[1].url, lines: [] }] : []),
].map((variant) => ({ ...variant, times: [] as Times[] }));

const executablePath = await ensureChromium({ windowless: false });
const browser = await chromium.launch({
  ...(executablePath ? { executablePath } : {}),
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});
// The first round warms up: the server compresses every file, at the best quality in the background. Each round begins
// with another variant.
for (let round = 0; round <= ROUNDS; round += 1)
  for (const { url, lines, times } of [...variants.slice(round % variants.length), ...variants].slice(
    0,
    variants.length,
  )) {
    const measured = await decide(browser, url, await addQuote(lines), lines.length > 0);
    if (round > 0) times.push(measured);
  }

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
const of = (index: number, field: keyof Times) =>
  median(variants[index]?.times.map((one) => one[field]) ?? []);
console.log(`\nPágina de decisión a 360 px, ${network.name}, ${ROUNDS} vueltas\n`);
console.log(
  '| variante | se puede responder ms | de Aprobar a la confirmación ms | de la opción al total ms |',
);
console.log('|---|---|---|---|');
const ms = (value: number) => (Number.isNaN(value) ? '–' : String(Math.round(value)));
for (const [index, { name }] of variants.entries())
  console.log(
    `| ${name} | ${ms(of(index, 'usable'))} | ${ms(of(index, 'confirmed'))} | ${ms(of(index, 'picked'))} |`,
  );
console.log('');
let missed = 0;
function judge(what: string, value: number, limit: number): void {
  if (!(value <= limit)) missed += 1;
  console.log(`  ${value <= limit ? '✓' : '✗'} ${what}: ${value.toFixed(2)} (límite ${limit})`);
}
for (const [field, what] of [
  ['usable', 'se puede responder'],
  ['confirmed', 'confirmación'],
] as const) {
  if (variants.length > 2) judge(`${what} (a)/(c)`, of(0, field) / of(2, field), MAX_TO_OTHER);
  judge(`${what} (b)/(a)`, of(1, field) / of(0, field), MAX_LINES_TO_NUMBER);
}
judge('de la opción al total, ms', of(1, 'picked'), MAX_PICK_MS);

await browser.close();
for (const link of links) link.close();
for (const front of fronts) front.close();
await sql.end();
await server.close();
await rm(folder, { recursive: true, force: true });
process.exit(missed > 0 ? 1 : 0);
