SET local check_function_bodies = off;

DROP TRIGGER "insert_once" ON "public"."saved_views";

DROP TRIGGER "recount_orders" ON "public"."service_orders";

DROP VIEW "public"."public_order_status";

ALTER TABLE "public"."order_events"
  DROP CONSTRAINT "order_events_kind_check";

DROP FUNCTION "public"."export_orders"(text, text, text, uuid, timestamp WITH time zone, uuid, text);

DROP FUNCTION "public"."search_orders"(text, text, text, uuid, integer, boolean, text, text, boolean);

CREATE TABLE "public"."order_waits" (
  "id"              uuid                     NOT NULL DEFAULT gen_random_uuid(),
  "order_id"        uuid                     NOT NULL,
  "reason"          text                     NOT NULL,
  "label"           text                     NOT NULL,
  "public_text"     text,
  "stops_clock"     boolean                  NOT NULL,
  "expected_on"     date,
  "screen_order_id" uuid,
  "note"            text                     NOT NULL DEFAULT ''::text,
  "started_at"      timestamp with time zone NOT NULL,
  "started_by"      uuid,
  "ended_at"        timestamp with time zone,
  "ended_by"        uuid,
  "outcome"         text,
  "ended_version"   integer,
  "version"         integer                  NOT NULL DEFAULT 1,
  CONSTRAINT "order_waits_check1" CHECK (((ended_at IS NULL) = (outcome IS NULL))),
  CONSTRAINT "order_waits_check" CHECK ((ended_at >= started_at)),
  CONSTRAINT "order_waits_label_check" CHECK ((length(label) <= 60)),
  CONSTRAINT "order_waits_note_check" CHECK ((length(note) <= 500)),
  CONSTRAINT "order_waits_one_open" UNIQUE NULLS NOT DISTINCT (order_id, ended_at),
  CONSTRAINT "order_waits_outcome_check" CHECK ((outcome = ANY (ARRAY['arrived'::text, 'replaced'::text, 'moved_on'::text]))),
  CONSTRAINT "order_waits_pkey" PRIMARY KEY (id),
  CONSTRAINT "order_waits_public_text_check" CHECK ((length(public_text) <= 100)),
  CONSTRAINT "order_waits_reason_check" CHECK ((length(reason) <= 40))
);

ALTER TABLE "public"."order_waits"
  ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."order_waits" FROM "anon";

ALTER TABLE "private"."order_counts"
  ADD COLUMN "on_hold" boolean NOT NULL DEFAULT false;

ALTER TABLE "public"."saved_views"
  ADD COLUMN "wait_reason" text;

ALTER TABLE "public"."service_orders"
  ADD COLUMN "on_hold" boolean NOT NULL DEFAULT false;

ALTER TABLE "public"."service_orders"
  ADD COLUMN "unrepaired_reason" text;

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
    work_description = '', technical_work = '', notes = null, password_type = null, device_code_stored = false,
    unrepaired_reason = case when o.unrepaired_reason is not null then 'Sin detalle' end, anonymized_at = now()
  from person
  where o.id = any (p_ids) and o.anonymized_at is null and person.customer_rut = o.customer_rut;
  get diagnostics done = row_count;
  -- 'Deshacer' would restore these.
  delete from private.undoable_changes u where u.order_id = any (p_ids);
  update public.order_waits w set note = '' where w.order_id = any (p_ids) and w.note <> '';

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
  set message = regexp_replace(h.message, '^.*( aprobó el presupuesto de )', 'El cliente\1')
  where h.order_id = any (p_ids);
  delete from public.notifications n where n.order_id = any (p_ids);
  delete from public.whatsapp_messages m where m.order_id = any (p_ids);
  delete from public.whatsapp_replies r where r.order_id = any (p_ids);
  return done;
end
$function$;

CREATE OR REPLACE FUNCTION private.change_status (
  new public.service_orders,
  old public.service_orders
)
  RETURNS public.service_orders
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  case new.status
    when 'approved', 'rejected' then
      raise exception 'Solo el cliente aprueba o rechaza un presupuesto.' using errcode = '42501';
    when 'cancelled' then
      if not private.may('orders.cancel') then
        raise exception 'Solo administración y técnicos cancelan órdenes.' using errcode = '42501';
      end if;
      return private.state_cancellation(new, old);
    when 'delivered' then
      if new.warranty_days is null then
        raise exception 'Por favor, ingrese un número válido de días de garantía.' using errcode = '23514';
      end if;
      if old.status in ('rejected', 'cancelled') or new.unrepaired_reason is not null then
        return private.hand_back(new, old);
      end if;
    when 'quoted' then
      if new.total_amount is null then
        raise exception 'Por favor, ingrese un monto válido para el presupuesto.' using errcode = '23514';
      end if;
    when 'pending' then
      if private.may('orders.do-repair') then
        new.technician_id := null;
      end if;
    when 'in_progress', 'completed' then
      if private.may('orders.do-repair') then
        new.technician_id := (select auth.uid());
      end if;
    else
      -- A state that asks for nothing.
  end case;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.close_wait (
  p_id      uuid,
  p_outcome text,
  p_version integer DEFAULT NULL::integer
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  update public.order_waits w
  set ended_at = greatest(clock_timestamp(), w.started_at + interval '1 microsecond'),
    ended_by = case when private.may('desk') then (select auth.uid()) end, outcome = p_outcome,
    ended_version = p_version
  where w.id = p_id and w.ended_at is null
$function$;

CREATE OR REPLACE FUNCTION private.correct_order_counts()
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform pg_advisory_xact_lock(hashtextextended('private.order_counts', 0));
  insert into private.order_counts (status, total_amount, on_hold, orders)
  select n.status, n.sign, n.on_hold, sum(n.orders) from (
    select o.status, sign(coalesce(o.total_amount, 0))::integer as sign, o.on_hold, count(*) as orders
    from public.service_orders o group by 1, 2, 3
    union all
    select c.status, c.total_amount, c.on_hold, -c.orders from private.order_counts c
  ) as n group by 1, 2, 3 having sum(n.orders) <> 0;
end
$function$;

CREATE OR REPLACE FUNCTION private.count_orders()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if tg_op = 'TRUNCATE' then
    delete from private.order_counts c where c.id is not null;
  elsif tg_op = 'INSERT' then
    insert into private.order_counts (status, total_amount, on_hold, orders)
    select n.status, sign(coalesce(n.total_amount, 0)), n.on_hold, count(*) from new_orders n group by 1, 2, 3;
  elsif tg_op = 'DELETE' then
    insert into private.order_counts (status, total_amount, on_hold, orders)
    select d.status, sign(coalesce(d.total_amount, 0)), d.on_hold, -count(*) from old_orders d group by 1, 2, 3;
  else
    insert into private.order_counts (status, total_amount, on_hold, orders)
    values (old.status, sign(coalesce(old.total_amount, 0)), old.on_hold, -1),
      (new.status, sign(coalesce(new.total_amount, 0)), new.on_hold, 1);
  end if;
  -- Once in a transaction: one that changes thousands of orders would read all of its changes again for each.
  if coalesce(current_setting('taller.orders_summed', true), '') = '' then
    perform set_config('taller.orders_summed', 'yes', true);
    -- A transaction that keeps to one snapshot would fail where another one has summed meanwhile.
    if (select count(*) > 64 from private.order_counts) and current_setting('transaction_isolation') = 'read committed' then
      perform private.sum_order_counts();
    end if;
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.follow_waits()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  is_open boolean := new.status = any (private.statuses_in('open'));
begin
  if is_open and current_setting('taller.undone_order', true) = new.id::text then
    update public.order_waits w set ended_at = null, ended_by = null, outcome = null, ended_version = null
    where w.order_id = new.id and w.outcome = 'moved_on' and w.ended_version = old.version
      and not exists (select from public.order_waits other where other.order_id = new.id and other.ended_at is null);
  else
    perform private.close_wait(w.id, 'moved_on', new.version) from public.order_waits w
    where w.order_id = new.id and w.ended_at is null
      and (not is_open or w.reason = 'customer' and new.status = 'approved');
  end if;
  return null;
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
  -- A wait that begins or ends changes nothing of what a form has read of the order: its version stays.
  if tg_op = 'UPDATE' and new.on_hold <> old.on_hold
    and to_jsonb(new) - 'on_hold' = to_jsonb(old) - 'on_hold' then
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

  new.total_amount := private.settle_amount(new.quote, old.quote, new.total_amount, old.total_amount);
  new.quote := coalesce(new.total_amount, 0);

  if by_api then
    is_desk := private.may('order-form');
    if not is_desk and (private.edits_desk_columns(new, old)
      or (new.technician_id is distinct from old.technician_id
        and new.technician_id is distinct from (select auth.uid()) and new.technician_id is not null)) then
      raise exception 'Solo administración y recepción editan los datos de la orden.' using errcode = '42501';
    end if;
    if new.status = old.status and new.warranty_days is distinct from old.warranty_days and not is_desk then
      raise exception 'La garantía se fija al entregar la orden.' using errcode = '42501';
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

CREATE OR REPLACE FUNCTION private.hand_back (
  new public.service_orders,
  old public.service_orders
)
  RETURNS public.service_orders
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  if old.status not in ('rejected', 'cancelled') then
    new.warranty_days := 0;
  elsif new.total_amount is not distinct from old.total_amount then
    new.total_amount := 0;
    new.quote := 0;
  end if;
  new.unrepaired_reason := coalesce(new.unrepaired_reason, old.cancellation_reason,
    case old.status when 'rejected' then 'El cliente rechazó el presupuesto.' else 'La orden fue cancelada.' end);
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.imported_orders (
  p_batch_id uuid,
  p_rows     jsonb
)
  RETURNS SETOF public.service_orders
  LANGUAGE sql
  SET search_path TO ''
  AS $function$
  select o.*
  from jsonb_array_elements(p_rows) with ordinality as e (item, place)
  cross join lateral jsonb_populate_record(
    null::public.service_orders,
    -- Values of columns that a row may leave out.
    jsonb_build_object(
      'id', gen_random_uuid(),
      'updated_at', e.item -> 'created_at',
      'equipment_model', '', 'equipment_condition', '', 'work_description', '', 'technical_work', '',
      'advance_payment', 0
    )
    || (
      select coalesce(jsonb_object_agg(said.key, said.value), '{}') from jsonb_each(jsonb_strip_nulls(e.item)) as said
      where said.key = any (private.import_columns())
    )
    -- Columns that no row sets.
    || jsonb_build_object(
      'order_number', coalesce((e.item ->> 'order_number')::integer, private.next_order_number()),
      'quote', 0, 'final_payment', 0, 'version', 1, 'device_code_stored', false, 'technician_id', null,
      'receptionist_id', null, 'approved_at', null, 'rejected_at', null, 'quoted_at', null, 'completed_at', null,
      'anonymized_at', null, 'cancellation_reason', null, 'on_hold', false, 'unrepaired_reason', null,
      'delivered_at', case when e.item ->> 'status' = 'delivered'
        then coalesce(e.item ->> 'updated_at', e.item ->> 'created_at') end,
      'import_batch_id', p_batch_id, 'import_key', e.item ->> 'key'
    )
  ) as o
  order by e.place
$function$;

CREATE OR REPLACE FUNCTION private.is_taken_back (
  m public.whatsapp_messages
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select not m.is_urgent and coalesce((
    select case m.event
      when 'in_progress' then o.status = 'pending'
      when 'quoted' then o.status in ('pending', 'in_progress')
      when 'on_hold' then not o.on_hold
      when 'completed' then o.status not in ('completed', 'delivered') and o.status <> 'cancelled'
      when 'delivered' then o.status <> 'delivered'
      when 'cancelled' then o.status <> 'cancelled'
      else false
    end
    from public.service_orders o where o.id = m.order_id), false)
$function$;

CREATE OR REPLACE FUNCTION private.lock_wait (
  p_id uuid
)
  RETURNS public.order_waits
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  known public.order_waits;
begin
  perform from public.service_orders o
  where o.id = (select w.order_id from public.order_waits w where w.id = p_id) for update;
  select * into known from public.order_waits w where w.id = p_id;
  if not found then
    raise exception 'Esta espera ya no existe: alguien eliminó la orden.' using errcode = 'P0002';
  end if;
  return known;
end
$function$;

CREATE OR REPLACE FUNCTION private.message_value (
  o       public.service_orders,
  p_event text,
  p_name  text
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select case p_name
    when 'orden' then private.format_order_number(o.order_number)
    when 'estado' then 'En Progreso'
    when 'trabajo' then private.message_text(o.technical_work)
    when 'respuesta' then case p_event when 'approved' then 'aprobado' else 'rechazado' end
    when 'total' then private.format_clp(coalesce(o.total_amount, 0))
    when 'enlace' then rtrim(private.shop_setting('site_url'), '/') || '/decision-presupuesto/' || private.quote_link(o.id)
    when 'espera' then private.message_text(private.public_wait(o.order_number))
    when 'motivo' then private.message_text(o.cancellation_reason)
    when 'garantia' then case
      when o.unrepaired_reason is not null then 'Lo entregamos sin reparar'
      when coalesce(o.warranty_days, 0) = 0 then 'Sin garantía'
      when o.warranty_days = 1 then 'Garantía de 1 día'
      else 'Garantía de ' || o.warranty_days || ' días'
    end
    when 'cliente' then private.message_text(o.customer_name)
    when 'equipo' then private.message_text(concat_ws(' ', o.equipment_brand, o.equipment_model))
  end
$function$;

CREATE OR REPLACE FUNCTION private.message_variables (
  p_event text
)
  RETURNS text[]
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select case
    when p_event in ('created', 'completed') then array['orden', 'cliente', 'equipo']
    when p_event = 'in_progress' then array['orden', 'estado', 'cliente', 'equipo']
    when p_event = 'quoted' then array['orden', 'trabajo', 'total', 'enlace', 'cliente', 'equipo']
    when p_event = 'on_hold' then array['orden', 'espera', 'cliente', 'equipo']
    when p_event in ('approved', 'rejected') then array['orden', 'respuesta', 'total', 'cliente', 'equipo']
    when p_event = 'delivered' then array['orden', 'garantia', 'cliente', 'equipo']
    when p_event = 'cancelled' then array['orden', 'motivo', 'cliente', 'equipo']
  end
$function$;

CREATE OR REPLACE FUNCTION private.old_open_orders (
  p_before date
)
  RETURNS SETOF public.service_orders
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select o.* from public.service_orders o
  where o.import_key is not null and o.version = 1 and o.status <> all (private.statuses_in('closed'))
    and o.created_at < p_before::timestamp at time zone 'America/Santiago'
    and not exists (select from public.order_waits w where w.order_id = o.id)
$function$;

CREATE OR REPLACE FUNCTION private.order_view_condition (
  p_view text,
  key    text,
  actor  uuid
)
  RETURNS text
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  before_quote constant text[] := array['pending', 'in_progress'];
begin
  return case p_view
    when 'to_quote' then
      format(' and o.status = any (%L::text[]) and coalesce(o.total_amount, 0) = 0 and not o.on_hold', before_quote)
    when 'waiting' then
      ' and o.status = ''quoted'' and not o.on_hold'
    when 'to_repair' then
      format(' and o.status = any (%L::text[]) and (o.status = ''approved'' or coalesce(o.total_amount, 0) > 0)
        and not o.on_hold', before_quote || 'approved'::text)
    when 'on_hold' then
      ' and o.on_hold'
    when 'ready' then
      ' and o.status = ''completed'''
    when 'to_return' then
      format($kept$
      and %s in (
        select k.order_id from private.kept_devices k
        union all select r.id from public.service_orders r where r.status = 'rejected'
      )$kept$, key)
    when 'mine' then
      format(' and o.technician_id = %L and o.status = any (%L::text[])', actor,
        private.statuses_in('open') || private.statuses_in('pickup'))
    when 'message_failed' then
      format($failed$
      and %s in (
        select m.order_id from public.whatsapp_messages m
        where m.state = 'failed' and not exists (
          select from public.whatsapp_messages later where later.order_id = m.order_id
          and later.created_at > m.created_at
        )
      )$failed$, key)
    else null
  end;
end
$function$;

CREATE OR REPLACE FUNCTION private.public_wait (
  p_order_number integer
)
  RETURNS text
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  return (
    select private.wait_sentence(w.public_text, w.reason, w.expected_on, (now() at time zone 'America/Santiago')::date)
    from public.service_orders o join public.order_waits w on w.order_id = o.id and w.ended_at is null
    where o.order_number = p_order_number
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.record_wait()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  began constant boolean := tg_op = 'INSERT' or new.ended_at is null and old.ended_at is not null;
  ended constant boolean := tg_op = 'UPDATE' and old.ended_at is null and new.ended_at is not null;
  waits constant boolean := new.ended_at is null or ended and new.outcome = 'replaced';
  was public.order_waits;
  changes jsonb;
begin
  if not began then
    was := old;
  end if;
  select jsonb_object_agg(f.name, jsonb_build_array(f.before, f.after)) into changes
  from (values
    ('reason', null, case when began or ended then new.label end),
    ('expected_on', was.expected_on::text, new.expected_on::text),
    ('note', nullif(was.note, ''), nullif(new.note, '')),
    ('screen_order', private.screen_order_name(was.screen_order_id), private.screen_order_name(new.screen_order_id))
  ) as f (name, before, after)
  where f.before is distinct from f.after;
  perform private.add_order_event(o, case when began then 'wait_started' when ended then 'wait_ended'
    else 'wait_changed' end, changes)
  from public.service_orders o where o.id = new.order_id and changes is not null;
  if began or ended then
    update public.service_orders o set on_hold = waits where o.id = new.order_id and o.on_hold <> waits;
  end if;
  if ended or not began and was.expected_on is distinct from new.expected_on then
    update public.whatsapp_messages m set state = 'discarded', error_code = 'taken_back'
    where m.order_id = new.order_id and m.event = 'on_hold' and m.state = 'queued';
  elsif began and tg_op = 'UPDATE' then
    -- Its end was taken back, and so is what that did to the message.
    update public.whatsapp_messages m set state = 'queued', error_code = null
    where m.state = 'discarded' and m.error_code = 'taken_back' and m.id = (
      select last.id from public.whatsapp_messages last join public.service_orders o on o.id = last.order_id
      where o.id = new.order_id and last.event = 'on_hold' and last.created_at > new.started_at - interval '1 minute'
        and last.params = private.message_params(o, 'on_hold')
      order by last.occurrence desc limit 1);
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.report_card (
  p_card text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select case p_card
    when 'total' then 'true'
    when 'completed' then done
    when 'completed_then' then done
    when 'earned' then done
    when 'earned_then' then done
    when 'unrepaired' then 'o.unrepaired_reason is not null'
    when 'delivered' then $sql$o.status = 'delivered'$sql$
    when 'delivered_then' then $sql$o.status = 'delivered'$sql$
    when 'pending' then $sql$o.status in ('pending', 'in_progress')$sql$
    when 'quoted' then $sql$o.status = 'quoted'$sql$
    when 'approved' then 'o.approved_at is not null'
    when 'rejected' then 'o.approved_at is null and o.rejected_at is not null'
    when 'resolved' then $sql$o.status = 'completed'$sql$
    when 'measured' then 'o.completed_at is not null'
    when 'timed' then done || ' and o.completed_at is not null'
    when 'decided' then '(o.approved_at is not null or o.rejected_at is not null)'
    when 'timed_decisions' then '(o.approved_at is not null or o.rejected_at is not null) and o.quoted_at is not null'
    when 'come_backs' then done || $sql$ and o.technician_id is not null
      and o.id in (select w.order_id from private.warranty_returns w)$sql$
    when 'open' then open
    when 'under_3' then open || $sql$ and o.updated_at > now() - interval '3 days'$sql$
    when 'under_7' then open || $sql$ and o.updated_at <= now() - interval '3 days'
      and o.updated_at > now() - interval '7 days'$sql$
    when 'under_30' then open || $sql$ and o.updated_at <= now() - interval '7 days'
      and o.updated_at > now() - interval '30 days'$sql$
    when 'over_30' then open || $sql$ and o.updated_at <= now() - interval '30 days'$sql$
  end
  from (select
    $sql$o.status in ('completed', 'delivered')$sql$ as done,
    $sql$o.status = any (private.statuses_in('open'))$sql$ as open
  ) as known
$function$;

CREATE OR REPLACE FUNCTION private.report_unrepaired (
  p_range      tstzrange,
  p_technician uuid,
  p_type       text
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  with chosen as (
    select o.unrepaired_reason as reason, count(*) as orders from public.service_orders o
    where o.unrepaired_reason is not null and o.created_at <@ p_range
      and (p_technician is null or o.technician_id = p_technician) and (p_type is null or o.equipment_type = p_type)
    group by 1
  )
  select jsonb_build_object('orders', coalesce(sum(c.orders), 0), 'reasons', (
    select coalesce(jsonb_agg(to_jsonb(r) order by r.orders desc, r.reason), '[]')
    from (select * from chosen order by orders desc, reason limit 10) as r))
  from chosen c
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
      'cancellation_reason', 'on_hold')
$function$;

CREATE OR REPLACE FUNCTION private.screen_order_name (
  p_id uuid
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select p.modelo || ' · ' || p.numero_orden from public.pedidos_pantallas p where p.id = p_id
$function$;

CREATE OR REPLACE FUNCTION private.sum_order_counts()
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  with summed as (
    delete from private.order_counts c
    where c.id = any (array(select k.id from private.order_counts k for update skip locked))
    returning c.status, c.total_amount, c.on_hold, c.orders
  )
  insert into private.order_counts (status, total_amount, on_hold, orders)
  select d.status, d.total_amount, d.on_hold, sum(d.orders) from summed d group by 1, 2, 3 having sum(d.orders) <> 0;
end
$function$;

CREATE OR REPLACE FUNCTION private.technician_columns()
  RETURNS text[]
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select array[
    'status', 'technical_work', 'quote', 'total_amount', 'technician_id', 'notes', 'cancellation_reason',
    'unrepaired_reason', 'warranty_days', 'final_payment', 'updated_at', 'approved_at', 'rejected_at', 'delivered_at',
    'completed_at'
  ]
$function$;

CREATE OR REPLACE FUNCTION private.tell_wait (
  p_order_id uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if private.message_setting('on_hold') -> 'enabled' = 'false' then
    raise exception 'El aviso de espera está apagado en Ajustes. Guarda sin avisar al cliente.' using errcode = '23514';
  end if;
  if not exists (select from public.order_waits w
    where w.order_id = p_order_id and w.ended_at is null and w.public_text is not null) then
    raise exception 'Este motivo ya no tiene un texto para el cliente en Ajustes. Guarda sin avisarle.'
      using errcode = '23514';
  end if;
  -- A paid message with the same words would tell nothing. Messages have the time at which their transaction began.
  if exists (select from public.service_orders o
      join public.order_waits w on w.order_id = o.id and w.ended_at is null
      join public.whatsapp_messages m on m.order_id = o.id and m.event = 'on_hold'
        and m.created_at > w.started_at - interval '1 minute'
    where o.id = p_order_id and m.state in ('queued', 'sending', 'sent', 'delivered', 'read')
      and m.params = private.message_params(o, 'on_hold')) then
    raise exception 'El cliente ya tiene este mismo aviso. Guarda sin avisarle.' using errcode = '23514';
  end if;
  perform private.queue_order_message(o, 'on_hold') from public.service_orders o where o.id = p_order_id;
end
$function$;

CREATE OR REPLACE FUNCTION private.wait_condition (
  p_reason text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  STRICT
  SET search_path TO ''
  AS $function$
  select format(' and o.on_hold
    and o.id in (select w.order_id from public.order_waits w where w.ended_at is null and w.reason = %L)', p_reason)
$function$;

CREATE OR REPLACE FUNCTION private.wait_reason (
  p_key text
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select r.reason from public.setting_sections s cross join jsonb_array_elements(s.value -> 'waits') as r (reason)
  where s.section = 'desk' and r.reason ->> 'key' = p_key
$function$;

CREATE OR REPLACE FUNCTION private.wait_sentence (
  p_text        text,
  p_reason      text,
  p_expected_on date,
  p_today       date
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select p_text || case when p_expected_on >= p_today and p_reason <> 'customer' then
    case p_reason when 'part' then ', llega' when 'lab' then ', vuelve' else ', hasta' end
    || ' cerca del ' || extract(day from p_expected_on) || ' de '
    || (array['enero', 'febrero', 'marzo', 'abril', 'mayo', 'junio', 'julio', 'agosto', 'septiembre', 'octubre',
      'noviembre', 'diciembre'])[extract(month from p_expected_on)::integer]
    || case when extract(year from p_expected_on) <> extract(year from p_today)
      then ' de ' || extract(year from p_expected_on) else '' end
  else '' end
$function$;

CREATE OR REPLACE FUNCTION public.close_old_orders (
  p_before date
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  o public.service_orders;
  closed uuid[] := '{}';
begin
  perform private.require('order-import');
  for o in
    select * from private.old_open_orders(p_before) as old order by old.created_at, old.id limit 200
  loop
    -- Somebody may have begun with it meanwhile.
    select * into o from public.service_orders s
    where s.id = o.id and s.version = o.version and not s.on_hold for update;
    continue when o.id is null;
    -- This marks the change as an undone status, which sends no message.
    perform set_config('taller.undone_order', o.id::text, true);
    if o.status = 'completed' then
      update public.service_orders s set status = 'delivered' where s.id = o.id;
      update public.service_orders s set delivered_at = o.updated_at, completed_at = o.updated_at where s.id = o.id;
    else
      update public.service_orders s
      set status = 'cancelled', cancellation_reason = 'Orden antigua, cerrada en conjunto' where s.id = o.id;
    end if;
    closed := closed || o.id;
  end loop;
  perform set_config('taller.undone_order', '', true);
  -- Their devices left long ago.
  delete from private.kept_devices k where k.order_id = any (closed);
  return (select count(*) from private.old_open_orders(p_before));
end
$function$;

CREATE OR REPLACE FUNCTION public.count_order_views()
  RETURNS TABLE (
    view  text,
    total integer
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  actor uuid := (select auth.uid());
  kept constant text[] := array['to_quote', 'waiting', 'to_repair', 'on_hold', 'ready'];
  sums text := '';
  all_orders bigint;
  rejected bigint;
  totals bigint[];
begin
  perform private.require('desk');
  foreach view in array kept loop
    sums := sums || format(', sum(o.orders) filter (where true %s)', private.order_view_condition(view, 'null', actor));
  end loop;
  execute format('select sum(o.orders), sum(o.orders) filter (where o.status = ''rejected''), array[%s]
    from private.order_counts o', substr(sums, 3)) into all_orders, rejected, totals;
  return query
    select c.view, least(coalesce(c.total, 0), 1001)::integer
    from unnest('all'::text || kept, all_orders || totals) with ordinality as c (view, total, place)
    order by c.place;
  view := 'to_return';
  -- An order that was rejected is counted once.
  total := least(coalesce(rejected, 0) + (
    select count(*) from private.kept_devices k join public.service_orders o on o.id = k.order_id
    where o.status <> 'rejected'), 1001);
  return next;
  foreach view in array array['message_failed']
    || case when private.may('orders.repair') then array['mine'] else '{}' end
  loop
    execute format('select count(*) from (select from public.service_orders o where true %s limit 1001) as c',
      private.order_view_condition(view, 'o.id', actor)) into total;
    return next;
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION public.count_saved_views()
  RETURNS TABLE (
    id    uuid,
    total integer
  )
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  saved public.saved_views;
  searched_by text;
  searched_number text;
begin
  perform private.require('desk');
  for saved in select v.* from public.saved_views v where v.owner_id = (select auth.uid()) and v.name is not null loop
    id := saved.id;
    begin
      total := coalesce((
        select s.total from public.search_orders(p_search => saved.search,
          p_field => coalesce(saved.field, 'order_number'), p_status => saved.status,
          p_technician => saved.technician_id, p_view => saved.view, p_wait_reason => saved.wait_reason) as s
        limit 1), 0);
    exception when insufficient_privilege then
      total := null;
    end;
    searched_by := case when trim(saved.search) <> '' then case saved.field
      when 'customer_rut' then 'rut'
      when 'customer_phone' then 'phone'
      when 'customer_name' then 'name'
      when 'imei' then 'imei'
      when 'all' then 'text'
    end end;
    if searched_by is not null and total > 0 then
      -- A complete RUT or phone, as platform/server/src/access-log reads one; never a name or a text.
      searched_number := normalize(saved.search, nfkc);
      if searched_by in ('name', 'imei') or searched_number ~ '[[:alpha:]]{2}'
        or regexp_replace(searched_number, '[^0-9kK]', '', 'g') !~ '^([0-9]{7,8}[0-9kK]|[0-9]{8,12})$' then
        searched_number := null;
      end if;
      perform private.record_look((select auth.uid()), 'search', null, null, searched_number, 'count_saved_views', total,
        searched_by);
    end if;
    return next;
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION public.end_wait (
  p_wait_id uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  known public.order_waits;
begin
  perform private.require('orders.change');
  known := private.lock_wait(p_wait_id);
  if known.outcome = 'arrived' and known.ended_by = (select auth.uid()) then
    return;
  end if;
  if known.ended_at is not null then
    raise exception '%', case known.outcome
      when 'moved_on' then 'Esta espera ya terminó: la orden cambió de estado.'
      when 'replaced' then 'Esta espera ya terminó: la orden pasó a esperar otra cosa.'
      else 'Otra persona ya terminó esta espera.'
    end using errcode = '23514';
  end if;
  perform private.close_wait(p_wait_id, 'arrived');
end
$function$;

REVOKE ALL ON FUNCTION "public"."end_wait"(uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.export_orders (
  p_search      text                     DEFAULT NULL::text,
  p_field       text                     DEFAULT 'order_number'::text,
  p_status      text                     DEFAULT NULL::text,
  p_technician  uuid                     DEFAULT NULL::uuid,
  p_before      timestamp with time zone DEFAULT NULL::timestamp WITH time zone,
  p_before_id   uuid                     DEFAULT NULL::uuid,
  p_view        text                     DEFAULT NULL::text,
  p_wait_reason text                     DEFAULT NULL::text
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
  condition := condition || coalesce(private.wait_condition(p_wait_reason), '');
  if p_before is not null and p_before_id is not null then
    condition := condition || format(' and (o.created_at, o.id) < (%L::timestamptz, %L::uuid)', p_before, p_before_id);
  end if;
  return query execute format('select o.* from %s where true %s order by o.created_at desc, o.id desc limit 1000',
    source, condition);
end
$function$;

REVOKE ALL ON FUNCTION "public"."export_orders"(text, text, text, uuid, timestamp WITH time zone, uuid, text, text) FROM PUBLIC, "anon", "service_role";

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
        p.rut_verified_at, 'telefono', p.phone, 'direccion', p.address, 'cuenta_creada_el', p.created_at)
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
        'total', o.total_amount, 'abono', o.advance_payment, 'pagado_al_retirar', o.final_payment,
        'cotizada_el', o.quoted_at, 'aprobada_el', o.approved_at, 'rechazada_el', o.rejected_at, 'terminada_el',
        o.completed_at, 'entregada_el', o.delivered_at, 'garantia_dias', o.warranty_days,
        'entregada_sin_reparar', o.unrepaired_reason,
        'esperas', (
          select coalesce(jsonb_agg(jsonb_build_object('texto', w.public_text, 'desde', w.started_at, 'hasta', w.ended_at,
            'fecha_esperada', w.expected_on) order by w.started_at), '[]')
          from public.order_waits w where w.order_id = o.id and w.public_text is not null),
        'decisiones', (
          select coalesce(jsonb_agg(jsonb_build_object('fecha', d.created_at, 'decision', d.message, 'red', g.address,
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
        'cancelada_el', a.cancelled_at) order by a.appointment_date), '[]')
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

CREATE OR REPLACE FUNCTION public.preview_messages (
  p_order_number integer DEFAULT NULL::integer
)
  RETURNS TABLE (
    event        text,
    template     text,
    language     text,
    enabled      boolean,
    body         text,
    params       text[],
    variables    text[],
    order_number integer
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.require('messages');
  return query
    select e.event, m.setting ->> 'template', s.value ->> 'language', coalesce((m.setting ->> 'enabled')::boolean, true),
      private.numbered_text(e.event, m.setting ->> 'text'), private.message_params(o, e.event),
      (select array_agg(u.name order by u.place) from private.used_variables(e.event, m.setting ->> 'text') as u),
      o.order_number
    from (
      select * from public.service_orders candidate
      where p_order_number is null or candidate.order_number = p_order_number
      order by candidate.created_at desc limit 1
    ) as newest
    join public.service_orders o on o.id = newest.id
    cross join public.setting_sections s
    cross join unnest(array['created', 'in_progress', 'quoted', 'approved', 'rejected', 'on_hold', 'completed',
      'delivered', 'cancelled']) with ordinality as e (event, place)
    cross join lateral (select s.value -> e.event as setting) as m
    where s.section = 'messages'
    order by e.place;
end
$function$;

CREATE OR REPLACE FUNCTION public.report_overview (
  p_from       date   DEFAULT NULL::date,
  p_to         date   DEFAULT NULL::date,
  p_technician uuid   DEFAULT NULL::uuid,
  p_type       text   DEFAULT NULL::text,
  p_parts      text[] DEFAULT NULL::text[]
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  SET work_mem TO '32MB'
  SET random_page_cost TO '1.1'
  SET jit TO 'off'
  AS $function$
declare
  range tstzrange := private.report_range(p_from, p_to);
  parts text[] := coalesce(p_parts, array['orders', 'times', 'quotes', 'technicians', 'people']);
  with_times boolean := 'times' = any (parts);
  with_days boolean := with_times or 'technicians' = any (parts);
  with_hours boolean := 'quotes' = any (parts);
begin
  perform private.require('reports');
  return (
    with groups as materialized (
      select o.status, o.equipment_type as type, o.technician_id,
        o.created_at <@ range and (p_technician is null or o.technician_id = p_technician) is true
          and (p_type is null or o.equipment_type = p_type) as chosen,
        count(*) as orders,
        sum(date_part('epoch', coalesce(o.updated_at, o.created_at) - o.created_at)) filter (where with_times)
          as seconds_to_edit,
        array_agg(date_part('epoch', o.completed_at - o.created_at) / 86400)
          filter (where with_days and o.completed_at is not null) as days,
        count(o.approved_at) as approved,
        count(*) filter (where o.approved_at is null and o.rejected_at is not null) as rejected,
        array_agg(date_part('epoch', coalesce(o.approved_at, o.rejected_at) - o.quoted_at) / 3600)
          filter (where with_hours and o.quoted_at is not null
            and (o.approved_at is not null or o.rejected_at is not null)) as hours
      from public.service_orders o
      group by 1, 2, 3, 4
    ), summary as (
      select coalesce(sum(orders), 0) as total,
        coalesce(sum(orders) filter (where status in ('completed', 'delivered')), 0) as completed,
        coalesce(sum(orders) filter (where status = 'delivered'), 0) as delivered,
        coalesce(sum(orders) filter (where status in ('pending', 'in_progress')), 0) as pending
      from groups where chosen
    ), by_type as (
      select type, sum(orders) as orders from groups where chosen group by type
    ), resolution as (
      select type,
        coalesce(sum(orders) filter (where status = 'completed'), 0) as completed,
        sum(seconds_to_edit) filter (where status = 'completed')
          / sum(orders) filter (where status = 'completed') / 86400 as mean_days,
        coalesce(sum(cardinality(days)), 0) as measured
      from groups where status = 'completed' or days is not null
      group by type
    ), technicians as (
      select technician_id as id, sum(orders) as completed
      from groups where chosen and technician_id is not null and status in ('completed', 'delivered')
      group by technician_id
    ), come_backs as (
      select o.technician_id, count(*) as orders
      from private.warranty_returns w
      join public.service_orders o on o.id = w.order_id
      where o.status in ('completed', 'delivered') and o.technician_id is not null and o.created_at <@ range
        and (p_technician is null or o.technician_id = p_technician) and (p_type is null or o.equipment_type = p_type)
      group by o.technician_id
    )
    select case when 'orders' = any (parts) then jsonb_build_object(
        'summary', (select to_jsonb(s) from summary s),
        'unrepaired', private.report_unrepaired(range, p_technician, p_type),
        'frequency', (
          select coalesce(jsonb_agg(jsonb_build_object(
            'type', t.type, 'count', t.orders, 'percentage', round(t.orders * 100.0 / s.total, 2)
          ) order by t.orders desc, t.type), '[]') from by_type t, summary s)) else '{}' end
      || case when with_times then jsonb_build_object(
        'resolution', (
          select coalesce(jsonb_agg(to_jsonb(r) || jsonb_build_object(
            'median_days', times.marks[1], 'p90_days', times.marks[2]) order by r.type), '[]')
          from resolution r cross join lateral (
            select percentile_cont(array[0.5, 0.9]) within group (order by day) as marks
            from groups g cross join unnest(g.days) as day where g.type = r.type
          ) as times),
        'idle', private.report_idle()) else '{}' end
      || case when with_hours then jsonb_build_object('quotes', (
        select jsonb_build_object(
          'decided', coalesce(sum(approved + rejected), 0), 'approved', coalesce(sum(approved), 0),
          'rejected', coalesce(sum(rejected), 0),
          'waiting', coalesce(sum(orders) filter (where status = 'quoted'), 0),
          'median_hours', (
            select percentile_cont(0.5) within group (order by hour)
            from groups g cross join unnest(g.hours) as hour where g.chosen))
        from groups where chosen)) else '{}' end
      || case when 'technicians' = any (parts) then jsonb_build_object('technicians', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'id', t.id, 'name', coalesce(p.full_name, 'Desconocido'), 'completed', t.completed,
          'median_days', times.median, 'come_backs', coalesce(c.orders, 0)
        ) order by t.completed desc, p.full_name), '[]')
        from technicians t
        left join public.staff_names p on p.id = t.id
        left join come_backs c on c.technician_id = t.id
        cross join lateral (
          select percentile_cont(0.5) within group (order by day) as median
          from groups g cross join unnest(g.days) as day
          where g.technician_id = t.id and g.chosen and g.status in ('completed', 'delivered')
        ) as times)) else '{}' end
      || case when 'people' = any (parts) then jsonb_build_object('people', private.report_people()) else '{}' end
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.report_waits (
  p_from       date DEFAULT NULL::date,
  p_to         date DEFAULT NULL::date,
  p_technician uuid DEFAULT NULL::uuid,
  p_type       text DEFAULT NULL::text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  range tstzrange := private.report_range(p_from, p_to);
begin
  perform private.require('reports');
  return (
    with done as materialized (
      select o.id, date_part('epoch', o.completed_at - o.created_at) / 86400 as days from public.service_orders o
      where o.status in ('completed', 'delivered') and o.completed_at <@ range
        and (p_technician is null or o.technician_id = p_technician) and (p_type is null or o.equipment_type = p_type)
    ), waits as materialized (
      select w.order_id, w.reason, w.label, w.started_at, d.days,
        date_part('epoch', w.ended_at - w.started_at) / 86400 as waited_days,
        (w.ended_at at time zone 'America/Santiago')::date > w.expected_on as late
      from public.order_waits w join done d on d.id = w.order_id
      where w.ended_at is not null
    ), orders as (
      select w.days, sum(w.waited_days) as waited_days from waits w group by w.order_id, w.days
    ), reasons as (
      select w.reason, (array_agg(w.label order by w.started_at desc))[1] as label,
        count(distinct w.order_id) as orders, sum(w.waited_days) / count(distinct w.order_id) as days,
        count(*) filter (where w.late) as late
      from waits w group by w.reason
    )
    select jsonb_build_object('done', (select count(*) from done), 'waited', count(*), 'days', avg(o.days),
      'waited_days', avg(o.waited_days), 'reasons', (
        select coalesce(jsonb_agg(to_jsonb(r) order by r.orders * r.days desc, r.reason), '[]') from reasons r))
    from orders o
  );
end
$function$;

REVOKE ALL ON FUNCTION "public"."report_waits"(date, date, uuid, text) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.resume_wait (
  p_wait_id uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  known public.order_waits;
begin
  perform private.require('orders.change');
  known := private.lock_wait(p_wait_id);
  if known.ended_at is null then
    return;
  end if;
  if known.outcome <> 'arrived' or known.ended_by is distinct from (select auth.uid())
    or known.ended_at < now() - interval '5 minutes'
    or exists (select from public.order_waits w where w.order_id = known.order_id and w.started_at > known.started_at)
    or not exists (select from public.service_orders o
      where o.id = known.order_id and o.status = any (private.statuses_in('open'))) then
    raise exception 'Ya no se puede deshacer: pasó el tiempo o la orden cambió. Ponla en espera otra vez.'
      using errcode = '23514';
  end if;
  update public.order_waits w set ended_at = null, ended_by = null, outcome = null where w.id = p_wait_id;
end
$function$;

REVOKE ALL ON FUNCTION "public"."resume_wait"(uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.search_orders (
  p_search         text    DEFAULT NULL::text,
  p_field          text    DEFAULT 'order_number'::text,
  p_status         text    DEFAULT NULL::text,
  p_technician     uuid    DEFAULT NULL::uuid,
  p_page           integer DEFAULT 1,
  p_message_failed boolean DEFAULT false,
  p_view           text    DEFAULT NULL::text,
  p_sort           text    DEFAULT NULL::text,
  p_descending     boolean DEFAULT false,
  p_wait_reason    text    DEFAULT NULL::text
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
    total            integer,
    wait             jsonb
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
    || case when p_message_failed then private.order_view_condition('message_failed', 'o.id', actor) else '' end
    || coalesce(private.wait_condition(p_wait_reason), '');
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

  if not searching and p_technician is null and p_view is null and p_message_failed is not true
    and p_wait_reason is null then
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
      o.warranty_days, coalesce(o.notes, '') <> '', o.version, newest.state, newest.created_at, counted,
      -- Only for orders that wait: most pages have none.
      case when o.on_hold then (
        select jsonb_build_object('id', w.id, 'reason', w.reason, 'label', w.label, 'expected_on', w.expected_on)
        from public.order_waits w where w.order_id = o.id and w.ended_at is null
      ) end
    from unnest(page_ids) with ordinality as p (id, place)
      join public.service_orders o on o.id = p.id left join public.staff_names t on t.id = o.technician_id
      left join lateral (
        select m.state, m.created_at from public.whatsapp_messages m where m.order_id = o.id order by m.created_at desc
        limit 1
      ) as newest on true
    order by p.place;
end
$function$;

REVOKE ALL ON FUNCTION "public"."search_orders"(text, text, text, uuid, integer, boolean, text, text, boolean, text) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.set_wait (
  p_request_id      uuid,
  p_order_id        uuid,
  p_reason          text,
  p_expected_on     date    DEFAULT NULL::date,
  p_note            text    DEFAULT ''::text,
  p_screen_order_id uuid    DEFAULT NULL::uuid,
  p_seen            uuid    DEFAULT NULL::uuid,
  p_seen_version    integer DEFAULT NULL::integer,
  p_tell            boolean DEFAULT false
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  today constant date := (now() at time zone 'America/Santiago')::date;
  v_note constant text := coalesce(private.written(p_note), '');
  is_open boolean;
  chosen jsonb;
  known public.order_waits;
begin
  perform private.require('orders.change');
  -- Without the wait that was seen: a form that did not hear its answer has read its own wait when it sends once more.
  if not private.claim_request(p_request_id, 'set_wait', jsonb_build_array(p_order_id, p_reason, p_expected_on, v_note,
    p_screen_order_id, p_tell), 'la espera quedó anotada') then
    return;
  end if;
  select o.status = any (private.statuses_in('open')) into is_open from public.service_orders o
  where o.id = p_order_id for update;
  if not found then
    raise exception 'La orden no existe.' using errcode = 'P0002';
  end if;
  if not is_open then
    raise exception 'Esta orden ya no espera nada: el trabajo terminó o la orden se cerró.' using errcode = '23514';
  end if;
  select * into known from public.order_waits w where w.order_id = p_order_id and w.ended_at is null;
  if (known.id, known.version) is distinct from (p_seen, p_seen_version) then
    raise exception 'Otra persona cambió la espera de esta orden mientras tanto. Revisa en qué quedó.'
      using errcode = '23514';
  end if;
  if p_expected_on < today and (p_reason, p_expected_on) is distinct from (known.reason, known.expected_on) then
    raise exception 'Elige una fecha desde hoy.' using errcode = '23514';
  end if;
  if p_expected_on > today + 730 then
    raise exception 'Elige una fecha de los próximos dos años.' using errcode = '23514';
  end if;
  if length(v_note) > 500 then
    raise exception 'La nota puede tener hasta 500 letras.' using errcode = '23514';
  end if;
  if p_screen_order_id is not null and private.screen_order_name(p_screen_order_id) is null then
    raise exception 'Ese pedido de pantallas ya no existe. Elige otro.' using errcode = '23514';
  end if;
  if known.reason = p_reason then
    update public.order_waits w
    set expected_on = p_expected_on, note = v_note, screen_order_id = p_screen_order_id, version = w.version + 1
    where w.id = known.id;
  else
    chosen := private.wait_reason(p_reason);
    if chosen is null then
      raise exception 'Ese motivo ya no está en Ajustes. Elige otro.' using errcode = '23514';
    end if;
    perform private.close_wait(known.id, 'replaced');
    insert into public.order_waits (order_id, reason, label, public_text, stops_clock, expected_on, screen_order_id,
      note, started_at, started_by)
    values (p_order_id, p_reason, chosen ->> 'label', nullif(chosen ->> 'customerText', ''),
      (chosen -> 'stopsClock')::boolean, p_expected_on, p_screen_order_id, v_note,
      greatest(clock_timestamp(), (select max(w.ended_at) from public.order_waits w where w.order_id = p_order_id)),
      (select auth.uid()));
  end if;
  if p_tell then
    perform private.tell_wait(p_order_id);
  end if;
end
$function$;

REVOKE ALL ON FUNCTION "public"."set_wait"(uuid, uuid, text, date, text, uuid, uuid, integer, boolean) FROM PUBLIC, "anon", "service_role";

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
  was := jsonb_populate_record(now_is, change.before);
  perform set_config('taller.undone_order', p_order_id::text, true);
  -- Twice: a change of status has its own times, which the second one puts back.
  for _ in 1..2 loop
    update public.service_orders o
    set status = was.status, technician_id = was.technician_id, quote = was.quote, total_amount = was.total_amount,
      technical_work = was.technical_work, notes = was.notes, cancellation_reason = was.cancellation_reason,
      warranty_days = was.warranty_days, final_payment = was.final_payment, approved_at = was.approved_at,
      rejected_at = was.rejected_at, quoted_at = was.quoted_at, completed_at = was.completed_at,
      delivered_at = was.delivered_at, unrepaired_reason = was.unrepaired_reason
    where o.id = p_order_id;
  end loop;
  perform set_config('taller.undone_order', '', true);
  update private.undoable_changes u set undone = true where u.order_id = p_order_id;
end
$function$;

ALTER TABLE "public"."order_events"
  ADD CONSTRAINT "order_events_kind_check"
    CHECK
    ((kind = ANY (ARRAY['created'::text, 'imported'::text, 'status'::text, 'edited'::text, 'deleted'::text, 'decision'::text, 'message'::text, 'code_viewed'::text,
    'code_added'::text, 'code_replaced'::text, 'code_removed'::text, 'code_erased'::text, 'anonymized'::text, 'wait_started'::text, 'wait_changed'::text, 'wait_ended'::text])));

ALTER TABLE "public"."order_waits"
  ADD CONSTRAINT "order_waits_ended_by_fkey" FOREIGN KEY (ended_by) REFERENCES public.profiles(id) ON DELETE SET NULL;

ALTER TABLE "public"."order_waits"
  ADD CONSTRAINT "order_waits_order_id_fkey" FOREIGN KEY (order_id) REFERENCES public.service_orders(id) ON DELETE CASCADE;

ALTER TABLE "public"."order_waits"
  ADD CONSTRAINT "order_waits_screen_order_id_fkey" FOREIGN KEY (screen_order_id) REFERENCES public.pedidos_pantallas(id) ON DELETE SET NULL;

ALTER TABLE "public"."order_waits"
  ADD CONSTRAINT "order_waits_started_by_fkey" FOREIGN KEY (started_by) REFERENCES public.profiles(id) ON DELETE SET NULL;

ALTER TABLE "public"."saved_views"
  ADD CONSTRAINT "saved_views_wait_reason_check" CHECK ((length(wait_reason) <= 40));

ALTER TABLE "public"."service_orders"
  ADD CONSTRAINT "service_orders_unrepaired_reason_check" CHECK ((length(unrepaired_reason) <= 20000));

CREATE VIEW "public"."public_order_status" AS  SELECT order_number,
    min(status) AS status,
    min(private.public_wait(order_number)) AS wait,
    bool_or((unrepaired_reason IS NOT NULL)) AS unrepaired
   FROM public.service_orders o
  WHERE private.is_only_order(order_number)
  GROUP BY order_number;

CREATE INDEX order_waits_ended_by ON public.order_waits USING btree (ended_by);

CREATE INDEX order_waits_open ON public.order_waits USING btree (order_id)
  WHERE (ended_at IS NULL);

CREATE INDEX order_waits_screen_order ON public.order_waits USING btree (screen_order_id)
  WHERE (screen_order_id IS NOT NULL);

CREATE INDEX order_waits_started_by ON public.order_waits USING btree (started_by);

CREATE INDEX service_orders_on_hold ON public.service_orders USING btree (created_at DESC, id DESC)
  WHERE on_hold;

CREATE INDEX service_orders_unrepaired ON public.service_orders USING btree (created_at)
  WHERE (unrepaired_reason IS NOT NULL);

CREATE TRIGGER as_readable
  BEFORE INSERT OR UPDATE ON public.order_waits
  FOR EACH ROW
  EXECUTE FUNCTION private.as_readable();

CREATE TRIGGER record_wait
  AFTER INSERT OR UPDATE OF ended_at, expected_on, note, screen_order_id ON public.order_waits
  FOR EACH ROW
  EXECUTE FUNCTION private.record_wait();

CREATE TRIGGER refuse_write
  INSTEAD OF INSERT OR DELETE OR UPDATE ON public.public_order_status
  FOR EACH ROW
  EXECUTE FUNCTION private.refuse_write();

CREATE TRIGGER insert_once
  BEFORE INSERT ON public.saved_views
  FOR EACH ROW
  WHEN (private.is_api_caller())
  EXECUTE FUNCTION private.insert_once('la vista quedó guardada', 'name', 'search', 'field', 'status', 'technician_id', 'view', 'sort', 'wait_reason');

CREATE TRIGGER recount_orders
  AFTER UPDATE ON public.service_orders
  FOR EACH ROW
  WHEN
    (((old.status <> new.status) OR (old.on_hold <> new.on_hold) OR (sign((COALESCE(old.total_amount, (0)::bigint))::double precision) <> sign((COALESCE(new.total_amount,
    (0)::bigint))::double precision))))
  EXECUTE FUNCTION private.count_orders();

ALTER TABLE "public"."service_orders"
  ENABLE ALWAYS TRIGGER "recount_orders";

CREATE TRIGGER wait_follows_status
  AFTER UPDATE ON public.service_orders
  FOR EACH ROW
  WHEN ((new.status IS DISTINCT FROM old.status))
  EXECUTE FUNCTION private.follow_waits();

CREATE POLICY "only sessions that count" ON "public"."order_waits"
  AS RESTRICTIVE
  FOR ALL
  TO "authenticated"
  USING (( SELECT private.session_counts() AS session_counts));

CREATE POLICY "staff read" ON "public"."order_waits"
  FOR SELECT
  TO "authenticated"
  USING (( SELECT private.may('desk'::text) AS may));

ALTER PUBLICATION "supabase_realtime" ADD TABLE "public"."order_waits";

REVOKE ALL ON FUNCTION "private"."close_wait"(uuid, text, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."close_wait"(uuid, text, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."close_wait"(uuid, text, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."follow_waits"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."follow_waits"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."follow_waits"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."lock_wait"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."lock_wait"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."lock_wait"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."public_wait"(integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."public_wait"(integer) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."public_wait"(integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."public_wait"(integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."public_wait"(integer) TO "service_role";

REVOKE ALL ON FUNCTION "private"."record_wait"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."record_wait"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."record_wait"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."report_unrepaired"(tstzrange, uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."report_unrepaired"(tstzrange, uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."report_unrepaired"(tstzrange, uuid, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."screen_order_name"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."screen_order_name"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."screen_order_name"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."tell_wait"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."tell_wait"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."tell_wait"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."wait_condition"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."wait_condition"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."wait_condition"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."wait_reason"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."wait_reason"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."wait_reason"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."wait_sentence"(text, text, date, date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."wait_sentence"(text, text, date, date) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."wait_sentence"(text, text, date, date) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."end_wait"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."end_wait"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."end_wait"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."export_orders"(text, text, text, uuid, timestamp WITH time zone, uuid, text, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."export_orders"(text, text, text, uuid, timestamp WITH time zone, uuid, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."export_orders"(text, text, text, uuid, timestamp WITH time zone, uuid, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."report_waits"(date, date, uuid, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."report_waits"(date, date, uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."report_waits"(date, date, uuid, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."resume_wait"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."resume_wait"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."resume_wait"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."search_orders"(text, text, text, uuid, integer, boolean, text, text, boolean, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."search_orders"(text, text, text, uuid, integer, boolean, text, text, boolean, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."search_orders"(text, text, text, uuid, integer, boolean, text, text, boolean, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."set_wait"(uuid, uuid, text, date, text, uuid, uuid, integer, boolean) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."set_wait"(uuid, uuid, text, date, text, uuid, uuid, integer, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."set_wait"(uuid, uuid, text, date, text, uuid, uuid, integer, boolean) TO "postgres";

REVOKE ALL ON TABLE "public"."order_waits" FROM "authenticated";

GRANT SELECT ON TABLE "public"."order_waits" TO "authenticated";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."order_waits" TO "service_role";

REVOKE ALL ("wait_reason") ON TABLE "public"."saved_views" FROM "authenticated";

GRANT INSERT ("wait_reason") ON TABLE "public"."saved_views" TO "authenticated";

REVOKE ALL ("unrepaired_reason") ON TABLE "public"."service_orders" FROM "authenticated";

GRANT UPDATE ("unrepaired_reason") ON TABLE "public"."service_orders" TO "authenticated";

REVOKE ALL ON TABLE "public"."public_order_status" FROM "anon";

GRANT SELECT ON TABLE "public"."public_order_status" TO "anon";

REVOKE ALL ON TABLE "public"."public_order_status" FROM "authenticated";

GRANT SELECT ON TABLE "public"."public_order_status" TO "authenticated";

REVOKE ALL ON TABLE "public"."public_order_status" FROM "service_role";

GRANT SELECT ON TABLE "public"."public_order_status" TO "service_role";

-- The first reasons and the message about a wait, for every shop. Without a new version: no form that is open meets a
-- conflict. The message is off where its template cannot be registered yet.
ALTER TABLE "public"."setting_sections" DISABLE TRIGGER USER;
update public.setting_sections s set value = s.value || $value${"waits":[{"key":"part","label":"Repuesto","customerText":"Esperando un repuesto","days":7,"stopsClock":true},{"key":"customer","label":"Respuesta del cliente","customerText":"Esperando tu respuesta","days":2,"stopsClock":true},{"key":"lab","label":"Laboratorio externo","customerText":"Tu equipo está en un laboratorio externo","days":10,"stopsClock":true},{"key":"supplier","label":"Garantía del proveedor","customerText":"Esperando la garantía del proveedor","days":15,"stopsClock":true}]}$value$
where s.section = 'desk' and not s.value ? 'waits';
update public.setting_sections s set value = s.value || jsonb_build_object('on_hold', $value${"enabled":true,"template":"order_on_hold","text":"Novedades de tu orden {{orden}} en {{tienda}}: {{espera}}. Mira en qué va en {{sitio}} con tu número de orden."}$value$::jsonb
  || jsonb_build_object('enabled', not exists (select from public.profiles)))
where s.section = 'messages' and not s.value ? 'on_hold';
ALTER TABLE "public"."setting_sections" ENABLE TRIGGER USER;
update public.setting_changes c set after = s.value
from public.setting_sections s
where s.section in ('desk', 'messages') and c.section = s.section and c.version = 1
  and not exists (select from public.profiles);

-- Devices that were handed back before, with the reason that is known of them.
ALTER TABLE "public"."service_orders" DISABLE TRIGGER "guard_service_order";
ALTER TABLE "public"."service_orders" DISABLE TRIGGER "record_service_order";
update public.service_orders o set unrepaired_reason = case last.was
  when 'rejected' then 'El cliente rechazó el presupuesto.' else 'La orden fue cancelada.' end
from (
  select distinct on (e.order_id) e.order_id, e.changes -> 'status' ->> 0 as was from public.order_events e
  where e.changes -> 'status' ->> 1 = 'delivered' order by e.order_id, e.id desc
) as last
where o.id = last.order_id and o.status = 'delivered' and last.was in ('rejected', 'cancelled');
ALTER TABLE "public"."service_orders" ENABLE TRIGGER "record_service_order";
ALTER TABLE "public"."service_orders" ENABLE TRIGGER "guard_service_order";
