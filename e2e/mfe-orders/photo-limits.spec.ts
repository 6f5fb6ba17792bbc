/** Messages about refused photos: nothing that was chosen is lost. */
import type { Page } from '@playwright/test';
import { withDatabase } from '../support/database.ts';
import { expect, test } from '../support/fixtures.ts';
import { newOrder } from '../support/orders.ts';
import { cameraPhoto } from '../support/photos.ts';

const waiting = (page: Page) => page.getByRole('img', { name: 'Por enviar: otra.jpg' });
const choose = async (page: Page) =>
  page.getByLabel('Agregar fotos: En la reparación').setInputFiles([await cameraPhoto(page, 'otra.jpg')]);
const again = (page: Page) => page.getByRole('button', { name: 'Enviar de nuevo: otra.jpg' });
const shown = (page: Page) => page.getByRole('img', { name: 'En la reparación, foto 1' });

test('REC-59 a thirteenth photo is refused in words and waits, beyond a reload, until one is removed', async ({
  openAs,
  shop,
}) => {
  const { id } = await newOrder(shop, {});
  const kept = () =>
    withDatabase(
      shop,
      (sql) =>
        sql`select count(*)::int as all, count(checked_at)::int as come from order_photos where order_id = ${id}`,
    );
  await withDatabase(
    shop,
    (sql) => sql`
      insert into order_photos (id, order_id, moment, added_by)
      select gen_random_uuid(), ${id}, 'reception', p.id
      from generate_series(1, 12), profiles p where p.email = 'recepcion@taller.test'`,
  );
  const page = await openAs('receptionist', `/dashboard/orders/view/${id}`);
  const words = page.getByText('La orden ya tiene 12 fotos. Quita una antes de agregar otra.');
  await choose(page);
  await expect(words).toBeVisible();
  await expect(waiting(page)).toBeVisible();
  await page.reload();
  await expect(words).toBeVisible();
  await expect(waiting(page)).toBeVisible();
  await expect.poll(kept).toEqual([{ all: 12, come: 0 }]);

  await page.getByRole('button', { name: 'Quitar: Al recibirlo, foto 12' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Quitar' }).click();
  await expect(page.getByRole('alertdialog')).toBeHidden();
  await again(page).click();
  await expect(shown(page)).toBeVisible();
  await expect(waiting(page)).toHaveCount(0);
  await expect.poll(kept).toEqual([{ all: 12, come: 1 }]);
});

test('REC-132 a photo for which the server has no room is refused in words and waits, beyond a reload, until it has', async ({
  openAs,
  shop,
}) => {
  const { id } = await newOrder(shop, {});
  const page = await openAs('receptionist', `/dashboard/orders/view/${id}`);
  let isFull = true;
  await page.route('**/storage/v1/object/order-photos/**', (route) =>
    isFull && route.request().method() === 'POST'
      ? route.fulfill({
          status: 507,
          json: { statusCode: '507', error: 'InsufficientStorage', message: 'No' },
        })
      : route.continue(),
  );
  const words = page.getByText('No queda espacio en el servidor para fotos. Avisa a administración.');
  await choose(page);
  await expect(words).toBeVisible();
  await page.reload();
  await expect(words).toBeVisible();
  await expect(waiting(page)).toBeVisible();
  isFull = false;
  await again(page).click();
  await expect(shown(page)).toBeVisible();
  await expect(waiting(page)).toHaveCount(0);
});
