import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { RegistryPreview } from '@taller/shared/contract/registry.ts';
import type { RunningServer } from '@taller/server/start-server.ts';
import { expect, openWith, test, TOKEN_KEY, tokensOf } from '../support/fixtures.ts';
import { remotesIn, watchRequests } from '../support/requests.ts';
import { otherBuild, outcomeOf, publish, runningBuild, serveSite, type OwnSite } from '../support/sites.ts';

const OVER = 'Esta vista previa se publicó, se cerró o venció: ves el sitio como está publicado.';
const FAILED = 'No pudimos mostrar esta parte del sitio.';

const bar = (page: Page) => page.getByRole('complementary', { name: 'Vista previa' });
const buildsOf = (requests: readonly string[], remote: string) => [
  ...new Set(
    requests.filter((path) => path.startsWith(`/remotes/${remote}/`)).map((path) => path.split('/')[3]),
  ),
];

/** Publishes a preview whose `/servicios` says something else; returns its address there. */
async function previewOfServices(site: OwnSite, build: string, more: readonly string[] = []) {
  const folder = await otherBuild(site, 'mfe-public', build, {
    'Lo que reparamos todas': 'Lo que arreglamos todas',
  });
  const { code, output } = await publish(site, 'mfe-public', '--preview', '--build', folder, ...more);
  expect([code, output]).toEqual([
    0,
    expect.stringContaining(`✓ Vista previa de mfe-public ${build}, hasta el `),
  ]);
  const token = /#vista-previa=([\w-]{22})$/m.exec(output)?.[1] ?? '';
  return { token, url: `${site.url}/servicios#vista-previa=${token}` };
}

const published = (page: Page) => page.getByText('Lo que reparamos todas las semanas');
const previewed = (page: Page) => page.getByText('Lo que arreglamos todas las semanas');

const openAs = async (browser: Parameters<typeof openWith>[0], shop: RunningServer, site: OwnSite) =>
  openWith(browser, { ...shop, url: site.url }, { [TOKEN_KEY]: await tokensOf(shop, 'technician') });

test('SHELL-80 who opens the link runs that build of that remote, in that tab and its children, until leaving it', async ({
  shop,
  browser,
  page,
}) => {
  await using site = await serveSite(shop);
  const running = await runningBuild(site, 'mfe-public');
  const { url } = await previewOfServices(site, 'previewed080');
  const visitor = await openAs(browser, shop, site);
  const requests = watchRequests(visitor);
  await visitor.goto(url);
  await expect(previewed(visitor)).toBeVisible();
  await expect(bar(visitor)).toContainText('Vista previa: mfe-public · preview');
  await expect(bar(visitor)).toContainText('Solo en esta pestaña, con datos reales, hasta el ');
  // The link is a secret: it does not stay in the address.
  await expect(visitor).toHaveURL(`${site.url}/servicios`);

  // Other remotes are those that run, with the person's own rights.
  await visitor.goto(`${site.url}/dashboard`);
  await expect(visitor.getByRole('heading', { name: 'Panel de Técnico' })).toBeVisible();
  await expect(bar(visitor)).toBeInViewport();
  const ordersBuild = await runningBuild(site, 'mfe-orders');
  await expect.poll(() => buildsOf(requests, 'mfe-orders')).toEqual([ordersBuild]);
  expect(remotesIn(requests)).not.toContain('mfe-reports');

  // A child of the tab; and a reload.
  const opened = visitor.context().waitForEvent('page');
  await visitor
    .getByRole('banner')
    .getByRole('link', { name: 'Servicios' })
    .click({ modifiers: ['ControlOrMeta'] });
  const child = await opened;
  await expect(previewed(child)).toBeVisible();
  await expect(bar(child)).toBeVisible();
  await child.reload();
  await expect(previewed(child)).toBeVisible();

  // Another tab of the same browser, and another browser, see what runs.
  const other = await visitor.context().newPage();
  await other.goto(`${site.url}/servicios`);
  await expect(published(other)).toBeVisible();
  await page.goto(`${site.url}/servicios`);
  await expect(published(page)).toBeVisible();
  await expect(bar(page)).toHaveCount(0);

  await bar(child).getByRole('button', { name: 'Salir' }).click();
  await expect(published(child)).toBeVisible();
  await expect(bar(child)).toHaveCount(0);
  expect(await runningBuild(site, 'mfe-public')).toBe(running);
  await visitor.context().close();
});

test('SHELL-81 a promoted, closed or expired preview says so and shows what runs; no answer shows no other build @exhaustive', async ({
  shop,
  page,
}) => {
  await using site = await serveSite(shop);
  const first = await previewOfServices(site, 'previewed081');
  // The tab of the preview, while it is promoted.
  await page.goto(first.url);
  await expect(previewed(page)).toBeVisible();
  expect(outcomeOf(await publish(site, 'mfe-public', '--promote', first.url))).toEqual([
    0,
    expect.stringMatching(/^✓ mfe-public previewed081 publicado \(antes: [0-9a-f]{12}\)$/),
  ]);
  await page.reload();
  await expect(bar(page)).toContainText(OVER);
  await expect(previewed(page)).toBeVisible();
  await bar(page).getByRole('button', { name: 'Entendido' }).click();
  await expect(bar(page)).toHaveCount(0);
  await publish(site, 'mfe-public', '--rollback');

  const second = await previewOfServices(site, 'previewed082', ['--days', '1']);
  // A server that does not answer: the tab must not show the published build under the preview's mark.
  await page.route('**/previews/**', (route) => route.fulfill({ status: 503, json: {} }));
  await page.goto(`${site.url}/contacto`);
  await page.goto(second.url);
  await expect(page.getByText(FAILED)).toBeVisible();
  await page.unroute('**/previews/**');
  await page.getByRole('button', { name: 'Reintentar' }).click();
  await expect(previewed(page)).toBeVisible();

  // The server decides when it is over, not the visitor's clock.
  const file = join(site.folder, `previews/${second.token}.json`);
  const preview = JSON.parse(await readFile(file, 'utf8')) as RegistryPreview;
  await writeFile(file, JSON.stringify({ ...preview, expiresAt: new Date(Date.now() - 1000).toISOString() }));
  expect((await page.request.get(`${site.url}/previews/${second.token}.json`)).status()).toBe(404);
  await page.reload();
  await expect(bar(page)).toContainText(OVER);
  await expect(published(page)).toBeVisible();

  // A link that was made up, also one that is a path; the tab is at the link's page already.
  for (const token of ['AAAAAAAAAAAAAAAAAAAAAA', '../remotes.json#', '']) {
    await bar(page).getByRole('button', { name: 'Entendido' }).click();
    await page.goto(`${site.url}/servicios#vista-previa=${token}`);
    await expect(bar(page)).toContainText(OVER);
    await expect(page).toHaveURL(`${site.url}/servicios`);
    await expect(published(page)).toBeVisible();
  }

  const close = async () => {
    const { code, output } = await publish(site, 'mfe-public', '--close', second.token);
    return [code, output.trim()];
  };
  expect(await close()).toEqual([0, '✓ Vista previa de mfe-public previewed082 cerrada']);
  expect(await close()).toEqual([
    1,
    '✗ mfe-public no tiene esa vista previa en este sitio: se cerró, venció o es de otro remoto.',
  ]);
});
