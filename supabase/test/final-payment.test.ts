/** Payment at delivery (ORD-30), and unknown statuses (ORD-31), each with accepted and rejected cases. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { change, makeOrder, orderOf, storedOrder } from './support/orders.ts';
import { openShop, type Person, type Shop } from './support/shop.ts';

let shop: Shop;
let technician: Person;
let receptionist: Person;
let admin: Person;
beforeAll(async () => {
  shop = await openShop();
  ({ technician, receptionist, admin } = shop.people);
});
afterAll(() => shop[Symbol.asyncDispose]());

const completed = () =>
  makeOrder(shop, { status: 'completed', quote: 30_000, total_amount: 30_000, advance_payment: 10_000 });
const delivery = { status: 'delivered', warranty_days: 90 };

describe('ORD-30 the balance at the delivery', () => {
  test.each(['receptionist', 'technician', 'admin'] as const)(
    'ORD-30 a %s hands over and says that the balance was paid, which the timeline keeps',
    async (actor) => {
      const { id } = await completed();
      const by = shop.people[actor];
      const { data, error } = await change(by, id, { ...delivery, final_payment: 20_000 });
      expect(error).toBeNull();
      expect(data).toMatchObject({ status: 'delivered', advance_payment: 10_000, final_payment: 20_000 });
      const [event] = await shop.sql`
        select kind, actor_id, changes -> 'final_payment' as paid from public.order_events where order_id = ${id} order by id desc limit 1`;
      expect(event).toEqual({ kind: 'status', actor_id: by.id, paid: [0, 20_000] });
    },
  );

  test('ORD-30 a delivery that says nothing of a payment leaves the balance, and the desk records it later', async () => {
    const { id } = await completed();
    expect((await change(receptionist, id, delivery)).data).toMatchObject({ final_payment: 0 });
    expect((await change(technician, id, { final_payment: 20_000 })).error).toMatchObject({
      code: '42501',
      message: 'Solo administración y recepción registran pagos después de la entrega.',
    });
    expect((await change(receptionist, id, { final_payment: 20_000 })).data).toMatchObject({
      final_payment: 20_000,
    });
    expect((await change(admin, id, { final_payment: 0 })).data).toMatchObject({ final_payment: 0 });
  });

  test('ORD-30 nobody pays before the delivery, more than the balance, or less than nothing', async () => {
    const { id } = await completed();
    expect((await change(admin, id, { final_payment: 20_000 })).error).toMatchObject({
      code: '23514',
      message: 'El pago del saldo se registra al entregar la orden.',
    });
    expect((await change(admin, id, { ...delivery, final_payment: 20_001 })).error).toMatchObject({
      code: '23514',
      message: 'El pago supera el saldo de la orden.',
    });
    expect((await change(admin, id, { ...delivery, final_payment: -1 })).error).toMatchObject({
      code: '23514',
    });
    expect(await storedOrder(shop, id)).toMatchObject({ status: 'completed', final_payment: '0' });
    // The price of the same call counts.
    expect(
      (await change(admin, id, { ...delivery, total_amount: 25_000, final_payment: 15_000 })).error,
    ).toBeNull();
  });

  test('ORD-30 a customer cannot record a payment by updating their order, and no order begins paid', async () => {
    const { id } = await completed();
    await shop.sql`update public.service_orders set status = 'delivered' where id = ${id}`;
    expect((await change(shop.people.customer, id, { final_payment: 20_000 })).data).toBeNull();
    expect(await storedOrder(shop, id)).toMatchObject({ final_payment: '0' });
    const { error } = await receptionist.client
      .from('service_orders')
      .insert({ ...orderOf(shop.people.customer), final_payment: 1 } as never);
    expect(error).toMatchObject({ code: '42501' });
  });
});

describe('ORD-31 a status that does not exist', () => {
  test.each(['foo', '', 'Delivered'])(
    'ORD-31 «%s» is refused in words, for a new order too',
    async (status) => {
      const { id } = await completed();
      const refusal = { code: '23514', message: `El estado «${status}» no existe.` };
      expect((await change(admin, id, { status })).error).toMatchObject(refusal);
      const { error } = await admin.client
        .from('service_orders')
        .insert({ ...orderOf(shop.people.customer), status } as never);
      expect(error).toMatchObject(refusal);
      expect(await storedOrder(shop, id)).toMatchObject({ status: 'completed' });
    },
  );

  test('ORD-31 no status at all is refused as well, and one that exists gets through', async () => {
    const { id } = await completed();
    expect((await change(admin, id, { status: null })).error).toMatchObject({ code: '23514' });
    expect((await change(admin, id, { status: 'in_progress' })).data).toMatchObject({
      status: 'in_progress',
    });
  });
});
