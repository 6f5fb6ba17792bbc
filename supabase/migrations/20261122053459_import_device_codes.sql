-- import_orders takes device codes too: a row with one brings id?, password_type and device_password, sealed for the order of that id.

create or replace function public.import_orders(p_batch_id uuid, p_rows jsonb)
returns table ("row" integer, outcome text, order_number integer)
language plpgsql security definer set search_path = '' as $$
declare
  item jsonb;
  number integer;
  existing record;
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

  for item in select value from jsonb_array_elements(p_rows) loop
    "row" := (item ->> 'row')::integer;
    number := (item ->> 'order_number')::integer;
    select o.order_number as taken, o.import_key = item ->> 'key' as same into existing
    from public.service_orders o
    where o.import_key = item ->> 'key' or o.order_number = number
    order by (o.import_key = item ->> 'key') desc nulls last limit 1;
    if found then
      outcome := case when existing.same then 'duplicate' else 'number_taken' end;
      order_number := existing.taken;
      return next;
      continue;
    end if;
    begin
      insert into public.service_orders as o (
        order_number, created_at, updated_at, status, customer_name, customer_phone, customer_address, customer_rut,
        equipment_type, equipment_brand, equipment_model, imei, equipment_condition, work_description, technical_work,
        total_amount, advance_payment, notes, warranty_days, delivered_at, import_batch_id, import_key, id, password_type, device_password
      ) values (
        coalesce(number, nextval(pg_get_serial_sequence('public.service_orders', 'order_number'))::integer),
        (item ->> 'created_at')::timestamptz,
        coalesce((item ->> 'updated_at')::timestamptz, (item ->> 'created_at')::timestamptz),
        item ->> 'status', item ->> 'customer_name', item ->> 'customer_phone', item ->> 'customer_address', item ->> 'customer_rut',
        item ->> 'equipment_type', item ->> 'equipment_brand', coalesce(item ->> 'equipment_model', ''), item ->> 'imei',
        coalesce(item ->> 'equipment_condition', ''), coalesce(item ->> 'work_description', ''), coalesce(item ->> 'technical_work', ''),
        (item ->> 'total_amount')::bigint, coalesce((item ->> 'advance_payment')::bigint, 0), item ->> 'notes',
        (item ->> 'warranty_days')::integer,
        case when item ->> 'status' = 'delivered' then coalesce((item ->> 'updated_at')::timestamptz, (item ->> 'created_at')::timestamptz) end,
        p_batch_id, item ->> 'key',
        coalesce((item ->> 'id')::uuid, gen_random_uuid()), item ->> 'password_type', item ->> 'device_password'
      )
      returning o.order_number into order_number;
    exception when check_violation or not_null_violation or invalid_text_representation or datetime_field_overflow
      or invalid_datetime_format or numeric_value_out_of_range then
      raise exception 'La fila % no se puede importar: %', "row", sqlerrm using errcode = '23514', detail = "row"::text;
    end;
    outcome := 'imported';
    return next;
  end loop;

  perform setval(
    pg_get_serial_sequence('public.service_orders', 'order_number'),
    greatest(
      (select max(o.order_number) from public.service_orders o),
      (select last_value from public.service_orders_order_number_seq)
    ),
    true
  );
  update public.import_batches b
  set imported_count = (select count(*) from public.service_orders o where o.import_batch_id = b.id), updated_at = now()
  where b.id = p_batch_id;
end
$$;
