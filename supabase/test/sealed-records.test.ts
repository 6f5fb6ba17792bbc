/** Decisions and deliveries are sealed in one chain, which nobody changes (REC-60 to REC-63). */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { anonymize } from './support/anonymize.ts';
import { decide } from './support/decide-quote.ts';
import { change, makeOrder } from './support/orders.ts';
import { CRON_SECRET, deliveredOrder, seal, verify } from './support/records.ts';
import { newRut, openShop, type Shop } from './support/shop.ts';

let shop: Shop;
beforeAll(async () => {
  vi.stubEnv('CRON_SECRET', CRON_SECRET);
  shop = await openShop();
});
afterAll(async () => {
  await shop[Symbol.asyncDispose]();
  vi.unstubAllEnvs();
});

interface Body {
  seq: number;
  previous: string;
  kind: string;
  facts: Record<string, unknown>;
  personal: string | null;
  corrects: number | null;
}
const rowsOf = (orderId: string) =>
  shop.sql<{ seq: string; kind: string; sha256: string; body: string }[]>`
    select seq, kind, sha256, body from private.sealed_records where order_id = ${orderId} order by seq`;
const bodiesOf = async (orderId: string) =>
  (await rowsOf(orderId)).map(({ body }) => JSON.parse(body) as Body);
const waiting = async () => (await shop.sql`select from private.records_to_seal`).length;

test('REC-60 a decision, the delivery, a changed warranty and what takes them back follow each other in the chain', async () => {
  const { id } = await deliveredOrder(shop);
  const { receptionist, admin } = shop.people;
  await shop.sql`update public.service_orders set warranty_days = 30 where id = ${id}`;
  await shop.sql`update public.service_orders set status = 'completed' where id = ${id}`;
  await change(receptionist, id, { notes: 'Nada que sellar' });
  expect(await seal(shop)).toBe(4);
  expect(await seal(shop)).toBe(0);
  const bodies = await bodiesOf(id);
  const [decision, delivery, warranty, correction] = bodies;
  expect(bodies.map(({ kind }) => kind)).toEqual(['decision', 'delivery', 'warranty', 'correction']);
  expect(decision?.facts).toEqual({ decision: 'approved', total_amount: 45_000, by: 'customer' });
  expect(delivery?.facts).toMatchObject({
    warranty_days: 90,
    repaired: true,
    total_amount: 45_000,
    photos: [],
  });
  expect(warranty).toMatchObject({ facts: { warranty_days: 30 }, corrects: delivery?.seq });
  expect(correction).toMatchObject({ facts: { status: 'completed' }, corrects: delivery?.seq });
  const rows = await rowsOf(id);
  expect(bodies.slice(1).map(({ previous }) => previous)).toEqual(
    rows.slice(0, -1).map(({ sha256 }) => sha256),
  );
  expect(await verify(shop)).toMatchObject({ fault: null, ownKeys: true });
  // An answer that the staff noted for a customer says so.
  const noted = await makeOrder(shop, { status: 'quoted', quote: 1000, total_amount: 1000 });
  const { data: shown } = await shop.anon.rpc('get_quote', { p_order_id: noted.id }).single();
  const said = { p_order_id: noted.id, p_channel: 'phone', p_said_by: 'Marta', p_amount: 1000 };
  const { error } = await admin.client.rpc('record_approval', { ...said, p_version: shown?.version ?? '' });
  expect(error).toBeNull();
  await seal(shop);
  expect(await bodiesOf(noted.id)).toMatchObject([{ facts: { decision: 'approved', by: 'staff' } }]);
});

test('REC-60 a decision that was undone is corrected by a record that names it', async () => {
  const { id } = await makeOrder(shop, { status: 'quoted', quote: 1000, total_amount: 1000 });
  expect((await decide(shop.anon, id, 'approved')).status).toBe(200);
  await shop.sql.begin(async (tx) => {
    await tx`select set_config('taller.undone_order', ${id}, true)`;
    await tx`update public.service_orders set status = 'quoted' where id = ${id}`;
  });
  await seal(shop);
  const [decision, correction] = await bodiesOf(id);
  expect(correction).toMatchObject({
    kind: 'correction',
    corrects: decision?.seq,
    facts: { status: 'quoted' },
  });
});

test('REC-60 a change that is rolled back leaves nothing to seal, and work goes on in between', async () => {
  const { id } = await makeOrder(shop, { status: 'completed' });
  const rollBack = shop.sql.begin(async (tx) => {
    await tx`update public.service_orders set status = 'delivered' where id = ${id}`;
    throw new Error('rolled back');
  });
  await expect(rollBack).rejects.toThrow('rolled back');
  expect(await waiting()).toBe(0);
  expect((await change(shop.people.admin, id, { status: 'in_progress' })).error).toBeNull();
  expect(await waiting()).toBe(0);
});

test('REC-60 several sealers at once, and one that dies before and after it appends, seal each record once, without gaps', async () => {
  const orders = [];
  for (let count = 0; count < 6; count += 1) orders.push(await deliveredOrder(shop));
  // One has built a record and dies; the place in the chain is taken by the next.
  await shop.sql`select public.next_record()`;
  // Another one dies after the row and before its transaction ends.
  const dying = shop.sql.begin(async (tx) => {
    await tx`delete from private.records_to_seal`;
    throw new Error('dies');
  });
  await expect(dying).rejects.toThrow('dies');
  const sealed = await Promise.all(Array.from({ length: 4 }, () => seal(shop)));
  expect(sealed.reduce((sum, count) => sum + count, 0)).toBe(12);
  expect(await waiting()).toBe(0);
  for (const { id } of orders) expect(await rowsOf(id)).toHaveLength(2);
  const [chain] = await shop.sql`
    select count(*) = max(seq) and min(seq) = 1 as whole, count(distinct event_id) = count(*) as once
    from private.sealed_records`;
  expect(chain).toEqual({ whole: true, once: true });
  expect((await verify(shop)).fault).toBeNull();
});

test('REC-60 what was sealed is not appended again, nor anything behind another end of the chain', async () => {
  await deliveredOrder(shop);
  await seal(shop);
  const [last] =
    await shop.sql`select body, signature, key_id from private.sealed_records order by seq desc limit 1`;
  const append = (body: unknown) => shop.sql`
    select public.append_record(${String(body)}, ${String(last?.signature)}, ${String(last?.key_id)}, 'x', 'x') as done`;
  expect(await append(last?.body)).toEqual([{ done: 'stale' }]);
  await deliveredOrder(shop);
  const [next] = await shop.sql<{ next: object }[]>`select public.next_record() as next`;
  expect(await append(JSON.stringify({ ...next?.next, seq: 1 }))).toEqual([{ done: 'stale' }]);
  expect(await append(JSON.stringify({ ...next?.next, previous: '0'.repeat(64) }))).toEqual([
    { done: 'stale' },
  ]);
  await seal(shop);
  expect((await verify(shop)).fault).toBeNull();
});

test('REC-61 nobody changes or removes a sealed record, the database’s owner included', async () => {
  const { id } = await deliveredOrder(shop);
  await seal(shop);
  const refused = /Un registro sellado no se cambia ni se borra/;
  for (const role of ['postgres', 'service_role', 'session_replication'])
    await shop.sql.begin(async (tx) => {
      if (role === 'session_replication') await tx`set local session_replication_role = replica`;
      else if (role === 'postgres') await tx`set local role postgres`;
      else await tx`grant usage on schema private to service_role`;
      if (role === 'service_role') {
        await tx`grant all on private.sealed_records to service_role`;
        await tx`set local role service_role`;
      }
      for (const change of [
        `update private.sealed_records set body = '{}' where order_id = '${id}'`,
        `delete from private.sealed_records where order_id = '${id}'`,
        `truncate private.sealed_records`,
      ])
        await expect(tx.savepoint((inner) => inner.unsafe(change))).rejects.toThrow(refused);
    });
});

test('REC-61 sealing is the schedule’s alone', async () => {
  const call = (headers: Record<string, string>) =>
    fetch(`${shop.url}/functions/v1/seal-records`, { method: 'POST', headers, body: '{}' });
  const { data } = await shop.people.admin.client.auth.getSession();
  expect((await call({})).status).toBe(403);
  expect((await call({ 'x-cron-secret': 'otro' })).status).toBe(403);
  expect((await call({ authorization: `Bearer ${data.session?.access_token}` })).status).toBe(403);
});

test('REC-63 an erased person leaves the chain whole: no name, phone, RUT or work stays, and the hash of them tells nothing', async () => {
  const rut = newRut();
  const person = {
    customer_rut: rut,
    customer_name: 'Rosa Borrada',
    customer_phone: '+56 9 8111 2233',
    imei: '490154203237518',
  };
  const { id } = await deliveredOrder(shop, person);
  await seal(shop);
  const chain = async () => JSON.stringify(await rowsOf(id));
  const before = await chain();
  for (const word of [...Object.values(person), 'Pantalla']) expect(before).not.toContain(word);
  const personal = () => shop.sql`select content from private.sealed_personal where order_id = ${id}`;
  expect(JSON.stringify(await personal())).toContain('Rosa Borrada');
  expect((await anonymize(shop.people.admin, 'rut', rut)).error).toBeNull();
  expect(await personal()).toEqual([]);
  expect(await chain()).toBe(before);
  expect(await waiting()).toBe(0);
  expect((await verify(shop)).fault).toBeNull();
});

test('REC-63 a deleted order leaves the chain whole, and one that is deleted before it was sealed is sealed without its person', async () => {
  const [sealed, unsealed] = [await deliveredOrder(shop), await makeOrder(shop, { status: 'completed' })];
  await seal(shop);
  await change(shop.people.admin, unsealed.id, { status: 'delivered', warranty_days: 0 });
  for (const { id } of [sealed, unsealed])
    expect((await shop.people.admin.client.from('service_orders').delete().eq('id', id)).error).toBeNull();
  await seal(shop);
  expect(await bodiesOf(unsealed.id)).toMatchObject([{ kind: 'delivery', personal: null }]);
  expect(await rowsOf(sealed.id)).toHaveLength(2);
  expect(
    await shop.sql`select from private.sealed_personal where order_id in (${sealed.id}, ${unsealed.id})`,
  ).toEqual([]);
  expect((await verify(shop)).fault).toBeNull();
});
