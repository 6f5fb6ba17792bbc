-- Import of orders from another system's file (ORD-16, ORD-51): admins only, original dates and numbers kept, no
-- messages, no notifications. In sets: what follows from new orders is written per statement, and a batch is one or two
-- statements.

-- Refuses an imported number far beyond the shop's.
create function private.refuse_far_number() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  highest bigint := private.highest_foreign_number((select max(o.order_number) from public.service_orders o));
begin
  if new.order_number > highest then
    raise exception 'El número % está muy por encima de los de este taller (hasta %).', new.order_number, highest
      using errcode = '23514';
  end if;
  return new;
end
$$;
create trigger check_imported_number before insert on public.service_orders
  for each row when (new.import_key is not null and new.order_number > 999999)
    execute function private.refuse_far_number();

-- Opens an import, or finds the one of the very same file again so that it continues. p_file_hash: SHA-256 of the file,
-- hexadecimal.
create function public.begin_import(p_file_name text, p_file_hash text, p_row_count integer)
  returns public.import_batches
language plpgsql security definer set search_path = '' as $$
declare
  opened public.import_batches;
begin
  if not private.is_admin() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  insert into public.import_batches (file_name, file_hash, row_count, created_by)
  values (left(p_file_name, 300), p_file_hash, p_row_count, (select auth.uid()))
  on conflict (file_hash) do update set updated_at = now()
  returning * into opened;
  return opened;
end
$$;
revoke all on function public.begin_import from public, anon, authenticated;
grant execute on function public.begin_import to authenticated;

-- Up to 1,000 rows of { row, key, order_number? }. Answers one line per row, as import_orders does: outcome 'new',
-- 'duplicate' (this row is in already) or 'number_taken' (another order has its number), and the number of the order
-- that is in the way.
create function public.check_import(p_rows jsonb)
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
      case when same.id is not null then 'duplicate' when taken.id is not null then 'number_taken' else 'new' end,
      coalesce(same.order_number, taken.order_number)
    from jsonb_array_elements(p_rows) with ordinality as item (value, place)
    left join public.service_orders same on same.import_key = item.value ->> 'key'
    left join public.service_orders taken on taken.order_number = (item.value ->> 'order_number')::integer
    order by item.place;
end
$$;
revoke all on function public.check_import from public, anon, authenticated;
grant execute on function public.check_import to authenticated;

-- The columns of an order that a row of a file says. Neither SECURITY DEFINER nor a SET, so that PostgreSQL may inline
-- it.
create function private.imported_order(p_batch_id uuid, item jsonb) returns table (
  created_at timestamptz, updated_at timestamptz, status text, customer_name text, customer_phone text,
  customer_address text, customer_rut text, equipment_type text, equipment_brand text, equipment_model text, imei text,
  equipment_condition text, work_description text, technical_work text, total_amount bigint, advance_payment bigint,
  notes text, warranty_days integer, delivered_at timestamptz, import_batch_id uuid, import_key text, id uuid,
  password_type text, device_password text
)
language sql volatile as $$
  select
    (item ->> 'created_at')::timestamptz,
    coalesce((item ->> 'updated_at')::timestamptz, (item ->> 'created_at')::timestamptz),
    item ->> 'status', item ->> 'customer_name', item ->> 'customer_phone', item ->> 'customer_address',
    item ->> 'customer_rut', item ->> 'equipment_type', item ->> 'equipment_brand',
    coalesce(item ->> 'equipment_model', ''), item ->> 'imei',
    coalesce(item ->> 'equipment_condition', ''), coalesce(item ->> 'work_description', ''),
    coalesce(item ->> 'technical_work', ''),
    (item ->> 'total_amount')::bigint, coalesce((item ->> 'advance_payment')::bigint, 0), item ->> 'notes',
    (item ->> 'warranty_days')::integer,
    case when item ->> 'status' = 'delivered'
    then coalesce((item ->> 'updated_at')::timestamptz, (item ->> 'created_at')::timestamptz) end, p_batch_id,
    item ->> 'key',
    coalesce((item ->> 'id')::uuid, gen_random_uuid()), item ->> 'password_type', item ->> 'device_password'
$$;

-- The rows of a batch that are not in yet, in their order; those with a number of their own, or those without.
create function private.insert_imported_orders(p_batch_id uuid, p_rows jsonb, p_numbered boolean) returns void
language plpgsql set search_path = '' as $$
declare
  fresh jsonb;
begin
  -- Of two rows with one key or one number the first has it.
  select jsonb_agg(mine.value order by mine.place) into fresh
  from (
    select distinct on (coalesce(first.value ->> 'order_number', first.place::text)) first.value, first.place
    from (
      select distinct on (e.value ->> 'key') e.value, e.place
      from jsonb_array_elements(p_rows) with ordinality as e (value, place)
      order by e.value ->> 'key', e.place
    ) as first
    where (first.value ->> 'order_number' is not null) = p_numbered
    order by coalesce(first.value ->> 'order_number', first.place::text), first.place
  ) as mine
  where not exists (select from public.service_orders o where o.import_key = mine.value ->> 'key')
    and not exists (select from public.service_orders o
      where o.order_number = (mine.value ->> 'order_number')::integer);
  if fresh is null then
    return;
  end if;
  if p_numbered then
    insert into public.service_orders (
      order_number, created_at, updated_at, status, customer_name, customer_phone, customer_address, customer_rut,
      equipment_type, equipment_brand, equipment_model, imei, equipment_condition, work_description, technical_work,
      total_amount, advance_payment, notes, warranty_days, delivered_at, import_batch_id, import_key, id,
      password_type, device_password
    )
    select (e.item ->> 'order_number')::integer, r.* from jsonb_array_elements(fresh) with ordinality as e (item, place)
    cross join lateral private.imported_order(p_batch_id, e.item) as r
    order by e.place;
  else
    insert into public.service_orders (
      created_at, updated_at, status, customer_name, customer_phone, customer_address, customer_rut,
      equipment_type, equipment_brand, equipment_model, imei, equipment_condition, work_description, technical_work,
      total_amount, advance_payment, notes, warranty_days, delivered_at, import_batch_id, import_key, id,
      password_type, device_password
    )
    select r.* from jsonb_array_elements(fresh) with ordinality as e (item, place)
    cross join lateral private.imported_order(p_batch_id, e.item) as r
    order by e.place;
  end if;
end
$$;

-- Imports up to 1,000 rows, all or none. Each row: { row, key, order_number?, created_at, updated_at?, status,
-- customer_name, customer_phone, customer_address?, customer_rut, equipment_type, equipment_brand, equipment_model,
-- imei?, equipment_condition?, work_description?, technical_work?, total_amount?, advance_payment?, notes?,
-- warranty_days?, and of a device's code id, password_type, device_password }.
-- Answers one line per row: outcome 'imported', 'duplicate' (this row is in already) or 'number_taken' (another order
-- has its number). A row that breaks a rule of the table aborts the batch; the error's detail names the row.
create function public.import_orders(p_batch_id uuid, p_rows jsonb)
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
      exception when check_violation or not_null_violation or invalid_text_representation or datetime_field_overflow
        or invalid_datetime_format or numeric_value_out_of_range then
        raise exception 'La fila % no se puede importar: %', item ->> 'row', sqlerrm
          using errcode = '23514', detail = item ->> 'row';
      end;
    end loop;
  end if;
  perform private.collect_order_search(false);
  -- So that a number that was taken over is never given out again, not even after the order is deleted.
  update private.order_numbers set last_number = greatest(last_number,
    (select max(o.order_number) from public.service_orders o));
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
revoke all on function public.import_orders from public, anon, authenticated;
grant execute on function public.import_orders to authenticated;
