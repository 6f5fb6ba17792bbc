SET local check_function_bodies = off;

ALTER TABLE "public"."order_events"
  DROP CONSTRAINT "order_events_kind_check";

CREATE TABLE "public"."order_photos" (
  "id"         uuid                     NOT NULL,
  "order_id"   uuid                     NOT NULL,
  "moment"     text                     NOT NULL,
  "added_by"   uuid,
  "created_at" timestamp with time zone NOT NULL DEFAULT now(),
  "checked_at" timestamp with time zone,
  "width"      integer,
  "height"     integer,
  "bytes"      integer,
  "sha256"     text,
  CONSTRAINT "order_photos_bytes_check" CHECK (((bytes >= 1) AND (bytes <= 1048576))),
  CONSTRAINT "order_photos_check" CHECK ((num_nulls(checked_at, width, height, bytes, sha256) = ANY (ARRAY[0, 5]))),
  CONSTRAINT "order_photos_height_check" CHECK (((height >= 1) AND (height <= 1600))),
  CONSTRAINT "order_photos_moment_check" CHECK ((moment = ANY (ARRAY['reception'::text, 'repair'::text, 'delivery'::text]))),
  CONSTRAINT "order_photos_pkey" PRIMARY KEY (id),
  CONSTRAINT "order_photos_sha256_check" CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text)),
  CONSTRAINT "order_photos_width_check" CHECK (((width >= 1) AND (width <= 1600)))
);

ALTER TABLE "public"."order_photos"
  ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."order_photos" FROM "anon";

CREATE OR REPLACE FUNCTION private.add_photo_event (
  p_order_id uuid,
  p_person   uuid,
  p_kind     text
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  insert into public.order_events (order_id, order_number, actor_id, actor_name, actor_role, kind, version)
  select o.id, o.order_number, p.id, p.full_name, p.role, p_kind, o.version
  from public.service_orders o left join public.profiles p on p.id = p_person
  where o.id = p_order_id
$function$;

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

CREATE OR REPLACE FUNCTION private.cron_facts()
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  planned jsonb := '{}';
  own jsonb;
begin
  if to_regclass('cron.job') is not null and to_regclass('cron.job_run_details') is not null then
    execute $q$
      select coalesce(jsonb_object_agg(j.jobname, jsonb_build_object('at', d.last, 'failures', d.failures)), '{}')
      from cron.job j left join lateral (
        select max(r.start_time) as last, count(*) filter (where r.status = 'failed'
          and r.start_time > now() - interval '1 day') as failures
        from cron.job_run_details r where r.jobid = j.jobid
      ) d on true
      where j.jobname is not null $q$ into planned;
  end if;
  select jsonb_object_agg(j.name, coalesce(planned -> j.name, '{}')
    || jsonb_build_object('at', j.at, 'late', coalesce(j.at < now() - j.within, true)))
  into own
  from (
    select 'send-messages' as name, interval '15 minutes' as within,
      (select s.last_run from private.message_sender s) as at
    union all
    select 'retention', interval '3 hours', (select max(r.ran_at) from private.retention_runs r)
    union all
    select s.name, s.within, r.ran_at
    from (values ('seal-device-codes', interval '3 hours'), ('purge-device-codes', interval '26 hours'),
      ('plan-reminders', interval '1 hour'), ('clean-photos', interval '1 hour'))
      as s (name, within)
    left join private.job_runs r on r.name = s.name
  ) j;
  return jsonb_build_object('jobs', planned || own);
end
$function$;

CREATE OR REPLACE FUNCTION private.may_send_photo (
  p_name text
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select private.may('desk') and exists (
    select from public.order_photos p
    where p.id = private.photo_named(p_name) and p.order_id = private.order_named(p_name)
      and p.checked_at is null and p.added_by = (select auth.uid()))
$function$;

CREATE OR REPLACE FUNCTION private.order_named (
  p_name text
)
  RETURNS uuid
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
  select case when private.photo_named(p_name) is not null then left(p_name, 36)::uuid end
$function$;

CREATE OR REPLACE FUNCTION private.photo_named (
  p_name text
)
  RETURNS uuid
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
  select case
    when p_name ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(\.small)?$'
    then substr(p_name, 38, 36)::uuid end
$function$;

CREATE OR REPLACE FUNCTION public.add_photo (
  p_id       uuid,
  p_order_id uuid,
  p_moment   text
)
  RETURNS public.order_photos
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  photo public.order_photos;
begin
  perform private.require('desk');
  if p_id is null or p_moment is null or p_moment not in ('reception', 'repair', 'delivery') then
    raise exception 'Di de qué momento es la foto.' using errcode = '22023';
  end if;
  if private.claim_request(p_id, 'add_photo', jsonb_build_array(p_order_id, p_moment), 'la foto quedó agregada') then
    perform from public.service_orders o where o.id = p_order_id and o.anonymized_at is null for no key update;
    if not found then
      raise exception 'La orden no existe, o fue anonimizada: no se le agregan fotos.' using errcode = 'P0002';
    end if;
    if (select count(*) from public.order_photos p where p.order_id = p_order_id) >= 12 then
      raise exception 'La orden ya tiene 12 fotos. Quita una antes de agregar otra.' using errcode = '23514';
    end if;
    insert into public.order_photos (id, order_id, moment, added_by)
    values (p_id, p_order_id, p_moment, (select auth.uid()));
  end if;
  select * into photo from public.order_photos p where p.id = p_id;
  return photo;
end
$function$;

REVOKE ALL ON FUNCTION "public"."add_photo"(uuid, uuid, text) FROM PUBLIC, "anon", "service_role";

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
        'numero', o.order_number, 'numero_anterior', o.former_number, 'tu_referencia', o.customer_reference,
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

CREATE OR REPLACE FUNCTION public.keep_photo (
  p_id     uuid,
  p_width  integer,
  p_height integer,
  p_bytes  integer,
  p_sha256 text
)
  RETURNS boolean
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  photo public.order_photos;
begin
  select * into photo from public.order_photos p where p.id = p_id for update;
  if photo.id is null or photo.checked_at is not null then
    return photo.id is not null;
  end if;
  update public.order_photos p
  set checked_at = now(), width = p_width, height = p_height, bytes = p_bytes, sha256 = p_sha256
  where p.id = p_id;
  perform private.add_photo_event(photo.order_id, photo.added_by, 'photo_added');
  return true;
end
$function$;

REVOKE ALL ON FUNCTION "public"."keep_photo"(uuid, integer, integer, integer, text) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.photo_files_left()
  RETURNS SETOF text
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select private.note_job('clean-photos');
  select o.name from storage.objects o
  where o.bucket_id = 'order-photos' and not exists (
    select from public.order_photos p
    where p.id = private.photo_named(o.name) and p.order_id = private.order_named(o.name))
  order by o.name
  limit 1000
$function$;

REVOKE ALL ON FUNCTION "public"."photo_files_left"() FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.preview_retention (
  p_value jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.require('privacy.manage');
  return (
    select coalesce(jsonb_object_agg(t.key, case t.key
      when 'message_days' then (
        select count(*) from public.whatsapp_messages m
        where m.created_at < t.since and m.state not in ('queued', 'sending')
          and (m.params <> '{}' or m.event = 'test')
      ) + (select count(*) from public.whatsapp_replies r where r.received_at < t.since)
        + (select count(*) from public.notifications n where n.created_at < t.since)
        + (select count(*) from public.appointments a where a.customer_id is null and a.appointment_date < t.since)
      when 'activity_days' then (select count(*) from private.activity_entries e where e.created_at < t.since) + (
        select count(*) from public.order_events e
        where e.order_id in (select d.order_id from public.order_events d where d.kind = 'deleted')
          and e.created_at < t.since and e.changes <> private.impersonal_changes(e.changes)
          and not exists (select from public.service_orders o where o.id = e.order_id)
      ) + (select count(*) from private.site_changes c where c.asked_at < t.since)
      when 'origin_days' then (
        select count(*) from public.decision_origins g join public.decision_history d on d.id = g.decision_id
        where d.created_at < t.since
      )
      when 'look_days' then (select count(*) from private.looks l where l.looked_at < t.since)
      when 'session_days' then (
        select count(*) from auth.sessions s
        where s.not_after < now() or greatest(s.created_at, s.updated_at, (
          select u.last_used_at from private.session_use u where u.session_id = s.id
        )) < t.since
      )
      when 'order_years' then (
        select count(*) from public.service_orders o
        where o.anonymized_at is null and o.status = any (private.statuses_in('closed'))
          and coalesce(case o.status when 'delivered' then o.delivered_at end, o.updated_at) < t.since
      )
      when 'photo_days' then (
        select count(*) from public.order_photos p join public.service_orders o on o.id = p.order_id
        where o.status = any (private.statuses_in('closed'))
          and coalesce(case o.status when 'delivered' then o.delivered_at end, o.updated_at) < t.since
      )
      when 'device_code_days' then (
        select count(*) from public.service_orders o
        where o.device_code_stored and o.status = any (private.statuses_in('closed'))
          and coalesce(case o.status when 'delivered' then o.delivered_at end, o.updated_at) < t.since
      )
    end), '{}')
    from (
      select k.key, private.kept_since_by(k.key, k.figure::integer) as since
      from jsonb_each_text(p_value - 'site_url' - 'staff_idle_minutes' - 'mail_days') as k (key, figure)
      where k.figure::integer < private.kept_for(k.key)
    ) as t
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.privacy_terms()
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select jsonb_object_agg(key, private.kept_for(key)) || jsonb_build_object('request_days', private.request_days())
  from unnest(array['message_days', 'activity_days', 'session_days', 'mail_days', 'origin_days', 'look_days',
    'order_years', 'device_code_days', 'photo_days']) as key
$function$;

CREATE OR REPLACE FUNCTION public.refuse_photo (
  p_id uuid
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  delete from public.order_photos p where p.id = p_id and p.checked_at is null
$function$;

REVOKE ALL ON FUNCTION "public"."refuse_photo"(uuid) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.remove_photo (
  p_id uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  photo public.order_photos;
begin
  perform private.require('desk');
  select * into photo from public.order_photos p where p.id = p_id for update;
  if photo.id is null then
    return;
  end if;
  if photo.added_by is distinct from (select auth.uid()) and not private.may('orders.delete') then
    raise exception 'La foto la quita quien la agregó, o administración.' using errcode = '42501';
  end if;
  delete from public.order_photos p where p.id = p_id;
  if photo.checked_at is not null then
    perform private.add_photo_event(photo.order_id, (select auth.uid()), 'photo_removed');
  end if;
end
$function$;

REVOKE ALL ON FUNCTION "public"."remove_photo"(uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.run_retention (
  p_mails integer DEFAULT 0
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  removed jsonb;
  -- Variables: a function in a condition is called for each row.
  messages_since timestamptz := private.kept_since('message_days');
  activity_since timestamptz := private.kept_since('activity_days');
  origins_since timestamptz := private.kept_since('origin_days');
  looks_since timestamptz := private.kept_since('look_days');
  photos_since timestamptz := private.kept_since('photo_days');
begin
  with messages as (
    update public.whatsapp_messages m set params = '{}', phone = '', error_message = null
    where m.created_at < messages_since and m.state not in ('queued', 'sending') and m.params <> '{}'
      and m.event <> 'test'
    returning 1
  ), tests as (
    delete from public.whatsapp_messages m
    where m.created_at < messages_since and m.state not in ('queued', 'sending') and m.event = 'test'
      and m.order_id is null
    returning 1
  ), replies as (
    delete from public.whatsapp_replies r where r.received_at < messages_since returning 1
  ), notices as (
    delete from public.notifications n where n.created_at < messages_since returning 1
  ), visits as (
    delete from public.appointments a where a.customer_id is null and a.appointment_date < messages_since returning 1
  ), activity as (
    delete from private.activity_entries e where e.created_at < activity_since returning 1
  ), site_changes as (
    delete from private.site_changes c where c.asked_at < activity_since returning 1
  ), deleted_orders as (
    update public.order_events e set changes = private.impersonal_changes(e.changes)
    where e.order_id in (select d.order_id from public.order_events d where d.kind = 'deleted')
      and e.created_at < activity_since and e.changes <> private.impersonal_changes(e.changes)
      and not exists (select from public.service_orders o where o.id = e.order_id)
    returning 1
  ), origins as (
    delete from public.decision_origins g using public.decision_history d
    where d.id = g.decision_id and d.created_at < origins_since
    returning 1
  ), looks as (
    delete from private.looks l where l.looked_at < looks_since returning 1
  ), photos as (
    delete from public.order_photos p using public.service_orders o
    where o.id = p.order_id and o.status = any (private.statuses_in('closed'))
      and coalesce(case o.status when 'delivered' then o.delivered_at end, o.updated_at) < photos_since
    returning 1
  )
  select jsonb_build_object(
    'messages', (select count(*) from messages) + (select count(*) from tests),
    'replies', (select count(*) from replies),
    'notifications', (select count(*) from notices),
    'visits', (select count(*) from visits),
    'activity', (select count(*) from activity),
    'site_changes', (select count(*) from site_changes),
    'deleted_orders', (select count(*) from deleted_orders),
    'origins', (select count(*) from origins),
    'looks', (select count(*) from looks),
    'photos', (select count(*) from photos)
  ) into removed;
  perform private.forget_guesses();
  perform private.correct_order_counts();
  perform private.refresh_past_repairs();
  delete from private.own_exports e where e.made_at < now() - interval '1 hour';
  -- Nobody has the RUT any more: its orders were corrected, deleted or anonymised.
  delete from private.customer_cards c where c.updated_at < now() - interval '30 days'
    and not exists (select from public.service_orders o where o.customer_rut = c.rut)
    and not exists (select from public.profiles p where p.rut = c.rut and p.rut_verified_at is not null);
  -- Photos whose files never came.
  delete from public.order_photos p where p.checked_at is null and p.created_at < now() - interval '1 day';
  delete from private.booking_attempts t where t.attempted_at < now() - interval '1 day';
  -- What a stocktake came to stays.
  delete from private.stocktake_scans c using private.stocktakes s
  where s.id = c.stocktake_id and coalesce(s.closed_at, s.cancelled_at) < now() - interval '90 days';
  delete from private.retention_runs r where r.ran_at < now() - interval '90 days';
  removed := removed || jsonb_build_object('mails', p_mails, 'sessions', private.forget_sessions(),
    'orders', private.anonymize_old_orders(), 'unconfirmed', private.forget_unconfirmed_accounts(),
    'log_ins', private.forget_log_ins());
  select coalesce(jsonb_object_agg(key, value), '{}') into removed from jsonb_each(removed) where value <> '0';
  insert into private.retention_runs (removed) values (removed);
  return removed;
end
$function$;

ALTER TABLE "public"."order_events"
  ADD CONSTRAINT "order_events_kind_check"
    CHECK
    ((kind = ANY (ARRAY['created'::text, 'imported'::text, 'status'::text, 'edited'::text, 'deleted'::text, 'decision'::text, 'message'::text, 'code_viewed'::text,
    'code_added'::text,
    'code_replaced'::text,
    'code_removed'::text,
    'code_erased'::text, 'anonymized'::text, 'wait_started'::text, 'wait_changed'::text, 'wait_ended'::text, 'promised'::text, 'photo_added'::text, 'photo_removed'::text])));

ALTER TABLE "public"."order_photos"
  ADD CONSTRAINT "order_photos_added_by_fkey" FOREIGN KEY (added_by) REFERENCES public.profiles(id) ON DELETE SET NULL;

ALTER TABLE "public"."order_photos"
  ADD CONSTRAINT "order_photos_order_id_fkey" FOREIGN KEY (order_id) REFERENCES public.service_orders(id) ON DELETE CASCADE;

CREATE INDEX order_photos_author ON public.order_photos USING btree (added_by);

CREATE INDEX order_photos_order ON public.order_photos USING btree (order_id, created_at);

CREATE INDEX order_photos_pending ON public.order_photos USING btree (created_at)
  WHERE (checked_at IS NULL);

CREATE POLICY "only sessions that count" ON "public"."order_photos"
  AS RESTRICTIVE
  FOR ALL
  TO "authenticated"
  USING (( SELECT private.session_counts() AS session_counts));

CREATE POLICY "whoever may read the order; customers checked ones" ON "public"."order_photos"
  FOR SELECT
  TO "authenticated"
  USING ((((checked_at IS NOT NULL) OR ( SELECT private.may('desk'::text) AS may)) AND (EXISTS ( SELECT
   FROM public.service_orders o
  WHERE (o.id = order_photos.order_id)))));

CREATE POLICY "only sessions that count" ON "storage"."objects"
  AS RESTRICTIVE
  FOR ALL
  TO "authenticated"
  USING (( SELECT private.session_counts() AS session_counts));

CREATE POLICY "staff send the files of their own new photos" ON "storage"."objects"
  FOR INSERT
  TO "authenticated"
  WITH CHECK (((bucket_id = 'order-photos'::text) AND private.may_send_photo(name)));

CREATE POLICY "whoever may read a checked photo reads its files" ON "storage"."objects"
  FOR SELECT
  TO "authenticated"
  USING (((bucket_id = 'order-photos'::text) AND (EXISTS ( SELECT
   FROM public.order_photos p
  WHERE ((p.id = private.photo_named(objects.name)) AND (p.order_id = private.order_named(objects.name)) AND (p.checked_at IS NOT NULL))))));

REVOKE ALL ON FUNCTION "private"."add_photo_event"(uuid, uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."add_photo_event"(uuid, uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."add_photo_event"(uuid, uuid, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."may_send_photo"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."may_send_photo"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."may_send_photo"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."may_send_photo"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."order_named"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."order_named"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."order_named"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."order_named"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."order_named"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."photo_named"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."photo_named"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."photo_named"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."photo_named"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."photo_named"(text) TO "service_role";

GRANT EXECUTE ON FUNCTION "public"."add_photo"(uuid, uuid, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."add_photo"(uuid, uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."add_photo"(uuid, uuid, text) TO "postgres";

REVOKE ALL ON FUNCTION "public"."keep_photo"(uuid, integer, integer, integer, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."keep_photo"(uuid, integer, integer, integer, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."keep_photo"(uuid, integer, integer, integer, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."photo_files_left"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."photo_files_left"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."photo_files_left"() TO "service_role";

REVOKE ALL ON FUNCTION "public"."refuse_photo"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."refuse_photo"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."refuse_photo"(uuid) TO "service_role";

GRANT EXECUTE ON FUNCTION "public"."remove_photo"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."remove_photo"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."remove_photo"(uuid) TO "postgres";

REVOKE ALL ON TABLE "public"."order_photos" FROM "authenticated";

REVOKE ALL ("bytes") ON TABLE "public"."order_photos" FROM "authenticated";

GRANT SELECT ("bytes") ON TABLE "public"."order_photos" TO "authenticated";

REVOKE ALL ("checked_at") ON TABLE "public"."order_photos" FROM "authenticated";

GRANT SELECT ("checked_at") ON TABLE "public"."order_photos" TO "authenticated";

REVOKE ALL ("created_at") ON TABLE "public"."order_photos" FROM "authenticated";

GRANT SELECT ("created_at") ON TABLE "public"."order_photos" TO "authenticated";

REVOKE ALL ("height") ON TABLE "public"."order_photos" FROM "authenticated";

GRANT SELECT ("height") ON TABLE "public"."order_photos" TO "authenticated";

REVOKE ALL ("id") ON TABLE "public"."order_photos" FROM "authenticated";

GRANT SELECT ("id") ON TABLE "public"."order_photos" TO "authenticated";

REVOKE ALL ("moment") ON TABLE "public"."order_photos" FROM "authenticated";

GRANT SELECT ("moment") ON TABLE "public"."order_photos" TO "authenticated";

REVOKE ALL ("order_id") ON TABLE "public"."order_photos" FROM "authenticated";

GRANT SELECT ("order_id") ON TABLE "public"."order_photos" TO "authenticated";

REVOKE ALL ("sha256") ON TABLE "public"."order_photos" FROM "authenticated";

GRANT SELECT ("sha256") ON TABLE "public"."order_photos" TO "authenticated";

REVOKE ALL ("width") ON TABLE "public"."order_photos" FROM "authenticated";

GRANT SELECT ("width") ON TABLE "public"."order_photos" TO "authenticated";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."order_photos" TO "service_role";

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('order-photos', 'order-photos', false, 1048576, array['image/webp', 'image/jpeg']);

-- Without a new version: no form that is open meets a conflict.
ALTER TABLE "public"."setting_sections" DISABLE TRIGGER USER;
update public.setting_sections s set value = s.value || '{"photo_days": 730}'
where s.section = 'data' and not s.value ? 'photo_days';
ALTER TABLE "public"."setting_sections" ENABLE TRIGGER USER;
update public.setting_changes c set after = s.value
from public.setting_sections s
where s.section = 'data' and c.section = s.section and c.version = 1
  and not exists (select from public.profiles);
