import { expect, test } from '../support/fixtures.ts';
import { toastOf } from '../support/cut-network.ts';
import { unclaimedOrder } from '../support/orders.ts';
import { watchErrors } from '../support/requests.ts';

test('BOOK-12 a member of the staff makes an address for a calendar, which has the appointments until it is revoked', async ({
  openAs,
  shop,
}) => {
  const page = await openAs('receptionist', '/dashboard/citas');
  const errors = watchErrors(page);
  await page.getByRole('button', { name: 'Mi calendario' }).click();
  const dialog = page.getByRole('dialog', { name: 'Las citas en mi calendario' });
  await expect(dialog.getByText('Todavía no tienes una.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Crear dirección' }).click();
  const address = await dialog.getByLabel('Dirección').inputValue();
  expect(address).toMatch(/^webcal:\/\/.+\/functions\/v1\/calendar-feed\/[0-9a-f]{32}\.ics$/);
  await expect(dialog.getByRole('link', { name: 'Abrir en mi calendario' })).toHaveAttribute('href', address);
  const read = () => fetch(new URL(new URL(address.replace('webcal:', 'http:')).pathname, shop.url));
  expect(await (await read()).text()).toContain('BEGIN:VCALENDAR');
  await page.reload();
  await page.getByRole('button', { name: 'Mi calendario' }).click();
  await expect(dialog.getByText(/Leída por última vez el/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Anular', exact: true }).click();
  await expect(toastOf(page, 'La dirección quedó anulada.')).toBeVisible();
  await expect(dialog.getByText('Todavía no tienes una.')).toBeVisible();
  expect((await read()).status).toBe(404);
  expect(errors).toEqual([]);
});

test('TIME-44 an attempt is noted in its dialog, which a reload leaves as it was, and the order leaves the list', async ({
  openAs,
  shop,
}) => {
  await unclaimedOrder(shop, 'Berta Olvido');
  const page = await openAs('receptionist', '/dashboard/clientes?vista=llamar');
  await page.getByRole('button', { name: 'Anotar intento con Berta Olvido' }).click();
  const dialog = page.getByRole('dialog', { name: 'Anotar intento' });
  await dialog.getByLabel('Qué pasó').fill('No contesta');
  await page.reload();
  await expect(dialog.getByLabel('Qué pasó')).toHaveValue('No contesta');
  await dialog.getByRole('button', { name: 'Guardar' }).click();
  await expect(toastOf(page, 'Intento anotado.')).toBeVisible();
  await expect(page.getByRole('link', { name: /Berta Olvido/ })).toHaveCount(0);
});
