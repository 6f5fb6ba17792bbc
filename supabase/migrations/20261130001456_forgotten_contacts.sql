SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.asked_month (
  p_month date
)
  RETURNS date
  LANGUAGE plpgsql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
begin
  if (p_month between '2000-01-01' and '2099-12-31') is not true then
    raise exception 'Elige un mes entre los años 2000 y 2099.' using errcode = '22023';
  end if;
  return date_trunc('month', p_month)::date;
end
$function$;

CREATE OR REPLACE FUNCTION private.forget_contact_name (
  p_rut  text,
  p_name text
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  update public.order_events e
  set changes = jsonb_set(e.changes, '{contact}', (
    select jsonb_agg(case when n.value #>> '{}' = p_name then to_jsonb('Contacto borrado'::text) else n.value end
      order by n.place)
    from jsonb_array_elements(e.changes -> 'contact') with ordinality as n (value, place)))
  where e.changes ? 'contact' and e.changes -> 'contact' ? p_name
    and (not exists (select from public.service_orders o where o.id = e.order_id and o.customer_rut <> p_rut)
      or exists (select from public.order_events k
        where k.order_id = e.order_id and k.changes -> 'customer_rut' ->> 0 = p_rut))
$function$;

CREATE OR REPLACE FUNCTION public.anonymize_customer (
  p_by    text,
  p_value text,
  p_seen  text DEFAULT NULL::text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  who private.person;
  locked private.person;
  unclosed text;
  names text[];
  ruts text[];
  phones text[];
  visits uuid[];
  contacts uuid[];
begin
  perform private.require('privacy.manage');
  -- One after the other, so that the second of two finds what the first has left.
  perform pg_advisory_xact_lock(hashtextextended('private.anonymize', 0));
  who := private.find_person(p_by, p_value);
  perform from public.service_orders o where o.id = any (who.orders) order by o.id for update;
  perform from public.profiles p where p.id = any (who.accounts) order by p.id for update;
  -- The rows may belong to somebody else after the wait for the locks.
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
  contacts := private.contacts_of(who, p_by, p_value);
  if cardinality(who.orders) + cardinality(who.accounts) + cardinality(visits) + cardinality(contacts) = 0 then
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
    -- A second phone may be a relative's.
    select null, null, case when not private.is_of_others(null, o.second_phone, who) then o.second_phone end
      from public.service_orders o where o.id = any (who.orders)
    union all
    -- An account's unproven data may be somebody else's: it counts if nobody else is known by it.
    select case when p.rut_verified_at is not null and p.full_name ~ '^.{2,} .{2,}$' then p.full_name end,
      case when p.rut_verified_at is not null or not private.is_of_others(p.rut, null, who) then p.rut end,
      case when not private.is_of_others(null, p.phone, who) then p.phone end
    from public.profiles p where p.id = any (who.accounts)
  ) as k;
  perform private.anonymize_orders(who.orders);
  delete from public.profiles p where p.id = any (who.accounts);
  delete from public.appointments a where a.id = any (visits);
  -- The company's orders may name it.
  perform private.forget_contact_name(c.rut, c.name) from public.customer_contacts c where c.id = any (contacts);
  update public.customer_contacts c
  set name = 'Contacto borrado', phone = '', email = '', role = '', removed_at = coalesce(c.removed_at, now())
  where c.id = any (contacts);
  perform private.forget_traces(names, ruts, phones, who.accounts);
  insert into private.anonymizations (actor_id, orders, accounts)
  values ((select auth.uid()), cardinality(who.orders), cardinality(who.accounts));
  return jsonb_build_object('outcome', 'done', 'orders', cardinality(who.orders), 'accounts',
    cardinality(who.accounts));
end
$function$;

CREATE OR REPLACE FUNCTION public.customer_statement (
  p_id    uuid,
  p_month date
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  who private.customer;
  first_day date;
  starts timestamptz;
  ends timestamptz;
  statement jsonb;
begin
  perform private.require('orders.receive-payment');
  who := private.customer_of(p_id);
  if who.rut is null then
    raise exception 'El estado de cuenta es de un RUT: esta persona no tiene uno propio.' using errcode = 'P0002';
  end if;
  first_day := private.asked_month(p_month);
  if first_day > private.shop_day(now()) then
    raise exception 'Elige un mes hasta el actual.' using errcode = '23514';
  end if;
  starts := first_day::timestamp at time zone 'America/Santiago';
  ends := (first_day + interval '1 month')::timestamp at time zone 'America/Santiago';
  with own as materialized (
    select o.id, o.order_number, o.status, o.total_amount, coalesce(o.delivered_at, o.updated_at) as delivered_at,
      o.equipment_type, o.equipment_brand, o.equipment_model, o.customer_reference, o.contact_id
    from public.service_orders o where o.customer_rut = who.rut
  ), charges as (
    select o.* from own o where o.status = 'delivered' and coalesce(o.total_amount, 0) > 0 and o.delivered_at < ends
  ), received as (
    select p.id, p.created_at, p.method, p.reference, sum(s.amount)::bigint as amount,
      array_agg(distinct o.order_number order by o.order_number) as orders
    from own o join private.payment_shares s on s.order_id = o.id join private.payments p on p.id = s.payment_id
    where p.created_at < ends group by p.id
  ), sums as (
    select
      coalesce((select sum(c.total_amount) from charges c where c.delivered_at < starts), 0)
        - coalesce((select sum(r.amount) from received r where r.created_at < starts), 0) as opening,
      coalesce((select sum(c.total_amount) from charges c where c.delivered_at >= starts), 0) as delivered,
      coalesce((select sum(r.amount) from received r where r.created_at >= starts), 0) as paid
  ), lines as (
    select c.delivered_at as at, 0 as place, jsonb_build_object('kind', 'order', 'at', c.delivered_at,
      'amount', c.total_amount, 'order_id', c.id, 'order_number', c.order_number, 'equipment_type', c.equipment_type,
      'equipment_brand', c.equipment_brand, 'equipment_model', c.equipment_model,
      'reference', coalesce(c.customer_reference, ''),
      'contact', (select t.name from public.customer_contacts t where t.id = c.contact_id)) as line
    from charges c where c.delivered_at >= starts
    union all
    select r.created_at, 1, jsonb_build_object('kind', 'payment', 'at', r.created_at, 'amount', r.amount,
      'method', r.method, 'reference', r.reference, 'orders', r.orders)
    from received r where r.created_at >= starts and r.amount <> 0
  )
  select jsonb_build_object('month', first_day, 'opening', s.opening, 'delivered', s.delivered, 'paid', s.paid,
    'closing', s.opening + s.delivered - s.paid,
    'lines', (select coalesce(jsonb_agg(l.line order by l.at, l.place, l.line ->> 'order_number'), '[]') from lines l))
  into statement from sums s;
  return statement || (
    select jsonb_build_object('rut', who.rut,
      'name', coalesce(nullif((select c.business_name from private.customer_cards c where c.rut = who.rut), ''),
        (select o.customer_name from public.service_orders o where o.customer_rut = who.rut
          order by o.created_at desc, o.id desc limit 1),
        (select p.full_name from public.profiles p where p.id = who.account_id), ''),
      'business_activity', coalesce((select c.business_activity from private.customer_cards c where c.rut = who.rut), '')));
end
$function$;

CREATE OR REPLACE FUNCTION public.list_tax_documents (
  p_month date,
  p_page  integer DEFAULT 1
)
  RETURNS TABLE (
    id            uuid,
    kind          text,
    folio         bigint,
    issued_on     date,
    net           bigint,
    tax           bigint,
    total         bigint,
    rut           text,
    business_name text,
    activity      text,
    state         text,
    answer        text,
    cancels       text,
    method        text,
    orders        jsonb
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  from_day date;
begin
  perform private.require('reports');
  from_day := private.asked_month(p_month);
  return query
    select d.id, d.kind, d.folio, d.issued_on, d.net, d.tax, d.total, d.rut, d.business_name, d.activity, d.state,
      coalesce(r.answer, a.reason), private.document_name(c.kind, c.folio), p.method,
      private.payment_orders(d.payment_id)
    from private.tax_documents d
    join private.payments p on p.id = d.payment_id
    left join private.tax_requests r on r.document_id = d.id
    left join private.tax_annulments a on a.document_id = d.id
    left join private.tax_documents c on c.id = d.cancels
    where d.issued_on >= from_day and d.issued_on < (from_day + interval '1 month')::date
    order by d.issued_on, d.kind, d.folio, d.id
    offset private.rows_before(p_page, 100) limit 100;
end
$function$;

CREATE OR REPLACE FUNCTION public.list_undocumented_payments (
  p_month date,
  p_page  integer DEFAULT 1
)
  RETURNS TABLE (
    id         uuid,
    created_at timestamp with time zone,
    method     text,
    amount     bigint,
    missing    bigint,
    orders     jsonb,
    order_id   uuid
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  from_day date;
begin
  perform private.require('reports');
  from_day := private.asked_month(p_month);
  return query
    select u.id, u.created_at, u.method, u.amount, u.missing, private.payment_orders(u.id), (
      select o.id from public.service_orders o
      where o.id in (select s.order_id from private.payment_shares s where s.payment_id = u.id)
      order by o.order_number limit 1)
    from private.undocumented(from_day, (from_day + interval '1 month')::date) as u
    order by u.created_at, u.id
    offset private.rows_before(p_page, 100) limit 100;
end
$function$;

CREATE OR REPLACE FUNCTION public.start_stocktake (
  p_request_id        uuid,
  p_component_type_id uuid DEFAULT NULL::uuid,
  p_supplier_id       uuid DEFAULT NULL::uuid
)
  RETURNS uuid
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  other private.stocktakes;
  new_id uuid;
begin
  perform private.require('stock');
  if not private.claim_request(p_request_id, 'start_stocktake',
    jsonb_build_array(p_component_type_id, p_supplier_id)) then
    return (private.request_result(p_request_id) #>> '{}')::uuid;
  end if;
  if p_component_type_id not in (select t.id from public.component_types t)
    or p_supplier_id not in (select s.id from public.suppliers s) then
    raise exception 'Ese tipo o proveedor ya no existe. Recarga la página y elige otro.' using errcode = 'P0002';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('private.stocktakes', 0));
  select * into other from private.stocktakes s
  where s.closed_at is null and s.cancelled_at is null
    and (s.component_type_id is null or p_component_type_id is null or s.component_type_id = p_component_type_id)
    and (s.supplier_id is null or p_supplier_id is null or s.supplier_id = p_supplier_id)
  order by s.started_at limit 1;
  if other.id is not null then
    raise exception 'Ya hay un conteo abierto de %, que empezó %. Sigue en ese, ciérralo o anúlalo.',
      private.stocktake_scope(other.component_type_id, other.supplier_id),
      (select n.full_name from public.staff_names n where n.id = other.started_by) using errcode = '23505';
  end if;
  insert into private.stocktakes (component_type_id, supplier_id, started_by)
  values (p_component_type_id, p_supplier_id, (select auth.uid())) returning id into new_id;
  perform private.finish_request(p_request_id, to_jsonb(new_id), 'el conteo quedó abierto');
  return new_id;
end
$function$;

CREATE OR REPLACE FUNCTION public.tax_month (
  p_month date
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  from_day date;
  to_day date;
begin
  perform private.require('reports');
  from_day := private.asked_month(p_month);
  to_day := (from_day + interval '1 month')::date;
  return (
    with documents as (
      select d.kind, d.folio, d.net, d.tax, d.total, case d.kind when 'nota_credito' then -1 else 1 end as sign
      from private.tax_documents d
      where d.issued_on >= from_day and d.issued_on < to_day and d.state in ('recorded', 'accepted')
    ), kinds as (
      select d.kind, count(*) as count, min(d.folio) as first, max(d.folio) as last, sum(d.net) as net,
        sum(d.tax) as tax, sum(d.total) as total
      from documents d group by d.kind
    )
    select jsonb_build_object(
      'kinds', (select coalesce(jsonb_agg(to_jsonb(k) order by k.kind), '[]') from kinds k),
      'count', count(*), 'net', coalesce(sum(d.sign * d.net), 0), 'tax', coalesce(sum(d.sign * d.tax), 0),
      'total', coalesce(sum(d.sign * d.total), 0))
    from documents d
  ) || (
    select jsonb_build_object(
      'undocumented', jsonb_build_object('count', count(*) filter (where u.missing > 0),
        'amount', coalesce(sum(u.missing) filter (where u.missing > 0), 0)),
      'uncredited', jsonb_build_object('count', count(*) filter (where u.missing < 0),
        'amount', coalesce(-sum(u.missing) filter (where u.missing < 0), 0)))
    from private.undocumented(from_day, to_day) as u
  );
end
$function$;

CREATE INDEX order_events_contact ON public.order_events USING btree (order_id)
  WHERE (changes ? 'contact'::text);

REVOKE ALL ON FUNCTION "private"."asked_month"(date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."asked_month"(date) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."asked_month"(date) TO "postgres";

REVOKE ALL ON FUNCTION "private"."forget_contact_name"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."forget_contact_name"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."forget_contact_name"(text, text) TO "postgres";
