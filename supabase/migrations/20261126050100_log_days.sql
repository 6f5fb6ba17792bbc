-- The log of activity, and the orders behind a month's earnings, take impossible dates as the other reports and logs do
-- (SEC-57): the database's own errors about dates came before.

-- As before, with days as the log of looks takes them, and the page checked.
create or replace function public.list_activity(
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
  since timestamptz := private.log_day(p_from);
  -- The end of the day; there is none after the last that a date can be.
  until timestamptz := private.log_day(least(p_to, '9999-12-31') + 1);
  skipped integer;
begin
  if not private.is_staff() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  skipped := private.rows_before(p_page, 50);
  if p_user is not null then
    condition := condition || format(' and l.user_id = %L', p_user);
  end if;
  if p_action is not null then
    condition := condition || format(' and l.action_type = %L', p_action);
  end if;
  if since is not null then
    condition := condition || format(' and l.created_at >= %L::timestamptz', since);
  end if;
  if until is not null then
    condition := condition || format(' and l.created_at < %L::timestamptz', until);
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
    condition, skipped)
    using private.is_admin();
end
$$;

-- As before, with the month and the page checked.
create or replace function public.report_orders(
  p_card text, p_from date default null, p_to date default null, p_technician uuid default null,
  p_type text default null, p_month date default null, p_sort text default 'order_number',
  p_descending boolean default true, p_offset integer default 0, p_limit integer default 20
) returns table (
  id uuid, order_number integer, customer_name text, status text, total_amount bigint, equipment_type text,
  created_at timestamptz, measure double precision, total_count bigint
)
language plpgsql stable security definer set search_path = '' set work_mem = '32MB' set random_page_cost = 1.1
  set jit = off as $$
declare
  range tstzrange := private.report_range(p_from, p_to);
  page_size integer := least(greatest(coalesce(p_limit, 20), 1), 1000);
  condition text := private.report_card(p_card) || case when isfinite(lower(range)) or isempty(range)
      then format(' and %1$s >= coalesce(lower($1), ''infinity'') and %1$s < coalesce(upper($1), ''-infinity'')',
        private.report_day(p_card)) else '' end
    || case when p_technician is not null then ' and o.technician_id = $2' else '' end
    || case when p_type is not null then ' and o.equipment_type = $3' else '' end
    || case when p_month is not null then ' and private.earned_month(o) = date_trunc(''month'', $6::timestamp)'
      else '' end;
  measure text := private.report_measure(p_card);
  sort text := case p_sort
    when 'customer_name' then 'private.fold(o.customer_name)' when 'status' then 'o.status'
    when 'total_amount' then 'coalesce(o.total_amount, 0)' when 'created_at' then 'o.created_at' when 'measure'
      then measure
    else 'o.order_number' end;
  direction text := case when p_descending then 'desc' else 'asc' end;
begin
  perform private.require_admin();
  perform private.report_range(p_month, p_month);
  if condition is null then
    return;
  end if;
  return query execute format(
    'select o.id, o.order_number, o.customer_name, o.status, o.total_amount, o.equipment_type, o.created_at, %4$s,
      (select count(*) from public.service_orders o where %1$s)
    from public.service_orders o where %1$s order by %2$s %3$s, o.order_number %3$s offset $4 limit $5', condition,
      sort, direction, measure)
  using range, p_technician, p_type, private.rows_skipped(p_offset, page_size), page_size, p_month;
end
$$;
