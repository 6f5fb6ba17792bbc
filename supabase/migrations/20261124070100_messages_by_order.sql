-- The log of messages by order: an order's messages stand together, the order with the newest message first.

create index whatsapp_messages_order_newest on public.whatsapp_messages (order_id, created_at desc);

-- A page of orders with those of their messages that are in one of the states and of the event (null: any), newest
-- first. A test message has no order and stands alone, with who asked for it. total: how many on all pages. Staff only.
create function public.list_message_orders(p_states text[] default null, p_event text default null,
  p_limit integer default 20, p_offset integer default 0)
returns table (order_id uuid, order_number integer, customer_name text, customer_phone text, messages jsonb, total bigint)
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_staff() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  return query
  with matching as (
    select m.order_id, coalesce(m.order_id, m.id) as key, m.created_at from public.whatsapp_messages m
    where (p_states is null or m.state = any (p_states)) and (p_event is null or m.event = p_event)
  ), shown as (
    select g.order_id, g.key, max(g.created_at) as newest, count(*) over () as total from matching g
    group by g.order_id, g.key order by 3 desc, 2
    limit least(greatest(coalesce(p_limit, 20), 1), 100) offset greatest(coalesce(p_offset, 0), 0)
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
  ), s.total
  from shown s left join public.service_orders o on o.id = s.order_id
  order by s.newest desc, s.key;
end
$$;
revoke all on function public.list_message_orders from public, anon, authenticated;
grant execute on function public.list_message_orders to authenticated;
