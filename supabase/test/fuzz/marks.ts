import type postgres from 'postgres';
import { RULES } from '../support/access-matrix.ts';
import { makeOrder } from '../support/orders.ts';
import type { Actor, Shop } from '../support/shop.ts';
import { TABLE_CASES } from '../support/table-cases.ts';

/** Location of a text of the shop: a response with its mark has read it. */
interface Place {
  readonly table: string;
  readonly column: string;
  /** The row's owner, for tables whose rows customers read if they own them. */
  readonly owner: 'customer' | 'other';
}

/** Texts of the shop by mark. Marks are random enough not to occur in a request by chance. */
export type Marks = ReadonlyMap<string, Place>;

const MARK = /mk[0-9a-f]{16}/g;
/** Tables of staff whose rows customers get in the export of their data. */
const EXPORTED = ['whatsapp_messages', 'whatsapp_replies', 'decision_origins'];
const DEVICE_TABLES = ['service_orders', 'appointments', 'decision_history', 'order_events', ...EXPORTED];

/**
 * Inserts rows of both customers into every table, and a mark into every unrestricted text column. The tables' triggers
 * are disabled meanwhile; if a constraint rejects the mark, the column is unchanged.
 */
export async function plantMarks(shop: Shop): Promise<Marks> {
  const { sql, people } = shop;
  for (const spec of Object.values(TABLE_CASES)) await spec.make(shop, 'admin', 'select');
  const theirs = await makeOrder(shop, {
    customer_name: people.other.fullName,
    customer_rut: people.other.rut,
    customer_phone: people.other.phone,
  });
  await sql`insert into public.appointments (customer_id, appointment_date, reason)
    values (${people.other.id}, '2027-01-05T15:00:00Z', 'Entrega')`;
  await sql`insert into public.decision_history (order_id, type, message) values (${theirs.id}, 'success', 'ok')`;
  const columns = await sql<{ schema: string; table: string; column: string }[]>`
    select c.relnamespace::regnamespace::text as schema, c.relname::text as "table", a.attname::text as "column"
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace) and c.relkind = 'r'
      and a.atttypid = 'text'::regtype and a.attgenerated = '' order by 1, 2, 3`;
  const marks = new Map<string, Place>();
  for (const { schema, table, column } of columns) {
    if (isIdentity(column)) continue;
    await sql
      .begin(async (tx) => {
        await tx`set local session_replication_role = replica`;
        const rows = await tx<{ owner: 'customer' | 'other'; mark: string }[]>`
          with marked as (
            update ${tx(schema)}.${tx(table)} as t
            set ${tx(column)} = left(coalesce(t.${tx(column)}, ''), 10) || ' mk' || substr(md5(random()::text || t.ctid::text), 1, 16)
            returning t.*)
          select substring(${tx(column)} from 'mk[0-9a-f]{16}') as mark, case when ${ownedByOther(tx, table, shop)} then 'other' else 'customer' end as owner
          from marked`;
        for (const { mark, owner } of rows) marks.set(mark, { table, column, owner });
      })
      .catch(() => undefined);
  }
  return marks;
}

/** Columns that link people and orders or grant rights: a mark would change who may see what. */
function isIdentity(column: string): boolean {
  return /rut|role|email|phone|status|^key$|_type$|^state$|^event$|^kind$/.test(column);
}

function ownedByOther(tx: postgres.TransactionSql, table: string, { people }: Shop) {
  if (table === 'profiles') return tx`id = ${people.other.id}`;
  if (table === 'appointments') return tx`customer_id = ${people.other.id}`;
  if (table === 'service_orders') return tx`customer_rut = ${people.other.rut}`;
  if (!DEVICE_TABLES.includes(table)) return tx`false`;
  return tx`order_id in (select id from public.service_orders where customer_rut = ${people.other.rut})`;
}

/** Texts in a response that this user must not see, as `table.column of owner`. */
export function leaksTo(actor: Actor, text: string, marks: Marks): string[] {
  const found = [...text.matchAll(MARK)].flatMap(([mark]) => marks.get(mark) ?? []);
  return found
    .filter((place) => !mayRead(actor, place))
    .map(({ table, column, owner }) => `${table}.${column} of ${owner}`);
}

/** Private tables whose texts a view or function of the API returns, and a table with the same rules. */
const SHOWN_AS: Readonly<Record<string, string>> = {
  activity_entries: 'activity_logs',
  // list_looks, for admins only.
  looks: 'decision_origins',
};

/** According to the access matrix: a table that one customer reads and the other does not is read by its owner. */
function mayRead(actor: Actor, { table, column, owner }: Place): boolean {
  const rule = RULES.find(
    (candidate) => candidate.table === (SHOWN_AS[table] ?? table) && candidate.operation === 'select',
  );
  if (!rule) return false;
  if (EXPORTED.includes(table) && actor === owner) return true;
  const ofOwners = rule.allowed.customer && !rule.allowed.other;
  if (ofOwners && (actor === 'customer' || actor === 'other')) return actor === owner;
  // A quote's link shows the work to anyone who has the link (PUB-04).
  if (table === 'service_orders' && column === 'technical_work') return true;
  // The sentence about a wait is on the page of whoever knows the order's number (TIME-07).
  if (table === 'order_waits' && column === 'public_text') return true;
  return rule.allowed[actor];
}
