import type { Page } from '@playwright/test';
import { paths } from '@taller/shared/contract/paths.ts';
import { readQr, withCamera } from '../support/camera.ts';
import { expect, openWith, test, TOKEN_KEY, tokensOf } from '../support/fixtures.ts';
import { orderWith, recordPrinting } from '../support/printing.ts';

/** Notes the camera's tracks, to see whether they were stopped. */
const noteTracks = (page: Page) =>
  page.addInitScript(() => {
    const tracks: MediaStreamTrack[] = [];
    Object.assign(window, { tracks });
    const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
    navigator.mediaDevices.getUserMedia = async (wanted) => {
      const stream = await open(wanted);
      tracks.push(...stream.getTracks());
      return stream;
    };
  });
const tracksOf = (page: Page) =>
  page.evaluate(() =>
    (window as unknown as { tracks: MediaStreamTrack[] }).tracks.map(({ readyState }) => readyState),
  );

test('REC-100 the camera reads the printed label of a device: it opens the order, and puts it among those that move', async ({
  openAs,
  shop,
  launchOptions,
}) => {
  const { id, number } = await orderWith(shop, { advance_payment: 0 });
  const paper = await openAs('technician', '/robots.txt', { deviceScaleFactor: 3 });
  await recordPrinting(paper.context());
  await paper.goto(paths.printLabels.getHref(id));
  const label = await paper.getByRole('article').screenshot();
  expect(await readQr(paper, label)).toBe(`${shop.url}/orders/view/${number}`);

  const entries = { [TOKEN_KEY]: await tokensOf(shop, 'technician') };
  await withCamera(paper, label, launchOptions, async (browser) => {
    const page = await openWith(browser, shop, entries, { locale: 'es-CL', serviceWorkers: 'block' });
    await noteTracks(page);
    await page.goto(paths.dashboardAppointments.getHref());
    await page.getByRole('button', { name: 'Buscar órdenes, pantallas y acciones' }).click();
    await page.getByRole('button', { name: 'Escanear con la cámara' }).click();
    await expect(page).toHaveURL(paths.orderView.getHref(id));
    expect(await tracksOf(page)).toEqual(['ended']);

    await page.goto(paths.moveDevices.getHref());
    await page.getByRole('button', { name: 'Escanear con la cámara' }).click();
    const camera = page.getByRole('dialog', { name: 'Escanear con la cámara' });
    await expect(camera.getByRole('status')).toHaveText(`Orden ${number} agregada.`);
    expect(await tracksOf(page)).toEqual(['live']);
    await camera.getByRole('button', { name: 'Cerrar' }).click();
    await expect(camera).toHaveCount(0);
    expect(await tracksOf(page)).toEqual(['ended']);
    await expect(page.getByRole('list', { name: 'Equipos por mover' })).toContainText(number);
  });
});

test('REC-96 the QR on the label of a place says its code', async ({ openAs }) => {
  const paper = await openAs('technician', '/robots.txt', { deviceScaleFactor: 3 });
  await recordPrinting(paper.context());
  await paper.goto(paths.printPlaceLabels.getHref());
  const label = paper.getByRole('article').filter({ hasText: 'Mesón de trabajo' });
  expect(await readQr(paper, await label.screenshot())).toBe('UBIMESONDETRABAJO');
});

test('REC-102 Back while the camera opens closes it alone, and what opens then is off', async ({
  openAs,
}) => {
  const page = await openAs('technician', paths.dashboard.getHref());
  await page.getByRole('link', { name: 'Citas' }).first().click();
  await expect(page).toHaveURL(paths.dashboardAppointments.getHref());
  await page.evaluate(() => {
    navigator.mediaDevices.getUserMedia = () =>
      new Promise((resolve) => {
        const open = () => {
          const stream = document.createElement('canvas').captureStream();
          Object.assign(window, { tracks: stream.getTracks() });
          resolve(stream);
        };
        Object.assign(window, { open });
      });
  });
  await page.getByRole('button', { name: 'Buscar órdenes, pantallas y acciones' }).click();
  await page.getByRole('button', { name: 'Escanear con la cámara' }).click();
  const camera = page.getByRole('dialog', { name: 'Escanear con la cámara' });
  await expect(camera.getByRole('status')).toHaveText('Abriendo la cámara…');
  await page.evaluate(() => history.back());
  await expect(camera).toHaveCount(0);
  await expect(page).toHaveURL(paths.dashboardAppointments.getHref());
  await expect(page.getByRole('combobox', { name: 'Buscar', exact: true })).toBeVisible();
  await page.evaluate(() => (window as unknown as { open: () => void }).open());
  await expect.poll(() => tracksOf(page)).toEqual(['ended']);
});
