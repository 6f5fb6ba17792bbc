SET local check_function_bodies = off;

CREATE TABLE "private"."payment_shares" (
  "payment_id" uuid   NOT NULL,
  "order_id"   uuid   NOT NULL,
  "part"       text   NOT NULL,
  "amount"     bigint NOT NULL,
  CONSTRAINT "payment_shares_amount_check" CHECK (((abs(amount) >= 1) AND (abs(amount) <= 1000000000))),
  CONSTRAINT "payment_shares_part_check" CHECK ((part = ANY (ARRAY['advance'::text, 'final'::text]))),
  CONSTRAINT "payment_shares_pkey" PRIMARY KEY (payment_id, order_id, part)
);

ALTER TABLE "private"."payment_shares"
  ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."payments" (
  "id"         uuid                     NOT NULL DEFAULT gen_random_uuid(),
  "created_at" timestamp with time zone NOT NULL DEFAULT now(),
  "created_by" uuid,
  "method"     text                     NOT NULL DEFAULT ''::text,
  "reference"  text                     NOT NULL DEFAULT ''::text,
  "note"       text                     NOT NULL DEFAULT ''::text,
  "corrects"   uuid,
  CONSTRAINT "payments_corrects_key" UNIQUE (corrects),
  CONSTRAINT "payments_method_check" CHECK ((method = ANY (ARRAY[''::text, 'cash'::text, 'debit'::text, 'credit'::text, 'transfer'::text, 'other'::text]))),
  CONSTRAINT "payments_note_check" CHECK ((length(note) <= 500)),
  CONSTRAINT "payments_pkey" PRIMARY KEY (id),
  CONSTRAINT "payments_reference_check" CHECK ((length(reference) <= 120))
);

ALTER TABLE "private"."payments"
  ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."service_orders"
  ADD COLUMN "payment_details" jsonb;

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
  set message = regexp_replace(h.message, '^.*( aprobó el presupuesto de )', 'El cliente\1')
  where h.order_id = any (p_ids);
  delete from public.notifications n where n.order_id = any (p_ids);
  delete from public.whatsapp_messages m where m.order_id = any (p_ids);
  delete from public.whatsapp_replies r where r.order_id = any (p_ids);
  delete from private.unclaimed_attempts a where a.order_id = any (p_ids);
  return done;
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
  insert into private.payments (id, created_by, method, reference, note, corrects)
  values (p_id, (select auth.uid()), said ->> 'payment_method', said ->> 'payment_reference', said ->> 'payment_note',
    p_corrects);
  perform private.say_payment(p_order_ids, said);
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
    'balance_reason', reason);
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
    and not exists (select from private.payments p where p.created_by = old.id);
  return old;
end
$function$;

CREATE OR REPLACE FUNCTION private.end_payment()
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$
  select set_config('taller.payment', '', true), set_config('taller.payment_details', '', true)
$function$;

CREATE OR REPLACE FUNCTION private.forget_payment_words()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  update private.payments p set reference = '', note = ''
  where (p.reference <> '' or p.note <> '')
    and p.id in (select s.payment_id from private.payment_shares s where s.order_id = old.id)
    and not exists (
      select from private.payment_shares s join public.service_orders o on o.id = s.order_id
      where s.payment_id = p.id);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.impersonal_changes (
  p_changes jsonb
)
  RETURNS jsonb
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(p_changes)
  where key in ('status', 'total_amount', 'advance_payment', 'final_payment', 'payment_method', 'technician_id',
    'warranty_days', 'parts_warranty_days', 'warranty_of', 'not_warranty', 'warranty_outcome', 'promised_at',
    'equipment_type', 'equipment_brand', 'equipment_model')
$function$;

CREATE OR REPLACE FUNCTION private.lock_paid_order (
  p_id uuid
)
  RETURNS public.service_orders
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  o public.service_orders;
begin
  select * into o from public.service_orders s where s.id = p_id for update;
  if not found then
    raise exception 'La orden ya no existe: alguien la eliminó. No se registró nada.' using errcode = 'P0002';
  end if;
  return o;
end
$function$;

CREATE OR REPLACE FUNCTION private.move_payment_details()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  perform private.say_payment(array[new.id], private.checked_payment(new.payment_details));
  new.payment_details := null;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.payable (
  o public.service_orders
)
  RETURNS bigint
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select case
    when o.status in ('rejected', 'cancelled') then 0
    when coalesce(o.total_amount, 0) = 0 and not o.warranty_repair and o.status = any (private.statuses_in('open'))
      then 1000000000 - o.advance_payment
    else greatest(coalesce(o.total_amount, 0) - o.advance_payment - o.final_payment, 0)
  end
$function$;

CREATE OR REPLACE FUNCTION private.payment_changes (
  p_order_id uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select coalesce(jsonb_object_agg(d.key, jsonb_build_array(null, d.value)), '{}')
  from jsonb_each_text(private.payment_details(p_order_id)) as d where d.value <> ''
$function$;

CREATE OR REPLACE FUNCTION private.payment_details (
  p_order_id uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select nullif(current_setting('taller.payment_details', true), '')::jsonb -> p_order_id::text
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
      and (new.total_amount, new.technical_work) is distinct from (old.total_amount, old.technical_work) then
      perform private.queue_order_message(new, 'quoted');
    end if;
  end if;
  return new;
end
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
    || (select jsonb_object_agg(id, p_details) from unnest(p_order_ids) as id))::text, true)
$function$;

CREATE OR REPLACE FUNCTION private.shares_of (
  p_payment uuid
)
  RETURNS TABLE (
    order_id uuid,
    advance  bigint,
    final    bigint
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select s.order_id, coalesce(sum(s.amount) filter (where s.part = 'advance'), 0)::bigint,
    coalesce(sum(s.amount) filter (where s.part = 'final'), 0)::bigint
  from private.payment_shares s where s.payment_id = p_payment group by s.order_id order by s.order_id
$function$;

CREATE OR REPLACE FUNCTION private.technician_columns()
  RETURNS text[]
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select array[
    'status', 'technical_work', 'quote', 'total_amount', 'technician_id', 'notes', 'cancellation_reason',
    'unrepaired_reason', 'warranty_days', 'warranty_outcome', 'warranty_reason', 'final_payment', 'updated_at',
    'approved_at', 'rejected_at', 'delivered_at', 'completed_at', 'parts_warranty_days', 'payment_details'
  ]
$function$;

CREATE OR REPLACE FUNCTION private.write_payments()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  said constant jsonb := private.payment_details(new.id);
  is_import constant boolean := tg_op = 'INSERT' and new.import_key is not null;
  share record;
  undone private.payments;
  payment uuid;
begin
  for share in
    select d.part, d.amount from (values
      ('advance', new.advance_payment - coalesce(old.advance_payment, 0)),
      ('final', new.final_payment - coalesce(old.final_payment, 0))
    ) as d (part, amount) where d.amount <> 0
  loop
    payment := nullif(current_setting('taller.payment', true), '')::uuid;
    if payment is null then
      undone := null;
      if current_setting('taller.undone_order', true) = new.id::text then
        select p.* into undone from private.payments p
        join private.payment_shares s on s.payment_id = p.id
        where s.order_id = new.id and s.part = share.part and s.amount = -share.amount and p.corrects is null
          and (select count(*) from private.payment_shares every where every.payment_id = p.id) = 1
          and not exists (select from private.payments c where c.corrects = p.id)
        order by p.created_at desc, p.id limit 1;
      end if;
      insert into private.payments (created_at, created_by, method, reference, note, corrects)
      values (
        case when tg_op = 'INSERT' then new.created_at else new.updated_at end,
        case when not is_import then (select s.id from public.staff_names s where s.id = (select auth.uid())) end,
        coalesce(said ->> 'payment_method', undone.method, ''), coalesce(said ->> 'payment_reference', ''),
        coalesce(said ->> 'payment_note', ''), undone.id
      ) returning id into payment;
    end if;
    insert into private.payment_shares (payment_id, order_id, part, amount)
    values (payment, new.id, share.part, share.amount);
  end loop;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.correct_payment (
  p_id         uuid,
  p_payment_id uuid,
  p_reason     text
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  share record;
  o public.service_orders;
begin
  perform private.require('orders.receive-payment');
  if not private.claim_request(p_id, 'correct_payment', jsonb_build_array(p_payment_id, p_reason),
    'el pago quedó corregido') then
    return;
  end if;
  if private.written(p_reason) is null then
    raise exception 'Escribe el motivo.' using errcode = '23514';
  end if;
  for share in select * from private.shares_of(p_payment_id) loop
    perform private.lock_paid_order(share.order_id);
  end loop;
  if not found then
    raise exception 'Este pago no existe.' using errcode = 'P0002';
  end if;
  perform private.begin_payment(p_id, array(select s.order_id from private.shares_of(p_payment_id) as s),
    jsonb_build_object('payment_note', p_reason), p_payment_id);
  for share in select * from private.shares_of(p_payment_id) loop
    o := private.lock_paid_order(share.order_id);
    if o.advance_payment < share.advance or o.final_payment < share.final then
      raise exception 'De este pago ya se devolvió dinero: corrige primero la devolución.' using errcode = '23514';
    end if;
    update public.service_orders s
    set advance_payment = s.advance_payment - share.advance, final_payment = s.final_payment - share.final
    where s.id = share.order_id;
  end loop;
  perform private.end_payment();
end
$function$;

REVOKE ALL ON FUNCTION "public"."correct_payment"(uuid, uuid, text) FROM PUBLIC, "anon", "service_role";

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
        'total', o.total_amount, 'abono', o.advance_payment, 'pagado_al_retirar', o.final_payment,
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
  p_reference text   DEFAULT ''::text
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
    p_reference), 'la devolución quedó registrada') then
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
    'payment_reference', p_reference, 'payment_note', p_reason));
  of_final := least(p_amount, o.final_payment);
  update public.service_orders s
  set final_payment = s.final_payment - of_final, advance_payment = s.advance_payment - (p_amount - of_final)
  where s.id = p_order_id;
  perform private.end_payment();
end
$function$;

REVOKE ALL ON FUNCTION "public"."give_back"(uuid, uuid, bigint, text, text, text) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.order_payments (
  p_order_id uuid
)
  RETURNS TABLE (
    id         uuid,
    created_at timestamp with time zone,
    method     text,
    amount     bigint,
    orders     integer,
    corrects   uuid,
    corrected  boolean,
    created_by text,
    reference  text,
    note       text
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  by_staff constant boolean := private.may('desk');
begin
  if not by_staff and not exists (
    select from public.service_orders o where o.id = p_order_id and o.customer_rut = private.my_rut()
  ) then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  return query
    select p.id, p.created_at, p.method,
      (select sum(s.amount) from private.payment_shares s where s.payment_id = p.id and s.order_id = p_order_id)::bigint,
      (select count(distinct s.order_id) from private.payment_shares s where s.payment_id = p.id)::integer,
      p.corrects, exists (select from private.payments c where c.corrects = p.id),
      case when by_staff then n.full_name end, case when by_staff then p.reference end,
      case when by_staff then p.note end
    from private.payments p left join public.staff_names n on n.id = p.created_by
    where p.id in (select s.payment_id from private.payment_shares s where s.order_id = p_order_id)
    order by p.created_at, p.id;
end
$function$;

REVOKE ALL ON FUNCTION "public"."order_payments"(uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.take_payment (
  p_id        uuid,
  p_orders    jsonb,
  p_method    text,
  p_reference text  DEFAULT ''::text,
  p_note      text  DEFAULT ''::text
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
  if not private.claim_request(p_id, 'take_payment', jsonb_build_array(p_orders, p_method, p_reference, p_note),
    'el pago quedó registrado') then
    return;
  end if;
  perform private.begin_payment(p_id, array(select (e ->> 'id')::uuid from jsonb_array_elements(p_orders) as e),
    jsonb_build_object('payment_method', p_method, 'payment_reference', p_reference, 'payment_note', p_note));
  -- In one order for everybody: two payments for the same orders wait for each other instead of locking up.
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
end
$function$;

REVOKE ALL ON FUNCTION "public"."take_payment"(uuid, jsonb, text, text, text) FROM PUBLIC, "anon", "service_role";

ALTER TABLE "private"."payments"
  ADD CONSTRAINT "payments_created_by_fkey" FOREIGN KEY (created_by) REFERENCES public.staff_names(id);

ALTER TABLE "private"."payment_shares"
  ADD CONSTRAINT "payment_shares_payment_id_fkey" FOREIGN KEY (payment_id) REFERENCES private.payments(id);

ALTER TABLE "private"."payments"
  ADD CONSTRAINT "payments_corrects_fkey" FOREIGN KEY (corrects) REFERENCES private.payments(id);

ALTER TABLE "public"."service_orders"
  ADD CONSTRAINT "service_orders_payment_details_check" CHECK ((payment_details IS NULL));

CREATE INDEX payment_shares_order ON private.payment_shares USING btree (order_id);

CREATE INDEX payments_created_by ON private.payments USING btree (created_by);

CREATE TRIGGER forget_payment_words
  AFTER DELETE ON public.service_orders
  FOR EACH ROW
  EXECUTE FUNCTION private.forget_payment_words();

CREATE TRIGGER move_payment_details
  BEFORE UPDATE ON public.service_orders
  FOR EACH ROW
  WHEN ((new.payment_details IS NOT NULL))
  EXECUTE FUNCTION private.move_payment_details();

CREATE TRIGGER write_first_payment
  AFTER INSERT ON public.service_orders
  FOR EACH ROW
  WHEN (((new.advance_payment <> 0) OR (new.final_payment <> 0)))
  EXECUTE FUNCTION private.write_payments();

CREATE TRIGGER write_payments
  AFTER UPDATE ON public.service_orders
  FOR EACH ROW
  WHEN (((new.advance_payment IS DISTINCT FROM old.advance_payment) OR (new.final_payment IS DISTINCT FROM old.final_payment)))
  EXECUTE FUNCTION private.write_payments();

REVOKE ALL ON FUNCTION "private"."begin_payment"(uuid, uuid[], jsonb, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."begin_payment"(uuid, uuid[], jsonb, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."begin_payment"(uuid, uuid[], jsonb, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."begin_payment"(uuid, uuid[], jsonb, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."checked_payment"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."checked_payment"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."checked_payment"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."checked_payment"(jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."checked_payment"(jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."end_payment"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."end_payment"() TO "authenticated";

REVOKE ALL ON FUNCTION "private"."end_payment"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."end_payment"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."forget_payment_words"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."forget_payment_words"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."forget_payment_words"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."lock_paid_order"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."lock_paid_order"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."lock_paid_order"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."lock_paid_order"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."move_payment_details"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."move_payment_details"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."move_payment_details"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."payable"(public.service_orders) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."payable"(public.service_orders) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."payable"(public.service_orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."payable"(public.service_orders) TO "postgres";

REVOKE ALL ON FUNCTION "private"."payment_changes"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."payment_changes"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."payment_changes"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."payment_details"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."payment_details"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."payment_details"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."say_payment"(uuid[], jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."say_payment"(uuid[], jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."say_payment"(uuid[], jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."say_payment"(uuid[], jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."say_payment"(uuid[], jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."shares_of"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."shares_of"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."shares_of"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."shares_of"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."write_payments"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."write_payments"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."write_payments"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."correct_payment"(uuid, uuid, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."correct_payment"(uuid, uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."correct_payment"(uuid, uuid, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."give_back"(uuid, uuid, bigint, text, text, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."give_back"(uuid, uuid, bigint, text, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."give_back"(uuid, uuid, bigint, text, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."order_payments"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."order_payments"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."order_payments"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."take_payment"(uuid, jsonb, text, text, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."take_payment"(uuid, jsonb, text, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."take_payment"(uuid, jsonb, text, text, text) TO "postgres";

REVOKE ALL ("payment_details") ON TABLE "public"."service_orders" FROM "authenticated";

GRANT UPDATE ("payment_details") ON TABLE "public"."service_orders" TO "authenticated";

-- Written by hand. What orders have received so far is one payment for each column, without a method.
with received as materialized (
  select gen_random_uuid() as id, o.id as order_id, p.part, p.amount, p.created_at
  from public.service_orders o cross join lateral (values
    ('advance', o.advance_payment, o.created_at),
    ('final', o.final_payment, coalesce(o.delivered_at, o.updated_at))
  ) as p (part, amount, created_at)
  where p.amount <> 0
), written as (
  insert into private.payments (id, created_at) select r.id, r.created_at from received r
)
insert into private.payment_shares (payment_id, order_id, part, amount)
select r.id, r.order_id, r.part, r.amount from received r;

-- No order has a peso more or less than before.
do $$
begin
  if exists (
    select from public.service_orders o
    left join (
      select s.order_id, coalesce(sum(s.amount) filter (where s.part = 'advance'), 0) as advance,
        coalesce(sum(s.amount) filter (where s.part = 'final'), 0) as final
      from private.payment_shares s group by s.order_id
    ) as l on l.order_id = o.id
    where (o.advance_payment, o.final_payment) is distinct from (coalesce(l.advance, 0), coalesce(l.final, 0))
  ) then
    raise exception 'Los pagos no suman lo que tenían las órdenes: la migración no se aplica.';
  end if;
end
$$;
