/** Moving an appointment: rights, times, and no overwritten moves (APPT-03, APPT-04). */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openShop, type Actor, type Shop } from './support/shop.ts';

const FIRST = '2031-03-03T15:00:00Z';
const SECOND = '2031-03-04T16:30:00Z';
const THIRD = '2031-03-05T14:00:00Z';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop[Symbol.asyncDispose]());

async function made(date = FIRST): Promise<string> {
  const [row] = await shop.sql`insert into public.appointments (customer_id, appointment_date, reason)
    values (${shop.people.customer.id}, ${date}, 'Retiro') returning id`;
  return String(row?.id);
}

async function stored(id: string) {
  const [row] = await shop.sql`select appointment_date as at, moved_from as before, version, status
    from public.appointments where id = ${id}`;
  return row;
}

const move = (actor: Actor, id: string, to: string, { version = 1, request = randomUUID() } = {}) =>
  shop.clientOf(actor).rpc('move_appointment', {
    p_request_id: request,
    p_id: id,
    p_version: version,
    p_to: to,
  });

test.each(['technician', 'receptionist', 'admin'] as const)(
  'APPT-03 %s moves an appointment, and its customer reads where it was before',
  async (actor) => {
    const id = await made();
    expect((await move(actor, id, SECOND)).error).toBeNull();
    expect(await stored(id)).toMatchObject({ at: new Date(SECOND), before: new Date(FIRST), version: 2 });
    const own = await shop.people.customer.client.from('appointments').select('moved_from').eq('id', id);
    expect(own.data?.map(({ moved_from }) => new Date(moved_from ?? 0))).toEqual([new Date(FIRST)]);
  },
);

test.each(['anon', 'customer', 'other'] as const)('APPT-03 %s moves no appointment', async (actor) => {
  const id = await made();
  expect((await move(actor, id, SECOND)).error?.code).toBe('42501');
  const direct = await shop
    .clientOf(actor)
    .from('appointments')
    .update({ appointment_date: SECOND } as never)
    .eq('id', id);
  expect(direct.error?.code).toBe('42501');
  expect(await stored(id)).toMatchObject({ at: new Date(FIRST), version: 1 });
});

test('APPT-03 the date is changed by the function only, past which no rule leads', async () => {
  const id = await made();
  const { client } = shop.people.receptionist;
  const direct = await client
    .from('appointments')
    .update({ appointment_date: SECOND } as never)
    .eq('id', id);
  expect(direct.error?.code).toBe('42501');
  expect(await stored(id)).toMatchObject({ at: new Date(FIRST) });
});

test('APPT-03 nothing is moved to the past, and nothing new is made there', async () => {
  const id = await made();
  for (const past of ['2020-01-06T15:00:00Z', '-infinity', 'infinity'])
    expect((await move('admin', id, past)).error?.code, past).toBe('23514');
  const { error } = await shop.people.receptionist.client.from('appointments').insert({
    id: randomUUID(),
    customer_id: shop.people.customer.id,
    appointment_date: '2020-01-06T15:00:00Z',
    reason: 'Ayer',
  });
  expect(error).toMatchObject({ code: '23514', message: 'Elige una fecha y hora que no haya pasado.' });
  expect(await stored(id)).toMatchObject({ at: new Date(FIRST), version: 1 });
});

test('APPT-03 a cancelled appointment is not moved, and a missing one is reported as missing', async () => {
  const id = await made();
  await shop.people.receptionist.client.from('appointments').update({ status: 'cancelled' }).eq('id', id);
  const { error } = await move('receptionist', id, SECOND, { version: 2 });
  expect(error).toMatchObject({ code: '23514', message: 'La cita fue cancelada: agenda una nueva.' });
  expect(await stored(id)).toMatchObject({ at: new Date(FIRST), status: 'cancelled' });
  expect((await move('receptionist', randomUUID(), SECOND)).error?.code).toBe('P0002');
});

test('APPT-04 one of two simultaneous moves succeeds, and the other is refused with the reason', async () => {
  const id = await made();
  const answers = await Promise.all([move('technician', id, SECOND), move('admin', id, THIRD)]);
  const told = answers.map(({ error }) => error?.message ?? 'movida').toSorted();
  expect(told).toEqual([
    'Otra persona cambió esta cita mientras tanto. Revisa su fecha y hora, y muévela de nuevo.',
    'movida',
  ]);
  expect(await stored(id)).toMatchObject({ version: 2, before: new Date(FIRST) });
});

test('APPT-04 sent again after a colleague has moved it back, it moves nothing a second time', async () => {
  const id = await made();
  const request = randomUUID();
  expect((await move('technician', id, SECOND, { request })).error).toBeNull();
  expect((await move('admin', id, FIRST, { version: 2 })).error).toBeNull();
  expect((await move('technician', id, SECOND, { request })).error).toBeNull();
  expect(await stored(id)).toMatchObject({ at: new Date(FIRST), version: 3 });
  expect((await move('technician', id, THIRD, { request })).error?.code).toBe('PT409');
});
