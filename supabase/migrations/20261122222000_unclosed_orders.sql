-- 'open' is a phase of orders: there is work to do (private.statuses_in). What keeps a person from being anonymised is
-- every order that is not closed, those that wait to be collected as well; it is called 'unclosed'.

-- What would go, for the question before it: { orders, names, ruts, emails, unclosed: [order numbers], owed, messages,
-- appointments }. Admins only.
create or replace function public.preview_anonymization(p_by text, p_value text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  who private.person;
begin
  if not private.is_admin() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  who := private.find_person(p_by, p_value);
  return (
    select jsonb_build_object(
      'orders', cardinality(who.orders),
      'names', (select coalesce(jsonb_agg(distinct name), '[]') from (
        select o.customer_name as name from public.service_orders o where o.id = any (who.orders)
        union select p.full_name from public.profiles p where p.id = any (who.accounts)) as named where name <> ''),
      'ruts', (select coalesce(jsonb_agg(distinct rut), '[]') from (
        select o.customer_rut as rut from public.service_orders o where o.id = any (who.orders)
        union select p.rut from public.profiles p where p.id = any (who.accounts)) as numbered where rut is not null),
      'emails', (select coalesce(jsonb_agg(p.email order by p.email), '[]') from public.profiles p
      where p.id = any (who.accounts)),
      'unclosed',
      (select coalesce(jsonb_agg(o.order_number order by o.order_number), '[]') from public.service_orders o
        where o.id = any (who.orders) and o.status <> all (private.statuses_in('closed'))),
      'owed', (select coalesce(sum(greatest(coalesce(o.total_amount, 0) - o.advance_payment - o.final_payment, 0)), 0)
        from public.service_orders o where o.id = any (who.orders) and o.status = 'delivered'),
      'messages', (select count(*) from public.whatsapp_messages m where m.order_id = any (who.orders))
        + (select count(*) from public.whatsapp_replies r where r.order_id = any (who.orders)),
      'appointments', (select count(*) from public.appointments a where a.customer_id = any (who.accounts))
    )
  );
end
$$;

-- Anonymises a person. Answers { outcome: 'done' | 'nothing', orders, accounts }; a second time there is nothing.
-- Refused while an order is not closed, since the device is still here. Admins only.
-- What an account says of itself takes nothing from others (PRIV-06): whoever claims somebody else's RUT or phone, or
-- takes a name of one letter, and has the account erased would otherwise erase others from the log of looks, the
-- messages and the notices.
create or replace function public.anonymize_customer(p_by text, p_value text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  who private.person;
  unclosed text;
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
  select string_agg('#' || private.format_order_number(o.order_number), ', ' order by o.order_number) into unclosed
  from public.service_orders o where o.id = any (who.orders) and o.status <> all (private.statuses_in('closed'));
  if unclosed is not null then
    raise exception 'No se puede anonimizar mientras haya órdenes abiertas: %. Entrégalas o cancélalas primero.',
      unclosed
      using errcode = '23514';
  end if;
  if cardinality(who.orders) + cardinality(who.accounts) = 0 then
    return jsonb_build_object('outcome', 'nothing', 'orders', 0, 'accounts', 0);
  end if;
  select coalesce(array_agg(distinct k.name) filter (where k.name <> ''), '{}'),
    coalesce(array_agg(distinct k.rut), '{}'),
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
  perform private.forget_traces(names, ruts, phones, who.accounts);
  insert into private.anonymizations (actor_id, orders, accounts)
  values ((select auth.uid()), cardinality(who.orders), cardinality(who.accounts));
  return jsonb_build_object('outcome', 'done', 'orders', cardinality(who.orders), 'accounts',
    cardinality(who.accounts));
end
$$;
