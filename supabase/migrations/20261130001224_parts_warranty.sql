SET local check_function_bodies = off;

DROP FUNCTION "public"."find_warranties"(text, text, text, timestamp WITH time zone);

ALTER TABLE "public"."service_orders"
  ADD COLUMN "parts_warranty_days" integer;

CREATE OR REPLACE FUNCTION private.check_warranty_repair (
  new public.service_orders,
  was public.service_orders
)
  RETURNS public.service_orders
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  if new.warranty_repair then
    if was.warranty_repair is false and new.total_amount is not distinct from was.total_amount then
      new.total_amount := 0;
      new.quote := 0;
    end if;
    if new.total_amount > 0 then
      raise exception 'Una reparación en garantía no se cobra. Si la garantía no lo cubre, anota antes ese resultado.'
        using errcode = '23514';
    end if;
    if new.status = 'quoted' then
      raise exception '%', case
        when was.status = 'quoted'
          then 'La orden tiene un presupuesto enviado: vuelve antes la orden a Pendiente, y anota después la garantía.'
        else 'Una reparación en garantía no lleva presupuesto. Si la garantía no lo cubre, anota antes ese resultado.'
        end using errcode = '23514';
    end if;
  end if;
  if new.warranty_of is not null and new.warranty_outcome is null and new.unrepaired_reason is null
    and new.status = 'delivered' then
    raise exception 'Anota cómo terminó la garantía: cubierta, no cubierta o por cortesía.' using errcode = '23514';
  end if;
  if was.status = 'delivered'
    and (new.status, new.warranty_days, new.parts_warranty_days)
      is distinct from (was.status, was.warranty_days, was.parts_warranty_days) then
    perform private.keep_warranty(new);
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.fill_warranty_days()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  kind constant text := case new.equipment_type when 'other' then 'others' else new.equipment_type end;
begin
  if new.warranty_of is not null and (new.warranty_outcome is distinct from 'not_covered'
    or coalesce(private.settle_amount(new.quote, old.quote, new.total_amount, old.total_amount), 0) = 0) then
    new.warranty_days := 0;
    return new;
  end if;
  select (s.value -> 'warranty' ->> kind)::integer,
    coalesce(new.parts_warranty_days, (s.value -> 'partsWarranty' ->> kind)::integer)
    into new.warranty_days, new.parts_warranty_days
  from public.setting_sections s where s.section = 'desk';
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.find_warranty_returns()
  RETURNS TABLE (
    order_id uuid
  )
  LANGUAGE sql
  STABLE
  AS $function$
  select o.id
  from public.service_orders o
  where o.delivered_at is not null and o.warranty_days is not null
    and exists (
      select from public.service_orders b
      where b.customer_rut = o.customer_rut and b.equipment_type = o.equipment_type
        and b.created_at > greatest(o.created_at, o.delivered_at) and b.warranty_of is null and not b.not_warranty
        and b.created_at <= o.delivered_at + make_interval(days => greatest(o.warranty_days, o.parts_warranty_days))
        and case when o.imei is not null and b.imei is not null then b.imei = o.imei
          else lower(b.equipment_brand || ' ' || b.equipment_model) = lower(o.equipment_brand || ' ' || o.equipment_model) end
    )
  union
  select o.id
  from public.service_orders b join public.service_orders o on o.order_number = b.warranty_of
  where b.warranty_outcome is distinct from 'not_covered' and b.status <> 'cancelled'
$function$;

CREATE OR REPLACE FUNCTION private.follow_warranty_returns()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  changed private.visit[];
begin
  case tg_op
    when 'INSERT' then
      select array_agg((n.id, n.customer_rut, n.equipment_type, n.created_at, n.warranty_of)::private.visit) into changed
        from new_orders n;
    when 'DELETE' then
      select array_agg((o.id, o.customer_rut, o.equipment_type, o.created_at, o.warranty_of)::private.visit) into changed
        from old_orders o;
    when 'UPDATE' then
      select array_agg(v.visit) into changed
      from old_orders o
      join new_orders n on n.id = o.id
      cross join lateral (values
        ((o.id, o.customer_rut, o.equipment_type, o.created_at, o.warranty_of)::private.visit),
        ((n.id, n.customer_rut, n.equipment_type, n.created_at, n.warranty_of)::private.visit)) as v (visit)
      where n.anonymized_at is not distinct from o.anonymized_at
        and (o.customer_rut, o.equipment_type, o.equipment_brand, o.equipment_model, o.imei, o.created_at,
          o.delivered_at, o.warranty_days, o.parts_warranty_days, o.warranty_of, o.not_warranty, o.warranty_outcome,
          o.status = 'cancelled')
        is distinct from
        (n.customer_rut, n.equipment_type, n.equipment_brand, n.equipment_model, n.imei, n.created_at, n.delivered_at,
          n.warranty_days, n.parts_warranty_days, n.warranty_of, n.not_warranty, n.warranty_outcome,
          n.status = 'cancelled');
  end case;
  if changed is not null then
    perform private.settle_warranty_returns(changed);
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.guard_service_order()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  by_api boolean := private.is_api_caller();
  is_desk boolean;
  given_reason text;
begin
  -- A wait that begins or ends changes nothing of what a form has read of the order: its version stays.
  if tg_op = 'UPDATE' and new.on_hold <> old.on_hold
    and to_jsonb(new) - 'on_hold' = to_jsonb(old) - 'on_hold' then
    return new;
  end if;
  new.customer_rut := private.normalize_rut(new.customer_rut);
  new.customer_name := trim(new.customer_name);
  new.customer_phone := trim(new.customer_phone);
  new.imei := nullif(trim(new.imei), '');

  if tg_op = 'INSERT' then
    if by_api then
      new := private.guard_new_order(new);
    end if;
    new.quote := coalesce(nullif(new.quote, 0), new.total_amount, 0);
    new.total_amount := case when new.import_key is null then new.quote else new.total_amount end;
    return new;
  end if;

  new.total_amount := private.settle_amount(new.quote, old.quote, new.total_amount, old.total_amount);
  new.quote := coalesce(new.total_amount, 0);

  if by_api then
    is_desk := private.may('order-form');
    if not is_desk and (private.edits_desk_columns(new, old)
      or (new.technician_id is distinct from old.technician_id
        and new.technician_id is distinct from (select auth.uid()) and new.technician_id is not null)) then
      raise exception 'Solo administración y recepción editan los datos de la orden.' using errcode = '42501';
    end if;
    if new.status = old.status and not is_desk and (new.warranty_days, new.parts_warranty_days)
      is distinct from (old.warranty_days, old.parts_warranty_days) then
      raise exception 'La garantía se fija al entregar la orden.' using errcode = '42501';
    end if;
    -- Stamps are the server's, whatever was sent.
    new.approved_at := old.approved_at;
    new.rejected_at := old.rejected_at;
    new.delivered_at := old.delivered_at;
    new.completed_at := old.completed_at;
    new.updated_at := now();
    -- A reason comes with its cancellation and ends with it.
    given_reason := new.cancellation_reason;
    new.cancellation_reason := case when new.status = old.status then old.cancellation_reason end;
    new.unrepaired_reason := case
      when new.status = old.status then old.unrepaired_reason
      else nullif(btrim(new.unrepaired_reason, E' \t\r\n'), '')
    end;
    if new.status is distinct from old.status then
      if new.status = 'cancelled' then
        new.cancellation_reason := given_reason;
      end if;
      new := private.change_status(new, old);
    end if;
  elsif new.updated_at is not distinct from old.updated_at then
    new.updated_at := now();
  end if;

  if new.status is distinct from old.status then
    new := private.stamp_status(new, old);
  end if;
  if new.anonymized_at is not null then
    new.cancellation_reason := null;
  end if;
  if new.status <> 'delivered' then
    new.unrepaired_reason := null;
  end if;
  new.version := old.version + 1;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.hand_back (
  new public.service_orders,
  old public.service_orders
)
  RETURNS public.service_orders
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  new.parts_warranty_days := null;
  if old.status not in ('rejected', 'cancelled') then
    new.warranty_days := 0;
  elsif new.total_amount is not distinct from old.total_amount then
    new.total_amount := 0;
    new.quote := 0;
  end if;
  new.unrepaired_reason := coalesce(new.unrepaired_reason, old.cancellation_reason,
    case old.status when 'rejected' then 'El cliente rechazó el presupuesto.' else 'La orden fue cancelada.' end);
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.has_warranty (
  o public.service_orders
)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select greatest(o.warranty_days, o.parts_warranty_days, 0) > 0
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
    'parts_warranty_days', 'warranty_of', 'not_warranty', 'warranty_outcome', 'equipment_type', 'equipment_brand', 'equipment_model')
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
    'parts_warranty_days'
  ]
$function$;

CREATE OR REPLACE FUNCTION private.keep_warranty (
  o public.service_orders
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  came_back integer := (
    select min(r.order_number) from public.service_orders r where r.warranty_of = o.order_number);
begin
  if came_back is not null and (o.status <> 'delivered' or not private.has_warranty(o)) then
    raise exception 'La orden tiene una reparación en garantía, la %: sigue el trabajo en esa.',
      private.format_order_number(came_back) using errcode = '23514';
  end if;
end
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

CREATE OR REPLACE FUNCTION private.moved_end (
  p_number  integer,
  p_days    integer,
  p_without uuid    DEFAULT NULL::uuid
)
  RETURNS date
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select private.shop_day(o.delivered_at) + p_days + coalesce((
    select sum(s.days) from (
      select w.days, w.begins - coalesce(sum(w.days) over earlier, 0)::integer as begins
      from private.warranty_stays(p_number, p_without) as w
      window earlier as (order by w.begins rows between unbounded preceding and 1 preceding)
    ) as s where s.begins <= private.shop_day(o.delivered_at) + p_days), 0)::integer
  from public.service_orders o
  where o.order_number = p_number and o.status = 'delivered' and o.delivered_at is not null and p_days > 0
$function$;

CREATE OR REPLACE FUNCTION private.settle_warranty_returns (
  p_changed private.visit[]
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  touched uuid[];
begin
  -- One customer's orders are settled one after the other: two at the same time would not see each other. Sorted, so
  -- that two never wait
  -- for one another.
  perform pg_advisory_xact_lock(hashtextextended('private.settle_warranty_returns' || c.customer_rut, 0))
  from (
    select v.customer_rut from unnest(p_changed) v
    union select o.customer_rut from unnest(p_changed) v join public.service_orders o on o.order_number = v.warranty_of
    order by 1
  ) c;
  select array_agg(distinct o.id) into touched
  from unnest(p_changed) v
  join public.service_orders o on o.customer_rut = v.customer_rut
    and (o.id = v.id or o.equipment_type = v.equipment_type
    and o.delivered_at < v.created_at
    and o.delivered_at + make_interval(days => greatest(o.warranty_days, o.parts_warranty_days)) >= v.created_at);
  -- A phone can be what makes two orders one customer's.
  touched := touched || array(
    select o.id from unnest(p_changed) v join public.service_orders o on o.order_number = v.warranty_of);
  delete from private.warranty_returns w
  where w.order_id = any (touched) and not exists (select from private.find_warranty_returns() r
    where r.order_id = w.order_id);
  insert into private.warranty_returns
  select r.order_id from private.find_warranty_returns() r where r.order_id = any (touched)
  on conflict do nothing;
end
$function$;

CREATE OR REPLACE FUNCTION private.technician_columns()
  RETURNS text[]
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select array[
    'status', 'technical_work', 'quote', 'total_amount', 'technician_id', 'notes', 'cancellation_reason',
    'unrepaired_reason', 'warranty_days', 'warranty_outcome', 'warranty_reason', 'final_payment', 'updated_at',
    'approved_at', 'rejected_at', 'delivered_at', 'completed_at', 'parts_warranty_days'
  ]
$function$;

CREATE OR REPLACE FUNCTION private.warranty_end (
  p_number  integer,
  p_without uuid    DEFAULT NULL::uuid
)
  RETURNS date
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select e.warranty_end from private.warranty_ends(p_number, p_without) as e
$function$;

CREATE OR REPLACE FUNCTION private.warranty_ends (
  p_number  integer,
  p_without uuid    DEFAULT NULL::uuid
)
  RETURNS TABLE (
    work_end     date,
    parts_end    date,
    warranty_end date
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select e.work, e.parts, greatest(e.work, e.parts)
  from public.service_orders o cross join lateral (
    select private.moved_end(p_number, o.warranty_days, p_without) as work,
      private.moved_end(p_number, coalesce(o.parts_warranty_days, o.warranty_days), p_without) as parts
  ) as e
  where o.order_number = p_number
$function$;

CREATE OR REPLACE FUNCTION private.warranty_stays (
  p_number  integer,
  p_without uuid    DEFAULT NULL::uuid
)
  RETURNS TABLE (
    begins date,
    days   integer
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select lower(stay), upper(stay) - lower(stay) from (
    select unnest(range_agg(daterange(private.shop_day(r.created_at),
      greatest(private.shop_day(r.created_at), private.shop_day(coalesce(r.delivered_at, now())))))) as stay
    from public.service_orders r
    where r.warranty_of = p_number and r.status <> 'cancelled' and r.id is distinct from p_without
  ) as stays
$function$;

CREATE OR REPLACE FUNCTION private.warranty_until (
  p_number integer
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select string_agg(to_char(t.last_day, 'DD-MM-YYYY') || t.covers, ' y hasta el ' order by t.place)
  from private.warranty_ends(p_number) as e
  cross join lateral (values
    (1, e.work_end, case when e.parts_end = e.work_end then '' else ' por el trabajo' end),
    (2, nullif(e.parts_end, e.work_end), ' por los repuestos')) as t (place, last_day, covers)
  where t.last_day >= private.shop_day(now())
$function$;

CREATE OR REPLACE FUNCTION private.warranty_words (
  p_days       integer,
  p_parts_days integer
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select coalesce('Garantía de ' || string_agg(
    case t.days when 1 then '1 día' else t.days || ' días' end || case when t.is_all then '' else t.covers end,
    ' y ' order by t.place), 'Sin garantía')
  from (
    select 1 as place, p_days as days, ' por el trabajo' as covers, coalesce(p_parts_days = p_days, true) as is_all
    union all
    select 2, p_parts_days, ' por los repuestos', false where p_parts_days is distinct from p_days
  ) as t
  where t.days > 0
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
        'motivo_del_resultado', o.warranty_reason,
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

CREATE OR REPLACE FUNCTION public.find_warranties (
  p_rut   text                     DEFAULT NULL::text,
  p_phone text                     DEFAULT NULL::text,
  p_imei  text                     DEFAULT NULL::text,
  p_at    timestamp with time zone DEFAULT NULL::timestamp WITH time zone
)
  RETURNS TABLE (
    id              uuid,
    order_number    integer,
    customer_name   text,
    equipment_type  text,
    equipment_brand text,
    equipment_model text,
    imei            text,
    technical_work  text,
    technician_id   uuid,
    technician_name text,
    delivered_at    timestamp with time zone,
    warranty_end    date,
    returns         integer,
    same_customer   boolean,
    work_end        date,
    parts_end       date
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_at constant timestamptz := coalesce(p_at, now());
  v_rut constant text := private.normalize_rut(p_rut);
  v_phone constant text := private.personal_phone_key(p_phone);
begin
  perform private.require('people.see');
  return query
    -- Each by its own index.
    with known as (
      select o.id, true as is_same, false as is_device from public.service_orders o
      where o.customer_rut = v_rut and not private.is_repeated_rut(v_rut)
      union all
      select o.id, true, false from public.service_orders o where private.phone_key(o.customer_phone) = v_phone
      union all
      select o.id, true, false from public.service_orders o
      where o.second_phone is not null and private.phone_key(o.second_phone) = v_phone
      union all
      select o.id, false, true from public.service_orders o
      where o.imei = nullif(btrim(private.plain_marks(p_imei)), '')
    )
    select o.id, o.order_number, o.customer_name, o.equipment_type, o.equipment_brand, o.equipment_model, o.imei,
      left(o.technical_work, 300), case when private.person_may(o.technician_id, 'orders.do-repair') then t.id end,
      t.full_name, o.delivered_at, e.warranty_end,
      (select count(*)::integer from public.service_orders r
        where r.warranty_of = o.order_number and r.status <> 'cancelled'), f.is_same, e.work_end, e.parts_end
    from (
      select d.id, bool_or(d.is_same) as is_same, bool_or(d.is_device) as is_device from known d group by d.id) as f
    join public.service_orders o on o.id = f.id
    left join public.staff_names t on t.id = o.technician_id
    cross join lateral private.warranty_ends(o.order_number) as e
    where o.status = 'delivered' and private.has_warranty(o) and o.anonymized_at is null
      and o.delivered_at <= v_at
      and (o.delivered_at > v_at - make_interval(days => greatest(o.warranty_days, o.parts_warranty_days) + 1)
        or exists (select from public.service_orders r where r.warranty_of = o.order_number))
      and e.warranty_end >= private.shop_day(v_at)
    order by f.is_device desc, e.warranty_end desc, o.order_number desc limit 5;
end
$function$;

REVOKE ALL ON FUNCTION "public"."find_warranties"(text, text, text, timestamp WITH time zone) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.order_warranty (
  p_order_id uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select jsonb_build_object(
    'stays', (select coalesce(jsonb_agg(s order by s.begins), '[]') from private.warranty_stays(o.order_number) as s),
    'suspended_since', private.suspended_since(o.order_number),
    'original', (
      select jsonb_build_object('id', w.id, 'order_number', w.order_number, 'technical_work', w.technical_work,
        'technician_name', t.full_name, 'delivered_at', w.delivered_at,
        'suspended_since', private.suspended_since(w.order_number)) || to_jsonb(e)
      from public.service_orders w left join public.staff_names t on t.id = w.technician_id
      cross join lateral private.warranty_ends(w.order_number) as e
      where w.order_number = o.warranty_of),
    'returns', (
      select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'order_number', r.order_number,
        'created_at', r.created_at, 'status', r.status, 'warranty_of', r.warranty_of,
        'warranty_outcome', r.warranty_outcome)
        order by r.created_at, r.order_number), '[]')
      from public.service_orders r where r.warranty_of in (o.order_number, o.warranty_of))) || to_jsonb(e)
  from public.service_orders o cross join lateral private.warranty_ends(o.order_number) as e where o.id = p_order_id
$function$;

CREATE OR REPLACE FUNCTION public.undo_status (
  p_order_id uuid,
  p_version  integer
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  now_is public.service_orders;
  was public.service_orders;
  change private.undoable_changes;
begin
  perform private.require('orders.change');
  select * into now_is from public.service_orders o where o.id = p_order_id for update;
  select * into change from private.undoable_changes u
  where u.order_id = p_order_id and u.version = p_version and u.actor_id = (select auth.uid());
  if change.undone then
    return;
  end if;
  -- The sender may have the message already.
  update public.whatsapp_messages m set state = 'discarded', error_code = 'taken_back'
  where m.order_id = p_order_id and m.event = now_is.status and m.state = 'queued' and m.held_until = change.until;
  if change.order_id is null or now_is.version <> change.version or change.until < now() or exists (
    select from public.whatsapp_messages m
    where m.order_id = p_order_id and m.held_until = change.until and m.state not in ('discarded', 'off')) then
    raise exception 'Ya no se puede deshacer: pasó el tiempo o la orden cambió. Corrige el estado en la orden.'
      using errcode = '23514';
  end if;
  was := jsonb_populate_record(now_is, change.before);
  -- The orders that it is linked to, or that are to it, may have changed meanwhile (22_warranty_repairs).
  perform private.keep_warranty(was);
  if was.warranty_of <> coalesce(now_is.warranty_of, 0) then
    perform private.warranty_for(was);
  end if;
  perform set_config('taller.undone_order', p_order_id::text, true);
  -- Twice: a change of status has its own times, which the second one puts back.
  for _ in 1..2 loop
    update public.service_orders o
    set status = was.status, technician_id = was.technician_id, quote = was.quote, total_amount = was.total_amount,
      technical_work = was.technical_work, notes = was.notes, cancellation_reason = was.cancellation_reason,
      warranty_days = was.warranty_days, final_payment = was.final_payment, approved_at = was.approved_at,
      rejected_at = was.rejected_at, quoted_at = was.quoted_at, completed_at = was.completed_at,
      delivered_at = was.delivered_at, unrepaired_reason = was.unrepaired_reason,
      warranty_of = was.warranty_of, not_warranty = was.not_warranty, warranty_outcome = was.warranty_outcome,
      warranty_reason = was.warranty_reason, parts_warranty_days = was.parts_warranty_days
    where o.id = p_order_id;
  end loop;
  perform set_config('taller.undone_order', '', true);
  update private.undoable_changes u set undone = true where u.order_id = p_order_id;
end
$function$;

ALTER TABLE "public"."service_orders"
  ADD CONSTRAINT "service_orders_parts_warranty_days_check" CHECK (((parts_warranty_days >= 0) AND (parts_warranty_days <= 3650)));

REVOKE ALL ON FUNCTION "private"."has_warranty"(public.service_orders) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."has_warranty"(public.service_orders) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."has_warranty"(public.service_orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."has_warranty"(public.service_orders) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."has_warranty"(public.service_orders) TO "service_role";

REVOKE ALL ON FUNCTION "private"."moved_end"(integer, integer, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."moved_end"(integer, integer, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."moved_end"(integer, integer, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."warranty_ends"(integer, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."warranty_ends"(integer, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."warranty_ends"(integer, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."warranty_ends"(integer, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."warranty_ends"(integer, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."warranty_stays"(integer, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."warranty_stays"(integer, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."warranty_stays"(integer, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."warranty_stays"(integer, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."warranty_stays"(integer, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."warranty_until"(integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."warranty_until"(integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."warranty_until"(integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."warranty_words"(integer, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."warranty_words"(integer, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."warranty_words"(integer, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."find_warranties"(text, text, text, timestamp WITH time zone) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."find_warranties"(text, text, text, timestamp WITH time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."find_warranties"(text, text, text, timestamp WITH time zone) TO "postgres";

REVOKE ALL ("parts_warranty_days") ON TABLE "public"."service_orders" FROM "authenticated";

GRANT UPDATE ("parts_warranty_days") ON TABLE "public"."service_orders" TO "authenticated";

-- No days for parts until a shop names some, as if it had saved none. Without a new version: no form that is open meets
-- a conflict.
ALTER TABLE "public"."setting_sections" DISABLE TRIGGER USER;
update public.setting_sections s set value = s.value
  || '{"partsWarranty": {"smartphone": null, "laptop": null, "desktop": null, "tablet": null, "others": null}}'
where s.section = 'desk' and not s.value ? 'partsWarranty';
ALTER TABLE "public"."setting_sections" ENABLE TRIGGER USER;
update public.setting_changes c set after = s.value
from public.setting_sections s
where s.section = 'desk' and c.section = s.section and c.version = 1 and not exists (select from public.profiles);
