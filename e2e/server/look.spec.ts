/** A shop's own look is on every page at once: main colour (CFG-50, CFG-51). */
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lookTokens } from '@taller/shared/config/look-colors.ts';
import type { RunningServer } from '@taller/server/start-server.ts';
import { startTestServer } from '@taller/server/testing/start-test-server.ts';
import { factsPublisher } from '@taller/tooling/site/facts-publisher';
import type { Browser, Page } from '@playwright/test';
import { axeFindings } from '../support/axe.ts';
import { expect, openWith, PASSWORD, test, TOKEN_KEY, tokensOf } from '../support/fixtures.ts';

/** A demo shop whose site follows its database. */
async function startShop(): Promise<RunningServer & AsyncDisposable> {
  const root = await mkdtemp(join(tmpdir(), 'taller-e2e-look-'));
  const siteDir = join(root, 'site');
  await cp(join(import.meta.dirname, '../../site'), siteDir, { recursive: true });
  const server = await startTestServer({
    demo: true,
    siteDir,
    publishFacts: factsPublisher(siteDir),
    prepare: (sql) =>
      sql`update auth.users set encrypted_password = extensions.crypt(${PASSWORD}, extensions.gen_salt('bf', 4))`,
  });
  const close = async () => {
    await server.close();
    await rm(root, { recursive: true, force: true });
  };
  return { ...server, close, [Symbol.asyncDispose]: close };
}

const openAdmin = async (browser: Browser, shop: RunningServer): Promise<Page> =>
  openWith(browser, shop, { [TOKEN_KEY]: await tokensOf(shop, 'admin') });

const saveLook = async (page: Page) => {
  await page.getByRole('button', { name: 'Guardar' }).click();
  await expect(page.getByText('Ajustes guardados.')).toBeVisible();
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

test('CFG-50 CFG-51 an admin chooses a red: refused while it cannot be read, then on landing, desk and manifest, and readable in both schemes', async ({
  browser,
}) => {
  test.slow();
  await using shop = await startShop();
  const page = await openAdmin(browser, shop);
  await page.goto('/dashboard/ajustes/look');
  const color = page.getByLabel('Color principal');
  await color.fill('FF8A80');
  await page.getByRole('button', { name: 'Guardar' }).click();
  await expect(color).toBeFocused();
  await expect(color).toHaveAccessibleDescription(/contraste 2,2 de 4,5.*Prueba #[0-9a-f]{6}/);
  await page.getByRole('button', { name: /^Usar #/ }).click();
  await expect(color).not.toHaveValue('#ff8a80');
  await color.fill('#b3261e');
  await saveLook(page);

  const landing = async () => (await page.request.get('/')).text();
  await expect.poll(landing, { timeout: 60_000 }).toContain(lookTokens('#b3261e').mark?.[0]);
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  await page.goto('/');
  expect(requests.filter((path) => /^\/assets\/index-.*\.css$/.test(path))).toHaveLength(1);
  expect(await colorOf(page, 'accent')).toBe(rgb('#b3261e'));
  expect(await axeFindings(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await colorOf(page, 'accent')).toBe(rgb(lookTokens('#b3261e').accent?.[1]));
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText(/^#\d{6}$/).first()).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  const manifest = (await (await page.request.get('/site.webmanifest')).json()) as { theme_color: string };
  expect(manifest.theme_color).toBe(lookTokens('#b3261e').mark?.[0]);
});
