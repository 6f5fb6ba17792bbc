/** Changed facts of the shop are on the site at once, with the builds that it has. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startTestServer } from '@taller/server/testing/start-test-server.ts';
import { expect, test } from '../support/fixtures.ts';
import { publish, serveSite } from '../support/sites.ts';

test('CFG-01 CFG-03 a changed name, phone and service: landing, footer, manifest, title, and a tab that was open', async ({
  browser,
}) => {
  test.slow();
  const siteDir = join(import.meta.dirname, '../../site');
  await using server = await startTestServer({ siteDir });
  const context = await browser.newContext({ baseURL: server.url });
  const page = await context.newPage();
  const landing = async () => (await context.request.get('/')).text();
  // The test's database has a new shop's facts, the built site the demo's.
  expect(await landing()).toContain('<title>Servicio técnico de celulares');
  expect(await landing()).not.toContain('Barlovento');
  await page.goto('/');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Servicio Técnico' })).toBeVisible();
  // Missing details are omitted, not rendered empty.
  await expect(page.locator('a[href="tel:"], a[href="mailto:"], a[href=""]')).toHaveCount(0);

  await server.sql`update public.setting_sections set value = value ||
    '{"name": "Ancla", "fullName": "Taller Ancla", "phone": "56322550999"}' where section = 'shop'`;
  await server.sql`update public.setting_sections set value =
    jsonb_set(value, '{groups,0,services,0,priceFrom}', '25000') where section = 'services'`;
  await expect.poll(landing).toContain('Desde $25.000');
  const manifest = (await (await context.request.get('/site.webmanifest')).json()) as { name: string };
  expect(manifest.name).toBe('Taller Ancla');

  // The open tab takes the new release with a step to another screen, at most 15 s after it was published.
  const header = page.getByRole('banner');
  const screens = ['Servicios', 'Inicio'];
  await expect(async () => {
    await header.getByRole('link', { name: screens[0] ?? '' }).click();
    screens.reverse();
    // oxlint-disable-next-line taller/no-clock -- toPass tries again until its own time-out.
    await expect(header.getByRole('link', { name: 'Ancla' })).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await header.getByRole('link', { name: 'Servicios' }).click();
  await expect(page).toHaveTitle('Servicios · Ancla');
  await expect(page.getByRole('contentinfo')).toContainText('+56 32 255 0999');
  await expect(page.getByRole('contentinfo')).toContainText('Taller Ancla');
  await expect(page.getByText('Desde $25.000')).toBeVisible();
});

test('CFG-65 a static site shows changed details after one command, from its project or from a file', async ({
  browser,
}) => {
  test.slow();
  await using shop = await startTestServer();
  await using site = await serveSite(shop);
  const config = { supabaseUrl: shop.url, supabaseKey: shop.keys.publishable };
  await writeFile(join(site.folder, 'config.json'), JSON.stringify(config));
  await shop.sql`update public.setting_sections set value = value ||
    '{"name": "Ancla", "fullName": "Taller Ancla"}' where section = 'shop'`;
  const context = await browser.newContext({ baseURL: site.url });
  const page = await context.newPage();
  await page.goto('/servicios');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Barlovento' })).toBeVisible();

  const published = await publish(site, '--facts', 'supabase');
  expect(published).toMatchObject({
    code: 0,
    output: expect.stringContaining('Datos de la tienda publicados'),
  });
  await page.goto('/');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Ancla' })).toBeVisible();
  await expect(page.getByRole('contentinfo')).toContainText('Taller Ancla');
  expect(await (await context.request.get('/')).text()).not.toContain('Barlovento');
  const again = await publish(site, '--facts', 'supabase');
  expect(again.output).toContain('El sitio ya mostraba estos datos de la tienda');

  // Invalid details leave the site as it is.
  const file = join(site.folder, '../tienda.json');
  await writeFile(file, JSON.stringify({ formato: 'taller-ajustes-1', secciones: { shop: { name: '' } } }));
  const refused = await publish(site, '--facts', file);
  expect(refused).toMatchObject({
    code: 1,
    output: expect.stringContaining('shop.name: Escribe algo aquí.'),
  });
  expect(await (await context.request.get('/')).text()).toContain('Ancla');
  await context.close();
});
