-- A text of one line is one line (SEC-63): a name with a line break reads as two statements where others see it, in a
-- decision ('who said yes'), a notice, a message or on paper. Line breaks, tabs and control characters become a space.
-- Texts of several lines keep breaks and tabs. A new column is one line until it is listed here.
create function private.multiline_columns() returns text[]
language sql immutable parallel safe set search_path = '' as $$
  select array[
    'appointments.reason', 'device_code_keys.public_key', 'erasure_requests.answer', 'service_order_internal.internal_notes',
    'service_orders.cancellation_reason', 'service_orders.device_password', 'service_orders.equipment_condition',
    'service_orders.notes', 'service_orders.technical_work', 'service_orders.work_description', 'whatsapp_replies.body'
  ]
$$;
revoke all on function private.multiline_columns from public;

create function private.without_controls(value text, is_multiline boolean) returns text
language sql immutable parallel safe set search_path = '' as $$
  select case when is_multiline then regexp_replace(value, '[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]', '', 'g')
    else btrim(regexp_replace(value, '[\u0001-\u001f\u007f-\u009f]+', ' ', 'g')) end
$$;
revoke all on function private.without_controls from public;

-- As before, and without control characters. Values inside of JSON have their own shapes.
create or replace function private.as_readable() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  given text := to_jsonb(new)::text;
  kept jsonb;
begin
  if private.readable(given) = given and given !~ '[\\\u007f-\u009f]' then
    return new;
  end if;
  kept := private.readable(given)::jsonb;
  kept := kept || coalesce((
    select jsonb_object_agg(e.key, private.without_controls(e.value #>> '{}',
      tg_table_name || '.' || e.key = any (private.multiline_columns())))
    from jsonb_each(kept) as e
    where jsonb_typeof(e.value) = 'string' and e.value #>> '{}' ~ '[\u0001-\u001f\u007f-\u009f]'), '{}');
  return jsonb_populate_record(new, kept);
end
$$;
