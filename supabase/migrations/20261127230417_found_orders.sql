-- What the desk's palette finds (UI-07): by number, phone in any spelling, its last digits, IMEI and words in any order.
-- The fields of the list's filter are those of ORD-02.
create function public.find_orders(p_search text)
returns table (
  id uuid, order_number integer, status text, customer_name text, equipment_brand text, equipment_model text
)
language plpgsql stable security definer set search_path = '' as $$
declare
  most constant integer := 8;
  numbered uuid[];
  found uuid[];
begin
  if not private.is_desk() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  if coalesce(trim(p_search), '') = '' then
    return;
  end if;
  -- An order's number comes first; the same digits may be the end of a phone.
  if private.plain_marks(left(p_search, 200)) ~* '^\s*(#|n[°º.]?)?\s*[0-9]{1,6}\s*$' then
    execute format('select array_agg(n.id order by n.extra, n.order_number desc) from %s as n',
      private.number_source(p_search, '', most)) into numbered;
  end if;
  execute format('select array_agg(f.order_id order by f.created_at desc, f.order_id desc) from (
      select s.order_id, s.created_at from private.order_search s where true %s
      order by s.created_at desc, s.order_id desc limit %s) as f',
    private.search_condition('all', p_search), most) into found;
  return query
    select o.id, o.order_number, o.status, o.customer_name, o.equipment_brand, o.equipment_model
    from (
      select u.id, min(u.place) as place from unnest(numbered[1:most / 2] || found) with ordinality as u (id, place)
      group by u.id
    ) as f join public.service_orders o on o.id = f.id
    order by f.place limit most;
end
$$;
revoke all on function public.find_orders from public, anon, authenticated;
grant execute on function public.find_orders to authenticated;
