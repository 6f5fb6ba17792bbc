-- A number that an imported order cannot keep, because another order has it, stays findable (ORD-123): the order gets the
-- next free number, and the old one is kept beside it.

alter table public.service_orders
  -- The number in the system that the order comes from.
  add column former_number integer check (former_number > 0);
create index service_orders_former_number on public.service_orders (former_number) where former_number is not null;

-- As before, with the number that was given up.
create or replace function private.import_columns() returns text[]
language sql immutable parallel safe set search_path = '' as $$
  select array[
    'customer_name', 'customer_rut', 'customer_phone', 'customer_address', 'equipment_type', 'equipment_brand',
    'equipment_model', 'imei', 'equipment_condition', 'work_description', 'technical_work', 'total_amount',
    'advance_payment', 'former_number',
    'id', 'created_at', 'updated_at', 'status', 'notes', 'warranty_days', 'password_type', 'device_password'
  ]
$$;

-- The rows that ask for another number ('renumber') if theirs is taken by another order: without it, and with the taken
-- one as their former number.
create function private.renumbered_rows(p_rows jsonb) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg((e.value - 'order_number')
    || jsonb_build_object('former_number', e.value -> 'order_number') order by e.place), '[]')
  from jsonb_array_elements(p_rows) with ordinality as e (value, place)
  where (e.value ->> 'renumber')::boolean
    and not exists (select from public.service_orders o where o.import_key = e.value ->> 'key')
    and exists (select from public.service_orders o where o.order_number = (e.value ->> 'order_number')::integer)
$$;
revoke all on function private.renumbered_rows(jsonb) from public, anon, authenticated;

-- As before, and a row with 'renumber' whose number is taken gets another one.
create or replace function public.import_orders(p_batch_id uuid, p_rows jsonb)
returns table ("row" integer, outcome text, order_number integer)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  known text[];
  item jsonb;
  single boolean := false;
begin
  if not private.is_admin() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  if jsonb_typeof(p_rows) <> 'array' or jsonb_array_length(p_rows) > 1000 then
    raise exception 'Un lote lleva como máximo 1.000 filas.' using errcode = '22023';
  end if;
  if not exists (select from public.import_batches b where b.id = p_batch_id) then
    raise exception 'La importación no existe.' using errcode = 'P0002';
  end if;
  -- One import at a time, and no number handed out while numbers are being claimed.
  lock table public.service_orders in share row exclusive mode;
  known := array(
    select o.import_key from public.service_orders o
    where o.import_key in (select e.value ->> 'key' from jsonb_array_elements(p_rows) as e (value))
  );
  perform private.collect_order_search(true);
  begin
    perform private.insert_imported_orders(p_batch_id, p_rows, true);
    perform private.insert_imported_orders(p_batch_id, p_rows, false);
    perform private.insert_imported_orders(p_batch_id, private.renumbered_rows(p_rows), false);
  exception when check_violation or not_null_violation or invalid_text_representation or datetime_field_overflow
    or invalid_datetime_format or numeric_value_out_of_range then
    single := true;
  end;
  if single then
    -- Some row breaks a rule: one by one they tell which.
    for item in select value from jsonb_array_elements(p_rows) loop
      begin
        perform private.insert_imported_orders(p_batch_id, jsonb_build_array(item),
          item ->> 'order_number' is not null);
        perform private.insert_imported_orders(p_batch_id, private.renumbered_rows(jsonb_build_array(item)), false);
      exception when check_violation or not_null_violation or invalid_text_representation or datetime_field_overflow
        or invalid_datetime_format or numeric_value_out_of_range then
        raise exception 'La fila % no se puede importar: %', item ->> 'row', sqlerrm
          using errcode = '23514', detail = item ->> 'row';
      end;
    end loop;
  end if;
  perform private.collect_order_search(false);
  -- So that a number that was taken over is never given out again, not even after the order is deleted.
  update private.order_numbers n
  set last_number = greatest(n.last_number, (select max(o.order_number) from public.service_orders o))
  where n.id;
  update public.import_batches b
  set imported_count = (select count(*) from public.service_orders o where o.import_batch_id = b.id), updated_at = now()
  where b.id = p_batch_id;
  return query
    select (e.value ->> 'row')::integer,
      case
        when o.id is null then 'number_taken'
        when o.import_key = any (known)
          or row_number() over (partition by e.value ->> 'key' order by e.place) > 1 then 'duplicate'
        else 'imported'
      end,
      coalesce(o.order_number, (e.value ->> 'order_number')::integer)
    from jsonb_array_elements(p_rows) with ordinality as e (value, place)
    left join public.service_orders o on o.import_key = e.value ->> 'key'
    order by e.place;
end
$$;

-- As before; a row with 'renumber' is new although its number is taken.
create or replace function public.check_import(p_rows jsonb)
returns table ("row" integer, outcome text, order_number integer)
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_admin() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  if jsonb_typeof(p_rows) <> 'array' or jsonb_array_length(p_rows) > 1000 then
    raise exception 'Un lote lleva como máximo 1.000 filas.' using errcode = '22023';
  end if;
  return query
    select
      (item.value ->> 'row')::integer,
      case when same.id is not null then 'duplicate' when taken.id is not null and (item.value ->> 'renumber')::boolean is not true
        then 'number_taken' else 'new' end,
      coalesce(same.order_number, taken.order_number)
    from jsonb_array_elements(p_rows) with ordinality as item (value, place)
    left join public.service_orders same on same.import_key = item.value ->> 'key'
    left join public.service_orders taken on taken.order_number = (item.value ->> 'order_number')::integer
    order by item.place;
end
$$;

-- As before, with the former number.
create or replace function private.order_search_row(o public.service_orders) returns private.order_search
language sql stable security definer set search_path = '' as $$
  select row(
    o.id, o.created_at, o.status, o.technician_id,
    private.fold(o.customer_name),
    lower(replace(o.customer_rut, '-', '')),
    private.search_phone(o.customer_phone),
    private.fold(o.equipment_brand),
    private.fold(o.equipment_model),
    private.fold(o.imei),
    -- Long texts by their beginning: nobody looks for the five-thousandth character.
    private.fold(concat_ws(E'\n',
      private.format_order_number(o.order_number), private.format_order_number(o.former_number),
      o.customer_name, o.customer_rut, replace(o.customer_rut, '-', ''),
      private.search_phone(o.customer_phone), o.customer_address, o.equipment_brand, o.equipment_model, o.imei,
      left(o.equipment_condition, 2000), left(o.work_description, 2000), left(o.technical_work, 2000),
      left(o.notes, 2000)))
  )::private.order_search
$$;

-- As before, and the orders whose former number is the one that was typed.
create or replace function private.number_source(term text, condition text, row_limit integer) returns text
language plpgsql immutable set search_path = '' as $$
declare
  typed text := regexp_replace(term, '[^0-9]', '', 'g');
  digits text := ltrim(typed, '0');
  ranges text := '';
begin
  if digits = '' or length(digits) > 9 then
    return '(select o.id, o.order_number, 0 as extra from public.service_orders o where false)';
  end if;
  for extra in 0 .. case when length(typed) >= 6 then 0 else 9 - length(digits) end loop
    ranges := ranges || format(', (%s, %s, %s)',
      extra, digits::bigint * (10 ^ extra)::bigint,
        least(digits::bigint * (10 ^ extra)::bigint + (10 ^ extra)::bigint - 1, 2147483647));
  end loop;
  return format('(select o.*, r.extra from (values %1$s) as r(extra, low, high) cross join lateral (
      select o.id, o.order_number from public.service_orders o
      where o.order_number between r.low and r.high %2$s order by o.order_number desc limit %4$s) as o
      union all
      select o.id, o.order_number, 0 from public.service_orders o where o.former_number = %3$s and o.order_number <> %3$s
        and (%5$s or not starts_with(o.order_number::text, %3$L)) %2$s)',
    substr(ranges, 3), condition, digits, row_limit, (length(typed) >= 6)::text);
end
$$;

create or replace function private.number_condition(term text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  typed text := regexp_replace(term, '[^0-9]', '', 'g');
  digits text := ltrim(typed, '0');
  ranges text := '';
begin
  if digits = '' or length(digits) > 9 then
    return ' and false';
  end if;
  for extra in 0 .. case when length(typed) >= 6 then 0 else 9 - length(digits) end loop
    ranges := ranges || format(' or o.order_number between %s and %s', digits::bigint * (10 ^ extra)::bigint,
      least(digits::bigint * (10 ^ extra)::bigint + (10 ^ extra)::bigint - 1, 2147483647));
  end loop;
  return format(' and (%s or o.former_number = %s)', substr(ranges, 5), digits);
end
$$;
