-- Texts of orders as they are searched (ORD-02), so that it takes the same time in the shop's first week and in its
-- twentieth year.
-- The folded texts live in a narrow table of their own, not in expression indexes on service_orders: a change of status
-- then touches no trigram index, and reading on through the newest orders for a common word compares stored text
-- instead of folding each row again.
-- Each text stands here once, and one index has the trigrams of all: a search in all fields asks each column.

create table private.order_texts (
  created_at timestamptz not null,
  -- Four bytes instead of an id's sixteen, in each row and in its key.
  order_number integer primary key with (fillfactor = 100)
    references public.service_orders (order_number) on update cascade on delete cascade,
  customer_name text not null,
  -- Without dots and dash.
  customer_rut text not null,
  -- Digits, with 56 before nine of them.
  customer_phone text not null,
  equipment_brand text not null,
  equipment_model text not null,
  imei text not null,
  -- Other texts that a search in all fields reads.
  rest text not null
);
-- Ascending, so that the newest order goes to the end and pages stay full. Equal moments are sorted once more.
create index order_texts_newest on private.order_texts (created_at) with (fillfactor = 100);
-- fastupdate off: a pending list would be read through by every search until the next vacuum. The number as
-- private.format_order_number writes it, which the planner cannot look into.
create index order_texts_trigrams on private.order_texts using gin (
  customer_name extensions.gin_trgm_ops, customer_rut extensions.gin_trgm_ops, customer_phone extensions.gin_trgm_ops,
  equipment_brand extensions.gin_trgm_ops, equipment_model extensions.gin_trgm_ops, imei extensions.gin_trgm_ops,
  rest extensions.gin_trgm_ops,
  (case when order_number > 999999 then order_number::text else lpad(order_number::text, 6, '0') end)
    extensions.gin_trgm_ops
) with (fastupdate = off);
-- Equal texts share an entry; their orders are sorted once more.
create index order_texts_by_customer on private.order_texts (customer_name);
create index order_texts_by_device on private.order_texts (equipment_brand, equipment_model);
alter table private.order_texts enable row level security;

-- Digits of a phone; nine digits are a Chilean number without its prefix.
create function private.search_phone(value text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select case when length(digits) = 9 then '56' || digits else digits end
  from (select regexp_replace(coalesce(value, ''), '[^0-9]', '', 'g') as digits) as cleaned
$$;

-- An order as it is searched.
create function private.order_search_row(o public.service_orders) returns private.order_texts
language sql stable security definer set search_path = '' as $$
  select row(
    o.created_at, o.order_number,
    private.fold(o.customer_name),
    lower(replace(o.customer_rut, '-', '')),
    private.search_phone(o.customer_phone),
    private.fold(o.equipment_brand),
    private.fold(o.equipment_model),
    private.fold(o.imei),
    -- Long texts by their beginning: nobody looks for the five-thousandth character.
    private.fold(concat_ws(E'\n',
      private.format_order_number(o.former_number), o.customer_reference,
      regexp_replace(o.customer_reference, '[^0-9A-Za-z]', '', 'g'), nullif(private.search_phone(o.second_phone), ''),
      o.customer_address, left(o.equipment_condition, 2000), left(o.work_description, 2000),
      left(o.technical_work, 2000), left(o.notes, 2000)))
  )::private.order_texts
$$;

-- Per statement: an import of thousands of orders is added at once.
create function private.add_order_search() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.order_texts
  select r.* from new_orders n
  join public.service_orders o on o.id = n.id
  cross join lateral private.order_search_row(o) as r;
  return null;
end
$$;
create trigger add_order_search after insert on public.service_orders
  referencing new table as new_orders for each statement execute function private.add_order_search();

create function private.follow_order_search() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.order_texts where order_number = new.order_number;
  insert into private.order_texts select r.* from private.order_search_row(new) as r;
  return null;
end
$$;
create trigger follow_order_search after update on public.service_orders
  for each row when (
    (new.customer_name, new.customer_rut, new.customer_phone, new.second_phone, new.customer_address,
      new.equipment_brand, new.equipment_model, new.imei, new.equipment_condition, new.work_description,
      new.technical_work, new.notes, new.order_number, new.former_number, new.created_at, new.customer_reference)
    is distinct from
    (old.customer_name, old.customer_rut, old.customer_phone, old.second_phone, old.customer_address,
      old.equipment_brand, old.equipment_model, old.imei, old.equipment_condition, old.work_description,
      old.technical_work, old.notes, old.order_number, old.former_number, old.created_at, old.customer_reference))
  execute function private.follow_order_search();

-- Whether the search's trigram index collects what comes and sorts it in at once: several times faster for a batch, but
-- searches would read through what has been collected, so it ends with the batch.
create function private.collect_order_search(p_on boolean) returns void
language plpgsql set search_path = '' as $$
begin
  if p_on then
    alter index private.order_texts_trigrams set (fastupdate = on);
  else
    perform pg_catalog.gin_clean_pending_list('private.order_texts_trigrams'::regclass);
    alter index private.order_texts_trigrams set (fastupdate = off);
  end if;
end
$$;

-- One word in one text as SQL. Of several, a long one by its first and last three letters, which is two lists of the
-- index instead of five or more: that leaves few rows, which are then compared in full.
create function private.word_condition(target text, word text, several boolean) returns text
language sql immutable set search_path = '' as $$
  select case
    when several and word ~ '^[a-z0-9]{7,}$' then
      format('(%1$s like %2$L and strpos(%1$s, %3$L) <> 0)', target,
        '%' || left(word, 3) || repeat('_', length(word) - 6) || right(word, 3) || '%', word)
    else format('%s like %L', target, private.contains_pattern(word))
  end
$$;

-- The condition for one text column as SQL. Every word must occur, in any order; words of one or two letters alone are
-- looked for at the beginning of words, which the trigram index can answer.
--
-- For several words, the index narrows the search just enough to leave few rows, which are then compared in full:
-- reading the long lists of common trigrams takes most of the time in a large shop.
-- * In a model, only the word with a digit, which identifies it ('galaxy a12'). The other collation keeps the
--   condition from the index, not from the planner's statistics.
-- * In a name the first three letters of each word, if they differ ('muñoz tapia': 'mun', 'tap').
create function private.text_condition(target text, term text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  words text[] := (regexp_split_to_array(trim(term), '\s+'))[1:6];
  word text;
  condition text := '';
  several boolean := cardinality(words) > 1;
  all_short boolean := not exists (select from unnest(words) as w where length(w) >= 3);
  tells_model boolean := target = 'equipment_model'
    and exists (select from unnest(words) as w where length(w) >= 3 and w ~ '[0-9]');
  by_openings boolean := target = 'customer_name' and several
    and (select count(distinct left(w, 3)) = count(*) and every(w ~ '^[a-z]{3,}$') from unnest(words) as w);
begin
  foreach word in array words loop
    condition := condition || ' and ' || case
      when tells_model and word !~ '[0-9]' then
        format('s.%I collate "C" like %L', target, private.contains_pattern(word))
      when all_short then
        format('(s.%1$I like %2$L or s.%1$I like %3$L)', target,
          substr(private.contains_pattern(word), 2), '% ' || substr(private.contains_pattern(word), 2))
      when by_openings then
        format('s.%1$I like %2$L and strpos(s.%1$I, %3$L) <> 0', target, '%' || left(word, 3) || '%', word)
      else private.word_condition(format('s.%I', target), word, several)
    end;
  end loop;
  return condition;
end
$$;

-- The condition for all texts as SQL, as private.text_condition: each word may be in another text. A text is asked only
-- if its characters can be the word's.
create function private.texts_condition(term text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  words text[] := (regexp_split_to_array(trim(term), '\s+'))[1:6];
  word text;
  condition text := '';
  several boolean := cardinality(words) > 1;
  all_short boolean := not exists (select from unnest(words) as w where length(w) >= 3);
  free constant text[] := array['s.rest', 's.customer_name', 's.equipment_model', 's.equipment_brand', 's.imei'];
  -- The same expression as in the index.
  number constant text :=
    '(case when s.order_number > 999999 then s.order_number::text else lpad(s.order_number::text, 6, ''0'') end)';
  dashed constant text := '(left(s.customer_rut, -1) || ''-'' || right(s.customer_rut, 1))';
  arms text[];
begin
  foreach word in array words loop
    if all_short then
      arms := array(select format('%s like %L', t, '% ' || substr(private.contains_pattern(word), 2))
        from unnest(free) as t);
      if word ~ '^[0-9]*$' then
        arms := arms || format('%s like %L', number, word || '%');
      end if;
    else
      arms := array(select private.word_condition(t, word, several) from unnest(free
        || case when word ~ '^[a-z0-9/]+$' then array['s.customer_rut'] end
        || case when word ~ '^[0-9]+$' then array['s.customer_phone', number] end) as t);
      if word ~ '^[0-9]*-[0-9k]?$' then
        -- A RUT with its dash; documents have none.
        arms := arms || format('s.customer_rut like %L and strpos(s.customer_rut, ''/'') = 0 and %s like %L',
          private.contains_pattern(replace(word, '-', '')), dashed, private.contains_pattern(word));
      end if;
    end if;
    condition := condition || format(' and (%s)', array_to_string(arms, ' or '));
  end loop;
  return condition;
end
$$;

-- The orders whose number begins as typed, as a FROM item: '000123' is that order; '123' is it first, then 1230 to
-- 1239, 12300 to 12399 … One range of the unique index per number of digits, read from its end, so that a single digit
-- costs no more than six. Also the orders whose former number is the one that was typed.
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
      extra, digits::bigint * (10 ^ extra)::bigint,
        least(digits::bigint * (10 ^ extra)::bigint + (10 ^ extra)::bigint - 1, 2147483647));
  end loop;
  return format('(select o.*, r.extra from (values %1$s) as r(extra, low, high) cross join lateral (
      select o.id, o.order_number from public.service_orders o
      where o.order_number between r.low and r.high %2$s order by o.order_number desc limit %4$s) as o
      union all
      select o.id, o.order_number, 0 from public.service_orders o where o.former_number = %3$s and o.order_number <> %3$s
        and (%5$s or not starts_with(o.order_number::text, %3$L)) %2$s)',
    substr(ranges, 3), condition, digits, row_limit, (length(typed) >= 6)::text);
end
$$;

-- The condition of a search in texts as SQL; s is the search row.
create function private.search_condition(p_field text, p_search text) returns text
language plpgsql stable set search_path = '' as $$
declare
  -- A tab or a line break that was pasted is a blank, also at the beginning.
  term text := trim(regexp_replace(private.fold(private.plain_marks(left(p_search, 200))), '\s+', ' ', 'g'));
  compact text := regexp_replace(term, '[^0-9k]', '', 'g');
begin
  case p_field
    when 'customer_rut' then
      return case when compact = '' then ' and false' else private.text_condition('customer_rut', compact) end;
    when 'customer_phone' then
      -- In any spelling: with a 0 or 00 before it, too.
      compact := coalesce(nullif(ltrim(regexp_replace(term, '[^0-9]', '', 'g'), '0'), ''),
        regexp_replace(term, '[^0-9]', '', 'g'));
      return case when compact = '' then ' and false'
        -- Short ones by the beginning, with or without the prefix.
        when length(compact) < 3 then format(' and (s.customer_phone like %L or s.customer_phone like %L)',
          compact || '%', '56' || compact || '%')
        else private.text_condition('customer_phone', compact) end;
    when 'all' then
      -- A term like a RUT, a phone or a number is compared without its dots, dashes and blanks.
      if term ~ '^[+(]?[0-9][0-9 .()+-]*[0-9k]$' then
        return private.texts_condition(ltrim(regexp_replace(term, '[^0-9k]', '', 'g'), '0'));
      end if;
      return private.texts_condition(term);
    else
      return private.text_condition(p_field, term);
  end case;
end
$$;

-- The newest orders whose texts meet a condition on s, found in their texts alone.
-- Without parallel workers, which take longer to start than a search. Texts that are searched all day are in memory,
-- where a page from anywhere costs as much as the next one, and comparing them costs more than comparing numbers.
create function private.newest_by_texts(condition text, row_limit integer) returns uuid[]
language plpgsql stable set search_path = '' set max_parallel_workers_per_gather = 0 set random_page_cost = 1.1
set cpu_operator_cost = 0.0075 as $$
declare
  numbers integer[];
begin
  -- Planned each time: which index leads depends on what was typed.
  execute format('select array_agg(f.order_number) from (select s.order_number from private.order_texts s where true %s
    order by s.created_at desc fetch first %s rows with ties) as f', condition, row_limit) into numbers;
  return array(
    select o.id from public.service_orders o where o.order_number = any (numbers)
    order by o.created_at desc, o.id desc limit row_limit);
end
$$;

-- Search of the palette (UI-07): by number, phone in any spelling, its last digits, IMEI and words in any order.
-- Technicians find in the fields of their list (ORD-02): number, name, RUT, brand and model. A phone or an IMEI finds
-- nothing for them.
create function public.find_orders(p_search text)
returns table (
  id uuid, order_number integer, status text, customer_name text, equipment_brand text, equipment_model text
)
language plpgsql stable security definer set search_path = '' as $$
declare
  most constant integer := 8;
  numbered uuid[];
  found uuid[];
  condition text := private.search_condition('all', p_search);
  term text := trim(private.fold(private.plain_marks(left(p_search, 200))));
begin
  perform private.require('desk');
  if coalesce(trim(p_search), '') = '' then
    return;
  end if;
  if not private.may('orders.find') then
    -- The condition before is on an index; this one says in which fields each word has to be.
    if term ~ '^[0-9][0-9 .-]*[0-9k]$' then
      condition := condition || private.search_condition('customer_rut', p_search);
    else
      condition := condition || (select string_agg(format(
          $own$ and s.customer_name || ' ' || s.equipment_brand || ' ' || s.equipment_model like %L$own$,
          private.contains_pattern(w)), '')
        from unnest((regexp_split_to_array(term, '\s+'))[1:6]) as w);
    end if;
  end if;
  -- An order's number comes first; the same digits may be the end of a phone.
  if private.plain_marks(left(p_search, 200)) ~* '^\s*(#|n[°º.]?)?\s*[0-9]{1,6}\s*$' then
    execute format('select array_agg(n.id order by n.extra, n.order_number desc) from %s as n',
      private.number_source(p_search, '', most)) into numbered;
  end if;
  -- More than are shown: for so few rows the planner would rather look through all texts of a shop.
  found := (private.newest_by_texts(condition, 100))[1:most];
  return query
    select o.id, o.order_number, o.status, o.customer_name, o.equipment_brand, o.equipment_model
    from (
      select u.id, min(u.place) as place from unnest(numbered[1:most / 2] || found) with ordinality as u (id, place)
      group by u.id
    ) as f join public.service_orders o on o.id = f.id
    order by f.place limit most;
end
$$;
revoke all on function public.find_orders from public, anon, authenticated;
grant execute on function public.find_orders to authenticated;
