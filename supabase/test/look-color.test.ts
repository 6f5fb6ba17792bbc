/** The main colour of the shop: form and database refuse the same ones (CFG-50). */
import { randomUUID } from 'node:crypto';
import { colorFault } from '@taller/shared/config/look-colors.ts';
import { someColors } from '@taller/shared/testing/some-colors.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openShop, type Shop } from './support/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop[Symbol.asyncDispose]());

/** Greys, of which two neighbours are on two sides of the limit, and colours from everywhere. */
const COLORS = [
  ...Array.from({ length: 256 }, (_, at) => `#${at.toString(16).padStart(2, '0').repeat(3)}`),
  ...someColors(3000),
];

test('CFG-50 the database and the form refuse the same colours', async () => {
  const rows = await shop.sql<{ color: string; refused: boolean }[]>`
    select c.color, private.main_color_contrast(c.color) < 4.5 as refused from unnest(${COLORS}::text[]) as c (color)`;
  const differ = rows.filter(({ color, refused }) => refused !== (colorFault(color) !== null));
  expect(rows).toHaveLength(COLORS.length);
  expect(differ).toEqual([]);
  expect(rows.filter(({ refused }) => refused).length).toBeGreaterThan(500);
});

test('CFG-50 a colour that cannot be read is refused with the reason, whoever writes it, and nothing changes', async () => {
  const look = { logo: null, color: '#ffc62e' };
  const { error } = await shop.people.admin.client.rpc('save_setting_section', {
    p_request_id: randomUUID(),
    p_section: 'look',
    p_value: look,
    p_version: 1,
  });
  const message = 'Con este color el texto blanco se lee mal (contraste 1,5 de 4,5). Elige uno más oscuro.';
  expect(error?.message).toBe(message);
  await expect(
    shop.sql`update public.setting_sections set value = ${shop.sql.json(look)} where section = 'look'`,
  ).rejects.toThrow(message);
  const [row] = await shop.sql`select value, version from public.setting_sections where section = 'look'`;
  expect(row).toEqual({ value: { logo: null, color: null }, version: 1 });
});
