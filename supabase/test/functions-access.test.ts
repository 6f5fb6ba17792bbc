/** Access to database functions through the API (DATA-02). A new function needs an entry here. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SERVER_CALLS } from './support/server-calls.ts';
import { ACTORS, type Actor, openShop, type Shop } from './support/shop.ts';
import { STOCKTAKE_CALLS } from './support/stocktakes.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ forgetful: true });
});
afterAll(() => shop[Symbol.asyncDispose]());

const EVERYBODY: readonly Actor[] = ACTORS;
const CUSTOMERS: readonly Actor[] = ['customer', 'other'];
const SIGNED_IN: readonly Actor[] = ACTORS.filter((actor) => actor !== 'anon');
const STAFF: readonly Actor[] = ['technician', 'receptionist', 'admin'];
const DESK: readonly Actor[] = ['receptionist', 'admin'];
const ADMIN: readonly Actor[] = ['admin'];
/** Only the server's own functions, with the secret key. */
const NOBODY: readonly Actor[] = [];

const id = randomUUID();
const SIGNED = { p_request_id: id, p_digest: 'a', p_name: 'Rosa Soto' };
const rows = [{ row: 1, key: 'a' }];

/** Name, who may call it, arguments that reach its check. */
const FUNCTIONS: readonly (readonly [name: string, may: readonly Actor[], args: Record<string, unknown>])[] =
  [
    ['add_photo', STAFF, { p_id: id, p_order_id: id, p_moment: 'reception' }],
    [
      'save_checklist',
      STAFF,
      {
        p_request_id: id,
        p_order_id: id,
        p_moment: 'reception',
        p_equipment_type: 'smartphone',
        p_points: [],
        p_accessories: [],
      },
    ],
    ['remove_photo', STAFF, { p_id: id }],
    ['send_photos', STAFF, { p_id: id, p_order_id: id, p_photos: [id] }],
    ['signing', STAFF, { p_id: id, p_moment: 'reception' }],
    // Also an order's own customer: signatures.test.ts.
    ['order_signatures', STAFF, { p_id: id }],
    ['sign_order', STAFF, { ...SIGNED, p_order_id: id, p_moment: 'reception' }],
    ['ask_signature', STAFF, { p_request_id: id, p_order_id: id, p_moment: 'reception' }],
    ['get_signing', EVERYBODY, { p_token: 'a' }],
    // Also an order's own customer: verified-papers.test.ts.
    ['paper_code', STAFF, { p_order_id: id }],
    ['check_paper', EVERYBODY, { p_code: 'a' }],
    ['try_paper', EVERYBODY, { p_code: 'a', p_digits: '1234' }],
    ['read_paper', EVERYBODY, {}],
    ['sign_by_link', EVERYBODY, { ...SIGNED, p_token: 'a' }],
    ['move_devices', STAFF, { p_request_id: id, p_orders: [id], p_place: 'Recepción' }],
    ['note_device_lookup', STAFF, { p_id: id, p_imei: '356938035643809', p_answer: 'clear' }],
    ['device_passport', STAFF, { p_imei: '356938035643809' }],
    ...SERVER_CALLS.map(([name, args]) => [name, NOBODY, args] as const),
    ['get_quote', EVERYBODY, { p_order_id: id }],
    [
      'record_approval',
      STAFF,
      { p_order_id: id, p_channel: 'phone', p_said_by: 'Marta', p_amount: 1, p_version: 'v' },
    ],
    ['count_old_orders', ADMIN, { p_before: '2020-01-01' }],
    ['close_old_orders', ADMIN, { p_before: '2020-01-01' }],
    ['count_phone_orders', DESK, { p_order_id: id, p_phone: '+56 9 1234 5678' }],
    ['correct_phone', DESK, { p_order_id: id, p_phone: '+56 9 1234 5678' }],
    ['intake_state', STAFF, { p_order_id: id }],
    ['take_back_order', ['receptionist'], { p_order_id: id, p_reason: 'Un motivo' }],
    ['suggest_promise', DESK, { p_type: 'smartphone' }],
    ['rehearse_promises', ADMIN, { p_margin: 80 }],
    ['set_promise', STAFF, { p_request_id: id, p_order_id: id, p_promised_at: '2030-01-02T12:00:00Z' }],
    ['set_wait', STAFF, { p_request_id: id, p_order_id: id, p_reason: 'part' }],
    ['end_wait', STAFF, { p_wait_id: id }],
    ['resume_wait', STAFF, { p_wait_id: id }],
    ['report_waits', ADMIN, {}],
    ['correct_warranty', ADMIN, { p_request_id: id, p_order_id: id, p_version: 1, p_days: 1, p_reason: 'a' }],
    ['find_warranties', STAFF, { p_rut: '7654321-6' }],
    // It runs with the caller's rights: order-warranty.test.ts proves whose orders it tells of.
    ['order_warranty', SIGNED_IN, { p_order_id: id }],
    ['send_quote_link', EVERYBODY, { p_order_id: id }],
    ['get_quote_link', STAFF, { p_order_id: id }],
    ['resend_quote', STAFF, { p_order_id: id }],
    ['try_claim_orders', CUSTOMERS, { p_order_number: 1, p_phone: '+56 9 1234 5678' }],
    ['claim_orders', CUSTOMERS, { p_ticket: id }],
    ['take_payment', DESK, { p_id: id, p_orders: [], p_method: 'cash' }],
    ['add_tax_document', DESK, { p_id: id, p_payment_id: id, p_document: {} }],
    ['retry_tax_document', DESK, { p_id: id, p_document_id: id }],
    ['annul_tax_document', DESK, { p_id: id, p_document_id: id, p_reason: 'Un motivo' }],
    ['order_documents', STAFF, { p_order_id: id }],
    ['tax_month', ADMIN, { p_month: '2026-01-01' }],
    ['list_tax_documents', ADMIN, { p_month: '2026-01-01' }],
    ['list_undocumented_payments', ADMIN, { p_month: '2026-01-01' }],
    ['get_receipt', EVERYBODY, { p_link: 'a' }],
    ['give_back', DESK, { p_id: id, p_order_id: id, p_amount: 1, p_method: 'cash', p_reason: 'Un motivo' }],
    ['correct_payment', DESK, { p_id: id, p_payment_id: id, p_reason: 'Un motivo' }],
    ['open_drawer', DESK, { p_id: id, p_till: 'Caja', p_count: {} }],
    ['move_drawer_cash', DESK, { p_id: id, p_drawer_id: id, p_kind: 'a', p_amount: 1, p_reason: 'a' }],
    ['close_drawer', DESK, { p_id: id, p_drawer_id: id, p_count: {} }],
    ['reopen_drawer', ADMIN, { p_id: id, p_drawer_id: id, p_reason: 'Un motivo' }],
    ['open_drawers', STAFF, {}],
    ['list_drawers', DESK, {}],
    ['drawer_sheet', DESK, { p_id: id }],
    // Also an order's own customer: payments.test.ts.
    ['order_payments', STAFF, { p_order_id: id }],
    ['customer_record', STAFF, { p_id: id }],
    ['customer_orders', STAFF, { p_id: id }],
    ['customer_devices', STAFF, { p_id: id }],
    ['save_customer_card', DESK, { p_id: id, p_customer: id, p_seen: 0, p_is_company: true }],
    ['save_customer_contact', DESK, { p_id: id, p_customer: id, p_name: 'Rosa' }],
    ['remove_customer_contact', DESK, { p_contact: id }],
    ['customer_statement', DESK, { p_id: id, p_month: '2026-01-01' }],
    // Also an order's own customer: printed-terms.test.ts.
    ...(['print_terms', 'visit_orders'] as const).map((name) => [name, STAFF, { p_order_id: id }] as const),
    ['leave_visit', DESK, { p_order_id: id }],
    ['deliver_visit', STAFF, { p_request_id: id, p_orders: [{ id, version: 1 }] }],
    ['log_device_code_look', STAFF, { p_order_id: id, p_reason: 'Revisar' }],
    ['touch_session', SIGNED_IN, {}],
    ...['own_sessions', 'own_draft_key'].map((name) => [name, SIGNED_IN, {}] as const),
    ['try_password', SIGNED_IN, { p_password: 'mala' }],
    ['is_password_proved', SIGNED_IN, {}],
    ['end_session', SIGNED_IN, { p_session_id: id }],
    ['end_other_sessions', SIGNED_IN, {}],
    ['admin_remove_second_factor', ADMIN, { p_user_id: id }],
    ['request_erasure', CUSTOMERS, {}],
    ['withdraw_erasure', CUSTOMERS, {}],
    ['export_own_data', CUSTOMERS, {}],
    ['answer_erasure', ADMIN, { p_id: id, p_answer: 'Un motivo cualquiera', p_extend: true }],
    ['list_erasure_requests', ADMIN, {}],
    ['preview_anonymization', ADMIN, { p_by: 'rut', p_value: '7654321-6' }],
    ['anonymize_customer', ADMIN, { p_by: 'rut', p_value: '7654321-6' }],
    ['list_looks', ADMIN, {}],
    ['list_account_changes', ADMIN, {}],
    ['own_account_changes', SIGNED_IN, {}],
    ['retention_status', ADMIN, {}],
    ['preview_retention', ADMIN, { p_value: {} }],
    ['begin_site_change', ADMIN, { p_request_id: id, p_action: 'back', p_part: 'shell', p_build: 'a' }],
    ['list_site_changes', ADMIN, {}],
    ['system_status', ADMIN, { p_part: 'access' }],
    ['newest_migration', EVERYBODY, {}],
    ['privacy_terms', EVERYBODY, {}],
    ['shop_facts', EVERYBODY, {}],
    ['setup_state', EVERYBODY, { p_token: 'a' }],
    [
      'set_up_shop',
      EVERYBODY,
      { p_token: 'a', p_request_id: id, p_email: 'a@b.test', p_password: 'a', p_full_name: 'Nadie' },
    ],
    ['first_steps', ADMIN, {}],
    ['hide_first_steps', ADMIN, {}],
    [
      'save_setting_section',
      NOBODY,
      { p_actor: {}, p_request_id: id, p_section: 'a', p_value: {}, p_version: 0 },
    ],
    [
      'save_shop_image',
      NOBODY,
      { p_actor: {}, p_request_id: id, p_content: '', p_type: 'image/png', p_width: 1, p_height: 1 },
    ],
    ['shop_image', EVERYBODY, { p_hash: 'a' }],
    ['move_appointment', STAFF, { p_request_id: id, p_id: id, p_version: 1, p_to: '2099-01-05T15:00:00Z' }],
    ['booking_slots', EVERYBODY, {}],
    [
      'book_appointment',
      NOBODY,
      {
        p_request_id: id,
        p_at: '2099-01-05T15:00:00Z',
        p_full_name: 'a',
        p_phone: '961234567',
        p_device: 'a',
        p_reason: 'a',
      },
    ],
    ['get_booking', EVERYBODY, { p_secret: 'a' }],
    ['move_booking', EVERYBODY, { p_secret: 'a', p_version: 1, p_to: '2099-01-05T15:00:00Z' }],
    ['cancel_booking', EVERYBODY, { p_secret: 'a' }],
    ['calendar_feed_state', STAFF, {}],
    ['renew_calendar_feed', STAFF, { p_request_id: randomUUID() }],
    ['revoke_calendar_feed', STAFF, {}],
    ['usual_devices', STAFF, {}],
    ['write_off_inventory', STAFF, { p_item_id: id, p_quantity: 1, p_order_number: 1 }],
    ['list_inventory', STAFF, {}],
    ['export_inventory', STAFF, {}],
    ['suggest_items', STAFF, { p_text: 'a' }],
    ['order_parts', STAFF, { p_order_id: id }],
    ['line_costs', ADMIN, { p_order_id: id }],
    ['requested_parts', STAFF, { p_order_id: id }],
    ['list_requested_parts', STAFF, {}],
    ['request_part', STAFF, { p_id: id, p_order_id: id, p_quantity: 1 }],
    ['move_part', STAFF, { p_request_id: id, p_part_id: id, p_version: 1, p_to: 'fitted' }],
    ['move_parts', STAFF, { p_request_id: id, p_parts: [{ id, version: 1 }], p_to: 'arrived' }],
    ['return_parts', STAFF, { p_request_id: id, p_order_id: id }],
    ['list_activity', STAFF, {}],
    ['receive_screen_order', STAFF, { p_screen_order_id: id }],
    ['purchase_orders', STAFF, { p_purchase_id: id }],
    ...Object.entries(STOCKTAKE_CALLS).map(([name, args]) => [name, STAFF, args] as const),
    ['retry_message', STAFF, { p_id: id }],
    ['send_message_now', STAFF, { p_id: id }],
    ['undo_status', STAFF, { p_order_id: id, p_version: 1 }],
    ['undo_statuses', STAFF, { p_orders: [{ id, version: 1 }] }],
    ['discard_message', STAFF, { p_id: id }],
    ['rehearse_reminders', ADMIN, { p_messages: {} }],
    ['rehearse_waits', ADMIN, { p_waits: [] }],
    ['rehearse_commissions', ADMIN, {}],
    ['report_results', ADMIN, {}],
    // Without an id customers ask about themselves: reminder-refusals.test.ts.
    ['wants_reminders', STAFF, { p_id: id }],
    ['refuse_reminders', EVERYBODY, { p_link: 'a' }],
    ['set_reminders', STAFF, { p_wanted: true, p_id: id }],
    ['list_calls', STAFF, {}],
    ['note_attempt', STAFF, { p_request_id: id, p_order_id: id, p_kind: 'call', p_note: 'a' }],
    ['answer_reply', STAFF, { p_id: id, p_answered: true }],
    ['send_test_message', ADMIN, { p_request_id: randomUUID(), p_phone: '+56 9 1234 5678', p_event: 'none' }],
    ['confirm_customer_rut', DESK, { p_profile_id: id, p_rut: '7654321-6' }],
    [
      'create_account',
      ADMIN,
      {
        p_request_id: id,
        p_email: 'a@b.test',
        p_full_name: 'Nadie',
        p_rut: '7654321-6',
        p_phone: '',
        p_role: 'technician',
        p_password: 'corta',
      },
    ],
    ['invite_account', DESK, { p_user_id: id }],
    ['invitation_state', EVERYBODY, { p_token: 'a' }],
    ['redeem_invitation', EVERYBODY, { p_token: 'a', p_password: 'una-clave' }],
    ['begin_import', ADMIN, { p_file_name: 'a.csv', p_file_hash: 'a', p_row_count: 1 }],
    ['check_import', ADMIN, { p_rows: rows }],
    ['import_orders', ADMIN, { p_batch_id: id, p_rows: rows }],
    ['check_inventory_import', STAFF, { p_file_key: 'a', p_rows: rows }],
    ['import_inventory', STAFF, { p_file_name: 'a.csv', p_file_key: 'a', p_existing: 'skip', p_rows: rows }],
    ['search_orders', STAFF, {}],
    ['find_orders', STAFF, { p_search: 'a' }],
    ['order_technicians', STAFF, {}],
    ['technician_queue', STAFF, {}],
    ['order_board', STAFF, {}],
    ['find_customers', STAFF, { p_search: 'a' }],
    ['count_order_views', STAFF, {}],
    [
      'change_orders',
      STAFF,
      { p_request_id: id, p_orders: [{ id, version: 1 }], p_change: { technician_id: null } },
    ],
    ['count_saved_views', STAFF, {}],
    ['set_start_view', STAFF, { p_view: 'ready' }],
    ['panel_counts', STAFF, {}],
    ['report_part_failures', EVERYBODY, { p_failures: [] }],
    ['list_part_failures', ADMIN, {}],
    ['find_order_customer', STAFF, { p_rut: '7654321-6' }],
    ['search_profiles', STAFF, { p_search: 'a', p_staff: false }],
    ['export_orders', STAFF, {}],
    ['report_overview', ADMIN, {}],
    [
      'report_figures',
      ADMIN,
      { p_from: '2026-01-01', p_to: '2026-01-31', p_before_from: '2025-12-01', p_before_to: '2025-12-31' },
    ],
    ['report_orders', ADMIN, { p_card: 'total' }],
    ['report_pin_status', ADMIN, {}],
    ['try_report_pin', ADMIN, { p_pin: '0000' }],
    ['report_earnings', ADMIN, { p_ticket: id }],
    ['backup_status', ADMIN, {}],
    ['set_report_pin', ADMIN, { p_new: 'abcd' }],
    ['preview_messages', STAFF, {}],
    ['list_message_orders', STAFF, {}],
    [
      'record_message_status',
      NOBODY,
      { p_provider_message_id: 'a', p_opaque: 'a', p_status: 'sent', p_at: '2026-11-01' },
    ],
  ];

async function callAs(actor: Actor, name: string, args: Record<string, unknown>): Promise<string> {
  const { error } = await shop.clientOf(actor).rpc(name as never, args as never);
  return error?.code ?? 'ok';
}

describe.each(FUNCTIONS)('DATA-02 %s', (name, may, args) => {
  const others = ACTORS.filter((actor) => !may.includes(actor));
  if (may.length > 0) {
    // Permitted callers may still get 'no such order'; what must not occur is a permission error, or an unknown
    // function.
    test.each(may)('%s may', async (actor) => {
      expect(await callAs(actor, name, args)).not.toMatch(/^(42501|42883|PGRST202|PGRST203)$/);
    });
  }
  if (others.length > 0) {
    test.each(others)('%s may not', async (actor) => {
      expect(await callAs(actor, name, args)).toBe('42501');
    });
  }
});

test('DATA-02 every function of the API is in the list', async () => {
  const known = await shop.sql`
    select distinct proname::text as name from pg_proc where pronamespace = 'public'::regnamespace order by 1`;
  expect(
    known.map(({ name }) => name as string),
    'public functions of supabase/schemas against FUNCTIONS in this file: add a line to FUNCTIONS, with who may call it',
  ).toEqual(FUNCTIONS.map(([name]) => name).sort());
});

test('DATA-02 every function that runs with its owner’s rights, or that the API may call, has a fixed search_path', async () => {
  const loose = await shop.sql`
    select proname::text as name from pg_proc
    where pronamespace in ('public'::regnamespace, 'private'::regnamespace)
      and (prosecdef or has_function_privilege('anon', oid, 'execute') or has_function_privilege('authenticated', oid, 'execute'))
      and not coalesce(proconfig, '{}') @> array['search_path=""']`;
  expect(loose.map(({ name }) => name as string)).toEqual([]);
});
