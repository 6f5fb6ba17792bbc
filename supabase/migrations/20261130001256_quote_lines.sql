SET local check_function_bodies = off;

DROP TRIGGER "remember_status" ON "public"."service_orders";

DROP TRIGGER "stamp_open_quote" ON "public"."service_orders";

DROP FUNCTION "private"."keep_approved_price"(uuid, bigint);

DROP FUNCTION "public"."decide_quote"(text, text, uuid, text, text, bigint, text);

DROP FUNCTION "public"."get_quote"(text);

CREATE TABLE "private"."line_costs" (
  "order_id"  uuid   NOT NULL,
  "line_id"   uuid   NOT NULL,
  "unit_cost" bigint NOT NULL,
  CONSTRAINT "line_costs_pkey" PRIMARY KEY (order_id, line_id),
  CONSTRAINT "line_costs_unit_cost_check" CHECK (((unit_cost >= 0) AND (unit_cost <= 1000000000)))
);

ALTER TABLE "private"."line_costs"
  ENABLE ROW LEVEL SECURITY;

ALTER TABLE "private"."approved_prices"
  ADD COLUMN "lines" jsonb;

ALTER TABLE "public"."decision_history"
  ADD COLUMN "quote_lines" jsonb;

ALTER TABLE "public"."decision_history"
  ADD COLUMN "total_amount" bigint;

ALTER TABLE "public"."service_orders"
  ADD COLUMN "quote_lines" jsonb NOT NULL DEFAULT '[]'::jsonb;

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
    password_type = null, device_code_stored = false,
    unrepaired_reason = case when o.unrepaired_reason is not null then 'Sin detalle' end,
    warranty_reason = case when o.warranty_reason is not null then 'Sin detalle' end, anonymized_at = now()
  from person
  where o.id = any (p_ids) and o.anonymized_at is null and person.customer_rut = o.customer_rut;
  get diagnostics done = row_count;
  -- 'Deshacer' would restore these.
  delete from private.undoable_changes u where u.order_id = any (p_ids);
  update public.order_waits w set note = '' where w.order_id = any (p_ids) and w.note <> '';
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

CREATE OR REPLACE FUNCTION private.checked_line (
  p_line jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  IMMUTABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  kind constant text := p_line ->> 'kind';
  description constant text := private.written(private.without_controls(p_line ->> 'description', false));
  choice constant text := private.written(private.without_controls(p_line ->> 'choice', false));
  note constant text := coalesce(private.written(private.without_controls(p_line ->> 'note', false)), '');
  condition constant text := case when kind = 'part' then coalesce(p_line ->> 'condition', 'new') end;
  optional constant boolean := coalesce(p_line -> 'optional' = 'true', false);
  quantity constant bigint := private.line_number(p_line, 'quantity', 1);
  price constant bigint := private.line_number(p_line, 'unit_price', null);
  discount constant bigint := private.line_number(p_line, 'discount', 0);
begin
  if pg_input_is_valid(p_line ->> 'id', 'uuid') is not true or p_line ->> 'id' is null or kind is null
    or kind <> all (array['labour', 'part', 'discount']) or condition <> all (array['new', 'refurbished', 'used']) then
    raise exception 'Una línea del presupuesto no es válida.' using errcode = '22023';
  end if;
  if description is null or length(description) > 120 then
    raise exception 'Escribe qué es cada línea del presupuesto, en hasta 120 letras.' using errcode = '23514';
  end if;
  if length(choice) > 60 or length(note) > 200 then
    raise exception 'En «%»: la alternativa lleva hasta 60 letras, y la nota hasta 200.', description
      using errcode = '23514';
  end if;
  if (quantity between 1 and case when kind = 'discount' then 1 else 99 end) is not true then
    raise exception 'En «%»: la cantidad es un número entero entre 1 y 99.', description using errcode = '23514';
  end if;
  if kind = 'discount' then
    if (price between -1000000000 and -1) is not true or discount is distinct from 0 or choice is not null
      or optional then
      raise exception 'En «%»: escribe de cuántos pesos es el descuento.', description using errcode = '23514';
    end if;
  elsif (price between 0 and 1000000000) is not true then
    raise exception 'En «%»: escribe el precio en pesos, sin decimales.', description using errcode = '23514';
  elsif (discount between 0 and quantity * price) is not true then
    raise exception 'En «%»: el descuento no es mayor que el precio.', description using errcode = '23514';
  end if;
  if choice is not null and optional then
    raise exception 'En «%»: una alternativa no es además opcional.', description using errcode = '23514';
  end if;
  return jsonb_build_object('id', (p_line ->> 'id')::uuid, 'kind', kind, 'description', description,
    'quantity', quantity, 'unit_price', price, 'discount', discount, 'condition', condition, 'choice', choice,
    'optional', optional, 'note', note,
    'chosen', case when choice is null and not optional then true else coalesce(p_line -> 'chosen' = 'true', false) end,
    'product_id', case when kind = 'part' and pg_input_is_valid(p_line ->> 'product_id', 'uuid')
      then (p_line ->> 'product_id')::uuid end);
end
$function$;

CREATE OR REPLACE FUNCTION private.checked_lines (
  p_lines jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  IMMUTABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  checked jsonb;
  wrong text;
  least bigint;
  most bigint;
begin
  if jsonb_typeof(p_lines) is distinct from 'array' then
    raise exception 'Las líneas del presupuesto no son válidas.' using errcode = '22023';
  end if;
  if jsonb_array_length(p_lines) > 50 then
    raise exception 'Un presupuesto lleva hasta 50 líneas.' using errcode = '23514';
  end if;
  select coalesce(jsonb_agg(private.checked_line(l.value) order by l.place), '[]') into checked
  from jsonb_array_elements(p_lines) with ordinality as l (value, place);
  if (select count(distinct l -> 'id') from jsonb_array_elements(checked) as l) < jsonb_array_length(checked) then
    raise exception 'Las líneas del presupuesto no son válidas.' using errcode = '22023';
  end if;
  select l ->> 'choice' into wrong from jsonb_array_elements(checked) as l where l ->> 'choice' is not null
  group by l ->> 'choice' having count(*) < 2 or count(*) filter (where (l ->> 'chosen')::boolean) <> 1
  order by l ->> 'choice' limit 1;
  if found then
    raise exception 'Entre las alternativas de «%» hay al menos dos, y una es la elegida.', wrong
      using errcode = '23514';
  end if;
  select sum(c.least), sum(c.most) into least, most from (
    select min(private.line_amount(l)) filter (where not (l ->> 'optional')::boolean) as least,
      max(private.line_amount(l)) as most
    from jsonb_array_elements(checked) as l group by coalesce(l ->> 'choice', l ->> 'id')
  ) as c;
  if least < 0 then
    raise exception 'El descuento es mayor que lo que el cliente puede llegar a elegir.' using errcode = '23514';
  end if;
  if most > 1000000000 then
    raise exception 'El presupuesto puede ser de hasta %.', private.format_clp(1000000000) using errcode = '23514';
  end if;
  return checked;
end
$function$;

CREATE OR REPLACE FUNCTION private.follow_total (
  p_order_id uuid,
  p_lines    jsonb,
  p_total    bigint
)
  RETURNS jsonb
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
declare
  first constant jsonb := p_lines -> 0;
  kept jsonb;
  rest bigint;
begin
  if p_total is not null and private.lines_total(p_lines) = p_total then
    return p_lines;
  end if;
  if p_total is null or first is null then
    return private.lines_of_total(p_order_id, p_total);
  end if;
  if jsonb_array_length(p_lines) = 1 and first ->> 'kind' <> 'discount' and (first ->> 'quantity')::integer = 1 then
    return jsonb_build_array(first || jsonb_build_object('unit_price', p_total, 'discount', 0, 'optional', false,
      'chosen', true));
  end if;
  select coalesce(jsonb_agg(l.value || '{"choice": null, "optional": false}' order by l.place), '[]') into kept
  from jsonb_array_elements(p_lines) with ordinality as l (value, place)
  where (l.value ->> 'chosen')::boolean and not private.is_adjustment(l.value);
  rest := p_total - private.lines_total(kept);
  return case when rest = 0 then kept else kept || private.plain_line(kept::text,
    case when rest < 0 then 'discount' else 'labour' end, 'Ajuste', rest) end;
end
$function$;

CREATE OR REPLACE FUNCTION private.guard_approved_price()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  total bigint := coalesce(new.total_amount, 0);
  promised bigint;
  is_other boolean;
  is_asked boolean;
begin
  if new.status = 'approved' and old.status <> 'approved' then
    perform private.keep_approved_price(new.id, total, new.quote_lines);
    return new;
  end if;
  if not private.is_api_caller() then
    return new;
  end if;
  promised := private.approved_price(new.id);
  if promised is null and old.approved_at is not null then
    -- The stamp goes with the next quote, the promise does not.
    promised := coalesce(old.total_amount, 0);
    perform private.keep_approved_price(new.id, promised, old.quote_lines);
  end if;
  -- Without an approval the price is the shop's.
  if promised is null then
    return new;
  end if;
  if new.advance_payment + new.final_payment > greatest(promised, old.advance_payment + old.final_payment) then
    raise exception 'El cliente aprobó %: no recibas más que eso sin su aprobación.', private.format_clp(promised)
      using errcode = '23514';
  end if;
  -- No work is done on a device that goes back unrepaired.
  is_other := new.unrepaired_reason is null and private.is_other_work(new.id, new.quote_lines);
  if total <= promised and not is_other then
    return new;
  end if;
  -- This change asks for another answer.
  is_asked := total > greatest(promised, coalesce(old.total_amount, 0))
    or is_other and private.promised_work(new.quote_lines) <> private.promised_work(old.quote_lines);
  if is_asked and new.status <> 'quoted' and (new.status <> old.status or new.status in ('delivered', 'cancelled')) then
    raise exception '%', case when total > promised
      then format('El cliente aprobó %s. Para cobrar más, envíale antes un nuevo presupuesto.',
        private.format_clp(promised))
      else 'El cliente aprobó otros trabajos o repuestos. Para cambiarlos, envíale antes un nuevo presupuesto.' end
      using errcode = '23514';
  end if;
  if new.status <> old.status and new.status not in ('quoted', 'cancelled')
    and (old.status = 'quoted' or new.status in ('completed', 'delivered')) then
    raise exception '%', case when total > promised
      then format('El cliente aprobó %s y no ha aprobado %s. Espera su respuesta, anota su aprobación o vuelve a ese precio.',
        private.format_clp(promised), private.format_clp(total))
      else 'El cliente aprobó otros trabajos o repuestos. Espera su respuesta, anota su aprobación o vuelve a lo que aprobó.'
      end using errcode = '23514';
  end if;
  if not is_asked or new.status = 'quoted' then
    return new;
  end if;
  new.status := 'quoted';
  return private.stamp_status(new, old);
end
$function$;

CREATE OR REPLACE FUNCTION private.guard_service_order()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  by_api boolean := private.is_api_caller();
  is_desk boolean;
  given_reason text;
begin
  -- What follows from its waits and from the opening hours changes nothing of what a form has read: its version stays.
  if tg_op = 'UPDATE' and (new.on_hold, new.at_risk_from) is distinct from (old.on_hold, old.at_risk_from)
    and to_jsonb(new) - array['on_hold', 'at_risk_from'] = to_jsonb(old) - array['on_hold', 'at_risk_from'] then
    return new;
  end if;
  new.customer_rut := private.normalize_rut(new.customer_rut);
  new.customer_name := trim(new.customer_name);
  new.customer_phone := trim(new.customer_phone);
  new.imei := nullif(trim(new.imei), '');

  if tg_op = 'INSERT' then
    if by_api then
      new := private.guard_new_order(new);
    end if;
    new.quote := coalesce(nullif(new.quote, 0), new.total_amount, 0);
    new.total_amount := case when new.import_key is null then new.quote else new.total_amount end;
    return new;
  end if;

  if by_api and new.quote_lines is distinct from old.quote_lines then
    perform private.keep_line_costs(new.id, new.quote_lines);
    new.quote_lines := private.checked_lines(new.quote_lines);
  end if;
  new.total_amount := case when new.quote_lines is distinct from old.quote_lines
    then private.lines_total(new.quote_lines)
    else private.settle_amount(new.quote, old.quote, new.total_amount, old.total_amount) end;
  new.quote := coalesce(new.total_amount, 0);

  if by_api then
    is_desk := private.may('order-form');
    if not is_desk and (private.edits_desk_columns(new, old)
      or (new.technician_id is distinct from old.technician_id
        and new.technician_id is distinct from (select auth.uid()) and new.technician_id is not null)) then
      raise exception 'Solo administración y recepción editan los datos de la orden.' using errcode = '42501';
    end if;
    if (new.warranty_days, new.parts_warranty_days) is distinct from (old.warranty_days, old.parts_warranty_days)
      and (new.status = old.status and not is_desk
        or (old.status = 'delivered' or old.warranty_since is not null)
          and (new.status <> 'delivered' or old.status = 'delivered')) then
      raise exception 'La garantía se fija al entregar la orden; después la corrige administración, con un motivo.'
        using errcode = '42501';
    end if;
    -- Stamps are the server's, whatever was sent.
    new.approved_at := old.approved_at;
    new.rejected_at := old.rejected_at;
    new.delivered_at := old.delivered_at;
    new.completed_at := old.completed_at;
    new.updated_at := now();
    -- A reason comes with its cancellation and ends with it.
    given_reason := new.cancellation_reason;
    new.cancellation_reason := case when new.status = old.status then old.cancellation_reason end;
    new.unrepaired_reason := case
      when new.status = old.status then old.unrepaired_reason
      else nullif(btrim(new.unrepaired_reason, E' \t\r\n'), '')
    end;
    if new.status is distinct from old.status then
      if new.status = 'cancelled' then
        new.cancellation_reason := given_reason;
      end if;
      new := private.change_status(new, old);
    end if;
  elsif new.updated_at is not distinct from old.updated_at then
    new.updated_at := now();
  end if;

  if new.status is distinct from old.status then
    new := private.stamp_status(new, old);
  end if;
  if new.anonymized_at is not null then
    new.cancellation_reason := null;
  end if;
  if new.status <> 'delivered' then
    new.unrepaired_reason := null;
  end if;
  new.version := old.version + 1;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.has_changed_work (
  p_order_id uuid,
  p_person   uuid,
  p_lines    jsonb
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select private.is_other_work(p_order_id, p_lines) and exists (
    select from public.order_events e
    where e.order_id = p_order_id and e.actor_id = p_person
      and private.promised_work(e.changes #> '{quote_lines,0}') <> private.promised_work(e.changes #> '{quote_lines,1}')
      and e.id > coalesce((select max(d.id) from public.order_events d
        where d.order_id = p_order_id and d.kind = 'decision' and d.changes #>> '{status,1}' = 'approved'), 0)
  )
$function$;

CREATE OR REPLACE FUNCTION private.is_adjustment (
  p_line jsonb
)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
  select p_line ->> 'kind' <> 'part' and p_line ->> 'description' = 'Ajuste'
$function$;

CREATE OR REPLACE FUNCTION private.is_other_work (
  p_order_id uuid,
  p_lines    jsonb
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select coalesce((select private.promised_work(p.lines) <> private.promised_work(p_lines)
    from private.approved_prices p where p.order_id = p_order_id and p.lines is not null), false)
$function$;

CREATE OR REPLACE FUNCTION private.is_plain_quote (
  p_lines jsonb
)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
  select jsonb_array_length(p_lines) = 0 or jsonb_array_length(p_lines) = 1
    and p_lines #>> '{0,kind}' = 'labour' and p_lines #>> '{0,description}' = 'Servicio técnico'
    and p_lines #>> '{0,note}' = '' and p_lines #>> '{0,optional}' = 'false'
$function$;

CREATE OR REPLACE FUNCTION private.is_quote_expired (
  o public.service_orders
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select coalesce(private.quote_valid_until(o) < private.shop_day(now()), false)
$function$;

CREATE OR REPLACE FUNCTION private.keep_approved_price (
  p_order_id uuid,
  p_amount   bigint,
  p_lines    jsonb
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  insert into private.approved_prices (order_id, amount, lines) values (p_order_id, p_amount, p_lines)
  on conflict (order_id) do update set amount = excluded.amount, lines = excluded.lines
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
  where c.order_id = p_order_id and l ? 'unit_cost' and c.line_id::text = lower(l ->> 'id');
  insert into private.line_costs (order_id, line_id, unit_cost)
  select p_order_id, (l ->> 'id')::uuid, private.line_number(l, 'unit_cost', null)
  from jsonb_array_elements(p_lines) as l
  where l ->> 'unit_cost' is not null and pg_input_is_valid(l ->> 'id', 'uuid')
  on conflict do nothing;
end
$function$;

CREATE OR REPLACE FUNCTION private.line_amount (
  p_line jsonb
)
  RETURNS bigint
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
  select (p_line ->> 'quantity')::bigint * (p_line ->> 'unit_price')::bigint - (p_line ->> 'discount')::bigint
$function$;

CREATE OR REPLACE FUNCTION private.line_number (
  p_line    jsonb,
  p_key     text,
  p_default bigint
)
  RETURNS bigint
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
  select case when p_line ->> p_key is null then p_default
    when p_line ->> p_key ~ '^-?[0-9]{1,10}$' then (p_line ->> p_key)::bigint end
$function$;

CREATE OR REPLACE FUNCTION private.lines_of_total (
  p_order_id uuid,
  p_total    bigint
)
  RETURNS jsonb
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
  select case when coalesce(p_total, 0) = 0 then '[]'
    else jsonb_build_array(private.plain_line(p_order_id::text, 'labour', 'Servicio técnico', p_total)) end
$function$;

CREATE OR REPLACE FUNCTION private.lines_total (
  p_lines jsonb
)
  RETURNS bigint
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
  select coalesce(sum(private.line_amount(l)), 0)::bigint from jsonb_array_elements(p_lines) as l
  where (l ->> 'chosen')::boolean
$function$;

CREATE OR REPLACE FUNCTION private.order_stays (
  p_ids      uuid[],
  p_messages jsonb
)
  RETURNS SETOF private.reminder_stay
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with held as (
    select o.*, w.reason, w.started_at,
      (select nullif((s.value ->> 'quoteDays')::integer, 0) from public.setting_sections s where s.section = 'desk')
        as quote_days
    from public.service_orders o
    left join lateral (select t.reason, t.started_at from public.order_waits t
      where t.order_id = o.id and t.ended_at is null limit 1) as w on true
    where o.id = any (p_ids)
  ), stays as (
    select h.id, 'quote_reminder' as event,
      private.shop_day(case when h.status = 'quoted' then h.quoted_at else h.started_at end) as since,
      -- Nobody is asked for an answer to a quote that expired.
      case when h.status = 'quoted' and h.quote_days is not null then tstzmultirange(tstzrange(null,
        (private.shop_day(h.quoted_at) + h.quote_days + 1)::timestamp at time zone 'America/Santiago'))
        else '{(,)}' end as during
    from held h where h.reason = 'customer' or h.reason is null and h.status = 'quoted'
    union all
    select h.id, 'pickup_reminder',
      private.shop_day(case h.status when 'completed' then h.completed_at else h.rejected_at end), '{(,)}'
    from held h where h.status = any (private.statuses_in('pickup'))
    union all
    select w.order_id, 'warranty_reminder', w.since, w.during
    from private.warranty_endings(p_ids, private.warranty_days_before(p_messages)) as w
  )
  select s.id, s.event, p.phone, s.since, s.during, coalesce((
    select max(m.occurrence) from public.whatsapp_messages m where m.order_id = s.id and m.event = s.event), 0)
  from stays s join private.reminder_phones(p_ids) as p on p.order_id = s.id
  where s.since is not null
$function$;

CREATE OR REPLACE FUNCTION private.picked_lines (
  p_lines  jsonb,
  p_chosen uuid[]
)
  RETURNS jsonb
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  with picked as (
    select l.place, l.value, l.value ->> 'choice' as choice,
      case when l.value ->> 'choice' is null and not (l.value ->> 'optional')::boolean then true
        else (l.value ->> 'id')::uuid = any (p_chosen) end as chosen
    from jsonb_array_elements(p_lines) with ordinality as l (value, place)
  )
  select case when not exists (select from unnest(p_chosen) as id
      where id is null or id not in (select (p.value ->> 'id')::uuid from picked p))
    and not exists (select from picked p where p.choice is not null
      group by p.choice having count(*) filter (where p.chosen) <> 1)
    then (select coalesce(jsonb_agg(p.value || jsonb_build_object('chosen', p.chosen) order by p.place), '[]')
      from picked p) end
$function$;

CREATE OR REPLACE FUNCTION private.plain_line (
  p_seed        text,
  p_kind        text,
  p_description text,
  p_price       bigint
)
  RETURNS jsonb
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
  select jsonb_build_object('id', md5(p_seed)::uuid, 'kind', p_kind, 'description', p_description, 'quantity', 1,
    'unit_price', p_price, 'discount', 0, 'condition', null, 'choice', null, 'optional', false, 'chosen', true,
    'note', '', 'product_id', null)
$function$;

CREATE OR REPLACE FUNCTION private.promised_work (
  p_lines jsonb
)
  RETURNS jsonb
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
  select coalesce(jsonb_agg(w.promise order by w.promise), '[]') from (
    select jsonb_build_array(l -> 'kind', l -> 'description', l -> 'quantity', l -> 'condition', l -> 'note') as promise
    from jsonb_array_elements(p_lines) as l
    where (l ->> 'chosen')::boolean and l ->> 'kind' <> 'discount' and not private.is_adjustment(l)
  ) as w
$function$;

CREATE OR REPLACE FUNCTION private.quote_valid_until (
  o public.service_orders
)
  RETURNS date
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select private.shop_day(o.quoted_at) + nullif((s.value ->> 'quoteDays')::integer, 0)
  from public.setting_sections s where s.section = 'desk'
$function$;

CREATE OR REPLACE FUNCTION private.quote_version (
  o public.service_orders
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select md5(jsonb_build_array(o.total_amount, o.technical_work, o.equipment_type, o.equipment_brand,
    o.equipment_model, private.shown_lines(o.quote_lines))::text)
$function$;

CREATE OR REPLACE FUNCTION private.record_decision (
  o public.service_orders
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  number text := private.format_order_number(o.order_number);
begin
  insert into public.decision_history (order_id, quote_lines, total_amount, type, message)
  values (
    o.id, o.quote_lines, o.total_amount,
    case o.status when 'approved' then 'success' else 'failure' end,
    case o.status
      when 'approved' then 'El cliente aprobó el presupuesto de ' || private.format_clp(o.total_amount) || '.'
      else 'El cliente rechazó el presupuesto de ' || private.format_clp(o.total_amount) || '.'
    end
  );
  insert into public.notifications (type, message, order_id)
  values (
    case o.status when 'approved' then 'quote_approved' else 'quote_rejected' end,
    'Orden ' || number || ': ' || o.customer_name
      || case o.status when 'approved' then ' aprobó el presupuesto.' else ' rechazó el presupuesto.' end,
    o.id
  );
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
      perform private.add_order_event(new, 'created', private.promise_change(null, new.promised_at));
      perform private.queue_order_message(new, 'created');
    end if;
    return new;
  end if;

  changes := private.row_changes(to_jsonb(old), to_jsonb(new));
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

CREATE OR REPLACE FUNCTION private.row_changes (
  before jsonb,
  after  jsonb
)
  RETURNS jsonb
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select coalesce(jsonb_object_agg(key, jsonb_build_array(before -> key, value)), '{}')
  from jsonb_each(after)
  where value is distinct from before -> key
    and key not in ('updated_at', 'version', 'device_password', 'device_code_stored', 'quote', 'import_key',
      'import_batch_id', 'approved_at', 'rejected_at', 'delivered_at', 'completed_at', 'quoted_at',
      'cancellation_reason', 'on_hold', 'warranty_repair', 'promised_at',
      'at_risk_from', 'warranty_since')
    and not (key = 'quote_lines'
      and coalesce(private.is_plain_quote(value) and private.is_plain_quote(before -> key), false))
$function$;

CREATE OR REPLACE FUNCTION private.settle_quote_lines()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  new.quote_lines := private.follow_total(new.id, coalesce(new.quote_lines, '[]'), new.total_amount);
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.shown_lines (
  p_lines jsonb
)
  RETURNS jsonb
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
  select coalesce(jsonb_agg(l.value - array['chosen', 'product_id'] order by l.place), '[]')
  from jsonb_array_elements(p_lines) with ordinality as l (value, place)
$function$;

CREATE OR REPLACE FUNCTION private.technician_columns()
  RETURNS text[]
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select array[
    'status', 'technical_work', 'quote', 'total_amount', 'quote_lines', 'technician_id', 'notes', 'cancellation_reason',
    'unrepaired_reason', 'warranty_days', 'warranty_outcome', 'warranty_reason', 'final_payment', 'updated_at',
    'approved_at', 'rejected_at', 'delivered_at', 'completed_at', 'parts_warranty_days', 'payment_details'
  ]
$function$;

CREATE OR REPLACE FUNCTION public.decide_quote (
  p_order_id text,
  p_decision text,
  p_account  uuid   DEFAULT NULL::uuid,
  p_address  text   DEFAULT NULL::text,
  p_browser  text   DEFAULT NULL::text,
  p_amount   bigint DEFAULT NULL::bigint,
  p_version  text   DEFAULT NULL::text,
  p_chosen   uuid[] DEFAULT NULL::uuid[]
)
  RETURNS TABLE (
    outcome      text,
    order_number integer,
    status       text
  )
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  target public.service_orders;
  account public.profiles;
  picked jsonb;
  claims text := current_setting('request.jwt.claims', true);
begin
  if p_decision is null or p_decision not in ('approved', 'rejected') then
    return query select 'invalid', null::integer, null::text;
    return;
  end if;
  select * into account from public.profiles p where p.id = p_account;
  if account.role <> 'customer' then
    return query select 'staff', null::integer, null::text;
    return;
  end if;
  select * into target from public.service_orders o
  where o.id = private.linked_order(p_order_id)
  for update;
  picked := case when p_chosen is null then target.quote_lines else private.picked_lines(target.quote_lines, p_chosen) end;
  if target.id is null then
    return query select 'not_found', null::integer, null::text;
  elsif target.status <> 'quoted' then
    return query select 'already_decided', target.order_number, target.status;
  elsif private.is_unproved(target, p_order_id, account.id) then
    return query select 'unproved', target.order_number, target.status;
  elsif private.is_quote_expired(target) then
    return query select 'expired', target.order_number, target.status;
  elsif p_version <> private.quote_version(target)
    or (p_version is null and (p_chosen is not null or not private.is_quote_as_sent(target))) then
    return query select 'changed', target.order_number, target.status;
  elsif picked is null then
    return query select 'invalid', null::integer, null::text;
  elsif p_amount <> private.lines_total(picked) then
    return query select 'changed', target.order_number, target.status;
  else
    -- The triggers' rows name the account that decides, not the function that calls.
    perform set_config(
      'request.jwt.claims',
      case when account.id is null then '{}' else jsonb_build_object('sub', account.id, 'role',
      'authenticated')::text end, true
    );
    update public.service_orders o
    set status = p_decision,
      quote_lines = case p_decision when 'approved' then picked else o.quote_lines end,
      approved_at = case p_decision when 'approved' then now() end,
      rejected_at = case p_decision when 'rejected' then now() end
    where o.id = target.id;
    perform set_config('request.jwt.claims', coalesce(claims, ''), true);
    insert into public.decision_origins (decision_id, order_id, address, browser, account_id, account_name)
    select h.id, target.id, private.shorten_address(p_address), nullif(left(trim(p_browser), 300), ''), account.id,
      account.full_name
    from public.decision_history h
    where h.order_id = target.id and h.created_at = now();
    return query select 'decided', target.order_number, p_decision;
  end if;
end
$function$;

REVOKE ALL ON FUNCTION "public"."decide_quote"(text, text, uuid, text, text, bigint, text, uuid[]) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.export_own_data()
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  caller uuid := (select auth.uid());
  own_rut text := private.my_rut();
begin
  perform private.require('own-data.request');
  perform pg_advisory_xact_lock(hashtextextended('private.own_exports' || caller, 0));
  delete from private.own_exports e where e.made_at < now() - interval '1 hour';
  if (select count(*) from private.own_exports e where e.user_id = caller) >= 10 then
    raise exception 'Ya descargaste tus datos varias veces. Vuelve a intentarlo en una hora.' using errcode = 'P0001';
  end if;
  insert into private.own_exports (user_id) values (caller);
  return jsonb_build_object(
    'fecha', now(),
    'perfil', (
      select jsonb_build_object('nombre', p.full_name, 'correo', p.email, 'rut', p.rut, 'rut_confirmado_el',
        p.rut_verified_at, 'telefono', p.phone, 'direccion', p.address, 'cuenta_creada_el', p.created_at,
        'sin_recordatorios', exists (
          select from private.reminder_refusals r where r.subject = any (private.reminder_subjects(caller))))
      from public.profiles p where p.id = caller),
    'ordenes', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'numero', o.order_number, 'numero_anterior', o.former_number, 'recibida_el', o.created_at,
        'actualizada_el', o.updated_at, 'estado', o.status, 'motivo_de_cancelacion', o.cancellation_reason,
        'cliente', jsonb_build_object('nombre', o.customer_name, 'rut', o.customer_rut, 'telefono', o.customer_phone,
          'otro_telefono', o.second_phone, 'direccion', o.customer_address),
        'equipo', jsonb_build_object('tipo', o.equipment_type, 'marca', o.equipment_brand, 'modelo', o.equipment_model,
          'imei', o.imei, 'condicion', o.equipment_condition, 'clave_guardada', o.device_code_stored,
          'tipo_de_clave', o.password_type),
        'problema', o.work_description, 'trabajo', o.technical_work, 'notas', o.notes,
        'total', o.total_amount, 'presupuesto', private.shown_lines(o.quote_lines), 'abono', o.advance_payment, 'pagado_al_retirar', o.final_payment,
        'cotizada_el', o.quoted_at, 'aprobada_el', o.approved_at, 'rechazada_el', o.rejected_at, 'terminada_el',
        o.completed_at, 'entregada_el', o.delivered_at, 'garantia_dias', o.warranty_days,
        'garantia_de_repuestos_dias', o.parts_warranty_days,
        'entregada_sin_reparar', o.unrepaired_reason, 'en_garantia_de_la_orden', o.warranty_of,
        'no_es_garantia', o.not_warranty, 'resultado_de_la_garantia', o.warranty_outcome,
        'motivo_del_resultado', o.warranty_reason, 'comprometida_para', o.promised_at,
        'pagos', (
          select coalesce(jsonb_agg(jsonb_build_object('fecha', p.created_at, 'medio', p.method, 'monto', p.amount)
            order by p.created_at, p.id), '[]')
          from public.order_payments(o.id) as p),
        'esperas', (
          select coalesce(jsonb_agg(jsonb_build_object('texto', w.public_text, 'desde', w.started_at, 'hasta', w.ended_at,
            'fecha_esperada', w.expected_on) order by w.started_at), '[]')
          from public.order_waits w where w.order_id = o.id and w.public_text is not null),
        'avisos_de_retiro', (
          select coalesce(jsonb_agg(jsonb_build_object('fecha', t.made_at, 'como', case t.kind when 'call' then 'llamado'
            else 'carta' end) order by t.id), '[]')
          from private.unclaimed_attempts t where t.order_id = o.id),
        'decisiones', (
          select coalesce(jsonb_agg(jsonb_build_object('fecha', d.created_at, 'decision', d.message,
            'presupuesto', private.shown_lines(d.quote_lines), 'total', d.total_amount, 'red', g.address,
            'navegador', g.browser, 'desde_tu_cuenta', g.account_id = caller) order by d.created_at), '[]')
          from public.decision_history d left join public.decision_origins g on g.decision_id = d.id
            where d.order_id = o.id),
        'mensajes_enviados', (
          select coalesce(jsonb_agg(jsonb_build_object('fecha', m.created_at, 'telefono', m.phone, 'plantilla',
            m.template, 'datos', array(select split_part(p.value, '-' || right(private.quote_link(o.id), 20), 1)
              from unnest(m.params) with ordinality as p (value, place) order by p.place),
            'estado', m.state, 'enviado_el', m.sent_at, 'entregado_el', m.delivered_at,
              'leido_el', m.read_at) order by m.created_at), '[]')
          from public.whatsapp_messages m where m.order_id = o.id),
        'mensajes_recibidos', (
          select coalesce(jsonb_agg(jsonb_build_object('fecha', r.received_at, 'telefono', r.phone, 'texto', r.body)
            order by r.received_at), '[]')
          from public.whatsapp_replies r where r.order_id = o.id)
      ) order by o.created_at), '[]')
      from public.service_orders o where o.customer_rut = own_rut),
    'citas', (
      select coalesce(jsonb_agg(jsonb_build_object('fecha', a.appointment_date, 'motivo', a.reason, 'estado', a.status,
        'creada_el', a.created_at, 'movida_desde', a.moved_from, 'movida_el', a.moved_at,
        'cancelada_el', a.cancelled_at, 'equipo', a.device, 'reservada_en_el_sitio', a.source = 'site',
        'orden', a.order_number, 'mensajes_enviados', (
          -- Without their texts: one of them is the link.
          select coalesce(jsonb_agg(jsonb_build_object('fecha', m.created_at, 'telefono', m.phone, 'plantilla',
            m.template, 'estado', m.state, 'enviado_el', m.sent_at) order by m.created_at), '[]')
          from public.whatsapp_messages m where m.appointment_id = a.id)) order by a.appointment_date), '[]')
      from public.appointments a where a.customer_id = caller),
    'sesiones', (
      select coalesce(jsonb_agg(jsonb_build_object('navegador', s.user_agent, 'red', s.address, 'desde', s.created_at,
        'ultimo_uso', s.last_used_at)), '[]')
      from public.own_sessions() s),
    'solicitudes_de_supresion', (
      select coalesce(jsonb_agg(jsonb_build_object('fecha', r.created_at, 'estado', r.state, 'plazo', r.due_at,
        'respuesta', r.answer)
        order by r.created_at), '[]')
      from public.erasure_requests r where r.customer_id = caller)
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.get_quote (
  p_order_id text
)
  RETURNS TABLE (
    order_number    integer,
    status          text,
    technical_work  text,
    total_amount    bigint,
    equipment_type  text,
    equipment_brand text,
    equipment_model text,
    quoted_at       timestamp with time zone,
    version         text,
    lines           jsonb,
    tax_rate        integer,
    valid_until     date,
    expired         boolean
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select o.order_number, o.status, q.technical_work, q.total_amount, q.equipment_type, q.equipment_brand,
    q.equipment_model, q.quoted_at, case when q.id is not null then private.quote_version(q) end,
    (select coalesce(jsonb_agg(l.value - 'product_id' order by l.place), '[]')
      from jsonb_array_elements(q.quote_lines) with ordinality as l (value, place)),
    (select (s.value ->> 'taxRate')::integer from public.setting_sections s
      where s.section = 'shop' and q.id is not null),
    case when q.id is not null then private.quote_valid_until(q) end,
    q.id is not null and private.is_quote_expired(q)
  from public.service_orders o
  left join public.service_orders q on q.id = o.id and q.status = 'quoted'
  -- A malformed id is an unknown id.
  where o.id = private.linked_order(p_order_id)
$function$;

CREATE OR REPLACE FUNCTION public.line_costs (
  p_order_id uuid
)
  RETURNS TABLE (
    line_id   uuid,
    unit_cost bigint
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.require('costs.see');
  return query select c.line_id, c.unit_cost from private.line_costs c where c.order_id = p_order_id order by c.line_id;
end
$function$;

REVOKE ALL ON FUNCTION "public"."line_costs"(uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.record_approval (
  p_order_id uuid,
  p_channel  text,
  p_said_by  text,
  p_amount   bigint,
  p_version  text
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
  if p_amount is distinct from coalesce(target.total_amount, 0)
    or p_version is distinct from private.quote_version(target) then
    raise exception 'El presupuesto cambió. Léele al cliente el nuevo antes de anotar su aprobación.'
      using errcode = '23514';
  end if;
  promised := private.approved_price(target.id);
  if target.total_amount > promised and private.has_raised_price(target.id, (select auth.uid()), promised) then
    raise exception 'Subiste este precio: la aprobación la anota otra persona del taller, o el cliente responde por su enlace.'
      using errcode = '42501';
  end if;
  if private.has_changed_work(target.id, (select auth.uid()), target.quote_lines) then
    raise exception 'Cambiaste lo aprobado: la aprobación la anota otra persona del taller, o el cliente responde por su enlace.'
      using errcode = '42501';
  end if;
  update public.service_orders o set status = 'approved', approved_at = now(), rejected_at = null where o.id = target.id
  returning * into target;
  select p.full_name into by_whom from public.profiles p where p.id = (select auth.uid());
  -- The customer reads in the portal and in the message how it was given.
  update public.decision_history h
  set message = format('%s aprobó el presupuesto de %s %s. Lo anotó %s.', said_by,
    private.format_clp(target.total_amount), place, by_whom)
  where h.order_id = target.id and h.created_at = now();
  update public.whatsapp_messages m set params[2] = 'aprobado ' || place
  where m.order_id = target.id and m.event = 'approved' and m.created_at = now() and m.state = 'queued';
  insert into public.decision_origins (decision_id, order_id, account_id, account_name)
  select h.id, target.id, (select auth.uid()), by_whom
  from public.decision_history h where h.order_id = target.id and h.created_at = now();
  return query select target.status, target.version;
end
$function$;

CREATE OR REPLACE FUNCTION public.resend_quote (
  p_order_id uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  target public.service_orders;
begin
  perform private.require('messages');
  select * into target from public.service_orders o where o.id = p_order_id for update;
  if target.status is distinct from 'quoted' then
    raise exception 'La orden no tiene un presupuesto por responder.' using errcode = '23514';
  end if;
  if private.is_quote_expired(target) then
    update public.service_orders o set quoted_at = now() where o.id = target.id returning * into target;
  end if;
  if not exists (
    select from public.whatsapp_messages m
    where m.order_id = target.id and m.event = 'quoted'
      and (m.state in ('queued', 'sending') or m.created_at > now() - interval '1 minute')
  ) then
    perform private.queue_order_message(target, 'quoted');
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION public.undo_status (
  p_order_id uuid,
  p_version  integer
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  now_is public.service_orders;
  was public.service_orders;
  change private.undoable_changes;
begin
  perform private.require('orders.change');
  select * into now_is from public.service_orders o where o.id = p_order_id for update;
  select * into change from private.undoable_changes u
  where u.order_id = p_order_id and u.version = p_version and u.actor_id = (select auth.uid());
  if change.undone then
    return;
  end if;
  -- The sender may have the message already.
  update public.whatsapp_messages m set state = 'discarded', error_code = 'taken_back'
  where m.order_id = p_order_id and m.event = now_is.status and m.state = 'queued' and m.held_until = change.until;
  if change.order_id is null or now_is.version <> change.version or change.until < now() or exists (
    select from public.whatsapp_messages m
    where m.order_id = p_order_id and m.held_until = change.until and m.state not in ('discarded', 'off')) then
    raise exception 'Ya no se puede deshacer: pasó el tiempo o la orden cambió. Corrige el estado en la orden.'
      using errcode = '23514';
  end if;
  -- A corrected customer stays corrected, and is the one whose order it must be.
  was := jsonb_populate_record(now_is, change.before - array['customer_rut', 'customer_phone', 'second_phone']);
  -- The orders that it is linked to, or that are to it, may have changed meanwhile (22_warranty_repairs).
  perform private.keep_warranty(was);
  if was.warranty_of <> coalesce(now_is.warranty_of, 0) then
    perform private.warranty_for(was);
  end if;
  perform set_config('taller.undone_order', p_order_id::text, true);
  -- Twice: a change of status has its own times, which the second one puts back.
  for _ in 1..2 loop
    update public.service_orders o
    set status = was.status, technician_id = was.technician_id, quote = was.quote, total_amount = was.total_amount,
      quote_lines = was.quote_lines,
      technical_work = was.technical_work, notes = was.notes, cancellation_reason = was.cancellation_reason,
      warranty_days = was.warranty_days, final_payment = was.final_payment, approved_at = was.approved_at,
      rejected_at = was.rejected_at, quoted_at = was.quoted_at, completed_at = was.completed_at,
      delivered_at = was.delivered_at, unrepaired_reason = was.unrepaired_reason,
      warranty_of = was.warranty_of, not_warranty = was.not_warranty, warranty_outcome = was.warranty_outcome,
      warranty_reason = was.warranty_reason, parts_warranty_days = was.parts_warranty_days,
      warranty_since = was.warranty_since
    where o.id = p_order_id;
  end loop;
  perform set_config('taller.undone_order', '', true);
  update private.undoable_changes u set undone = true where u.order_id = p_order_id;
end
$function$;

ALTER TABLE "private"."line_costs"
  ADD CONSTRAINT "line_costs_order_id_fkey" FOREIGN KEY (order_id) REFERENCES public.service_orders(id) ON DELETE CASCADE;

-- Every order with a price gets its one line. No rule of people applies, and none of the lists follows.
alter table public.service_orders disable trigger user;
update public.service_orders o set quote_lines = private.lines_of_total(o.id, o.total_amount)
where coalesce(o.total_amount, 0) <> 0;
alter table public.service_orders enable trigger user;
alter table public.service_orders enable always trigger count_added_orders;
alter table public.service_orders enable always trigger count_deleted_orders;
alter table public.service_orders enable always trigger count_truncated_orders;
alter table public.service_orders enable always trigger recount_orders;
-- What was approved so far promises the price, and the work that the order has now.
update private.approved_prices a set lines = o.quote_lines from public.service_orders o where o.id = a.order_id;

do $$
begin
  if exists (select from public.service_orders o
    where private.lines_total(o.quote_lines) <> coalesce(o.total_amount, 0)
      or jsonb_array_length(o.quote_lines) <> case when coalesce(o.total_amount, 0) = 0 then 0 else 1 end) then
    raise exception 'Las líneas de los presupuestos no suman su total: la actualización no cambia nada.';
  end if;
end
$$;

create trigger remember_status after update on public.service_orders
  for each row when (((new.status is distinct from old.status and new.status not in ('approved', 'rejected'))
      or (new.status = 'quoted' and old.status = 'quoted'
        and (new.total_amount, new.technical_work, private.shown_lines(new.quote_lines))
        is distinct from (old.total_amount, old.technical_work, private.shown_lines(old.quote_lines))))
    and private.is_api_caller())
  execute function private.keep_undoable_change();

CREATE TRIGGER settle_quote_lines_insert
  BEFORE INSERT ON public.service_orders
  FOR EACH ROW
  EXECUTE FUNCTION private.settle_quote_lines();

ALTER TABLE "public"."service_orders"
  ENABLE ALWAYS TRIGGER "settle_quote_lines_insert";

CREATE TRIGGER settle_quote_lines_update
  BEFORE UPDATE ON public.service_orders
  FOR EACH ROW
  WHEN (((old.total_amount IS DISTINCT FROM new.total_amount) OR (old.quote_lines IS DISTINCT FROM new.quote_lines)))
  EXECUTE FUNCTION private.settle_quote_lines();

ALTER TABLE "public"."service_orders"
  ENABLE ALWAYS TRIGGER "settle_quote_lines_update";

create trigger stamp_open_quote before update on public.service_orders
  for each row when (old.status = 'quoted' and new.status = 'quoted'
    and (old.total_amount, old.technical_work, private.shown_lines(old.quote_lines))
      is distinct from (new.total_amount, new.technical_work, private.shown_lines(new.quote_lines)))
  execute function private.stamp_open_quote();

REVOKE ALL ON FUNCTION "private"."checked_line"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."checked_line"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."checked_line"(jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."checked_lines"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."checked_lines"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."checked_lines"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."checked_lines"(jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."checked_lines"(jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."follow_total"(uuid, jsonb, bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."follow_total"(uuid, jsonb, bigint) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."follow_total"(uuid, jsonb, bigint) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."follow_total"(uuid, jsonb, bigint) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."follow_total"(uuid, jsonb, bigint) TO "service_role";

REVOKE ALL ON FUNCTION "private"."has_changed_work"(uuid, uuid, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."has_changed_work"(uuid, uuid, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."has_changed_work"(uuid, uuid, jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."is_adjustment"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_adjustment"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."is_adjustment"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_adjustment"(jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_adjustment"(jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."is_other_work"(uuid, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_other_work"(uuid, jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."is_other_work"(uuid, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_other_work"(uuid, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_other_work"(uuid, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."is_plain_quote"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_plain_quote"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."is_plain_quote"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_plain_quote"(jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_plain_quote"(jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."is_quote_expired"(public.service_orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_quote_expired"(public.service_orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_quote_expired"(public.service_orders) TO "postgres";

REVOKE ALL ON FUNCTION "private"."keep_approved_price"(uuid, bigint, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."keep_approved_price"(uuid, bigint, jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."keep_approved_price"(uuid, bigint, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."keep_approved_price"(uuid, bigint, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."keep_approved_price"(uuid, bigint, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."keep_line_costs"(uuid, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."keep_line_costs"(uuid, jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."keep_line_costs"(uuid, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."keep_line_costs"(uuid, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."keep_line_costs"(uuid, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."line_amount"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."line_amount"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."line_amount"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."line_amount"(jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."line_amount"(jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."line_number"(jsonb, text, bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."line_number"(jsonb, text, bigint) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."line_number"(jsonb, text, bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."lines_of_total"(uuid, bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."lines_of_total"(uuid, bigint) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."lines_of_total"(uuid, bigint) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."lines_of_total"(uuid, bigint) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."lines_of_total"(uuid, bigint) TO "service_role";

REVOKE ALL ON FUNCTION "private"."lines_total"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."lines_total"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."lines_total"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."lines_total"(jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."lines_total"(jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."picked_lines"(jsonb, uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."picked_lines"(jsonb, uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."picked_lines"(jsonb, uuid[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."plain_line"(text, text, text, bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."plain_line"(text, text, text, bigint) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."plain_line"(text, text, text, bigint) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."plain_line"(text, text, text, bigint) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."plain_line"(text, text, text, bigint) TO "service_role";

REVOKE ALL ON FUNCTION "private"."promised_work"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."promised_work"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."promised_work"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."promised_work"(jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."promised_work"(jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."quote_valid_until"(public.service_orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."quote_valid_until"(public.service_orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."quote_valid_until"(public.service_orders) TO "postgres";

REVOKE ALL ON FUNCTION "private"."settle_quote_lines"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."settle_quote_lines"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."settle_quote_lines"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."shown_lines"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."shown_lines"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."shown_lines"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."shown_lines"(jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."shown_lines"(jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "public"."decide_quote"(text, text, uuid, text, text, bigint, text, uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."decide_quote"(text, text, uuid, text, text, bigint, text, uuid[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."decide_quote"(text, text, uuid, text, text, bigint, text, uuid[]) TO "service_role";

REVOKE ALL ON FUNCTION "public"."get_quote"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."get_quote"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."get_quote"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."get_quote"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."get_quote"(text) TO "service_role";

GRANT EXECUTE ON FUNCTION "public"."line_costs"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."line_costs"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."line_costs"(uuid) TO "postgres";

REVOKE ALL ("quote_lines") ON TABLE "public"."service_orders" FROM "authenticated";

GRANT UPDATE ("quote_lines") ON TABLE "public"."service_orders" TO "authenticated";

ALTER TABLE "public"."service_orders"
  ADD CONSTRAINT "service_orders_total_of_lines" CHECK ((private.lines_total(quote_lines) = COALESCE(total_amount, (0)::bigint)));

-- Tax and validity of quotes, for every shop. Without a new version: no form that is open meets a conflict.
alter table public.setting_sections disable trigger user;
update public.setting_sections s set value = s.value || '{"taxRate": 19}' where s.section = 'shop';
update public.setting_sections s set value = s.value || '{"cannedLines": [], "quoteDays": 0}' where s.section = 'desk';
alter table public.setting_sections enable trigger user;
update public.setting_changes c set after = s.value
from public.setting_sections s
where s.section in ('shop', 'desk') and c.section = s.section and c.version = 1
  and not exists (select from public.profiles);
