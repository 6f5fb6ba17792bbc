/**
 * Order intake by a receptionist: the number of clicks (taps) and of keys other than text, for a returning and a new
 * customer, from the desk to the order's number and its print page.
 *
 * Run after a build of the site: node bench/order-intake.ts [folder for screenshots]
 */
import { join } from 'node:path';
import { chromium, expect, type Browser, type Page } from '@playwright/test';
import { makeOrder } from '../supabase/test/support/orders.ts';
import { openShop, PASSWORD, type Shop } from '../supabase/test/support/shop.ts';

const siteDir = join(import.meta.dirname, '../site');
const folder = process.argv[2];
const RETURNING = { rut: '9035513-9', name: 'Rosa Repetida' };

/** Counts user actions other than typing text. */
class Hands {
  clicks = 0;
  keys = 0;
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async click(name: string): Promise<void> {
    this.clicks += 1;
    await this.page.getByRole('button', { name, exact: true }).click();
  }

  async press(key: string, times = 1): Promise<void> {
    for (let turn = 0; turn < times; turn += 1) await this.page.keyboard.press(key);
    this.keys += times;
  }

  async write(label: string, text: string): Promise<void> {
    await expect(this.page.getByLabel(label, { exact: true })).toBeFocused();
    await this.page.keyboard.type(text);
  }

  async picture(name: string): Promise<void> {
    if (folder) await this.page.screenshot({ path: join(folder, `${name}.png`) });
  }
}

async function openDesk(browser: Browser, shop: Shop, width: number, height: number): Promise<Page> {
  const context = await browser.newContext({
    baseURL: shop.url,
    viewport: { width, height },
    locale: 'es-CL',
    hasTouch: width < 768,
  });
  const page = await context.newPage();
  await page.goto('/auth');
  await page.getByLabel('Correo electrónico').fill(shop.people.receptionist.email);
  await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('list', { name: 'Lista de órdenes' }).getByRole('listitem').first().waitFor();
  return page;
}

/** Takes an order in: with the keyboard at the counter, by touch on a phone, whose 'next' key replaces Tab. */
async function takeIn(page: Page, kind: 'returning' | 'new', width: number): Promise<Hands> {
  const hands = new Hands(page);
  const narrow = width < 768;
  if (narrow) await hands.click('Nueva orden');
  else await hands.press('n');
  await hands.write('RUT', kind === 'returning' ? RETURNING.rut.replace('-', '') : '111111111');
  if (kind === 'returning') {
    const device = page.getByRole('button', { name: 'Huawei P30' });
    await device.waitFor();
    await hands.picture(`${width}-conocido`);
    if (narrow) {
      hands.clicks += 1;
      await device.click();
    } else {
      await hands.press('Tab', 2);
      await expect(device).toBeFocused();
      await hands.press('Enter');
    }
  } else {
    await hands.press('Tab');
    await hands.write('Teléfono', '912345678');
    await hands.press('Tab');
    await hands.write('Nombre completo', 'Nora Nueva');
    await hands.press('Tab', 3);
    await hands.write('Marca', 'LG');
    await hands.press('Tab');
    await hands.write('Modelo', 'Velvet');
    await hands.press('Tab', 2);
  }
  await hands.write('Estado en que llega', 'Sin golpes');
  await hands.press('Tab');
  await hands.write('Problema', 'No carga');
  await hands.press('Tab');
  await hands.write('Trabajo a realizar', 'Diagnóstico');
  await hands.press('Tab', 2);
  await hands.write('Presupuesto', '30000');
  await hands.picture(`${width}-${kind}-lleno`);
  if (narrow) await hands.click('Crear orden');
  else await hands.press('Control+Enter');
  await page.getByText(/^Orden #\d{6} creada$/).waitFor();
  await hands.picture(`${width}-${kind}-creada`);
  if (narrow) {
    hands.clicks += 1;
    await page.getByRole('link', { name: 'Imprimir' }).click();
  } else await hands.press('Enter');
  await page.getByRole('heading', { name: /imprimir/i }).waitFor();
  await page.getByRole('button', { name: 'Volver' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  return hands;
}

await using shop = await openShop({ siteDir });
const browser = await chromium.launch({
  executablePath: process.env.TALLER_CHROMIUM,
  args: ['--no-sandbox'],
});
const rows: Record<string, string | number>[] = [];
for (const [width, height] of [
  [1280, 800],
  [390, 844],
] as const) {
  await makeOrder(shop, {
    customer_name: RETURNING.name,
    customer_rut: RETURNING.rut,
    equipment_brand: 'Huawei',
    equipment_model: 'P30',
  });
  const page = await openDesk(browser, shop, width, height);
  for (const kind of ['returning', 'new'] as const) {
    const { clicks, keys } = await takeIn(page, kind, width);
    rows.push({ width, customer: kind, clicks, keys });
  }
  await page.context().close();
}
await browser.close();
console.table(rows);
