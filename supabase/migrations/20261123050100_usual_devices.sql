-- The brands that the shop's newest orders name most often, with their models: what the order form suggests where the
-- shop has written no list. Of the newest orders only, by their index: all of them would cost a pass over the table.

create function public.usual_devices() returns table (equipment_type text, brand text, models text[])
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_staff() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  return query
    with newest as materialized (
      select case o.equipment_type when 'other' then 'others' else o.equipment_type end as kind,
        btrim(o.equipment_brand) as brand, lower(btrim(o.equipment_brand)) as brand_key,
        btrim(o.equipment_model) as model
      from public.service_orders o
      order by o.created_at desc, o.id desc
      limit 2000
    ), devices as (
      select n.kind, n.brand_key, mode() within group (order by n.model) as model, count(*) as times
      from newest n
      where n.model <> ''
      group by n.kind, n.brand_key, lower(n.model)
    ), brands as (
      select n.kind, mode() within group (order by n.brand) as brand, count(*) as times,
        (select array_agg(d.model order by d.times desc, d.model) from devices d
          where d.kind = n.kind and d.brand_key = n.brand_key) as models
      from newest n
      where n.brand <> ''
      group by n.kind, n.brand_key
    ), ranked as (
      select b.*, row_number() over (partition by b.kind order by b.times desc, b.brand) as place from brands b
    )
    select r.kind, r.brand, coalesce(r.models[1:40], '{}') from ranked r where r.place <= 15 order by r.kind, r.place;
end
$$;
revoke all on function public.usual_devices from public, anon, authenticated;
grant execute on function public.usual_devices to authenticated;
