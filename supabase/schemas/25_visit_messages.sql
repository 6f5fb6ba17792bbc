-- A message says it once (REC-05): messages of one event to one phone, about orders of one visit, that wait at the same
-- time and differ in nothing but number, device and warranty, are one message that names all, and the warranty of each.
-- Each keeps its row, with its own words; the others have the outcome of the one that is sent. One that comes back to
-- wait is alone again.

-- 'a, b y c'.
create function private.word_list(p_words text[]) returns text
language sql immutable set search_path = '' as $$
  select case when cardinality(p_words) < 2 then p_words[1]
    else array_to_string(p_words[:cardinality(p_words) - 1], ', ') || ' y ' || p_words[cardinality(p_words)] end
$$;

-- A message's parameters, without its order's number, device and warranty.
create function private.message_topic(m public.whatsapp_messages, o public.service_orders) returns text[]
language sql stable security definer set search_path = '' as $$
  select array(
    select case p.value when private.message_value(o, m.event, 'orden') then '{{orden}}'
      when private.message_value(o, m.event, 'equipo') then '{{equipo}}'
      when case m.event when 'delivered' then private.message_value(o, m.event, 'garantia') end then '{{garantia}}'
      else p.value end
    from unnest(m.params) with ordinality as p (value, place) order by p.place)
$$;

-- What holds for the orders of some messages about their delivery: '000012 y 000014: Garantía de 90 días. 000013: Sin
-- garantía', or the words alone where they are those of all.
create function private.told_warranties(p_messages uuid[]) returns text
language sql stable security definer set search_path = '' as $$
  with each as (
    select distinct private.message_value(o, m.event, 'orden') as number,
      private.message_value(o, m.event, 'garantia') as words
    from public.whatsapp_messages m join public.service_orders o on o.id = m.order_id where m.id = any (p_messages)
  ), alike as (
    select e.words, private.word_list(array_agg(e.number order by e.number)) as numbers, min(e.number) as first
    from each e group by e.words
  )
  select case when count(*) = 1 then max(a.words)
    else string_agg(a.numbers || ': ' || a.words, '. ' order by a.first) end
  from alike a
$$;

-- Lets messages that are due be told by the first one of their visit. Where all warranties do not fit into one, those
-- of other days are other messages.
create function private.join_visit_messages() returns void
language sql security definer set search_path = '' as $$
  with waiting as materialized (
    select m.id, v.visit from public.whatsapp_messages m join private.visit_orders v on v.order_id = m.order_id
    where m.state = 'queued' and not m.is_urgent and private.is_message_due(m)
      and m.event in ('created', 'in_progress', 'on_hold', 'promise_changed', 'completed', 'delivered', 'cancelled')
    for update of m skip locked
  ), groups as (
    select array_agg(m.id order by o.order_number, m.created_at) as ids
    from waiting w join public.whatsapp_messages m on m.id = w.id join public.service_orders o on o.id = m.order_id
    group by w.visit, o.customer_rut, m.event, m.phone, m.template, m.language, private.message_topic(m, o)
    having count(*) > 1
  ), alike as (
    select i.id, first_value(i.id) over (
      partition by g.ids, case when length(private.told_warranties(g.ids)) > 600
        then private.told_warranties(array[i.id]) end
      order by i.place) as first
    from groups g cross join unnest(g.ids) with ordinality as i (id, place)
  )
  update public.whatsapp_messages m set state = 'sending', told_by = a.first, attempts = m.attempts + 1
  from alike a where a.id = m.id and a.first <> a.id
$$;

-- The parameters of a message as it is sent: with the numbers and devices of those that it tells of as well.
create function private.told_params(m public.whatsapp_messages) returns text[]
language plpgsql stable security definer set search_path = '' as $$
declare
  o public.service_orders;
  numbers text[];
  devices text[];
begin
  if m.order_id is null or not exists (select from public.whatsapp_messages t where t.told_by = m.id) then
    return m.params;
  end if;
  select array_agg(each.number order by each.number), array_agg(distinct each.device) into numbers, devices
  from (
    select distinct private.message_value(s, m.event, 'orden') as number, private.message_value(s, m.event, 'equipo') as device
    from public.whatsapp_messages t join public.service_orders s on s.id = t.order_id
    where t.told_by = m.id or t.id = m.id) as each;
  -- As many as fit.
  if cardinality(devices) > 4 then
    devices := devices[:3] || array[(cardinality(devices) - 3) || ' equipos más'];
  end if;
  select * into o from public.service_orders s where s.id = m.order_id;
  return array(
    select case t.value when '{{orden}}' then private.word_list(numbers)
      when '{{equipo}}' then private.message_text(private.word_list(devices))
      when '{{garantia}}' then private.told_warranties(
        array(select b.id from public.whatsapp_messages b where b.told_by = m.id) || m.id)
      else t.value end
    from unnest(private.message_topic(m, o)) with ordinality as t (value, place) order by t.place);
end
$$;
revoke all on function private.word_list, private.message_topic, private.told_warranties, private.join_visit_messages,
  private.told_params
  from public, anon, authenticated;

-- What came of a message came of those that it tells of.
create function private.follow_message() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.state in ('sent', 'delivered', 'read', 'failed') then
    update public.whatsapp_messages t
    set state = new.state, sent_at = new.sent_at, delivered_at = new.delivered_at, read_at = new.read_at,
      failed_at = new.failed_at, error_code = new.error_code, error_message = new.error_message
    where t.told_by = new.id;
  else
    update public.whatsapp_messages t
    set state = 'queued', told_by = null, next_attempt_at = new.next_attempt_at
    where t.told_by = new.id and t.state = 'sending';
  end if;
  return null;
end
$$;
create trigger follow_message after update of state on public.whatsapp_messages
  for each row when (new.state is distinct from old.state and new.state <> 'sending' and new.told_by is null)
  execute function private.follow_message();
