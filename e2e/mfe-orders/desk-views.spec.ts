import type { Page } from '@playwright/test';
import { failedMessage } from '../support/action-matrix.ts';
import { axeFindings, sidewaysOverflow } from '../support/axe.ts';
import { withDatabase } from '../support/database.ts';
import { expect, test } from '../support/fixtures.ts';
import { columnsOf, newOrder, orders, rowOf, searchBox, statusSelect } from '../support/orders.ts';

const views = (page: Page) => page.getByRole('navigation', { name: 'Vistas de órdenes' });
const view = (page: Page, name: string) => views(page).getByRole('link', { name: new RegExp(`^${name}`) });

/** The count of a view, once it is known. */
async function countOf(page: Page, name: string): Promise<number> {
  await expect(view(page, name)).toHaveText(/\d$/);
  return Number(/\d+$/.exec((await view(page, name).textContent()) ?? '')?.[0]);
}

test('ORD-61 ORD-62 each view shows as many orders as it counts, by role, and is in the address @exhaustive', async ({
  openAs,
  shop,
}) => {
  for (const columns of [{ quote: 0, total_amount: 0 }, { status: 'quoted' }, { status: 'approved' }])
    await newOrder(shop, columns);
  await newOrder(shop, { status: 'completed' });
  const page = await openAs('technician', '/dashboard');
  const names = ['Todas', 'Mis órdenes', 'Atrasadas', 'En riesgo', 'Por presupuestar', 'Esperan al cliente'];
  await expect(views(page).getByRole('link')).toHaveText(
    [
      ...names,
      'Para reparar',
      'En espera',
      'Listos para retirar',
      'Por devolver',
      'Sin movimiento',
      'No llegó el aviso',
    ].map((name) => new RegExp(`^${name}`)),
  );
  for (const [name, word] of [
    ['Por presupuestar', 'por-presupuestar'],
    ['Esperan al cliente', 'esperan-al-cliente'],
    ['Para reparar', 'para-reparar'],
    ['En espera', 'en-espera'],
    ['Listos para retirar', 'listos'],
    ['Por devolver', 'por-devolver'],
    ['Mis órdenes', 'mias'],
  ] as const) {
    await view(page, name).click();
    await expect(page).toHaveURL(new RegExp(`[?]vista=${word}$`));
    await expect(view(page, name)).toHaveAttribute('aria-current', 'page');
    await expect(views(page).locator('[aria-current]')).toHaveCount(1);
    const count = await countOf(page, name);
    if (count === 0) await expect(page.getByText('No hay órdenes en esta vista')).toBeVisible();
    else await expect(page.getByText(new RegExp(`^1–${Math.min(count, 20)} de ${count}$`))).toBeVisible();
  }
  expect(await axeFindings(page)).toEqual([]);

  const desk = await openAs('receptionist', '/dashboard?vista=mias');
  await expect(view(desk, 'Todas')).toHaveAttribute('aria-current', 'page');
  await expect(view(desk, 'Mis órdenes')).toHaveCount(0);
});

test('ORD-36 ORD-61 no view is cut: beside Todas one line is shown, that of the current one, and all on demand', async ({
  openAs,
}) => {
  const page = await openAs('admin', '/dashboard?vista=aviso-fallido', {
    viewport: { width: 1280, height: 800 },
  });
  await expect(view(page, 'No llegó el aviso')).toBeInViewport({ ratio: 1 });
  await expect(view(page, 'Todas')).toBeInViewport({ ratio: 1 });
  await expect(view(page, 'Por presupuestar')).not.toBeInViewport();
  await page.getByRole('button', { name: 'Más vistas' }).click();
  for (const link of await views(page).getByRole('link').all())
    await expect(link).toBeInViewport({ ratio: 1 });
  await page.getByRole('button', { name: 'Menos vistas' }).click();
  await view(page, 'Todas').click();
  await expect(view(page, 'Todas')).toBeInViewport({ ratio: 1 });
});

test('ORD-62 the counts follow what colleagues do, and so does a view at rest', async ({ openAs, shop }) => {
  const order = await newOrder(shop, { status: 'quoted' });
  const page = await openAs('receptionist', '/dashboard?vista=esperan-al-cliente');
  await expect(rowOf(page, order)).toBeVisible();
  const waiting = await countOf(page, 'Esperan al cliente');
  const failed = await countOf(page, 'No llegó el aviso');
  await withDatabase(
    shop,
    (sql) => sql`update service_orders set status = 'approved' where id = ${order.id}`,
  );
  await expect(view(page, 'Esperan al cliente')).toHaveText(new RegExp(` ${waiting - 1}$`));
  await expect(rowOf(page, order)).toHaveCount(0);
  await failedMessage(shop, order);
  await expect(view(page, 'No llegó el aviso')).toHaveText(new RegExp(` ${failed + 1}$`));
});

test('ORD-61 a view keeps the search, opens its first page, and Back returns to the one before @exhaustive', async ({
  openAs,
  shop,
}) => {
  const name = 'Vistahermosa Quilodrán';
  const quoted = await newOrder(shop, { customer_name: name, status: 'quoted' });
  const completed = await newOrder(shop, { customer_name: name, status: 'completed' });
  const page = await openAs('receptionist', '/dashboard?pagina=2');
  await searchBox(page).fill(name);
  await expect(orders(page)).toHaveCount(2);
  await view(page, 'Esperan al cliente').focus();
  await page.keyboard.press('Enter');
  await expect(orders(page)).toHaveCount(1);
  await expect(rowOf(page, quoted)).toBeVisible();
  await expect(searchBox(page)).toHaveValue(name);
  await expect(page).not.toHaveURL(/pagina/);
  await view(page, 'Listos para retirar').click();
  await expect(rowOf(page, completed)).toBeVisible();
  await expect(rowOf(page, quoted)).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveURL(/vista=esperan-al-cliente/);
  await expect(rowOf(page, quoted)).toBeVisible();
  await expect(rowOf(page, completed)).toHaveCount(0);
  await page.reload();
  await expect(rowOf(page, quoted)).toBeVisible();
});

test("ORD-61 ORD-63 ORD-92 a cancelled device is in 'Por devolver' until it is handed back, without warranty and income", async ({
  openAs,
  shop,
}) => {
  const order = await newOrder(shop, { advance_payment: 5000 });
  const bench = await openAs('technician', '/dashboard');
  await statusSelect(bench, order).selectOption('cancelled');
  await bench.getByLabel('Motivo de cancelación').fill('Sin repuesto');
  await bench.getByRole('button', { name: 'Cancelar orden' }).click();
  await expect(bench.getByText('Orden cancelada', { exact: true })).toBeVisible();
  await view(bench, 'Por devolver').click();
  await expect(rowOf(bench, order)).toBeVisible();

  const desk = await openAs('receptionist', '/dashboard?vista=por-devolver');
  const before = await countOf(desk, 'Por devolver');
  await rowOf(desk, order).getByRole('button', { name: 'Devolver' }).click();
  const dialog = desk.getByRole('dialog', { name: /^Devolver sin reparar/ });
  await expect(dialog).toContainText('Devuélvele $5.000');
  await expect(dialog.getByLabel('Días de garantía')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Devolver equipo' }).click();
  await expect(view(desk, 'Por devolver')).toHaveText(new RegExp(` ${before - 1}$`));
  await desk.reload();
  await expect(view(desk, 'Por devolver')).toHaveText(/\d$/);
  await expect(rowOf(desk, order)).toHaveCount(0);
  await expect
    .poll(() => columnsOf(shop, order.id))
    .toMatchObject({
      status: 'delivered',
      total_amount: '0',
      final_payment: '0',
    });
});

test('ORD-61 the address of the earlier filter opens the view of failed messages @exhaustive', async ({
  openAs,
  shop,
}) => {
  const order = await newOrder(shop);
  await failedMessage(shop, order);
  const page = await openAs('receptionist', '/dashboard?mensaje=fallido');
  await expect(view(page, 'No llegó el aviso')).toHaveAttribute('aria-current', 'page');
  await expect(rowOf(page, order)).toBeVisible();
  await view(page, 'Todas').click();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('ORD-61 on a phone the views are one row that scrolls, the open one in view @exhaustive', async ({
  openAs,
}) => {
  const page = await openAs('technician', '/dashboard', { viewport: { width: 390, height: 844 } });
  await countOf(page, 'Todas');
  const row = views(page).locator('> div');
  await expect(row).toHaveAttribute('data-more-after', '');
  const heights = await views(page)
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => Math.round(link.getBoundingClientRect().height)));
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(44);
  await page.goto('/dashboard?vista=aviso-fallido');
  await countOf(page, 'No llegó el aviso');
  await expect(view(page, 'No llegó el aviso')).toBeInViewport({ ratio: 0.95 });
  await expect(row).toHaveAttribute('data-more-before', '');
  expect(await sidewaysOverflow(page)).toBe(0);
});
