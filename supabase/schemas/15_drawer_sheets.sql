-- The readable side of the cash drawers (15_drawers).

-- The open drawers: where cash can go. No amounts. Staff only.
create function public.open_drawers()
returns table (id uuid, till text, opened_at timestamptz, opened_by text, is_own boolean)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require('desk');
  return query
    select d.id, d.till, d.opened_at, n.full_name, d.opened_by = (select auth.uid())
    from private.drawers d join public.staff_names n on n.id = d.opened_by
    where d.closed_at is null order by d.till, d.id;
end
$$;

-- A page of 20 drawers, the newest first: all of them for admins, the own ones for receptionists. An open one has no
-- count and no difference yet. total is counted to 10,001.
create function public.list_drawers(p_page integer default 1)
returns table (
  id uuid, till text, opened_at timestamptz, opened_by text, is_own boolean, closed_at timestamptz, closed_by text,
  counted bigint, difference bigint, reason text, total bigint
)
language plpgsql stable security definer set search_path = '' as $$
declare
  caller constant uuid := (select auth.uid());
  every constant boolean := private.may('drawer.oversee');
begin
  perform private.require('drawer.keep');
  return query
    select d.id, d.till, d.opened_at, o.full_name, d.opened_by = caller, d.closed_at, c.full_name, d.counted_amount,
      d.counted_amount - d.expected_amount, d.reason,
      (select count(*) from (select from private.drawers s where every or s.opened_by = caller limit 10001) as counted)
    from private.drawers d join public.staff_names o on o.id = d.opened_by
    left join public.staff_names c on c.id = d.closed_by
    where every or d.opened_by = caller
    order by d.opened_at desc, d.id limit 20 offset private.rows_before(p_page, 20);
end
$$;

-- The sheet of a drawer. What came in is told of an open one only to who oversees drawers: others count it first, and
-- see no other person's count of it.
create function public.drawer_sheet(p_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  every constant boolean := private.may('drawer.oversee');
  d private.drawers;
begin
  perform private.require('drawer.keep');
  select * into d from private.drawers s where s.id = p_id and (every or s.opened_by = (select auth.uid()));
  if not found then
    raise exception 'Esta caja no existe, o es de otra persona.' using errcode = 'P0002';
  end if;
  return to_jsonb(d) - 'opened_by' - 'closed_by' || jsonb_build_object(
    'opened_by', (select n.full_name from public.staff_names n where n.id = d.opened_by),
    'closed_by', (select n.full_name from public.staff_names n where n.id = d.closed_by),
    'is_own', d.opened_by = (select auth.uid()),
    'expected_amount',
    case when d.closed_at is null and every then private.drawer_cash(d.id) else d.expected_amount end,
    'events', (
      select jsonb_agg(jsonb_build_object('id', e.id, 'kind', e.kind, 'created_at', e.created_at,
        'created_by', n.full_name, 'amount', e.amount, 'reason', e.reason, 'expected',
          case when every or d.closed_at is not null or e.kind <> 'counted' or e.created_by = d.opened_by
            then e.expected end)
        order by e.created_at, e.id)
      from private.drawer_events e join public.staff_names n on n.id = e.created_by where e.drawer_id = d.id),
    'payments', case when every or d.closed_at is not null then (
      select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'created_at', p.created_at, 'created_by', n.full_name,
        'method', p.method, 'corrects', p.corrects is not null, 'amount', s.amount, 'orders', s.orders)
        order by p.created_at, p.id), '[]')
      from private.payments p left join public.staff_names n on n.id = p.created_by
      cross join lateral (
        select sum(e.amount) as amount,
          coalesce(jsonb_agg(distinct o.order_number) filter (where o.id is not null), '[]') as orders
        from private.payment_shares e left join public.service_orders o on o.id = e.order_id where e.payment_id = p.id
      ) as s
      where p.drawer_id = d.id) end);
end
$$;
revoke all on function public.open_drawers, public.list_drawers, public.drawer_sheet from public, anon, authenticated;
grant execute on function public.open_drawers, public.list_drawers, public.drawer_sheet to authenticated;
