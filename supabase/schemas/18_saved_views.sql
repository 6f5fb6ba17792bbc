-- Views of the desk's list that its users save for themselves (ORD-80 to ORD-82): a filter under a name. The view that
-- the desk opens with is a row too; if it is one of the shop's views (private.order_view_condition), a row without
-- name.

create table public.saved_views (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  name text check (length(trim(name)) between 1 and 40),
  search text not null default '' check (length(search) <= 200),
  field text check (field in ('order_number', 'customer_name', 'customer_rut', 'equipment_brand', 'equipment_model',
    'customer_phone', 'imei', 'all')),
  status text check (length(status) <= 40),
  technician_id uuid references public.profiles (id) on delete cascade,
  view text check (length(view) <= 40),
  -- Column and direction, as in price-desc.
  sort text check (sort ~ '^[a-z]+(-[a-z]+)*$' and length(sort) <= 40),
  is_start boolean not null default false,
  created_at timestamptz not null default now(),
  -- Key of a reason for waiting.
  wait_reason text check (length(wait_reason) <= 40),
  -- Where the devices are.
  place text check (length(place) <= 40),
  check (name is not null or (is_start and view is not null))
);
create unique index saved_views_name on public.saved_views (owner_id, private.name_key(name)) where name is not null;
create unique index saved_views_start on public.saved_views (owner_id) where is_start;
create index saved_views_technician on public.saved_views (technician_id);
create trigger insert_once before insert on public.saved_views for each row when (private.is_api_caller())
  execute function private.insert_once('la vista quedó guardada', 'name', 'search', 'field', 'status',
    'technician_id', 'view', 'sort', 'wait_reason', 'place');
alter table public.saved_views enable row level security;
select private.require_session('public.saved_views');
revoke all on public.saved_views from anon, authenticated;
grant all on public.saved_views to service_role;
grant select, delete, insert (id, name, search, field, status, technician_id, view, sort, wait_reason, place), update (name)
  on public.saved_views to authenticated;
create policy "own" on public.saved_views for select to authenticated
  using (owner_id = (select auth.uid()) and (select private.may('desk')));
create policy "staff save" on public.saved_views for insert to authenticated
  with check (owner_id = (select auth.uid()) and name is not null and (select private.may('desk')));
create policy "own renamed" on public.saved_views for update to authenticated
  using (owner_id = (select auth.uid()) and name is not null and (select private.may('desk')))
  with check (owner_id = (select auth.uid()) and name is not null and (select private.may('desk')));
create policy "own deleted" on public.saved_views for delete to authenticated
  using (owner_id = (select auth.uid()) and name is not null and (select private.may('desk')));
create trigger as_readable before insert or update on public.saved_views
  for each row execute function private.as_readable();

-- One of the shop's views if any, and twelve a person: of two at once the second waits for the first. After
-- insert_once, which lets no repetition through.
create function private.saved_view_rules() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.view is not null and private.order_view_condition(new.view, 'o.id', null) is null then
    raise exception 'La vista no existe.' using errcode = '22023';
  end if;
  perform from public.profiles p where p.id = new.owner_id for no key update;
  if new.name is not null and
      (select count(*) from public.saved_views v where v.owner_id = new.owner_id and v.name is not null) >= 12 then
    raise exception 'Ya tienes 12 vistas. Elimina una para guardar otra.' using errcode = '23514';
  end if;
  return new;
end
$$;
create trigger saved_view_rules before insert on public.saved_views
  for each row execute function private.saved_view_rules();

-- Sets the view that the caller's desk opens with: one of the shop's, or the caller's own; without arguments, the whole
-- list.
create function public.set_start_view(p_view text default null, p_saved_view uuid default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  actor uuid := (select auth.uid());
begin
  perform private.require('desk');
  -- Two at once come one after the other.
  perform from public.profiles p where p.id = actor for no key update;
  delete from public.saved_views v where v.owner_id = actor and v.name is null;
  update public.saved_views v set is_start = false where v.owner_id = actor and v.is_start;
  if p_saved_view is not null then
    update public.saved_views v set is_start = true where v.id = p_saved_view and v.owner_id = actor;
    if not found then
      raise exception 'Esta vista ya no existe.' using errcode = 'P0002';
    end if;
  elsif p_view is not null then
    insert into public.saved_views (owner_id, view, is_start) values (actor, p_view, true);
  end if;
end
$$;
revoke all on function public.set_start_view from public, anon, authenticated;
grant execute on function public.set_start_view to authenticated;

-- The view that the desk of somebody in a new role opens with, until they choose another (set_start_view): the own work
-- of those who repair, and for the counter what waits to be handed over. Null for those who lead the shop.
create function private.first_start_view(p_role text) returns text
language sql immutable set search_path = '' as $$
  select case
    when private.role_may(p_role, 'orders.repair') then 'mine'
    when private.role_may(p_role, 'orders.receive-payment') and not private.role_may(p_role, 'settings') then 'ready'
  end
$$;
revoke all on function private.first_start_view from public, anon, authenticated;

-- Sets that view, unless the person's desk opens with a view of their own.
create function private.give_start_view() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.saved_views v where v.owner_id = new.id and v.name is null;
  insert into public.saved_views (owner_id, view, is_start)
  select new.id, private.first_start_view(new.role), true
  where private.first_start_view(new.role) is not null
    and not exists (select from public.saved_views v where v.owner_id = new.id and v.is_start);
  return null;
end
$$;
create trigger give_start_view after insert on public.profiles
  for each row when (new.role <> 'customer') execute function private.give_start_view();
create trigger renew_start_view after update of role on public.profiles
  for each row when (old.role <> new.role) execute function private.give_start_view();

-- How many orders each own view has, as the list says it (public.search_orders): counted to 1,001, with a search in
-- texts to 201. Null if its field is not one of the caller's role any more.
-- Its searches in personal data that find something are logged like the list's (PRIV-12, SEC-59): a view is saved with
-- any text, and its count says whether there is such a customer. Once an hour each, as private.record_look does.
create function public.count_saved_views() returns table (id uuid, total integer)
language plpgsql volatile security definer set search_path = '' as $$
declare
  saved public.saved_views;
  searched_by text;
  searched_number text;
begin
  perform private.require('desk');
  for saved in select v.* from public.saved_views v where v.owner_id = (select auth.uid()) and v.name is not null loop
    id := saved.id;
    begin
      total := coalesce((
        select s.total from public.search_orders(p_search => saved.search,
          p_field => coalesce(saved.field, 'order_number'), p_status => saved.status,
          p_technician => saved.technician_id, p_view => saved.view, p_wait_reason => saved.wait_reason,
          p_place => saved.place) as s
        limit 1), 0);
    exception when insufficient_privilege then
      total := null;
    end;
    searched_by := case when trim(saved.search) <> '' then case saved.field
      when 'customer_rut' then 'rut'
      when 'customer_phone' then 'phone'
      when 'customer_name' then 'name'
      when 'imei' then 'imei'
      when 'all' then 'text'
    end end;
    if searched_by is not null and total > 0 then
      -- A complete RUT or phone, as platform/server/src/access-log reads one; never a name or a text.
      searched_number := normalize(saved.search, nfkc);
      if searched_by in ('name', 'imei') or searched_number ~ '[[:alpha:]]{2}'
        or regexp_replace(searched_number, '[^0-9kK]', '', 'g') !~ '^([0-9]{7,8}[0-9kK]|[0-9]{8,12})$' then
        searched_number := null;
      end if;
      perform private.record_look((select auth.uid()), 'search', null, null, searched_number, 'count_saved_views', total,
        searched_by);
    end if;
    return next;
  end loop;
end
$$;
revoke all on function public.count_saved_views from public, anon, authenticated;
grant execute on function public.count_saved_views to authenticated;

-- An anonymised person's name, RUT, phone or IMEI is no longer searched for either (PRIV-05).
create function private.forget_saved_searches() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.saved_views v
  where v.search <> '' and (
    (private.fold(v.search) like '% %' and strpos(private.fold(old.customer_name), private.fold(trim(v.search))) > 0)
    or private.normalize_rut(v.search) = old.customer_rut
    or private.phone_key(v.search) in (private.phone_key(old.customer_phone), private.phone_key(old.second_phone))
    or trim(v.search) = old.imei
  );
  return null;
end
$$;
create trigger forget_saved_searches after update of anonymized_at on public.service_orders
  for each row when (old.anonymized_at is null and new.anonymized_at is not null)
  execute function private.forget_saved_searches();

-- Counts beside the tabs of the panel (ORD-83).

-- Number of waiting items at each tab of the panel, counted to 100. Orders whose next step belongs to the caller's role
-- (ORD-63): for the desk, handing over or back; for a technician, their own and unassigned orders. Today's
-- appointments, orders whose last message failed, screens that have not arrived, parts below their minimum. Staff only.
create function public.panel_counts() returns table (tab text, total integer)
language plpgsql stable security definer set search_path = '' as $$
declare
  repairs boolean := private.may('orders.do-repair');
  actor uuid := (select auth.uid());
  most constant integer := 100;
  today constant date := (now() at time zone 'America/Santiago')::date;
  own text := case when private.may('orders.repair')
    then format(' and (o.technician_id = %L or o.technician_id is null)', actor) else '' end;
begin
  perform private.require('desk');
  tab := 'orders';
  execute format('select count(*) from (
      (select from public.service_orders o where true %1$s %3$s limit %4$s) union all
      (select from public.service_orders o where true %2$s %3$s limit %4$s) limit %4$s) as c',
    private.order_view_condition(case when repairs then 'to_quote' else 'ready' end, 'o.id', actor),
    private.order_view_condition(case when repairs then 'to_repair' else 'to_return' end, 'o.id', actor),
    own, most) into total;
  return next;
  tab := 'appointments';
  total := (select count(*) from (select from public.appointments a where a.status = 'scheduled'
    and a.appointment_date >= today::timestamp at time zone 'America/Santiago'
    and a.appointment_date < (today + 1)::timestamp at time zone 'America/Santiago' limit most) as c);
  return next;
  tab := 'messages';
  execute format('select count(*) from (select from public.service_orders o where true %s limit %s) as c',
    private.order_view_condition('message_failed', 'o.id', actor), most) into total;
  return next;
  tab := 'screen_orders';
  total := (select count(*) from (select from public.pedidos_pantallas p where p.received_at is null limit most) as c);
  return next;
  tab := 'inventory';
  total := (select count(*) from (select from public.inventory i where i.quantity - i.reserved < i.min_stock limit most) as c);
  return next;
end
$$;
revoke all on function public.panel_counts from public, anon, authenticated;
grant execute on function public.panel_counts to authenticated;
