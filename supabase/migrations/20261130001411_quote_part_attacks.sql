SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.anonymize_orders (
  p_ids uuid[]
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  last_event bigint := coalesce((select max(e.id) from public.order_events e), 0);
  done integer;
begin
  with person as (
    select r.customer_rut, '00' || lpad(nextval('private.anonymous_ruts')::text, 6, '0') || '-0' as nobody
    from (select distinct o.customer_rut from public.service_orders o where o.id = any (p_ids) order by 1) as r
  ), device as (
    -- Two devices of one model stay two.
    select o.id, 'Equipo ' || dense_rank() over (partition by o.customer_rut order by o.imei) as name
    from public.service_orders o where o.id = any (p_ids) and o.imei is not null
  )
  update public.service_orders o set
    customer_name = 'Cliente anonimizado', customer_phone = '-', second_phone = null, customer_address = null,
    customer_rut = person.nobody, imei = (select d.name from device d where d.id = o.id), equipment_condition = '',
    work_description = '', technical_work = '', quote_lines = private.lines_of_total(o.id, o.total_amount), notes = null,
    customer_reference = null, contact_id = null, password_type = null, device_code_stored = false,
    unrepaired_reason = case when o.unrepaired_reason is not null then 'Sin detalle' end,
    warranty_reason = case when o.warranty_reason is not null then 'Sin detalle' end, anonymized_at = now()
  from person
  where o.id = any (p_ids) and o.anonymized_at is null and person.customer_rut = o.customer_rut;
  get diagnostics done = row_count;
  -- 'Deshacer' would restore these.
  delete from private.undoable_changes u where u.order_id = any (p_ids);
  update public.order_waits w set note = '' where w.order_id = any (p_ids) and w.note <> '';
  update private.part_steps s set note = ''
  from private.requested_parts p where s.part_id = p.id and p.order_id = any (p_ids) and s.note <> '';
  update private.requested_parts p set description = 'Repuesto' where p.order_id = any (p_ids) and p.item_id is null;
  update private.payments p set reference = '', note = '' where (p.reference <> '' or p.note <> '')
    and p.id in (select s.payment_id from private.payment_shares s where s.order_id = any (p_ids));

  -- The updates have written what they took away to the timeline.
  delete from public.order_events e where e.order_id = any (p_ids) and e.id > last_event;
  update public.order_events e set
    changes = private.impersonal_changes(e.changes),
    actor_id = case when e.actor_role = 'customer' then null else e.actor_id end,
    actor_name = case when e.actor_role = 'customer' then null else e.actor_name end
  where e.order_id = any (p_ids);
  perform private.add_order_event(o, 'anonymized', '{}') from public.service_orders o where o.id = any (p_ids);
  delete from public.service_order_internal i where i.order_id = any (p_ids);
  delete from public.decision_origins d where d.order_id = any (p_ids);
  update public.decision_history h
  set message = regexp_replace(h.message, '^.*( aprobó el presupuesto de )', 'El cliente\1'), quote_lines = null
  where h.order_id = any (p_ids);
  update private.approved_prices a set lines = null where a.order_id = any (p_ids) and a.lines is not null;
  delete from public.notifications n where n.order_id = any (p_ids);
  delete from public.whatsapp_messages m where m.order_id = any (p_ids);
  delete from public.whatsapp_replies r where r.order_id = any (p_ids);
  delete from private.unclaimed_attempts a where a.order_id = any (p_ids);
  return done;
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
    group by m.unit_cost having sum(m.delta) < 0 order by max(m.id) desc limit 1), item.cost_price)
$function$;

CREATE OR REPLACE FUNCTION private.has_changed_offer (
  p_order_id uuid,
  p_person   uuid
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select exists (
    select from public.order_events e
    where e.order_id = p_order_id and e.actor_id = p_person
      and private.shown_lines(e.changes #> '{quote_lines,0}') <> private.shown_lines(e.changes #> '{quote_lines,1}')
      and e.id > coalesce((select max(d.id) from public.order_events d
        where d.order_id = p_order_id and d.kind = 'decision' and d.changes #>> '{status,1}' = 'approved'), 0)
  )
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
      -- The order gives back what it was charged, whatever the product costs by now.
      if was = 'fitted' and stored.item_id is not null then
        item.cost_price := private.charged_cost(item, o.id);
      end if;
      perform private.move_stock(item, change,
        case when was = 'fitted' and stored.item_id is not null then 'returned' else 'received' end, o);
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

CREATE OR REPLACE FUNCTION private.write_tax_document (
  p_id       uuid,
  p_payment  uuid,
  p_document jsonb,
  p_state    text  DEFAULT 'recorded'::text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  document_kind constant text := p_document ->> 'kind';
  document_folio constant bigint := private.document_number(p_document, 'folio');
  cancelled_id constant text := p_document ->> 'cancels';
  rate constant integer := private.tax_rate();
  business constant text := private.written(private.without_controls(p_document ->> 'business_name', false));
  activity constant text := private.written(private.without_controls(p_document ->> 'activity', false));
  rut constant text := private.normalize_rut(p_document ->> 'rut');
  issued text := coalesce(p_document ->> 'issued_on', private.shop_day(now())::text);
  total bigint := private.document_number(p_document, 'total');
  payment private.payments;
  cancelled private.tax_documents;
  net bigint;
  taken text;
begin
  if document_kind is null or document_kind <> all (array['boleta', 'factura', 'voucher', 'nota_credito']) then
    raise exception 'Elige el tipo de documento.' using errcode = '23514';
  end if;
  if p_state = 'recorded' and coalesce(document_folio, 0) = 0 then
    raise exception 'Escribe el folio con números.' using errcode = '23514';
  end if;
  if (case when issued ~ '^\d{4}-\d\d-\d\d$' and pg_input_is_valid(issued, 'date') then issued::date >= '2000-01-01' end)
    is not true then
    raise exception 'Revisa la fecha del documento.' using errcode = '23514';
  end if;
  -- One that is none would stand for all that is missing.
  if total is null and p_document ->> 'total' is not null then
    raise exception 'Escribe el total del documento en pesos, sin decimales.' using errcode = '23514';
  end if;
  if document_kind = 'factura' then
    if private.is_proved_rut(rut) is not true or private.is_repeated_rut(rut) then
      raise exception 'Revisa el RUT de la factura.' using errcode = '23514';
    end if;
    if business is null or length(business) > 100 then
      raise exception 'Escribe la razón social, en hasta 100 letras.' using errcode = '23514';
    end if;
    if activity is null or length(activity) > 40 then
      raise exception 'Escribe el giro, en hasta 40 letras.' using errcode = '23514';
    end if;
  end if;
  select * into payment from private.payments p where p.id = p_payment for update;
  if not found then
    raise exception 'Este pago no existe.' using errcode = 'P0002';
  end if;
  if document_kind = 'nota_credito' then
    if pg_input_is_valid(cancelled_id, 'uuid') then
      select * into cancelled from private.tax_documents d where d.id = cancelled_id::uuid;
    end if;
    if cancelled.id is null then
      raise exception 'Elige qué documento anula la nota de crédito.' using errcode = '23514';
    end if;
    total := coalesce(total, least(private.creditable(cancelled), case when private.payment_amount(p_payment) < 0
      then private.documented(p_payment) - private.payment_amount(p_payment) end));
    -- Of the document's own rate: what cancels all of it has its amounts to the peso.
    net := case when total = private.creditable(cancelled) then cancelled.net - coalesce((
        select sum(c.net) from private.tax_documents c
        where c.cancels = cancelled.id and c.state in ('recorded', 'queued', 'accepted')), 0)
      else (2 * total * cancelled.net + cancelled.total) / (2 * cancelled.total) end;
  else
    total := coalesce(total, private.missing_document(payment));
    net := private.net_of(total, rate);
  end if;
  if coalesce(total, 0) <= 0 then
    raise exception 'Este pago ya tiene sus documentos.' using errcode = '23514';
  end if;
  insert into private.tax_documents (id, created_by, payment_id, kind, folio, issued_on, net, tax, total, rut,
    business_name, activity, cancels, state)
  values (p_id, (select s.id from public.staff_names s where s.id = (select auth.uid())), p_payment, document_kind,
    case when p_state = 'recorded' then document_folio end, issued::date, net, total - net, total,
    case when document_kind = 'factura' then rut end, case when document_kind = 'factura' then business end,
    case when document_kind = 'factura' then activity end, cancelled.id, p_state)
  on conflict (kind, folio) where state <> 'annulled' do nothing;
  if not found then
    select string_agg(distinct '#' || private.format_order_number(o.order_number), ', ') into taken
    from private.tax_documents d join private.payment_shares s on s.payment_id = d.payment_id
    join public.service_orders o on o.id = s.order_id
    where d.kind = document_kind and d.folio = document_folio and d.state <> 'annulled';
    raise exception 'La % ya está en la orden %. Revisa el folio.',
      private.document_name(document_kind, document_folio), coalesce(taken, 'que se eliminó') using errcode = '23505';
  end if;
end
$function$;

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
  -- What came as no product is not in the stock that it would leave.
  if part.item_id is null and not (part.state = 'arrived' and p_to in ('fitted', 'faulty', 'sent_back')) then
    part.item_id := p_item_id;
  end if;
  perform private.put_part(part, p_to, o, note);
end
$function$;

CREATE OR REPLACE FUNCTION public.record_approval (
  p_order_id uuid,
  p_channel  text,
  p_said_by  text,
  p_amount   bigint,
  p_version  text,
  p_chosen   uuid[] DEFAULT NULL::uuid[]
)
  RETURNS TABLE (
    status  text,
    version integer
  )
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
#variable_conflict use_column
declare
  target public.service_orders;
  said_by text := private.written(p_said_by);
  place text := case p_channel when 'phone' then 'por teléfono' when 'counter' then 'en el local' end;
  by_whom text;
  promised bigint;
  picked jsonb;
  is_own_choice boolean;
begin
  perform private.require('orders.choose-status');
  if place is null or said_by is null or length(said_by) > 200 then
    raise exception 'Escribe quién aprobó, y si fue por teléfono o en el local.' using errcode = '22023';
  end if;
  select * into target from public.service_orders o where o.id = p_order_id for update;
  if target.id is null then
    raise exception 'La orden no existe.' using errcode = 'P0002';
  end if;
  if target.status <> 'quoted' then
    return query select target.status, target.version;
    return;
  end if;
  picked := case when p_chosen is null then target.quote_lines else private.picked_lines(target.quote_lines, p_chosen) end;
  if picked is null or p_amount is distinct from private.lines_total(picked)
    or p_version is distinct from private.quote_version(target) then
    raise exception 'El presupuesto cambió. Léele al cliente el nuevo antes de anotar su aprobación.'
      using errcode = '23514';
  end if;
  promised := private.approved_price(target.id);
  is_own_choice := picked <> target.quote_lines and private.has_changed_offer(target.id, (select auth.uid()));
  if p_amount > promised
    and (is_own_choice or private.has_raised_price(target.id, (select auth.uid()), promised)) then
    raise exception 'Subiste este precio: la aprobación la anota otra persona del taller, o el cliente responde por su enlace.'
      using errcode = '42501';
  end if;
  if is_own_choice and private.is_other_work(target.id, picked)
    or private.has_changed_work(target.id, (select auth.uid()), picked) then
    raise exception 'Cambiaste lo aprobado: la aprobación la anota otra persona del taller, o el cliente responde por su enlace.'
      using errcode = '42501';
  end if;
  update public.service_orders o
  set status = 'approved', quote_lines = picked, approved_at = now(), rejected_at = null where o.id = target.id
  returning * into target;
  select p.full_name into by_whom from public.profiles p where p.id = (select auth.uid());
  -- The customer reads in the portal and in the message how it was given.
  update public.decision_history h
  set message = format('%s aprobó el presupuesto de %s %s. Lo anotó %s.', said_by,
    private.format_clp(target.total_amount), place, by_whom)
  where h.order_id = target.id and h.created_at = now();
  update public.whatsapp_messages m set params[2] = 'aprobado ' || place || private.taken_words(target.quote_lines)
  where m.order_id = target.id and m.event = 'approved' and m.created_at = now() and m.state = 'queued';
  insert into public.decision_origins (decision_id, order_id, account_id, account_name)
  select h.id, target.id, (select auth.uid()), by_whom
  from public.decision_history h where h.order_id = target.id and h.created_at = now();
  return query select target.status, target.version;
end
$function$;

REVOKE ALL ON FUNCTION "private"."charged_cost"(public.inventory, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."charged_cost"(public.inventory, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."charged_cost"(public.inventory, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."has_changed_offer"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."has_changed_offer"(uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."has_changed_offer"(uuid, uuid) TO "postgres";
