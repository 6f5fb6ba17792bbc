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
    select jsonb_set(value, ${path}::text[], ${figure}::text::jsonb)::text as value, version
    from public.setting_sections where section = ${section}`;
  const session = (await shop.people.admin.client.auth.getSession()).data.session;
  const response = await fetch(`${shop.url}/rest/v1/rpc/save_setting_section`, {
    method: 'POST',
    headers: {
      apikey: shop.publishableKey,
      authorization: `Bearer ${session?.access_token}`,
      'content-type': 'application/json',
    },
    body: `{"p_request_id":"${crypto.randomUUID()}","p_section":"${section}","p_version":${row?.version},"p_value":${row?.value}}`,
  });
  return (await response.json()) as { code?: string; message?: string };
}

test.each([
  ['data', '{staff_idle_minutes}', '600.0'],
  ['data', '{staff_idle_minutes}', '6000e-1'],
  ['data', '{order_years}', '7.00'],
  ['desk', '{warranty,laptop}', '30.0'],
])(
  'SEC-54 a whole number of %s %s is not %s, which would lock everybody out',
  async (section, path, figure) => {
    const answer = await save(section, path, figure);
    expect(answer).toMatchObject({ code: '23514', message: expect.stringContaining(section) });
    const views = await shop.people.technician.client.rpc('count_order_views');
    expect(views.error).toBeNull();
  },
);

test.each(['1e3', '72e1'])('SEC-54 %s is the whole number that it means', async (figure) => {
  expect(await save('data', '{staff_idle_minutes}', figure)).toMatchObject([{ saved: true }]);
  const [row] = await shop.sql`select private.staff_idle_minutes() as minutes`;
  expect(row?.minutes).toBe(Number(figure));
});

test('SEC-54 a number of a hundred thousand digits is refused', async () => {
  for (const figure of ['1e99', '1e131000', '-1e99'])
    expect(await save('data', '{staff_idle_minutes}', figure)).toMatchObject({ code: '23514' });
});
