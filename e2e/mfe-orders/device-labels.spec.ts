import type { Locator } from '@playwright/test';
import { paths } from '@taller/shared/contract/paths.ts';
import { readQr } from '../support/camera.ts';
import { withDatabase } from '../support/database.ts';
import { expect, test } from '../support/fixtures.ts';
import { readPdf } from '../support/pdf.ts';
import { orderWith, recordPrinting } from '../support/printing.ts';
import { layoutFaults } from '../support/screen-faults.ts';

const MM_PER_PX = 25.4 / 96;

/** Space in mm above and below what a label says: a printer leaves its edge white. */
const edgesOf = (label: Locator) =>
  label.evaluate((article, mm) => {
    const [whole, text] = [article, article.lastElementChild ?? article].map((each) =>
      each.getBoundingClientRect(),
    );
    if (!whole || !text) throw new Error('No label');
    return Math.min(text.top - whole.top, whole.bottom - text.bottom) * mm;
  }, MM_PER_PX);

for (const [size, width, height] of [
  ['62x29', 62, 29],
  ['50x30', 50, 30],
] as const) {
  test(`REC-95 a label of ${width} × ${height} mm is one page with a whole number and a QR of 15 mm and more`, async ({
    openAs,
    shop,
  }) => {
    const { id, number } = await orderWith(shop, { advance_payment: 0 });
    const other = await withDatabase(shop, async (sql) => {
      await sql`update service_orders set customer_name = 'María de los Ángeles Fuenzalida-Errázuriz Santa Cruz Izquierdo',
        equipment_model = 'Galaxy Tab S9 Ultra 5G edición especial de aniversario' where id = ${id}`;
      const [row] = await sql`select id from service_orders where id <> ${id} limit 1`;
      await sql`update service_orders set customer_rut = '76543210-3', equipment_model = 'ThinkPad X1 Carbon Gen 12 edición aniversario',
        customer_name = 'Constructora e Inmobiliaria Los Almendros de la Quebrada Limitada' where id = ${row?.id}`;
      return row?.id as string;
    });
    const page = await openAs('technician', paths.printSelect.getHref(id));
    await recordPrinting(page.context());
    await page.getByLabel('Tamaño de la etiqueta').selectOption(size);
    await page.goto(paths.printLabels.getHref(`${id},${other}`));
    const labels = page.getByRole('article');
    await expect(labels).toHaveCount(2);
    await expect(labels.first().getByText(number, { exact: true })).toBeVisible();
    const code = labels.first().getByRole('img');
    await expect(code).toHaveAttribute('aria-label', new RegExp(`/orders/view/${number}$`));
    const dark = await code.locator('path').boundingBox();
    expect((dark?.width ?? 0) * MM_PER_PX).toBeGreaterThanOrEqual(15);
    // Nine digits are the most that a number has.
    await labels
      .first()
      .getByText(number, { exact: true })
      .evaluate((text) => (text.textContent = '999999999'));
    const [paper, whole] = await Promise.all([
      labels.first().boundingBox(),
      page.getByText('999999999').evaluate((text) => {
        const range = document.createRange();
        range.selectNodeContents(text);
        return range.getBoundingClientRect().right;
      }),
    ]);
    expect(whole).toBeLessThanOrEqual((paper?.x ?? 0) + (paper?.width ?? 0));
    for (const at of [0, 1]) expect(await edgesOf(labels.nth(at))).toBeGreaterThanOrEqual(1.5);
    expect(readPdf(await page.pdf({ preferCSSPageSize: true }))).toEqual({
      count: 2,
      sizes: [
        [width, height],
        [width, height],
      ],
    });
  });
}

test('REC-106 the accessories of a device are printed after it, each with a whole number and letter, on both sizes', async ({
  openAs,
  shop,
}) => {
  const { id, number } = await orderWith(shop, { advance_payment: 0 });
  const names = ['Cargador original de 25 W con cable USB-C trenzado de 2 m', 'Funda'];
  const other = await withDatabase(shop, async (sql) => {
    const accessories = names.map((label, at) => ({ id: `e2e-${at}`, label }));
    await sql`insert into order_checklists (order_id, moment, equipment_type, accessories)
      values (${id}, 'reception', 'smartphone', ${sql.json(accessories)})
      on conflict (order_id, moment) do update set accessories = excluded.accessories`;
    await sql`update service_orders set customer_rut = '76543210-3',
      customer_name = 'Constructora e Inmobiliaria 🏗️ Los Almendros de la Quebrada مؤسسة الهواتف Limitada',
      equipment_model = 'ThinkPad X1 Carbon Gen 12 edición aniversario 🎉 de la casa matriz' where id = ${id}`;
    const [row] = await sql`select id from service_orders o where id <> ${id}
      and not exists (select from order_checklists k where k.order_id = o.id) limit 1`;
    return row?.id as string;
  });
  const page = await openAs('technician', '/robots.txt', { deviceScaleFactor: 3 });
  await recordPrinting(page.context());
  for (const [size, width, height] of [
    ['62x29', 62, 29],
    ['50x30', 50, 30],
  ] as const) {
    await page.goto(paths.printSelect.getHref(id));
    await page.getByLabel('Tamaño de la etiqueta').selectOption(size);
    await page.goto(paths.printLabels.getHref(`${id},${other}`));
    const labels = page.getByRole('article');
    await expect(labels).toHaveCount(4);
    for (const [at, name] of names.entries()) {
      const label = labels.nth(at + 1);
      const title = label.getByText(`${number}-${'AB'[at]}`, { exact: true });
      await expect(label.getByText(name)).toBeVisible();
      expect(await edgesOf(label)).toBeGreaterThanOrEqual(1.5);
      expect(await readQr(page, await label.screenshot())).toBe(`${shop.url}/orders/view/${number}`);
      // The longest of this size: longer ones are smaller, as names of places are.
      await title.evaluate((text) => (text.textContent = '9999999-T'));
      const [paper, whole] = await Promise.all([
        label.boundingBox(),
        label.getByText('9999999-T').evaluate((text) => {
          const range = document.createRange();
          range.selectNodeContents(text);
          return { right: range.getBoundingClientRect().right, lines: range.getClientRects().length };
        }),
      ]);
      expect(whole.lines).toBe(1);
      expect(whole.right).toBeLessThanOrEqual((paper?.x ?? 0) + (paper?.width ?? 0));
    }
    expect(readPdf(await page.pdf({ preferCSSPageSize: true }))).toEqual({
      count: 4,
      sizes: Array.from({ length: 4 }, () => [width, height]),
    });
  }
});

test('REC-93 UI-01 the labels of a place and of devices move them together, and a code twice is one device; a long model leaves its button a thumb’s width', async ({
  openAs,
  shop,
}) => {
  const { id, number } = await orderWith(shop, { advance_payment: 0 });
  await withDatabase(
    shop,
    (sql) => sql`
      update service_orders set equipment_model = 'Galaxy Tab S9 Ultra 5G edición especial de aniversario' where id = ${id}`,
  );
  const page = await openAs('technician', paths.moveDevices.getHref());
  await page.setViewportSize({ width: 390, height: 844 });
  const field = page.getByLabel('Escanea o escribe un número de orden');
  const scan = async (code: string) => {
    await field.fill(code);
    await field.press('Enter');
  };
  const said = page.getByRole('status').filter({ hasText: /\S/ });
  await scan('UBIMESONDETRABAJO');
  await expect(page.getByLabel('Mover a')).toHaveValue('Mesón de trabajo');
  const label = `${new URL(page.url()).origin}/orders/view/${number}`;
  await scan(label);
  await expect(said.filter({ hasText: `Orden ${number} agregada.` })).toBeVisible();
  await scan(label);
  await expect(said.filter({ hasText: 'ya está en la lista' })).toBeVisible();
  await scan('https://otra-tienda.test/orders/view/000001');
  await expect(said.filter({ hasText: 'de otro sitio' })).toBeVisible();
  await scan('qué es esto');
  await expect(said.filter({ hasText: 'no es una orden, un equipo ni una ubicación' })).toBeVisible();
  expect(await layoutFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Mover 1 equipo' }).click();
  await expect(page.getByText('1 equipo quedó en Mesón de trabajo.')).toBeVisible();
  await expect
    .poll(() =>
      withDatabase(shop, async (sql) => {
        const [row] = await sql`select place from device_places where order_id = ${id}`;
        return row?.place as string | undefined;
      }),
    )
    .toBe('Mesón de trabajo');
  await page.goto(paths.orderView.getHref(id));
  await expect(page.getByLabel('Ubicación del equipo')).toHaveValue('Mesón de trabajo');
});

/** Whether an icon stands before its word, in the same line. */
const isInLine = (icon: Locator) =>
  icon.evaluate((pin) => {
    const word = document.createRange();
    word.selectNodeContents(pin.nextSibling ?? pin);
    const [line] = word.getClientRects();
    const { right, bottom } = pin.getBoundingClientRect();
    return line !== undefined && right <= line.left + 1 && bottom > line.top;
  });

test('REC-107 REC-108 the list has the devices of a place and says it in each row, from where it was scanned, and moves those that are selected', async ({
  openAs,
  shop,
}) => {
  const { id, number } = await orderWith(shop, { advance_payment: 0 });
  await withDatabase(shop, async (sql) => {
    await sql`
      update service_orders set equipment_model = 'Galaxy Tab S9 Ultra 5G edición especial de aniversario' where id = ${id}`;
    await sql`insert into device_places (order_id, place) values (${id}, 'Estante de listos')
      on conflict (order_id) do update set place = excluded.place`;
  });
  const page = await openAs('technician', `${paths.moveDevices.getHref()}?codigo=UBIESTANTEDELISTOS`);
  await page.getByRole('link', { name: 'Ver los equipos en Estante de listos' }).click();
  await expect(page).toHaveURL(/[?]ubicacion=Estante/);
  await expect(page.getByRole('combobox', { name: 'Ubicación', exact: true })).toHaveValue(
    'Estante de listos',
  );
  const box = page.getByRole('checkbox', { name: `Seleccionar la orden ${number}` });
  const said = page.getByText('Estante de listos · ').filter({ visible: true }).first();
  for (const width of [1280, 768, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await expect(said).toBeInViewport();
    expect(await isInLine(said.getByRole('img', { name: 'Ubicación' })), `${width}`).toBe(true);
    expect(await layoutFaults(page)).toEqual([]);
  }
  await page.setViewportSize({ width: 1280, height: 844 });
  await box.check();
  await page.getByRole('link', { name: 'Mover a…' }).click();
  await expect(page.getByRole('list', { name: 'Equipos por mover' })).toContainText(number);
  await page.goBack();
  await page.getByRole('combobox', { name: 'Ubicación', exact: true }).selectOption('');
  await expect(page).not.toHaveURL(/ubicacion/);
  // A colleague moves it.
  await withDatabase(
    shop,
    (sql) => sql`update device_places set place = 'Mesón de trabajo' where order_id = ${id}`,
  );
  await expect(page.getByText('Mesón de trabajo · ').filter({ visible: true }).first()).toBeVisible();
});
