-- Earnings behind a PIN (REP-02, REP-05): stored hashed, checked here, five wrong tries lock it for 15 minutes for that
-- user. No PIN exists until an admin sets one. A guess is counted before its answer is given, in two calls, as in
-- customer_ties (decision 18).

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

create table private.report_pin_guesses (
  ticket uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  -- The guess, hashed with the PIN's own salt; null when it is no four digits or no PIN was set.
  hash text,
  -- Position of the guess in its sequence; 0 once it is known to be right and counts no more.
  place integer not null,
  made_at timestamptz not null default now(),
  made_in xid8 not null default pg_current_xact_id()
);
create index report_pin_guesses_user on private.report_pin_guesses (user_id);
alter table private.report_pin enable row level security;
alter table private.report_pin_tries enable row level security;
alter table private.report_pin_guesses enable row level security;

-- { set, locked_seconds }: what the screen shows before a PIN is entered.
create function public.report_pin_status() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require('reports');
  return jsonb_build_object(
    'set', exists (select from private.report_pin),
    'locked_seconds', coalesce((
      select greatest(0, ceil(extract(epoch from t.locked_until - now())))::integer
      from private.report_pin_tries t where t.user_id = (select auth.uid())), 0)
  );
end
$$;
revoke all on function public.report_pin_status from public, anon, authenticated;
grant execute on function public.report_pin_status to authenticated;

-- Deletes the guesses of a user, or of all, that are older than a minute. A right one that is still there has no
-- answer: it clears the count here, since a report that failed took its answer back. Not one of this very transaction,
-- which may be rolled back once the count was read.
create function private.forget_pin_guesses(p_user_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  with right_guesses as (
    update private.report_pin_guesses g set place = 0
    where g.hash = (select p.hash from private.report_pin p) and g.place > 0
      and g.made_in <> pg_current_xact_id() and (p_user_id is null or g.user_id = p_user_id)
    returning g.user_id
  )
  update private.report_pin_tries t set failures = 0, locked_until = null
  where t.user_id in (select r.user_id from right_guesses r);
  delete from private.report_pin_guesses g
  where g.made_at < now() - interval '1 minute' and (p_user_id is null or g.user_id = p_user_id);
end
$$;
revoke all on function private.forget_pin_guesses from public, anon, authenticated;

-- Counts a guess of the PIN as a failure until its answer says otherwise. The ticket is single-use, for a minute; null
-- while locked. Serialised per user, so that simultaneous guesses do not slip through.
create function public.try_report_pin(p_pin text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := (select auth.uid());
  stored text := (select hash from private.report_pin);
  tries private.report_pin_tries;
  guess_ticket uuid;
begin
  perform private.require('reports');
  perform private.forget_pin_guesses(caller);
  insert into private.report_pin_tries (user_id) values (caller) on conflict do nothing;
  select * into tries from private.report_pin_tries where user_id = caller for update;
  if tries.locked_until > now() then
    return null;
  end if;
  -- A lock that has run out begins a new count.
  tries.failures := case when tries.locked_until is null then tries.failures + 1 else 1 end;
  if stored is not null then
    update private.report_pin_tries
    set failures = tries.failures, locked_until = case when tries.failures >= 5 then now() + interval '15 minutes' end
    where user_id = caller;
  end if;
  insert into private.report_pin_guesses (user_id, hash, place)
  values (caller, case when p_pin ~ '^[0-9]{4}$' then extensions.crypt(p_pin, stored) end, tries.failures)
  returning ticket into guess_ticket;
  return guess_ticket;
end
$$;
revoke all on function public.try_report_pin from public, anon, authenticated;
grant execute on function public.try_report_pin to authenticated;

-- 'ok' | 'wrong' | 'locked' | 'unset' | 'expired' (no such ticket of this user, used or too old, or of this very
-- transaction). A right PIN clears the count.
create function private.answer_pin(p_ticket uuid) returns text
language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := (select auth.uid());
  stored text := (select hash from private.report_pin);
  guess private.report_pin_guesses;
begin
  delete from private.report_pin_guesses
  where ticket = p_ticket and user_id = caller and made_at >= now() - interval '1 minute'
    and made_in <> pg_current_xact_id()
  returning * into guess;
  if guess.ticket is null then
    return case
      when exists (select from private.report_pin_tries where user_id = caller and locked_until > now()) then 'locked'
      else 'expired'
    end;
  end if;
  if stored is null then
    return 'unset';
  end if;
  if guess.hash = stored then
    update private.report_pin_tries set failures = 0, locked_until = null where user_id = caller;
    return 'ok';
  end if;
  return case when guess.place >= 5 then 'locked' else 'wrong' end;
end
$$;

-- Sets the first PIN or changes it. p_ticket: of try_report_pin with the current PIN. Answers 'ok' | 'wrong' | 'locked'
-- | 'invalid' | 'expired'. A retry of a request that already set this PIN, with a ticket of it, answers 'ok'.
create function public.set_report_pin(p_new text, p_ticket uuid default null, p_request_id uuid default null) returns text
language plpgsql security definer set search_path = '' as $$
declare
  outcome text;
  is_done boolean;
begin
  perform private.require('reports');
  if p_new is null or p_new !~ '^[0-9]{4}$' then
    return 'invalid';
  end if;
  is_done := exists (
    select from private.report_pin p
    join private.done_requests d on d.user_id = auth.uid() and d.id = p_request_id and d.task = 'set_report_pin' and d.done_at = p.updated_at);
  outcome := private.answer_pin(p_ticket);
  if is_done then
    if outcome = 'wrong' then
      perform private.refuse_request('el PIN quedó cambiado');
    end if;
    -- The caller knows the PIN here.
    if outcome = 'ok' and not exists (select from private.report_pin p where extensions.crypt(p_new, p.hash) = p.hash) then
      perform private.refuse_request('el PIN quedó cambiado');
    end if;
    return outcome;
  end if;
  if outcome not in ('ok', 'unset') then
    return outcome;
  end if;
  -- The PIN is no argument here: of four digits a digest is no secret.
  if private.claim_request(p_request_id, 'set_report_pin', '[]') then
    insert into private.report_pin (hash) values (extensions.crypt(p_new, extensions.gen_salt('bf', 8)))
    on conflict (singleton) do update set hash = excluded.hash, updated_at = now();
  elsif not exists (select from private.report_pin p where extensions.crypt(p_new, p.hash) = p.hash) then
    perform private.refuse_request('el PIN quedó cambiado');
  end if;
  return 'ok';
end
$$;
revoke all on function public.set_report_pin from public, anon, authenticated;
grant execute on function public.set_report_pin to authenticated;

-- { outcome: 'ok', total, months: [{ month: 'YYYY-MM', amount, previous }] } or
-- { outcome: 'wrong' | 'locked' | 'unset' | 'expired', locked_seconds }. p_ticket: of try_report_pin.
--   total: sum of total_amount over the chosen orders that are completed or delivered, a missing amount counts 0.
--     months: the twelve up to this one, by the day of delivery (else completion, else creation), beside the same month
--     a year before.
create function public.report_earnings(
  p_ticket uuid default null, p_from date default null, p_to date default null, p_technician uuid default null,
  p_type text default null, p_period_from date default null, p_period_to date default null,
  p_before_from date default null, p_before_to date default null, p_step integer default 1
) returns jsonb
language plpgsql security definer set search_path = '' set random_page_cost = 1.1 set jit = off as $$
declare
  outcome text;
  range tstzrange := private.report_range(p_from, p_to);
begin
  perform private.require('reports');
  outcome := private.answer_pin(p_ticket);
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
    ) || case when p_period_from is null then '{}' else jsonb_build_object('period', private.earned_in_period(
      p_period_from, p_period_to, p_before_from, p_before_to, p_step, p_technician, p_type)) end
  );
end
$$;
revoke all on function public.report_earnings from public, anon, authenticated;
grant execute on function public.report_earnings to authenticated;
