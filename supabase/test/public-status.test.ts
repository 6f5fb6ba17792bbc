/** The public's view of orders answers about one order whose number is named, and about nothing else (PUB-03). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeOrder } from './support/orders.ts';
import { ACTORS, openShop, type Shop } from './support/shop.ts';

let shop: Shop;
let numbers: readonly number[];
beforeAll(async () => {
  shop = await openShop();
  numbers = [
    (await makeOrder(shop)).order_number,
    (await makeOrder(shop)).order_number,
    (await makeOrder(shop)).order_number,
  ];
});
afterAll(() => shop[Symbol.asyncDispose]());

async function ask(query: string, init: RequestInit = {}) {
  const headers = { apikey: shop.publishableKey, ...(init.headers as object) };
  const response = await fetch(`${shop.url}/rest/v1/public_order_status?${query}`, { ...init, headers });
  return {
    status: response.status,
    range: response.headers.get('content-range'),
    text: await response.text(),
  };
}

describe('PUB-03 the public view of orders', () => {
  test.each(ACTORS)('PUB-03 the public view tells %s the number and status of one order', async (actor) => {
    const [, second = 0] = numbers;
    const { data, error } = await shop
      .clientOf(actor)
      .from('public_order_status')
      .select('*', { count: 'exact' })
      .eq('order_number', second);
    expect({ data, error }).toEqual({
      data: [{ order_number: second, status: 'pending', wait: null, unrepaired: false, promised_at: null }],
      error: null,
    });
    const none = await shop.clientOf(actor).from('public_order_status').select().eq('order_number', 999_999);
    expect(none.data).toEqual([]);
  });

  test.each(ACTORS)('PUB-03 the public view is not listed by %s', async (actor) => {
    const { data, error } = await shop.clientOf(actor).from('public_order_status').select('*');
    expect(data).toBeNull();
    expect(error).toMatchObject({ code: '22023', message: 'Consulta una orden por su número.' });
  });

  const exact = { headers: { prefer: 'count=exact' } };
  test.each<[string, RequestInit?]>([
    ['limit=1'],
    ['limit=1&order=order_number.desc'],
    ['order_number=gte.1&order=order_number.asc&limit=1'],
    ['order_number=gte.1'],
    ['order_number=in.(FIRST,SECOND)'],
    ['or=(order_number.eq.FIRST,order_number.eq.SECOND)'],
    ['or=(order_number.eq.FIRST,status.eq.pending)'],
    ['order_number=neq.FIRST&limit=1'],
    ['status=eq.pending&limit=1'],
    ['select=count()'],
    ['select=order_number.max()'],
    ['status=eq.pending&limit=0', exact],
    ['order_number=gte.1&limit=0', exact],
    ['select=status', { method: 'HEAD', ...exact }],
    ['offset=5000', exact],
  ])('PUB-03 the public view does not answer %s', async (query, init) => {
    const named = query.replace('FIRST', String(numbers[0])).replace('SECOND', String(numbers[1]));
    const { status, range, text } = await ask(named, init);
    expect([status, range]).toEqual([400, null]);
    expect(text).not.toMatch(/pending|order_number/);
  });

  test('PUB-03 the public view reads its order by an index', async () => {
    const plan = await shop.sql.begin(async (sql) => {
      await sql`set local enable_seqscan = off`;
      return sql.unsafe(
        `explain (costs off) select * from public.public_order_status where order_number = 7`,
      );
    });
    expect(plan.map((line) => String(line['QUERY PLAN'])).join('\n')).toMatch(
      /Index Cond: \(order_number = 7\)\n\s+Filter: (?:private\.)?is_only_order/,
    );
  });
});
