-- The log of looks asks for the role before it reads its dates, as the reports do (SEC-57).

-- The moment at which a day of the shop begins; null for null. Days before the year 1 are its first, those after 9999
-- the day after its last: nothing is logged there.
create function private.log_day(p_day date) returns timestamptz
language sql stable set search_path = '' as $$
  select least(greatest(p_day, '0001-01-01'), '10000-01-01')::timestamp at time zone 'America/Santiago'
  where p_day is not null
$$;
revoke all on function private.log_day(date) from public, anon, authenticated;

-- As before.
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
    select l.id, l.looked_at, l.actor_name, l.actor_role, l.kind, o.id, o.order_number, p.id,
      coalesce(p.full_name, o.customer_name), l.subject, l.source, l.rows, l.searched_by,
      (select count(*) from (
        select from private.looks c
        where (p_actor is null or c.actor_id = p_actor) and (since is null or c.looked_at >= since)
          and (until is null or c.looked_at < until)
        limit 10001) as counted)
    from private.looks l
    left join public.service_orders o on o.id = l.order_id
    left join public.profiles p on p.id = l.customer_id
    where (p_actor is null or l.actor_id = p_actor) and (since is null or l.looked_at >= since)
      and (until is null or l.looked_at < until)
    order by l.looked_at desc, l.id desc
    limit 50 offset (least(greatest(coalesce(p_page, 1), 1), 1000000) - 1) * 50;
end
$$;
