import type postgres from 'postgres';

/** Totals: rows by table, and sums of the stock. */
export type ShopState = Readonly<Record<string, number>>;

/** Tables of requests and sessions, not of the shop's data, and changes of counts, which are summed now and then. */
const NOT_COUNTED = [
  'private.order_counts',
  'private.done_requests',
  'private.looks',
  'private.session_use',
  'private.message_sender',
  'private.webhook_receipts',
];

const tablesOf = (sql: postgres.Sql) => sql<{ name: string }[]>`
  select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and (n.nspname in ('public', 'private') or (n.nspname, c.relname) in (('auth', 'users'), ('auth', 'sessions'), ('auth', 'mfa_factors')))
  order by 1`;

/** Row counts and sums that a duplicated change would alter. */
export async function shopState(sql: postgres.Sql): Promise<ShopState> {
  const names = (await tablesOf(sql)).map(({ name }) => (name.includes('.') ? name : `public.${name}`));
  const counts = names
    .filter((name) => !NOT_COUNTED.includes(name))
    .map((name) => `select '${name}' as name, count(*)::int as amount from ${name}`);
  const sums = [
    `select 'orders that are counted', coalesce(sum(orders), 0)::int from private.order_counts`,
    `select 'pieces', coalesce(sum(quantity), 0)::int from public.inventory`,
    `select 'pieces of the ledger', coalesce(sum(delta), 0)::int from public.inventory_movements`,
    `select 'versions of orders', coalesce(sum(version), 0)::int from public.service_orders`,
    `select 'versions of products', coalesce(sum(version), 0)::int from public.inventory`,
    `select 'versions of checklists', coalesce(sum(version), 0)::int from public.order_checklists`,
    `select 'versions of notes', coalesce(sum(version), 0)::int from public.service_order_internal`,
    `select 'waits that ended', count(ended_at)::int from public.order_waits`,
    `select 'messages sent again', count(*)::int from public.whatsapp_messages where attempts > 1`,
  ];
  const rows = await sql.unsafe<{ name: string; amount: number }[]>([...counts, ...sums].join(' union all '));
  return Object.fromEntries(rows.map(({ name, amount }) => [name, amount]));
}

/** Amounts that increased or decreased, except the ignored names. */
export function difference(before: ShopState, after: ShopState, without: readonly string[]): ShopState {
  const names = Object.keys(after).filter((name) => !without.includes(name) && after[name] !== before[name]);
  return Object.fromEntries(names.map((name) => [name, (after[name] ?? 0) - (before[name] ?? 0)]));
}

/** A digest of all tables, which changes with any data. */
export async function shopDigest(sql: postgres.Sql): Promise<string> {
  const texts = (await tablesOf(sql)).map(
    ({ name }) =>
      `select '${name}' || md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as said from ${name} t`,
  );
  const rows = await sql.unsafe<{ said: string }[]>(texts.join(' union all '));
  return rows.map(({ said }) => said).join();
}
