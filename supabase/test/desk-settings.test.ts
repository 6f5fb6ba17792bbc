/** The desk's section of the settings: read by staff, changed by admins (CFG-60). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEMO_SETTINGS } from '../seed/demo-settings.ts';
import { orderColumns } from '@taller/shared/testing/sample-order.ts';
import { saveSection } from './support/settings-calls.ts';
import { openShop, type Shop } from './support/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop[Symbol.asyncDispose]());

const sections = (client: Shop['anon']) => client.from('setting_sections').select('section, value');

test.each(['technician', 'receptionist'] as const)(
  'CFG-60 %s reads the suggestions for the desk’s forms, no other section and no history, and changes nothing',
  async (actor) => {
    const client = shop.clientOf(actor);
    const { data, error } = await sections(client);
    expect(error).toBeNull();
    expect(data?.map(({ section }) => section)).toEqual(['desk']);
    expect((await client.from('setting_changes').select('section').eq('section', 'desk')).data).toEqual([]);
    expect((await saveSection(client, 'desk', DEMO_SETTINGS.desk, 1)).status).toBe(403);
    const [row] = await shop.sql`select version from public.setting_sections where section = 'desk'`;
    expect(row?.version).toBe(1);
  },
);

test.each(['anon', 'customer', 'other'] as const)(
  'CFG-60 %s reads nothing of the desk’s settings',
  async (actor) => {
    expect((await sections(shop.clientOf(actor))).data ?? []).toEqual([]);
    const { data } = await shop.clientOf(actor).rpc('shop_facts');
    expect(Object.keys((data as unknown as { facts: object }).facts)).not.toContain('desk');
  },
);

test('CFG-60 staff read the values that an admin saved last', async () => {
  const { error } = await saveSection(shop.clientOf('admin'), 'desk', DEMO_SETTINGS.desk, 1);
  expect(error).toBeNull();
  const { data } = await sections(shop.clientOf('technician'));
  expect(data?.[0]?.value).toMatchObject(DEMO_SETTINGS.desk);
});

test('CFG-63 the staff learns the brands that the newest orders name most often, each once, with their models', async () => {
  const devices = [
    ['laptop', 'Lenovo', 'T480'],
    ['laptop', 'LENOVO', 't480'],
    ['laptop', ' Lenovo', 'E14'],
    ['laptop', 'Acer', 'Aspire 5'],
    ['other', 'Sony', 'PS5'],
    ['others', 'Sony', 'PS4'],
  ];
  await shop.sql`delete from service_orders`;
  for (const [equipment_type, equipment_brand, equipment_model] of devices)
    await shop.sql`insert into service_orders ${shop.sql(
      orderColumns({ equipment_type, equipment_brand, equipment_model }) as never,
    )}`;
  const { data, error } = await shop.clientOf('technician').rpc('usual_devices');
  expect(error).toBeNull();
  expect(data).toEqual([
    { equipment_type: 'laptop', brand: 'Lenovo', models: ['T480', 'E14'] },
    { equipment_type: 'laptop', brand: 'Acer', models: ['Aspire 5'] },
    { equipment_type: 'others', brand: 'Sony', models: ['PS4', 'PS5'] },
  ]);
});
