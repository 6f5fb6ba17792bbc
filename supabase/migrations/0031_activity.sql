-- Registro de Actividades (INV-05). What parts cost is for the admin alone (SEC-24), as order_parts and the ledger have
-- it: the log's costs are rows of their own under row level security, so that no filter, order or function of a query
-- can reach those of others.

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
create policy "staff read" on private.activity_entries for select to authenticated using ((select private.is_staff()));

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
create policy "admins read" on private.activity_costs for select to authenticated using ((select private.is_admin()));

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

-- Who may insert into the view (the functions that change the inventory, the service role) writes both tables.
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
-- a user who is gone. total is counted to 10,001 and no further. Costs are null to everybody but the admin. Staff only.
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
begin
  if not private.is_staff() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  if p_user is not null then
    condition := condition || format(' and l.user_id = %L', p_user);
  end if;
  if p_action is not null then
    condition := condition || format(' and l.action_type = %L', p_action);
  end if;
  if p_from is not null then
    condition := condition || format(' and l.created_at >= %L::timestamptz',
      p_from::timestamp at time zone 'America/Santiago');
  end if;
  if p_to is not null then
    condition := condition || format(' and l.created_at < %L::timestamptz',
      (p_to + 1)::timestamp at time zone 'America/Santiago');
  end if;
  return query execute format(
    'select page.id, page.created_at, page.action_type, page.user_id, coalesce(nullif(p.full_name, ''''),
       ''Desconocido''), page.product_id, page.brand, page.model, page.quantity_affected, cost.cost_price_affected,
       page.service_order, o.id, t.name, page.quantity,
       (select count(*) from (select from private.activity_entries l where true %1$s limit 10001) as counted)
     from (select l.id from private.activity_entries l where true %1$s order by l.created_at desc,
       l.id desc offset %2$s limit 50) as place
     join private.activity_entries page on page.id = place.id
     left join private.activity_costs cost on cost.entry_id = page.id and $1
     left join public.profiles p on p.id = page.user_id
     left join public.component_types t on t.id = page.component_type_id
     left join public.service_orders o on o.order_number =
       case when page.service_order ~ ''^[0-9]{1,9}$'' then page.service_order::integer end
     order by page.created_at desc, page.id desc',
    condition, (least(greatest(coalesce(p_page, 1), 1), 1000000) - 1) * 50)
    using private.is_admin();
end
$$;
revoke all on function public.list_activity from public, anon, authenticated;
grant execute on function public.list_activity to authenticated;
