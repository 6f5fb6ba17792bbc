-- Old imported orders that nobody has touched here are closed in bulk, without messages (ORD-122): what was ready is
-- 'Entregado', everything else 'Cancelado'.

-- The imported orders from before a day of the shop's calendar that are still open and as they were imported.
create function private.old_open_orders(p_before date) returns setof public.service_orders
language sql stable security definer set search_path = '' as $$
  select o.* from public.service_orders o
  where o.import_key is not null and o.version = 1 and o.status <> all (private.statuses_in('closed'))
    and o.created_at < p_before::timestamp at time zone 'America/Santiago'
$$;
revoke all on function private.old_open_orders(date) from public, anon, authenticated;

-- How many there are, by the status that closing gives them.
create function public.count_old_orders(p_before date) returns table (delivered integer, cancelled integer)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
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
  perform private.require_admin();
  for o in
    select * from private.old_open_orders(p_before) as old order by old.created_at, old.id limit 200
  loop
    -- Somebody may have begun with it meanwhile.
    select * into o from public.service_orders s where s.id = o.id and s.version = o.version for update;
    continue when o.id is null;
    -- As a status that is taken back: it tells nobody.
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
