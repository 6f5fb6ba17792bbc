-- Stocktakes (PART-30 to PART-36, decision 71): several people count a part of the stock at the same time, without
-- seeing what the books say; what differs needs a reason before it changes the stock. This file has the counting,
-- 28_stocktake_differences what it comes to.

create table private.stocktakes (
  id uuid primary key default gen_random_uuid(),
  -- The scope; null: every type, every supplier.
  component_type_id uuid references public.component_types (id),
  supplier_id uuid references public.suppliers (id),
  started_at timestamptz not null default now(),
  started_by uuid not null references public.staff_names (id),
  -- From then on everybody sees what the books say.
  finished_at timestamptz,
  finished_by uuid references public.staff_names (id),
  -- The differences are in the stock.
  closed_at timestamptz,
  closed_by uuid references public.staff_names (id),
  cancelled_at timestamptz,
  cancelled_by uuid references public.staff_names (id),
  check (closed_at is null or finished_at is not null and cancelled_at is null)
);
-- One open stocktake per scope. start_stocktake refuses overlapping ones too.
create unique index stocktakes_open on private.stocktakes (component_type_id, supplier_id) nulls not distinct
  where closed_at is null and cancelled_at is null;
create index stocktakes_newest on private.stocktakes (started_at desc, id);
create index stocktakes_component_type on private.stocktakes (component_type_id);
create index stocktakes_supplier on private.stocktakes (supplier_id);
create index stocktakes_started_by on private.stocktakes (started_by);
create index stocktakes_finished_by on private.stocktakes (finished_by);
create index stocktakes_closed_by on private.stocktakes (closed_by);
create index stocktakes_cancelled_by on private.stocktakes (cancelled_by);
alter table private.stocktakes enable row level security;

-- The items of a stocktake that somebody counted, or whose difference has a reason.
create table private.stocktake_lines (
  stocktake_id uuid not null references private.stocktakes (id),
  -- No foreign key: what was counted outlives the item.
  item_id uuid not null,
  -- Scans up to then were taken back: the item is counted again.
  counted_from timestamptz not null default '-infinity',
  reason text check (reason in ('lost', 'broken', 'found', 'miscount', 'other')),
  note text not null default '' check (length(note) <= 500),
  -- The difference that the reason was given for.
  explained integer,
  -- The closed difference, with the item at that time.
  expected integer,
  counted integer,
  difference integer,
  unit_cost bigint,
  item_number integer,
  brand text,
  model text,
  component_type text,
  primary key (stocktake_id, item_id)
);
alter table private.stocktake_lines enable row level security;

-- One row per scan or typed quantity; the id is that of the request, so that one that is sent twice counts once.
create table private.stocktake_scans (
  id uuid primary key,
  stocktake_id uuid not null,
  item_id uuid not null,
  -- Negative: taken back. 0: there is none.
  quantity integer not null check (quantity between -1000000 and 1000000),
  -- When it was scanned, which may be some time before it arrived.
  counted_at timestamptz not null,
  counted_by uuid not null references public.staff_names (id),
  foreign key (stocktake_id, item_id) references private.stocktake_lines (stocktake_id, item_id)
);
create index stocktake_scans_item on private.stocktake_scans (stocktake_id, item_id, counted_at);
create index stocktake_scans_counted_by on private.stocktake_scans (counted_by);
alter table private.stocktake_scans enable row level security;

-- The stocktake, locked against its end, if it is not over yet.
create function private.open_stocktake(p_id uuid) returns private.stocktakes
language plpgsql security definer set search_path = '' as $$
declare
  found_one private.stocktakes;
begin
  select * into found_one from private.stocktakes s where s.id = p_id for share;
  if found_one.id is null then
    raise exception 'Ese conteo no existe.' using errcode = 'P0002';
  end if;
  if found_one.closed_at is not null then
    raise exception 'Este conteo ya se cerró. Empieza uno nuevo para lo que falta.' using errcode = '23514';
  end if;
  if found_one.cancelled_at is not null then
    raise exception 'Este conteo se anuló. Empieza uno nuevo para seguir contando.' using errcode = '23514';
  end if;
  return found_one;
end
$$;
revoke all on function private.open_stocktake from public, anon, authenticated;

-- 'todo el inventario', 'Pantalla', 'Pantalla de FullMobile', 'todo de FullMobile'.
create function private.stocktake_scope(p_component_type_id uuid, p_supplier_id uuid) returns text
language sql stable security definer set search_path = '' as $$
  select case when p_component_type_id is null and p_supplier_id is null then 'todo el inventario'
    else coalesce((select t.name from public.component_types t where t.id = p_component_type_id), 'todo')
      || coalesce((select ' de ' || s.name from public.suppliers s where s.id = p_supplier_id), '') end
$$;
revoke all on function private.stocktake_scope from public, anon, authenticated;

-- Opens a stocktake, and answers its id. Scopes of open ones do not overlap, so that each scan belongs to one. Staff
-- only.
create function public.start_stocktake(
  p_request_id uuid, p_component_type_id uuid default null, p_supplier_id uuid default null
) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  other private.stocktakes;
  new_id uuid;
begin
  perform private.require('stock');
  if not private.claim_request(p_request_id, 'start_stocktake',
    jsonb_build_array(p_component_type_id, p_supplier_id)) then
    return (private.request_result(p_request_id) #>> '{}')::uuid;
  end if;
  if p_component_type_id not in (select t.id from public.component_types t)
    or p_supplier_id not in (select s.id from public.suppliers s) then
    raise exception 'Ese tipo o proveedor ya no existe. Recarga la página y elige otro.' using errcode = 'P0002';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('private.stocktakes', 0));
  select * into other from private.stocktakes s
  where s.closed_at is null and s.cancelled_at is null
    and (s.component_type_id is null or p_component_type_id is null or s.component_type_id = p_component_type_id)
    and (s.supplier_id is null or p_supplier_id is null or s.supplier_id = p_supplier_id)
  order by s.started_at limit 1;
  if other.id is not null then
    raise exception 'Ya hay un conteo abierto de %, que empezó %. Sigue en ese, ciérralo o anúlalo.',
      private.stocktake_scope(other.component_type_id, other.supplier_id),
      (select n.full_name from public.staff_names n where n.id = other.started_by) using errcode = '23505';
  end if;
  insert into private.stocktakes (component_type_id, supplier_id, started_by)
  values (p_component_type_id, p_supplier_id, (select auth.uid())) returning id into new_id;
  perform private.finish_request(p_request_id, to_jsonb(new_id), 'el conteo quedó abierto');
  return new_id;
end
$$;
revoke all on function public.start_stocktake from public, anon, authenticated;
grant execute on function public.start_stocktake to authenticated;

-- How many pieces of each item were counted so far, and when first and last.
create function private.stocktake_tally(p_stocktake_id uuid)
returns table (item_id uuid, counted bigint, first_at timestamptz, last_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select c.item_id, sum(c.quantity), min(c.counted_at), max(c.counted_at)
  from private.stocktake_lines l
  join private.stocktake_scans c on c.stocktake_id = l.stocktake_id and c.item_id = l.item_id
    and c.counted_at > l.counted_from
  where l.stocktake_id = p_stocktake_id
  group by c.item_id
$$;
revoke all on function private.stocktake_tally from public, anon, authenticated;

-- Takes up to 200 scans. p_scans: [{ id, code, quantity, age_ms }]; a code as printed, scanned or without its letters;
-- how long ago by the phone's own count, so that scans of an hour without a signal count when they were made. Answers
-- one line for each: 'counted'; 'unknown', a code of no item; 'elsewhere', an item that is not of this stocktake;
-- 'wrong', the item would have less than no pieces or more than a million; 'late', it was made before somebody had the
-- item counted again. Scans are counted until the stocktake is closed. Staff only.
create function public.count_items(p_stocktake_id uuid, p_scans jsonb)
returns table (id uuid, outcome text, item_id uuid, item_number integer, brand text, model text, counted integer)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  stocktake private.stocktakes;
  scan record;
  known private.stocktake_scans;
  total bigint;
  counted_from timestamptz;
begin
  perform private.require('stock');
  if jsonb_typeof(p_scans) is distinct from 'array' or jsonb_array_length(p_scans) > 200 then
    raise exception 'Se mandan como máximo 200 lecturas a la vez.' using errcode = '22023';
  end if;
  perform private.require_shape(p_scans, '[{"id": "uuid", "code": "text", "quantity": "integer", "age_ms": "float8"}]');
  stocktake := private.open_stocktake(p_stocktake_id);
  -- Items in one order, so that two phones never wait for one another.
  for scan in
    select (s.value ->> 'id')::uuid as id, (s.value ->> 'quantity')::integer as quantity, i.id as item_id,
      i.item_number, i.brand, i.model,
      greatest(stocktake.started_at,
        now() - make_interval(secs => least(greatest((s.value ->> 'age_ms')::float8, 0), 864e5) / 1000)) as counted_at,
      i.id is not null and (stocktake.component_type_id is null or i.component_type_id = stocktake.component_type_id)
        and (stocktake.supplier_id is null or i.supplier_id = stocktake.supplier_id) as is_here
    from jsonb_array_elements(p_scans) with ordinality as s (value, place)
    left join public.inventory i on i.item_number = substring(
      private.fold(trim(left(s.value ->> 'code', 200))) from '^(?:inv[^a-z0-9]?)?0*([0-9]{1,9})$')::integer
    order by i.id, s.place
  loop
    perform private.require_id(scan.id);
    id := scan.id;
    item_id := scan.item_id;
    item_number := scan.item_number;
    brand := scan.brand;
    model := scan.model;
    counted := null;
    if scan.is_here is not true then
      outcome := case when scan.item_id is null then 'unknown' else 'elsewhere' end;
      return next;
      continue;
    end if;
    insert into private.stocktake_lines as l (stocktake_id, item_id) values (stocktake.id, scan.item_id)
    on conflict on constraint stocktake_lines_pkey do nothing;
    select l.counted_from into counted_from from private.stocktake_lines l
    where l.stocktake_id = stocktake.id and l.item_id = scan.item_id for update;
    select * into known from private.stocktake_scans c where c.id = scan.id;
    if known.id is not null then
      if (known.stocktake_id, known.item_id, known.quantity, known.counted_by)
        is distinct from (stocktake.id, scan.item_id, scan.quantity, (select auth.uid())) then
        perform private.refuse_request('la lectura quedó contada');
      end if;
    end if;
    select coalesce(sum(t.counted), 0) into total
    from private.stocktake_tally(stocktake.id) t where t.item_id = scan.item_id;
    outcome := 'counted';
    if known.id is null then
      if scan.counted_at <= counted_from then
        outcome := 'late';
      elsif scan.quantity is null or total + scan.quantity not between 0 and 1000000 then
        outcome := 'wrong';
      else
        insert into private.stocktake_scans (id, stocktake_id, item_id, quantity, counted_at, counted_by)
        values (scan.id, stocktake.id, scan.item_id, scan.quantity, scan.counted_at, (select auth.uid()));
        total := total + scan.quantity;
      end if;
    end if;
    counted := total;
    return next;
  end loop;
end
$$;
revoke all on function public.count_items from public, anon, authenticated;
grant execute on function public.count_items to authenticated;

-- Items that were counted so far, the last one first, at most a hundred; what the books say is not told. Staff only.
create function public.stocktake_counts(p_stocktake_id uuid)
returns table (
  item_id uuid, item_number integer, brand text, model text, component_type_name text, counted integer,
  last_at timestamptz, items bigint, pieces bigint
)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require('stock');
  return query
    select i.id, i.item_number, i.brand, i.model, t.name, c.counted::integer, c.last_at, count(*) over (),
      (sum(c.counted) over ())::bigint
    from private.stocktake_tally(p_stocktake_id) c
    join public.inventory i on i.id = c.item_id
    join public.component_types t on t.id = i.component_type_id
    order by c.last_at desc, i.id limit 100;
end
$$;
revoke all on function public.stocktake_counts from public, anon, authenticated;
grant execute on function public.stocktake_counts to authenticated;

-- Takes back what was counted of an item, by whomever, so that it is counted again. Staff only.
create function public.recount_item(p_request_id uuid, p_stocktake_id uuid, p_item_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require('stock');
  if not private.claim_request(p_request_id, 'recount_item', jsonb_build_array(p_stocktake_id, p_item_id),
    'el producto se cuenta otra vez') then
    return;
  end if;
  perform private.open_stocktake(p_stocktake_id);
  update private.stocktake_lines l set counted_from = greatest(now(), (
    select max(c.counted_at) from private.stocktake_scans c where c.stocktake_id = l.stocktake_id
      and c.item_id = l.item_id)), reason = null, note = '', explained = null
  where l.stocktake_id = p_stocktake_id and l.item_id = p_item_id;
end
$$;
revoke all on function public.recount_item from public, anon, authenticated;
grant execute on function public.recount_item to authenticated;

-- Ends the blind part: from now on the differences are told. What is still on its way from other phones is counted all
-- the same, until the stocktake is closed. Staff only.
create function public.finish_stocktake(p_request_id uuid, p_stocktake_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require('stock');
  if not private.claim_request(p_request_id, 'finish_stocktake', jsonb_build_array(p_stocktake_id),
    'el conteo quedó terminado') then
    return;
  end if;
  perform from private.stocktakes s where s.id = p_stocktake_id for update;
  perform private.open_stocktake(p_stocktake_id);
  update private.stocktakes s set finished_at = now(), finished_by = (select auth.uid())
  where s.id = p_stocktake_id and s.finished_at is null;
end
$$;
revoke all on function public.finish_stocktake from public, anon, authenticated;
grant execute on function public.finish_stocktake to authenticated;

-- Ends a stocktake without any change of the stock. Staff only.
create function public.cancel_stocktake(p_request_id uuid, p_stocktake_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require('stock');
  if not private.claim_request(p_request_id, 'cancel_stocktake', jsonb_build_array(p_stocktake_id),
    'el conteo quedó anulado') then
    return;
  end if;
  perform from private.stocktakes s where s.id = p_stocktake_id for update;
  perform private.open_stocktake(p_stocktake_id);
  update private.stocktakes s set cancelled_at = now(), cancelled_by = (select auth.uid()) where s.id = p_stocktake_id;
end
$$;
revoke all on function public.cancel_stocktake from public, anon, authenticated;
grant execute on function public.cancel_stocktake to authenticated;
