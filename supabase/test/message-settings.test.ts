/** The settings of messages: their events, times and texts (CFG-55 to CFG-57), with every role. */
import { randomUUID } from 'node:crypto';
import type { SettingValues } from '@taller/shared/settings/sections.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { FIRST_VALUES } from '@taller/shared/settings/first-values.ts';
import { change, makeOrder } from './support/orders.ts';
import { saveSection } from './support/settings-calls.ts';
import { type Actor, ACTORS, openShop, type Shop } from './support/shop.ts';

type Messages = SettingValues['messages'];

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop[Symbol.asyncDispose]());

beforeEach(async () => {
  await shop.sql`delete from public.whatsapp_messages`;
  await set(FIRST_VALUES.messages);
});

/** Puts settings in place, whoever may. */
const set = (value: Messages) =>
  shop.sql`update public.setting_sections set value = ${shop.sql.json(value)} where section = 'messages'`;

const save = async (actor: Actor, value: object) => {
  const [row] = await shop.sql`select version from public.setting_sections where section = 'messages'`;
  return saveSection(shop.clientOf(actor), 'messages', value, Number(row?.version));
};

const messagesOf = (id: string) =>
  shop.sql`select id, event, state, params, phone, not_before from public.whatsapp_messages
    where order_id = ${id} order by created_at, event`;

const claimed = async () =>
  (await shop.sql`select id from public.claim_messages()`).map(({ id }) => String(id));

/** Sets quiet hours around this moment, from an hour ago for two hours. @returns their end. */
async function beQuiet(): Promise<Date> {
  const [row] = await shop.sql<{ from: string; to: string; end: Date }[]>`
    select to_char(now() at time zone 'America/Santiago' - interval '1 hour', 'HH24:MI') as from,
      to_char(now() at time zone 'America/Santiago' + interval '1 hour', 'HH24:MI') as to,
      date_trunc('minute', now() + interval '1 hour') as end`;
  if (!row) throw new Error('no clock');
  const quietHours = { enabled: true, from: row.from, to: row.to };
  await set({ ...FIRST_VALUES.messages, quietHours });
  return row.end;
}

describe('CFG-55 switching messages off', () => {
  test('CFG-55 an event that is switched off queues nothing, and the order has a note without text or number', async () => {
    const off = {
      ...FIRST_VALUES.messages,
      in_progress: { ...FIRST_VALUES.messages.in_progress, enabled: false },
    };
    expect((await save('admin', off)).error).toBeNull();
    const order = await makeOrder(shop);
    await change(shop.people.technician, order.id, { status: 'in_progress' });
    const messages = await messagesOf(order.id);
    expect(messages).toMatchObject([
      { event: 'created', state: 'queued' },
      { event: 'in_progress', state: 'off', params: [], phone: '' },
    ]);
    expect(await claimed()).toEqual([messages[0]?.id]);
    for (const name of ['retry_message', 'send_message_now'] as const)
      await shop.people.technician.client.rpc(name, { p_id: messages[1]?.id as string });
    expect((await messagesOf(order.id))[1]).toMatchObject({ state: 'off' });
  });

  test('CFG-55 the confirmation of a decision has no switch', async () => {
    const answer = await save('admin', {
      ...FIRST_VALUES.messages,
      approved: { ...FIRST_VALUES.messages.approved, enabled: false },
    });
    expect(answer.error?.code).toBe('23514');
  });

  test.each(ACTORS.filter((actor) => actor !== 'admin'))(
    'CFG-55 %s neither reads nor changes the messages’ settings',
    async (actor) => {
      expect((await save(actor, FIRST_VALUES.messages)).status).toBe(403);
      const rows = await shop
        .clientOf(actor)
        .from('setting_sections')
        .select('value')
        .eq('section', 'messages');
      expect(rows.data ?? []).toEqual([]);
    },
  );
});

describe('CFG-57 texts and templates', () => {
  test('CFG-57 a variable that its event does not have is refused by name', async () => {
    const wrong = {
      ...FIRST_VALUES.messages,
      completed: { ...FIRST_VALUES.messages.completed, text: 'Orden {{orden}}: {{fecha_entrega}}' },
    };
    const message =
      '{{fecha_entrega}} no existe. Puedes usar: {{orden}}, {{cliente}}, {{equipo}}, {{tienda}}, {{sitio}}.';
    expect((await save('admin', wrong)).error?.faults).toEqual([{ path: 'completed.text', message }]);
    const [row] = await shop.sql`select value from public.setting_sections where section = 'messages'`;
    expect(row?.value).toEqual(FIRST_VALUES.messages);
  });

  test('CFG-57 a text of the shop’s own is queued with its template, and its variables in their order', async () => {
    const own = {
      template: 'mi_aviso_2',
      text: 'Hola {{cliente}}: tu {{equipo}} (orden {{orden}}) ya entró al taller.',
    };
    await set({ ...FIRST_VALUES.messages, language: 'es', created: { enabled: true, ...own } });
    const { id, order_number } = await makeOrder(shop, {
      customer_name: 'Ana Rojas',
      equipment_brand: 'Samsung',
      equipment_model: 'A52',
    });
    const number = String(order_number).padStart(6, '0');
    const params = [number, 'Ana Rojas', 'Samsung A52'];
    expect(
      await shop.sql`select template, language, params from public.whatsapp_messages where order_id = ${id}`,
    ).toMatchObject([{ template: 'mi_aviso_2', language: 'es', params }]);
    const preview = await shop.people.admin.client.rpc('preview_messages', { p_order_number: order_number });
    expect(preview.data?.[0]).toEqual({
      event: 'created',
      template: 'mi_aviso_2',
      language: 'es',
      enabled: true,
      body: 'Hola {{2}}: tu {{3}} (orden {{1}}) ya entró al taller.',
      params,
      variables: ['orden', 'cliente', 'equipo'],
      order_number,
    });
  });
});

describe('CFG-56 quiet hours', () => {
  // Chile goes from -03 to -04 at the end of 4 April 2026 (23:00 comes twice), and back at the end of 5 September
  // (00:00 becomes 01:00).
  test.each([
    ['before they begin', '13:00', '15:00', '2026-06-10T12:59:59-04:00', null],
    ['as they begin', '13:00', '15:00', '2026-06-10T13:00:00-04:00', '2026-06-10T15:00:00-04:00'],
    ['as they end', '13:00', '15:00', '2026-06-10T15:00:00-04:00', null],
    ['before midnight', '21:00', '09:00', '2026-06-10T23:10:00-04:00', '2026-06-11T09:00:00-04:00'],
    ['after midnight', '21:00', '09:00', '2026-06-11T00:00:00-04:00', '2026-06-11T09:00:00-04:00'],
    ['by day', '21:00', '09:00', '2026-06-11T09:00:00-04:00', null],
    ['till midnight', '21:00', '00:00', '2026-06-10T22:00:00-04:00', '2026-06-11T00:00:00-04:00'],
    ['on New Year’s Eve', '21:00', '09:00', '2026-12-31T23:59:00-03:00', '2027-01-01T09:00:00-03:00'],
    ['in the long night', '21:00', '09:00', '2026-04-04T23:30:00-03:00', '2026-04-05T09:00:00-04:00'],
    ['in the short night', '21:00', '09:00', '2026-09-05T22:00:00-04:00', '2026-09-06T09:00:00-03:00'],
    [
      'to an hour that is skipped',
      '22:00',
      '00:30',
      '2026-09-05T23:00:00-04:00',
      '2026-09-06T01:30:00-03:00',
    ],
    [
      'to an hour that comes twice',
      '22:00',
      '23:30',
      '2026-04-04T23:15:00-03:00',
      '2026-04-04T23:30:00-04:00',
    ],
    ['in its second time', '22:00', '23:30', '2026-04-04T23:15:00-04:00', '2026-04-04T23:30:00-04:00'],
  ])('CFG-56 %s (%s to %s)', async (_case, from, to, at, until) => {
    const quiet = shop.sql.json({ enabled: true, from, to });
    const [row] = await shop.sql<{ until: Date | null; off: Date | null }[]>`
      select private.quiet_until(${at}::timestamptz, ${quiet}) as until,
        private.quiet_until(${at}::timestamptz, ${quiet} || '{"enabled": false}') as off`;
    expect(row?.until).toEqual(until === null ? null : new Date(until));
    expect(row?.off).toBeNull();
  });

  test('CFG-56 messages queued in quiet hours wait for their end, until a person sends them or the hours change', async () => {
    const end = await beQuiet();
    const order = await makeOrder(shop);
    const other = await makeOrder(shop);
    const [[message], [later]] = await Promise.all([messagesOf(order.id), messagesOf(other.id)]);
    expect([message?.not_before, later?.not_before]).toEqual([end, end]);
    expect(await claimed()).toEqual([]);

    const { data } = await shop.people.technician.client.rpc('send_message_now', {
      p_id: message?.id as string,
    });
    expect(data).toMatchObject({ state: 'queued', not_before: null });
    expect(await claimed()).toEqual([message?.id]);
    // Refused by the provider, it is tried again at its time, and not after the quiet hours.
    await shop.sql`select public.record_message_failure(${message?.id as string}, '131016', 'x', now())`;
    expect(await claimed()).toEqual([message?.id]);

    await set(FIRST_VALUES.messages);
    expect(await claimed()).toEqual([later?.id]);
  });

  test('CFG-56 an attempt that is due in quiet hours waits too', async () => {
    const order = await makeOrder(shop);
    const [message] = await messagesOf(order.id);
    await claimed();
    await beQuiet();
    await shop.sql`select public.record_message_failure(${message?.id as string}, '131016', 'x', now())`;
    expect((await messagesOf(order.id))[0]?.not_before).not.toBeNull();
    expect(await claimed()).toEqual([]);
  });

  test('CFG-56 the answer to a decision is sent at any hour', async () => {
    await beQuiet();
    const order = await makeOrder(shop);
    await shop.sql`update public.service_orders set status = 'quoted', total_amount = 30000 where id = ${order.id}`;
    await shop.sql`select public.decide_quote(${order.id}, 'approved')`;
    const messages = await messagesOf(order.id);
    expect(messages.map(({ event, not_before }) => [event, not_before === null])).toEqual([
      ['created', false],
      ['quoted', false],
      ['approved', true],
    ]);
  });

  test('CFG-56 hours that never end are refused', async () => {
    const endless = { ...FIRST_VALUES.messages, quietHours: { enabled: true, from: '09:00', to: '09:00' } };
    expect((await save('admin', endless)).error?.faults).toEqual([
      { path: 'quietHours.to', message: 'Debe terminar a otra hora de la que comienza.' },
    ]);
  });
});

describe('CFG-58 test messages', () => {
  const send = (actor: Actor, phone = '+56 9 5555 0000', request = randomUUID(), event = 'quoted') =>
    shop.clientOf(actor).rpc('send_test_message', { p_request_id: request, p_phone: phone, p_event: event });
  const tests = () =>
    shop.sql`select id, order_id, template, params, phone, state, not_before, requested_by from public.whatsapp_messages
      where event = 'test'`;

  test('CFG-58 an admin’s test is queued once, at any hour, with values of nobody', async () => {
    await beQuiet();
    const request = randomUUID();
    const [first, again] = [await send('admin', undefined, request), await send('admin', undefined, request)];
    expect(first.error).toBeNull();
    expect(again.data).toBe(first.data);
    const [made, ...others] = await tests();
    expect(others).toEqual([]);
    expect(made).toMatchObject({
      id: first.data,
      order_id: null,
      template: 'order_quoted',
      phone: '56955550000',
      state: 'queued',
      not_before: null,
      requested_by: shop.people.admin.id,
    });
    expect(made?.params).toEqual([
      '000000',
      'Mensaje de prueba',
      '$0',
      expect.stringContaining('/decision-presupuesto/'),
    ]);
    expect((await send('admin', '+56 9 5555 0001', request)).error?.code).toBe('PT409');
    expect(
      (await shop.people.admin.client.rpc('retry_message', { p_id: first.data as string })).error,
    ).toBeNull();
  });

  test('CFG-58 the sixth test of an hour is refused, also when six are asked for at once', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => send('admin')));
    const refused = answers.filter(({ error }) => error !== null);
    expect(refused).toHaveLength(3);
    expect(refused[0]?.error?.message).toMatch(/^Ya se enviaron 5 mensajes de prueba/);
    expect(await tests()).toHaveLength(5);
    await shop.sql`update public.whatsapp_messages set created_at = now() - interval '61 minutes' where event = 'test'`;
    expect((await send('admin')).error).toBeNull();
  });

  test.each(['+56 32 255 0142', '+1 555 123 4567', '', 'uno'])(
    'CFG-58 a test message to the number %j is refused',
    async (phone) => {
      expect((await send('admin', phone)).error?.message).toMatch(/^Ingresa un celular chileno/);
      expect(await tests()).toEqual([]);
    },
  );

  test.each(ACTORS.filter((actor) => actor !== 'admin'))('CFG-58 %s sends no test message', async (actor) => {
    expect((await send(actor)).error?.code).toBe('42501');
    expect(await tests()).toEqual([]);
  });
});

describe('CFG-59 the connection', () => {
  const facts = async () => {
    const { data } = await shop.people.admin.client.rpc('system_status', { p_part: 'messages' });
    return data as Record<string, unknown>;
  };

  test('CFG-59 the last success, the last failure, what waits and what is held', async () => {
    expect(await facts()).toMatchObject({ queued: 0, held: 0, last_sent_at: null });
    await beQuiet();
    const { id } = await makeOrder(shop);
    await makeOrder(shop);
    await shop.sql`update public.whatsapp_messages set state = 'failed', failed_at = now(), error_code = '131026',
      error_message = 'x' where order_id = ${id}`;
    expect(await facts()).toMatchObject({ queued: 1, held: 1, failed: 1, last_error_code: '131026' });
  });

  test('CFG-59 messages that wait for the end of the quiet hours are not overdue', async () => {
    const end = await beQuiet();
    await makeOrder(shop);
    const { overdue_at } = await facts();
    expect(Date.parse(String(overdue_at))).toBeGreaterThanOrEqual(end.getTime());
  });

  test('CFG-59 a webhook is noted when it arrives with a valid signature, and not otherwise', async () => {
    await shop.sql`delete from private.webhook_receipts`;
    const post = await fetch(`${shop.url}/functions/v1/whatsapp-webhook`, { method: 'POST', body: '{}' });
    expect(post.status).toBe(401);
    expect((await facts()).last_webhook_at).toBeNull();
    const before = Date.now();
    await shop.sql`select public.record_webhook()`;
    expect(Date.parse(String((await facts()).last_webhook_at))).toBeGreaterThanOrEqual(before);
  });
});
