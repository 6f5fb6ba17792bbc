/** Anonymising a customer: personal data is removed everywhere, and accounting records stay (PRIV-05, PRIV-06). */
import { sealedCodeColumns, storedCode } from '@taller/server/testing/device-codes.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anonymize as anonymizeSeen } from './support/anonymize.ts';
import { decide } from './support/decide-quote.ts';
import { change, makeOrder, orderOf, storedOrder } from './support/orders.ts';
import { movePart, requestPart } from './support/parts.ts';
import { plantTraces, tracesOf } from './support/personal-traces.ts';
import { newRut, openShop, PASSWORD, type Person, type Shop } from './support/shop.ts';

let shop: Shop;
let admin: Person;
beforeAll(async () => {
  shop = await openShop();
  ({ admin } = shop.people);
});
afterAll(() => shop[Symbol.asyncDispose]());

const anonymize = (by: string, value: string, person = admin) => anonymizeSeen(person, by, value);
const preview = (by: string, value: string, person = admin) =>
  person.client.rpc('preview_anonymization', { p_by: by, p_value: value });

const closed = { status: 'delivered', warranty_days: 90, advance_payment: 10_000, final_payment: 20_000 };

/** A customer with all kinds of data, created through the regular functions. */
async function customerWithHistory() {
  const { receptionist, technician } = shop.people;
  const word = `zq${crypto.randomUUID().slice(0, 6)}`;
  const person = await shop.addPerson('customer', { phone: '+56 9 8123 7654', rut: newRut() });
  await shop.sql`update public.profiles set full_name = ${`Rosa ${word}`}, address = ${`Pasaje ${word} 12`} where id = ${person.id}`;
  const mine = { ...orderOf(person), customer_name: `Rosa ${word}`, customer_address: `Pasaje ${word} 12` };
  const write = (extra: Record<string, string | number>) => makeOrder(shop, { ...mine, ...extra });
  const first = await write({ imei: '356938035643809', notes: `Retira ${word}`, status: 'quoted' });
  await decide(person.client, first.id, 'approved');
  await change(receptionist, first.id, await sealedCodeColumns(shop.sql, first.id, '2580'));
  await change(receptionist, first.id, { customer_phone: '+56 9 8123 7654', notes: `Llamar a ${word}` });
  await change(technician, first.id, { status: 'completed' });
  await shop.sql`insert into public.service_order_internal (order_id, internal_notes) values (${first.id}, ${`Hijo de ${word}`})`;
  await shop.sql`select public.record_reply(${word}, '56981237654', ${`Soy ${word}`}, now())`;
  await shop.sql`insert into public.appointments (customer_id, appointment_date, reason) values (${person.id}, '2027-01-05T15:00:00Z', ${`Ver ${word}`})`;
  await change(receptionist, first.id, { status: 'delivered', warranty_days: 90 });
  await shop.sql`update public.service_orders set final_payment = 20000, delivered_at = now() - interval '20 days',
    created_at = now() - interval '30 days' where id = ${first.id}`;
  // Two devices of one model, and the first of them again within its warranty.
  const second = await write({ ...closed, imei: '490154203237518' });
  const third = await write({ ...closed, imei: '356938035643809', status: 'cancelled' });
  const gone = await write({ notes: word });
  await admin.client.from('service_orders').delete().eq('id', gone.id);
  await person.client.rpc('try_claim_orders', { p_order_number: first.order_number, p_phone: person.phone });
  const second_browser = shop.newClient();
  await second_browser.auth.signInWithPassword({ email: person.email, password: PASSWORD });
  const marks = [word, person.rut, person.rut.replace('-', ''), '81237654', person.email];
  marks.push('356938035643809', '490154203237518');
  return { person, orders: [first.id, second.id, third.id], marks };
}

/** Accounting records: what must not change in any order, by number, and the reports. */
async function books() {
  const orders = await shop.sql`
    select order_number, created_at, updated_at, status, equipment_type, equipment_brand, equipment_model, quote, total_amount,
      advance_payment, final_payment, technician_id, receptionist_id, approved_at, rejected_at, quoted_at, completed_at, delivered_at,
      warranty_days, exists (select from private.warranty_returns w where w.order_id = o.id) as came_back
    from public.service_orders o order by order_number`;
  const { data: overview } = await admin.client.rpc('report_overview', {});
  const { data: ticket } = await admin.client.rpc('try_report_pin', { p_pin: '2580' });
  const { data: earnings } = await admin.client.rpc('report_earnings', { p_ticket: ticket ?? '' });
  const [customers] = await shop.sql`select count(distinct customer_rut) from public.service_orders`;
  // The waiting time of open orders increases meanwhile.
  const text = JSON.stringify({ overview, earnings, customers }).replaceAll(
    /"idle_days":[\d.]+/g,
    '"idle_days":0',
  );
  return { orders: [...orders], text };
}

describe('PRIV-05 an anonymised customer', () => {
  test('PRIV-05 an anonymised customer leaves no trace in any column, and books and reports as they were', async () => {
    const { data: ticket } = await admin.client.rpc('try_report_pin', { p_pin: '2580' });
    await admin.client.rpc('set_report_pin', { p_new: '2580', p_ticket: ticket ?? '' });
    const others = await makeOrder(shop, { ...closed, customer_rut: newRut(), imei: '012345678901237' });
    const { person, orders, marks } = await customerWithHistory();
    expect((await tracesOf(shop.sql, marks)).length).toBeGreaterThan(20);
    expect((await preview('account', person.id)).data).toMatchObject({
      orders: 3,
      ruts: [person.rut],
      emails: [person.email],
      unclosed: [],
      appointments: 1,
    });
    const before = await books();
    expect(before.orders.filter(({ came_back: cameBack }) => cameBack)).toHaveLength(1);
    expect(before.text).toContain('"outcome":"ok"');
    const otherBefore = await storedOrder(shop, others.id);

    expect((await anonymize('account', person.id)).data).toEqual({ outcome: 'done', orders: 3, accounts: 1 });

    expect(await tracesOf(shop.sql, marks)).toEqual([]);
    expect(await tracesOf(shop.sql, [person.id])).toEqual([]);
    expect(await books()).toEqual(before);
    expect(await storedOrder(shop, others.id)).toEqual(otherBefore);
    expect(await storedCode(shop.sql, orders[0] ?? '')).toBeUndefined();
    const [kinds] =
      await shop.sql`select array_agg(kind order by id) as kinds from public.order_events where order_id = ${orders[0] ?? ''}`;
    expect(kinds?.kinds.at(-1)).toBe('anonymized');
    expect(kinds?.kinds).toContain('decision');
    const { error } = await shop
      .newClient()
      .auth.signInWithPassword({ email: person.email, password: PASSWORD });
    expect(error).not.toBeNull();

    // The second time does nothing, and logs nothing.
    expect((await anonymize('account', person.id)).data).toMatchObject({ outcome: 'nothing' });
    expect((await anonymize('rut', person.rut)).data).toMatchObject({ outcome: 'nothing' });
    const log = await shop.sql`select actor_id, orders, accounts from private.anonymizations`;
    expect([...log]).toEqual([{ actor_id: admin.id, orders: 3, accounts: 1 }]);
  });

  test('PRIV-05 an anonymised customer loses every text of the account and its orders, also in columns of tomorrow', async () => {
    const { person, orders } = await customerWithHistory();
    // The RUT's verification stays: it links the orders to the account.
    const planted = await plantTraces(shop.sql, [person.id, ...orders]);
    await shop.sql`update public.service_orders set customer_rut = ${person.rut} where id = any (${orders})`;
    await shop.sql`update public.profiles set rut = ${person.rut}, rut_verified_at = now(), role = 'customer' where id = ${person.id}`;
    expect(planted.size).toBeGreaterThan(15);
    expect((await anonymize('account', person.id)).data).toMatchObject({ outcome: 'done', orders: 3 });
    const left = await tracesOf(shop.sql, [...planted.keys()]);
    expect(left).toEqual([]);
  });

  test('PRIV-05 the name of the person who approved by phone is removed from the decision, which stays', async () => {
    const { technician } = shop.people;
    const rut = newRut();
    const order = await makeOrder(shop, { customer_rut: rut, status: 'quoted', quote: 22_990 });
    const { data: quote } = await shop.anon.rpc('get_quote', { p_order_id: order.id }).single();
    const { error } = await technician.client.rpc('record_approval', {
      p_order_id: order.id,
      p_channel: 'phone',
      p_said_by: 'Hija de zqMarta,\nque aprobó el presupuesto de ayer',
      p_amount: 22_990,
      p_version: quote?.version ?? '',
    });
    expect(error).toBeNull();
    const free = await requestPart(technician, order.id, { p_description: 'Pantalla de zqMarta' });
    await movePart(shop, technician, free.id, 'cancelled', { p_note: 'zqMarta trae la suya' });
    await shop.sql`update public.service_orders set ${shop.sql(closed)} where id = ${order.id}`;
    expect((await anonymize('rut', rut)).data).toMatchObject({ outcome: 'done' });
    expect(await tracesOf(shop.sql, ['zqMarta', rut])).toEqual([]);
    const [row] = await shop.sql`select message from public.decision_history where order_id = ${order.id}`;
    expect(row?.message).toBe(
      `El cliente aprobó el presupuesto de $22.990 por teléfono. Lo anotó ${technician.fullName}.`,
    );
  });

  test.each(['rut', 'phone'] as const)(
    'PRIV-05 a customer without an account is anonymised by %s, in any spelling',
    async (by) => {
      const rut = newRut();
      const walkIn = {
        customer_rut: rut,
        customer_phone: '+56 9 7311 2244',
        customer_name: 'Sin Cuenta Vera',
      };
      const order = await makeOrder(shop, { ...closed, ...walkIn });
      const value = by === 'rut' ? rut.replace('-', '') : '9 7311-2244';
      expect((await anonymize(by, value)).data).toEqual({ outcome: 'done', orders: 1, accounts: 0 });
      expect(await storedOrder(shop, order.id)).toMatchObject({
        customer_name: 'Cliente anonimizado',
        total_amount: '30000',
      });
      expect(await tracesOf(shop.sql, ['Sin Cuenta Vera', rut, '73112244'])).toEqual([]);
    },
  );

  test('PRIV-05 an unproven account does not take along the orders of the RUT that it claims, and loses the claim with them', async () => {
    const rut = newRut();
    const claimant = await shop.addPerson('customer', { proven: false, rut });
    const order = await makeOrder(shop, { ...closed, customer_rut: rut, customer_phone: '+56 9 6000 1111' });
    expect((await preview('account', claimant.id)).data).toMatchObject({ orders: 0 });
    expect((await anonymize('rut', rut)).data).toEqual({ outcome: 'done', orders: 1, accounts: 0 });
    expect((await storedOrder(shop, order.id)).customer_name).toBe('Cliente anonimizado');
    expect(await tracesOf(shop.sql, [rut])).toEqual([]);
    expect((await claimant.client.from('profiles').select('rut')).data).toEqual([{ rut: null }]);
  });
});

describe('PRIV-06 anonymising', () => {
  test('PRIV-06 unproven data of an account erases nothing of its real owner', async () => {
    const rut = newRut();
    const phone = '+56 9 6111 2233';
    const victim = await shop.addPerson('customer', { rut, phone });
    await shop.sql`update auth.users set raw_user_meta_data = ${shop.sql.json({ rut })} where id = ${victim.id}`;
    const order = await makeOrder(shop, { ...closed, customer_rut: rut, customer_phone: phone });
    await shop.people.technician.client.rpc('search_orders', { p_field: 'customer_rut', p_search: rut });
    await shop.sql`insert into public.whatsapp_replies (phone, body, provider_message_id, received_at)
      values (${phone}, 'Ya voy', 'claims-1', now())`;
    const [notice] = await shop.sql`insert into public.notifications ${shop.sql({
      type: 'customer_reply',
      message: 'Se eliminó la orden 000077',
    })} returning id`;
    const liar = await shop.addPerson('customer', { rut, phone, proven: false });
    await shop.sql`update public.profiles set full_name = 'e' where id = ${liar.id}`;
    expect((await anonymize('account', liar.id)).data).toEqual({ outcome: 'done', orders: 0, accounts: 1 });
    const kept = await shop.sql`
      select (select count(*)::int from private.looks where subject = ${rut}) as looks,
        (select count(*)::int from public.whatsapp_replies where provider_message_id = 'claims-1') as replies,
        (select count(*)::int from public.notifications where id = ${notice?.id}) as notices,
        (select raw_user_meta_data ->> 'rut' from auth.users where id = ${victim.id}) as rut`;
    expect(kept).toEqual([{ looks: 1, replies: 1, notices: 1, rut }]);
    expect((await storedOrder(shop, order.id)).customer_rut).toBe(rut);
  });

  test('PRIV-06 anonymising is refused while an order is not closed, and says which', async () => {
    const rut = newRut();
    await makeOrder(shop, { ...closed, customer_rut: rut });
    const open = await makeOrder(shop, { customer_rut: rut, status: 'completed' });
    const number = String(open.order_number).padStart(6, '0');
    const { error } = await anonymize('rut', rut);
    expect(error).toMatchObject({ code: '23514', message: expect.stringContaining(`#${number}`) });
    expect((await preview('rut', rut)).data).toMatchObject({
      orders: 2,
      unclosed: [open.order_number],
    });
    expect((await storedOrder(shop, open.id)).customer_rut).toBe(rut);
  });

  test('PRIV-06 anonymising leaves accounts of the shop alone, and nonsense is nobody', async () => {
    for (const [by, value] of [
      ['account', shop.people.technician.id],
      ['account', 'x'],
      ['rut', ''],
      ['phone', '12'],
    ] as const) {
      expect((await anonymize(by, value)).data).toMatchObject({ outcome: 'nothing' });
    }
    expect((await anonymize('name', 'Rosa')).error).toMatchObject({ code: '22023' });
    expect((await shop.sql`select from public.profiles where role <> 'customer'`).length).toBe(3);
  });

  test('PRIV-06 of two admins who anonymise at once one succeeds and the other finds nothing', async () => {
    const rut = newRut();
    await makeOrder(shop, { ...closed, customer_rut: rut });
    const second = await shop.addPerson('admin');
    const answers = await Promise.all([anonymize('rut', rut), anonymize('rut', rut, second)]);
    expect(answers.map(({ data }) => (data as { outcome: string }).outcome).sort()).toEqual([
      'done',
      'nothing',
    ]);
  });

  test('PRIV-06 CUST-17 a RUT of repeated digits identifies nobody: it anonymises nobody, and others keep their traces', async () => {
    const nobody = '11111111-1';
    const [phone, other] = ['+56 9 6333 4455', '+56 9 6333 4456'];
    const order = await makeOrder(shop, { ...closed, customer_rut: nobody, customer_phone: phone });
    const others = await makeOrder(shop, { ...closed, customer_rut: nobody, customer_phone: other });
    const claimant = await shop.addPerson('customer', { rut: nobody, proven: false });
    for (const { error } of [await preview('rut', nobody), await anonymize('rut', nobody)])
      expect(error).toMatchObject({
        code: '23514',
        message:
          'Ese RUT no es de nadie: lo llevan órdenes de varias personas. Busca a esta por su teléfono.',
      });
    expect((await anonymize('phone', phone)).data).toEqual({ outcome: 'done', orders: 1, accounts: 0 });
    expect((await storedOrder(shop, order.id)).customer_name).toBe('Cliente anonimizado');
    expect((await storedOrder(shop, others.id)).customer_rut).toBe(nobody);
    expect((await claimant.client.from('profiles').select('rut')).data).toEqual([{ rut: nobody }]);
  });

  test('PRIV-06 an anonymised order is written to by nobody', async () => {
    const rut = newRut();
    const order = await makeOrder(shop, { ...closed, customer_rut: rut });
    await anonymize('rut', rut);
    const { error } = await change(admin, order.id, { customer_name: 'Rosa' });
    expect(error).toMatchObject({ code: '23514', message: 'La orden fue anonimizada y ya no se edita.' });
    const note = await admin.client
      .from('service_order_internal')
      .insert({ order_id: order.id, internal_notes: 'Era Rosa' });
    expect(note.error).toMatchObject({ code: '23514' });
  });
});
