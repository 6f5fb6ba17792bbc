-- WhatsApp: the templates and the outbox (decision 4). A message is queued in the transaction of the change that causes
-- it (MSG-03); a function outside the database that alone holds the credential sends it.

create table public.whatsapp_messages (
  id uuid primary key default gen_random_uuid(),
  order_id uuid references public.service_orders (id) on delete cascade,
  event text not null,
  -- 1 for the first time an order reaches the event, 2 for the second …
  occurrence integer not null,
  template text not null,
  language text not null default 'es_CL',
  params text[] not null,
  phone text not null,
  state text not null default 'queued' check (state in ('queued', 'sending', 'sent', 'delivered', 'read',
    'failed', 'off', 'expired', 'discarded')),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  locked_until timestamptz,
  provider_message_id text unique,
  error_code text,
  error_message text,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  delivered_at timestamptz,
  read_at timestamptz,
  failed_at timestamptz,
  -- When the request to the provider was about to go out; null while the message is only claimed. Without it nothing
  -- was sent.
  send_started_at timestamptz,
  -- Sends of this message whose outcome stayed unknown.
  unknown_sends integer not null default 0,
  -- The end of the quiet hours that the message waits for.
  not_before timestamptz,
  -- Sent at any hour.
  is_urgent boolean not null default false,
  -- The person who asked for a test, shown by name in the list of messages.
  requested_by uuid references public.profiles (id) on delete set null,
  -- When a change or a person queued it: from here on it may expire.
  queued_at timestamptz not null default now(),
  -- Until then the change that it tells of can be taken back.
  held_until timestamptz,
  -- The appointment that it tells of, instead of an order.
  appointment_id uuid references public.appointments (id) on delete cascade,
  -- The message about another order of its visit that tells of this one as well (25_visit_messages).
  told_by uuid references public.whatsapp_messages (id) on delete set null,
  unique (order_id, event, occurrence),
  constraint whatsapp_messages_of_order check (num_nonnulls(order_id, appointment_id) = (event <> 'test')::integer)
);
create index whatsapp_messages_due on public.whatsapp_messages (next_attempt_at) where state in ('queued', 'sending');
create index whatsapp_messages_failed on public.whatsapp_messages (order_id) where state = 'failed';
create index whatsapp_messages_newest on public.whatsapp_messages (created_at desc);
create index whatsapp_messages_tests on public.whatsapp_messages (created_at) where event = 'test';
-- For retention: the rows stay with their orders, only their texts go.
create index whatsapp_messages_texts on public.whatsapp_messages (created_at) where params <> '{}';
create index whatsapp_messages_requested_by on public.whatsapp_messages (requested_by) where requested_by is not null;
create index whatsapp_messages_appointment on public.whatsapp_messages (appointment_id)
  where appointment_id is not null;
create index whatsapp_messages_told_by on public.whatsapp_messages (told_by) where told_by is not null;
create index whatsapp_messages_order_newest on public.whatsapp_messages (order_id, created_at desc);
alter table public.whatsapp_messages enable row level security;
select private.require_session('public.whatsapp_messages');
revoke all on public.whatsapp_messages from anon, authenticated;
grant all on public.whatsapp_messages to service_role;
grant select on public.whatsapp_messages to authenticated;
create policy "staff read" on public.whatsapp_messages for select to authenticated
  using ((select private.may('messages')));
create trigger as_readable before insert or update on public.whatsapp_messages
  for each row execute function private.as_readable();

-- Free text as a parameter: the provider refuses empty ones, line breaks, tabs and runs of spaces, and a body over
-- 1,024 characters. The templates end the sentence, so a full stop of its own is left out.
create function private.message_text(p_text text) returns text
language sql immutable set search_path = '' as $$
  select coalesce(nullif(rtrim(left(trim(regexp_replace(p_text, '\s+', ' ', 'g')), 600), '. '), ''), 'Sin detalle')
$$;

-- The sentence about a promise that customers read: 'Comprometida para el jueves 3 de diciembre a las 17:00'.
-- shared/src/orders/promises/promise-words.ts has the same words.
create function private.promise_sentence(p_at timestamptz, p_today date) returns text
language sql stable set search_path = '' as $$
  select 'Comprometida para el '
    || (array['domingo', 'lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado'])[
      extract(dow from w.clock)::integer + 1]
    || ' ' || private.day_in_sentence(w.clock::date, p_today) || ' a las ' || to_char(w.clock, 'HH24:MI')
  from (select p_at at time zone 'America/Santiago' as clock) as w
$$;

-- Variables that the text of an event's message may use; null for an event without a message. Their order numbers the
-- parameters of the provider's template: the first variable that a text uses is {{1}}.
-- shared/src/settings/message-variables.ts has the same list.
create function private.message_variables(p_event text) returns text[]
language sql immutable set search_path = '' as $$
  select case
    when p_event = 'created' then array['orden', 'compromiso', 'cliente', 'equipo']
    when p_event = 'completed' then array['orden', 'cliente', 'equipo']
    when p_event = 'in_progress' then array['orden', 'estado', 'cliente', 'equipo']
    when p_event = 'quoted' then array['orden', 'trabajo', 'total', 'enlace', 'cliente', 'equipo']
    when p_event = 'on_hold' then array['orden', 'espera', 'cliente', 'equipo']
    when p_event = 'promise_changed' then array['orden', 'compromiso', 'cliente', 'equipo']
    when p_event = 'photos_sent' then array['orden', 'enlace', 'cliente', 'equipo']
    when p_event in ('approved', 'rejected') then array['orden', 'respuesta', 'total', 'cliente', 'equipo']
    when p_event = 'delivered' then array['orden', 'garantia', 'cliente', 'equipo']
    when p_event = 'cancelled' then array['orden', 'motivo', 'cliente', 'equipo']
    when p_event = 'quote_reminder' then array['orden', 'enlace', 'total', 'cliente', 'equipo', 'baja']
    when p_event = 'pickup_reminder' then array['orden', 'cliente', 'equipo', 'baja']
    when p_event = 'warranty_reminder' then array['orden', 'vence', 'cliente', 'equipo', 'baja']
    when p_event = 'booking_confirmed' then array['cita', 'enlace', 'cliente', 'equipo']
    when p_event in ('booking_moved', 'booking_cancelled') then array['cita', 'cliente', 'equipo']
  end
$$;

-- The names that a text uses, in the order of the template's parameters.
create function private.used_variables(p_event text, p_text text) returns table (place bigint, name text)
language sql immutable set search_path = '' as $$
  select row_number() over (order by v.place), v.name
  from unnest(private.message_variables(p_event)) with ordinality as v (name, place)
  where strpos(p_text, '{{' || v.name || '}}') > 0
$$;

-- The parameters of an event's template for an order, fixed at the moment of the change.
create function private.message_params(o public.service_orders, p_event text) returns text[]
language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(private.message_value(o, p_event, u.name) order by u.place), '{}')
  from private.used_variables(p_event, private.message_setting(p_event) ->> 'text') as u
$$;

-- Queues the message of an event, if the event has one. One that is switched off is only noted, without text or number.
create function private.queue_order_message(o public.service_orders, p_event text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  setting jsonb := private.message_setting(p_event);
  is_off boolean := setting -> 'enabled' = 'false';
begin
  if setting is null then
    return;
  end if;
  insert into public.whatsapp_messages (order_id, event, occurrence, template, language, state, params, phone, is_urgent)
  select o.id, p_event, count(m.id) + 1, setting ->> 'template', s.value ->> 'language',
    case when is_off then 'off' else 'queued' end,
    case when is_off then '{}' else private.message_params(o, p_event) end,
    case when is_off then '' else private.whatsapp_phone(o.customer_phone) end,
    p_event in ('approved', 'rejected')
  from public.setting_sections s
    left join public.whatsapp_messages m on m.order_id = o.id and m.event = p_event
  where s.section = 'messages'
  group by s.value;
end
$$;

-- A message that waits goes to the order's phone of today: a wrong number that was corrected is not written to.
create function private.redirect_queued_messages() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.whatsapp_messages set phone = private.whatsapp_phone(new.customer_phone)
  where order_id = new.id and state = 'queued';
  return null;
end
$$;
create trigger redirect_queued_messages after update of customer_phone on public.service_orders
  for each row when (new.customer_phone is distinct from old.customer_phone)
  execute function private.redirect_queued_messages();

-- A message keeps its row, which counts how often an order reached a status, and loses text and number.
create function private.refuse_forgotten_message() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise exception 'El texto de este mensaje ya se borró y no se puede enviar otra vez. Llama al cliente.'
    using errcode = '23514';
end
$$;
create trigger check_forgotten before update on public.whatsapp_messages
  for each row when (new.state in ('queued', 'sending') and old.params = '{}')
    execute function private.refuse_forgotten_message();

-- Renders each message for an order's current state; without a number, for the newest order. For the preview of the
-- templates.
create function public.preview_messages(p_order_number integer default null)
returns table (event text, template text, language text, enabled boolean, body text, params text[], variables text[],
  order_number integer)
language plpgsql stable security definer set search_path = '' as $$
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
    cross join unnest(array['created', 'in_progress', 'quoted', 'approved', 'rejected', 'on_hold', 'promise_changed',
      'photos_sent', 'completed', 'delivered', 'cancelled', 'quote_reminder', 'pickup_reminder', 'warranty_reminder',
      'booking_confirmed', 'booking_moved', 'booking_cancelled'])
      with ordinality as e (event, place)
    cross join lateral (select s.value -> e.event as setting) as m
    where s.section = 'messages'
    order by e.place;
end
$$;
revoke all on function public.preview_messages from public, anon, authenticated;
grant execute on function public.preview_messages to authenticated;

create table public.notifications (
  id uuid primary key default gen_random_uuid(),
  -- quote_approved shows a green check, any other a red cross.
  type text not null check (type in ('quote_approved', 'quote_rejected', 'message_failed', 'customer_reply', 'erasure_requested',
    'booking', 'booking_moved', 'booking_cancelled', 'booking_message_failed', 'part_arrived')),
  message text not null,
  is_read boolean not null default false,
  created_at timestamptz not null default now(),
  order_id uuid references public.service_orders (id) on delete set null,
  -- How often it happened while it was unread.
  times integer not null default 1
);
create index notifications_newest on public.notifications (created_at desc, id desc);
create index notifications_unread on public.notifications (created_at desc) where not is_read;
create index notifications_order on public.notifications (order_id);
alter table public.notifications enable row level security;
select private.require_session('public.notifications');
revoke all on public.notifications from anon, authenticated;
grant all on public.notifications to service_role;
grant select, update (is_read) on public.notifications to authenticated;
create policy "staff read" on public.notifications for select to authenticated
  using ((select private.may('desk')) and (type <> 'erasure_requested' or (select private.may('privacy.manage'))));
create policy "staff mark as read" on public.notifications for update to authenticated
  using ((select private.may('desk')) and (type <> 'erasure_requested' or (select private.may('privacy.manage'))))
  with check ((select private.may('desk')) and (type <> 'erasure_requested' or (select private.may('privacy.manage'))));
create trigger as_readable before insert or update on public.notifications
  for each row execute function private.as_readable();

-- Realtime applies the tables' row level security to every subscriber.
do $$
begin
  if not exists (select from pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
  end if;
end
$$;
alter publication supabase_realtime add table public.notifications, public.service_orders, public.whatsapp_messages;

-- A text as the provider has it: {{1}}, {{2}} … instead of variables, and the shop's own words, which are the same in
-- every message (shared/src/settings/message-variables.ts).
create function private.numbered_text(p_event text, p_text text) returns text
language plpgsql stable set search_path = '' as $$
declare
  used record;
  numbered text := p_text;
begin
  for used in select u.place, u.name from private.used_variables(p_event, p_text) as u loop
    numbered := replace(numbered, '{{' || used.name || '}}', '{{' || used.place || '}}');
  end loop;
  return replace(replace(numbered,
    '{{tienda}}', (select s.value ->> 'name' from public.setting_sections s where s.section = 'shop')),
    '{{sitio}}', rtrim(private.shop_setting('site_url'), '/'));
end
$$;

-- The shop's setting for an event's message; null for an event without one.
create function private.message_setting(p_event text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select s.value -> p_event from public.setting_sections s
  where s.section = 'messages' and private.message_variables(p_event) is not null
$$;

-- '30-11-2026 por el trabajo y hasta el 29-05-2027 por los repuestos': the days on which an order's warranty ends,
-- without what ended already; null if nothing runs.
create function private.warranty_until(p_number integer) returns text
language sql stable security definer set search_path = '' as $$
  select string_agg(to_char(t.last_day, 'DD-MM-YYYY') || t.covers, ' y hasta el ' order by t.place)
  from private.warranty_ends(p_number) as e
  cross join lateral (values
    (1, e.work_end, case when e.parts_end = e.work_end then '' else ' por el trabajo' end),
    (2, nullif(e.parts_end, e.work_end), ' por los repuestos')) as t (place, last_day, covers)
  where t.last_day >= private.shop_day(now())
$$;

-- One name's value for an order, as it is put into the provider's template.
create function private.message_value(o public.service_orders, p_event text, p_name text) returns text
language sql stable security definer set search_path = '' as $$
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
      when p_event = 'photos_sent' then '/fotos/' || private.newest_photo_token(o.id)
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
$$;

-- Whether its order has a later message: one that failed before it is history, and no work (ORD-61).
create function private.is_followed(m public.whatsapp_messages) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.whatsapp_messages later where later.order_id = m.order_id and later.created_at > m.created_at)
$$;
revoke all on function private.is_followed from public, anon, authenticated;

-- A page of orders with those of their messages that are in one of the states and of the event (null: any), newest
-- first; those that failed as the desk's view has them. A test message has no order and stands alone, with who asked
-- for it, and so does one of an appointment, with who comes. total: how many on all pages. Staff only.
create function public.list_message_orders(p_states text[] default null, p_event text default null,
  p_limit integer default 20, p_offset integer default 0)
returns table (order_id uuid, order_number integer, customer_name text, customer_phone text, messages jsonb, total bigint)
language plpgsql stable security definer set search_path = '' as $$
declare
  page_size integer := least(greatest(coalesce(p_limit, 20), 1), 100);
begin
  perform private.require('messages');
  return query
  with matching as (
    select m.order_id, coalesce(m.order_id, m.id) as key, m.created_at, m.appointment_id from public.whatsapp_messages m
    where (p_states is null or m.state = any (p_states)) and (p_event is null or m.event = p_event)
      and not (m.state = 'failed' and p_states is not null and private.is_followed(m))
  ), shown as (
    select g.order_id, g.key, max(g.created_at) as newest, count(*) over () as total, g.appointment_id from matching g
    group by g.order_id, g.key, g.appointment_id order by 3 desc, 2
    limit page_size offset private.rows_skipped(p_offset, page_size)
  )
  select s.order_id, o.order_number, coalesce(o.customer_name, a.full_name, c.full_name),
    coalesce(o.customer_phone, a.phone, c.phone), (
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
    left join public.appointments a on a.id = s.appointment_id left join public.profiles c on c.id = a.customer_id
  order by s.newest desc, s.key;
end
$$;
revoke all on function public.list_message_orders from public, anon, authenticated;
grant execute on function public.list_message_orders to authenticated;

-- Sends messages to the second phone if it is a mobile and the first is a landline; callers give the first phone.
create function private.choose_phone() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  mobile text := (select o.second_phone from public.service_orders o where o.id = new.order_id);
begin
  if private.is_mobile(mobile) then
    new.phone := private.whatsapp_phone(mobile);
  end if;
  return new;
end
$$;
create trigger choose_phone before insert or update of phone on public.whatsapp_messages
  for each row when (private.is_landline(new.phone)) execute function private.choose_phone();
create trigger redirect_to_second_phone after update of second_phone on public.service_orders
  for each row when (new.second_phone is distinct from old.second_phone)
  execute function private.redirect_queued_messages();
