SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.queue_booking_message (
  a        public.appointments,
  p_event  text,
  p_secret text                DEFAULT NULL::text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  setting jsonb := private.message_setting(p_event);
  is_off boolean := setting -> 'enabled' = 'false';
  customer public.profiles;
  number text;
begin
  if setting is null then
    return;
  end if;
  select * into customer from public.profiles p where p.id = a.customer_id;
  number := private.whatsapp_phone(coalesce(a.phone, customer.phone));
  if not private.may('appointments') and (
    select count(*) from public.whatsapp_messages m where m.appointment_id is not null and m.phone = number
      and m.created_at > now() - interval '1 day') >= 10 then
    return;
  end if;
  insert into public.whatsapp_messages (appointment_id, event, occurrence, template, language, state, params, phone,
    is_urgent)
  select a.id, p_event, (select count(*) + 1 from public.whatsapp_messages m
      where m.appointment_id = a.id and m.event = p_event),
    setting ->> 'template', s.value ->> 'language', case when is_off then 'off' else 'queued' end,
    case when is_off then '{}' else (
      select coalesce(array_agg(case u.name
        when 'cita' then private.moment_text(a.appointment_date)
        when 'enlace' then rtrim(private.shop_setting('site_url'), '/') || '/citas/' || p_secret
        when 'cliente' then private.message_text(coalesce(a.full_name, customer.full_name))
        when 'equipo' then private.message_text(a.device) end order by u.place), '{}')
      from private.used_variables(p_event, setting ->> 'text') as u) end,
    case when is_off then '' else number end,
    not private.may('appointments')
  from public.setting_sections s where s.section = 'messages';
end
$function$;

CREATE OR REPLACE FUNCTION private.tell_booking()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  -- A move that was not told yet is no longer true.
  update public.whatsapp_messages m set state = 'discarded', error_code = 'taken_back'
  where m.appointment_id = new.id and m.event = 'booking_moved' and m.state = 'queued';
  perform private.queue_booking_message(new,
    case new.status when 'cancelled' then 'booking_cancelled' else 'booking_moved' end);
  if not private.may('appointments') then
    perform private.notify_booking(new);
  end if;
  return null;
end
$function$;
