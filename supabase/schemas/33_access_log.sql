-- Log of the staff's access to personal data (PRIV-09). Written by the server before it answers (decision 26), with one
-- entry for each person, record and hour, so that the log stays readable. Entries are never corrected: a count may
-- grow, an old entry is deleted, and the data that names a customer is removed when that customer is anonymised.

create table private.looks (
  id bigint generated always as identity primary key,
  looked_at timestamptz not null default now(),
  -- The person who looked, with name and role as they were. No foreign key: the log outlives the account.
  actor_id uuid not null,
  actor_name text not null,
  actor_role text not null,
  kind text not null check (kind in ('order', 'customer', 'search', 'list', 'export')),
  order_id uuid,
  customer_id uuid,
  -- For a search: the complete RUT or phone that was entered, if any.
  subject text check (length(subject) <= 40),
  -- For lists, searches and exports: the source of the rows, and their number in that hour.
  source text check (length(source) <= 60),
  rows integer not null default 1,
  -- The entry's subject as one value.
  about text generated always as (coalesce(order_id::text, customer_id::text, source)) stored,
  hour timestamptz not null default date_trunc('hour', now()),
  searched_by text check (searched_by in ('rut', 'phone', 'imei', 'number', 'name', 'text'))
);
create index looks_newest on private.looks (looked_at desc, id desc);
create index looks_order on private.looks (order_id) where order_id is not null;
create index looks_customer on private.looks (customer_id) where customer_id is not null;
create unique index looks_once on private.looks (actor_id, hour, kind, about, coalesce(subject, ''), coalesce(searched_by, ''));
alter table private.looks enable row level security;
revoke all on private.looks from service_role;

-- Allows a count to grow, an old entry to be deleted, and the data that names a customer to be replaced; refuses every
-- other change.
create function private.keep_looks() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    if old.looked_at < private.kept_since('look_days') then
      return old;
    end if;
  elsif new.rows >= old.rows
    and to_jsonb(new) - '{rows,subject,customer_id,about}'::text[] = to_jsonb(old) - '{rows,subject,customer_id,about}'::text[]
    and (new.subject is not distinct from old.subject or new.subject = 'borrado ' || old.id)
      and (new.customer_id is null or new.customer_id = old.customer_id) then
    return new;
  end if;
  raise exception 'El registro de consultas no se cambia.' using errcode = '42501';
end
$$;
create trigger keep_looks before update or delete on private.looks
  for each row execute function private.keep_looks();

-- A number that was searched as a phone is kept as one: the nine digits of a landline look like a RUT without its
-- dash, and the erasure of its owner left them in the log (PRIV-09).
create function private.record_look(
  p_actor uuid, p_kind text, p_order uuid, p_customers uuid[], p_subject text, p_source text, p_rows integer, p_by text
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  actor public.profiles;
  customers uuid[];
  v_order uuid := p_order;
begin
  select * into actor from public.profiles p where p.id = p_actor and p.role <> 'customer';
  if actor.id is null then
    return;
  end if;
  if p_customers is not null then
    select array_agg(p.id) into customers from public.profiles p where p.id = any (p_customers) and p.role = 'customer';
    if customers is null then
      return;
    end if;
  end if;
  -- A customer's record is opened by the id of an account, too.
  select array_agg(p.id) into customers from public.profiles p
  where p.id = any (coalesce(customers, array[v_order])) and p.role = 'customer';
  if v_order = any (customers) then
    v_order := null;
  end if;
  insert into private.looks as l (actor_id, actor_name, actor_role, kind, order_id, customer_id, subject, source, rows, searched_by)
  values (
    actor.id, actor.full_name, actor.role,
    case when cardinality(customers) = 1 then 'customer' else p_kind end, v_order, case when cardinality(customers) = 1 then customers[1] end,
    case when p_subject is not null then
      case when p_by is distinct from 'phone' and private.is_rut(private.normalize_rut(p_subject))
        then private.normalize_rut(p_subject) else private.phone_key(p_subject) end end,
    p_source, coalesce(cardinality(customers), p_rows), case when p_kind = 'search' then p_by end
  )
  on conflict (actor_id, hour, kind, about, coalesce(subject, ''), coalesce(searched_by, '')) do update set rows = l.rows + excluded.rows
    where l.kind in ('list', 'export');
end
$$;
revoke all on function private.record_look from public, anon, authenticated;

-- A page of 50 entries, newest first. Dates are days of the shop, inclusive. total is counted to 10,001 and no further.
-- Admins only.
create function public.list_looks(
  p_actor uuid default null, p_from date default null, p_to date default null, p_page integer default 1
) returns table (
  id bigint, looked_at timestamptz, actor_name text, actor_role text, kind text, order_id uuid, order_number integer,
  customer_id uuid, customer_name text, subject text, source text, rows integer, searched_by text, total bigint
)
language plpgsql stable security definer set search_path = '' as $$
declare
  since timestamptz := private.log_day(p_from);
  -- The end of the day; there is none after the last that a date can be.
  until timestamptz := private.log_day(least(p_to, '9999-12-31') + 1);
begin
  perform private.require('looks');
  return query
    select l.id, l.looked_at, coalesce(nullif(a.full_name, ''), l.actor_name), l.actor_role, l.kind, o.id, o.order_number,
      p.id, coalesce(p.full_name, o.customer_name), l.subject, l.source, l.rows, l.searched_by,
      (select count(*) from (
        select from private.looks c
        where (p_actor is null or c.actor_id = p_actor) and (since is null or c.looked_at >= since)
          and (until is null or c.looked_at < until)
        limit 10001) as counted)
    from private.looks l
    left join public.service_orders o on o.id = l.order_id
    left join public.profiles p on p.id = l.customer_id
    left join public.profiles a on a.id = l.actor_id
    where (p_actor is null or l.actor_id = p_actor) and (since is null or l.looked_at >= since)
      and (until is null or l.looked_at < until)
    order by l.looked_at desc, l.id desc
    limit 50 offset private.rows_before(p_page, 50);
end
$$;
revoke all on function public.list_looks from public, anon, authenticated;
grant execute on function public.list_looks to authenticated;

-- Rows survive the product and the user: no foreign keys.
create table private.activity_entries (
  id uuid default gen_random_uuid() constraint activity_logs_pkey primary key,
  user_id uuid,
  action_type text not null constraint activity_logs_action_type_check check (action_type in ('edit', 'delete')),
  product_id uuid not null,
  brand text,
  model text,
  quantity_affected integer,
  service_order text,
  component_type_id uuid,
  created_at timestamptz not null default now(),
  -- An edit also copies the updated inventory row.
  quantity integer,
  supplier_id uuid
);
create index activity_logs_newest on private.activity_entries (created_at desc, id desc);
create index activity_logs_user on private.activity_entries (user_id, created_at desc, id desc) include (action_type);
create index activity_logs_action on private.activity_entries (action_type, created_at desc, id desc);
alter table private.activity_entries enable row level security;
select private.require_session('private.activity_entries');
grant all on private.activity_entries to service_role;
grant select on private.activity_entries to authenticated;
create policy "staff read" on private.activity_entries for select to authenticated
  using ((select private.may('activity-log')));

create table private.activity_costs (
  entry_id uuid primary key references private.activity_entries (id) on delete cascade,
  cost_price_affected bigint,
  -- An edit also copies the updated inventory row.
  cost_price bigint
);
alter table private.activity_costs enable row level security;
select private.require_session('private.activity_costs');
grant all on private.activity_costs to service_role;
grant select on private.activity_costs to authenticated;
create policy "staff read" on private.activity_costs for select to authenticated
  using ((select private.may('activity-log')));

-- The log as the API has it. With the caller's rights: staff see the entries, and null for the costs unless they are
-- admins.
create view public.activity_logs with (security_invoker = true) as
  select e.id, e.user_id, e.action_type, e.product_id, e.brand, e.model, e.quantity_affected,
    (select c.cost_price_affected from private.activity_costs c where c.entry_id = e.id) as cost_price_affected,
    e.service_order, e.component_type_id, e.created_at, e.quantity,
    (select c.cost_price from private.activity_costs c where c.entry_id = e.id) as cost_price,
    e.supplier_id
  from private.activity_entries e;
alter view public.activity_logs alter column id set default gen_random_uuid();
alter view public.activity_logs alter column created_at set default now();
revoke all on public.activity_logs from anon, authenticated;
grant select on public.activity_logs to authenticated;
grant select, insert, update, delete on public.activity_logs to service_role;

-- Inserts into the view (by the functions that change the inventory, and the service role) write both tables.
create function private.add_activity() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.activity_entries (
    id, user_id, action_type, product_id, brand, model, quantity_affected, service_order, component_type_id,
    created_at, quantity, supplier_id
  ) values (
    new.id, new.user_id, new.action_type, new.product_id, new.brand, new.model, new.quantity_affected,
    new.service_order, new.component_type_id, new.created_at, new.quantity, new.supplier_id
  );
  insert into private.activity_costs (entry_id, cost_price_affected, cost_price)
    values (new.id, new.cost_price_affected, new.cost_price);
  return new;
end
$$;
create trigger add_activity instead of insert on public.activity_logs
  for each row execute function private.add_activity();

-- A page of 50 of the activity log, newest first, with names. Dates are days of the shop, inclusive. 'Desconocido' for
-- a user who is gone. total is counted to 10,001 and no further. All staff see the price of a part; what parts cost in
-- an order is null to everybody but the admin. Staff only.
create function public.list_activity(
  p_user uuid default null, p_action text default null, p_from date default null, p_to date default null,
  p_page integer default 1
) returns table (
  id uuid, created_at timestamptz, action_type text, user_id uuid, user_name text, product_id uuid, brand text,
  model text, quantity_affected integer, cost_price_affected bigint, service_order text, order_id uuid,
  component_type_name text, quantity integer, total bigint
)
language plpgsql stable security definer set search_path = '' as $$
declare
  condition text := '';
  since timestamptz := private.log_day(p_from);
  -- The end of the day; there is none after the last that a date can be.
  until timestamptz := private.log_day(least(p_to, '9999-12-31') + 1);
  skipped integer;
begin
  perform private.require('activity-log');
  skipped := private.rows_before(p_page, 50);
  if p_user is not null then
    condition := condition || format(' and l.user_id = %L', p_user);
  end if;
  if p_action is not null then
    condition := condition || format(' and l.action_type = %L', p_action);
  end if;
  if since is not null then
    condition := condition || format(' and l.created_at >= %L::timestamptz', since);
  end if;
  if until is not null then
    condition := condition || format(' and l.created_at < %L::timestamptz', until);
  end if;
  return query execute format(
    'select page.id, page.created_at, page.action_type, page.user_id, coalesce(nullif(p.full_name, ''''),
       ''Desconocido''), page.product_id, page.brand, page.model, page.quantity_affected, cost.cost_price_affected,
       page.service_order, o.id, t.name, page.quantity,
       (select count(*) from (select from private.activity_entries l where true %1$s limit 10001) as counted)
     from (select l.id from private.activity_entries l where true %1$s order by l.created_at desc,
       l.id desc offset %2$s limit 50) as place
     join private.activity_entries page on page.id = place.id
     left join private.activity_costs cost on cost.entry_id = page.id
     left join public.profiles p on p.id = page.user_id
     left join public.component_types t on t.id = page.component_type_id
     left join public.service_orders o on o.order_number =
       case when page.service_order ~ ''^[0-9]{1,9}$'' then page.service_order::integer end
     order by page.created_at desc, page.id desc',
    condition, skipped);
end
$$;
revoke all on function public.list_activity from public, anon, authenticated;
grant execute on function public.list_activity to authenticated;

-- The access log asks for the role before it reads its dates, as the reports do (SEC-57).

-- The moment at which a day of the shop begins; null for null. Days before the year 1 are its first, those after 9999
-- the day after its last: nothing is logged there.
create function private.log_day(p_day date) returns timestamptz
language sql stable set search_path = '' as $$
  select least(greatest(p_day, '0001-01-01'), '10000-01-01')::timestamp at time zone 'America/Santiago'
  where p_day is not null
$$;
revoke all on function private.log_day from public, anon, authenticated;
