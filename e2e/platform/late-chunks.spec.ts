import { readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Page } from '@playwright/test';
import { withDatabase } from '../support/database.ts';
import { expect, openWith, test, TOKEN_KEY, tokensOf } from '../support/fixtures.ts';
import { takenOver, watchErrors } from '../support/requests.ts';
import { publishOn, runningBuild, serveRemotes, serveSite, type OwnSite } from '../support/sites.ts';

const CHANGED = /Un archivo no es el que se publicó y no se usó/;
const SERVICES = 'Lo que reparamos todas las semanas';

/** The file of a build whose name matches. */
async function fileIn(folder: string, pattern: RegExp): Promise<string> {
  const found = (await readdir(folder)).find((file) => pattern.test(file));
  if (found === undefined) throw new Error(`No ${pattern.source} in ${folder}`);
  return join(folder, found);
}

/** A file of the running build of mfe-orders. */
const fileOf = async (site: OwnSite, pattern: RegExp): Promise<string> =>
  fileIn(join(site.folder, 'remotes/mfe-orders', await runningBuild(site, 'mfe-orders')), pattern);

const again = (page: Page) => page.getByRole('button', { name: 'Reintentar' });
const ran = (page: Page) => page.evaluate(() => 'changed' in globalThis);

test('SHELL-72 a changed late chunk of a remote on another host is not run but reported, and loads once it is right again @exhaustive', async ({
  shop,
  page,
}) => {
  await using host = await serveRemotes();
  await using site = await serveSite(shop, [host.url]);
  const { build, folder } = await publishOn(host, site, 'mfe-public');
  const chunk = await fileIn(folder, /^services-page-.*\.js$/);
  const right = await readFile(chunk, 'utf8');
  await writeFile(chunk, `globalThis.changed = true;\n${right}`);

  const errors = watchErrors(page);
  await page.goto(site.url);
  await takenOver(page);
  expect(errors).toEqual([]);
  await page.getByRole('banner').getByRole('link', { name: 'Servicios' }).click();
  await expect(page.getByText(CHANGED)).toBeVisible();
  await expect(page.getByText(`mfe-public · ${build.slice(0, 7)}`, { exact: true })).toBeVisible();
  expect(await ran(page)).toBe(false);
  expect(errors.join('\n')).toContain(`${basename(chunk)} is not what was published`);
  await expect
    .poll(() =>
      withDatabase(
        shop,
        (sql) =>
          sql`select part, kind from private.part_failures where build = ${build} and error like '%published%'`,
      ),
    )
    .toEqual([{ part: 'mfe-public/routes', kind: 'caught' }]);

  await writeFile(chunk, right);
  await page.getByRole('main').getByRole('button', { name: 'Reintentar' }).click();
  await expect(page.getByText(SERVICES)).toBeVisible();
  expect(await ran(page)).toBe(false);

  // Changed again, it stays as it was checked for this page; another page refuses it.
  await writeFile(chunk, `globalThis.changed = true;\n${right}`);
  await page.getByRole('banner').getByRole('link', { name: 'Inicio' }).first().click();
  await page.getByRole('banner').getByRole('link', { name: 'Servicios' }).click();
  await expect(page.getByText(SERVICES)).toBeVisible();
  expect(await ran(page)).toBe(false);
});

test('SHELL-72 a style sheet that comes with a later chunk is checked as well @exhaustive', async ({
  shop,
  browser,
}) => {
  await using host = await serveRemotes();
  await using site = await serveSite(shop, [host.url]);
  const { folder } = await publishOn(host, site, 'mfe-customer');
  const sheet = await fileIn(folder, /^profile-page-.*\.css$/);
  const right = await readFile(sheet, 'utf8');
  await writeFile(sheet, `${right}\nbody { border-top: 7px solid red; }`);
  const tokens = await tokensOf(shop, 'customer');
  const page = await openWith(browser, { ...shop, url: site.url }, { [TOKEN_KEY]: tokens });
  const border = () => page.evaluate(() => getComputedStyle(document.body).borderTopWidth);

  await page.goto('/perfil');
  await expect(page.getByText(CHANGED)).toBeVisible();
  expect(await border()).toBe('0px');
  await writeFile(sheet, right);
  await page.getByRole('main').getByRole('button', { name: 'Reintentar' }).click();
  await expect(page.getByRole('heading', { name: 'Mi Perfil' }).first()).toBeVisible();
  expect(await border()).toBe('0px');
  await page.context().close();
});

test('SHELL-72 on the site’s own host too, later chunks of a remote run only if they match the published ones @exhaustive', async ({
  shop,
  browser,
}) => {
  await using site = await serveSite(shop);
  const open = async () => {
    const tokens = await tokensOf(shop, 'receptionist');
    const page = await openWith(browser, { ...shop, url: site.url }, { [TOKEN_KEY]: tokens });
    await page.goto(`${site.url}/dashboard`);
    return page;
  };
  // The page of the desk, its style sheet, and the list of hashes itself: whatever that says, nothing runs by it.
  const changes: [pattern: RegExp, change: (right: string) => string][] = [
    [/^order-desk-page-.*\.js$/, (right) => `globalThis.changed = true;\n${right}`],
    [/^order-desk-.*\.css$/, (right) => `${right}\nbody { display: none; }`],
    [/^integrity\.json$/, () => '{}'],
  ];
  for (const [pattern, change] of changes) {
    const file = await fileOf(site, pattern);
    const right = await readFile(file, 'utf8');
    await writeFile(file, change(right));
    const page = await open();
    await expect(page.getByText(CHANGED)).toBeVisible();
    expect(await ran(page)).toBe(false);
    await writeFile(file, right);
    await again(page).click();
    await expect(page.getByRole('button', { name: 'Nueva orden' })).toBeVisible();
  }
});

test('SHELL-72 a dialog whose code was changed while the page was open says so in its frame, and opens with the right file', async ({
  shop,
  browser,
}) => {
  await using site = await serveSite(shop);
  const page = await openWith(
    browser,
    { ...shop, url: site.url },
    { [TOKEN_KEY]: await tokensOf(shop, 'receptionist') },
  );
  // Files that are prefetched would be the right ones.
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
  );
  await page.goto(`${site.url}/dashboard?q=Velero`);
  const opener = page.getByRole('button', { name: 'Guardar vista' });
  await expect(opener).toBeVisible();
  const file = await fileOf(site, /^view-name-dialog-.*\.js$/);
  const right = await readFile(file, 'utf8');
  await writeFile(file, `globalThis.changed = true;\n${right}`);
  await opener.click();
  const dialog = page.getByRole('dialog', { name: 'Guardar esta vista' });
  await expect(dialog.getByText(CHANGED)).toBeVisible();
  expect(await ran(page)).toBe(false);
  await writeFile(file, right);
  await again(page).click();
  await expect(dialog.getByLabel('Nombre de la vista', { exact: true })).toBeVisible();
});
