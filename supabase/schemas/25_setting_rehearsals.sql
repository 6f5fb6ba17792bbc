-- Rehearsals of reminders and usual waiting days that are not saved yet: today, and over the past (TIME-50 to TIME-52,
-- decision 63): computed from the shop's own history by the rule of 25_reminders.

-- The days of a rehearsal.
create function private.rehearsed_days() returns integer
language sql immutable set search_path = '' as $$ select 90 $$;

-- The reasons for reminders of all orders between two moments, from timeline and waits. Phones and refusals are those
-- of today. At most 20,000 reasons, the newest.
create function private.past_stays(p_messages jsonb, p_from timestamptz, p_to timestamptz)
returns private.reminder_stay[]
language sql stable security definer set search_path = '' as $$
  with steps as materialized (
    select s.event, min(s.first_day) as first_day from private.reminder_steps(p_messages) as s group by s.event
  ), changes as (
    select e.order_id, e.changes -> 'status' ->> 1 as status, e.created_at as since,
      coalesce(lead(e.created_at) over (partition by e.order_id order by e.id), 'infinity') as until
    from public.order_events e
    where e.kind in ('status', 'decision') and e.changes ? 'status'
      and e.created_at between p_from - interval '100 days' and p_to
  ), quoted as (
    select c.order_id, range_agg(tstzrange(c.since, c.until)) as during from changes c where c.status = 'quoted'
    group by c.order_id
  ), waits as (
    select w.order_id, w.reason = 'customer' as is_customers, w.started_at as since,
      tstzrange(w.started_at, coalesce(w.ended_at, 'infinity')) as during
    from public.order_waits w
    where w.started_at <= p_to and coalesce(w.ended_at, 'infinity') > p_from - interval '100 days'
  ), others as (
    select w.order_id, range_agg(w.during) as during from waits w where not w.is_customers group by w.order_id
  ), stays as (
    select c.order_id, 'quote_reminder' as event, private.shop_day(c.since) as since,
      tstzmultirange(tstzrange(c.since, c.until)) - coalesce(h.during, '{}') as during
    from changes c left join others h on h.order_id = c.order_id where c.status = 'quoted'
    union all
    select w.order_id, 'quote_reminder', private.shop_day(w.since),
      tstzmultirange(w.during) - coalesce(q.during, '{}')
    from waits w left join quoted q on q.order_id = w.order_id where w.is_customers
    union all
    select c.order_id, 'pickup_reminder', private.shop_day(c.since), tstzmultirange(tstzrange(c.since, c.until))
    from changes c where c.status = any (private.statuses_in('pickup'))
    union all
    select w.order_id, 'warranty_reminder', w.since, w.during
    from private.warranty_endings(array(select private.orders_ending(private.shop_day(p_from),
      private.shop_day(p_to) + private.warranty_days_before(p_messages))), private.warranty_days_before(p_messages)) as w
    where w.during && tstzmultirange(tstzrange(p_from, p_to))
  ), newest as (
    select s.* from stays s join steps t on t.event = s.event
    -- It lasted until the day of the first step.
    where upper(s.during) > p_from
      and upper(s.during) > (s.since + t.first_day)::timestamp at time zone 'America/Santiago'
    order by s.since desc limit 20000
  )
  select array_agg((n.order_id, n.event, p.phone, n.since, n.during, 0)::private.reminder_stay)
  from newest n join private.reminder_phones(array(select m.order_id from newest m)) as p on p.order_id = n.order_id
$$;

-- The messages that a value of section 'messages' would have sent in the days before a moment, planned at the first one
-- of each day: { messages, customers, events: { event: messages } }.
create function private.rehearse_past(p_messages jsonb, p_at timestamptz) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  days constant integer := private.rehearsed_days();
  today constant date := private.shop_day(p_at);
  stays private.reminder_stay[] := private.past_stays(p_messages, p_at - make_interval(days => days), p_at);
  due private.reminder_stay[];
  gone private.reminder_stay[] := '{}';
  moment timestamptz;
begin
  for back in reverse days - 1 .. 0 loop
    moment := private.reminder_time((today - back)::timestamp at time zone 'America/Santiago', p_messages -> 'quietHours');
    continue when private.shop_day(moment) <> today - back or moment > p_at;
    due := array(select d from private.reminders_due(stays, p_messages, moment) as d);
    continue when due = '{}';
    gone := gone || due;
    stays := array(
      select (s.order_id, s.event, s.phone, s.since, s.during, coalesce(d.step, s.step))::private.reminder_stay
      from unnest(stays) as s left join unnest(due) as d on d.order_id = s.order_id and d.event = s.event);
  end loop;
  return (
    select jsonb_build_object('messages', coalesce(sum(e.messages), 0),
      'customers', (select count(distinct private.phone_key(g.phone)) from unnest(gone) as g),
      'events', coalesce(jsonb_object_agg(e.event, e.messages), '{}'))
    from (select g.event, count(*) as messages from unnest(gone) as g group by g.event) as e
  );
end
$$;

-- Rehearses the reminders of a form that may not be saved yet: { at: when the next ones go out, today: how many of
-- them today, rows: their first hundred [{ order_id, order_number, customer_name, event, step }], past: of the last 90
-- days }. Admins only.
create function public.rehearse_reminders(p_messages jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  moment timestamptz;
  due private.reminder_stay[] := '{}';
begin
  perform private.require('settings');
  perform private.require_shape(p_messages, jsonb_build_object('quietHours', '{"from": "time", "to": "time"}'::jsonb)
    || jsonb_object_agg(e.event, '{"enabled": "boolean", "first": "integer", "second": "integer", "third": "integer",
      "before": "integer"}'::jsonb))
  from unnest(array['quote_reminder', 'pickup_reminder', 'warranty_reminder']) as e (event);
  moment := private.reminder_time(now(), p_messages -> 'quietHours');
  if private.shop_day(moment) = private.shop_day(now()) then
    due := array(select d from private.reminders_due(private.present_stays(p_messages, moment), p_messages, moment) as d);
  end if;
  return jsonb_build_object('at', moment, 'today', cardinality(due), 'rows', (
    select coalesce(jsonb_agg(to_jsonb(r)), '[]') from (
      select d.order_id, o.order_number, o.customer_name, d.event, d.step
      from unnest(due) as d join public.service_orders o on o.id = d.order_id
      order by d.event, d.step, o.order_number limit 100
    ) as r), 'past', private.rehearse_past(p_messages, now()));
end
$$;

-- How the usual days of a form's reasons for waiting, which may not be saved yet, would have matched the waits that ended
-- in the last 90 days: [{ key, waits, kept: those that took no longer, usual: the days in which four of five ended }].
-- Admins only.
create function public.rehearse_waits(p_waits jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require('settings');
  perform private.require_shape(p_waits, '[{"key": "text", "days": "integer"}]');
  return (
    select coalesce(jsonb_agg(to_jsonb(r)), '[]') from (
      select f.reason ->> 'key' as key, count(*) as waits,
        count(*) filter (where d.days <= (f.reason ->> 'days')::integer) as kept,
        ceil(percentile_disc(0.8) within group (order by d.days)) as usual
      from jsonb_array_elements(p_waits) as f (reason)
      join lateral (
        select private.shop_day(w.ended_at) - private.shop_day(w.started_at) as days from public.order_waits w
        where w.reason = f.reason ->> 'key' and w.ended_at > now() - make_interval(days => private.rehearsed_days())
      ) as d on true
      group by 1
    ) as r
  );
end
$$;
revoke all on function private.rehearsed_days, private.past_stays, private.rehearse_past, public.rehearse_reminders,
  public.rehearse_waits from public, anon, authenticated;
grant execute on function public.rehearse_reminders, public.rehearse_waits to authenticated;
