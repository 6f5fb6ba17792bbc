/** Words for customers about a wait: the site's sentence, and the message that somebody chose (TIME-07, TIME-12). */
import { randomUUID } from 'node:crypto';
import { waitSentence } from '@taller/shared/orders/waits/wait-sentence.ts';
import { FIRST_VALUES } from '@taller/shared/settings/first-values.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { change, makeOrder } from './support/orders.ts';
import { openShop, type Shop } from './support/shop.ts';
import {
  dayFromToday,
  endWait,
  openWaitOf,
  resumeWait,
  seen,
  setReasons,
  setWait,
  waitsOf,
} from './support/waits.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop[Symbol.asyncDispose]());

const setMessage = (enabled: boolean) =>
  shop.sql`update public.setting_sections
    set value = jsonb_set(value, '{on_hold,enabled}', ${shop.sql.json(enabled)}) where section = 'messages'`;
beforeEach(async () => {
  await setReasons(shop, FIRST_VALUES.desk.waits);
  await setMessage(true);
});

/** The messages about an order's waits, the first one first. */
const messagesOf = async (id: string) => [
  ...(await shop.sql<{ state: string; params: string[] }[]>`
    select state, params from public.whatsapp_messages where order_id = ${id} and event = 'on_hold' order by occurrence`),
];

test('TIME-07 the public reads one sentence of a wait, and nothing of one that tells customers nothing', async () => {
  const { technician } = shop.people;
  const told = async (number: number) =>
    (await shop.anon.from('public_order_status').select('*').eq('order_number', number)).data;
  const order = await makeOrder(shop);
  await setWait(technician, order.id, { p_note: 'Pedido a Juan' });
  await shop.sql`update public.order_waits set expected_on = '2046-12-03' where order_id = ${order.id}`;
  const unrepaired = false;
  expect(await told(order.order_number)).toEqual([
    {
      order_number: order.order_number,
      status: 'pending',
      wait: 'Esperando un repuesto, llega cerca del 3 de diciembre de 2046',
      unrepaired,
      promised_at: null,
    },
  ]);
  await shop.sql`update public.order_waits set expected_on = '2025-12-03' where order_id = ${order.id}`;
  expect(await told(order.order_number)).toMatchObject([{ wait: 'Esperando un repuesto' }]);
  await endWait(technician, (await openWaitOf(shop, order.id)).id);
  expect(await told(order.order_number)).toMatchObject([{ wait: null }]);
  await setReasons(shop, [{ key: 'own', label: 'Otro', customerText: '', days: null, stopsClock: false }]);
  expect(await setWait(technician, order.id, { p_reason: 'own' })).toBeNull();
  expect(await told(order.order_number)).toMatchObject([{ wait: null }]);
  // A condition on the sentence does not find the order that has it.
  await makeOrder(shop);
  const { error } = await shop.anon.from('public_order_status').select().like('wait', '%repuesto%').limit(1);
  expect(error).toMatchObject({ code: '22023' });
});

test('TIME-07 the interface writes the sentence about a wait as the database does', async () => {
  const today = '2026-11-26';
  const days = [
    '',
    '2026-11-25',
    today,
    ...Array.from(
      { length: 12 },
      (_, month) => `2027-${String(month + 1).padStart(2, '0')}-0${(month % 9) + 1}`,
    ),
    '2026-12-31',
  ];
  for (const reason of ['part', 'lab', 'customer', 'supplier', 'own'])
    for (const day of days) {
      const [row] = await shop.sql`
        select private.wait_sentence('Esperando algo', ${reason}, ${day || null}::date, ${today}::date) as sentence`;
      expect(row?.sentence, `${reason} ${day}`).toBe(waitSentence('Esperando algo', reason, day, today));
    }
  expect(waitSentence('Esperando la garantía del proveedor', 'supplier', '2026-12-11', today)).toBe(
    'Esperando la garantía del proveedor, hasta cerca del 11 de diciembre',
  );
  expect(waitSentence('Esperando tu respuesta', 'customer', '2026-11-28', today)).toBe(
    'Esperando tu respuesta',
  );
});

test('TIME-12 a message about a wait goes out only if somebody chose it, once, with the words of the site', async () => {
  const { technician } = shop.people;
  const { id, order_number: number } = await makeOrder(shop);
  await setWait(technician, id);
  expect(await messagesOf(id)).toEqual([]);
  const request = { p_request_id: randomUUID(), p_tell: true, ...seen(await openWaitOf(shop, id)) };
  expect([await setWait(technician, id, request), await setWait(technician, id, request)]).toEqual([
    null,
    null,
  ]);
  const padded = String(number).padStart(6, '0');
  expect(await messagesOf(id)).toEqual([{ state: 'queued', params: [padded, 'Esperando un repuesto'] }]);
});

test('TIME-12 the same words are not sent twice, and an end that is taken back takes back what it did to the message', async () => {
  const { technician } = shop.people;
  const { id } = await makeOrder(shop);
  await setWait(technician, id, { p_tell: true });
  const open = await openWaitOf(shop, id);
  expect((await setWait(technician, id, { p_note: 'Otra', p_tell: true, ...seen(open) }))?.message).toBe(
    'El cliente ya tiene este mismo aviso. Guarda sin avisarle.',
  );
  await endWait(technician, open.id);
  expect(await messagesOf(id)).toMatchObject([{ state: 'discarded' }]);
  expect(await resumeWait(technician, open.id)).toBeNull();
  expect(await messagesOf(id)).toMatchObject([{ state: 'queued' }]);
});

test('TIME-12 a message that waits to be sent is not sent once its wait has changed or ended', async () => {
  const { technician } = shop.people;
  const states = async (id: string) => (await messagesOf(id)).map(({ state }) => state);
  const { id } = await makeOrder(shop);
  await setWait(technician, id, { p_tell: true });
  await setWait(technician, id, {
    p_expected_on: dayFromToday(4),
    p_tell: true,
    ...seen(await openWaitOf(shop, id)),
  });
  expect(await states(id)).toEqual(['discarded', 'queued']);
  await setWait(technician, id, { p_reason: 'lab', p_tell: true, ...seen(await openWaitOf(shop, id)) });
  expect(await states(id)).toEqual(['discarded', 'discarded', 'queued']);
  await endWait(technician, (await openWaitOf(shop, id)).id);
  expect(await states(id)).toEqual(['discarded', 'discarded', 'discarded']);

  // One that the sender had meanwhile comes back to a wait that is over.
  const { id: other } = await makeOrder(shop);
  await setWait(technician, other, { p_tell: true });
  await shop.sql`update public.whatsapp_messages set state = 'sending', locked_until = now() where order_id = ${other}
    and event = 'on_hold'`;
  await change(technician, other, { status: 'completed' });
  await shop.sql`update public.whatsapp_messages set state = 'queued' where order_id = ${other} and event = 'on_hold'`;
  await shop.sql`select public.set_aside_messages()`;
  expect(await states(other)).toEqual(['discarded']);
});

test('TIME-12 a message that could not go out is refused with words, and nothing of the wait is saved', async () => {
  const { technician } = shop.people;
  const { id } = await makeOrder(shop);
  await setMessage(false);
  expect((await setWait(technician, id, { p_tell: true }))?.message).toBe(
    'El aviso de espera está apagado en Ajustes. Guarda sin avisar al cliente.',
  );
  await setMessage(true);
  await setReasons(shop, [{ key: 'own', label: 'Otro', customerText: '', days: null, stopsClock: false }]);
  expect((await setWait(technician, id, { p_reason: 'own', p_tell: true }))?.message).toBe(
    'Este motivo ya no tiene un texto para el cliente en Ajustes. Guarda sin avisarle.',
  );
  expect([await waitsOf(shop, id), await messagesOf(id)]).toEqual([[], []]);
  expect(await setWait(technician, id, { p_reason: 'own' })).toBeNull();
});
