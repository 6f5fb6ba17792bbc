/** Cash drawers of a test shop. */
import { randomUUID } from 'node:crypto';
import { NOT_SO_MUCH } from './payments.ts';
import type { Person, Shop } from './shop.ts';

type By = Pick<Person, 'client'>;
export type Count = Readonly<Record<string, number>>;

/** Opens a drawer under the id `p_id`. @returns the refusal, or null. */
export const openDrawer = async (
  { client }: By,
  more: { p_id?: string; p_till?: string; p_count?: Count } = {},
) =>
  (await client.rpc('open_drawer', { p_id: randomUUID(), p_till: 'Caja', p_count: { 1000: 10 }, ...more }))
    .error;

/** Opens a drawer. @returns its id */
export async function openedDrawer(by: By, more: { p_till?: string; p_count?: Count } = {}): Promise<string> {
  const p_id = randomUUID();
  const refusal = await openDrawer(by, { p_id, ...more });
  if (refusal) throw new Error(refusal.message);
  return p_id;
}

/** Takes cash out of a drawer, or puts it in. @returns the refusal, or null. */
export const moveCash = async (
  { client }: By,
  drawerId: string,
  amount: number,
  more: { p_id?: string; p_kind?: string; p_reason?: string } = {},
) => {
  const { data, error } = await client.rpc('move_drawer_cash', {
    p_id: randomUUID(),
    p_drawer_id: drawerId,
    p_kind: 'withdrawal',
    p_amount: amount,
    p_reason: 'Compra de insumos',
    ...more,
  });
  return error ?? (data ? null : NOT_SO_MUCH);
};

export interface Counted {
  closed: boolean;
  counted: number;
  expected: number;
}

/** Counts a drawer, and closes it if it can be. @returns the answer, or the refusal */
export const closeDrawer = async (
  { client }: By,
  drawerId: string,
  count: Count,
  more: { p_id?: string; p_reason?: string; p_seen?: number } = {},
) => {
  const { data, error } = await client.rpc('close_drawer', {
    p_id: randomUUID(),
    p_drawer_id: drawerId,
    p_count: count,
    ...more,
  });
  return { data: data as unknown as Counted | null, error };
};

/** Counts what should be in it, and closes it. */
export async function closeEven(shop: Pick<Shop, 'sql'>, by: By, drawerId: string): Promise<void> {
  const [row] = await shop.sql`select private.drawer_cash(${drawerId}) as cash`;
  const cash = Number(row?.cash);
  const { data, error } = await closeDrawer(by, drawerId, {
    1000: Math.floor(cash / 1000),
    10: (cash % 1000) / 10,
  });
  if (!data?.closed) throw new Error(error?.message ?? 'The drawer stays open.');
}

/** Opens a closed drawer again. @returns the refusal, or null. */
export const reopenDrawer = async (
  { client }: By,
  drawerId: string,
  more: { p_id?: string; p_reason?: string } = {},
) =>
  (
    await client.rpc('reopen_drawer', {
      p_id: randomUUID(),
      p_drawer_id: drawerId,
      p_reason: 'Faltó un pago',
      ...more,
    })
  ).error;

export interface Sheet {
  opened_by: string;
  closed_by: string | null;
  opening_amount: number;
  counted_amount: number | null;
  expected_amount: number | null;
  reason: string;
  events: {
    kind: string;
    created_by: string;
    amount: number | null;
    expected: number | null;
    reason: string;
  }[];
  payments:
    | { method: string; amount: number; orders: number[]; created_by: string; corrects: boolean }[]
    | null;
}

/** A drawer's sheet. @returns the sheet, or the refusal */
export async function sheetOf({ client }: By, drawerId: string) {
  const { data, error } = await client.rpc('drawer_sheet', { p_id: drawerId });
  return { sheet: data as unknown as Sheet | null, error };
}

/** The drawer of each cash payment of an order, the oldest first. */
export const drawersOf = async ({ sql }: Pick<Shop, 'sql'>, orderId: string) =>
  (
    await sql`select p.drawer_id from private.payments p
      where p.id in (select s.payment_id from private.payment_shares s where s.order_id = ${orderId})
      order by p.created_at, p.id`
  ).map(({ drawer_id: id }) => id as string | null);

/** Drawers and payments that break a rule, of which there are none. */
export const brokenDrawers = async ({ sql }: Pick<Shop, 'sql'>) => [
  ...(await sql`
    with cash as (
      select d.id, d.opening_amount
        + coalesce((select sum(s.amount) from private.payments p join private.payment_shares s on s.payment_id = p.id
          where p.drawer_id = d.id and p.method = 'cash'), 0)
        + coalesce((select sum(e.amount) filter (where e.kind = 'deposit') from private.drawer_events e
          where e.drawer_id = d.id), 0)
        - coalesce((select sum(e.amount) filter (where e.kind = 'withdrawal') from private.drawer_events e
          where e.drawer_id = d.id), 0) as amount
      from private.drawers d
    )
    select 'expected differs from the ledger' as rule, d.id from private.drawers d join cash c on c.id = d.id
    where d.closed_at is not null and d.expected_amount <> c.amount
    union all
    select 'less than nothing', c.id from cash c where c.amount < 0
    union all
    select 'a difference without a reason', d.id from private.drawers d
    where d.counted_amount <> d.expected_amount and d.reason = ''
    union all
    select 'two open at a till', (array_agg(d.id))[1] from private.drawers d where d.closed_at is null
    group by d.till having count(*) > 1
    union all
    select 'cash outside of a drawer', p.id from private.payments p
    where p.method = 'cash' and p.drawer_id is null and p.created_by is not null
    union all
    select 'closings and reopenings do not alternate', d.id from private.drawers d
    where (select count(*) filter (where e.kind = 'closed') - count(*) filter (where e.kind = 'reopened')
      from private.drawer_events e where e.drawer_id = d.id) <> (d.closed_at is not null)::integer`),
];
