SET local check_function_bodies = off;

DROP TRIGGER "insert_once" ON "public"."inventory";

DROP FUNCTION "private"."add_movement"(public.inventory, text, integer, integer, uuid, integer, text, text, text, uuid, text);

DROP FUNCTION "private"."move_stock"(public.inventory, integer, text, public.service_orders);

DROP FUNCTION "private"."read_parts"(uuid[]);

DROP FUNCTION "public"."export_inventory"(text, uuid, boolean, integer);

DROP FUNCTION "public"."list_inventory"(text, uuid, text, boolean, integer, boolean);

DROP FUNCTION "public"."list_requested_parts"(text, uuid, integer);

DROP FUNCTION "public"."report_suppliers"(date, date, uuid, text);

DROP FUNCTION "public"."requested_parts"(uuid);

ALTER TABLE "public"."inventory"
  ADD COLUMN "place" text NOT NULL DEFAULT ''::text;

ALTER TABLE "public"."inventory_movements"
  ADD COLUMN "purchase_cost" bigint;

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
  p_supplier_name text             DEFAULT NULL::text,
  p_purchase_cost bigint           DEFAULT NULL::bigint,
  p_unit_cost     bigint           DEFAULT NULL::bigint
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  insert into public.inventory_movements (
    item_id, kind, delta, quantity_after, unit_cost, brand, model, component_type, order_id, order_number, import_row,
    import_file, import_name, actor_id, actor_name, purchase_id, supplier_name, purchase_cost
  )
  select item.id, p_kind, p_delta, p_after,
    coalesce(p_unit_cost, p_purchase_cost, private.cost_of(item)), item.brand, item.model,
    (select t.name from public.component_types t where t.id = item.component_type_id),
    p_order_id, p_order_number, p_import_row, p_import_file, p_import_name, (select auth.uid()), p.full_name,
    p_purchase_id, coalesce(p_supplier_name, (select s.name from public.suppliers s where s.id = item.supplier_id)),
    p_purchase_cost
  from (select) as one left join public.profiles p on p.id = (select auth.uid())
$function$;

CREATE OR REPLACE FUNCTION private.ask_for_parts()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  asked record;
  part private.requested_parts;
  item public.inventory;
  is_undone constant boolean := coalesce(current_setting('taller.undone_order', true) = new.id::text, false);
begin
  for part in
    select p.* from private.requested_parts p
    where p.order_id = new.id and p.line_id is not null and p.state in ('requested', 'reserved')
      and not exists (
        select from jsonb_array_elements(new.quote_lines) as l
        where (l ->> 'id')::uuid = p.line_id and l ->> 'kind' = 'part' and (l ->> 'chosen')::boolean
          and (l ->> 'quantity')::integer = p.quantity
          and coalesce((l ->> 'product_id')::uuid, p.item_id) is not distinct from p.item_id)
    order by p.item_id, p.id for update
  loop
    perform private.put_part(part, case part.state when 'requested' then 'cancelled' else 'returned' end, new,
      'Ya no está en lo que el cliente aprobó.');
  end loop;
  -- In one order for everybody, as return_parts.
  for asked in
    select (l ->> 'id')::uuid as line_id, (l ->> 'product_id')::uuid as item_id, l ->> 'description' as description,
      (l ->> 'quantity')::integer as quantity
    from jsonb_array_elements(new.quote_lines) as l
    where l ->> 'kind' = 'part' and (l ->> 'chosen')::boolean
      and not exists (
        select from private.requested_parts p
        where p.order_id = new.id and p.line_id = (l ->> 'id')::uuid
          and p.state in ('requested', 'ordered', 'arrived', 'reserved', 'fitted'))
      and (not is_undone or exists (
        select from private.requested_parts p join private.part_steps s on s.part_id = p.id
        where p.order_id = new.id and p.line_id = (l ->> 'id')::uuid and s.made_at >= old.updated_at
          and s.became in ('returned', 'cancelled')))
    order by 2, 1
  loop
    -- A product that is gone leaves a part that is none.
    item := null;
    select * into item from public.inventory i where i.id = asked.item_id for update;
    perform private.add_part(gen_random_uuid(), new, item, asked.description, asked.quantity, asked.line_id);
  end loop;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.charged_cost (
  item       public.inventory,
  p_order_id uuid
)
  RETURNS bigint
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select coalesce((
    select m.unit_cost from public.inventory_movements m
    where m.order_id = p_order_id and m.item_id = item.id and m.kind in ('written_off', 'returned')
    group by m.unit_cost having sum(m.delta) < 0 order by max(m.id) desc limit 1),
    private.cost_of(item))
$function$;

CREATE OR REPLACE FUNCTION private.cost_of (
  item public.inventory
)
  RETURNS bigint
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select coalesce(private.purchase_cost(item.id), item.cost_price)
$function$;

CREATE OR REPLACE FUNCTION private.import_row_problem (
  p_row jsonb
)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
declare
  field text;
begin
  foreach field in array array['key', 'brand', 'model', 'type', 'supplier', 'quantity', 'cost_price'] loop
    if private.written(p_row ->> field) is null then
      return 'Todos los campos son obligatorios.';
    end if;
  end loop;
  if length(trim(p_row ->> 'brand')) > 120 or length(trim(p_row ->> 'model')) > 200
    or length(trim(p_row ->> 'type')) > 120 or length(trim(p_row ->> 'supplier')) > 120 then
    return 'Un texto es demasiado largo.';
  end if;
  if (p_row ->> 'quantity') !~ '^\d{1,7}$' or (p_row ->> 'quantity')::integer > 1000000 then
    return 'La cantidad debe ser un número entero de 0 a 1.000.000.';
  end if;
  if (p_row ->> 'cost_price') !~ '^\d{1,10}$' or (p_row ->> 'cost_price')::bigint > 1000000000 then
    return 'El precio debe ser un número entero de 0 a 1.000.000.000.';
  end if;
  if coalesce(p_row ->> 'min_stock', '0') !~ '^\d{1,7}$' or coalesce(p_row ->> 'min_stock', '0')::integer > 1000000 then
    return 'El stock mínimo debe ser un número entero de 0 a 1.000.000.';
  end if;
  if length(p_row ->> 'place') > 40 then
    return 'El lugar puede tener hasta 40 letras.';
  end if;
  if coalesce(p_row ->> 'code', '1') !~ '^[1-9]\d{0,8}$' then
    return 'El código no es de este sistema.';
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.keep_line_costs (
  p_order_id uuid,
  p_lines    jsonb
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if jsonb_typeof(p_lines) is distinct from 'array' or not jsonb_path_exists(p_lines, '$[*].unit_cost') then
    return;
  end if;
  if exists (select from jsonb_array_elements(p_lines) as l
    where l ->> 'unit_cost' is not null
      and (private.line_number(l, 'unit_cost', 0) between 0 and 1000000000) is not true) then
    raise exception 'Escribe el costo en pesos, sin decimales.' using errcode = '23514';
  end if;
  delete from private.line_costs c using jsonb_array_elements(p_lines) as l
  where c.order_id = p_order_id and l ? 'unit_cost'
    and c.line_id = case when pg_input_is_valid(l ->> 'id', 'uuid') then (l ->> 'id')::uuid end;
  insert into private.line_costs (order_id, line_id, unit_cost)
  select p_order_id, (l ->> 'id')::uuid, private.line_number(l, 'unit_cost', null)
  from jsonb_array_elements(p_lines) as l
  where l ->> 'unit_cost' is not null and pg_input_is_valid(l ->> 'id', 'uuid')
  on conflict do nothing;
end
$function$;

CREATE OR REPLACE FUNCTION private.move_stock (
  p_item          public.inventory,
  p_delta         integer,
  p_kind          text,
  o               public.service_orders,
  p_supplier_id   uuid                  DEFAULT NULL::uuid,
  p_purchase_cost bigint                DEFAULT NULL::bigint,
  p_unit_cost     bigint                DEFAULT NULL::bigint
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  update public.inventory i set quantity = i.quantity + p_delta where i.id = p_item.id;
  perform private.add_movement(p_item, p_kind, p_delta, p_item.quantity + p_delta, o.id, o.order_number,
    p_supplier_name => (select s.name from public.suppliers s where s.id = p_supplier_id),
    p_purchase_cost => p_purchase_cost, p_unit_cost => p_unit_cost);
  if p_delta < 0 then
    insert into public.activity_logs (
      user_id, action_type, product_id, brand, model, quantity_affected, cost_price_affected, service_order,
      component_type_id
    ) values (
      (select auth.uid()), 'delete', p_item.id, p_item.brand, p_item.model, -p_delta, p_item.cost_price,
      private.format_order_number(o.order_number), p_item.component_type_id
    );
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.purchase_cost (
  p_item_id uuid
)
  RETURNS bigint
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select m.purchase_cost from public.inventory_movements m
  where m.item_id = p_item_id and m.purchase_cost is not null order by m.id desc limit 1
$function$;

CREATE OR REPLACE FUNCTION private.put_part (
  part   private.requested_parts,
  p_to   text,
  o      public.service_orders,
  p_note text                    DEFAULT ''::text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  was constant text := part.state;
  stored private.requested_parts;
  item public.inventory;
  change integer;
begin
  select m.stock * part.quantity into change from private.part_moves() m where m.was = part.state and m.becomes = p_to;
  if not found then
    raise exception 'Este repuesto está como «%»: de ahí no pasa a «%».', private.part_state_name(was),
      coalesce(private.part_state_name(p_to), p_to) using errcode = '23514';
  end if;
  if p_to in ('ordered', 'reserved') and o.status <> all (private.statuses_in('open')) then
    raise exception 'Esta orden ya no pide repuestos: el trabajo terminó o la orden se cerró.' using errcode = '23514';
  end if;
  if p_to = 'fitted' and o.status in ('rejected', 'cancelled') then
    raise exception 'Esta orden se rechazó o se canceló: devuelve el repuesto en vez de colocarlo.'
      using errcode = '23514';
  end if;
  if p_to in ('reserved', 'returned') and part.item_id is null then
    raise exception 'Elige qué producto del inventario es este repuesto.' using errcode = '23514';
  end if;
  if p_to = 'ordered' and part.supplier_id is null then
    raise exception 'Escribe a qué proveedor se pidió.' using errcode = '23514';
  end if;
  select * into stored from private.requested_parts p where p.id = part.id;
  if part.item_id is not null
    and (change <> 0 or p_to in ('reserved', 'returned') or stored.item_id is distinct from part.item_id) then
    select * into item from public.inventory i where i.id = part.item_id for update;
    if not found then
      raise exception 'El producto de este repuesto ya no está en el inventario. Anula el repuesto y pide otro.'
        using errcode = 'P0002';
    end if;
    -- What was no product until now was not in the stock either.
    if p_to = 'returned' and stored.item_id is null and was = 'arrived' then
      change := part.quantity;
    end if;
    if p_to = 'reserved' then
      if item.quantity - item.reserved < part.quantity then
        raise exception '%', private.too_few(item) using errcode = '23514';
      end if;
      part.supplier_id := coalesce(part.supplier_id, item.supplier_id);
    end if;
    if item.quantity + change > 1000000 then
      raise exception 'Quedarían más de 1.000.000 de piezas.' using errcode = '23514';
    end if;
    -- Nothing is held that is not there: what comes is counted before, what goes after.
    if change > 0 then
      if was = 'fitted' and stored.item_id is not null then
        -- The order gives back what it was charged, whatever the product costs by now.
        perform private.move_stock(item, change, 'returned', o, p_unit_cost => private.charged_cost(item, o.id));
      else
        perform private.move_stock(item, change, 'received', o, part.supplier_id, part.unit_cost);
      end if;
    end if;
  end if;
  update private.requested_parts p
  set state = p_to, item_id = part.item_id, supplier_id = part.supplier_id, expected_on = part.expected_on,
    unit_cost = part.unit_cost, version = p.version + 1
  where p.id = part.id;
  if item.id is not null and change < 0 then
    perform private.move_stock(item, change, case p_to when 'fitted' then 'written_off' else p_to end, o);
  end if;
  insert into private.part_steps (part_id, was, became, note, made_by)
  select part.id, was, p_to, p_note, (select s.id from public.staff_names s where s.id = (select auth.uid()));
  if p_to = 'arrived' and was <> 'fitted' then
    perform private.tell_arrival(part, o);
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.read_parts (
  p_ids uuid[]
)
  RETURNS TABLE (
    id              uuid,
    order_id        uuid,
    order_number    integer,
    order_status    text,
    item_id         uuid,
    description     text,
    quantity        integer,
    state           text,
    supplier_name   text,
    expected_on     date,
    unit_cost       bigint,
    version         integer,
    from_quote      boolean,
    technician_name text,
    available       integer,
    steps           jsonb,
    place           text,
    usual_supplier  text
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select p.id, p.order_id, o.order_number, o.status, p.item_id, p.description, p.quantity, p.state, s.name,
    p.expected_on, case when private.may('costs.see') then p.unit_cost end, p.version, p.line_id is not null,
    t.full_name, i.quantity - i.reserved, (
      select jsonb_agg(jsonb_build_object('became', e.became, 'note', e.note, 'made_by', m.full_name,
        'made_at', e.made_at) order by e.id)
      from private.part_steps e left join public.staff_names m on m.id = e.made_by where e.part_id = p.id),
    i.place, u.name
  from unnest(p_ids) with ordinality as asked (id, place)
  join private.requested_parts p on p.id = asked.id
  join public.service_orders o on o.id = p.order_id
  left join public.suppliers s on s.id = p.supplier_id
  left join public.staff_names t on t.id = o.technician_id
  left join public.inventory i on i.id = p.item_id
  left join public.suppliers u on u.id = i.supplier_id
  order by asked.place
$function$;

CREATE OR REPLACE FUNCTION private.stamp_inventory()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  new.brand := trim(new.brand);
  new.model := trim(new.model);
  new.place := trim(new.place);
  new.brand_key := private.name_key(new.brand);
  new.model_key := private.name_key(new.model);
  new.search_text := ' ' || new.brand_key || ' ' || new.model_key || ' ' || lower(private.item_code(new.item_number));
  -- An update that changes nothing stays one: stamped, it would pass for an edit in the log. What is reserved changes
  -- nothing that a form has read.
  if tg_op = 'UPDATE' then
    old.reserved := new.reserved;
  end if;
  if tg_op = 'UPDATE' and new is distinct from old then
    new.updated_at := now();
    new.version := old.version + 1;
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.step_part (
  p_part_id     uuid,
  p_version     integer,
  p_to          text,
  p_item_id     uuid,
  p_supplier    text,
  p_expected_on date,
  p_unit_cost   bigint,
  p_note        text,
  o             public.service_orders
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  today constant date := private.shop_day(now());
  part private.requested_parts;
begin
  select * into part from private.requested_parts p where p.id = p_part_id for update;
  if part.version is distinct from p_version then
    raise exception 'Otra persona ya movió este repuesto: está como «%». Revisa en qué quedó.',
      private.part_state_name(part.state) using errcode = '23514';
  end if;
  if length(p_note) > 300 or length(p_supplier) > 120 then
    raise exception 'El motivo puede tener hasta 300 letras, y el proveedor hasta 120.' using errcode = '23514';
  end if;
  if p_to in ('ordered', 'arrived') and part.state in ('requested', 'ordered') then
    if p_expected_on not between least(today, part.expected_on) and today + 730 then
      raise exception 'Elige una fecha desde hoy, de los próximos dos años.' using errcode = '23514';
    end if;
    if p_unit_cost not between 0 and 1000000000 then
      raise exception 'Escribe el costo en pesos, sin decimales.' using errcode = '23514';
    end if;
    if p_supplier is not null then
      part.supplier_id := private.catalog_id('suppliers', p_supplier);
    end if;
    part.expected_on := coalesce(p_expected_on, part.expected_on);
    part.unit_cost := coalesce(p_unit_cost, part.unit_cost);
  end if;
  -- What came as no product is not in the stock that it would leave.
  if part.item_id is null and not (part.state = 'arrived' and p_to in ('fitted', 'faulty', 'sent_back')) then
    part.item_id := p_item_id;
  end if;
  perform private.put_part(part, p_to, o, p_note);
end
$function$;

CREATE OR REPLACE FUNCTION public.close_stocktake (
  p_request_id   uuid,
  p_stocktake_id uuid
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  SET jit TO 'off'
  AS $function$
declare
  open_ones integer;
  uncertain text;
  held public.inventory;
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
  -- For all items at once: row by row, the whole of a large shop takes longer than a statement may.
  with items as materialized (
    select * from private.stocktake_items(p_stocktake_id)
  ), kept as (
    update private.stocktake_lines l set expected = d.expected, counted = d.counted, difference = d.difference,
      unit_cost = private.cost_of(d.item), item_number = (d.item).item_number, brand = (d.item).brand,
      model = (d.item).model, component_type = t.name
    from items d join public.component_types t on t.id = (d.item).component_type_id
    where l.stocktake_id = p_stocktake_id and l.item_id = (d.item).id and (d.is_counted or d.difference <> 0)
  )
  select count(*) filter (where d.difference <> 0 and (d.reason is null or d.explained <> d.difference)),
    min(private.item_code((d.item).item_number)) filter (where d.is_uncertain)
    into open_ones, uncertain from items d;
  if uncertain is not null then
    raise exception 'El producto % se movió mientras lo contaban: cuéntalo de nuevo.', uncertain
      using errcode = '23514';
  end if;
  if open_ones > 0 then
    raise exception 'Falta el motivo de %. Si una diferencia cambió después de darlo, dalo de nuevo.',
      case open_ones when 1 then 'una diferencia' else open_ones || ' diferencias' end using errcode = '23514';
  end if;
  select i.* into held from private.stocktake_lines l join public.inventory i on i.id = l.item_id
  where l.stocktake_id = p_stocktake_id and l.difference < 0 and i.quantity + l.difference < i.reserved
  order by i.id limit 1;
  if held.id is not null then
    raise exception 'Del producto % hay % con reserva para la orden %, y se contaron menos: libera antes la reserva.',
      private.item_code(held.item_number), held.reserved, private.orders_of_item(held.id, true) using errcode = '23514';
  end if;
  update public.inventory i set quantity = i.quantity + l.difference
  from private.stocktake_lines l
  where l.stocktake_id = p_stocktake_id and l.item_id = i.id and l.difference <> 0;
  get diagnostics changed = row_count;
  perform private.add_movement(i, 'counted', l.difference, i.quantity, p_unit_cost => l.unit_cost)
  from private.stocktake_lines l join public.inventory i on i.id = l.item_id
  where l.stocktake_id = p_stocktake_id and l.difference <> 0;
  -- Not through the log's view, whose trigger runs for each row.
  with changes as (
    insert into private.activity_entries (
      user_id, action_type, product_id, brand, model, quantity_affected, component_type_id, quantity, supplier_id
    )
    select (select auth.uid()), 'edit', i.id, i.brand, i.model, l.difference, i.component_type_id, i.quantity,
      i.supplier_id
    from private.stocktake_lines l join public.inventory i on i.id = l.item_id
    where l.stocktake_id = p_stocktake_id and l.difference <> 0
    returning id, product_id
  )
  insert into private.activity_costs (entry_id, cost_price_affected, cost_price)
  select c.id, i.cost_price, i.cost_price from changes c join public.inventory i on i.id = c.product_id;
  update private.stocktakes s set closed_at = now(), closed_by = (select auth.uid()) where s.id = p_stocktake_id;
  perform private.finish_request(p_request_id, to_jsonb(changed), format('el conteo quedó cerrado con %s diferencias',
    changed));
  return changed;
end
$function$;

CREATE OR REPLACE FUNCTION public.export_inventory (
  p_search text    DEFAULT NULL::text,
  p_type   uuid    DEFAULT NULL::uuid,
  p_low    boolean DEFAULT false,
  p_after  integer DEFAULT 0
)
  RETURNS TABLE (
    item_number         integer,
    brand               text,
    model               text,
    component_type_name text,
    supplier_name       text,
    quantity            integer,
    cost_price          bigint,
    min_stock           integer,
    created_at          timestamp with time zone,
    place               text
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
$function$;

REVOKE ALL ON FUNCTION "public"."export_inventory"(text, uuid, boolean, integer) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.import_inventory (
  p_file_name text,
  p_file_key  text,
  p_existing  text,
  p_rows      jsonb
)
  RETURNS TABLE (
    "row"       integer,
    outcome     text,
    item_number integer,
    detail      text
  )
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  item jsonb;
  met record;
  stored public.inventory;
  problem text;
  highest bigint;
  next_code bigint;
begin
  perform private.check_import_call(p_rows);
  if coalesce(p_file_key, '') = '' or coalesce(p_existing, '') not in ('add', 'skip') then
    raise exception 'La importación no es válida.' using errcode = '22023';
  end if;
  -- One import at a time, no code handed out while codes are being claimed, and no write-off that waits for us while we
  -- wait for it.
  lock table public.inventory in exclusive mode;
  select private.highest_foreign_number(max(i.item_number)) into highest from public.inventory i;
  for item in select value from jsonb_array_elements(p_rows) loop
    problem := private.import_row_problem(item);
    if problem is null and (item ->> 'code')::bigint > highest then
      problem := format('el código %s está muy por encima de los de este taller (hasta %s).', item ->> 'code', highest);
    end if;
    if problem is not null then
      raise exception 'La fila % no se puede importar: %', item ->> 'row', problem using errcode = '23514',
        detail = item ->> 'row';
    end if;
  end loop;
  -- Products without a code get one after all of these. The sequence does not give it: a batch that fails would leave
  -- it moved.
  select greatest(
    (select case when s.is_called then s.last_value else 0 end from public.inventory_item_number_seq s),
    (select max(i.item_number) from public.inventory i),
    (select max((value ->> 'code')::integer) from jsonb_array_elements(p_rows))
  ) + 1 into next_code;

  for item in select value from jsonb_array_elements(p_rows) loop
    "row" := (item ->> 'row')::integer;
    select * into met from private.match_import_row(p_file_key, item);
    outcome := met.outcome;
    item_number := met.item_number;
    detail := met.detail;
    if outcome in ('existing', 'seen') and p_existing = 'skip' then
      outcome := 'skipped';
    elsif outcome in ('existing', 'seen') then
      select * into stored from public.inventory i where i.id = met.item_id;
      if stored.quantity + (item ->> 'quantity')::integer > 1000000 then
        raise exception 'La fila % no se puede importar: quedarían más de 1.000.000 de piezas.', "row"
          using errcode = '23514', detail = "row"::text;
      end if;
      update public.inventory i set quantity = i.quantity + (item ->> 'quantity')::integer where i.id = met.item_id
        returning * into stored;
      outcome := 'imported';
    elsif outcome = 'new' then
      insert into public.inventory as i (item_number, brand, model, quantity, cost_price, min_stock, component_type_id,
        supplier_id, place)
      overriding system value
      values (
        coalesce((item ->> 'code')::integer, next_code::integer), item ->> 'brand', item ->> 'model',
        (item ->> 'quantity')::integer, (item ->> 'cost_price')::bigint, coalesce((item ->> 'min_stock')::integer, 0),
        private.catalog_id('component_types', item ->> 'type'), private.catalog_id('suppliers', item ->> 'supplier'),
        coalesce(item ->> 'place', '')
      )
      returning * into stored;
      item_number := stored.item_number;
      if item ->> 'code' is null then
        next_code := next_code + 1;
      end if;
      outcome := 'imported';
    end if;
    if outcome = 'imported' then
      perform private.add_movement(
        stored, 'imported', (item ->> 'quantity')::integer, stored.quantity, p_import_row => item ->> 'key',
        p_import_file => p_file_key, p_import_name => left(p_file_name, 300)
      );
    end if;
    return next;
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION public.list_inventory (
  p_search     text    DEFAULT NULL::text,
  p_type       uuid    DEFAULT NULL::uuid,
  p_sort       text    DEFAULT 'created_at'::text,
  p_descending boolean DEFAULT true,
  p_page       integer DEFAULT 1,
  p_low        boolean DEFAULT false
)
  RETURNS TABLE (
    id                  uuid,
    item_number         integer,
    brand               text,
    model               text,
    quantity            integer,
    cost_price          bigint,
    created_at          timestamp with time zone,
    updated_at          timestamp with time zone,
    component_type_id   uuid,
    component_type_name text,
    supplier_id         uuid,
    supplier_name       text,
    min_stock           integer,
    version             integer,
    total               bigint,
    reserved            integer,
    place               text,
    purchase_cost       bigint
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
$function$;

REVOKE ALL ON FUNCTION "public"."list_inventory"(text, uuid, text, boolean, integer, boolean) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.list_requested_parts (
  p_work     text    DEFAULT NULL::text,
  p_supplier uuid    DEFAULT NULL::uuid,
  p_page     integer DEFAULT 1
)
  RETURNS TABLE (
    id              uuid,
    order_id        uuid,
    order_number    integer,
    order_status    text,
    item_id         uuid,
    description     text,
    quantity        integer,
    state           text,
    supplier_name   text,
    expected_on     date,
    unit_cost       bigint,
    version         integer,
    from_quote      boolean,
    technician_name text,
    available       integer,
    steps           jsonb,
    place           text,
    usual_supplier  text,
    total           bigint
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  skipped integer;
  ids uuid[];
begin
  perform private.require('stock');
  skipped := private.rows_before(p_page, 25);
  ids := array(
    select p.id from private.requested_parts p join public.service_orders o on o.id = p.order_id
    left join public.inventory i on i.id = p.item_id
    where p.state not in ('fitted', 'returned', 'credited', 'cancelled')
      and (p_supplier is null or coalesce(p.supplier_id, i.supplier_id) = p_supplier)
      and case p_work
        when 'to_order' then p.state = 'requested' and o.status = any (private.statuses_in('open'))
        when 'ordered' then p.state = 'ordered'
        when 'overdue' then p.state = 'ordered' and p.expected_on < private.shop_day(now())
        when 'held' then p.state in ('arrived', 'reserved')
        when 'to_return' then p.state in ('requested', 'ordered', 'arrived', 'reserved')
          and o.status <> all (private.statuses_in('open'))
        when 'faulty' then p.state in ('faulty', 'sent_back')
        else true end
    order by p.expected_on nulls last, p.created_at, p.id);
  return query select r.*, cardinality(ids)::bigint
  from private.read_parts(ids[skipped + 1 : skipped + 25]) as r;
end
$function$;

REVOKE ALL ON FUNCTION "public"."list_requested_parts"(text, uuid, integer) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.move_part (
  p_request_id  uuid,
  p_part_id     uuid,
  p_version     integer,
  p_to          text,
  p_item_id     uuid    DEFAULT NULL::uuid,
  p_supplier    text    DEFAULT NULL::text,
  p_expected_on date    DEFAULT NULL::date,
  p_unit_cost   bigint  DEFAULT NULL::bigint,
  p_note        text    DEFAULT ''::text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  supplier constant text := private.written(private.without_controls(p_supplier, false));
  note constant text := coalesce(private.written(private.without_controls(p_note, false)), '');
  asking uuid;
begin
  perform private.require('stock');
  -- Without the version that was seen: a form that did not hear its answer has read its own step when it sends again.
  if not private.claim_request(p_request_id, 'move_part', jsonb_build_array(p_part_id, p_to, p_item_id, supplier,
    p_expected_on, p_unit_cost, note), format('el repuesto quedó como «%s»', private.part_state_name(p_to))) then
    return;
  end if;
  select p.order_id into asking from private.requested_parts p where p.id = p_part_id;
  if not found then
    raise exception 'Este repuesto ya no existe: alguien eliminó la orden.' using errcode = 'P0002';
  end if;
  perform private.step_part(p_part_id, p_version, p_to, p_item_id, supplier, p_expected_on, p_unit_cost, note,
    private.lock_order_of_parts(asking));
end
$function$;

CREATE OR REPLACE FUNCTION public.move_parts (
  p_request_id  uuid,
  p_parts       jsonb,
  p_to          text,
  p_supplier    text  DEFAULT NULL::text,
  p_expected_on date  DEFAULT NULL::date,
  p_note        text  DEFAULT ''::text
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  supplier constant text := private.written(private.without_controls(p_supplier, false));
  note constant text := coalesce(private.written(private.without_controls(p_note, false)), '');
  asked record;
  moved integer := 0;
begin
  perform private.require('stock');
  if jsonb_typeof(p_parts) is distinct from 'array' or jsonb_array_length(p_parts) not between 1 and 100 then
    raise exception 'Elige entre 1 y 100 repuestos.' using errcode = '22023';
  end if;
  -- Without the versions, as move_part.
  if not private.claim_request(p_request_id, 'move_parts', jsonb_build_array(p_to, supplier, p_expected_on, note, (
    select jsonb_agg(jsonb_build_array(e -> 'id', e -> 'unit_cost') order by e ->> 'id')
    from jsonb_array_elements(p_parts) as e)), 'los repuestos quedaron como se pidió') then
    return private.request_result(p_request_id)::integer;
  end if;
  if exists (select from jsonb_array_elements(p_parts) as e
    left join private.requested_parts p on p.id = (e ->> 'id')::uuid where p.id is null) then
    raise exception 'Uno de los repuestos ya no existe: alguien eliminó la orden.' using errcode = 'P0002';
  end if;
  -- Orders before parts before products, each in one order for everybody (decision 70).
  perform from public.service_orders o where o.id in (
    select p.order_id from jsonb_array_elements(p_parts) as e
    join private.requested_parts p on p.id = (e ->> 'id')::uuid) order by o.id for no key update;
  for asked in
    select p.id, p.description, p.order_id, (e ->> 'version')::integer as version,
      (e ->> 'unit_cost')::bigint as unit_cost
    from jsonb_array_elements(p_parts) as e join private.requested_parts p on p.id = (e ->> 'id')::uuid
    order by p.item_id, p.id
  loop
    begin
      perform private.step_part(asked.id, asked.version, p_to, null, supplier, p_expected_on, asked.unit_cost, note,
        private.lock_order_of_parts(asked.order_id));
    exception when check_violation then
      raise exception '«%» de la orden %: %', asked.description, (
        select private.format_order_number(o.order_number) from public.service_orders o where o.id = asked.order_id),
        sqlerrm using errcode = '23514';
    end;
    moved := moved + 1;
  end loop;
  perform private.finish_request(p_request_id, to_jsonb(moved), format('%s repuestos quedaron como «%s»', moved,
    private.part_state_name(p_to)));
  return moved;
end
$function$;

REVOKE ALL ON FUNCTION "public"."move_parts"(uuid, jsonb, text, text, date, text) FROM PUBLIC, "anon", "service_role";

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
    p_supplier_name => bought.proveedor, p_purchase_cost => bought.precio_costo);
  update public.pedidos_pantallas set received_at = now(), received_item_id = item.id where id = bought.id;
  perform private.finish_request(p_request_id, to_jsonb(item.id),
    format('las %s unidades quedaron en %s %s', bought.cantidad, item.brand, item.model));
  return item.id;
end
$function$;

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
    faulty        bigint,
    bought        bigint,
    credited      bigint
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
      select b.supplier_name, t.order_id, s.pieces as fitted, 0 as faulty, 0 as credited, 0 as bought
      from taken t
      join private.piece_sources(array(select distinct k.item_id from taken k)) s on s.went = t.id
      join public.inventory_movements b on b.id = s.came
      union all
      -- Parts of orders that are no product, and all that were faulty (28_requested_parts).
      select s.name, case when is_fitted then p.order_id end, case when is_fitted then p.quantity else 0 end,
        case when p.state in ('faulty', 'sent_back', 'credited') then p.quantity else 0 end,
        case when p.state = 'credited' then p.quantity else 0 end, 0
      from chosen c
      join private.requested_parts p on p.order_id = c.id
      join public.suppliers s on s.id = p.supplier_id
      cross join lateral (
        select p.item_id is null and p.state = 'fitted' and c.is_delivered as is_fitted) as f
      where p.state in ('fitted', 'faulty', 'sent_back', 'credited')
      union all
      select m.supplier_name, null, 0, 0, 0, m.delta from public.inventory_movements m
      where m.purchase_id is not null and m.created_at <@ range
      union all
      select s.name, null, 0, 0, 0, p.quantity
      from private.part_steps e
      join private.requested_parts p on p.id = e.part_id
      join public.suppliers s on s.id = p.supplier_id
      where e.became = 'arrived' and e.was in ('requested', 'ordered') and e.made_at <@ range
    )
    select min(p.supplier_name), sum(p.fitted)::bigint, count(distinct p.order_id) filter (where p.fitted > 0),
      count(distinct w.order_id), sum(p.faulty)::bigint, sum(p.bought)::bigint, sum(p.credited)::bigint
    from pieces p left join private.warranty_returns w on w.order_id = p.order_id
    where p.supplier_name is not null
    group by private.name_key(p.supplier_name)
    having sum(p.fitted) + sum(p.faulty) + sum(p.bought) > 0
    order by 2 desc, 1;
end
$function$;

REVOKE ALL ON FUNCTION "public"."report_suppliers"(date, date, uuid, text) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.requested_parts (
  p_order_id uuid
)
  RETURNS TABLE (
    id              uuid,
    order_id        uuid,
    order_number    integer,
    order_status    text,
    item_id         uuid,
    description     text,
    quantity        integer,
    state           text,
    supplier_name   text,
    expected_on     date,
    unit_cost       bigint,
    version         integer,
    from_quote      boolean,
    technician_name text,
    available       integer,
    steps           jsonb,
    place           text,
    usual_supplier  text
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.require('stock');
  return query select * from private.read_parts(array(
    select p.id from private.requested_parts p where p.order_id = p_order_id order by p.created_at, p.id));
end
$function$;

REVOKE ALL ON FUNCTION "public"."requested_parts"(uuid) FROM PUBLIC, "anon", "service_role";

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
      d.reason is not null and d.explained = d.difference, case when sees_costs then private.cost_of(d.item) end
    from private.stocktake_items(p_stocktake_id) d
    join public.component_types t on t.id = (d.item).component_type_id
    where d.difference <> 0 or d.is_uncertain
    order by (d.item).brand_key, (d.item).model_key, (d.item).item_number;
end
$function$;

ALTER TABLE "public"."inventory"
  ADD CONSTRAINT "inventory_place_check" CHECK ((length(place) <= 40));

CREATE INDEX inventory_movements_bought ON public.inventory_movements USING btree (item_id, id)
  WHERE (purchase_cost IS NOT NULL);

CREATE TRIGGER insert_once
  BEFORE INSERT ON public.inventory
  FOR EACH ROW
  WHEN (private.is_api_caller())
  EXECUTE FUNCTION private.insert_once('el producto quedó agregado', 'brand', 'model', 'quantity', 'cost_price', 'component_type_id', 'supplier_id', 'min_stock', 'place');

REVOKE ALL ON FUNCTION "private"."add_movement"(public.inventory, text, integer, integer, uuid, integer, text, text, text, uuid, text, bigint, bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."add_movement"(public.inventory, text, integer, integer, uuid, integer, text, text, text, uuid, text, bigint, bigint) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."add_movement"(public.inventory, text, integer, integer, uuid, integer, text, text, text, uuid, text, bigint, bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."cost_of"(public.inventory) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."cost_of"(public.inventory) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."cost_of"(public.inventory) TO "postgres";

REVOKE ALL ON FUNCTION "private"."move_stock"(public.inventory, integer, text, public.service_orders, uuid, bigint, bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."move_stock"(public.inventory, integer, text, public.service_orders, uuid, bigint, bigint) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."move_stock"(public.inventory, integer, text, public.service_orders, uuid, bigint, bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."purchase_cost"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."purchase_cost"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."purchase_cost"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."read_parts"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."read_parts"(uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."read_parts"(uuid[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."step_part"(uuid, integer, text, uuid, text, date, bigint, text, public.service_orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."step_part"(uuid, integer, text, uuid, text, date, bigint, text, public.service_orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."step_part"(uuid, integer, text, uuid, text, date, bigint, text, public.service_orders) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."export_inventory"(text, uuid, boolean, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."export_inventory"(text, uuid, boolean, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."export_inventory"(text, uuid, boolean, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_inventory"(text, uuid, text, boolean, integer, boolean) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."list_inventory"(text, uuid, text, boolean, integer, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_inventory"(text, uuid, text, boolean, integer, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_requested_parts"(text, uuid, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."list_requested_parts"(text, uuid, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_requested_parts"(text, uuid, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."move_parts"(uuid, jsonb, text, text, date, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."move_parts"(uuid, jsonb, text, text, date, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."move_parts"(uuid, jsonb, text, text, date, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."report_suppliers"(date, date, uuid, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."report_suppliers"(date, date, uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."report_suppliers"(date, date, uuid, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."requested_parts"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."requested_parts"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."requested_parts"(uuid) TO "postgres";

REVOKE ALL ("place") ON TABLE "public"."inventory" FROM "authenticated";

GRANT INSERT ("place"), UPDATE ("place") ON TABLE "public"."inventory" TO "authenticated";

-- What purchases that were received cost.
UPDATE public.inventory_movements m SET purchase_cost = b.precio_costo
FROM public.pedidos_pantallas b WHERE b.id = m.purchase_id;
