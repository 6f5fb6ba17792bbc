SET local check_function_bodies = off;

DROP VIEW "public"."public_order_status";

ALTER TABLE "public"."order_events"
  DROP CONSTRAINT "order_events_kind_check";

ALTER TABLE "public"."service_orders"
  ADD COLUMN "promised_at" timestamp WITH time zone;

CREATE OR REPLACE FUNCTION private.day_in_sentence (
  p_day   date,
  p_today date
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select extract(day from p_day) || ' de '
    || (array['enero', 'febrero', 'marzo', 'abril', 'mayo', 'junio', 'julio', 'agosto', 'septiembre', 'octubre',
      'noviembre', 'diciembre'])[extract(month from p_day)::integer]
    || case when extract(year from p_day) <> extract(year from p_today) then ' de ' || extract(year from p_day)
      else '' end
$function$;

CREATE OR REPLACE FUNCTION private.impersonal_changes (
  p_changes jsonb
)
  RETURNS jsonb
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(p_changes)
  where key in ('status', 'total_amount', 'advance_payment', 'final_payment', 'technician_id', 'warranty_days',
    'parts_warranty_days', 'warranty_of', 'not_warranty', 'warranty_outcome', 'promised_at', 'equipment_type',
    'equipment_brand', 'equipment_model')
$function$;

CREATE OR REPLACE FUNCTION private.import_columns()
  RETURNS text[]
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
  select array[
    'customer_name', 'customer_rut', 'customer_phone', 'second_phone', 'customer_address', 'equipment_type',
    'equipment_brand', 'equipment_model', 'imei', 'equipment_condition', 'work_description', 'technical_work', 'total_amount',
    'advance_payment', 'former_number',
    'id', 'created_at', 'updated_at', 'status', 'notes', 'warranty_days', 'password_type', 'device_password',
    'parts_warranty_days', 'promised_at'
  ]
$function$;

CREATE OR REPLACE FUNCTION private.is_taken_back (
  m public.whatsapp_messages
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select not m.is_urgent and coalesce((
    select case m.event
      when 'in_progress' then o.status = 'pending'
      when 'quoted' then o.status in ('pending', 'in_progress')
      when 'on_hold' then not o.on_hold
      when 'promise_changed' then o.status <> all (private.statuses_in('open'))
      when 'completed' then o.status not in ('completed', 'delivered') and o.status <> 'cancelled'
      when 'delivered' then o.status <> 'delivered'
      when 'cancelled' then o.status <> 'cancelled'
      else false
    end
    from public.service_orders o where o.id = m.order_id), false)
$function$;

CREATE OR REPLACE FUNCTION private.message_value (
  o       public.service_orders,
  p_event text,
  p_name  text
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select case p_name
    -- In the number, which every text has: the provider's templates stay as they are registered.
    when 'orden' then private.format_order_number(o.order_number)
      || case when o.warranty_repair then ' (en garantía)' else '' end
    when 'estado' then 'En Progreso'
    when 'trabajo' then private.message_text(o.technical_work)
    when 'respuesta' then case p_event when 'approved' then 'aprobado' else 'rechazado' end
    when 'total' then private.format_clp(coalesce(o.total_amount, 0))
    when 'enlace' then rtrim(private.shop_setting('site_url'), '/') || '/decision-presupuesto/' || private.quote_link(o.id)
    when 'espera' then private.message_text(private.public_wait(o.order_number))
    -- The provider refuses an empty one.
    when 'compromiso' then coalesce(private.promise_sentence(o.promised_at, (now() at time zone 'America/Santiago')::date),
      'Te avisaremos cuando esté lista')
    when 'motivo' then private.message_text(o.cancellation_reason)
    when 'garantia' then case
      when o.unrepaired_reason is not null then 'Lo entregamos sin reparar'
      when o.warranty_repair and not private.has_warranty(o) then
        case o.warranty_outcome when 'goodwill' then 'Reparación por cortesía' else 'Reparación en garantía' end
        || coalesce(', que sigue hasta el ' || private.warranty_until(o.warranty_of), '')
      else private.warranty_words(o.warranty_days, o.parts_warranty_days)
    end
    when 'cliente' then private.message_text(o.customer_name)
    when 'equipo' then private.message_text(concat_ws(' ', o.equipment_brand, o.equipment_model))
  end
$function$;

CREATE OR REPLACE FUNCTION private.message_variables (
  p_event text
)
  RETURNS text[]
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select case
    when p_event = 'created' then array['orden', 'compromiso', 'cliente', 'equipo']
    when p_event = 'completed' then array['orden', 'cliente', 'equipo']
    when p_event = 'in_progress' then array['orden', 'estado', 'cliente', 'equipo']
    when p_event = 'quoted' then array['orden', 'trabajo', 'total', 'enlace', 'cliente', 'equipo']
    when p_event = 'on_hold' then array['orden', 'espera', 'cliente', 'equipo']
    when p_event = 'promise_changed' then array['orden', 'compromiso', 'cliente', 'equipo']
    when p_event in ('approved', 'rejected') then array['orden', 'respuesta', 'total', 'cliente', 'equipo']
    when p_event = 'delivered' then array['orden', 'garantia', 'cliente', 'equipo']
    when p_event = 'cancelled' then array['orden', 'motivo', 'cliente', 'equipo']
  end
$function$;

CREATE OR REPLACE FUNCTION private.promise_change (
  before timestamp with time zone,
  after  timestamp with time zone
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select case when before is distinct from after then jsonb_build_object('promised_at', jsonb_build_array(before, after))
    else '{}' end
$function$;

CREATE OR REPLACE FUNCTION private.promise_sentence (
  p_at    timestamp with time zone,
  p_today date
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select 'Comprometida para el '
    || (array['domingo', 'lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado'])[
      extract(dow from w.clock)::integer + 1]
    || ' ' || private.day_in_sentence(w.clock::date, p_today) || ' a las ' || to_char(w.clock, 'HH24:MI')
  from (select p_at at time zone 'America/Santiago' as clock) as w
$function$;

CREATE OR REPLACE FUNCTION private.record_service_order()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  changes jsonb;
begin
  if tg_op = 'DELETE' then
    perform private.add_order_event(old, 'deleted',
      jsonb_build_object('customer_name', jsonb_build_array(old.customer_name, null)));
    return old;
  end if;
  if tg_op = 'INSERT' then
    if new.import_key is not null then
      perform private.add_order_event(new, 'imported', '{}');
    else
      perform private.add_order_event(new, 'created', private.promise_change(null, new.promised_at));
      perform private.queue_order_message(new, 'created');
    end if;
    return new;
  end if;

  changes := private.row_changes(to_jsonb(old), to_jsonb(new));
  if changes = '{}' then
    return new;
  end if;
  if current_setting('taller.undone_order', true) = new.id::text then
    perform private.add_order_event(new, 'status', changes);
  elsif new.status is distinct from old.status then
    if new.status in ('approved', 'rejected') then
      perform private.add_order_event(new, 'decision', changes);
      perform private.record_decision(new);
    else
      perform private.add_order_event(new, 'status', changes);
    end if;
    perform private.queue_order_message(new, new.status);
  else
    perform private.add_order_event(new, 'edited', changes);
    -- A quote that is open and changes is a new quote to the customer.
    if new.status = 'quoted'
      and (new.total_amount, new.technical_work) is distinct from (old.total_amount, old.technical_work) then
      perform private.queue_order_message(new, 'quoted');
    end if;
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.row_changes (
  before jsonb,
  after  jsonb
)
  RETURNS jsonb
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select coalesce(jsonb_object_agg(key, jsonb_build_array(before -> key, value)), '{}')
  from jsonb_each(after)
  where value is distinct from before -> key
    and key not in ('updated_at', 'version', 'device_password', 'device_code_stored', 'quote', 'import_key',
      'import_batch_id', 'approved_at', 'rejected_at', 'delivered_at', 'completed_at', 'quoted_at',
      'cancellation_reason', 'on_hold', 'warranty_repair', 'promised_at')
$function$;

CREATE OR REPLACE FUNCTION private.tell_promise (
  o public.service_orders
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if private.message_setting('promise_changed') -> 'enabled' = 'false' then
    raise exception 'El aviso de la fecha comprometida está apagado en Ajustes. Guarda sin avisar al cliente.'
      using errcode = '23514';
  end if;
  if o.promised_at is null then
    raise exception 'Sin fecha comprometida no hay qué avisar. Guarda sin avisar al cliente.' using errcode = '23514';
  end if;
  -- A paid message with the same words would tell nothing.
  if (select m.params = private.message_params(o, 'promise_changed') from public.whatsapp_messages m
      where m.order_id = o.id and m.event = 'promise_changed'
        and m.state in ('queued', 'sending', 'sent', 'delivered', 'read')
      order by m.occurrence desc limit 1) then
    raise exception 'El cliente ya tiene este mismo aviso. Guarda sin avisarle.' using errcode = '23514';
  end if;
  perform private.queue_order_message(o, 'promise_changed');
end
$function$;

CREATE OR REPLACE FUNCTION private.wait_sentence (
  p_text        text,
  p_reason      text,
  p_expected_on date,
  p_today       date
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select p_text || case when p_expected_on >= p_today and p_reason <> 'customer' then
    case p_reason when 'part' then ', llega' when 'lab' then ', vuelve' else ', hasta' end
    || ' cerca del ' || private.day_in_sentence(p_expected_on, p_today)
  else '' end
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
        'garantia_de_repuestos_dias', o.parts_warranty_days,
        'entregada_sin_reparar', o.unrepaired_reason, 'en_garantia_de_la_orden', o.warranty_of,
        'no_es_garantia', o.not_warranty, 'resultado_de_la_garantia', o.warranty_outcome,
        'motivo_del_resultado', o.warranty_reason, 'comprometida_para', o.promised_at,
        'esperas', (
          select coalesce(jsonb_agg(jsonb_build_object('texto', w.public_text, 'desde', w.started_at, 'hasta', w.ended_at,
            'fecha_esperada', w.expected_on) order by w.started_at), '[]')
          from public.order_waits w where w.order_id = o.id and w.public_text is not null),
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

CREATE OR REPLACE FUNCTION public.preview_messages (
  p_order_number integer DEFAULT NULL::integer
)
  RETURNS TABLE (
    event        text,
    template     text,
    language     text,
    enabled      boolean,
    body         text,
    params       text[],
    variables    text[],
    order_number integer
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.require('messages');
  return query
    select e.event, m.setting ->> 'template', s.value ->> 'language', coalesce((m.setting ->> 'enabled')::boolean, true),
      private.numbered_text(e.event, m.setting ->> 'text'), private.message_params(o, e.event),
      (select array_agg(u.name order by u.place) from private.used_variables(e.event, m.setting ->> 'text') as u),
      o.order_number
    from (
      select * from public.service_orders candidate
      where p_order_number is null or candidate.order_number = p_order_number
      order by candidate.created_at desc limit 1
    ) as newest
    join public.service_orders o on o.id = newest.id
    cross join public.setting_sections s
    cross join unnest(array['created', 'in_progress', 'quoted', 'approved', 'rejected', 'on_hold',
      'promise_changed', 'completed', 'delivered', 'cancelled']) with ordinality as e (event, place)
    cross join lateral (select s.value -> e.event as setting) as m
    where s.section = 'messages'
    order by e.place;
end
$function$;

CREATE OR REPLACE FUNCTION public.set_promise (
  p_request_id  uuid,
  p_order_id    uuid,
  p_promised_at timestamp with time zone,
  p_reason      text                     DEFAULT ''::text,
  p_known       timestamp with time zone DEFAULT NULL::timestamp WITH time zone,
  p_tell        boolean                  DEFAULT false
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  promised constant timestamptz := date_trunc('minute', p_promised_at);
  v_reason constant text := coalesce(private.written(p_reason), '');
  known public.service_orders;
begin
  perform private.require('orders.change');
  if not private.claim_request(p_request_id, 'set_promise', jsonb_build_array(p_order_id, promised, v_reason, p_tell),
    'la fecha comprometida quedó anotada') then
    return;
  end if;
  select * into known from public.service_orders o where o.id = p_order_id for update;
  if not found then
    raise exception 'La orden no existe.' using errcode = 'P0002';
  end if;
  if known.status <> all (private.statuses_in('open')) then
    raise exception 'A esta orden ya no le queda trabajo: la fecha comprometida queda como está.' using errcode = '23514';
  end if;
  if known.promised_at is distinct from p_known then
    raise exception 'Otra persona cambió la fecha comprometida mientras tanto. Revisa en cuál quedó.'
      using errcode = '23514';
  end if;
  if length(v_reason) > 500 then
    raise exception 'El motivo puede tener hasta 500 letras.' using errcode = '23514';
  end if;
  if promised is distinct from known.promised_at then
    if known.promised_at is not null and v_reason = '' then
      raise exception 'Escribe por qué cambia la fecha comprometida.' using errcode = '23514';
    end if;
    update public.service_orders o set promised_at = promised where o.id = p_order_id returning * into known;
    perform private.add_order_event(known, 'promised', private.promise_change(p_known, promised)
      || case when v_reason = '' then '{}' else jsonb_build_object('reason', jsonb_build_array(null, v_reason)) end);
    -- What a customer has not been sent yet is no longer true.
    update public.whatsapp_messages m set state = 'discarded', error_code = 'taken_back'
    where m.order_id = p_order_id and m.event = 'promise_changed' and m.state = 'queued';
  end if;
  if p_tell then
    perform private.tell_promise(known);
  end if;
end
$function$;

REVOKE ALL ON FUNCTION "public"."set_promise"(uuid, uuid, timestamp WITH time zone, text, timestamp WITH time zone, boolean) FROM PUBLIC, "anon", "service_role";

ALTER TABLE "public"."order_events"
  ADD CONSTRAINT "order_events_kind_check"
    CHECK
    ((kind = ANY (ARRAY['created'::text, 'imported'::text, 'status'::text, 'edited'::text, 'deleted'::text, 'decision'::text, 'message'::text, 'code_viewed'::text,
    'code_added'::text,
    'code_replaced'::text, 'code_removed'::text, 'code_erased'::text, 'anonymized'::text, 'wait_started'::text, 'wait_changed'::text, 'wait_ended'::text, 'promised'::text])));

CREATE VIEW "public"."public_order_status" AS  SELECT order_number,
    min(status) AS status,
    min(private.public_wait(order_number)) AS wait,
    bool_or((unrepaired_reason IS NOT NULL)) AS unrepaired,
    min(promised_at) FILTER (WHERE (status = ANY (ARRAY['pending'::text, 'in_progress'::text, 'quoted'::text, 'approved'::text]))) AS promised_at
   FROM public.service_orders o
  WHERE private.is_only_order(order_number)
  GROUP BY order_number;

CREATE INDEX service_orders_promised ON public.service_orders USING btree (promised_at)
  WHERE ((promised_at IS NOT NULL) AND (status = ANY (ARRAY['pending'::text, 'in_progress'::text, 'quoted'::text, 'approved'::text])));

CREATE TRIGGER refuse_write
  INSTEAD OF INSERT OR DELETE OR UPDATE ON public.public_order_status
  FOR EACH ROW
  EXECUTE FUNCTION private.refuse_write();

CREATE TRIGGER check_promised_time
  BEFORE INSERT OR UPDATE OF promised_at ON public.service_orders
  FOR EACH ROW
  WHEN ((new.promised_at IS NOT NULL))
  EXECUTE FUNCTION private.check_times('promised_at');

REVOKE ALL ON FUNCTION "private"."day_in_sentence"(date, date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."day_in_sentence"(date, date) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."day_in_sentence"(date, date) TO "postgres";

REVOKE ALL ON FUNCTION "private"."promise_change"(timestamp WITH time zone, timestamp WITH time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."promise_change"(timestamp WITH time zone, timestamp WITH time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."promise_change"(timestamp WITH time zone, timestamp WITH time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."promise_sentence"(timestamp WITH time zone, date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."promise_sentence"(timestamp WITH time zone, date) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."promise_sentence"(timestamp WITH time zone, date) TO "postgres";

REVOKE ALL ON FUNCTION "private"."tell_promise"(public.service_orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."tell_promise"(public.service_orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."tell_promise"(public.service_orders) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."set_promise"(uuid, uuid, timestamp WITH time zone, text, timestamp WITH time zone, boolean) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."set_promise"(uuid, uuid, timestamp WITH time zone, text, timestamp WITH time zone, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."set_promise"(uuid, uuid, timestamp WITH time zone, text, timestamp WITH time zone, boolean) TO "postgres";

REVOKE ALL ("promised_at") ON TABLE "public"."service_orders" FROM "authenticated";

GRANT INSERT ("promised_at") ON TABLE "public"."service_orders" TO "authenticated";

REVOKE ALL ON TABLE "public"."public_order_status" FROM "anon";

GRANT SELECT ON TABLE "public"."public_order_status" TO "anon";

REVOKE ALL ON TABLE "public"."public_order_status" FROM "authenticated";

GRANT SELECT ON TABLE "public"."public_order_status" TO "authenticated";

REVOKE ALL ON TABLE "public"."public_order_status" FROM "service_role";

GRANT SELECT ON TABLE "public"."public_order_status" TO "service_role";
-- The message about a promise, for every shop. Without a new version: no form that is open meets a conflict. It is off
-- where its template cannot be registered yet.
ALTER TABLE "public"."setting_sections" DISABLE TRIGGER USER;
update public.setting_sections s set value = s.value || jsonb_build_object('promise_changed', $value${"enabled":true,"template":"order_promise_changed","text":"La fecha de tu orden {{orden}} en {{tienda}} cambió. {{compromiso}}. Mira en qué va en {{sitio}} con tu número de orden."}$value$::jsonb
  || jsonb_build_object('enabled', not exists (select from public.profiles)))
where s.section = 'messages' and not s.value ? 'promise_changed';
ALTER TABLE "public"."setting_sections" ENABLE TRIGGER USER;
update public.setting_changes c set after = s.value
from public.setting_sections s
where s.section = 'messages' and c.section = s.section and c.version = 1 and not exists (select from public.profiles);
