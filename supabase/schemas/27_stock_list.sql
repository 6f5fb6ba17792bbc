-- Pages of the inventory (INV-01), sorted and searched here. SECURITY DEFINER with a check of its own: under row level
-- security no trigram index is used, because LIKE is not leakproof.

-- The condition that a search stands for: each word occurs in brand, model or code; words of one or two letters at the
-- beginning of a word, which the trigram index can answer. A code as printed or scanned finds its item alone, whatever
-- the scanner's keyboard made of the hyphen (on a Spanish keyboard an apostrophe).
create function private.inventory_condition(p_search text, p_type uuid, p_low boolean) returns text
language plpgsql immutable set search_path = '' as $$
declare
  condition text := '';
  word text;
  code text;
begin
  foreach word in array (regexp_split_to_array(trim(private.fold(left(coalesce(p_search, ''), 200))), '\s+'))[1:6] loop
    code := substring(word from '^inv[^a-z0-9]?0*([0-9]{1,9})$');
    if code is not null then
      condition := condition || format(' and i.item_number = %s', code);
    elsif word <> '' then
      condition := condition || format(' and i.search_text like %L',
        case when length(word) < 3 then '% ' || substr(private.contains_pattern(word), 2)
          else private.contains_pattern(word) end);
    end if;
  end loop;
  if p_type is not null then
    condition := condition || format(' and i.component_type_id = %L', p_type);
  end if;
  if p_low then
    condition := condition || ' and i.quantity - i.reserved < i.min_stock';
  end if;
  return condition;
end
$$;

-- The ids of a page of the whole inventory by the name of its types or suppliers: only the groups that the page touches
-- are read.
create function private.inventory_group_page(p_catalog text, p_column text, p_direction text, p_skipped integer)
  returns uuid[]
language plpgsql stable set search_path = '' as $$
declare
  page_ids uuid[];
begin
  execute format(
    'with spans as (
       select g.id, g.name, c.items, sum(c.items) over (order by g.name %3$s) - c.items as before
       from (select id, private.fold(trim(name)) collate "C" as name from public.%1$I) as g
       join (select %2$I as id, sum(items) as items from private.inventory_counts group by 1) as c using (id)
     )
     select array(
       select page.id from spans s
       cross join lateral (
         select i.id from public.inventory i where i.%2$I = s.id order by i.id %3$s
         offset greatest(%4$s - s.before, 0) limit least(25, %4$s + 25 - s.before)
       ) as page
       where s.before < %4$s + 25 and s.before + s.items > %4$s
       order by s.name %3$s, page.id %3$s
     )',
    p_catalog, p_column, p_direction, p_skipped) into page_ids;
  return page_ids;
end
$$;

-- The ids of a page of what a search found. Up to a thousand matches are sorted here; more of them lie close together
-- in every order, so that the page is found by reading in that order.
create function private.inventory_search_page(p_condition text, p_sort text, p_direction text, p_skipped integer,
  out counted integer, out page_ids uuid[])
language plpgsql stable set search_path = '' as $$
declare
  matches uuid[];
  catalog text := case p_sort when 'supplier_id' then 'suppliers' when 'component_type_id' then 'component_types' end;
  groups text := '';
  sort_by text := 'i.' || p_sort;
begin
  execute format('select array(select i.id from public.inventory i where true %s limit 1001)',
    p_condition) into matches;
  counted := cardinality(matches);
  if catalog is not null then
    -- OFFSET 0: names are folded once each, not once per item.
    groups := format('(select id, private.fold(trim(name)) collate "C" as name from public.%I
      order by 2 %s offset 0) as g', catalog, p_direction);
    sort_by := 'g.name';
  end if;
  if counted <= 1000 then
    execute format('select array(select i.id from public.inventory i %1$s where i.id = any ($1) order by %2$s %3$s,
      i.id %3$s offset %4$s limit 25)',
      case when groups <> '' then format('join %s on g.id = i.%I', groups, p_sort) else '' end, sort_by, p_direction,
        p_skipped)
      into page_ids using matches;
  elsif catalog is null then
    execute format('select array(select i.id from public.inventory i where true %1$s order by %2$s %3$s,
      i.id %3$s offset %4$s limit 25)', p_condition, sort_by, p_direction, p_skipped) into page_ids;
  else
    execute format(
      'select array(
         select page.id from %1$s cross join lateral (
           select i.id from public.inventory i where i.%2$I = g.id %3$s order by i.id %4$s limit %5$s + 25
         ) as page
         order by g.name %4$s, page.id %4$s offset %5$s limit 25
       )',
      groups, p_sort, p_condition, p_direction, p_skipped) into page_ids;
  end if;
end
$$;

-- A page of 25. p_sort: brand, model, quantity, cost_price, component_type, supplier or created_at. p_low: only what is
-- below its minimum, without what is reserved. total counts all pages; what is searched for or to be bought is counted
-- to 1,001 and no further. purchase_cost: what a piece cost the last time that it was bought; null without a purchase,
-- and to those who do not see costs. Staff only.
create function public.list_inventory(
  p_search text default null, p_type uuid default null, p_sort text default 'created_at',
  p_descending boolean default true, p_page integer default 1, p_low boolean default false
) returns table (
  id uuid, item_number integer, brand text, model text, quantity integer, cost_price bigint, created_at timestamptz,
  updated_at timestamptz, component_type_id uuid, component_type_name text, supplier_id uuid, supplier_name text,
  min_stock integer, version integer, total bigint, reserved integer, place text, purchase_cost bigint
)
language plpgsql stable security definer set search_path = '' as $$
declare
  condition text;
  descending boolean := coalesce(p_descending, true);
  direction text := case when descending then 'desc' else 'asc' end;
  skipped integer;
  -- How many items come after the page's first.
  rest bigint;
  counted bigint;
  sort_by text := case p_sort
    when 'brand' then 'brand_key' when 'model' then 'model_key' when 'quantity' then 'quantity' when 'cost_price'
      then 'cost_price'
    when 'component_type' then 'component_type_id' when 'supplier' then 'supplier_id' else 'created_at'
  end;
  page_ids uuid[];
  sees_costs boolean;
begin
  perform private.require('stock');
  sees_costs := private.may('costs.see');
  skipped := private.rows_before(p_page, 25);
  condition := private.inventory_condition(p_search, p_type, p_low);
  if condition <> '' then
    select s.counted, s.page_ids into counted, page_ids
      from private.inventory_search_page(condition, sort_by, direction, skipped) as s;
    if p_type is not null and trim(coalesce(p_search, '')) = '' and not coalesce(p_low, false) then
      select coalesce(sum(c.items), 0) into counted from private.inventory_counts c where c.component_type_id = p_type;
    end if;
  else
    select coalesce(sum(c.items), 0) into counted from private.inventory_counts c;
    rest := counted - skipped;
    if p_sort in ('component_type', 'supplier') then
      page_ids := private.inventory_group_page(case p_sort when 'supplier' then 'suppliers' else 'component_types' end,
        sort_by, direction, skipped);
    elsif rest >= skipped then
      execute format('select array(select i.id from public.inventory i order by i.%1$I %2$s,
        i.id %2$s offset %3$s limit 25)', sort_by, direction, skipped) into page_ids;
    else
      -- Nearer to the end: read from there.
      execute format('select array(select i.id from public.inventory i order by i.%1$I %2$s,
        i.id %2$s offset %3$s limit %4$s)', sort_by, case when descending then 'asc' else 'desc' end,
          greatest(rest - 25, 0), least(greatest(rest, 0), 25)) into page_ids;
      page_ids := array(select place.id from unnest(page_ids) with ordinality as place (id, n) order by place.n desc);
    end if;
  end if;
  return query
    select i.id, i.item_number, i.brand, i.model, i.quantity, i.cost_price, i.created_at, i.updated_at,
      i.component_type_id, t.name, i.supplier_id, s.name, i.min_stock, i.version, counted, i.reserved,
      i.place, case when sees_costs then private.purchase_cost(i.id) end
    from unnest(page_ids) with ordinality as place (id, n)
    join public.inventory i on i.id = place.id
    join public.component_types t on t.id = i.component_type_id
    join public.suppliers s on s.id = i.supplier_id
    order by place.n;
end
$$;
revoke all on function public.list_inventory from public, anon, authenticated;
grant execute on function public.list_inventory to authenticated;

-- The items that a text most likely means, best first, at most eight: by how many of its words they have in brand,
-- model, code or type, whole words before parts, words with digits (A15, 11) before others; of equals those of the
-- supplier, then the newest. Staff only.
create function public.suggest_items(p_text text, p_supplier text default null)
returns table (
  id uuid, item_number integer, brand text, model text, quantity integer, component_type_name text,
  supplier_name text, reserved integer
)
language plpgsql stable security definer set search_path = '' as $$
declare
  words text[];
  telling text[];
  candidates uuid[];
  conditions text;
begin
  perform private.require('stock');
  words := (select array_agg(distinct word)
    from regexp_split_to_table(private.name_key(left(p_text, 200)), '[^a-z0-9]+') as word where length(word) > 1);
  telling := (select array_agg(word) from unnest(words) as word where word ~ '[0-9]');
  -- The strictest condition that finds anything, so that a common word alone does not bring half of the shop: all
  -- words, all that tell
  -- models apart, one of these, any word.
  for step in 1..4 loop
    conditions := (
      select string_agg(format('i.search_text like %L',
        case when length(word) < 3 then '% ' || substr(private.contains_pattern(word), 2)
        else private.contains_pattern(word) end),
        case when step <= 2 then ' and ' else ' or ' end)
      from unnest(case when step in (2, 3) then telling else words end) as word
    );
    if conditions is not null then
      execute format('select array(select i.id from public.inventory i where %s limit 100)',
        conditions) into candidates;
    end if;
    exit when cardinality(candidates) > 0;
  end loop;
  return query
    select i.id, i.item_number, i.brand, i.model, i.quantity, t.name, s.name, i.reserved
    from unnest(candidates) as candidate (item_id)
    join public.inventory i on i.id = candidate.item_id
    -- OFFSET 0: names are folded once each, not once per item.
    join (select c.id, c.name, private.name_key(c.name) as key from public.component_types c offset 0) as t
      on t.id = i.component_type_id
    join (select c.id, c.name, private.name_key(c.name) = private.name_key(p_supplier) as same
      from public.suppliers c offset 0) as s
      on s.id = i.supplier_id
    cross join lateral (select ' ' || translate(i.search_text || ' ' || t.key, '-/().,+_',
      '        ') || ' ' as spaced offset 0) as text
    cross join lateral (
      select sum(
        case when text.spaced like '% ' || word || ' %' then 3 when text.spaced like private.contains_pattern(word)
          then 1 else 0 end
        * case when word ~ '[0-9]' then 2 else 1 end
      ) as score
      from unnest(words) as word
    ) as points
    order by points.score desc, s.same desc nulls last, i.created_at desc, i.id
    limit 8;
end
$$;
revoke all on function public.suggest_items from public, anon, authenticated;
grant execute on function public.suggest_items to authenticated;

-- Exports the items that list_inventory finds: 1,000 at a time by item number, continuing after p_after, so that
-- concurrent changes neither repeat nor skip an item. Staff only.
create function public.export_inventory(
  p_search text default null, p_type uuid default null, p_low boolean default false, p_after integer default 0
) returns table (
  item_number integer, brand text, model text, component_type_name text, supplier_name text, quantity integer,
  cost_price bigint, min_stock integer, created_at timestamptz, place text
)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require('stock');
  return query execute format(
    'select i.item_number, i.brand, i.model, t.name, s.name, i.quantity, i.cost_price, i.min_stock, i.created_at, i.place
     from public.inventory i
     join public.component_types t on t.id = i.component_type_id
     join public.suppliers s on s.id = i.supplier_id
     where i.item_number > %s %s order by i.item_number limit 1000',
    coalesce(p_after, 0), private.inventory_condition(p_search, p_type, p_low));
end
$$;
revoke all on function public.export_inventory from public, anon, authenticated;
grant execute on function public.export_inventory to authenticated;
