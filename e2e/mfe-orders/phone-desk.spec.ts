import { expect, test } from '../support/fixtures.ts';
import { newOrder, rowOf } from '../support/orders.ts';

test('ORD-36 ORD-72 ORD-73 on a phone rows and filters are whole, the bar to add one hides none, and the tabs show which is open', async ({
  openAs,
  shop,
}) => {
  const order = await newOrder(shop, { advance_payment: 10_000 });
  const page = await openAs('admin', '/dashboard', { viewport: { width: 390, height: 844 } });
  const row = rowOf(page, order);
  await expect(row).toBeVisible();
  const box = async (text: string | RegExp) => {
    const found = await row.getByText(text).first().boundingBox();
    if (!found) throw new Error(`${String(text)} is not drawn`);
    return found;
  };
  await expect(async () => {
    const place = await row.boundingBox();
    const number = await box(/^#\d{6}$/);
    const advance = await box('Abono $10.000');
    expect(number.y - (place?.y ?? 0)).toBeGreaterThanOrEqual(8);
    expect((place?.y ?? 0) + (place?.height ?? 0) - advance.y - advance.height).toBeGreaterThanOrEqual(6);
  }).toPass();

  // The orders begin high up, and the filters are in a sheet that Back closes.
  const list = page.getByRole('list', { name: 'Lista de órdenes' });
  await expect.poll(async () => (await list.boundingBox())?.y ?? Infinity).toBeLessThanOrEqual(250);
  await page.getByRole('button', { name: 'Filtros', exact: true }).click();
  for (const name of ['Estado', 'Técnico']) {
    const room = await page.getByLabel(name, { exact: true }).evaluate((select: HTMLSelectElement) => {
      const style = getComputedStyle(select);
      const context = document.createElement('canvas').getContext('2d');
      if (!context) throw new Error('No canvas');
      context.font = style.font;
      const text = context.measureText(select.selectedOptions[0]?.text ?? '').width;
      return select.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - text;
    });
    expect(room, name).toBeGreaterThanOrEqual(0);
  }
  await page.getByLabel('Estado', { exact: true }).selectOption('pending');
  await page.getByRole('button', { name: 'Ver órdenes' }).click();
  await expect(page).toHaveURL(/estado=pending/);
  await page.getByRole('button', { name: 'Quitar Estado: Pendiente' }).click();
  await expect(page).not.toHaveURL(/estado=/);
  await page.getByRole('button', { name: 'Filtros', exact: true }).click();
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  // 'Nueva orden' stays within reach, and comes to rest below the last order.
  const create = page.getByRole('button', { name: 'Nueva orden' });
  await expect(create).toBeInViewport({ ratio: 1 });
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  await expect(create).toBeInViewport({ ratio: 1 });
  await expect
    .poll(async () => {
      const rows = await list.boundingBox();
      const bar = await create.boundingBox();
      return rows && bar ? bar.y - (rows.y + rows.height) : -1;
    })
    .toBeGreaterThanOrEqual(0);

  const tabs = page.getByRole('navigation', { name: 'Secciones del panel' });
  await expect(tabs).toHaveAttribute('data-more-after', '');
  await expect(tabs).not.toHaveAttribute('data-more-before', '');
  await page.goto('/dashboard/importar');
  await expect(tabs.getByRole('link', { name: 'Importar' })).toBeInViewport({ ratio: 0.9 });
  await expect(tabs).toHaveAttribute('data-more-before', '');
});

test('ORD-73 ORD-78 on a phone the bar of the selected orders lies over that of a new one', async ({
  openAs,
  shop,
}) => {
  const order = await newOrder(shop);
  const page = await openAs('receptionist', '/dashboard', { viewport: { width: 390, height: 844 } });
  await rowOf(page, order)
    .getByRole('button', { name: /^Más acciones/ })
    .click();
  await page.getByRole('menuitem', { name: 'Seleccionar' }).click();
  for (const name of ['Cambiar estado', 'Toda la página'])
    await page.getByRole('button', { name }).click({ trial: true });
  await page.getByRole('button', { name: 'Toda la página' }).click();
  await expect(page.getByText(/^20 seleccionadas$/)).toBeVisible();
});

test('ORD-35 an American browser shows and takes dates as in Chile @exhaustive', async ({ openAs }) => {
  const page = await openAs('admin', '/dashboard/informes', { locale: 'en-US' });
  const from = page.getByLabel('Desde', { exact: true });
  await from.pressSequentially('05-01-2026');
  await page.getByLabel('Hasta', { exact: true }).fill('2026-02-03');
  await page.keyboard.press('Tab');
  await expect(from).toHaveValue('05-01-2026');
  await expect(page.getByLabel('Hasta', { exact: true })).toHaveValue('03-02-2026');
  await expect(page).toHaveURL(/2026-01-05.*2026-02-03/);
});
