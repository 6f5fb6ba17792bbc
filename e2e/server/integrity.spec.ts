import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, openWith, test, TOKEN_KEY, tokensOf } from '../support/fixtures.ts';
import { watchErrors } from '../support/requests.ts';
import { publish, runningBuild, serveRemotes, serveSite, type OwnSite } from '../support/sites.ts';

const CHANGED = /Un archivo no es el que se publicó y no se usó/;

/** A file of the running build of mfe-orders, on whichever host. */
async function fileOf(site: OwnSite, root: string, pattern: RegExp): Promise<string> {
  const folder = join(root, 'remotes/mfe-orders', await runningBuild(site, 'mfe-orders'));
  const found = (await readdir(folder)).find((file) => pattern.test(file));
  if (found === undefined) throw new Error(`No ${pattern.source} in ${folder}`);
  return join(folder, found);
}

const again = (page: Page) => page.getByRole('button', { name: 'Reintentar' });
const ran = (page: Page) => page.evaluate(() => 'changed' in globalThis);

for (const where of ['its own host', "the site's host"]) {
  test(`SHELL-72 on ${where}, what a remote loads later is what was published, or does not run`, async ({
    shop,
    browser,
  }) => {
    await using host = await serveRemotes();
    await using site = await serveSite(shop, [host.url]);
    const isOther = where === 'its own host';
    if (isOther) {
      const base = ['--base', `${host.url}/remotes/`, '--files', join(host.folder, 'remotes')];
      expect((await publish(site, 'mfe-orders', ...base)).code).toBe(0);
    }
    const root = isOther ? host.folder : site.folder;
    const open = async () => {
      const page = await openWith(
        browser,
        { ...shop, url: site.url },
        { [TOKEN_KEY]: await tokensOf(shop, 'receptionist') },
      );
      const complaints = watchErrors(page);
      return { page, complaints };
    };

    // The page of the desk is changed on the host: refused, said, and shown when the right file is back.
    const desk = await fileOf(site, root, /^order-desk-page-.*\.js$/);
    const right = await readFile(desk, 'utf8');
    await writeFile(desk, `globalThis.changed = true;\n${right}`);
    const first = await open();
    await first.page.goto(`${site.url}/dashboard`);
    await expect(first.page.getByText(CHANGED)).toBeVisible();
    expect(await ran(first.page)).toBe(false);
    expect(first.complaints.join('\n')).toContain('is not what was published');
    await writeFile(desk, right);
    await again(first.page).click();
    await expect(first.page.getByRole('button', { name: 'Nueva orden' })).toBeVisible();

    // A style sheet, and the list of hashes itself: whatever it says instead, nothing runs by it.
    for (const pattern of [/^order-desk-.*\.css$/, /^integrity\.json$/]) {
      const file = await fileOf(site, root, pattern);
      const whole = await readFile(file, 'utf8');
      await writeFile(file, file.endsWith('.css') ? `${whole}\nbody { display: none; }` : '{}');
      const other = await open();
      await other.page.goto(`${site.url}/dashboard`);
      await expect(other.page.getByText(CHANGED)).toBeVisible();
      await writeFile(file, whole);
      await again(other.page).click();
      await expect(other.page.getByRole('button', { name: 'Nueva orden' })).toBeVisible();
    }
  });
}

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
  const file = await fileOf(site, site.folder, /^view-name-dialog-.*\.js$/);
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
