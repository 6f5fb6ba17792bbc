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
  perform private.require('order-import');
  if p_file_name is null or p_file_hash is null or p_row_count is null then
    raise exception 'No se sabe qué archivo es. Elígelo otra vez.' using errcode = '22023';
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
-- that is in the way. A row with 'renumber' is new although its number is taken.
create function public.check_import(p_rows jsonb)
returns table ("row" integer, outcome text, order_number integer)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require('order-import');
  if jsonb_typeof(p_rows) <> 'array' or jsonb_array_length(p_rows) > 1000 then
    raise exception 'Un lote lleva como máximo 1.000 filas.' using errcode = '22023';
  end if;
  perform private.require_shape(p_rows,
    '[{"row": "integer", "key": "text", "order_number": "integer", "renumber": "boolean"}]');
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
revoke all on function public.check_import from public, anon, authenticated;
grant execute on function public.check_import to authenticated;

-- The rows of a batch that are not in yet, in their order; those with a number of their own, or those without.
create function private.insert_imported_orders(p_batch_id uuid, p_rows jsonb, p_numbered boolean)
  returns void
language plpgsql set search_path = '' as $$
declare
  fresh jsonb;
begin
  -- The first of two rows with one key or one number has it.
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
  insert into public.service_orders select o.* from private.imported_orders(p_batch_id, fresh) as o;
end
$$;

-- Imports up to 1,000 rows, all or none. Each row: { row, key, order_number?, created_at, updated_at?, status,
-- customer_name, customer_phone, customer_address?, customer_rut, equipment_type, equipment_brand, equipment_model,
-- imei?, equipment_condition?, work_description?, technical_work?, total_amount?, advance_payment?, notes?,
-- warranty_days?, parts_warranty_days?, renumber?, and of a device's code id, password_type, device_password }.
-- Answers one line per row: outcome 'imported', 'duplicate' (this row is in already) or 'number_taken' (another order
-- has its number; with 'renumber' it gets another one). A row that breaks a rule of the table aborts the batch; the
-- error's detail names the row.
create function public.import_orders(p_batch_id uuid, p_rows jsonb)
returns table ("row" integer, outcome text, order_number integer)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  known text[];
  item jsonb;
  single boolean := false;
begin
  perform private.require('order-import');
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
revoke all on function public.import_orders from public, anon, authenticated;
grant execute on function public.import_orders to authenticated;

-- The orders that rows of a file say, in their order; the database's own columns are not the file's to say.
create function private.imported_orders(p_batch_id uuid, p_rows jsonb) returns setof public.service_orders
language sql volatile set search_path = '' as $$
  select o.*
  from jsonb_array_elements(p_rows) with ordinality as e (item, place)
  cross join lateral jsonb_populate_record(
    null::public.service_orders,
    -- Values of columns that a row may leave out.
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
    -- Columns that no row sets.
    || jsonb_build_object(
      'order_number', coalesce((e.item ->> 'order_number')::integer, private.next_order_number()),
      'quote', 0, 'final_payment', 0, 'version', 1, 'device_code_stored', false, 'technician_id', null,
      'receptionist_id', null, 'approved_at', null, 'rejected_at', null, 'quoted_at', null, 'completed_at', null,
      'anonymized_at', null, 'cancellation_reason', null, 'on_hold', false, 'unrepaired_reason', null,
      'not_warranty', false, 'warranty_repair', false,
      'delivered_at', case when e.item ->> 'status' = 'delivered'
        then coalesce(e.item ->> 'updated_at', e.item ->> 'created_at') end,
      'import_batch_id', p_batch_id, 'import_key', e.item ->> 'key'
    )
  ) as o
  order by e.place
$$;
revoke all on function private.imported_orders from public, anon, authenticated;

-- A number that an imported order cannot keep, because another order has it, stays findable (ORD-123): the order gets
-- the next free number, and the old one is kept beside it.

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
revoke all on function private.renumbered_rows from public, anon, authenticated;

-- Closes old imported orders that were not changed here, in bulk and without messages (ORD-122): finished ones become
-- 'Entregado', all others 'Cancelado'.

-- The imported orders from before a day of the shop's calendar that are still open and as they were imported.
create function private.old_open_orders(p_before date) returns setof public.service_orders
language sql stable security definer set search_path = '' as $$
  select o.* from public.service_orders o
  where o.import_key is not null and o.version = 1 and o.status <> all (private.statuses_in('closed'))
    and o.created_at < p_before::timestamp at time zone 'America/Santiago'
    and not exists (select from public.order_waits w where w.order_id = o.id)
$$;
revoke all on function private.old_open_orders from public, anon, authenticated;

-- How many there are, by the status that closing gives them.
create function public.count_old_orders(p_before date) returns table (delivered integer, cancelled integer)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require('order-import');
  return query select (count(*) filter (where o.status = 'completed'))::integer,
    (count(*) filter (where o.status <> 'completed'))::integer from private.old_open_orders(p_before) as o;
end
$$;
revoke all on function public.count_old_orders from public, anon, authenticated;
grant execute on function public.count_old_orders to authenticated;

-- Closes up to 200 of them, the oldest first, and answers how many are left: the caller asks again until there are
-- none. Each has its line in the timeline. The delivery is dated by the last change in the old system, so that today's
-- income does not count it.
create function public.close_old_orders(p_before date) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  o public.service_orders;
  closed uuid[] := '{}';
begin
  perform private.require('order-import');
  for o in
    select * from private.old_open_orders(p_before) as old order by old.created_at, old.id limit 200
  loop
    -- Somebody may have begun with it meanwhile.
    select * into o from public.service_orders s
    where s.id = o.id and s.version = o.version and not s.on_hold for update;
    continue when o.id is null;
    -- This marks the change as an undone status, which sends no message.
    perform set_config('taller.undone_order', o.id::text, true);
    if o.status = 'completed' then
      update public.service_orders s set status = 'delivered' where s.id = o.id;
      update public.service_orders s set delivered_at = o.updated_at, completed_at = o.updated_at where s.id = o.id;
    else
      update public.service_orders s
      set status = 'cancelled', cancellation_reason = 'Orden antigua, cerrada en conjunto' where s.id = o.id;
    end if;
    closed := closed || o.id;
  end loop;
  perform set_config('taller.undone_order', '', true);
  -- Their devices left long ago.
  delete from private.kept_devices k where k.order_id = any (closed);
  return (select count(*) from private.old_open_orders(p_before));
end
$$;
revoke all on function public.close_old_orders from public, anon, authenticated;
grant execute on function public.close_old_orders to authenticated;
