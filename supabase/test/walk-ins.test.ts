/** Appointments of people without an account: who reads them, and what takes them away (APPT-06, APPT-07, PRIV-13). */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { anonymize } from './support/anonymize.ts';
import { makeOrder } from './support/orders.ts';
import { openShop, type Shop } from './support/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop[Symbol.asyncDispose]());

const DAY = '2027-02-01T15:00:00Z';
async function make(columns: Record<string, unknown> = {}) {
  const id = randomUUID();
  const row = {
    id,
    full_name: 'Rosa Visita',
    phone: '+56 9 5555 0101',
    appointment_date: DAY,
    reason: 'Retiro',
  };
  const { error } = await shop.people.receptionist.client.from('appointments').insert({ ...row, ...columns });
  return { id, error };
}
const left = async (ids: readonly string[]) => {
  const rows = await shop.sql<
    { id: string }[]
  >`select id from public.appointments where id in ${shop.sql(ids)}`;
  return ids.map((id) => rows.some((row) => row.id === id));
};

test('APPT-06 staff make, read, move and cancel an appointment without an account; customers and visitors do not see it', async () => {
  const { id, error } = await make();
  expect(error).toBeNull();
  expect((await make({ id })).error).toBeNull();
  const { technician, customer, receptionist } = shop.people;
  const read = await technician.client
    .from('appointments')
    .select('full_name, phone, customer_id')
    .eq('id', id);
  expect(read.data).toEqual([{ full_name: 'Rosa Visita', phone: '+56 9 5555 0101', customer_id: null }]);
  for (const client of [customer.client, shop.clientOf('anon')]) {
    const { data } = await client.from('appointments').select('id').eq('id', id);
    expect(data ?? []).toEqual([]);
    const forged = {
      id: randomUUID(),
      full_name: 'X',
      phone: '912345678',
      appointment_date: DAY,
      reason: 'Y',
    };
    expect((await client.from('appointments').insert(forged)).error?.code).toBe('42501');
  }
  const moved = { p_request_id: randomUUID(), p_id: id, p_version: 1, p_to: '2027-02-02T15:00:00Z' };
  expect((await receptionist.client.rpc('move_appointment', moved)).error).toBeNull();
  const cancel = (status: string) => receptionist.client.from('appointments').update({ status }).eq('id', id);
  expect((await cancel('cancelled')).error).toBeNull();
  expect((await cancel('scheduled')).error).toMatchObject({
    code: '23514',
    message: 'La cita fue cancelada: agenda una nueva.',
  });
});

test('APPT-06 an appointment has a customer, or name and phone, never both or half', async () => {
  const customer_id = shop.people.customer.id;
  for (const columns of [
    { customer_id },
    { customer_id, full_name: null },
    { full_name: null },
    { phone: null },
    { full_name: ' ' },
    { full_name: null, phone: null },
  ])
    expect((await make(columns)).error?.code).toBe('23514');
  expect((await make({ customer_id, full_name: null, phone: null })).error).toBeNull();
});

test('APPT-07 an appointment more than ten years ahead is refused, made or moved', async () => {
  const far = '2999-01-05T15:00:00Z';
  const refused = { code: '23514', message: 'Elige una fecha de los próximos 10 años.' };
  expect((await make({ appointment_date: far })).error).toMatchObject(refused);
  const { id } = await make();
  const moved = { p_request_id: randomUUID(), p_id: id, p_version: 1, p_to: far };
  expect((await shop.people.admin.client.rpc('move_appointment', moved)).error).toMatchObject(refused);
});

test('PRIV-13 erasing a person by RUT erases the appointments under their phone, and under a shared phone those with their name', async () => {
  const person = { customer_name: 'Elsa Vega Paz', customer_rut: '13579246-8', status: 'delivered' };
  await makeOrder(shop, { ...person, customer_phone: '+56 9 5555 0201' });
  await makeOrder(shop, { ...person, customer_phone: '+56 9 5555 0202' });
  await makeOrder(shop, {
    customer_name: 'Iván Rey',
    customer_rut: '9876543-3',
    customer_phone: '955550202',
  });
  const visits = [
    await make({ full_name: 'Elsa', phone: '9 5555 0201' }),
    await make({ full_name: 'ELSA  vega paz', phone: '955550202' }),
    await make({ full_name: 'Iván Rey', phone: '955550202' }),
    await make({ full_name: 'Elsa Vega Paz', phone: '955550203' }),
  ].map(({ id }) => id);
  const { client } = shop.people.admin;
  const ask = { p_by: 'rut', p_value: '13579246-8' };
  expect((await client.rpc('preview_anonymization', ask)).data).toMatchObject({ orders: 2, appointments: 2 });
  expect((await anonymize(shop.people.admin, ask.p_by, ask.p_value)).data).toMatchObject({
    outcome: 'done',
    orders: 2,
  });
  expect(await left(visits)).toEqual([false, false, true, true]);
});

test('PRIV-13 somebody who only has appointments is erased by phone, once', async () => {
  const visits = [await make({ phone: '955550301' }), await make({ phone: '+56 9 5555 0301' })].map(
    ({ id }) => id,
  );
  const { client } = shop.people.admin;
  const ask = { p_by: 'phone', p_value: '9 5555 0301' };
  expect((await client.rpc('preview_anonymization', ask)).data).toMatchObject({ orders: 0, appointments: 2 });
  expect((await anonymize(shop.people.admin, ask.p_by, ask.p_value)).data).toMatchObject({
    outcome: 'done',
    orders: 0,
  });
  expect(await left(visits)).toEqual([false, false]);
  expect((await anonymize(shop.people.admin, ask.p_by, ask.p_value)).data).toMatchObject({
    outcome: 'nothing',
  });
});

test('PRIV-13 retention deletes appointments without an account, and keeps those of accounts', async () => {
  const [old] = await shop.sql<{ id: string }[]>`
    insert into public.appointments (full_name, phone, appointment_date, reason)
    values ('Vieja Visita', '955550401', now() - interval '366 days', 'Retiro') returning id`;
  const [own] = await shop.sql<{ id: string }[]>`
    insert into public.appointments (customer_id, appointment_date, reason)
    values (${shop.people.customer.id}, now() - interval '366 days', 'Retiro') returning id`;
  const { id: fresh } = await make();
  const [run] = await shop.sql<
    { removed: Record<string, number> }[]
  >`select public.run_retention() as removed`;
  expect(run?.removed.visits).toBe(1);
  expect(await left([String(old?.id), String(own?.id), fresh])).toEqual([false, true, true]);
});
