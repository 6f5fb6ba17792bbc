-- Customers' requests about their own data: a copy, at once, and erasure, within the legal deadline.

-- Days to answer a request, and by how many it may be put off, once (law 19.628 as changed by law 21.719, article 11).
create function private.request_days() returns integer
language sql immutable set search_path = '' as $$ select 30 $$;
grant execute on function private.request_days to service_role;

-- A row does not identify the person once the account is gone; only the request's outcome and times stay.
create table public.erasure_requests (
  id uuid primary key default gen_random_uuid(),
  customer_id uuid references public.profiles (id) on delete set null,
  state text not null default 'open' check (state in ('open', 'withdrawn', 'refused', 'done')),
  created_at timestamptz not null default now(),
  due_at timestamptz not null default now() + make_interval(days => private.request_days()),
  extended_at timestamptz,
  answered_at timestamptz,
  -- Why it was put off or refused, for the customer.
  answer text check (length(answer) <= 1000)
);
create unique index erasure_requests_open on public.erasure_requests (customer_id) where state = 'open';
create index erasure_requests_customer on public.erasure_requests (customer_id, created_at desc);
create index erasure_requests_due on public.erasure_requests (due_at) where state = 'open';
alter table public.erasure_requests enable row level security;
select private.require_session('public.erasure_requests');
revoke all on public.erasure_requests from anon, authenticated;
grant all on public.erasure_requests to service_role;
grant select on public.erasure_requests to authenticated;
create policy "own, and admins all" on public.erasure_requests for select to authenticated
  using (customer_id = (select auth.uid()) or (select private.may('privacy.manage')));
create trigger as_readable before insert or update on public.erasure_requests
  for each row execute function private.as_readable();

-- Requests the erasure of the caller's data. A repeated call is the same request; at most five new ones a day.
create function public.request_erasure() returns public.erasure_requests
language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := (select auth.uid());
  request public.erasure_requests;
begin
  perform private.require('own-data.request');
  perform private.require_proof();
  perform pg_advisory_xact_lock(hashtextextended('private.request_erasure' || caller, 0));
  select * into request from public.erasure_requests r where r.customer_id = caller and r.state = 'open';
  if request.id is not null then
    return request;
  end if;
  if exists (select from private.self_made_ties t join public.profiles p on p.id = t.account_id and p.rut = t.rut
    where t.account_id = caller and p.rut_verified_at is not null) then
    raise exception 'Tu cuenta se vinculó con un teléfono, y eso no basta para borrar datos. Pide la supresión en el local con tu cédula.'
      using errcode = '23514';
  end if;
  if (select count(*) from public.erasure_requests r where r.customer_id = caller
    and r.created_at > now() - interval '1 day') >= 5 then
    raise exception 'Ya hiciste varias solicitudes hoy. Vuelve a intentarlo mañana o escríbenos.'
      using errcode = 'P0001';
  end if;
  insert into public.erasure_requests (customer_id) values (caller) returning * into request;
  return request;
end
$$;
revoke all on function public.request_erasure from public, anon, authenticated;
grant execute on function public.request_erasure to authenticated;

-- Withdraws the caller's open request. False if there is none.
create function public.withdraw_erasure() returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := (select auth.uid());
begin
  perform private.require('own-data.request');
  update public.erasure_requests r set state = 'withdrawn', answered_at = now() where r.customer_id = caller
    and r.state = 'open';
  return found;
end
$$;
revoke all on function public.withdraw_erasure from public, anon, authenticated;
grant execute on function public.withdraw_erasure to authenticated;

-- Puts a request off once, or refuses it, with the reason that the customer reads. What is granted is done by
-- anonymize_customer.
create function public.answer_erasure(p_id uuid, p_answer text, p_extend boolean) returns public.erasure_requests
language plpgsql security definer set search_path = '' as $$
declare
  request public.erasure_requests;
  given text := private.written(p_answer);
begin
  perform private.require('privacy.manage');
  if coalesce(length(given), 0) not between 10 and 1000 then
    raise exception 'Escribe el motivo, que el cliente leerá: de 10 a 1.000 caracteres.' using errcode = '23514';
  end if;
  select * into request from public.erasure_requests r where r.id = p_id for update;
  if request.id is null then
    raise exception 'La solicitud no existe.' using errcode = 'P0002';
  end if;
  -- Sent twice, it happens once.
  if request.answer = given and (case when p_extend then request.extended_at is not null
    else request.state = 'refused' end) then
    return request;
  end if;
  if request.state <> 'open' then
    raise exception 'La solicitud ya no está abierta.' using errcode = '23514';
  end if;
  if p_extend and request.extended_at is not null then
    raise exception 'El plazo ya se prorrogó una vez; la ley no permite otra.' using errcode = '23514';
  end if;
  update public.erasure_requests r set
    answer = given,
    extended_at = case when p_extend then now() else r.extended_at end,
    due_at = case when p_extend then r.due_at + make_interval(days => private.request_days()) else r.due_at end,
    state = case when p_extend then r.state else 'refused' end,
    answered_at = case when p_extend then r.answered_at else now() end
  where r.id = p_id
  returning * into request;
  return request;
end
$$;
revoke all on function public.answer_erasure from public, anon, authenticated;
grant execute on function public.answer_erasure to authenticated;

-- Open requests by their due date, then the newest answered ones. Admins only.
create function public.list_erasure_requests()
returns table (
  id uuid, customer_id uuid, full_name text, email text, state text, created_at timestamptz, due_at timestamptz,
  extended_at timestamptz, answered_at timestamptz, answer text
)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require('privacy.manage');
  return query
    select r.id, r.customer_id, p.full_name, p.email, r.state, r.created_at, r.due_at, r.extended_at, r.answered_at,
      r.answer
    from public.erasure_requests r left join public.profiles p on p.id = r.customer_id
    order by (r.state = 'open') desc, case r.state when 'open' then r.due_at end, r.created_at desc
    limit 100;
end
$$;
revoke all on function public.list_erasure_requests from public, anon, authenticated;
grant execute on function public.list_erasure_requests to authenticated;

-- Refuses to delete an account with an open request: the orders would keep their data, and the request its person.
create function private.refuse_deletion_of_asker() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.erasure_requests r where r.customer_id = old.id and r.state = 'open') then
    raise exception 'Esta persona pidió la supresión de sus datos: anonimízala en Privacidad, y la cuenta se elimina con ello.'
      using errcode = '23514';
  end if;
  return old;
end
$$;
create trigger check_erasure before delete on public.profiles
  for each row when (private.is_api_caller()) execute function private.refuse_deletion_of_asker();

-- Completes the account's erasure requests, and deletes the answers that were written to the person.
create function private.finish_erasure() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.erasure_requests r
  set state = case r.state when 'open' then 'done' else r.state end, answered_at = coalesce(r.answered_at, now()),
    answer = null
  where r.customer_id = old.id;
  return old;
end
$$;
create trigger finish_erasure before delete on public.profiles
  for each row execute function private.finish_erasure();

-- Times of the exports of a person's data: ten an hour, since an export reads much.
create table private.own_exports (
  user_id uuid not null references auth.users (id) on delete cascade,
  made_at timestamptz not null default now()
);
create index own_exports_user on private.own_exports (user_id, made_at);
alter table private.own_exports enable row level security;

-- How a payment was made, in words.
create function private.method_name(p_method text) returns text
language sql immutable set search_path = '' as $$
  select case p_method when 'cash' then 'Efectivo' when 'debit' then 'Débito' when 'credit' then 'Crédito'
    when 'transfer' then 'Transferencia' when 'other' then 'Otro medio' else 'Sin medio de pago' end
$$;
revoke all on function private.method_name from public, anon, authenticated;

-- All data of the caller, and no other: no internal notes, no costs, no names of the staff, no keys of links. The
-- orders are those of the proven RUT, as in the portal.
create function public.export_own_data() returns jsonb
language plpgsql security definer set search_path = '' as $$
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
        'numero', o.order_number, 'numero_anterior', o.former_number,
        'visita', (select v.visit from private.visit_mates(o.id) as v limit 1), 'tu_referencia', o.customer_reference,
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
        'fotos', (
          select coalesce(jsonb_agg(jsonb_build_object('fecha', p.created_at, 'momento', case p.moment
            when 'reception' then 'recepción' when 'repair' then 'reparación' else 'entrega' end,
            'ancho', p.width, 'alto', p.height, 'bytes', p.bytes, 'sha256', p.sha256) order by p.created_at, p.id), '[]')
          from public.order_photos p where p.order_id = o.id and p.checked_at is not null),
        'consultas_de_robo', (
          select coalesce(jsonb_agg(jsonb_build_object('fecha', l.made_at, 'respuesta', case l.answer
            when 'clear' then 'no figura' when 'listed' then 'figura' else 'sin respuesta' end) order by l.made_at), '[]')
          from private.device_lookups l where l.device = private.device_key(o.imei)),
        'firmas', (
          select coalesce(jsonb_agg(jsonb_build_object('momento', case s.moment when 'reception' then 'recepción'
            else 'entrega' end, 'fecha', s.signed_at, 'nombre', s.signer_name, 'trazo', s.strokes, 'en_tu_telefono',
            s.by_link) order by s.signed_at, s.id), '[]')
          from private.order_signatures s where s.order_id = o.id),
        'registros_sellados', (
          select coalesce(jsonb_agg(jsonb_build_object('numero', r.seq, 'tipo', r.kind, 'fecha', r.sealed_at,
            'sha256', r.sha256, 'contenido', case when pg_input_is_valid(r.body, 'jsonb') then r.body::jsonb -> 'facts' end,
            'tus_datos', p.content) order by r.seq), '[]')
          from private.sealed_records r left join private.sealed_personal p on p.event_id = r.event_id
          where r.order_id = o.id),
        'estado_del_equipo', (
          select coalesce(jsonb_agg(jsonb_build_object('momento', case c.moment when 'reception' then 'recepción'
            else 'entrega' end, 'fecha', c.taken_at, 'cambiada_el', c.changed_at, 'tipo_de_equipo', c.equipment_type,
            'puntos', (
              select coalesce(jsonb_agg(jsonb_build_object('punto', e.value -> 'label', 'resultado',
                case e.value ->> 'result' when 'works' then 'funciona' when 'fails' then 'falla' else 'no probado' end)
                order by e.place), '[]')
              from jsonb_array_elements(c.points) with ordinality as e (value, place)),
            'accesorios', (
              select coalesce(jsonb_agg(e.value -> 'label' order by e.place), '[]')
              from jsonb_array_elements(c.accessories) with ordinality as e (value, place)))
            order by c.moment desc), '[]')
          from public.order_checklists c where c.order_id = o.id),
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
$$;
revoke all on function public.export_own_data from public, anon, authenticated;
grant execute on function public.export_own_data to authenticated;

-- A customer's request for erasure reaches the admins in the bell: the law gives 30 days (PRIV-11). The other staff
-- neither read nor mark it.

-- The notification names nobody: the list that it leads to has the person, until the account is deleted.
create function private.notify_erasure() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.notifications (type, message)
  values ('erasure_requested', 'Un cliente pidió suprimir sus datos. Hay plazo hasta el '
    || to_char(new.due_at at time zone 'America/Santiago', 'DD-MM-YYYY') || '.');
  return new;
end
$$;
revoke all on function private.notify_erasure from public, anon, authenticated;
create trigger notify_erasure after insert on public.erasure_requests
  for each row when (new.state = 'open') execute function private.notify_erasure();
