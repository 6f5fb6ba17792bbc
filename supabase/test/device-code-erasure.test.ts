/** Codes of delivered or cancelled orders are deleted after some days (SEC-35). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sealedCodeColumns, storedCode } from '@taller/server/testing/device-codes.ts';
import { changeData } from './support/change-data.ts';
import { change, makeOrder, storedOrder } from './support/orders.ts';
import { openShop, type Person, type Shop } from './support/shop.ts';

let shop: Shop;
let receptionist: Person;
let admin: Person;
beforeAll(async () => {
  shop = await openShop();
  ({ receptionist, admin } = shop.people);
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
describe('SEC-35 codes of devices that left the shop', () => {
  const leave = async (id: string, days: number) => {
    await change(receptionist, id, { status: 'delivered', warranty_days: 30 });
    await shop.sql`update public.service_orders set delivered_at = now() - make_interval(days => ${days}) where id = ${id}`;
  };

  test('SEC-35 codes of devices that left are erased after the days of the setting, with an event, and no others', async () => {
    const [gone, recent, open, cancelled] = await Promise.all([1, 2, 3, 4].map(() => orderWithCode()));
    await leave(gone?.id ?? '', 31);
    await leave(recent?.id ?? '', 29);
    await change(admin, cancelled?.id ?? '', {
      status: 'cancelled',
      notes: 'Motivo de cancelación: no vuelve',
    });
    await shop.sql`update public.service_orders set updated_at = now() - interval '31 days'
      where id in (${open?.id ?? ''}, ${cancelled?.id ?? ''})`;
    await shop.sql`select public.purge_device_codes()`;
    const left = await Promise.all(
      [gone, recent, open, cancelled].map((order) => storedCode(shop.sql, order?.id ?? '')),
    );
    expect(left.map((code) => code !== undefined)).toEqual([false, true, true, false]);
    expect((await kinds(gone?.id ?? '')).at(-1)).toBe('code_erased');
    expect((await kinds(cancelled?.id ?? '')).at(-1)).toBe('code_erased');
    expect(await storedOrder(shop, gone?.id ?? '')).toMatchObject({
      device_code_stored: false,
      password_type: 'pin',
    });
    expect((await shop.openCode('admin', gone?.id ?? '')).status).toBe(404);

    const set = (value: unknown) => changeData(shop, admin.client, { device_code_days: value });
    expect((await set('muchos')).error).toMatchObject({ code: '23514' });
    expect((await set(7)).error).toBeNull();
    await shop.sql`select public.purge_device_codes()`;
    expect(await storedCode(shop.sql, recent?.id ?? '')).toBeUndefined();
    expect(await storedCode(shop.sql, open?.id ?? '')).toBeDefined();
  });
});
