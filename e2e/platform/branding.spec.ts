/** A shop's own branding is on every page at once: main colour and logo (CFG-50 to CFG-53). */
import { join } from 'node:path';
import { brandingTokens } from '@taller/shared/config/branding-colors.ts';
import { startTestServer, type TestServer } from '@taller/server/testing/start-test-server.ts';
import type { Page } from '@playwright/test';
import { axeFindings } from '../support/axe.ts';
import { expect, test, TOKEN_KEY, tokensOf } from '../support/fixtures.ts';
import { PagePool } from '../support/page-pool.ts';

/** A demo shop whose site follows its database: of both tests, whose settings differ. */
let shop: TestServer;
let pages: PagePool;
let stack: AsyncDisposableStack;

test.beforeAll(async ({ browser }) => {
  stack = new AsyncDisposableStack();
  const siteDir = join(import.meta.dirname, '../../site');
  shop = stack.use(await startTestServer({ demo: true, siteDir }));
  pages = new PagePool(browser, shop.url);
  stack.defer(() => pages.close());
});
test.afterEach(async () => {
  const { status, expectedStatus } = test.info();
  await pages.endTest(status === expectedStatus);
});
test.afterAll(() => stack.disposeAsync());

const openAdmin = async (): Promise<Page> => pages.take({ [TOKEN_KEY]: await tokensOf(shop, 'admin') });

const saveBranding = async (page: Page) => {
  await page.getByRole('button', { name: 'Guardar' }).click();
  await expect(page.getByText('Ajustes guardados.', { exact: true })).toBeVisible();
};

const colorOf = (page: Page, name: string) =>
  page.evaluate((property) => {
    const probe = document.createElement('i');
    probe.style.color = `var(--color-${property})`;
    document.body.append(probe);
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  }, name);

const rgb = (hex = '') =>
  `rgb(${[1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join(', ')})`;

test('CFG-50 CFG-51 an admin chooses a red: refused while it cannot be read, then on landing, desk and manifest, and readable in both schemes @exhaustive', async () => {
  test.slow();
  const page = await openAdmin();
  await page.goto('/dashboard/ajustes/look');
  const color = page.getByLabel('Color principal');
  await color.fill('FF8A80');
  await page.getByRole('button', { name: 'Guardar' }).click();
  await expect(color).toBeFocused();
  await expect(color).toHaveAccessibleDescription(/contraste 2,2 de 4,5.*Prueba #[0-9a-f]{6}/);
  await page.getByRole('button', { name: /^Usar #/ }).click();
  await expect(color).not.toHaveValue('#ff8a80');
  await color.fill('#b3261e');
  await saveBranding(page);

  const landing = async () => (await page.request.get('/')).text();
  await expect.poll(landing).toContain(brandingTokens('#b3261e').mark?.[0]);
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  await page.goto('/');
  expect(requests.filter((path) => /^\/assets\/index-.*\.css$/.test(path))).toHaveLength(1);
  expect(await colorOf(page, 'accent')).toBe(rgb('#b3261e'));
  expect(await axeFindings(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await colorOf(page, 'accent')).toBe(rgb(brandingTokens('#b3261e').accent?.[1]));
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText(/^#\d{6}$/).first()).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  const manifest = (await (await page.request.get('/site.webmanifest')).json()) as { theme_color: string };
  expect(manifest.theme_color).toBe(brandingTokens('#b3261e').mark?.[0]);
});

const svg = (inner: string) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 480 120"><rect width="480" height="120" rx="24" fill="#b3261e"/>${inner}</svg>`,
  );

test('CFG-34 CFG-52 CFG-53 an admin chooses a logo: a drawing is stored as its pixels, without what else it carries; it is in header, footer, sheet, manifest, plain page and the file of the settings @exhaustive', async () => {
  test.slow();
  const page = await openAdmin();
  await page.goto('/dashboard/ajustes/look');
  const chooser = page.getByLabel('Archivo del logo');
  const choose = (name: string, buffer: Buffer) =>
    chooser.setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
  await choose('logo.png', Buffer.from('GIF89a'));
  await expect(chooser).toHaveAccessibleDescription(/no se puede abrir como imagen/);
  const hostile = '<script>document.title = "x"</script><rect onload="alert(1)"/>';
  const html =
    '<foreignObject width="9" height="9"><p xmlns="http://www.w3.org/1999/xhtml">x</p></foreignObject>';
  await choose('logo.png', svg(`${hostile}${html}<circle cx="60" cy="60" r="40" fill="#fff"/>`));
  const chosen = page.getByRole('region', { name: 'Apariencia' }).getByAltText('Logo elegido');
  await expect(chosen).toBeVisible();
  // An unsaved choice survives a reload.
  await page.reload();
  await expect(chosen).toBeVisible();
  await saveBranding(page);
  const history = page.getByRole('region', { name: 'Historial' });
  await expect(history.getByRole('row').nth(1).getByAltText('Logo elegido')).toBeVisible();

  const landing = async () => (await page.request.get('/')).text();
  await expect.poll(landing).toContain('/assets/logo-');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  const mark = page.getByRole('banner').getByRole('link', { name: 'Barlovento' }).getByRole('img');
  await expect(mark).toHaveJSProperty('complete', true);
  expect(
    await mark.evaluate((image: HTMLImageElement) => [image.naturalWidth > 0, image.width, image.height]),
  ).toEqual([true, 128, 32]);
  const path = (await mark.getAttribute('src')) ?? '';
  await expect(page.getByRole('contentinfo').getByAltText('Barlovento')).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  const file = await page.request.get(path);
  expect(file.headers()).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringMatching(/^default-src 'none'.*sandbox$/),
  });
  const [image] = await shop.sql`select type, width, height from private.shop_images`;
  expect(image).toEqual({ type: 'image/png', width: 1024, height: 256 });
  const manifest = (await (await page.request.get('/site.webmanifest')).json()) as {
    icons: { src: string }[];
  };
  expect(await (await page.request.get(manifest.icons[0]?.src ?? '')).text()).toContain(
    'data:image/png;base64,',
  );
  const plain = await (await page.request.get('/?orden=000001&simple=1')).text();
  expect(plain).toContain(`src="${path}" width="160" height="40" alt="Barlovento"`);

  const [order] = await shop.sql`select id from public.service_orders order by order_number desc limit 1`;
  await page.addInitScript(() => (window.print = () => undefined));
  await page.goto(`/print/${String(order?.id)}`);
  await expect(page.locator(`img[src="${path}"]`).first()).toBeVisible();

  // The file of the settings carries the image to a shop that has never seen it.
  await page.goto('/dashboard/ajustes/archivo');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Descargar ajustes' }).click(),
  ]);
  await shop.sql`update public.setting_sections set value = '{"logo": null, "color": null}' where section = 'look'`;
  await shop.sql`delete from private.shop_images`;
  await page.reload();
  await page.getByLabel('Archivo de ajustes').setInputFiles(await download.path());
  await expect(
    page.getByRole('region', { name: 'Apariencia' }).getByAltText('Logo elegido'),
  ).toHaveJSProperty('complete', true);
  await page.getByRole('button', { name: 'Cambiar una sección' }).click();
  await expect(page.getByText('Ajustes importados.')).toBeVisible();
  const [stored] = await shop.sql`select value #>> '{logo,hash}' as hash from public.setting_sections
    where section = 'look' and exists (select from private.shop_images i where i.hash = value #>> '{logo,hash}')`;
  expect(path).toContain(String(stored?.hash));
});
