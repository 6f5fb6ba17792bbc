SET local check_function_bodies = off;

ALTER TABLE "public"."notifications"
  DROP CONSTRAINT "notifications_type_check";

DROP FUNCTION "private"."order_stays"(public.service_orders, jsonb);

DROP FUNCTION "private"."reminder_phone"(public.service_orders);

DROP FUNCTION "private"."warranty_stay"(public.service_orders, jsonb);

CREATE OR REPLACE FUNCTION private.notify_booking (
  a public.appointments
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  insert into public.notifications (type, message)
  select 'booking', case when a.status = 'cancelled' then 'Cita cancelada en el sitio: '
    when a.moved_at is not null then 'Cita movida en el sitio: ahora ' else 'Nueva cita en el sitio: ' end
    || private.moment_text(a.appointment_date) || '.'
$function$;

CREATE OR REPLACE FUNCTION private.order_stays (
  p_ids      uuid[],
  p_messages jsonb
)
  RETURNS SETOF private.reminder_stay
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with held as (
    select o.*, w.reason, w.started_at
    from public.service_orders o
    left join lateral (select t.reason, t.started_at from public.order_waits t
      where t.order_id = o.id and t.ended_at is null limit 1) as w on true
    where o.id = any (p_ids)
  ), stays as (
    select h.id, 'quote_reminder' as event,
      private.shop_day(case when h.status = 'quoted' then h.quoted_at else h.started_at end) as since,
      '{(,)}'::tstzmultirange as during
    from held h where h.reason = 'customer' or h.reason is null and h.status = 'quoted'
    union all
    select h.id, 'pickup_reminder',
      private.shop_day(case h.status when 'completed' then h.completed_at else h.rejected_at end), '{(,)}'
    from held h where h.status = any (private.statuses_in('pickup'))
    union all
    select w.order_id, 'warranty_reminder', w.since, w.during
    from private.warranty_endings(p_ids, private.warranty_days_before(p_messages)) as w
  )
  select s.id, s.event, p.phone, s.since, s.during, coalesce((
    select max(m.occurrence) from public.whatsapp_messages m where m.order_id = s.id and m.event = s.event), 0)
  from stays s join private.reminder_phones(p_ids) as p on p.order_id = s.id
  where s.since is not null
$function$;

CREATE OR REPLACE FUNCTION private.orders_ending (
  p_from date,
  p_to   date
)
  RETURNS SETOF uuid
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select o.id from public.service_orders o
  where o.status = 'delivered' and greatest(o.warranty_days, o.parts_warranty_days) > 0
    and (o.delivered_at at time zone 'America/Santiago')::date + greatest(o.warranty_days, o.parts_warranty_days)
      between p_from and p_to
  union
  select o.id from public.service_orders r join public.service_orders o on o.order_number = r.warranty_of
  where p_to is not null and r.warranty_of is not null and r.status <> 'cancelled' and o.status = 'delivered'
    and (coalesce(r.delivered_at, now()) at time zone 'America/Santiago')::date
      + greatest(o.warranty_days, o.parts_warranty_days) >= p_from
$function$;

CREATE OR REPLACE FUNCTION private.past_stays (
  p_messages jsonb,
  p_from     timestamp with time zone,
  p_to       timestamp with time zone
)
  RETURNS private.reminder_stay[]
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with steps as materialized (
    select s.event, min(s.first_day) as first_day from private.reminder_steps(p_messages) as s group by s.event
  ), changes as (
    select e.order_id, e.changes -> 'status' ->> 1 as status, e.created_at as since,
      coalesce(lead(e.created_at) over (partition by e.order_id order by e.id), 'infinity') as until
    from public.order_events e
    where e.kind in ('status', 'decision') and e.changes ? 'status'
      and e.created_at between p_from - interval '100 days' and p_to
  ), quoted as (
    select c.order_id, range_agg(tstzrange(c.since, c.until)) as during from changes c where c.status = 'quoted'
    group by c.order_id
  ), waits as (
    select w.order_id, w.reason = 'customer' as is_customers, w.started_at as since,
      tstzrange(w.started_at, coalesce(w.ended_at, 'infinity')) as during
    from public.order_waits w
    where w.started_at <= p_to and coalesce(w.ended_at, 'infinity') > p_from - interval '100 days'
  ), others as (
    select w.order_id, range_agg(w.during) as during from waits w where not w.is_customers group by w.order_id
  ), stays as (
    select c.order_id, 'quote_reminder' as event, private.shop_day(c.since) as since,
      tstzmultirange(tstzrange(c.since, c.until)) - coalesce(h.during, '{}') as during
    from changes c left join others h on h.order_id = c.order_id where c.status = 'quoted'
    union all
    select w.order_id, 'quote_reminder', private.shop_day(w.since),
      tstzmultirange(w.during) - coalesce(q.during, '{}')
    from waits w left join quoted q on q.order_id = w.order_id where w.is_customers
    union all
    select c.order_id, 'pickup_reminder', private.shop_day(c.since), tstzmultirange(tstzrange(c.since, c.until))
    from changes c where c.status = any (private.statuses_in('pickup'))
    union all
    select w.order_id, 'warranty_reminder', w.since, w.during
    from private.warranty_endings(array(select private.orders_ending(private.shop_day(p_from),
      private.shop_day(p_to) + private.warranty_days_before(p_messages))), private.warranty_days_before(p_messages)) as w
    where w.during && tstzmultirange(tstzrange(p_from, p_to))
  ), newest as (
    select s.* from stays s join steps t on t.event = s.event
    -- It lasted until the day of the first step.
    where upper(s.during) > p_from
      and upper(s.during) > (s.since + t.first_day)::timestamp at time zone 'America/Santiago'
    order by s.since desc limit 20000
  )
  select array_agg((n.order_id, n.event, p.phone, n.since, n.during, 0)::private.reminder_stay)
  from newest n join private.reminder_phones(array(select m.order_id from newest m)) as p on p.order_id = n.order_id
$function$;

CREATE OR REPLACE FUNCTION private.present_stays (
  p_messages jsonb,
  p_at       timestamp with time zone
)
  RETURNS private.reminder_stay[]
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select array(
    select s from private.order_stays(array(
      select w.id from public.service_orders w where w.on_hold
      union
      select q.id from public.service_orders q where q.status = 'quoted' and q.quoted_at > p_at - interval '100 days'
      union
      select r.id from public.service_orders r where r.status = any (private.statuses_in('pickup'))
        and greatest(r.completed_at, r.rejected_at) > p_at - interval '100 days'
      union
      select e.id from private.orders_ending(private.shop_day(p_at),
        private.shop_day(p_at) + private.warranty_days_before(p_messages)) as e (id)
    ), p_messages) as s
    where not exists (
        select from public.whatsapp_messages m
        where private.is_reminder(m.event) and private.phone_key(m.phone) = private.phone_key(s.phone)
          and (m.state in ('queued', 'sending') or m.state <> 'discarded'
            and private.shop_day(greatest(m.created_at, m.sent_at)) = private.shop_day(p_at))))
$function$;

CREATE OR REPLACE FUNCTION private.queue_booking_message (
  a        public.appointments,
  p_event  text,
  p_secret text                DEFAULT NULL::text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  setting jsonb := private.message_setting(p_event);
  is_off boolean := setting -> 'enabled' = 'false';
  customer public.profiles;
  number text;
begin
  if setting is null then
    return;
  end if;
  select * into customer from public.profiles p where p.id = a.customer_id;
  number := private.whatsapp_phone(coalesce(a.phone, customer.phone));
  if (select count(*) from public.whatsapp_messages m where m.appointment_id is not null and m.phone = number
    and m.created_at > now() - interval '1 day') >= 10 then
    return;
  end if;
  insert into public.whatsapp_messages (appointment_id, event, occurrence, template, language, state, params, phone,
    is_urgent)
  select a.id, p_event, (select count(*) + 1 from public.whatsapp_messages m
      where m.appointment_id = a.id and m.event = p_event),
    setting ->> 'template', s.value ->> 'language', case when is_off then 'off' else 'queued' end,
    case when is_off then '{}' else (
      select coalesce(array_agg(case u.name
        when 'cita' then private.moment_text(a.appointment_date)
        when 'enlace' then rtrim(private.shop_setting('site_url'), '/') || '/citas/' || p_secret
        when 'cliente' then private.message_text(coalesce(a.full_name, customer.full_name))
        when 'equipo' then private.message_text(a.device) end order by u.place), '{}')
      from private.used_variables(p_event, setting ->> 'text') as u) end,
    case when is_off then '' else number end,
    not private.may('appointments')
  from public.setting_sections s where s.section = 'messages';
end
$function$;

CREATE OR REPLACE FUNCTION private.reminder_holds (
  m    public.whatsapp_messages,
  p_at timestamp with time zone
)
  RETURNS boolean
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  settings constant jsonb := private.message_settings();
begin
  return exists (
    select from private.order_stays(array[m.order_id], settings) as s
    cross join lateral private.reminders_due(
      array[(s.order_id, s.event, s.phone, s.since, s.during, m.occurrence - 1)::private.reminder_stay], settings, p_at) as d
    where s.event = m.event and d.step = m.occurrence
  ) and not exists (
    select from public.whatsapp_messages r
    where private.is_reminder(r.event) and private.phone_key(r.phone) = private.phone_key(m.phone) and r.id <> m.id
      and (r.state in ('queued', 'sending') and (r.created_at, r.id) < (m.created_at, m.id)
        or r.state in ('sending', 'sent', 'delivered', 'read')
          and private.shop_day(coalesce(r.sent_at, r.send_started_at)) = private.shop_day(p_at))
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.reminder_phones (
  p_ids uuid[]
)
  RETURNS TABLE (
    order_id uuid,
    phone    text
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select n.id, n.phone
  from (
    select o.id, o.customer_rut as rut, private.phone_key(o.customer_phone) as key, private.whatsapp_phone(
      case when private.is_landline(o.customer_phone) and private.is_mobile(o.second_phone) then o.second_phone
      else o.customer_phone end) as phone
    from public.service_orders o where o.id = any (p_ids) and o.anonymized_at is null
  ) as n
  where length(n.phone) between 10 and 15 and not private.is_landline(n.phone)
    and not exists (select from private.reminder_refusals r where r.subject in (private.phone_key(n.phone), n.key, n.rut))
$function$;

CREATE OR REPLACE FUNCTION private.shown_booking (
  a public.appointments
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select case private.booking_state(a) when 'over' then jsonb_build_object('state', 'over')
    else jsonb_build_object('state', private.booking_state(a), 'id', a.id, 'at', a.appointment_date,
      'device', a.device, 'reason', a.reason, 'version', a.version) end
  where a.id is not null
$function$;

CREATE OR REPLACE FUNCTION private.tell_booking()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.queue_booking_message(new,
    case new.status when 'cancelled' then 'booking_cancelled' else 'booking_moved' end);
  if not private.may('appointments') then
    perform private.notify_booking(new);
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.warranty_days_before (
  p_messages jsonb
)
  RETURNS integer
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select case when (p_messages #>> '{warranty_reminder,enabled}')::boolean
    then (p_messages #>> '{warranty_reminder,before}')::integer end
$function$;

CREATE OR REPLACE FUNCTION private.warranty_endings (
  p_ids    uuid[],
  p_before integer
)
  RETURNS TABLE (
    order_id uuid,
    since    date,
    during   tstzmultirange
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select o.id, e.ends - p_before, tstzmultirange(tstzrange((e.ends - p_before)::timestamp at time zone 'America/Santiago',
    (e.ends + 1)::timestamp at time zone 'America/Santiago'))
  from public.service_orders o
  cross join lateral (
    -- Only a return moves it.
    select case when exists (select from public.service_orders r where r.warranty_of = o.order_number)
      then private.warranty_end(o.order_number)
      else private.shop_day(o.delivered_at) + greatest(o.warranty_days, o.parts_warranty_days) end as ends
  ) as e
  where o.id = any (p_ids) and o.status = 'delivered' and greatest(o.warranty_days, o.parts_warranty_days) > 0
    and e.ends - p_before > private.shop_day(o.delivered_at)
$function$;

CREATE OR REPLACE FUNCTION public.book_appointment (
  p_request_id uuid,
  p_at         timestamp with time zone,
  p_full_name  text,
  p_phone      text,
  p_device     text,
  p_reason     text,
  p_account    uuid                     DEFAULT NULL::uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  SET "TimeZone" TO 'UTC'
  AS $function$
declare
  secret text := private.keyed('booking', p_request_id::text);
  digest bytea := sha256(convert_to(
    jsonb_build_array(p_at, p_full_name, p_phone, p_device, p_reason, p_account)::text, 'UTF8'));
  customer public.profiles;
  number text;
  fault text;
  known private.bookings;
  made public.appointments;
begin
  perform private.lock_bookings();
  select * into known from private.bookings b where b.secret_hash = sha256(convert_to(secret, 'UTF8'));
  if known.appointment_id is not null then
    if known.arguments <> digest then
      perform private.refuse_request('la cita quedó reservada');
    end if;
    return (select jsonb_build_object('outcome', 'booked', 'at', a.appointment_date, 'secret', secret)
      from public.appointments a where a.id = known.appointment_id);
  end if;
  fault := private.slot_fault(p_at);
  if fault is not null then
    return jsonb_build_object('outcome', fault, 'next', coalesce(
      private.next_slot(case when isfinite(p_at) then p_at end), private.next_slot(now())));
  end if;
  select * into customer from public.profiles p where p.id = p_account and p.role = 'customer';
  number := private.written(case when private.is_diallable(customer.phone) then customer.phone else p_phone end);
  if private.is_diallable(number) is not true then
    raise exception 'Ingresa un teléfono válido, por ejemplo +56 9 1234 5678.' using errcode = '23514';
  end if;
  if (
    select count(*) filter (where a.status = 'scheduled' and a.appointment_date > now()) >= 3
      or count(*) filter (where a.created_at > now() - interval '1 day') >= 5
    from public.appointments a
    where a.source = 'site' and (a.customer_id = customer.id
      or a.customer_id is null and private.phone_key(a.phone) = private.phone_key(number))
  ) then
    return jsonb_build_object('outcome', 'limit');
  end if;
  update public.profiles set phone = number where id = customer.id and phone is distinct from number;
  insert into public.appointments (customer_id, full_name, phone, appointment_date, reason, device, source, created_by)
  values (customer.id, case when customer.id is null then private.written(p_full_name) end,
    case when customer.id is null then number end, p_at, private.written(p_reason),
    private.written(p_device), 'site', customer.id)
  returning * into made;
  insert into private.bookings (appointment_id, secret_hash, arguments)
  values (made.id, sha256(convert_to(secret, 'UTF8')), digest);
  perform private.queue_booking_message(made, 'booking_confirmed', secret);
  perform private.notify_booking(made);
  return jsonb_build_object('outcome', 'booked', 'at', p_at, 'secret', secret);
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
        p.rut_verified_at, 'telefono', p.phone, 'direccion', p.address, 'cuenta_creada_el', p.created_at,
        'sin_recordatorios', exists (
          select from private.reminder_refusals r where r.subject = any (private.reminder_subjects(caller))))
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
        'garantia_de_repuestos_dias', o.parts_warranty_days,
        'entregada_sin_reparar', o.unrepaired_reason, 'en_garantia_de_la_orden', o.warranty_of,
        'no_es_garantia', o.not_warranty, 'resultado_de_la_garantia', o.warranty_outcome,
        'motivo_del_resultado', o.warranty_reason, 'comprometida_para', o.promised_at,
        'esperas', (
          select coalesce(jsonb_agg(jsonb_build_object('texto', w.public_text, 'desde', w.started_at, 'hasta', w.ended_at,
            'fecha_esperada', w.expected_on) order by w.started_at), '[]')
          from public.order_waits w where w.order_id = o.id and w.public_text is not null),
        'avisos_de_retiro', (
          select coalesce(jsonb_agg(jsonb_build_object('fecha', t.made_at, 'como', case t.kind when 'call' then 'llamado'
            else 'carta' end) order by t.id), '[]')
          from private.unclaimed_attempts t where t.order_id = o.id),
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
        'cancelada_el', a.cancelled_at, 'equipo', a.device, 'reservada_en_el_sitio', a.source = 'site',
        'orden', a.order_number, 'mensajes_enviados', (
          -- Without their texts: one of them is the link.
          select coalesce(jsonb_agg(jsonb_build_object('fecha', m.created_at, 'telefono', m.phone, 'plantilla',
            m.template, 'estado', m.state, 'enviado_el', m.sent_at) order by m.created_at), '[]')
          from public.whatsapp_messages m where m.appointment_id = a.id)) order by a.appointment_date), '[]')
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

ALTER TABLE "public"."notifications"
  ADD CONSTRAINT "notifications_type_check"
    CHECK ((type = ANY (ARRAY['quote_approved'::text, 'quote_rejected'::text, 'message_failed'::text, 'customer_reply'::text, 'erasure_requested'::text, 'booking'::text])));

CREATE INDEX service_orders_warranty_last ON public.service_orders
  USING btree (((((delivered_at AT TIME ZONE 'America/Santiago'::text))::date + GREATEST(warranty_days, parts_warranty_days))))
  WHERE ((status = 'delivered'::text) AND (GREATEST(warranty_days, parts_warranty_days) > 0));

REVOKE ALL ON FUNCTION "private"."notify_booking"(public.appointments) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."notify_booking"(public.appointments) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."notify_booking"(public.appointments) TO "postgres";

REVOKE ALL ON FUNCTION "private"."order_stays"(uuid[], jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."order_stays"(uuid[], jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."order_stays"(uuid[], jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."orders_ending"(date, date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."orders_ending"(date, date) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."orders_ending"(date, date) TO "postgres";

REVOKE ALL ON FUNCTION "private"."reminder_phones"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."reminder_phones"(uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."reminder_phones"(uuid[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."warranty_days_before"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."warranty_days_before"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."warranty_days_before"(jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."warranty_endings"(uuid[], integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."warranty_endings"(uuid[], integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."warranty_endings"(uuid[], integer) TO "postgres";
