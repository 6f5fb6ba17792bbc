-- A RUT of repeated digits, under which people without one are taken in, is nobody's (CUST-17): it takes nobody's data
-- along with somebody else's, and nobody's phone over those of others.

-- As before; not by such a RUT.
create or replace function private.find_person(p_by text, p_value text) returns private.person
language plpgsql stable security definer set search_path = '' as $$
declare
  who private.person;
  v_rut text := case when p_by = 'rut' then private.normalize_rut(p_value) end;
  v_phone text := case when p_by = 'phone' then private.phone_key(p_value) end;
  v_account uuid := case when p_by = 'account' and pg_input_is_valid(p_value, 'uuid') then p_value::uuid end;
begin
  if p_by is null or p_by not in ('account', 'rut', 'phone') then
    raise exception 'Elige cómo buscar al cliente.' using errcode = '22023';
  end if;
  if private.is_repeated_rut(v_rut) then
    raise exception 'Ese RUT no es de nadie: lo llevan órdenes de varias personas. Busca a esta por su teléfono.'
      using errcode = '23514';
  end if;
  if v_account is not null then
    select array_agg(p.id), max(p.rut) filter (where p.rut_verified_at is not null) into who.accounts, v_rut
    from public.profiles p where p.id = v_account and p.role = 'customer';
  end if;
  select array_agg(o.id) into who.orders from public.service_orders o
  where o.anonymized_at is null and (o.customer_rut = v_rut or private.phone_key(o.customer_phone) = v_phone);
  if p_by = 'rut' then
    select array_agg(p.id) into who.accounts from public.profiles p
    where p.role = 'customer' and p.rut = v_rut and (p.rut_verified_at is not null or private.phone_key(p.phone) in (
      select private.phone_key(o.customer_phone) from public.service_orders o where o.id = any (who.orders)));
  elsif p_by = 'phone' then
    select array_agg(p.id) into who.accounts from public.profiles p
    where p.role = 'customer' and private.phone_key(p.phone) = v_phone and p.rut_verified_at is null;
  end if;
  who.orders := coalesce(who.orders, '{}');
  who.accounts := coalesce(who.accounts, '{}');
  return who;
end
$$;

-- As before; traces of such a RUT are not this person's.
create or replace function public.anonymize_customer(p_by text, p_value text, p_seen text default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  who private.person;
  locked private.person;
  unclosed text;
  names text[];
  ruts text[];
  phones text[];
  visits uuid[];
begin
  if not private.is_admin() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  -- One after the other, so that the second of two finds what the first has left.
  perform pg_advisory_xact_lock(hashtextextended('private.anonymize', 0));
  who := private.find_person(p_by, p_value);
  perform from public.service_orders o where o.id = any (who.orders) order by o.id for update;
  perform from public.profiles p where p.id = any (who.accounts) order by p.id for update;
  -- Whose they are by now, after the wait for the locks.
  locked := who;
  who := private.find_person(p_by, p_value);
  select string_agg('#' || private.format_order_number(o.order_number), ', ' order by o.order_number) into unclosed
  from public.service_orders o where o.id = any (who.orders) and o.status <> all (private.statuses_in('closed'));
  if unclosed is not null then
    raise exception 'No se puede anonimizar mientras haya órdenes abiertas: %. Entrégalas o cancélalas primero.',
      unclosed
      using errcode = '23514';
  end if;
  visits := private.visits_of(who, p_by, p_value);
  if cardinality(who.orders) + cardinality(who.accounts) + cardinality(visits) = 0 then
    return jsonb_build_object('outcome', 'nothing', 'orders', 0, 'accounts', 0);
  end if;
  if p_seen is null then
    raise exception 'Revisa primero lo que se va a borrar: actualiza la página y confirma otra vez.' using errcode = '23514';
  end if;
  if not (who.orders <@ locked.orders and who.accounts <@ locked.accounts)
    or p_seen <> private.anonymization_preview(who, p_by, p_value) ->> 'seen' then
    return jsonb_build_object('outcome', 'changed', 'orders', 0, 'accounts', 0);
  end if;
  select coalesce(array_agg(distinct k.name) filter (where k.name <> ''), '{}'),
    coalesce(array_agg(distinct k.rut) filter (where not private.is_repeated_rut(k.rut)), '{}'),
    coalesce(array_agg(distinct private.phone_key(k.phone)), '{}') into names, ruts, phones
  from (
    select o.customer_name as name, o.customer_rut as rut, o.customer_phone as phone from public.service_orders o
      where o.id = any (who.orders)
    union all
    -- What an account says of itself may be somebody else's: it counts if nobody else is known by it.
    select case when p.rut_verified_at is not null and p.full_name ~ '^.{2,} .{2,}$' then p.full_name end,
      case when p.rut_verified_at is not null or not private.is_of_others(p.rut, null, who) then p.rut end,
      case when not private.is_of_others(null, p.phone, who) then p.phone end
    from public.profiles p where p.id = any (who.accounts)
  ) as k;
  perform private.anonymize_orders(who.orders);
  delete from public.profiles p where p.id = any (who.accounts);
  delete from public.appointments a where a.id = any (visits);
  perform private.forget_traces(names, ruts, phones, who.accounts);
  insert into private.anonymizations (actor_id, orders, accounts)
  values ((select auth.uid()), cardinality(who.orders), cardinality(who.accounts));
  return jsonb_build_object('outcome', 'done', 'orders', cardinality(who.orders), 'accounts',
    cardinality(who.accounts));
end
$$;

-- As before; not in the orders of others under such a RUT.
create or replace function private.orders_of_phone(p_order_id uuid, p_phone text) returns setof public.service_orders
language sql stable security definer set search_path = '' as $$
  select o.* from public.service_orders o
  join public.service_orders corrected on corrected.id = p_order_id
  where o.id <> p_order_id and o.anonymized_at is null and o.customer_rut = corrected.customer_rut
    and not private.is_repeated_rut(o.customer_rut)
    and private.phone_key(o.customer_phone) = private.phone_key(p_phone)
    and o.customer_phone <> corrected.customer_phone
$$;
