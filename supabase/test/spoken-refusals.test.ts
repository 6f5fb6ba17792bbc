/** Requests whose id is somebody else's (PAY-30) or none (PAY-32), and cash that is not in the drawer (PAY-31). */
import { randomUUID } from 'node:crypto';
import type { Json } from '@taller/shared/db/database.types.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeEven, moveCash, openDrawer, openedDrawer } from './support/drawers.ts';
import { addInventoryItem } from './support/inventory.ts';
import { makeOrder } from './support/orders.ts';
import { correctPayment, giveBack, NOT_SO_MUCH, paymentsOf, takePayment } from './support/payments.ts';
import { openShop, type Person, type Shop } from './support/shop.ts';
import { startStocktakeOfItem } from './support/stocktakes.ts';

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

  test('PAY-30 of a drawer or a look-up of a device is refused so too, whoever has it open', async () => {
    const drawer = await openedDrawer(receptionist);
    await closeEven(shop, receptionist, drawer);
    expect((await openDrawer(admin, { p_id: drawer }))?.message).toBe(TAKEN);
    const p_id = randomUUID();
    await makeOrder(shop, { imei: '490154203237518' });
    const look = async ({ client }: Person) =>
      (await client.rpc('note_device_lookup', { p_id, p_imei: '490154203237518', p_answer: 'clear' })).error;
    expect(await look(receptionist)).toBeNull();
    expect((await look(admin))?.message).toBe(TAKEN);
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

describe('PAY-32 a request without the id that its record would have', () => {
  const UNNAMED = 'Este envío no se registró: llegó sin identificador. Recarga la página y envíalo otra vez.';
  /** Arguments with which each function would do what it is asked for. */
  const CALLS: Readonly<Record<string, Record<string, Json>>> = {
    add_photo: { p_moment: 'reception' },
    add_tax_document: { p_document: { kind: 'boleta', folio: '5' } },
    correct_payment: { p_reason: 'Era de otra orden' },
    give_back: { p_amount: 10, p_method: 'debit', p_reason: 'Cobramos de más' },
    move_drawer_cash: { p_kind: 'deposit', p_amount: 10, p_reason: 'Cambio' },
    note_device_lookup: { p_imei: '490154203237518', p_answer: 'clear' },
    open_drawer: { p_till: 'Caja', p_count: { 1000: 1 } },
    request_part: { p_quantity: 1, p_description: 'Flex' },
    send_photos: { p_photos: [] },
    take_payment: { p_method: 'debit' },
  };

  test('PAY-32 every function that names a record by its request refuses it in words', async () => {
    const naming = await shop.sql<{ name: string }[]>`
      select proname as name from pg_proc where pronamespace = 'public'::regnamespace
        and prosrc like '%private.claim_row(p_id%' order by proname`;
    expect(naming.map(({ name }) => name)).toEqual(Object.keys(CALLS));
    const { id } = await order();
    await takePayment(receptionist, { [id]: 2000 }, { p_method: 'debit' });
    const payment = (await paymentsOf(receptionist, id))[0]?.id ?? '';
    const about: Readonly<Record<string, Record<string, Json>>> = {
      p_order_id: { p_order_id: id },
      p_payment_id: { p_payment_id: payment },
      p_orders: { p_orders: [{ id, amount: 1000 }] },
      p_drawer_id: { p_drawer_id: id },
    };
    for (const [name, args] of Object.entries(CALLS)) {
      const [row] = await shop.sql`select proargnames as names from pg_proc where proname = ${name}`;
      const named = ((row?.names ?? []) as string[]).map((argument) => about[argument]);
      const given = Object.assign({ p_id: null, ...args }, ...named) as never;
      const { error } = await receptionist.client.rpc(name as never, given);
      expect([name, error?.code, error?.message]).toEqual([name, '22023', UNNAMED]);
    }
    expect((await paymentsOf(admin, id)).map(({ amount }) => amount)).toEqual([2000]);
  });

  test('PAY-32 so does a stocktake a scan without one', async () => {
    const { id, code } = await startStocktakeOfItem(shop, receptionist, 1);
    const { error } = await receptionist.client.rpc('count_items', {
      p_stocktake_id: id,
      p_scans: [{ code, quantity: 1 }],
    });
    expect(error?.message).toBe(UNNAMED);
  });
});

describe('PAY-31 more cash than is in the drawer', () => {
  const numbered = (number: number) => `#${String(number).padStart(6, '0')}`;
  const keptIn = (drawer: string) => shop.sql`
    select kind, amount::integer, reason, created_by from private.drawer_events
    where drawer_id = ${drawer} and kind = 'refused' order by created_at`;

  test('PAY-31 PAY-34 a refund of it gives nothing back, and is kept in the drawer as a refused withdrawal is', async () => {
    const drawer = await openedDrawer(receptionist, { p_count: { 1000: 5 } });
    const { id, order_number: number } = await order();
    await takePayment(receptionist, { [id]: 9000 }, { p_method: 'transfer' });
    const cash = { p_id: randomUUID(), p_method: 'cash', p_reason: 'Cobramos de más' };
    for (const _ of [0, 1]) expect(await giveBack(admin, id, 6000, cash)).toBe(NOT_SO_MUCH);
    expect((await keptIn(drawer)).map((row) => ({ ...row }))).toEqual([
      // The typed reason stays out of the drawer, which no erasure reaches: it may name the customer.
      {
        kind: 'refused',
        amount: 6000,
        reason: `Devolución de la orden ${numbered(number)}`,
        created_by: admin.id,
      },
    ]);
    expect((await paymentsOf(admin, id)).map(({ amount }) => amount)).toEqual([9000]);
    // A refused request is no refund: another request gives the same money back.
    expect(await giveBack(admin, id, 6000, { p_method: 'transfer' })).toBeNull();
    await closeEven(shop, receptionist, drawer);
  });

  test('PAY-31 so is a correction, and refusals of another cause are no withdrawals', async () => {
    const first = await openedDrawer(receptionist, { p_count: { 1000: 5 } });
    const [{ id, order_number: number }, other] = [await order(), await order()];
    await takePayment(receptionist, { [id]: 4000, [other.id]: 5000 });
    const payment = (await paymentsOf(admin, id))[0]?.id ?? '';
    expect(await moveCash(receptionist, first, 10_000)).toBeNull();
    expect(await correctPayment(receptionist, payment)).toBe(NOT_SO_MUCH);
    const numbers = [number, other.order_number].map(numbered).join(', ');
    expect(await keptIn(first)).toMatchObject([
      { amount: 9000, reason: `Corrección de un pago de la orden ${numbers}` },
    ]);
    expect((await giveBack(admin, id, 500, { p_method: 'bitcoin' }))?.message).toBe('Elige cómo se pagó.');
    expect(await keptIn(first)).toHaveLength(1);
    expect(await moveCash(receptionist, first, 9000, { p_kind: 'deposit' })).toBeNull();
    expect(await correctPayment(receptionist, payment)).toBeNull();
    await closeEven(shop, receptionist, first);
  });
});
