SET local check_function_bodies = off;

CREATE TABLE "public"."order_checklists" (
  "order_id"       uuid                     NOT NULL,
  "moment"         text                     NOT NULL,
  "equipment_type" text                     NOT NULL,
  "points"         jsonb                    NOT NULL DEFAULT '[]'::jsonb,
  "accessories"    jsonb                    NOT NULL DEFAULT '[]'::jsonb,
  "list_version"   integer,
  "taken_at"       timestamp with time zone NOT NULL DEFAULT now(),
  "taken_by"       uuid,
  "changed_at"     timestamp with time zone NOT NULL DEFAULT now(),
  "changed_by"     uuid,
  "version"        integer                  NOT NULL DEFAULT 1,
  CONSTRAINT "order_checklists_equipment_type_check" CHECK ((equipment_type = ANY (ARRAY['smartphone'::text, 'laptop'::text, 'desktop'::text, 'tablet'::text, 'others'::text]))),
  CONSTRAINT "order_checklists_moment_check" CHECK ((moment = ANY (ARRAY['reception'::text, 'delivery'::text]))),
  CONSTRAINT "order_checklists_pkey" PRIMARY KEY (order_id, moment)
);

ALTER TABLE "public"."order_checklists"
  ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."order_checklists" FROM "anon";

create or replace function private.anonymize_orders(p_ids uuid[]) returns integer
language plpgsql security definer set search_path = '' as $$
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
$$;

CREATE OR REPLACE FUNCTION private.are_labelled (
  p_list jsonb,
  p_most integer
)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
  select case when jsonb_typeof(p_list) <> 'array' then false else (
    select count(*) <= p_most and count(distinct lower(e ->> 'label')) = count(*)
      and coalesce(bool_and(coalesce(length(e ->> 'label') between 1 and 60, false)), true)
    from jsonb_array_elements(p_list) as e) end
$function$;

CREATE OR REPLACE FUNCTION private.checked_accessories (
  p_accessories jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
declare
  checked jsonb;
begin
  if exists (select from jsonb_array_elements(private.checked_labels(p_accessories, 'accesorios', 20)) as e
    where (e ->> 'id' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$') is not true) then
    raise exception 'La lista no se entiende. Vuelve a abrirla y guárdala otra vez.' using errcode = '22023';
  end if;
  select coalesce(jsonb_agg(jsonb_build_object('id', e.value ->> 'id', 'label', private.checklist_label(e.value))
    order by e.place), '[]') into checked
  from jsonb_array_elements(p_accessories) with ordinality as e (value, place);
  if (select count(distinct e ->> 'id') from jsonb_array_elements(checked) as e) <> jsonb_array_length(checked) then
    raise exception 'La lista no se entiende. Vuelve a abrirla y guárdala otra vez.' using errcode = '22023';
  end if;
  return checked;
end
$function$;

CREATE OR REPLACE FUNCTION private.checked_labels (
  p_list jsonb,
  p_what text,
  p_most integer
)
  RETURNS jsonb
  LANGUAGE plpgsql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
declare
  twice text;
begin
  if jsonb_typeof(p_list) is distinct from 'array' then
    raise exception 'La lista no se entiende. Vuelve a abrirla y guárdala otra vez.' using errcode = '22023';
  end if;
  if jsonb_array_length(p_list) > p_most then
    raise exception 'Hay demasiados: una lista lleva hasta % %.', p_most, p_what using errcode = '23514';
  end if;
  if exists (select from jsonb_array_elements(p_list) as e
    where length(private.checklist_label(e)) between 1 and 60 is not true) then
    raise exception 'Escribe qué son los %: cada uno en hasta 60 letras.', p_what using errcode = '23514';
  end if;
  select (array_agg(private.checklist_label(e.value) order by e.place))[2] into twice
  from jsonb_array_elements(p_list) with ordinality as e (value, place)
  group by private.name_key(private.checklist_label(e.value)) having count(*) > 1
  order by min(e.place) limit 1;
  if twice is not null then
    raise exception '«%» está dos veces. Quita o cambia uno.', twice using errcode = '23514';
  end if;
  return p_list;
end
$function$;

CREATE OR REPLACE FUNCTION private.checked_points (
  p_points jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
declare
  checked jsonb;
begin
  select coalesce(jsonb_agg(jsonb_build_object('label', private.checklist_label(e.value), 'result',
    e.value ->> 'result') order by e.place), '[]') into checked
  from jsonb_array_elements(private.checked_labels(p_points, 'puntos', 40)) with ordinality as e (value, place);
  if not private.have_results(checked) then
    raise exception 'Marca cada punto: Funciona, Falla o No probado.' using errcode = '23514';
  end if;
  return checked;
end
$function$;

CREATE OR REPLACE FUNCTION private.checklist_label (
  p_entry jsonb
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select case when jsonb_typeof(p_entry -> 'label') = 'string' then
    private.written(private.without_controls(p_entry ->> 'label', false)) end
$function$;

CREATE OR REPLACE FUNCTION private.have_results (
  p_points jsonb
)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
  select coalesce(bool_and(coalesce(e ->> 'result' in ('works', 'fails', 'untested'), false)), true)
  from jsonb_array_elements(p_points) as e
$function$;

CREATE OR REPLACE FUNCTION private.list_change (
  p_before jsonb,
  p_after  jsonb
)
  RETURNS jsonb
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select nullif(nullif(jsonb_build_array(case when p_before is not null then private.list_difference(p_before, p_after) end,
    private.list_difference(p_after, p_before)), '[[], []]'), '[null, []]')
$function$;

CREATE OR REPLACE FUNCTION private.list_difference (
  p_list  jsonb,
  p_other jsonb
)
  RETURNS jsonb
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select coalesce(jsonb_agg(e.value order by e.place), '[]')
  from jsonb_array_elements(p_list) with ordinality as e (value, place)
  where not coalesce(p_other, '[]') @> jsonb_build_array(e.value)
$function$;

CREATE OR REPLACE FUNCTION private.list_version (
  p_type   text,
  p_points jsonb
)
  RETURNS integer
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with labels as (
    select jsonb_agg(e.value -> 'label' order by e.place) as list
    from jsonb_array_elements(p_points) with ordinality as e (value, place)
  )
  select coalesce((
    select s.version from public.setting_sections s, labels l
    where s.section = 'desk' and s.value #> array['checkpoints', p_type] = l.list
  ), (
    select c.version from public.setting_changes c, labels l
    where c.section = 'desk' and c.after #> array['checkpoints', p_type] = l.list
    order by c.version desc limit 1
  ))
$function$;

create or replace function public.export_own_data() returns jsonb
language plpgsql security definer set search_path = '' as $$
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
$$;

CREATE OR REPLACE FUNCTION public.save_checklist (
  p_request_id     uuid,
  p_order_id       uuid,
  p_moment         text,
  p_equipment_type text,
  p_points         jsonb,
  p_accessories    jsonb,
  p_known          integer DEFAULT NULL::integer
)
  RETURNS TABLE (
    saved          boolean,
    author         text,
    moment         text,
    equipment_type text,
    points         jsonb,
    accessories    jsonb,
    taken_at       timestamp with time zone,
    changed_at     timestamp with time zone,
    version        integer
  )
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
#variable_conflict use_column
declare
  summary constant text := 'la lista quedó guardada';
  v_points jsonb;
  v_accessories jsonb;
  device public.service_orders;
  known public.order_checklists;
  changes jsonb;
  is_saved boolean := true;
begin
  perform private.require('orders.change');
  if p_moment is null or p_moment not in ('reception', 'delivery') or p_equipment_type is null
    or p_equipment_type not in ('smartphone', 'laptop', 'desktop', 'tablet', 'others') then
    raise exception 'La lista no se entiende. Vuelve a abrirla y guárdala otra vez.' using errcode = '22023';
  end if;
  v_points := private.checked_points(p_points);
  v_accessories := private.checked_accessories(p_accessories);
  select * into device from public.service_orders o where o.id = p_order_id for no key update;
  if device.id is null then
    raise exception 'La orden no existe.' using errcode = 'P0002';
  end if;
  select * into known from public.order_checklists c where c.order_id = p_order_id and c.moment = p_moment;
  -- Not claimed when it is refused: the form sends another version under the same id after its conflict is solved.
  if private.request_result(p_request_id) is null and known.version is distinct from p_known
    and (known.points, known.accessories, known.equipment_type)
      is distinct from (v_points, v_accessories, p_equipment_type) and known.version is not null then
    is_saved := false;
  elsif private.claim_request(p_request_id, 'save_checklist', jsonb_build_array(p_order_id, p_moment,
    p_equipment_type, v_points, v_accessories), summary) then
    if device.status = 'delivered' then
      raise exception 'El equipo ya se entregó: la lista queda como está.' using errcode = '23514';
    end if;
    if device.anonymized_at is not null then
      raise exception 'Los datos de esta orden se borraron: ya no se le anota nada.' using errcode = '23514';
    end if;
    changes := jsonb_strip_nulls(jsonb_build_object(
      p_moment || '_points', private.list_change(known.points, v_points),
      p_moment || '_accessories', private.list_change(known.accessories, v_accessories)));
    if known.order_id is null or (known.points, known.accessories, known.equipment_type)
      is distinct from (v_points, v_accessories, p_equipment_type) then
      insert into public.order_checklists (order_id, moment, equipment_type, points, accessories, list_version,
        taken_by, changed_by)
      values (p_order_id, p_moment, p_equipment_type, v_points, v_accessories,
        private.list_version(p_equipment_type, v_points), (select auth.uid()), (select auth.uid()))
      on conflict on constraint order_checklists_pkey do update
      set equipment_type = excluded.equipment_type, points = excluded.points, accessories = excluded.accessories,
        list_version = excluded.list_version, changed_at = now(), changed_by = excluded.changed_by,
        version = known.version + 1;
      perform private.add_order_event(device, 'edited', changes);
    end if;
    perform private.finish_request(p_request_id, 'true', summary);
  end if;
  return query
    select is_saved, p.full_name, c.moment, c.equipment_type, c.points, c.accessories, c.taken_at, c.changed_at,
      c.version
    from public.order_checklists c left join public.profiles p on p.id = c.changed_by
    where c.order_id = p_order_id and c.moment = p_moment;
end
$function$;

REVOKE ALL ON FUNCTION "public"."save_checklist"(uuid, uuid, text, text, jsonb, jsonb, integer) FROM PUBLIC, "anon", "service_role";

ALTER TABLE "public"."order_checklists"
  ADD CONSTRAINT "order_checklists_changed_by_fkey" FOREIGN KEY (changed_by) REFERENCES public.profiles(id) ON DELETE SET NULL;

ALTER TABLE "public"."order_checklists"
  ADD CONSTRAINT "order_checklists_order_id_fkey" FOREIGN KEY (order_id) REFERENCES public.service_orders(id) ON DELETE CASCADE;

ALTER TABLE "public"."order_checklists"
  ADD CONSTRAINT "order_checklists_taken_by_fkey" FOREIGN KEY (taken_by) REFERENCES public.profiles(id) ON DELETE SET NULL;

CREATE INDEX order_checklists_changed_by ON public.order_checklists USING btree (changed_by);

CREATE INDEX order_checklists_taken_by ON public.order_checklists USING btree (taken_by);

CREATE TRIGGER as_readable
  BEFORE INSERT OR UPDATE ON public.order_checklists
  FOR EACH ROW
  EXECUTE FUNCTION private.as_readable();

CREATE POLICY "only sessions that count" ON "public"."order_checklists"
  AS RESTRICTIVE
  FOR ALL
  TO "authenticated"
  USING (( SELECT private.session_counts() AS session_counts));

CREATE POLICY "whoever may read the order" ON "public"."order_checklists"
  FOR SELECT
  TO "authenticated"
  USING ((EXISTS ( SELECT
   FROM public.service_orders o
  WHERE (o.id = order_checklists.order_id))));

REVOKE ALL ON FUNCTION "private"."are_labelled"(jsonb, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."are_labelled"(jsonb, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."are_labelled"(jsonb, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."are_labelled"(jsonb, integer) TO "service_role";

REVOKE ALL ON FUNCTION "private"."checked_accessories"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."checked_accessories"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."checked_accessories"(jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."checked_labels"(jsonb, text, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."checked_labels"(jsonb, text, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."checked_labels"(jsonb, text, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."checked_points"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."checked_points"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."checked_points"(jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."checklist_label"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."checklist_label"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."checklist_label"(jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."have_results"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."have_results"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."have_results"(jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."have_results"(jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."list_change"(jsonb, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."list_change"(jsonb, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."list_change"(jsonb, jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."list_difference"(jsonb, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."list_difference"(jsonb, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."list_difference"(jsonb, jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."list_version"(text, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."list_version"(text, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."list_version"(text, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."save_checklist"(uuid, uuid, text, text, jsonb, jsonb, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."save_checklist"(uuid, uuid, text, text, jsonb, jsonb, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."save_checklist"(uuid, uuid, text, text, jsonb, jsonb, integer) TO "postgres";

REVOKE ALL ON TABLE "public"."order_checklists" FROM "authenticated";

REVOKE ALL ("accessories") ON TABLE "public"."order_checklists" FROM "authenticated";

GRANT SELECT ("accessories") ON TABLE "public"."order_checklists" TO "authenticated";

REVOKE ALL ("changed_at") ON TABLE "public"."order_checklists" FROM "authenticated";

GRANT SELECT ("changed_at") ON TABLE "public"."order_checklists" TO "authenticated";

REVOKE ALL ("equipment_type") ON TABLE "public"."order_checklists" FROM "authenticated";

GRANT SELECT ("equipment_type") ON TABLE "public"."order_checklists" TO "authenticated";

REVOKE ALL ("list_version") ON TABLE "public"."order_checklists" FROM "authenticated";

GRANT SELECT ("list_version") ON TABLE "public"."order_checklists" TO "authenticated";

REVOKE ALL ("moment") ON TABLE "public"."order_checklists" FROM "authenticated";

GRANT SELECT ("moment") ON TABLE "public"."order_checklists" TO "authenticated";

REVOKE ALL ("order_id") ON TABLE "public"."order_checklists" FROM "authenticated";

GRANT SELECT ("order_id") ON TABLE "public"."order_checklists" TO "authenticated";

REVOKE ALL ("points") ON TABLE "public"."order_checklists" FROM "authenticated";

GRANT SELECT ("points") ON TABLE "public"."order_checklists" TO "authenticated";

REVOKE ALL ("taken_at") ON TABLE "public"."order_checklists" FROM "authenticated";

GRANT SELECT ("taken_at") ON TABLE "public"."order_checklists" TO "authenticated";

REVOKE ALL ("version") ON TABLE "public"."order_checklists" FROM "authenticated";

GRANT SELECT ("version") ON TABLE "public"."order_checklists" TO "authenticated";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."order_checklists" TO "service_role";

ALTER TABLE "public"."order_checklists"
  ADD CONSTRAINT "order_checklists_accessories_check" CHECK (private.are_labelled(accessories, 20));

ALTER TABLE "public"."order_checklists"
  ADD CONSTRAINT "order_checklists_points_check" CHECK ((private.are_labelled(points, 40) AND private.have_results(points)));

-- The points to try of a device. Without a new version: no form that is open meets a conflict.
ALTER TABLE "public"."setting_sections" DISABLE TRIGGER USER;
update public.setting_sections s set value = s.value || $value${"checkpoints":{"smartphone":["Enciende","Pantalla","Táctil","Cámara trasera","Cámara frontal","Micrófono","Parlante","Carga","Botones","Huella o rostro","Wi-Fi","Señal"],"laptop":["Enciende","Pantalla","Teclado","Touchpad","Batería","Carga","Puertos USB","Wi-Fi","Cámara","Micrófono","Parlantes","Bisagras"],"desktop":["Enciende","Da imagen","Puertos USB","Red","Wi-Fi","Audio","Ventiladores","Arranca el sistema"],"tablet":["Enciende","Pantalla","Táctil","Cámaras","Micrófono","Parlantes","Carga","Batería","Botones","Wi-Fi"],"others":["Enciende","Carga","Botones","Cables y conectores"]}}$value$
where s.section = 'desk' and not s.value ? 'checkpoints';
ALTER TABLE "public"."setting_sections" ENABLE TRIGGER USER;
update public.setting_changes c set after = s.value
from public.setting_sections s
where s.section = 'desk' and c.section = s.section and c.version = 1
  and not exists (select from public.profiles);
