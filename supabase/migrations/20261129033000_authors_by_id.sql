-- The access log and an order's parts name authors by their account, as the other histories do (SEC-73); the name that
-- was stored stays for accounts that are gone.

create or replace function public.list_looks(
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
  if not private.is_admin() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
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

create or replace function public.order_parts(p_order_id uuid)
returns table (
  id bigint, item_id uuid, brand text, model text, component_type text, quantity integer, actor_name text,
  created_at timestamptz, unit_cost bigint, total_cost bigint
)
language plpgsql stable security definer set search_path = '' as $$
declare
  sees_costs boolean := private.is_admin();
begin
  if not private.is_staff() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  return query
    select m.id, m.item_id, m.brand, m.model, m.component_type, -m.delta,
      coalesce(nullif(p.full_name, ''), m.actor_name), m.created_at,
      case when sees_costs then m.unit_cost end, case when sees_costs then m.unit_cost * -m.delta end
    from public.inventory_movements m
    left join public.profiles p on p.id = m.actor_id
    where m.order_id = p_order_id and m.kind = 'written_off'
    order by m.id;
end
$$;
