-- Earnings behind a PIN (REP-02, REP-05): stored hashed, checked here, five wrong tries lock it for 15 minutes for that user.
-- No PIN exists until an admin sets one.

create table private.report_pin (
  singleton boolean primary key default true check (singleton),
  hash text not null,
  updated_at timestamptz not null default now()
);
create table private.report_pin_tries (
  user_id uuid primary key references auth.users (id) on delete cascade,
  failures integer not null default 0,
  locked_until timestamptz
);
alter table private.report_pin enable row level security;
alter table private.report_pin_tries enable row level security;
revoke all on private.report_pin, private.report_pin_tries from public, anon, authenticated;

-- { set, locked_seconds }: what the screen shows before a PIN is entered.
create function public.report_pin_status() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return jsonb_build_object(
    'set', exists (select from private.report_pin),
    'locked_seconds', coalesce((
      select greatest(0, ceil(extract(epoch from t.locked_until - now())))::integer
      from private.report_pin_tries t where t.user_id = (select auth.uid())), 0)
  );
end
$$;

-- 'ok' | 'wrong' | 'locked' | 'unset'. Counts tries; serialised per user, so that simultaneous guesses do not slip through.
create function private.try_pin(p_pin text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := (select auth.uid());
  tries private.report_pin_tries;
  stored text := (select hash from private.report_pin);
begin
  if stored is null then
    return 'unset';
  end if;
  insert into private.report_pin_tries (user_id) values (caller) on conflict do nothing;
  select * into tries from private.report_pin_tries where user_id = caller for update;
  if tries.locked_until > now() then
    return 'locked';
  end if;
  if extensions.crypt(coalesce(p_pin, ''), stored) = stored then
    update private.report_pin_tries set failures = 0, locked_until = null where user_id = caller;
    return 'ok';
  end if;
  -- A lock that has run out begins a new count.
  tries.failures := case when tries.locked_until is null then tries.failures + 1 else 1 end;
  update private.report_pin_tries
  set failures = tries.failures, locked_until = case when tries.failures >= 5 then now() + interval '15 minutes' end
  where user_id = caller;
  return case when tries.failures >= 5 then 'locked' else 'wrong' end;
end
$$;

-- { outcome: 'ok', total, months: [{ month: 'YYYY-MM', amount, previous }] } or { outcome: 'wrong' | 'locked' | 'unset', locked_seconds }.
-- total: sum of total_amount over the chosen orders that are completed or delivered, a missing amount counts 0 (section 9).
-- months: the twelve up to this one, by the day of delivery (else completion, else creation), beside the same month a year before.
create function public.report_earnings(
  p_pin text, p_from date default null, p_to date default null, p_technician uuid default null, p_type text default null
) returns jsonb
language plpgsql security definer set search_path = '' set random_page_cost = 1.1 set jit = off as $$
declare
  outcome text;
  range tstzrange := private.report_range(p_from, p_to);
begin
  perform private.require_admin();
  outcome := private.try_pin(p_pin);
  if outcome <> 'ok' then
    return jsonb_build_object('outcome', outcome) || public.report_pin_status();
  end if;
  return (
    with earned as materialized (
      select private.earned_month(o) as month,
        sum(coalesce(o.total_amount, 0)) as amount,
        sum(coalesce(o.total_amount, 0)) filter (where o.created_at <@ range) as chosen
      from public.service_orders o
      where o.status in ('completed', 'delivered')
        and (p_technician is null or o.technician_id = p_technician) and (p_type is null or o.equipment_type = p_type)
      group by 1
    ), months as (
      select generate_series(this_month - interval '11 months', this_month, interval '1 month') as month
      from (select date_trunc('month', now() at time zone 'America/Santiago') as this_month) as clock
    )
    select jsonb_build_object(
      'outcome', 'ok',
      'total', (select coalesce(sum(e.chosen), 0) from earned e),
      'months', (
        select jsonb_agg(jsonb_build_object(
          'month', to_char(m.month, 'YYYY-MM'),
          'amount', coalesce((select e.amount from earned e where e.month = m.month), 0),
          'previous', coalesce((select e.amount from earned e where e.month = m.month - interval '1 year'), 0)
        ) order by m.month) from months m)
    )
  );
end
$$;

-- Sets the first PIN (p_current ignored) or changes it. Answers 'ok' | 'wrong' | 'locked' | 'invalid'.
create function public.set_report_pin(p_current text, p_new text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  outcome text;
begin
  perform private.require_admin();
  if p_new is null or p_new !~ '^[0-9]{4}$' then
    return 'invalid';
  end if;
  outcome := private.try_pin(p_current);
  if outcome not in ('ok', 'unset') then
    return outcome;
  end if;
  insert into private.report_pin (hash) values (extensions.crypt(p_new, extensions.gen_salt('bf', 8)))
  on conflict (singleton) do update set hash = excluded.hash, updated_at = now();
  return 'ok';
end
$$;

revoke all on function public.report_pin_status(), public.report_earnings(text, date, date, uuid, text), public.set_report_pin(text, text)
  from public, anon, authenticated;
grant execute on function public.report_pin_status(), public.report_earnings(text, date, date, uuid, text), public.set_report_pin(text, text)
  to authenticated;
