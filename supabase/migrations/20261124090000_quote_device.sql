-- The quote of a link also names the device and the day of the quote, while it is open: who has two devices in the shop
-- has to know which one this is about. Nothing about a person.
drop function public.get_quote(text);
create function public.get_quote(p_order_id text)
returns table (
  order_number integer,
  status text,
  technical_work text,
  total_amount bigint,
  equipment_type text,
  equipment_brand text,
  equipment_model text,
  quoted_at timestamptz
)
language sql stable security definer set search_path = '' as $$
  select o.order_number, o.status, q.technical_work, q.total_amount, q.equipment_type, q.equipment_brand,
    q.equipment_model, q.quoted_at
  from public.service_orders o
  left join public.service_orders q on q.id = o.id and q.status = 'quoted'
  -- Compared as text, so that a malformed id is an unknown id; the index is used through the guarded cast.
  where o.id = case when p_order_id ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then p_order_id::uuid end
$$;
revoke all on function public.get_quote from public, anon, authenticated;
grant execute on function public.get_quote to anon, authenticated, service_role;
