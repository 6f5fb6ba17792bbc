-- What the desk's list shows, as whole orders for an export (ORD-16, DATA-03): the same search and filters as search_orders, 1,000 at
-- a time, newest first, continuing after the last order of the batch before, so that what changes meanwhile neither repeats nor
-- skips an order. Staff only, with the list's own rule on fields.
create function public.export_orders(
  p_search text default null, p_field text default 'order_number', p_status text default null, p_technician uuid default null,
  p_before timestamptz default null, p_before_id uuid default null
) returns setof public.service_orders
language plpgsql stable security definer set search_path = '' as $$
declare
  actor_role text := private.my_role();
  searching boolean := coalesce(trim(p_search), '') <> '';
  source text := 'public.service_orders o';
  condition text := '';
begin
  if actor_role is null or actor_role not in ('admin', 'technician', 'receptionist') then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  if p_field is null or p_field not in ('order_number', 'customer_name', 'customer_rut', 'equipment_brand', 'equipment_model',
      'customer_phone', 'imei', 'all') then
    raise exception 'El campo de búsqueda no existe.' using errcode = '22023';
  end if;
  if p_field in ('customer_phone', 'imei', 'all') and actor_role <> 'admin' then
    raise exception 'Solo un administrador busca en todos los campos.' using errcode = '42501';
  end if;

  if searching and p_field = 'order_number' then
    source := format('(select n.id as found_id from %s as n) as f join public.service_orders o on o.id = f.found_id',
      private.number_source(p_search, '', 1000000));
  elsif searching then
    source := 'private.order_search s join public.service_orders o on o.id = s.order_id';
    condition := private.search_condition(p_field, p_search);
  end if;
  if p_status is not null then
    condition := condition || format(' and o.status = %L', p_status);
  end if;
  if p_technician is not null then
    condition := condition || format(' and o.technician_id = %L', p_technician);
  end if;
  if p_before is not null and p_before_id is not null then
    condition := condition || format(' and (o.created_at, o.id) < (%L::timestamptz, %L::uuid)', p_before, p_before_id);
  end if;
  return query execute format('select o.* from %s where true %s order by o.created_at desc, o.id desc limit 1000', source, condition);
end
$$;
revoke all on function public.export_orders(text, text, text, uuid, timestamptz, uuid) from public, anon, authenticated;
grant execute on function public.export_orders(text, text, text, uuid, timestamptz, uuid) to authenticated;
