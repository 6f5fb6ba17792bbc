-- The import takes the columns that are named (ORD-54): one that a migration adds is no file's to say until it is.

-- The fields of an order but its technician, whom no file knows by id, and what else an import brings.
create function private.import_columns() returns text[]
language sql immutable parallel safe set search_path = '' as $$
  select array[
    'customer_name', 'customer_rut', 'customer_phone', 'customer_address', 'equipment_type', 'equipment_brand',
    'equipment_model', 'imei', 'equipment_condition', 'work_description', 'technical_work', 'total_amount',
    'advance_payment',
    'id', 'created_at', 'updated_at', 'status', 'notes', 'warranty_days', 'password_type', 'device_password'
  ]
$$;
revoke all on function private.import_columns() from public, anon, authenticated;

-- The orders that rows of a file say, in their order; the database's own columns are not the file's to say.
create or replace function private.imported_orders(p_batch_id uuid, p_rows jsonb) returns setof public.service_orders
language sql volatile set search_path = '' as $$
  select o.*
  from jsonb_array_elements(p_rows) with ordinality as e (item, place)
  cross join lateral jsonb_populate_record(
    null::public.service_orders,
    -- What a row may leave out.
    jsonb_build_object(
      'id', gen_random_uuid(),
      'updated_at', e.item -> 'created_at',
      'equipment_model', '', 'equipment_condition', '', 'work_description', '', 'technical_work', '',
      'advance_payment', 0
    )
    || (
      select coalesce(jsonb_object_agg(said.key, said.value), '{}') from jsonb_each(jsonb_strip_nulls(e.item)) as said
      where said.key = any (private.import_columns())
    )
    -- What no row says.
    || jsonb_build_object(
      'order_number', coalesce((e.item ->> 'order_number')::integer, private.next_order_number()),
      'quote', 0, 'final_payment', 0, 'version', 1, 'device_code_stored', false, 'technician_id', null,
      'receptionist_id', null, 'approved_at', null, 'rejected_at', null, 'quoted_at', null, 'completed_at', null,
      'anonymized_at', null, 'cancellation_reason', null,
      'delivered_at', case when e.item ->> 'status' = 'delivered'
        then coalesce(e.item ->> 'updated_at', e.item ->> 'created_at') end,
      'import_batch_id', p_batch_id, 'import_key', e.item ->> 'key'
    )
  ) as o
  order by e.place
$$;
