-- A guess is counted in a transaction of its own before its answer is given (decision 21). A request is one transaction: whatever fails after
-- a function has answered, a cast of its result for one, rolls back what the function wrote, and the error may carry the answer out. So there
-- are two calls. The first counts the guess, keeps it and compares nothing; its result is a ticket. The second compares and answers by the
-- ticket, which exists only once the count is committed. A guess that was not counted has no answer.

drop function public.report_earnings(text, date, date, uuid, text);
drop function public.set_report_pin(text, text);
drop function private.try_pin(text);
drop function public.claim_orders(integer, text);

create table private.report_pin_guesses (
  ticket uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  -- The guess, hashed with the PIN's own salt; null when it is no four digits or no PIN was set.
  hash text,
  -- Which guess in a row this one is.
  place integer not null,
  made_at timestamptz not null default now(),
  made_in xid8 not null default pg_current_xact_id()
);
create index report_pin_guesses_user on private.report_pin_guesses (user_id);
alter table private.report_pin_guesses enable row level security;
revoke all on private.report_pin_guesses from public, anon, authenticated;

-- Counts a guess of the PIN as a failure until its answer says otherwise. The ticket is good for one answer within a minute; null while
-- locked. Serialised per user, so that simultaneous guesses do not slip through.
create function public.try_report_pin(p_pin text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := (select auth.uid());
  stored text := (select hash from private.report_pin);
  tries private.report_pin_tries;
  guess_ticket uuid;
begin
  perform private.require_admin();
  delete from private.report_pin_guesses where made_at < now() - interval '1 minute';
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

-- 'ok' | 'wrong' | 'locked' | 'unset' | 'expired' (no such ticket of this user, used or too old, or of this very transaction).
-- A right PIN clears the count.
create function private.answer_pin(p_ticket uuid) returns text
language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := (select auth.uid());
  stored text := (select hash from private.report_pin);
  guess private.report_pin_guesses;
begin
  delete from private.report_pin_guesses
  where ticket = p_ticket and user_id = caller and made_at >= now() - interval '1 minute' and made_in <> pg_current_xact_id()
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
revoke all on function private.answer_pin(uuid) from public, anon, authenticated;

-- { outcome: 'ok', total, months: [{ month: 'YYYY-MM', amount, previous }] } or
-- { outcome: 'wrong' | 'locked' | 'unset' | 'expired', locked_seconds }. p_ticket: of try_report_pin.
-- total: sum of total_amount over the chosen orders that are completed or delivered, a missing amount counts 0 (section 9).
-- months: the twelve up to this one, by the day of delivery (else completion, else creation), beside the same month a year before.
create function public.report_earnings(
  p_ticket uuid default null, p_from date default null, p_to date default null, p_technician uuid default null, p_type text default null
) returns jsonb
language plpgsql security definer set search_path = '' set random_page_cost = 1.1 set jit = off as $$
declare
  outcome text;
  range tstzrange := private.report_range(p_from, p_to);
begin
  perform private.require_admin();
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
    )
  );
end
$$;

-- Sets the first PIN or changes it. p_ticket: of try_report_pin with the current PIN. Answers 'ok' | 'wrong' | 'locked' | 'invalid' | 'expired'.
create function public.set_report_pin(p_new text, p_ticket uuid default null) returns text
language plpgsql security definer set search_path = '' as $$
declare
  outcome text;
begin
  perform private.require_admin();
  if p_new is null or p_new !~ '^[0-9]{4}$' then
    return 'invalid';
  end if;
  outcome := private.answer_pin(p_ticket);
  if outcome not in ('ok', 'unset') then
    return outcome;
  end if;
  insert into private.report_pin (hash) values (extensions.crypt(p_new, extensions.gen_salt('bf', 8)))
  on conflict (singleton) do update set hash = excluded.hash, updated_at = now();
  return 'ok';
end
$$;

-- What was claimed waits here for its answer; null once answered.
alter table private.claim_attempts
  add ticket uuid unique,
  add order_number integer,
  add phone text,
  add made_in xid8;

-- Counts a try to prove the own RUT, five an hour, and keeps it. The ticket is good for one answer within a minute; null above the limit.
create function public.try_claim_orders(p_order_number integer, p_phone text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := (select auth.uid());
  claim_ticket uuid;
begin
  if private.my_role() is distinct from 'customer' then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('private.claim_orders' || caller, 0));
  delete from private.claim_attempts where attempted_at < now() - interval '1 hour';
  if (select count(*) from private.claim_attempts where user_id = caller) >= 5 then
    return null;
  end if;
  insert into private.claim_attempts (user_id, ticket, order_number, phone, made_in)
  values (caller, gen_random_uuid(), p_order_number, left(p_phone, 40), pg_current_xact_id())
  returning ticket into claim_ticket;
  return claim_ticket;
end
$$;

-- A customer proves the own RUT with an order's number and the phone left on it. p_ticket: of try_claim_orders.
-- Answers 'linked', 'no_match' (whatever the reason: an account without a tie learns nothing), 'too_many' (no ticket) or 'expired'.
create function public.claim_orders(p_ticket uuid default null) returns text
language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := (select auth.uid());
  claim private.claim_attempts;
begin
  if private.my_role() is distinct from 'customer' then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  if p_ticket is null then
    return 'too_many';
  end if;
  select * into claim from private.claim_attempts a
  where a.ticket = p_ticket and a.user_id = caller and a.attempted_at >= now() - interval '1 minute' and a.made_in <> pg_current_xact_id()
  for update;
  if claim.id is null then
    return 'expired';
  end if;
  update private.claim_attempts set ticket = null, order_number = null, phone = null where id = claim.id;
  begin
    update public.profiles p set rut_verified_at = coalesce(p.rut_verified_at, now())
    where p.id = caller and exists (
      select from public.service_orders o
      where o.order_number = claim.order_number and o.customer_rut = p.rut
        and private.phone_key(o.customer_phone) = private.phone_key(claim.phone)
    );
  exception when unique_violation then
    return 'no_match';
  end;
  return case when found then 'linked' else 'no_match' end;
end
$$;

revoke all on function public.try_report_pin(text), public.report_earnings(uuid, date, date, uuid, text), public.set_report_pin(text, uuid),
  public.try_claim_orders(integer, text), public.claim_orders(uuid) from public, anon, authenticated;
grant execute on function public.try_report_pin(text), public.report_earnings(uuid, date, date, uuid, text), public.set_report_pin(text, uuid),
  public.try_claim_orders(integer, text), public.claim_orders(uuid) to authenticated;
