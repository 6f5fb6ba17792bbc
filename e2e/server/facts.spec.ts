/** Changed facts of the shop are on the site at once, with the builds that it has. */
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestServer } from '@taller/server/testing/start-test-server.ts';
import { factsPublisher } from '@taller/tooling/site/facts-publisher';
import { expect, test } from '../support/fixtures.ts';

test('CFG-01 CFG-03 a changed name, phone and service: landing, footer, manifest, title, and a tab that was open', async ({
  browser,
}) => {
  test.slow();
  const root = await mkdtemp(join(tmpdir(), 'taller-e2e-facts-'));
  const siteDir = join(root, 'site');
  await cp(join(import.meta.dirname, '../../site'), siteDir, { recursive: true });
  const server = await startTestServer({ siteDir, publishFacts: factsPublisher(siteDir) });
  try {
    const context = await browser.newContext({ baseURL: server.url });
    const page = await context.newPage();
    const landing = async () => (await context.request.get('/')).text();
    // The test's database has a new shop's facts, the built site the demo's.
    await expect.poll(landing, { timeout: 60_000 }).toContain('<title>Servicio técnico de celulares');
    await expect.poll(landing, { timeout: 60_000 }).not.toContain('Barlovento');
    await page.goto('/');
    await expect(page.getByRole('banner').getByRole('link', { name: 'Servicio Técnico' })).toBeVisible();
    // What has not been told is left out, not empty.
    await expect(page.locator('a[href="tel:"], a[href="mailto:"], a[href=""]')).toHaveCount(0);

    await server.sql`update public.setting_sections set value = value ||
      '{"name": "Ancla", "fullName": "Taller Ancla", "phone": "56322550999"}' where section = 'shop'`;
    await server.sql`update public.setting_sections set value =
      jsonb_set(value, '{groups,0,services,0,priceFrom}', '25000') where section = 'services'`;
    await expect.poll(landing, { timeout: 60_000 }).toContain('Desde $25.000');
    const manifest = (await (await context.request.get('/site.webmanifest')).json()) as { name: string };
    expect(manifest.name).toBe('Taller Ancla');

    // The open tab takes the new release with a step to another screen, at most 15 s after it was published.
    const header = page.getByRole('banner');
    const screens = ['Servicios', 'Inicio'];
    await expect(async () => {
      await header.getByRole('link', { name: screens[0] ?? '' }).click();
      screens.reverse();
      await expect(header.getByRole('link', { name: 'Ancla' })).toBeVisible({ timeout: 2_000 });
    }).toPass({ timeout: 60_000 });
    await header.getByRole('link', { name: 'Servicios' }).click();
    await expect(page).toHaveTitle('Servicios · Ancla');
    await expect(page.getByRole('contentinfo')).toContainText('+56 32 255 0999');
    await expect(page.getByRole('contentinfo')).toContainText('Taller Ancla');
    await expect(page.getByText('Desde $25.000')).toBeVisible();
  } finally {
    await server.close();
    await rm(root, { recursive: true, force: true });
  }
});
