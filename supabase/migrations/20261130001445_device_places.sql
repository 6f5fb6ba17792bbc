SET local check_function_bodies = off;

ALTER TABLE "public"."order_events"
  DROP CONSTRAINT "order_events_kind_check";

CREATE TABLE "private"."device_lookups" (
  "id"      uuid                     NOT NULL,
  "device"  text                     NOT NULL,
  "answer"  text                     NOT NULL,
  "note"    text                     NOT NULL DEFAULT ''::text,
  "made_by" uuid,
  "made_at" timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT "device_lookups_answer_check" CHECK ((answer = ANY (ARRAY['clear'::text, 'listed'::text, 'unknown'::text]))),
  CONSTRAINT "device_lookups_note_check" CHECK ((length(note) <= 300)),
  CONSTRAINT "device_lookups_pkey" PRIMARY KEY (id)
);

ALTER TABLE "private"."device_lookups"
  ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."device_places" (
  "order_id"   uuid                     NOT NULL,
  "place"      text,
  "left_place" text,
  "moved_by"   uuid,
  "moved_at"   timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT "device_places_check" CHECK (((left_place IS NULL) OR (place IS NULL))),
  CONSTRAINT "device_places_pkey" PRIMARY KEY (order_id),
  CONSTRAINT "device_places_place_check" CHECK (((length(place) >= 1) AND (length(place) <= 40)))
);

ALTER TABLE "public"."device_places"
  ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."device_places" FROM "anon";

CREATE OR REPLACE FUNCTION private.device_key (
  p_imei text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
  select case when length(k) between 6 and 40 and k ~ '[0-9]' and k !~ '^(.)\1*$'
    and position(k in '012345678901234567890123456789') = 0
    and k !~ '^(SIN|NO|NN|NA|ND|SD|SN|EQUIPO|IMEI|SERIE|DESCONOC|ILEGIBLE|PENDIENTE)[A-Z]*[0-9]{0,3}$' then k end
  from (select upper(regexp_replace(coalesce(p_imei, ''), '[^A-Za-z0-9]', '', 'g'))) as written (k)
$function$;

CREATE OR REPLACE FUNCTION private.follow_place()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if new.status = 'delivered' then
    update public.device_places p set left_place = p.place, place = null
    where p.order_id = new.id and p.place is not null;
  elsif current_setting('taller.undone_order', true) = new.id::text then
    update public.device_places p set place = p.left_place, left_place = null
    where p.order_id = new.id and p.left_place is not null;
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.forget_device()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  delete from private.device_lookups l where l.device = private.device_key(old.imei)
    and not exists (select from public.service_orders o
      where o.imei is not null and private.device_key(o.imei) = l.device);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.guard_place()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  o public.service_orders;
begin
  select * into o from public.service_orders s where s.id = new.order_id for share;
  if o.status = 'delivered' and new.place is not null then
    raise exception 'La orden % ya se entregó: su equipo no está en la tienda. Quítala de la lista.',
      private.format_order_number(o.order_number) using errcode = '23514';
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.record_place()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  before constant text := case when tg_op = 'UPDATE' then old.place end;
begin
  if new.place is distinct from before
    and not (tg_op = 'UPDATE' and new.left_place is distinct from old.left_place) then
    perform private.add_order_event(o, 'moved', jsonb_build_object('place', jsonb_build_array(before, new.place)))
    from public.service_orders o where o.id = new.order_id;
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.device_passport (
  p_imei text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_device constant text := private.device_key(p_imei);
begin
  perform private.require('people.see');
  return (
    with of_device as materialized (
      select o.* from public.service_orders o where o.imei is not null and private.device_key(o.imei) = v_device
    ), newest as (
      select * from of_device order by created_at desc, id desc limit 50
    )
    select jsonb_build_object(
      'orders', (select coalesce(jsonb_agg(jsonb_build_object('id', o.id, 'order_number', o.order_number,
          'created_at', o.created_at, 'status', o.status, 'customer_name', o.customer_name,
          'equipment_type', o.equipment_type, 'equipment_brand', o.equipment_brand,
          'equipment_model', o.equipment_model, 'imei', o.imei, 'work_description', left(o.work_description, 300),
          'technical_work', left(o.technical_work, 300), 'delivered_at', o.delivered_at,
          -- Why a fault that was seen is still there; null where nothing says so.
          'unrepaired', case when o.unrepaired_reason is not null then left(o.unrepaired_reason, 300)
            when o.status = 'rejected' then 'Presupuesto rechazado'
            when o.status = 'cancelled' then left(coalesce(o.cancellation_reason, 'Orden cancelada'), 300) end,
          'declined', (select coalesce(jsonb_agg(l.value ->> 'description' order by l.place), '[]')
            from jsonb_array_elements(o.quote_lines) with ordinality as l (value, place)
            where o.approved_at is not null and (l.value ->> 'optional')::boolean
              and not (l.value ->> 'chosen')::boolean),
          'warranty_end', case when o.status = 'delivered' and private.has_warranty(o)
            then (select e.warranty_end from private.warranty_ends(o.order_number) as e) end,
          'place', (select p.place from public.device_places p where p.order_id = o.id))
          order by o.created_at desc, o.id desc), '[]') from newest o),
      'total', (select count(*) from of_device),
      'owners', (select coalesce(jsonb_agg(to_jsonb(w) order by w.last_at desc), '[]') from (
          select (array_agg(o.id order by o.created_at desc))[1] as order_id,
            (array_agg(o.customer_name order by o.created_at desc))[1] as customer_name, o.customer_rut,
            count(*) as orders, min(o.created_at) as first_at, max(o.created_at) as last_at
          from of_device o
          -- Under a RUT of repeated digits each order is a person of its own.
          group by o.customer_rut, case when private.is_repeated_rut(o.customer_rut) then o.id end
          order by max(o.created_at) desc limit 50) as w),
      'parts', (select coalesce(jsonb_agg(to_jsonb(f) order by f.fitted_at desc, f.id), '[]') from (
          select p.id, p.order_id, o.order_number, p.description, p.quantity, s.made_at as fitted_at
          from of_device o join private.requested_parts p on p.order_id = o.id
          cross join lateral (select max(k.made_at) as made_at from private.part_steps k
            where k.part_id = p.id and k.became = 'fitted') as s
          where p.state = 'fitted' order by s.made_at desc limit 50) as f),
      'photos', (select coalesce(jsonb_agg(to_jsonb(f) order by f.created_at desc, f.id), '[]') from (
          select p.id, p.order_id, o.order_number, p.moment, p.created_at, p.checked_at, p.width, p.height
          from of_device o join public.order_photos p on p.order_id = o.id
          where p.checked_at is not null order by p.created_at desc limit 50) as f),
      'lookups', (select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'answer', l.answer, 'note', l.note,
          'made_at', l.made_at, 'made_by', n.full_name) order by l.made_at desc, l.id), '[]')
        from private.device_lookups l left join public.staff_names n on n.id = l.made_by where l.device = v_device))
  );
end
$function$;

REVOKE ALL ON FUNCTION "public"."device_passport"(text) FROM PUBLIC, "anon", "service_role";

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

CREATE OR REPLACE FUNCTION public.move_devices (
  p_request_id uuid,
  p_orders     uuid[],
  p_place      text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  ids constant uuid[] := array(select distinct i.id from unnest(p_orders) as i (id) where i.id is not null order by 1);
begin
  perform private.require('orders.change');
  if cardinality(ids) not between 1 and 50 then
    raise exception 'Elige entre 1 y 50 equipos.' using errcode = '22023';
  end if;
  if not private.claim_request(p_request_id, 'move_devices', jsonb_build_array(to_jsonb(ids), p_place),
    'los equipos se movieron') then
    return;
  end if;
  if p_place is not null and not exists (select from public.setting_sections s
    where s.section = 'desk' and s.value -> 'places' ? p_place) then
    raise exception 'Esa ubicación ya no está en Ajustes. Elige otra.' using errcode = '23514';
  end if;
  -- In one order for everybody.
  perform from public.service_orders o where o.id = any (ids) order by o.id for no key update;
  if (select count(*) from public.service_orders o where o.id = any (ids)) < cardinality(ids) then
    raise exception 'Una de las órdenes ya no existe: alguien la eliminó. Quítala de la lista.' using errcode = 'P0002';
  end if;
  insert into public.device_places as p (order_id, place, moved_by)
  select i.id, p_place, (select auth.uid()) from unnest(ids) as i (id)
  where p_place is not null or exists (select from public.device_places k where k.order_id = i.id)
  on conflict (order_id) do update
  set place = excluded.place, left_place = null, moved_by = excluded.moved_by, moved_at = now()
  where p.place is distinct from excluded.place;
end
$function$;

REVOKE ALL ON FUNCTION "public"."move_devices"(uuid, uuid[], text) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.note_device_lookup (
  p_id     uuid,
  p_imei   text,
  p_answer text,
  p_note   text DEFAULT ''::text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_device constant text := private.device_key(p_imei);
  v_note constant text := coalesce(private.written(private.without_controls(p_note, false)), '');
  newest public.service_orders;
begin
  perform private.require('orders.change');
  if p_id is null or p_answer is null or p_answer not in ('clear', 'listed', 'unknown') then
    raise exception 'Di qué respondió la consulta.' using errcode = '22023';
  end if;
  if length(v_note) > 300 then
    raise exception 'La nota puede tener hasta 300 letras.' using errcode = '23514';
  end if;
  if not private.claim_request(p_id, 'note_device_lookup', jsonb_build_array(v_device, p_answer, v_note),
    'la consulta quedó anotada') then
    return;
  end if;
  select * into newest from public.service_orders o where o.imei is not null and private.device_key(o.imei) = v_device
  order by o.created_at desc, o.id limit 1 for share;
  if not found then
    raise exception 'Ninguna orden tiene ya este IMEI o número de serie. Revisa si alguien lo corrigió.'
      using errcode = 'P0002';
  end if;
  if (select count(*) from private.device_lookups l where l.device = v_device) >= 50 then
    raise exception 'Este equipo ya tiene 50 consultas anotadas.' using errcode = '23514';
  end if;
  insert into private.device_lookups (id, device, answer, note, made_by)
  values (p_id, v_device, p_answer, v_note, (select auth.uid()));
  perform private.add_order_event(newest, 'device_checked', jsonb_build_object('lookup',
    jsonb_build_array(null, case p_answer when 'clear' then 'No figura' when 'listed' then 'Figura como robado'
      else 'Sin respuesta' end)));
end
$function$;

REVOKE ALL ON FUNCTION "public"."note_device_lookup"(uuid, text, text, text) FROM PUBLIC, "anon", "service_role";

ALTER TABLE "private"."device_lookups"
  ADD CONSTRAINT "device_lookups_made_by_fkey" FOREIGN KEY (made_by) REFERENCES public.staff_names(id);

ALTER TABLE "public"."device_places"
  ADD CONSTRAINT "device_places_moved_by_fkey" FOREIGN KEY (moved_by) REFERENCES public.profiles(id) ON DELETE SET NULL;

ALTER TABLE "public"."device_places"
  ADD CONSTRAINT "device_places_order_id_fkey" FOREIGN KEY (order_id) REFERENCES public.service_orders(id) ON DELETE CASCADE;

ALTER TABLE "public"."order_events"
  ADD CONSTRAINT "order_events_kind_check"
    CHECK
    ((kind = ANY (ARRAY['created'::text, 'imported'::text, 'status'::text, 'edited'::text, 'deleted'::text, 'decision'::text, 'message'::text, 'code_viewed'::text,
    'code_added'::text,
    'code_replaced'::text,
    'code_removed'::text,
    'code_erased'::text,
    'anonymized'::text,
    'wait_started'::text, 'wait_changed'::text, 'wait_ended'::text, 'promised'::text, 'photo_added'::text, 'photo_removed'::text, 'moved'::text, 'device_checked'::text])));

CREATE INDEX device_lookups_device ON private.device_lookups USING btree (device, made_at DESC);

CREATE INDEX device_lookups_made_by ON private.device_lookups USING btree (made_by);

CREATE INDEX device_places_moved_by ON public.device_places USING btree (moved_by);

CREATE INDEX device_places_place ON public.device_places USING btree (place, moved_at DESC)
  WHERE (place IS NOT NULL);

CREATE TRIGGER as_readable
  BEFORE INSERT OR UPDATE ON public.device_places
  FOR EACH ROW
  EXECUTE FUNCTION private.as_readable();

CREATE TRIGGER guard_place
  BEFORE INSERT OR UPDATE ON public.device_places
  FOR EACH ROW
  EXECUTE FUNCTION private.guard_place();

CREATE TRIGGER record_place
  AFTER INSERT OR UPDATE ON public.device_places
  FOR EACH ROW
  EXECUTE FUNCTION private.record_place();

CREATE TRIGGER forget_corrected_device
  AFTER UPDATE ON public.service_orders
  FOR EACH ROW
  WHEN (((old.imei IS NOT NULL) AND (new.imei IS DISTINCT FROM old.imei)))
  EXECUTE FUNCTION private.forget_device();

CREATE TRIGGER forget_deleted_device
  AFTER DELETE ON public.service_orders
  FOR EACH ROW
  WHEN ((old.imei IS NOT NULL))
  EXECUTE FUNCTION private.forget_device();

CREATE TRIGGER place_follows_status
  AFTER UPDATE ON public.service_orders
  FOR EACH ROW
  WHEN (((new.status IS DISTINCT FROM old.status) AND (('delivered'::text = old.status) OR ('delivered'::text = new.status))))
  EXECUTE FUNCTION private.follow_place();

CREATE POLICY "only sessions that count" ON "public"."device_places"
  AS RESTRICTIVE
  FOR ALL
  TO "authenticated"
  USING (( SELECT private.session_counts() AS session_counts));

CREATE POLICY "staff read" ON "public"."device_places"
  FOR SELECT
  TO "authenticated"
  USING (( SELECT private.may('desk'::text) AS may));

ALTER PUBLICATION "supabase_realtime" ADD TABLE "public"."device_places";

REVOKE ALL ON FUNCTION "private"."device_key"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."device_key"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."device_key"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."device_key"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."device_key"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."follow_place"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."follow_place"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."follow_place"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."forget_device"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."forget_device"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."forget_device"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."guard_place"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."guard_place"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."guard_place"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."record_place"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."record_place"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."record_place"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."device_passport"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."device_passport"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."device_passport"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."move_devices"(uuid, uuid[], text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."move_devices"(uuid, uuid[], text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."move_devices"(uuid, uuid[], text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."note_device_lookup"(uuid, text, text, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."note_device_lookup"(uuid, text, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."note_device_lookup"(uuid, text, text, text) TO "postgres";

REVOKE ALL ON TABLE "public"."device_places" FROM "authenticated";

GRANT SELECT ON TABLE "public"."device_places" TO "authenticated";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."device_places" TO "service_role";

CREATE INDEX service_orders_device ON public.service_orders USING btree (private.device_key(imei))
  WHERE (imei IS NOT NULL);

-- Without a new version: no form that is open meets a conflict.
ALTER TABLE "public"."setting_sections" DISABLE TRIGGER USER;
update public.setting_sections s set value = s.value
  || '{"places": ["Recepción", "Mesón de trabajo", "Estante de listos", "Laboratorio externo"]}'
where s.section = 'desk' and not s.value ? 'places';
ALTER TABLE "public"."setting_sections" ENABLE TRIGGER USER;
update public.setting_changes c set after = s.value
from public.setting_sections s
where s.section = 'desk' and c.section = s.section and c.version = 1
  and not exists (select from public.profiles);
