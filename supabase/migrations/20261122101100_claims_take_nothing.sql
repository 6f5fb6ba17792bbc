-- As before, but what an account says of itself takes nothing from others: whoever claims the RUT or phone of somebody
-- else, or calls himself by one letter, and has the account erased, took that out of the log of looks, of messages, of
-- notices and of the other's account (PRIV-06).

-- Whether an order or an account, besides those of a person, has a RUT or phone.
create function private.is_of_others(p_rut text, p_phone text, p_person private.person) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.service_orders o where not o.id = any (p_person.orders)
      and (o.customer_rut = p_rut or private.phone_key(o.customer_phone) = private.phone_key(p_phone))
  ) or exists (
    select from public.profiles p where not p.id = any (p_person.accounts)
      and (p.rut = p_rut or private.phone_key(p.phone) = private.phone_key(p_phone))
  )
$$;
revoke all on function private.is_of_others(text, text, private.person) from public, anon, authenticated;

create or replace function public.anonymize_customer(p_by text, p_value text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  who private.person;
  open_orders text;
  names text[];
  ruts text[];
  phones text[];
begin
  if not private.is_admin() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  -- One after the other, so that the second of two finds what the first has left.
  perform pg_advisory_xact_lock(hashtextextended('private.anonymize', 0));
  who := private.find_person(p_by, p_value);
  perform from public.service_orders o where o.id = any (who.orders) order by o.id for update;
  select string_agg('#' || private.format_order_number(o.order_number), ', ' order by o.order_number) into open_orders
  from public.service_orders o where o.id = any (who.orders) and o.status not in ('delivered', 'cancelled');
  if open_orders is not null then
    raise exception 'No se puede anonimizar mientras haya órdenes abiertas: %. Entrégalas o cancélalas primero.', open_orders
      using errcode = '23514';
  end if;
  if cardinality(who.orders) + cardinality(who.accounts) = 0 then
    return jsonb_build_object('outcome', 'nothing', 'orders', 0, 'accounts', 0);
  end if;
  select coalesce(array_agg(distinct k.name) filter (where k.name <> ''), '{}'), coalesce(array_agg(distinct k.rut), '{}'),
    coalesce(array_agg(distinct private.phone_key(k.phone)), '{}') into names, ruts, phones
  from (
    select o.customer_name as name, o.customer_rut as rut, o.customer_phone as phone from public.service_orders o where o.id = any (who.orders)
    union all
    -- What an account says of itself may be somebody else's: it counts if nobody else is known by it.
    select case when p.rut_verified_at is not null and p.full_name ~ '^.{2,} .{2,}$' then p.full_name end,
      case when p.rut_verified_at is not null or not private.is_of_others(p.rut, null, who) then p.rut end,
      case when not private.is_of_others(null, p.phone, who) then p.phone end
    from public.profiles p where p.id = any (who.accounts)
  ) as k;
  perform private.anonymize_orders(who.orders);
  delete from public.profiles p where p.id = any (who.accounts);
  perform private.forget_traces(names, ruts, phones, who.accounts);
  insert into private.anonymizations (actor_id, orders, accounts)
  values ((select auth.uid()), cardinality(who.orders), cardinality(who.accounts));
  return jsonb_build_object('outcome', 'done', 'orders', cardinality(who.orders), 'accounts', cardinality(who.accounts));
end
$$;
