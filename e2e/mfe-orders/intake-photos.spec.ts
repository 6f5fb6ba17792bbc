import { withDatabase } from '../support/database.ts';
import { expect, test } from '../support/fixtures.ts';
import { fillOrderForm } from '../support/orders.ts';
import { cameraPhoto } from '../support/photos.ts';
import { layoutFaults } from '../support/screen-faults.ts';

const ADD = 'Agregar fotos: Al recibirlo';

test('REC-38 on a phone photos are taken with the new order, survive a reload, and are sent once it is created', async ({
  openAs,
  shop,
}) => {
  const page = await openAs('receptionist', '/dashboard', { viewport: { width: 390, height: 844 } });
  await page.getByRole('button', { name: 'Nueva orden' }).click();
  const dialog = page.getByRole('dialog');
  await dialog
    .getByLabel(ADD)
    .setInputFiles([await cameraPhoto(page, 'frente.jpg'), await cameraPhoto(page, 'atras.jpg')]);
  const waiting = dialog.getByRole('img', { name: /^Por enviar/ });
  await expect(waiting).toHaveCount(2);
  expect(await layoutFaults(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Quitar: atras.jpg' }).click();
  await expect(waiting).toHaveCount(1);
  await page.reload();
  await expect(waiting).toHaveCount(1);

  // Closed and taken up again.
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'Nueva orden' }).click();
  await expect(waiting).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Recuperar' }).click();
  await expect(waiting).toHaveCount(1);
  await fillOrderForm(page);
  await dialog.getByRole('button', { name: 'Crear orden' }).click();
  await dialog.getByRole('link', { name: 'Ver orden' }).click();
  await expect(page.getByRole('img', { name: 'Al recibirlo, foto 1' })).toBeVisible();
  const photos = () =>
    withDatabase(
      shop,
      (sql) => sql`select p.moment, p.checked_at is not null as checked
        from order_photos p join service_orders o on o.id = p.order_id where o.customer_name = 'Elena Rojas'`,
    );
  await expect.poll(photos).toEqual([{ moment: 'reception', checked: true }]);
});

test('REC-38 photos of an order that is discarded are forgotten', async ({ openAs }) => {
  const page = await openAs('receptionist', '/dashboard');
  await page.getByRole('button', { name: 'Nueva orden' }).click();
  const dialog = page.getByRole('dialog');
  const waiting = dialog.getByRole('img', { name: /^Por enviar/ });
  await dialog.getByLabel(ADD).setInputFiles([await cameraPhoto(page, 'frente.jpg')]);
  await expect(waiting).toHaveCount(1);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Nueva orden' }).click();
  await dialog.getByRole('button', { name: 'Descartar' }).click();
  await expect(dialog.getByRole('button', { name: 'Descartar' })).toBeHidden();
  const left = () =>
    page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const opening = indexedDB.open('taller-photos');
          opening.addEventListener('success', () => {
            const counting = opening.result.transaction('waiting').objectStore('waiting').count();
            counting.addEventListener('success', () => resolve(counting.result));
          });
        }),
    );
  await expect.poll(left).toBe(0);
});
