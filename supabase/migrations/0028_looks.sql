-- Who of the staff looked at whose data (PRIV-09). Written by the server before it answers (decision 26); an entry a
-- person, record and hour, so that the log stays readable. Nothing is taken back: a number may grow, an entry goes when
-- it is old, and what says whose data it was goes when that person is anonymised.

create table private.looks (
  id bigint generated always as identity primary key,
  looked_at timestamptz not null default now(),
  -- Who, with name and role as they were. No foreign key: the log outlives the account.
  actor_id uuid not null,
  actor_name text not null,
  actor_role text not null,
  kind text not null check (kind in ('order', 'customer', 'search', 'list', 'export')),
  order_id uuid,
  customer_id uuid,
  -- Of a search: the RUT or phone that was looked for, if a whole one was.
  subject text check (length(subject) <= 40),
  -- Of lists, searches and exports: what was asked, and how many rows came in that hour.
  source text check (length(source) <= 60),
  rows integer not null default 1,
  -- What the entry is about, as one value.
  about text generated always as (coalesce(order_id::text, customer_id::text, source)) stored,
  hour timestamptz not null default date_trunc('hour', now())
);
create unique index looks_once on private.looks (actor_id, hour, kind, about, coalesce(subject, ''));
create index looks_newest on private.looks (looked_at desc, id desc);
create index looks_order on private.looks (order_id) where order_id is not null;
create index looks_customer on private.looks (customer_id) where customer_id is not null;
alter table private.looks enable row level security;
revoke all on private.looks from service_role;

-- Lets a number grow, an old entry go, and what says whose data it was be replaced; refuses every other change.
create function private.keep_looks() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    if old.looked_at < private.kept_since('look_days') then
      return old;
    end if;
  elsif new.rows >= old.rows
    and to_jsonb(new) - '{rows,subject,customer_id,about}'::text[] = to_jsonb(old) - '{rows,subject,customer_id,about}'::text[]
    and (new.subject is not distinct from old.subject or new.subject = 'borrado ' || old.id)
      and (new.customer_id is null or new.customer_id = old.customer_id) then
    return new;
  end if;
  raise exception 'El registro de consultas no se cambia.' using errcode = '42501';
end
$$;
create trigger keep_looks before update or delete on private.looks
  for each row execute function private.keep_looks();

-- Writes down a look, if it was one of the staff: at one order, at one customer's account, or at so many rows of a
-- source. Of p_customers only accounts of customers count.
create function private.record_look(
  p_actor uuid, p_kind text, p_order uuid, p_customers uuid[], p_subject text, p_source text, p_rows integer
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  actor public.profiles;
  customers uuid[];
begin
  select * into actor from public.profiles p where p.id = p_actor and p.role in ('admin', 'technician', 'receptionist');
  if actor.id is null then
    return;
  end if;
  if p_customers is not null then
    select array_agg(p.id) into customers from public.profiles p where p.id = any (p_customers) and p.role = 'customer';
    if customers is null then
      return;
    end if;
  end if;
  insert into private.looks as l (actor_id, actor_name, actor_role, kind, order_id, customer_id, subject, source, rows)
  values (
    actor.id, actor.full_name, actor.role,
    case when cardinality(customers) = 1 then 'customer' else p_kind end, p_order, case when cardinality(customers) = 1
    then customers[1] end,
    case when p_subject is not null then
      case when private.is_rut(private.normalize_rut(p_subject)) then private.normalize_rut(p_subject)
        else private.phone_key(p_subject) end end,
    p_source, coalesce(cardinality(customers), p_rows)
  )
  on conflict (actor_id, hour, kind, about, coalesce(subject, '')) do update set rows = l.rows + excluded.rows
    where l.kind in ('list', 'export');
end
$$;

-- A page of 50 looks, newest first. Dates are days of the shop, inclusive. total is counted to 10,001 and no further.
-- Admins only.
create function public.list_looks(p_actor uuid default null, p_from date default null, p_to date default null,
  p_page integer default 1)
returns table (
  id bigint, looked_at timestamptz, actor_name text, actor_role text, kind text, order_id uuid, order_number integer,
  customer_id uuid, customer_name text, subject text, source text, rows integer, total bigint
)
language plpgsql stable security definer set search_path = '' as $$
declare
  since timestamptz := p_from::timestamp at time zone 'America/Santiago';
  until timestamptz := (p_to + 1)::timestamp at time zone 'America/Santiago';
begin
  if not private.is_admin() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  return query
    select l.id, l.looked_at, l.actor_name, l.actor_role, l.kind, o.id, o.order_number, p.id,
      coalesce(p.full_name, o.customer_name), l.subject, l.source, l.rows,
      (select count(*) from (
        select from private.looks c
        where (p_actor is null or c.actor_id = p_actor) and (since is null or c.looked_at >= since)
          and (until is null or c.looked_at < until)
        limit 10001) as counted)
    from private.looks l
    left join public.service_orders o on o.id = l.order_id
    left join public.profiles p on p.id = l.customer_id
    where (p_actor is null or l.actor_id = p_actor) and (since is null or l.looked_at >= since)
      and (until is null or l.looked_at < until)
    order by l.looked_at desc, l.id desc
    limit 50 offset (least(greatest(coalesce(p_page, 1), 1), 1000000) - 1) * 50;
end
$$;
revoke all on function public.list_looks from public, anon, authenticated;
grant execute on function public.list_looks to authenticated;
