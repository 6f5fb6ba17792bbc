SET local check_function_bodies = off;

ALTER TABLE "public"."inventory_movements"
  DROP CONSTRAINT "inventory_movements_kind_check";

ALTER TABLE "public"."pedidos_pantallas"
  DROP CONSTRAINT "pedidos_pantallas_proveedor_check";

DROP FUNCTION "private"."add_movement"(public.inventory, text, integer, integer, uuid, integer, text, text, text);

CREATE TABLE "private"."stocktake_lines" (
  "stocktake_id"   uuid                     NOT NULL,
  "item_id"        uuid                     NOT NULL,
  "counted_from"   timestamp with time zone NOT NULL DEFAULT '-infinity'::timestamp WITH time zone,
  "reason"         text,
  "note"           text                     NOT NULL DEFAULT ''::text,
  "explained"      integer,
  "expected"       integer,
  "counted"        integer,
  "difference"     integer,
  "unit_cost"      bigint,
  "item_number"    integer,
  "brand"          text,
  "model"          text,
  "component_type" text,
  CONSTRAINT "stocktake_lines_note_check" CHECK ((length(note) <= 500)),
  CONSTRAINT "stocktake_lines_pkey" PRIMARY KEY (stocktake_id, item_id),
  CONSTRAINT "stocktake_lines_reason_check" CHECK ((reason = ANY (ARRAY['lost'::text, 'broken'::text, 'found'::text, 'miscount'::text, 'other'::text])))
);

ALTER TABLE "private"."stocktake_lines"
  ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."stocktake_scans" (
  "id"           uuid                     NOT NULL,
  "stocktake_id" uuid                     NOT NULL,
  "item_id"      uuid                     NOT NULL,
  "quantity"     integer                  NOT NULL,
  "counted_at"   timestamp with time zone NOT NULL,
  "counted_by"   uuid                     NOT NULL,
  CONSTRAINT "stocktake_scans_pkey" PRIMARY KEY (id),
  CONSTRAINT "stocktake_scans_quantity_check" CHECK (((quantity >= '-1000000'::integer) AND (quantity <= 1000000)))
);

ALTER TABLE "private"."stocktake_scans"
  ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."stocktakes" (
  "id"                uuid                     NOT NULL DEFAULT gen_random_uuid(),
  "component_type_id" uuid,
  "supplier_id"       uuid,
  "started_at"        timestamp with time zone NOT NULL DEFAULT now(),
  "started_by"        uuid                     NOT NULL,
  "finished_at"       timestamp with time zone,
  "finished_by"       uuid,
  "closed_at"         timestamp with time zone,
  "closed_by"         uuid,
  "cancelled_at"      timestamp with time zone,
  "cancelled_by"      uuid,
  CONSTRAINT "stocktakes_check" CHECK (((closed_at IS NULL) OR ((finished_at IS NOT NULL) AND (cancelled_at IS NULL)))),
  CONSTRAINT "stocktakes_pkey" PRIMARY KEY (id)
);

ALTER TABLE "private"."stocktakes"
  ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."inventory_movements"
  ADD COLUMN "purchase_id" uuid;

ALTER TABLE "public"."inventory_movements"
  ADD COLUMN "supplier_name" text;

CREATE OR REPLACE FUNCTION private.add_movement (
  item            public.inventory,
  p_kind          text,
  p_delta         integer,
  p_after         integer,
  p_order_id      uuid             DEFAULT NULL::uuid,
  p_order_number  integer          DEFAULT NULL::integer,
  p_import_row    text             DEFAULT NULL::text,
  p_import_file   text             DEFAULT NULL::text,
  p_import_name   text             DEFAULT NULL::text,
  p_purchase_id   uuid             DEFAULT NULL::uuid,
  p_supplier_name text             DEFAULT NULL::text
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  insert into public.inventory_movements (
    item_id, kind, delta, quantity_after, unit_cost, brand, model, component_type, order_id, order_number, import_row,
    import_file, import_name, actor_id, actor_name, purchase_id, supplier_name
  )
  select item.id, p_kind, p_delta, p_after, item.cost_price, item.brand, item.model,
    (select t.name from public.component_types t where t.id = item.component_type_id),
    p_order_id, p_order_number, p_import_row, p_import_file, p_import_name, (select auth.uid()), p.full_name,
    p_purchase_id, coalesce(p_supplier_name, (select s.name from public.suppliers s where s.id = item.supplier_id))
  from (select) as one left join public.profiles p on p.id = (select auth.uid())
$function$;

CREATE OR REPLACE FUNCTION private.open_stocktake (
  p_id uuid
)
  RETURNS private.stocktakes
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.piece_sources (
  p_items uuid[]
)
  RETURNS TABLE (
    item_id uuid,
    came    bigint,
    went    bigint,
    pieces  integer
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with moves as (
    select m.id, m.item_id, m.order_number, m.kind, m.delta,
      sum(m.delta) filter (where m.kind = 'returned') over one_order as returned,
      sum(-m.delta) filter (where m.kind = 'written_off') over one_order as taken,
      sum(-m.delta) filter (where m.kind = 'written_off') over (one_order order by m.id) as taken_so_far
    from public.inventory_movements m
    where m.item_id = any (p_items) and m.delta <> 0
    window one_order as (partition by m.item_id, m.order_number)
  ), net as (
    select m.id, m.item_id,
      case when m.kind = 'written_off' and m.order_number is not null
        then -greatest(least(-m.delta, m.taken - coalesce(m.returned, 0) - (m.taken_so_far + m.delta)), 0)
        else m.delta end as delta
    from moves m where m.kind <> 'returned' or m.order_number is null
  ), ends as (
    select n.item_id, n.delta > 0 as is_in, n.id, sum(abs(n.delta)) over (partition by n.item_id, n.delta > 0
      order by n.id) as until
    from net n where n.delta <> 0
  ), spans as (
    select e.item_id, e.until - coalesce(lag(e.until) over upwards, 0) as pieces,
      min(e.id) filter (where e.is_in) over downwards as came,
      min(e.id) filter (where not e.is_in) over downwards as went
    from ends e
    window upwards as (partition by e.item_id order by e.until),
      downwards as (partition by e.item_id order by e.until desc)
  )
  select s.item_id, s.came, s.went, sum(s.pieces)::integer
  from spans s where s.pieces > 0 and s.came is not null and s.went is not null
  group by s.item_id, s.came, s.went
$function$;

CREATE OR REPLACE FUNCTION private.stocktake_items (
  p_stocktake_id uuid
)
  RETURNS TABLE (
    item         public.inventory,
    counted      integer,
    expected     integer,
    difference   integer,
    is_counted   boolean,
    is_uncertain boolean,
    reason       text,
    note         text,
    explained    integer
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with stocktake as (
    select * from private.stocktakes s where s.id = p_stocktake_id
  ), moves as materialized (
    select m.item_id, m.delta, m.quantity_after, m.created_at
    from stocktake s join public.inventory_movements m on m.created_at >= s.started_at
    where m.kind <> 'counted' and m.delta <> 0
  ), items as (
    select i, i.id, i.quantity, t.counted, t.first_at, t.last_at, l.reason, l.note, l.explained,
      greatest(s.started_at, l.counted_from) as since
    from stocktake s
    cross join public.inventory i
    left join private.stocktake_tally(p_stocktake_id) t on t.item_id = i.id
    left join private.stocktake_lines l on l.stocktake_id = s.id and l.item_id = i.id
    where t.item_id is not null or (s.component_type_id is null or i.component_type_id = s.component_type_id)
      and (s.supplier_id is null or i.supplier_id = s.supplier_id)
  ), moved as (
    select i.id, coalesce(sum(m.delta) filter (where m.created_at > i.last_at), 0)::integer as moved,
      bool_or(m.created_at > i.first_at and m.created_at <= i.last_at) as is_uncertain,
      min(least(m.quantity_after, m.quantity_after - m.delta)) filter (where m.created_at >= i.since) as lowest
    from items i join moves m on m.item_id = i.id
    group by i.id
  )
  select i.i, coalesce(i.counted, 0)::integer, e.expected,
    case when i.last_at is null then -e.expected
      else greatest(least(i.counted + coalesce(m.moved, 0), 1000000), 0)::integer - i.quantity end,
    i.last_at is not null, i.last_at is not null and coalesce(m.is_uncertain, false), i.reason, coalesce(i.note, ''),
    i.explained
  from items i
  left join moved m on m.id = i.id
  cross join lateral (select case when i.last_at is null then least(i.quantity, coalesce(m.lowest, i.quantity))
    else i.quantity - coalesce(m.moved, 0) end as expected) as e
$function$;

CREATE OR REPLACE FUNCTION private.stocktake_scope (
  p_component_type_id uuid,
  p_supplier_id       uuid
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select case when p_component_type_id is null and p_supplier_id is null then 'todo el inventario'
    else coalesce((select t.name from public.component_types t where t.id = p_component_type_id), 'todo')
      || coalesce((select ' de ' || s.name from public.suppliers s where s.id = p_supplier_id), '') end
$function$;

CREATE OR REPLACE FUNCTION private.stocktake_tally (
  p_stocktake_id uuid
)
  RETURNS TABLE (
    item_id  uuid,
    counted  bigint,
    first_at timestamp with time zone,
    last_at  timestamp with time zone
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select c.item_id, sum(c.quantity), min(c.counted_at), max(c.counted_at)
  from private.stocktake_lines l
  join private.stocktake_scans c on c.stocktake_id = l.stocktake_id and c.item_id = l.item_id
    and c.counted_at > l.counted_from
  where l.stocktake_id = p_stocktake_id
  group by c.item_id
$function$;

CREATE OR REPLACE FUNCTION public.cancel_stocktake (
  p_request_id   uuid,
  p_stocktake_id uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
$function$;

REVOKE ALL ON FUNCTION "public"."cancel_stocktake"(uuid, uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.close_stocktake (
  p_request_id   uuid,
  p_stocktake_id uuid
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  line record;
  open_ones integer;
  uncertain text;
  changed integer := 0;
begin
  perform private.require('stock');
  if not private.claim_request(p_request_id, 'close_stocktake', jsonb_build_array(p_stocktake_id)) then
    return private.request_result(p_request_id)::integer;
  end if;
  perform from private.stocktakes s where s.id = p_stocktake_id for update;
  if (private.open_stocktake(p_stocktake_id)).finished_at is null then
    raise exception 'Termina el conteo antes de cerrarlo.' using errcode = '23514';
  end if;
  -- As an import does: nothing moves between the look and the change.
  lock table public.inventory in exclusive mode;
  select count(*) filter (where d.difference <> 0 and (d.reason is null or d.explained <> d.difference)),
    min(private.item_code((d.item).item_number)) filter (where d.is_uncertain)
    into open_ones, uncertain from private.stocktake_items(p_stocktake_id) d;
  if uncertain is not null then
    raise exception 'El producto % se movió mientras lo contaban: cuéntalo de nuevo.', uncertain
      using errcode = '23514';
  end if;
  if open_ones > 0 then
    raise exception 'Falta el motivo de % diferencias. Si una cambió después de darlo, dalo de nuevo.', open_ones
      using errcode = '23514';
  end if;
  for line in
    select d.*, t.name as component_type from private.stocktake_items(p_stocktake_id) d
    join public.component_types t on t.id = (d.item).component_type_id
    where d.is_counted or d.difference <> 0 order by (d.item).id
  loop
    update private.stocktake_lines l set expected = line.expected, counted = line.counted,
      difference = line.difference, unit_cost = (line.item).cost_price, item_number = (line.item).item_number,
      brand = (line.item).brand, model = (line.item).model, component_type = line.component_type
    where l.stocktake_id = p_stocktake_id and l.item_id = (line.item).id;
    continue when line.difference = 0;
    if line.difference < 0 and (line.item).quantity + line.difference < (line.item).reserved then
      raise exception 'Del producto % hay % con reserva para la orden %, y se contaron menos: libera antes la reserva.',
        private.item_code((line.item).item_number), (line.item).reserved,
        private.orders_of_item((line.item).id, true) using errcode = '23514';
    end if;
    changed := changed + 1;
    update public.inventory i set quantity = i.quantity + line.difference where i.id = (line.item).id;
    perform private.add_movement(line.item, 'counted', line.difference, (line.item).quantity + line.difference);
    insert into public.activity_logs (
      user_id, action_type, product_id, brand, model, quantity_affected, cost_price_affected, component_type_id,
      quantity, cost_price, supplier_id
    ) values (
      (select auth.uid()), 'edit', (line.item).id, (line.item).brand, (line.item).model, line.difference,
      (line.item).cost_price, (line.item).component_type_id, (line.item).quantity + line.difference,
      (line.item).cost_price, (line.item).supplier_id
    );
  end loop;
  update private.stocktakes s set closed_at = now(), closed_by = (select auth.uid()) where s.id = p_stocktake_id;
  perform private.finish_request(p_request_id, to_jsonb(changed), format('el conteo quedó cerrado con %s diferencias',
    changed));
  return changed;
end
$function$;

REVOKE ALL ON FUNCTION "public"."close_stocktake"(uuid, uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.count_items (
  p_stocktake_id uuid,
  p_scans        jsonb
)
  RETURNS TABLE (
    id          uuid,
    outcome     text,
    item_id     uuid,
    item_number integer,
    brand       text,
    model       text,
    counted     integer
  )
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
#variable_conflict use_column
declare
  stocktake private.stocktakes;
  scan record;
  known private.stocktake_scans;
  total bigint;
begin
  perform private.require('stock');
  if jsonb_typeof(p_scans) <> 'array' or jsonb_array_length(p_scans) > 200 then
    raise exception 'Se mandan como máximo 200 lecturas a la vez.' using errcode = '22023';
  end if;
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
    perform from private.stocktake_lines l where l.stocktake_id = stocktake.id and l.item_id = scan.item_id for update;
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
      if scan.quantity is null or total + scan.quantity not between 0 and 1000000 then
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
$function$;

REVOKE ALL ON FUNCTION "public"."count_items"(uuid, jsonb) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.explain_differences (
  p_request_id   uuid,
  p_stocktake_id uuid,
  p_differences  jsonb,
  p_reason       text,
  p_note         text  DEFAULT ''::text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  written constant text := coalesce(private.written(private.without_controls(p_note, false)), '');
begin
  perform private.require('stock');
  if not private.claim_request(p_request_id, 'explain_differences',
    jsonb_build_array(p_stocktake_id, p_differences, p_reason, p_note), 'el motivo quedó guardado') then
    return;
  end if;
  if p_reason is null or p_reason <> all (array['lost', 'broken', 'found', 'miscount', 'other']) then
    raise exception 'Elige el motivo de la diferencia.' using errcode = '23514';
  end if;
  if p_reason = 'other' and written = '' then
    raise exception 'Escribe cuál es el otro motivo.' using errcode = '23514';
  end if;
  if length(written) > 500 then
    raise exception 'La nota puede tener hasta 500 letras.' using errcode = '23514';
  end if;
  if (private.open_stocktake(p_stocktake_id)).finished_at is null then
    raise exception 'Los motivos se dan cuando el conteo termina.' using errcode = '23514';
  end if;
  insert into private.stocktake_lines as l (stocktake_id, item_id, reason, note, explained)
  select p_stocktake_id, i.id, p_reason, written, d.value::integer
  from jsonb_each_text(p_differences) as d join public.inventory i on i.id = d.key::uuid
  order by i.id
  on conflict (stocktake_id, item_id) do update
    set reason = excluded.reason, note = excluded.note, explained = excluded.explained;
end
$function$;

REVOKE ALL ON FUNCTION "public"."explain_differences"(uuid, uuid, jsonb, text, text) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.finish_stocktake (
  p_request_id   uuid,
  p_stocktake_id uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
$function$;

REVOKE ALL ON FUNCTION "public"."finish_stocktake"(uuid, uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.list_stocktakes()
  RETURNS TABLE (
    id           uuid,
    scope        text,
    started_at   timestamp with time zone,
    started_by   text,
    finished_at  timestamp with time zone,
    closed_at    timestamp with time zone,
    cancelled_at timestamp with time zone,
    ended_by     text,
    items        bigint,
    pieces       bigint,
    differences  bigint,
    value        bigint
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
#variable_conflict use_column
declare
  sees_costs boolean := private.may('costs.see');
begin
  perform private.require('stock');
  return query
    select s.id, private.stocktake_scope(s.component_type_id, s.supplier_id), s.started_at, n.full_name,
      s.finished_at, s.closed_at, s.cancelled_at, e.full_name,
      case when s.closed_at is null then t.items else l.items end,
      case when s.closed_at is null then t.pieces else l.pieces end,
      l.differences, case when sees_costs then l.value end
    from private.stocktakes s
    join public.staff_names n on n.id = s.started_by
    left join public.staff_names e on e.id = coalesce(s.closed_by, s.cancelled_by)
    cross join lateral (select count(*) as items, coalesce(sum(c.counted), 0)::bigint as pieces
      from private.stocktake_tally(s.id) c where s.closed_at is null) as t
    cross join lateral (
      select count(*) filter (where k.counted > 0) as items, coalesce(sum(k.counted), 0)::bigint as pieces,
        count(*) filter (where k.difference <> 0) as differences,
        coalesce(sum(k.difference * k.unit_cost), 0)::bigint as value
      from private.stocktake_lines k where k.stocktake_id = s.id and s.closed_at is not null) as l
    order by s.closed_at is null and s.cancelled_at is null desc, s.started_at desc, s.id limit 50;
end
$function$;

REVOKE ALL ON FUNCTION "public"."list_stocktakes"() FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.purchase_orders (
  p_purchase_id uuid
)
  RETURNS TABLE (
    order_id       uuid,
    order_number   integer,
    pieces         integer,
    likely         integer,
    taken_at       timestamp with time zone,
    status         text,
    customer_name  text,
    customer_phone text,
    came_back      boolean
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
#variable_conflict use_column
declare
  sees_people boolean := private.may('people.see');
  receipt public.inventory_movements;
begin
  perform private.require('stock');
  select * into receipt from public.inventory_movements m where m.purchase_id = p_purchase_id;
  return query
    with sources as materialized (
      select * from private.piece_sources(array[receipt.item_id])
    ), net as (
      select m.order_number, (array_agg(m.order_id))[1] as order_id, max(m.created_at) as taken_at,
        sum(s.pieces) as pieces, sum(s.pieces) filter (where s.came = receipt.id) as likely
      from sources s join public.inventory_movements m on m.id = s.went
      where m.kind = 'written_off' and m.order_number is not null and m.id > receipt.id and m.id <= coalesce(
        (select min(e.id) from public.inventory_movements e
          where e.item_id = receipt.item_id and e.id > receipt.id and e.quantity_after = 0), m.id)
      group by m.order_number
    )
    select n.order_id, n.order_number, n.pieces::integer, coalesce(n.likely, 0)::integer, n.taken_at, o.status,
      case when sees_people then o.customer_name end, case when sees_people then o.customer_phone end,
      exists (select from private.warranty_returns w where w.order_id = n.order_id)
    from net n left join public.service_orders o on o.id = n.order_id
    order by n.likely is null, n.order_number desc limit 1000;
end
$function$;

REVOKE ALL ON FUNCTION "public"."purchase_orders"(uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.receive_screen_order (
  p_screen_order_id   uuid,
  p_item_id           uuid   DEFAULT NULL::uuid,
  p_brand             text   DEFAULT NULL::text,
  p_component_type_id uuid   DEFAULT NULL::uuid,
  p_cost_price        bigint DEFAULT NULL::bigint,
  p_model             text   DEFAULT NULL::text,
  p_request_id        uuid   DEFAULT NULL::uuid
)
  RETURNS uuid
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  bought public.pedidos_pantallas;
  item public.inventory;
begin
  perform private.require('stock');
  if not private.claim_request(p_request_id, 'receive_screen_order',
    jsonb_build_array(p_screen_order_id, p_item_id, p_brand, p_component_type_id, p_cost_price, p_model)) then
    return (private.request_result(p_request_id) #>> '{}')::uuid;
  end if;
  select * into bought from public.pedidos_pantallas where id = p_screen_order_id for update;
  if bought.id is null then
    raise exception 'El pedido ya no existe.' using errcode = 'P0002';
  end if;
  if bought.received_at is not null then
    raise exception 'Este pedido ya se recibió.' using errcode = '23505';
  end if;
  if p_item_id is not null then
    update public.inventory set quantity = quantity + bought.cantidad where id = p_item_id returning * into item;
    if item.id is null then
      raise exception 'El producto ya no existe.' using errcode = 'P0002';
    end if;
  else
    insert into public.inventory (brand, model, quantity, cost_price, component_type_id, supplier_id)
    values (p_brand, coalesce(p_model, bought.modelo), bought.cantidad, coalesce(p_cost_price, bought.precio_costo),
      p_component_type_id,
      private.catalog_id('suppliers', bought.proveedor))
    returning * into item;
  end if;
  perform private.add_movement(item, 'received', bought.cantidad, item.quantity, p_purchase_id => bought.id,
    p_supplier_name => bought.proveedor);
  update public.pedidos_pantallas set received_at = now(), received_item_id = item.id where id = bought.id;
  perform private.finish_request(p_request_id, to_jsonb(item.id),
    format('las %s unidades quedaron en %s %s', bought.cantidad, item.brand, item.model));
  return item.id;
end
$function$;

CREATE OR REPLACE FUNCTION public.recount_item (
  p_request_id   uuid,
  p_stocktake_id uuid,
  p_item_id      uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
$function$;

REVOKE ALL ON FUNCTION "public"."recount_item"(uuid, uuid, uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.report_suppliers (
  p_from       date DEFAULT NULL::date,
  p_to         date DEFAULT NULL::date,
  p_technician uuid DEFAULT NULL::uuid,
  p_type       text DEFAULT NULL::text
)
  RETURNS TABLE (
    supplier_name text,
    fitted        bigint,
    orders        bigint,
    came_back     bigint,
    faulty        bigint
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  SET jit TO 'off'
  AS $function$
declare
  range tstzrange;
begin
  perform private.require('reports');
  range := private.report_range(p_from, p_to);
  return query
    with chosen as materialized (
      select o.id, o.delivered_at is not null as is_delivered from public.service_orders o
      where o.created_at <@ range and (p_technician is null or o.technician_id = p_technician)
        and (p_type is null or o.equipment_type = p_type)
    ), taken as materialized (
      select m.id, m.item_id, m.order_id from chosen c join public.inventory_movements m on m.order_id = c.id
      where m.kind = 'written_off' and c.is_delivered
    ), pieces as (
      select b.supplier_name, t.order_id, s.pieces as fitted, 0 as faulty
      from taken t
      join private.piece_sources(array(select distinct k.item_id from taken k)) s on s.went = t.id
      join public.inventory_movements b on b.id = s.came
      union all
      -- Parts of orders that are no product, and all that were faulty (28_requested_parts).
      select s.name, case when is_fitted then p.order_id end, case when is_fitted then p.quantity else 0 end,
        case when p.state in ('faulty', 'sent_back', 'credited') then p.quantity else 0 end
      from chosen c
      join private.requested_parts p on p.order_id = c.id
      join public.suppliers s on s.id = p.supplier_id
      cross join lateral (
        select p.item_id is null and p.state = 'fitted' and c.is_delivered as is_fitted) as f
      where p.state in ('fitted', 'faulty', 'sent_back', 'credited')
    )
    select p.supplier_name, sum(p.fitted)::bigint, count(distinct p.order_id) filter (where p.fitted > 0),
      count(distinct w.order_id), sum(p.faulty)::bigint
    from pieces p left join private.warranty_returns w on w.order_id = p.order_id
    where p.supplier_name is not null
    group by p.supplier_name
    having sum(p.fitted) + sum(p.faulty) > 0
    order by 2 desc, 1;
end
$function$;

REVOKE ALL ON FUNCTION "public"."report_suppliers"(date, date, uuid, text) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.run_retention (
  p_mails integer DEFAULT 0
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  removed jsonb;
  -- Variables: a function in a condition is called for each row.
  messages_since timestamptz := private.kept_since('message_days');
  activity_since timestamptz := private.kept_since('activity_days');
  origins_since timestamptz := private.kept_since('origin_days');
  looks_since timestamptz := private.kept_since('look_days');
begin
  with messages as (
    update public.whatsapp_messages m set params = '{}', phone = '', error_message = null
    where m.created_at < messages_since and m.state not in ('queued', 'sending') and m.params <> '{}'
      and m.event <> 'test'
    returning 1
  ), tests as (
    delete from public.whatsapp_messages m
    where m.created_at < messages_since and m.state not in ('queued', 'sending') and m.event = 'test'
      and m.order_id is null
    returning 1
  ), replies as (
    delete from public.whatsapp_replies r where r.received_at < messages_since returning 1
  ), notices as (
    delete from public.notifications n where n.created_at < messages_since returning 1
  ), visits as (
    delete from public.appointments a where a.customer_id is null and a.appointment_date < messages_since returning 1
  ), activity as (
    delete from private.activity_entries e where e.created_at < activity_since returning 1
  ), site_changes as (
    delete from private.site_changes c where c.asked_at < activity_since returning 1
  ), deleted_orders as (
    update public.order_events e set changes = private.impersonal_changes(e.changes)
    where e.order_id in (select d.order_id from public.order_events d where d.kind = 'deleted')
      and e.created_at < activity_since and e.changes <> private.impersonal_changes(e.changes)
      and not exists (select from public.service_orders o where o.id = e.order_id)
    returning 1
  ), origins as (
    delete from public.decision_origins g using public.decision_history d
    where d.id = g.decision_id and d.created_at < origins_since
    returning 1
  ), looks as (
    delete from private.looks l where l.looked_at < looks_since returning 1
  )
  select jsonb_build_object(
    'messages', (select count(*) from messages) + (select count(*) from tests),
    'replies', (select count(*) from replies),
    'notifications', (select count(*) from notices),
    'visits', (select count(*) from visits),
    'activity', (select count(*) from activity),
    'site_changes', (select count(*) from site_changes),
    'deleted_orders', (select count(*) from deleted_orders),
    'origins', (select count(*) from origins),
    'looks', (select count(*) from looks)
  ) into removed;
  perform private.forget_guesses();
  perform private.correct_order_counts();
  perform private.refresh_past_repairs();
  delete from private.own_exports e where e.made_at < now() - interval '1 hour';
  -- Nobody has the RUT any more: its orders were corrected, deleted or anonymised.
  delete from private.customer_cards c where c.updated_at < now() - interval '30 days'
    and not exists (select from public.service_orders o where o.customer_rut = c.rut)
    and not exists (select from public.profiles p where p.rut = c.rut and p.rut_verified_at is not null);
  delete from private.booking_attempts t where t.attempted_at < now() - interval '1 day';
  -- What a stocktake came to stays.
  delete from private.stocktake_scans c using private.stocktakes s
  where s.id = c.stocktake_id and coalesce(s.closed_at, s.cancelled_at) < now() - interval '90 days';
  delete from private.retention_runs r where r.ran_at < now() - interval '90 days';
  removed := removed || jsonb_build_object('mails', p_mails, 'sessions', private.forget_sessions(),
    'orders', private.anonymize_old_orders(), 'unconfirmed', private.forget_unconfirmed_accounts(),
    'log_ins', private.forget_log_ins());
  select coalesce(jsonb_object_agg(key, value), '{}') into removed from jsonb_each(removed) where value <> '0';
  insert into private.retention_runs (removed) values (removed);
  return removed;
end
$function$;

CREATE OR REPLACE FUNCTION public.start_stocktake (
  p_request_id        uuid,
  p_component_type_id uuid DEFAULT NULL::uuid,
  p_supplier_id       uuid DEFAULT NULL::uuid
)
  RETURNS uuid
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  other private.stocktakes;
  new_id uuid;
begin
  perform private.require('stock');
  if not private.claim_request(p_request_id, 'start_stocktake',
    jsonb_build_array(p_component_type_id, p_supplier_id)) then
    return (private.request_result(p_request_id) #>> '{}')::uuid;
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
$function$;

REVOKE ALL ON FUNCTION "public"."start_stocktake"(uuid, uuid, uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.stocktake_counts (
  p_stocktake_id uuid
)
  RETURNS TABLE (
    item_id             uuid,
    item_number         integer,
    brand               text,
    model               text,
    component_type_name text,
    counted             integer,
    last_at             timestamp with time zone,
    items               bigint,
    pieces              bigint
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
$function$;

REVOKE ALL ON FUNCTION "public"."stocktake_counts"(uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.stocktake_differences (
  p_stocktake_id uuid
)
  RETURNS TABLE (
    item_id             uuid,
    item_number         integer,
    brand               text,
    model               text,
    component_type_name text,
    expected            integer,
    counted             integer,
    difference          integer,
    is_counted          boolean,
    is_uncertain        boolean,
    reason              text,
    note                text,
    is_explained        boolean,
    unit_cost           bigint
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
#variable_conflict use_column
declare
  sees_costs boolean := private.may('costs.see');
  stocktake private.stocktakes;
begin
  perform private.require('stock');
  select * into stocktake from private.stocktakes s where s.id = p_stocktake_id;
  if stocktake.id is null then
    raise exception 'Ese conteo no existe.' using errcode = 'P0002';
  end if;
  if stocktake.finished_at is null then
    raise exception 'Las diferencias se ven cuando el conteo termina.' using errcode = '23514';
  end if;
  if stocktake.closed_at is not null or stocktake.cancelled_at is not null then
    return query
      select l.item_id, l.item_number, l.brand, l.model, l.component_type, l.expected, l.counted, l.difference,
        true, false, l.reason, l.note, true, case when sees_costs then l.unit_cost end
      from private.stocktake_lines l
      where l.stocktake_id = p_stocktake_id and l.difference <> 0
      order by l.brand, l.model, l.item_number;
    return;
  end if;
  return query
    select (d.item).id, (d.item).item_number, (d.item).brand, (d.item).model, t.name, d.expected, d.counted,
      d.difference, d.is_counted, d.is_uncertain, d.reason, d.note,
      d.reason is not null and d.explained = d.difference, case when sees_costs then (d.item).cost_price end
    from private.stocktake_items(p_stocktake_id) d
    join public.component_types t on t.id = (d.item).component_type_id
    where d.difference <> 0 or d.is_uncertain
    order by (d.item).brand_key, (d.item).model_key, (d.item).item_number;
end
$function$;

REVOKE ALL ON FUNCTION "public"."stocktake_differences"(uuid) FROM PUBLIC, "anon", "service_role";

ALTER TABLE "private"."stocktake_scans"
  ADD CONSTRAINT "stocktake_scans_counted_by_fkey" FOREIGN KEY (counted_by) REFERENCES public.staff_names(id);

ALTER TABLE "private"."stocktake_scans"
  ADD CONSTRAINT "stocktake_scans_stocktake_id_item_id_fkey" FOREIGN KEY (stocktake_id, item_id) REFERENCES private.stocktake_lines(stocktake_id, item_id);

ALTER TABLE "private"."stocktakes"
  ADD CONSTRAINT "stocktakes_cancelled_by_fkey" FOREIGN KEY (cancelled_by) REFERENCES public.staff_names(id);

ALTER TABLE "private"."stocktakes"
  ADD CONSTRAINT "stocktakes_closed_by_fkey" FOREIGN KEY (closed_by) REFERENCES public.staff_names(id);

ALTER TABLE "private"."stocktakes"
  ADD CONSTRAINT "stocktakes_component_type_id_fkey" FOREIGN KEY (component_type_id) REFERENCES public.component_types(id);

ALTER TABLE "private"."stocktakes"
  ADD CONSTRAINT "stocktakes_finished_by_fkey" FOREIGN KEY (finished_by) REFERENCES public.staff_names(id);

ALTER TABLE "private"."stocktake_lines"
  ADD CONSTRAINT "stocktake_lines_stocktake_id_fkey" FOREIGN KEY (stocktake_id) REFERENCES private.stocktakes(id);

ALTER TABLE "private"."stocktakes"
  ADD CONSTRAINT "stocktakes_started_by_fkey" FOREIGN KEY (started_by) REFERENCES public.staff_names(id);

ALTER TABLE "private"."stocktakes"
  ADD CONSTRAINT "stocktakes_supplier_id_fkey" FOREIGN KEY (supplier_id) REFERENCES public.suppliers(id);

ALTER TABLE "public"."inventory_movements"
  ADD CONSTRAINT "inventory_movements_kind_check"
    CHECK
    ((kind = ANY (ARRAY['added'::text, 'edited'::text, 'written_off'::text, 'received'::text, 'imported'::text, 'deleted'::text, 'returned'::text, 'faulty'::text,
    'sent_back'::text, 'counted'::text])));

ALTER TABLE "public"."inventory_movements"
  ADD CONSTRAINT "inventory_movements_purchase_id_key" UNIQUE (purchase_id);

ALTER TABLE "public"."pedidos_pantallas"
  ADD CONSTRAINT "pedidos_pantallas_proveedor_check" CHECK (((length(TRIM(BOTH FROM proveedor)) >= 1) AND (length(TRIM(BOTH FROM proveedor)) <= 120)));

CREATE INDEX stocktake_scans_counted_by ON private.stocktake_scans USING btree (counted_by);

CREATE INDEX stocktake_scans_item ON private.stocktake_scans USING btree (stocktake_id, item_id, counted_at);

CREATE INDEX stocktakes_cancelled_by ON private.stocktakes USING btree (cancelled_by);

CREATE INDEX stocktakes_closed_by ON private.stocktakes USING btree (closed_by);

CREATE INDEX stocktakes_component_type ON private.stocktakes USING btree (component_type_id);

CREATE INDEX stocktakes_finished_by ON private.stocktakes USING btree (finished_by);

CREATE INDEX stocktakes_newest ON private.stocktakes USING btree (started_at DESC, id);

CREATE UNIQUE INDEX stocktakes_open ON private.stocktakes USING btree (component_type_id, supplier_id) NULLS NOT DISTINCT
  WHERE ((closed_at IS NULL) AND (cancelled_at IS NULL));

CREATE INDEX stocktakes_started_by ON private.stocktakes USING btree (started_by);

CREATE INDEX stocktakes_supplier ON private.stocktakes USING btree (supplier_id);

CREATE INDEX inventory_movements_newest ON public.inventory_movements USING btree (created_at);

REVOKE ALL ON FUNCTION "private"."add_movement"(public.inventory, text, integer, integer, uuid, integer, text, text, text, uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."add_movement"(public.inventory, text, integer, integer, uuid, integer, text, text, text, uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."add_movement"(public.inventory, text, integer, integer, uuid, integer, text, text, text, uuid, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."open_stocktake"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."open_stocktake"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."open_stocktake"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."piece_sources"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."piece_sources"(uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."piece_sources"(uuid[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."stocktake_items"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."stocktake_items"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."stocktake_items"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."stocktake_scope"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."stocktake_scope"(uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."stocktake_scope"(uuid, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."stocktake_tally"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."stocktake_tally"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."stocktake_tally"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."cancel_stocktake"(uuid, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."cancel_stocktake"(uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."cancel_stocktake"(uuid, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."close_stocktake"(uuid, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."close_stocktake"(uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."close_stocktake"(uuid, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."count_items"(uuid, jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."count_items"(uuid, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."count_items"(uuid, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."explain_differences"(uuid, uuid, jsonb, text, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."explain_differences"(uuid, uuid, jsonb, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."explain_differences"(uuid, uuid, jsonb, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."finish_stocktake"(uuid, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."finish_stocktake"(uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."finish_stocktake"(uuid, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_stocktakes"() TO "authenticated";

REVOKE ALL ON FUNCTION "public"."list_stocktakes"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_stocktakes"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."purchase_orders"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."purchase_orders"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."purchase_orders"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."recount_item"(uuid, uuid, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."recount_item"(uuid, uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."recount_item"(uuid, uuid, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."report_suppliers"(date, date, uuid, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."report_suppliers"(date, date, uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."report_suppliers"(date, date, uuid, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."start_stocktake"(uuid, uuid, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."start_stocktake"(uuid, uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."start_stocktake"(uuid, uuid, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."stocktake_counts"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."stocktake_counts"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."stocktake_counts"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."stocktake_differences"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."stocktake_differences"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."stocktake_differences"(uuid) TO "postgres";

REVOKE ALL ("purchase_id") ON TABLE "public"."inventory_movements" FROM "authenticated";

GRANT SELECT ("purchase_id") ON TABLE "public"."inventory_movements" TO "authenticated";

REVOKE ALL ("supplier_name") ON TABLE "public"."inventory_movements" FROM "authenticated";

GRANT SELECT ("supplier_name") ON TABLE "public"."inventory_movements" TO "authenticated";

-- What came with a purchase: its movement is of the same moment.
with bought as (
  select p.id, p.received_item_id, p.received_at, p.cantidad, p.proveedor,
    row_number() over (partition by p.received_item_id, p.received_at, p.cantidad order by p.id) as place
  from public.pedidos_pantallas p where p.received_item_id is not null
), came as (
  select m.id, m.item_id, m.created_at, m.delta,
    row_number() over (partition by m.item_id, m.created_at, m.delta order by m.id) as place
  from public.inventory_movements m where m.kind = 'received'
)
update public.inventory_movements m set purchase_id = b.id, supplier_name = b.proveedor
from came c join bought b on b.received_item_id = c.item_id and b.received_at = c.created_at and b.cantidad = c.delta
  and b.place = c.place
where m.id = c.id;

-- Other pieces are of the item's supplier as it is now; of items that are gone nobody knows it.
update public.inventory_movements m set supplier_name = s.name
from public.inventory i join public.suppliers s on s.id = i.supplier_id
where m.item_id = i.id and m.supplier_name is null;
