/**
 * Measures the search of 'Clientes' over HTTP with one client, at 100,000 orders of 30,000 people, a tenth with a
 * card and contacts, and compares it with 1,000 orders of 300 people.
 *
 * Run: node bench/customers.ts [orders]   (default 100000)
 * Targets: those of the desk's list, p95 under 60 ms and at most 1.5 times the time at 1,000; of what finds more people
 * than are shown, which are read to count each once, at most 400 ms.
 */
import { openShop, type Client, type Shop } from '../supabase/test/support/shop.ts';
import { fillOrders } from './support/desk-orders.ts';

const SMALL = 1_000;
const LARGE = Number(process.argv[2] ?? 100_000);
const PEOPLE = 0.3;
const RUNS = 40;
const WARM_UP = 5;
const P95_LIMIT_MS = 60;
const COMMON_LIMIT_MS = 400;
const RATIO_LIMIT = 1.5;
/** Below half of the limit a ratio is of the request, not of the search. */
const NOTICED_MS = P95_LIMIT_MS / 2;

/** Cards and contacts of every tenth person, and a second phone on every eighth order. */
async function fillCards({ sql }: Pick<Shop, 'sql'>): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`
      insert into private.customer_cards (rut, is_company, business_name)
      select r.customer_rut, true, 'Comercial ' || (array['Aceros','Frutas','Buses','Pesquera'])[1 + r.n % 4] || ' del Sur ' || r.n
      from (select o.customer_rut, row_number() over (order by o.customer_rut) as n from public.service_orders o
        where not private.is_repeated_rut(o.customer_rut) group by 1) as r
      where r.n % 10 = 0 on conflict do nothing`;
    await tx`
      insert into public.customer_contacts (rut, name, phone, role)
      select c.rut, (array['Rosa','Berta','Hugo'])[k] || ' ' || c.business_name,
        '+56 9 ' || lpad((abs(hashtext(c.rut || k)) % 100000000)::text, 8, '0'), 'Compras'
      from private.customer_cards c, generate_series(1, 3) as k`;
    await tx`update public.service_orders set second_phone = '9' || lpad((order_number * 7919 % 100000000)::text, 8, '0')
      where order_number % 8 = 0`;
    await tx`delete from private.order_texts t using public.service_orders o
      where o.order_number = t.order_number and o.second_phone is not null`;
    await tx`insert into private.order_texts
      select r.* from public.service_orders o cross join lateral private.order_search_row(o) as r
      where o.second_phone is not null`;
  });
  for (const table of [
    'public.service_orders',
    'private.order_texts',
    'private.customer_cards',
    'public.customer_contacts',
  ])
    await sql.unsafe(`vacuum analyze ${table}`);
}

/** Search terms for customers in the spellings of a counter; `common` finds more than a page. */
async function searchesOf({ sql }: Pick<Shop, 'sql'>): Promise<Record<string, string>> {
  const [person] = await sql<{ rut: string; phone: string; name: string }[]>`
    select customer_rut as rut, right(regexp_replace(customer_phone, '[^0-9]', '', 'g'), 8) as phone, customer_name as name
    from public.service_orders order by order_number limit 1 offset 400`;
  const [contact] = await sql<{ phone: string; name: string }[]>`
    select right(c.phone, 8) as phone, c.name from public.customer_contacts c order by c.rut limit 1 offset 12`;
  const [second] = await sql<{ phone: string }[]>`
    select second_phone as phone from public.service_orders where second_phone is not null order by order_number limit 1 offset 40`;
  const { rut = '', phone = '', name = '' } = person ?? {};
  const [digits = '', check = ''] = rut.split('-');
  const [first = '', ...family] = name.split(' ');
  return {
    'nothing typed': '',
    'RUT with dots': `${digits.slice(0, -6)}.${digits.slice(-6, -3)}.${digits.slice(-3)}-${check}`,
    'RUT without': digits + check,
    'RUT, half of it': digits.slice(0, 5),
    'phone with prefix': `+56 9 ${phone.slice(0, 4)} ${phone.slice(4)}`,
    'phone with 0': `09${phone}`,
    'phone, eight digits': phone,
    'phone, last four': phone.slice(4),
    'phone of nobody': '999999991',
    'second phone': second?.phone ?? '',
    'contact’s phone': `9${contact?.phone}`,
    'contact’s name': contact?.name ?? '',
    'business name': 'pesquera sur 30',
    'whole name': name.toUpperCase(),
    'common: family names': family.join(' '),
    'common: first name': first,
    'common: a family name': 'gonzalez',
    'common: business name': 'comercial sur',
    'name of nobody': 'qqzz wxyz',
  };
}

async function time(clients: readonly Client[], searches: readonly string[]) {
  const times: number[][] = clients.map(() => []);
  for (let run = 0; run < WARM_UP + RUNS; run += 1)
    for (const [index, client] of clients.entries()) {
      const start = performance.now();
      const { error } = await client.rpc('find_customers', { p_search: searches[index] ?? '' });
      if (error) throw error;
      if (run >= WARM_UP) times[index]?.push(performance.now() - start);
    }
  return times.map((all) => {
    const sorted = all.toSorted((one, other) => one - other);
    const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN;
    return { quarter: at(0.25), median: at(0.5), p95: at(0.95) };
  });
}

await using fewShop = await openShop();
await using manyShop = await openShop();
const shops = [fewShop, manyShop];
for (const [index, count] of [SMALL, LARGE].entries()) {
  const shop = shops[index] ?? fewShop;
  await fillOrders(shop, count, Math.round(count * PEOPLE));
  await fillCards(shop);
}
const clients = shops.map((shop) => shop.people.receptionist.client);
const [few = {}, many = {}] = await Promise.all(shops.map(searchesOf));
let isOver = false;
const table: Record<string, Record<string, number>> = {};
for (const name of Object.keys(many)) {
  const [small, large] = await time(clients, [few[name] ?? '', many[name] ?? '']);
  if (!small || !large) throw new Error(`${name} was not timed`);
  const ratio = large.quarter / small.quarter;
  const isCommon = name.startsWith('common');
  isOver ||= isCommon
    ? large.p95 > COMMON_LIMIT_MS
    : large.p95 > P95_LIMIT_MS || (ratio > RATIO_LIMIT && large.quarter > NOTICED_MS);
  table[name] = {
    [`${SMALL} median`]: Math.round(small.median * 10) / 10,
    [`${LARGE} median`]: Math.round(large.median * 10) / 10,
    ratio: Math.round(ratio * 100) / 100,
    [`${LARGE} p95`]: Math.round(large.p95 * 10) / 10,
  };
}
console.table(table);
console.log(isOver ? 'over the limits' : 'within the limits');
process.exitCode = isOver ? 1 : 0;
