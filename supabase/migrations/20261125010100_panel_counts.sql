-- What waits beside the tabs of the panel (ORD-83).

-- How much waits to be done at each tab of the panel, counted to 100. Orders: those whose next step is the caller's
-- role's (ORD-63); of a technician those that are nobody else's. Appointments of today, messages that failed last,
-- screens that have not arrived, parts under their minimum. Staff only.
create function public.panel_counts() returns table (tab text, total integer)
language plpgsql stable security definer set search_path = '' as $$
declare
  actor_role text := private.my_role();
  actor uuid := (select auth.uid());
  most constant integer := 100;
  today constant date := (now() at time zone 'America/Santiago')::date;
begin
  if actor_role is null or actor_role not in ('admin', 'technician', 'receptionist') then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  tab := 'orders';
  if actor_role = 'receptionist' then
    execute format('select count(*) from (select from public.service_orders o where true %s limit %s) as c',
      private.order_view_condition('ready', 'o.id', actor), most) into total;
  else
    execute format('select count(*) from (
        (select from public.service_orders o where true %1$s %3$s limit %4$s) union all
        (select from public.service_orders o where true %2$s %3$s limit %4$s) limit %4$s) as c',
      private.order_view_condition('to_quote', 'o.id', actor), private.order_view_condition('to_repair', 'o.id', actor),
      case when actor_role = 'technician'
        then format(' and (o.technician_id = %L or o.technician_id is null)', actor) else '' end,
      most) into total;
  end if;
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
revoke all on function public.panel_counts() from public, anon, authenticated;
grant execute on function public.panel_counts() to authenticated;

-- Screens on their way are few; those that arrived are all of the shop's history.
create index pedidos_pantallas_expected on public.pedidos_pantallas (id) where received_at is null;
