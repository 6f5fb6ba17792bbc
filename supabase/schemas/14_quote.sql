-- The customer's decision on a quote (decision 3). The order's id is the capability: 122 random bits that only the
-- message's link carries. The decision can be proven: its origin is kept, the customer is notified of it, and no
-- account of the shop decides in the customer's name. The approved price binds the shop.

create table public.decision_history (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.service_orders (id) on delete cascade,
  type text not null check (type in ('success', 'failure')),
  message text not null,
  created_at timestamptz not null default now(),
  -- The quote as it was decided; null for decisions from before lines.
  quote_lines jsonb,
  total_amount bigint
);
create index decision_history_order on public.decision_history (order_id, created_at);
alter table public.decision_history enable row level security;
select private.require_session('public.decision_history');
revoke all on public.decision_history from anon, authenticated;
grant all on public.decision_history to service_role;
grant select on public.decision_history to authenticated;
create policy "whoever may read the order" on public.decision_history for select to authenticated
  using (exists (select from public.service_orders o where o.id = order_id));
create trigger as_readable before insert or update on public.decision_history
  for each row execute function private.as_readable();

-- The origin of a decision. The link is the capability, so everybody who has it may decide; this records who did.
-- Admins only, since it is personal data of that person.
create table public.decision_origins (
  decision_id uuid primary key references public.decision_history (id) on delete cascade,
  order_id uuid not null references public.service_orders (id) on delete cascade,
  -- The network, not the address: 24 bits of IPv4, 48 of IPv6. Null when it is not known.
  address text,
  browser text check (length(browser) <= 300),
  -- The account that was signed in, and its name as it was; null for the link alone.
  account_id uuid references public.profiles (id) on delete set null,
  account_name text
);
create index decision_origins_order on public.decision_origins (order_id);
create index decision_origins_account on public.decision_origins (account_id) where account_id is not null;
alter table public.decision_origins enable row level security;
select private.require_session('public.decision_origins');
revoke all on public.decision_origins from anon, authenticated;
grant all on public.decision_origins to service_role;
grant select on public.decision_origins to authenticated;
create policy "admins read" on public.decision_origins for select to authenticated
  using ((select private.may('quote-origins.see')));
create trigger as_readable before insert or update on public.decision_origins
  for each row execute function private.as_readable();

-- The last day on which a quote can be decided: as many days after it was sent as the shop's settings say. Null: any.
create function private.quote_valid_until(o public.service_orders) returns date
language sql stable security definer set search_path = '' as $$
  select private.shop_day(o.quoted_at) + nullif((s.value ->> 'quoteDays')::integer, 0)
  from public.setting_sections s where s.section = 'desk'
$$;

create function private.is_quote_expired(o public.service_orders) returns boolean
language sql stable set search_path = '' as $$
  select coalesce(private.quote_valid_until(o) < private.shop_day(now()), false)
$$;
revoke all on function private.quote_valid_until, private.is_quote_expired from public, anon, authenticated;

-- Data of the decision page; work, lines and amount only while a decision is pending. p_order_id: the last part of the
-- link, with or without its key. lines: with what the shop suggests as 'chosen'.
create function public.get_quote(p_order_id text)
returns table (
  order_number integer,
  status text,
  technical_work text,
  total_amount bigint,
  equipment_type text,
  equipment_brand text,
  equipment_model text,
  quoted_at timestamptz,
  version text,
  lines jsonb,
  tax_rate integer,
  valid_until date,
  expired boolean
)
language sql stable security definer set search_path = '' as $$
  select o.order_number, o.status, q.technical_work, q.total_amount, q.equipment_type, q.equipment_brand,
    q.equipment_model, q.quoted_at, case when q.id is not null then private.quote_version(q) end,
    private.shown_lines(q.quote_lines),
    (select (s.value ->> 'taxRate')::integer from public.setting_sections s
      where s.section = 'shop' and q.id is not null),
    case when q.id is not null then private.quote_valid_until(q) end,
    q.id is not null and private.is_quote_expired(q)
  from public.service_orders o
  left join public.service_orders q on q.id = o.id and q.status = 'quoted'
  -- A malformed id is an unknown id.
  where o.id = private.linked_order(p_order_id)
$$;
revoke all on function public.get_quote from public, anon, authenticated;
grant execute on function public.get_quote to anon, authenticated, service_role;

-- Truncates an IP address to its network: 203.0.113.77 becomes 203.0.113.0/24; null for an invalid address.
create function private.shorten_address(p_address text) returns text
language sql immutable set search_path = '' as $$
  select case when pg_input_is_valid(p_address, 'inet') then
    (select case family(a) when 4 then network(set_masklen(a, 24)) else network(set_masklen(a, 48)) end::text
    from (select p_address::inet as a) as parsed)
  end
$$;

-- Decides once, only while quoted, under a row lock: of any number of simultaneous calls one wins. p_order_id: the last
-- part of the link, with or without its key. p_amount, p_version: of the quote that was shown; without a version only a
-- quote that is as it was sent can be decided. p_chosen: the optional lines and alternatives that the customer takes,
-- which p_amount is for; null for those that the shop suggests. outcome: 'decided' | 'already_decided' | 'changed' (not
-- the quote that was shown) | 'expired' | 'not_found' | 'invalid' | 'staff' (an account of the shop) | 'unproved' (the
-- key is missing); status: the order's status afterwards. For the function update-quote-status alone: it knows where
-- the call came from, and whose account it was, from more than the caller's word.
create function public.decide_quote(
  p_order_id text, p_decision text, p_account uuid default null, p_address text default null,
  p_browser text default null, p_amount bigint default null, p_version text default null, p_chosen uuid[] default null
)
returns table (outcome text, order_number integer, status text)
language plpgsql security definer set search_path = '' as $$
declare
  target public.service_orders;
  account public.profiles;
  picked jsonb;
  claims text := current_setting('request.jwt.claims', true);
begin
  if p_decision is null or p_decision not in ('approved', 'rejected') then
    return query select 'invalid', null::integer, null::text;
    return;
  end if;
  select * into account from public.profiles p where p.id = p_account;
  if account.role <> 'customer' then
    return query select 'staff', null::integer, null::text;
    return;
  end if;
  select * into target from public.service_orders o
  where o.id = private.linked_order(p_order_id)
  for update;
  picked := case when p_chosen is null then target.quote_lines else private.picked_lines(target.quote_lines, p_chosen) end;
  if target.id is null then
    return query select 'not_found', null::integer, null::text;
  elsif target.status <> 'quoted' then
    return query select 'already_decided', target.order_number, target.status;
  elsif private.is_unproved(target, p_order_id, account.id) then
    return query select 'unproved', target.order_number, target.status;
  elsif private.is_quote_expired(target) then
    return query select 'expired', target.order_number, target.status;
  elsif p_version <> private.quote_version(target)
    or (p_version is null and (p_chosen is not null or not private.is_quote_as_sent(target))) then
    return query select 'changed', target.order_number, target.status;
  elsif picked is null then
    return query select 'invalid', null::integer, null::text;
  elsif p_amount <> private.lines_total(picked) then
    return query select 'changed', target.order_number, target.status;
  else
    -- The triggers' rows name the account that decides, not the function that calls.
    perform set_config(
      'request.jwt.claims',
      case when account.id is null then '{}' else jsonb_build_object('sub', account.id, 'role',
      'authenticated')::text end, true
    );
    update public.service_orders o
    set status = p_decision,
      quote_lines = case p_decision when 'approved' then picked else o.quote_lines end,
      approved_at = case p_decision when 'approved' then now() end,
      rejected_at = case p_decision when 'rejected' then now() end
    where o.id = target.id;
    perform set_config('request.jwt.claims', coalesce(claims, ''), true);
    insert into public.decision_origins (decision_id, order_id, address, browser, account_id, account_name)
    select h.id, target.id, private.shorten_address(p_address), nullif(left(trim(p_browser), 300), ''), account.id,
      account.full_name
    from public.decision_history h
    where h.order_id = target.id and h.created_at = now();
    return query select 'decided', target.order_number, p_decision;
  end if;
end
$$;
revoke all on function public.decide_quote from public, anon, authenticated;
grant execute on function public.decide_quote to service_role;

-- The trail of a decision: history for the order, notification for the staff.
create function private.record_decision(o public.service_orders) returns void
language plpgsql security definer set search_path = '' as $$
declare
  number text := private.format_order_number(o.order_number);
begin
  insert into public.decision_history (order_id, quote_lines, total_amount, type, message)
  values (
    o.id, o.quote_lines, o.total_amount,
    case o.status when 'approved' then 'success' else 'failure' end,
    case o.status
      when 'approved' then 'El cliente aprobó el presupuesto de ' || private.format_clp(o.total_amount) || '.'
      else 'El cliente rechazó el presupuesto de ' || private.format_clp(o.total_amount) || '.'
    end
  );
  insert into public.notifications (type, message, order_id)
  values (
    case o.status when 'approved' then 'quote_approved' else 'quote_rejected' end,
    'Orden ' || number || ': ' || o.customer_name
      || case o.status when 'approved' then ' aprobó el presupuesto.' else ' rechazó el presupuesto.' end,
    o.id
  );
end
$$;

-- The amount that the customer approved, while the approval stands: a lowered price may go back up to it. lines: what
-- the price was for; null for one that is anonymised.
create table private.approved_prices (
  order_id uuid primary key references public.service_orders (id) on delete cascade,
  amount bigint not null,
  lines jsonb
);
alter table private.approved_prices enable row level security;

-- The order's trigger is SECURITY INVOKER and calls these three as the caller, who therefore needs the right to execute
-- them. The schema is not exposed, so they cannot be called directly.

-- The approved amount of an order, or null.
create function private.approved_price(p_order_id uuid) returns bigint
language sql stable security definer set search_path = '' as $$
  select amount from private.approved_prices where order_id = p_order_id
$$;

-- Whether lines are for other work or other parts than the customer approved.
create function private.is_other_work(p_order_id uuid, p_lines jsonb) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce((select private.promised_work(p.lines) <> private.promised_work(p_lines)
    from private.approved_prices p where p.order_id = p_order_id and p.lines is not null), false)
$$;

-- Stores what the customer approved.
create function private.keep_approved_price(p_order_id uuid, p_amount bigint, p_lines jsonb) returns void
language sql security definer set search_path = '' as $$
  insert into private.approved_prices (order_id, amount, lines) values (p_order_id, p_amount, p_lines)
  on conflict (order_id) do update set amount = excluded.amount, lines = excluded.lines
$$;
grant execute on function private.approved_price, private.is_other_work, private.keep_approved_price to authenticated,
  service_role;

-- An approved quote stays the promise until another quote is approved: not a quote that is sent again, nor one
-- that is rejected, sets price and work free. While the total exceeds it, or the lines are for other work or parts
-- (QUO-05), the order waits for an answer: it leaves 'quoted' by a decision or a cancellation only, is neither completed
-- nor delivered, and takes no payment above the promise; an approval whose amount was not kept is a promise like any
-- other. Runs after guard_service_order, which settles the total: triggers of one event run in the order of their names.
create function private.guard_approved_price() returns trigger
language plpgsql set search_path = '' as $$
declare
  total bigint := coalesce(new.total_amount, 0);
  -- As settle_quote_lines leaves them, which runs later.
  lines constant jsonb := private.follow_total(new.id, coalesce(new.quote_lines, '[]'), new.total_amount);
  promised bigint;
  is_other boolean;
  is_asked boolean;
begin
  if new.status = 'approved' and old.status <> 'approved' then
    perform private.keep_approved_price(new.id, total, lines);
    return new;
  end if;
  if not private.is_api_caller() then
    return new;
  end if;
  promised := private.approved_price(new.id);
  if promised is null and old.approved_at is not null then
    -- The stamp goes with the next quote, the promise does not.
    promised := coalesce(old.total_amount, 0);
    perform private.keep_approved_price(new.id, promised, old.quote_lines);
  end if;
  -- Without an approval the price is the shop's.
  if promised is null then
    return new;
  end if;
  if new.advance_payment + new.final_payment > greatest(promised, old.advance_payment + old.final_payment)
    and not private.is_correction() then
    raise exception 'El cliente aprobó %: no recibas más que eso sin su aprobación.', private.format_clp(promised)
      using errcode = '23514';
  end if;
  -- No work is done on a device that goes back unrepaired.
  is_other := new.unrepaired_reason is null and private.is_other_work(new.id, lines);
  if total <= promised and not is_other then
    return new;
  end if;
  -- This change asks for another answer.
  is_asked := total > greatest(promised, coalesce(old.total_amount, 0))
    or is_other and private.promised_work(lines) <> private.promised_work(old.quote_lines);
  if is_asked and new.status <> 'quoted' and (new.status <> old.status or new.status in ('delivered', 'cancelled')) then
    raise exception '%', case when total > promised
      then format('El cliente aprobó %s. Para cobrar más, envíale antes un nuevo presupuesto.',
        private.format_clp(promised))
      else 'El cliente aprobó otros trabajos o repuestos. Para cambiarlos, envíale antes un nuevo presupuesto.' end
      using errcode = '23514';
  end if;
  if new.status <> old.status and new.status not in ('quoted', 'cancelled')
    and (old.status = 'quoted' or new.status in ('completed', 'delivered')) then
    raise exception '%', case when total > promised
      then format('El cliente aprobó %s y no ha aprobado %s. Espera su respuesta, anota su aprobación o vuelve a ese precio.',
        private.format_clp(promised), private.format_clp(total))
      else 'El cliente aprobó otros trabajos o repuestos. Espera su respuesta, anota su aprobación o vuelve a lo que aprobó.'
      end using errcode = '23514';
  end if;
  if not is_asked or new.status = 'quoted' then
    return new;
  end if;
  new.status := 'quoted';
  return private.stamp_status(new, old);
end
$$;
create trigger guard_service_order_promise before update on public.service_orders
  for each row execute function private.guard_approved_price();

-- Consent to a price is bound to the price that was shown (PUB-21): a decision carries amount and version of the quote
-- on the page, and decides nothing if the quote is another one by then.

-- Identifies the content of a quote's decision page: equal while work, lines, what is suggested of them, total and
-- device are.
create function private.quote_version(o public.service_orders) returns text
language sql immutable set search_path = '' as $$
  select md5(jsonb_build_array(o.total_amount, o.technical_work, o.equipment_type, o.equipment_brand,
    o.equipment_model, private.shown_lines(o.quote_lines))::text)
$$;

-- Whether the customer has seen no quote but the current one: it was the last one sent, or the only one ever.
create function private.is_quote_as_sent(o public.service_orders) returns boolean
language sql stable set search_path = '' as $$
  select coalesce((
    select (m.occurrence = 1 or m.state in ('sent', 'delivered', 'read'))
      and (m.state = 'off' or m.params[2:3] = (private.message_params(o, 'quoted'))[2:3])
    from public.whatsapp_messages m
    where m.order_id = o.id and m.event = 'quoted'
    order by m.occurrence desc limit 1
  ), true)
$$;
