import { statusOf, withDatabase } from '../support/database.ts';
import { expect, test } from '../support/fixtures.ts';
import { asNumber, columnsOf, newOrder, rowOf, statusSelect } from '../support/orders.ts';
import { exhaustiveAfterFirst } from '../support/tiers.ts';

const STEPS = ['Presupuesto Listo', 'Empezar', 'Marcar listo', 'Entregar', 'Devolver'];
const BUTTON = new RegExp(`^(?:${STEPS.join('|')})$`);
const NO_PRICE = { pending: ['Presupuesto Listo'], in_progress: ['Presupuesto Listo'] };
const PRICE = { pending: ['Empezar'], in_progress: ['Marcar listo'] };
const WAITING = { quoted: [], approved: ['Marcar listo'], delivered: [] };
const HANDED_OVER = { completed: ['Entregar'], rejected: ['Devolver'], cancelled: ['Devolver'] };
const AT_THE_BENCH = { pending: [], in_progress: [], approved: [] };
const KEPT = { completed: [], rejected: [], cancelled: [] };
const EXPECTED = {
  admin: { priced: { ...PRICE, ...WAITING, ...HANDED_OVER }, unpriced: NO_PRICE },
  technician: { priced: { ...PRICE, ...WAITING, ...KEPT }, unpriced: NO_PRICE },
  receptionist: { priced: { ...WAITING, ...HANDED_OVER, ...AT_THE_BENCH }, unpriced: NO_PRICE },
} as const;

for (const [index, role] of (['admin', 'technician', 'receptionist'] as const).entries())
  test(
    `ORD-63 the next step of each state, with a price and without: ${role}`,
    { tag: exhaustiveAfterFirst(index) },
    async ({ openAs, shop }) => {
      const made = [];
      for (const [kind, quote] of [
        ['priced', 30_000],
        ['unpriced', 0],
      ] as const)
        for (const [status, steps] of Object.entries(EXPECTED[role][kind]))
          made.push({ name: `${status} ${kind}`, steps, order: await newOrder(shop, { status, quote }) });
      const page = await openAs(role, '/dashboard');
      for (const { name, steps, order } of made) {
        await expect(rowOf(page, order)).toBeVisible();
        const buttons = await rowOf(page, order).getByRole('button', { name: BUTTON }).allTextContents();
        expect(buttons, name).toEqual(steps);
      }
    },
  );

test('ORD-63 a technician starts from the menu and finishes from the row; a double click finishes once', async ({
  openAs,
  shop,
}) => {
  const pending = await newOrder(shop, { quote: 0 });
  const approved = await newOrder(shop, { status: 'approved' });
  const page = await openAs('admin', '/dashboard');
  await page.getByRole('button', { name: `Más acciones de la orden ${asNumber(pending)}` }).click();
  await page.getByRole('menuitem', { name: 'Empezar' }).click();
  await expect(page.getByText(`Orden ${asNumber(pending)}: En Progreso`)).toBeVisible();
  await expect.poll(() => statusOf(shop, pending.id)).toBe('in_progress');
  const { version } = await columnsOf(shop, approved.id);
  await rowOf(page, approved).getByRole('button', { name: 'Marcar listo' }).dblclick();
  await expect(page.getByText(`Orden ${asNumber(approved)}: Completado`)).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect
    .poll(() => columnsOf(shop, approved.id))
    .toMatchObject({
      status: 'completed',
      version: Number(version) + 1,
    });
  await rowOf(page, approved).getByRole('button', { name: 'Entregar' }).click();
  await expect(page.getByRole('dialog').getByLabel('Días de garantía')).toBeVisible();
});

test('ORD-63 an outdated step is refused with a message, and the row shows the current status @exhaustive', async ({
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
  await expect.poll(() => statusOf(shop, order.id)).toBe('cancelled');
});
