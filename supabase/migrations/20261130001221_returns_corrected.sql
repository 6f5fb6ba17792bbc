SET local check_function_bodies = off;

DROP FUNCTION "public"."find_warranties"(text, text, text);

CREATE OR REPLACE FUNCTION private.check_warranty_repair (
  new public.service_orders,
  was public.service_orders
)
  RETURNS public.service_orders
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  if new.warranty_repair then
    if was.warranty_repair is false and new.total_amount is not distinct from was.total_amount then
      new.total_amount := 0;
      new.quote := 0;
    end if;
    if new.total_amount > 0 then
      raise exception 'Una reparación en garantía no se cobra. Si la garantía no lo cubre, anota antes ese resultado.'
        using errcode = '23514';
    end if;
    if new.status = 'quoted' then
      raise exception '%', case
        when was.status = 'quoted'
          then 'La orden tiene un presupuesto enviado: vuelve antes la orden a Pendiente, y anota después la garantía.'
        else 'Una reparación en garantía no lleva presupuesto. Si la garantía no lo cubre, anota antes ese resultado.'
        end using errcode = '23514';
    end if;
  end if;
  if new.warranty_of is not null and new.warranty_outcome is null and new.unrepaired_reason is null
    and new.status = 'delivered' then
    raise exception 'Anota cómo terminó la garantía: cubierta, no cubierta o por cortesía.' using errcode = '23514';
  end if;
  if was.status = 'delivered'
    and (new.status, new.warranty_days) is distinct from (was.status, was.warranty_days) then
    perform private.keep_warranty(new);
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.fill_warranty_days()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if new.warranty_of is not null and (new.warranty_outcome is distinct from 'not_covered'
    or coalesce(private.settle_amount(new.quote, old.quote, new.total_amount, old.total_amount), 0) = 0) then
    new.warranty_days := 0;
    return new;
  end if;
  select (s.value -> 'warranty' ->> case new.equipment_type when 'other' then 'others' else new.equipment_type end)::integer
    into new.warranty_days
  from public.setting_sections s where s.section = 'desk';
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.find_person (
  p_by    text,
  p_value text
)
  RETURNS private.person
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
  if v_phone is not null and private.personal_phone_key(v_phone) is null then
    raise exception 'Ese teléfono no es de nadie: lo llevan órdenes de varias personas. Busca a esta por su RUT.'
      using errcode = '23514';
  end if;
  if v_account is not null then
    select array_agg(p.id), max(p.rut) filter (where p.rut_verified_at is not null) into who.accounts, v_rut
    from public.profiles p where p.id = v_account and p.role = 'customer';
  end if;
  select array_agg(o.id) into who.orders from public.service_orders o
  where o.anonymized_at is null and (o.customer_rut = v_rut or private.phone_key(o.customer_phone) = v_phone
    or (private.phone_key(o.second_phone) = v_phone and private.is_landline(o.customer_phone)));
  if p_by = 'rut' then
    select array_agg(p.id) into who.accounts from public.profiles p
    where p.role = 'customer' and p.rut = v_rut and (p.rut_verified_at is not null or private.phone_key(p.phone) in (
      select private.phone_key(k.phone) from public.service_orders o
      cross join unnest(array[o.customer_phone, o.second_phone]) as k (phone) where o.id = any (who.orders)));
  elsif p_by = 'phone' then
    select array_agg(p.id) into who.accounts from public.profiles p
    where p.role = 'customer' and private.phone_key(p.phone) = v_phone and p.rut_verified_at is null;
  end if;
  who.orders := coalesce(who.orders, '{}');
  who.accounts := coalesce(who.accounts, '{}');
  return who;
end
$function$;

CREATE OR REPLACE FUNCTION private.find_warranty_returns()
  RETURNS TABLE (
    order_id uuid
  )
  LANGUAGE sql
  STABLE
  AS $function$
  select o.id
  from public.service_orders o
  where o.delivered_at is not null and o.warranty_days is not null
    and exists (
      select from public.service_orders b
      where b.customer_rut = o.customer_rut and b.equipment_type = o.equipment_type
        and b.created_at > greatest(o.created_at, o.delivered_at) and b.warranty_of is null and not b.not_warranty
        and b.created_at <= o.delivered_at + make_interval(days => o.warranty_days)
        and case when o.imei is not null and b.imei is not null then b.imei = o.imei
          else lower(b.equipment_brand || ' ' || b.equipment_model) = lower(o.equipment_brand || ' ' || o.equipment_model) end
    )
  union
  select o.id
  from public.service_orders b join public.service_orders o on o.order_number = b.warranty_of
  where b.warranty_outcome is distinct from 'not_covered' and b.status <> 'cancelled'
$function$;

CREATE OR REPLACE FUNCTION private.follow_warranty_returns()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  changed private.visit[];
begin
  case tg_op
    when 'INSERT' then
      select array_agg((n.id, n.customer_rut, n.equipment_type, n.created_at, n.warranty_of)::private.visit) into changed
        from new_orders n;
    when 'DELETE' then
      select array_agg((o.id, o.customer_rut, o.equipment_type, o.created_at, o.warranty_of)::private.visit) into changed
        from old_orders o;
    when 'UPDATE' then
      select array_agg(v.visit) into changed
      from old_orders o
      join new_orders n on n.id = o.id
      cross join lateral (values
        ((o.id, o.customer_rut, o.equipment_type, o.created_at, o.warranty_of)::private.visit),
        ((n.id, n.customer_rut, n.equipment_type, n.created_at, n.warranty_of)::private.visit)) as v (visit)
      where n.anonymized_at is not distinct from o.anonymized_at
        and (o.customer_rut, o.equipment_type, o.equipment_brand, o.equipment_model, o.imei, o.created_at,
          o.delivered_at, o.warranty_days, o.warranty_of, o.not_warranty, o.warranty_outcome, o.status = 'cancelled')
        is distinct from
        (n.customer_rut, n.equipment_type, n.equipment_brand, n.equipment_model, n.imei, n.created_at, n.delivered_at,
          n.warranty_days, n.warranty_of, n.not_warranty, n.warranty_outcome, n.status = 'cancelled');
  end case;
  if changed is not null then
    perform private.settle_warranty_returns(changed);
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.guard_warranty()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  was public.service_orders;
begin
  if tg_op = 'UPDATE' then
    was := old;
  elsif exists (select from public.service_orders o where o.id = new.id) then
    -- Sent again, since its answer was lost: the primary key says that it is there, whatever has ended meanwhile.
    return new;
  end if;
  if private.is_api_caller() then
    if new.not_warranty and new.warranty_of is not null then
      -- The answer that was given last counts.
      if was.not_warranty is not true and new.warranty_of is not distinct from was.warranty_of then
        new.warranty_of := null;
      else
        new.not_warranty := false;
      end if;
    end if;
    if new.warranty_of is not null and new.warranty_of is distinct from was.warranty_of then
      new.warranty_of := private.warranty_for(new);
    end if;
    if new.warranty_of is null and new.warranty_outcome is distinct from was.warranty_outcome
      and new.warranty_outcome is not null then
      raise exception 'Esta orden no entró por garantía.' using errcode = '23514';
    end if;
    new.warranty_reason := nullif(btrim(new.warranty_reason, E' \t\r\n'), '');
    if new.warranty_outcome = 'not_covered' and new.warranty_reason is null then
      raise exception 'Escribe por qué la garantía no lo cubre.' using errcode = '23514';
    end if;
  end if;
  -- Whoever writes: the database takes the link away when the original is deleted, and a function of ours corrects
  -- phones.
  if new.warranty_of is null then
    new.warranty_outcome := null;
  end if;
  if new.warranty_outcome is null then
    new.warranty_reason := null;
  end if;
  if tg_op = 'UPDATE' and new.anonymized_at is null
    and (new.customer_rut, new.customer_phone, new.second_phone)
      is distinct from (was.customer_rut, was.customer_phone, was.second_phone) then
    perform private.keep_customer(new);
  end if;
  new.warranty_repair := new.warranty_of is not null and new.warranty_outcome is distinct from 'not_covered';
  if private.is_api_caller() then
    new := private.check_warranty_repair(new, was);
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.has_same_customer (
  one   public.service_orders,
  other public.service_orders
)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select one.customer_rut = other.customer_rut and not private.is_repeated_rut(one.customer_rut)
    or private.personal_phones(one) && private.personal_phones(other)
$function$;

CREATE OR REPLACE FUNCTION private.keep_customer (
  o public.service_orders
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  other public.service_orders;
begin
  -- Two corrections at once would each see the other order as it was. No row is locked: who deletes the original holds
  -- its row, and waits for that of the return.
  perform pg_advisory_xact_lock(hashtextextended('private.keep_customer' || n, 0))
  from (select n from unnest(array[o.order_number, o.warranty_of]) as n where n is not null order by n) as sorted;
  for other in select * from public.service_orders s
    where (s.order_number = o.warranty_of or s.warranty_of = o.order_number) and s.anonymized_at is null loop
    if not private.has_same_customer(o, other) then
      raise exception 'Las órdenes % y %, unidas por una garantía, no tendrían en común ni el RUT ni un teléfono: anota en una el teléfono de la otra, aunque sea como segundo.',
        private.format_order_number(o.order_number), private.format_order_number(other.order_number)
        using errcode = '23514';
    end if;
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION private.keep_warranty (
  o public.service_orders
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  came_back integer := (
    select min(r.order_number) from public.service_orders r where r.warranty_of = o.order_number);
begin
  if came_back is not null and (o.status <> 'delivered' or coalesce(o.warranty_days, 0) = 0) then
    raise exception 'La orden tiene una reparación en garantía, la %: sigue el trabajo en esa.',
      private.format_order_number(came_back) using errcode = '23514';
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.personal_phone_key (
  value text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
  select case when key !~ '([0-9])\1{7}$' then key end from private.phone_key(value) as key
$function$;

CREATE OR REPLACE FUNCTION private.personal_phones (
  o public.service_orders
)
  RETURNS text[]
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select array_remove(
    array[private.personal_phone_key(o.customer_phone), private.personal_phone_key(o.second_phone)], null)
$function$;

CREATE OR REPLACE FUNCTION private.suspended_since (
  p_number integer
)
  RETURNS timestamp WITH time zone
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select min(r.created_at) from public.service_orders r
  where r.warranty_of = p_number and r.delivered_at is null and r.status <> 'cancelled'
$function$;

CREATE OR REPLACE FUNCTION private.warranty_for (
  o public.service_orders
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  original public.service_orders;
  last_day date;
  number text;
begin
  select root.* into original from public.service_orders named
  join public.service_orders root on root.order_number = case
    when private.warranty_end(named.warranty_of, o.id)
      > coalesce(private.warranty_end(named.order_number, o.id), '-infinity') then named.warranty_of
    else named.order_number end
  where named.order_number = o.warranty_of and root.id <> o.id
  -- Nobody takes its warranty away meanwhile.
  for share of root;
  number := private.format_order_number(coalesce(original.order_number, o.warranty_of));
  if original.id is null then
    raise exception 'No existe la orden %.', number using errcode = '23514';
  end if;
  if not private.has_same_customer(o, original) then
    raise exception 'La orden % es de otra persona: no coinciden ni el RUT ni el teléfono.', number
      using errcode = '23514';
  end if;
  last_day := private.warranty_end(original.order_number, o.id);
  if last_day is null then
    raise exception 'La orden % no tiene garantía: no está entregada, o se entregó sin ella.', number
      using errcode = '23514';
  end if;
  if original.delivered_at > o.created_at then
    raise exception 'La orden % se entregó después de que entró este equipo.', number using errcode = '23514';
  end if;
  if last_day < private.shop_day(o.created_at) then
    raise exception 'La garantía de la orden % terminó el %.', number, to_char(last_day, 'DD-MM-YYYY')
      using errcode = '23514';
  end if;
  return original.order_number;
end
$function$;

CREATE OR REPLACE FUNCTION public.correct_phone (
  p_order_id uuid,
  p_phone    text
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  corrected integer;
begin
  perform private.require('order-form');
  -- Two presses wait for each other; the second finds nothing left. In one order for everybody, as change_orders.
  perform from public.service_orders c
  where c.id = p_order_id or c.id in (select other.id from private.orders_of_phone(p_order_id, p_phone) as other)
  order by c.id for update;
  update public.service_orders o
  set customer_phone = (select c.customer_phone from public.service_orders c where c.id = p_order_id)
  where o.id in (select other.id from private.orders_of_phone(p_order_id, p_phone) as other);
  get diagnostics corrected = row_count;
  return corrected;
end
$function$;

CREATE OR REPLACE FUNCTION public.find_order_customer (
  p_rut   text DEFAULT NULL::text,
  p_phone text DEFAULT NULL::text
)
  RETURNS TABLE (
    order_number     integer,
    customer_name    text,
    customer_rut     text,
    customer_phone   text,
    customer_address text,
    equipment_type   text,
    equipment_brand  text,
    equipment_model  text,
    imei             text
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.require('people.see');
  -- Two statements, so that each uses its own index.
  if p_rut is not null then
    return query
      select o.order_number, o.customer_name, o.customer_rut, o.customer_phone, coalesce(o.customer_address, ''),
        o.equipment_type, o.equipment_brand, o.equipment_model, coalesce(o.imei, '')
      from public.service_orders o
      where o.customer_rut = private.normalize_rut(p_rut) and not private.is_repeated_rut(o.customer_rut)
      order by o.created_at desc limit 20;
  else
    return query
      select o.order_number, o.customer_name, o.customer_rut, o.customer_phone, coalesce(o.customer_address, ''),
        o.equipment_type, o.equipment_brand, o.equipment_model, coalesce(o.imei, '')
      from public.service_orders o
      where private.phone_key(o.customer_phone) = private.personal_phone_key(p_phone)
      order by o.created_at desc limit 20;
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION public.find_warranties (
  p_rut   text                     DEFAULT NULL::text,
  p_phone text                     DEFAULT NULL::text,
  p_imei  text                     DEFAULT NULL::text,
  p_at    timestamp with time zone DEFAULT NULL::timestamp WITH time zone
)
  RETURNS TABLE (
    id              uuid,
    order_number    integer,
    customer_name   text,
    equipment_type  text,
    equipment_brand text,
    equipment_model text,
    imei            text,
    technical_work  text,
    technician_id   uuid,
    technician_name text,
    delivered_at    timestamp with time zone,
    warranty_end    date,
    returns         integer,
    same_customer   boolean
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_at constant timestamptz := coalesce(p_at, now());
  v_rut constant text := private.normalize_rut(p_rut);
  v_phone constant text := private.personal_phone_key(p_phone);
begin
  perform private.require('people.see');
  return query
    -- Each by its own index.
    with known as (
      select o.id, true as is_same, false as is_device from public.service_orders o
      where o.customer_rut = v_rut and not private.is_repeated_rut(v_rut)
      union all
      select o.id, true, false from public.service_orders o where private.phone_key(o.customer_phone) = v_phone
      union all
      select o.id, true, false from public.service_orders o
      where o.second_phone is not null and private.phone_key(o.second_phone) = v_phone
      union all
      select o.id, false, true from public.service_orders o
      where o.imei = nullif(btrim(private.plain_marks(p_imei)), '')
    )
    select o.id, o.order_number, o.customer_name, o.equipment_type, o.equipment_brand, o.equipment_model, o.imei,
      left(o.technical_work, 300), case when private.person_may(o.technician_id, 'orders.do-repair') then t.id end,
      t.full_name, o.delivered_at, e.last_day,
      (select count(*)::integer from public.service_orders r
        where r.warranty_of = o.order_number and r.status <> 'cancelled'), f.is_same
    from (
      select d.id, bool_or(d.is_same) as is_same, bool_or(d.is_device) as is_device from known d group by d.id) as f
    join public.service_orders o on o.id = f.id
    left join public.staff_names t on t.id = o.technician_id
    cross join lateral (select private.warranty_end(o.order_number) as last_day) as e
    where o.status = 'delivered' and o.warranty_days > 0 and o.anonymized_at is null
      and o.delivered_at <= v_at and (o.delivered_at > v_at - make_interval(days => o.warranty_days + 1)
        or exists (select from public.service_orders r where r.warranty_of = o.order_number))
      and e.last_day >= private.shop_day(v_at)
    order by f.is_device desc, e.last_day desc, o.order_number desc limit 5;
end
$function$;

REVOKE ALL ON FUNCTION "public"."find_warranties"(text, text, text, timestamp WITH time zone) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.order_warranty (
  p_order_id uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select jsonb_build_object(
    'warranty_end', private.warranty_end(o.order_number),
    'suspended_since', private.suspended_since(o.order_number),
    'original', (
      select jsonb_build_object('id', w.id, 'order_number', w.order_number, 'technical_work', w.technical_work,
        'technician_name', t.full_name, 'delivered_at', w.delivered_at,
        'warranty_end', private.warranty_end(w.order_number),
        'suspended_since', private.suspended_since(w.order_number))
      from public.service_orders w left join public.staff_names t on t.id = w.technician_id
      where w.order_number = o.warranty_of),
    'returns', (
      select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'order_number', r.order_number,
        'created_at', r.created_at, 'status', r.status, 'warranty_of', r.warranty_of,
        'warranty_outcome', r.warranty_outcome)
        order by r.created_at, r.order_number), '[]')
      from public.service_orders r where r.warranty_of in (o.order_number, o.warranty_of)))
  from public.service_orders o where o.id = p_order_id
$function$;

REVOKE ALL ON FUNCTION "private"."keep_customer"(public.service_orders) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."keep_customer"(public.service_orders) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."keep_customer"(public.service_orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."keep_customer"(public.service_orders) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."keep_customer"(public.service_orders) TO "service_role";

REVOKE ALL ON FUNCTION "private"."personal_phone_key"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."personal_phone_key"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."personal_phone_key"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."personal_phone_key"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."personal_phone_key"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."personal_phones"(public.service_orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."personal_phones"(public.service_orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."personal_phones"(public.service_orders) TO "postgres";

REVOKE ALL ON FUNCTION "private"."suspended_since"(integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."suspended_since"(integer) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."suspended_since"(integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."suspended_since"(integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."suspended_since"(integer) TO "service_role";

GRANT EXECUTE ON FUNCTION "public"."find_warranties"(text, text, text, timestamp WITH time zone) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."find_warranties"(text, text, text, timestamp WITH time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."find_warranties"(text, text, text, timestamp WITH time zone) TO "postgres";

-- Cancelled returns count no longer.
delete from private.warranty_returns w
where not exists (select from private.find_warranty_returns() r where r.order_id = w.order_id);
