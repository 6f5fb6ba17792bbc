import { readFile } from 'node:fs/promises';
import type { Locator } from '@playwright/test';
import { axeFindings, sidewaysOverflow } from '../support/axe.ts';
import { expect, PASSWORD, test } from '../support/fixtures.ts';
import { formerCustomer } from '../support/people.ts';

test('UI-02 PRIV-02 PRIV-03 a customer downloads a copy of their data, requests erasure and withdraws the request', async ({
  openAs,
  shop,
}) => {
  const person = await formerCustomer(shop, 'Marta Copia Rojas');
  const page = await openAs(person, '/perfil');
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Descargar mis datos' }).click();
  const file = await downloading;
  expect(file.suggestedFilename()).toMatch(/^mis-datos-\d{4}-\d\d-\d\d\.json$/);
  const data: unknown = JSON.parse(await readFile(await file.path(), 'utf8'));
  expect(data).toMatchObject({ perfil: { correo: person.email }, ordenes: [{ estado: 'delivered' }] });

  await page.getByRole('button', { name: 'Eliminar mis datos' }).click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText('Respondemos dentro de 30 días.');
  const bottom = (part: Locator) => part.evaluate((element) => element.getBoundingClientRect().bottom);
  const label = await dialog.locator('label').evaluate((element) => element.getBoundingClientRect().top);
  expect(label - (await bottom(dialog.locator('p').first()))).toBeGreaterThanOrEqual(12);
  const ring = (await bottom(dialog.locator('input'))) + 4;
  expect(ring, 'end of the ring').toBeLessThanOrEqual(await bottom(dialog.locator(':has(+ footer)')));
  await dialog.getByLabel('Tu contraseña, por seguridad').fill('no es esta');
  await dialog.getByRole('button', { name: 'Eliminar mis datos' }).click();
  await expect(dialog.getByRole('alert')).toHaveText(
    'La contraseña no es correcta. Después de cinco intentos hay que esperar 15 minutos.',
  );
  await dialog.getByLabel('Tu contraseña, por seguridad').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Eliminar mis datos' }).click();
  await expect(page.getByText(/Te respondemos a más tardar el \d/)).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  expect(await sidewaysOverflow(page)).toBe(0);
  await page.reload();
  await page.getByRole('button', { name: 'Retirar solicitud' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Retirar solicitud' }).click();
  await expect(page.getByRole('button', { name: 'Eliminar mis datos' })).toBeVisible();
});
