-- Devices of orders that were stopped lie in the shop until they are handed back: a view of their own, 'Por devolver'
-- (ORD-61). 'Listos para retirar' has those that were repaired.

-- Orders that were cancelled while the shop had their device, until that is handed back or the order goes on. Imported
-- orders and those cancelled before this table are history: their devices left long ago.
create table private.kept_devices (
  order_id uuid primary key references public.service_orders (id) on delete cascade
);
alter table private.kept_devices enable row level security;

-- After so many days the printed terms give up what nobody collects.
insert into private.kept_devices (order_id)
select o.id from public.service_orders o
where o.status = 'cancelled' and o.import_key is null and o.delivered_at is null
  and o.updated_at > now() - interval '40 days';

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

-- As before, with to_return, whose orders were among those of ready. to_quote, waiting, to_repair, ready and to_return
-- share the orders that are not closed: each is in exactly one of them.
create or replace function private.order_view_condition(p_view text, key text, actor uuid) returns text
language plpgsql stable set search_path = '' as $$
declare
  before_quote constant text[] := array['pending', 'in_progress'];
begin
  return case p_view
    when 'to_quote' then
      format(' and o.status = any (%L::text[]) and coalesce(o.total_amount, 0) = 0', before_quote)
    when 'waiting' then
      ' and o.status = ''quoted'''
    when 'to_repair' then
      format(' and o.status = any (%L::text[]) and (o.status = ''approved'' or coalesce(o.total_amount, 0) > 0)',
        before_quote || 'approved'::text)
    when 'ready' then
      ' and o.status = ''completed'''
    when 'to_return' then
      format($kept$
      and %s in (
        select k.order_id from private.kept_devices k
        union all select r.id from public.service_orders r where r.status = 'rejected'
      )$kept$, key)
    when 'mine' then
      format(' and o.technician_id = %L and o.status = any (%L::text[])', actor,
        private.statuses_in('open') || private.statuses_in('pickup'))
    when 'message_failed' then
      format($failed$
      and %s in (
        select m.order_id from public.whatsapp_messages m
        where m.state = 'failed' and not exists (
          select from public.whatsapp_messages later where later.order_id = m.order_id
          and later.created_at > m.created_at
        )
      )$failed$, key)
    else null
  end;
end
$$;

-- As before, with to_return.
create or replace function public.count_order_views() returns table (view text, total integer)
language plpgsql stable security definer set search_path = '' as $$
declare
  actor_role text := private.my_role();
  actor uuid := (select auth.uid());
begin
  if actor_role is null or actor_role not in ('admin', 'technician', 'receptionist') then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  view := 'all';
  total := (select count(*) from (select from public.service_orders o limit 1001) as c);
  return next;
  foreach view in array array['to_quote', 'waiting', 'to_repair', 'ready', 'to_return', 'message_failed']
    || case when actor_role = 'technician' then array['mine'] else '{}' end
  loop
    execute format('select count(*) from (select from public.service_orders o where true %s limit 1001) as c',
      private.order_view_condition(view, 'o.id', actor)) into total;
    return next;
  end loop;
end
$$;

-- As before; the desk's next step is handing over or back (ORD-83).
create or replace function public.panel_counts() returns table (tab text, total integer)
language plpgsql stable security definer set search_path = '' as $$
declare
  actor_role text := private.my_role();
  actor uuid := (select auth.uid());
  most constant integer := 100;
  today constant date := (now() at time zone 'America/Santiago')::date;
  own text := case when actor_role = 'technician'
    then format(' and (o.technician_id = %L or o.technician_id is null)', actor) else '' end;
begin
  if actor_role is null or actor_role not in ('admin', 'technician', 'receptionist') then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  tab := 'orders';
  execute format('select count(*) from (
      (select from public.service_orders o where true %1$s %3$s limit %4$s) union all
      (select from public.service_orders o where true %2$s %3$s limit %4$s) limit %4$s) as c',
    private.order_view_condition(case actor_role when 'receptionist' then 'ready' else 'to_quote' end, 'o.id', actor),
    private.order_view_condition(
      case actor_role when 'receptionist' then 'to_return' else 'to_repair' end, 'o.id', actor),
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
  total := (select count(*) from (select from public.inventory i where i.quantity < i.min_stock limit most) as c);
  return next;
end
$$;
