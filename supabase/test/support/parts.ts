/** Parts of test orders, requested and moved as a person does it. */
import { randomUUID } from 'node:crypto';
import type { Person, Shop } from './shop.ts';

type By = Pick<Person, 'client'>;

/** Asks for a part of an order. @returns its id, state, what the desk is told, and the refusal. */
export async function requestPart(
  { client }: By,
  orderId: string,
  more: { p_id?: string; p_item_id?: string; p_description?: string; p_quantity?: number } = {},
) {
  const id = more.p_id ?? randomUUID();
  const { data, error } = await client.rpc('request_part', {
    p_id: id,
    p_order_id: orderId,
    p_quantity: 1,
    ...(!more.p_item_id && { p_description: 'Pantalla compatible' }),
    ...more,
  });
  return { id, ...data?.[0], error };
}

/** The parts of an order, as a person reads them. */
export async function partsOf({ client }: By, orderId: string) {
  const { data, error } = await client.rpc('requested_parts', { p_order_id: orderId });
  if (error) throw new Error(error.message);
  return data;
}

export interface MoveArguments {
  p_request_id?: string;
  p_version?: number;
  p_item_id?: string;
  p_supplier?: string;
  p_expected_on?: string;
  p_unit_cost?: number;
  p_note?: string;
}

/** The version of a part, as stored. */
export async function versionOf({ sql }: Pick<Shop, 'sql'>, partId: string) {
  const [row] = await sql`select version from private.requested_parts where id = ${partId}`;
  return Number(row?.version ?? 0);
}

/** Takes a part as it is stored one step on. @returns the refusal, or null. */
export async function movePart(
  shop: Pick<Shop, 'sql'>,
  { client }: By,
  partId: string,
  to: string,
  more: MoveArguments = {},
) {
  const { error } = await client.rpc('move_part', {
    p_request_id: randomUUID(),
    p_part_id: partId,
    p_version: more.p_version ?? (await versionOf(shop, partId)),
    p_to: to,
    ...(to === 'ordered' && { p_supplier: 'Repuestos Sur' }),
    ...more,
  });
  return error;
}

/** Takes a part through several steps, none of which is refused. */
export async function walkPart(shop: Pick<Shop, 'sql'>, by: By, partId: string, ...steps: string[]) {
  for (const step of steps) {
    const error = await movePart(shop, by, partId, step);
    if (error) throw new Error(`${step}: ${error.message}`);
  }
}

/** Quantity and reserved of a product. */
export async function stockOf({ sql }: Pick<Shop, 'sql'>, { id }: { id: string }) {
  const [row] = await sql`select quantity, reserved from public.inventory where id = ${id}`;
  return row ? [Number(row.quantity), Number(row.reserved)] : null;
}

/** Products and parts that break a rule, of which there are none. */
export const brokenStock = async ({ sql }: Pick<Shop, 'sql'>) => [
  ...(await sql`
    select 'reserved differs' as rule, i.id from public.inventory i where i.reserved <> (
      select coalesce(sum(p.quantity), 0) from private.requested_parts p
      where p.item_id = i.id and p.state in ('arrived', 'reserved'))
    union all
    select 'the ledger differs', i.id from public.inventory i where i.quantity <> (
      select coalesce(sum(m.delta), 0) from public.inventory_movements m where m.item_id = i.id)
    union all
    select 'less than nothing', i.id from public.inventory i where i.reserved < 0 or i.reserved > i.quantity
    union all
    select 'held of nothing', p.id from private.requested_parts p
    where p.item_id is not null and p.state in ('requested', 'ordered', 'arrived', 'reserved')
      and not exists (select from public.inventory i where i.id = p.item_id)
    union all
    select 'the steps differ', p.id from private.requested_parts p where p.state <> (
      select s.became from private.part_steps s where s.part_id = p.id order by s.id desc limit 1)
    union all
    select 'a gap in the steps', s.part_id from (
      select e.*, lag(e.became) over (partition by e.part_id order by e.id) as before from private.part_steps e) as s
    where s.was is distinct from s.before`),
];

/** Kept sources of pieces (private.keep_sources) that are not what the whole ledger says, first in, first out. */
export const wrongSources = async ({ sql }: Pick<Shop, 'sql'>) => {
  await sql`select private.keep_sources()`;
  return sql`
    with computed as (
      select s.went, s.came, s.item_id, s.pieces, t.order_id, b.supplier_name
      from private.piece_sources(array(select distinct m.item_id from public.inventory_movements m)) s
      join public.inventory_movements t on t.id = s.went and t.kind = 'written_off' and t.order_id is not null
      join public.inventory_movements b on b.id = s.came
    )
    (select 'not kept' as rule, * from computed except select 'not kept', * from private.kept_sources)
    union all (select 'kept too much', * from private.kept_sources except select 'kept too much', * from computed)`;
};
