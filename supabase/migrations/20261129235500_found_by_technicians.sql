-- As before, for technicians too, in the fields of their list (UI-07, ORD-02): number, name, RUT, brand and model. A phone
-- or an IMEI finds nothing for them.
create or replace function public.find_orders(p_search text)
returns table (
  id uuid, order_number integer, status text, customer_name text, equipment_brand text, equipment_model text
)
language plpgsql stable security definer set search_path = '' as $$
declare
  most constant integer := 8;
  numbered uuid[];
  found uuid[];
  condition text := private.search_condition('all', p_search);
  term text := trim(private.fold(private.plain_marks(left(p_search, 200))));
begin
  if not private.is_staff() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  if coalesce(trim(p_search), '') = '' then
    return;
  end if;
  if not private.is_desk() then
    -- The condition before is on an index; this one says in which fields each word has to be.
    if term ~ '^[0-9][0-9 .-]*[0-9k]$' then
      condition := condition || private.search_condition('customer_rut', p_search);
    else
      condition := condition || (select string_agg(format(
          $own$ and s.customer_name || ' ' || s.equipment_brand || ' ' || s.equipment_model like %L$own$,
          private.contains_pattern(w)), '')
        from unnest((regexp_split_to_array(term, '\s+'))[1:6]) as w);
    end if;
  end if;
  -- An order's number comes first; the same digits may be the end of a phone.
  if private.plain_marks(left(p_search, 200)) ~* '^\s*(#|n[°º.]?)?\s*[0-9]{1,6}\s*$' then
    execute format('select array_agg(n.id order by n.extra, n.order_number desc) from %s as n',
      private.number_source(p_search, '', most)) into numbered;
  end if;
  execute format('select array_agg(f.order_id order by f.created_at desc, f.order_id desc) from (
      select s.order_id, s.created_at from private.order_search s where true %s
      order by s.created_at desc, s.order_id desc limit %s) as f', condition, most) into found;
  return query
    select o.id, o.order_number, o.status, o.customer_name, o.equipment_brand, o.equipment_model
    from (
      select u.id, min(u.place) as place from unnest(numbered[1:most / 2] || found) with ordinality as u (id, place)
      group by u.id
    ) as f join public.service_orders o on o.id = f.id
    order by f.place limit most;
end
$$;
