-- Whose orders are these? (decision 5) Orders are matched by RUT, and anyone can type another person's RUT when
-- registering. So an account sees orders only once its RUT is proven: by the phone left on an order of that RUT, by
-- order number and phone, or by the staff.

-- Proves an account's RUT by the phone that was left on an order of that RUT; the account's e-mail must be confirmed.
create function private.tie_by_phone(p_profile_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.profiles p set rut_verified_at = now()
  where p.id = p_profile_id and p.role = 'customer' and p.rut is not null and p.rut_verified_at is null
    and exists (select from auth.users u where u.id = p.id and u.email_confirmed_at is not null)
    and exists (
      select from public.service_orders o
      where o.customer_rut = p.rut and private.phone_key(o.customer_phone) = private.phone_key(p.phone)
    )
    and not exists (select from public.profiles q where q.rut = p.rut and q.rut_verified_at is not null);
exception when unique_violation then
  null; -- Another account proved the same RUT in this very moment: this one stays without a tie.
end
$$;

-- A confirmed e-mail may be what was missing.
create function private.tie_on_confirmation() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.tie_by_phone(new.id);
  return new;
end
$$;
create trigger tie_on_confirmation after update of email_confirmed_at on auth.users
  for each row when (old.email_confirmed_at is null and new.email_confirmed_at is not null)
  execute function private.tie_on_confirmation();

-- Per statement: an import of thousands of orders ties at once.
create function private.tie_on_order() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.tie_by_phone(p.id) from public.profiles p
  where p.rut_verified_at is null and p.rut in (select n.customer_rut from new_orders n);
  return null;
end
$$;
create trigger tie_on_order after insert on public.service_orders
  referencing new table as new_orders for each statement execute function private.tie_on_order();

-- Tries to prove a RUT. A guess is counted in a transaction of its own before its answer is given (decision 18): a
-- request is one transaction, and whatever fails after a function has answered, a cast of its result for one, rolls
-- back what the function wrote, while the error may carry the answer out. So there are two calls. The first counts the
-- guess, keeps it and compares nothing; its result is a ticket. The second compares and answers by the ticket, which
-- exists only once the count is committed.
create table private.claim_attempts (
  id bigint generated always as identity primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  attempted_at timestamptz not null default now(),
  -- What was claimed waits here for its answer; null once answered.
  ticket uuid unique,
  order_number integer,
  phone text,
  made_in xid8
);
create index claim_attempts_user on private.claim_attempts (user_id, attempted_at);
alter table private.claim_attempts enable row level security;

-- Counts a try to prove the own RUT, five an hour, and keeps it. The ticket is good for one answer within a minute;
-- null above the limit.
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
revoke all on function public.try_claim_orders from public, anon, authenticated;
grant execute on function public.try_claim_orders to authenticated;

-- A customer proves the own RUT with an order's number and the phone left on it. p_ticket: of try_claim_orders. Answers
-- 'linked', 'no_match' (whatever the reason: an account without a tie learns nothing), 'too_many' (no ticket) or
-- 'expired'.
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
  where a.ticket = p_ticket and a.user_id = caller and a.attempted_at >= now() - interval '1 minute'
    and a.made_in <> pg_current_xact_id()
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
revoke all on function public.claim_orders from public, anon, authenticated;
grant execute on function public.claim_orders to authenticated;

-- At the counter: a member of the desk has seen the person's identity card.
create function public.confirm_customer_rut(p_profile_id uuid, p_rut text) returns public.profiles
language plpgsql security definer set search_path = '' as $$
declare
  saved public.profiles;
begin
  if not private.is_desk() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  begin
    update public.profiles set rut = p_rut, rut_verified_at = now()
    where id = p_profile_id and role = 'customer' and private.is_rut(private.normalize_rut(p_rut))
    returning * into saved;
  exception when unique_violation then
    raise exception 'Ese RUT ya está confirmado en otra cuenta.' using errcode = '23505';
  end;
  if saved.id is null then
    raise exception 'No se encontró la cuenta o el RUT no es válido.' using errcode = 'P0002';
  end if;
  return saved;
end
$$;
revoke all on function public.confirm_customer_rut from public, anon, authenticated;
grant execute on function public.confirm_customer_rut to authenticated;
