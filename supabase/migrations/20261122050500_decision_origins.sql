-- A customer's decision on a quote can be proven (decision 3): where it came from is kept, the customer is told what was decided, and no account of
-- the shop decides in the customer's name.

-- Where a decision came from. The link is the capability, so whoever holds it may decide; this says who that was. Admins only: it is personal
-- data of whoever pressed.
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
revoke all on public.decision_origins from anon, authenticated;
grant all on public.decision_origins to service_role;
grant select on public.decision_origins to authenticated;
create policy "admins read" on public.decision_origins for select to authenticated using ((select private.is_admin()));

-- 203.0.113.77 is kept as 203.0.113.0/24; what is no address is not kept.
create function private.shorten_address(p_address text) returns text
language sql immutable set search_path = '' as $$
  select case when pg_input_is_valid(p_address, 'inet') then
    (select case family(a) when 4 then network(set_masklen(a, 24)) else network(set_masklen(a, 48)) end::text
    from (select p_address::inet as a) as parsed)
  end
$$;

drop function public.decide_quote(text, text);

-- Decides once, only while quoted, under a row lock: of any number of simultaneous calls one wins.
-- outcome: 'decided' | 'already_decided' | 'not_found' | 'invalid' | 'staff' (an account of the shop); status: the order's status afterwards.
-- For the function update-quote-status alone: it knows where the call came from, and whose account it was, from more than the caller's word.
create function public.decide_quote(
  p_order_id text, p_decision text, p_account uuid default null, p_address text default null, p_browser text default null
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
  else
    -- What the triggers write names the account that decides, not the function that calls.
    perform set_config(
      'request.jwt.claims',
      case when account.id is null then '{}' else jsonb_build_object('sub', account.id, 'role', 'authenticated')::text end,
      true
    );
    update public.service_orders o
    set status = p_decision,
      approved_at = case p_decision when 'approved' then now() end,
      rejected_at = case p_decision when 'rejected' then now() end
    where o.id = target.id;
    perform set_config('request.jwt.claims', coalesce(claims, ''), true);
    insert into public.decision_origins (decision_id, order_id, address, browser, account_id, account_name)
    select h.id, target.id, private.shorten_address(p_address), nullif(left(trim(p_browser), 300), ''), account.id, account.full_name
    from public.decision_history h
    where h.order_id = target.id and h.created_at = now();
    return query select 'decided', target.order_number, p_decision;
  end if;
end
$$;
revoke all on function public.decide_quote(text, text, uuid, text, text), private.shorten_address(text) from public, anon, authenticated;
grant execute on function public.decide_quote(text, text, uuid, text, text) to service_role;

-- The customer reads on the own phone what was decided, whoever pressed.
alter table public.whatsapp_templates drop constraint whatsapp_templates_event_check;
alter table public.whatsapp_templates add constraint whatsapp_templates_event_check
  check (event in ('created', 'in_progress', 'quoted', 'approved', 'rejected', 'completed', 'cancelled', 'delivered'));
insert into public.whatsapp_templates (event, template, body)
select event, 'quote_decision',
  'Registramos tu respuesta al presupuesto de {{3}} de tu orden {{1}}: {{2}}. Si no fuiste tú, llámanos enseguida.'
from unnest(array['approved', 'rejected']) as event;

create or replace function private.message_params(o public.service_orders, p_event text) returns text[]
language sql stable security definer set search_path = '' as $$
  select case p_event
    when 'in_progress' then array[number, 'En Progreso']
    when 'quoted' then array[
      number, private.message_text(o.technical_work), private.format_clp(o.total_amount),
      rtrim(private.shop_setting('site_url'), '/') || '/decision-presupuesto/' || o.id
    ]
    when 'approved' then array[number, 'aprobado', private.format_clp(coalesce(o.total_amount, 0))]
    when 'rejected' then array[number, 'rechazado', private.format_clp(coalesce(o.total_amount, 0))]
    when 'cancelled' then array[number, private.message_text(substring(o.notes from '.*Motivo de cancelación:(.*)$'))]
    when 'delivered' then array[number, case
      when coalesce(o.warranty_days, 0) = 0 then 'Sin garantía'
      when o.warranty_days = 1 then 'Garantía de 1 día'
      else 'Garantía de ' || o.warranty_days || ' días'
    end]
    else array[number]
  end
  from (select private.format_order_number(o.order_number) as number) as named
$$;

create or replace function public.preview_messages(p_order_number integer default null)
returns table (event text, template text, enabled boolean, body text, params text[], order_number integer)
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_staff() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  return query
    select t.event, t.template, t.enabled, t.body, private.message_params(o, t.event), o.order_number
    from (
      select * from public.service_orders candidate
      where p_order_number is null or candidate.order_number = p_order_number
      order by candidate.created_at desc limit 1
    ) as newest
    join public.service_orders o on o.id = newest.id
    cross join public.whatsapp_templates t
    order by array_position(
      array['created', 'in_progress', 'quoted', 'approved', 'rejected', 'completed', 'delivered', 'cancelled'], t.event);
end
$$;
