import { axeFindings } from '../support/axe.ts';
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
  await expect(part('Respaldos')).toContainText('Falla');
  await expect(part('Respaldos')).toContainText('Sin respaldos configurados');
  await expect(page.getByText('No hay respaldos: si el disco falla hoy, se pierde todo.')).toBeVisible();
  await expect(part('Para quien instala')).toContainText('Define BACKUP_DIR con una carpeta en otro disco');
  await expect(part('Partes del sitio')).toContainText(/Se abren\s*5 de 5/);
  await expect(part('Mensajes de WhatsApp')).toContainText('Simulador: no sale ningún mensaje real');
  // SHELL-85: which builds run.
  const builds = page.getByRole('table', { name: 'Versiones' });
  await expect(builds.getByRole('row', { name: /^mfe-public · [0-9a-f]{7}/ })).toBeVisible();
  await expect(page.getByText(/^Consultado: /)).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  await page.route('**/functions/v1/system-status', (route) => route.fulfill({ status: 503, json: {} }));
  await page.getByRole('button', { name: 'Actualizar' }).click();
  await expect(page.getByText('No se pudo actualizar')).toBeVisible();
  await expect(part('Disco')).toBeVisible();
});
