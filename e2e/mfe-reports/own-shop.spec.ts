/** An empty shop gets its own settings: each section of 'Ajustes' is changed and seen where people meet it. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { brandingTokens } from '@taller/shared/config/branding-colors.ts';
import { orderColumns } from '@taller/shared/testing/sample-order.ts';
import { openEmptyShop } from '../support/empty-shop.ts';
import { expect, test } from '../support/fixtures.ts';
import { mailsTo } from '../support/mails.ts';
import { saveSettings } from '../support/save-settings.ts';
import { publish, serveSite } from '../support/sites.ts';

const OWNER = { name: 'Marcela Ibáñez', email: 'duena@ancla.test', password: 'una-clave-larga' };
const COLOR = '#b3261e';
const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 480 120"><circle cx="60" cy="60" r="40" fill="#b3261e"/></svg>';
const PATIENCE = { timeout: 60_000 };

/** One change of each section, by the fields of its form. */
const CHANGES: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  shop: async (page) => {
    await page.getByLabel('Nombre corto').fill('Ancla');
    await page.getByLabel('Nombre completo').fill('Taller Ancla');
    await page.getByLabel('Calle y número (opcional)').fill('Esmeralda 77');
    await page.getByLabel('Teléfono (opcional)').fill('+56 32 255 0999');
  },
  look: async (page) => {
    await page.getByLabel('Color principal').fill(COLOR);
    await page
      .getByLabel('Archivo del logo')
      .setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(LOGO) });
    await expect(page.getByRole('main').locator('img')).toBeVisible();
  },
  hours: async (page) => {
    await page.getByRole('button', { name: 'Agregar tramo: Lunes' }).click();
    const monday = page.getByRole('group', { name: 'Tramo 1 de Lunes' });
    await monday.getByLabel('Abre').fill('08:15');
    await monday.getByLabel('Cierra').fill('17:45');
  },
  services: async (page) => {
    const first = page.getByRole('group', { name: 'Servicio 1 de Servicios' }).first();
    await first.locator('summary').click();
    await first.getByLabel('Precio desde (opcional)').fill('25000');
  },
  terms: (page) => page.getByLabel('Condición', { exact: true }).first().fill('Guardamos tu equipo 77 días.'),
  landing: (page) => page.getByLabel('Presentación').fill('Reparamos a la vista del puerto.'),
  desk: (page) =>
    page
      .getByRole('group', { name: 'Accesorios que dejan los clientes' })
      .getByLabel('Celular (opcional)')
      .fill('Funda con ancla'),
  commission: async (page) => {
    await page.getByRole('button', { name: 'Agregar regla' }).click();
    await page.getByLabel('Vale desde').fill('2026-01-01');
    await page.getByRole('textbox', { name: 'Porcentaje', exact: true }).fill('12');
  },
  data: (page) => page.getByLabel('Órdenes cerradas').fill('7'),
  messages: async (page) => {
    const ready = page.getByRole('group', { name: 'Reparación terminada', exact: true });
    await ready.locator('summary').click();
    await ready.getByLabel('Texto').fill('{{cliente}}: lista tu orden {{orden}}.');
  },
};

test('CFG-46 CFG-01 an owner makes an empty shop her own in Ajustes, and sees it on site, sheet, mail, message, desk and a static host @exhaustive', async ({
  browser,
}) => {
  test.slow();
  await using shop = await openEmptyShop();
  const { server } = shop;
  const context = await browser.newContext({ baseURL: server.url });
  const page = await context.newPage();
  await page.goto(await shop.newAddress());
  await page.getByLabel('Nombre completo').fill(OWNER.name);
  await page.getByLabel('Correo electrónico').fill(OWNER.email);
  await page.getByLabel('Contraseña', { exact: true }).fill(OWNER.password);
  await page.getByRole('button', { name: 'Crear cuenta y seguir' }).click();
  await expect(page.getByLabel('Nombre de la tienda')).toBeVisible();

  const sections = await server.sql`select section from public.setting_sections order by section`;
  expect(sections.map(({ section }) => section as string)).toEqual(Object.keys(CHANGES).toSorted());
  for (const [section, change] of Object.entries(CHANGES)) {
    await page.goto(section === 'shop' ? '/dashboard/ajustes' : `/dashboard/ajustes/${section}`);
    await change(page);
    await saveSettings(page);
  }

  const text = async (path: string) => (await context.request.get(path)).text();
  await expect.poll(() => text('/'), PATIENCE).toContain('Reparamos a la vista del puerto.');
  const landing = await text('/');
  for (const told of [
    'Taller Ancla',
    'Esmeralda 77',
    '08:15',
    '$25.000',
    brandingTokens(COLOR).mark?.[0] ?? '?',
  ])
    expect(landing).toContain(told);
  expect(landing).not.toContain('Barlovento');
  const manifest = (await (await context.request.get('/site.webmanifest')).json()) as Record<string, unknown>;
  expect(manifest).toMatchObject({ name: 'Taller Ancla', theme_color: brandingTokens(COLOR).mark?.[0] });
  await page.goto('/');
  await expect(page.getByRole('contentinfo')).toContainText('+56 32 255 0999');

  const [order] = await server.sql`
    insert into public.service_orders ${server.sql(orderColumns({ customer_name: 'Ana Paz', customer_phone: '912345678', customer_rut: '12345678-5' }))}
    returning id, order_number`;
  await page.goto(`/print/${String(order?.id)}?type=client&copies=1`);
  const sheet = page.getByRole('main');
  await expect(sheet.getByText('Guardamos tu equipo 77 días.').first()).toBeVisible();
  await expect(sheet.getByText('Taller Ancla').first()).toBeVisible();

  await page.goto('/dashboard/ajustes/messages');
  const preview = page.getByRole('region', { name: 'Vista previa' });
  await preview.getByLabel('Vista previa con la orden N°').fill(String(order?.order_number).padStart(6, '0'));
  await preview.getByRole('button', { name: 'Ver', exact: true }).click();
  await preview.getByLabel('Aviso', { exact: true }).selectOption('Reparación terminada');
  await expect(preview.getByRole('blockquote')).toHaveText(/^Ana Paz: lista tu orden \d{6}\.$/);

  await page.goto('/dashboard?nueva=1');
  await expect(page.getByRole('dialog')).toContainText('Funda con ancla');

  await page.goto('/privacidad');
  await expect(page.getByRole('main')).toContainText('7 años');

  const visitor = await browser.newPage({ baseURL: server.url });
  await visitor.goto('/forgot-password');
  await visitor.getByLabel('Correo electrónico').fill(OWNER.email);
  await visitor.getByRole('main').getByRole('button').first().click();
  await expect.poll(async () => (await mailsTo(server, OWNER.email)).length).toBe(1);
  const [mail] = await mailsTo(server, OWNER.email);
  expect(JSON.stringify(mail)).toContain('Ancla');
  expect(JSON.stringify(mail)).not.toContain('Barlovento');

  // A static host that said another shop's name says all of it after one command.
  await using site = await serveSite(server);
  const config = { supabaseUrl: server.url, supabaseKey: server.keys.publishable };
  await writeFile(join(site.folder, 'config.json'), JSON.stringify(config));
  expect(await publish(site, '--facts', 'supabase')).toMatchObject({ code: 0 });
  await visitor.goto(site.url);
  const header = visitor.getByRole('banner');
  await expect(header.getByRole('img', { name: 'Ancla' })).toBeVisible();
  await expect(visitor.getByText('Reparamos a la vista del puerto.')).toBeVisible();
  await expect(visitor.getByRole('contentinfo')).toContainText('Esmeralda 77');
  const elsewhere = await (await visitor.request.get(site.url)).text();
  for (const told of ['Taller Ancla', '08:15', '$25.000', brandingTokens(COLOR).mark?.[0] ?? '?'])
    expect(elsewhere).toContain(told);
  expect(elsewhere).not.toContain('Barlovento');
});
