/**
 * Photos of orders. (a) Two shops of 200 orders, with 6 photos for each order and without any: the first page of the
 * desk's list and an order over HTTP, and in the browser from the navigation to the frame in which the order can be
 * read. In turns, each round begins with another one; the shop without photos takes part twice (A/A), which tells the
 * noise. What comes only because there are photos, their list and the small pictures, is told beside. (b) The upload of
 * 6 pictures of 12 megapixels, from a calm one to one full of noise, through the form of the order at 390 px and 1.6
 * Mbps each way: from the choice to the sixth shown.
 *
 * Run after a build of the site: node bench/photos.ts [rounds]   (default 40)
 * Limits: with photos at most 1.1 times the time without (first quartile); each of the six shows its progress, and at
 * most 2 MB are sent in all.
 */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type Page } from '@playwright/test';
import { ensureChromium } from '@taller/release/tasks/chromium';
import { openShop, PASSWORD, type Client, type Shop } from '../supabase/test/support/shop.ts';
import { fillOrders } from './support/desk-orders.ts';
import { drawPhoto } from './support/draw-photo.ts';
import { uploadPhotos } from './support/upload-photos.ts';

const ROUNDS = Number(process.argv[2] ?? 40);
const ORDERS = 200;
const PHOTOS = 6;
const WARM_UP = 3;
/** Requests of a kind in a round. */
const REQUESTS = 10;
const RATIO_LIMIT = 1.1;
const SENT_LIMIT_BYTES = 2_000_000;
/** The noise of the six pictures, of 255: from a camera's by day to one's in the dark. */
const GRAINS = [2, 4, 8, 12, 20, 40];
const BUCKET = 'order-photos';

const siteDir = join(import.meta.dirname, '../site');
const failures: string[] = [];
const round = (value: number, digits = 1) => Number(value.toFixed(digits));

/** The first quartile, which is least affected by other load. */
const quarter = (values: readonly number[]) =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 4)] ?? NaN;

function judge(what: string, value: number, limit: number): void {
  if (!(value <= limit)) failures.push(what);
  console.log(`  ${value <= limit ? '✓' : '✗'} ${what}: ${value} (limit ${limit})`);
}

async function signIn(browser: Browser, shop: Shop, width: number): Promise<Page> {
  const context = await browser.newContext({
    baseURL: shop.url,
    viewport: { width, height: 844 },
    locale: 'es-CL',
  });
  const page = await context.newPage();
  await page.goto('/auth');
  await page.getByLabel('Correo electrónico').fill(shop.people.receptionist.email);
  await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.locator('[data-order-link]').first().waitFor();
  return page;
}

const addressOf = (id: string) => `/dashboard/orders/view/${id}`;

interface SentFile {
  photo: Blob;
  small: Blob;
}

/** Reads the files that the browser made of the pictures. */
async function readSent(client: Client, orderId: string): Promise<SentFile[]> {
  const { data, error } = await client
    .from('order_photos')
    .select('id')
    .eq('order_id', orderId)
    .order('created_at');
  if (error) throw error;
  const read = async (name: string): Promise<Blob> => {
    const file = await client.storage.from(BUCKET).download(name);
    if (file.error) throw file.error;
    return file.data;
  };
  return Promise.all(
    data.map(async ({ id }) => ({
      photo: await read(`${orderId}/${id}`),
      small: await read(`${orderId}/${id}.small`),
    })),
  );
}

/** Sends the photos of an order as the browser does. */
async function addPhotos(client: Client, orderId: string, files: readonly SentFile[]): Promise<void> {
  for (const { photo, small } of files) {
    const id = randomUUID();
    const added = await client.rpc('add_photo', { p_id: id, p_order_id: orderId, p_moment: 'reception' });
    if (added.error) throw added.error;
    for (const [name, file] of [
      [`${orderId}/${id}`, photo],
      [`${orderId}/${id}.small`, small],
    ] as const) {
      const { error } = await client.storage.from(BUCKET).upload(name, file, { contentType: file.type });
      if (error) throw error;
    }
    const { error } = await client.functions.invoke('check-photo', { body: { photoId: id } });
    if (error) throw error;
  }
}

const idsOf = async ({ sql }: Shop): Promise<string[]> =>
  (await sql`select id from service_orders order by order_number desc`).map(({ id }) => String(id));

type Question = (client: Client, id: string) => PromiseLike<{ error: Error | null }>;
const QUESTIONS: Readonly<Record<string, Question>> = {
  'list, first page': (client) => client.rpc('search_orders', {}),
  order: (client, id) =>
    client
      .from('service_orders')
      .select('*, technician:staff_names!service_orders_technician_id_fkey (full_name)')
      .eq('id', id)
      .single(),
};
const PHOTO_LIST: Question = (client, id) =>
  client.from('order_photos').select('id, order_id, moment, created_at, checked_at').eq('order_id', id);

/** The average of some requests, in ms. */
async function ask(question: Question, client: Client, id: string): Promise<number> {
  const from = performance.now();
  for (let count = 0; count < REQUESTS; count += 1) {
    const { error } = await question(client, id);
    if (error) throw error;
  }
  return (performance.now() - from) / REQUESTS;
}

/** The times from the navigation to the frames with the order's customer, and with all small pictures, in ms. */
async function openOrder(
  page: Page,
  id: string,
  photos: number,
): Promise<{ readable: number; complete: number }> {
  await page.goto(addressOf(id), { waitUntil: 'commit' });
  const at = async (what: 'readable' | 'complete') =>
    Number(
      await (
        await page.waitForFunction(
          ([name, count]) => {
            const main = document.querySelector('main');
            const isThere =
              name === 'readable'
                ? main?.querySelector('h1') && main.textContent.includes('Pasaje Las Gaviotas')
                : document.querySelectorAll('img[alt^="Al recibirlo, foto"]').length === count;
            return isThere ? performance.now() : null;
          },
          [what, photos] as const,
        )
      ).jsonValue(),
    );
  const readable = await at('readable');
  const complete = await at('complete');
  await page.waitForLoadState('networkidle');
  return { readable, complete };
}

const load = () =>
  loadavg()
    .map((value) => round(value))
    .join(', ');
const folder = await mkdtemp(join(tmpdir(), 'taller-bench-'));
await using plain = await openShop({ siteDir });
await using pictured = await openShop({ siteDir });
const shops = [plain, pictured] as const;
for (const shop of shops) await fillOrders(shop, ORDERS);
const ids = [await idsOf(plain), await idsOf(pictured)] as const;
const executablePath = process.env.TALLER_CHROMIUM ?? (await ensureChromium({ windowless: false }));
const browser = await chromium.launch({
  ...(executablePath ? { executablePath } : {}),
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
});

console.log(`Load before: ${load()}`);
const [first = ''] = ids[1];
const phone = await signIn(browser, pictured, 390);
const files: string[] = [];
let chosen = 0;
for (const [index, grain] of GRAINS.entries()) {
  const drawn = Buffer.from(await phone.evaluate(drawPhoto, { seed: index + 1, grain }), 'base64');
  const file = join(folder, `foto-${index + 1}.jpg`);
  await writeFile(file, drawn);
  files.push(file);
  chosen += drawn.length;
}
const uploaded = await uploadPhotos(phone, addressOf(first), files);
await phone.context().close();
const { client } = pictured.people.receptionist;
const sent = await readSent(client, first);
console.table(
  Object.fromEntries(
    sent.map(({ photo, small }, index) => [
      `noise ${GRAINS[index]}`,
      { type: photo.type, 'photo, kB': round(photo.size / 1000), 'small, kB': round(small.size / 1000) },
    ]),
  ),
);
console.log(`Upload of ${sent.length} pictures of ${round(chosen / 1e6)} MB at 1.6 Mbps, load ${load()}:`);
console.log(`  all shown after ${round(uploaded.seconds)} s; progress seen:`, uploaded.steps);
judge('MB sent', round(uploaded.bytes / 1e6, 2), SENT_LIMIT_BYTES / 1e6);
judge('pictures without progress', PHOTOS - Object.keys(uploaded.steps).length, 0);
judge('pictures that did not come', PHOTOS - sent.length, 0);

const others = ids[1].slice(1);
const fill = async () => {
  for (let id = others.pop(); id; id = others.pop()) await addPhotos(client, id, sent);
};
await Promise.all(Array.from({ length: 4 }, fill));
for (const { sql } of shops) await sql`vacuum analyze`;

// The second visit of the shop without photos tells how far two measurements of the same are apart.
const variants = [
  { shop: plain, ids: ids[0], photos: 0 },
  { shop: pictured, ids: ids[1], photos: PHOTOS },
  { shop: plain, ids: ids[0].toReversed(), photos: 0 },
];
const BROWSER = 'browser, order readable';
const measured: { page: Page; times: Record<string, number[]> }[] = [];
for (const { shop } of variants) measured.push({ page: await signIn(browser, shop, 1280), times: {} });
const beside: { list: number[]; complete: number[] } = { list: [], complete: [] };
for (let turn = 0; turn < WARM_UP + ROUNDS; turn += 1) {
  const isKept = turn >= WARM_UP;
  for (const step of variants.keys()) {
    const which = (turn + step) % variants.length;
    const [variant, kept] = [variants[which], measured[which]];
    if (!variant || !kept) continue;
    const note = (name: string, took: number) => isKept && (kept.times[name] ??= []).push(took);
    const id = variant.ids[turn % ORDERS] ?? '';
    const reader = variant.shop.people.receptionist.client;
    for (const [name, question] of Object.entries(QUESTIONS)) note(name, await ask(question, reader, id));
    const { readable, complete } = await openOrder(kept.page, id, variant.photos);
    note(BROWSER, readable);
    if (!isKept || variant.photos === 0) continue;
    beside.complete.push(complete);
    beside.list.push(await ask(PHOTO_LIST, reader, id));
  }
}
await browser.close();
await rm(folder, { recursive: true, force: true });

console.log(`${ORDERS} orders with ${PHOTOS} photos each, ${ROUNDS} rounds, load ${load()}:`);
for (const name of [...Object.keys(QUESTIONS), BROWSER]) {
  const [without = NaN, withPhotos = NaN, again = NaN] = measured.map(({ times }) =>
    quarter(times[name] ?? []),
  );
  const noise = round(again / without, 2);
  console.log(`  ${name}: ${round(without)} ms without, ${round(withPhotos)} ms with; A/A ${noise}`);
  judge(`${name}, ratio`, round(withPhotos / without, 2), RATIO_LIMIT);
}
console.log(`  Beside: list of an order's photos ${round(quarter(beside.list))} ms;`);
console.log(`  six small pictures shown ${round(quarter(beside.complete))} ms after the navigation`);
process.exitCode = failures.length > 0 ? 1 : 0;
