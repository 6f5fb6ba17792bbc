/** Numbers of the settings, in every way that JSON can write them (SEC-54). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openShop, type Shop } from './support/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop[Symbol.asyncDispose]());

/** Saves a section with one number as it is written: browsers write 720, other clients may write 720.0. */
async function save(section: string, path: string, figure: string) {
  const [row] = await shop.sql`
    select jsonb_set(value, ${path}::text[], '"#"')::text as value, version
    from public.setting_sections where section = ${section}`;
  const value = String(row?.value).replace('"#"', figure);
  const session = (await shop.people.admin.client.auth.getSession()).data.session;
  const response = await fetch(`${shop.url}/functions/v1/save-settings`, {
    method: 'POST',
    headers: {
      apikey: shop.publishableKey,
      authorization: `Bearer ${session?.access_token}`,
      'content-type': 'application/json',
    },
    body: `{"requestId":"${crypto.randomUUID()}","section":"${section}","version":${row?.version},"value":${value}}`,
  });
  return (await response.json()) as { code?: string; message?: string };
}

test.each([
  ['data', '{staff_idle_minutes}', '600.0'],
  ['data', '{staff_idle_minutes}', '6000e-1'],
  ['data', '{staff_idle_minutes}', '1e3'],
  ['data', '{order_years}', '7.00'],
  ['desk', '{warranty,laptop}', '30.0'],
])(
  'SEC-54 of %s %s the number %s, which would lock everybody out as it is written, is stored as the whole one that it means',
  async (section, path, figure) => {
    expect(await save(section, path, figure)).toMatchObject({ saved: true });
    const [row] = await shop.sql`
      select value #>> ${path}::text[] as figure from public.setting_sections where section = ${section}`;
    expect(row?.figure).toBe(String(Number(figure)));
    const views = await shop.people.technician.client.rpc('count_order_views');
    expect(views.error).toBeNull();
  },
);

test.each(['600.5', '"600"', 'true', 'null'])('SEC-54 %s is no whole number', async (figure) => {
  expect(await save('data', '{staff_idle_minutes}', figure)).toMatchObject({
    code: '23514',
    faults: [{ path: 'staff_idle_minutes', message: 'Entre 5 y 10.080.' }],
  });
});

test('SEC-54 a number of a hundred thousand digits is refused', async () => {
  for (const figure of ['1e99', '1e131000', '-1e99'])
    expect(await save('data', '{staff_idle_minutes}', figure)).toMatchObject({ code: '23514' });
});
