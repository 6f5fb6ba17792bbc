SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.is_followed (
  m public.whatsapp_messages
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select exists (
    select from public.whatsapp_messages later where later.order_id = m.order_id and later.created_at > m.created_at)
$function$;

CREATE OR REPLACE FUNCTION private.notify_message_failed (
  failed public.whatsapp_messages
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  insert into public.notifications (type, message, order_id)
  select 'message_failed', 'Orden ' || private.format_order_number(o.order_number) || case
      when failed.error_code = 'unknown'
        then ': no se sabe si el aviso por WhatsApp llegó. Llama a ' || o.customer_name || '.'
      else ': no se pudo avisar por WhatsApp a ' || o.customer_name || '.'
    end, o.id
  from public.service_orders o where o.id = failed.order_id
$function$;

CREATE OR REPLACE FUNCTION private.record_decision (
  o public.service_orders
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  number text := private.format_order_number(o.order_number);
begin
  insert into public.decision_history (order_id, type, message)
  values (
    o.id,
    case o.status when 'approved' then 'success' else 'failure' end,
    case o.status
      when 'approved' then 'El cliente aprobó el presupuesto de ' || private.format_clp(o.total_amount) || '.'
      else 'El cliente rechazó el presupuesto de ' || private.format_clp(o.total_amount) || '.'
    end
  );
  insert into public.notifications (type, message, order_id)
  values (
    case o.status when 'approved' then 'quote_approved' else 'quote_rejected' end,
    'Orden ' || number || ': ' || o.customer_name
      || case o.status when 'approved' then ' aprobó el presupuesto.' else ' rechazó el presupuesto.' end,
    o.id
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.reply_notice (
  o public.service_orders
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select case
    when o.id is null then 'Un número que no está en ninguna orden escribió por WhatsApp.'
    else 'Orden ' || private.format_order_number(o.order_number) || ': ' || o.customer_name || ' respondió por WhatsApp.'
  end
$function$;

CREATE OR REPLACE FUNCTION public.list_message_orders (
  p_states text[]  DEFAULT NULL::text[],
  p_event  text    DEFAULT NULL::text,
  p_limit  integer DEFAULT 20,
  p_offset integer DEFAULT 0
)
  RETURNS TABLE (
    order_id       uuid,
    order_number   integer,
    customer_name  text,
    customer_phone text,
    messages       jsonb,
    total          bigint
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  page_size integer := least(greatest(coalesce(p_limit, 20), 1), 100);
begin
  perform private.require('messages');
  return query
  with matching as (
    select m.order_id, coalesce(m.order_id, m.id) as key, m.created_at from public.whatsapp_messages m
    where (p_states is null or m.state = any (p_states)) and (p_event is null or m.event = p_event)
      and not (m.state = 'failed' and p_states is not null and private.is_followed(m))
  ), shown as (
    select g.order_id, g.key, max(g.created_at) as newest, count(*) over () as total from matching g
    group by g.order_id, g.key order by 3 desc, 2
    limit page_size offset private.rows_skipped(p_offset, page_size)
  )
  select s.order_id, o.order_number, o.customer_name, o.customer_phone, (
    select jsonb_agg(jsonb_build_object('id', m.id, 'order_id', m.order_id, 'event', m.event, 'state', m.state,
      'attempts', m.attempts, 'phone', m.phone, 'error_code', m.error_code, 'error_message', m.error_message,
      'created_at', m.created_at, 'next_attempt_at', m.next_attempt_at, 'not_before', m.not_before,
      'sent_at', m.sent_at, 'delivered_at', m.delivered_at, 'read_at', m.read_at, 'failed_at', m.failed_at,
      'requester', p.full_name) order by m.created_at desc, m.id)
    from public.whatsapp_messages m left join public.profiles p on p.id = m.requested_by
    -- By the index of the order's messages; a message without an order stands alone.
    where (m.order_id = s.order_id or (s.order_id is null and m.id = s.key))
      and (p_states is null or m.state = any (p_states)) and (p_event is null or m.event = p_event)
      and not (m.state = 'failed' and p_states is not null and private.is_followed(m))
  ), s.total
  from shown s left join public.service_orders o on o.id = s.order_id
  order by s.newest desc, s.key;
end
$function$;

REVOKE ALL ON FUNCTION "private"."is_followed"(public.whatsapp_messages) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_followed"(public.whatsapp_messages) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_followed"(public.whatsapp_messages) TO "postgres";
