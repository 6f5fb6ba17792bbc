SET local check_function_bodies = off;

DROP FUNCTION "public"."record_approval"(uuid, text, text, bigint, text);

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
    when 'respuesta' then case p_event when 'approved' then 'aprobado' || private.taken_words(o.quote_lines)
      else 'rechazado' end
    when 'total' then private.format_clp(coalesce(o.total_amount, 0))
    -- Of an appointment, an example: its own messages have their values from private.queue_booking_message. A reminder
    -- may be about another answer than that to a quote.
    when 'cita' then 'martes 1 de diciembre a las 10:30'
    when 'enlace' then rtrim(private.shop_setting('site_url'), '/') || case
      when p_event = 'booking_confirmed' then '/citas/ejemplo'
      when p_event = 'quote_reminder' and o.status is distinct from 'quoted'
        then '/orders/view/' || private.format_order_number(o.order_number)
      else '/decision-presupuesto/' || private.quote_link(o.id) end
    when 'baja' then rtrim(private.shop_setting('site_url'), '/') || '/recordatorios/' || private.refusal_link(o.id)
    when 'vence' then private.message_text(to_char(private.warranty_end(o.order_number), 'DD-MM-YYYY'))
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

CREATE OR REPLACE FUNCTION private.taken_words (
  p_lines jsonb
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
  select coalesce(case when count(*) > 0 then coalesce(
    ', con ' || left(string_agg(l.value ->> 'description', ', ' order by l.place)
      filter (where (l.value ->> 'chosen')::boolean), 300), ', sin nada opcional') end, '')
  from jsonb_array_elements(p_lines) with ordinality as l (value, place)
  where (l.value ->> 'optional')::boolean or l.value ->> 'choice' is not null
$function$;

CREATE OR REPLACE FUNCTION public.record_approval (
  p_order_id uuid,
  p_channel  text,
  p_said_by  text,
  p_amount   bigint,
  p_version  text,
  p_chosen   uuid[] DEFAULT NULL::uuid[]
)
  RETURNS TABLE (
    status  text,
    version integer
  )
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
#variable_conflict use_column
declare
  target public.service_orders;
  said_by text := private.written(p_said_by);
  place text := case p_channel when 'phone' then 'por teléfono' when 'counter' then 'en el local' end;
  by_whom text;
  promised bigint;
  picked jsonb;
begin
  perform private.require('orders.choose-status');
  if place is null or said_by is null or length(said_by) > 200 then
    raise exception 'Escribe quién aprobó, y si fue por teléfono o en el local.' using errcode = '22023';
  end if;
  select * into target from public.service_orders o where o.id = p_order_id for update;
  if target.id is null then
    raise exception 'La orden no existe.' using errcode = 'P0002';
  end if;
  if target.status <> 'quoted' then
    return query select target.status, target.version;
    return;
  end if;
  picked := case when p_chosen is null then target.quote_lines else private.picked_lines(target.quote_lines, p_chosen) end;
  if picked is null or p_amount is distinct from private.lines_total(picked)
    or p_version is distinct from private.quote_version(target) then
    raise exception 'El presupuesto cambió. Léele al cliente el nuevo antes de anotar su aprobación.'
      using errcode = '23514';
  end if;
  promised := private.approved_price(target.id);
  if p_amount > promised and private.has_raised_price(target.id, (select auth.uid()), promised) then
    raise exception 'Subiste este precio: la aprobación la anota otra persona del taller, o el cliente responde por su enlace.'
      using errcode = '42501';
  end if;
  if private.has_changed_work(target.id, (select auth.uid()), picked) then
    raise exception 'Cambiaste lo aprobado: la aprobación la anota otra persona del taller, o el cliente responde por su enlace.'
      using errcode = '42501';
  end if;
  update public.service_orders o
  set status = 'approved', quote_lines = picked, approved_at = now(), rejected_at = null where o.id = target.id
  returning * into target;
  select p.full_name into by_whom from public.profiles p where p.id = (select auth.uid());
  -- The customer reads in the portal and in the message how it was given.
  update public.decision_history h
  set message = format('%s aprobó el presupuesto de %s %s. Lo anotó %s.', said_by,
    private.format_clp(target.total_amount), place, by_whom)
  where h.order_id = target.id and h.created_at = now();
  update public.whatsapp_messages m set params[2] = 'aprobado ' || place || private.taken_words(target.quote_lines)
  where m.order_id = target.id and m.event = 'approved' and m.created_at = now() and m.state = 'queued';
  insert into public.decision_origins (decision_id, order_id, account_id, account_name)
  select h.id, target.id, (select auth.uid()), by_whom
  from public.decision_history h where h.order_id = target.id and h.created_at = now();
  return query select target.status, target.version;
end
$function$;

REVOKE ALL ON FUNCTION "public"."record_approval"(uuid, text, text, bigint, text, uuid[]) FROM PUBLIC, "anon", "service_role";

REVOKE ALL ON FUNCTION "private"."taken_words"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."taken_words"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."taken_words"(jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."record_approval"(uuid, text, text, bigint, text, uuid[]) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."record_approval"(uuid, text, text, bigint, text, uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."record_approval"(uuid, text, text, bigint, text, uuid[]) TO "postgres";
