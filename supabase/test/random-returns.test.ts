/** Random lives of returns: whatever several people do at once, the orders keep the rules (WARR-02 to WARR-07). */
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { change } from './support/orders.ts';
import { deliveredOrder, takeIn } from './support/returns.ts';
import { newRut, openShop, type Shop } from './support/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
  await shop.sql`
    update public.setting_sections set value = value || '{"undoSeconds": 60}' where section = 'messages'`;
});
afterAll(() => shop[Symbol.asyncDispose]());

const STATUSES = ['pending', 'in_progress', 'quoted', 'completed', 'cancelled', 'delivered'];
const columns = fc.record(
  {
    status: fc.constantFrom(...STATUSES),
    warranty_of: fc.constantFrom('first', 'first', 'newest', 'nothing'),
    not_warranty: fc.boolean(),
    warranty_outcome: fc.constantFrom('covered', 'not_covered', 'goodwill', null),
    warranty_days: fc.constantFrom(0, 30),
    parts_warranty_days: fc.constantFrom(null, 0, 60),
    total_amount: fc.constantFrom(0, 9000),
    customer_rut: fc.constantFrom('same', 'other', '11111111-1'),
    customer_phone: fc.constantFrom('same', 'other', '99999999'),
    second_phone: fc.constantFrom('same', 'other', null),
  },
  { requiredKeys: [] },
);
const step = fc.record({
  by: fc.constantFrom('technician' as const, 'receptionist' as const, 'admin' as const),
  act: fc.oneof(
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('take in' as const) }) },
    {
      weight: 8,
      arbitrary: fc.record({ kind: fc.constant('change' as const), at: fc.nat(), columns }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('undo' as const), at: fc.nat() }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('correct phones' as const), at: fc.nat() }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('anonymise' as const), at: fc.nat() }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const), at: fc.nat() }) },
  ),
});
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** A customer's phone. */
const phoneOf = (rut: string) => `+56 9 8${rut.split('-')[0]?.slice(-7)}`;

const ordersOf = async (rut: string) => [
  ...(await shop.sql<{ id: string; order_number: number; version: number }[]>`
    select id, order_number, version from public.service_orders
    where equipment_model = ${rut} order by order_number`),
];

/** Errors that are no refusal in words: a deadlock, a broken reference, a fault. */
const faults = new Set<string>();
const noting = async <A extends { error: { code?: string; message: string } | null }>(
  answer: PromiseLike<A>,
) => {
  const { error } = await answer;
  if (error && !/^(?:23514|42501|P0002|PGRST116|22023)$/.test(error.code ?? '')) faults.add(error.message);
};

/** One person's step on a customer's orders, as they are when they look at them; refusals are part of life. */
async function live(rut: string, { by, act }: Step): Promise<void> {
  const person = shop.people[by];
  const orders = await ordersOf(rut);
  const who = { customer_rut: rut, customer_phone: phoneOf(rut), equipment_model: rut };
  if (act.kind === 'take in')
    return noting(takeIn(shop, person, { ...who, warranty_of: orders[0]?.order_number ?? null }));
  const order = orders[act.at % orders.length];
  if (!order) return;
  if (act.kind === 'undo')
    await noting(person.client.rpc('undo_status', { p_order_id: order.id, p_version: order.version }));
  else if (act.kind === 'delete')
    await noting(person.client.from('service_orders').delete().eq('id', order.id));
  else if (act.kind === 'correct phones')
    await noting(person.client.rpc('correct_phone', { p_order_id: order.id, p_phone: phoneOf(rut) }));
  else if (act.kind === 'anonymise')
    await shop.sql`select private.anonymize_orders(array[id]) from public.service_orders
      where id = ${order.id} and status in ('delivered', 'cancelled')`;
  else {
    const { warranty_of: link, customer_rut, customer_phone, second_phone, ...rest } = act.columns;
    const typed = (value: string | null, same: string, other: string) =>
      value === 'same' ? same : value === 'other' ? other : value;
    const named = { first: orders[0]?.order_number, newest: orders.at(-1)?.order_number, nothing: null };
    await noting(
      change(person, order.id, {
        ...rest,
        ...(link && { warranty_of: named[link] }),
        ...(customer_rut && { customer_rut: typed(customer_rut, rut, newRut()) }),
        ...(customer_phone && { customer_phone: typed(customer_phone, phoneOf(rut), phoneOf(newRut())) }),
        ...(second_phone !== undefined && {
          second_phone: typed(second_phone, phoneOf(rut), phoneOf(newRut())),
        }),
        warranty_reason: 'Golpe',
        cancellation_reason: 'Sin arreglo',
      }),
    );
  }
}

/** Orders that break a rule, of which there are none. */
const broken = () => shop.sql`
  select o.id, 'does not know what it is' as rule from public.service_orders o where o.warranty_repair
    is distinct from (o.warranty_of is not null and o.warranty_outcome is distinct from 'not_covered')
  union all
  select o.id, 'charged or quoted' from public.service_orders o
  where o.warranty_repair and (o.total_amount > 0 or o.status = 'quoted')
  union all
  select o.id, 'delivered without an outcome' from public.service_orders o
  where o.warranty_of is not null and o.status = 'delivered' and o.warranty_outcome is null
    and o.unrepaired_reason is null
  union all
  select o.id, 'not covered, without a reason' from public.service_orders o
  where o.warranty_outcome = 'not_covered' and o.warranty_reason is null
  union all
  select o.id, 'original without a warranty, or another customer’s' from public.service_orders o
  join public.service_orders original on original.order_number = o.warranty_of
  where private.warranty_end(original.order_number) is null or original.delivered_at > o.created_at
    or (not private.has_same_customer(o, original) and o.anonymized_at is null and original.anonymized_at is null)
  union all
  select o.id, 'an outcome of nothing' from public.service_orders o
  where o.warranty_of is null and (o.warranty_outcome is not null or o.warranty_reason is not null)`;

const LENGTHS = [
  { runs: 6, tags: [] as string[] },
  { runs: 60, tags: ['exhaustive'] },
];

for (const { runs, tags } of LENGTHS)
  test(
    `WARR-05 WARR-07 ${runs} random lives of returns leave no order that breaks a rule of theirs`,
    { tags },
    async () => {
      let returns = 0;
      await fc.assert(
        fc.asyncProperty(fc.array(fc.tuple(step, step), { minLength: 5, maxLength: 10 }), async (life) => {
          const rut = newRut();
          await deliveredOrder(shop, {
            ago: 5,
            days: 30,
            customer_rut: rut,
            customer_phone: phoneOf(rut),
            equipment_model: rut,
          });
          // Two people at once, each time.
          for (const both of life) await Promise.all(both.map((each) => live(rut, each)));
          expect([...(await broken())]).toEqual([]);
          expect([...faults]).toEqual([]);
          const [count] =
            await shop.sql`select count(warranty_of)::integer as returns from public.service_orders`;
          returns = Number(count?.returns);
        }),
        { numRuns: runs, seed: 20_261_127, endOnFailure: true },
      );
      expect(returns).toBeGreaterThan(runs / 2);
    },
  );
