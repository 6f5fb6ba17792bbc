SET local check_function_bodies = off;

CREATE TABLE "private"."record_chain" (
  "only_row"  boolean NOT NULL DEFAULT true,
  "seq"       bigint  NOT NULL DEFAULT 0,
  "sha256"    text    NOT NULL DEFAULT repeat('0'::text, 64),
  "signature" text,
  "key_id"    text,
  CONSTRAINT "record_chain_only_row_check" CHECK (only_row),
  CONSTRAINT "record_chain_pkey" PRIMARY KEY (only_row),
  CONSTRAINT "record_chain_seq_check" CHECK ((seq >= 0))
);

ALTER TABLE "private"."record_chain"
  ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."record_checks" (
  "only_row"   boolean                  NOT NULL DEFAULT true,
  "checked_at" timestamp with time zone NOT NULL,
  "records"    bigint                   NOT NULL,
  "fault_seq"  bigint,
  "fault"      text,
  CONSTRAINT "record_checks_fault_check" CHECK ((length(fault) <= 300)),
  CONSTRAINT "record_checks_only_row_check" CHECK (only_row),
  CONSTRAINT "record_checks_pkey" PRIMARY KEY (only_row)
);

ALTER TABLE "private"."record_checks"
  ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."record_keys" (
  "id"         text                     NOT NULL,
  "public_key" text                     NOT NULL,
  "created_at" timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT "record_keys_id_check" CHECK ((id ~ '^[0-9A-F]{16}$'::text)),
  CONSTRAINT "record_keys_pkey" PRIMARY KEY (id),
  CONSTRAINT "record_keys_public_key_check" CHECK ((public_key ~ '^[A-Za-z0-9_-]{43}$'::text))
);

ALTER TABLE "private"."record_keys"
  ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."records_to_seal" (
  "id"           bigint                   GENERATED ALWAYS AS IDENTITY NOT NULL,
  "order_id"     uuid                     NOT NULL,
  "order_number" integer                  NOT NULL,
  "kind"         text                     NOT NULL,
  "at"           timestamp with time zone NOT NULL DEFAULT now(),
  "facts"        jsonb                    NOT NULL,
  "corrects"     bigint,
  CONSTRAINT "records_to_seal_kind_check"
    CHECK ((kind = ANY (ARRAY['reception'::text, 'collection'::text, 'decision'::text, 'delivery'::text, 'warranty'::text, 'correction'::text]))),
  CONSTRAINT "records_to_seal_pkey" PRIMARY KEY (id)
);

ALTER TABLE "private"."records_to_seal"
  ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."sealed_personal" (
  "event_id" bigint NOT NULL,
  "order_id" uuid   NOT NULL,
  "salt"     text   NOT NULL,
  "content"  jsonb  NOT NULL,
  CONSTRAINT "sealed_personal_pkey" PRIMARY KEY (event_id),
  CONSTRAINT "sealed_personal_salt_check" CHECK ((salt ~ '^[0-9a-f]{64}$'::text))
);

ALTER TABLE "private"."sealed_personal"
  ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."sealed_records" (
  "seq"       bigint                   NOT NULL,
  "event_id"  bigint                   NOT NULL,
  "order_id"  uuid                     NOT NULL,
  "kind"      text                     NOT NULL,
  "body"      text                     NOT NULL,
  "sha256"    text                     NOT NULL,
  "previous"  text                     NOT NULL,
  "signature" text                     NOT NULL,
  "key_id"    text                     NOT NULL,
  "sealed_at" timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT "sealed_records_event_id_key" UNIQUE (event_id),
  CONSTRAINT "sealed_records_pkey" PRIMARY KEY (seq),
  CONSTRAINT "sealed_records_previous_key" UNIQUE (previous),
  CONSTRAINT "sealed_records_seq_check" CHECK ((seq > 0)),
  CONSTRAINT "sealed_records_sha256_key" UNIQUE (sha256)
);

ALTER TABLE "private"."sealed_records"
  ENABLE ROW LEVEL SECURITY;

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

CREATE OR REPLACE FUNCTION private.call_function (
  p_name text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  address text;
  secret text;
begin
  if to_regproc('net.http_post') is not null and to_regclass('vault.decrypted_secrets') is not null then
    execute $q$ select max(s.decrypted_secret) filter (where s.name = 'project_url'),
      max(s.decrypted_secret) filter (where s.name = 'cron_secret') from vault.decrypted_secrets s $q$
    into address, secret;
  end if;
  if address is not null and secret is not null then
    execute 'select net.http_post(url := $1, body := $2, headers := $3)'
    using rtrim(address, '/') || '/functions/v1/' || p_name, '{}'::jsonb,
      jsonb_build_object('content-type', 'application/json', 'x-cron-secret', secret);
  end if;
exception when others then
  raise warning 'The function % was not called: %', p_name, sqlerrm;
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
      ('plan-reminders', interval '1 hour'), ('clean-photos', interval '1 hour'),
      ('seal-records', interval '1 hour'))
      as s (name, within)
    left join private.job_runs r on r.name = s.name
  ) j;
  return jsonb_build_object('jobs', planned || own);
end
$function$;

CREATE OR REPLACE FUNCTION private.last_record (
  p_order_id uuid,
  p_kinds    text[]
)
  RETURNS bigint
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select max(id) from (
    select q.id from private.records_to_seal q where q.order_id = p_order_id and q.kind = any (p_kinds)
    union all
    select r.event_id from private.sealed_records r where r.order_id = p_order_id and r.kind = any (p_kinds)
  ) as both_places
$function$;

CREATE OR REPLACE FUNCTION private.queue_record (
  o          public.service_orders,
  p_kind     text,
  p_facts    jsonb,
  p_personal jsonb,
  p_corrects bigint                DEFAULT NULL::bigint
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with queued as (
    insert into private.records_to_seal (order_id, order_number, kind, facts, corrects)
    values (o.id, o.order_number, p_kind, p_facts, p_corrects) returning id
  )
  insert into private.sealed_personal (event_id, order_id, salt, content)
  select q.id, o.id, encode(extensions.gen_random_bytes(32), 'hex'), p_personal from queued q
$function$;

CREATE OR REPLACE FUNCTION private.record_facts()
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select jsonb_build_object('records', (select c.seq from private.record_chain c),
    'waiting', count(q.id), 'oldest_at', min(q.at),
    'checked_at', (select n.checked_at from private.record_checks n),
    'fault_seq', (select n.fault_seq from private.record_checks n),
    'fault', (select n.fault from private.record_checks n))
  from private.records_to_seal q
$function$;

CREATE OR REPLACE FUNCTION private.record_person (
  o public.service_orders
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select jsonb_build_object('customer_name', o.customer_name, 'customer_rut', o.customer_rut,
    'customer_phone', o.customer_phone, 'imei', o.imei)
$function$;

CREATE OR REPLACE FUNCTION private.record_warranty (
  o public.service_orders
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select jsonb_build_object('delivered_at', private.utc_text(o.delivered_at), 'warranty_days', o.warranty_days,
    'parts_warranty_days', o.parts_warranty_days, 'work_end', w.work_end, 'parts_end', w.parts_end)
  from private.warranty_ends(o.order_number) as w
$function$;

CREATE OR REPLACE FUNCTION private.refuse_record_change()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  raise exception 'Un registro sellado no se cambia ni se borra. Una corrección es un registro nuevo.'
    using errcode = '42501';
end
$function$;

CREATE OR REPLACE FUNCTION private.seal_decision()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  o public.service_orders;
  by_staff constant boolean := exists (
    select from public.profiles p where p.id = (select auth.uid()) and p.role <> 'customer');
begin
  select * into o from public.service_orders s where s.id = new.order_id;
  perform private.queue_record(o, 'decision',
    jsonb_build_object('decision', case new.type when 'success' then 'approved' else 'rejected' end,
      'total_amount', new.total_amount, 'by', case when by_staff then 'staff' else 'customer' end),
    private.record_person(o) || jsonb_build_object('technical_work', o.technical_work,
      'lines', private.shown_lines(new.quote_lines)));
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.seal_delivery()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if new.status = 'delivered' and old.status <> 'delivered' then
    perform private.queue_record(new, 'delivery',
      private.record_warranty(new) || jsonb_build_object('equipment_type', new.equipment_type,
        'equipment_brand', new.equipment_brand, 'equipment_model', new.equipment_model,
        'total_amount', new.total_amount, 'paid', new.advance_payment + new.final_payment,
        'repaired', new.unrepaired_reason is null, 'photos', (
          select coalesce(jsonb_agg(p.sha256 order by p.created_at, p.id), '[]') from public.order_photos p
          where p.order_id = new.id and p.moment = 'delivery' and p.checked_at is not null)),
      private.record_person(new) || jsonb_build_object('technical_work', new.technical_work,
        'unrepaired_reason', new.unrepaired_reason));
  elsif new.status = 'delivered' then
    if (new.warranty_days, new.parts_warranty_days, new.delivered_at)
      is not distinct from (old.warranty_days, old.parts_warranty_days, old.delivered_at) then
      return null;
    end if;
    perform private.queue_record(new, 'warranty', private.record_warranty(new), private.record_person(new),
      private.last_record(new.id, array['delivery', 'warranty']));
  elsif old.status = 'delivered'
    or (old.status in ('approved', 'rejected') and current_setting('taller.undone_order', true) = new.id::text) then
    perform private.queue_record(new, 'correction', jsonb_build_object('status', new.status),
      private.record_person(new), private.last_record(new.id,
        case old.status when 'delivered' then array['delivery'] else array['decision'] end));
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.utc_text (
  p_at timestamp with time zone
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select to_char(p_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$function$;

CREATE OR REPLACE FUNCTION private.wake_sealer()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if current_setting('taller.sealer_woken', true) is distinct from 'yes' then
    perform set_config('taller.sealer_woken', 'yes', true);
    perform pg_notify('records_queued', '');
    perform private.call_function('seal-records');
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.wake_sender()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if old.state = 'sending' or current_setting('taller.sender_woken', true) = 'yes' then
    return null;
  end if;
  perform set_config('taller.sender_woken', 'yes', true);
  perform pg_notify('messages_queued', '');
  perform private.call_function('send-messages');
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.append_record (
  p_body          text,
  p_signature     text,
  p_key           text,
  p_public_key    text,
  p_end_signature text
)
  RETURNS text
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  chain private.record_chain;
  waiting private.records_to_seal;
  body constant jsonb := p_body::jsonb;
  hash constant text := encode(sha256(convert_to(p_body, 'UTF8')), 'hex');
begin
  select * into chain from private.record_chain c for update;
  delete from private.records_to_seal q where q.id = (body ->> 'event')::bigint
    and chain.seq + 1 = (body ->> 'seq')::bigint and chain.sha256 = body ->> 'previous'
  returning * into waiting;
  if waiting.id is null then
    return 'stale';
  end if;
  insert into private.record_keys (id, public_key) values (p_key, p_public_key) on conflict (id) do nothing;
  insert into private.sealed_records
    (seq, event_id, order_id, kind, body, sha256, previous, signature, key_id, sealed_at)
  values (chain.seq + 1, waiting.id, waiting.order_id, waiting.kind, p_body, hash, chain.sha256, p_signature, p_key,
    (body ->> 'sealed_at')::timestamptz);
  update private.record_chain c set seq = chain.seq + 1, sha256 = hash, signature = p_end_signature, key_id = p_key
  where c.only_row;
  return 'sealed';
end
$function$;

REVOKE ALL ON FUNCTION "public"."append_record"(text, text, text, text, text) FROM PUBLIC, "anon", "authenticated";

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

CREATE OR REPLACE FUNCTION public.next_record()
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select jsonb_build_object('seq', c.seq + 1, 'previous', c.sha256, 'event', q.id, 'order', q.order_id,
    'number', q.order_number, 'kind', q.kind, 'at', private.utc_text(q.at),
    'sealed_at', private.utc_text(clock_timestamp()), 'facts', q.facts,
    'corrects', (select r.seq from private.sealed_records r where r.event_id = q.corrects),
    'salt', p.salt, 'personal', p.content)
  from private.record_chain c
  cross join lateral (select * from private.records_to_seal w order by w.id limit 1) as q
  left join private.sealed_personal p on p.event_id = q.id
$function$;

REVOKE ALL ON FUNCTION "public"."next_record"() FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.note_record_check (
  p_records   bigint,
  p_fault_seq bigint,
  p_fault     text
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  insert into private.record_checks (checked_at, records, fault_seq, fault)
  values (now(), p_records, p_fault_seq, left(p_fault, 300))
  on conflict (only_row) do update set checked_at = excluded.checked_at, records = excluded.records,
    fault_seq = excluded.fault_seq, fault = excluded.fault
$function$;

REVOKE ALL ON FUNCTION "public"."note_record_check"(bigint, bigint, text) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.note_sealing()
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select private.note_job('seal-records')
$function$;

REVOKE ALL ON FUNCTION "public"."note_sealing"() FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.record_chain()
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select jsonb_build_object('seq', c.seq, 'sha256', c.sha256, 'signature', c.signature, 'key_id', c.key_id,
    'keys', (select coalesce(jsonb_object_agg(k.id, k.public_key), '{}') from private.record_keys k),
    'waiting', (select count(*) from private.records_to_seal),
    'due', not coalesce((select n.checked_at between now() - interval '23 hours' and now()
      from private.record_checks n), false))
  from private.record_chain c
$function$;

REVOKE ALL ON FUNCTION "public"."record_chain"() FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.sealed_records_after (
  p_seq   bigint,
  p_limit integer
)
  RETURNS TABLE (
    seq       bigint,
    event_id  bigint,
    order_id  uuid,
    kind      text,
    body      text,
    sha256    text,
    previous  text,
    signature text,
    key_id    text,
    salt      text,
    personal  jsonb,
    is_kept   boolean
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select r.seq, r.event_id, r.order_id, r.kind, r.body, r.sha256, r.previous, r.signature, r.key_id, p.salt, p.content,
    exists (select from public.service_orders o where o.id = r.order_id and o.anonymized_at is null)
  from private.sealed_records r left join private.sealed_personal p on p.event_id = r.event_id
  where r.seq > p_seq order by r.seq limit p_limit
$function$;

REVOKE ALL ON FUNCTION "public"."sealed_records_after"(bigint, integer) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.system_status (
  p_part text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.require('system-status');
  case p_part
    -- The caller's own claims, which the API has checked: for the functions that act for them.
    when 'access' then
      return (
        select jsonb_object_agg(c.key, c.value) from jsonb_each(current_setting('request.jwt.claims')::jsonb) as c
        where c.key in ('sub', 'session_id', 'aal'));
    when 'database' then
      return jsonb_build_object(
        'bytes', pg_catalog.pg_database_size(current_database()),
        'connections', (select count(*) from pg_catalog.pg_stat_activity a where a.datname = current_database()),
        'max_connections', current_setting('max_connections')::integer,
        'version', split_part(current_setting('server_version'), ' ', 1),
        'checksums', current_setting('data_checksums') = 'on',
        'checksum_failures', (select coalesce(sum(d.checksum_failures), 0) from pg_catalog.pg_stat_database d));
    when 'messages' then
      return private.message_facts();
    when 'mail' then
      return private.mail_facts();
    when 'jobs' then
      return private.cron_facts();
    when 'backups' then
      return private.backup_facts();
    when 'records' then
      return private.record_facts();
    when 'retention' then
      return (
        select jsonb_build_object('last_run_at', max(r.ran_at),
          'removed', (select coalesce(sum(v.value::integer), 0) from private.retention_runs q,
            jsonb_each_text(q.removed) v
            where q.ran_at > now() - interval '30 days'))
        from private.retention_runs r);
    else
      raise exception 'No existe esa parte del estado: %', p_part using errcode = '22023';
  end case;
end
$function$;

ALTER TABLE "private"."sealed_personal"
  ADD CONSTRAINT "sealed_personal_order_id_fkey" FOREIGN KEY (order_id) REFERENCES public.service_orders(id) ON DELETE CASCADE;

ALTER TABLE "private"."sealed_records"
  ADD CONSTRAINT "sealed_records_key_id_fkey" FOREIGN KEY (key_id) REFERENCES private.record_keys(id);

CREATE INDEX records_to_seal_order ON private.records_to_seal USING btree (order_id, id);

CREATE INDEX sealed_personal_order ON private.sealed_personal USING btree (order_id);

CREATE INDEX sealed_records_key ON private.sealed_records USING btree (key_id);

CREATE INDEX sealed_records_order ON private.sealed_records USING btree (order_id, seq);

CREATE TRIGGER wake_sealer
  AFTER INSERT ON private.records_to_seal
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.wake_sealer();

CREATE TRIGGER refuse_change
  BEFORE DELETE OR UPDATE ON private.sealed_records
  FOR EACH ROW
  EXECUTE FUNCTION private.refuse_record_change();

ALTER TABLE "private"."sealed_records"
  ENABLE ALWAYS TRIGGER "refuse_change";

CREATE TRIGGER refuse_truncate
  BEFORE TRUNCATE ON private.sealed_records
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.refuse_record_change();

ALTER TABLE "private"."sealed_records"
  ENABLE ALWAYS TRIGGER "refuse_truncate";

CREATE TRIGGER seal_decision
  AFTER INSERT ON public.decision_history
  FOR EACH ROW
  EXECUTE FUNCTION private.seal_decision();

CREATE TRIGGER seal_delivery
  AFTER UPDATE ON public.service_orders
  FOR EACH ROW
  WHEN (((NOT (old.anonymized_at IS DISTINCT FROM new.anonymized_at)) AND ((new.status <> old.status) OR (new.status = 'delivered'::text))))
  EXECUTE FUNCTION private.seal_delivery();

REVOKE ALL ON FUNCTION "private"."call_function"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."call_function"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."call_function"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."last_record"(uuid, text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."last_record"(uuid, text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."last_record"(uuid, text[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."queue_record"(public.service_orders, text, jsonb, jsonb, bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."queue_record"(public.service_orders, text, jsonb, jsonb, bigint) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."queue_record"(public.service_orders, text, jsonb, jsonb, bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."record_facts"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."record_facts"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."record_facts"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."record_person"(public.service_orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."record_person"(public.service_orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."record_person"(public.service_orders) TO "postgres";

REVOKE ALL ON FUNCTION "private"."record_warranty"(public.service_orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."record_warranty"(public.service_orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."record_warranty"(public.service_orders) TO "postgres";

REVOKE ALL ON FUNCTION "private"."refuse_record_change"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refuse_record_change"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."refuse_record_change"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."seal_decision"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."seal_decision"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."seal_decision"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."seal_delivery"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."seal_delivery"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."seal_delivery"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."utc_text"(timestamp WITH time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."utc_text"(timestamp WITH time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."utc_text"(timestamp WITH time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."wake_sealer"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."wake_sealer"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."wake_sealer"() TO "postgres";

REVOKE ALL ON FUNCTION "public"."append_record"(text, text, text, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."append_record"(text, text, text, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."append_record"(text, text, text, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."next_record"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."next_record"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."next_record"() TO "service_role";

REVOKE ALL ON FUNCTION "public"."note_record_check"(bigint, bigint, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."note_record_check"(bigint, bigint, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."note_record_check"(bigint, bigint, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."note_sealing"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."note_sealing"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."note_sealing"() TO "service_role";

REVOKE ALL ON FUNCTION "public"."record_chain"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."record_chain"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."record_chain"() TO "service_role";

REVOKE ALL ON FUNCTION "public"."sealed_records_after"(bigint, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."sealed_records_after"(bigint, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."sealed_records_after"(bigint, integer) TO "service_role";

-- The chain of a shop that has no record yet.
insert into private.record_chain default values;
