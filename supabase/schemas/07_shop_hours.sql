-- When the shop is open, for what the database plans by itself: promised dates, reminders, bookings. The same rules as
-- shared/src/config/opening-hours.ts: special days, then holidays, then the week.

-- The day of an instant on the shop's calendar.
create function private.shop_day(p_at timestamptz) returns date
language sql stable set search_path = '' as $$
  select (p_at at time zone 'America/Santiago')::date
$$;
grant execute on function private.shop_day to authenticated, service_role;

-- The first day of a month that is asked for; one that no calendar of the shop has is refused.
create function private.asked_month(p_month date) returns date
language plpgsql immutable set search_path = '' as $$
begin
  if (p_month between '2000-01-01' and '2099-12-31') is not true then
    raise exception 'Elige un mes entre los años 2000 y 2099.' using errcode = '22023';
  end if;
  return date_trunc('month', p_month)::date;
end
$$;
revoke all on function private.asked_month from public, anon, authenticated;

-- Public holidays of the whole of Chile; a test compares the rows with shared/src/config/chilean-holidays.ts.
create table private.holidays (
  day date primary key
);
alter table private.holidays enable row level security;

-- The stretches of opening hours from one day of the shop to another, inclusive, at most 4,000 days. A shop that has not
-- told its hours counts as open from 9 to 19 on each day but holidays, so that it can plan before it has.
create function private.opening_stretches(p_from date, p_to date)
returns table (day date, opens timestamptz, closes timestamptz)
language sql stable security definer set search_path = '' as $$
  with hours as (
    select s.value, s.value @? '$.week[*][*]' as told from public.setting_sections s where s.section = 'hours'
  )
  select d.day, (d.day + (r.value ->> 'open')::time) at time zone 'America/Santiago',
    (d.day + (r.value ->> 'close')::time) at time zone 'America/Santiago'
  from hours h
  cross join (select p_from + n as day from generate_series(0, least(p_to - p_from, 4000)) as n) as d
  left join lateral (
    select s.value -> 'hours' as hours from jsonb_array_elements(h.value -> 'specialDays') as s
    where d.day between (s.value ->> 'from')::date and (s.value ->> 'to')::date limit 1
  ) as special on true
  cross join lateral jsonb_array_elements(case
    when special.hours is not null then special.hours
    when (h.value ->> 'closedOnHolidays')::boolean and exists (select from private.holidays f where f.day = d.day)
      then '[]'
    when h.told then h.value -> 'week' -> extract(dow from d.day)::integer
    else '[{"open": "09:00", "close": "19:00"}]'
  end) as r
  order by 2
$$;

create function private.opening_on(p_day date) returns tstzmultirange
language sql stable security definer set search_path = '' as $$
  select coalesce(range_agg(tstzrange(s.opens, s.closes)), '{}') from private.opening_stretches(p_day, p_day) as s
$$;

create function private.is_open(p_at timestamptz) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.opening_on((p_at at time zone 'America/Santiago')::date) @> p_at
$$;

-- The next moment at which the shop is open: p_at itself if it is. Null if it stays closed for 60 days.
create function private.next_opening(p_at timestamptz) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select min(greatest(s.opens, p_at))
  from (select (p_at at time zone 'America/Santiago')::date as day) as today
  cross join lateral private.opening_stretches(today.day, today.day + 60) as s
  where s.closes > p_at
$$;

-- For how long the shop is open between two moments.
create function private.open_time(p_from timestamptz, p_to timestamptz) returns interval
language sql stable security definer set search_path = '' as $$
  select coalesce(sum(least(s.closes, p_to) - greatest(s.opens, p_from)), '0')
  from private.opening_stretches((p_from at time zone 'America/Santiago')::date,
    (p_to at time zone 'America/Santiago')::date) as s
  where s.closes > p_from and s.opens < p_to
$$;

-- The moment at which the shop has been open for a time since p_from; null if that takes longer than 60 days and two for
-- each hour.
create function private.after_open_time(p_from timestamptz, p_time interval) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select min(t.closes - (t.done - p_time))
  from (
    select s.closes, sum(s.closes - greatest(s.opens, p_from)) over (order by s.opens) as done
    from (select (p_from at time zone 'America/Santiago')::date as day,
      60 + 2 * ceil(extract(epoch from p_time) / 3600)::integer as days) as w
    cross join lateral private.opening_stretches(w.day, w.day + w.days) as s
    where s.closes > p_from
  ) as t
  where t.done >= p_time
$$;
