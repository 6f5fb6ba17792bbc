import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { withDatabase } from '../support/database.ts';
import { expect, test } from '../support/fixtures.ts';
import { newOrder } from '../support/orders.ts';
import { watchErrors } from '../support/requests.ts';

/** Opens the page on the last day of its week: how many times today has left depends on the hour. */
async function openBooking(page: Page) {
  await page.goto('/citas');
  await page.getByRole('group', { name: 'Día' }).getByRole('radio', { disabled: false }).last().check();
}
/** Fills in name, phone, device and problem; the time stays to be chosen. */
async function fillIn(page: Page, name: string, phone: string) {
  await page.getByLabel('Nombre completo').fill(name);
  await page.getByLabel('Teléfono').fill(phone);
  await page.getByLabel('Qué equipo traes').fill('Moto G54');
  await page.getByLabel('Qué le pasa').fill('No carga');
}
/** The times that are free: others of the shop's tests book too. */
const times = (page: Page) =>
  page.getByRole('group', { name: /^Hora/ }).getByRole('radio', { disabled: false });
const submit = (page: Page) => page.getByRole('button', { name: 'Reservar', exact: true });
/** `lunes 23 de noviembre de 2026, 11:30` */
const WHEN = /^\p{L}+ \d+ de \p{L}+ de \d{4}, \d\d:\d\d$/u;
/** The UID and SEQUENCE lines of a booking's calendar file. */
async function entryOf(page: Page) {
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Agregar a mi calendario' }).click();
  const file = await readFile(await (await downloading).path(), 'utf8');
  return { uid: /^UID:.+$/m.exec(file)?.[0], sequence: /^SEQUENCE:.+$/m.exec(file)?.[0].trim() };
}
/** Takes the time that is chosen on a page, as somebody else does. */
const takeAway = (page: Page, shop: Parameters<typeof withDatabase>[0]) =>
  page
    .getByRole('radio', { checked: true })
    .last()
    .getAttribute('value')
    .then((at) =>
      withDatabase(
        shop,
        (sql) => sql`insert into appointments (full_name, phone, appointment_date, reason)
          values ('Otra persona', '+56 9 8888 0000', ${at ?? ''}, 'Retiro')`,
      ),
    );

test('BOOK-09 BOOK-16 anybody books a time, moves it and cancels it by its link', async ({ page }) => {
  const errors = watchErrors(page);
  await openBooking(page);
  await submit(page).click();
  await expect(page.getByText('Elige una hora.')).toBeVisible();
  await expect(page.getByRole('group', { name: /^Hora/ })).toBeFocused();
  await expect(page.getByText('Cuéntanos qué le pasa.')).toBeVisible();
  await fillIn(page, 'Rosa Díaz', '9 6123 4567');
  await times(page).first().check();
  await submit(page).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tu hora quedó reservada');
  await expect(page).toHaveURL(/\/citas\/[0-9a-f]{32}$/);
  await expect(page.getByRole('article')).not.toContainText('Rosa');
  const entry = await entryOf(page);
  const first = await page.getByRole('article').getByText(WHEN).innerText();
  expect(entry).toEqual({ uid: expect.stringMatching(/^UID:[0-9a-f-]{36}@/), sequence: 'SEQUENCE:0' });
  await page.getByRole('button', { name: 'Cambiar la hora' }).click();
  await expect(page.getByRole('heading', { name: 'Elige otra hora' })).toBeFocused();
  await times(page).last().check();
  await expect(times(page).last()).toBeFocused();
  await page.getByRole('button', { name: 'Cambiar a esta hora' }).click();
  await expect(page.getByText('Listo: tu cita cambió de hora.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cambiar la hora' })).toBeFocused();
  await expect(page.getByRole('article').getByText(WHEN)).not.toHaveText(first);
  expect(await entryOf(page)).toEqual({ ...entry, sequence: 'SEQUENCE:1' });
  await page.getByRole('button', { name: 'Cancelar la cita' }).click();
  await page.getByRole('button', { name: 'Sí, cancelar la cita' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tu cita está cancelada');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tu cita está cancelada');
  expect(errors).toEqual([]);
});

test('BOOK-04 BOOK-09 a time that somebody else took meanwhile loses nothing that was typed, and the next one is chosen', async ({
  page,
  shop,
}) => {
  await openBooking(page);
  await fillIn(page, 'Ana Soto', '9 6123 9999');
  await times(page).first().check();
  await takeAway(page, shop);
  await submit(page).click();
  await expect(page.getByText(/^Esa hora se acaba de ocupar\. No se reservó nada/)).toBeVisible();
  await expect(page.getByLabel('Nombre completo')).toHaveValue('Ana Soto');
  await submit(page).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tu hora quedó reservada');
});

test('BOOK-09 booking that is switched off meanwhile says that nothing was booked, and keeps what was typed', async ({
  page,
  shop,
}) => {
  await openBooking(page);
  await fillIn(page, 'Ema Vidal', '9 6123 8888');
  await times(page).first().check();
  await withDatabase(
    shop,
    (sql) => sql`update setting_sections set value = jsonb_set(value, '{booking,enabled}', 'false')
      where section = 'hours'`,
  );
  await submit(page).click();
  await expect(page.getByText(/^Las reservas en línea están cerradas\. No se reservó nada/)).toBeVisible();
  await expect(page.getByLabel('Nombre completo')).toHaveValue('Ema Vidal');
});

test('BOOK-10 an appointment becomes an order at the counter, with what was written', async ({
  openAs,
  page,
}) => {
  await openBooking(page);
  await fillIn(page, 'Pía Rojas Lagos', '9 6123 7777');
  await times(page).nth(3).check();
  await submit(page).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tu hora quedó reservada');
  const desk = await openAs('receptionist', '/dashboard/citas');
  await desk.getByRole('link', { name: /^Crear orden: Pía Rojas Lagos/ }).click();
  const form = desk.getByRole('dialog', { name: 'Nueva orden' });
  await expect(form.getByText(/^Viene de una cita/)).toBeVisible();
  await expect(form.getByLabel('Nombre')).toHaveValue('Pía Rojas Lagos');
});

test('BOOK-15 the order of an appointment names it, and leads to its week', async ({ openAs, shop }) => {
  const [visit] = await withDatabase(
    shop,
    (sql) => sql<{ id: string }[]>`insert into appointments (full_name, phone, appointment_date, reason)
      values ('Elsa Visita', '+56 9 6123 5555', '2032-01-06T14:30:00Z', 'No carga') returning id`,
  );
  const order = await newOrder(shop, { appointment_id: visit?.id });
  const page = await openAs('receptionist', `/dashboard/orders/view/${order.id}`);
  await page.getByRole('link', { name: 'Cita del martes 6 de enero de 2032, 11:30' }).click();
  await expect(page.getByText('Elsa Visita').first()).toBeVisible();
});
