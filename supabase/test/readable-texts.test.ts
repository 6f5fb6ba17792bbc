/** No text of the API has marks that change its direction or that nobody sees (SEC-63). */
import { randomUUID } from 'node:crypto';
import { fieldDefinition, FIELD_NAMES } from '@taller/shared/orders/fields/order-fields.ts';
import { readable } from '@taller/shared/values/readable.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEMO_SETTINGS } from '../seed/demo-settings.ts';
import { makeOrder, orderOf } from './support/orders.ts';
import { saveSection } from './support/settings-calls.ts';
import { newRut, openShop, type Shop } from './support/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop[Symbol.asyncDispose]());

const HIDDEN = '\u202eojo\u202c \u2066x\u2069 \u200b\u200e\u200f\u061c\ufeff';
const SEEN = 'ojo x ';
/** Emojis that are joined, flags, accents, and scripts with joiners. */
const KEPT = '👩‍🔧 🏳️‍🌈 🇨🇱 Ñandú é می‌خواهم العربية 日本';

test('SEC-63 the database and the forms take out the same marks, and no letter or emoji', async () => {
  expect(readable(HIDDEN)).toBe(SEEN);
  expect(readable(KEPT)).toBe(KEPT);
  const points = Array.from({ length: 0xfffe - 1 }, (_, at) => at + 1).filter(
    (at) => at < 0xd800 || at > 0xdfff,
  );
  const all =
    String.fromCodePoint(...points.slice(0, 30_000)) + String.fromCodePoint(...points.slice(30_000));
  for (const text of [HIDDEN, KEPT, all]) {
    const [row] = await shop.sql`select private.readable(${text}) as kept`;
    expect(row?.kept).toBe(readable(text));
  }
});

test('SEC-63 a name cannot be made of characters that show nothing', async () => {
  const nothing = '\u00ad\u034f\u115f\u1160\u180e\u2028\u2029\u3164\uffa0';
  expect(readable(nothing)).toBe('');
  const [row] = await shop.sql`select private.readable(${nothing}) as kept`;
  expect(row?.kept).toBe('');
});

test('SEC-63 blanks of Braille and joiners that join nothing count as no text', async () => {
  const texts = {
    '\u2800': '',
    '\u200d': '',
    '\u200b\u200c\u200d\ufe0f': '',
    ' \u200d \u2800': '  ',
    'a \u200d\u200cb\u200dc': 'a b\u200dc',
  };
  for (const [text, kept] of Object.entries(texts)) {
    expect(readable(text)).toBe(kept);
    const [row] =
      await shop.sql`select private.readable(${text}) as kept, private.written(${text}) as written`;
    expect(row).toEqual({ kept, written: kept.trim() || null });
  }
  const { receptionist, customer } = shop.people;
  const named = { id: randomUUID(), ...orderOf(customer), customer_name: '\u200d' };
  const { error } = await receptionist.client.from('service_orders').insert(named);
  expect(error?.code).toBe('23514');
});

test('SEC-63 no index depends on the rule, so that a change of it leaves all of them right', async () => {
  const functions = await shop.sql<{ name: string; source: string }[]>`
    select n.nspname || '.' || p.proname as name, p.prosrc as source
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname in ('public', 'private')`;
  const indexes = await shop.sql<{ source: string }[]>`
    select pg_get_indexdef(i.indexrelid) as source from pg_index i join pg_class c on c.oid = i.indexrelid
    where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace)`;
  const called = new Set<string>();
  const follow = (source: string): void => {
    for (const { name, source: body } of functions) {
      if (called.has(name) || !source.includes(`${name}(`)) continue;
      called.add(name);
      follow(body);
    }
  };
  for (const { source } of indexes) follow(source);
  expect([...called]).toContain('private.phone_key');
  expect([...called]).not.toContain('private.readable');
});

test('SEC-63 orders, notes, accounts and the shop store the visible text', async () => {
  const { receptionist, customer, admin } = shop.people;
  const id = randomUUID();
  const { error } = await receptionist.client.from('service_orders').insert({
    id,
    ...orderOf(customer),
    customer_name: `Vera ${HIDDEN}Soto`,
    equipment_model: KEPT,
    notes: HIDDEN,
  });
  expect(error).toBeNull();
  const order = await receptionist.client
    .from('service_orders')
    .update({ work_description: `${HIDDEN}${KEPT}` })
    .eq('id', id)
    .select('customer_name, equipment_model, notes, work_description')
    .single();
  expect(order.data).toEqual({
    customer_name: `Vera ${SEEN}Soto`,
    equipment_model: KEPT,
    notes: SEEN,
    work_description: `${SEEN}${KEPT}`,
  });
  const account = await customer.client
    .from('profiles')
    .update({ full_name: `\u202e${customer.fullName}`, address: `Los Aromos\u200b 1159` })
    .eq('id', customer.id)
    .select('full_name, address')
    .single();
  expect(account.data).toEqual({ full_name: customer.fullName, address: 'Los Aromos 1159' });
  const named = { ...DEMO_SETTINGS.shop, name: 'Taller \u202eodaxoB' };
  const { error: refused } = await saveSection(admin.client, 'shop', named, 1);
  expect(refused).toBeNull();
  const [saved] = await shop.sql`select value from public.setting_sections where section = 'shop'`;
  expect(saved?.value).toMatchObject({ name: 'Taller odaxoB' });
  const facts = await shop.anon.rpc('shop_facts');
  expect(JSON.stringify(facts.data)).not.toMatch(/[\u202a-\u202e]/);
});

test('SEC-63 a RUT and a phone copied with marks around them are those that are seen', async () => {
  const { receptionist, customer } = shop.people;
  const marked = {
    customer_rut: `\u202a${customer.rut}\u202c`,
    customer_phone: '\u2066+56 9 8123 4567\u2069',
  };
  const { data, error } = await receptionist.client
    .from('service_orders')
    .insert({ id: randomUUID(), ...orderOf(customer), ...marked })
    .select('customer_rut, customer_phone')
    .single();
  expect({ data, error }).toEqual({
    data: { customer_rut: customer.rut, customer_phone: '+56 9 8123 4567' },
    error: null,
  });
});

test('SEC-63 a reply that comes by WhatsApp is kept as it is seen', async () => {
  await shop.sql`select public.record_reply('wamid.1', '+56912345678', ${`hola ${HIDDEN}`}, now())`;
  const [reply] = await shop.sql`select body from public.whatsapp_replies order by received_at desc limit 1`;
  expect(reply?.body).toBe(`hola ${SEEN}`);
});

test('SEC-63 every table of the API with texts takes them out', async () => {
  const missing = await shop.sql`
    select c.relname::text as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and exists (select from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        and a.atttypid in ('text'::regtype, 'jsonb'::regtype, 'text[]'::regtype))
      and not exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgfoid = 'private.as_readable'::regproc)`;
  expect(missing.map(({ name }) => name as string)).toEqual([]);
});

const BROKEN = 'Ana\r\n\tPaz\u0007 \u007f\u009b';

/** Texts of all tables of the API, with their constraints apart: a text of a choice is refused, not changed. */
const textColumns = () => shop.sql<{ table: string; column: string }[]>`
  select c.relname::text as table, a.attname::text as column from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.atttypid = 'text'::regtype
  order by 1, 2`;

test('SEC-63 single-line columns store one line, and long texts keep their lines', async () => {
  const [{ multiline } = { multiline: [] }] = await shop.sql<
    { multiline: string[] }[]
  >`select private.multiline_columns() as multiline`;
  const columns = await textColumns();
  const names = columns.map(({ table, column }) => `${table}.${column}`);
  expect(multiline.filter((name) => !names.includes(name))).toEqual([]);
  const wrong: string[] = [];
  for (const { table, column } of columns) {
    const kept = await shop.sql.begin(async (tx) => {
      // Only what the trigger makes of the text counts: no rule of the column, no other trigger.
      await tx.unsafe(`create temp table probe (like public.${table} including defaults) on commit drop`);
      await tx`select set_config('search_path', 'public, pg_temp', true)`;
      const blank = await tx<{ name: string }[]>`
        select attname::text as name from pg_attribute where attrelid = 'probe'::regclass and attnum > 0`;
      for (const { name } of blank)
        await tx.unsafe(
          `alter table probe alter column "${name}" drop not null, alter column "${name}" drop default`,
        );
      await tx.unsafe(`alter table probe rename to ${table}`);
      await tx.unsafe(
        `create trigger as_readable before insert on pg_temp.${table} for each row execute function private.as_readable()`,
      );
      const [row] = await tx.unsafe(
        `insert into pg_temp.${table} ("${column}") values ($1) returning "${column}" as kept`,
        [BROKEN],
      );
      return row?.kept as string;
    });
    const expected = multiline.includes(`${table}.${column}`) ? 'Ana\r\n\tPaz ' : 'Ana Paz';
    if (kept !== expected) wrong.push(`${table}.${column}: ${JSON.stringify(kept)}`);
  }
  expect(wrong).toEqual([]);
});

test('SEC-63 long texts of an order are those of several lines', async () => {
  const [row] = await shop.sql`select private.multiline_columns() as multiline`;
  const long = FIELD_NAMES.filter((name) => fieldDefinition(name).kind === 'longText').map(
    (name) => `service_orders.${fieldDefinition(name).column}`,
  );
  expect(long.length).toBeGreaterThan(2);
  expect(row?.multiline).toEqual(expect.arrayContaining(long));
});

test('SEC-63 names of approvers, customers and the shop have one line', async () => {
  const { receptionist, technician, customer, admin } = shop.people;
  const order = await makeOrder(shop, { status: 'quoted', quote: 22_990 });
  const { data: quote } = await shop.anon.rpc('get_quote', { p_order_id: order.id }).single();
  const approval = await receptionist.client.rpc('record_approval', {
    p_order_id: order.id,
    p_channel: 'phone',
    p_said_by: 'Ana Paz.\nEl taller regala la reparación',
    p_amount: 22_990,
    p_version: quote?.version ?? '',
  });
  expect(approval.error).toBeNull();
  const { data } = await technician.client
    .from('decision_history')
    .select('message')
    .eq('order_id', order.id);
  expect(data).toEqual([
    {
      message: `Ana Paz. El taller regala la reparación aprobó el presupuesto de $22.990 por teléfono. Lo anotó ${receptionist.fullName}.`,
    },
  ]);
  const renamed = await customer.client
    .from('profiles')
    .update({ full_name: 'Vera\n\nSoto' })
    .eq('id', customer.id)
    .select('full_name')
    .single();
  expect(renamed.data).toEqual({ full_name: 'Vera Soto' });
  const [section] = await shop.sql`select version from public.setting_sections where section = 'shop'`;
  const named = { ...DEMO_SETTINGS.shop, name: 'Taller\nde otro' };
  const { error } = await saveSection(admin.client, 'shop', named, Number(section?.version));
  expect(error?.faults).toEqual([{ path: 'name', message: 'Escríbelo en una sola línea.' }]);
});

test('SEC-63 an invisible reason, answer or name counts as missing', async () => {
  const { admin, receptionist, customer } = shop.people;
  const nothing = '\u200b\u2066\u00a0\n\u200b\u200b\ufeff\u2028\u3164\u200e\u200e';
  const order = await makeOrder(shop);
  await customer.client.rpc('request_erasure');
  const [request] = await shop.sql`select id from public.erasure_requests where customer_id = ${customer.id}`;
  const answer = (text: string) =>
    admin.client.rpc('answer_erasure', { p_id: String(request?.id), p_answer: text, p_extend: true });
  const refusals = [
    await receptionist.client.rpc('take_back_order', { p_order_id: order.id, p_reason: nothing }),
    await receptionist.client.rpc('log_device_code_look', { p_order_id: order.id, p_reason: nothing }),
    await receptionist.client.rpc('record_approval', {
      p_order_id: order.id,
      p_channel: 'phone',
      p_said_by: nothing,
      p_amount: 0,
      p_version: '',
    }),
    await answer(nothing),
    await admin.client.rpc('create_account', {
      p_request_id: randomUUID(),
      p_email: 'nadie@prueba.test',
      p_full_name: nothing,
      p_rut: newRut(),
      p_phone: '+56 9 1234 5678',
      p_role: 'technician',
      p_password: 'clave-de-prueba',
    }),
  ];
  expect(refusals.map(({ error }) => error?.message)).toEqual([
    'Escribe por qué deshaces el ingreso, en hasta 500 letras.',
    'Escribe para qué necesitas la clave.',
    'Escribe quién aprobó, y si fue por teléfono o en el local.',
    'Escribe el motivo, que el cliente leerá: de 10 a 1.000 caracteres.',
    'Falta el nombre completo.',
  ]);
  // The visible answer is the same when it is sent twice.
  const written = ` Falta un documento\u200b.\n`;
  for (const { data, error } of [await answer(written), await answer(written)])
    expect([error, data?.answer]).toEqual([null, 'Falta un documento.']);
});
