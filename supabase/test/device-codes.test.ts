/**
 * Codes of customers' devices: encrypted in the browser, decrypted for a reason that is logged first (ORD-04, ORD-12,
 * SEC-30 to SEC-35).
 */
import { orderColumns } from '@taller/shared/testing/sample-order.ts';
import { sealCode } from '@taller/shared/orders/device-codes/seal-code.ts';
import { makeCodeKey } from '@taller/shared/orders/device-codes/make-key.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sealedCodeColumns, sealingKey, storedCode } from '@taller/server/testing/device-codes.ts';
import { change, makeOrder, storedOrder } from './support/orders.ts';
import { openShop, type Person, type Shop } from './support/shop.ts';

let shop: Shop;
let technician: Person;
let receptionist: Person;
let admin: Person;
beforeAll(async () => {
  shop = await openShop();
  ({ technician, receptionist, admin } = shop.people);
});
afterAll(() => shop[Symbol.asyncDispose]());

/** An order with a PIN, saved like the desk's form. */
async function orderWithCode(code = '2580') {
  const order = await makeOrder(shop);
  const { error } = await change(receptionist, order.id, await sealedCodeColumns(shop.sql, order.id, code));
  expect(error).toBeNull();
  return order;
}

const kinds = async (orderId: string) =>
  (await shop.sql`select kind from public.order_events where order_id = ${orderId} order by id`).map(
    ({ kind }) => kind as string,
  );
const looks = (orderId: string) =>
  shop.sql`select actor_id, changes from public.order_events where order_id = ${orderId} and kind = 'code_viewed'`;

describe('SEC-31 what the API takes', () => {
  const PLAIN_REFUSED =
    'La clave del equipo solo se acepta cifrada con la llave pública del taller. Recarga la página y guarda de nuevo.';

  test.each([
    ['pin', '2580'],
    ['pattern', '1-2-3-6-9'],
    ['password', 'Ñandú 2024'],
    ['password', 'v1.0123456789ABCDEF.corto.corto'],
  ])('SEC-31 a plain %s %j is refused with the reason, on insert and update', async (password_type, code) => {
    const lock = { password_type, device_password: code };
    const order = await makeOrder(shop);
    expect((await change(admin, order.id, lock)).error).toMatchObject({
      code: '23514',
      message: PLAIN_REFUSED,
    });
    await expect(makeOrder(shop, lock)).rejects.toThrow(PLAIN_REFUSED);
    expect(await storedCode(shop.sql, order.id)).toBeUndefined();
  });

  test('SEC-31 a code sealed with a key that the shop does not use is refused', async () => {
    const order = await makeOrder(shop);
    const device_password = await sealCode('2580', order.id, await makeCodeKey());
    expect((await change(admin, order.id, { password_type: 'pin', device_password })).error).toMatchObject({
      code: '23514',
      message: 'La clave del equipo viene cifrada con una llave que el taller no usa. Guarda de nuevo.',
    });
  });

  test('ORD-04 a code without a type is refused', async () => {
    const order = await makeOrder(shop);
    const { device_password } = await sealedCodeColumns(shop.sql, order.id, '2580');
    expect((await change(admin, order.id, { device_password })).error).toMatchObject({
      code: '23514',
      message: 'Elige el tipo de clave antes de escribirla.',
    });
  });

  test('DATA-02 a code is taken, and read back as null by every select and update that returns the row', async () => {
    const order = await orderWithCode();
    for (const person of [admin, receptionist, technician, shop.people.customer]) {
      const { data } = await person.client.from('service_orders').select('*').eq('id', order.id).single();
      expect(data).toMatchObject({ device_password: null, device_code_stored: true, password_type: 'pin' });
    }
    expect((await change(admin, order.id, { notes: 'Con funda' })).data).toMatchObject({
      device_password: null,
    });
  });

  test('DATA-02 the private schema is not reachable through the API', async () => {
    const { error } = await admin.client
      .schema('private' as never)
      .from('device_codes' as never)
      .select('*');
    expect(error).not.toBeNull();
  });
});

describe('SEC-32 opening a code', () => {
  test.each(['technician', 'receptionist', 'admin'] as const)(
    'SEC-32 ORD-12 a %s sees a device code for a reason, and the look is on the timeline with it',
    async (actor) => {
      const order = await orderWithCode('0042');
      const response = await shop.openCode(actor, order.id, '  Probar el equipo ');
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect({ status: response.status, body: await response.json() }).toEqual({
        status: 200,
        body: { type: 'pin', code: '0042' },
      });
      expect((await looks(order.id)).map((look) => ({ ...look }))).toEqual([
        { actor_id: shop.people[actor].id, changes: { reason: [null, 'Probar el equipo'] } },
      ]);
    },
  );

  test.each(['customer', 'other', 'anon'] as const)(
    'SEC-32 %s gets no device code, by no call',
    async (actor) => {
      const order = await orderWithCode();
      const response = await shop.openCode(actor, order.id);
      expect({ status: response.status, body: await response.json() }).toEqual({
        status: 403,
        body: { error: 'forbidden' },
      });
      const keys = await shop.clientOf(actor).from('device_code_keys').select('*');
      expect(keys.data ?? []).toEqual([]);
      expect(await looks(order.id)).toHaveLength(0);
    },
  );

  test.each(['', '  ', 'no', 'x'.repeat(201)])('SEC-32 the reason %j is refused', async (reason) => {
    const order = await orderWithCode();
    const response = await shop.openCode('admin', order.id, reason);
    expect({ status: response.status, body: await response.json() }).toEqual({
      status: 400,
      body: { error: 'reason' },
    });
    expect(await looks(order.id)).toHaveLength(0);
  });

  test.each(['00000000-0000-4000-8000-000000000000', 'nada'])('SEC-32 order %s has no code', async (id) => {
    expect((await shop.openCode('admin', id)).status).toBe(404);
  });

  test('SEC-32 the look stays whatever comes after: a key that is missing, a text that was changed', async () => {
    const order = await orderWithCode();
    const other = await orderWithCode('1111');
    await shop.sql`update private.device_codes set sealed_code = (select sealed_code from private.device_codes
      where order_id = ${other.id}) where order_id = ${order.id}`;
    const moved = await shop.openCode('technician', order.id);
    expect({ status: moved.status, body: await moved.json() }).toEqual({
      status: 409,
      body: { error: 'damaged' },
    });
    const { id: lostKey } = await makeCodeKey();
    await shop.sql`insert into public.device_code_keys (id, public_key, retired_at) values (${lostKey}, ${'A'.repeat(87)}, now())`;
    await shop.sql`update private.device_codes set key_id = ${lostKey},
      sealed_code = overlay(sealed_code placing ${lostKey} from 4) where order_id = ${order.id}`;
    const lost = await shop.openCode('technician', order.id);
    expect({ status: lost.status, body: await lost.json() }).toEqual({
      status: 409,
      body: { error: 'key_missing' },
    });
    expect(await looks(order.id)).toHaveLength(2);
  });

  test('SEC-32 no cast or filter of a call that writes the look carries a code out, and none reads the sealed text', async () => {
    const order = await orderWithCode();
    const session = (await technician.client.auth.getSession()).data.session;
    const call = async (name: string, args: object) => {
      const response = await fetch(`${shop.url}/rest/v1/rpc/${name}`, {
        method: 'POST',
        headers: {
          apikey: shop.publishableKey,
          authorization: `Bearer ${session?.access_token}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify(args),
      });
      return { status: response.status, text: await response.text() };
    };
    const look = { p_order_id: order.id, p_reason: 'Revisar' };
    for (const query of ['select=code::uuid', 'select=log_device_code_look::uuid', 'code=eq.2580', '']) {
      const { text } = await call(`log_device_code_look?${query}`, look);
      expect(text).not.toMatch(/2580|v1\./);
    }
    const [event] =
      await shop.sql`select max(id) as id from public.order_events where order_id = ${order.id}`;
    expect((await call('sealed_device_code', { p_look_id: event?.id })).text).toContain('42501');
    expect((await call('order_device_code', { p_order_id: order.id })).status).toBe(404);
  });

  test('SEC-32 the sealed text is given for a look of the last minute only', async () => {
    const order = await orderWithCode();
    const { data: look } = await admin.client.rpc('log_device_code_look', {
      p_order_id: order.id,
      p_reason: 'Revisar',
    });
    const read = () => shop.sql`select order_id from public.sealed_device_code(${look})`;
    expect(await read()).toHaveLength(1);
    await shop.sql`update public.order_events set created_at = now() - interval '61 seconds' where id = ${look}`;
    expect(await read()).toHaveLength(0);
    const [created] =
      await shop.sql`select id from public.order_events where order_id = ${order.id} and kind = 'created'`;
    expect(await shop.sql`select from public.sealed_device_code(${created?.id})`).toHaveLength(0);
  });
});

describe('SEC-33 changes of a code', () => {
  test.each([{ ignoreDuplicates: true }, { ignoreDuplicates: false }])(
    'SEC-33 an upsert of an order that is in already leaves its code alone: %j',
    async (kind) => {
      const order = await orderWithCode('2580');
      const before = await kinds(order.id);
      const copy = {
        ...orderColumns({ id: order.id }),
        ...(await sealedCodeColumns(shop.sql, order.id, '0000')),
      };
      const { error } = await receptionist.client
        .from('service_orders')
        .upsert(copy, { onConflict: 'id', ...kind });
      expect(error).toMatchObject({
        code: '23505',
        message: 'La orden ya existe. Para cambiar la clave del equipo, edita la orden.',
      });
      expect(await kinds(order.id)).toEqual(before);
      expect(await (await shop.openCode('admin', order.id)).json()).toEqual({ type: 'pin', code: '2580' });
    },
  );

  test('SEC-33 a code that is added, replaced and removed leaves an event each, without the code', async () => {
    const order = await makeOrder(shop);
    await change(admin, order.id, await sealedCodeColumns(shop.sql, order.id, '2580'));
    await change(receptionist, order.id, {
      device_password: (await sealedCodeColumns(shop.sql, order.id, '9173')).device_password,
    });
    expect(await (await shop.openCode('admin', order.id)).json()).toEqual({ type: 'pin', code: '9173' });
    await change(admin, order.id, await sealedCodeColumns(shop.sql, order.id, '1-2-3', 'pattern'));
    await change(admin, order.id, { password_type: null });
    expect(await kinds(order.id)).toEqual([
      'created',
      'code_added',
      'edited',
      'code_replaced',
      'code_viewed',
      'code_replaced',
      'edited',
      'code_removed',
      'edited',
    ]);
    const events = await shop.sql`
      select kind, actor_id, version, changes from public.order_events where order_id = ${order.id} order by id`;
    expect(events.find(({ kind }) => kind === 'code_replaced')).toMatchObject({
      actor_id: receptionist.id,
      version: 3,
      changes: {},
    });
    expect(await storedOrder(shop, order.id)).toMatchObject({
      device_code_stored: false,
      device_password: null,
    });
    expect(await storedCode(shop.sql, order.id)).toBeUndefined();
  });

  test('ORD-04 another type removes the stored code; saving the form without one keeps it', async () => {
    const order = await orderWithCode();
    const kept = await storedCode(shop.sql, order.id);
    await change(admin, order.id, { password_type: 'pin', device_password: null });
    expect(await storedCode(shop.sql, order.id)).toBe(kept);
    await change(admin, order.id, { password_type: 'pattern' });
    expect(await storedCode(shop.sql, order.id)).toBeUndefined();
    expect(await storedOrder(shop, order.id)).toMatchObject({
      password_type: 'pattern',
      device_code_stored: false,
    });
  });
});

test('SEC-30 the sealing key is read by staff and written by nobody through the API', async () => {
  const key = await sealingKey(shop.sql);
  const read = await technician.client
    .from('device_code_keys')
    .select('id, public_key')
    .is('retired_at', null)
    .single();
  expect(read.data).toEqual({ id: key.id, public_key: key.publicKey });
  const mine = await makeCodeKey();
  const { error } = await admin.client.rpc('publish_device_code_key', {
    p_id: mine.id,
    p_public_key: mine.publicKey,
  });
  expect(error?.code).toBe('42501');
});
