SET local check_function_bodies = off;

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
    when p_event = 'quote_reminder' then array['orden', 'enlace', 'total', 'cliente', 'equipo', 'baja']
    when p_event = 'pickup_reminder' then array['orden', 'cliente', 'equipo', 'baja']
    when p_event = 'warranty_reminder' then array['orden', 'vence', 'cliente', 'equipo', 'baja']
    when p_event = 'booking_confirmed' then array['cita', 'enlace', 'cliente', 'equipo']
    when p_event in ('booking_moved', 'booking_cancelled') then array['cita', 'cliente', 'equipo']
  end
$function$;

CREATE OR REPLACE FUNCTION private.refusal_link (
  p_order_id uuid
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select p_order_id || '-' || left(encode(extensions.hmac(convert_to('recordatorios ' || p_order_id, 'UTF8'), s.secret,
    'sha256'), 'hex'), 20)
  from private.link_secret s
$function$;

CREATE OR REPLACE FUNCTION public.refuse_reminders (
  p_link text
)
  RETURNS boolean
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  subjects constant text[] := array(
    select distinct private.phone_key(m.phone) from public.whatsapp_messages m
    where m.order_id = private.linked_order(p_link) and lower(p_link) = private.refusal_link(m.order_id)
      and private.is_reminder(m.event) and private.phone_key(m.phone) <> '');
begin
  insert into private.reminder_refusals (subject) select s.subject from unnest(subjects) as s (subject)
  on conflict do nothing;
  return subjects <> '{}';
end
$function$;

REVOKE ALL ON FUNCTION "public"."refuse_reminders"(text) FROM PUBLIC, "service_role";

REVOKE ALL ON FUNCTION "private"."refusal_link"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refusal_link"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."refusal_link"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."refuse_reminders"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."refuse_reminders"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."refuse_reminders"(text) TO "postgres";

-- A reminder that was never switched on takes the text of a new shop, with the link that refuses more. One that is
-- switched on keeps its own, since its template is registered so.
ALTER TABLE "public"."setting_sections" DISABLE TRIGGER USER;
update public.setting_sections s set value = jsonb_set(s.value, '{quote_reminder,text}', to_jsonb($text$Seguimos esperando tu respuesta por tu orden {{orden}} en {{tienda}}. Mírala y respóndenos en {{enlace}} – sin ella no podemos seguir con tu equipo. Si no quieres más recordatorios, dilo en {{baja}} cuando quieras.$text$::text))
where s.section = 'messages' and s.value #> '{quote_reminder,enabled}' = 'false'
  and s.value #>> '{quote_reminder,text}' = $text$Seguimos esperando tu respuesta por tu orden {{orden}} en {{tienda}}. Mírala y respóndenos en {{enlace}} – sin ella no podemos seguir con tu equipo.$text$;
update public.setting_sections s set value = jsonb_set(s.value, '{pickup_reminder,text}', to_jsonb($text$Tu equipo de la orden {{orden}} sigue en {{tienda}}, listo para que lo retires. Nuestra dirección y horario están en {{sitio}} – ¡te esperamos! Si no quieres más recordatorios, dilo en {{baja}} cuando quieras.$text$::text))
where s.section = 'messages' and s.value #> '{pickup_reminder,enabled}' = 'false'
  and s.value #>> '{pickup_reminder,text}' = $text$Tu equipo de la orden {{orden}} sigue en {{tienda}}, listo para que lo retires. Nuestra dirección y horario están en {{sitio}} – ¡te esperamos!$text$;
update public.setting_sections s set value = jsonb_set(s.value, '{warranty_reminder,text}', to_jsonb($text$La garantía de tu orden {{orden}} en {{tienda}} termina el {{vence}}. Si algo no anda bien, tráenos el equipo antes. Nuestra dirección y horario están en {{sitio}} también. Si no quieres más recordatorios, dilo en {{baja}} cuando quieras.$text$::text))
where s.section = 'messages' and s.value #> '{warranty_reminder,enabled}' = 'false'
  and s.value #>> '{warranty_reminder,text}' = $text$La garantía de tu orden {{orden}} en {{tienda}} termina el {{vence}}. Si algo no anda bien, tráenos el equipo antes. Nuestra dirección y horario están en {{sitio}} también.$text$;
ALTER TABLE "public"."setting_sections" ENABLE TRIGGER USER;
update public.setting_changes c set after = s.value
from public.setting_sections s
where s.section = 'messages' and c.section = s.section and c.version = 1 and not exists (select from public.profiles);
