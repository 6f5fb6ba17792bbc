SET local check_function_bodies = off;

CREATE SEQUENCE "private"."visit_numbers" AS integer INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1 NO CYCLE;

CREATE TABLE "private"."visit_orders" (
  "order_id" uuid    NOT NULL,
  "visit"    integer NOT NULL,
  CONSTRAINT "visit_orders_pkey" PRIMARY KEY (order_id)
);

ALTER TABLE "private"."visit_orders"
  ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."service_orders"
  ADD COLUMN "visit_details" jsonb;

ALTER TABLE "public"."whatsapp_messages"
  ADD COLUMN "told_by" uuid;

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
    work_description = '', technical_work = '', quote_lines = private.lines_of_total(o.id, o.total_amount), notes = null,
    customer_reference = null, contact_id = null, password_type = null, device_code_stored = false,
    unrepaired_reason = case when o.unrepaired_reason is not null then 'Sin detalle' end,
    warranty_reason = case when o.warranty_reason is not null then 'Sin detalle' end, anonymized_at = now()
  from person
  where o.id = any (p_ids) and o.anonymized_at is null and person.customer_rut = o.customer_rut;
  get diagnostics done = row_count;
  -- 'Deshacer' would restore these.
  delete from private.undoable_changes u where u.order_id = any (p_ids);
  update public.order_waits w set note = '' where w.order_id = any (p_ids) and w.note <> '';
  update private.part_steps s set note = ''
  from private.requested_parts p where s.part_id = p.id and p.order_id = any (p_ids) and s.note <> '';
  update private.requested_parts p set description = 'Repuesto' where p.order_id = any (p_ids) and p.item_id is null;
  update private.payments p set reference = '', note = '' where (p.reference <> '' or p.note <> '')
    and p.id in (select s.payment_id from private.payment_shares s where s.order_id = any (p_ids));
  update private.tax_annulments a set reason = 'Sin detalle' from private.tax_documents d
  join private.payment_shares s on s.payment_id = d.payment_id
  where d.id = a.document_id and s.order_id = any (p_ids);

  -- The updates have written what they took away to the timeline.
  delete from public.order_events e where e.order_id = any (p_ids) and e.id > last_event;
  update public.order_events e set
    changes = private.impersonal_changes(e.changes),
    actor_id = case when e.actor_role = 'customer' then null else e.actor_id end,
    actor_name = case when e.actor_role = 'customer' then null else e.actor_name end
  where e.order_id = any (p_ids);
  perform private.add_order_event(o, 'anonymized', '{}') from public.service_orders o where o.id = any (p_ids);
  -- Their files follow (photo_files_left).
  delete from public.order_photos p where p.order_id = any (p_ids);
  delete from private.sealed_personal s where s.order_id = any (p_ids);
  delete from private.visit_orders v where v.order_id = any (p_ids);
  delete from public.service_order_internal i where i.order_id = any (p_ids);
  delete from public.decision_origins d where d.order_id = any (p_ids);
  update public.decision_history h
  set message = regexp_replace(h.message, '^.*( aprobó el presupuesto de )', 'El cliente\1'), quote_lines = null
  where h.order_id = any (p_ids);
  update private.approved_prices a set lines = null where a.order_id = any (p_ids) and a.lines is not null;
  delete from public.notifications n where n.order_id = any (p_ids);
  delete from public.whatsapp_messages m where m.order_id = any (p_ids);
  delete from public.whatsapp_replies r where r.order_id = any (p_ids);
  delete from private.unclaimed_attempts a where a.order_id = any (p_ids);
  return done;
end
$function$;

CREATE OR REPLACE FUNCTION private.follow_message()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if new.state in ('sent', 'delivered', 'read', 'failed') then
    update public.whatsapp_messages t
    set state = new.state, sent_at = new.sent_at, delivered_at = new.delivered_at, read_at = new.read_at,
      failed_at = new.failed_at, error_code = new.error_code, error_message = new.error_message
    where t.told_by = new.id;
  else
    update public.whatsapp_messages t
    set state = 'queued', told_by = null, next_attempt_at = new.next_attempt_at
    where t.told_by = new.id and t.state = 'sending';
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.intake_messages (
  p_visit integer
)
  RETURNS SETOF uuid
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select m.id from private.visit_orders v join public.whatsapp_messages m on m.order_id = v.order_id
  where v.visit = p_visit and m.event = 'created' and m.state = 'queued' and m.attempts = 0 and not m.is_urgent
$function$;

CREATE OR REPLACE FUNCTION private.join_visit_messages()
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with waiting as materialized (
    select m.id, v.visit from public.whatsapp_messages m join private.visit_orders v on v.order_id = m.order_id
    where m.state = 'queued' and not m.is_urgent and private.is_message_due(m)
      and m.event in ('created', 'in_progress', 'on_hold', 'promise_changed', 'completed', 'delivered', 'cancelled')
    for update of m skip locked
  ), alike as (
    select m.id, first_value(m.id) over (
      partition by w.visit, o.customer_rut, m.event, m.phone, m.template, m.language, private.message_topic(m, o)
      order by o.order_number, m.created_at) as first
    from waiting w join public.whatsapp_messages m on m.id = w.id join public.service_orders o on o.id = m.order_id
  )
  update public.whatsapp_messages m set state = 'sending', told_by = a.first, attempts = m.attempts + 1
  from alike a where a.id = m.id and a.first <> a.id
$function$;

CREATE OR REPLACE FUNCTION private.message_topic (
  m public.whatsapp_messages,
  o public.service_orders
)
  RETURNS text[]
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select array(
    select case p.value when private.message_value(o, m.event, 'orden') then '{{orden}}'
      when private.message_value(o, m.event, 'equipo') then '{{equipo}}' else p.value end
    from unnest(m.params) with ordinality as p (value, place) order by p.place)
$function$;

CREATE OR REPLACE FUNCTION private.move_visit_details()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  said constant jsonb := new.visit_details;
  other public.service_orders;
begin
  new.visit_details := null;
  if not private.may('orders.create') then
    return new;
  end if;
  if said ->> 'order' is not null then
    select * into other from public.service_orders o
    where o.id = case when pg_input_is_valid(said ->> 'order', 'uuid') then (said ->> 'order')::uuid end
    for no key update;
    if other.id is null or other.anonymized_at is not null then
      raise exception 'La otra orden de la visita ya no está. Separa esta orden de la visita y guárdala otra vez.'
        using errcode = '23514';
    end if;
    if other.customer_rut <> new.customer_rut then
      raise exception 'La orden % de la visita es de otro RUT. Corrige el RUT, o separa esta orden de la visita.',
        private.format_order_number(other.order_number) using errcode = '23514';
    end if;
    if (select count(*) from private.visit_mates(other.id)) >= 20 then
      raise exception 'Una visita tiene hasta 20 equipos. Separa esta orden de la visita y guárdala otra vez.'
        using errcode = '23514';
    end if;
  end if;
  perform set_config('taller.visits', (coalesce(nullif(current_setting('taller.visits', true), '')::jsonb, '{}')
    || jsonb_build_object(new.id, jsonb_build_object('order', other.id, 'more', said -> 'more' = 'true')))::text, true);
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.take_into_visit()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  said constant jsonb := nullif(current_setting('taller.visits', true), '')::jsonb -> new.id::text;
  other constant uuid := (said ->> 'order')::uuid;
  follows constant boolean := (said ->> 'more')::boolean;
  number integer;
begin
  if said is null or (other is null and not follows) then
    return null;
  end if;
  if other is not null then
    insert into private.visit_orders (order_id, visit) values (other, nextval('private.visit_numbers'))
    on conflict (order_id) do nothing;
    select v.visit into number from private.visit_orders v where v.order_id = other;
  end if;
  insert into private.visit_orders (order_id, visit)
  values (new.id, coalesce(number, nextval('private.visit_numbers')))
  returning visit into number;
  if follows then
    update public.whatsapp_messages m set not_before = greatest(m.not_before, now() + interval '10 minutes')
    where m.id in (select private.intake_messages(number));
  else
    -- Its trigger then says anew from when on, and wakes the sender.
    update public.whatsapp_messages m set next_attempt_at = now() where m.id in (select private.intake_messages(number));
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.told_params (
  m public.whatsapp_messages
)
  RETURNS text[]
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  o public.service_orders;
  numbers text[];
  devices text[];
begin
  if m.order_id is null or not exists (select from public.whatsapp_messages t where t.told_by = m.id) then
    return m.params;
  end if;
  select array_agg(each.number order by each.number), array_agg(distinct each.device) into numbers, devices
  from (
    select distinct private.message_value(s, m.event, 'orden') as number, private.message_value(s, m.event, 'equipo') as device
    from public.whatsapp_messages t join public.service_orders s on s.id = t.order_id
    where t.told_by = m.id or t.id = m.id) as each;
  -- As many as fit.
  if cardinality(devices) > 4 then
    devices := devices[:3] || array[(cardinality(devices) - 3) || ' equipos más'];
  end if;
  select * into o from public.service_orders s where s.id = m.order_id;
  return array(
    select case t.value when '{{orden}}' then private.word_list(numbers)
      when '{{equipo}}' then private.message_text(private.word_list(devices)) else t.value end
    from unnest(private.message_topic(m, o)) with ordinality as t (value, place) order by t.place);
end
$function$;

CREATE OR REPLACE FUNCTION private.visit_mates (
  p_order_id uuid
)
  RETURNS TABLE (
    visit    integer,
    order_id uuid
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select visit, order_id from (
    select v.visit, v.order_id, count(*) over () as orders
    from private.visit_orders own
    join public.service_orders mine on mine.id = own.order_id
    join private.visit_orders v on v.visit = own.visit
    join public.service_orders o on o.id = v.order_id and o.customer_rut = mine.customer_rut
    where own.order_id = p_order_id) as mates
  where orders > 1
$function$;

CREATE OR REPLACE FUNCTION private.word_list (
  p_words text[]
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select case when cardinality(p_words) < 2 then p_words[1]
    else array_to_string(p_words[:cardinality(p_words) - 1], ', ') || ' y ' || p_words[cardinality(p_words)] end
$function$;

CREATE OR REPLACE FUNCTION public.claim_messages (
  p_limit        integer DEFAULT 20,
  p_lock_seconds integer DEFAULT 120
)
  RETURNS SETOF public.whatsapp_messages
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  lost public.whatsapp_messages;
  claimed public.whatsapp_messages;
  previous_run timestamptz;
begin
  select last_run into previous_run from private.message_sender;
  insert into private.message_sender (last_run) values (now()) on conflict (only_row) do update
    set last_run = excluded.last_run;
  -- After an outage longer than a schedule's pause, what the provider had to say arrives only now: the wait for it
  -- begins again.
  if previous_run is null or previous_run not between now() - interval '90 seconds'
    and now() + interval '90 seconds' then
    update public.whatsapp_messages m set locked_until = now() + make_interval(secs => p_lock_seconds)
    where m.state = 'sending' and m.send_started_at is not null;
  end if;

  perform public.set_aside_messages();
  for lost in
    update public.whatsapp_messages m
    set state = 'failed', failed_at = now(), locked_until = null, error_code = 'unknown', error_message = null
    where m.id in (
      select stuck.id from public.whatsapp_messages stuck
      where stuck.state = 'sending' and private.is_message_due(stuck) and stuck.send_started_at is not null
        and (stuck.unknown_sends > 0 or private.is_message_old(stuck))
      for update skip locked
    )
    returning m.*
  loop
    perform private.notify_message_failed(lost);
  end loop;

  perform private.join_visit_messages();
  for claimed in
    update public.whatsapp_messages m
    set state = 'sending', attempts = m.attempts + 1, locked_until = now() + make_interval(secs => p_lock_seconds),
      unknown_sends = m.unknown_sends + case when m.state = 'sending' and m.send_started_at is not null then 1
      else 0 end, send_started_at = null
    where m.id in (
      select due.id from public.whatsapp_messages due
      where due.state in ('queued', 'sending') and due.told_by is null and private.is_message_due(due)
      order by due.created_at, due.id
      limit p_limit
      for update skip locked
    )
    returning m.*
  loop
    claimed.params := private.told_params(claimed);
    return next claimed;
  end loop;
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
        'sin_recordatorios', not (private.reminder_consent(caller) ->> 'wanted')::boolean,
        'dicho_el', private.reminder_consent(caller) ->> 'said_at')
      from public.profiles p where p.id = caller),
    'ficha', (
      select jsonb_build_object('es_empresa', c.is_company, 'razon_social', c.business_name, 'giro', c.business_activity,
        'contactos', (
          select coalesce(jsonb_agg(jsonb_build_object('nombre', t.name, 'telefono', t.phone, 'correo', t.email,
            'cargo', t.role) order by t.created_at), '[]')
          from public.customer_contacts t where t.rut = c.rut and t.removed_at is null))
      from private.customer_cards c where c.rut = own_rut),
    'ordenes', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'numero', o.order_number, 'numero_anterior', o.former_number,
        'visita', (select v.visit from private.visit_mates(o.id) as v limit 1), 'tu_referencia', o.customer_reference,
        'contacto', (select t.name from public.customer_contacts t where t.id = o.contact_id),
        'recibida_el', o.created_at,
        'actualizada_el', o.updated_at, 'estado', o.status, 'motivo_de_cancelacion', o.cancellation_reason,
        'cliente', jsonb_build_object('nombre', o.customer_name, 'rut', o.customer_rut, 'telefono', o.customer_phone,
          'otro_telefono', o.second_phone, 'direccion', o.customer_address),
        'equipo', jsonb_build_object('tipo', o.equipment_type, 'marca', o.equipment_brand, 'modelo', o.equipment_model,
          'imei', o.imei, 'condicion', o.equipment_condition, 'clave_guardada', o.device_code_stored,
          'tipo_de_clave', o.password_type),
        'problema', o.work_description, 'trabajo', o.technical_work, 'notas', o.notes,
        'total', o.total_amount, 'presupuesto', private.shown_lines(o.quote_lines), 'abono', o.advance_payment, 'pagado_al_retirar', o.final_payment,
        'cotizada_el', o.quoted_at, 'aprobada_el', o.approved_at, 'rechazada_el', o.rejected_at, 'terminada_el',
        o.completed_at, 'entregada_el', o.delivered_at, 'garantia_dias', o.warranty_days,
        'garantia_de_repuestos_dias', o.parts_warranty_days,
        'entregada_sin_reparar', o.unrepaired_reason, 'en_garantia_de_la_orden', o.warranty_of,
        'no_es_garantia', o.not_warranty, 'resultado_de_la_garantia', o.warranty_outcome,
        'motivo_del_resultado', o.warranty_reason, 'comprometida_para', o.promised_at,
        'pagos', (
          select coalesce(jsonb_agg(jsonb_build_object('fecha', p.created_at,
            'medio', private.method_name(p.method), 'monto', p.amount,
            'documentos', private.own_documents(p.id, own_rut)) order by p.created_at, p.id), '[]')
          from public.order_payments(o.id) as p),
        'esperas', (
          select coalesce(jsonb_agg(jsonb_build_object('texto', w.public_text, 'desde', w.started_at, 'hasta', w.ended_at,
            'fecha_esperada', w.expected_on) order by w.started_at), '[]')
          from public.order_waits w where w.order_id = o.id and w.public_text is not null),
        'fotos', (
          select coalesce(jsonb_agg(jsonb_build_object('fecha', p.created_at, 'momento', case p.moment
            when 'reception' then 'recepción' when 'repair' then 'reparación' else 'entrega' end,
            'ancho', p.width, 'alto', p.height, 'bytes', p.bytes, 'sha256', p.sha256) order by p.created_at, p.id), '[]')
          from public.order_photos p where p.order_id = o.id and p.checked_at is not null),
        'consultas_de_robo', (
          select coalesce(jsonb_agg(jsonb_build_object('fecha', l.made_at, 'respuesta', case l.answer
            when 'clear' then 'no figura' when 'listed' then 'figura' else 'sin respuesta' end) order by l.made_at), '[]')
          from private.device_lookups l where l.device = private.device_key(o.imei)),
        'registros_sellados', (
          select coalesce(jsonb_agg(jsonb_build_object('numero', r.seq, 'tipo', r.kind, 'fecha', r.sealed_at,
            'sha256', r.sha256, 'contenido', r.body::jsonb -> 'facts', 'tus_datos', p.content) order by r.seq), '[]')
          from private.sealed_records r left join private.sealed_personal p on p.event_id = r.event_id
          where r.order_id = o.id),
        'avisos_de_retiro', (
          select coalesce(jsonb_agg(jsonb_build_object('fecha', t.made_at, 'como', case t.kind when 'call' then 'llamado'
            else 'carta' end) order by t.id), '[]')
          from private.unclaimed_attempts t where t.order_id = o.id),
        'decisiones', (
          select coalesce(jsonb_agg(jsonb_build_object('fecha', d.created_at, 'decision', d.message,
            'presupuesto', private.shown_lines(d.quote_lines), 'total', d.total_amount, 'red', g.address,
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

CREATE OR REPLACE FUNCTION public.leave_visit (
  p_order_id uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.require('orders.create');
  delete from private.visit_orders v where v.order_id = p_order_id;
end
$function$;

REVOKE ALL ON FUNCTION "public"."leave_visit"(uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.next_message_in()
  RETURNS integer
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select ceil(1000 * min(greatest(extract(epoch from coalesce(private.message_due_at(m), now()) - now()), 0)))::integer
  from public.whatsapp_messages m where m.state in ('queued', 'sending') and m.told_by is null
$function$;

CREATE OR REPLACE FUNCTION public.retry_message (
  p_id uuid
)
  RETURNS public.whatsapp_messages
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  queued public.whatsapp_messages;
begin
  perform private.require('messages');
  update public.whatsapp_messages m
  -- The provider's id of the failed send stays until the new one has its own: by it late webhooks of the old one are
  -- known.
  set state = 'queued', attempts = 0, unknown_sends = 0, send_started_at = null, next_attempt_at = now(),
    queued_at = now(), locked_until = null, failed_at = null, error_code = null, error_message = null, is_urgent = true,
    phone = private.message_phone(m), told_by = null
  where m.id = p_id and m.state = 'failed' and m.event <> 'test'
  returning m.* into queued;
  return queued;
end
$function$;

CREATE OR REPLACE FUNCTION public.set_aside_messages()
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  update public.whatsapp_messages m
  set state = case when private.is_taken_back(m) then 'discarded' else 'expired' end, locked_until = null,
    error_code = case when private.is_taken_back(m) then 'taken_back' else m.error_code end
  where m.id in (
    select old.id from public.whatsapp_messages old
    where old.state in ('queued', 'sending') and old.told_by is null and (private.is_message_old(old) or private.is_taken_back(old))
      and (old.state = 'queued' or (private.is_message_due(old) and old.send_started_at is null))
    for update skip locked
  )
$function$;

CREATE OR REPLACE FUNCTION public.visit_orders (
  p_order_id uuid
)
  RETURNS TABLE (
    visit           integer,
    id              uuid,
    order_number    integer,
    status          text,
    equipment_type  text,
    equipment_brand text,
    equipment_model text,
    balance         bigint
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if not private.may('desk') and not exists (
    select from public.service_orders o where o.id = p_order_id and o.customer_rut = private.my_rut()
  ) then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  return query
    select v.visit, o.id, o.order_number, o.status, o.equipment_type, o.equipment_brand, o.equipment_model,
      coalesce(o.total_amount, 0) - o.advance_payment - o.final_payment
    from private.visit_mates(p_order_id) as v join public.service_orders o on o.id = v.order_id
    order by o.order_number;
end
$function$;

REVOKE ALL ON FUNCTION "public"."visit_orders"(uuid) FROM PUBLIC, "anon", "service_role";

ALTER TABLE "private"."visit_orders"
  ADD CONSTRAINT "visit_orders_order_id_fkey" FOREIGN KEY (order_id) REFERENCES public.service_orders(id) ON DELETE CASCADE;

ALTER TABLE "public"."service_orders"
  ADD CONSTRAINT "service_orders_visit_details_check" CHECK ((visit_details IS NULL));

ALTER TABLE "public"."whatsapp_messages"
  ADD CONSTRAINT "whatsapp_messages_told_by_fkey" FOREIGN KEY (told_by) REFERENCES public.whatsapp_messages(id) ON DELETE SET NULL;

CREATE INDEX visit_orders_visit ON private.visit_orders USING btree (visit);

CREATE INDEX whatsapp_messages_told_by ON public.whatsapp_messages USING btree (told_by)
  WHERE (told_by IS NOT NULL);

CREATE TRIGGER move_visit_details
  BEFORE INSERT ON public.service_orders
  FOR EACH ROW
  WHEN ((new.visit_details IS NOT NULL))
  EXECUTE FUNCTION private.move_visit_details();

CREATE TRIGGER take_into_visit
  AFTER INSERT ON public.service_orders
  FOR EACH ROW
  WHEN ((new.import_key IS NULL))
  EXECUTE FUNCTION private.take_into_visit();

CREATE TRIGGER follow_message
  AFTER UPDATE OF state ON public.whatsapp_messages
  FOR EACH ROW
  WHEN (((new.state IS DISTINCT FROM old.state) AND (new.state <> 'sending'::text) AND (new.told_by IS NULL)))
  EXECUTE FUNCTION private.follow_message();

REVOKE ALL ON FUNCTION "private"."follow_message"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."follow_message"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."follow_message"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."intake_messages"(integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."intake_messages"(integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."intake_messages"(integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."join_visit_messages"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."join_visit_messages"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."join_visit_messages"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."message_topic"(public.whatsapp_messages, public.service_orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."message_topic"(public.whatsapp_messages, public.service_orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."message_topic"(public.whatsapp_messages, public.service_orders) TO "postgres";

REVOKE ALL ON FUNCTION "private"."move_visit_details"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."move_visit_details"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."move_visit_details"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."take_into_visit"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."take_into_visit"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."take_into_visit"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."told_params"(public.whatsapp_messages) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."told_params"(public.whatsapp_messages) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."told_params"(public.whatsapp_messages) TO "postgres";

REVOKE ALL ON FUNCTION "private"."visit_mates"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."visit_mates"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."visit_mates"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."word_list"(text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."word_list"(text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."word_list"(text[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."leave_visit"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."leave_visit"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."leave_visit"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."visit_orders"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."visit_orders"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."visit_orders"(uuid) TO "postgres";

REVOKE ALL ("visit_details") ON TABLE "public"."service_orders" FROM "authenticated";

GRANT INSERT ("visit_details") ON TABLE "public"."service_orders" TO "authenticated";
