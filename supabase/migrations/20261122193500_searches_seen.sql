-- Searches by the staff over personal data are looks by whatever is known of a person (PRIV-12). By what is kept, not the words: of a name
-- that was typed the log would be one more place that has it.

alter table private.looks add searched_by text check (searched_by in ('rut', 'phone', 'imei', 'number', 'name', 'text'));
drop index private.looks_once;
create unique index looks_once on private.looks (actor_id, hour, kind, about, coalesce(subject, ''), coalesce(searched_by, ''));

-- Writes down a look, if it was one of the staff: at one order, at one customer's account, or at so many rows of a source. Of p_customers only
-- accounts of customers count. p_by: what rows were chosen by, of searches.
drop function private.record_look(uuid, text, uuid, uuid[], text, text, integer);
create function private.record_look(
  p_actor uuid, p_kind text, p_order uuid, p_customers uuid[], p_subject text, p_source text, p_rows integer, p_by text
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  actor public.profiles;
  customers uuid[];
begin
  select * into actor from public.profiles p where p.id = p_actor and p.role in ('admin', 'technician', 'receptionist');
  if actor.id is null then
    return;
  end if;
  if p_customers is not null then
    select array_agg(p.id) into customers from public.profiles p where p.id = any (p_customers) and p.role = 'customer';
    if customers is null then
      return;
    end if;
  end if;
  insert into private.looks as l (actor_id, actor_name, actor_role, kind, order_id, customer_id, subject, source, rows, searched_by)
  values (
    actor.id, actor.full_name, actor.role,
    case when cardinality(customers) = 1 then 'customer' else p_kind end, p_order, case when cardinality(customers) = 1 then customers[1] end,
    case when p_subject is not null then
      case when private.is_rut(private.normalize_rut(p_subject)) then private.normalize_rut(p_subject) else private.phone_key(p_subject) end end,
    p_source, coalesce(cardinality(customers), p_rows), case when p_kind = 'search' then p_by end
  )
  on conflict (actor_id, hour, kind, about, coalesce(subject, ''), coalesce(searched_by, '')) do update set rows = l.rows + excluded.rows
    where l.kind in ('list', 'export');
end
$$;

-- A page of 50 looks, newest first. Dates are days of the shop, inclusive. total is counted to 10,001 and no further. Admins only.
drop function public.list_looks(uuid, date, date, integer);
create function public.list_looks(p_actor uuid default null, p_from date default null, p_to date default null, p_page integer default 1)
returns table (
  id bigint, looked_at timestamptz, actor_name text, actor_role text, kind text, order_id uuid, order_number integer, customer_id uuid,
  customer_name text, subject text, source text, rows integer, searched_by text, total bigint
)
language plpgsql stable security definer set search_path = '' as $$
declare
  since timestamptz := p_from::timestamp at time zone 'America/Santiago';
  until timestamptz := (p_to + 1)::timestamp at time zone 'America/Santiago';
begin
  if not private.is_admin() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  return query
    select l.id, l.looked_at, l.actor_name, l.actor_role, l.kind, o.id, o.order_number, p.id, coalesce(p.full_name, o.customer_name),
      l.subject, l.source, l.rows, l.searched_by,
      (select count(*) from (
        select from private.looks c
        where (p_actor is null or c.actor_id = p_actor) and (since is null or c.looked_at >= since) and (until is null or c.looked_at < until)
        limit 10001) as counted)
    from private.looks l
    left join public.service_orders o on o.id = l.order_id
    left join public.profiles p on p.id = l.customer_id
    where (p_actor is null or l.actor_id = p_actor) and (since is null or l.looked_at >= since) and (until is null or l.looked_at < until)
    order by l.looked_at desc, l.id desc
    limit 50 offset (least(greatest(coalesce(p_page, 1), 1), 1000000) - 1) * 50;
end
$$;

revoke all on function private.record_look(uuid, text, uuid, uuid[], text, text, integer, text), public.list_looks(uuid, date, date, integer)
  from public, anon, authenticated;
grant execute on function public.list_looks(uuid, date, date, integer) to authenticated;
