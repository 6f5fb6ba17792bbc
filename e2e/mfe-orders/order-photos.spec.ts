import type { Locator, Page } from '@playwright/test';
import { withDatabase } from '../support/database.ts';
import { expect, test, tokensOf, TOKEN_KEY, USER_KEY, type Account } from '../support/fixtures.ts';
import { newOrder } from '../support/orders.ts';
import { cameraPhoto } from '../support/photos.ts';
import { orderWith } from '../support/printing.ts';

test('UI-61 without photos each moment is a row with its two buttons, on a phone too', async ({
  openAs,
  shop,
}) => {
  const { id } = await orderWith(shop, { ofCustomer: true });
  await withDatabase(shop, (sql) => sql`delete from order_photos where order_id = ${id}`);
  const page = await openAs('technician', `/dashboard/orders/view/${id}`);
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    for (const moment of ['Al recibirlo', 'En la reparación', 'Al entregarlo']) {
      const row = page
        .locator('section')
        .filter({ has: page.getByRole('heading', { name: moment, exact: true }) });
      await expect(row.last()).toContainText('Sin fotos');
      expect((await row.last().boundingBox())?.height).toBeLessThan(70);
      await expect(row.last().getByLabel(`Agregar fotos: ${moment}`)).toHaveCount(1);
      await expect(row.last().getByLabel(/^Marcar/)).toHaveCount(1);
    }
  }
});

test('REC-51 REC-52 photos are made smaller, sent with progress, and go on after a cut; what is none is refused', async ({
  openAs,
  shop,
}) => {
  const { id } = await orderWith(shop, { ofCustomer: true });
  const page = await openAs('receptionist', `/dashboard/orders/view/${id}`);
  const stored = () =>
    withDatabase(
      shop,
      (sql) =>
        sql`select greatest(width, height) as side, bytes < 400000 as small, checked_at is not null as checked
          from order_photos where order_id = ${id}`,
    );
  const field = page.getByLabel('Agregar fotos: Al recibirlo');
  const photo = await cameraPhoto(page, 'uno.jpg');
  await field.setInputFiles([
    photo,
    {
      name: 'nota.jpg',
      mimeType: 'image/jpeg',
      buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    },
  ]);
  // A notice goes by itself.
  await expect(page.getByText('nota.jpg: Este archivo no es una foto')).toBeVisible();
  await expect(page.getByRole('img', { name: 'Al recibirlo, foto 1' })).toBeVisible();
  await expect.poll(stored).toEqual([{ side: 1600, small: true, checked: true }]);

  await page.context().setOffline(true);
  await field.setInputFiles([photo]);
  await expect(page.getByText('Sin conexión. Queda 1 foto por enviar.')).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByRole('img', { name: 'Al recibirlo, foto 2' })).toBeVisible();
  await expect.poll(async () => (await stored()).length).toBe(2);
  await page.getByRole('button', { name: 'Al recibirlo, foto 2', exact: true }).click();
  await expect(page.getByRole('dialog').getByRole('img', { name: 'Al recibirlo, foto 2' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.getByRole('button', { name: 'Quitar: Al recibirlo, foto 2' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Quitar' }).click();
  await expect(page.getByRole('img', { name: 'Al recibirlo, foto 2' })).toBeHidden();
  await expect.poll(async () => (await stored()).length).toBe(1);

  const portal = await openAs('customer', `/dashboard/orders/view/${id}`);
  await portal.getByRole('button', { name: 'Al recibirlo, foto 1' }).click();
  const seen = portal.getByRole('dialog').getByRole('img', { name: 'Al recibirlo, foto 1' });
  await expect(seen).toHaveJSProperty('naturalWidth', 1600);
  await portal.keyboard.press('Escape');
  await expect(portal.getByRole('dialog')).toBeHidden();
});

test('REC-53 a chosen photo waits through a reload and somebody else at the desk, and one tab sends it once', async ({
  openAs,
  shop,
}) => {
  const { id } = await newOrder(shop);
  const address = `/dashboard/orders/view/${id}`;
  const page = await openAs('receptionist', address);
  let isCut = true;
  const sent: string[] = [];
  await page.context().route('**/storage/v1/object/order-photos/**', async (route) => {
    const request = route.request();
    if (request.method() !== 'POST') return route.continue();
    if (isCut) return route.abort();
    sent.push(request.url());
    return route.continue();
  });
  const field = (at: Page) => at.getByLabel('Agregar fotos: Al recibirlo');
  const waits = (at: Page) => at.getByText('Sin conexión. Queda 1 foto por enviar.');
  await field(page).setInputFiles([await cameraPhoto(page, 'uno.jpg')]);
  await expect(waits(page)).toBeVisible();
  await page.reload();
  await expect(waits(page)).toBeVisible();

  const signInAs = async (account: Account) => {
    const tokens = await tokensOf(shop, account);
    await page.evaluate(
      ([tokenKey, userKey, value]) => {
        localStorage.removeItem(userKey);
        localStorage.setItem(tokenKey, value);
      },
      [TOKEN_KEY, USER_KEY, JSON.stringify(tokens)] as const,
    );
    await page.goto(address);
  };
  await signInAs('technician');
  await expect(page.getByText('No terminó de enviarse')).toBeVisible();
  await expect(waits(page)).toBeHidden();
  await expect(page.getByRole('img', { name: 'Por enviar: uno.jpg' })).toHaveCount(0);

  await signInAs('receptionist');
  await expect(waits(page)).toBeVisible();
  const second = await page.context().newPage();
  await second.goto(address);
  await expect(second.getByRole('img', { name: 'Por enviar: uno.jpg' })).toBeVisible();
  isCut = false;
  for (const tab of [page, second]) {
    await expect(tab.getByRole('img', { name: 'Al recibirlo, foto 1' })).toBeVisible();
    await expect(tab.getByRole('img', { name: 'Por enviar: uno.jpg' })).toHaveCount(0);
  }
  expect(new Set(sent).size).toBe(2);
  expect(sent).toHaveLength(2);
  await expect
    .poll(() =>
      withDatabase(
        shop,
        (sql) => sql`select checked_at is not null as kept from order_photos where order_id = ${id}`,
      ),
    )
    .toEqual([{ kept: true }]);
  await second.close();

  isCut = true;
  await field(page).setInputFiles([await cameraPhoto(page, 'dos.jpg')]);
  await expect(waits(page)).toBeVisible();
  await page.getByRole('button', { name: 'No enviar: dos.jpg' }).click();
  await expect(page.getByRole('img', { name: 'Por enviar: dos.jpg' })).toHaveCount(0);
  await expect
    .poll(() => withDatabase(shop, (sql) => sql`select id from order_photos where order_id = ${id}`))
    .toHaveLength(1);
});

test('REC-56 a photo that the server keeps failing on holds up none of the others, and gets through later', async ({
  openAs,
  shop,
}) => {
  const { id } = await newOrder(shop);
  const page = await openAs('receptionist', `/dashboard/orders/view/${id}`);
  let isFailing = true;
  let failing: string | undefined;
  await page.route('**/storage/v1/object/order-photos/**', async (route) => {
    const request = route.request();
    if (request.method() !== 'POST' || !isFailing) return route.continue();
    failing ??= request.url();
    return request.url() === failing ? route.fulfill({ status: 500 }) : route.continue();
  });
  const photos = await Promise.all(['uno.jpg', 'dos.jpg'].map((name) => cameraPhoto(page, name)));
  await page.getByLabel('Agregar fotos: Al recibirlo').setInputFiles(photos);
  await expect(page.getByRole('img', { name: 'Por enviar: dos.jpg' })).toHaveCount(0);
  const kept = () =>
    withDatabase(
      shop,
      (sql) => sql`select id from order_photos where order_id = ${id} and checked_at is not null`,
    );
  await expect.poll(kept).toHaveLength(1);
  await expect(page.getByRole('img', { name: 'Por enviar: uno.jpg' })).toBeVisible();
  await expect(
    page.getByText('El servidor no pudo recibir las fotos. Queda 1 foto por enviar.'),
  ).toBeVisible();
  await expect(page.getByText('Sin conexión', { exact: false })).toHaveCount(0);
  isFailing = false;
  await expect(page.getByRole('img', { name: 'Por enviar: uno.jpg' })).toHaveCount(0);
  await expect.poll(kept).toHaveLength(2);
});

/** Counts the pixels of a shown photo that have the red of the marks. */
const redPixels = (image: Locator) =>
  image.evaluate(async (shown: HTMLImageElement) => {
    await shown.decode();
    const canvas = document.createElement('canvas');
    canvas.width = shown.naturalWidth;
    canvas.height = shown.naturalHeight;
    const context = canvas.getContext('2d');
    context?.drawImage(shown, 0, 0);
    const { data } = context?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] };
    let red = 0;
    for (let at = 0; at < data.length; at += 4)
      if ((data[at] ?? 0) > 170 && (data[at + 1] ?? 255) < 60 && (data[at + 2] ?? 255) < 80) red += 1;
    return red;
  });

test('REC-55 arrows and circles are drawn by pointer and keyboard, taken back, and sent with the photo', async ({
  openAs,
  shop,
}) => {
  const { id } = await newOrder(shop);
  const page = await openAs('receptionist', `/dashboard/orders/view/${id}`);
  const gray = await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    canvas.width = 800;
    canvas.height = 600;
    const context = canvas.getContext('2d');
    if (!context) throw new Error('No canvas');
    context.fillStyle = '#888';
    context.fillRect(0, 0, 800, 600);
    return canvas.toDataURL('image/jpeg').split(',')[1] ?? '';
  });
  await page
    .getByLabel('Marcar una foto: En la reparación')
    .setInputFiles([{ name: 'golpe.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(gray, 'base64') }]);
  const dialog = page.getByRole('dialog', { name: 'Marcar la foto' });
  const canvas = dialog.getByRole('application');
  await expect(canvas).toHaveAccessibleName('Foto con 0 marcas');
  const box = await canvas.boundingBox();
  if (!box) throw new Error('No canvas');
  await page.mouse.move(box.x + 20, box.y + 20);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.up();
  await expect(canvas).toHaveAccessibleName('Foto con 1 marca');
  await dialog.getByRole('radio', { name: 'Círculo' }).check();
  await canvas.focus();
  for (const key of ['Enter', 'ArrowRight', 'ArrowRight', 'ArrowDown', 'Enter'])
    await page.keyboard.press(key);
  await expect(canvas).toHaveAccessibleName('Foto con 2 marcas');
  await dialog.getByRole('button', { name: 'Deshacer' }).click();
  await expect(canvas).toHaveAccessibleName('Foto con 1 marca');
  await dialog.getByRole('button', { name: 'Enviar foto' }).click();
  await page.getByRole('button', { name: 'En la reparación, foto 1', exact: true }).click();
  const shown = page.getByRole('dialog').getByRole('img', { name: 'En la reparación, foto 1' });
  await expect(shown).toHaveJSProperty('naturalWidth', 800);
  expect(await redPixels(shown)).toBeGreaterThan(1000);
});
