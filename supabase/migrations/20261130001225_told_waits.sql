SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.record_wait()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  began constant boolean := tg_op = 'INSERT' or new.ended_at is null and old.ended_at is not null;
  ended constant boolean := tg_op = 'UPDATE' and old.ended_at is null and new.ended_at is not null;
  waits constant boolean := new.ended_at is null or ended and new.outcome = 'replaced';
  was public.order_waits;
  changes jsonb;
begin
  if not began then
    was := old;
  end if;
  select jsonb_object_agg(f.name, jsonb_build_array(f.before, f.after)) into changes
  from (values
    ('reason', null, case when began or ended then new.label end),
    ('expected_on', was.expected_on::text, new.expected_on::text),
    ('note', nullif(was.note, ''), nullif(new.note, '')),
    ('screen_order', private.screen_order_name(was.screen_order_id), private.screen_order_name(new.screen_order_id))
  ) as f (name, before, after)
  where f.before is distinct from f.after;
  perform private.add_order_event(o, case when began then 'wait_started' when ended then 'wait_ended'
    else 'wait_changed' end, changes)
  from public.service_orders o where o.id = new.order_id and changes is not null;
  if began or ended then
    update public.service_orders o set on_hold = waits where o.id = new.order_id and o.on_hold <> waits;
  end if;
  if ended or not began and was.expected_on is distinct from new.expected_on then
    update public.whatsapp_messages m set state = 'discarded', error_code = 'taken_back'
    where m.order_id = new.order_id and m.event = 'on_hold' and m.state = 'queued';
  elsif began and tg_op = 'UPDATE' then
    -- Its end was taken back, and so is what that did to the message.
    update public.whatsapp_messages m set state = 'queued', error_code = null
    where m.state = 'discarded' and m.error_code = 'taken_back' and m.id = (
      select last.id from private.wait_messages(new.order_id, new.started_at) last
      order by last.occurrence desc limit 1);
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.tell_wait (
  p_order_id uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if private.message_setting('on_hold') -> 'enabled' = 'false' then
    raise exception 'El aviso de espera está apagado en Ajustes. Guarda sin avisar al cliente.' using errcode = '23514';
  end if;
  if not exists (select from public.order_waits w
    where w.order_id = p_order_id and w.ended_at is null and w.public_text is not null) then
    raise exception 'Este motivo ya no tiene un texto para el cliente en Ajustes. Guarda sin avisarle.'
      using errcode = '23514';
  end if;
  -- A paid message with the same words would tell nothing.
  if exists (select from public.order_waits w cross join private.wait_messages(w.order_id, w.started_at) m
    where w.order_id = p_order_id and w.ended_at is null
      and m.state in ('queued', 'sending', 'sent', 'delivered', 'read')) then
    raise exception 'El cliente ya tiene este mismo aviso. Guarda sin avisarle.' using errcode = '23514';
  end if;
  perform private.queue_order_message(o, 'on_hold') from public.service_orders o where o.id = p_order_id;
end
$function$;

CREATE OR REPLACE FUNCTION private.wait_messages (
  p_order_id   uuid,
  p_started_at timestamp with time zone
)
  RETURNS SETOF public.whatsapp_messages
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select m.* from public.whatsapp_messages m join public.service_orders o on o.id = m.order_id
  where o.id = p_order_id and m.event = 'on_hold' and m.created_at > p_started_at - interval '1 minute'
    and m.params = private.message_params(o, 'on_hold')
$function$;

REVOKE ALL ON FUNCTION "private"."wait_messages"(uuid, timestamp WITH time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."wait_messages"(uuid, timestamp WITH time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."wait_messages"(uuid, timestamp WITH time zone) TO "postgres";
