-- Ties of accounts to orders (decision 5). Orders are matched by RUT, and anyone can type another person's RUT when
-- registering. So an account sees orders only once its RUT is proven: by the phone left on an order of that RUT, by
-- order number and phone, or by the staff.

-- Proves an account's RUT by the phone that was left on an order of that RUT, to read; the account's e-mail must be
-- confirmed.
create function private.tie_by_phone(p_profile_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  with tied as (
    update public.profiles p set rut_verified_at = now()
    where p.id = p_profile_id and p.role = 'customer' and p.rut is not null and p.rut_verified_at is null
      and not private.is_repeated_rut(p.rut)
      and exists (select from auth.users u where u.id = p.id and u.email_confirmed_at is not null)
      and exists (
        select from public.service_orders o
        where o.customer_rut = p.rut and private.phone_key(o.customer_phone) = private.phone_key(p.phone)
      )
      and not exists (select from public.profiles q where q.rut = p.rut and q.rut_verified_at is not null)
    returning p.id, p.rut
  )
  insert into private.self_made_ties (account_id, rut) select t.id, t.rut from tied t on conflict do nothing;
exception when unique_violation then
  null; -- Another account proved the same RUT in this very moment: this one stays without a tie.
end
$$;

-- A confirmed e-mail may complete the conditions for a tie.
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
  -- The claim that waits for its answer; null once answered.
  ticket uuid unique,
  order_number integer,
  phone text,
  made_in xid8
);
create index claim_attempts_user on private.claim_attempts (user_id, attempted_at);
alter table private.claim_attempts enable row level security;

-- Counts and stores an attempt of the caller to prove their RUT, five an hour. The ticket is valid for one answer
-- within a minute; null above the limit.
create function public.try_claim_orders(p_order_number integer, p_phone text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := (select auth.uid());
  claim_ticket uuid;
begin
  perform private.require('own-orders');
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

-- A customer proves the own RUT, to read, with an order's number and the phone left on it: whoever knows RUT and phone
-- finds the number too. p_ticket: of try_claim_orders. Answers 'linked', 'no_match' (whatever the reason: an account
-- without a tie learns nothing), 'too_many' (no ticket) or 'expired'.
create function public.claim_orders(p_ticket uuid default null) returns text
language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := (select auth.uid());
  claim private.claim_attempts;
  was_tied boolean;
  is_linked boolean;
begin
  perform private.require('own-orders');
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
  select p.rut_verified_at is not null into was_tied from public.profiles p where p.id = caller;
  begin
    update public.profiles p set rut_verified_at = coalesce(p.rut_verified_at, now())
    where p.id = caller and not private.is_repeated_rut(p.rut) and exists (
      select from public.service_orders o
      where o.order_number = claim.order_number and o.customer_rut = p.rut
        and private.phone_key(o.customer_phone) = private.phone_key(claim.phone)
    );
    is_linked := found;
    if is_linked and not was_tied then
      insert into private.self_made_ties (account_id, rut) select p.id, p.rut from public.profiles p where p.id = caller
      on conflict do nothing;
    end if;
  exception when unique_violation then
    return 'no_match';
  end;
  return case when is_linked then 'linked' else 'no_match' end;
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
  perform private.require('rut.confirm');
  -- The person with the identity card, and not whoever tied an account to that RUT alone.
  update public.profiles p set rut_verified_at = null
  from private.self_made_ties t
  where t.account_id = p.id and t.rut = private.normalize_rut(p_rut) and p.rut = t.rut and p.id <> p_profile_id
    and p.role = 'customer' and p.rut_verified_at is not null;
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
  delete from private.self_made_ties t where t.account_id = saved.id;
  return saved;
end
$$;
revoke all on function public.confirm_customer_rut from public, anon, authenticated;
grant execute on function public.confirm_customer_rut to authenticated;

-- A RUT of repeated digits (11111111-1) is a placeholder for people who gave none, and ties nobody to an order
-- (CUST-17).

create function private.is_repeated_rut(p_rut text) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select p_rut ~ '^([0-9])\1+-'
$$;
grant execute on function private.is_repeated_rut to authenticated, service_role;

create function private.refuse_repeated_rut() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise exception 'Un RUT de dígitos repetidos no identifica a nadie: escribe el de la cédula.' using errcode = '23514';
end
$$;
create trigger refuse_repeated_rut before insert or update of rut, rut_verified_at on public.profiles
  for each row when (new.rut_verified_at is not null and private.is_repeated_rut(new.rut))
  execute function private.refuse_repeated_rut();

-- Right to decide a quote (decision 5, CUST-18). An account that tied itself to a RUT, by a phone that others may know,
-- reads the orders of that RUT and with them their ids, which open a quote. So the link that is sent has a key that no
-- customer can read, and an order that such an account may have read requires that key.

create table private.self_made_ties (
  account_id uuid not null references public.profiles (id) on delete cascade,
  rut text not null,
  primary key (account_id, rut)
);
create index self_made_ties_rut on private.self_made_ties (rut);
alter table private.self_made_ties enable row level security;

-- Orders whose id somebody may know through a self-made tie that no longer exists.
create table private.read_orders (
  order_id uuid primary key references public.service_orders (id) on delete cascade
);
alter table private.read_orders enable row level security;

create function private.keep_read_orders() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.read_orders (order_id)
    select o.id from public.service_orders o where o.customer_rut = old.rut
  on conflict do nothing;
  return null;
end
$$;
create trigger keep_read_orders after delete on private.self_made_ties
  for each row execute function private.keep_read_orders();

create function private.keep_read_order() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.read_orders (order_id)
    select new.id where exists (select from private.self_made_ties t where t.rut = old.customer_rut)
  on conflict do nothing;
  return null;
end
$$;
create trigger keep_read_order after update of customer_rut on public.service_orders
  for each row when (old.customer_rut is distinct from new.customer_rut) execute function private.keep_read_order();

-- One secret for all links; a key is made from it and the order's id.
create table private.link_secret (
  is_only boolean primary key default true check (is_only),
  secret bytea not null default extensions.gen_random_bytes(32)
);
alter table private.link_secret enable row level security;

-- The last part of a decision link: the order's id and its key.
create function private.quote_link(p_order_id uuid) returns text
language sql stable security definer set search_path = '' as $$
  select p_order_id || '-' || left(encode(extensions.hmac(convert_to(p_order_id::text, 'UTF8'), s.secret, 'sha256'), 'hex'), 20)
  from private.link_secret s
$$;
revoke all on function private.quote_link from public, anon, authenticated;

-- The order of a link, with or without a key; null for an invalid link.
create function private.linked_order(p_link text) returns uuid
language sql immutable set search_path = '' as $$
  select case when p_link ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(-[0-9a-f]{20})?$' then left(p_link, 36)::uuid end
$$;
revoke all on function private.linked_order from public, anon, authenticated;

-- Whether the caller's link proves no more than a self-made tie reveals.
create function private.is_unproved(o public.service_orders, p_link text, p_account uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select lower(p_link) <> private.quote_link(o.id)
    and (exists (select from private.self_made_ties t where t.rut = o.customer_rut)
      or exists (select from private.read_orders r where r.order_id = o.id))
    and not exists (
      select from public.profiles p
      where p.id = p_account and p.role = 'customer' and p.rut = o.customer_rut and p.rut_verified_at is not null
        and not exists (select from private.self_made_ties t where t.account_id = p.id)
    )
$$;
revoke all on function private.is_unproved from public, anon, authenticated;

-- Sends the link of an open quote to the phone of its order, for whoever cannot decide without it: once a minute, and
-- five times a day, so that nobody makes the shop send at will. Urgent: somebody waits for it.
create function public.send_quote_link(p_order_id text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  target public.service_orders;
begin
  select * into target from public.service_orders o where o.id = private.linked_order(p_order_id) for update;
  if target.status is distinct from 'quoted' then
    raise exception 'La orden no tiene un presupuesto por responder.' using errcode = '23514';
  end if;
  if exists (
    select from public.whatsapp_messages m
    where m.order_id = target.id and m.event = 'quoted' and m.created_at > now() - interval '1 minute'
      and m.params::text like '%' || private.quote_link(target.id) || '%'
  ) then
    return;
  end if;
  if (select count(*) from public.whatsapp_messages m
    where m.order_id = target.id and m.event = 'quoted' and m.created_at > now() - interval '1 day') >= 5 then
    raise exception 'Ya enviamos el enlace varias veces hoy. Llámanos o pasa por el local.' using errcode = 'P0001';
  end if;
  perform private.queue_order_message(target, 'quoted');
  update public.whatsapp_messages m set is_urgent = true
  where m.order_id = target.id and m.event = 'quoted' and m.state = 'queued' and m.created_at = now();
  if not found then
    raise exception 'El local no envía mensajes ahora. Llámanos o pasa por el local.' using errcode = '23514';
  end if;
end
$$;
revoke all on function public.send_quote_link from public, anon, authenticated;
grant execute on function public.send_quote_link to anon, authenticated;

-- The link of an order, for staff who pass it on.
create function public.get_quote_link(p_order_id uuid) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require('desk');
  return private.quote_link(p_order_id);
end
$$;
revoke all on function public.get_quote_link from public, anon, authenticated;
grant execute on function public.get_quote_link to authenticated;
