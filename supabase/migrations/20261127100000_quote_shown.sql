-- Consent to a price is bound to the price that was shown (PUB-21): a decision carries amount and version of the quote on
-- the page, and decides nothing if the quote is another one by then.

-- Identifies what a decision page shows of a quote: equal while work, total and device are.
create function private.quote_version(o public.service_orders) returns text
language sql immutable set search_path = '' as $$
  select md5(jsonb_build_array(o.total_amount, o.technical_work, o.equipment_type, o.equipment_brand,
    o.equipment_model)::text)
$$;

-- Whether the customer can have seen no other quote than the present one: it is the one that was last sent, or the only
-- one that there was.
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

drop function public.get_quote(text);
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
  version text
)
language sql stable security definer set search_path = '' as $$
  select o.order_number, o.status, q.technical_work, q.total_amount, q.equipment_type, q.equipment_brand,
    q.equipment_model, q.quoted_at, case when q.id is not null then private.quote_version(q) end
  from public.service_orders o
  left join public.service_orders q on q.id = o.id and q.status = 'quoted'
  -- Compared as text, so that a malformed id is an unknown id; the index is used through the guarded cast.
  where o.id = case when p_order_id ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then p_order_id::uuid end
$$;
revoke all on function public.get_quote from public, anon, authenticated;
grant execute on function public.get_quote to anon, authenticated, service_role;

-- Decides once, only while quoted, under a row lock: of any number of simultaneous calls one wins. p_amount, p_version:
-- of the quote that was shown; without a version only a quote that is as it was sent can be decided. outcome: 'decided' |
-- 'already_decided' | 'changed' (not the quote that was shown) | 'not_found' | 'invalid' | 'staff' (an account of the
-- shop); status: the order's status afterwards. For the function update-quote-status alone: it knows where the call came
-- from, and whose account it was, from more than the caller's word.
drop function public.decide_quote(text, text, uuid, text, text);
create function public.decide_quote(
  p_order_id text, p_decision text, p_account uuid default null, p_address text default null,
  p_browser text default null, p_amount bigint default null, p_version text default null
)
returns table (outcome text, order_number integer, status text)
language plpgsql security definer set search_path = '' as $$
declare
  target public.service_orders;
  account public.profiles;
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
  where o.id = case when p_order_id ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then p_order_id::uuid end
  for update;
  if target.id is null then
    return query select 'not_found', null::integer, null::text;
  elsif target.status <> 'quoted' then
    return query select 'already_decided', target.order_number, target.status;
  elsif p_amount <> coalesce(target.total_amount, 0) or p_version <> private.quote_version(target)
    or (p_version is null and not private.is_quote_as_sent(target)) then
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
