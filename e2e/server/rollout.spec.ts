import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { rolloutJob } from '@taller/server/jobs/rollout-job.ts';
import type { RegistryRemote } from '@taller/shared/contract/registry.ts';
import { stopRolloutsApart } from '@taller/tooling/site/stop-rollouts-apart';
import { chooseBuild } from '../../shell/src/rollout/choose-build.ts';
import { withDatabase } from '../support/database.ts';
import { expect, openWith, test, TOKEN_KEY, tokensOf, type Account } from '../support/fixtures.ts';
import { takenOver, watchErrors } from '../support/requests.ts';
import { renewHashes } from '../support/hash-lists.ts';
import { otherBuild, publish, runningBuild, serveSite, type OwnSite } from '../support/sites.ts';
import { EXHAUSTIVE } from '../support/tiers.ts';

const published = (page: Page) => page.getByText('Lo que reparamos todas las semanas');
const fresh = (page: Page) => page.getByText('Lo que arreglamos todas las semanas');
const FRESH = {
  'Lo que reparamos todas': 'Lo que arreglamos todas',
  'Entra a tu cuenta': 'Entra a la cuenta',
};

/** The side of a browser that joins a build when its share grows from one to the other, as the page computes it. */
function sideJoining(build: string, from: number, to: number): number {
  const remoteOf = (name: string): RegistryRemote => ({
    name: 'mfe-public',
    build: name,
    entry: '',
    entryJs: [],
    contract: 1,
    runtime: '1.0',
    modules: {},
  });
  const joins = (side: number, share: number) => {
    const area = { getItem: () => String(side), keep: () => true };
    const candidate = { remote: remoteOf(build), share };
    return chooseBuild(remoteOf('running'), candidate, { role: undefined, area }).build === build;
  };
  const sides = Array.from({ length: 100 }, (_, side) => side);
  const side = sides.find((one) => (from === 0 || !joins(one, from)) && joins(one, to));
  if (side === undefined) throw new Error(`No browser joins ${build} between ${from} and ${to} %`);
  return side;
}

/** Lets the module with the pages of a build throw in browsers with `test.breaks` in their local storage. */
async function breakModule(folder: string): Promise<void> {
  const { modules } = JSON.parse(await readFile(join(folder, '.build/descriptor.json'), 'utf8')) as {
    modules: Record<string, { js: string[] }>;
  };
  const file = join(folder, modules.routes?.js[0] ?? '');
  const code = await readFile(file, 'utf8');
  await writeFile(
    file,
    `if (globalThis.localStorage?.getItem('test.breaks')) throw new Error('Falla a propósito');\n${code}`,
  );
  await renewHashes(folder);
}

/** What a page shows: `new`, or `running`. */
async function onServices(page: Page): Promise<string> {
  await expect(published(page).or(fresh(page))).toBeVisible();
  await takenOver(page);
  return (await fresh(page).isVisible()) ? 'new' : 'running';
}

/** What a page shows after a new document. */
async function shown(page: Page, site: OwnSite): Promise<string> {
  await page.goto(`${site.url}/servicios`);
  return onServices(page);
}

/** Leaves a tab open on another screen, as it is now. */
async function leaveOpen(page: Page, site: OwnSite): Promise<void> {
  await page.goto(`${site.url}/contacto`);
  await takenOver(page);
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
}

/** What such a tab shows with its next step, when somebody comes back to it; it must be a new document. */
async function stepped(page: Page): Promise<string> {
  await page.clock.fastForward(20_000);
  const looked = page.waitForResponse('**/remotes.json');
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await looked;
  await page.getByRole('banner').getByRole('link', { name: 'Servicios' }).click();
  const shows = await onServices(page);
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(false);
  return shows;
}

const said = async (site: OwnSite, ...args: string[]) => {
  const { code, output } = await publish(site, 'mfe-public', ...args);
  return [code, output.trim().split('\n')[0]];
};

test(
  'SHELL-82 a part of the browsers runs the new build, each keeps its side, and everybody returns when it ends',
  { tag: EXHAUSTIVE },
  async ({ shop, browser }) => {
    await using site = await serveSite(shop);
    const running = await runningBuild(site, 'mfe-public');
    const NEW = 'gradual00082';
    const at = { ...shop, url: site.url };
    // One joins with 20 %, the other one with 60 %.
    const open = async (account: Account, joins: [from: number, to: number]) => {
      const entries = {
        'taller.side': sideJoining(NEW, ...joins),
        [TOKEN_KEY]: await tokensOf(shop, account),
      };
      const page = await openWith(browser, at, entries);
      await page.clock.install();
      return page;
    };
    const pages = await Promise.all([open('technician', [0, 20]), open('receptionist', [20, 60])]);
    const all = () => Promise.all(pages.map((page) => shown(page, site)));
    const errors = pages.map((page) => watchErrors(page));

    const folder = await otherBuild(site, 'mfe-public', NEW, FRESH);
    const { code, output } = await publish(site, 'mfe-public', '--to', '20%', '--build', folder);
    expect([code, output]).toEqual([
      0,
      expect.stringContaining('✓ mfe-public gradual00082: 20 % de los navegadores\n'),
    ]);
    expect(await all()).toEqual(['new', 'running']);
    expect(await all()).toEqual(['new', 'running']);
    expect(await runningBuild(site, 'mfe-public')).toBe(running);

    // Raised: who had joined stays, and the other one joins, in tabs that are open with their next step.
    for (const page of pages) await leaveOpen(page, site);
    expect(await said(site, '--to', '60%')).toEqual([
      0,
      '✓ mfe-public gradual00082: 60 % de los navegadores',
    ]);
    expect(await Promise.all(pages.map(stepped))).toEqual(['new', 'new']);

    expect(await said(site, '--pause')).toEqual([
      0,
      '✓ Publicación gradual de mfe-public gradual00082 en pausa',
    ]);
    expect(await all()).toEqual(['running', 'running']);

    expect(await said(site, '--to', '20%')).toEqual([
      0,
      '✓ mfe-public gradual00082: 20 % de los navegadores',
    ]);
    expect(await all()).toEqual(['new', 'running']);
    expect(await said(site, '--end')).toEqual([
      0,
      '✓ Publicación gradual de mfe-public gradual00082 terminada',
    ]);
    expect(await all()).toEqual(['running', 'running']);

    // From the preview that is still there, for a role only, and at last for everybody.
    expect(await said(site, '--to', '100%', '--roles', 'technician', '--promote', 'gradual00082')).toEqual([
      0,
      '✓ mfe-public gradual00082: todos los navegadores de Técnico',
    ]);
    expect(await all()).toEqual(['new', 'running']);
    expect(await said(site, '--to', '100%')).toEqual([
      0,
      `✓ mfe-public gradual00082 publicado (antes: ${running})`,
    ]);
    expect(await all()).toEqual(['new', 'new']);
    expect(errors.flat()).toEqual([]);
    for (const page of pages) await page.context().close();
  },
);

test(
  'SHELL-83 SHELL-84 visits are counted by build, and the build that fails is taken back while the other pages go on',
  { tag: EXHAUSTIVE },
  async ({ shop, browser }) => {
    await using site = await serveSite(shop);
    const running = await runningBuild(site, 'mfe-public');
    const NEW = 'gradual00083';
    // Other tests of this file visit the same build.
    await withDatabase(shop, (sql) => sql`truncate private.part_visits`);
    const folder = await otherBuild(site, 'mfe-public', NEW, FRESH);
    await breakModule(folder);
    const { code } = await publish(site, 'mfe-public', '--to', '50%', '--build', folder);
    expect(code).toBe(0);
    const at = { ...shop, url: site.url };
    const open = (joins: [from: number, to: number], more = {}) =>
      openWith(browser, at, { 'taller.side': sideJoining(NEW, ...joins), ...more });
    const visit = async (page: Page) => {
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
    await visit(await open([0, 50], { 'test.breaks': true }));
    await visit(await open([50, 100]));
    const counts = () =>
      withDatabase(
        shop,
        (sql) =>
          sql<{ build: string; visits: number; failed: number }[]>`
        select build, visits::integer, failed::integer from private.part_visits
        where build in (${running}, ${NEW}) order by failed`,
      );
    expect((await counts()).map((row) => ({ ...row }))).toEqual([
      { build: running, visits: 1, failed: 0 },
      { build: NEW, visits: 1, failed: 1 },
    ]);

    // A tab that is open on the new build, in a browser in which it does not fail.
    const tab = await open([0, 50]);
    await tab.clock.install();
    await tab.goto(site.url);
    await expect(tab.getByRole('link', { name: 'Entra a la cuenta' })).toBeVisible();
    await takenOver(tab);
    await tab.evaluate(() => Object.assign(window, { sameDocument: true }));

    // As the server looks each minute: after these two visits, and after 400, one of three of the new build's with a
    // failure.
    const lines: string[] = [];
    const job = rolloutJob(stopRolloutsApart(site.folder), {
      adminUrl: shop.adminUrl,
      log: (line) => lines.push(line),
    });
    await job.run();
    expect(lines).toEqual([]);
    await withDatabase(
      shop,
      (sql) => sql`
      select public.report_part_visits(jsonb_build_array(jsonb_build_object('remote', 'mfe-public',
        'build', case when visit % 10 = 0 then ${NEW} else ${running} end,
        'visits', 1, 'failed', (visit % 30 = 0)::integer, 'ms', 300)))
      from generate_series(3, 400) as visit`,
    );
    await job.run();
    const stopped = [
      'mfe-public gradual00083: la publicación gradual se detuvo: falló en 14 de 41 visitas, y la versión publicada en 0 de 359 visitas.',
    ];
    expect(lines).toEqual(stopped);
    await job.run();
    expect(lines).toEqual(stopped);

    await expect(tab.getByRole('link', { name: 'Entra a la cuenta' })).toBeVisible();
    expect(await stepped(tab)).toBe('running');
    expect(await shown(tab, site)).toBe('running');
    await tab.context().close();
  },
);
