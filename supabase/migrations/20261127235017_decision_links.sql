-- Who decides a quote (decision 5, CUST-18). An account that tied itself to a RUT, by a phone that others may know, reads
-- the orders of that RUT and with them their ids, which open a quote. So the link that is sent has a key that no
-- customer can read, and what such an account can have read is decided with that key only.

create table private.self_made_ties (
  account_id uuid not null references public.profiles (id) on delete cascade,
  rut text not null,
  primary key (account_id, rut)
);
create index self_made_ties_rut on private.self_made_ties (rut);
alter table private.self_made_ties enable row level security;
-- How the ties of before were made is not known.
insert into private.self_made_ties (account_id, rut)
  select p.id, p.rut from public.profiles p where p.role = 'customer' and p.rut_verified_at is not null and p.rut is not null;

-- Orders whose id somebody may know by a self-made tie that is there no more.
create table private.read_orders (
  order_id uuid primary key references public.service_orders (id) on delete cascade
);
alter table private.read_orders enable row level security;

create function private.keep_read_orders() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.read_orders (order_id)
    select o.id from public.service_orders o where o.customer_rut = old.rut
  on conflict do nothing;
  return null;
end
$$;
create trigger keep_read_orders after delete on private.self_made_ties
  for each row execute function private.keep_read_orders();

create function private.keep_read_order() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.read_orders (order_id)
    select new.id where exists (select from private.self_made_ties t where t.rut = old.customer_rut)
  on conflict do nothing;
  return null;
end
$$;
create trigger keep_read_order after update of customer_rut on public.service_orders
  for each row when (old.customer_rut is distinct from new.customer_rut) execute function private.keep_read_order();

-- One secret for all links; a key is made from it and the order's id.
create table private.link_secret (
  is_only boolean primary key default true check (is_only),
  secret bytea not null default extensions.gen_random_bytes(32)
);
alter table private.link_secret enable row level security;
insert into private.link_secret default values;

-- The last part of a decision link: the order's id and its key.
create function private.quote_link(p_order_id uuid) returns text
language sql stable security definer set search_path = '' as $$
  select p_order_id || '-' || left(encode(extensions.hmac(convert_to(p_order_id::text, 'UTF8'), s.secret, 'sha256'), 'hex'), 20)
  from private.link_secret s
$$;
revoke all on function private.quote_link(uuid) from public, anon, authenticated;

-- The order of a link, with or without a key; null for what is no link.
create function private.linked_order(p_link text) returns uuid
language sql immutable set search_path = '' as $$
  select case when p_link ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(-[0-9a-f]{20})?$' then left(p_link, 36)::uuid end
$$;
revoke all on function private.linked_order(text) from public, anon, authenticated;

-- Whether a caller shows no more than what a self-made tie lets one read.
create function private.is_unproved(o public.service_orders, p_link text, p_account uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select lower(p_link) <> private.quote_link(o.id)
    and (exists (select from private.self_made_ties t where t.rut = o.customer_rut)
      or exists (select from private.read_orders r where r.order_id = o.id))
    and not exists (
      select from public.profiles p
      where p.id = p_account and p.role = 'customer' and p.rut = o.customer_rut and p.rut_verified_at is not null
        and not exists (select from private.self_made_ties t where t.account_id = p.id)
    )
$$;
revoke all on function private.is_unproved(public.service_orders, text, uuid) from public, anon, authenticated;

create or replace function private.message_value(o public.service_orders, p_event text, p_name text) returns text
language sql stable security definer set search_path = '' as $$
  select case p_name
    when 'orden' then private.format_order_number(o.order_number)
    when 'estado' then 'En Progreso'
    when 'trabajo' then private.message_text(o.technical_work)
    when 'respuesta' then case p_event when 'approved' then 'aprobado' else 'rechazado' end
    when 'total' then private.format_clp(coalesce(o.total_amount, 0))
    when 'enlace' then rtrim(private.shop_setting('site_url'), '/') || '/decision-presupuesto/' || private.quote_link(o.id)
    when 'motivo' then private.message_text(o.cancellation_reason)
    when 'garantia' then case
      when coalesce(o.warranty_days, 0) = 0 then 'Sin garantía'
      when o.warranty_days = 1 then 'Garantía de 1 día'
      else 'Garantía de ' || o.warranty_days || ' días'
    end
    when 'cliente' then private.message_text(o.customer_name)
    when 'equipo' then private.message_text(concat_ws(' ', o.equipment_brand, o.equipment_model))
  end
$$;

-- p_order_id: the last part of the link, with or without its key.
create or replace function public.get_quote(p_order_id text)
returns table (
  order_number integer,
  status text,
  technical_work text,
  total_amount bigint,
  equipment_type text,
  equipment_brand text,
  equipment_model text,
  quoted_at timestamptz,
  version text
)
language sql stable security definer set search_path = '' as $$
  select o.order_number, o.status, q.technical_work, q.total_amount, q.equipment_type, q.equipment_brand,
    q.equipment_model, q.quoted_at, case when q.id is not null then private.quote_version(q) end
  from public.service_orders o
  left join public.service_orders q on q.id = o.id and q.status = 'quoted'
  -- A malformed id is an unknown id.
  where o.id = private.linked_order(p_order_id)
$$;

-- Decides once, only while quoted, under a row lock: of any number of simultaneous calls one wins. p_order_id: the last
-- part of the link, with or without its key. p_amount, p_version: of the quote that was shown; without a version only a
-- quote that is as it was sent can be decided. outcome: 'decided' | 'already_decided' | 'changed' (not the quote that was
-- shown) | 'not_found' | 'invalid' | 'staff' (an account of the shop) | 'unproved' (the key is missing); status: the
-- order's status afterwards. For the function update-quote-status alone: it knows where the call came from, and whose
-- account it was, from more than the caller's word.
create or replace function public.decide_quote(
  p_order_id text, p_decision text, p_account uuid default null, p_address text default null,
  p_browser text default null, p_amount bigint default null, p_version text default null
)
returns table (outcome text, order_number integer, status text)
language plpgsql security definer set search_path = '' as $$
declare
  target public.service_orders;
  account public.profiles;
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
  if target.id is null then
    return query select 'not_found', null::integer, null::text;
  elsif target.status <> 'quoted' then
    return query select 'already_decided', target.order_number, target.status;
  elsif private.is_unproved(target, p_order_id, account.id) then
    return query select 'unproved', target.order_number, target.status;
  elsif p_amount <> coalesce(target.total_amount, 0) or p_version <> private.quote_version(target)
    or (p_version is null and not private.is_quote_as_sent(target)) then
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
$$;

-- Sends the link of an open quote to the phone of its order, for whoever cannot decide without it: once a minute, and five
-- times a day, so that nobody makes the shop send at will. Urgent: somebody waits for it.
create function public.send_quote_link(p_order_id text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  target public.service_orders;
begin
  select * into target from public.service_orders o where o.id = private.linked_order(p_order_id) for update;
  if target.status is distinct from 'quoted' then
    raise exception 'La orden no tiene un presupuesto por responder.' using errcode = '23514';
  end if;
  if exists (
    select from public.whatsapp_messages m
    where m.order_id = target.id and m.event = 'quoted' and m.created_at > now() - interval '1 minute'
      and m.params::text like '%' || private.quote_link(target.id) || '%'
  ) then
    return;
  end if;
  if (select count(*) from public.whatsapp_messages m
    where m.order_id = target.id and m.event = 'quoted' and m.created_at > now() - interval '1 day') >= 5 then
    raise exception 'Ya enviamos el enlace varias veces hoy. Llámanos o pasa por el local.' using errcode = 'P0001';
  end if;
  perform private.queue_order_message(target, 'quoted');
  update public.whatsapp_messages m set is_urgent = true
  where m.order_id = target.id and m.event = 'quoted' and m.state = 'queued' and m.created_at = now();
  if not found then
    raise exception 'El local no envía mensajes ahora. Llámanos o pasa por el local.' using errcode = '23514';
  end if;
end
$$;
revoke all on function public.send_quote_link from public, anon, authenticated;
grant execute on function public.send_quote_link to anon, authenticated;

-- The link of an order, for staff who pass it on.
create function public.get_quote_link(p_order_id uuid) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_staff() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  return private.quote_link(p_order_id);
end
$$;
revoke all on function public.get_quote_link from public, anon, authenticated;
grant execute on function public.get_quote_link to authenticated;

-- Proves an account's RUT by the phone that was left on an order of that RUT, to read; the account's e-mail must be
-- confirmed.
create or replace function private.tie_by_phone(p_profile_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  with tied as (
    update public.profiles p set rut_verified_at = now()
    where p.id = p_profile_id and p.role = 'customer' and p.rut is not null and p.rut_verified_at is null
      and not private.is_repeated_rut(p.rut)
      and exists (select from auth.users u where u.id = p.id and u.email_confirmed_at is not null)
      and exists (
        select from public.service_orders o
        where o.customer_rut = p.rut and private.phone_key(o.customer_phone) = private.phone_key(p.phone)
      )
      and not exists (select from public.profiles q where q.rut = p.rut and q.rut_verified_at is not null)
    returning p.id, p.rut
  )
  insert into private.self_made_ties (account_id, rut) select t.id, t.rut from tied t on conflict do nothing;
exception when unique_violation then
  null; -- Another account proved the same RUT in this very moment: this one stays without a tie.
end
$$;

-- A customer proves the own RUT, to read, with an order's number and the phone left on it: whoever knows RUT and phone
-- finds the number too. p_ticket: of try_claim_orders. Answers 'linked', 'no_match' (whatever the reason: an account
-- without a tie learns nothing), 'too_many' (no ticket) or 'expired'.
create or replace function public.claim_orders(p_ticket uuid default null) returns text
language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := (select auth.uid());
  claim private.claim_attempts;
  was_tied boolean;
  is_linked boolean;
begin
  if private.my_role() is distinct from 'customer' then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  if p_ticket is null then
    return 'too_many';
  end if;
  select * into claim from private.claim_attempts a
  where a.ticket = p_ticket and a.user_id = caller and a.attempted_at >= now() - interval '1 minute'
    and a.made_in <> pg_current_xact_id()
  for update;
  if claim.id is null then
    return 'expired';
  end if;
  update private.claim_attempts set ticket = null, order_number = null, phone = null where id = claim.id;
  select p.rut_verified_at is not null into was_tied from public.profiles p where p.id = caller;
  begin
    update public.profiles p set rut_verified_at = coalesce(p.rut_verified_at, now())
    where p.id = caller and not private.is_repeated_rut(p.rut) and exists (
      select from public.service_orders o
      where o.order_number = claim.order_number and o.customer_rut = p.rut
        and private.phone_key(o.customer_phone) = private.phone_key(claim.phone)
    );
    is_linked := found;
    if is_linked and not was_tied then
      insert into private.self_made_ties (account_id, rut) select p.id, p.rut from public.profiles p where p.id = caller
      on conflict do nothing;
    end if;
  exception when unique_violation then
    return 'no_match';
  end;
  return case when is_linked then 'linked' else 'no_match' end;
end
$$;

-- At the counter: a member of the desk has seen the person's identity card.
create or replace function public.confirm_customer_rut(p_profile_id uuid, p_rut text) returns public.profiles
language plpgsql security definer set search_path = '' as $$
declare
  saved public.profiles;
begin
  if not private.is_desk() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  -- The person with the identity card, and not whoever tied an account to that RUT alone.
  update public.profiles p set rut_verified_at = null
  from private.self_made_ties t
  where t.account_id = p.id and t.rut = private.normalize_rut(p_rut) and p.rut = t.rut and p.id <> p_profile_id
    and p.role = 'customer' and p.rut_verified_at is not null;
  begin
    update public.profiles set rut = p_rut, rut_verified_at = now()
    where id = p_profile_id and role = 'customer' and private.is_rut(private.normalize_rut(p_rut))
    returning * into saved;
  exception when unique_violation then
    raise exception 'Ese RUT ya está confirmado en otra cuenta.' using errcode = '23505';
  end;
  if saved.id is null then
    raise exception 'No se encontró la cuenta o el RUT no es válido.' using errcode = 'P0002';
  end if;
  delete from private.self_made_ties t where t.account_id = saved.id;
  return saved;
end
$$;

-- Asks for the erasure of the own data. Asked again, it is the same request; five new ones in a day at most.
create or replace function public.request_erasure() returns public.erasure_requests
language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := private.require_customer();
  request public.erasure_requests;
begin
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

-- Everything that the shop has of the caller, and nothing of anybody else's: no notes of the shop for itself, no costs,
-- no names of the staff, no keys of links. The orders are those of the proven RUT, as in the portal.
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
