/**
 * 'Registro de Actividades' as the screen reads it: newest first, names, filters by user, kind and day in the shop's
 * time zone (INV-05).
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeOrder } from './support/orders.ts';
import { openShop, type Shop } from './support/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop[Symbol.asyncDispose]());

interface Entry {
  user?: string;
  action?: 'edit' | 'delete';
  /** UTC. */
  at: string;
  model: string;
  order?: string;
}

async function enter({ user = randomUUID(), action = 'delete', at, model, order }: Entry) {
  await shop.sql`
    insert into public.activity_logs (user_id, action_type, product_id, brand, model, quantity_affected, cost_price_affected, service_order, created_at)
    values (${user}, ${action}, gen_random_uuid(), 'Samsung', ${model}, 1, 990, ${order ?? null}, ${at})`;
}

async function list(args: Record<string, unknown>) {
  const { data, error } = await shop.people.receptionist.client.rpc('list_activity', args);
  if (error) throw error;
  return data;
}
const models = async (args: Record<string, unknown>) => (await list(args)).map(({ model }) => model);

test('INV-05 lists newest entries first, with names or Desconocido, and links orders that exist', async () => {
  const { technician } = shop.people;
  const order = await makeOrder(shop);
  const number = String(order.order_number).padStart(6, '0');
  await enter({ at: '2020-01-01T12:00:00Z', model: 'uno', user: technician.id, order: number });
  await enter({ at: '2020-01-03T12:00:00Z', model: 'tres', order: '987654' });
  await enter({ at: '2020-01-02T12:00:00Z', model: 'dos', user: technician.id, action: 'edit' });
  const rows = await list({ p_to: '2020-01-31' });
  expect(rows).toMatchObject([
    { model: 'tres', user_name: 'Desconocido', service_order: '987654', order_id: null, total: 3 },
    { model: 'dos', user_name: technician.fullName, action_type: 'edit' },
    { model: 'uno', user_name: technician.fullName, service_order: number, order_id: order.id },
  ]);
});

test('INV-05 filters by user and kind', async () => {
  const user = randomUUID();
  await enter({ at: '2021-05-01T12:00:00Z', model: 'suya', user });
  await enter({ at: '2021-05-02T12:00:00Z', model: 'su edición', user, action: 'edit' });
  await enter({ at: '2021-05-03T12:00:00Z', model: 'ajena' });
  expect(await models({ p_user: user })).toEqual(['su edición', 'suya']);
  expect(await models({ p_user: user, p_action: 'edit' })).toEqual(['su edición']);
  expect(await models({ p_user: randomUUID() })).toEqual([]);
});

test('INV-05 a day is the shop’s day, both ends included', async () => {
  // Santiago is three hours behind UTC in summer.
  await enter({ at: '2019-12-10T02:59:59Z', model: 'el nueve' });
  await enter({ at: '2019-12-10T03:00:00Z', model: 'primera hora' });
  await enter({ at: '2019-12-11T02:59:59Z', model: 'última hora' });
  await enter({ at: '2019-12-11T03:00:00Z', model: 'el once' });
  expect(await models({ p_from: '2019-12-10', p_to: '2019-12-10' })).toEqual(['última hora', 'primera hora']);
  expect(await models({ p_to: '2019-12-09' })).toEqual(['el nueve']);
  expect(await models({ p_from: '2019-12-11', p_to: '2019-12-31' })).toEqual(['el once']);
});

test('INV-05 fifty a page, each entry once', async () => {
  const user = randomUUID();
  for (let n = 0; n < 120; n += 1) {
    await enter({ at: '2018-03-01T12:00:00Z', model: `página ${n}`, user });
  }
  const pages = await Promise.all([1, 2, 3, 4].map((page) => models({ p_user: user, p_page: page })));
  expect(pages.map(({ length }) => length)).toEqual([50, 50, 20, 0]);
  expect(new Set(pages.flat()).size).toBe(120);
});

test.each(['294276-12-31', '5874897-12-31', 'infinity', '-infinity', '4713-01-01 BC'])(
  'SEC-57 the log of activity asks for the role before it reads the date %s',
  async (day) => {
    for (const args of [{ p_from: day }, { p_to: day }, { p_from: day, p_to: day }]) {
      expect((await shop.people.customer.client.rpc('list_activity', args)).error?.code).toBe('42501');
      expect((await shop.people.receptionist.client.rpc('list_activity', args)).error).toBeNull();
    }
    await enter({ at: '2020-02-01T12:00:00Z', model: 'siempre' });
    const isPast = day.startsWith('-') || day.endsWith('BC');
    expect((await models({ p_from: day })).includes('siempre')).toBe(isPast);
    expect((await models({ p_to: day })).includes('siempre')).toBe(!isPast);
    await shop.sql`delete from public.activity_logs where model = 'siempre'`;
  },
);
