/** The main colour of the shop: what cannot be read is refused by the server too (CFG-50). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { saveSection } from './support/settings-calls.ts';
import { openShop, type Shop } from './support/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop[Symbol.asyncDispose]());

test('CFG-50 a colour that cannot be read is refused with the reason at its field, and nothing changes', async () => {
  const { error } = await saveSection(shop.people.admin.client, 'look', { logo: null, color: '#ffc62e' }, 1);
  expect(error?.faults).toEqual([
    {
      path: 'color',
      message: expect.stringMatching(
        /^Con este color el texto blanco se lee mal \(contraste 1,5 de 4,5\)\. Prueba #[0-9a-f]{6}\.$/,
      ),
    },
  ]);
  const [row] = await shop.sql`select value, version from public.setting_sections where section = 'look'`;
  expect(row).toEqual({ value: { logo: null, color: null }, version: 1 });
});
