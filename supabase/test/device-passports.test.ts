/** The history of a device by its IMEI or serial number, and look-ups of stolen devices (REC-110 to REC-113). */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { change, makeOrder } from './support/orders.ts';
import { requestPart, walkPart } from './support/parts.ts';
import { keptPhoto } from './support/photos.ts';
import { newRut, openShop, type Actor, type Shop } from './support/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop[Symbol.asyncDispose]());

/** The answer of device_passport, as far as the tests look. */
interface Passport {
  orders: { id: string; unrepaired: string | null; declined: string[]; warranty_end: string | null }[];
  total: number;
  owners: { customer_name: string; orders: number }[];
  parts: { description: string; quantity: number }[];
  photos: { id: string }[];
  lookups: { answer: string; note: string; made_by: string }[];
}

const passportOf = async (imei: string, actor: Actor = 'technician') =>
  (await shop.clientOf(actor).rpc('device_passport', { p_imei: imei })).data as unknown as Passport;

const look = async (
  imei: string,
  answer: string,
  { actor = 'technician', id = randomUUID(), note = '' }: { actor?: Actor; id?: string; note?: string } = {},
) =>
  (
    await shop
      .clientOf(actor)
      .rpc('note_device_lookup', { p_id: id, p_imei: imei, p_answer: answer, p_note: note })
  ).error;

/** Fifteen digits that no other test has. */
const newImei = () => `35${String(Math.random()).slice(2, 15).padEnd(13, '7')}`;

describe('a device', () => {
  test('REC-110 is found however its number was written, with owners, parts, photos and warranty', async () => {
    const imei = newImei();
    const spaced = `${imei.slice(0, 6)} ${imei.slice(6, 12)}-${imei.slice(12)}`;
    const first = await makeOrder(shop, {
      imei,
      customer_name: 'Rosa',
      status: 'delivered',
      delivered_at: '2026-11-02T15:00:00Z',
      warranty_days: 90,
    });
    const second = await makeOrder(shop, { imei: spaced, customer_name: 'Tomás', customer_rut: newRut() });
    const { technician } = shop.people;
    const part = await requestPart(technician, second.id, { p_description: 'Pantalla' });
    await requestPart(technician, second.id, { p_description: 'Batería' });
    await walkPart(shop, technician, part.id, 'arrived', 'fitted');
    const photo = await keptPhoto(shop, 'technician', second.id);
    const passport = await passportOf(spaced.toLowerCase());
    expect(passport.orders.map(({ id }) => id)).toEqual([second.id, first.id]);
    expect(passport.orders[1]?.warranty_end).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(passport.total).toBe(2);
    expect(passport.owners).toMatchObject([
      { customer_name: 'Tomás', orders: 1 },
      { customer_name: 'Rosa', orders: 1 },
    ]);
    // Only what is in the device.
    expect(passport.parts).toMatchObject([{ description: 'Pantalla' }]);
    expect(passport.photos).toMatchObject([{ id: photo }]);
  });

  test('REC-111 tells faults that were seen and not repaired', async () => {
    const imei = newImei();
    const line = (description: string, chosen: boolean) => ({
      id: randomUUID(),
      kind: 'labour',
      description,
      quantity: 1,
      unit_price: 1000,
      discount: 0,
      condition: null,
      choice: null,
      optional: true,
      chosen,
      note: '',
      product_id: null,
    });
    const lines = JSON.stringify([line('Cambio de batería', false), line('Limpieza', true)]);
    const { id } = await makeOrder(shop, { imei });
    await shop.sql`update public.service_orders set quote_lines = ${lines}::text::jsonb, total_amount = 1000,
      status = 'approved', approved_at = now() where id = ${id}`;
    await makeOrder(shop, { imei, status: 'rejected' });
    const { orders } = await passportOf(imei);
    expect(orders).toMatchObject([
      { unrepaired: 'Presupuesto rechazado' },
      { unrepaired: null, declined: ['Cambio de batería'] },
    ]);
  });

  test('REC-110 with thirty orders and more is read in one answer of fifty at most', async () => {
    const imei = newImei();
    for (let made = 0; made < 52; made += 1) await makeOrder(shop, { imei });
    const { orders, total } = await passportOf(imei);
    expect([orders.length, total]).toEqual([50, 52]);
  });

  test.each([
    'sin imei',
    'SIN IMEI 2',
    '0',
    '000000000000000',
    '123456789012345',
    'no tiene',
    'N/A',
    'Equipo 1',
    '',
  ])('REC-112 strangers whose number is written «%s» share no device', async (imei) => {
    await makeOrder(shop, { imei: imei || null });
    await makeOrder(shop, { imei: imei || null, customer_rut: newRut() });
    expect(await passportOf(imei)).toMatchObject({ orders: [], total: 0, owners: [] });
    expect((await look(imei, 'clear'))?.message).toContain('Ninguna orden tiene ya');
  });

  test('REC-112 people under a RUT of repeated digits are not one owner', async () => {
    const imei = newImei();
    for (const name of ['Ana', 'Luis']) {
      await makeOrder(shop, { imei, customer_name: name, customer_rut: '11111111-1' });
    }
    expect((await passportOf(imei)).owners).toHaveLength(2);
  });

  test('REC-110 is told to the staff only', async () => {
    const imei = newImei();
    await makeOrder(shop, { imei });
    for (const actor of ['anon', 'customer', 'other'] as const) {
      expect(await passportOf(imei, actor)).toBeNull();
      expect(await look(imei, 'clear', { actor })).not.toBeNull();
    }
    expect((await passportOf(imei)).lookups).toEqual([]);
  });
});

describe('a look-up of stolen devices', () => {
  test('REC-113 is noted once with day and person, in the timeline of the newest order', async () => {
    const imei = newImei();
    await makeOrder(shop, { imei });
    const newest = await makeOrder(shop, { imei });
    const [id, note] = [randomUUID(), 'En la página del regulador'];
    for (const _ of [1, 2]) expect(await look(imei, 'listed', { id, note })).toBeNull();
    expect((await look(imei, 'clear', { id, note }))?.code).toBe('PT409');
    const { lookups } = await passportOf(imei);
    expect(lookups).toMatchObject([{ answer: 'listed', note, made_by: shop.people.technician.fullName }]);
    const events = await shop.sql`
      select order_id, changes, actor_id from public.order_events
      where kind = 'device_checked' and order_id in (select o.id from public.service_orders o where o.imei = ${imei})`;
    expect([...events]).toEqual([
      {
        order_id: newest.id,
        changes: { lookup: [null, 'Figura como robado'] },
        actor_id: shop.people.technician.id,
      },
    ]);
  });

  test('REC-113 goes with the last order of its number: corrected, deleted or erased', async () => {
    const kept = async (imei: string) =>
      (await shop.sql`select from private.device_lookups l where l.device = ${imei}`).length;
    const [corrected, deleted, erased] = [newImei(), newImei(), newImei()];
    const ids: string[] = [];
    for (const imei of [corrected, deleted, erased]) {
      ids.push((await makeOrder(shop, { imei, status: 'delivered', warranty_days: 1 })).id);
      const { id } = await makeOrder(shop, { imei, status: 'delivered', warranty_days: 1 });
      ids.push(id);
      expect(await look(imei, 'clear')).toBeNull();
    }
    const { admin } = shop.people;
    await change(admin, ids[0] ?? '', { imei: newImei() });
    await admin.client
      .from('service_orders')
      .delete()
      .eq('id', ids[2] ?? '');
    expect([await kept(corrected), await kept(deleted), await kept(erased)]).toEqual([1, 1, 1]);
    await shop.sql`update public.service_orders set imei = null where id = ${ids[1] ?? ''}`;
    await admin.client
      .from('service_orders')
      .delete()
      .eq('id', ids[3] ?? '');
    await shop.sql`select private.anonymize_orders(${ids.slice(4)}::uuid[])`;
    expect([await kept(corrected), await kept(deleted), await kept(erased)]).toEqual([0, 0, 0]);
    expect(await passportOf('Equipo 1')).toMatchObject({ total: 0 });
  });

  test('REC-113 is in the customer’s own copy, without the note', async () => {
    const { customer } = shop.people;
    const imei = newImei();
    await makeOrder(shop, { imei });
    await look(imei, 'unknown', { note: 'Solo del taller' });
    const { data } = await customer.client.rpc('export_own_data');
    const copy = JSON.stringify(data);
    expect(copy).toContain('sin respuesta');
    expect(copy).not.toContain('Solo del taller');
  });
});
