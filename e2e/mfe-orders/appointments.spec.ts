import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { axeFindings, largeTextOverflow, sidewaysOverflow } from '../support/axe.ts';
import { withDatabase } from '../support/database.ts';
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

test('CUST-01 APPT-06 axe finds nothing on the appointments’ screens, where somebody without an account gets an appointment @exhaustive', async ({
  openAs,
}) => {
  test.setTimeout(240_000);
  const page = await openAs('receptionist', '/dashboard/citas');
  // The first page served is slower.
  await expect(main(page).getByRole('row').last()).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Nueva cita' }).click();
  await page.getByRole('button', { name: 'Agendar cita' }).click();
  await expect(page.getByText('Elige un cliente.')).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);

  // Somebody without an account gives name and phone; both survive a reload, and the list shows them.
  const dialog = page.getByRole('dialog', { name: 'Nueva cita' });
  await dialog.getByLabel('Sin cuenta en el sitio').check();
  await expect(dialog.getByLabel('Buscar cliente')).toHaveCount(0);
  await dialog.getByLabel('Nombre completo').fill('Wanda Sincuenta');
  await dialog.getByLabel('Teléfono').fill('9 5555 0707');
  expect(await axeFindings(page)).toEqual([]);
  await page.reload();
  await expect(dialog.getByLabel('Nombre completo')).toHaveValue('Wanda Sincuenta');
  await dialog.getByLabel('Fecha').fill('2032-01-06');
  await dialog.getByLabel('Hora').fill('10:00');
  await dialog.getByLabel('Motivo').fill('Presupuesto');
  await dialog.getByRole('button', { name: 'Agendar cita' }).click();
  await expect(dialog).toHaveCount(0);
  const row = main(page).getByRole('row').filter({ hasText: 'Wanda Sincuenta' });
  await expect(row.getByRole('link', { name: '+56 9 5555 0707' })).toBeVisible();
  await row.getByRole('button', { name: /^Cancelar cita/ }).click();
  await expect(page.getByText(/No tiene cuenta: avísale por teléfono\./)).toBeVisible();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancelar cita' }).click();
  await expect(row.getByText('Cancelada')).toBeVisible();
  await page.goto('/dashboard/clientes?vista=cuentas');
  await expect(main(page).getByRole('row').last()).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
});

test('APPT-01 APPT-02 APPT-05 the week shows an appointment, a drag moves it, and the other desk sees it move', async ({
  openAs,
  shop,
}) => {
  const person = somebody({ fullName: 'Diego Arrastre Soto' });
  await registerConfirmed(shop, person);
  await withDatabase(
    shop,
    (sql) => sql`insert into appointments (customer_id, appointment_date, reason)
      select id, '2032-03-09T14:00:00Z', 'Revisar pantalla' from profiles where email = ${person.email}`,
  );
  const address = '/dashboard/citas?vista=semana&dia=2032-03-09';
  const other = await openAs('technician', address);
  const page = await openAs('receptionist', address);
  const block = (desk: Page, day: string) =>
    desk.getByRole('region', { name: day }).getByRole('button', { name: /Diego Arrastre Soto/ });
  await expect(block(page, 'martes 9 de marzo de 2032')).toContainText('11:00');
  await expect(block(other, 'martes 9 de marzo de 2032')).toContainText('11:00');
  expect(await axeFindings(page)).toEqual([]);

  const from = await block(page, 'martes 9 de marzo de 2032').boundingBox();
  const to = await page.getByRole('region', { name: 'jueves 11 de marzo de 2032' }).boundingBox();
  if (!from || !to) throw new Error('The columns are not shown');
  await page.mouse.move(from.x + 20, from.y + 5);
  await page.mouse.down();
  // Two hours later, two days on.
  await page.mouse.move(to.x + 20, from.y + 5 + from.height * 4, { steps: 5 });
  await page.mouse.up();
  const dialog = page.getByRole('dialog', { name: 'Mover cita' });
  await expect(dialog.getByLabel('Hora')).toHaveValue('13:00');
  await dialog.getByRole('button', { name: 'Mover cita' }).click();
  await expect(page.getByText('Cita movida al jueves 11 de marzo de 2032, 13:00.')).toBeVisible();
  await expect(block(page, 'jueves 11 de marzo de 2032')).toContainText('13:00');
  await expect(block(other, 'jueves 11 de marzo de 2032')).toContainText('13:00');

  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'jueves 11 de marzo de 2032, 1 cita' }).click();
  await expect(page).toHaveURL(/dia=2032-03-11/);
  await expect(block(page, 'jueves 11 de marzo de 2032')).toBeVisible();
  await page.getByRole('button', { name: 'Día anterior' }).click();
  await expect(page.getByText('Sin citas este día.')).toBeVisible();
  expect(await sidewaysOverflow(page)).toBe(0);

  await page.getByRole('tab', { name: 'Próximas' }).click();
  await expect(page.getByRole('button', { name: /^Cancelar cita/ }).first()).toBeVisible();
  expect(await largeTextOverflow(page)).toBe(0);
});
