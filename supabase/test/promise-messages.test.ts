/** Words for customers about a promise: the site's sentence, and the message that somebody chose (TIME-22, TIME-23). */
import { randomUUID } from 'node:crypto';
import { promiseSentence } from '@taller/shared/orders/promises/promise-words.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { change, makeOrder } from './support/orders.ts';
import { FRIDAY, promiseOf, setPromise, THURSDAY } from './support/promises.ts';
import { openShop, type Shop } from './support/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop[Symbol.asyncDispose]());

const setMessage = (enabled: boolean) =>
  shop.sql`update public.setting_sections
    set value = jsonb_set(value, '{promise_changed,enabled}', ${shop.sql.json(enabled)}) where section = 'messages'`;
beforeEach(() => setMessage(true));

/** The messages about an order's promise, the first one first. */
const messagesOf = async (id: string) => [
  ...(await shop.sql<{ state: string; params: string[] }[]>`
    select state, params from public.whatsapp_messages where order_id = ${id} and event = 'promise_changed'
    order by occurrence`),
];
const states = async (id: string) => (await messagesOf(id)).map(({ state }) => state);

test('TIME-22 the interface writes the sentence about a promise as the database does', async () => {
  const now = new Date('2026-11-27T15:00:00Z');
  // Each month and weekday, at the hours around both changes of the clock, and in another year.
  const instants = [
    ...Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(2026, month, month + 3, 12 + month, 5))),
    '2026-04-05T02:59:00Z',
    '2026-04-05T04:01:00Z',
    '2026-09-06T03:59:00Z',
    '2026-09-06T04:00:00Z',
    '2027-01-01T02:59:00Z',
    '2027-01-01T03:00:00Z',
  ].map((at) => new Date(at));
  for (const at of instants) {
    const [row] = await shop.sql`select private.promise_sentence(${at}, '2026-11-27') as sentence`;
    expect(row?.sentence, at.toISOString()).toBe(promiseSentence(at, now));
  }
  expect(promiseSentence('2026-12-03T20:00:00Z', now)).toBe(
    'Comprometida para el jueves 3 de diciembre a las 17:00',
  );
});

test('TIME-22 the public page reads the promise of an order with work left, and of no other', async () => {
  const told = async (number: number) =>
    (await shop.anon.from('public_order_status').select('promised_at').eq('order_number', number)).data;
  const { id, order_number: number } = await makeOrder(shop, { promised_at: THURSDAY });
  expect(await told(number)).toEqual([{ promised_at: THURSDAY }]);
  await change(shop.people.technician, id, { status: 'completed' });
  expect(await told(number)).toEqual([{ promised_at: null }]);
  // A condition on the promise does not find the order that has it.
  await makeOrder(shop, { promised_at: THURSDAY });
  const { error } = await shop.anon.from('public_order_status').select().eq('promised_at', THURSDAY).limit(1);
  expect(error).toMatchObject({ code: '22023' });
});

test('TIME-22 the message of a new order may say its promise, or that there is none', async () => {
  await shop.sql`update public.setting_sections set value = jsonb_set(value, '{created,text}',
    '"Tu orden {{orden}}. {{compromiso}}. ¡Gracias!"') where section = 'messages'`;
  const paramsOf = async (promised: string | null) => {
    const { id } = await makeOrder(shop, { promised_at: promised });
    const [message] = await shop.sql`
      select params from public.whatsapp_messages where order_id = ${id} and event = 'created'`;
    return message?.params?.[1];
  };
  expect(await paramsOf(THURSDAY)).toBe('Comprometida para el jueves 6 de diciembre de 2046 a las 17:00');
  expect(await paramsOf(null)).toBe('Te avisaremos cuando esté lista');
});

test('TIME-23 a message about another date goes out only if somebody chose it, once, with the words of the site', async () => {
  const { technician } = shop.people;
  const { id, order_number: number } = await makeOrder(shop);
  await setPromise(technician, id);
  expect(await messagesOf(id)).toEqual([]);
  const request = {
    p_request_id: randomUUID(),
    p_promised_at: FRIDAY,
    p_known: THURSDAY,
    p_reason: 'Falta la pantalla',
    p_tell: true,
  };
  expect([await setPromise(technician, id, request), await setPromise(technician, id, request)]).toEqual([
    null,
    null,
  ]);
  expect(await messagesOf(id)).toEqual([
    {
      state: 'queued',
      params: [String(number).padStart(6, '0'), promiseSentence(FRIDAY)],
    },
  ]);
  // The same words are not sent twice.
  expect(
    (await setPromise(technician, id, { ...request, p_request_id: randomUUID(), p_known: FRIDAY }))?.message,
  ).toBe('El cliente ya tiene este mismo aviso. Guarda sin avisarle.');
});

test('TIME-23 a date is told later too, and not any more once it has changed or the work is over', async () => {
  const { technician } = shop.people;
  const { id } = await makeOrder(shop);
  await setPromise(technician, id);
  expect(await setPromise(technician, id, { p_known: THURSDAY, p_tell: true })).toBeNull();
  const again = { p_promised_at: FRIDAY, p_known: THURSDAY, p_reason: 'Falta la pantalla' };
  expect(await setPromise(technician, id, again)).toBeNull();
  expect(await states(id)).toEqual(['discarded']);
  // Back at the first date, the customer has not been told of it.
  const back = { p_promised_at: THURSDAY, p_known: FRIDAY, p_reason: 'Llegó la pantalla', p_tell: true };
  expect(await setPromise(technician, id, back)).toBeNull();
  expect(await states(id)).toEqual(['discarded', 'queued']);
  await change(technician, id, { status: 'completed' });
  await shop.sql`select public.set_aside_messages()`;
  expect(await states(id)).toEqual(['discarded', 'discarded']);
});

test('TIME-23 a message that could not go out is refused with words, and nothing of the promise is saved', async () => {
  const { technician } = shop.people;
  const { id } = await makeOrder(shop);
  await setMessage(false);
  expect((await setPromise(technician, id, { p_tell: true }))?.message).toBe(
    'El aviso de la fecha comprometida está apagado en Ajustes. Guarda sin avisar al cliente.',
  );
  expect([await promiseOf(shop, id), await messagesOf(id)]).toEqual([null, []]);
  await setMessage(true);
  expect((await setPromise(technician, id, { p_promised_at: null, p_tell: true }))?.message).toBe(
    'Sin fecha comprometida no hay qué avisar. Guarda sin avisar al cliente.',
  );
});
