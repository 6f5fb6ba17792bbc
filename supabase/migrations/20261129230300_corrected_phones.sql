-- A phone that is corrected in one order is corrected in all of its customer's orders at once (ORD-125): in those of the
-- same RUT or document that have the number that was wrong, in any of its spellings.

create function private.orders_of_phone(p_order_id uuid, p_phone text) returns setof public.service_orders
language sql stable security definer set search_path = '' as $$
  select o.* from public.service_orders o
  join public.service_orders corrected on corrected.id = p_order_id
  where o.id <> p_order_id and o.anonymized_at is null and o.customer_rut = corrected.customer_rut
    and private.phone_key(o.customer_phone) = private.phone_key(p_phone)
    and o.customer_phone <> corrected.customer_phone
$$;
revoke all on function private.orders_of_phone(uuid, text) from public, anon, authenticated;

-- How many other orders of the customer have that number.
create function public.count_phone_orders(p_order_id uuid, p_phone text) returns integer
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_desk() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  return (select count(*) from private.orders_of_phone(p_order_id, p_phone));
end
$$;
revoke all on function public.count_phone_orders from public, anon, authenticated;
grant execute on function public.count_phone_orders to authenticated;

-- Gives them the phone of the order, all or none, and answers how many there were; sent twice it happens once. Messages
-- that wait go to the new number.
create function public.correct_phone(p_order_id uuid, p_phone text) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  corrected integer;
begin
  if not private.is_desk() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  -- Two presses wait for each other; the second finds nothing left.
  perform from public.service_orders c where c.id = p_order_id for update;
  update public.service_orders o
  set customer_phone = (select c.customer_phone from public.service_orders c where c.id = p_order_id)
  where o.id in (select other.id from private.orders_of_phone(p_order_id, p_phone) as other);
  get diagnostics corrected = row_count;
  return corrected;
end
$$;
revoke all on function public.correct_phone from public, anon, authenticated;
grant execute on function public.correct_phone to authenticated;
