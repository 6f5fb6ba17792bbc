SET local check_function_bodies = off;

DROP INDEX "public"."inventory_low";

ALTER TABLE "public"."inventory_movements"
  DROP CONSTRAINT "inventory_movements_kind_check";

ALTER TABLE "public"."notifications"
  DROP CONSTRAINT "notifications_type_check";

DROP FUNCTION "public"."list_inventory"(text, uuid, text, boolean, integer, boolean);

DROP FUNCTION "public"."suggest_items"(text, text);

CREATE TABLE "private"."part_steps" (
  "id"      bigint                   GENERATED ALWAYS AS IDENTITY NOT NULL,
  "part_id" uuid                     NOT NULL,
  "was"     text,
  "became"  text                     NOT NULL,
  "note"    text                     NOT NULL DEFAULT ''::text,
  "made_by" uuid,
  "made_at" timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT "part_steps_note_check" CHECK ((length(note) <= 300)),
  CONSTRAINT "part_steps_pkey" PRIMARY KEY (id)
);

ALTER TABLE "private"."part_steps"
  ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."requested_parts" (
  "id"          uuid                     NOT NULL DEFAULT gen_random_uuid(),
  "order_id"    uuid                     NOT NULL,
  "line_id"     uuid,
  "item_id"     uuid,
  "description" text                     NOT NULL,
  "quantity"    integer                  NOT NULL,
  "state"       text                     NOT NULL DEFAULT 'requested'::text,
  "supplier_id" uuid,
  "expected_on" date,
  "unit_cost"   bigint,
  "created_at"  timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  "version"     integer                  NOT NULL DEFAULT 1,
  CONSTRAINT "requested_parts_check1" CHECK (((state <> 'ordered'::text) OR (supplier_id IS NOT NULL))),
  CONSTRAINT "requested_parts_check" CHECK (((state <> ALL (ARRAY['reserved'::text, 'returned'::text])) OR (item_id IS NOT NULL))),
  CONSTRAINT "requested_parts_description_check" CHECK (((length(description) >= 1) AND (length(description) <= 200))),
  CONSTRAINT "requested_parts_pkey" PRIMARY KEY (id),
  CONSTRAINT "requested_parts_quantity_check" CHECK (((quantity >= 1) AND (quantity <= 99))),
  CONSTRAINT "requested_parts_state_check"
    CHECK
    ((state = ANY (ARRAY['requested'::text, 'ordered'::text, 'arrived'::text, 'reserved'::text, 'fitted'::text, 'returned'::text, 'faulty'::text, 'sent_back'::text,
    'credited'::text, 'cancelled'::text]))),
  CONSTRAINT "requested_parts_unit_cost_check" CHECK (((unit_cost >= 0) AND (unit_cost <= 1000000000)))
);

ALTER TABLE "private"."requested_parts"
  ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."inventory"
  ADD COLUMN "reserved" integer NOT NULL DEFAULT 0;

CREATE OR REPLACE FUNCTION private.add_part (
  p_id          uuid,
  o             public.service_orders,
  p_item        public.inventory,
  p_description text,
  p_quantity    integer,
  p_line_id     uuid                  DEFAULT NULL::uuid
)
  RETURNS text
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  part private.requested_parts;
begin
  insert into private.requested_parts (id, order_id, line_id, item_id, description, quantity)
  values (p_id, o.id, p_line_id, p_item.id, p_description, p_quantity) returning * into part;
  insert into private.part_steps (part_id, became, made_by)
  select part.id, 'requested', (select s.id from public.staff_names s where s.id = (select auth.uid()));
  if p_item.id is null or p_item.quantity - p_item.reserved < p_quantity then
    return 'requested';
  end if;
  perform private.put_part(part, 'reserved', o);
  return 'reserved';
end
$function$;

CREATE OR REPLACE FUNCTION private.hold_parts()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if tg_op <> 'INSERT' and private.is_held(old) then
    update public.inventory i set reserved = i.reserved - old.quantity where i.id = old.item_id;
  end if;
  if tg_op <> 'DELETE' and private.is_held(new) then
    update public.inventory i set reserved = i.reserved + new.quantity where i.id = new.item_id;
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.inventory_condition (
  p_search text,
  p_type   uuid,
  p_low    boolean
)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.is_held (
  part private.requested_parts
)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
  select part.item_id is not null and part.state in ('arrived', 'reserved')
$function$;

CREATE OR REPLACE FUNCTION private.keep_held()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  asking constant text := private.orders_of_item(old.id, tg_op = 'UPDATE');
begin
  if tg_op = 'UPDATE' then
    raise exception 'Hay % con reserva para la orden %: el stock no baja de ahí. Libera antes la reserva en la orden.',
      old.reserved, asking using errcode = '23514';
  elsif asking is not null then
    raise exception 'La orden % espera este producto: no se elimina. Anula o devuelve antes ese repuesto en la orden.',
      asking using errcode = '23514';
  end if;
  return old;
end
$function$;

CREATE OR REPLACE FUNCTION private.lock_order_of_parts (
  p_order_id uuid
)
  RETURNS public.service_orders
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  o public.service_orders;
begin
  select * into o from public.service_orders s where s.id = p_order_id for no key update;
  if not found then
    raise exception 'La orden ya no existe: alguien la eliminó.' using errcode = 'P0002';
  end if;
  return o;
end
$function$;

CREATE OR REPLACE FUNCTION private.move_stock (
  p_item  public.inventory,
  p_delta integer,
  p_kind  text,
  o       public.service_orders
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  update public.inventory i set quantity = i.quantity + p_delta where i.id = p_item.id;
  perform private.add_movement(p_item, p_kind, p_delta, p_item.quantity + p_delta, o.id, o.order_number);
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

CREATE OR REPLACE FUNCTION private.orders_of_item (
  p_item_id uuid,
  p_held    boolean
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select string_agg(asking.number, ', ' order by asking.number) from (
    select distinct private.format_order_number(o.order_number) as number
    from private.requested_parts p join public.service_orders o on o.id = p.order_id
    where p.item_id = p_item_id and p.state in ('requested', 'ordered', 'arrived', 'reserved')
      and (not p_held or private.is_held(p))
    order by 1 limit 5
  ) as asking
$function$;

CREATE OR REPLACE FUNCTION private.part_moves()
  RETURNS TABLE (
    was     text,
    becomes text,
    stock   integer
  )
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
  values ('requested', 'reserved', 0), ('requested', 'ordered', 0), ('requested', 'arrived', 1),
    ('requested', 'cancelled', 0), ('ordered', 'ordered', 0), ('ordered', 'arrived', 1), ('ordered', 'cancelled', 0),
    ('arrived', 'fitted', -1), ('arrived', 'returned', 0), ('arrived', 'faulty', -1), ('arrived', 'sent_back', -1),
    ('reserved', 'fitted', -1), ('reserved', 'returned', 0), ('reserved', 'faulty', -1), ('reserved', 'requested', 0),
    ('fitted', 'returned', 1), ('fitted', 'arrived', 1), ('fitted', 'faulty', 0), ('faulty', 'sent_back', 0),
    ('sent_back', 'credited', 0), ('sent_back', 'arrived', 1), ('sent_back', 'returned', 1)
$function$;

CREATE OR REPLACE FUNCTION private.part_state_name (
  p_state text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
  select case p_state when 'requested' then 'Por pedir' when 'ordered' then 'Pedido' when 'arrived' then 'Llegó'
    when 'reserved' then 'Reservado' when 'fitted' then 'Colocado' when 'returned' then 'Devuelto al stock'
    when 'faulty' then 'Con falla' when 'sent_back' then 'Devuelto al proveedor' when 'credited' then 'Abonado'
    when 'cancelled' then 'Anulado' end
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
      perform private.move_stock(item, change,
        case was when 'fitted' then 'returned' else 'received' end, o);
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
    steps           jsonb
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
      from private.part_steps e left join public.staff_names m on m.id = e.made_by where e.part_id = p.id)
  from unnest(p_ids) with ordinality as asked (id, place)
  join private.requested_parts p on p.id = asked.id
  join public.service_orders o on o.id = p.order_id
  left join public.suppliers s on s.id = p.supplier_id
  left join public.staff_names t on t.id = o.technician_id
  left join public.inventory i on i.id = p.item_id
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

CREATE OR REPLACE FUNCTION private.tell_arrival (
  part private.requested_parts,
  o    public.service_orders
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  complete constant boolean := not exists (select from private.requested_parts p
    where p.order_id = o.id and p.state in ('requested', 'ordered'));
begin
  if complete then
    perform private.close_wait(w.id, 'arrived') from public.order_waits w
    where w.order_id = o.id and w.ended_at is null and w.reason = 'part';
  end if;
  insert into public.notifications (type, message, order_id)
  select 'part_arrived', concat('Orden ', private.format_order_number(o.order_number), ': llegó ', part.description,
    '.', case when complete then ' Ya tiene todos sus repuestos.' end, ' Técnico: ' || t.full_name || '.'), o.id
  from (select) as one left join public.staff_names t on t.id = o.technician_id;
end
$function$;

CREATE OR REPLACE FUNCTION private.too_few (
  item public.inventory
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select case
    when item.reserved = 0 and item.quantity = 0 then format('No queda stock de %s %s.', item.brand, item.model)
    when item.reserved = 0 then format('Solo hay %s de %s %s.', item.quantity, item.brand, item.model)
    else format('De %s %s quedan %s disponibles: %s con reserva para la orden %s.', item.brand, item.model,
      item.quantity - item.reserved, item.reserved, private.orders_of_item(item.id, true)) end
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
    reserved            integer
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
begin
  perform private.require('stock');
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
      i.component_type_id, t.name, i.supplier_id, s.name, i.min_stock, i.version, counted, i.reserved
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
    where p.state not in ('fitted', 'returned', 'credited', 'cancelled')
      and (p_supplier is null or p.supplier_id = p_supplier)
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
  today constant date := private.shop_day(now());
  supplier constant text := private.written(private.without_controls(p_supplier, false));
  note constant text := coalesce(private.written(private.without_controls(p_note, false)), '');
  o public.service_orders;
  part private.requested_parts;
begin
  perform private.require('stock');
  -- Without the version that was seen: a form that did not hear its answer has read its own step when it sends again.
  if not private.claim_request(p_request_id, 'move_part', jsonb_build_array(p_part_id, p_to, p_item_id, supplier,
    p_expected_on, p_unit_cost, note), format('el repuesto quedó como «%s»', private.part_state_name(p_to))) then
    return;
  end if;
  select * into part from private.requested_parts p where p.id = p_part_id;
  if not found then
    raise exception 'Este repuesto ya no existe: alguien eliminó la orden.' using errcode = 'P0002';
  end if;
  o := private.lock_order_of_parts(part.order_id);
  select * into part from private.requested_parts p where p.id = p_part_id for update;
  if part.version is distinct from p_version then
    raise exception 'Otra persona ya movió este repuesto: está como «%». Revisa en qué quedó.',
      private.part_state_name(part.state) using errcode = '23514';
  end if;
  if length(note) > 300 or length(supplier) > 120 then
    raise exception 'El motivo puede tener hasta 300 letras, y el proveedor hasta 120.' using errcode = '23514';
  end if;
  if p_to in ('ordered', 'arrived') and part.state in ('requested', 'ordered') then
    if p_expected_on not between least(today, part.expected_on) and today + 730 then
      raise exception 'Elige una fecha desde hoy, de los próximos dos años.' using errcode = '23514';
    end if;
    if p_unit_cost not between 0 and 1000000000 then
      raise exception 'Escribe el costo en pesos, sin decimales.' using errcode = '23514';
    end if;
    if supplier is not null then
      part.supplier_id := private.catalog_id('suppliers', supplier);
    end if;
    part.expected_on := coalesce(p_expected_on, part.expected_on);
    part.unit_cost := coalesce(p_unit_cost, part.unit_cost);
  end if;
  part.item_id := coalesce(part.item_id, p_item_id);
  perform private.put_part(part, p_to, o, note);
end
$function$;

REVOKE ALL ON FUNCTION "public"."move_part"(uuid, uuid, integer, text, uuid, text, date, bigint, text) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.order_parts (
  p_order_id uuid
)
  RETURNS TABLE (
    id             bigint,
    item_id        uuid,
    brand          text,
    model          text,
    component_type text,
    quantity       integer,
    actor_name     text,
    created_at     timestamp with time zone,
    unit_cost      bigint,
    total_cost     bigint
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  sees_costs boolean := private.may('costs.see');
begin
  perform private.require('stock');
  return query
    select m.id, m.item_id, m.brand, m.model, m.component_type, -m.delta,
      coalesce(nullif(p.full_name, ''), m.actor_name), m.created_at,
      case when sees_costs then m.unit_cost end, case when sees_costs then m.unit_cost * -m.delta end
    from public.inventory_movements m
    left join public.profiles p on p.id = m.actor_id
    where m.order_id = p_order_id and m.kind in ('written_off', 'returned')
    order by m.id;
end
$function$;

CREATE OR REPLACE FUNCTION public.panel_counts()
  RETURNS TABLE (
    tab   text,
    total integer
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  repairs boolean := private.may('orders.do-repair');
  actor uuid := (select auth.uid());
  most constant integer := 100;
  today constant date := (now() at time zone 'America/Santiago')::date;
  own text := case when private.may('orders.repair')
    then format(' and (o.technician_id = %L or o.technician_id is null)', actor) else '' end;
begin
  perform private.require('desk');
  tab := 'orders';
  execute format('select count(*) from (
      (select from public.service_orders o where true %1$s %3$s limit %4$s) union all
      (select from public.service_orders o where true %2$s %3$s limit %4$s) limit %4$s) as c',
    private.order_view_condition(case when repairs then 'to_quote' else 'ready' end, 'o.id', actor),
    private.order_view_condition(case when repairs then 'to_repair' else 'to_return' end, 'o.id', actor),
    own, most) into total;
  return next;
  tab := 'appointments';
  total := (select count(*) from (select from public.appointments a where a.status = 'scheduled'
    and a.appointment_date >= today::timestamp at time zone 'America/Santiago'
    and a.appointment_date < (today + 1)::timestamp at time zone 'America/Santiago' limit most) as c);
  return next;
  tab := 'messages';
  execute format('select count(*) from (select from public.service_orders o where true %s limit %s) as c',
    private.order_view_condition('message_failed', 'o.id', actor), most) into total;
  return next;
  tab := 'screen_orders';
  total := (select count(*) from (select from public.pedidos_pantallas p where p.received_at is null limit most) as c);
  return next;
  tab := 'inventory';
  total := (select count(*) from (select from public.inventory i where i.quantity - i.reserved < i.min_stock limit most) as c);
  return next;
end
$function$;

CREATE OR REPLACE FUNCTION public.request_part (
  p_id          uuid,
  p_order_id    uuid,
  p_quantity    integer,
  p_item_id     uuid    DEFAULT NULL::uuid,
  p_description text    DEFAULT NULL::text
)
  RETURNS TABLE (
    state text,
    told  text
  )
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  description text := private.written(private.without_controls(p_description, false));
  o public.service_orders;
  item public.inventory;
begin
  perform private.require('stock');
  if not private.claim_request(p_id, 'request_part',
    jsonb_build_array(p_order_id, p_quantity, p_item_id, description), 'el repuesto quedó anotado') then
    return query select r.state, r.told
    from jsonb_to_record(private.request_result(p_id)) as r (state text, told text);
    return;
  end if;
  o := private.lock_order_of_parts(p_order_id);
  if o.status <> all (private.statuses_in('open')) then
    raise exception 'Esta orden ya no pide repuestos: el trabajo terminó o la orden se cerró.' using errcode = '23514';
  end if;
  if (p_quantity between 1 and 99) is not true then
    raise exception 'La cantidad es un número entero entre 1 y 99.' using errcode = '23514';
  end if;
  if (select count(*) from private.requested_parts p where p.order_id = o.id) >= 100 then
    raise exception 'Una orden lleva hasta 100 repuestos.' using errcode = '23514';
  end if;
  if p_item_id is not null then
    select * into item from public.inventory i where i.id = p_item_id for update;
    if not found then
      raise exception 'El producto ya no existe.' using errcode = 'P0002';
    end if;
    description := left(item.brand || ' ' || item.model, 200);
  elsif description is null or length(description) > 200 then
    raise exception 'Escribe qué repuesto es, en hasta 200 letras.' using errcode = '23514';
  end if;
  state := private.add_part(p_id, o, item, description, p_quantity);
  told := case when state = 'requested' and item.id is not null then private.too_few(item) end;
  perform private.finish_request(p_id, jsonb_build_object('state', state, 'told', told), 'el repuesto quedó anotado');
  return next;
end
$function$;

REVOKE ALL ON FUNCTION "public"."request_part"(uuid, uuid, integer, uuid, text) FROM PUBLIC, "anon", "service_role";

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
    steps           jsonb
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

CREATE OR REPLACE FUNCTION public.return_parts (
  p_request_id uuid,
  p_order_id   uuid
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  o public.service_orders;
  part private.requested_parts;
  returned integer := 0;
begin
  perform private.require('stock');
  if not private.claim_request(p_request_id, 'return_parts', jsonb_build_array(p_order_id)) then
    return private.request_result(p_request_id)::integer;
  end if;
  o := private.lock_order_of_parts(p_order_id);
  if o.status = any (private.statuses_in('open')) then
    raise exception 'Esta orden sigue abierta: devuelve sus repuestos uno por uno.' using errcode = '23514';
  end if;
  -- In one order for everybody: two that lock the same products wait for each other instead of locking up.
  for part in
    select * from private.requested_parts p where p.order_id = o.id and (p.state = 'requested' or private.is_held(p))
    order by p.item_id, p.id for update
  loop
    perform private.put_part(part, case part.state when 'requested' then 'cancelled' else 'returned' end, o);
    returned := returned + (part.state <> 'requested')::integer;
  end loop;
  perform private.finish_request(p_request_id, to_jsonb(returned), 'los repuestos quedaron devueltos');
  return returned;
end
$function$;

REVOKE ALL ON FUNCTION "public"."return_parts"(uuid, uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.suggest_items (
  p_text     text,
  p_supplier text DEFAULT NULL::text
)
  RETURNS TABLE (
    id                  uuid,
    item_number         integer,
    brand               text,
    model               text,
    quantity            integer,
    component_type_name text,
    supplier_name       text,
    reserved            integer
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
$function$;

REVOKE ALL ON FUNCTION "public"."suggest_items"(text, text) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.write_off_inventory (
  p_item_id      uuid,
  p_quantity     integer,
  p_order_number integer,
  p_request_id   uuid    DEFAULT NULL::uuid
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  item public.inventory;
  target_id uuid;
  remaining integer;
begin
  perform private.require('stock');
  if p_quantity is null or p_quantity <= 0 or p_order_number is null then
    raise exception 'La cantidad y el número de orden son obligatorios.' using errcode = '23514';
  end if;
  if not private.claim_request(p_request_id, 'write_off_inventory',
    jsonb_build_array(p_item_id, p_quantity, p_order_number)) then
    return private.request_result(p_request_id)::integer;
  end if;
  -- Held before the product, as by whoever moves the order's parts.
  select o.id into target_id from public.service_orders o where o.order_number = p_order_number for key share;
  if target_id is null then
    raise exception 'No existe una orden con ese número.' using errcode = '23503';
  end if;
  select * into item from public.inventory i where i.id = p_item_id for update;
  if item.id is null then
    raise exception 'El producto ya no existe.' using errcode = 'P0002';
  end if;
  if p_quantity > item.quantity - item.reserved then
    raise exception '%', format('La cantidad supera el stock disponible (%s).', item.quantity - item.reserved)
      || case when item.reserved > 0 then
        format(' Hay %s con reserva para la orden %s: se colocan o se liberan en la orden.', item.reserved,
          private.orders_of_item(item.id, true)) else '' end using errcode = '23514';
  end if;
  remaining := item.quantity - p_quantity;
  insert into public.activity_logs (
    user_id, action_type, product_id, brand, model, quantity_affected, cost_price_affected, service_order,
    component_type_id
  ) values (
    (select auth.uid()), 'delete', item.id, item.brand, item.model, p_quantity, item.cost_price,
    private.format_order_number(p_order_number), item.component_type_id
  );
  perform private.add_movement(item, 'written_off', -p_quantity, remaining, target_id, p_order_number);
  if remaining = 0 and item.min_stock = 0 and private.orders_of_item(item.id, false) is null then
    delete from public.inventory i where i.id = item.id;
  else
    update public.inventory i set quantity = remaining where i.id = item.id;
  end if;
  perform private.finish_request(p_request_id, to_jsonb(remaining),
    format('se dieron de baja %s para la orden %s', p_quantity, private.format_order_number(p_order_number)));
  return remaining;
end
$function$;

ALTER TABLE "private"."part_steps"
  ADD CONSTRAINT "part_steps_made_by_fkey" FOREIGN KEY (made_by) REFERENCES public.staff_names(id);

ALTER TABLE "private"."requested_parts"
  ADD CONSTRAINT "requested_parts_order_id_fkey" FOREIGN KEY (order_id) REFERENCES public.service_orders(id) ON DELETE CASCADE;

ALTER TABLE "private"."part_steps"
  ADD CONSTRAINT "part_steps_part_id_fkey" FOREIGN KEY (part_id) REFERENCES private.requested_parts(id) ON DELETE CASCADE;

ALTER TABLE "private"."requested_parts"
  ADD CONSTRAINT "requested_parts_supplier_id_fkey" FOREIGN KEY (supplier_id) REFERENCES public.suppliers(id);

ALTER TABLE "public"."inventory"
  ADD CONSTRAINT "inventory_reserved" CHECK (((reserved >= 0) AND (reserved <= quantity)));

ALTER TABLE "public"."inventory_movements"
  ADD CONSTRAINT "inventory_movements_kind_check"
    CHECK
    ((kind = ANY (ARRAY['added'::text, 'edited'::text, 'written_off'::text, 'received'::text, 'imported'::text, 'deleted'::text, 'returned'::text, 'faulty'::text,
    'sent_back'::text])));

ALTER TABLE "public"."notifications"
  ADD CONSTRAINT "notifications_type_check"
    CHECK
    ((type = ANY (ARRAY['quote_approved'::text, 'quote_rejected'::text, 'message_failed'::text, 'customer_reply'::text, 'erasure_requested'::text, 'booking'::text,
    'booking_moved'::text, 'booking_cancelled'::text, 'booking_message_failed'::text, 'part_arrived'::text])));

CREATE INDEX part_steps_made_by ON private.part_steps USING btree (made_by);

CREATE INDEX part_steps_part ON private.part_steps USING btree (part_id, id);

CREATE INDEX requested_parts_item ON private.requested_parts USING btree (item_id)
  WHERE (item_id IS NOT NULL);

CREATE UNIQUE INDEX requested_parts_line ON private.requested_parts USING btree (order_id, line_id)
  WHERE ((line_id IS NOT NULL) AND (state = ANY (ARRAY['requested'::text, 'ordered'::text, 'arrived'::text, 'reserved'::text, 'fitted'::text])));

CREATE INDEX requested_parts_open ON private.requested_parts USING btree (state, expected_on)
  WHERE (state <> ALL (ARRAY['fitted'::text, 'returned'::text, 'credited'::text, 'cancelled'::text]));

CREATE INDEX requested_parts_order ON private.requested_parts USING btree (order_id, created_at);

CREATE INDEX requested_parts_supplier ON private.requested_parts USING btree (supplier_id)
  WHERE (supplier_id IS NOT NULL);

CREATE INDEX inventory_low ON public.inventory USING btree (((quantity - reserved)))
  WHERE ((quantity - reserved) < min_stock);

CREATE TRIGGER hold_parts
  AFTER INSERT OR DELETE OR UPDATE ON private.requested_parts
  FOR EACH ROW
  EXECUTE FUNCTION private.hold_parts();

CREATE TRIGGER keep_asked
  BEFORE DELETE ON public.inventory
  FOR EACH ROW
  EXECUTE FUNCTION private.keep_held();

CREATE TRIGGER keep_held
  BEFORE UPDATE OF quantity ON public.inventory
  FOR EACH ROW
  WHEN (((new.quantity < new.reserved) AND (new.quantity < old.quantity)))
  EXECUTE FUNCTION private.keep_held();

REVOKE ALL ON FUNCTION "private"."add_part"(uuid, public.service_orders, public.inventory, text, integer, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."add_part"(uuid, public.service_orders, public.inventory, text, integer, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."add_part"(uuid, public.service_orders, public.inventory, text, integer, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."hold_parts"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."hold_parts"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."hold_parts"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."is_held"(private.requested_parts) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_held"(private.requested_parts) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_held"(private.requested_parts) TO "postgres";

REVOKE ALL ON FUNCTION "private"."keep_held"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."keep_held"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."keep_held"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."lock_order_of_parts"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."lock_order_of_parts"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."lock_order_of_parts"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."move_stock"(public.inventory, integer, text, public.service_orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."move_stock"(public.inventory, integer, text, public.service_orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."move_stock"(public.inventory, integer, text, public.service_orders) TO "postgres";

REVOKE ALL ON FUNCTION "private"."orders_of_item"(uuid, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."orders_of_item"(uuid, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."orders_of_item"(uuid, boolean) TO "postgres";

REVOKE ALL ON FUNCTION "private"."part_moves"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."part_moves"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."part_moves"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."part_state_name"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."part_state_name"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."part_state_name"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."put_part"(private.requested_parts, text, public.service_orders, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."put_part"(private.requested_parts, text, public.service_orders, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."put_part"(private.requested_parts, text, public.service_orders, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."read_parts"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."read_parts"(uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."read_parts"(uuid[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."tell_arrival"(private.requested_parts, public.service_orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."tell_arrival"(private.requested_parts, public.service_orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."tell_arrival"(private.requested_parts, public.service_orders) TO "postgres";

REVOKE ALL ON FUNCTION "private"."too_few"(public.inventory) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."too_few"(public.inventory) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."too_few"(public.inventory) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_inventory"(text, uuid, text, boolean, integer, boolean) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."list_inventory"(text, uuid, text, boolean, integer, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_inventory"(text, uuid, text, boolean, integer, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_requested_parts"(text, uuid, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."list_requested_parts"(text, uuid, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_requested_parts"(text, uuid, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."move_part"(uuid, uuid, integer, text, uuid, text, date, bigint, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."move_part"(uuid, uuid, integer, text, uuid, text, date, bigint, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."move_part"(uuid, uuid, integer, text, uuid, text, date, bigint, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."request_part"(uuid, uuid, integer, uuid, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."request_part"(uuid, uuid, integer, uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."request_part"(uuid, uuid, integer, uuid, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."requested_parts"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."requested_parts"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."requested_parts"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."return_parts"(uuid, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."return_parts"(uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."return_parts"(uuid, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."suggest_items"(text, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."suggest_items"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."suggest_items"(text, text) TO "postgres";
