import type { Page } from '@playwright/test';
import { expect, openWith, test } from '../support/fixtures.ts';
import { watchErrors } from '../support/requests.ts';
import { otherBuild, publish, runningBuild, serveSite, type OwnSite } from '../support/sites.ts';

const published = (page: Page) => page.getByText('Lo que reparamos todas las semanas');
const fresh = (page: Page) => page.getByText('Lo que arreglamos todas las semanas');

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
