/**
 * Every table of the database, with a row that a cleaning deletes once it is old, or with what bounds it (PRIV-23).
 * Tables that only a hosted project has are in docs/database.md.
 */
import { randomUUID } from 'node:crypto';
import { recordRun } from '@taller/server/backup/backup-runs.ts';
import type { Shop } from './shop.ts';

/** Deletes what is old. */
type Cleaning = (shop: Shop) => PromiseLike<unknown>;
export const runRetention: Cleaning = ({ sql }) => sql`select public.run_retention()`;

/** A table whose old rows are deleted. */
export interface Rule {
  /** An insert of one row; `$age` stands for how old it is. */
  insert: string;
  /** An age past the period, and one within it; a table that keeps a number of rows has no age within it. */
  old: string;
  kept?: string;
  /** Without one, run_retention. */
  clean?: Cleaning;
}

const ADMIN = `(select id from public.profiles where role = 'admin')`;
const ORDER = `(select id from public.service_orders limit 1)`;

/** Tables with a rule, by name. */
export const RULES: Readonly<Record<string, Rule>> = {
  'auth.audit_log_entries': {
    insert: `insert into auth.audit_log_entries (id, payload, ip_address, created_at)
      values (gen_random_uuid(), '{"action": "token_refreshed"}', '', $age)`,
    old: '91 days',
    kept: '89 days',
  },
  'auth.flow_state': {
    insert: `insert into auth.flow_state (id, provider_type, authentication_method, created_at)
      values (gen_random_uuid(), 'email', 'email/signup', $age)`,
    old: '25 hours',
    kept: '23 hours',
  },
  'auth.mfa_challenges': {
    insert: `with factor as (
        insert into auth.mfa_factors (id, user_id, factor_type, status)
        values (gen_random_uuid(), ${ADMIN}, 'totp', 'unverified') returning id
      ) insert into auth.mfa_challenges (id, factor_id, created_at) select gen_random_uuid(), id, $age from factor`,
    old: '25 hours',
    kept: '23 hours',
  },
  'auth.refresh_tokens': {
    insert: `insert into auth.refresh_tokens (id, token, user_id, session_id, revoked, updated_at)
      select gen_random_uuid(), gen_random_uuid(), user_id, id, true, $age from auth.sessions limit 1`,
    old: '31 days',
    kept: '29 days',
  },
  'auth.sessions': {
    insert: `insert into auth.sessions (id, user_id, created_at, updated_at)
      values (gen_random_uuid(), ${ADMIN}, $age, $age)`,
    old: '181 days',
    kept: '179 days',
  },
  'auth.users': {
    insert: `insert into auth.users (id, aud, role, email, is_sso_user, is_anonymous, created_at)
      select id, 'authenticated', 'authenticated', id || '@nadie.test', false, false, $age from gen_random_uuid() as id`,
    old: '8 days',
    kept: '6 days',
  },
  'cron.job_run_details': {
    insert: `insert into cron.job_run_details (start_time) values ($age)`,
    old: '31 days',
    kept: '29 days',
  },
  'private.activity_entries': {
    insert: `insert into private.activity_entries (action_type, product_id, created_at)
      values ('edit', gen_random_uuid(), $age)`,
    old: '731 days',
    kept: '729 days',
  },
  'private.backup_run': {
    insert: `insert into private.backup_run (kind, started_at, finished_at, ok) values ('backup', $age, $age, true)`,
    old: '201 days',
    clean: async ({ sql }) => {
      await sql`insert into private.backup_run (kind, started_at, finished_at, ok)
        select 'backup', now(), now(), true from generate_series(1, 199)`;
      await recordRun(sql, { kind: 'backup', startedAt: new Date(), ok: true, bytes: null, detail: {} });
    },
  },
  'private.claim_attempts': {
    insert: `insert into private.claim_attempts (user_id, attempted_at) values (${ADMIN}, $age)`,
    old: '61 minutes',
    kept: '59 minutes',
  },
  'private.customer_cards': {
    // Nobody has the RUT any more.
    insert: `insert into private.customer_cards (rut, notes, updated_at)
      values (10000000 + floor(random() * 80000000)::integer || '-0', 'Llamar antes', $age)`,
    old: '31 days',
    kept: '29 days',
  },
  'private.done_requests': {
    insert: `insert into private.done_requests (user_id, id, task, arguments, done_at)
      values (${ADMIN}, gen_random_uuid(), 'x', '', $age)`,
    old: '8 days',
    kept: '6 days',
    clean: (shop) =>
      shop.people.technician.client.from('suppliers').insert({ id: randomUUID(), name: randomUUID() }),
  },
  'private.looks': {
    insert: `insert into private.looks (actor_id, actor_name, actor_role, kind, looked_at, hour)
      values (gen_random_uuid(), 'Eva', 'admin', 'list', $age, $age)`,
    old: '731 days',
    kept: '729 days',
  },
  'public.order_photos': {
    insert: `insert into public.order_photos (id, order_id, moment, created_at)
      values (gen_random_uuid(), ${ORDER}, 'reception', $age)`,
    old: '9 days',
    kept: '7 days',
  },
  'private.photo_links': {
    insert: `insert into private.photo_links (id, order_id, hash, expires_at)
      values (gen_random_uuid(), ${ORDER}, sha256(gen_random_uuid()::text::bytea), $age)`,
    old: '31 days',
    kept: '29 days',
  },
  'private.own_exports': {
    insert: `insert into private.own_exports (user_id, made_at) values (${ADMIN}, $age)`,
    old: '61 minutes',
    kept: '59 minutes',
  },
  'private.part_failures': {
    insert: `insert into private.part_failures (part, build, kind, error, frames, last_at)
      values ('shell', 'a', 'caught', gen_random_uuid(), '', $age)`,
    old: '31 days',
    kept: '29 days',
    clean: ({ anon }) => anon.rpc('report_part_failures', { p_failures: [] }),
  },
  'private.report_pin_guesses': {
    insert: `insert into private.report_pin_guesses (user_id, place, made_at) values (${ADMIN}, 1, $age)`,
    old: '61 seconds',
    kept: '0 seconds',
  },
  'private.booking_attempts': {
    insert: `insert into private.booking_attempts (peer, attempted_at) values ('x', $age)`,
    old: '25 hours',
    kept: '23 hours',
  },
  'private.retention_runs': {
    insert: `insert into private.retention_runs (removed, ran_at) values ('{}', $age)`,
    old: '91 days',
    kept: '89 days',
  },
  'private.session_use': {
    // A session that ended elsewhere leaves its row behind.
    insert: `insert into private.session_use (session_id, user_id, last_used_at) values (gen_random_uuid(), ${ADMIN}, $age)`,
    old: '0 seconds',
  },
  'private.shop_images': {
    insert: `insert into private.shop_images (hash, type, width, height, content, saved_at)
      select encode(sha256(bytes), 'hex'), 'image/png', 1, 1, bytes, $age
      from convert_to(gen_random_uuid()::text, 'UTF8') as bytes`,
    old: '25 hours',
    kept: '23 hours',
    clean: ({ sql, people }) => sql`
      select public.save_shop_image((select jsonb_build_object('sub', s.user_id, 'session_id', s.id, 'aal', 'aal1')
          from auth.sessions s where s.user_id = ${people.admin.id} order by s.created_at desc limit 1),
        gen_random_uuid(), encode(convert_to(gen_random_uuid()::text, 'UTF8'), 'base64'), 'image/png', 1, 1)`,
  },
  'private.site_changes': {
    insert: `insert into private.site_changes (user_id, request_id, action, part, build, asked_at)
      values (gen_random_uuid(), gen_random_uuid(), 'back', 'shell', 'a', $age)`,
    old: '731 days',
    kept: '729 days',
  },
  'private.stocktake_scans': {
    insert: `with ended as (
        insert into private.stocktakes (started_by, finished_at, closed_at) values (${ADMIN}, $age, $age) returning id
      ), line as (
        insert into private.stocktake_lines (stocktake_id, item_id) select id, gen_random_uuid() from ended
        returning stocktake_id, item_id
      ) insert into private.stocktake_scans (id, stocktake_id, item_id, quantity, counted_at, counted_by)
      select gen_random_uuid(), stocktake_id, item_id, 1, $age, ${ADMIN} from line`,
    old: '91 days',
    kept: '89 days',
  },
  'public.appointments': {
    // Appointments of an account are kept as long as the account.
    insert: `insert into public.appointments (full_name, phone, reason, appointment_date)
      values ('Rosa', '911112222', 'Pantalla', $age)`,
    old: '366 days',
    kept: '364 days',
  },
  'public.decision_origins': {
    insert: `with decision as (
        insert into public.decision_history (order_id, type, message, created_at)
        values (${ORDER}, 'success', 'ok', $age) returning id, order_id
      ) insert into public.decision_origins (decision_id, order_id) select id, order_id from decision`,
    old: '731 days',
    kept: '729 days',
  },
  'public.device_code_keys': {
    // Retired, and no code needs it.
    insert: `insert into public.device_code_keys (id, public_key, retired_at)
      values ('${'A'.repeat(16)}', '${'a'.repeat(87)}', $age)`,
    old: '0 seconds',
    clean: ({ sql }) => sql`select public.drop_device_code_keys()`,
  },
  'public.notifications': {
    insert: `insert into public.notifications (type, message, created_at) values ('customer_reply', 'Rosa', $age)`,
    old: '366 days',
    kept: '364 days',
  },
  'public.whatsapp_messages': {
    // Tests. The messages of an order stay with it, without their texts.
    insert: `insert into public.whatsapp_messages (event, occurrence, template, params, phone, state, created_at)
      values ('test', 1, 'x', '{}', '', 'sent', $age)`,
    old: '366 days',
    kept: '364 days',
  },
  'public.whatsapp_replies': {
    insert: `insert into public.whatsapp_replies (phone, body, provider_message_id, received_at)
      values ('1', 'Sí', gen_random_uuid(), $age)`,
    old: '366 days',
    kept: '364 days',
  },
};

/** One row at most, by its key. */
export const ONE_ROW: readonly string[] = [
  'private.link_secret',
  'private.message_sender',
  'private.order_numbers',
  'private.record_chain',
  'private.record_checks',
  'private.report_pin',
  'private.shop_setup',
  'private.webhook_receipts',
];

/** One row at most for each row of other tables, with which it goes: the whole primary key are keys of theirs. */
export const ONE_PER_PARENT: readonly string[] = [
  'auth.mfa_session_attempts',
  'private.account_invitations',
  'private.activity_costs',
  'private.approved_prices',
  'private.bookings',
  'private.calendar_feeds',
  'private.device_codes',
  'private.inventory_counts',
  'private.kept_devices',
  'private.order_texts',
  'private.plain_device_codes',
  'private.printed_terms',
  'private.read_orders',
  'private.report_pin_tries',
  'private.undoable_changes',
  'private.visit_orders',
  'private.warranty_returns',
  'public.device_places',
  'public.profiles',
  'public.service_order_internal',
];

/** Reasons why tables without a rule do not grow by use alone. */
export const REASONS: Readonly<Record<string, string>> = {
  'private.holidays': 'the public holidays of some years',
  'private.past_repairs': 'the repairs of a year: its refresh forgets older ones',
  'auth.identities': 'one for each way in which an account logs in, with the account',
  'auth.mfa_amr_claims': 'one for each session and way to prove it, with the session',
  'auth.mfa_factors': 'ten at most for an account, with the account',
  'cron.job': 'one for each schedule of docs/deploy.md',
  'private.account_changes':
    'kept on purpose: who gained rights, and when; ten of a kind a day by a customer; without names once they are gone',
  'private.anonymizations': 'kept on purpose: proof; one for a person, one for 300 old orders',
  'private.job_runs': 'one for each job, by name',
  'private.line_costs': 'one for each line of a quote that somebody wrote with its cost, with the order',
  'private.mail_deliveries': 'one for each outcome, of which there are two',
  'private.order_counts': 'one for each status and price, and up to 64 changes to sum',
  'private.device_lookups': 'fifty at most for a device, until no order has its number',
  'private.drawer_events': 'kept on purpose: the shop’s books; a few for each day of a till',
  'private.earned_orders': 'one for each order that is completed or delivered, with the order',
  'private.kept_sources': 'one or a few for each movement that took pieces for an order, as the ledger',
  'private.moved_items': 'one for each item and statement since the suppliers’ report last ran',
  'private.drawers': 'kept on purpose: the shop’s books; one for each day of a till',
  'private.payment_shares': 'kept on purpose: the shop’s books',
  'private.payments': 'kept on purpose: the shop’s books; without reference and note once the person is gone',
  'private.part_steps': 'kept on purpose: what was done with the parts of an order, with the order',
  'private.record_keys': 'one for each key with which the shop has signed records',
  'private.records_to_seal': 'what waits to be sealed: gone with its record',
  'private.sealed_personal': 'one for each sealed record, with the order',
  'private.order_signatures': 'kept on purpose: who signed what, with the order',
  'private.photo_link_photos': 'twelve at most for a link, with it and the photo',
  'private.signature_links': 'two at most for an order, with the order',
  'private.paper_attempts': 'ten at most for an order, with the order',
  'private.sealed_records': 'kept on purpose: the proof of what was signed, decided and handed over',
  'private.requested_parts': 'a hundred at most for an order, with the order',
  'private.tax_annulments': 'kept on purpose: the shop’s books',
  'private.tax_documents': 'kept on purpose: the shop’s books; names and RUTs with them, by law',
  'private.tax_requests': 'one for each document that a provider issued',
  'private.reminder_consents': 'one for each phone and RUT that was asked; gone with an erasure',
  'private.self_made_ties': 'one for each customer and RUT of an order whose phone the customer knows',
  'private.stocktake_lines': 'kept on purpose: what each stocktake came to, and why',
  'private.stocktakes': 'kept on purpose: when the stock was counted, and by whom',
  'private.unclaimed_attempts':
    'kept on purpose: what was tried before a device is abandoned, with the order',
  'public.component_types': 'the list of kinds that the shop writes',
  'public.customer_contacts': 'fifty at most for a card besides those that its orders name, with the card',
  'public.decision_history': 'kept on purpose: decisions of an order, with the order',
  'public.erasure_requests': 'kept on purpose: proof that requests were answered; five a day for an account',
  'public.import_batches': 'one for each file that an admin imported',
  'public.inventory': 'the shop’s products',
  'public.inventory_movements': 'kept on purpose: the ledger of the stock',
  'public.order_checklists': 'two at most for an order, with the order',
  'public.order_events': 'kept on purpose: the timeline of each order; impersonal once the order is gone',
  'public.order_waits': 'kept on purpose: what each order waited for, with the order',
  'public.pedidos_pantallas': 'kept on purpose: purchases of the shop',
  'public.saved_views': 'twelve at most for a person, with the account',
  'public.service_orders': 'kept on purpose: the shop’s books; anonymised by retention',
  'public.setting_changes': 'kept on purpose: each save of a setting by an admin',
  'public.setting_sections': 'one for each section of the settings',
  'public.staff_names': 'one for each member of the staff, present or former',
  'public.suppliers': 'the list that the shop writes',
  'storage.buckets': 'the shop’s one',
  'storage.objects': 'two for each photo; what belongs to none is removed',
  'supabase_migrations.schema_migrations': 'one for each migration',
};
