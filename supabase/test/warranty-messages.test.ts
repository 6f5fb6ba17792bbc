/** Messages about a return (WARR-09). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { change } from './support/orders.ts';
import { deliveredOrder, takeInReturn } from './support/returns.ts';
import { openShop, type Shop } from './support/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop[Symbol.asyncDispose]());

const paramsOf = async (id: string, event: string) => {
  const [message] = await shop.sql`select params from public.whatsapp_messages
    where order_id = ${id} and event = ${event} order by occurrence desc limit 1`;
  return message?.params as string[];
};
const number = (of: number) => String(of).padStart(6, '0');
const endOf = async (of: number) => {
  const [row] = await shop.sql`select to_char(private.warranty_end(${of}), 'DD-MM-YYYY') as last_day`;
  return String(row?.last_day);
};

test.each([
  ['covered', 'Reparación en garantía'],
  ['goodwill', 'Reparación por cortesía'],
])(
  'WARR-09 each message of a return says that it is one; its delivery, when %s, until when',
  async (outcome, words) => {
    const { receptionist, technician } = shop.people;
    const original = await deliveredOrder(shop, { ago: 10, days: 30 });
    const { id, order_number: own } = await takeInReturn(shop, original.order_number, 3);
    const named = `${number(own)} (en garantía)`;
    expect(await paramsOf(id, 'created')).toContain(named);
    await change(technician, id, { status: 'completed' });
    expect(await paramsOf(id, 'completed')).toContain(named);
    await change(receptionist, id, { status: 'delivered', warranty_outcome: outcome });
    const end = await endOf(original.order_number);
    expect(await paramsOf(id, 'delivered')).toEqual([named, `${words}, que sigue hasta el ${end}`]);
  },
);

test('WARR-09 what is not covered reads as any order, and a return with days of its own names those', async () => {
  const { receptionist, technician } = shop.people;
  const original = await deliveredOrder(shop, { ago: 10, days: 30 });
  const paid = await takeInReturn(shop, original.order_number);
  await change(technician, paid.id, { warranty_outcome: 'not_covered', warranty_reason: 'Se mojó' });
  await change(technician, paid.id, { status: 'quoted', quote: 9000, total_amount: 9000 });
  expect(await paramsOf(paid.id, 'quoted')).toContain(number(paid.order_number));
  const { id } = await takeInReturn(shop, original.order_number);
  await change(receptionist, id, { status: 'delivered', warranty_outcome: 'covered', warranty_days: 90 });
  expect(await paramsOf(id, 'delivered')).toContain('Garantía de 90 días');
});
