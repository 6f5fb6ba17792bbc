import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { axeFindings } from '../support/axe.ts';
import { described } from '../support/described.ts';
import { expect, test } from '../support/fixtures.ts';
import { registerConfirmed, somebody } from '../support/people.ts';

const main = (page: Page) => page.getByRole('main');
const appointments = (page: Page) => page.getByRole('region', { name: 'Mis citas' });

test('CUST-01 staff give an appointment, the customer keeps it in a calendar, staff cancel it', async ({
  openAs,
  shop,
}) => {
  const person = somebody({ fullName: 'Ñusta Peñaloza Vera' });
  await registerConfirmed(shop, person);
  const desk = await openAs('receptionist', '/dashboard/citas');
  await desk.getByRole('button', { name: 'Nueva cita' }).click();
  const dialog = desk.getByRole('dialog', { name: 'Nueva cita' });
  await dialog.getByRole('button', { name: 'Agendar cita' }).click();
  await expect(dialog.getByText('Elige un cliente.')).toBeVisible();
  await described(desk, 'Fecha', 'Elige una fecha.');
  await described(desk, 'Hora', 'Elige una hora.');
  await described(desk, 'Motivo', 'El motivo es obligatorio.');
  // Search ignores accents.
  await dialog.getByLabel('Buscar cliente').fill('nusta penaloza');
  await dialog.getByRole('button', { name: /Ñusta Peñaloza Vera/ }).click();
  await dialog.getByLabel('Fecha').fill('2020-01-06');
  await dialog.getByLabel('Hora').fill('11:30');
  await dialog.getByLabel('Motivo').fill('Retiro de equipo; traer comprobante');
  await dialog.getByRole('button', { name: 'Agendar cita' }).click();
  await described(desk, 'Hora', 'Elige una fecha y hora que no haya pasado.');
  await dialog.getByLabel('Fecha').fill('2032-01-04');
  await described(desk, 'Hora', 'El taller está cerrado a esa hora.');
  await dialog.getByLabel('Fecha').fill('2032-01-05');
  await dialog.getByRole('button', { name: 'Agendar cita' }).click();
  await expect(desk.getByText('Cita agendada.')).toBeVisible();
  await expect(desk.getByRole('region', { name: 'lunes 5 de enero de 2032' })).toContainText(
    'Ñusta Peñaloza Vera',
  );

  const page = await openAs(person, '/dashboard');
  const own = appointments(page).getByRole('listitem');
  await expect(own).toContainText('lunes 5 de enero de 2032, 11:30');
  const downloading = page.waitForEvent('download');
  await own.getByRole('button', { name: 'Agregar al calendario' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('cita-2032-01-05.ics');
  const file = await readFile(await download.path(), 'utf8');
  expect(file).toContain('DTSTART:20320105T143000Z');
  expect(file).toContain('Retiro de equipo\\; traer comprobante');

  await desk.getByRole('button', { name: /^Cancelar cita: Ñusta Peñaloza Vera/ }).click();
  const question = desk.getByRole('alertdialog', { name: '¿Cancelar esta cita?' });
  await question.getByRole('button', { name: 'Cancelar cita' }).click();
  await expect(desk.getByText('Cita cancelada.')).toBeVisible();
  await page.reload();
  await expect(own).toContainText('Cancelada');
  await expect(own.getByRole('button')).toHaveCount(0);
});

test('CUST-01 axe finds nothing on the appointments’ screens', async ({ openAs }) => {
  test.setTimeout(240_000);
  const page = await openAs('receptionist', '/dashboard/citas');
  // The first page served is slower.
  await expect(main(page).getByRole('listitem').first()).toBeVisible({ timeout: 20_000 });
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Nueva cita' }).click();
  await page.getByRole('button', { name: 'Agendar cita' }).click();
  await expect(page.getByText('Elige un cliente.')).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  // An open dialog is restored with the next page.
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.goto('/dashboard/citas?vista=clientes');
  await expect(main(page).getByRole('listitem').first()).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
});
