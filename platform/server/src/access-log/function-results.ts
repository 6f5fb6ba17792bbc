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
  /** About the customer of an account or of an order, whose id is the argument `p_id`. */
  | 'customer'
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
  device_passport: 'search',
  preview_anonymization: 'search',
  customer_record: 'customer',
  customer_orders: 'customer',
  customer_devices: 'customer',
  customer_statement: 'customer',
  order_signatures: 'customer',
  signing: 'customer',
  export_orders: 'export',
  technician_queue: 'list',
  order_board: 'list',
  report_orders: 'list',
  report_results: 'list',
  preview_messages: 'list',
  list_message_orders: 'list',
  list_calls: 'list',
  purchase_orders: 'list',
  rehearse_reminders: 'list',
  list_erasure_requests: 'list',
  list_account_changes: 'list',
  list_looks: 'list',
  list_tax_documents: 'list',
  retry_message: { rowOf: 'whatsapp_messages' },
  send_message_now: { rowOf: 'whatsapp_messages' },
  discard_message: { rowOf: 'whatsapp_messages' },
  answer_reply: { rowOf: 'whatsapp_replies' },
  confirm_customer_rut: { rowOf: 'profiles' },
};

/** `count_saved_views` and `log_device_code_look` write their own entries; customers alone get data of their own. */
const NOT_PERSONAL = `
  add_photo
  add_tax_document
  admin_remove_second_factor
  annul_tax_document
  anonymize_customer
  answer_erasure
  ask_signature
  backup_status
  begin_import
  begin_site_change
  booking_slots
  calendar_feed_state
  cancel_booking
  cancel_stocktake
  change_orders
  check_import
  check_inventory_import
  check_paper
  claim_orders
  close_drawer
  close_old_orders
  close_stocktake
  correct_payment
  correct_phone
  correct_warranty
  count_items
  count_old_orders
  count_order_views
  count_phone_orders
  count_saved_views
  create_account
  deliver_visit
  drawer_sheet
  end_other_sessions
  end_session
  end_wait
  explain_differences
  export_inventory
  export_own_data
  finish_stocktake
  first_steps
  get_booking
  get_quote
  get_quote_link
  get_receipt
  get_signing
  give_back
  hide_first_steps
  import_inventory
  import_orders
  intake_state
  invitation_state
  invite_account
  is_password_proved
  leave_visit
  line_costs
  list_activity
  list_drawers
  list_inventory
  list_part_failures
  list_requested_parts
  list_site_changes
  list_stocktakes
  list_undocumented_payments
  log_device_code_look
  move_appointment
  move_booking
  move_devices
  move_drawer_cash
  move_part
  move_parts
  newest_migration
  note_attempt
  note_device_lookup
  open_drawer
  open_drawers
  order_documents
  order_parts
  order_payments
  order_technicians
  order_warranty
  own_account_changes
  own_draft_key
  own_sessions
  paper_code
  panel_counts
  preview_retention
  print_terms
  privacy_terms
  receive_screen_order
  record_approval
  recount_item
  read_paper
  redeem_invitation
  refuse_reminders
  rehearse_commissions
  rehearse_promises
  rehearse_waits
  remove_customer_contact
  remove_photo
  renew_calendar_feed
  reopen_drawer
  report_earnings
  report_figures
  report_overview
  report_part_failures
  report_pin_status
  report_waits
  request_erasure
  request_part
  requested_parts
  resend_quote
  resume_wait
  retention_status
  retry_tax_document
  return_parts
  revoke_calendar_feed
  save_checklist
  save_customer_card
  save_customer_contact
  send_photos
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
  sign_by_link
  sign_order
  start_stocktake
  stocktake_counts
  stocktake_differences
  suggest_items
  suggest_promise
  system_status
  take_back_order
  take_payment
  tax_month
  touch_session
  try_claim_orders
  try_paper
  try_password
  try_report_pin
  undo_status
  undo_statuses
  usual_devices
  visit_orders
  wants_reminders
  withdraw_erasure
  write_off_inventory
`
  .trim()
  .split(/\s+/);

export const FUNCTION_RESULTS: Readonly<Record<string, FunctionResult>> = {
  ...Object.fromEntries(NOT_PERSONAL.map((name) => [name, 'nothing' as const])),
  ...PERSONAL,
};
