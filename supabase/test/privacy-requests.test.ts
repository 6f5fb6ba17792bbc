/** Customers' requests about their own data: export and erasure (PRIV-02 to PRIV-04). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anonymize } from './support/anonymize.ts';
import { decide } from './support/decide-quote.ts';
import { makeOrder, orderOf } from './support/orders.ts';
import { newRut, openShop, type Person, type Shop } from './support/shop.ts';
import { setWait } from './support/waits.ts';

let shop: Shop;
let admin: Person;
beforeAll(async () => {
  shop = await openShop();
  ({ admin } = shop.people);
});
afterAll(() => shop[Symbol.asyncDispose]());

const request = (person: Person) => person.client.rpc('request_erasure');
const answer = (id: string, text: string, extend: boolean, person = admin) =>
  person.client.rpc('answer_erasure', { p_id: id, p_answer: text, p_extend: extend });
const REASON = 'Tienes una garantía vigente hasta marzo.';

/** The tables of the copy as export_own_data calls them. */
const ALIASES: Readonly<Record<string, string>> = {
  service_orders: 'o',
  profiles: 'p',
  appointments: 'a',
};

/** Columns that the copy of the customer's data leaves out, with the reason; in the order of their tables. */
const LEFT_OUT: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  service_orders: {
    quote: 'equals total_amount',
    technician_id: 'names staff',
    receptionist_id: 'names staff',
    device_password: 'always null',
    version: 'counts changes',
    import_batch_id: 'names a file of the shop',
    import_key: 'hash of a row of that file',
    anonymized_at: 'null as long as the order is the customer’s',
    on_hold: 'follows from its waits, which are in the copy',
    warranty_repair: 'follows from its link and outcome, which are in the copy',
    appointment_id: 'key of its appointment, which is in the copy with the order’s number',
    at_risk_from: 'follows from its promise, which is in the copy',
    payment_details: 'always null: they are its payments’',
    warranty_since: 'an earlier delivery, whose warranty is in the copy',
    visit_details: 'always null: they are its visit’s, which is in the copy',
  },
  profiles: { role: 'customer, for all who may export' },
  appointments: {
    created_by: 'names staff',
    version: 'counts changes',
    full_name: 'null where there is an account',
    phone: 'null where there is an account',
  },
};

describe('PRIV-02 a copy of the customer’s data', () => {
  test('PRIV-02 the copy has all data of the customer, and none of others or internal to the shop', async () => {
    const person = await shop.addPerson('customer', { rut: newRut() });
    const order = await makeOrder(shop, {
      ...orderOf(person),
      status: 'quoted',
      notes: 'Para ti',
      imei: '356938035643809',
    });
    await shop.sql`update public.service_orders set former_number = 4711 where id = ${order.id}`;
    const foreign = await makeOrder(shop, { notes: 'De otra persona' });
    await decide(person.client, order.id, 'approved');
    await shop.sql`insert into public.service_order_internal (order_id, internal_notes) values (${order.id}, 'Solo del taller')`;
    await shop.sql`insert into public.appointments (customer_id, appointment_date, reason)
      values (${person.id}, '2027-01-05T15:00:00Z', 'Mi cita'), (${shop.people.other.id}, '2027-01-05T15:00:00Z', 'Cita ajena')`;
    await shop.sql`select public.record_reply('reply', ${person.phone}, 'Mi respuesta', now())`;
    await shop.sql`insert into public.inventory_movements (item_id, kind, delta, quantity_after, unit_cost, brand, model, order_id)
      values (gen_random_uuid(), 'written_off', -1, 0, 98765, 'Repuesto', 'Interno', ${order.id})`;
    await setWait(shop.people.technician, order.id, { p_note: 'Nota del taller' });
    await request(person);
    await shop.sql`insert into private.unclaimed_attempts (order_id, kind, note)
      values (${order.id}, 'call', 'Anotado por el taller')`;
    await person.client.rpc('set_reminders', { p_wanted: false });
    const { data } = await person.client.rpc('export_own_data');
    expect(data).toMatchObject({
      perfil: { nombre: person.fullName, rut: person.rut, correo: person.email, sin_recordatorios: true },
      ordenes: [
        {
          numero: order.order_number,
          numero_anterior: 4711,
          total: 30_000,
          notas: 'Para ti',
          equipo: { imei: '356938035643809' },
          decisiones: [{ desde_tu_cuenta: true, red: '127.0.0.0/24' }],
          mensajes_recibidos: [{ texto: 'Mi respuesta' }],
          avisos_de_retiro: [{ fecha: expect.any(String), como: 'llamado' }],
          esperas: [{ texto: 'Esperando un repuesto', desde: expect.any(String), hasta: null }],
        },
      ],
      citas: [{ motivo: 'Mi cita' }],
      sesiones: [{ red: expect.any(String) }],
      solicitudes_de_supresion: [{ estado: 'open' }],
    });
    const text = JSON.stringify(data);
    for (const hidden of [
      'Solo del taller',
      'Nota del taller',
      'Anotado por el taller',
      'De otra persona',
      'Cita ajena',
      '98765',
      'Repuesto',
      shop.people.technician.fullName,
    ]) {
      expect(text).not.toContain(hidden);
    }
    expect(text).not.toContain(foreign.id);
  });

  test('PRIV-02 every column of an order, an account and an appointment is in the copy, or is left out for a reason', async () => {
    const [row] = await shop.sql`
      select pg_get_functiondef('public.export_own_data'::regproc) as body,
        (select jsonb_object_agg(t.relname, t.columns) from (
          select c.relname, jsonb_agg(a.attname order by a.attnum) as columns
          from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
          where c.oid = any (array['public.service_orders', 'public.profiles', 'public.appointments']::regclass[])
          group by 1) as t) as tables`;
    const { body, tables } = row as { body: string; tables: Record<string, string[]> };
    const missing = Object.entries(tables).map(([table, columns]) => [
      table,
      columns.filter((column) => !new RegExp(String.raw`\b${ALIASES[table]}\.${column}\b`).test(body)),
    ]);
    expect(
      Object.fromEntries(missing),
      'export_own_data (supabase/schemas/35_privacy_requests.sql) against LEFT_OUT of this test',
    ).toEqual(
      Object.fromEntries(Object.entries(LEFT_OUT).map(([table, columns]) => [table, Object.keys(columns)])),
    );
  });

  test('PRIV-02 the copy of an account without a proven RUT has no orders, whosever RUT was typed', async () => {
    const claimant = await shop.addPerson('customer', { proven: false, rut: shop.people.customer.rut });
    await makeOrder(shop);
    const { data } = await claimant.client.rpc('export_own_data');
    expect(data).toMatchObject({ ordenes: [], perfil: { correo: claimant.email } });
  });

  test('PRIV-02 a customer gets ten copies an hour', async () => {
    const person = await shop.addPerson('customer');
    for (let taken = 0; taken < 10; taken += 1) {
      expect((await person.client.rpc('export_own_data')).error).toBeNull();
    }
    expect((await person.client.rpc('export_own_data')).error).toMatchObject({
      code: 'P0001',
      message: expect.stringContaining('en una hora'),
    });
  });
});

describe('PRIV-03 asking for erasure', () => {
  test('PRIV-03 a request sent several times is one, due after 30 days, and can be withdrawn', async () => {
    const person = await shop.addPerson('customer');
    const answers = await Promise.all([request(person), request(person), request(person)]);
    const ids = new Set(answers.map(({ data }) => data?.id));
    expect(ids.size).toBe(1);
    const [first] = answers;
    const days =
      (Date.parse(first?.data?.due_at ?? '') - Date.parse(first?.data?.created_at ?? '')) / 86_400_000;
    expect(Math.round(days)).toBe(30);
    expect((await person.client.rpc('withdraw_erasure')).data).toBe(true);
    expect((await person.client.rpc('withdraw_erasure')).data).toBe(false);
    const { data } = await person.client.from('erasure_requests').select('state');
    expect(data).toEqual([{ state: 'withdrawn' }]);
  });

  test('PRIV-03 a customer makes five new requests a day', async () => {
    const person = await shop.addPerson('customer');
    for (let asked = 0; asked < 5; asked += 1) {
      expect((await request(person)).error).toBeNull();
      await person.client.rpc('withdraw_erasure');
    }
    expect((await request(person)).error).toMatchObject({ code: 'P0001' });
  });

  test('PRIV-03 requests of others are shown to admins only', async () => {
    const person = await shop.addPerson('customer');
    const { data: made } = await request(person);
    const mine = (actor: Person) =>
      actor.client
        .from('erasure_requests')
        .select('id')
        .eq('id', made?.id ?? '');
    const { other, technician, receptionist } = shop.people;
    for (const actor of [other, technician, receptionist]) expect((await mine(actor)).data).toEqual([]);
    expect((await mine(admin)).data).toHaveLength(1);
    const { data: listed } = await admin.client.rpc('list_erasure_requests');
    expect(listed?.find(({ id }) => id === made?.id)).toMatchObject({ email: person.email, state: 'open' });
  });
});

describe('PRIV-11 the bell', () => {
  const noticesFor = (person: Person) =>
    person.client.from('notifications').select('type, message, is_read').eq('type', 'erasure_requested');

  test('PRIV-11 a request reaches admins in the bell, once, with its due date and no name', async () => {
    const person = await shop.addPerson('customer');
    await shop.sql`delete from public.notifications where type = 'erasure_requested'`;
    await Promise.all([request(person), request(person)]);
    const { data } = await noticesFor(admin);
    expect(data).toEqual([
      {
        type: 'erasure_requested',
        message: expect.stringMatching(
          /^Un cliente pidió suprimir sus datos\. Hay plazo hasta el \d{2}-\d{2}-\d{4}\.$/,
        ) as unknown,
        is_read: false,
      },
    ]);
    expect(JSON.stringify(data)).not.toContain(person.fullName);
  });

  test('PRIV-11 staff who are not admins neither see the notification nor mark it as read', async () => {
    await request(await shop.addPerson('customer'));
    const { technician, receptionist, customer } = shop.people;
    for (const actor of [technician, receptionist, customer]) {
      expect((await noticesFor(actor)).data).toEqual([]);
      await actor.client.from('notifications').update({ is_read: true }).eq('is_read', false);
    }
    // Without a condition no row is read.
    const { data } = await technician.client.auth.getSession();
    await fetch(`${shop.url}/rest/v1/notifications`, {
      method: 'PATCH',
      headers: {
        apikey: shop.publishableKey,
        authorization: `Bearer ${data.session?.access_token}`,
        'content-type': 'application/json',
      },
      body: '{"is_read":true}',
    });
    const unread = (await noticesFor(admin)).data?.filter((notice) => !notice.is_read);
    expect(unread?.length).toBeGreaterThan(0);
  });
});

describe('PRIV-04 answering a request', () => {
  test('PRIV-04 a request is put off once, with a reason that the customer reads', async () => {
    const person = await shop.addPerson('customer');
    const { data: made } = await request(person);
    const id = made?.id ?? '';
    expect((await answer(id, ' ', true)).error).toMatchObject({ code: '23514' });
    const { data: extended } = await answer(id, REASON, true);
    const days = (Date.parse(extended?.due_at ?? '') - Date.parse(made?.created_at ?? '')) / 86_400_000;
    expect(Math.round(days)).toBe(60);
    // Sending it again returns the same request; another extension is rejected.
    expect((await answer(id, REASON, true)).data).toEqual(extended);
    expect((await answer(id, 'Todavía no alcanzamos.', true)).error).toMatchObject({ code: '23514' });
    const { data: seen } = await person.client.from('erasure_requests').select('state, answer');
    expect(seen).toEqual([{ state: 'open', answer: REASON }]);
  });

  test('PRIV-04 a refused request is closed, and a new one can be made', async () => {
    const person = await shop.addPerson('customer');
    const { data: made } = await request(person);
    expect((await answer(made?.id ?? '', REASON, false)).data?.state).toBe('refused');
    expect((await answer(made?.id ?? '', REASON, false)).error).toBeNull();
    expect((await answer(made?.id ?? '', 'Otra razón distinta.', false)).error).toMatchObject({
      code: '23514',
    });
    expect((await request(person)).data?.state).toBe('open');
  });

  test('PRIV-04 anonymising fulfils the request, which then says only that it was done', async () => {
    const person = await shop.addPerson('customer');
    const { data: made } = await request(person);
    await answer(made?.id ?? '', `Espera, ${person.fullName}`, true);
    // Deleting the account alone would leave its orders, without a way to find their owner.
    const { error } = await admin.client.from('profiles').delete().eq('id', person.id).select();
    expect(error).toMatchObject({ code: '23514' });
    await anonymize(admin, 'account', person.id);
    const [row] = await shop.sql`select customer_id, state, answer, answered_at is not null as answered
      from public.erasure_requests where id = ${made?.id ?? ''}`;
    expect(row).toEqual({ customer_id: null, state: 'done', answer: null, answered: true });
    const { data: listed } = await admin.client.rpc('list_erasure_requests');
    expect(listed?.find(({ id }) => id === made?.id)).toMatchObject({ full_name: null, state: 'done' });
  });
});
