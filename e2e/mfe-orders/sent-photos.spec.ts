/** The desk sends photos with a message, and a stranger opens its link on a phone. */
import { withDatabase } from '../support/database.ts';
import { expect, test } from '../support/fixtures.ts';
import { freshOrder, messagesOf, viewOf } from '../support/messages.ts';
import { cameraPhoto } from '../support/photos.ts';

const PHONE = { width: 390, height: 844 };

test('REC-57 REC-58 staff send photos from a phone, and whoever has the link sees them on another one', async ({
  openAs,
  shop,
  pages,
}) => {
  await withDatabase(
    shop,
    (sql) => sql`
      update setting_sections set value = jsonb_set(value, '{photos_sent,enabled}', 'true') where section = 'messages'`,
  );
  const order = await freshOrder(shop, '+56 9 6123 8899');
  const desk = await openAs('receptionist', viewOf(order), { viewport: PHONE });
  const files = await Promise.all(['uno.jpg', 'dos.jpg'].map((name) => cameraPhoto(desk, name)));
  await desk.getByLabel('Agregar fotos: Al recibirlo').setInputFiles(files);
  await expect(desk.getByRole('img', { name: 'Al recibirlo, foto 2' })).toBeVisible();
  await desk.getByRole('button', { name: 'Enviar al cliente' }).click();
  const dialog = desk.getByRole('dialog', { name: 'Enviar fotos por WhatsApp' });
  await dialog.getByRole('checkbox', { name: 'Al recibirlo, foto 2' }).check();
  await expect(dialog.getByText('(enlace a las fotos)')).toBeVisible();
  expect(await dialog.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true);
  await dialog.getByRole('button', { name: 'Enviar mensaje' }).click();
  await expect(dialog).toBeHidden();
  await expect(messagesOf(desk)).toContainText('Fotos');

  let link = '';
  await expect
    .poll(async () => {
      const { messages } = (await (await fetch(`${shop.url}/_dev/whatsapp.json`)).json()) as {
        messages: { template: string; parameters: string[] }[];
      };
      const sent = messages.find(
        ({ template, parameters }) => template === 'order_photos' && parameters[0] === order.number,
      );
      link = sent?.parameters[1] ?? '';
      return link;
    })
    .toMatch(/\/fotos\/[0-9a-f]{40}$/);
  const stranger = await pages.take({}, PHONE);
  await stranger.goto(new URL(link).pathname);
  await expect(stranger.getByRole('heading', { level: 1, name: 'Fotos de tu equipo' })).toBeVisible();
  const photos = stranger.getByRole('article').getByRole('img');
  await expect(photos).toHaveCount(1);
  await expect(photos).toHaveJSProperty('naturalWidth', 1600);
  expect(await stranger.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);

  await withDatabase(shop, (sql) => sql`delete from order_photos where order_id = ${order.id}`);
  await stranger.reload();
  await expect(stranger.getByRole('heading', { name: 'Estas fotos ya no están' })).toBeVisible();
});
