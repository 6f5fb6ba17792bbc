import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { stopRolloutsApart } from '@taller/tooling/site/stop-rollouts-apart';
import { withDatabase } from '../support/database.ts';
import { expect, openWith, test } from '../support/fixtures.ts';
import { watchErrors } from '../support/requests.ts';
import { otherBuild, publish, runningBuild, serveSite, type OwnSite } from '../support/sites.ts';

const published = (page: Page) => page.getByText('Lo que reparamos todas las semanas');
const fresh = (page: Page) => page.getByText('Lo que arreglamos todas las semanas');

/** Lets the module with the pages of a build throw. */
async function breakModule(folder: string): Promise<void> {
  const { modules } = JSON.parse(await readFile(join(folder, '.build/descriptor.json'), 'utf8')) as {
    modules: Record<string, { js: string[] }>;
  };
  const file = join(folder, modules.routes?.js[0] ?? '');
  await writeFile(file, `throw new Error('Falla a propósito');\n${await readFile(file, 'utf8')}`);
}

/** What a page shows after a new document: `new`, or `running`. */
async function shown(page: Page, site: OwnSite): Promise<string> {
  await page.goto(`${site.url}/contacto`);
  await page.goto(`${site.url}/servicios`);
  await expect(published(page).or(fresh(page))).toBeVisible();
  await page.waitForFunction(() => document.querySelector('#root:not([data-prerendered]) main'));
  return (await fresh(page).isVisible()) ? 'new' : 'running';
}

const said = async (site: OwnSite, ...args: string[]) => {
  const { code, output } = await publish(site, 'mfe-public', ...args);
  return [code, output.trim().split('\n')[0]];
};

test('SHELL-82 a part of the browsers runs the new build, each keeps its side, and everybody returns when it ends', async ({
  shop,
  browser,
}) => {
  await using site = await serveSite(shop);
  const running = await runningBuild(site, 'mfe-public');
  // Of two browsers half a circle apart one is in the first half.
  const at = { ...shop, url: site.url };
  const pages = await Promise.all([10, 60].map((side) => openWith(browser, at, { 'taller.side': side })));
  const all = () => Promise.all(pages.map((page) => shown(page, site)));
  const errors = pages.map((page) => watchErrors(page));

  const folder = await otherBuild(site, 'mfe-public', 'gradual00082', {
    'Lo que reparamos todas': 'Lo que arreglamos todas',
  });
  const { code, output } = await publish(site, 'mfe-public', '--to', '50%', '--build', folder);
  expect([code, output]).toEqual([
    0,
    expect.stringContaining('✓ mfe-public gradual00082: 50 % de los navegadores\n'),
  ]);
  const first = await all();
  expect([...first].sort()).toEqual(['new', 'running']);
  expect(await all()).toEqual(first);
  expect(await runningBuild(site, 'mfe-public')).toBe(running);

  expect(await said(site, '--pause')).toEqual([
    0,
    '✓ Publicación gradual de mfe-public gradual00082 en pausa',
  ]);
  expect(await all()).toEqual(['running', 'running']);

  expect(await said(site, '--to', '50%')).toEqual([0, '✓ mfe-public gradual00082: 50 % de los navegadores']);
  expect(await all()).toEqual(first);
  expect(await said(site, '--end')).toEqual([
    0,
    '✓ Publicación gradual de mfe-public gradual00082 terminada',
  ]);
  expect(await all()).toEqual(['running', 'running']);

  // From the preview that is still there, and at last for everybody.
  expect(await said(site, '--to', '50%', '--promote', 'gradual00082')).toEqual([
    0,
    '✓ mfe-public gradual00082: 50 % de los navegadores',
  ]);
  expect(await said(site, '--to', '100%')).toEqual([
    0,
    `✓ mfe-public gradual00082 publicado (antes: ${running})`,
  ]);
  expect(await all()).toEqual(['new', 'new']);
  for (const share of ['0', '101%', 'x'])
    expect(await said(site, '--to', share)).toEqual([1, '✗ --to va de 1% a 100% de los navegadores.']);
  expect(errors.flat()).toEqual([]);
  for (const page of pages) await page.context().close();
});

test('SHELL-83 SHELL-84 visits are counted by build, and the build that fails is taken back while the other pages go on', async ({
  shop,
  browser,
}) => {
  await using site = await serveSite(shop);
  const running = await runningBuild(site, 'mfe-public');
  // Other tests of this file visit the same build.
  await withDatabase(shop, (sql) => sql`truncate private.part_visits`);
  // Throws when its module is evaluated.
  const folder = await otherBuild(site, 'mfe-public', 'gradual00083', {});
  await breakModule(folder);
  const { code } = await publish(site, 'mfe-public', '--to', '50%', '--build', folder);
  expect(code).toBe(0);
  const at = { ...shop, url: site.url };
  const visit = async (side: number) => {
    const page = await openWith(browser, at, { 'taller.side': side });
    await page.goto(`${site.url}/servicios`);
    // The page was made with the running build: it can be read with the broken one too.
    await expect(published(page)).toBeVisible();
    // The report's preparation loads when the page is idle.
    const prepared = page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => /watch-visits[^/]*\.js$/.test(name)),
    );
    await prepared;
    await page.waitForFunction(
      () =>
        performance.getEntriesByName('taller:failed mfe-public/routes').length +
          performance.getEntriesByName('taller:shown mfe-public/routes').length >
        0,
    );
    const reported = page.waitForResponse(/report_part_visits/);
    await page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
      document.dispatchEvent(new Event('visibilitychange'));
    });
    expect((await reported).status()).toBe(204);
    await page.context().close();
  };
  await visit(10);
  await visit(60);
  const counts = () =>
    withDatabase(
      shop,
      (sql) =>
        sql<{ build: string; visits: number; failed: number }[]>`
        select build, visits::integer, failed::integer from private.part_visits
        where build in (${running}, 'gradual00083') order by failed`,
    );
  expect((await counts()).map((row) => ({ ...row }))).toEqual([
    { build: running, visits: 1, failed: 0 },
    { build: 'gradual00083', visits: 1, failed: 1 },
  ]);

  // Many more of the same.
  await withDatabase(
    shop,
    (sql) =>
      sql`update private.part_visits set visits = visits * 40, failed = failed * 20 where build in (${running}, 'gradual00083')`,
  );
  const judge = stopRolloutsApart(site.folder);
  const stopped = await judge((since) =>
    withDatabase(shop, async (sql) =>
      (await sql`select * from public.count_part_visits(${since})`).map((row) => ({
        remote: row.remote as string,
        build: row.build as string,
        hour: (row.hour as Date).toISOString(),
        visits: Number(row.visits),
        failed: Number(row.failed),
      })),
    ),
  );
  expect(stopped).toEqual([
    'mfe-public gradual00083: la publicación gradual se detuvo: falló en 20 de 40 visitas, y la versión publicada en 0 de 40 visitas.',
  ]);
  for (const side of [10, 60]) {
    const page = await openWith(browser, at, { 'taller.side': side });
    await page.goto(`${site.url}/servicios`);
    await expect(published(page)).toBeVisible();
    await page.context().close();
  }
});
