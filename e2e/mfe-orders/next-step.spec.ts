import { statusOf, withDatabase } from '../support/database.ts';
import { expect, test } from '../support/fixtures.ts';
import { asNumber, columnsOf, newOrder, rowOf, statusSelect } from '../support/orders.ts';

const STEPS = ['Presupuesto Listo', 'Empezar', 'Marcar listo', 'Entregar'];
const BUTTON = new RegExp(`^(?:${STEPS.join('|')})$`);
const QUOTE = { pending: ['Presupuesto Listo'], in_progress: ['Presupuesto Listo'] };
const NONE = { quoted: [], rejected: [], cancelled: [], delivered: [] };
const EXPECTED = {
  admin: { ...NONE, ...QUOTE, approved: ['Marcar listo'], completed: ['Entregar'] },
  technician: { ...NONE, ...QUOTE, approved: ['Marcar listo'], completed: [] },
  receptionist: { ...NONE, ...QUOTE, approved: [], completed: ['Entregar'] },
} as const;

for (const role of ['admin', 'technician', 'receptionist'] as const)
  test(`ORD-63 the next step of each state: ${role}`, async ({ openAs, shop }) => {
    const made = [];
    for (const status of Object.keys(EXPECTED[role]))
      made.push({ status, order: await newOrder(shop, { status }) });
    const page = await openAs(role, '/dashboard');
    for (const { status, order } of made) {
      await expect(rowOf(page, order)).toBeVisible();
      const buttons = await rowOf(page, order).getByRole('button', { name: BUTTON }).allTextContents();
      expect(buttons, status).toEqual(EXPECTED[role][status as keyof typeof NONE]);
    }
  });

test('ORD-63 a technician starts from the menu and finishes from the row; a double click finishes once', async ({
  openAs,
  shop,
}) => {
  const pending = await newOrder(shop);
  const approved = await newOrder(shop, { status: 'approved' });
  const page = await openAs('admin', '/dashboard');
  await page.getByRole('button', { name: `Más acciones de la orden ${asNumber(pending)}` }).click();
  await page.getByRole('menuitem', { name: 'Empezar' }).click();
  await expect(page.getByText(`Orden ${asNumber(pending)}: En Progreso`)).toBeVisible();
  expect(await statusOf(shop, pending.id)).toBe('in_progress');
  const { version } = await columnsOf(shop, approved.id);
  await rowOf(page, approved).getByRole('button', { name: 'Marcar listo' }).dblclick();
  await expect(page.getByText(`Orden ${asNumber(approved)}: Completado`)).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await columnsOf(shop, approved.id)).toMatchObject({
    status: 'completed',
    version: Number(version) + 1,
  });
  await rowOf(page, approved).getByRole('button', { name: 'Entregar' }).click();
  await expect(page.getByRole('dialog').getByLabel('Días de garantía')).toBeVisible();
});

test('ORD-63 a step that somebody has overtaken is not made: it says so, and the row shows what is', async ({
  openAs,
  shop,
}) => {
  const order = await newOrder(shop, { status: 'approved' });
  const page = await openAs('technician', 'about:blank');
  // Without live updates, as in a tab whose connection has gone.
  await page.routeWebSocket(/\/realtime\/v1\//, () => {});
  await page.goto('/dashboard');
  const finish = rowOf(page, order).getByRole('button', { name: 'Marcar listo' });
  await expect(finish).toBeVisible();
  await withDatabase(
    shop,
    (sql) => sql`update service_orders set status = 'cancelled' where id = ${order.id}`,
  );
  await finish.click();
  await expect(page.getByText('Otra persona cambió esta orden recién.')).toBeVisible();
  await expect(statusSelect(page, order)).toHaveValue('cancelled');
  expect(await statusOf(shop, order.id)).toBe('cancelled');
});
