-- Order numbers without gaps: a sequence moves even when the insert that asked for the number is refused (an id that is in already,
-- a missing right, a broken rule). The number comes from a row instead, whose change ends with the transaction. Orders are taken in one
-- at a time by it, which at a counter nobody notices.

create table private.order_numbers (
  id boolean primary key default true check (id),
  last_number integer not null check (last_number >= 0)
);
alter table private.order_numbers enable row level security;
revoke all on private.order_numbers from public, anon, authenticated;

insert into private.order_numbers (last_number)
select greatest((select last_value from public.service_orders_order_number_seq where is_called), max(order_number), 0)
from public.service_orders;

-- The next number of an order; given back when the transaction fails. Behind every number that was taken over from elsewhere.
create function private.next_order_number() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  given integer;
begin
  -- The lock first: what the next statement reads must be what the one before left.
  perform from private.order_numbers for update;
  update private.order_numbers n
  set last_number = greatest(n.last_number, (select max(o.order_number) from public.service_orders o)) + 1
  returning n.last_number into given;
  return given;
end
$$;
revoke all on function private.next_order_number() from public, anon;
-- The default of a column runs with the rights of whoever inserts.
grant execute on function private.next_order_number() to authenticated, service_role;

alter table public.service_orders alter column order_number drop identity;
alter table public.service_orders alter column order_number set default private.next_order_number();

-- Imports up to 1,000 rows, all or none. Each row: { row, key, order_number?, created_at, updated_at?, status, customer_name, customer_phone,
-- customer_address?, customer_rut, equipment_type, equipment_brand, equipment_model, imei?, equipment_condition?, work_description?,
-- technical_work?, total_amount?, advance_payment?, notes?, warranty_days? }.
-- Answers one line per row: outcome 'imported', 'duplicate' (this row is in already) or 'number_taken' (another order has its number).
-- A row that breaks a rule of the table aborts the batch; the error's detail names the row.
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
        total_amount, advance_payment, notes, warranty_days, delivered_at, import_batch_id, import_key
      ) values (
        coalesce(number, private.next_order_number()),
        (item ->> 'created_at')::timestamptz,
        coalesce((item ->> 'updated_at')::timestamptz, (item ->> 'created_at')::timestamptz),
        item ->> 'status', item ->> 'customer_name', item ->> 'customer_phone', item ->> 'customer_address', item ->> 'customer_rut',
        item ->> 'equipment_type', item ->> 'equipment_brand', coalesce(item ->> 'equipment_model', ''), item ->> 'imei',
        coalesce(item ->> 'equipment_condition', ''), coalesce(item ->> 'work_description', ''), coalesce(item ->> 'technical_work', ''),
        (item ->> 'total_amount')::bigint, coalesce((item ->> 'advance_payment')::bigint, 0), item ->> 'notes',
        (item ->> 'warranty_days')::integer,
        case when item ->> 'status' = 'delivered' then coalesce((item ->> 'updated_at')::timestamptz, (item ->> 'created_at')::timestamptz) end,
        p_batch_id, item ->> 'key'
      )
      returning o.order_number into order_number;
    exception when check_violation or not_null_violation or invalid_text_representation or datetime_field_overflow
      or invalid_datetime_format or numeric_value_out_of_range then
      raise exception 'La fila % no se puede importar: %', "row", sqlerrm using errcode = '23514', detail = "row"::text;
    end;
    outcome := 'imported';
    return next;
  end loop;

  -- So that a number that was taken over is never given out again, not even after the order is deleted.
  update private.order_numbers set last_number = greatest(last_number, (select max(o.order_number) from public.service_orders o));
  update public.import_batches b
  set imported_count = (select count(*) from public.service_orders o where o.import_batch_id = b.id), updated_at = now()
  where b.id = p_batch_id;
end
$$;

-- A message that waits goes to the order's phone of today: a wrong number that was corrected is not written to.
create function private.redirect_queued_messages() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.whatsapp_messages set phone = private.whatsapp_phone(new.customer_phone)
  where order_id = new.id and state = 'queued';
  return null;
end
$$;
create trigger redirect_queued_messages after update of customer_phone on public.service_orders
  for each row when (new.customer_phone is distinct from old.customer_phone)
  execute function private.redirect_queued_messages();
