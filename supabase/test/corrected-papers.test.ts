/** A correction of sealed facts is a record of its own, which names the one before (REC-88). */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { anonymize } from './support/anonymize.ts';
import { callSaveChecklist, worksAt } from './support/checklists.ts';
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

const PERSON = {
  customer_name: 'Rosa Papel',
  customer_phone: '+56 9 8111 2233',
  equipment_brand: 'Nokia',
  equipment_model: 'A1',
};

/** A signed order of a person of its own. */
async function signedOrder(columns: Record<string, string | number> = {}) {
  const order = await makeOrder(shop, { ...PERSON, customer_rut: newRut(), ...columns });
  expect((await sign(shop.people.receptionist, order.id)).error).toBeNull();
  return order;
}
/** The same, handed over. */
async function deliveredOrder(columns: Record<string, string | number> = {}) {
  const order = await signedOrder({ status: 'completed', total_amount: 30_000, quote: 30_000, ...columns });
  const { error } = await change(shop.people.receptionist, order.id, {
    status: 'delivered',
    warranty_days: 90,
  });
  expect(error).toBeNull();
  return order;
}
const codeOf = (id: string) => paperCode(shop.people.receptionist, id);
const checked = async (id: string) => checkedBy(shop, await codeOf(id));
const recordsOf = (id: string) =>
  shop.sql`select id, kind, corrects, facts from private.records_to_seal where order_id = ${id} order by id`;

test.each([
  ['name', { customer_name: 'Rosa Papel Soto' }, ['customer']],
  ['model', { equipment_model: 'A2', equipment_brand: 'Motorola' }, ['brand', 'model']],
  ['total', { total_amount: 25_000, quote: 25_000 }, ['total']],
  ['IMEI', { imei: '356938035643809' }, ['imei']],
])(
  'REC-88 a %s that is corrected after the delivery is a record that names the one before; the new slip agrees with it',
  async (_, columns, changed) => {
    const { id } = await deliveredOrder();
    const before = await codeOf(id);
    expect((await change(shop.people.admin, id, columns)).error).toBeNull();
    expect(await checked(id)).toMatchObject({
      state: 'agrees',
      kind: 'corrected_delivery',
      changed,
      later: [],
    });
    expect(await checkedBy(shop, before)).toMatchObject({
      state: 'agrees',
      kind: 'delivery',
      changed: null,
      later: [{ kind: 'corrected_delivery', changed }],
    });
    const records = await recordsOf(id);
    const [, delivery, correction] = records;
    expect(records.map(({ kind }) => kind as string)).toEqual([
      'reception',
      'delivery',
      'corrected_delivery',
    ]);
    expect(correction?.corrects).toBe(delivery?.id);
    await seal(shop);
    expect(await verify(shop)).toMatchObject({ fault: null });
    const [sealed] =
      await shop.sql`select body from private.sealed_records where event_id = ${correction?.id}`;
    for (const word of ['Rosa', '8111', '356938035643809']) expect(sealed?.body).not.toContain(word);
  },
);

test('REC-88 what a slip does not say, and what is written as it was, seals nothing', async () => {
  const { id } = await deliveredOrder();
  const before = await codeOf(id);
  await change(shop.people.admin, id, { notes: 'Llamar antes' });
  await change(shop.people.admin, id, { equipment_model: 'A1', customer_name: 'Rosa Papel ' });
  const open = await makeOrder(shop, { customer_rut: newRut() });
  await change(shop.people.admin, open.id, { equipment_model: 'Otro' });
  expect(await recordsOf(open.id)).toHaveLength(0);
  expect(await codeOf(id)).toBe(before);
  expect((await recordsOf(id)).map(({ kind }) => kind as string)).toEqual(['reception', 'delivery']);
});

test('REC-88 what was signed at reception is corrected without a signature, and the slip says so until it is signed', async () => {
  const { receptionist } = shop.people;
  const { id } = await signedOrder();
  const first = await codeOf(id);
  await change(receptionist, id, { equipment_condition: 'Con la tapa suelta' });
  const corrected = await codeOf(id);
  expect(await checkedBy(shop, corrected)).toMatchObject({
    state: 'agrees',
    kind: 'corrected_reception',
    changed: ['condition'],
  });
  const read = await readWith(shop.anon, corrected, '2233');
  expect(read).toMatchObject({
    paper: { condition: 'Con la tapa suelta' },
    signatures: [{ kind: 'reception', is_corrected: true }],
  });
  expect(await readWith(shop.anon, first, '2233')).toMatchObject({ signatures: [{ is_corrected: false }] });
  await sign(receptionist, id);
  expect(await checked(id)).toMatchObject({ state: 'agrees', kind: 'reception', later: [] });
  const after = await readWith(shop.anon, await codeOf(id), '2233');
  expect(after.signatures?.map((signature) => signature.is_corrected)).toEqual([true, false]);
  expect((await checkedBy(shop, first)).later.map(({ kind }) => kind)).toEqual([
    'corrected_reception',
    'reception',
  ]);
});

test('REC-88 a checklist that is changed after the signature is a correction too, and one of the delivery is none', async () => {
  const { receptionist } = shop.people;
  const { id } = await signedOrder();
  await callSaveChecklist(receptionist, id, { points: [worksAt('Pantalla')], accessories: [] });
  expect(await checked(id)).toMatchObject({ kind: 'corrected_reception', changed: ['points'] });
  await callSaveChecklist(receptionist, id, {
    moment: 'delivery',
    points: [worksAt('Señal')],
    accessories: [{ id: randomUUID(), label: 'Funda' }],
  });
  expect((await recordsOf(id)).map(({ kind }) => kind as string)).toEqual([
    'reception',
    'corrected_reception',
  ]);
});

test('REC-88 a phone that is corrected asks for its own digits on the new slip, and for the old ones on the old', async () => {
  const { receptionist } = shop.people;
  const { id } = await signedOrder();
  const before = await codeOf(id);
  await change(receptionist, id, { customer_phone: '+56 9 7000 4455' });
  const after = await codeOf(id);
  const outcomes = async (code: string) => [
    (await readWith(shop.anon, code, '2233')).outcome,
    (await readWith(shop.anon, code, '4455')).outcome,
  ];
  expect(await outcomes(before)).toEqual(['shown', 'wrong']);
  expect(await outcomes(after)).toEqual(['wrong', 'shown']);
});

test('REC-88 terms of a delivered order are those that were sealed, though the shop changes them before it prints', async () => {
  const order = await makeOrder(shop, { ...PERSON, customer_rut: newRut(), status: 'completed' });
  await change(shop.people.receptionist, order.id, { status: 'delivered', warranty_days: 90 });
  const before = await codeOf(order.id);
  await shop.sql`update public.setting_sections set
    value = jsonb_set(value, '{items}', (value -> 'items') || '["Nada se devuelve."]') where section = 'terms'`;
  const { data } = await shop.people.receptionist.client.rpc('print_terms', { p_order_id: order.id });
  expect(data?.[0]?.items).not.toContain('Nada se devuelve.');
  expect(await codeOf(order.id)).toBe(before);
  expect(await checked(order.id)).toMatchObject({ state: 'agrees', kind: 'delivery', later: [] });
});

test('REC-88 of a delivery that is taken back the slip is of the reception, as it was corrected meanwhile', async () => {
  const { admin } = shop.people;
  const { id } = await deliveredOrder();
  await change(admin, id, { equipment_model: 'A2' });
  await shop.sql`update public.service_orders set status = 'completed' where id = ${id}`;
  expect(await checked(id)).toMatchObject({
    state: 'agrees',
    kind: 'corrected_reception',
    changed: ['model'],
    later: [],
  });
  await change(admin, id, { status: 'delivered', warranty_days: 90 });
  expect(await checked(id)).toMatchObject({ state: 'agrees', kind: 'delivery', later: [] });
});

test('REC-88 corrections at once, and of an undone status, leave each slip with a record that it agrees with', async () => {
  const { admin, receptionist } = shop.people;
  const { id } = await deliveredOrder();
  const codes = await Promise.all(
    Array.from({ length: 6 }, async (_, at) => {
      await change(at % 2 ? admin : receptionist, id, { equipment_model: `B${at}` });
      return codeOf(id);
    }),
  );
  for (const code of codes) expect((await checkedBy(shop, code)).state).toBe('agrees');
  expect(await checked(id)).toMatchObject({ state: 'agrees', later: [] });
  const corrections = (await recordsOf(id)).filter(({ kind }) => kind === 'corrected_delivery');
  expect(corrections).toHaveLength(6);
  await shop.sql`update public.setting_sections set value = value || '{"undoSeconds": 30}' where section = 'messages'`;
  const { data } = await change(receptionist, id, { status: 'in_progress' });
  const { error } = await receptionist.client.rpc('undo_status', {
    p_order_id: id,
    p_version: data?.version ?? 0,
  });
  expect(error).toBeNull();
  expect(await checked(id)).toMatchObject({ state: 'agrees', later: [] });
});

test('REC-88 an erased person is in no correction, and the chain stays verifiable', async () => {
  const { admin } = shop.people;
  const customer_rut = newRut();
  const { id } = await deliveredOrder({ customer_rut });
  await change(admin, id, { customer_name: 'Rosa Papel Soto' });
  const code = await codeOf(id);
  await seal(shop);
  const sealed = () => shop.sql`select kind from private.sealed_records where order_id = ${id}`;
  const before = (await sealed()).length;
  expect((await anonymize(admin, 'rut', customer_rut)).error).toBeNull();
  await seal(shop);
  expect(await sealed()).toHaveLength(before);
  expect(await shop.sql`select from private.sealed_personal where order_id = ${id}`).toHaveLength(0);
  expect(await checkedBy(shop, code)).toMatchObject({ state: 'agrees', is_erased: true });
  expect((await verify(shop)).fault).toBeNull();
});
