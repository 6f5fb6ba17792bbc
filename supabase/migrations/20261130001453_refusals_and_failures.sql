SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.claim_row (
  p_id        uuid,
  p_task      text,
  p_arguments jsonb,
  p_summary   text  DEFAULT NULL::text
)
  RETURNS boolean
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  perform private.require_id(p_id);
  return private.claim_request(p_id, p_task, p_arguments, p_summary);
end
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
      coalesce(private.part_state_name(p_to), p_to, '') using errcode = '23514';
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

CREATE OR REPLACE FUNCTION private.report_suppliers (
  p_range tstzrange
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
  SET search_path TO ''
  AS $function$
begin
  return query
    with chosen as materialized (
      select o.id, o.delivered_at is not null as is_delivered from public.service_orders o
      where o.created_at <@ p_range
    ), taken as materialized (
      select m.id, m.item_id, m.order_id from chosen c join public.inventory_movements m on m.order_id = c.id
      where m.kind = 'written_off' and c.is_delivered
    ), failures as materialized (
      -- By its steps: one that the supplier replaced is fitted by now, and failed all the same.
      select e.part_id, count(*)::integer as times from private.part_steps e
      where e.became in ('faulty', 'sent_back') and e.was <> 'faulty' group by e.part_id
    ), pieces as materialized (
      select b.supplier_name, t.order_id, s.pieces as fitted, 0 as faulty, 0 as credited, 0 as bought
      from taken t
      join private.piece_sources(array(select distinct k.item_id from taken k)) s on s.went = t.id
      join public.inventory_movements b on b.id = s.came
      union all
      -- Parts of orders that are no product, and all that were faulty (28_requested_parts).
      select s.name, case when is_fitted then p.order_id end, case when is_fitted then p.quantity else 0 end,
        p.quantity * coalesce(e.times, 0), case when p.state = 'credited' then p.quantity else 0 end, 0
      from chosen c
      join private.requested_parts p on p.order_id = c.id
      join public.suppliers s on s.id = p.supplier_id
      left join failures e on e.part_id = p.id
      cross join lateral (
        select p.item_id is null and p.state = 'fitted' and c.is_delivered as is_fitted) as f
      where is_fitted or e.times > 0
      union all
      select m.supplier_name, null, 0, 0, 0, m.delta from public.inventory_movements m
      where m.purchase_id is not null and m.created_at <@ p_range
      union all
      select s.name, null, 0, 0, 0, p.quantity
      from private.part_steps e
      join private.requested_parts p on p.id = e.part_id
      join public.suppliers s on s.id = p.supplier_id
      where e.became = 'arrived' and e.was in ('requested', 'ordered') and e.made_at <@ p_range
    ), names as materialized (
      -- Each name once: of 60,000 pieces the keys take longer than all the rest.
      select n.name, private.name_key(n.name) as key from (select distinct p.supplier_name as name from pieces p) as n
    )
    select min(p.supplier_name), sum(p.fitted)::bigint, count(distinct p.order_id) filter (where p.fitted > 0),
      count(distinct w.order_id), sum(p.faulty)::bigint, sum(p.bought)::bigint, sum(p.credited)::bigint
    from pieces p join names n on n.name = p.supplier_name
    left join private.warranty_returns w on w.order_id = p.order_id
    group by n.key
    having sum(p.fitted) + sum(p.faulty) + sum(p.bought) > 0
    order by 2 desc, 1;
end
$function$;

CREATE OR REPLACE FUNCTION private.require_id (
  p_id uuid
)
  RETURNS void
  LANGUAGE plpgsql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
begin
  if p_id is null then
    raise exception 'Este envío no se registró: llegó sin identificador. Recarga la página y envíalo otra vez.'
      using errcode = '22023';
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION public.add_photo (
  p_id       uuid,
  p_order_id uuid,
  p_moment   text
)
  RETURNS public.order_photos
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  photo public.order_photos;
begin
  perform private.require('desk');
  if p_moment is null or p_moment not in ('reception', 'repair', 'delivery') then
    raise exception 'Di de qué momento es la foto.' using errcode = '22023';
  end if;
  if private.claim_row(p_id, 'add_photo', jsonb_build_array(p_order_id, p_moment), 'la foto quedó agregada') then
    perform from public.service_orders o where o.id = p_order_id and o.anonymized_at is null for no key update;
    if not found then
      raise exception 'La orden no existe, o fue anonimizada: no se le agregan fotos.' using errcode = 'P0002';
    end if;
    if (select count(*) from public.order_photos p where p.order_id = p_order_id) >= 12 then
      raise exception 'La orden ya tiene 12 fotos. Quita una antes de agregar otra.' using errcode = '23514';
    end if;
    insert into public.order_photos (id, order_id, moment, added_by)
    values (p_id, p_order_id, p_moment, (select auth.uid()))
    on conflict (id) do nothing;
    if not found then
      perform private.refuse_id();
    end if;
  end if;
  select * into photo from public.order_photos p where p.id = p_id;
  if photo.id is null then
    raise exception 'Esta foto ya no está: se quitó, o su archivo no era una foto. Elígela otra vez.'
      using errcode = '23514';
  end if;
  return photo;
end
$function$;

CREATE OR REPLACE FUNCTION public.add_tax_document (
  p_id         uuid,
  p_payment_id uuid,
  p_document   jsonb
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.require('orders.receive-payment');
  if private.claim_row(p_id, 'add_tax_document', jsonb_build_array(p_payment_id, p_document),
    'el documento quedó registrado') then
    if exists (select from private.tax_documents d where d.id = p_id) then
      perform private.refuse_id();
    end if;
    perform private.write_tax_document(p_id, p_payment_id, p_document);
  end if;
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
      unit_cost = coalesce(c.purchase_cost, (d.item).cost_price), item_number = (d.item).item_number,
      brand = (d.item).brand, model = (d.item).model, component_type = t.name
    from items d join public.component_types t on t.id = (d.item).component_type_id
    left join private.purchase_costs c on c.item_id = (d.item).id
    where l.stocktake_id = p_stocktake_id and l.item_id = (d.item).id and (d.is_counted or d.difference <> 0)
  )
  select count(*) filter (where d.difference <> 0 and (d.reason is null or d.explained is distinct from d.difference)),
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
  -- Ledger and log at once, neither by private.add_movement nor through the log's view, which run for each row.
  insert into public.inventory_movements (
    item_id, kind, delta, quantity_after, unit_cost, brand, model, component_type, actor_id, actor_name, supplier_name
  )
  select i.id, 'counted', l.difference, i.quantity, l.unit_cost, i.brand, i.model, l.component_type,
    (select auth.uid()), (select p.full_name from public.profiles p where p.id = (select auth.uid())), s.name
  from private.stocktake_lines l
  join public.inventory i on i.id = l.item_id
  join public.suppliers s on s.id = i.supplier_id
  where l.stocktake_id = p_stocktake_id and l.difference <> 0
  order by i.id;
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

CREATE OR REPLACE FUNCTION public.correct_payment (
  p_id         uuid,
  p_payment_id uuid,
  p_reason     text,
  p_till       text DEFAULT ''::text
)
  RETURNS boolean
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  share record;
  o public.service_orders;
  held uuid[];
  rule text;
  drawer text;
begin
  perform private.require('orders.receive-payment');
  if not private.claim_row(p_id, 'correct_payment', jsonb_build_array(p_payment_id, p_reason, p_till),
    'el pago quedó corregido') then
    return coalesce(private.request_result(p_id)::boolean, true);
  end if;
  if private.written(p_reason) is null then
    raise exception 'Escribe el motivo.' using errcode = '23514';
  end if;
  if not exists (select from private.shares_of(p_payment_id)) then
    raise exception 'Este pago no existe.' using errcode = 'P0002';
  end if;
  held := array(select s.id from public.service_orders s
    where s.id in (select h.order_id from private.shares_of(p_payment_id) as h) order by s.id for update);
  if held = '{}' then
    raise exception 'Las órdenes de este pago se eliminaron: ya no se corrige. Registra el pago en la orden que corresponde.'
      using errcode = 'P0002';
  end if;
  begin
    perform private.begin_payment(p_id, held, jsonb_build_object('payment_note', p_reason, 'payment_till', p_till),
      p_payment_id);
    for share in select * from private.shares_of(p_payment_id) as s where s.order_id = any (held) loop
      o := private.lock_paid_order(share.order_id);
      if o.advance_payment < share.advance or o.final_payment < share.final then
        raise exception 'De este pago ya se devolvió dinero: corrige primero la devolución.' using errcode = '23514';
      end if;
      update public.service_orders s
      set advance_payment = s.advance_payment - share.advance, final_payment = s.final_payment - share.final
      where s.id = share.order_id;
    end loop;
    perform private.correct_gone_shares(p_id, p_payment_id);
    perform private.end_payment();
  exception when check_violation then
    get stacked diagnostics rule = constraint_name, drawer = column_name;
    if rule <> 'drawer_cash' then
      raise;
    end if;
    perform private.keep_refused_cash(p_id, drawer::uuid,
      (select sum(s.advance + s.final) from private.shares_of(p_payment_id) as s)::bigint,
      (select left('Corrección de un pago de la orden ' || string_agg('#' || private.format_order_number(s.order_number),
        ', ' order by s.order_number), 500) from public.service_orders s where s.id = any (held)));
    return false;
  end;
  return true;
end
$function$;

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
$function$;

CREATE OR REPLACE FUNCTION public.customer_statement (
  p_id    uuid,
  p_month date
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  who private.customer;
  first_day constant date := date_trunc('month', p_month)::date;
  starts constant timestamptz := first_day::timestamp at time zone 'America/Santiago';
  ends constant timestamptz := (first_day + interval '1 month')::timestamp at time zone 'America/Santiago';
  statement jsonb;
begin
  perform private.require('orders.receive-payment');
  who := private.customer_of(p_id);
  if who.rut is null then
    raise exception 'El estado de cuenta es de un RUT: esta persona no tiene uno propio.' using errcode = 'P0002';
  end if;
  if (p_month between '2000-01-01' and private.shop_day(now())) is not true then
    raise exception 'Elige un mes hasta el actual.' using errcode = '23514';
  end if;
  with own as materialized (
    select o.id, o.order_number, o.status, o.total_amount, coalesce(o.delivered_at, o.updated_at) as delivered_at,
      o.equipment_type, o.equipment_brand, o.equipment_model, o.customer_reference, o.contact_id
    from public.service_orders o where o.customer_rut = who.rut
  ), charges as (
    select o.* from own o where o.status = 'delivered' and coalesce(o.total_amount, 0) > 0 and o.delivered_at < ends
  ), received as (
    select p.id, p.created_at, p.method, p.reference, sum(s.amount)::bigint as amount,
      array_agg(distinct o.order_number order by o.order_number) as orders
    from own o join private.payment_shares s on s.order_id = o.id join private.payments p on p.id = s.payment_id
    where p.created_at < ends group by p.id
  ), sums as (
    select
      coalesce((select sum(c.total_amount) from charges c where c.delivered_at < starts), 0)
        - coalesce((select sum(r.amount) from received r where r.created_at < starts), 0) as opening,
      coalesce((select sum(c.total_amount) from charges c where c.delivered_at >= starts), 0) as delivered,
      coalesce((select sum(r.amount) from received r where r.created_at >= starts), 0) as paid
  ), lines as (
    select c.delivered_at as at, 0 as place, jsonb_build_object('kind', 'order', 'at', c.delivered_at,
      'amount', c.total_amount, 'order_id', c.id, 'order_number', c.order_number, 'equipment_type', c.equipment_type,
      'equipment_brand', c.equipment_brand, 'equipment_model', c.equipment_model,
      'reference', coalesce(c.customer_reference, ''),
      'contact', (select t.name from public.customer_contacts t where t.id = c.contact_id)) as line
    from charges c where c.delivered_at >= starts
    union all
    select r.created_at, 1, jsonb_build_object('kind', 'payment', 'at', r.created_at, 'amount', r.amount,
      'method', r.method, 'reference', r.reference, 'orders', r.orders)
    from received r where r.created_at >= starts and r.amount <> 0
  )
  select jsonb_build_object('month', first_day, 'opening', s.opening, 'delivered', s.delivered, 'paid', s.paid,
    'closing', s.opening + s.delivered - s.paid,
    'lines', (select coalesce(jsonb_agg(l.line order by l.at, l.place, l.line ->> 'order_number'), '[]') from lines l))
  into statement from sums s;
  return statement || (
    select jsonb_build_object('rut', who.rut,
      'name', coalesce(nullif((select c.business_name from private.customer_cards c where c.rut = who.rut), ''),
        (select o.customer_name from public.service_orders o where o.customer_rut = who.rut
          order by o.created_at desc, o.id desc limit 1),
        (select p.full_name from public.profiles p where p.id = who.account_id), ''),
      'business_activity', coalesce((select c.business_activity from private.customer_cards c where c.rut = who.rut), '')));
end
$function$;

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
  perform private.require_shape(p_differences, '{}');
  perform private.require_shape(to_jsonb(d.key), '"uuid"'), private.require_shape(d.value, '"integer"')
  from jsonb_each(p_differences) as d;
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
  where d.value is not null
  order by i.id
  on conflict (stocktake_id, item_id) do update
    set reason = excluded.reason, note = excluded.note, explained = excluded.explained;
end
$function$;

CREATE OR REPLACE FUNCTION public.give_back (
  p_id        uuid,
  p_order_id  uuid,
  p_amount    bigint,
  p_method    text,
  p_reason    text,
  p_reference text   DEFAULT ''::text,
  p_document  jsonb  DEFAULT NULL::jsonb,
  p_till      text   DEFAULT ''::text
)
  RETURNS boolean
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  o public.service_orders;
  of_final bigint;
  rule text;
  drawer text;
begin
  perform private.require('orders.receive-payment');
  if not private.claim_row(p_id, 'give_back', jsonb_build_array(p_order_id, p_amount, p_method, p_reason,
    p_reference, p_document, p_till), 'la devolución quedó registrada') then
    return coalesce(private.request_result(p_id)::boolean, true);
  end if;
  if private.written(p_reason) is null then
    raise exception 'Escribe el motivo.' using errcode = '23514';
  end if;
  if coalesce(p_amount, 0) <= 0 then
    raise exception 'Escribe un monto mayor que cero.' using errcode = '23514';
  end if;
  o := private.lock_paid_order(p_order_id);
  if p_amount > o.advance_payment + o.final_payment then
    raise exception 'No se devuelve más de lo recibido por la orden, que es %.',
      private.format_clp(o.advance_payment + o.final_payment) using errcode = '23514';
  end if;
  of_final := least(p_amount, o.final_payment);
  begin
    perform private.begin_payment(p_id, array[p_order_id], jsonb_build_object('payment_method', p_method,
      'payment_reference', p_reference, 'payment_note', p_reason, 'payment_till', p_till));
    update public.service_orders s
    set final_payment = s.final_payment - of_final, advance_payment = s.advance_payment - (p_amount - of_final)
    where s.id = p_order_id;
    perform private.end_payment();
  exception when check_violation then
    get stacked diagnostics rule = constraint_name, drawer = column_name;
    if rule <> 'drawer_cash' then
      raise;
    end if;
    perform private.keep_refused_cash(p_id, drawer::uuid, p_amount,
      'Devolución de la orden #' || private.format_order_number(o.order_number));
    return false;
  end;
  if p_document is not null then
    perform private.write_tax_document(gen_random_uuid(), p_id, p_document);
  end if;
  return true;
end
$function$;

CREATE OR REPLACE FUNCTION public.move_drawer_cash (
  p_id        uuid,
  p_drawer_id uuid,
  p_kind      text,
  p_amount    bigint,
  p_reason    text
)
  RETURNS boolean
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  moves boolean;
  d private.drawers;
begin
  perform private.require('drawer.keep');
  if not private.claim_row(p_id, 'move_drawer_cash', jsonb_build_array(p_drawer_id, p_kind, p_amount, p_reason),
    'el movimiento de caja quedó registrado') then
    return private.request_result(p_id)::boolean;
  end if;
  if p_kind is null or p_kind not in ('deposit', 'withdrawal') then
    raise exception 'Elige un retiro o un ingreso.' using errcode = '22023';
  end if;
  if coalesce(p_amount, 0) not between 1 and 1000000000 then
    raise exception 'Escribe un monto mayor que cero.' using errcode = '23514';
  end if;
  if private.drawer_words(p_reason) = '' then
    raise exception 'Escribe el motivo.' using errcode = '23514';
  end if;
  d := private.lock_open_drawer(p_drawer_id);
  moves := p_kind = 'deposit' or p_amount <= private.drawer_cash(d.id);
  insert into private.drawer_events (id, drawer_id, kind, created_by, amount, reason)
  values (p_id, d.id, case when moves then p_kind else 'refused' end, (select auth.uid()), p_amount,
    private.drawer_words(p_reason))
  on conflict (id) do nothing;
  if not found then
    perform private.refuse_id();
  end if;
  perform private.finish_request(p_id, to_jsonb(moves), case when moves then 'el movimiento de caja quedó registrado'
    else 'en la caja no había tanto efectivo y no se retiró nada' end);
  return moves;
end
$function$;

CREATE OR REPLACE FUNCTION public.note_device_lookup (
  p_id     uuid,
  p_imei   text,
  p_answer text,
  p_note   text DEFAULT ''::text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_device constant text := private.device_key(p_imei);
  v_note constant text := coalesce(private.written(private.without_controls(p_note, false)), '');
  newest public.service_orders;
begin
  perform private.require('orders.change');
  if p_answer is null or p_answer not in ('clear', 'listed', 'unknown') then
    raise exception 'Di qué respondió la consulta.' using errcode = '22023';
  end if;
  if length(v_note) > 300 then
    raise exception 'La nota puede tener hasta 300 letras.' using errcode = '23514';
  end if;
  if not private.claim_row(p_id, 'note_device_lookup', jsonb_build_array(v_device, p_answer, v_note),
    'la consulta quedó anotada') then
    return;
  end if;
  select * into newest from public.service_orders o where o.imei is not null and private.device_key(o.imei) = v_device
  order by o.created_at desc, o.id limit 1 for share;
  if not found then
    raise exception 'Ninguna orden tiene ya este IMEI o número de serie. Revisa si alguien lo corrigió.'
      using errcode = 'P0002';
  end if;
  if (select count(*) from private.device_lookups l where l.device = v_device) >= 50 then
    raise exception 'Este equipo ya tiene 50 consultas anotadas.' using errcode = '23514';
  end if;
  insert into private.device_lookups (id, device, answer, note, made_by)
  values (p_id, v_device, p_answer, v_note, (select auth.uid()))
  on conflict (id) do nothing;
  if not found then
    perform private.refuse_id();
  end if;
  perform private.add_order_event(newest, 'device_checked', jsonb_build_object('lookup',
    jsonb_build_array(null, case p_answer when 'clear' then 'No figura' when 'listed' then 'Figura como robado'
      else 'Sin respuesta' end)));
end
$function$;

CREATE OR REPLACE FUNCTION public.open_drawer (
  p_id    uuid,
  p_till  text,
  p_count jsonb
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  caller constant uuid := (select auth.uid());
  other private.drawers;
begin
  perform private.require('drawer.keep');
  if not private.claim_row(p_id, 'open_drawer', jsonb_build_array(p_till, p_count), 'la caja quedó abierta') then
    return;
  end if;
  if private.count_amount(p_count) is null then
    raise exception 'El conteo no es válido: escribe cuántos hay de cada billete y moneda.' using errcode = '22023';
  end if;
  if p_till is null or p_till <> all (private.tills()) then
    raise exception 'Esa caja ya no está en Ajustes. Elige otra.' using errcode = '23514';
  end if;
  insert into private.drawers (id, till, opened_by, opening, opening_amount)
  values (p_id, p_till, caller, p_count, private.count_amount(p_count))
  on conflict do nothing;
  if not found then
    select * into other from private.drawers d where d.closed_at is null and (d.opened_by = caller or d.till = p_till)
    order by d.opened_by = caller desc limit 1;
    if other.id is null then
      if exists (select from private.drawers d where d.id = p_id) then
        perform private.refuse_id();
      end if;
      raise exception 'La caja «%» cambió mientras la abrías. Inténtalo otra vez.', p_till using errcode = '23514';
    end if;
    if other.opened_by = caller then
      raise exception 'Ya tienes abierta la caja «%», desde las %. Ciérrala antes de abrir otra.', other.till,
        private.time_in_sentence(other.opened_at) using errcode = '23514';
    end if;
    raise exception 'La caja «%» ya está abierta: la abrió % a las %.', p_till,
      (select n.full_name from public.staff_names n where n.id = other.opened_by),
      private.time_in_sentence(other.opened_at) using errcode = '23514';
  end if;
  insert into private.drawer_events (drawer_id, kind, created_by, amount)
  values (p_id, 'opened', caller, private.count_amount(p_count));
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
  if not private.claim_row(p_id, 'request_part',
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
      d.reason is not null and d.explained is not distinct from d.difference,
      case when sees_costs then coalesce(c.purchase_cost, (d.item).cost_price) end
    from private.stocktake_items(p_stocktake_id) d
    join public.component_types t on t.id = (d.item).component_type_id
    left join private.purchase_costs c on c.item_id = (d.item).id
    where d.difference <> 0 or d.is_uncertain
    order by (d.item).brand_key, (d.item).model_key, (d.item).item_number;
end
$function$;

CREATE OR REPLACE FUNCTION public.take_payment (
  p_id        uuid,
  p_orders    jsonb,
  p_method    text,
  p_reference text  DEFAULT ''::text,
  p_note      text  DEFAULT ''::text,
  p_document  jsonb DEFAULT NULL::jsonb,
  p_till      text  DEFAULT ''::text
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  asked record;
  o public.service_orders;
begin
  perform private.require('orders.receive-payment');
  if jsonb_typeof(p_orders) is distinct from 'array' or jsonb_array_length(p_orders) not between 1 and 50 then
    raise exception 'Elige entre 1 y 50 órdenes.' using errcode = '22023';
  end if;
  perform private.require_shape(p_orders, '[{"id": "uuid", "amount": "bigint"}]');
  if not private.claim_row(p_id, 'take_payment', jsonb_build_array(p_orders, p_method, p_reference, p_note,
    p_document, p_till), 'el pago quedó registrado') then
    return;
  end if;
  -- In one order for everybody, and before the drawer: two payments wait for each other instead of locking up.
  perform private.lock_paid_order(e.id)
  from (select distinct (a ->> 'id')::uuid as id from jsonb_array_elements(p_orders) as a order by 1) as e;
  perform private.begin_payment(p_id, array(select (e ->> 'id')::uuid from jsonb_array_elements(p_orders) as e),
    jsonb_build_object('payment_method', p_method, 'payment_reference', p_reference, 'payment_note', p_note,
      'payment_till', p_till));
  for asked in
    select (e ->> 'id')::uuid as id, sum((e ->> 'amount')::bigint) as amount, min((e ->> 'amount')::bigint) as least
    from jsonb_array_elements(p_orders) as e group by 1 order by 1
  loop
    o := private.lock_paid_order(asked.id);
    if coalesce(asked.least, 0) <= 0 then
      raise exception 'Escribe un monto mayor que cero.' using errcode = '23514';
    end if;
    if asked.amount > private.payable(o) then
      raise exception 'El pago supera el saldo de la orden #%, que es %.', private.format_order_number(o.order_number),
        private.format_clp(private.payable(o)) using errcode = '23514';
    end if;
    update public.service_orders s
    set advance_payment = s.advance_payment + case when o.status = 'delivered' then 0 else asked.amount end,
      final_payment = s.final_payment + case when o.status = 'delivered' then asked.amount else 0 end
    where s.id = o.id;
  end loop;
  perform private.end_payment();
  if p_document is not null then
    perform private.write_tax_document(gen_random_uuid(), p_id, p_document);
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION public.visit_orders (
  p_order_id uuid
)
  RETURNS TABLE (
    visit           integer,
    id              uuid,
    order_number    integer,
    status          text,
    equipment_type  text,
    equipment_brand text,
    equipment_model text,
    balance         bigint
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if not private.may('desk') and not exists (
    select from public.service_orders o where o.id = p_order_id and o.customer_rut = private.my_rut()
  ) then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  return query
    select v.visit, o.id, o.order_number, o.status, o.equipment_type, o.equipment_brand, o.equipment_model,
      private.order_balance(o.status, o.total_amount, o.advance_payment, o.final_payment)
    from private.visit_mates(p_order_id) as v join public.service_orders o on o.id = v.order_id
    order by o.order_number;
end
$function$;

CREATE INDEX part_steps_failures ON private.part_steps USING btree (part_id)
  WHERE ((became = ANY (ARRAY['faulty'::text, 'sent_back'::text])) AND (was <> 'faulty'::text));

REVOKE ALL ON FUNCTION "private"."claim_row"(uuid, text, jsonb, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."claim_row"(uuid, text, jsonb, text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."claim_row"(uuid, text, jsonb, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."claim_row"(uuid, text, jsonb, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."require_id"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."require_id"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."require_id"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_id"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_id"(uuid) TO "service_role";
