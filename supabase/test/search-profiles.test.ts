/** Finding people on the users screen (ORD-14). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openShop, type Person, type Shop } from './support/shop.ts';

let shop: Shop;
let maria: Person;
beforeAll(async () => {
  shop = await openShop();
  maria = await shop.addPerson('customer', { rut: '15333444-5', phone: '+56 9 8123 7654' });
  await shop.sql`update public.profiles set full_name = 'María José Ñuñez 100%' where id = ${maria.id}`;
});
afterAll(() => shop[Symbol.asyncDispose]());

async function found(
  by: Person,
  search: string,
  staff = false,
  page: { limit?: number; offset?: number } = {},
) {
  const { data, error } = await by.client.rpc('search_profiles', {
    p_search: search,
    p_staff: staff,
    p_limit: page.limit,
    p_offset: page.offset,
  });
  if (error) throw error;
  return data;
}
const ids = async (...args: Parameters<typeof found>) => (await found(...args)).map((row) => row.id);

describe('ORD-14 finding people', () => {
  test.each([
    'maria jose',
    'MARÍA',
    'nunez',
    '15.333.444-5',
    '153334445'.slice(0, 8),
    '15333444-5',
    '153334445',
    '8123 7654',
    '+56 9 8123 7654',
    '981237654',
    '100%',
  ])('ORD-14 "%s" finds the customer: accents, case, dots and prefix do not matter', async (search) => {
    expect(await ids(shop.people.admin, search)).toEqual([maria.id]);
  });

  test('ORD-14 a mail address finds its account, and wildcards stand for themselves', async () => {
    expect(await ids(shop.people.admin, maria.email)).toEqual([maria.id]);
    expect(await ids(shop.people.admin, 'm_ria')).toEqual([]);
    expect(await ids(shop.people.admin, '%%')).toEqual([]);
    expect(await ids(shop.people.admin, "'; drop table profiles; --")).toEqual([]);
  });

  test('ORD-14 the team and the customers are lists of their own, by name, and the total counts all pages', async () => {
    const team = await found(shop.people.admin, '', true);
    expect(team.map((row) => row.role).toSorted()).toEqual(['admin', 'receptionist', 'technician']);
    const all = await found(shop.people.admin, '');
    expect(all.map((row) => row.role)).toEqual(['customer', 'customer', 'customer']);
    const [first, second] = [
      await found(shop.people.admin, '', false, { limit: 2 }),
      await found(shop.people.admin, '', false, { limit: 2, offset: 2 }),
    ];
    expect([...first, ...second].map((row) => row.id)).toEqual(all.map((row) => row.id));
    expect(first.map((row) => row.total)).toEqual([3, 3]);
  });

  test('DATA-02 customers and the public find nobody', async () => {
    for (const client of [shop.people.customer.client, shop.anon]) {
      const { data, error } = await client.rpc('search_profiles', { p_search: '', p_staff: false });
      expect(data).toBeNull();
      expect(error?.code).toBe('42501');
    }
  });
});
