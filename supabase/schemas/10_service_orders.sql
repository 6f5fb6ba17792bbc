-- Service orders: the tables, and who may touch which column of which row.

-- One row per import run, so that a file given again continues instead of repeating (ORD-16).
create table public.import_batches (
  id uuid primary key default gen_random_uuid(),
  file_name text not null check (length(file_name) <= 300),
  file_hash text not null,
  row_count integer not null check (row_count >= 0),
  imported_count integer not null default 0 check (imported_count >= 0),
  created_by uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (file_hash)
);
create index import_batches_created_by on public.import_batches (created_by);
alter table public.import_batches enable row level security;
select private.require_session('public.import_batches');
revoke all on public.import_batches from anon, authenticated;
grant all on public.import_batches to service_role;
grant select on public.import_batches to authenticated;
create policy "admins read" on public.import_batches for select to authenticated
  using ((select private.may('order-import')));
create trigger as_readable before insert or update on public.import_batches
  for each row execute function private.as_readable();

-- Order numbers without gaps: a sequence moves even when the insert that asked for the number is refused (an id that is
-- in already, a missing right, a broken rule). The number comes from a row instead, whose change ends with the
-- transaction. Orders are taken in one at a time by it, which at a counter nobody notices.
create table private.order_numbers (
  id boolean primary key default true check (id),
  last_number integer not null check (last_number >= 0)
);
alter table private.order_numbers enable row level security;

-- The next number of an order; given back when the transaction fails. Behind every number that was taken over from
-- elsewhere.
create function private.next_order_number() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  given integer;
begin
  -- The lock first: what the next statement reads must be what the one before left.
  perform from private.order_numbers for update;
  update private.order_numbers n
  set last_number = greatest(n.last_number, (select max(o.order_number) from public.service_orders o)) + 1
  where n.id
  returning n.last_number into given;
  return given;
end
$$;
grant execute on function private.next_order_number to authenticated, service_role;

create table public.service_orders (
  id uuid primary key default gen_random_uuid(),
  order_number integer not null default private.next_order_number() unique check (order_number > 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  status text not null default 'pending'
    check (status in ('pending', 'in_progress', 'quoted', 'approved', 'rejected', 'completed', 'cancelled',
      'delivered')),
  customer_name text not null check (length(trim(customer_name)) between 1 and 200),
  customer_phone text not null check (length(trim(customer_phone)) between 1 and 40),
  customer_address text check (length(customer_address) <= 300),
  customer_rut text not null check (private.is_rut(customer_rut) or private.is_document(customer_rut)),
  equipment_type text not null
    check (equipment_type in ('smartphone', 'laptop', 'desktop', 'tablet', 'others', 'other')),
  equipment_brand text not null check (length(trim(equipment_brand)) between 1 and 120),
  equipment_model text not null check (length(equipment_model) <= 200),
  imei text check (length(imei) <= 40),
  equipment_condition text not null default '' check (length(equipment_condition) <= 20000),
  work_description text not null default '' check (length(work_description) <= 20000),
  technical_work text not null default '' check (length(technical_work) <= 20000),
  -- Whole Chilean pesos. total_amount always equals quote (ORD-06); both names are the specification's.
  quote bigint not null default 0 check (quote between 0 and 1000000000),
  total_amount bigint check (total_amount between 0 and 1000000000),
  advance_payment bigint not null default 0 check (advance_payment between 0 and 1000000000),
  technician_id uuid references public.staff_names (id),
  receptionist_id uuid references public.staff_names (id),
  password_type text check (password_type in ('pin', 'pattern', 'password')),
  -- Can be written and always reads null: a trigger moves the value to private.device_codes.
  device_password text check (device_password is null),
  -- Notes are what the customer may read; the shop's own notes are in service_order_internal.
  notes text check (length(notes) <= 50000),
  approved_at timestamptz,
  rejected_at timestamptz,
  delivered_at timestamptz,
  warranty_days integer check (warranty_days between 0 and 3650),
  -- Beyond the specification.
  quoted_at timestamptz,
  completed_at timestamptz,
  device_code_stored boolean not null default false,
  version integer not null default 1,
  import_batch_id uuid references public.import_batches (id) on delete set null,
  -- The same row of the same file is never imported twice, whatever its number.
  import_key text unique,
  -- Amount that the customer paid at delivery, in addition to the advance: total_amount - advance_payment -
  -- final_payment is still owed. Both are sums of the ledger (15_payments).
  final_payment bigint not null default 0 check (final_payment between 0 and 1000000000),
  -- When the person was taken out of the order (PRIV-05).
  anonymized_at timestamptz,
  cancellation_reason text check (length(cancellation_reason) <= 20000),
  -- The number in the system that the order comes from.
  former_number integer check (former_number > 0),
  second_phone text check (length(second_phone) <= 40),
  -- Whether it waits for something (30_order_waits), which views and counts ask.
  on_hold boolean not null default false,
  -- Why the device was handed over without a repair (TIME-14); null for any other order.
  unrepaired_reason text check (length(unrepaired_reason) <= 20000),
  -- The number of the order under whose warranty it came in (22_warranty_repairs), and how that ended.
  warranty_of integer references public.service_orders (order_number) on update cascade on delete set null,
  warranty_outcome text check (warranty_outcome in ('covered', 'not_covered', 'goodwill')),
  warranty_reason text check (length(warranty_reason) <= 20000),
  -- Somebody said that it is no return, although an earlier order of the device has a warranty.
  not_warranty boolean not null default false,
  -- It is repaired under that warranty, so that it has no price; follows from the link and its outcome.
  warranty_repair boolean not null default false,
  constraint service_orders_warranty_or_not check (not (not_warranty and warranty_of is not null)),
  -- Days of warranty of the parts that were sold with the repair, while warranty_days are the work's (WARR-11); null:
  -- those are the parts' as well.
  parts_warranty_days integer check (parts_warranty_days between 0 and 3650),
  -- Until when it is promised to be ready (31_promises).
  promised_at timestamptz,
  -- The appointment that it was taken in for (30_bookings). No foreign key: appointments go, orders stay as they are.
  appointment_id uuid unique,
  -- From when that is at risk; follows from promise, status, wait and opening hours.
  at_risk_from timestamptz,
  -- What is said of the payment that an update records (15_payments). Can be written and always reads null: a trigger
  -- moves it to the ledger.
  payment_details jsonb check (payment_details is null),
  -- The delivery that its days of warranty count from, once the order was taken back: a later one begins none again.
  warranty_since timestamptz,
  -- The lines that add up to the total (10_quote_lines).
  quote_lines jsonb not null default '[]',
  -- The customer's own number of it: purchase order, claim (CARD-05).
  customer_reference text check (length(customer_reference) <= 80),
  -- The person of the company that it is for (23_customer_cards).
  contact_id uuid,
  -- What a new order says of its visit (18_visits). Can be written and always reads null.
  visit_details jsonb check (visit_details is null),
  constraint service_orders_total_of_lines check (private.lines_total(quote_lines) = coalesce(total_amount, 0))
);
create index service_orders_newest on public.service_orders (created_at desc, id desc);
create index service_orders_status_newest on public.service_orders (status, created_at desc, id desc);
create index service_orders_rut_newest on public.service_orders (customer_rut, created_at desc);
-- Finds returning customers by phone in any spelling.
create index service_orders_phone on public.service_orders (private.phone_key(customer_phone));
create index service_orders_phone_newest on public.service_orders (private.phone_key(customer_phone), created_at desc);
create index service_orders_technician_newest on public.service_orders (technician_id, created_at desc, id desc)
  where technician_id is not null;
create index service_orders_receptionist on public.service_orders (receptionist_id) where receptionist_id is not null;
create index service_orders_batch on public.service_orders (import_batch_id) where import_batch_id is not null;
create index service_orders_imei on public.service_orders (imei) where imei is not null;
-- Orders of a technician that are not closed are few; all of a technician's orders are not.
create index service_orders_mine on public.service_orders (technician_id, created_at desc, id desc)
  where technician_id is not null
    and status in ('pending', 'in_progress', 'quoted', 'approved', 'rejected', 'completed');
-- After an import many orders have one moment: their ties follow the direction.
create index service_orders_by_change on public.service_orders (updated_at, created_at, id);
create index service_orders_by_price on public.service_orders (coalesce(total_amount, 0), created_at, id);
create index service_orders_former_number on public.service_orders (former_number) where former_number is not null;
create index service_orders_on_hold on public.service_orders (created_at desc, id desc) where on_hold;
create index service_orders_second_phone on public.service_orders (private.phone_key(second_phone))
  where second_phone is not null;
-- Promises of orders with work left, by when they begin to be at risk.
create index service_orders_promised on public.service_orders (at_risk_from, promised_at)
  where at_risk_from is not null;
create index service_orders_contact on public.service_orders (contact_id) where contact_id is not null;
create index service_orders_warranty_of on public.service_orders (warranty_of) where warranty_of is not null;
-- The last day of the warranty, unless a return moves it: private.orders_ending asks with the same words.
create index service_orders_warranty_last on public.service_orders ((
  (delivered_at at time zone 'America/Santiago')::date + greatest(warranty_days, parts_warranty_days)
)) where status = 'delivered' and greatest(warranty_days, parts_warranty_days) > 0;
alter table public.service_orders enable row level security;
select private.require_session('public.service_orders');
revoke all on public.service_orders from anon, authenticated;
grant all on public.service_orders to service_role;
grant select, delete on public.service_orders to authenticated;
-- The id may come from the client: it is the key that makes a repeated "save" harmless. Numbers, dates of record and
-- import marks may not.
grant insert (id, status, customer_name, customer_phone, customer_address, customer_rut, equipment_type,
  equipment_brand, equipment_model, imei, equipment_condition, work_description, technical_work, quote, total_amount,
  advance_payment, technician_id, receptionist_id, password_type, device_password, notes, warranty_days, second_phone,
  warranty_of, not_warranty, promised_at, appointment_id, customer_reference, contact_id, payment_details,
  visit_details) on public.service_orders to authenticated;
-- Stamps (updated_at, approved_at, …) may be sent and are overruled by the trigger.
grant update (status, customer_name, customer_phone, customer_address, customer_rut, equipment_type, equipment_brand,
  equipment_model, imei, equipment_condition, work_description, technical_work, quote, total_amount, advance_payment,
  final_payment, technician_id, password_type, device_password, notes, warranty_days, updated_at, approved_at,
  rejected_at, delivered_at, completed_at, cancellation_reason, second_phone, unrepaired_reason, warranty_of,
  not_warranty, warranty_outcome, warranty_reason, parts_warranty_days, payment_details, quote_lines,
  customer_reference, contact_id)
  on public.service_orders to authenticated;
create policy "staff read all, customers their own by proven RUT" on public.service_orders for select to authenticated
  using ((select private.may('desk')) or customer_rut = (select private.my_rut()));
create policy "desk takes in" on public.service_orders for insert to authenticated
  with check ((select private.may('orders.create')));
create policy "staff change" on public.service_orders for update to authenticated
  using ((select private.may('orders.change'))) with check ((select private.may('orders.change')));
create policy "admins delete" on public.service_orders for delete to authenticated
  using ((select private.may('orders.delete')));
create trigger as_readable before insert or update on public.service_orders
  for each row execute function private.as_readable();

-- The public's view of orders tells of one order, whose number the caller names (PUB-03): it can neither be listed nor
-- counted, by anybody, through whichever API. Grouping by the number makes conditions on it choose the rows first,
-- as they are part of the group's key, and any other condition last; a page of one row reads a second one to find the
-- end of its group.

-- True for the first order that a statement reads; an error at the second one. Costly, so that the planner lets the
-- condition on the number choose the row before.
create function private.is_only_order(p_order_number integer) returns boolean
language plpgsql volatile parallel unsafe cost 100000 set search_path = '' as $$
declare
  statement text := statement_timestamp()::text || ' ';
  first_read text := current_setting('taller.public_order', true);
begin
  if first_read like statement || '%' and first_read <> statement || p_order_number then
    raise exception 'Consulta una orden por su número.' using errcode = '22023';
  end if;
  perform set_config('taller.public_order', statement || p_order_number, true);
  return true;
end
$$;
revoke all on function private.is_only_order from public;
grant execute on function private.is_only_order to anon, authenticated, service_role;

-- The sentence about what an order waits for (30_order_waits); null if it waits for nothing that customers are told.
create function private.public_wait(p_order_number integer) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select private.wait_sentence(w.public_text, w.reason, w.expected_on, (now() at time zone 'America/Santiago')::date)
    from public.service_orders o join public.order_waits w on w.order_id = o.id and w.ended_at is null
    where o.order_number = p_order_number
  );
end
$$;
revoke all on function private.public_wait from public;
grant execute on function private.public_wait to anon, authenticated, service_role;

-- The public's view of an order: number, status, what it waits for, whether it went back unrepaired, until when it is
-- promised while there is work left in it, nothing else (PUB-03, TIME-07, TIME-14, TIME-22). It runs with its owner's
-- rights on purpose. Each column is an aggregate: a condition on one must not choose the order.
create view public.public_order_status as
  select o.order_number, min(o.status) as status, min(private.public_wait(o.order_number)) as wait,
    bool_or(o.unrepaired_reason is not null) as unrepaired,
    min(o.promised_at) filter (where o.status in ('pending', 'in_progress', 'quoted', 'approved')) as promised_at
  from public.service_orders o
  where private.is_only_order(o.order_number)
  group by o.order_number;
revoke all on public.public_order_status from anon, authenticated;
grant select on public.public_order_status to anon, authenticated, service_role;

-- The shop's own notes on an order: a separate table, because customers may read every column of their orders.
create table public.service_order_internal (
  order_id uuid primary key references public.service_orders (id) on delete cascade,
  internal_notes text not null default '' check (length(internal_notes) <= 50000),
  updated_at timestamptz not null default now(),
  updated_by uuid references public.profiles (id) on delete set null,
  version integer not null default 1
);
create index service_order_internal_updated_by on public.service_order_internal (updated_by);
alter table public.service_order_internal enable row level security;
select private.require_session('public.service_order_internal');
revoke all on public.service_order_internal from anon, authenticated;
grant all on public.service_order_internal to service_role;
grant select, insert (order_id, internal_notes), update (internal_notes) on public.service_order_internal to
  authenticated;
create policy "staff read" on public.service_order_internal for select to authenticated
  using ((select private.may('desk')));
create policy "staff add" on public.service_order_internal for insert to authenticated
  with check ((select private.may('orders.change')));
create policy "staff change" on public.service_order_internal for update to authenticated
  using ((select private.may('orders.change'))) with check ((select private.may('orders.change')));
create trigger as_readable before insert or update on public.service_order_internal
  for each row execute function private.as_readable();

-- Stamps who wrote last, and when.
create function private.stamp_internal_notes() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.updated_at := now();
  new.updated_by := coalesce((select auth.uid()), new.updated_by);
  new.version := case when tg_op = 'UPDATE' then old.version + 1 else 1 end;
  return new;
end
$$;
create trigger stamp_internal_notes before insert or update on public.service_order_internal
  for each row execute function private.stamp_internal_notes();

-- Names a status that does not exist.
create function private.refuse_unknown_status() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise exception 'El estado «%» no existe.', coalesce(new.status, '') using errcode = '23514';
end
$$;

-- The import takes the columns that are named (ORD-54): one that a migration adds is no file's to say until it is.

-- Columns that an import writes: the fields of an order except its technician, whose id no file has, the order's former
-- number, and other imported values.
create function private.import_columns() returns text[]
language sql immutable parallel safe set search_path = '' as $$
  select array[
    'customer_name', 'customer_rut', 'customer_phone', 'second_phone', 'customer_address', 'equipment_type',
    'equipment_brand', 'equipment_model', 'imei', 'equipment_condition', 'work_description', 'technical_work', 'total_amount',
    'advance_payment', 'former_number', 'customer_reference',
    'id', 'created_at', 'updated_at', 'status', 'notes', 'warranty_days', 'password_type', 'device_password',
    'parts_warranty_days', 'promised_at'
  ]
$$;
revoke all on function private.import_columns from public, anon, authenticated;

-- The states of an order (ORD-53), which rules about open and closed orders use. The table's check lists the states
-- once more, and shared/src/orders/status/order-status.ts has the same ones; supabase/test/status-agreement.test.ts
-- compares them.

-- The states of a phase: 'open' (there is work to do), 'pickup' (the work is over, the device waits to be collected),
-- 'closed' (nothing more happens). Without a phase all of them.
create function private.statuses_in(p_phase text default null) returns text[]
language sql immutable parallel safe set search_path = '' as $$
  select array_agg(s.status order by s.place)
  from (values
    (1, 'pending', 'open'),
    (2, 'in_progress', 'open'),
    (3, 'quoted', 'open'),
    (4, 'approved', 'open'),
    (5, 'rejected', 'pickup'),
    (6, 'completed', 'pickup'),
    (7, 'cancelled', 'closed'),
    (8, 'delivered', 'closed')
  ) as s (place, status, phase)
  where p_phase is null or s.phase = p_phase
$$;
grant execute on function private.statuses_in to anon, authenticated, service_role;

-- A view with groups has no writes: without a trigger PostgreSQL says so before it looks at rights, which is no refusal
-- but a failure to PostgREST (500).
create function private.refuse_write() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  raise exception 'Acceso no autorizado.' using errcode = '42501';
end
$$;
create trigger refuse_write instead of insert or update or delete on public.public_order_status
  for each row execute function private.refuse_write();
create trigger clean_numbers before insert or update of customer_phone, imei on public.service_orders
  for each row execute function private.clean_numbers();

-- Devices of orders that were stopped lie in the shop until they are handed back: a view of their own, 'Por devolver'
-- (ORD-61). 'Listos para retirar' has those that were repaired.

-- Orders that were cancelled while the shop had their device, until that is handed back or the order goes on. Imported
-- orders and those cancelled before this table are history: their devices left long ago.
create table private.kept_devices (
  order_id uuid primary key references public.service_orders (id) on delete cascade
);
alter table private.kept_devices enable row level security;

create function private.keep_device() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.status <> 'cancelled' then
    delete from private.kept_devices k where k.order_id = new.id;
  elsif old.status <> 'delivered' or current_setting('taller.undone_order', true) = new.id::text then
    insert into private.kept_devices (order_id) values (new.id) on conflict do nothing;
  end if;
  return null;
end
$$;
create trigger keep_device after update on public.service_orders
  for each row when (new.status is distinct from old.status and 'cancelled' in (new.status, old.status))
  execute function private.keep_device();

-- Stores the second phone without invisible characters.
create function private.clean_second_phone() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.second_phone := nullif(btrim(private.plain_marks(new.second_phone)), '');
  return new;
end
$$;
create trigger clean_second_phone before insert or update of second_phone on public.service_orders
  for each row execute function private.clean_second_phone();
