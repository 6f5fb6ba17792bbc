/**
 * The demo shop: a year of a repair shop's work, the same on every machine and always up to date. History is written
 * with its dates, so the triggers that set timestamps and create notifications are disabled meanwhile; the seed writes
 * what they would have written.
 */
import { sealCode } from '@taller/shared/orders/device-codes/seal-code.ts';
import type postgres from 'postgres';
import { DEMO_PASSWORD, DEMO_REPORT_PIN, makeAccounts } from './accounts.ts';
import { makeAppointments } from './appointments.ts';
import { writeDrawers } from './drawers.ts';
import { insertRows } from './insert-rows.ts';
import { OrderBook } from './order-life.ts';
import { holdNewest } from './order-messages.ts';
import { planOrders } from './order-plan.ts';
import { writePromises } from './order-promises.ts';
import { makeWaits } from './order-waits.ts';
import { otherNews } from './notifications.ts';
import { writePayments } from './payments.ts';
import { makePeople } from './people.ts';
import { makeRandom } from './random.ts';
import type { DeviceCode, OrderRows } from './rows.ts';
import { makeStock } from './stock.ts';
import { writeSettings } from './write-settings.ts';

/** Number of the oldest demo order: above those of the demo import file, so that its numbers are free. */
const FIRST_ORDER_NUMBER = 6001;
const SEED = 20_261_121;
/** bcrypt cost of the accounts: @supabase/lite reads the same variable for later ones; tests set the minimum. */
const PASSWORD_COST = Number(process.env.LITE_AUTH_BCRYPT_COST || 10);
/** If the trigger on auth.users could not be disabled, it has created the profiles already. */
const PROFILE_MAY_BE_THERE = `on conflict (id) do update set address = excluded.address, role = excluded.role,
  rut_verified_at = excluded.rut_verified_at, created_at = excluded.created_at`;

/** Tables whose triggers are disabled while history is written without superuser rights. */
const QUIET_TABLES = [
  'public.profiles',
  'public.service_orders',
  'public.service_order_internal',
  'private.payments',
  'private.payment_shares',
  'private.tax_documents',
  'public.appointments',
  'public.pedidos_pantallas',
  'public.notifications',
  'public.whatsapp_messages',
  'public.whatsapp_replies',
  'public.order_events',
  'public.order_waits',
  'public.decision_history',
  'public.inventory_movements',
  'public.component_types',
  'public.suppliers',
  'public.setting_sections',
] as const;

/**
 * Fills an empty, migrated database with the demo shop, in one transaction. Does nothing if the demo shop exists.
 * @param sql a connection as superuser, or as the owner of the tables (then their triggers are disabled for the
 * transaction).
 * @param options.today end of the history; now by default.
 */
export async function seedDemo(sql: postgres.Sql, options: { today?: Date } = {}): Promise<void> {
  const today = options.today ?? new Date();
  await sql.begin(async (tx) => {
    const [there] = await tx`select from auth.users where email = 'admin@taller.test'`;
    if (there) return;
    const loud = await silenceTriggers(tx);
    await writeShop(tx, today);
    await loud();
  });
}

/** @returns a function that enables the triggers again; with superuser rights the end of the transaction does. */
async function silenceTriggers(tx: postgres.TransactionSql): Promise<() => Promise<void>> {
  const [role] = await tx`select rolsuper as superuser from pg_roles where rolname = current_user`;
  if (role?.superuser === true) {
    await tx`set local session_replication_role = replica`;
    return async () => {};
  }
  // Not those that fire always, as counts must be right however rows come in: they fire for a superuser, too.
  const triggers = await tx<{ table: string; name: string }[]>`
    select tgrelid::regclass::text as table, quote_ident(tgname) as name from pg_trigger
    where tgrelid = any (${QUIET_TABLES}::regclass[])
      and not tgisinternal and tgenabled = 'O'`;
  const alter = async (what: 'disable' | 'enable'): Promise<void> => {
    await tx.unsafe(
      triggers.map(({ table, name }) => `alter table ${table} ${what} trigger ${name};`).join('\n'),
    );
  };
  await alter('disable');
  return async () => {
    // Pending deferred constraints would prevent altering their table.
    await tx`set constraints all immediate`;
    await alter('enable');
  };
}

async function writeShop(tx: postgres.TransactionSql, today: Date): Promise<void> {
  const random = makeRandom(SEED);
  const people = makePeople(random);
  const [hashed] = await tx`
    select extensions.crypt(${DEMO_PASSWORD}, extensions.gen_salt('bf', ${PASSWORD_COST}::int)) as hash`;
  const [setting] = await tx`select private.shop_setting('site_url') as site_url`;
  const siteUrl = String(setting?.site_url);

  const accounts = makeAccounts(people, String(hashed?.hash), today, random);
  await insertRows(tx, 'auth.users', accounts.users);
  await insertRows(tx, 'auth.identities', accounts.identities);
  await insertRows(tx, 'public.profiles', accounts.profiles, PROFILE_MAY_BE_THERE);
  await tx`insert into public.staff_names (id, full_name)
    select id, full_name from public.profiles where role <> 'customer' on conflict do nothing`;

  await tx`insert into private.report_pin (hash) values (extensions.crypt(${DEMO_REPORT_PIN}, extensions.gen_salt('bf', 8)))
    on conflict do nothing`;

  await writeSettings(tx);
  // A shop with a year of orders needs no list of first steps.
  await tx`update private.shop_setup set steps_hidden_at = now()`;

  const book = new OrderBook({ staff: people.staff, today, siteUrl });
  for (const [index, plan] of planOrders(people, today, SEED).entries())
    book.write(plan, FIRST_ORDER_NUMBER + index);
  const waits = makeWaits(book.rows, { staff: people.staff, demoCustomers: people.demoCustomers, today });
  await writeOrders(tx, book.rows, today);
  await insertRows(tx, 'public.order_waits', waits);
  await writePromises(tx, people.demoCustomers, today);
  await writeDrawers(tx, people.staff.receptionist, today);
  await writePayments(tx, today);

  const stock = makeStock(people.staff, book.finished, today, random);
  await insertRows(tx, 'public.component_types', stock.types);
  await insertRows(tx, 'public.suppliers', stock.suppliers);
  await insertRows(tx, 'public.inventory', stock.items);
  await insertRows(tx, 'public.inventory_movements', byDate(stock.movements));
  await tx`insert into private.earned_orders
    select f.* from private.find_earned_orders(array(select id from public.service_orders)) as f`;
  await tx`insert into private.moved_items (item_id) select distinct item_id from public.inventory_movements`;
  await insertRows(tx, 'private.activity_entries', stock.logs);
  await insertRows(tx, 'private.activity_costs', stock.logCosts);
  await insertRows(tx, 'public.pedidos_pantallas', stock.screenOrders);
  await insertRows(tx, 'public.appointments', makeAppointments(people, today, random));
}

async function writeOrders(tx: postgres.TransactionSql, rows: OrderRows, today: Date): Promise<void> {
  holdNewest(rows.messages, today);
  await insertRows(tx, 'public.service_orders', rows.orders);
  // The disabled trigger follow_order_search maintains these rows otherwise; without them the desk's list is empty.
  await tx`insert into private.order_texts
    select r.* from public.service_orders o cross join lateral private.order_search_row(o) as r on conflict do nothing`;
  // Likewise for the trigger follow_warranty_returns and the reports.
  await tx`insert into private.warranty_returns select r.order_id from private.find_warranty_returns() r on conflict do nothing`;
  await insertRows(tx, 'private.device_codes', await sealCodes(tx, rows.codes));
  await insertRows(tx, 'public.order_events', byDate(rows.events));
  await insertRows(tx, 'public.decision_history', rows.decisions);
  const news = otherNews(rows, today);
  await insertRows(tx, 'public.whatsapp_replies', news.replies);
  await insertRows(tx, 'public.notifications', news.notifications);
  await insertRows(tx, 'public.whatsapp_messages', rows.messages);
  await insertRows(tx, 'public.service_order_internal', rows.internalNotes);
}

/** The codes encrypted as browsers do. The public key must have been published. */
async function sealCodes(tx: postgres.TransactionSql, codes: readonly DeviceCode[]) {
  const [row] = await tx`select id, public_key from public.device_code_keys where retired_at is null`;
  const key = { id: String(row?.id), publicKey: String(row?.public_key) };
  return Promise.all(
    codes.map(async ({ order_id, code, stored_at }) => ({
      order_id,
      sealed_code: await sealCode(code, order_id, key),
      key_id: key.id,
      stored_at,
    })),
  );
}

/** Identity columns number rows in insertion order: insert in chronological order. */
const byDate = <T extends { created_at?: string }>(rows: readonly T[]): T[] =>
  rows.toSorted((a, b) => String(a.created_at).localeCompare(String(b.created_at)));
