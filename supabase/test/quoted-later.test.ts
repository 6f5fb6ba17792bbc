/** Orders that are taken in before anybody knows what has to be done (REC-15). */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { orderOf } from './support/orders.ts';
import { openShop, type Shop } from './support/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop[Symbol.asyncDispose]());

const takeIn = (work: string) =>
  shop.people.receptionist.client
    .from('service_orders')
    .insert({ id: randomUUID(), ...orderOf(shop.people.customer), technical_work: work, quote: 0 })
    .select('technical_work, total_amount')
    .single();

test('REC-15 the work is required at intake, unless the shop quotes later', async () => {
  const refused = await takeIn('  ');
  expect(refused.error?.message).toBe('Describe el trabajo a realizar.');
  await shop.sql`update public.setting_sections set value = value || '{"quoteLater": true}' where section = 'desk'`;
  const { data, error } = await takeIn('');
  expect(error).toBeNull();
  expect(data).toEqual({ technical_work: '', total_amount: 0 });
  await shop.sql`update public.setting_sections set value = value || '{"quoteLater": false}' where section = 'desk'`;
  expect((await takeIn('')).error?.code).toBe('23514');
  expect((await takeIn('Diagnóstico')).error).toBeNull();
});
