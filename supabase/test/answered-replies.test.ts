/** Replies by WhatsApp: whom they tell, and who answered them (MSG-21). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openShop, type Client, type Shop } from './support/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop[Symbol.asyncDispose]());

test('MSG-21 the question of a number without an order rings the bell once, without the number', async () => {
  for (const _ of ['first', 'repeated'])
    await shop.sql`select public.record_reply('wamid.a', '56966660000', '¿Arreglan tablets?', now())`;
  const { data } = await shop.people.technician.client
    .from('notifications')
    .select('type, message, order_id');
  expect(data).toEqual([
    {
      type: 'customer_reply',
      message: 'Un número que no está en ninguna orden escribió por WhatsApp.',
      order_id: null,
    },
  ]);
});

test('MSG-21 a reply names who answered it: the first one stays, until it is withdrawn', async () => {
  const { technician, receptionist, customer } = shop.people;
  await shop.sql`select public.record_reply('wamid.b', '56966660001', 'Hola', now())`;
  const [reply] =
    await shop.sql`select id from public.whatsapp_replies where provider_message_id = 'wamid.b'`;
  const id = String(reply?.id);
  const answer = async (client: Client, answered: boolean) => {
    const { data, error } = await client
      .rpc('answer_reply', { p_id: id, p_answered: answered })
      .select('answered_name');
    return error?.code ?? data;
  };
  expect(await answer(customer.client, true)).toBe('42501');
  const first = { answered_name: receptionist.fullName };
  expect(await answer(receptionist.client, true)).toEqual(first);
  expect(await answer(technician.client, true)).toEqual(first);
  expect(await answer(technician.client, false)).toEqual({ answered_name: null });
});
