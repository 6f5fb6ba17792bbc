/** The printed slip against its sealed record (REC-68, REC-69, decision 76). */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { anonymize } from './support/anonymize.ts';
import { callSaveChecklist, worksAt } from './support/checklists.ts';
import { decide } from './support/decide-quote.ts';
import { change, makeOrder } from './support/orders.ts';
import { checkedBy, paperCode, readWith } from './support/papers.ts';
import { CRON_SECRET, seal, verify } from './support/records.ts';
import { newRut, openShop, type Shop } from './support/shop.ts';
import { sign } from './support/signatures.ts';

let shop: Shop;
beforeAll(async () => {
  vi.stubEnv('CRON_SECRET', CRON_SECRET);
  shop = await openShop();
});
afterAll(async () => {
  await shop[Symbol.asyncDispose]();
  vi.unstubAllEnvs();
});

const PHONE = '+56 9 8111 2233';
const PERSON = { customer_name: 'Rosa Papel', customer_phone: PHONE, imei: '356938035643809' };

/** A signed order of a person with a phone, and the code of its slip. */
async function signedOrder(columns: Record<string, string> = {}) {
  const { receptionist } = shop.people;
  const order = await makeOrder(shop, {
    ...PERSON,
    customer_rut: newRut(),
    equipment_condition: 'Vidrio trizado',
    ...columns,
  });
  await callSaveChecklist(receptionist, order.id, {
    points: [worksAt('Pantalla')],
    accessories: [{ id: randomUUID(), label: 'Funda' }],
  });
  expect((await sign(receptionist, order.id)).error).toBeNull();
  return { ...order, code: await paperCode(receptionist, order.id) };
}

const versionOf = async (id: string) =>
  Number((await shop.sql`select version from public.service_orders where id = ${id}`)[0]?.version);

test('REC-68 a slip agrees with its record, sealed or still waiting; a stranger reads dates and nothing personal', async () => {
  const { code, id, order_number: number } = await signedOrder();
  expect(code).toMatch(/^\d+-[0-9a-f]{40}$/);
  const expected = {
    state: 'agrees',
    number,
    kind: 'reception',
    later: [],
    is_erased: false,
    has_phone: true,
  };
  await seal(shop);
  const sealed = await checkedBy(shop, code);
  expect(sealed).toMatchObject(expected);
  expect(sealed.sealed_at).not.toBeNull();
  expect(Object.keys(sealed).toSorted()).toEqual([
    'at',
    'changed',
    'checked_at',
    'has_phone',
    'is_erased',
    'kind',
    'later',
    'number',
    'sealed_at',
    'state',
  ]);
  const order = await signedOrder();
  expect(await checkedBy(shop, order.code)).toMatchObject({ ...expected, number: order.order_number });
  expect(await paperCode(shop.people.technician, id)).toBe(code);
});

test('REC-68 what was printed past the rules, with something else than what was sealed, does not agree', async () => {
  const { id, code } = await signedOrder();
  await seal(shop);
  await shop.sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`update public.service_orders set equipment_condition = 'Sin daños' where id = ${id}`;
  });
  expect((await checkedBy(shop, await paperCode(shop.people.admin, id))).state).toBe('differs');
  // The slip of that day still agrees.
  expect(await checkedBy(shop, code)).toMatchObject({ state: 'agrees', later: [] });
});

test('REC-68 a later decision, delivery, warranty and what takes one back are told of, by kind and date', async () => {
  const { receptionist, technician, admin } = shop.people;
  const { id, code } = await signedOrder();
  await change(technician, id, { total_amount: 45_000, technical_work: 'Pantalla' });
  await change(technician, id, { status: 'quoted' });
  await decide(shop.anon, id, 'approved');
  await change(technician, id, { status: 'completed' });
  await seal(shop);
  const kinds = async (slip: string) => (await checkedBy(shop, slip)).later.map(({ kind }) => kind);
  expect(await kinds(code)).toEqual(['decision']);
  await change(receptionist, id, { status: 'delivered', warranty_days: 90 });
  const atDelivery = await paperCode(receptionist, id);
  expect(await checkedBy(shop, atDelivery)).toMatchObject({ state: 'agrees', kind: 'delivery', later: [] });
  const { outcome, paper } = await readWith(shop.anon, atDelivery, '2233');
  expect({ outcome, ...paper }).toMatchObject({
    outcome: 'shown',
    work: 'Pantalla',
    total: 45_000,
    warranty_days: 90,
  });
  const corrected = await admin.client.rpc('correct_warranty', {
    p_request_id: randomUUID(), p_order_id: id, p_version: await versionOf(id), p_days: 30, p_reason: 'Se acordó',
  }); // prettier-ignore
  expect(corrected.error).toBeNull();
  expect(await kinds(atDelivery)).toEqual(['warranty']);
  const afterwards = await paperCode(receptionist, id);
  expect(await checkedBy(shop, afterwards)).toMatchObject({ state: 'agrees', kind: 'warranty', later: [] });
  await shop.sql`update public.service_orders set status = 'completed' where id = ${id}`;
  await seal(shop);
  expect(await kinds(code)).toEqual(['decision', 'delivery', 'warranty', 'correction']);
  const told = await checkedBy(shop, code);
  expect(told.state).toBe('agrees');
  for (const { at } of told.later) expect(at).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  // A slip printed now is of the reception again.
  expect(await paperCode(receptionist, id)).toBe(code);
});

test('REC-68 another code, one of another record, and none say nothing of any order', async () => {
  const { code } = await signedOrder();
  const [event = '', rest = ''] = code.split('-');
  const other = await signedOrder();
  const odd = [
    '', 'x', event, `${event}-${'0'.repeat(40)}`, `${other.code.split('-')[0]}-${rest}`, `${code}0`,
    `99999999999999999999-${rest}`, code.toUpperCase().replace(/^/, ' '), 'ñ'.repeat(5000),
  ]; // prettier-ignore
  for (const p_code of [...odd, null as unknown as string]) {
    expect((await shop.anon.rpc('check_paper', { p_code })).data).toEqual({ state: 'unknown' });
    expect((await shop.anon.rpc('try_paper', { p_code, p_digits: '2233' })).error).toMatchObject({
      message: 'Este código no es de ningún registro de la tienda.',
    });
  }
  expect(await checkedBy(shop, `${code.slice(0, -1)}${code.endsWith('0') ? 1 : 0}`)).toMatchObject({
    state: 'differs',
  });
});

test('REC-68 the code is for staff and for the order’s own customer, and there is none without a sealed record', async () => {
  const { customer, receptionist, other } = shop.people;
  const { id } = await makeOrder(shop);
  expect(await paperCode(receptionist, id)).toBeNull();
  expect((await sign(receptionist, id)).error).toBeNull();
  expect(await paperCode(customer, id)).toBe(await paperCode(receptionist, id));
  for (const client of [other.client, shop.anon])
    expect((await client.rpc('paper_code', { p_order_id: id })).error?.code).toBe('42501');
  expect((await customer.client.rpc('paper_code', { p_order_id: randomUUID() })).error?.code).toBe('42501');
  expect(await paperCode(receptionist, randomUUID())).toBeNull();
});

test('REC-68 a record or what is shown of it that was changed by hand does not agree', async () => {
  const { code } = await signedOrder();
  await seal(shop);
  const event = Number(code.split('-')[0]);
  const damages = [
    `update private.sealed_records set body = replace(body, 'reception', 'recepcion') where event_id = ${event}`,
    `update private.sealed_records set body = 'x' where event_id = ${event}`,
    `update private.sealed_records set body = replace(body, '"code":"', '"code":"0') where event_id = ${event}`,
    `update private.sealed_personal set content = jsonb_set(content, '{paper,condition}', '"Nuevo"') where event_id = ${event}`,
    `insert into private.record_checks (checked_at, records, fault_seq, fault)
      select now(), 1, seq, 'x' from private.sealed_records where event_id = ${event}
      on conflict (only_row) do update set fault_seq = excluded.fault_seq`,
  ];
  for (const damage of damages) {
    const back = shop.sql.begin(async (tx) => {
      await tx`alter table private.sealed_records disable trigger user`;
      await tx.unsafe(damage);
      const [row] = await tx`select public.check_paper(${code}) ->> 'state' as state`;
      expect(row).toEqual({ state: /body = 'x'|"code"/.test(damage) ? 'unreadable' : 'damaged' });
      throw new Error('put back');
    });
    await expect(back).rejects.toThrow('put back');
  }
  expect((await checkedBy(shop, code)).state).toBe('agrees');
});

test('REC-69 the last four digits show what was sealed, without name, RUT and phone of the customer', async () => {
  const { code, order_number: number } = await signedOrder();
  await seal(shop);
  const read = await readWith(shop.anon, code, '2233');
  expect(read).toMatchObject({
    outcome: 'shown',
    paper: {
      number, imei: PERSON.imei, condition: 'Vidrio trizado', points: [worksAt('Pantalla')],
      accessories: ['Funda'], terms: 1,
    },
    photos: [],
    signatures: [{ kind: 'reception', name: 'Rosa Soto', is_drawn: true, by_link: false, is_corrected: false }],
  }); // prettier-ignore
  for (const word of [PERSON.customer_name, '81112233', 'customer'])
    expect(JSON.stringify(read)).not.toContain(word);
  expect(await readWith(shop.people.other.client, code, '2233')).toEqual(read);
});

test('REC-69 five wrong digits an hour and ten a day are answered for an order, whatever slip of it; right ones do not count', async () => {
  const { receptionist } = shop.people;
  const { id, code } = await signedOrder();
  for (let time = 0; time < 6; time += 1)
    expect((await readWith(shop.anon, code, '2233')).outcome).toBe('shown');
  await change(receptionist, id, { equipment_condition: 'Con la tapa suelta' });
  await sign(receptionist, id);
  const codes = [code, await paperCode(receptionist, id)];
  const guess = (time: number, digits = `00${10 + time}`) =>
    readWith(shop.anon, String(codes[time % 2]), digits);
  for (let time = 0; time < 5; time += 1) expect(await guess(time)).toEqual({ outcome: 'wrong' });
  for (const digits of ['0099', '2233']) expect(await guess(1, digits)).toEqual({ outcome: 'too_many' });
  const later = (hours: number) => shop.sql`update private.paper_attempts
    set attempted_at = attempted_at - make_interval(hours => ${hours}) where order_id = ${id}`;
  await later(2);
  for (let time = 0; time < 5; time += 1) expect(await guess(time)).toEqual({ outcome: 'wrong' });
  await later(2);
  expect(await guess(0, '2233')).toEqual({ outcome: 'too_many' });
  await later(22);
  expect((await guess(0, '2233')).outcome).toBe('shown');
  const [kept] =
    await shop.sql`select count(*)::integer as kept, bool_and(digits is null and code is null) as emptied
    from private.paper_attempts where order_id = ${id}`;
  expect(kept).toEqual({ kept: 0, emptied: null });
});

test('REC-69 SEC-20 a guess that fails after it was counted tells nothing, and a ticket answers once, for a minute', async () => {
  const { code, id } = await signedOrder();
  await expect(
    shop.sql.begin(async (tx) => {
      const [tried] = await tx`select public.try_paper(${code}, '2233') as ticket`;
      const [read] = await tx`select public.read_paper(${String(tried?.ticket)}) as answer`;
      expect(read).toEqual({ answer: { outcome: 'expired' } });
      throw new Error('fails');
    }),
  ).rejects.toThrow('fails');
  const ticket = async () =>
    (await shop.anon.rpc('try_paper', { p_code: code, p_digits: '2233' })).data as string;
  const outcome = async (p_ticket: string) =>
    ((await shop.anon.rpc('read_paper', { p_ticket })).data as { outcome: string }).outcome;
  const first = await ticket();
  expect([await outcome(first), await outcome(first), await outcome(randomUUID())]).toEqual([
    'shown',
    'expired',
    'expired',
  ]);
  const late = await ticket();
  await shop.sql`update private.paper_attempts set attempted_at = now() - interval '61 seconds' where order_id = ${id}`;
  expect(await outcome(late)).toBe('expired');
});

test('REC-69 an order without a phone, and digits that are none, are refused in words', async () => {
  const { code } = await signedOrder({ customer_phone: 'sin' });
  expect(await checkedBy(shop, code)).toMatchObject({ state: 'agrees', has_phone: false });
  expect((await readWith(shop.anon, code, '2233')).outcome).toBe(
    'La orden no tiene un teléfono con el que mostrar lo sellado. Pregunta en el mesón.',
  );
  for (const p_digits of ['', '12', '12345', 'abcd', '١٢٣٤', null as unknown as string])
    expect((await shop.anon.rpc('try_paper', { p_code: code, p_digits })).error).toMatchObject({
      code: '22023',
      message: 'Escribe los últimos cuatro números del teléfono.',
    });
});

test('REC-69 of an erased person the slip still agrees, says so, and shows nothing; of a deleted order too', async () => {
  const customer_rut = newRut();
  const [erased, deleted] = [await signedOrder({ customer_rut }), await signedOrder()];
  await shop.sql`update public.service_orders set status = 'cancelled' where id = ${erased.id}`;
  await seal(shop);
  expect((await readWith(shop.anon, erased.code, '9999')).outcome).toBe('wrong');
  expect((await anonymize(shop.people.admin, 'rut', customer_rut)).error).toBeNull();
  const gone = await shop.people.admin.client.from('service_orders').delete().eq('id', deleted.id);
  expect(gone.error).toBeNull();
  for (const { code } of [erased, deleted]) {
    expect(await checkedBy(shop, code)).toMatchObject({ state: 'agrees', is_erased: true, has_phone: false });
    expect((await readWith(shop.anon, code, '2233')).outcome).toBe(
      'Los datos de esta orden se borraron: ya no hay nada que mostrar.',
    );
  }
  expect(await shop.sql`select from private.paper_attempts where order_id = ${erased.id}`).toEqual([]);
  expect(await paperCode(shop.people.admin, erased.id)).toBeNull();
  expect((await verify(shop)).fault).toBeNull();
});
