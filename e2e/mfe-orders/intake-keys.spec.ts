/** Counts the keys, clicks and scans of an intake, for five typical cases: a change that makes one longer fails. */
import { randomInt } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import type { RunningServer } from '@taller/server/start-server.ts';
import { withDatabase } from '../support/database.ts';
import { expect, test } from '../support/fixtures.ts';
import { coveredOrder, newOrder } from '../support/orders.ts';
import { somebody, type Somebody } from '../support/people.ts';

/** Counts what a person at the counter does. A scan is one act: its letters cost nobody anything. */
class Hand {
  keys = 0;
  clicks = 0;
  scans = 0;
  readonly page: Page;
  constructor(page: Page) {
    this.page = page;
  }
  async type(text: string): Promise<void> {
    await this.page.keyboard.type(text);
    this.keys += text.length;
  }
  async press(...names: string[]): Promise<void> {
    for (const name of names) await this.page.keyboard.press(name);
    this.keys += names.length;
  }
  async click(target: Locator): Promise<void> {
    await target.click();
    this.clicks += 1;
  }
  async scan(code: string): Promise<void> {
    await this.page.keyboard.type(`${code}\n`);
    this.scans += 1;
  }
  get count() {
    return { keys: this.keys, clicks: this.clicks, scans: this.scans };
  }
}

const WORK = 'Cambio de pantalla';
const FAULT = 'Pantalla trizada';
const label = (page: Page, text: string) => page.getByLabel(text, { exact: true });

/** A shop whose usual fault brings its usual quote. */
const prepare = (shop: RunningServer) =>
  withDatabase(shop, (sql) => {
    const line = { quote: WORK, type: 'smartphone', kind: 'labour', description: WORK, price: 45_990 };
    const lines = { cannedLines: [{ ...line, condition: 'new', optional: false }] };
    const faults = [{ text: FAULT, type: 'smartphone', chip: true, quote: WORK }];
    return sql`update setting_sections
      set value = jsonb_set(value || ${sql.json(lines)}, '{texts,description}', ${sql.json(faults)})
      where section = 'desk'`;
  });

const newImei = () => `35${String(randomInt(10 ** 12)).padStart(13, '0')}`;
const returning = async (shop: RunningServer): Promise<{ person: Somebody; imei: string }> => {
  const person = somebody();
  const imei = newImei();
  await newOrder(shop, {
    customer_name: person.fullName,
    customer_rut: person.rut,
    customer_phone: person.phone,
    equipment_type: 'smartphone',
    equipment_brand: 'Samsung',
    equipment_model: 'Galaxy A15',
    imei,
  });
  return { person, imei };
};
const open = async (page: Page) => {
  await page.getByRole('button', { name: 'Nueva orden' }).click();
  await expect(label(page, 'Buscar cliente o equipo')).toBeFocused();
};
const bareRut = ({ rut }: Somebody) => rut.replace('-', '');
const chip = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true });
const isSaved = (page: Page) =>
  expect(page.getByRole('dialog').getByText(/^Orden \d{6} creada$/)).toBeVisible();

/** Fills in the fields of every device: its state with a text of the shop, problem, work and price with a button. */
async function describe(hand: Hand): Promise<void> {
  const { page } = hand;
  await expect(label(page, 'Estado en que llega')).toBeFocused();
  await hand.type('/');
  await hand.press('Enter');
  await hand.click(chip(page, FAULT));
  await expect(label(page, 'Presupuesto')).toHaveValue('45.990');
}

/** A device that the shop has never seen. */
async function enterDevice(hand: Hand): Promise<void> {
  const suggested = hand.page.getByRole('listbox').getByRole('option');
  await expect(label(hand.page, 'Marca')).toBeFocused();
  await hand.type('Sam');
  await expect(suggested.first()).toBeVisible();
  await hand.press('ArrowDown', 'Enter', 'Tab');
  await hand.type('a15');
  await expect(suggested.first()).toBeVisible();
  await hand.press('ArrowDown', 'Enter', 'Tab');
  await hand.scan(newImei());
}

test('REC-11 a returning customer with the same device takes a scan, 3 keys and a click', async ({
  openAs,
  shop,
}) => {
  await prepare(shop);
  const { imei } = await returning(shop);
  const page = await openAs('receptionist', '/dashboard');
  await open(page);
  const hand = new Hand(page);
  await hand.scan(imei);
  await describe(hand);
  await hand.press('Control+Enter');
  await isSaved(page);
  expect(hand.count).toEqual({ keys: 3, clicks: 1, scans: 1 });
});

test('REC-11 a returning customer with a new phone takes a scan, 25 keys and a click', async ({
  openAs,
  shop,
}) => {
  await prepare(shop);
  const { person } = await returning(shop);
  const page = await openAs('receptionist', '/dashboard');
  await open(page);
  const hand = new Hand(page);
  await hand.type(bareRut(person));
  await hand.press('Enter');
  await enterDevice(hand);
  await describe(hand);
  await hand.press('Control+Enter');
  await isSaved(page);
  expect(hand.count).toEqual({ keys: 25, clicks: 1, scans: 1 });
});

test('REC-11 a new customer takes a scan, 51 keys and 2 clicks', async ({ openAs, shop }) => {
  await prepare(shop);
  const page = await openAs('receptionist', '/dashboard');
  await open(page);
  const person = somebody();
  const hand = new Hand(page);
  await hand.type(bareRut(person));
  await hand.press('Enter');
  await expect(label(page, 'Teléfono')).toBeFocused();
  await hand.type(person.phone.replace('+56 ', '').replaceAll(' ', ''));
  await hand.press('Enter');
  await hand.type(person.fullName);
  await hand.click(label(page, 'Marca'));
  await enterDevice(hand);
  await describe(hand);
  await hand.press('Control+Enter');
  await isSaved(page);
  expect(hand.count).toEqual({ keys: 51, clicks: 2, scans: 1 });
});

test('REC-11 three devices of a visit take 3 scans, 55 keys and 5 clicks', async ({ openAs, shop }) => {
  await prepare(shop);
  const { person } = await returning(shop);
  const page = await openAs('receptionist', '/dashboard');
  await open(page);
  const hand = new Hand(page);
  await hand.type(bareRut(person));
  await hand.press('Enter');
  for (const at of [1, 2, 3]) {
    await enterDevice(hand);
    await describe(hand);
    if (at < 3) await hand.click(page.getByLabel(/^Trae otro equipo/));
    await hand.press('Control+Enter');
    if (at < 3) await expect(page.getByText(/Va en la misma visita/)).toBeVisible();
  }
  await isSaved(page);
  expect(hand.count).toEqual({ keys: 55, clicks: 5, scans: 3 });
});

/** A machine whose frames come later than its timers, as when it is busy. */
const withSlowFrames = (page: Page) =>
  page.addInitScript(() => {
    const request = globalThis.requestAnimationFrame.bind(globalThis);
    globalThis.requestAnimationFrame = (callback) => request(() => setTimeout(() => request(callback), 100));
  });

test('REC-11 the next field has the focus also where frames are slow, after the button that went and the form before', async ({
  openAs,
  shop,
}) => {
  await prepare(shop);
  const { person } = await returning(shop);
  const page = await openAs('receptionist', '/dashboard');
  await withSlowFrames(page);
  await page.reload();
  await open(page);
  await label(page, 'RUT').fill(person.rut);
  const known = page.getByRole('alert').filter({ hasText: person.fullName });
  await known.getByRole('button', { name: 'Usar sus datos' }).click();
  const hand = new Hand(page);
  await enterDevice(hand);
  await describe(hand);
  await hand.click(page.getByLabel(/^Trae otro equipo/));
  await hand.press('Control+Enter');
  await expect(page.getByText(/Va en la misma visita/)).toBeVisible();
  await enterDevice(hand);
});

test('REC-11 a warranty return takes a scan, 4 keys and a click', async ({ openAs, shop }) => {
  await prepare(shop);
  const person = somebody();
  const imei = newImei();
  await coveredOrder(shop, {
    customer_name: person.fullName,
    customer_rut: person.rut,
    customer_phone: person.phone,
    technical_work: 'Cambio de batería',
    imei,
  });
  const page = await openAs('receptionist', '/dashboard');
  await open(page);
  const hand = new Hand(page);
  await hand.scan(imei);
  await expect(page.getByRole('button', { name: 'Es garantía', exact: true })).toBeVisible();
  await hand.press('Alt+g');
  await expect(label(page, 'Estado en que llega')).toBeFocused();
  await hand.type('/');
  await hand.press('Enter');
  await hand.click(chip(page, FAULT));
  await expect(label(page, 'Presupuesto')).toHaveValue('');
  await hand.press('Control+Enter');
  await isSaved(page);
  expect(hand.count).toEqual({ keys: 4, clicks: 1, scans: 1 });
});
