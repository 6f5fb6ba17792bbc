/** A message says it once: what waits about several orders of a visit is one message (REC-02, REC-05). */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { FIRST_VALUES } from '@taller/shared/settings/first-values.ts';
import { change, orderOf } from './support/orders.ts';
import { openShop, type Shop } from './support/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop[Symbol.asyncDispose]());

const texts = {
  completed: '{{orden}}: {{equipo}}',
  created: '{{orden}} {{compromiso}}',
  delivered: '{{orden}}. {{garantia}}',
};
beforeEach(async () => {
  await shop.sql`delete from public.whatsapp_messages`;
  const { messages } = FIRST_VALUES;
  const value = { ...messages, undoSeconds: 0, quietHours: { ...messages.quietHours, enabled: false } };
  for (const event of ['created', 'completed', 'delivered'] as const)
    value[event] = { ...messages[event], enabled: true, text: texts[event] };
  await shop.sql`update public.setting_sections set value = ${shop.sql.json(value)} where section = 'messages'`;
});

async function takeIn(visit_details: object | null, columns = {}): Promise<string> {
  const id = randomUUID();
  const row = { id, ...orderOf(shop.people.customer), ...columns, visit_details };
  expect(
    (await shop.people.receptionist.client.from('service_orders').insert(row as never)).error,
  ).toBeNull();
  return id;
}

/** Orders of one visit whose intake was told. */
async function visitOf(...models: string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const equipment_model of models)
    ids.push(await takeIn({ order: ids[0] ?? null }, { equipment_brand: 'Nokia', equipment_model }));
  await shop.sql`delete from public.whatsapp_messages`;
  return ids;
}

const complete = async (ids: readonly string[]) => {
  for (const id of ids)
    expect((await change(shop.people.admin, id, { status: 'completed' })).error).toBeNull();
};

const claim = async () =>
  (await shop.sql`select id, order_id, params from public.claim_messages()`).map((row) => ({ ...row }));
const numberOf = async (id: string) =>
  (
    await shop.sql`select private.format_order_number(order_number) as number from public.service_orders where id = ${id}`
  )[0]?.number as string;
const rows = async () =>
  (
    await shop.sql`select m.order_id, m.state, m.told_by is not null as told from public.whatsapp_messages m
    join public.service_orders o on o.id = m.order_id order by o.order_number`
  ).map((row) => ({ ...row }));

test('REC-05 what waits about a visit is one message with all numbers and devices; its outcome is that of all', async () => {
  const ids = await visitOf('1', '2', '3');
  await complete(ids.toReversed());
  const [message, ...others] = await claim();
  expect(others).toEqual([]);
  const numbers = await Promise.all(ids.map(numberOf));
  expect(message).toMatchObject({
    order_id: ids[0],
    params: [`${numbers[0]}, ${numbers[1]} y ${numbers[2]}`, 'Nokia 1, Nokia 2 y Nokia 3'],
  });
  expect(await claim()).toEqual([]);
  expect(await shop.sql`select public.next_message_in() as ms`).toMatchObject([
    { ms: expect.any(Number) as number },
  ]);
  await shop.sql`select public.begin_message_send(${String(message?.id)}, 1), public.record_message_sent(${String(message?.id)}, 'wa-1')`;
  await shop.sql`select public.record_message_status('wa-1', '', 'delivered', now())`;
  expect(await rows()).toEqual(ids.map((order_id, at) => ({ order_id, state: 'delivered', told: at > 0 })));
  const bell = await shop.sql`select from public.notifications where type = 'message_failed'`;
  expect(bell).toHaveLength(0);
});

test('REC-05 another event, phone, promise, customer or visit is another message', async () => {
  const [one = '', two = ''] = await visitOf('1', '2');
  const apart = await visitOf('3');
  await shop.sql`update public.service_orders set customer_phone = '+56 9 1111 2222' where id = ${two}`;
  await complete([one, two, ...apart]);
  expect(await claim()).toHaveLength(3);
  await shop.sql`delete from public.whatsapp_messages`;

  const first = await takeIn({ order: null, more: true });
  await takeIn({ order: first }, { promised_at: '2031-03-04T15:00:00Z' });
  const claimed = await claim();
  expect(claimed).toHaveLength(2);
});

test('REC-05 a message that comes back to wait is alone again, and one that failed is retried with all', async () => {
  const ids = await visitOf('1', '2');
  await complete(ids);
  const [message] = await claim();
  const id = String(message?.id);
  await shop.sql`select public.record_message_failure(${id}, '429', 'x', now())`;
  expect(await rows()).toEqual(ids.map((order_id) => ({ order_id, state: 'queued', told: false })));

  const [again] = await claim();
  expect(again?.params).toEqual(message?.params);
  await shop.sql`select public.record_message_failure(${id}, '131026', 'x', null)`;
  expect(await rows()).toEqual(ids.map((order_id, at) => ({ order_id, state: 'failed', told: at > 0 })));
  expect(await shop.sql`select from public.notifications where type = 'message_failed'`).toHaveLength(1);
  expect((await shop.people.receptionist.client.rpc('retry_message', { p_id: id })).error).toBeNull();
  const [retried, ...more] = await claim();
  expect([retried?.params, more]).toEqual([message?.params, []]);
  await shop.sql`select public.record_message_sent(${id}, 'wa-2')`;
  expect((await rows()).map(({ state }) => state as string)).toEqual(['sent', 'sent']);
});

test('REC-05 an order that is deleted while its message is sent leaves the others their own', async () => {
  const [one = '', two = ''] = await visitOf('1', '2');
  await complete([one, two]);
  await claim();
  expect((await shop.people.admin.client.from('service_orders').delete().eq('id', one)).error).toBeNull();
  const [left] = await claim();
  expect(left).toMatchObject({ order_id: two, params: [await numberOf(two), 'Nokia 2'] });
});

test('REC-05 of many devices a few are named, all with their numbers', async () => {
  const long = 'Galaxy con un nombre de modelo que no termina nunca'.repeat(3);
  const ids = await visitOf(...Array.from({ length: 12 }, (_, at) => `${at} ${long}`));
  await complete(ids);
  const [message, ...others] = await claim();
  expect(others).toEqual([]);
  const [numbers = '', devices = ''] = (message?.params ?? []) as string[];
  expect(numbers.match(/\d{6}/g)).toHaveLength(12);
  expect(devices).toMatch(/ y 9 equipos más$/);
  expect(devices.length).toBeLessThanOrEqual(600);
});

test('REC-02 while another device follows, the message about the first waits; the last one sends one about all', async () => {
  const first = await takeIn({ order: null, more: true });
  expect(await claim()).toEqual([]);
  const [held] = await shop.sql`
    select not_before - now() between interval '9 minutes' and interval '10 minutes' as waits
    from public.whatsapp_messages where order_id = ${first}`;
  expect(held).toEqual({ waits: true });
  const second = await takeIn({ order: first, more: true });
  expect(await claim()).toEqual([]);
  const third = await takeIn({ order: second });
  const [message, ...others] = await claim();
  const numbers = await Promise.all([first, second, third].map(numberOf));
  expect([message?.params, others]).toEqual([
    [`${numbers[0]}, ${numbers[1]} y ${numbers[2]}`, 'Te avisaremos cuando esté lista'],
    [],
  ]);
});

test('REC-02 a device that never comes delays the message by ten minutes, and by nothing if somebody sends it', async () => {
  const first = await takeIn({ order: null, more: true });
  const [message] = await shop.sql`select id from public.whatsapp_messages where order_id = ${first}`;
  const id = String(message?.id);
  expect((await shop.people.receptionist.client.rpc('send_message_now', { p_id: id })).error).toBeNull();
  expect(await claim()).toMatchObject([{ id }]);
  const second = await takeIn({ order: null, more: true });
  await shop.sql`update public.whatsapp_messages set not_before = now() - interval '1 second' where order_id = ${second}`;
  expect(await claim()).toMatchObject([{ order_id: second }]);
});

test('REC-08 devices that are collected together are told of once, with what holds for each', async () => {
  const deliver = async (days: readonly number[]) => {
    const ids = await visitOf(...days.map((_, at) => String(at)));
    const orders = await shop.sql`update public.service_orders set status = 'completed'
      where id in ${shop.sql(ids)} returning id, version`;
    await shop.sql`delete from public.whatsapp_messages`;
    const { error } = await shop.people.receptionist.client.rpc('deliver_visit', {
      p_request_id: randomUUID(),
      p_orders: orders.map(({ id, version }) => ({
        id: String(id),
        version: Number(version),
        warranty_days: days[ids.indexOf(String(id))] ?? null,
      })),
    });
    expect(error).toBeNull();
    const numbers = await Promise.all(ids.map(numberOf));
    return { numbers, told: (await claim()).map(({ params }) => (params as string[]).join('. ')) };
  };
  const same = await deliver([90, 90, 90]);
  expect(same.told).toEqual([
    `${same.numbers.slice(0, 2).join(', ')} y ${same.numbers[2]}. Garantía de 90 días`,
  ]);
  const other = await deliver([90, 0, 90]);
  const [first, second, third] = other.numbers;
  expect(other.told).toEqual([
    `${first}, ${second} y ${third}. ${first} y ${third}: Garantía de 90 días. ${second}: Sin garantía`,
  ]);
  // More than fits is more than one message, and each names what it says.
  const many = await deliver(Array.from({ length: 20 }, (_, at) => 1000 + at));
  expect(many.told.toSorted()).toEqual(
    many.numbers.map((number, at) => `${number}. Garantía de ${1000 + at} días`).toSorted(),
  );
});
