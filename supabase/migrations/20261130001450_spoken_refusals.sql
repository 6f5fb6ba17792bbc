SET local check_function_bodies = off;

DROP FUNCTION "public"."correct_payment"(uuid, uuid, text, text);

DROP FUNCTION "public"."give_back"(uuid, uuid, bigint, text, text, text, jsonb, text);

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
  values (p_id, o.id, p_line_id, p_item.id, p_description, p_quantity)
  on conflict (id) do nothing returning * into part;
  if not found then
    perform private.refuse_id();
  end if;
  insert into private.part_steps (part_id, became, made_by)
  select part.id, 'requested', (select s.id from public.staff_names s where s.id = (select auth.uid()));
  if p_item.id is null or p_item.quantity - p_item.reserved < p_quantity then
    return 'requested';
  end if;
  perform private.put_part(part, 'reserved', o);
  return 'reserved';
end
$function$;

CREATE OR REPLACE FUNCTION private.begin_payment (
  p_id        uuid,
  p_order_ids uuid[],
  p_details   jsonb,
  p_corrects  uuid   DEFAULT NULL::uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  said jsonb := private.checked_payment(p_details);
  known private.payments;
begin
  perform private.require('orders.receive-payment');
  if p_corrects is not null then
    select * into known from private.payments p where p.id = p_corrects;
    if known.corrects is not null then
      raise exception 'Una corrección no se corrige: registra el pago otra vez.' using errcode = '23514';
    end if;
    if exists (select from private.payments p where p.corrects = p_corrects) then
      raise exception 'Este pago ya está corregido.' using errcode = '23514';
    end if;
    said := said || jsonb_build_object('payment_method', known.method);
  elsif said ->> 'payment_method' = '' then
    raise exception 'Elige cómo se pagó.' using errcode = '23514';
  end if;
  perform private.say_payment(p_order_ids, said);
  perform set_config('taller.till', said ->> 'payment_till', true);
  insert into private.payments (id, created_by, method, reference, note, corrects)
  values (p_id, (select auth.uid()), said ->> 'payment_method', said ->> 'payment_reference', said ->> 'payment_note',
    p_corrects)
  on conflict (id) do nothing;
  if not found then perform private.refuse_id(); end if;
  perform set_config('taller.payment', p_id::text, true);
end
$function$;

CREATE OR REPLACE FUNCTION private.check_import_call (
  p_rows jsonb
)
  RETURNS void
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  perform private.require('stock');
  if jsonb_typeof(p_rows) <> 'array' or jsonb_array_length(p_rows) > 1000 then
    raise exception 'Un lote lleva como máximo 1.000 filas.' using errcode = '22023';
  end if;
  perform private.require_shape(p_rows, '[{"row": "integer", "key": "text", "code": "integer"}]');
end
$function$;

CREATE OR REPLACE FUNCTION private.contact_change (
  before uuid,
  after  uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select case when before is distinct from after then jsonb_build_object('contact', jsonb_build_array(
    (select c.name from public.customer_contacts c where c.id = before),
    (select c.name from public.customer_contacts c where c.id = after))) else '{}' end
$function$;

CREATE OR REPLACE FUNCTION private.guard_drawer_cash()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  d private.drawers;
begin
  select s.* into d from private.drawers s join private.payments p on p.drawer_id = s.id
  where p.id = new.payment_id and p.method = 'cash';
  if private.drawer_cash(d.id) < 0 then
    raise exception 'En la caja «%» no hay tanto efectivo. Registra antes un ingreso, o devuelve por otro medio.',
      d.till using errcode = '23514', constraint = 'drawer_cash', column = d.id::text;
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.insert_once()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  SET "TimeZone" TO 'UTC'
  AS $function$
declare
  columns jsonb := to_jsonb(new);
  arguments jsonb;
  is_taken boolean;
begin
  if not private.may('desk') then
    return new;
  end if;
  select jsonb_object_agg(name, columns -> name) into arguments from unnest(tg_argv) as name where columns ? name;
  if not private.claim_request(new.id, tg_table_name, arguments, tg_argv[0]) then
    return null;
  end if;
  execute format('select exists (select from %I.%I as t where t.id = $1)', tg_table_schema, tg_table_name)
    into is_taken using new.id;
  if is_taken then
    perform private.refuse_id();
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.keep_refused_cash (
  p_id        uuid,
  p_drawer_id uuid,
  p_amount    bigint,
  p_reason    text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.require('orders.receive-payment');
  insert into private.drawer_events (drawer_id, kind, created_by, amount, reason)
  values (p_drawer_id, 'refused', (select auth.uid()), p_amount, private.drawer_words(p_reason));
  perform private.finish_request(p_id, 'false', 'en la caja no había tanto efectivo y no se devolvió nada');
end
$function$;

CREATE OR REPLACE FUNCTION private.record_service_order()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  changes jsonb;
begin
  if tg_op = 'DELETE' then
    perform private.add_order_event(old, 'deleted',
      jsonb_build_object('customer_name', jsonb_build_array(old.customer_name, null)));
    return old;
  end if;
  if tg_op = 'INSERT' then
    if new.import_key is not null then
      perform private.add_order_event(new, 'imported', '{}');
    else
      perform private.add_order_event(new, 'created',
        private.promise_change(null, new.promised_at) || private.payment_changes(new.id));
      perform private.queue_order_message(new, 'created');
    end if;
    return new;
  end if;

  changes := private.row_changes(to_jsonb(old), to_jsonb(new)) || private.contact_change(old.contact_id, new.contact_id);
  if changes = '{}' then
    return new;
  end if;
  changes := changes || private.payment_changes(new.id);
  if current_setting('taller.undone_order', true) = new.id::text then
    perform private.add_order_event(new, 'status', changes);
  elsif new.status is distinct from old.status then
    if new.status in ('approved', 'rejected') then
      perform private.add_order_event(new, 'decision', changes);
      perform private.record_decision(new);
    else
      perform private.add_order_event(new, 'status', changes);
    end if;
    perform private.queue_order_message(new, new.status);
  else
    perform private.add_order_event(new, 'edited', changes);
    -- A quote that is open and changes is a new quote to the customer.
    if new.status = 'quoted'
      and (new.total_amount, new.technical_work, private.shown_lines(new.quote_lines))
        is distinct from (old.total_amount, old.technical_work, private.shown_lines(old.quote_lines)) then
      perform private.queue_order_message(new, 'quoted');
    end if;
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.refuse_id()
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  raise exception 'Este envío no se registró: su identificador ya es de otro registro. Cierra el formulario, ábrelo de nuevo y envíalo otra vez.'
    using errcode = 'PT409';
end
$function$;

CREATE OR REPLACE FUNCTION private.require_shape (
  p_value jsonb,
  p_shape jsonb,
  p_name  text  DEFAULT ''::text
)
  RETURNS void
  LANGUAGE plpgsql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
declare
  wanted constant text := jsonb_typeof(p_shape);
  given constant text := coalesce(jsonb_typeof(p_value), 'null');
  part record;
begin
  if given = 'null' then
    return;
  end if;
  if (case when wanted = 'string' then given in ('array', 'object')
    or not pg_input_is_valid(p_value #>> '{}', p_shape #>> '{}') else given <> wanted end) then
    raise exception 'Lo enviado no tiene la forma esperada%. Recarga la página y revisa lo que escribiste.',
      case when p_name = '' then '' else ' en «' || p_name || '»' end using errcode = '22023';
  end if;
  if wanted = 'array' then
    for part in select e.value from jsonb_array_elements(p_value) as e loop
      perform private.require_shape(part.value, p_shape -> 0, p_name);
    end loop;
  elsif wanted = 'object' then
    for part in select e.key, e.value from jsonb_each(p_shape) as e where p_value ? e.key loop
      perform private.require_shape(p_value -> part.key, part.value, part.key);
    end loop;
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.tax_facts()
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select jsonb_build_object(
    'electronic', coalesce((select s.value -> 'electronicDocuments' = 'true' from public.setting_sections s
      where s.section = 'desk'), false),
    'queued', count(*) filter (where d.state = 'queued'),
    'rejected', count(*) filter (where d.state = 'rejected'),
    'oldest_at', min(d.created_at) filter (where d.state = 'queued'),
    'overdue_at', min(greatest(r.next_attempt_at, r.locked_until)) filter (where d.state = 'queued'))
  from private.tax_documents d left join private.tax_requests r on r.document_id = d.id
  where d.state in ('queued', 'rejected')
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
  if p_id is null or p_moment is null or p_moment not in ('reception', 'repair', 'delivery') then
    raise exception 'Di de qué momento es la foto.' using errcode = '22023';
  end if;
  if private.claim_request(p_id, 'add_photo', jsonb_build_array(p_order_id, p_moment), 'la foto quedó agregada') then
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
  if private.claim_request(p_id, 'add_tax_document', jsonb_build_array(p_payment_id, p_document),
    'el documento quedó registrado') then
    if exists (select from private.tax_documents d where d.id = p_id) then
      perform private.refuse_id();
    end if;
    perform private.write_tax_document(p_id, p_payment_id, p_document);
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION public.change_orders (
  p_request_id uuid,
  p_orders     jsonb,
  p_change     jsonb
)
  RETURNS TABLE (
    id            uuid,
    outcome       text,
    reason        text,
    version       integer,
    status        text,
    technician_id uuid
  )
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
#variable_conflict use_column
declare
  asked jsonb;
  o public.service_orders;
  told text;
  why text;
  results jsonb := '[]';
begin
  perform private.require('orders.change');
  if jsonb_typeof(p_orders) is distinct from 'array' or jsonb_array_length(p_orders) not between 1 and 50 then
    raise exception 'Elige entre 1 y 50 órdenes.' using errcode = '22023';
  end if;
  if jsonb_typeof(p_change) is distinct from 'object'
    or (select count(*) from jsonb_object_keys(p_change)) <> 1
    or not (p_change ? 'technician_id'
      or coalesce(p_change ->> 'status', '') = any (array['pending', 'in_progress', 'completed'])) then
    raise exception 'Ese cambio no se hace en varias órdenes a la vez.' using errcode = '22023';
  end if;
  perform private.require_shape(p_orders, '[{"id": "uuid", "version": "integer"}]');
  perform private.require_shape(p_change, '{"technician_id": "uuid"}');
  if p_change ->> 'technician_id' is not null
    and not private.person_may((p_change ->> 'technician_id')::uuid, 'orders.repair') then
    raise exception 'Elige a un técnico del taller.' using errcode = '22023';
  end if;
  if not private.claim_request(p_request_id, 'change_orders', jsonb_build_array(p_orders, p_change)) then
    return query select r.id, r.outcome, r.reason, r.version, r.status, r.technician_id
      from jsonb_to_recordset(private.request_result(p_request_id))
        as r (id uuid, outcome text, reason text, version integer, status text, technician_id uuid);
    return;
  end if;

  -- In one order for everybody: two requests about the same orders wait for each other instead of locking up.
  for asked in select distinct on ((e ->> 'id')::uuid) e from jsonb_array_elements(p_orders) as e
    order by (e ->> 'id')::uuid, (e ->> 'version')::integer desc loop
    why := null;
    select * into o from public.service_orders s where s.id = (asked ->> 'id')::uuid for update;
    if not found then
      told := 'gone';
    else
      why := private.bulk_obstacle(o, p_change);
      told := case
        when why = 'same' then 'left_out'
        when o.version is distinct from (asked ->> 'version')::integer then 'conflict'
        when why is not null then 'left_out'
        else 'done'
      end;
    end if;
    if told = 'done' then
      begin
        if p_change ? 'status' then
          update public.service_orders s set status = p_change ->> 'status', updated_at = now() where s.id = o.id
          returning * into o;
        else
          update public.service_orders s set technician_id = (p_change ->> 'technician_id')::uuid, updated_at = now()
          where s.id = o.id returning * into o;
        end if;
      exception when insufficient_privilege or integrity_constraint_violation or data_exception or raise_exception
        or no_data_found then
        -- Its rules refuse it: undone for this order alone.
        told := 'refused';
        why := sqlerrm;
      end;
    end if;
    results := results || jsonb_build_object('id', asked ->> 'id', 'outcome', told,
      'reason', case when told <> 'conflict' then why end, 'version', o.version, 'status', o.status,
      'technician_id', o.technician_id);
  end loop;
  perform private.finish_request(p_request_id, results, format('se hizo el cambio en %s órdenes',
    (select count(*) from jsonb_array_elements(results) as r where r ->> 'outcome' = 'done')));
  return query select r.id, r.outcome, r.reason, r.version, r.status, r.technician_id
    from jsonb_to_recordset(results)
      as r (id uuid, outcome text, reason text, version integer, status text, technician_id uuid);
end
$function$;

CREATE OR REPLACE FUNCTION public.check_import (
  p_rows jsonb
)
  RETURNS TABLE (
    "row"        integer,
    outcome      text,
    order_number integer
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.require('order-import');
  if jsonb_typeof(p_rows) <> 'array' or jsonb_array_length(p_rows) > 1000 then
    raise exception 'Un lote lleva como máximo 1.000 filas.' using errcode = '22023';
  end if;
  perform private.require_shape(p_rows,
    '[{"row": "integer", "key": "text", "order_number": "integer", "renumber": "boolean"}]');
  return query
    select
      (item.value ->> 'row')::integer,
      case when same.id is not null then 'duplicate' when taken.id is not null and (item.value ->> 'renumber')::boolean is not true
        then 'number_taken' else 'new' end,
      coalesce(same.order_number, taken.order_number)
    from jsonb_array_elements(p_rows) with ordinality as item (value, place)
    left join public.service_orders same on same.import_key = item.value ->> 'key'
    left join public.service_orders taken on taken.order_number = (item.value ->> 'order_number')::integer
    order by item.place;
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
  if not private.claim_request(p_id, 'correct_payment', jsonb_build_array(p_payment_id, p_reason, p_till),
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
      (select sum(s.advance + s.final) from private.shares_of(p_payment_id) as s)::bigint, p_reason);
    return false;
  end;
  return true;
end
$function$;

REVOKE ALL ON FUNCTION "public"."correct_payment"(uuid, uuid, text, text) FROM PUBLIC, "anon", "service_role";

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
  if not private.claim_request(p_id, 'give_back', jsonb_build_array(p_order_id, p_amount, p_method, p_reason,
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
    perform private.keep_refused_cash(p_id, drawer::uuid, p_amount, p_reason);
    return false;
  end;
  if p_document is not null then
    perform private.write_tax_document(gen_random_uuid(), p_id, p_document);
  end if;
  return true;
end
$function$;

REVOKE ALL ON FUNCTION "public"."give_back"(uuid, uuid, bigint, text, text, text, jsonb, text) FROM PUBLIC, "anon", "service_role";

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
        detail = coalesce(item ->> 'row', '');
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
  if not private.claim_request(p_id, 'move_drawer_cash', jsonb_build_array(p_drawer_id, p_kind, p_amount, p_reason),
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
  perform private.require_shape(p_parts, '[{"id": "uuid", "version": "integer", "unit_cost": "bigint"}]');
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

CREATE OR REPLACE FUNCTION public.order_board (
  p_limits jsonb DEFAULT '{}'::jsonb
)
  RETURNS TABLE (
    place            text,
    total            integer,
    id               uuid,
    order_number     integer,
    created_at       timestamp with time zone,
    updated_at       timestamp with time zone,
    status           text,
    customer_name    text,
    customer_phone   text,
    equipment_brand  text,
    equipment_model  text,
    work_description text,
    technical_work   text,
    total_amount     bigint,
    technician_id    uuid,
    technician_name  text,
    version          integer,
    wait             jsonb,
    warranty_repair  boolean,
    promised_at      timestamp with time zone,
    at_risk_from     timestamp with time zone
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  SET max_parallel_workers_per_gather TO '0'
  SET random_page_cost TO '1.1'
  AS $function$
begin
  perform private.require('desk');
  perform private.require_shape(p_limits, jsonb_object_agg(c.place, 'integer'))
  from unnest(private.board_columns()) as c (place);
  return query
    with columns as materialized (
      select c.place, c.nth, least(500, greatest(1, coalesce((p_limits ->> c.place)::integer, 20))) as most
      from unnest(private.board_columns()) with ordinality as c (place, nth)
    ), totals as (
      select case when o.on_hold then 'on_hold' else o.status end as place, sum(o.orders)::integer as total
      from private.order_counts o group by 1
    ), shown as materialized (
      select c.place, n.id from columns c cross join lateral (
        select o.id from public.service_orders o where o.status = c.place and not o.on_hold
        order by o.created_at, o.id limit c.most
      ) as n
      union all
      select c.place, n.id from columns c cross join lateral (
        select o.id from public.service_orders o where o.on_hold order by o.created_at, o.id limit c.most
      ) as n
      where c.place = 'on_hold'
    )
    select c.place, coalesce(t.total, 0), w.*
    from private.work_cards(array(select s.id from shown s)) w join shown s on s.id = w.id
      join columns c on c.place = s.place left join totals t on t.place = c.place
    order by c.nth, w.created_at, w.id;
end
$function$;

CREATE OR REPLACE FUNCTION public.preview_retention (
  p_value jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.require('privacy.manage');
  perform private.require_shape(p_value, '{}');
  perform private.require_shape(v.value, '"integer"', v.key)
  from jsonb_each(p_value - 'site_url' - 'staff_idle_minutes' - 'mail_days') as v;
  return (
    select coalesce(jsonb_object_agg(t.key, case t.key
      when 'message_days' then (
        select count(*) from public.whatsapp_messages m
        where m.created_at < t.since and m.state not in ('queued', 'sending')
          and (m.params <> '{}' or m.event = 'test')
      ) + (select count(*) from public.whatsapp_replies r where r.received_at < t.since)
        + (select count(*) from public.notifications n where n.created_at < t.since)
        + (select count(*) from public.appointments a where a.customer_id is null and a.appointment_date < t.since)
      when 'activity_days' then (select count(*) from private.activity_entries e where e.created_at < t.since) + (
        select count(*) from public.order_events e
        where e.order_id in (select d.order_id from public.order_events d where d.kind = 'deleted')
          and e.created_at < t.since and e.changes <> private.impersonal_changes(e.changes)
          and not exists (select from public.service_orders o where o.id = e.order_id)
      ) + (select count(*) from private.site_changes c where c.asked_at < t.since)
      when 'origin_days' then (
        select count(*) from public.decision_origins g join public.decision_history d on d.id = g.decision_id
        where d.created_at < t.since
      )
      when 'look_days' then (select count(*) from private.looks l where l.looked_at < t.since)
      when 'session_days' then (
        select count(*) from auth.sessions s
        where s.not_after < now() or greatest(s.created_at, s.updated_at, (
          select u.last_used_at from private.session_use u where u.session_id = s.id
        )) < t.since
      )
      when 'order_years' then (
        select count(*) from public.service_orders o
        where o.anonymized_at is null and o.status = any (private.statuses_in('closed'))
          and coalesce(case o.status when 'delivered' then o.delivered_at end, o.updated_at) < t.since
      )
      when 'photo_days' then (
        select count(*) from public.order_photos p join public.service_orders o on o.id = p.order_id
        where o.status = any (private.statuses_in('closed'))
          and coalesce(case o.status when 'delivered' then o.delivered_at end, o.updated_at) < t.since
      )
      when 'device_code_days' then (
        select count(*) from public.service_orders o
        where o.device_code_stored and o.status = any (private.statuses_in('closed'))
          and coalesce(case o.status when 'delivered' then o.delivered_at end, o.updated_at) < t.since
      )
    end), '{}')
    from (
      select k.key, private.kept_since_by(k.key, k.figure::integer) as since
      from jsonb_each_text(p_value - 'site_url' - 'staff_idle_minutes' - 'mail_days') as k (key, figure)
      where k.figure::integer < private.kept_for(k.key)
    ) as t
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.rehearse_reminders (
  p_messages jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  moment timestamptz;
  due private.reminder_stay[] := '{}';
begin
  perform private.require('settings');
  perform private.require_shape(p_messages, jsonb_build_object('quietHours', '{"from": "time", "to": "time"}'::jsonb)
    || jsonb_object_agg(e.event, '{"enabled": "boolean", "first": "integer", "second": "integer", "third": "integer",
      "before": "integer"}'::jsonb))
  from unnest(array['quote_reminder', 'pickup_reminder', 'warranty_reminder']) as e (event);
  moment := private.reminder_time(now(), p_messages -> 'quietHours');
  if private.shop_day(moment) = private.shop_day(now()) then
    due := array(select d from private.reminders_due(private.present_stays(p_messages, moment), p_messages, moment) as d);
  end if;
  return jsonb_build_object('at', moment, 'today', cardinality(due), 'rows', (
    select coalesce(jsonb_agg(to_jsonb(r)), '[]') from (
      select d.order_id, o.order_number, o.customer_name, d.event, d.step
      from unnest(due) as d join public.service_orders o on o.id = d.order_id
      order by d.event, d.step, o.order_number limit 100
    ) as r), 'past', private.rehearse_past(p_messages, now()));
end
$function$;

CREATE OR REPLACE FUNCTION public.rehearse_waits (
  p_waits jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.require('settings');
  perform private.require_shape(p_waits, '[{"key": "text", "days": "integer"}]');
  return (
    select coalesce(jsonb_agg(to_jsonb(r)), '[]') from (
      select f.reason ->> 'key' as key, count(*) as waits,
        count(*) filter (where d.days <= (f.reason ->> 'days')::integer) as kept,
        ceil(percentile_disc(0.8) within group (order by d.days)) as usual
      from jsonb_array_elements(p_waits) as f (reason)
      join lateral (
        select private.shop_day(w.ended_at) - private.shop_day(w.started_at) as days from public.order_waits w
        where w.reason = f.reason ->> 'key' and w.ended_at > now() - make_interval(days => private.rehearsed_days())
      ) as d on true
      group by 1
    ) as r
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.save_customer_contact (
  p_id       uuid,
  p_customer uuid,
  p_name     text,
  p_phone    text    DEFAULT ''::text,
  p_email    text    DEFAULT ''::text,
  p_role     text    DEFAULT ''::text,
  p_contact  uuid    DEFAULT NULL::uuid,
  p_seen     integer DEFAULT 0
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_name constant text := private.written(private.without_controls(p_name, false));
  v_phone constant text := coalesce(private.written(private.without_controls(p_phone, false)), '');
  v_email constant text := coalesce(lower(private.written(p_email)), '');
  v_role constant text := coalesce(private.written(private.without_controls(p_role, false)), '');
  v_rut text;
begin
  perform private.require('customers.change');
  -- Without the version, as a card.
  if not private.claim_request(p_id, 'save_customer_contact',
    jsonb_build_array(p_customer, p_contact, v_name, v_phone, v_email, v_role), 'el contacto quedó guardado') then
    return;
  end if;
  if v_name is null or length(v_name) > 200 then
    raise exception 'Escribe el nombre del contacto, de hasta 200 letras.' using errcode = '23514';
  end if;
  if length(v_phone) > 40 then
    raise exception 'El teléfono puede tener hasta 40 letras.' using errcode = '23514';
  end if;
  if v_email <> '' and not private.is_email(v_email) then
    raise exception 'El correo no es válido.' using errcode = '23514';
  end if;
  if length(v_role) > 120 then
    raise exception 'El cargo puede tener hasta 120 letras.' using errcode = '23514';
  end if;
  v_rut := private.card_rut(p_customer);
  if p_contact is not null then
    update public.customer_contacts c
    set name = v_name, phone = v_phone, email = v_email, role = v_role, version = c.version + 1
    where c.id = p_contact and c.rut = v_rut and c.removed_at is null and c.version = p_seen;
    if not found then
      if exists (select from public.customer_contacts c
        where c.id = p_contact and c.rut = v_rut and c.removed_at is null) then
        raise exception 'Otra persona cambió este contacto mientras tanto. Revisa en qué quedó y guarda de nuevo.'
          using errcode = '23514';
      end if;
      raise exception 'Este contacto ya no está en la ficha: alguien lo quitó. Si guardas otra vez, se agrega de nuevo.'
        using errcode = 'P0002';
    end if;
    return;
  end if;
  insert into private.customer_cards (rut, updated_by) values (v_rut, (select auth.uid())) on conflict do nothing;
  -- Of two at once the second waits, and then counts the first.
  perform from private.customer_cards c where c.rut = v_rut for no key update;
  if (select count(*) from public.customer_contacts c where c.rut = v_rut and c.removed_at is null) >= 50 then
    raise exception 'La ficha ya tiene 50 contactos. Quita uno para agregar otro.' using errcode = '23514';
  end if;
  insert into public.customer_contacts (id, rut, name, phone, email, role)
  values (coalesce(p_id, gen_random_uuid()), v_rut, v_name, v_phone, v_email, v_role)
  on conflict (id) do nothing;
  if not found then
    perform private.refuse_id();
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION public.system_status (
  p_part text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.require('system-status');
  case p_part
    -- The caller's own claims, which the API has checked: for the functions that act for them.
    when 'access' then
      return (
        select jsonb_object_agg(c.key, c.value) from jsonb_each(current_setting('request.jwt.claims')::jsonb) as c
        where c.key in ('sub', 'session_id', 'aal'));
    when 'database' then
      return jsonb_build_object(
        'bytes', pg_catalog.pg_database_size(current_database()),
        'connections', (select count(*) from pg_catalog.pg_stat_activity a where a.datname = current_database()),
        'max_connections', current_setting('max_connections')::integer,
        'version', split_part(current_setting('server_version'), ' ', 1),
        'checksums', current_setting('data_checksums') = 'on',
        'checksum_failures', (select coalesce(sum(d.checksum_failures), 0) from pg_catalog.pg_stat_database d));
    when 'messages' then
      return private.message_facts();
    when 'documents' then
      return private.tax_facts();
    when 'mail' then
      return private.mail_facts();
    when 'jobs' then
      return private.cron_facts();
    when 'backups' then
      return private.backup_facts();
    when 'records' then
      return private.record_facts();
    when 'retention' then
      return (
        select jsonb_build_object('last_run_at', max(r.ran_at),
          'removed', (select coalesce(sum(v.value::integer), 0) from private.retention_runs q,
            jsonb_each_text(q.removed) v
            where q.ran_at > now() - interval '30 days'))
        from private.retention_runs r);
    else
      raise exception 'No existe esa parte del estado: %', p_part using errcode = '22023';
  end case;
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
  if not private.claim_request(p_id, 'take_payment', jsonb_build_array(p_orders, p_method, p_reference, p_note,
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

CREATE OR REPLACE FUNCTION public.undo_statuses (
  p_orders jsonb
)
  RETURNS TABLE (
    id           uuid,
    order_number integer,
    reason       text
  )
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
#variable_conflict use_column
begin
  perform private.require('orders.change');
  if jsonb_typeof(p_orders) is distinct from 'array' or jsonb_array_length(p_orders) not between 1 and 50 then
    raise exception 'Elige entre 1 y 50 órdenes.' using errcode = '22023';
  end if;
  perform private.require_shape(p_orders, '[{"id": "uuid", "version": "integer"}]');
  -- In one order for everybody, as change_orders.
  for id, order_number, reason in
    select s.id, s.order_number, e ->> 'version' from jsonb_array_elements(p_orders) as e
    join public.service_orders s on s.id = (e ->> 'id')::uuid order by s.id
  loop
    begin
      perform public.undo_status(id, reason::integer);
      reason := null;
    exception when check_violation then
      reason := sqlerrm;
    end;
    return next;
  end loop;
end
$function$;

CREATE INDEX tax_documents_pending ON private.tax_documents USING btree (created_at)
  WHERE (state = ANY (ARRAY['queued'::text, 'rejected'::text]));

REVOKE ALL ON FUNCTION "private"."contact_change"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."contact_change"(uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."contact_change"(uuid, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."keep_refused_cash"(uuid, uuid, bigint, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."keep_refused_cash"(uuid, uuid, bigint, text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."keep_refused_cash"(uuid, uuid, bigint, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."keep_refused_cash"(uuid, uuid, bigint, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."refuse_id"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."refuse_id"() TO "authenticated";

REVOKE ALL ON FUNCTION "private"."refuse_id"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."refuse_id"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."refuse_id"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."require_shape"(jsonb, jsonb, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."require_shape"(jsonb, jsonb, text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."require_shape"(jsonb, jsonb, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_shape"(jsonb, jsonb, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_shape"(jsonb, jsonb, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."tax_facts"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."tax_facts"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."tax_facts"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."correct_payment"(uuid, uuid, text, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."correct_payment"(uuid, uuid, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."correct_payment"(uuid, uuid, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."give_back"(uuid, uuid, bigint, text, text, text, jsonb, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."give_back"(uuid, uuid, bigint, text, text, text, jsonb, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."give_back"(uuid, uuid, bigint, text, text, text, jsonb, text) TO "postgres";
