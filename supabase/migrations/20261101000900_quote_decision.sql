-- The customer's decision on a quote. The order's id is the capability: 122 random bits that only the message's link carries.

-- What the decision page shows. Work and amount only while there is something to decide.
create function public.get_quote(p_order_id text)
returns table (order_number integer, status text, technical_work text, total_amount bigint)
language sql stable security definer set search_path = '' as $$
  select o.order_number, o.status,
    case when o.status = 'quoted' then o.technical_work end,
    case when o.status = 'quoted' then o.total_amount end
  from public.service_orders o
  -- Compared as text, so that a malformed id is an unknown id; the index is used through the guarded cast.
  where o.id = case when p_order_id ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then p_order_id::uuid end
$$;
revoke all on function public.get_quote(text) from public, anon, authenticated;
grant execute on function public.get_quote(text) to anon, authenticated, service_role;

-- Decides once, only while quoted, under a row lock: of any number of simultaneous calls one wins.
-- outcome: 'decided' | 'already_decided' | 'not_found' | 'invalid'; status: the order's status afterwards.
create function public.decide_quote(p_order_id text, p_decision text)
returns table (outcome text, order_number integer, status text)
language plpgsql security definer set search_path = '' as $$
declare
  target public.service_orders;
begin
  if p_decision is null or p_decision not in ('approved', 'rejected') then
    return query select 'invalid', null::integer, null::text;
    return;
  end if;
  select * into target from public.service_orders o
  where o.id = case when p_order_id ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then p_order_id::uuid end
  for update;
  if target.id is null then
    return query select 'not_found', null::integer, null::text;
  elsif target.status <> 'quoted' then
    return query select 'already_decided', target.order_number, target.status;
  else
    update public.service_orders o
    set status = p_decision,
      approved_at = case p_decision when 'approved' then now() end,
      rejected_at = case p_decision when 'rejected' then now() end
    where o.id = target.id;
    return query select 'decided', target.order_number, p_decision;
  end if;
end
$$;
revoke all on function public.decide_quote(text, text) from public, anon, authenticated;
grant execute on function public.decide_quote(text, text) to anon, authenticated, service_role;

-- The device's access code of one order, to staff, and the look is written to the order's timeline.
create function public.order_device_code(p_order_id uuid)
returns table (password_type text, code text)
language plpgsql security definer set search_path = '' as $$
declare
  target public.service_orders;
begin
  if not private.is_staff() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  select * into target from public.service_orders o where o.id = p_order_id;
  if target.id is null or not target.device_code_stored then
    return;
  end if;
  perform private.add_order_event(target, 'code_viewed', '{}');
  return query select target.password_type, c.code from private.device_codes c where c.order_id = p_order_id;
end
$$;
revoke all on function public.order_device_code(uuid) from public, anon, authenticated;
grant execute on function public.order_device_code(uuid) to authenticated;

-- Run daily: codes of devices that left the shop (delivered or cancelled) more than 30 days ago are deleted.
create function public.purge_device_codes() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  purged integer;
begin
  with gone as (
    delete from private.device_codes c using public.service_orders o
    where o.id = c.order_id and o.status in ('delivered', 'cancelled') and o.updated_at < now() - interval '30 days'
    returning c.order_id
  )
  update public.service_orders o set device_code_stored = false, updated_at = o.updated_at from gone where o.id = gone.order_id;
  get diagnostics purged = row_count;
  return purged;
end
$$;
revoke all on function public.purge_device_codes() from public, anon, authenticated;
grant execute on function public.purge_device_codes() to service_role;
