-- Reminders to customers (TIME-40 to TIME-47, decision 63): messages of the outbox that a schedule plans, for quotes
-- without an answer, devices that nobody fetches, and warranties that end. One rule, reminders_due, decides what is
-- planned, what still holds when it is sent, and what a rehearsal would have sent.

-- The last word on whether reminders are wanted: of a phone (its key) or a RUT, which has a dash. One row for each; where
-- nobody said anything there is none, and they are sent.
create table private.reminder_consents (
  subject text primary key check (length(subject) <= 20),
  said_at timestamptz not null default now(),
  wanted boolean not null default false,
  -- Where: by the link of a reminder, in the own account, or to the staff. '': not kept.
  said_via text not null default '' check (said_via in ('', 'link', 'account', 'shop')),
  -- The staff member who noted it.
  said_by uuid references public.staff_names (id)
);
create index reminder_consents_said_by on private.reminder_consents (said_by) where said_by is not null;
alter table private.reminder_consents enable row level security;

-- Why an order may be reminded of something: since which day of the shop, and while. step: the last reminder there was.
create type private.reminder_stay as (
  order_id uuid, event text, phone text, since date, during tstzmultirange, step integer
);

create function private.is_reminder(p_event text) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select p_event in ('quote_reminder', 'pickup_reminder', 'warranty_reminder')
$$;

create index whatsapp_messages_reminders on public.whatsapp_messages (private.phone_key(phone), created_at)
  where private.is_reminder(event);

-- The steps of the reminders that are switched on in a value of section 'messages', with the days for which each is the
-- one to send, counted from the day of the reason. None is sent late: who was not reminded within a week, because
-- reminders were off or the server down, gets the next one.
create function private.reminder_steps(p_messages jsonb)
returns table (event text, step integer, first_day integer, last_day integer)
language sql immutable set search_path = '' as $$
  select d.event, d.step::integer, d.day, least(d.day + 6, lead(d.day) over (partition by d.event order by d.day) - 1)
  from (
    select e.event, k.step, case when k.name = 'before' then 0 else (m.setting ->> k.name)::integer end as day
    from unnest(array['quote_reminder', 'pickup_reminder', 'warranty_reminder']) as e (event)
    cross join lateral (select p_messages -> e.event as setting) as m
    cross join (values (1, 'first'), (2, 'second'), (3, 'third'), (1, 'before')) as k (step, name)
    where (m.setting ->> 'enabled')::boolean and m.setting ->> k.name is not null
  ) as d
$$;

-- The phones that the reminders of orders go to; no row where there is none with WhatsApp, or they are not wanted. Here
-- and below one query answers for many orders: a function in SQL that is called for each is planned for each.
create function private.reminder_phones(p_ids uuid[]) returns table (order_id uuid, phone text)
language sql stable security definer set search_path = '' as $$
  -- Materialized, so that each phone is read once and not wherever its number is asked for.
  with numbers as materialized (
    select o.id, o.customer_rut as rut, private.phone_key(o.customer_phone) as key, private.whatsapp_phone(
      case when private.is_landline(o.customer_phone) and private.is_mobile(o.second_phone) then o.second_phone
      else o.customer_phone end) as phone
    from public.service_orders o where o.id = any (p_ids) and o.anonymized_at is null
  )
  select n.id, n.phone from numbers n
  where length(n.phone) between 10 and 15 and not private.is_landline(n.phone)
    and not exists (select from private.reminder_consents r
      where not r.wanted and r.subject in (private.phone_key(n.phone), n.key, n.rut))
$$;

-- From when on orders may be reminded that their warranty ends, and while; no row for one that has none or no days for
-- it. p_before: null if that is off.
create function private.warranty_endings(p_ids uuid[], p_before integer)
returns table (order_id uuid, since date, during tstzmultirange)
language sql stable security definer set search_path = '' as $$
  with warranties as materialized (
    -- Only a return moves its end.
    select o.id, private.shop_day(o.delivered_at) as begins,
      case when exists (select from public.service_orders r where r.warranty_of = o.order_number)
        then private.warranty_end(o.order_number)
        else private.shop_day(o.delivered_at) + greatest(o.warranty_days, o.parts_warranty_days) end as ends
    from public.service_orders o
    where o.id = any (p_ids) and o.status = 'delivered' and greatest(o.warranty_days, o.parts_warranty_days) > 0
  )
  select w.id, w.ends - p_before, tstzmultirange(tstzrange((w.ends - p_before)::timestamp at time zone 'America/Santiago',
    (w.ends + 1)::timestamp at time zone 'America/Santiago'))
  from warranties w where w.ends - p_before > w.begins
$$;

-- The days before the end of a warranty at which its reminder goes out; null if it is off.
create function private.warranty_days_before(p_messages jsonb) returns integer
language sql immutable set search_path = '' as $$
  select case when (p_messages #>> '{warranty_reminder,enabled}')::boolean
    then (p_messages #>> '{warranty_reminder,before}')::integer end
$$;

-- The reasons for which orders may be reminded now. One on hold is silent, unless it waits for the customer.
create function private.order_stays(p_ids uuid[], p_messages jsonb) returns setof private.reminder_stay
language sql stable security definer set search_path = '' as $$
  with held as (
    select o.*, w.reason, w.started_at,
      (select nullif((s.value ->> 'quoteDays')::integer, 0) from public.setting_sections s where s.section = 'desk')
        as quote_days
    from public.service_orders o
    left join lateral (select t.reason, t.started_at from public.order_waits t
      where t.order_id = o.id and t.ended_at is null limit 1) as w on true
    where o.id = any (p_ids)
  ), stays as (
    select h.id, 'quote_reminder' as event,
      private.shop_day(case when h.status = 'quoted' then h.quoted_at else h.started_at end) as since,
      -- Nobody is asked for an answer to a quote that expired.
      case when h.status = 'quoted' and h.quote_days is not null then tstzmultirange(tstzrange(null,
        (private.shop_day(h.quoted_at) + h.quote_days + 1)::timestamp at time zone 'America/Santiago'))
        else '{(,)}' end as during
    from held h where h.reason = 'customer' or h.reason is null and h.status = 'quoted'
    union all
    select h.id, 'pickup_reminder',
      private.shop_day(case h.status when 'completed' then h.completed_at else h.rejected_at end), '{(,)}'
    from held h where h.status = any (private.statuses_in('pickup'))
    union all
    select w.order_id, 'warranty_reminder', w.since, w.during
    from private.warranty_endings(p_ids, private.warranty_days_before(p_messages)) as w
  )
  select s.id, s.event, p.phone, s.since, s.during, coalesce((
    select max(m.occurrence) from public.whatsapp_messages m where m.order_id = s.id and m.event = s.event), 0)
  from stays s join private.reminder_phones(p_ids) as p on p.order_id = s.id
  where s.since is not null
$$;

-- Orders whose warranty may end between two days, whatever it covers: those that no return has moved, by the index, and
-- those of returns that were fetched within their warranty's days, since they go on by no more than those. p_to: null
-- for none.
create function private.orders_ending(p_from date, p_to date) returns setof uuid
language sql stable security definer set search_path = '' as $$
  select o.id from public.service_orders o
  where o.status = 'delivered' and greatest(o.warranty_days, o.parts_warranty_days) > 0
    and (o.delivered_at at time zone 'America/Santiago')::date + greatest(o.warranty_days, o.parts_warranty_days)
      between p_from and p_to
  union
  select o.id from public.service_orders r join public.service_orders o on o.order_number = r.warranty_of
  where p_to is not null and r.warranty_of is not null and r.status <> 'cancelled' and o.status = 'delivered'
    and (coalesce(r.delivered_at, now()) at time zone 'America/Santiago')::date
      + greatest(o.warranty_days, o.parts_warranty_days) >= p_from
$$;

-- The reminders that are to be sent at a moment for several reasons: of each the newest step whose days have come, and
-- one for each customer, for the oldest reason. The others have their turn on the next days.
create function private.reminders_due(p_stays private.reminder_stay[], p_messages jsonb, p_at timestamptz)
returns setof private.reminder_stay
language sql stable set search_path = '' as $$
  select distinct on (private.phone_key(s.phone)) s.order_id, s.event, s.phone, s.since, s.during, t.step
  from unnest(p_stays) as s
  join private.reminder_steps(p_messages) as t on t.event = s.event and t.step > s.step
    and (p_at at time zone 'America/Santiago')::date - s.since between t.first_day and t.last_day
  where s.during @> p_at
  order by private.phone_key(s.phone), s.since, s.event, s.order_id
$$;

-- The next moment at which a reminder may go out: the shop is open and the quiet hours are over. p_at itself if it is.
-- A shop that stays closed, or is open in its quiet hours only, sends none: that moment is months away.
create function private.reminder_time(p_at timestamptz, p_quiet jsonb) returns timestamptz
language plpgsql stable security definer set search_path = '' as $$
declare
  moment timestamptz := p_at;
  quiet_end timestamptz;
begin
  for attempt in 1..100 loop
    moment := private.next_opening(moment);
    quiet_end := private.quiet_until(moment, p_quiet);
    if moment is null or quiet_end is null then
      return coalesce(moment, p_at + interval '60 days');
    end if;
    moment := quiet_end;
  end loop;
  return p_at + interval '60 days';
end
$$;

-- The value of section 'messages'.
create function private.message_settings() returns jsonb
language sql stable security definer set search_path = '' as $$
  select s.value from public.setting_sections s where s.section = 'messages'
$$;

-- When a message may go out for the sake of the hours in which it is a reminder; null: at any time.
create function private.reminder_due_at(p_event text) returns timestamptz
language plpgsql stable security definer set search_path = '' as $$
begin
  return case when private.is_reminder(p_event)
    then private.reminder_time(now(), private.message_settings() -> 'quietHours') end;
end
$$;

-- Whether a reminder of the outbox still holds at a moment: the order has not moved on, its step is the one to send, the
-- customer wants it, and has none of that day or in the outbox before this one.
create function private.reminder_holds(m public.whatsapp_messages, p_at timestamptz) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  settings constant jsonb := private.message_settings();
begin
  return exists (
    select from private.order_stays(array[m.order_id], settings) as s
    cross join lateral private.reminders_due(
      array[(s.order_id, s.event, s.phone, s.since, s.during, m.occurrence - 1)::private.reminder_stay], settings, p_at) as d
    where s.event = m.event and d.step = m.occurrence
  ) and not exists (
    select from public.whatsapp_messages r
    where private.is_reminder(r.event) and private.phone_key(r.phone) = private.phone_key(m.phone) and r.id <> m.id
      and (r.state in ('queued', 'sending') and (r.created_at, r.id) < (m.created_at, m.id)
        or r.state in ('sending', 'sent', 'delivered', 'read')
          and private.shop_day(coalesce(r.sent_at, r.send_started_at)) = private.shop_day(p_at))
  );
end
$$;

-- The reasons for reminders of all orders at a moment, without customers who got a reminder on that day or have one in
-- the outbox. p_at: no reason begins later than it, or is older than any step.
create function private.present_stays(p_messages jsonb, p_at timestamptz) returns private.reminder_stay[]
language sql stable security definer set search_path = '' as $$
  select array(
    select s from private.order_stays(array(
      select w.id from public.service_orders w where w.on_hold
      union
      select q.id from public.service_orders q where q.status = 'quoted' and q.quoted_at > p_at - interval '100 days'
      union
      select r.id from public.service_orders r where r.status = any (private.statuses_in('pickup'))
        and greatest(r.completed_at, r.rejected_at) > p_at - interval '100 days'
      union
      select e.id from private.orders_ending(private.shop_day(p_at),
        private.shop_day(p_at) + private.warranty_days_before(p_messages)) as e (id)
    ), p_messages) as s
    where not exists (
        select from public.whatsapp_messages m
        where private.is_reminder(m.event) and private.phone_key(m.phone) = private.phone_key(s.phone)
          and (m.state in ('queued', 'sending') or m.state <> 'discarded'
            and private.shop_day(greatest(m.created_at, m.sent_at)) = private.shop_day(p_at))))
$$;

-- Queues the reminders that are due at a moment, each once whatever happens: its number is its step. Nothing while the
-- shop is closed or in its quiet hours. Answers how many: a run is one transaction, which is bounded, so that none is
-- ended half way again and again; the next run plans the rest, the oldest reasons first.
create function private.plan_reminders_at(p_at timestamptz, p_most integer default 500) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  settings jsonb;
  planned integer;
begin
  -- One planner after the other: the second sees what the first has queued.
  perform pg_advisory_xact_lock(hashtextextended('private.plan_reminders', 0));
  settings := private.message_settings();
  if not exists (select from private.reminder_steps(settings))
    or private.reminder_time(p_at, settings -> 'quietHours') <> p_at then
    return 0;
  end if;
  insert into public.whatsapp_messages (order_id, event, occurrence, template, language, params, phone, created_at,
    queued_at, next_attempt_at)
  select o.id, d.event, d.step, settings -> d.event ->> 'template', settings ->> 'language',
    private.message_params(o, d.event), d.phone, p_at, p_at, p_at
  from (
    select * from private.reminders_due(private.present_stays(settings, p_at), settings, p_at) as r
    order by r.since, r.order_id limit p_most
  ) as d
  join public.service_orders o on o.id = d.order_id
  on conflict (order_id, event, occurrence) do nothing;
  get diagnostics planned = row_count;
  return planned;
end
$$;

-- Plans the reminders of this moment, for the schedule (docs/deploy.md).
create function public.plan_reminders() returns integer
language plpgsql security definer set search_path = '' as $$
begin
  perform private.note_job('plan-reminders');
  return private.plan_reminders_at(now());
end
$$;
revoke all on function private.is_reminder, private.reminder_steps, private.reminder_phones, private.order_stays,
  private.warranty_endings, private.warranty_days_before, private.orders_ending, private.reminders_due,
  private.reminder_time, private.message_settings,
  private.reminder_due_at, private.reminder_holds, private.present_stays, private.plan_reminders_at,
  public.plan_reminders from public, anon, authenticated;
grant execute on function public.plan_reminders to service_role;
