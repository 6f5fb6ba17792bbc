/**
 * The result of each function of the API that users may call, for the audit log (decision 26). A test compares the list
 * with the database; a function that is missing here is logged as a list.
 */
export type FunctionResult =
  /** Nothing about a customer. */
  | 'nothing'
  /** Rows about customers. */
  | 'list'
  /** Whole orders. */
  | 'export'
  /** Rows that are chosen by its arguments: each call is a search. */
  | 'search'
  /** One row of this table. */
  | { readonly rowOf: string };

const PERSONAL: Readonly<Record<string, FunctionResult>> = {
  search_orders: 'search',
  search_profiles: 'search',
  find_order_customer: 'search',
  find_orders: 'search',
  find_customers: 'search',
  find_warranties: 'search',
  preview_anonymization: 'search',
  export_orders: 'export',
  technician_queue: 'list',
  order_board: 'list',
  report_orders: 'list',
  preview_messages: 'list',
  list_message_orders: 'list',
  list_calls: 'list',
  rehearse_reminders: 'list',
  list_erasure_requests: 'list',
  list_account_changes: 'list',
  list_looks: 'list',
  retry_message: { rowOf: 'whatsapp_messages' },
  send_message_now: { rowOf: 'whatsapp_messages' },
  discard_message: { rowOf: 'whatsapp_messages' },
  answer_reply: { rowOf: 'whatsapp_replies' },
  confirm_customer_rut: { rowOf: 'profiles' },
};

/** `count_saved_views` and `log_device_code_look` write their own entries; customers alone get data of their own. */
const NOT_PERSONAL = `
  admin_remove_second_factor
  anonymize_customer
  answer_erasure
  backup_status
  begin_import
  begin_site_change
  booking_slots
  calendar_feed_state
  cancel_booking
  change_orders
  check_import
  check_inventory_import
  claim_orders
  close_old_orders
  correct_payment
  correct_phone
  correct_warranty
  count_old_orders
  count_order_views
  count_phone_orders
  count_saved_views
  create_account
  end_other_sessions
  end_session
  end_wait
  export_inventory
  export_own_data
  first_steps
  get_booking
  get_quote
  get_quote_link
  give_back
  hide_first_steps
  import_inventory
  import_orders
  intake_state
  invitation_state
  invite_account
  is_password_proved
  list_activity
  list_inventory
  list_part_failures
  list_site_changes
  log_device_code_look
  move_appointment
  move_booking
  newest_migration
  note_attempt
  order_parts
  order_payments
  order_technicians
  order_warranty
  own_account_changes
  own_sessions
  panel_counts
  preview_retention
  print_terms
  privacy_terms
  receive_screen_order
  record_approval
  redeem_invitation
  refuse_reminders
  rehearse_promises
  rehearse_waits
  renew_calendar_feed
  report_earnings
  report_figures
  report_overview
  report_part_failures
  report_pin_status
  report_waits
  request_erasure
  resend_quote
  resume_wait
  retention_status
  revoke_calendar_feed
  send_quote_link
  send_test_message
  set_promise
  set_reminders
  set_report_pin
  set_start_view
  set_up_shop
  set_wait
  setup_state
  shop_facts
  shop_image
  suggest_items
  suggest_promise
  system_status
  take_back_order
  take_payment
  touch_session
  try_claim_orders
  try_password
  try_report_pin
  undo_status
  undo_statuses
  usual_devices
  wants_reminders
  withdraw_erasure
  write_off_inventory`
  .trim()
  .split(/\s+/);

export const FUNCTION_RESULTS: Readonly<Record<string, FunctionResult>> = {
  ...Object.fromEntries(NOT_PERSONAL.map((name) => [name, 'nothing' as const])),
  ...PERSONAL,
};
