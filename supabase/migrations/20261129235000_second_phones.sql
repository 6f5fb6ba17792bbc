-- A second phone of an order's customer (ORD-124). While the first one is a landline, messages go to it.

alter table public.service_orders add column second_phone text check (length(second_phone) <= 40);
grant insert (second_phone), update (second_phone) on public.service_orders to authenticated;
create index service_orders_second_phone on public.service_orders (private.phone_key(second_phone))
  where second_phone is not null;

-- As it looks; without it once the person is taken out of the order.
create function private.clean_second_phone() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.second_phone := case when new.anonymized_at is null
    then nullif(btrim(private.plain_marks(new.second_phone)), '') end;
  return new;
end
$$;
create trigger clean_second_phone before insert or update of second_phone, anonymized_at on public.service_orders
  for each row execute function private.clean_second_phone();

create function private.is_landline(p_phone text) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(private.whatsapp_phone(p_phone) ~ '^(56)?[2-7][0-9]{8}$', false)
$$;
create function private.is_mobile(p_phone text) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(private.whatsapp_phone(p_phone) ~ '^569[0-9]{8}$', false)
$$;

-- Whoever queues a message or sends it to another number gives the first phone.
create function private.choose_phone() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  mobile text := (select o.second_phone from public.service_orders o where o.id = new.order_id);
begin
  if private.is_mobile(mobile) then
    new.phone := private.whatsapp_phone(mobile);
  end if;
  return new;
end
$$;
create trigger choose_phone before insert or update of phone on public.whatsapp_messages
  for each row when (private.is_landline(new.phone)) execute function private.choose_phone();
create trigger redirect_to_second_phone after update of second_phone on public.service_orders
  for each row when (new.second_phone is distinct from old.second_phone)
  execute function private.redirect_queued_messages();

create function private.search_second_phone() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.order_search s where s.order_id = new.id;
  insert into private.order_search select r.* from private.order_search_row(new) as r;
  return null;
end
$$;
create trigger search_second_phone after update of second_phone, anonymized_at on public.service_orders
  for each row when (new.second_phone is distinct from old.second_phone)
  execute function private.search_second_phone();
revoke all on function private.is_landline(text), private.is_mobile(text) from public, anon, authenticated;
grant execute on function private.is_landline(text), private.is_mobile(text) to authenticated, service_role;

-- As before, with the second phone.
create or replace function private.import_columns() returns text[]
language sql immutable parallel safe set search_path = '' as $$
  select array[
    'customer_name', 'customer_rut', 'customer_phone', 'second_phone', 'customer_address', 'equipment_type',
    'equipment_brand', 'equipment_model', 'imei', 'equipment_condition', 'work_description', 'technical_work', 'total_amount',
    'advance_payment', 'former_number',
    'id', 'created_at', 'updated_at', 'status', 'notes', 'warranty_days', 'password_type', 'device_password'
  ]
$$;

-- As before, with the second phone.
create or replace function private.order_search_row(o public.service_orders) returns private.order_search
language sql stable security definer set search_path = '' as $$
  select row(
    o.id, o.created_at, o.status, o.technician_id,
    private.fold(o.customer_name),
    lower(replace(o.customer_rut, '-', '')),
    private.search_phone(o.customer_phone),
    private.fold(o.equipment_brand),
    private.fold(o.equipment_model),
    private.fold(o.imei),
    -- Long texts by their beginning: nobody looks for the five-thousandth character.
    private.fold(concat_ws(E'\n',
      private.format_order_number(o.order_number), private.format_order_number(o.former_number),
      o.customer_name, o.customer_rut, replace(o.customer_rut, '-', ''),
      private.search_phone(o.customer_phone), nullif(private.search_phone(o.second_phone), ''), o.customer_address, o.equipment_brand, o.equipment_model, o.imei,
      left(o.equipment_condition, 2000), left(o.work_description, 2000), left(o.technical_work, 2000),
      left(o.notes, 2000)))
  )::private.order_search
$$;

-- As before, from either phone.
create or replace function public.record_reply(p_provider_message_id text, p_phone text, p_body text, p_at timestamptz)
  returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  target public.service_orders;
begin
  select * into target from public.service_orders o
  where private.phone_key(o.customer_phone) = private.phone_key(p_phone)
    or private.phone_key(o.second_phone) = private.phone_key(p_phone)
  order by o.created_at desc limit 1;
  insert into public.whatsapp_replies (order_id, phone, body, provider_message_id, received_at)
  values (target.id, p_phone, left(p_body, 5000), p_provider_message_id, p_at)
  on conflict (provider_message_id) do nothing;
  if not found then
    return false;
  end if;
  insert into public.notifications (type, message, order_id)
  values ('customer_reply', case
      when target.id is null then 'Un número que no está en ninguna orden escribió por WhatsApp.'
      else 'Orden #' || private.format_order_number(target.order_number) || ': ' || target.customer_name
        || ' respondió por WhatsApp.'
    end, target.id);
  return true;
end
$$;

-- As before, with the second phone.
create or replace function public.export_own_data() returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := private.require_customer();
  own_rut text := private.my_rut();
begin
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
        'numero', o.order_number, 'recibida_el', o.created_at, 'actualizada_el', o.updated_at, 'estado', o.status,
        'cliente', jsonb_build_object('nombre', o.customer_name, 'rut', o.customer_rut, 'telefono', o.customer_phone,
          'otro_telefono', o.second_phone,
        'direccion', o.customer_address), 'equipo',
          jsonb_build_object('tipo', o.equipment_type, 'marca', o.equipment_brand, 'modelo', o.equipment_model, 'imei',
          o.imei, 'condicion', o.equipment_condition, 'clave_guardada', o.device_code_stored),
        'problema', o.work_description, 'trabajo', o.technical_work, 'notas', o.notes,
        'total', o.total_amount, 'abono', o.advance_payment, 'pagado_al_retirar', o.final_payment,
        'cotizada_el', o.quoted_at, 'aprobada_el', o.approved_at, 'rechazada_el', o.rejected_at, 'terminada_el',
        o.completed_at, 'entregada_el', o.delivered_at, 'garantia_dias', o.warranty_days,
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
        'creada_el', a.created_at, 'cancelada_el', a.cancelled_at) order by a.appointment_date), '[]')
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
