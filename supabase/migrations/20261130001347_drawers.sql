SET local check_function_bodies = off;

DROP TRIGGER "move_payment_details" ON "public"."service_orders";

DROP FUNCTION "public"."correct_payment"(uuid, uuid, text);

DROP FUNCTION "public"."give_back"(uuid, uuid, bigint, text, text, text, jsonb);

DROP FUNCTION "public"."take_payment"(uuid, jsonb, text, text, text, jsonb);

CREATE TABLE "private"."drawer_events" (
  "id"         uuid                     NOT NULL DEFAULT gen_random_uuid(),
  "drawer_id"  uuid                     NOT NULL,
  "kind"       text                     NOT NULL,
  "created_at" timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  "created_by" uuid                     NOT NULL,
  "amount"     bigint,
  "expected"   bigint,
  "reason"     text                     NOT NULL DEFAULT ''::text,
  CONSTRAINT "drawer_events_amount_check" CHECK ((amount >= 0)),
  CONSTRAINT "drawer_events_check1" CHECK (((kind <> ALL (ARRAY['counted'::text, 'closed'::text])) OR (num_nulls(amount, expected) = 0))),
  CONSTRAINT "drawer_events_check2" CHECK (((kind <> 'reopened'::text) OR (reason <> ''::text))),
  CONSTRAINT "drawer_events_check" CHECK (((kind <> ALL (ARRAY['deposit'::text, 'withdrawal'::text])) OR ((amount > 0) AND (amount <= 1000000000) AND (reason <> ''::text)))),
  CONSTRAINT "drawer_events_kind_check" CHECK ((kind = ANY (ARRAY['opened'::text, 'deposit'::text, 'withdrawal'::text, 'counted'::text, 'closed'::text, 'reopened'::text]))),
  CONSTRAINT "drawer_events_pkey" PRIMARY KEY (id),
  CONSTRAINT "drawer_events_reason_check" CHECK ((length(reason) <= 500))
);

ALTER TABLE "private"."drawer_events"
  ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."drawers" (
  "id"              uuid                     NOT NULL,
  "till"            text                     NOT NULL,
  "opened_at"       timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  "opened_by"       uuid                     NOT NULL,
  "opening"         jsonb                    NOT NULL,
  "opening_amount"  bigint                   NOT NULL,
  "closed_at"       timestamp with time zone,
  "closed_by"       uuid,
  "counted"         jsonb,
  "counted_amount"  bigint,
  "expected_amount" bigint,
  "reason"          text                     NOT NULL DEFAULT ''::text,
  CONSTRAINT "drawers_check2" CHECK ((num_nulls(closed_at, closed_by, counted, counted_amount, expected_amount) = ANY (ARRAY[0, 5]))),
  CONSTRAINT "drawers_difference_has_reason" CHECK (((counted_amount = expected_amount) OR (reason <> ''::text))),
  CONSTRAINT "drawers_expected_amount_check" CHECK ((expected_amount >= 0)),
  CONSTRAINT "drawers_one_open_at_till" UNIQUE NULLS NOT DISTINCT (till, closed_at),
  CONSTRAINT "drawers_one_open_of_person" UNIQUE NULLS NOT DISTINCT (opened_by, closed_at),
  CONSTRAINT "drawers_pkey" PRIMARY KEY (id),
  CONSTRAINT "drawers_reason_check" CHECK ((length(reason) <= 500)),
  CONSTRAINT "drawers_till_check" CHECK (((length(till) >= 1) AND (length(till) <= 40)))
);

ALTER TABLE "private"."drawers"
  ENABLE ROW LEVEL SECURITY;

ALTER TABLE "private"."payments"
  ADD COLUMN "drawer_id" uuid;

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
  insert into private.payments (id, created_by, method, reference, note, corrects)
  values (p_id, (select auth.uid()), said ->> 'payment_method', said ->> 'payment_reference', said ->> 'payment_note',
    p_corrects);
  perform set_config('taller.payment', p_id::text, true);
end
$function$;

CREATE OR REPLACE FUNCTION private.checked_payment (
  p_details jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  IMMUTABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  method constant text := coalesce(p_details ->> 'payment_method', '');
  reference constant text := coalesce(private.written(private.without_controls(p_details ->> 'payment_reference', false)), '');
  note constant text := coalesce(private.written(private.without_controls(p_details ->> 'payment_note', false)), '');
  reason constant text := coalesce(private.written(private.without_controls(p_details ->> 'balance_reason', false)), '');
begin
  if method <> all (array['', 'cash', 'debit', 'credit', 'transfer', 'other']) then
    raise exception 'Elige cómo se pagó.' using errcode = '23514';
  end if;
  if length(reference) > 120 then
    raise exception 'La referencia puede tener hasta 120 letras.' using errcode = '23514';
  end if;
  if length(note) > 500 or length(reason) > 500 then
    raise exception 'El motivo puede tener hasta 500 letras.' using errcode = '23514';
  end if;
  return jsonb_build_object('payment_method', method, 'payment_reference', reference, 'payment_note', note,
    'balance_reason', reason, 'payment_till', coalesce(p_details ->> 'payment_till', ''))
    || case jsonb_typeof(p_details -> 'document') when 'object'
      then jsonb_build_object('document', p_details -> 'document') else '{}' end;
end
$function$;

CREATE OR REPLACE FUNCTION private.count_amount (
  p_count jsonb
)
  RETURNS bigint
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select case when jsonb_typeof(p_count) = 'object' and count(*) = count(c.amount)
    then coalesce(sum(c.amount), 0)::bigint end
  from (
    select case
      when e.key = any ('{10,50,100,500,1000,2000,5000,10000,20000}'::text[]) and e.value::text ~ '^[0-9]{1,5}$'
        then e.key::bigint * e.value::text::bigint end as amount
    from jsonb_each(case when jsonb_typeof(p_count) = 'object' then p_count end) as e
  ) as c
$function$;

CREATE OR REPLACE FUNCTION private.drawer_cash (
  p_id uuid
)
  RETURNS bigint
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  return (select d.opening_amount from private.drawers d where d.id = p_id)
    + coalesce((select sum(s.amount) from private.payments p join private.payment_shares s on s.payment_id = p.id
      where p.drawer_id = p_id and p.method = 'cash'), 0)
    + coalesce((select sum(case e.kind when 'deposit' then e.amount else -e.amount end) from private.drawer_events e
      where e.drawer_id = p_id and e.kind in ('deposit', 'withdrawal')), 0);
end
$function$;

CREATE OR REPLACE FUNCTION private.drawer_words (
  p_text text
)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
declare
  words constant text := coalesce(private.written(private.without_controls(p_text, false)), '');
begin
  if length(words) > 500 then
    raise exception 'El motivo puede tener hasta 500 letras.' using errcode = '23514';
  end if;
  return words;
end
$function$;

CREATE OR REPLACE FUNCTION private.drop_staff_name()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  delete from public.staff_names n
  where n.id = old.id and not exists (select from public.service_orders o where o.technician_id = old.id)
    and not exists (select from public.service_orders o where o.receptionist_id = old.id)
    and not exists (select from private.payments p where p.created_by = old.id)
    and not exists (select from private.drawer_events e where e.created_by = old.id);
  return old;
end
$function$;

CREATE OR REPLACE FUNCTION private.end_payment()
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$
  select set_config('taller.payment', '', true), set_config('taller.payment_details', '', true),
    set_config('taller.till', '', true)
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
      d.till using errcode = '23514';
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.lock_drawer (
  p_id uuid
)
  RETURNS private.drawers
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  d private.drawers;
begin
  select * into d from private.drawers s where s.id = p_id for update;
  if not found then
    raise exception 'Esta caja no existe.' using errcode = 'P0002';
  end if;
  if d.opened_by <> (select auth.uid()) and not private.may('drawer.oversee') then
    raise exception 'Esta caja es de otra persona: la puede cerrar ella, o un administrador.' using errcode = '42501';
  end if;
  return d;
end
$function$;

CREATE OR REPLACE FUNCTION private.lock_open_drawer (
  p_id uuid
)
  RETURNS private.drawers
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  d constant private.drawers := private.lock_drawer(p_id);
begin
  if d.closed_at is not null then
    raise exception 'Esta caja ya está cerrada: la cerró % a las %. Nada cambió en ella.',
      (select n.full_name from public.staff_names n where n.id = d.closed_by), private.time_in_sentence(d.closed_at)
      using errcode = '23514';
  end if;
  return d;
end
$function$;

CREATE OR REPLACE FUNCTION private.method_name (
  p_method text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select case p_method when 'cash' then 'Efectivo' when 'debit' then 'Débito' when 'credit' then 'Crédito'
    when 'transfer' then 'Transferencia' when 'other' then 'Otro medio' else 'Sin medio de pago' end
$function$;

CREATE OR REPLACE FUNCTION private.put_in_drawer()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  named constant text := nullif(current_setting('taller.till', true), '');
  open uuid[] := '{}';
begin
  new.drawer_id := null;
  if new.corrects is not null then
    select d.id into new.drawer_id from private.drawers d
    where d.id = (select p.drawer_id from private.payments p where p.id = new.corrects) and d.closed_at is null
    for update;
  end if;
  if new.drawer_id is null then
    select d.id into new.drawer_id from private.drawers d
    where d.closed_at is null and case when named is null then d.opened_by = new.created_by else d.till = named end
    for update;
  end if;
  if new.drawer_id is null and new.method = 'cash' and named is null then
    open := array(select d.id from private.drawers d where d.closed_at is null);
    if cardinality(open) = 1 then
      select d.id into new.drawer_id from private.drawers d where d.id = open[1] and d.closed_at is null for update;
    end if;
  end if;
  if new.drawer_id is null and new.method = 'cash' and new.created_by is not null and private.tills() <> '{}' then
    if cardinality(open) > 1 then
      raise exception 'Hay varias cajas abiertas. Elige a cuál corresponde este efectivo.'
        using errcode = '23514';
    end if;
    raise exception 'No hay una caja abierta para este efectivo. Ábrela y guarda otra vez: no se registró nada.'
      using errcode = '23514';
  end if;
  return new;
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

CREATE OR REPLACE FUNCTION private.role_may (
  p_role       text,
  p_permission text
)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  AS $function$
  select coalesce(p_role = any (case p_permission
    when 'activity-log' then '{admin,technician,receptionist}'::text[]
    when 'appointments' then '{admin,technician,receptionist}'::text[]
    when 'costs.see' then '{admin}'::text[]
    when 'customers.change' then '{admin,receptionist}'::text[]
    when 'customers.create' then '{admin,receptionist}'::text[]
    when 'desk' then '{admin,technician,receptionist}'::text[]
    when 'drawer.keep' then '{admin,receptionist}'::text[]
    when 'drawer.oversee' then '{admin}'::text[]
    when 'looks' then '{admin}'::text[]
    when 'messages' then '{admin,technician,receptionist}'::text[]
    when 'order-form' then '{admin,receptionist}'::text[]
    when 'order-import' then '{admin}'::text[]
    when 'orders.cancel' then '{admin,technician}'::text[]
    when 'orders.change' then '{admin,technician,receptionist}'::text[]
    when 'orders.choose-status' then '{admin,technician,receptionist}'::text[]
    when 'orders.correct-warranty' then '{admin}'::text[]
    when 'orders.create' then '{admin,receptionist}'::text[]
    when 'orders.delete' then '{admin}'::text[]
    when 'orders.do-repair' then '{admin,technician}'::text[]
    when 'orders.find' then '{admin,receptionist}'::text[]
    when 'orders.receive-payment' then '{admin,receptionist}'::text[]
    when 'orders.repair' then '{technician}'::text[]
    when 'orders.search-all-fields' then '{admin}'::text[]
    when 'orders.take-back' then '{receptionist}'::text[]
    when 'own-data.request' then '{customer}'::text[]
    when 'own-orders' then '{customer}'::text[]
    when 'people.see' then '{admin,technician,receptionist}'::text[]
    when 'privacy.manage' then '{admin}'::text[]
    when 'quote-origins.see' then '{admin}'::text[]
    when 'reports' then '{admin}'::text[]
    when 'rut.confirm' then '{admin,receptionist}'::text[]
    when 'settings' then '{admin}'::text[]
    when 'sheets' then '{admin,technician,receptionist}'::text[]
    when 'stock' then '{admin,technician,receptionist}'::text[]
    when 'system-status' then '{admin}'::text[]
    when 'users' then '{admin}'::text[]
    else private.unknown_permission(p_permission)
  end), false)
$function$;

CREATE OR REPLACE FUNCTION private.say_payment (
  p_order_ids uuid[],
  p_details   jsonb
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$
  select set_config('taller.payment_details', (
    coalesce(nullif(current_setting('taller.payment_details', true), '')::jsonb, '{}')
    || (select jsonb_object_agg(id, p_details - 'payment_till') from unnest(p_order_ids) as id))::text, true),
    set_config('taller.till', coalesce(p_details ->> 'payment_till', ''), true)
$function$;

CREATE OR REPLACE FUNCTION private.tills()
  RETURNS text[]
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select array(select jsonb_array_elements_text(s.value -> 'tills') from public.setting_sections s
    where s.section = 'desk')
$function$;

CREATE OR REPLACE FUNCTION private.time_in_sentence (
  p_at timestamp with time zone
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select to_char(p_at at time zone 'America/Santiago', 'HH24:MI')
    || case when (p_at at time zone 'America/Santiago')::date = today then ''
      else ' del ' || private.day_in_sentence((p_at at time zone 'America/Santiago')::date, today) end
  from (select (now() at time zone 'America/Santiago')::date as today) as day
$function$;

CREATE OR REPLACE FUNCTION public.close_drawer (
  p_id        uuid,
  p_drawer_id uuid,
  p_count     jsonb,
  p_reason    text   DEFAULT ''::text,
  p_seen      bigint DEFAULT NULL::bigint
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  counted constant bigint := private.count_amount(p_count);
  words text;
  expected bigint;
  closes boolean;
  result jsonb;
  d private.drawers;
begin
  perform private.require('drawer.keep');
  if not private.claim_request(p_id, 'close_drawer', jsonb_build_array(p_drawer_id, p_count, p_reason, p_seen),
    'el conteo de la caja quedó anotado') then
    return private.request_result(p_id);
  end if;
  if counted is null then
    raise exception 'El conteo no es válido: escribe cuántos hay de cada billete y moneda.' using errcode = '22023';
  end if;
  words := private.drawer_words(p_reason);
  d := private.lock_open_drawer(p_drawer_id);
  expected := private.drawer_cash(d.id);
  closes := counted = expected or words <> '' and p_seen is not distinct from expected;
  insert into private.drawer_events (drawer_id, kind, created_by, amount, expected, reason)
  values (d.id, case when closes then 'closed' else 'counted' end, (select auth.uid()), counted, expected,
    case when closes and counted <> expected then words else '' end);
  if closes then
    update private.drawers s set closed_at = clock_timestamp(), closed_by = (select auth.uid()), counted = p_count,
      counted_amount = private.count_amount(p_count), expected_amount = expected,
      reason = case when private.count_amount(p_count) = expected then '' else words end
    where s.id = d.id;
  end if;
  result := jsonb_build_object('closed', closes, 'counted', counted, 'expected', expected);
  perform private.finish_request(p_id, result,
    case when closes then 'la caja quedó cerrada' else 'el conteo de la caja quedó anotado' end);
  return result;
end
$function$;

REVOKE ALL ON FUNCTION "public"."close_drawer"(uuid, uuid, jsonb, text, bigint) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.correct_payment (
  p_id         uuid,
  p_payment_id uuid,
  p_reason     text,
  p_till       text DEFAULT ''::text
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  share record;
  o public.service_orders;
  held uuid[];
begin
  perform private.require('orders.receive-payment');
  if not private.claim_request(p_id, 'correct_payment', jsonb_build_array(p_payment_id, p_reason, p_till),
    'el pago quedó corregido') then
    return;
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
end
$function$;

REVOKE ALL ON FUNCTION "public"."correct_payment"(uuid, uuid, text, text) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.drawer_sheet (
  p_id uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  every constant boolean := private.may('drawer.oversee');
  d private.drawers;
begin
  perform private.require('drawer.keep');
  select * into d from private.drawers s where s.id = p_id and (every or s.opened_by = (select auth.uid()));
  if not found then
    raise exception 'Esta caja no existe, o es de otra persona.' using errcode = 'P0002';
  end if;
  return to_jsonb(d) - 'opened_by' - 'closed_by' || jsonb_build_object(
    'opened_by', (select n.full_name from public.staff_names n where n.id = d.opened_by),
    'closed_by', (select n.full_name from public.staff_names n where n.id = d.closed_by),
    'is_own', d.opened_by = (select auth.uid()),
    'expected_amount',
    case when d.closed_at is null and every then private.drawer_cash(d.id) else d.expected_amount end,
    'events', (
      select jsonb_agg(jsonb_build_object('id', e.id, 'kind', e.kind, 'created_at', e.created_at,
        'created_by', n.full_name, 'amount', e.amount, 'expected', e.expected, 'reason', e.reason)
        order by e.created_at, e.id)
      from private.drawer_events e join public.staff_names n on n.id = e.created_by where e.drawer_id = d.id),
    'payments', case when every or d.closed_at is not null then (
      select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'created_at', p.created_at, 'created_by', n.full_name,
        'method', p.method, 'corrects', p.corrects is not null, 'amount', s.amount, 'orders', s.orders)
        order by p.created_at, p.id), '[]')
      from private.payments p left join public.staff_names n on n.id = p.created_by
      cross join lateral (
        select sum(e.amount) as amount,
          coalesce(jsonb_agg(distinct o.order_number) filter (where o.id is not null), '[]') as orders
        from private.payment_shares e left join public.service_orders o on o.id = e.order_id where e.payment_id = p.id
      ) as s
      where p.drawer_id = d.id) end);
end
$function$;

REVOKE ALL ON FUNCTION "public"."drawer_sheet"(uuid) FROM PUBLIC, "anon", "service_role";

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
        'sin_recordatorios', not (private.reminder_consent(caller) ->> 'wanted')::boolean,
        'dicho_el', private.reminder_consent(caller) ->> 'said_at')
      from public.profiles p where p.id = caller),
    'ficha', (
      select jsonb_build_object('es_empresa', c.is_company, 'razon_social', c.business_name, 'giro', c.business_activity,
        'contactos', (
          select coalesce(jsonb_agg(jsonb_build_object('nombre', t.name, 'telefono', t.phone, 'correo', t.email,
            'cargo', t.role) order by t.created_at), '[]')
          from public.customer_contacts t where t.rut = c.rut and t.removed_at is null))
      from private.customer_cards c where c.rut = own_rut),
    'ordenes', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'numero', o.order_number, 'numero_anterior', o.former_number, 'tu_referencia', o.customer_reference,
        'contacto', (select t.name from public.customer_contacts t where t.id = o.contact_id),
        'recibida_el', o.created_at,
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
          select coalesce(jsonb_agg(jsonb_build_object('fecha', p.created_at,
            'medio', private.method_name(p.method), 'monto', p.amount,
            'documentos', private.own_documents(p.id, own_rut)) order by p.created_at, p.id), '[]')
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
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  o public.service_orders;
  of_final bigint;
begin
  perform private.require('orders.receive-payment');
  if not private.claim_request(p_id, 'give_back', jsonb_build_array(p_order_id, p_amount, p_method, p_reason,
    p_reference, p_document, p_till), 'la devolución quedó registrada') then
    return;
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
  perform private.begin_payment(p_id, array[p_order_id], jsonb_build_object('payment_method', p_method,
    'payment_reference', p_reference, 'payment_note', p_reason, 'payment_till', p_till));
  of_final := least(p_amount, o.final_payment);
  update public.service_orders s
  set final_payment = s.final_payment - of_final, advance_payment = s.advance_payment - (p_amount - of_final)
  where s.id = p_order_id;
  perform private.end_payment();
  if p_document is not null then
    perform private.write_tax_document(gen_random_uuid(), p_id, p_document);
  end if;
end
$function$;

REVOKE ALL ON FUNCTION "public"."give_back"(uuid, uuid, bigint, text, text, text, jsonb, text) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.list_drawers (
  p_page integer DEFAULT 1
)
  RETURNS TABLE (
    id         uuid,
    till       text,
    opened_at  timestamp with time zone,
    opened_by  text,
    is_own     boolean,
    closed_at  timestamp with time zone,
    closed_by  text,
    counted    bigint,
    difference bigint,
    reason     text,
    total      bigint
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  caller constant uuid := (select auth.uid());
  every constant boolean := private.may('drawer.oversee');
begin
  perform private.require('drawer.keep');
  return query
    select d.id, d.till, d.opened_at, o.full_name, d.opened_by = caller, d.closed_at, c.full_name, d.counted_amount,
      d.counted_amount - d.expected_amount, d.reason,
      (select count(*) from (select from private.drawers s where every or s.opened_by = caller limit 10001) as counted)
    from private.drawers d join public.staff_names o on o.id = d.opened_by
    left join public.staff_names c on c.id = d.closed_by
    where every or d.opened_by = caller
    order by d.opened_at desc, d.id limit 20 offset private.rows_before(p_page, 20);
end
$function$;

REVOKE ALL ON FUNCTION "public"."list_drawers"(integer) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.move_drawer_cash (
  p_id        uuid,
  p_drawer_id uuid,
  p_kind      text,
  p_amount    bigint,
  p_reason    text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  d private.drawers;
begin
  perform private.require('drawer.keep');
  if not private.claim_request(p_id, 'move_drawer_cash', jsonb_build_array(p_drawer_id, p_kind, p_amount, p_reason),
    'el movimiento de caja quedó registrado') then
    return;
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
  if p_kind = 'withdrawal' and p_amount > private.drawer_cash(d.id) then
    raise exception 'En la caja «%» no hay tanto efectivo.', d.till using errcode = '23514';
  end if;
  insert into private.drawer_events (id, drawer_id, kind, created_by, amount, reason)
  values (p_id, d.id, p_kind, (select auth.uid()), p_amount, private.drawer_words(p_reason));
end
$function$;

REVOKE ALL ON FUNCTION "public"."move_drawer_cash"(uuid, uuid, text, bigint, text) FROM PUBLIC, "anon", "service_role";

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
  if not private.claim_request(p_id, 'open_drawer', jsonb_build_array(p_till, p_count), 'la caja quedó abierta') then
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

REVOKE ALL ON FUNCTION "public"."open_drawer"(uuid, text, jsonb) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.open_drawers()
  RETURNS TABLE (
    id        uuid,
    till      text,
    opened_at timestamp with time zone,
    opened_by text,
    is_own    boolean
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.require('desk');
  return query
    select d.id, d.till, d.opened_at, n.full_name, d.opened_by = (select auth.uid())
    from private.drawers d join public.staff_names n on n.id = d.opened_by
    where d.closed_at is null order by d.till, d.id;
end
$function$;

REVOKE ALL ON FUNCTION "public"."open_drawers"() FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.reopen_drawer (
  p_id        uuid,
  p_drawer_id uuid,
  p_reason    text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  d private.drawers;
begin
  perform private.require('drawer.oversee');
  if not private.claim_request(p_id, 'reopen_drawer', jsonb_build_array(p_drawer_id, p_reason),
    'la caja quedó abierta otra vez') then
    return;
  end if;
  if private.drawer_words(p_reason) = '' then
    raise exception 'Escribe el motivo.' using errcode = '23514';
  end if;
  d := private.lock_drawer(p_drawer_id);
  if d.closed_at is null then
    raise exception 'Esta caja está abierta.' using errcode = '23514';
  end if;
  begin
    update private.drawers s set closed_at = null, closed_by = null, counted = null, counted_amount = null,
      expected_amount = null, reason = ''
    where s.id = d.id;
  exception when unique_violation then
    raise exception 'La caja «%», o quien la abrió, ya tiene otra abierta. Ciérrala antes de reabrir esta.', d.till
      using errcode = '23514';
  end;
  insert into private.drawer_events (drawer_id, kind, created_by, reason)
  values (d.id, 'reopened', (select auth.uid()), private.drawer_words(p_reason));
end
$function$;

REVOKE ALL ON FUNCTION "public"."reopen_drawer"(uuid, uuid, text) FROM PUBLIC, "anon", "service_role";

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

REVOKE ALL ON FUNCTION "public"."take_payment"(uuid, jsonb, text, text, text, jsonb, text) FROM PUBLIC, "anon", "service_role";

ALTER TABLE "private"."drawer_events"
  ADD CONSTRAINT "drawer_events_created_by_fkey" FOREIGN KEY (created_by) REFERENCES public.staff_names(id);

ALTER TABLE "private"."drawers"
  ADD CONSTRAINT "drawers_closed_by_fkey" FOREIGN KEY (closed_by) REFERENCES public.staff_names(id);

ALTER TABLE "private"."drawers"
  ADD CONSTRAINT "drawers_opened_by_fkey" FOREIGN KEY (opened_by) REFERENCES public.staff_names(id);

ALTER TABLE "private"."drawer_events"
  ADD CONSTRAINT "drawer_events_drawer_id_fkey" FOREIGN KEY (drawer_id) REFERENCES private.drawers(id);

ALTER TABLE "private"."payments"
  ADD CONSTRAINT "payments_drawer_id_fkey" FOREIGN KEY (drawer_id) REFERENCES private.drawers(id);

CREATE INDEX drawer_events_created_by ON private.drawer_events USING btree (created_by);

CREATE INDEX drawer_events_drawer ON private.drawer_events USING btree (drawer_id, created_at);

CREATE INDEX drawers_closed_by ON private.drawers USING btree (closed_by);

CREATE INDEX drawers_newest ON private.drawers USING btree (opened_at DESC, id);

CREATE INDEX payments_drawer ON private.payments USING btree (drawer_id)
  WHERE (drawer_id IS NOT NULL);

CREATE TRIGGER guard_drawer_cash
  AFTER INSERT ON private.payment_shares
  FOR EACH ROW
  WHEN ((new.amount < 0))
  EXECUTE FUNCTION private.guard_drawer_cash();

CREATE TRIGGER put_in_drawer
  BEFORE INSERT ON private.payments
  FOR EACH ROW
  WHEN ((new.method <> ''::text))
  EXECUTE FUNCTION private.put_in_drawer();

CREATE TRIGGER move_payment_details
  BEFORE INSERT OR UPDATE ON public.service_orders
  FOR EACH ROW
  WHEN ((new.payment_details IS NOT NULL))
  EXECUTE FUNCTION private.move_payment_details();

REVOKE ALL ON FUNCTION "private"."count_amount"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."count_amount"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."count_amount"(jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."drawer_cash"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."drawer_cash"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."drawer_cash"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."drawer_words"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."drawer_words"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."drawer_words"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."guard_drawer_cash"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."guard_drawer_cash"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."guard_drawer_cash"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."lock_drawer"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."lock_drawer"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."lock_drawer"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."lock_open_drawer"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."lock_open_drawer"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."lock_open_drawer"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."method_name"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."method_name"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."method_name"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."put_in_drawer"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."put_in_drawer"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."put_in_drawer"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."tills"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."tills"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."tills"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."time_in_sentence"(timestamp WITH time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."time_in_sentence"(timestamp WITH time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."time_in_sentence"(timestamp WITH time zone) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."close_drawer"(uuid, uuid, jsonb, text, bigint) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."close_drawer"(uuid, uuid, jsonb, text, bigint) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."close_drawer"(uuid, uuid, jsonb, text, bigint) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."correct_payment"(uuid, uuid, text, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."correct_payment"(uuid, uuid, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."correct_payment"(uuid, uuid, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."drawer_sheet"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."drawer_sheet"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."drawer_sheet"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."give_back"(uuid, uuid, bigint, text, text, text, jsonb, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."give_back"(uuid, uuid, bigint, text, text, text, jsonb, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."give_back"(uuid, uuid, bigint, text, text, text, jsonb, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_drawers"(integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."list_drawers"(integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_drawers"(integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."move_drawer_cash"(uuid, uuid, text, bigint, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."move_drawer_cash"(uuid, uuid, text, bigint, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."move_drawer_cash"(uuid, uuid, text, bigint, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."open_drawer"(uuid, text, jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."open_drawer"(uuid, text, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."open_drawer"(uuid, text, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."open_drawers"() TO "authenticated";

REVOKE ALL ON FUNCTION "public"."open_drawers"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."open_drawers"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."reopen_drawer"(uuid, uuid, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."reopen_drawer"(uuid, uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."reopen_drawer"(uuid, uuid, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."take_payment"(uuid, jsonb, text, text, text, jsonb, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."take_payment"(uuid, jsonb, text, text, text, jsonb, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."take_payment"(uuid, jsonb, text, text, text, jsonb, text) TO "postgres";

REVOKE ALL ("payment_details") ON TABLE "public"."service_orders" FROM "authenticated";

GRANT INSERT ("payment_details"), UPDATE ("payment_details") ON TABLE "public"."service_orders" TO "authenticated";

ALTER TABLE "private"."drawers"
  ADD CONSTRAINT "drawers_check1" CHECK ((NOT (counted_amount IS DISTINCT FROM private.count_amount(counted))));

ALTER TABLE "private"."drawers"
  ADD CONSTRAINT "drawers_check" CHECK ((NOT (opening_amount IS DISTINCT FROM private.count_amount(opening))));

-- A new shop keeps one till; others keep none until they name one. Without a new version: no form that is open meets a
-- conflict.
ALTER TABLE "public"."setting_sections" DISABLE TRIGGER USER;
update public.setting_sections s set value = s.value || case
  when exists (select from public.profiles) then '{"tills": []}' else '{"tills": ["Caja"]}' end::jsonb
where s.section = 'desk' and not s.value ? 'tills';
ALTER TABLE "public"."setting_sections" ENABLE TRIGGER USER;
update public.setting_changes c set after = s.value
from public.setting_sections s
where s.section = 'desk' and c.section = s.section and c.version = 1
  and not exists (select from public.profiles);
