import type { Page } from '@playwright/test';
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

/** Photos that the browser keeps. */
const kept = (page: Page) =>
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

test('REC-38 an order of which there are only photos is offered by their number, and discarded with them', async ({
  openAs,
}) => {
  const page = await openAs('receptionist', '/dashboard');
  const open = () => page.getByRole('button', { name: 'Nueva orden' }).click();
  await open();
  const dialog = page.getByRole('dialog');
  const close = async () => {
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  };
  const waiting = dialog.getByRole('img', { name: /^Por enviar/ });
  const photo = await cameraPhoto(page, 'frente.jpg');
  const noPhoto = { name: 'nota.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('<svg/>') };
  await dialog.getByLabel(ADD).setInputFiles([photo, noPhoto]);
  await expect(page.getByText('nota.jpg: Este archivo no es una foto')).toBeVisible();
  // By keyboard: the focus stays among the photos, and is seen there.
  await dialog.getByRole('button', { name: 'Quitar: frente.jpg' }).press('Enter');
  await expect(waiting).toHaveCount(0);
  await expect(dialog.getByLabel(ADD)).toBeFocused();
  await expect(dialog.getByText('Agregar fotos', { exact: true })).toHaveCSS('outline-style', 'solid');
  await close();

  // Nothing was left.
  await open();
  await dialog.getByLabel(ADD).setInputFiles([photo]);
  await expect(dialog.getByRole('button', { name: 'Descartar' })).toHaveCount(0);
  await expect(dialog.getByText('1 foto por enviar al crear la orden.')).toBeVisible();
  await close();
  await open();
  await expect(dialog.getByText('Quedó una orden sin terminar: 1 foto.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Descartar' }).click();
  await expect(dialog.getByRole('button', { name: 'Descartar' })).toBeHidden();
  await expect.poll(() => kept(page)).toBe(0);
});

test('REC-38 closing the page asks while photos wait for their order', async ({ openAs }) => {
  const page = await openAs('receptionist', '/dashboard');
  await page.getByRole('button', { name: 'Nueva orden' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(ADD).setInputFiles([await cameraPhoto(page, 'frente.jpg')]);
  await expect(dialog.getByRole('img', { name: /^Por enviar/ })).toHaveCount(1);
  const question = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  expect((await question).type()).toBe('beforeunload');
  await (await question).accept();
});

test('REC-38 while an order is created no other takes its place: its photos go with it, and the other is still offered', async ({
  openAs,
  shop,
}) => {
  const page = await openAs('receptionist', '/dashboard');
  const dialog = page.getByRole('dialog');
  const begin = async (name: string) => {
    await page.getByRole('button', { name: 'Nueva orden' }).click();
    await fillOrderForm(page, { 'Nombre completo': name });
    await dialog.getByLabel(ADD).setInputFiles([await cameraPhoto(page, `${name}.jpg`)]);
    await expect(dialog.getByRole('img', { name: /^Por enviar/ })).toHaveCount(1);
  };
  await begin('Dejada Antes');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await begin('Creada Ahora');
  let answer = () => {};
  const answered = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/rest/v1/service_orders*', async (route) => {
    if (route.request().method() === 'POST') await answered;
    return route.continue();
  });
  await dialog.getByRole('button', { name: 'Crear orden' }).click();
  await expect(dialog.getByRole('button', { name: 'Recuperar' })).toBeDisabled();
  answer();
  await dialog.getByRole('button', { name: 'Otro equipo' }).click();
  await expect(dialog.getByText('Quedó una orden sin terminar: Dejada Antes')).toBeVisible();
  const photos = () =>
    withDatabase(
      shop,
      (
        sql,
      ) => sql`select o.customer_name as name from order_photos p join service_orders o on o.id = p.order_id
        where o.customer_name in ('Dejada Antes', 'Creada Ahora') and p.checked_at is not null`,
    );
  await expect.poll(photos).toEqual([{ name: 'Creada Ahora' }]);
  expect(await kept(page)).toBe(1);
});

test('REC-38 REC-53 a browser that keeps no photos says that closing the page loses them, until they are sent', async ({
  openAs,
}) => {
  const page = await openAs('receptionist', '/');
  await page.addInitScript(() => {
    Object.defineProperty(globalThis, 'indexedDB', { value: undefined });
  });
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Nueva orden' }).click();
  const dialog = page.getByRole('dialog');
  await fillOrderForm(page, { 'Nombre completo': 'Sin Disco' });
  await dialog.getByLabel(ADD).setInputFiles([await cameraPhoto(page, 'frente.jpg')]);
  const warning = page.getByText('No cierres ni recargues esta página: el navegador no las guarda.');
  await expect(warning).toBeVisible();
  await dialog.getByRole('button', { name: 'Crear orden' }).click();
  await dialog.getByRole('link', { name: 'Ver orden' }).click();
  await expect(page.getByRole('img', { name: 'Al recibirlo, foto 1' })).toBeVisible();
  await expect(warning).toBeHidden();
});
