SET local check_function_bodies = off;

-- The copy of the orders' texts is written anew beside the old one, which orders and searches use meanwhile: writers
-- wait only for what changed since. Where there are millions of orders, an index takes longer than a statement may.
SET LOCAL statement_timeout = 0;

CREATE TABLE "private"."order_texts" (
  "created_at"      timestamp with time zone NOT NULL,
  "order_number"    integer                  NOT NULL,
  "customer_name"   text                     NOT NULL,
  "customer_rut"    text                     NOT NULL,
  "customer_phone"  text                     NOT NULL,
  "equipment_brand" text                     NOT NULL,
  "equipment_model" text                     NOT NULL,
  "imei"            text                     NOT NULL,
  "rest"            text                     NOT NULL,
  CONSTRAINT "order_texts_pkey" PRIMARY KEY (order_number) WITH (fillfactor = 100)
);

ALTER TABLE "private"."order_texts"
  ENABLE ROW LEVEL SECURITY;

DROP FUNCTION "private"."order_search_row"(public.service_orders);

CREATE OR REPLACE FUNCTION private.order_search_row (
  o public.service_orders
)
  RETURNS private.order_texts
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
      private.format_order_number(o.former_number), nullif(private.search_phone(o.second_phone), ''),
      o.customer_address, left(o.equipment_condition, 2000), left(o.work_description, 2000),
      left(o.technical_work, 2000), left(o.notes, 2000)))
  )::private.order_texts
$function$;

SELECT set_config('taller.texts_since', pg_snapshot_xmin(pg_current_snapshot())::text, true);

INSERT INTO private.order_texts
SELECT r.* FROM public.service_orders o CROSS JOIN LATERAL private.order_search_row(o) AS r
ORDER BY o.created_at, o.order_number;

CREATE INDEX order_texts_by_customer ON private.order_texts USING btree (customer_name);

CREATE INDEX order_texts_by_device ON private.order_texts USING btree (equipment_brand, equipment_model);

CREATE INDEX order_texts_newest ON private.order_texts USING btree (created_at)
  WITH (fillfactor='100');

CREATE INDEX order_texts_trigrams ON private.order_texts
  USING gin
  (customer_name extensions.gin_trgm_ops, customer_rut extensions.gin_trgm_ops, customer_phone extensions.gin_trgm_ops, equipment_brand extensions.gin_trgm_ops, equipment_model
  extensions.gin_trgm_ops, imei extensions.gin_trgm_ops, rest extensions.gin_trgm_ops, (
CASE
    WHEN (order_number > 999999) THEN (order_number)::text
    ELSE lpad((order_number)::text, 6, '0'::text)
END) extensions.gin_trgm_ops)
  WITH (fastupdate=off);

ANALYZE private.order_texts;

-- Requests queue behind a lock that waits, so it gives up after a second and lets them through, however long a dump of
-- the database takes.
SET LOCAL lock_timeout = '1s';

-- In a block, because the CLI sends a migration without BEGIN; the locks last until its end all the same. Both or
-- neither: whoever has read one of the tables may go on to write it or to read the other one.
DO $$ BEGIN
  LOOP
    BEGIN
      LOCK TABLE public.service_orders IN ACCESS EXCLUSIVE MODE;
      LOCK TABLE private.order_search IN ACCESS EXCLUSIVE MODE NOWAIT;
      EXIT;
    EXCEPTION WHEN lock_not_available THEN
      PERFORM pg_sleep(0.5);
    END;
  END LOOP;
END $$;

-- Rows of orders that changed since the first reading.
DELETE FROM private.order_texts t WHERE NOT EXISTS (
  SELECT FROM public.service_orders o
  WHERE o.order_number = t.order_number
    AND age(o.xmin) > age(current_setting('taller.texts_since')::xid8::xid)
);

INSERT INTO private.order_texts
SELECT r.* FROM public.service_orders o CROSS JOIN LATERAL private.order_search_row(o) AS r
WHERE NOT EXISTS (SELECT FROM private.order_texts t WHERE t.order_number = o.order_number);

ALTER TABLE "private"."order_texts"
  ADD CONSTRAINT "order_texts_order_number_fkey" FOREIGN KEY (order_number) REFERENCES public.service_orders(order_number) ON UPDATE CASCADE ON DELETE CASCADE;

DROP TRIGGER "follow_order_search" ON "public"."service_orders";

DROP TRIGGER "search_second_phone" ON "public"."service_orders";

CREATE TRIGGER follow_order_search AFTER UPDATE ON public.service_orders
  FOR EACH ROW
  WHEN ((new.customer_name, new.customer_rut, new.customer_phone, new.second_phone, new.customer_address,
      new.equipment_brand, new.equipment_model, new.imei, new.equipment_condition, new.work_description,
      new.technical_work, new.notes, new.order_number, new.former_number, new.created_at)
    IS DISTINCT FROM
    (old.customer_name, old.customer_rut, old.customer_phone, old.second_phone, old.customer_address,
      old.equipment_brand, old.equipment_model, old.imei, old.equipment_condition, old.work_description,
      old.technical_work, old.notes, old.order_number, old.former_number, old.created_at))
  EXECUTE FUNCTION private.follow_order_search();

DROP FUNCTION "private"."search_second_phone"();

DROP TABLE "private"."order_search";

CREATE OR REPLACE FUNCTION private.add_order_search()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  insert into private.order_texts
  select r.* from new_orders n
  join public.service_orders o on o.id = n.id
  cross join lateral private.order_search_row(o) as r;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.collect_order_search (
  p_on boolean
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  if p_on then
    alter index private.order_texts_trigrams set (fastupdate = on);
  else
    perform pg_catalog.gin_clean_pending_list('private.order_texts_trigrams'::regclass);
    alter index private.order_texts_trigrams set (fastupdate = off);
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.follow_order_search()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  delete from private.order_texts where order_number = new.order_number;
  insert into private.order_texts select r.* from private.order_search_row(new) as r;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.newest_by_texts (
  condition text,
  row_limit integer
)
  RETURNS uuid[]
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET max_parallel_workers_per_gather TO '0'
  SET random_page_cost TO '1.1'
  SET cpu_operator_cost TO '0.0075'
  AS $function$
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
$function$;


CREATE OR REPLACE FUNCTION private.search_condition (
  p_field  text,
  p_search text
)
  RETURNS text
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  term text := trim(private.fold(private.plain_marks(left(p_search, 200))));
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
$function$;

CREATE OR REPLACE FUNCTION private.sorted_order_ids (
  p_sort       text,
  p_descending boolean,
  p_search     text,
  p_field      text,
  filters      text,
  row_limit    integer
)
  RETURNS uuid[]
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  searching boolean := coalesce(trim(p_search), '') <> '';
  by_text boolean := searching and p_field <> 'order_number';
  direction text := case when p_descending then 'desc' else 'asc' end;
  against text := case when p_descending then 'asc' else 'desc' end;
  newest constant text := 'o.created_at desc, o.id desc';
  source text := 'public.service_orders o';
  condition text := filters || case when by_text then private.search_condition(p_field, p_search) else '' end;
  sort_by text;
  ids uuid[] := '{}';
  more uuid[];
  next_status text;
begin
  if searching and not by_text then
    -- Gathered before it is sorted: numbers and dates grow together, so that the newest orders of a low number would be
    -- looked for among all others.
    source := format('(select o.* from public.service_orders o where true %s offset 0) as o',
      private.number_condition(p_search));
  end if;
  if by_text or p_sort in ('customer', 'device') then
    source := source || ' join private.order_texts s on s.order_number = o.order_number';
  end if;
  if p_sort = 'status' and (by_text or not searching) then
    -- In the order of the work, one state after the other: each has an index of its newest orders.
    for next_status in
      select u.status from unnest(private.statuses_in()) with ordinality as u (status, place)
      order by case when p_descending then -u.place else u.place end
    loop
      execute format('select array_agg(f.id) from (select o.id from %s where o.status = %L %s order by %s limit %s) as f',
        source, next_status, condition, newest, row_limit - cardinality(ids)) into more;
      ids := ids || coalesce(more, '{}');
      exit when cardinality(ids) >= row_limit;
    end loop;
    return ids;
  end if;
  sort_by := case p_sort
    when 'created' then format('o.created_at %1$s, o.id %1$s', direction)
    when 'customer' then format('s.customer_name %1$s, s.created_at %2$s', direction, against)
    when 'device' then
      format('s.equipment_brand %1$s, s.equipment_model %1$s, s.created_at %2$s', direction, against)
    when 'status' then format('array_position(%L::text[], o.status) %s, %s', private.statuses_in(), direction, newest)
    when 'price' then format('coalesce(o.total_amount, 0) %1$s, o.created_at %1$s, o.id %1$s', direction)
    when 'changed' then format('o.updated_at %1$s, o.created_at %1$s, o.id %1$s', direction)
  end;
  if p_sort in ('customer', 'device') then
    if filters = '' and (by_text or not searching) then
      -- In the texts alone, then only those that are shown in their orders.
      source := format('(select * from private.order_texts s where true %s order by %s fetch first %s rows with ties) as s
        join public.service_orders o on o.order_number = s.order_number', condition, sort_by, row_limit);
      condition := '';
    end if;
    sort_by := format('%s, o.id %s', sort_by, against);
  end if;
  execute format('select array_agg(f.id) from (select o.id from %s where true %s order by %s limit %s) as f',
    source, condition, sort_by, row_limit) into ids;
  return ids;
end
$function$;

CREATE OR REPLACE FUNCTION private.text_condition (
  target text,
  term   text
)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.texts_condition (
  term text
)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.word_condition (
  target  text,
  word    text,
  several boolean
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select case
    when several and word ~ '^[a-z0-9]{7,}$' then
      format('(%1$s like %2$L and strpos(%1$s, %3$L) <> 0)', target,
        '%' || left(word, 3) || repeat('_', length(word) - 6) || right(word, 3) || '%', word)
    else format('%s like %L', target, private.contains_pattern(word))
  end
$function$;

CREATE OR REPLACE FUNCTION public.export_orders (
  p_search     text                     DEFAULT NULL::text,
  p_field      text                     DEFAULT 'order_number'::text,
  p_status     text                     DEFAULT NULL::text,
  p_technician uuid                     DEFAULT NULL::uuid,
  p_before     timestamp with time zone DEFAULT NULL::timestamp WITH time zone,
  p_before_id  uuid                     DEFAULT NULL::uuid,
  p_view       text                     DEFAULT NULL::text
)
  RETURNS SETOF public.service_orders
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  searching boolean := coalesce(trim(p_search), '') <> '';
  source text := 'public.service_orders o';
  condition text := '';
begin
  perform private.require('desk');
  if p_field is null or p_field not in ('order_number', 'customer_name', 'customer_rut', 'equipment_brand',
      'equipment_model', 'customer_phone', 'imei', 'all') then
    raise exception 'El campo de búsqueda no existe.' using errcode = '22023';
  end if;
  if p_field in ('customer_phone', 'imei', 'all') and not private.may('orders.search-all-fields') then
    raise exception 'Solo un administrador busca en todos los campos.' using errcode = '42501';
  end if;
  if p_view is not null and private.order_view_condition(p_view, 'o.id', null) is null then
    raise exception 'La vista no existe.' using errcode = '22023';
  end if;

  if searching and p_field = 'order_number' then
    source := format('(select n.id as found_id from %s as n) as f join public.service_orders o on o.id = f.found_id',
      private.number_source(p_search, '', 1000000));
  elsif searching then
    source := 'private.order_texts s join public.service_orders o on o.order_number = s.order_number';
    condition := private.search_condition(p_field, p_search);
  end if;
  if p_status is not null then
    condition := condition || format(' and o.status = %L', p_status);
  end if;
  if p_technician is not null then
    condition := condition || format(' and o.technician_id = %L', p_technician);
  end if;
  if p_view is not null then
    condition := condition || private.order_view_condition(p_view, 'o.id', (select auth.uid()));
  end if;
  if p_before is not null and p_before_id is not null then
    condition := condition || format(' and (o.created_at, o.id) < (%L::timestamptz, %L::uuid)', p_before, p_before_id);
  end if;
  return query execute format('select o.* from %s where true %s order by o.created_at desc, o.id desc limit 1000',
    source, condition);
end
$function$;

CREATE OR REPLACE FUNCTION public.find_customers (
  p_search text DEFAULT NULL::text
)
  RETURNS TABLE (
    order_id       uuid,
    customer_name  text,
    customer_rut   text,
    customer_phone text,
    has_account    boolean,
    orders         integer,
    last_at        timestamp with time zone
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  term text := coalesce(trim(private.fold(private.plain_marks(left(p_search, 200)))), '');
  condition text := '';
  found uuid[];
  row_limit integer;
begin
  perform private.require('people.see');
  if term ~ '^[+(]?[0-9][0-9 .()+-]*[0-9k]$' then
    -- Each condition begins with ' and '.
    condition := format(' and (%s or %s)', substr(private.search_condition('customer_rut', p_search), 6),
      case when private.may('orders.find') then substr(private.search_condition('customer_phone', p_search), 6)
        else 'false' end);
  elsif term <> '' then
    condition := private.search_condition('customer_name', p_search);
  end if;
  -- More only where few people have all of them, as companies do.
  foreach row_limit in array array[200, 5000] loop
    found := private.newest_by_texts(condition, row_limit);
    exit when coalesce(cardinality(found), 0) < row_limit or (
      select count(distinct private.person_of(o)) >= 20 from public.service_orders o
      where o.id = any (found) and o.anonymized_at is null);
  end loop;
  return query
    select n.id, n.customer_name, n.customer_rut, n.customer_phone, n.is_person and exists (
        select from public.profiles p
        where p.rut = n.customer_rut and p.rut_verified_at is not null and p.role = 'customer'),
      greatest(t.orders, 1), coalesce(t.last_at, n.created_at) as last
    from (
      select distinct on (private.person_of(o)) o.id, o.customer_name, o.customer_rut, o.customer_phone, o.created_at,
        not private.is_repeated_rut(o.customer_rut) as is_person
      from public.service_orders o
      where o.id = any (found) and o.anonymized_at is null
      order by private.person_of(o), o.created_at desc, o.id desc
    ) as n
    cross join lateral (
      select count(*)::integer as orders, max(x.created_at) as last_at from public.service_orders x
      where n.is_person and x.customer_rut = n.customer_rut
    ) as t
    order by last desc, n.id limit 20;
end
$function$;

CREATE OR REPLACE FUNCTION public.find_orders (
  p_search text
)
  RETURNS TABLE (
    id              uuid,
    order_number    integer,
    status          text,
    customer_name   text,
    equipment_brand text,
    equipment_model text
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.search_orders (
  p_search         text    DEFAULT NULL::text,
  p_field          text    DEFAULT 'order_number'::text,
  p_status         text    DEFAULT NULL::text,
  p_technician     uuid    DEFAULT NULL::uuid,
  p_page           integer DEFAULT 1,
  p_message_failed boolean DEFAULT false,
  p_view           text    DEFAULT NULL::text,
  p_sort           text    DEFAULT NULL::text,
  p_descending     boolean DEFAULT false
)
  RETURNS TABLE (
    id               uuid,
    order_number     integer,
    created_at       timestamp with time zone,
    updated_at       timestamp with time zone,
    status           text,
    customer_name    text,
    customer_rut     text,
    customer_phone   text,
    equipment_type   text,
    equipment_brand  text,
    equipment_model  text,
    work_description text,
    technical_work   text,
    total_amount     bigint,
    advance_payment  bigint,
    technician_id    uuid,
    technician_name  text,
    delivered_at     timestamp with time zone,
    warranty_days    integer,
    has_notes        boolean,
    version          integer,
    message_state    text,
    message_at       timestamp with time zone,
    total            integer
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  SET max_parallel_workers_per_gather TO '0'
  SET random_page_cost TO '1.1'
  AS $function$
declare
  actor uuid := (select auth.uid());
  page_size constant integer := 20;
  first_row integer;
  searching boolean := coalesce(trim(p_search), '') <> '';
  by_text boolean := searching and p_field <> 'order_number';
  row_limit integer;
  -- Orders in other states are few however old the shop is: their index leads. So do the views, whose conditions are
  -- about columns of the order.
  leader text := case
    when by_text and coalesce(p_status, 'delivered') = 'delivered' and p_view is null then 's' else 'o'
  end;
  sort_by text := leader || '.created_at desc, o.id desc';
  -- On o, whichever leads.
  filters text;
  condition text;
  source text;
  found uuid[];
  page_ids uuid[];
  counted integer;
begin
  perform private.require('desk');
  if p_field is null or p_field not in ('order_number', 'customer_name', 'customer_rut', 'equipment_brand',
      'equipment_model', 'customer_phone', 'imei', 'all') then
    raise exception 'El campo de búsqueda no existe.' using errcode = '22023';
  end if;
  if p_field in ('customer_phone', 'imei', 'all') and not private.may('orders.search-all-fields') then
    raise exception 'Solo un administrador busca en todos los campos.' using errcode = '42501';
  end if;
  if p_view is not null and private.order_view_condition(p_view, 'o.id', null) is null then
    raise exception 'La vista no existe.' using errcode = '22023';
  end if;
  if p_sort not in ('created', 'customer', 'device', 'status', 'price', 'changed') then
    raise exception 'Las órdenes no se ordenan por esa columna.' using errcode = '22023';
  end if;
  first_row := private.rows_before(p_page, page_size);
  row_limit := greatest(case when by_text then 201 else 1001 end, first_row + 21);

  filters := case when p_status is null then '' else format(' and o.status = %L', p_status) end
    || case when p_technician is null then '' else format(' and o.technician_id = %L', p_technician) end
    || coalesce(private.order_view_condition(p_view, 'o.id', actor), '')
    || case when p_message_failed then private.order_view_condition('message_failed', 'o.id', actor) else '' end;
  condition := filters;
  if not searching then
    source := 'public.service_orders o';
  elsif not by_text then
    source := private.number_source(p_search, condition, row_limit) || ' as o';
    condition := '';
    sort_by := 'o.extra = 0 desc, o.order_number desc';
  else
    condition := condition || private.search_condition(p_field, p_search);
    source := 'private.order_texts s join public.service_orders o on o.order_number = s.order_number';
  end if;

  if not searching and p_technician is null and p_view is null and p_message_failed is not true then
    counted := (
      select least(coalesce(sum(c.orders), 0), row_limit) from private.order_counts c
      where p_status is null or c.status = p_status);
    if p_sort is null and p_status is null then
      page_ids := array(
        select o.id from public.service_orders o
        order by o.created_at desc, o.id desc offset first_row limit page_size);
    elsif p_sort is null then
      page_ids := array(
        select o.id from public.service_orders o where o.status = p_status
        order by o.created_at desc, o.id desc offset first_row limit page_size);
    end if;
  elsif by_text and filters = '' then
    found := private.newest_by_texts(condition, row_limit);
    counted := cardinality(found);
    page_ids := found[first_row + 1 : first_row + page_size];
  else
    -- Planned each time: which index leads depends on what was typed.
    execute format('select array_agg(f.id), count(*) from (select o.id from %s where true %s order by %s limit %s) as f',
      source, condition, sort_by, row_limit) into found, counted;
    page_ids := found[first_row + 1 : first_row + page_size];
  end if;
  if p_sort is not null then
    found := private.sorted_order_ids(p_sort, p_descending is true, p_search, p_field, filters,
      first_row + page_size);
    page_ids := found[first_row + 1 : first_row + page_size];
  end if;
  return query
    select o.id, o.order_number, o.created_at, o.updated_at, o.status, o.customer_name, o.customer_rut,
      o.customer_phone, o.equipment_type, o.equipment_brand, o.equipment_model, left(o.work_description, 300),
      left(o.technical_work, 300), o.total_amount, o.advance_payment, o.technician_id, t.full_name, o.delivered_at,
      o.warranty_days, coalesce(o.notes, '') <> '', o.version, newest.state, newest.created_at, counted
    from unnest(page_ids) with ordinality as p (id, place)
      join public.service_orders o on o.id = p.id left join public.staff_names t on t.id = o.technician_id
      left join lateral (
        select m.state, m.created_at from public.whatsapp_messages m where m.order_id = o.id order by m.created_at desc
        limit 1
      ) as newest on true
    order by p.place;
end
$function$;







REVOKE ALL ON FUNCTION "private"."newest_by_texts"(text, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."newest_by_texts"(text, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."newest_by_texts"(text, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."order_search_row"(public.service_orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."order_search_row"(public.service_orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."order_search_row"(public.service_orders) TO "postgres";

REVOKE ALL ON FUNCTION "private"."texts_condition"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."texts_condition"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."texts_condition"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."word_condition"(text, text, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."word_condition"(text, text, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."word_condition"(text, text, boolean) TO "postgres";
