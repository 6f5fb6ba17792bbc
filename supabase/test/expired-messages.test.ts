/** Messages that could not be sent in time are set aside instead of going out all at once (MSG-23). */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { FIRST_VALUES } from '@taller/shared/settings/first-values.ts';
import { change, makeOrder } from './support/orders.ts';
import { openShop, type Shop } from './support/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop[Symbol.asyncDispose]());

beforeEach(async () => {
  await shop.sql`delete from public.whatsapp_messages`;
  await set({ expireHours: 24 });
});

const set = (part: object) =>
  shop.sql`update public.setting_sections set value = ${shop.sql.json({ ...FIRST_VALUES.messages, undoSeconds: 0, ...part })} where section = 'messages'`;

/** The message of a new order that has waited for some hours. */
async function waiting(hours: number): Promise<string> {
  const { id } = await makeOrder(shop);
  const [message] = await shop.sql`
    update public.whatsapp_messages set queued_at = now() - make_interval(hours => ${hours}),
      created_at = now() - make_interval(hours => ${hours})
    where order_id = ${id} returning id`;
  return String(message?.id);
}

const claimed = async () =>
  (await shop.sql`select id from public.claim_messages()`).map(({ id }) => String(id));

const stateOf = async (id: string) =>
  (await shop.sql`select state from public.whatsapp_messages where id = ${id}`)[0]?.state as string;

test('MSG-23 messages that waited longer than the setting are not claimed', async () => {
  const [month, day, fresh] = [await waiting(30 * 24), await waiting(25), await waiting(23)];
  expect(await claimed()).toEqual([fresh]);
  expect([await stateOf(month), await stateOf(day)]).toEqual(['expired', 'expired']);
});

test('MSG-23 the setting decides, and hours of silence do not count', async () => {
  const [short, quiet] = [await waiting(3), await waiting(10)];
  await shop.sql`update public.whatsapp_messages set not_before = now() - interval '1 hour' where id = ${quiet}`;
  await set({ expireHours: 2 });
  expect(await claimed()).toEqual([quiet]);
  expect(await stateOf(short)).toBe('expired');
});

test('MSG-23 a sender that died with a message lets it expire; one that may have sent it asks for a call', async () => {
  const [claimedOnly, begun] = [await waiting(30), await waiting(30)];
  await shop.sql`update public.whatsapp_messages set state = 'sending', attempts = 1,
    locked_until = now() - interval '1 hour', send_started_at = case when id = ${begun} then now() - interval '29 hours' end`;
  // The first run after an outage waits for the provider's webhook.
  await claimed();
  await shop.sql`update public.whatsapp_messages set locked_until = now() - interval '1 second' where id = ${begun}`;
  expect(await claimed()).toEqual([]);
  expect([await stateOf(claimedOnly), await stateOf(begun)]).toEqual(['expired', 'failed']);
});

test('MSG-23 without a connection messages expire too, and the staff send or discard them', async () => {
  const [useful, useless] = [await waiting(48), await waiting(48)];
  await shop.sql`select public.set_aside_messages()`;
  expect([await stateOf(useful), await stateOf(useless)]).toEqual(['expired', 'expired']);
  const { receptionist, customer } = shop.people;
  for (const name of ['discard_message', 'send_message_now'] as const)
    expect((await customer.client.rpc(name, { p_id: useful })).error?.code).toBe('42501');

  await shop.sql`update public.service_orders set customer_phone = '+56 9 1111 2222'
    where id = (select order_id from public.whatsapp_messages where id = ${useful})`;
  expect((await receptionist.client.rpc('send_message_now', { p_id: useful })).error).toBeNull();
  expect((await receptionist.client.rpc('discard_message', { p_id: useless })).error).toBeNull();
  const sent = await shop.sql`select id, phone from public.claim_messages()`;
  expect(sent.map(({ id, phone }) => [id, phone] as unknown)).toEqual([[useful, '56911112222']]);
  await receptionist.client.rpc('discard_message', { p_id: useful });
  await receptionist.client.rpc('send_message_now', { p_id: useless });
  expect([await stateOf(useful), await stateOf(useless)]).toEqual(['sending', 'discarded']);
});

test('MSG-23 Reintentar of an old failure is sent, not set aside', async () => {
  const old = await waiting(72);
  await shop.sql`update public.whatsapp_messages set state = 'failed', failed_at = now() where id = ${old}`;
  await shop.people.technician.client.rpc('retry_message', { p_id: old });
  expect(await claimed()).toEqual([old]);
});

test('MSG-24 an undone status sends no message, and the one before it does', async () => {
  const { technician } = shop.people;
  const order = await makeOrder(shop);
  await change(technician, order.id, { status: 'in_progress' });
  await change(technician, order.id, { status: 'completed' });
  await change(technician, order.id, { status: 'in_progress' });
  await shop.sql`select public.claim_messages()`;
  const messages = await shop.sql`select event, state, error_code from public.whatsapp_messages
    where order_id = ${order.id} order by created_at`;
  expect(messages.map(({ event, state, error_code }) => [event, state, error_code] as unknown)).toEqual([
    ['created', 'sending', null],
    ['in_progress', 'sending', null],
    ['completed', 'discarded', 'taken_back'],
    ['in_progress', 'sending', null],
  ]);
});

test('MSG-24 a status that was followed by another still sends its message', async () => {
  const { technician } = shop.people;
  const order = await makeOrder(shop);
  await change(technician, order.id, { status: 'completed' });
  await change(technician, order.id, { status: 'delivered', warranty_days: 30 });
  await shop.sql`select public.claim_messages()`;
  const messages = await shop.sql`select state from public.whatsapp_messages where order_id = ${order.id}`;
  expect(messages.map(({ state }) => state as string)).toEqual(['sending', 'sending', 'sending']);
});
