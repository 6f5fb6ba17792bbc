import { axeFindings, sidewaysOverflow } from '../support/axe.ts';
import { withDatabase } from '../support/database.ts';
import { expect, test } from '../support/fixtures.ts';

test('OPS-49 SHELL-85 Estado shows an admin each part with its state and what to do, and keeps what it has when an answer fails', async ({
  openAs,
}) => {
  const page = await openAs('admin', '/dashboard');
  await page.getByRole('link', { name: 'Estado', exact: true }).click();
  await expect(page).toHaveURL('/estado');
  await expect(page).toHaveTitle(/^Estado/);
  const part = (name: string) => page.getByRole('region', { name, exact: true });
  await expect(part('Base de datos')).toContainText(/Tamaño.*MB/s);
  await expect(part('Disco')).toContainText(/Libre.*GB de/s);
  await expect(part('Respaldos')).toContainText('Atención');
  await expect(part('Respaldos')).toContainText('Sin respaldos configurados');
  await expect(part('Respaldos')).toContainText('Configura el respaldo diario');
  await expect(part('Partes del sitio')).toContainText('mfe-public');
  await expect(part('Mensajes de WhatsApp')).toContainText('Configurado');
  // SHELL-85: which builds run.
  const builds = page.getByRole('table', { name: 'Versiones' });
  await expect(builds.getByRole('row', { name: /^mfe-public · [0-9a-f]{7} Todos/ })).toBeVisible();
  await expect(page.getByText(/^Consultado: /)).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  await page.route('**/functions/v1/system-status', (route) => route.fulfill({ status: 503, json: {} }));
  await page.getByRole('button', { name: 'Actualizar' }).click();
  await expect(page.getByText('No se pudo actualizar')).toBeVisible();
  await expect(part('Disco')).toBeVisible();
});

test('SHELL-86 the builds with visits are compared in two charts, on a phone too, by their figures and not by colour alone', async ({
  openAs,
  shop,
}) => {
  await withDatabase(
    shop,
    (sql) => sql`
      insert into private.part_visits (remote, build, hour, visits, failed, times) values
        ('mfe-orders', '3f9c2ab41c7e', date_trunc('hour', now()), 400, 26, '{10,250,90,20,4,0,0}'),
        ('mfe-inventory', '9a8b7c6d5e4f', date_trunc('hour', now()), 90, 0, '{0,0,0,0,0,10,60}')
      on conflict do nothing`,
  );
  const page = await openAs('admin', '/estado', { viewport: { width: 390, height: 900 } });
  const card = page.getByRole('region', { name: 'Versiones' });
  await card.getByText('Comparar en gráficos').click();
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    const failed = card.getByRole('figure', { name: 'Visitas con falla, por versión' });
    await expect(failed.getByText('6,5%')).toBeVisible();
    await expect(failed.getByText('0%', { exact: true }).last()).toBeVisible();
    await expect(failed).toContainText(/mfe-orders.*3f9c2ab/);
    const half = card.getByRole('figure', {
      name: 'En cuánto vio su primera parte la mitad de las páginas',
    });
    await expect(half.getByText(/^0,5\ss$/).last()).toBeVisible();
    await expect(half).toContainText(/Más\sde\s8\ss/);
    expect(await sidewaysOverflow(page)).toBe(0);
  }
  expect(await axeFindings(page)).toEqual([]);
});
