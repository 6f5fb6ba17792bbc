-- The log of activity shows the price of a part to whoever sees it in the inventory, which is all staff (INV-05). What
-- parts cost in an order and in the ledger stays with admins (SEC-24).

drop policy "admins read" on private.activity_costs;
create policy "staff read" on private.activity_costs for select to authenticated using ((select private.is_staff()));

-- As before, with the price for all staff.
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
     left join private.activity_costs cost on cost.entry_id = page.id
     left join public.profiles p on p.id = page.user_id
     left join public.component_types t on t.id = page.component_type_id
     left join public.service_orders o on o.order_number =
       case when page.service_order ~ ''^[0-9]{1,9}$'' then page.service_order::integer end
     order by page.created_at desc, page.id desc',
    condition, skipped);
end
$$;
