SET local check_function_bodies = off;

ALTER TABLE "public"."order_events"
  DROP CONSTRAINT "order_events_kind_check";

CREATE TABLE "private"."order_signatures" (
  "id"          uuid                     NOT NULL DEFAULT gen_random_uuid(),
  "order_id"    uuid                     NOT NULL,
  "moment"      text                     NOT NULL,
  "digest"      text                     NOT NULL,
  "strokes"     jsonb,
  "signer_name" text,
  "is_drawn"    boolean                  NOT NULL,
  "by_link"     boolean                  NOT NULL,
  "asked_by"    uuid,
  "signed_at"   timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT "order_signatures_digest_check" CHECK ((digest ~ '^[0-9a-f]{64}$'::text)),
  CONSTRAINT "order_signatures_moment_check" CHECK ((moment = ANY (ARRAY['reception'::text, 'delivery'::text]))),
  CONSTRAINT "order_signatures_pkey" PRIMARY KEY (id),
  CONSTRAINT "order_signatures_signer_name_check" CHECK (((length(signer_name) >= 3) AND (length(signer_name) <= 120)))
);

ALTER TABLE "private"."order_signatures"
  ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."signature_links" (
  "order_id"   uuid                     NOT NULL,
  "moment"     text                     NOT NULL,
  "hash"       bytea                    NOT NULL,
  "asked_by"   uuid,
  "expires_at" timestamp with time zone NOT NULL,
  "used_by"    uuid,
  "used_for"   bytea,
  CONSTRAINT "signature_links_hash_key" UNIQUE (hash),
  CONSTRAINT "signature_links_moment_check" CHECK ((moment = ANY (ARRAY['reception'::text, 'delivery'::text]))),
  CONSTRAINT "signature_links_pkey" PRIMARY KEY (order_id, moment)
);

ALTER TABLE "private"."signature_links"
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
  update private.order_signatures s set strokes = null, signer_name = null where s.order_id = any (p_ids);
  delete from private.signature_links l where l.order_id = any (p_ids);
  delete from private.visit_orders v where v.order_id = any (p_ids);
  delete from public.order_checklists c where c.order_id = any (p_ids);
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

CREATE OR REPLACE FUNCTION private.are_strokes (
  p_strokes jsonb
)
  RETURNS boolean
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
begin
  if jsonb_typeof(p_strokes) is distinct from 'array' or octet_length(p_strokes::text) > 40000
    or jsonb_array_length(p_strokes) not between 1 and 200
    or jsonb_path_exists(p_strokes, 'strict $[*] ? (@.type() != "array")') then
    return false;
  end if;
  if exists (select from jsonb_array_elements(p_strokes) as s
      where jsonb_array_length(s) < 2 or jsonb_array_length(s) % 2 = 1)
    or exists (select from jsonb_array_elements(p_strokes) as s, jsonb_array_elements(s) as v
      where v::text !~ '^[0-9]{1,4}$') then
    return false;
  end if;
  return (
    select max(p.x) <= 1000 and max(p.y) <= 400 and max(p.x) - min(p.x) + max(p.y) - min(p.y) >= 40
    from (
      select case when v.place % 2 = 1 then v.value::text::integer end as x,
        case when v.place % 2 = 0 then v.value::text::integer end as y
      from jsonb_array_elements(p_strokes) as s, jsonb_array_elements(s) with ordinality as v (value, place)
    ) as p
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.content_digest (
  p_content jsonb
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select encode(sha256(convert_to(p_content::text, 'UTF8')), 'hex')
$function$;

CREATE OR REPLACE FUNCTION private.guard_signatures()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  problem constant text := case when private.is_api_caller() then private.missing_signature(old, new.status) end;
begin
  if problem is not null then
    raise exception '%', problem using errcode = '23514';
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.is_signature_required (
  p_moment text
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select coalesce((s.value -> 'signatures' ->> p_moment)::boolean, false)
  from public.setting_sections s where s.section = 'desk'
$function$;

CREATE OR REPLACE FUNCTION private.is_signed (
  o        public.service_orders,
  p_moment text
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select exists (select from private.order_signatures s where s.order_id = o.id and s.moment = p_moment
      and s.digest = private.content_digest(private.signed_content(o, p_moment)))
    and (p_moment = 'reception' or coalesce(
      private.last_record(o.id, array['collection']) > private.last_record(o.id, array['delivery']), true))
$function$;

CREATE OR REPLACE FUNCTION private.missing_signature (
  o        public.service_orders,
  p_status text
)
  RETURNS text
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if p_status = 'delivered' then
    return case when private.is_signature_required('delivery') and not private.is_signed(o, 'delivery') then
      case when exists (select from private.order_signatures s where s.order_id = o.id and s.moment = 'delivery')
        then 'La orden cambió después de la firma de la entrega, o esa firma era de otra entrega. Pide la firma otra vez.'
        else 'Falta la firma de quien retira. Pídela en la orden, en «Firmas», y entrega después.' end end;
  end if;
  return case when o.status = 'pending' and p_status <> 'cancelled' and o.import_key is null
    and private.is_signature_required('reception')
    and not exists (select from private.order_signatures s where s.order_id = o.id and s.moment = 'reception')
    and o.created_at > coalesce((
      select max(c.changed_at) from public.setting_changes c
      where c.section = 'desk' and c.after #> '{signatures,reception}' = 'true'
        and c.before #> '{signatures,reception}' is distinct from 'true'), '-infinity')
    then 'Falta la firma de la recepción. Pídela en la orden, en «Firmas», antes de comenzar.' end;
end
$function$;

CREATE OR REPLACE FUNCTION private.refuse_signature_change()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  if new.strokes is not null or new.signer_name is not null
    or to_jsonb(new) - array['strokes', 'signer_name'] is distinct from to_jsonb(old) - array['strokes', 'signer_name'] then
    raise exception 'Una firma no se cambia.' using errcode = '42501';
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.require_moment (
  p_moment text
)
  RETURNS void
  LANGUAGE plpgsql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
begin
  if p_moment is null or p_moment not in ('reception', 'delivery') then
    raise exception 'Di si se firma la recepción o la entrega.' using errcode = '22023';
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.sign_orders (
  p_order_id uuid,
  p_moment   text,
  p_digest   text,
  p_name     text,
  p_strokes  jsonb,
  p_asked_by uuid,
  p_by_link  boolean
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_name constant text := private.written(private.without_controls(p_name, false));
  v_strokes constant jsonb := nullif(p_strokes, 'null');
  signing jsonb;
  content jsonb;
  o public.service_orders;
begin
  if coalesce(length(v_name), 0) not between 3 and 120 then
    raise exception 'Escribe el nombre de quien firma, en hasta 120 letras.' using errcode = '23514';
  end if;
  if v_strokes is not null and not private.are_strokes(v_strokes) then
    raise exception 'La firma no se entiende, o es demasiado larga. Bórrala y firma otra vez.' using errcode = '23514';
  end if;
  perform from public.service_orders s where s.id in (
    select p_order_id union select m.order_id from private.visit_mates(p_order_id) as m) order by s.id for no key update;
  select * into o from public.service_orders s where s.id = p_order_id;
  if o.id is null or o.anonymized_at is not null then
    raise exception 'La orden no existe, o sus datos se borraron: ya no se firma.' using errcode = 'P0002';
  end if;
  signing := private.signing_of(p_order_id, p_moment);
  if not exists (select from private.signing_orders(p_order_id, p_moment)) then
    raise exception '%', case when o.status = 'delivered' then 'El equipo ya se entregó: no queda nada por firmar.'
      when private.is_signed(o, p_moment) then 'La orden ya está firmada como está ahora.'
      else 'La orden está cancelada: su recepción ya no se firma.' end using errcode = '23514';
  end if;
  if p_digest is distinct from signing ->> 'digest' then
    raise exception 'La orden cambió mientras se firmaba. Lee cómo quedó y firma otra vez.' using errcode = '23514';
  end if;
  for o in select * from private.signing_orders(p_order_id, p_moment) loop
    content := private.signed_content(o, p_moment);
    -- What is signed is what the slip prints from now on.
    insert into private.printed_terms (order_id, change_id)
    select o.id, t.id from public.setting_changes t
    where t.section = 'terms' and t.version = (content ->> 'terms')::integer
    on conflict (order_id) do nothing;
    insert into private.order_signatures
      (order_id, moment, digest, strokes, signer_name, is_drawn, by_link, asked_by)
    values (o.id, p_moment, private.content_digest(content), v_strokes, v_name, v_strokes is not null, p_by_link,
      p_asked_by);
    perform private.queue_record(o, case p_moment when 'reception' then 'reception' else 'collection' end,
      jsonb_build_object('equipment_type', o.equipment_type, 'equipment_brand', o.equipment_brand,
        'equipment_model', o.equipment_model, 'photos', content -> 'photos', 'terms_version', content -> 'terms',
        'is_drawn', v_strokes is not null, 'by_link', p_by_link),
      jsonb_build_object('signed', content, 'digest', private.content_digest(content), 'signer_name', v_name,
        'strokes', v_strokes));
    perform private.add_order_event(o, 'signed',
      jsonb_build_object(p_moment || '_signature', jsonb_build_array(null, v_name)));
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION private.signed_content (
  o        public.service_orders,
  p_moment text
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select jsonb_build_object('number', o.order_number, 'customer', jsonb_build_object('name', o.customer_name,
      'rut', o.customer_rut, 'phone', o.customer_phone),
    'type', o.equipment_type, 'brand', o.equipment_brand, 'model', o.equipment_model, 'imei', o.imei,
    'points', coalesce(c.points, '[]'), 'accessories', coalesce((
      select jsonb_agg(e.value -> 'label' order by e.place)
      from jsonb_array_elements(c.accessories) with ordinality as e (value, place)), '[]'),
    'photos', (select coalesce(jsonb_agg(p.sha256 order by p.created_at, p.id), '[]') from public.order_photos p
      where p.order_id = o.id and p.moment = p_moment and p.checked_at is not null),
    'terms', coalesce(
      (select t.version from private.printed_terms p join public.setting_changes t on t.id = p.change_id
        where p.order_id = o.id),
      (select s.version from public.setting_sections s where s.section = 'terms')))
    || case p_moment
      when 'reception' then
        jsonb_build_object('condition', o.equipment_condition, 'problem', o.work_description)
      else jsonb_build_object('work', o.technical_work, 'total', coalesce(o.total_amount, 0)) end
  from (select) as one left join public.order_checklists c on c.order_id = o.id and c.moment = p_moment
$function$;

CREATE OR REPLACE FUNCTION private.signing_of (
  p_order_id uuid,
  p_moment   text
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with contents as (
    select coalesce(jsonb_agg(private.signed_content(o, p_moment) order by o.order_number), '[]') as list
    from private.signing_orders(p_order_id, p_moment) as o
  )
  select jsonb_build_object('moment', p_moment, 'orders', c.list,
    'digest', private.content_digest(jsonb_build_array(p_moment, c.list)), 'terms', coalesce((
      select t.after -> 'items' from public.setting_changes t
      where t.section = 'terms' and t.version = (c.list -> 0 ->> 'terms')::integer), '[]'))
  from contents c
$function$;

CREATE OR REPLACE FUNCTION private.signing_orders (
  p_order_id uuid,
  p_moment   text
)
  RETURNS SETOF public.service_orders
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select o.* from public.service_orders o
  where o.id in (
      select p_order_id union select m.order_id from private.visit_mates(p_order_id) as m where p_moment = 'reception')
    and o.anonymized_at is null and o.status <> 'delivered' and (p_moment = 'delivery' or o.status <> 'cancelled')
    and not private.is_signed(o, p_moment)
  order by o.order_number
$function$;

CREATE OR REPLACE FUNCTION public.ask_signature (
  p_request_id uuid,
  p_order_id   uuid,
  p_moment     text
)
  RETURNS text
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  token text;
begin
  perform private.require('orders.change');
  perform private.require_moment(p_moment);
  select left(encode(extensions.hmac(convert_to('firma ' || coalesce(p_request_id, gen_random_uuid()), 'UTF8'), s.secret,
    'sha256'), 'hex'), 40) into token
  from private.link_secret s;
  if private.claim_request(p_request_id, 'ask_signature', jsonb_build_array(p_order_id, p_moment),
    'el enlace para firmar quedó hecho') then
    if not exists (select from private.signing_orders(p_order_id, p_moment)) then
      raise exception 'No queda nada por firmar en esta orden.' using errcode = '23514';
    end if;
    insert into private.signature_links as l (order_id, moment, hash, asked_by, expires_at)
    values (p_order_id, p_moment, sha256(convert_to(token, 'UTF8')), (select auth.uid()), now() + interval '30 minutes')
    on conflict (order_id, moment) do update
    set hash = excluded.hash, asked_by = excluded.asked_by, expires_at = excluded.expires_at, used_by = null,
      used_for = null;
  end if;
  return token;
end
$function$;

REVOKE ALL ON FUNCTION "public"."ask_signature"(uuid, uuid, text) FROM PUBLIC, "anon", "service_role";

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
        'firmas', (
          select coalesce(jsonb_agg(jsonb_build_object('momento', case s.moment when 'reception' then 'recepción'
            else 'entrega' end, 'fecha', s.signed_at, 'nombre', s.signer_name, 'trazo', s.strokes, 'en_tu_telefono',
            s.by_link) order by s.signed_at, s.id), '[]')
          from private.order_signatures s where s.order_id = o.id),
        'registros_sellados', (
          select coalesce(jsonb_agg(jsonb_build_object('numero', r.seq, 'tipo', r.kind, 'fecha', r.sealed_at,
            'sha256', r.sha256, 'contenido', r.body::jsonb -> 'facts', 'tus_datos', p.content) order by r.seq), '[]')
          from private.sealed_records r left join private.sealed_personal p on p.event_id = r.event_id
          where r.order_id = o.id),
        'estado_del_equipo', (
          select coalesce(jsonb_agg(jsonb_build_object('momento', case c.moment when 'reception' then 'recepción'
            else 'entrega' end, 'fecha', c.taken_at, 'cambiada_el', c.changed_at, 'tipo_de_equipo', c.equipment_type,
            'puntos', (
              select coalesce(jsonb_agg(jsonb_build_object('punto', e.value -> 'label', 'resultado',
                case e.value ->> 'result' when 'works' then 'funciona' when 'fails' then 'falla' else 'no probado' end)
                order by e.place), '[]')
              from jsonb_array_elements(c.points) with ordinality as e (value, place)),
            'accesorios', (
              select coalesce(jsonb_agg(e.value -> 'label' order by e.place), '[]')
              from jsonb_array_elements(c.accessories) with ordinality as e (value, place)))
            order by c.moment desc), '[]')
          from public.order_checklists c where c.order_id = o.id),
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

CREATE OR REPLACE FUNCTION public.get_signing (
  p_token text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  link private.signature_links;
  signing jsonb;
begin
  select * into link from private.signature_links l where l.hash = sha256(convert_to(p_token, 'UTF8'));
  if link.order_id is null then
    return '{"state": "unknown"}';
  elsif link.used_by is not null then
    return '{"state": "used"}';
  elsif link.expires_at < now() then
    return '{"state": "expired"}';
  end if;
  signing := private.signing_of(link.order_id, link.moment);
  return case signing -> 'orders' when '[]' then '{"state": "signed"}' else signing || '{"state": "open"}' end;
end
$function$;

REVOKE ALL ON FUNCTION "public"."get_signing"(text) FROM PUBLIC, "service_role";

CREATE OR REPLACE FUNCTION public.order_signatures (
  p_id uuid
)
  RETURNS TABLE (
    id          uuid,
    moment      text,
    signed_at   timestamp with time zone,
    signer_name text,
    strokes     jsonb,
    is_drawn    boolean,
    by_link     boolean,
    is_current  boolean
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if not private.may('desk') and not exists (
    select from public.service_orders o where o.id = p_id and o.customer_rut = private.my_rut()
  ) then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  return query
    select s.id, s.moment, s.signed_at, s.signer_name, s.strokes, s.is_drawn, s.by_link,
      s.digest = private.content_digest(private.signed_content(o, s.moment))
    from private.order_signatures s join public.service_orders o on o.id = s.order_id
    where s.order_id = p_id
    order by s.signed_at desc, s.id;
end
$function$;

REVOKE ALL ON FUNCTION "public"."order_signatures"(uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.sign_by_link (
  p_request_id uuid,
  p_token      text,
  p_digest     text,
  p_name       text,
  p_strokes    jsonb DEFAULT NULL::jsonb
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  link private.signature_links;
  sent constant bytea := sha256(convert_to(jsonb_build_array(p_digest, p_name, p_strokes)::text, 'UTF8'));
begin
  select * into link from private.signature_links l where l.hash = sha256(convert_to(p_token, 'UTF8')) for update;
  if link.order_id is null then
    raise exception 'Este enlace no sirve. Pide otro en el mesón.' using errcode = 'P0002';
  end if;
  if link.used_by is not null then
    if link.used_by = p_request_id and link.used_for = sent then
      return;
    end if;
    raise exception 'Este enlace ya se usó: la firma quedó guardada.' using errcode = '23514';
  end if;
  if link.expires_at < now() then
    raise exception 'Este enlace venció. Pide otro en el mesón.' using errcode = '23514';
  end if;
  perform private.sign_orders(link.order_id, link.moment, p_digest, p_name, p_strokes, link.asked_by, true);
  update private.signature_links l set used_by = coalesce(p_request_id, gen_random_uuid()), used_for = sent
  where l.order_id = link.order_id and l.moment = link.moment;
end
$function$;

REVOKE ALL ON FUNCTION "public"."sign_by_link"(uuid, text, text, text, jsonb) FROM PUBLIC, "service_role";

CREATE OR REPLACE FUNCTION public.sign_order (
  p_request_id uuid,
  p_order_id   uuid,
  p_moment     text,
  p_digest     text,
  p_name       text,
  p_strokes    jsonb DEFAULT NULL::jsonb
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  summary constant text := 'la firma quedó guardada';
begin
  perform private.require('orders.change');
  perform private.require_moment(p_moment);
  if private.claim_request(p_request_id, 'sign_order',
    jsonb_build_array(p_order_id, p_moment, p_digest, p_name, p_strokes), summary) then
    perform private.sign_orders(p_order_id, p_moment, p_digest, p_name, p_strokes, (select auth.uid()), false);
    perform private.finish_request(p_request_id, 'true', summary);
  end if;
end
$function$;

REVOKE ALL ON FUNCTION "public"."sign_order"(uuid, uuid, text, text, text, jsonb) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.signing (
  p_id     uuid,
  p_moment text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.require('orders.change');
  perform private.require_moment(p_moment);
  return private.signing_of(p_id, p_moment);
end
$function$;

REVOKE ALL ON FUNCTION "public"."signing"(uuid, text) FROM PUBLIC, "anon", "service_role";

ALTER TABLE "private"."order_signatures"
  ADD CONSTRAINT "order_signatures_asked_by_fkey" FOREIGN KEY (asked_by) REFERENCES public.staff_names(id);

ALTER TABLE "private"."order_signatures"
  ADD CONSTRAINT "order_signatures_order_id_fkey" FOREIGN KEY (order_id) REFERENCES public.service_orders(id) ON DELETE CASCADE;

ALTER TABLE "private"."signature_links"
  ADD CONSTRAINT "signature_links_asked_by_fkey" FOREIGN KEY (asked_by) REFERENCES public.staff_names(id);

ALTER TABLE "private"."signature_links"
  ADD CONSTRAINT "signature_links_order_id_fkey" FOREIGN KEY (order_id) REFERENCES public.service_orders(id) ON DELETE CASCADE;

ALTER TABLE "public"."order_events"
  ADD CONSTRAINT "order_events_kind_check"
    CHECK
    ((kind = ANY (ARRAY['created'::text, 'imported'::text, 'status'::text, 'edited'::text, 'deleted'::text, 'decision'::text, 'message'::text, 'code_viewed'::text,
    'code_added'::text,
    'code_replaced'::text,
    'code_removed'::text,
    'code_erased'::text,
    'anonymized'::text,
    'wait_started'::text,
    'wait_changed'::text, 'wait_ended'::text, 'promised'::text, 'photo_added'::text, 'photo_removed'::text, 'moved'::text, 'device_checked'::text, 'signed'::text])));

CREATE INDEX order_signatures_asked_by ON private.order_signatures USING btree (asked_by);

CREATE INDEX order_signatures_order ON private.order_signatures USING btree (order_id, moment);

CREATE INDEX signature_links_asked_by ON private.signature_links USING btree (asked_by);

CREATE TRIGGER refuse_change
  BEFORE UPDATE ON private.order_signatures
  FOR EACH ROW
  EXECUTE FUNCTION private.refuse_signature_change();

CREATE TRIGGER guard_service_order_signatures
  BEFORE UPDATE ON public.service_orders
  FOR EACH ROW
  WHEN ((new.status <> old.status))
  EXECUTE FUNCTION private.guard_signatures();

REVOKE ALL ON FUNCTION "private"."are_strokes"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."are_strokes"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."are_strokes"(jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."are_strokes"(jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."content_digest"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."content_digest"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."content_digest"(jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."guard_signatures"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."guard_signatures"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."guard_signatures"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."is_signature_required"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_signature_required"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_signature_required"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."is_signed"(public.service_orders, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_signed"(public.service_orders, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_signed"(public.service_orders, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."missing_signature"(public.service_orders, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."missing_signature"(public.service_orders, text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."missing_signature"(public.service_orders, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."missing_signature"(public.service_orders, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."missing_signature"(public.service_orders, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."refuse_signature_change"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refuse_signature_change"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."refuse_signature_change"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."require_moment"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_moment"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_moment"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."sign_orders"(uuid, text, text, text, jsonb, uuid, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."sign_orders"(uuid, text, text, text, jsonb, uuid, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."sign_orders"(uuid, text, text, text, jsonb, uuid, boolean) TO "postgres";

REVOKE ALL ON FUNCTION "private"."signed_content"(public.service_orders, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."signed_content"(public.service_orders, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."signed_content"(public.service_orders, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."signing_of"(uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."signing_of"(uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."signing_of"(uuid, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."signing_orders"(uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."signing_orders"(uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."signing_orders"(uuid, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."ask_signature"(uuid, uuid, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."ask_signature"(uuid, uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."ask_signature"(uuid, uuid, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."get_signing"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."get_signing"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."get_signing"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."order_signatures"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."order_signatures"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."order_signatures"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."sign_by_link"(uuid, text, text, text, jsonb) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."sign_by_link"(uuid, text, text, text, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."sign_by_link"(uuid, text, text, text, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."sign_order"(uuid, uuid, text, text, text, jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."sign_order"(uuid, uuid, text, text, text, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."sign_order"(uuid, uuid, text, text, text, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."signing"(uuid, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."signing"(uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."signing"(uuid, text) TO "postgres";

ALTER TABLE "private"."order_signatures"
  ADD CONSTRAINT "order_signatures_strokes_check" CHECK (((strokes IS NULL) OR private.are_strokes(strokes)));

-- Signatures that the shop asks for: none. Without a new version: no form that is open meets a conflict.
ALTER TABLE "public"."setting_sections" DISABLE TRIGGER USER;
update public.setting_sections s set value = s.value || '{"signatures": {"reception": false, "delivery": false}}'
where s.section = 'desk' and not s.value ? 'signatures';
ALTER TABLE "public"."setting_sections" ENABLE TRIGGER USER;
update public.setting_changes c set after = s.value
from public.setting_sections s
where s.section = 'desk' and c.section = s.section and c.version = 1
  and not exists (select from public.profiles);
