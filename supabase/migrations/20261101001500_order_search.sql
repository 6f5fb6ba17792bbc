-- The desk's list (ORD-02): pages, filters and search that take the same time in the shop's first week and in its twentieth year.
--
-- The folded texts live in a narrow table of their own, not in expression indexes on service_orders: a change of status then touches no
-- trigram index, and reading on through the newest orders for a common word compares stored text instead of folding each row again.
-- The list is a SECURITY DEFINER function that checks the caller itself: under row level security no trigram index is used, because
-- LIKE is not leakproof.

create table private.order_search (
  order_id uuid primary key references public.service_orders (id) on delete cascade,
  created_at timestamptz not null,
  -- Not indexed on purpose, so that a change of status is a heap-only update.
  status text not null,
  technician_id uuid,
  customer_name text not null,
  -- Without dots and dash.
  customer_rut text not null,
  -- Digits, with 56 before nine of them.
  customer_phone text not null,
  equipment_brand text not null,
  equipment_model text not null,
  imei text not null,
  everything text not null
) with (fillfactor = 85);
alter table private.order_search enable row level security;
revoke all on private.order_search from public, anon, authenticated;

-- Digits of a phone; nine digits are a Chilean number without its prefix.
create function private.search_phone(value text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select case when length(digits) = 9 then '56' || digits else digits end
  from (select regexp_replace(coalesce(value, ''), '[^0-9]', '', 'g') as digits) as cleaned
$$;

create function private.order_search_row(o public.service_orders) returns private.order_search
language sql stable security definer set search_path = '' as $$
  select row(
    o.id, o.created_at, o.status, o.technician_id,
    private.fold(o.customer_name),
    lower(replace(o.customer_rut, '-', '')),
    private.search_phone(o.customer_phone),
    private.fold(o.equipment_brand),
    private.fold(o.equipment_model),
    private.fold(o.imei),
    -- Long texts by their beginning: nobody looks for the five-thousandth character.
    private.fold(concat_ws(E'\n',
      private.format_order_number(o.order_number), o.customer_name, o.customer_rut, replace(o.customer_rut, '-', ''),
      private.search_phone(o.customer_phone), o.customer_address, o.equipment_brand, o.equipment_model, o.imei,
      left(o.equipment_condition, 2000), left(o.work_description, 2000), left(o.technical_work, 2000), left(o.notes, 2000)))
  )::private.order_search
$$;

insert into private.order_search select r.* from public.service_orders o cross join lateral private.order_search_row(o) as r;

create index order_search_newest on private.order_search (created_at desc, order_id desc);
-- fastupdate off: a pending list would be read through by every search until the next vacuum.
create index order_search_name on private.order_search using gin (customer_name extensions.gin_trgm_ops) with (fastupdate = off);
create index order_search_rut on private.order_search using gin (customer_rut extensions.gin_trgm_ops) with (fastupdate = off);
create index order_search_phone on private.order_search using gin (customer_phone extensions.gin_trgm_ops) with (fastupdate = off);
create index order_search_brand on private.order_search using gin (equipment_brand extensions.gin_trgm_ops) with (fastupdate = off);
create index order_search_model on private.order_search using gin (equipment_model extensions.gin_trgm_ops) with (fastupdate = off);
create index order_search_imei on private.order_search using gin (imei extensions.gin_trgm_ops) with (fastupdate = off);
create index order_search_everything on private.order_search using gin (everything extensions.gin_trgm_ops) with (fastupdate = off);
create index service_orders_technician_newest on public.service_orders (technician_id, created_at desc, id desc)
  where technician_id is not null;
drop index public.service_orders_technician;

-- Texts are rewritten only when one of them changed; otherwise the small columns alone.
create function private.follow_order_search() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    insert into private.order_search select r.* from private.order_search_row(new) as r;
  elsif (new.customer_name, new.customer_rut, new.customer_phone, new.customer_address, new.equipment_brand, new.equipment_model, new.imei,
      new.equipment_condition, new.work_description, new.technical_work, new.notes, new.order_number, new.created_at)
    is distinct from
    (old.customer_name, old.customer_rut, old.customer_phone, old.customer_address, old.equipment_brand, old.equipment_model, old.imei,
      old.equipment_condition, old.work_description, old.technical_work, old.notes, old.order_number, old.created_at) then
    delete from private.order_search where order_id = new.id;
    insert into private.order_search select r.* from private.order_search_row(new) as r;
  elsif (new.status, new.technician_id) is distinct from (old.status, old.technician_id) then
    update private.order_search set status = new.status, technician_id = new.technician_id where order_id = new.id;
  end if;
  return null;
end
$$;
create trigger follow_order_search after insert or update on public.service_orders
  for each row execute function private.follow_order_search();

-- One word as a LIKE pattern that finds it anywhere, its own wildcards taken literally.
create function private.contains_pattern(word text) returns text
language sql immutable set search_path = '' as $$
  select '%' || replace(replace(replace(word, '\', '\\'), '%', '\%'), '_', '\_') || '%'
$$;

-- The condition for one text column as SQL. Every word must occur, in any order; words of one or two letters alone are looked for
-- at the beginning of words, which the trigram indexes can answer.
--
-- Of several words the index is asked for no more than it takes to leave few rows, which are then compared whole: reading on through
-- the lists of common trigrams is what costs time in a large shop.
-- * In a model the word with a digit says which one it is ('galaxy a12'): that one only. The other collation keeps the condition from
--   the index, not from the planner's statistics.
-- * In a name the first three letters of each word, if they differ ('muñoz tapia': 'mun', 'tap').
-- * A long word by its first and last three letters, which is two lists instead of five or more.
create function private.text_condition(target text, term text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  words text[] := (regexp_split_to_array(trim(term), '\s+'))[1:6];
  word text;
  condition text := '';
  several boolean := cardinality(words) > 1;
  all_short boolean := not exists (select from unnest(words) as w where length(w) >= 3);
  tells_model boolean := target = 'equipment_model' and exists (select from unnest(words) as w where length(w) >= 3 and w ~ '[0-9]');
  by_openings boolean := target = 'customer_name' and several
    and (select count(distinct left(w, 3)) = count(*) and every(w ~ '^[a-z]{3,}$') from unnest(words) as w);
begin
  foreach word in array words loop
    condition := condition || case
      when tells_model and word !~ '[0-9]' then
        format(' and s.%I collate "C" like %L', target, private.contains_pattern(word))
      when all_short then
        format(' and (s.%1$I like %2$L or s.%1$I like %3$L)', target,
          substr(private.contains_pattern(word), 2), '% ' || substr(private.contains_pattern(word), 2))
      when by_openings then
        format(' and s.%1$I like %2$L and strpos(s.%1$I, %3$L) <> 0', target, '%' || left(word, 3) || '%', word)
      when several and word ~ '^[a-z0-9]{7,}$' then
        format(' and s.%1$I like %2$L and strpos(s.%1$I, %3$L) <> 0', target,
          '%' || left(word, 3) || repeat('_', length(word) - 6) || right(word, 3) || '%', word)
      else
        format(' and s.%I like %L', target, private.contains_pattern(word))
    end;
  end loop;
  return condition;
end
$$;

-- The orders whose number begins as typed, as a FROM item: '000123' is that order; '123' is it first, then 1230 to 1239, 12300 to 12399 …
-- One range of the unique index per number of digits, read from its end, so that a single digit costs no more than six.
create function private.number_source(term text, condition text, row_limit integer) returns text
language plpgsql immutable set search_path = '' as $$
declare
  typed text := regexp_replace(term, '[^0-9]', '', 'g');
  digits text := ltrim(typed, '0');
  ranges text := '';
begin
  if digits = '' or length(digits) > 9 then
    return '(select o.id, o.order_number, 0 as extra from public.service_orders o where false)';
  end if;
  for extra in 0 .. case when length(typed) >= 6 then 0 else 9 - length(digits) end loop
    ranges := ranges || format(', (%s, %s, %s)',
      extra, digits::bigint * (10 ^ extra)::bigint, least(digits::bigint * (10 ^ extra)::bigint + (10 ^ extra)::bigint - 1, 2147483647));
  end loop;
  return format('(select o.*, r.extra from (values %s) as r(extra, low, high) cross join lateral (
      select o.id, o.order_number from public.service_orders o
      where o.order_number between r.low and r.high %s order by o.order_number desc limit %s) as o)',
    substr(ranges, 3), condition, row_limit);
end
$$;

-- The condition of a search in texts as SQL; s is the search row.
create function private.search_condition(p_field text, p_search text) returns text
language plpgsql stable set search_path = '' as $$
declare
  term text := trim(private.fold(left(p_search, 200)));
  compact text := regexp_replace(term, '[^0-9k]', '', 'g');
begin
  case p_field
    when 'customer_rut' then
      return case when compact = '' then ' and false' else private.text_condition('customer_rut', compact) end;
    when 'customer_phone' then
      compact := regexp_replace(term, '[^0-9]', '', 'g');
      return case when compact = '' then ' and false'
        -- Short ones by the beginning, with or without the prefix.
        when length(compact) < 3 then format(' and (s.customer_phone like %L or s.customer_phone like %L)', compact || '%', '56' || compact || '%')
        else private.text_condition('customer_phone', compact) end;
    when 'all' then
      -- What looks like a RUT, a phone or a number is compared as such: dots, dashes and blanks inside it do not count.
      if term ~ '^[+(]?[0-9][0-9 .()+-]*[0-9k]$' then
        return private.text_condition('everything', ltrim(regexp_replace(term, '[^0-9k]', '', 'g'), '0'));
      end if;
      return private.text_condition('everything', term);
    else
      return private.text_condition(p_field, term);
  end case;
end
$$;

-- A page of the desk's list, newest first: 20 orders and how many there are, counted to 1,001 and no further; of a search in texts, to
-- 201: a common word is on so many orders that counting on would cost more than the page itself.
-- p_field: order_number, customer_name, customer_rut, equipment_brand, equipment_model; admins also customer_phone, imei and all.
-- p_status and p_technician: null for any. p_page counts from 1. p_message_failed: only orders whose newest message did not arrive.
-- Staff only.
create function public.search_orders(
  p_search text default null, p_field text default 'order_number', p_status text default null, p_technician uuid default null,
  p_page integer default 1, p_message_failed boolean default false
) returns table (
  id uuid, order_number integer, created_at timestamptz, updated_at timestamptz, status text, customer_name text, customer_rut text,
  customer_phone text, equipment_type text, equipment_brand text, equipment_model text, work_description text, technical_work text,
  total_amount bigint, advance_payment bigint, technician_id uuid, technician_name text, delivered_at timestamptz, warranty_days integer,
  has_notes boolean, version integer, message_state text, message_at timestamptz, total integer
)
language plpgsql stable security definer set search_path = '' as $$
declare
  actor_role text := private.my_role();
  page_size constant integer := 20;
  first_row integer := (least(greatest(coalesce(p_page, 1), 1), 100000000) - 1) * 20;
  searching boolean := coalesce(trim(p_search), '') <> '';
  by_text boolean := searching and p_field <> 'order_number';
  row_limit integer := greatest(case when by_text then 201 else 1001 end, first_row + 21);
  -- Orders in these states are few however old the shop is: their index leads.
  by_open_status boolean := coalesce(p_status, '') in ('pending', 'in_progress', 'quoted', 'approved');
  leader text := case when by_text and not by_open_status then 's' else 'o' end;
  key text := case when leader = 's' then 's.order_id' else 'o.id' end;
  sort_by text := leader || '.created_at desc, ' || key || ' desc';
  condition text := '';
  source text;
begin
  if actor_role is null or actor_role not in ('admin', 'technician', 'receptionist') then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  if p_field is null or p_field not in ('order_number', 'customer_name', 'customer_rut', 'equipment_brand', 'equipment_model',
      'customer_phone', 'imei', 'all') then
    raise exception 'El campo de búsqueda no existe.' using errcode = '22023';
  end if;
  if p_field in ('customer_phone', 'imei', 'all') and actor_role <> 'admin' then
    raise exception 'Solo un administrador busca en todos los campos.' using errcode = '42501';
  end if;

  if p_status is not null then
    condition := condition || format(' and %s.status = %L', leader, p_status);
  end if;
  if p_technician is not null then
    condition := condition || format(' and %s.technician_id = %L', leader, p_technician);
  end if;
  if p_message_failed then
    condition := condition || format($failed$
      and %1$s in (
        select m.order_id from public.whatsapp_messages m
        where m.state = 'failed' and not exists (
          select from public.whatsapp_messages later where later.order_id = m.order_id and later.created_at > m.created_at
        )
      )$failed$, key);
  end if;
  if not searching then
    source := 'public.service_orders o';
  elsif not by_text then
    source := private.number_source(p_search, condition, row_limit) || ' as o';
    condition := '';
    sort_by := 'o.extra = 0 desc, o.order_number desc';
  else
    condition := condition || private.search_condition(p_field, p_search);
    source := case leader
      when 's' then 'private.order_search s'
      else 'public.service_orders o join private.order_search s on s.order_id = o.id'
    end;
  end if;

  return query execute format($query$
    with found as materialized (
      select %1$s as id from %3$s where true %4$s order by %2$s limit %5$s
    ), page as (
      -- In the order in which they were found.
      select f.id, row_number() over () as place from found f offset %6$s limit %7$s
    )
    select o.id, o.order_number, o.created_at, o.updated_at, o.status, o.customer_name, o.customer_rut, o.customer_phone,
      o.equipment_type, o.equipment_brand, o.equipment_model, left(o.work_description, 300), left(o.technical_work, 300),
      o.total_amount, o.advance_payment, o.technician_id, t.full_name, o.delivered_at, o.warranty_days,
      coalesce(o.notes, '') <> '', o.version, newest.state, newest.created_at,
      (select count(*)::integer from found)
    from page p join public.service_orders o on o.id = p.id left join public.profiles t on t.id = o.technician_id
      left join lateral (
        select m.state, m.created_at from public.whatsapp_messages m where m.order_id = o.id order by m.created_at desc limit 1
      ) as newest on true
    order by p.place
    $query$,
    key, sort_by, source, condition, row_limit, first_row, page_size);
end
$$;
revoke all on function public.search_orders(text, text, text, uuid, integer, boolean) from public, anon, authenticated;
grant execute on function public.search_orders(text, text, text, uuid, integer, boolean) to authenticated;

-- Whoever was here before (repeat customer at the counter): the newest orders of a RUT, or of a phone in any of its spellings.
create index service_orders_phone_newest on public.service_orders (private.phone_key(customer_phone), created_at desc);

create function public.find_order_customer(p_rut text default null, p_phone text default null)
returns table (
  order_number integer, customer_name text, customer_rut text, customer_phone text, customer_address text, equipment_type text,
  equipment_brand text, equipment_model text, imei text
)
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_staff() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  -- Two statements, so that each uses its own index.
  if p_rut is not null then
    return query
      select o.order_number, o.customer_name, o.customer_rut, o.customer_phone, coalesce(o.customer_address, ''), o.equipment_type,
        o.equipment_brand, o.equipment_model, coalesce(o.imei, '')
      from public.service_orders o
      where o.customer_rut = private.normalize_rut(p_rut)
      order by o.created_at desc limit 20;
  else
    return query
      select o.order_number, o.customer_name, o.customer_rut, o.customer_phone, coalesce(o.customer_address, ''), o.equipment_type,
        o.equipment_brand, o.equipment_model, coalesce(o.imei, '')
      from public.service_orders o
      where private.phone_key(o.customer_phone) = private.phone_key(p_phone)
      order by o.created_at desc limit 20;
  end if;
end
$$;
revoke all on function public.find_order_customer(text, text) from public, anon, authenticated;
grant execute on function public.find_order_customer(text, text) to authenticated;
