SET local check_function_bodies = off;

DROP TRIGGER "clean_second_phone" ON "public"."service_orders";

CREATE OR REPLACE FUNCTION private.anonymize_orders (
  p_ids uuid[]
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  last_event bigint := coalesce((select max(e.id) from public.order_events e), 0);
  done integer;
begin
  with person as (
    select r.customer_rut, '00' || lpad(nextval('private.anonymous_ruts')::text, 6, '0') || '-0' as nobody
    from (select distinct o.customer_rut from public.service_orders o where o.id = any (p_ids) order by 1) as r
  ), device as (
    -- Two devices of one model stay two.
    select o.id, 'Equipo ' || dense_rank() over (partition by o.customer_rut order by o.imei) as name
    from public.service_orders o where o.id = any (p_ids) and o.imei is not null
  )
  update public.service_orders o set
    customer_name = 'Cliente anonimizado', customer_phone = '-', second_phone = null, customer_address = null,
    customer_rut = person.nobody, imei = (select d.name from device d where d.id = o.id), equipment_condition = '',
    work_description = '', technical_work = '', notes = null, password_type = null, device_code_stored = false,
    anonymized_at = now()
  from person
  where o.id = any (p_ids) and o.anonymized_at is null and person.customer_rut = o.customer_rut;
  get diagnostics done = row_count;
  -- 'Deshacer' would restore these.
  delete from private.undoable_changes u where u.order_id = any (p_ids);

  -- The update has written what it took away to the timeline.
  delete from public.order_events e where e.order_id = any (p_ids) and e.id > last_event;
  update public.order_events e set
    changes = private.impersonal_changes(e.changes),
    actor_id = case when e.actor_role = 'customer' then null else e.actor_id end,
    actor_name = case when e.actor_role = 'customer' then null else e.actor_name end
  where e.order_id = any (p_ids);
  perform private.add_order_event(o, 'anonymized', '{}') from public.service_orders o where o.id = any (p_ids);
  delete from public.service_order_internal i where i.order_id = any (p_ids);
  delete from public.decision_origins d where d.order_id = any (p_ids);
  update public.decision_history h
  set message = regexp_replace(h.message, '^.*( aprobó el presupuesto de )', 'El cliente\1')
  where h.order_id = any (p_ids);
  delete from public.notifications n where n.order_id = any (p_ids);
  delete from public.whatsapp_messages m where m.order_id = any (p_ids);
  delete from public.whatsapp_replies r where r.order_id = any (p_ids);
  return done;
end
$function$;

CREATE OR REPLACE FUNCTION private.clean_second_phone()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  new.second_phone := nullif(btrim(private.plain_marks(new.second_phone)), '');
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

CREATE OR REPLACE FUNCTION private.forget_saved_searches()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  delete from public.saved_views v
  where v.search <> '' and (
    (private.fold(v.search) like '% %' and strpos(private.fold(old.customer_name), private.fold(trim(v.search))) > 0)
    or private.normalize_rut(v.search) = old.customer_rut
    or private.phone_key(v.search) in (private.phone_key(old.customer_phone), private.phone_key(old.second_phone))
    or trim(v.search) = old.imei
  );
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.is_of_others (
  p_rut    text,
  p_phone  text,
  p_person private.person
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select exists (
    select from public.service_orders o where not o.id = any (p_person.orders)
      and (o.customer_rut = p_rut or private.phone_key(o.customer_phone) = private.phone_key(p_phone)
        or private.phone_key(o.second_phone) = private.phone_key(p_phone))
  ) or exists (
    select from public.profiles p where not p.id = any (p_person.accounts)
      and (p.rut = p_rut or private.phone_key(p.phone) = private.phone_key(p_phone))
  )
$function$;

CREATE OR REPLACE FUNCTION private.visits_of (
  p_person private.person,
  p_by     text,
  p_value  text
)
  RETURNS uuid[]
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with known as (
    select o.customer_name as name, private.phone_key(k.phone) as phone from public.service_orders o
    cross join unnest(array[o.customer_phone, o.second_phone]) as k (phone) where o.id = any (p_person.orders)
    union select p.full_name, private.phone_key(p.phone) from public.profiles p where p.id = any (p_person.accounts)
  )
  select coalesce(array_agg(a.id), '{}') from public.appointments a
  where a.customer_id is null and (
    (p_by = 'phone' and private.phone_key(a.phone) = private.phone_key(p_value))
    or exists (
      select from known k where k.phone = private.phone_key(a.phone)
        and (private.name_key(k.name) = private.name_key(a.full_name)
          or not private.is_of_others(null, a.phone, p_person))
    )
  )
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
  perform private.forget_traces(names, ruts, phones, who.accounts);
  insert into private.anonymizations (actor_id, orders, accounts)
  values ((select auth.uid()), cardinality(who.orders), cardinality(who.accounts));
  return jsonb_build_object('outcome', 'done', 'orders', cardinality(who.orders), 'accounts',
    cardinality(who.accounts));
end
$function$;

CREATE OR REPLACE FUNCTION public.export_own_data()
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  caller uuid := (select auth.uid());
  own_rut text := private.my_rut();
begin
  perform private.require('own-data.request');
  perform pg_advisory_xact_lock(hashtextextended('private.own_exports' || caller, 0));
  delete from private.own_exports e where e.made_at < now() - interval '1 hour';
  if (select count(*) from private.own_exports e where e.user_id = caller) >= 10 then
    raise exception 'Ya descargaste tus datos varias veces. Vuelve a intentarlo en una hora.' using errcode = 'P0001';
  end if;
  insert into private.own_exports (user_id) values (caller);
  return jsonb_build_object(
    'fecha', now(),
    'perfil', (
      select jsonb_build_object('nombre', p.full_name, 'correo', p.email, 'rut', p.rut, 'rut_confirmado_el',
        p.rut_verified_at, 'telefono', p.phone, 'direccion', p.address, 'cuenta_creada_el', p.created_at)
      from public.profiles p where p.id = caller),
    'ordenes', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'numero', o.order_number, 'numero_anterior', o.former_number, 'recibida_el', o.created_at,
        'actualizada_el', o.updated_at, 'estado', o.status, 'motivo_de_cancelacion', o.cancellation_reason,
        'cliente', jsonb_build_object('nombre', o.customer_name, 'rut', o.customer_rut, 'telefono', o.customer_phone,
          'otro_telefono', o.second_phone, 'direccion', o.customer_address),
        'equipo', jsonb_build_object('tipo', o.equipment_type, 'marca', o.equipment_brand, 'modelo', o.equipment_model,
          'imei', o.imei, 'condicion', o.equipment_condition, 'clave_guardada', o.device_code_stored,
          'tipo_de_clave', o.password_type),
        'problema', o.work_description, 'trabajo', o.technical_work, 'notas', o.notes,
        'total', o.total_amount, 'abono', o.advance_payment, 'pagado_al_retirar', o.final_payment,
        'cotizada_el', o.quoted_at, 'aprobada_el', o.approved_at, 'rechazada_el', o.rejected_at, 'terminada_el',
        o.completed_at, 'entregada_el', o.delivered_at, 'garantia_dias', o.warranty_days,
        'decisiones', (
          select coalesce(jsonb_agg(jsonb_build_object('fecha', d.created_at, 'decision', d.message, 'red', g.address,
            'navegador', g.browser, 'desde_tu_cuenta', g.account_id = caller) order by d.created_at), '[]')
          from public.decision_history d left join public.decision_origins g on g.decision_id = d.id
            where d.order_id = o.id),
        'mensajes_enviados', (
          select coalesce(jsonb_agg(jsonb_build_object('fecha', m.created_at, 'telefono', m.phone, 'plantilla',
            m.template, 'datos', array(select split_part(p.value, '-' || right(private.quote_link(o.id), 20), 1)
              from unnest(m.params) with ordinality as p (value, place) order by p.place),
            'estado', m.state, 'enviado_el', m.sent_at, 'entregado_el', m.delivered_at,
              'leido_el', m.read_at) order by m.created_at), '[]')
          from public.whatsapp_messages m where m.order_id = o.id),
        'mensajes_recibidos', (
          select coalesce(jsonb_agg(jsonb_build_object('fecha', r.received_at, 'telefono', r.phone, 'texto', r.body)
            order by r.received_at), '[]')
          from public.whatsapp_replies r where r.order_id = o.id)
      ) order by o.created_at), '[]')
      from public.service_orders o where o.customer_rut = own_rut),
    'citas', (
      select coalesce(jsonb_agg(jsonb_build_object('fecha', a.appointment_date, 'motivo', a.reason, 'estado', a.status,
        'creada_el', a.created_at, 'movida_desde', a.moved_from, 'movida_el', a.moved_at,
        'cancelada_el', a.cancelled_at) order by a.appointment_date), '[]')
      from public.appointments a where a.customer_id = caller),
    'sesiones', (
      select coalesce(jsonb_agg(jsonb_build_object('navegador', s.user_agent, 'red', s.address, 'desde', s.created_at,
        'ultimo_uso', s.last_used_at)), '[]')
      from public.own_sessions() s),
    'solicitudes_de_supresion', (
      select coalesce(jsonb_agg(jsonb_build_object('fecha', r.created_at, 'estado', r.state, 'plazo', r.due_at,
        'respuesta', r.answer)
        order by r.created_at), '[]')
      from public.erasure_requests r where r.customer_id = caller)
  );
end
$function$;

CREATE TRIGGER clean_second_phone
  BEFORE INSERT OR UPDATE OF second_phone ON public.service_orders
  FOR EACH ROW
  EXECUTE FUNCTION private.clean_second_phone();
