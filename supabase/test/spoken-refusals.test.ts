/** Requests whose id is somebody else's (PAY-30), and cash that is not in the drawer (PAY-31). */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeEven, moveCash, openedDrawer } from './support/drawers.ts';
import { addInventoryItem } from './support/inventory.ts';
import { makeOrder } from './support/orders.ts';
import { correctPayment, giveBack, NOT_SO_MUCH, paymentsOf, takePayment } from './support/payments.ts';
import { openShop, type Person, type Shop } from './support/shop.ts';

let shop: Shop;
let receptionist: Person;
let admin: Person;
beforeAll(async () => {
  shop = await openShop();
  ({ receptionist, admin } = shop.people);
  await shop.sql`update public.setting_sections set value = value || '{"tills": ["Caja"]}' where section = 'desk'`;
});
afterAll(() => shop[Symbol.asyncDispose]());

const order = (paid = 0) => makeOrder(shop, { quote: 90_000, total_amount: 90_000, advance_payment: paid });
const TAKEN =
  'Este envío no se registró: su identificador ya es de otro registro. Cierra el formulario, ábrelo de nuevo y envíalo otra vez.';

describe('PAY-30 an id that is somebody else’s', () => {
  test('PAY-30 of a payment, a refund or a correction is refused in words, and nothing is recorded', async () => {
    const p_id = randomUUID();
    const { id } = await order();
    const debit = { p_id, p_method: 'debit' };
    expect(await takePayment(receptionist, { [id]: 9000 }, debit)).toBeNull();
    for (const refusal of [
      await takePayment(admin, { [id]: 1000 }, debit),
      await giveBack(admin, id, 1000, { p_id }),
      await correctPayment(admin, p_id, { p_id }),
    ])
      expect([refusal?.code, refusal?.message]).toEqual(['PT409', TAKEN]);
    expect((await paymentsOf(admin, id)).map(({ amount }) => amount)).toEqual([9000]);
  });

  test('PAY-30 of a movement of cash, a document, a part, a contact, a photo or a product is refused so too', async () => {
    const drawer = await openedDrawer(receptionist);
    const { id } = await order();
    const p_id = randomUUID();
    await takePayment(receptionist, { [id]: 2000 }, { p_id: randomUUID(), p_method: 'debit' });
    const payment = (await paymentsOf(receptionist, id))[0]?.id ?? '';
    const product = await addInventoryItem(receptionist, 1);
    const p_document = { kind: 'boleta', folio: '77', issued_on: '2026-01-02' };
    const contact = { p_customer: id, p_name: 'Rosa' };
    const part = { p_order_id: id, p_quantity: 1, p_description: 'Flex' };
    const item = { id: p_id, brand: 'a', model: 'b', quantity: 1, cost_price: 1 };
    const asks: readonly ((by: Person) => PromiseLike<{ message: string } | null>)[] = [
      (by) => moveCash(by, drawer, 1000, { p_id, p_kind: 'deposit' }),
      async ({ client }) =>
        (await client.rpc('add_tax_document', { p_id, p_payment_id: payment, p_document })).error,
      async ({ client }) => (await client.rpc('request_part', { p_id, ...part })).error,
      async ({ client }) => (await client.rpc('save_customer_contact', { p_id, ...contact })).error,
      async ({ client }) =>
        (await client.rpc('add_photo', { p_id, p_order_id: id, p_moment: 'reception' })).error,
      async ({ client }) =>
        (
          await client.from('inventory').insert({
            ...item,
            component_type_id: product.component_type_id,
            supplier_id: product.supplier_id,
          })
        ).error,
    ];
    for (const ask of asks) {
      await shop.sql`delete from private.done_requests where id = ${p_id}`;
      expect(await ask(receptionist)).toBeNull();
      expect((await ask(admin))?.message).toBe(TAKEN);
    }
    await closeEven(shop, receptionist, drawer);
  });
});

describe('PAY-31 more cash than is in the drawer', () => {
  const keptIn = (drawer: string) => shop.sql`
    select kind, amount::integer, reason, created_by from private.drawer_events
    where drawer_id = ${drawer} and kind = 'refused' order by created_at`;

  test('PAY-31 a refund of it gives nothing back, and is kept in the drawer as a refused withdrawal is', async () => {
    const drawer = await openedDrawer(receptionist, { p_count: { 1000: 5 } });
    const { id } = await order();
    await takePayment(receptionist, { [id]: 9000 }, { p_method: 'transfer' });
    const cash = { p_id: randomUUID(), p_method: 'cash', p_reason: 'Cobramos de más' };
    for (const _ of [0, 1]) expect(await giveBack(admin, id, 6000, cash)).toBe(NOT_SO_MUCH);
    expect((await keptIn(drawer)).map((row) => ({ ...row }))).toEqual([
      { kind: 'refused', amount: 6000, reason: 'Cobramos de más', created_by: admin.id },
    ]);
    expect((await paymentsOf(admin, id)).map(({ amount }) => amount)).toEqual([9000]);
    // What was refused is no refund: the same money is given back by another request.
    expect(await giveBack(admin, id, 6000, { p_method: 'transfer' })).toBeNull();
    await closeEven(shop, receptionist, drawer);
  });

  test('PAY-31 so is a correction, and refusals of another cause are no withdrawals', async () => {
    const first = await openedDrawer(receptionist, { p_count: { 1000: 5 } });
    const { id } = await order();
    await takePayment(receptionist, { [id]: 9000 });
    const payment = (await paymentsOf(admin, id))[0]?.id ?? '';
    expect(await moveCash(receptionist, first, 10_000)).toBeNull();
    expect(await correctPayment(receptionist, payment)).toBe(NOT_SO_MUCH);
    expect((await keptIn(first)).map(({ amount }) => amount)).toEqual([9000]);
    expect((await giveBack(admin, id, 500, { p_method: 'bitcoin' }))?.message).toBe('Elige cómo se pagó.');
    expect(await keptIn(first)).toHaveLength(1);
    expect(await moveCash(receptionist, first, 9000, { p_kind: 'deposit' })).toBeNull();
    expect(await correctPayment(receptionist, payment)).toBeNull();
    await closeEven(shop, receptionist, first);
  });
});
