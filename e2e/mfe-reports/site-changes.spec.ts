import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestServer } from '@taller/server/testing/start-test-server.ts';
import { siteControl } from '@taller/release/site/site-control';
import { axeFindings, sidewaysOverflow } from '../support/axe.ts';
import { expect, openWith, test, TOKEN_KEY, tokensOf } from '../support/fixtures.ts';
import { otherBuild, publish, runningBuild } from '../support/sites.ts';

test('SHELL-87 SHELL-88 an admin opens and closes a preview and goes back once, from two tabs, on a phone too @exhaustive', async ({
  browser,
}) => {
  test.slow();
  const root = await mkdtemp(join(tmpdir(), 'taller-changes-'));
  const folder = join(root, 'site');
  await cp(join(import.meta.dirname, '../../site'), folder, { recursive: true });
  const server = await startTestServer({
    demo: true,
    siteDir: folder,
    siteControl: siteControl(folder),
  });
  const site = { url: server.url, folder, [Symbol.asyncDispose]: async () => undefined };
  try {
    const before = await runningBuild(site, 'mfe-public');
    const texts = { 'Lo que reparamos todas': 'Lo que arreglamos todas' };
    const bad = await otherBuild(site, 'mfe-public', 'bad0000088', texts);
    expect((await publish(site, 'mfe-public', '--build', bad)).code).toBe(0);
    const next = await otherBuild(site, 'mfe-public', 'next000087', {
      // A copy of the build that runs by now.
      'Lo que arreglamos todas': 'Lo que cuidamos todas',
    });
    expect((await publish(site, 'mfe-public', '--preview', '--build', next)).code).toBe(0);

    const entries = { [TOKEN_KEY]: await tokensOf(server, 'admin') };
    const wide = await openWith(browser, server, entries);
    await wide.setViewportSize({ width: 1280, height: 900 });
    const phone = await openWith(browser, server, entries);
    await phone.setViewportSize({ width: 390, height: 844 });
    const label = `Volver a la anterior: mfe-public, versión ${before.slice(0, 7)}`;
    for (const page of [wide, phone]) {
      await page.goto('/estado');
      await page.getByRole('button', { name: label }).click();
      await expect(page.getByRole('alertdialog')).toContainText(
        `todos ven ${before.slice(0, 7)} en vez de bad0000`,
      );
      expect(await sidewaysOverflow(page)).toBe(0);
    }
    // It looks at both widths.
    expect(await axeFindings(phone)).toEqual([]);
    await phone.setViewportSize({ width: 390, height: 844 });
    // The answer is lost when the site has gone back: pressed again it is the same request.
    await wide.route(
      '**/functions/v1/site-builds',
      async (route) => {
        await route.fetch({ timeout: 60_000 });
        await route.abort();
      },
      { times: 1 },
    );
    await wide.getByRole('alertdialog').getByRole('button', { name: 'Volver' }).click();
    const lost =
      'El servidor no respondió, y el cambio puede estar en curso. Presiona de nuevo: se hace una sola vez.';
    await expect(wide.getByRole('alertdialog')).toContainText(lost);
    // On a busy machine the page stops waiting before the rollback is complete.
    await expect.poll(() => runningBuild(site, 'mfe-public')).toBe(before);
    const seen = `Ahora todos ven la versión ${before.slice(0, 7)} de mfe-public.`;
    for (const page of [wide, phone]) {
      await page.getByRole('alertdialog').getByRole('button', { name: 'Volver' }).click();
      await expect(page.getByText(seen, { exact: true })).toBeVisible();
      expect(await runningBuild(site, 'mfe-public')).toBe(before);
    }

    const previews = wide.getByRole('region', { name: 'Vistas previas' });
    const [shown] = await Promise.all([
      wide.context().waitForEvent('page'),
      previews.getByRole('link', { name: 'mfe-public · next000' }).click(),
    ]);
    await expect(shown.getByRole('complementary', { name: 'Vista previa' })).toContainText(
      'mfe-public · next000',
    );
    await shown.goto('/servicios');
    await expect(shown.getByText('Lo que cuidamos todas las semanas')).toBeVisible();
    await previews.getByRole('button', { name: 'Cerrar la vista previa de mfe-public · next000' }).click();
    const closing = wide.getByRole('alertdialog', {
      name: '¿Cerrar la vista previa de mfe-public · next000?',
    });
    await closing.getByRole('button', { name: 'Cerrar' }).click();
    await expect(wide.getByText('Vista previa cerrada.', { exact: true })).toBeVisible();
    await expect(previews).toContainText('No hay ninguna.');

    await wide.getByText('Cambios hechos desde esta página').click();
    const listed = wide.getByRole('listitem').filter({ hasText: 'dejar mfe-public bad0000.' });
    await expect(listed).toHaveCount(2);
    await expect(listed.first()).toContainText(`Todos ven ${before.slice(0, 7)}.`);
    await expect(wide.getByText(/cerrar la vista previa de mfe-public next000/)).toBeVisible();
  } finally {
    await server.close();
    await rm(root, { recursive: true, force: true });
  }
});
