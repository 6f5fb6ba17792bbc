SET local check_function_bodies = off;

DROP POLICY "staff read" ON "private"."activity_costs";

DROP POLICY "staff read" ON "private"."activity_entries";

DROP POLICY "own, and staff all" ON "public"."appointments";

DROP POLICY "staff change" ON "public"."appointments";

DROP POLICY "staff make" ON "public"."appointments";

DROP POLICY "staff add" ON "public"."component_types";

DROP POLICY "staff read" ON "public"."component_types";

DROP POLICY "admins read" ON "public"."decision_origins";

DROP POLICY "staff read" ON "public"."device_code_keys";

DROP POLICY "own, and admins all" ON "public"."erasure_requests";

DROP POLICY "admins read" ON "public"."import_batches";

DROP POLICY "staff add" ON "public"."inventory";

DROP POLICY "staff change" ON "public"."inventory";

DROP POLICY "staff delete" ON "public"."inventory";

DROP POLICY "staff read" ON "public"."inventory";

DROP POLICY "staff read" ON "public"."inventory_movements";

DROP POLICY "staff mark as read" ON "public"."notifications";

DROP POLICY "staff read" ON "public"."notifications";

DROP POLICY "staff read" ON "public"."order_events";

DROP POLICY "staff add" ON "public"."pedidos_pantallas";

DROP POLICY "staff read" ON "public"."pedidos_pantallas";

DROP POLICY "admins delete" ON "public"."profiles";

DROP POLICY "own profile, and admins edit all" ON "public"."profiles";

DROP POLICY "own profile, and staff see all" ON "public"."profiles";

DROP POLICY "own deleted" ON "public"."saved_views";

DROP POLICY "own renamed" ON "public"."saved_views";

DROP POLICY "staff save" ON "public"."saved_views";

DROP POLICY "own" ON "public"."saved_views";

DROP POLICY "staff add" ON "public"."service_order_internal";

DROP POLICY "staff change" ON "public"."service_order_internal";

DROP POLICY "staff read" ON "public"."service_order_internal";

DROP POLICY "admins delete" ON "public"."service_orders";

DROP POLICY "desk takes in" ON "public"."service_orders";

DROP POLICY "staff change" ON "public"."service_orders";

DROP POLICY "staff read all, customers their own by proven RUT" ON "public"."service_orders";

DROP POLICY "admins read" ON "public"."setting_changes";

DROP POLICY "admins read" ON "public"."setting_sections";

DROP POLICY "staff read" ON "public"."setting_sections";

DROP POLICY "staff read" ON "public"."staff_names";

DROP POLICY "staff add" ON "public"."suppliers";

DROP POLICY "staff read" ON "public"."suppliers";

DROP POLICY "staff read" ON "public"."whatsapp_messages";

DROP POLICY "staff read" ON "public"."whatsapp_replies";

ALTER TABLE "public"."profiles"
  DROP CONSTRAINT "profiles_role_check";

DROP FUNCTION "private"."change_status"(public.service_orders, public.service_orders, text);

DROP FUNCTION "private"."is_admin"();

DROP FUNCTION "private"."is_desk"();

DROP FUNCTION "private"."is_staff"();

DROP FUNCTION "private"."require_admin"();

DROP FUNCTION "private"."require_customer"();

CREATE OR REPLACE FUNCTION private.act_as_admin (
  p_actor jsonb
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform set_config('request.jwt.claims', coalesce(p_actor, '{}')::text, true);
  perform private.require('settings');
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
      if old.status in ('rejected', 'cancelled') then
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
end
$function$;

CREATE OR REPLACE FUNCTION private.guard_final_payment()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  if not private.is_api_caller() then
    return new;
  end if;
  if new.final_payment > old.final_payment and new.status <> 'delivered' then
    raise exception 'El pago del saldo se registra al entregar la orden.' using errcode = '23514';
  end if;
  if (new.status = old.status or new.final_payment < old.final_payment)
    and not private.may('orders.receive-payment') then
    raise exception 'Solo administración y recepción registran pagos después de la entrega.' using errcode = '42501';
  end if;
  if new.final_payment > old.final_payment
    and new.final_payment > greatest(coalesce(new.total_amount, 0) - new.advance_payment, 0) then
    raise exception 'El pago supera el saldo de la orden.' using errcode = '23514';
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.guard_profile()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  new.rut := nullif(private.normalize_rut(new.rut), '');
  if private.is_api_caller() then
    if new.email is distinct from old.email then
      raise exception 'El correo no se puede cambiar.' using errcode = '42501';
    end if;
    if new.rut is distinct from old.rut then
      raise exception 'El RUT no se puede cambiar.' using errcode = '42501';
    end if;
    if new.role is distinct from old.role and not private.may('users') then
      raise exception 'Solo un administrador cambia roles.' using errcode = '42501';
    end if;
    if new.full_name is distinct from old.full_name and old.role <> 'customer' and not private.may('users') then
      raise exception 'Tu nombre lo cambia un administrador.' using errcode = '42501';
    end if;
  end if;
  return new;
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
  new.version := old.version + 1;
  return new;
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
begin
  if not private.may('desk') then
    return new;
  end if;
  select jsonb_object_agg(name, columns -> name) into arguments from unnest(tg_argv) as name where columns ? name;
  return case when private.claim_request(new.id, tg_table_name, arguments, tg_argv[0]) then new end;
end
$function$;

CREATE OR REPLACE FUNCTION private.intake_obstacle (
  o public.service_orders
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select case
    when not private.may('orders.take-back') then 'Solo recepción deshace un ingreso.'
    when o.receptionist_id is distinct from (select auth.uid()) or o.import_key is not null
      then 'Solo puede deshacer el ingreso quien recibió el equipo.'
    when o.created_at < now() - interval '15 minutes'
      then 'Pasaron más de 15 minutos desde el ingreso: pide a administración que elimine la orden.'
    when o.status <> 'pending' or o.quoted_at is not null or exists (
      select from public.order_events e where e.order_id = o.id and e.kind in ('status', 'decision'))
      then 'El trabajo ya comenzó: la orden cambió de estado.'
    when o.advance_payment + o.final_payment > 0
      then 'La orden tiene un pago. Si devolviste el dinero, deja el abono en $0 y vuelve a intentar.'
    when exists (select from public.order_events e
      where e.order_id = o.id and e.actor_id is distinct from (select auth.uid()))
      then 'Otra persona ya trabajó en esta orden: pide a administración que la elimine.'
    when exists (select from public.inventory_movements m where m.order_id = o.id)
      then 'La orden tiene repuestos: pide a administración que la elimine.'
  end
$function$;

CREATE OR REPLACE FUNCTION private.is_role (
  p_role text
)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
  select coalesce(p_role = any ('{admin,technician,receptionist,customer}'), false)
$function$;

CREATE OR REPLACE FUNCTION private.may (
  p_permission text
)
  RETURNS boolean
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  return private.role_may(private.my_role(), p_permission);
end
$function$;

CREATE OR REPLACE FUNCTION private.person_may (
  p_person     uuid,
  p_permission text
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select exists (select from public.profiles p where p.id = p_person and private.role_may(p.role, p_permission))
$function$;

CREATE OR REPLACE FUNCTION private.record_look (
  p_actor     uuid,
  p_kind      text,
  p_order     uuid,
  p_customers uuid[],
  p_subject   text,
  p_source    text,
  p_rows      integer,
  p_by        text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  actor public.profiles;
  customers uuid[];
begin
  select * into actor from public.profiles p where p.id = p_actor and p.role <> 'customer';
  if actor.id is null then
    return;
  end if;
  if p_customers is not null then
    select array_agg(p.id) into customers from public.profiles p where p.id = any (p_customers) and p.role = 'customer';
    if customers is null then
      return;
    end if;
  end if;
  insert into private.looks as l (actor_id, actor_name, actor_role, kind, order_id, customer_id, subject, source, rows, searched_by)
  values (
    actor.id, actor.full_name, actor.role,
    case when cardinality(customers) = 1 then 'customer' else p_kind end, p_order, case when cardinality(customers) = 1 then customers[1] end,
    case when p_subject is not null then
      case when p_by is distinct from 'phone' and private.is_rut(private.normalize_rut(p_subject))
        then private.normalize_rut(p_subject) else private.phone_key(p_subject) end end,
    p_source, coalesce(cardinality(customers), p_rows), case when p_kind = 'search' then p_by end
  )
  on conflict (actor_id, hour, kind, about, coalesce(subject, ''), coalesce(searched_by, '')) do update set rows = l.rows + excluded.rows
    where l.kind in ('list', 'export');
end
$function$;

CREATE OR REPLACE FUNCTION private.report_people()
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('id', n.id, 'name', n.full_name) order by n.full_name), '[]')
  from public.staff_names n
  where private.person_may(n.id, 'orders.repair')
    or exists (select from public.service_orders o where o.technician_id = n.id)
$function$;

CREATE OR REPLACE FUNCTION private.report_range (
  p_from date,
  p_to   date
)
  RETURNS tstzrange
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  perform private.require('reports');
  if least(p_from, p_to) < '0001-01-01' or greatest(p_from, p_to) > '9999-12-31' then
    raise exception 'Elige fechas entre los años 1 y 9999.' using errcode = '22023';
  end if;
  return case
    when p_from is null or p_to is null then tstzrange(null, null)
    when p_from > p_to then 'empty'
    else tstzrange(p_from::timestamp at time zone 'America/Santiago',
      (p_to + 1)::timestamp at time zone 'America/Santiago')
  end;
end
$function$;

CREATE OR REPLACE FUNCTION private.require (
  p_permission text
)
  RETURNS void
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if not private.role_may(private.my_role(), p_permission) then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
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
    when 'customers.create' then '{admin,receptionist}'::text[]
    when 'desk' then '{admin,technician,receptionist}'::text[]
    when 'looks' then '{admin}'::text[]
    when 'messages' then '{admin,technician,receptionist}'::text[]
    when 'order-form' then '{admin,receptionist}'::text[]
    when 'order-import' then '{admin}'::text[]
    when 'orders.cancel' then '{admin,technician}'::text[]
    when 'orders.change' then '{admin,technician,receptionist}'::text[]
    when 'orders.choose-status' then '{admin,technician,receptionist}'::text[]
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

CREATE OR REPLACE FUNCTION private.unknown_permission (
  p_permission text
)
  RETURNS text[]
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
begin
  raise exception 'El permiso % no existe.', p_permission using errcode = '22023';
end
$function$;

CREATE OR REPLACE FUNCTION public.admin_remove_second_factor (
  p_user_id uuid
)
  RETURNS boolean
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if not private.may('users') or p_user_id = auth.uid() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  delete from auth.mfa_factors where user_id = p_user_id;
  if not found then
    return false;
  end if;
  delete from auth.sessions where user_id = p_user_id;
  delete from private.session_use where user_id = p_user_id;
  return true;
end
$function$;

CREATE OR REPLACE FUNCTION public.anonymize_customer (
  p_by    text,
  p_value text,
  p_seen  text DEFAULT NULL::text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  who private.person;
  locked private.person;
  unclosed text;
  names text[];
  ruts text[];
  phones text[];
  visits uuid[];
begin
  perform private.require('privacy.manage');
  -- One after the other, so that the second of two finds what the first has left.
  perform pg_advisory_xact_lock(hashtextextended('private.anonymize', 0));
  who := private.find_person(p_by, p_value);
  perform from public.service_orders o where o.id = any (who.orders) order by o.id for update;
  perform from public.profiles p where p.id = any (who.accounts) order by p.id for update;
  -- Whose they are by now, after the wait for the locks.
  locked := who;
  who := private.find_person(p_by, p_value);
  select string_agg('#' || private.format_order_number(o.order_number), ', ' order by o.order_number) into unclosed
  from public.service_orders o where o.id = any (who.orders) and o.status <> all (private.statuses_in('closed'));
  if unclosed is not null then
    raise exception 'No se puede anonimizar mientras haya órdenes abiertas: %. Entrégalas o cancélalas primero.',
      unclosed
      using errcode = '23514';
  end if;
  visits := private.visits_of(who, p_by, p_value);
  if cardinality(who.orders) + cardinality(who.accounts) + cardinality(visits) = 0 then
    return jsonb_build_object('outcome', 'nothing', 'orders', 0, 'accounts', 0);
  end if;
  if p_seen is null then
    raise exception 'Revisa primero lo que se va a borrar: actualiza la página y confirma otra vez.' using errcode = '23514';
  end if;
  if not (who.orders <@ locked.orders and who.accounts <@ locked.accounts)
    or p_seen <> private.anonymization_preview(who, p_by, p_value) ->> 'seen' then
    return jsonb_build_object('outcome', 'changed', 'orders', 0, 'accounts', 0);
  end if;
  select coalesce(array_agg(distinct k.name) filter (where k.name <> ''), '{}'),
    coalesce(array_agg(distinct k.rut) filter (where not private.is_repeated_rut(k.rut)), '{}'),
    coalesce(array_agg(distinct private.phone_key(k.phone)), '{}') into names, ruts, phones
  from (
    select o.customer_name as name, o.customer_rut as rut, o.customer_phone as phone from public.service_orders o
      where o.id = any (who.orders)
    union all
    -- What an account says of itself may be somebody else's: it counts if nobody else is known by it.
    select case when p.rut_verified_at is not null and p.full_name ~ '^.{2,} .{2,}$' then p.full_name end,
      case when p.rut_verified_at is not null or not private.is_of_others(p.rut, null, who) then p.rut end,
      case when not private.is_of_others(null, p.phone, who) then p.phone end
    from public.profiles p where p.id = any (who.accounts)
  ) as k;
  perform private.anonymize_orders(who.orders);
  delete from public.profiles p where p.id = any (who.accounts);
  delete from public.appointments a where a.id = any (visits);
  perform private.forget_traces(names, ruts, phones, who.accounts);
  insert into private.anonymizations (actor_id, orders, accounts)
  values ((select auth.uid()), cardinality(who.orders), cardinality(who.accounts));
  return jsonb_build_object('outcome', 'done', 'orders', cardinality(who.orders), 'accounts',
    cardinality(who.accounts));
end
$function$;

CREATE OR REPLACE FUNCTION public.answer_erasure (
  p_id     uuid,
  p_answer text,
  p_extend boolean
)
  RETURNS public.erasure_requests
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  request public.erasure_requests;
begin
  perform private.require('privacy.manage');
  if coalesce(length(trim(p_answer)), 0) not between 10 and 1000 then
    raise exception 'Escribe el motivo, que el cliente leerá: de 10 a 1.000 caracteres.' using errcode = '23514';
  end if;
  select * into request from public.erasure_requests r where r.id = p_id for update;
  if request.id is null then
    raise exception 'La solicitud no existe.' using errcode = 'P0002';
  end if;
  -- Sent twice, it happens once.
  if request.answer = trim(p_answer) and (case when p_extend then request.extended_at is not null
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
    answer = trim(p_answer),
    extended_at = case when p_extend then now() else r.extended_at end,
    due_at = case when p_extend then r.due_at + make_interval(days => private.request_days()) else r.due_at end,
    state = case when p_extend then r.state else 'refused' end,
    answered_at = case when p_extend then r.answered_at else now() end
  where r.id = p_id
  returning * into request;
  return request;
end
$function$;

CREATE OR REPLACE FUNCTION public.answer_reply (
  p_id       uuid,
  p_answered boolean
)
  RETURNS public.whatsapp_replies
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  answered public.whatsapp_replies;
begin
  perform private.require('messages');
  update public.whatsapp_replies r
  set answered_at = case when p_answered then now() end,
    answered_by = case when p_answered then (select auth.uid()) end,
    answered_name = case when p_answered
      then (select left(p.full_name, 200) from public.profiles p where p.id = (select auth.uid())) end
  where r.id = p_id and (r.answered_at is null) = p_answered;
  select * into answered from public.whatsapp_replies r where r.id = p_id;
  if answered.id is null then
    raise exception 'Esa respuesta ya no existe.' using errcode = 'P0002';
  end if;
  return answered;
end
$function$;

CREATE OR REPLACE FUNCTION public.backup_status()
  RETURNS TABLE (
    kind        text,
    started_at  timestamp with time zone,
    finished_at timestamp with time zone,
    ok          boolean,
    bytes       bigint,
    detail      jsonb
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.require('system-status');
  return query
    select r.kind, r.started_at, r.finished_at, r.ok, r.bytes, r.detail
    from private.backup_run r
    where r.id in (select max(l.id) from private.backup_run l group by l.kind)
      or r.id in (select max(g.id) from private.backup_run g where g.ok group by g.kind)
    order by r.id desc;
end
$function$;

CREATE OR REPLACE FUNCTION public.begin_import (
  p_file_name text,
  p_file_hash text,
  p_row_count integer
)
  RETURNS public.import_batches
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  opened public.import_batches;
begin
  perform private.require('order-import');
  insert into public.import_batches (file_name, file_hash, row_count, created_by)
  values (left(p_file_name, 300), p_file_hash, p_row_count, (select auth.uid()))
  on conflict (file_hash) do update set updated_at = now()
  returning * into opened;
  return opened;
end
$function$;

CREATE OR REPLACE FUNCTION public.begin_site_change (
  p_request_id uuid,
  p_action     text,
  p_part       text,
  p_build      text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  known private.site_changes;
begin
  perform private.require('system-status');
  insert into private.site_changes (user_id, request_id, action, part, build)
  values ((select auth.uid()), p_request_id, p_action, p_part, p_build) on conflict do nothing;
  select * into known from private.site_changes c
  where c.user_id = (select auth.uid()) and c.request_id = p_request_id;
  if (known.action, known.part, known.build) is distinct from (p_action, p_part, p_build) then
    raise exception 'Esa solicitud ya llegó con otros datos.' using errcode = '22023';
  end if;
  return jsonb_build_object('id', known.id, 'outcome', known.outcome);
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

CREATE OR REPLACE FUNCTION public.claim_orders (
  p_ticket uuid DEFAULT NULL::uuid
)
  RETURNS text
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  caller uuid := (select auth.uid());
  claim private.claim_attempts;
  was_tied boolean;
  is_linked boolean;
begin
  perform private.require('own-orders');
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
    select * into o from public.service_orders s where s.id = o.id and s.version = o.version for update;
    continue when o.id is null;
    -- As a status that is taken back: it tells nobody.
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

CREATE OR REPLACE FUNCTION public.confirm_customer_rut (
  p_profile_id uuid,
  p_rut        text
)
  RETURNS public.profiles
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  saved public.profiles;
begin
  perform private.require('rut.confirm');
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
$function$;

CREATE OR REPLACE FUNCTION public.correct_phone (
  p_order_id uuid,
  p_phone    text
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  corrected integer;
begin
  perform private.require('order-form');
  -- Two presses wait for each other; the second finds nothing left.
  perform from public.service_orders c where c.id = p_order_id for update;
  update public.service_orders o
  set customer_phone = (select c.customer_phone from public.service_orders c where c.id = p_order_id)
  where o.id in (select other.id from private.orders_of_phone(p_order_id, p_phone) as other);
  get diagnostics corrected = row_count;
  return corrected;
end
$function$;

CREATE OR REPLACE FUNCTION public.count_old_orders (
  p_before date
)
  RETURNS TABLE (
    delivered integer,
    cancelled integer
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.require('order-import');
  return query select (count(*) filter (where o.status = 'completed'))::integer,
    (count(*) filter (where o.status <> 'completed'))::integer from private.old_open_orders(p_before) as o;
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
begin
  perform private.require('desk');
  view := 'all';
  total := (select count(*) from (select from public.service_orders o limit 1001) as c);
  return next;
  foreach view in array array['to_quote', 'waiting', 'to_repair', 'ready', 'to_return', 'message_failed']
    || case when private.may('orders.repair') then array['mine'] else '{}' end
  loop
    execute format('select count(*) from (select from public.service_orders o where true %s limit 1001) as c',
      private.order_view_condition(view, 'o.id', actor)) into total;
    return next;
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION public.count_phone_orders (
  p_order_id uuid,
  p_phone    text
)
  RETURNS integer
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.require('order-form');
  return (select count(*) from private.orders_of_phone(p_order_id, p_phone));
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
          p_technician => saved.technician_id, p_view => saved.view) as s limit 1), 0);
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
      -- A complete RUT or phone, as server/src/looks reads one; never a name or a text.
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

CREATE OR REPLACE FUNCTION public.create_account (
  p_request_id uuid,
  p_email      text,
  p_full_name  text,
  p_rut        text,
  p_phone      text,
  p_role       text,
  p_password   text DEFAULT NULL::text
)
  RETURNS uuid
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  made uuid;
  address text := lower(trim(p_email));
  person text := trim(p_full_name);
  is_staff boolean := p_role is distinct from 'customer';
begin
  perform private.require(case when is_staff then 'users' else 'customers.create' end);
  if not private.is_role(p_role) then
    raise exception 'El rol no es válido.' using errcode = '23514';
  elsif not private.is_email(address) then
    raise exception 'El correo no es válido.' using errcode = '23514';
  elsif coalesce(person, '') = '' or length(person) > 200 then
    raise exception 'Falta el nombre completo.' using errcode = '23514';
  elsif private.is_rut(private.normalize_rut(p_rut)) is not true then
    raise exception 'El RUT no es válido.' using errcode = '23514';
  end if;
  if is_staff or p_password is not null then
    perform private.check_password(p_password);
  end if;
  if not private.claim_request(p_request_id, 'create_account', jsonb_build_array(address, person, p_rut, p_phone, p_role),
    'la cuenta quedó creada') then
    made := (private.request_result(p_request_id) #>> '{}')::uuid;
    if private.is_unused_account(made) is false
      or exists (select from public.profiles p where p.id = made and p.role is distinct from p_role) then
      raise exception 'La cuenta ya quedó creada y ya está en uso. Búscala en la lista de usuarios.' using errcode = 'P0001';
    end if;
    update auth.users set encrypted_password = extensions.crypt(p_password, extensions.gen_salt('bf', 10))
    where id = made and p_password is not null
      and extensions.crypt(p_password, private.password_salt(made)) is distinct from private.password_salt(made);
    return made;
  end if;
  made := private.make_login(address, p_password, is_staff, jsonb_build_object('full_name', person));
  update public.profiles
  set full_name = person, rut = p_rut, phone = nullif(left(trim(p_phone), 40), ''), role = p_role
  where id = made;
  perform private.finish_request(p_request_id, to_jsonb(made), 'la cuenta quedó creada');
  return made;
end
$function$;

CREATE OR REPLACE FUNCTION public.discard_message (
  p_id uuid
)
  RETURNS public.whatsapp_messages
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  discarded public.whatsapp_messages;
begin
  perform private.require('messages');
  update public.whatsapp_messages m set state = 'discarded' where m.id = p_id and m.state = 'expired'
  returning m.* into discarded;
  return discarded;
end
$function$;

CREATE OR REPLACE FUNCTION public.export_inventory (
  p_search text    DEFAULT NULL::text,
  p_type   uuid    DEFAULT NULL::uuid,
  p_low    boolean DEFAULT false,
  p_after  integer DEFAULT 0
)
  RETURNS TABLE (
    item_number         integer,
    brand               text,
    model               text,
    component_type_name text,
    supplier_name       text,
    quantity            integer,
    cost_price          bigint,
    min_stock           integer,
    created_at          timestamp with time zone
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.require('stock');
  return query execute format(
    'select i.item_number, i.brand, i.model, t.name, s.name, i.quantity, i.cost_price, i.min_stock, i.created_at
     from public.inventory i
     join public.component_types t on t.id = i.component_type_id
     join public.suppliers s on s.id = i.supplier_id
     where i.item_number > %s %s order by i.item_number limit 1000',
    coalesce(p_after, 0), private.inventory_condition(p_search, p_type, p_low));
end
$function$;

CREATE OR REPLACE FUNCTION public.export_orders (
  p_search     text                     DEFAULT NULL::text,
  p_field      text                     DEFAULT 'order_number'::text,
  p_status     text                     DEFAULT NULL::text,
  p_technician uuid                     DEFAULT NULL::uuid,
  p_before     timestamp with time zone DEFAULT NULL::timestamp WITH time zone,
  p_before_id  uuid                     DEFAULT NULL::uuid,
  p_view       text                     DEFAULT NULL::text
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
    source := 'private.order_search s join public.service_orders o on o.id = s.order_id';
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
  if p_before is not null and p_before_id is not null then
    condition := condition || format(' and (o.created_at, o.id) < (%L::timestamptz, %L::uuid)', p_before, p_before_id);
  end if;
  return query execute format('select o.* from %s where true %s order by o.created_at desc, o.id desc limit 1000',
    source, condition);
end
$function$;

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
$function$;

CREATE OR REPLACE FUNCTION public.find_order_customer (
  p_rut   text DEFAULT NULL::text,
  p_phone text DEFAULT NULL::text
)
  RETURNS TABLE (
    order_number     integer,
    customer_name    text,
    customer_rut     text,
    customer_phone   text,
    customer_address text,
    equipment_type   text,
    equipment_brand  text,
    equipment_model  text,
    imei             text
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.require('people.see');
  -- Two statements, so that each uses its own index.
  if p_rut is not null then
    return query
      select o.order_number, o.customer_name, o.customer_rut, o.customer_phone, coalesce(o.customer_address, ''),
        o.equipment_type, o.equipment_brand, o.equipment_model, coalesce(o.imei, '')
      from public.service_orders o
      where o.customer_rut = private.normalize_rut(p_rut) and not private.is_repeated_rut(o.customer_rut)
      order by o.created_at desc limit 20;
  else
    return query
      select o.order_number, o.customer_name, o.customer_rut, o.customer_phone, coalesce(o.customer_address, ''),
        o.equipment_type, o.equipment_brand, o.equipment_model, coalesce(o.imei, '')
      from public.service_orders o
      where private.phone_key(o.customer_phone) = private.phone_key(p_phone)
      order by o.created_at desc limit 20;
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION public.find_orders (
  p_search text
)
  RETURNS TABLE (
    id              uuid,
    order_number    integer,
    status          text,
    customer_name   text,
    equipment_brand text,
    equipment_model text
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  most constant integer := 8;
  numbered uuid[];
  found uuid[];
  condition text := private.search_condition('all', p_search);
  term text := trim(private.fold(private.plain_marks(left(p_search, 200))));
begin
  perform private.require('desk');
  if coalesce(trim(p_search), '') = '' then
    return;
  end if;
  if not private.may('orders.find') then
    -- The condition before is on an index; this one says in which fields each word has to be.
    if term ~ '^[0-9][0-9 .-]*[0-9k]$' then
      condition := condition || private.search_condition('customer_rut', p_search);
    else
      condition := condition || (select string_agg(format(
          $own$ and s.customer_name || ' ' || s.equipment_brand || ' ' || s.equipment_model like %L$own$,
          private.contains_pattern(w)), '')
        from unnest((regexp_split_to_array(term, '\s+'))[1:6]) as w);
    end if;
  end if;
  -- An order's number comes first; the same digits may be the end of a phone.
  if private.plain_marks(left(p_search, 200)) ~* '^\s*(#|n[°º.]?)?\s*[0-9]{1,6}\s*$' then
    execute format('select array_agg(n.id order by n.extra, n.order_number desc) from %s as n',
      private.number_source(p_search, '', most)) into numbered;
  end if;
  execute format('select array_agg(f.order_id order by f.created_at desc, f.order_id desc) from (
      select s.order_id, s.created_at from private.order_search s where true %s
      order by s.created_at desc, s.order_id desc limit %s) as f', condition, most) into found;
  return query
    select o.id, o.order_number, o.status, o.customer_name, o.equipment_brand, o.equipment_model
    from (
      select u.id, min(u.place) as place from unnest(numbered[1:most / 2] || found) with ordinality as u (id, place)
      group by u.id
    ) as f join public.service_orders o on o.id = f.id
    order by f.place limit most;
end
$function$;

CREATE OR REPLACE FUNCTION public.first_steps()
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.require('settings');
  return jsonb_build_object(
    'shop', exists (select from public.setting_sections s where s.section = 'shop' and s.version > 1),
    'order', exists (select from public.service_orders),
    'team', (select count(*) > 1 from public.profiles p where p.role <> 'customer'),
    'services', exists (select from public.setting_sections s where s.section = 'services' and s.version > 1),
    'hidden', exists (select from private.shop_setup s where s.steps_hidden_at is not null));
end
$function$;

CREATE OR REPLACE FUNCTION public.get_quote_link (
  p_order_id uuid
)
  RETURNS text
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.require('desk');
  return private.quote_link(p_order_id);
end
$function$;

CREATE OR REPLACE FUNCTION public.hide_first_steps()
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.require('settings');
  update private.shop_setup set steps_hidden_at = coalesce(steps_hidden_at, now())
  where is_only;
end
$function$;

CREATE OR REPLACE FUNCTION public.import_orders (
  p_batch_id uuid,
  p_rows     jsonb
)
  RETURNS TABLE (
    "row"        integer,
    outcome      text,
    order_number integer
  )
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
#variable_conflict use_column
declare
  known text[];
  item jsonb;
  single boolean := false;
begin
  perform private.require('order-import');
  if jsonb_typeof(p_rows) <> 'array' or jsonb_array_length(p_rows) > 1000 then
    raise exception 'Un lote lleva como máximo 1.000 filas.' using errcode = '22023';
  end if;
  if not exists (select from public.import_batches b where b.id = p_batch_id) then
    raise exception 'La importación no existe.' using errcode = 'P0002';
  end if;
  -- One import at a time, and no number handed out while numbers are being claimed.
  lock table public.service_orders in share row exclusive mode;
  known := array(
    select o.import_key from public.service_orders o
    where o.import_key in (select e.value ->> 'key' from jsonb_array_elements(p_rows) as e (value))
  );
  perform private.collect_order_search(true);
  begin
    perform private.insert_imported_orders(p_batch_id, p_rows, true);
    perform private.insert_imported_orders(p_batch_id, p_rows, false);
    perform private.insert_imported_orders(p_batch_id, private.renumbered_rows(p_rows), false);
  exception when check_violation or not_null_violation or invalid_text_representation or datetime_field_overflow
    or invalid_datetime_format or numeric_value_out_of_range then
    single := true;
  end;
  if single then
    -- Some row breaks a rule: one by one they tell which.
    for item in select value from jsonb_array_elements(p_rows) loop
      begin
        perform private.insert_imported_orders(p_batch_id, jsonb_build_array(item),
          item ->> 'order_number' is not null);
        perform private.insert_imported_orders(p_batch_id, private.renumbered_rows(jsonb_build_array(item)), false);
      exception when check_violation or not_null_violation or invalid_text_representation or datetime_field_overflow
        or invalid_datetime_format or numeric_value_out_of_range then
        raise exception 'La fila % no se puede importar: %', item ->> 'row', sqlerrm
          using errcode = '23514', detail = item ->> 'row';
      end;
    end loop;
  end if;
  perform private.collect_order_search(false);
  -- So that a number that was taken over is never given out again, not even after the order is deleted.
  update private.order_numbers n
  set last_number = greatest(n.last_number, (select max(o.order_number) from public.service_orders o))
  where n.id;
  update public.import_batches b
  set imported_count = (select count(*) from public.service_orders o where o.import_batch_id = b.id), updated_at = now()
  where b.id = p_batch_id;
  return query
    select (e.value ->> 'row')::integer,
      case
        when o.id is null then 'number_taken'
        when o.import_key = any (known)
          or row_number() over (partition by e.value ->> 'key' order by e.place) > 1 then 'duplicate'
        else 'imported'
      end,
      coalesce(o.order_number, (e.value ->> 'order_number')::integer)
    from jsonb_array_elements(p_rows) with ordinality as e (value, place)
    left join public.service_orders o on o.import_key = e.value ->> 'key'
    order by e.place;
end
$function$;

CREATE OR REPLACE FUNCTION public.intake_state (
  p_order_id uuid
)
  RETURNS TABLE (
    obstacle text,
    is_told  boolean
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.require('desk');
  return query select private.intake_obstacle(o), exists (
    select from public.whatsapp_messages m where m.order_id = o.id and m.state in ('sending', 'sent', 'delivered', 'read'))
  from public.service_orders o where o.id = p_order_id;
end
$function$;

CREATE OR REPLACE FUNCTION public.invite_account (
  p_user_id uuid
)
  RETURNS text
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  token text := encode(extensions.gen_random_bytes(32), 'hex');
  invited public.profiles;
begin
  perform private.require('customers.create');
  select * into invited from public.profiles where id = p_user_id for update;
  if invited.id is null then
    raise exception 'La cuenta ya no existe.' using errcode = 'P0002';
  elsif invited.role <> 'customer' and not private.may('users') then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  elsif not private.is_awaited(invited) then
    raise exception 'La cuenta ya está en uso: su dueño puede pedir otra contraseña en «¿Olvidaste tu contraseña?».'
      using errcode = 'P0001';
  end if;
  insert into private.account_invitations (user_id, token_hash, made_by, role)
  values (p_user_id, sha256(convert_to(token, 'UTF8')), auth.uid(), invited.role)
  on conflict (user_id) do update
  set token_hash = excluded.token_hash, made_by = excluded.made_by, made_at = now(), used_at = null, role = excluded.role;
  return token;
end
$function$;

CREATE OR REPLACE FUNCTION public.list_account_changes (
  p_person uuid    DEFAULT NULL::uuid,
  p_from   date    DEFAULT NULL::date,
  p_to     date    DEFAULT NULL::date,
  p_page   integer DEFAULT 1
)
  RETURNS TABLE (
    id           bigint,
    changed_at   timestamp with time zone,
    account_name text,
    actor_name   text,
    kind         text,
    old_value    text,
    new_value    text,
    total        bigint
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  since timestamptz := private.log_day(p_from);
  -- The end of the day; there is none after the last that a date can be.
  until timestamptz := private.log_day(least(p_to, '9999-12-31') + 1);
begin
  perform private.require('users');
  return query
    select c.id, c.changed_at, coalesce(nullif(a.full_name, ''), c.account_name),
      coalesce(nullif(b.full_name, ''), c.actor_name), c.kind, c.old_value, c.new_value,
      (select count(*) from (
        select from private.account_changes n
        where (p_person is null or p_person in (n.actor_id, n.account_id)) and (since is null or n.changed_at >= since)
          and (until is null or n.changed_at < until)
        limit 10001) as counted)
    from private.account_changes c
    left join public.profiles a on a.id = c.account_id
    left join public.profiles b on b.id = c.actor_id
    where (p_person is null or p_person in (c.actor_id, c.account_id)) and (since is null or c.changed_at >= since)
      and (until is null or c.changed_at < until)
    order by c.changed_at desc, c.id desc
    limit 50 offset private.rows_before(p_page, 50);
end
$function$;

CREATE OR REPLACE FUNCTION public.list_activity (
  p_user   uuid    DEFAULT NULL::uuid,
  p_action text    DEFAULT NULL::text,
  p_from   date    DEFAULT NULL::date,
  p_to     date    DEFAULT NULL::date,
  p_page   integer DEFAULT 1
)
  RETURNS TABLE (
    id                  uuid,
    created_at          timestamp with time zone,
    action_type         text,
    user_id             uuid,
    user_name           text,
    product_id          uuid,
    brand               text,
    model               text,
    quantity_affected   integer,
    cost_price_affected bigint,
    service_order       text,
    order_id            uuid,
    component_type_name text,
    quantity            integer,
    total               bigint
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  condition text := '';
  since timestamptz := private.log_day(p_from);
  -- The end of the day; there is none after the last that a date can be.
  until timestamptz := private.log_day(least(p_to, '9999-12-31') + 1);
  skipped integer;
begin
  perform private.require('activity-log');
  skipped := private.rows_before(p_page, 50);
  if p_user is not null then
    condition := condition || format(' and l.user_id = %L', p_user);
  end if;
  if p_action is not null then
    condition := condition || format(' and l.action_type = %L', p_action);
  end if;
  if since is not null then
    condition := condition || format(' and l.created_at >= %L::timestamptz', since);
  end if;
  if until is not null then
    condition := condition || format(' and l.created_at < %L::timestamptz', until);
  end if;
  return query execute format(
    'select page.id, page.created_at, page.action_type, page.user_id, coalesce(nullif(p.full_name, ''''),
       ''Desconocido''), page.product_id, page.brand, page.model, page.quantity_affected, cost.cost_price_affected,
       page.service_order, o.id, t.name, page.quantity,
       (select count(*) from (select from private.activity_entries l where true %1$s limit 10001) as counted)
     from (select l.id from private.activity_entries l where true %1$s order by l.created_at desc,
       l.id desc offset %2$s limit 50) as place
     join private.activity_entries page on page.id = place.id
     left join private.activity_costs cost on cost.entry_id = page.id
     left join public.profiles p on p.id = page.user_id
     left join public.component_types t on t.id = page.component_type_id
     left join public.service_orders o on o.order_number =
       case when page.service_order ~ ''^[0-9]{1,9}$'' then page.service_order::integer end
     order by page.created_at desc, page.id desc',
    condition, skipped);
end
$function$;

CREATE OR REPLACE FUNCTION public.list_erasure_requests()
  RETURNS TABLE (
    id          uuid,
    customer_id uuid,
    full_name   text,
    email       text,
    state       text,
    created_at  timestamp with time zone,
    due_at      timestamp with time zone,
    extended_at timestamp with time zone,
    answered_at timestamp with time zone,
    answer      text
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.require('privacy.manage');
  return query
    select r.id, r.customer_id, p.full_name, p.email, r.state, r.created_at, r.due_at, r.extended_at, r.answered_at,
      r.answer
    from public.erasure_requests r left join public.profiles p on p.id = r.customer_id
    order by (r.state = 'open') desc, case r.state when 'open' then r.due_at end, r.created_at desc
    limit 100;
end
$function$;

CREATE OR REPLACE FUNCTION public.list_inventory (
  p_search     text    DEFAULT NULL::text,
  p_type       uuid    DEFAULT NULL::uuid,
  p_sort       text    DEFAULT 'created_at'::text,
  p_descending boolean DEFAULT true,
  p_page       integer DEFAULT 1,
  p_low        boolean DEFAULT false
)
  RETURNS TABLE (
    id                  uuid,
    item_number         integer,
    brand               text,
    model               text,
    quantity            integer,
    cost_price          bigint,
    created_at          timestamp with time zone,
    updated_at          timestamp with time zone,
    component_type_id   uuid,
    component_type_name text,
    supplier_id         uuid,
    supplier_name       text,
    min_stock           integer,
    version             integer,
    total               bigint
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  condition text;
  descending boolean := coalesce(p_descending, true);
  direction text := case when descending then 'desc' else 'asc' end;
  skipped integer;
  -- How many items come after the page's first.
  rest bigint;
  counted bigint;
  sort_by text := case p_sort
    when 'brand' then 'brand_key' when 'model' then 'model_key' when 'quantity' then 'quantity' when 'cost_price'
      then 'cost_price'
    when 'component_type' then 'component_type_id' when 'supplier' then 'supplier_id' else 'created_at'
  end;
  page_ids uuid[];
begin
  perform private.require('stock');
  skipped := private.rows_before(p_page, 25);
  condition := private.inventory_condition(p_search, p_type, p_low);
  if condition <> '' then
    select s.counted, s.page_ids into counted, page_ids
      from private.inventory_search_page(condition, sort_by, direction, skipped) as s;
    if p_type is not null and trim(coalesce(p_search, '')) = '' and not coalesce(p_low, false) then
      select coalesce(sum(c.items), 0) into counted from private.inventory_counts c where c.component_type_id = p_type;
    end if;
  else
    select coalesce(sum(c.items), 0) into counted from private.inventory_counts c;
    rest := counted - skipped;
    if p_sort in ('component_type', 'supplier') then
      page_ids := private.inventory_group_page(case p_sort when 'supplier' then 'suppliers' else 'component_types' end,
        sort_by, direction, skipped);
    elsif rest >= skipped then
      execute format('select array(select i.id from public.inventory i order by i.%1$I %2$s,
        i.id %2$s offset %3$s limit 25)', sort_by, direction, skipped) into page_ids;
    else
      -- Nearer to the end: read from there.
      execute format('select array(select i.id from public.inventory i order by i.%1$I %2$s,
        i.id %2$s offset %3$s limit %4$s)', sort_by, case when descending then 'asc' else 'desc' end,
          greatest(rest - 25, 0), least(greatest(rest, 0), 25)) into page_ids;
      page_ids := array(select place.id from unnest(page_ids) with ordinality as place (id, n) order by place.n desc);
    end if;
  end if;
  return query
    select i.id, i.item_number, i.brand, i.model, i.quantity, i.cost_price, i.created_at, i.updated_at,
      i.component_type_id, t.name, i.supplier_id, s.name, i.min_stock, i.version, counted
    from unnest(page_ids) with ordinality as place (id, n)
    join public.inventory i on i.id = place.id
    join public.component_types t on t.id = i.component_type_id
    join public.suppliers s on s.id = i.supplier_id
    order by place.n;
end
$function$;

CREATE OR REPLACE FUNCTION public.list_looks (
  p_actor uuid    DEFAULT NULL::uuid,
  p_from  date    DEFAULT NULL::date,
  p_to    date    DEFAULT NULL::date,
  p_page  integer DEFAULT 1
)
  RETURNS TABLE (
    id            bigint,
    looked_at     timestamp with time zone,
    actor_name    text,
    actor_role    text,
    kind          text,
    order_id      uuid,
    order_number  integer,
    customer_id   uuid,
    customer_name text,
    subject       text,
    source        text,
    rows          integer,
    searched_by   text,
    total         bigint
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  since timestamptz := private.log_day(p_from);
  -- The end of the day; there is none after the last that a date can be.
  until timestamptz := private.log_day(least(p_to, '9999-12-31') + 1);
begin
  perform private.require('looks');
  return query
    select l.id, l.looked_at, coalesce(nullif(a.full_name, ''), l.actor_name), l.actor_role, l.kind, o.id, o.order_number,
      p.id, coalesce(p.full_name, o.customer_name), l.subject, l.source, l.rows, l.searched_by,
      (select count(*) from (
        select from private.looks c
        where (p_actor is null or c.actor_id = p_actor) and (since is null or c.looked_at >= since)
          and (until is null or c.looked_at < until)
        limit 10001) as counted)
    from private.looks l
    left join public.service_orders o on o.id = l.order_id
    left join public.profiles p on p.id = l.customer_id
    left join public.profiles a on a.id = l.actor_id
    where (p_actor is null or l.actor_id = p_actor) and (since is null or l.looked_at >= since)
      and (until is null or l.looked_at < until)
    order by l.looked_at desc, l.id desc
    limit 50 offset private.rows_before(p_page, 50);
end
$function$;

CREATE OR REPLACE FUNCTION public.list_message_orders (
  p_states text[]  DEFAULT NULL::text[],
  p_event  text    DEFAULT NULL::text,
  p_limit  integer DEFAULT 20,
  p_offset integer DEFAULT 0
)
  RETURNS TABLE (
    order_id       uuid,
    order_number   integer,
    customer_name  text,
    customer_phone text,
    messages       jsonb,
    total          bigint
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  page_size integer := least(greatest(coalesce(p_limit, 20), 1), 100);
begin
  perform private.require('messages');
  return query
  with matching as (
    select m.order_id, coalesce(m.order_id, m.id) as key, m.created_at from public.whatsapp_messages m
    where (p_states is null or m.state = any (p_states)) and (p_event is null or m.event = p_event)
  ), shown as (
    select g.order_id, g.key, max(g.created_at) as newest, count(*) over () as total from matching g
    group by g.order_id, g.key order by 3 desc, 2
    limit page_size offset private.rows_skipped(p_offset, page_size)
  )
  select s.order_id, o.order_number, o.customer_name, o.customer_phone, (
    select jsonb_agg(jsonb_build_object('id', m.id, 'order_id', m.order_id, 'event', m.event, 'state', m.state,
      'attempts', m.attempts, 'phone', m.phone, 'error_code', m.error_code, 'error_message', m.error_message,
      'created_at', m.created_at, 'next_attempt_at', m.next_attempt_at, 'not_before', m.not_before,
      'sent_at', m.sent_at, 'delivered_at', m.delivered_at, 'read_at', m.read_at, 'failed_at', m.failed_at,
      'requester', p.full_name) order by m.created_at desc, m.id)
    from public.whatsapp_messages m left join public.profiles p on p.id = m.requested_by
    -- By the index of the order's messages; a message without an order stands alone.
    where (m.order_id = s.order_id or (s.order_id is null and m.id = s.key))
      and (p_states is null or m.state = any (p_states)) and (p_event is null or m.event = p_event)
  ), s.total
  from shown s left join public.service_orders o on o.id = s.order_id
  order by s.newest desc, s.key;
end
$function$;

CREATE OR REPLACE FUNCTION public.list_part_failures()
  RETURNS TABLE (
    id       bigint,
    part     text,
    build    text,
    kind     text,
    error    text,
    frames   text,
    times    integer,
    first_at timestamp with time zone,
    last_at  timestamp with time zone
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.require('system-status');
  return query
    select f.id, f.part, f.build, f.kind, f.error, f.frames, f.times, f.first_at, f.last_at
    from private.part_failures f
    where f.last_at > now() - interval '30 days'
    order by f.last_at desc, f.id desc limit 100;
end
$function$;

CREATE OR REPLACE FUNCTION public.list_site_changes()
  RETURNS TABLE (
    id        bigint,
    asked_at  timestamp with time zone,
    user_name text,
    action    text,
    part      text,
    build     text,
    outcome   jsonb
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.require('system-status');
  return query
    select c.id, c.asked_at, coalesce(nullif(p.full_name, ''), 'Desconocido'), c.action, c.part, c.build, c.outcome
    from private.site_changes c left join public.profiles p on p.id = c.user_id
    order by c.asked_at desc, c.id desc limit 20;
end
$function$;

CREATE OR REPLACE FUNCTION public.log_device_code_look (
  p_order_id uuid,
  p_reason   text
)
  RETURNS bigint
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  target public.service_orders;
begin
  perform private.require('desk');
  if coalesce(length(trim(p_reason)), 0) not between 3 and 200 then
    raise exception 'Escribe para qué necesitas la clave.' using errcode = '23514';
  end if;
  select * into target from public.service_orders o where o.id = p_order_id and o.device_code_stored;
  if target.id is null then
    raise exception 'La orden no tiene una clave guardada.' using errcode = 'P0002';
  end if;
  perform private.add_order_event(target, 'code_viewed',
    jsonb_build_object('reason', jsonb_build_array(null, trim(p_reason))));
  return currval(pg_get_serial_sequence('public.order_events', 'id'));
end
$function$;

CREATE OR REPLACE FUNCTION public.move_appointment (
  p_request_id uuid,
  p_id         uuid,
  p_version    integer,
  p_to         timestamp with time zone
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  SET "TimeZone" TO 'UTC'
  AS $function$
declare
  known public.appointments;
begin
  perform private.require('appointments');
  if p_to is null or not isfinite(p_to) or p_to <= now() then
    raise exception 'Elige una fecha y hora que no haya pasado.' using errcode = '23514';
  end if;
  if not private.claim_request(p_request_id, 'move_appointment',
    jsonb_build_object('id', p_id, 'version', p_version, 'to', p_to), 'la cita quedó movida') then
    return;
  end if;
  select * into known from public.appointments a where a.id = p_id for update;
  if not found then
    raise exception 'La cita ya no existe.' using errcode = 'P0002';
  end if;
  if known.status = 'cancelled' then
    raise exception 'La cita fue cancelada: agenda una nueva.' using errcode = '23514';
  end if;
  if known.version is distinct from p_version then
    raise exception 'Otra persona cambió esta cita mientras tanto. Revisa su fecha y hora, y muévela de nuevo.'
      using errcode = '23514';
  end if;
  update public.appointments set appointment_date = p_to where id = p_id;
end
$function$;

CREATE OR REPLACE FUNCTION public.order_parts (
  p_order_id uuid
)
  RETURNS TABLE (
    id             bigint,
    item_id        uuid,
    brand          text,
    model          text,
    component_type text,
    quantity       integer,
    actor_name     text,
    created_at     timestamp with time zone,
    unit_cost      bigint,
    total_cost     bigint
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  sees_costs boolean := private.may('costs.see');
begin
  perform private.require('stock');
  return query
    select m.id, m.item_id, m.brand, m.model, m.component_type, -m.delta,
      coalesce(nullif(p.full_name, ''), m.actor_name), m.created_at,
      case when sees_costs then m.unit_cost end, case when sees_costs then m.unit_cost * -m.delta end
    from public.inventory_movements m
    left join public.profiles p on p.id = m.actor_id
    where m.order_id = p_order_id and m.kind = 'written_off'
    order by m.id;
end
$function$;

CREATE OR REPLACE FUNCTION public.panel_counts()
  RETURNS TABLE (
    tab   text,
    total integer
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  repairs boolean := private.may('orders.do-repair');
  actor uuid := (select auth.uid());
  most constant integer := 100;
  today constant date := (now() at time zone 'America/Santiago')::date;
  own text := case when private.may('orders.repair')
    then format(' and (o.technician_id = %L or o.technician_id is null)', actor) else '' end;
begin
  perform private.require('desk');
  tab := 'orders';
  execute format('select count(*) from (
      (select from public.service_orders o where true %1$s %3$s limit %4$s) union all
      (select from public.service_orders o where true %2$s %3$s limit %4$s) limit %4$s) as c',
    private.order_view_condition(case when repairs then 'to_quote' else 'ready' end, 'o.id', actor),
    private.order_view_condition(case when repairs then 'to_repair' else 'to_return' end, 'o.id', actor),
    own, most) into total;
  return next;
  tab := 'appointments';
  total := (select count(*) from (select from public.appointments a where a.status = 'scheduled'
    and a.appointment_date >= today::timestamp at time zone 'America/Santiago'
    and a.appointment_date < (today + 1)::timestamp at time zone 'America/Santiago' limit most) as c);
  return next;
  tab := 'messages';
  execute format('select count(*) from (select from public.service_orders o where true %s limit %s) as c',
    private.order_view_condition('message_failed', 'o.id', actor), most) into total;
  return next;
  tab := 'screen_orders';
  total := (select count(*) from (select from public.pedidos_pantallas p where p.received_at is null limit most) as c);
  return next;
  tab := 'inventory';
  total := (select count(*) from (select from public.inventory i where i.quantity < i.min_stock limit most) as c);
  return next;
end
$function$;

CREATE OR REPLACE FUNCTION public.preview_anonymization (
  p_by    text,
  p_value text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.require('privacy.manage');
  return private.anonymization_preview(private.find_person(p_by, p_value), p_by, p_value);
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
    cross join unnest(array['created', 'in_progress', 'quoted', 'approved', 'rejected', 'completed', 'delivered',
      'cancelled']) with ordinality as e (event, place)
    cross join lateral (select s.value -> e.event as setting) as m
    where s.section = 'messages'
    order by e.place;
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
  return (
    select coalesce(jsonb_object_agg(t.key, case t.key
      when 'message_days' then (
        select count(*) from public.whatsapp_messages m
        where m.created_at < t.since and m.state not in ('queued', 'sending') and m.params <> '{}'
      ) + (select count(*) from public.whatsapp_replies r where r.received_at < t.since)
        + (select count(*) from public.notifications n where n.created_at < t.since)
        + (select count(*) from public.appointments a where a.customer_id is null and a.appointment_date < t.since)
      when 'activity_days' then (select count(*) from private.activity_entries e where e.created_at < t.since) + (
        select count(*) from public.order_events e
        where e.created_at < t.since and e.changes <> private.impersonal_changes(e.changes)
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

CREATE OR REPLACE FUNCTION public.print_terms (
  p_order_id uuid
)
  RETURNS TABLE (
    version    integer,
    changed_at timestamp with time zone,
    items      jsonb
  )
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if not private.may('sheets') and not exists (
    select from public.service_orders o where o.id = p_order_id and o.customer_rut = private.my_rut()
  ) then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  insert into private.printed_terms (order_id, change_id)
  select o.id, c.id from public.service_orders o, public.setting_changes c
  where o.id = p_order_id and c.section = 'terms'
  order by c.version desc limit 1
  on conflict (order_id) do nothing;
  return query
    select c.version, c.changed_at, c.after -> 'items' from private.printed_terms p
    join public.setting_changes c on c.id = p.change_id where p.order_id = p_order_id;
  if not found then
    raise exception 'La orden no existe.' using errcode = 'P0002';
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION public.receive_screen_order (
  p_screen_order_id   uuid,
  p_item_id           uuid   DEFAULT NULL::uuid,
  p_brand             text   DEFAULT NULL::text,
  p_component_type_id uuid   DEFAULT NULL::uuid,
  p_cost_price        bigint DEFAULT NULL::bigint,
  p_model             text   DEFAULT NULL::text,
  p_request_id        uuid   DEFAULT NULL::uuid
)
  RETURNS uuid
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  bought public.pedidos_pantallas;
  item public.inventory;
begin
  perform private.require('stock');
  if not private.claim_request(p_request_id, 'receive_screen_order',
    jsonb_build_array(p_screen_order_id, p_item_id, p_brand, p_component_type_id, p_cost_price, p_model)) then
    return (private.request_result(p_request_id) #>> '{}')::uuid;
  end if;
  select * into bought from public.pedidos_pantallas where id = p_screen_order_id for update;
  if bought.id is null then
    raise exception 'El pedido ya no existe.' using errcode = 'P0002';
  end if;
  if bought.received_at is not null then
    raise exception 'Este pedido ya se recibió.' using errcode = '23505';
  end if;
  if p_item_id is not null then
    update public.inventory set quantity = quantity + bought.cantidad where id = p_item_id returning * into item;
    if item.id is null then
      raise exception 'El producto ya no existe.' using errcode = 'P0002';
    end if;
  else
    insert into public.inventory (brand, model, quantity, cost_price, component_type_id, supplier_id)
    values (p_brand, coalesce(p_model, bought.modelo), bought.cantidad, coalesce(p_cost_price, bought.precio_costo),
      p_component_type_id,
      private.catalog_id('suppliers', bought.proveedor))
    returning * into item;
  end if;
  perform private.add_movement(item, 'received', bought.cantidad, item.quantity);
  update public.pedidos_pantallas set received_at = now(), received_item_id = item.id where id = bought.id;
  perform private.finish_request(p_request_id, to_jsonb(item.id),
    format('las %s unidades quedaron en %s %s', bought.cantidad, item.brand, item.model));
  return item.id;
end
$function$;

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
  said_by text := nullif(btrim(p_said_by, E' \t\r\n'), '');
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

CREATE OR REPLACE FUNCTION public.report_earnings (
  p_ticket      uuid    DEFAULT NULL::uuid,
  p_from        date    DEFAULT NULL::date,
  p_to          date    DEFAULT NULL::date,
  p_technician  uuid    DEFAULT NULL::uuid,
  p_type        text    DEFAULT NULL::text,
  p_period_from date    DEFAULT NULL::date,
  p_period_to   date    DEFAULT NULL::date,
  p_before_from date    DEFAULT NULL::date,
  p_before_to   date    DEFAULT NULL::date,
  p_step        integer DEFAULT 1
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  SET random_page_cost TO '1.1'
  SET jit TO 'off'
  AS $function$
declare
  outcome text;
  range tstzrange := private.report_range(p_from, p_to);
begin
  perform private.require('reports');
  outcome := private.answer_pin(p_ticket);
  if outcome <> 'ok' then
    return jsonb_build_object('outcome', outcome) || public.report_pin_status();
  end if;
  return (
    with earned as materialized (
      select private.earned_month(o) as month,
        sum(coalesce(o.total_amount, 0)) as amount,
        sum(coalesce(o.total_amount, 0)) filter (where o.created_at <@ range) as chosen
      from public.service_orders o
      where o.status in ('completed', 'delivered')
        and (p_technician is null or o.technician_id = p_technician) and (p_type is null or o.equipment_type = p_type)
      group by 1
    ), months as (
      select generate_series(this_month - interval '11 months', this_month, interval '1 month') as month
      from (select date_trunc('month', now() at time zone 'America/Santiago') as this_month) as clock
    )
    select jsonb_build_object(
      'outcome', 'ok',
      'total', (select coalesce(sum(e.chosen), 0) from earned e),
      'months', (
        select jsonb_agg(jsonb_build_object(
          'month', to_char(m.month, 'YYYY-MM'),
          'amount', coalesce((select e.amount from earned e where e.month = m.month), 0),
          'previous', coalesce((select e.amount from earned e where e.month = m.month - interval '1 year'), 0)
        ) order by m.month) from months m)
    ) || case when p_period_from is null then '{}' else jsonb_build_object('period', private.earned_in_period(
      p_period_from, p_period_to, p_before_from, p_before_to, p_step, p_technician, p_type)) end
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.report_figures (
  p_from        date,
  p_to          date,
  p_before_from date,
  p_before_to   date,
  p_step        integer DEFAULT 1,
  p_technician  uuid    DEFAULT NULL::uuid,
  p_type        text    DEFAULT NULL::text
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
  period tstzrange := private.report_range(p_from, p_to);
  earlier tstzrange := private.report_range(p_before_from, p_before_to);
  step integer := greatest(p_step, 1, (p_to - p_from + 31) / 31);
begin
  perform private.require('reports');
  return (
    with orders as materialized (
      select o.created_at as received_at,
        case when o.status = 'delivered' then o.delivered_at end as delivered_at,
        case when o.status in ('completed', 'delivered') then o.completed_at end as completed_at
      from public.service_orders o
      where (p_technician is null or o.technician_id = p_technician) and (p_type is null or o.equipment_type = p_type)
        and (o.created_at <@ period or o.created_at <@ earlier or o.delivered_at <@ period
          or o.delivered_at <@ earlier or o.completed_at <@ period or o.completed_at <@ earlier)
    ), received as (
      select ((received_at at time zone 'America/Santiago')::date - p_from) / step as place, count(*) as orders
      from orders where received_at <@ period group by 1
    ), delivered as (
      select ((delivered_at at time zone 'America/Santiago')::date - p_from) / step as place, count(*) as orders
      from orders where delivered_at <@ period group by 1
    ), completed as (
      select ((completed_at at time zone 'America/Santiago')::date - p_from) / step as place,
        percentile_cont(0.5) within group (order by date_part('epoch', completed_at - received_at) / 86400) as days
      from orders where completed_at <@ period group by 1
    ), totals as (
      select count(*) filter (where received_at <@ earlier) as received_before,
        count(*) filter (where delivered_at <@ earlier) as delivered_before,
        count(*) filter (where received_at <@ period) as received,
        count(*) filter (where delivered_at <@ period) as delivered,
        percentile_cont(0.5) within group (order by date_part('epoch', completed_at - received_at) / 86400)
          filter (where completed_at <@ period) as days,
        percentile_cont(0.5) within group (order by date_part('epoch', completed_at - received_at) / 86400)
          filter (where completed_at <@ earlier) as days_before
      from orders
    ), places as (
      select generate_series(0, (p_to - p_from) / step) as place
    )
    select jsonb_build_object(
      'received', jsonb_build_object('now', t.received, 'before', t.received_before, 'line', (
        select coalesce(jsonb_agg(coalesce(r.orders, 0) order by place), '[]')
        from places left join received r using (place))),
      'delivered', jsonb_build_object('now', t.delivered, 'before', t.delivered_before, 'line', (
        select coalesce(jsonb_agg(coalesce(d.orders, 0) order by place), '[]')
        from places left join delivered d using (place))),
      'median_days', jsonb_build_object('now', t.days, 'before', t.days_before, 'line', (
        select coalesce(jsonb_agg(c.days order by place), '[]')
        from places left join completed c using (place))),
      'people', private.report_people()
    )
    from totals t
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.report_orders (
  p_card       text,
  p_from       date    DEFAULT NULL::date,
  p_to         date    DEFAULT NULL::date,
  p_technician uuid    DEFAULT NULL::uuid,
  p_type       text    DEFAULT NULL::text,
  p_month      date    DEFAULT NULL::date,
  p_sort       text    DEFAULT 'order_number'::text,
  p_descending boolean DEFAULT true,
  p_offset     integer DEFAULT 0,
  p_limit      integer DEFAULT 20
)
  RETURNS TABLE (
    id             uuid,
    order_number   integer,
    customer_name  text,
    status         text,
    total_amount   bigint,
    equipment_type text,
    created_at     timestamp with time zone,
    measure        double precision,
    total_count    bigint
  )
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
  page_size integer := least(greatest(coalesce(p_limit, 20), 1), 1000);
  condition text := private.report_card(p_card) || case when isfinite(lower(range)) or isempty(range)
      then format(' and %1$s >= coalesce(lower($1), ''infinity'') and %1$s < coalesce(upper($1), ''-infinity'')',
        private.report_day(p_card)) else '' end
    || case when p_technician is not null then ' and o.technician_id = $2' else '' end
    || case when p_type is not null then ' and o.equipment_type = $3' else '' end
    || case when p_month is not null then ' and private.earned_month(o) = date_trunc(''month'', $6::timestamp)'
      else '' end;
  measure text := private.report_measure(p_card);
  sort text := case p_sort
    when 'customer_name' then 'private.fold(o.customer_name)' when 'status' then 'o.status'
    when 'total_amount' then 'coalesce(o.total_amount, 0)' when 'created_at' then 'o.created_at' when 'measure'
      then measure
    else 'o.order_number' end;
  direction text := case when p_descending then 'desc' else 'asc' end;
begin
  perform private.require('reports');
  perform private.report_range(p_month, p_month);
  if condition is null then
    return;
  end if;
  return query execute format(
    'select o.id, o.order_number, o.customer_name, o.status, o.total_amount, o.equipment_type, o.created_at, %4$s,
      (select count(*) from public.service_orders o where %1$s)
    from public.service_orders o where %1$s order by %2$s %3$s, o.order_number %3$s offset $4 limit $5', condition,
      sort, direction, measure)
  using range, p_technician, p_type, private.rows_skipped(p_offset, page_size), page_size, p_month;
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

CREATE OR REPLACE FUNCTION public.report_pin_status()
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.require('reports');
  return jsonb_build_object(
    'set', exists (select from private.report_pin),
    'locked_seconds', coalesce((
      select greatest(0, ceil(extract(epoch from t.locked_until - now())))::integer
      from private.report_pin_tries t where t.user_id = (select auth.uid())), 0)
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.request_erasure()
  RETURNS public.erasure_requests
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
  if not exists (
    select from public.whatsapp_messages m
    where m.order_id = target.id and m.event = 'quoted'
      and (m.state in ('queued', 'sending') or m.created_at > now() - interval '1 minute')
  ) then
    perform private.queue_order_message(target, 'quoted');
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION public.retention_status()
  RETURNS TABLE (
    ran_at  timestamp with time zone,
    removed jsonb
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.require('privacy.manage');
  return query select r.ran_at, r.removed from private.retention_runs r order by r.id desc limit 30;
end
$function$;

CREATE OR REPLACE FUNCTION public.retry_message (
  p_id uuid
)
  RETURNS public.whatsapp_messages
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  queued public.whatsapp_messages;
begin
  perform private.require('messages');
  update public.whatsapp_messages m
  -- The provider's id of the failed send stays until the new one has its own: by it late webhooks of the old one are
  -- known.
  set state = 'queued', attempts = 0, unknown_sends = 0, send_started_at = null, next_attempt_at = now(),
    queued_at = now(), locked_until = null, failed_at = null, error_code = null, error_message = null, is_urgent = true,
      phone = private.whatsapp_phone(o.customer_phone)
  from public.service_orders o
  where m.id = p_id and m.state = 'failed' and o.id = m.order_id
  returning m.* into queued;
  return queued;
end
$function$;

CREATE OR REPLACE FUNCTION public.search_orders (
  p_search         text    DEFAULT NULL::text,
  p_field          text    DEFAULT 'order_number'::text,
  p_status         text    DEFAULT NULL::text,
  p_technician     uuid    DEFAULT NULL::uuid,
  p_page           integer DEFAULT 1,
  p_message_failed boolean DEFAULT false,
  p_view           text    DEFAULT NULL::text,
  p_sort           text    DEFAULT NULL::text,
  p_descending     boolean DEFAULT false
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
    total            integer
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  actor uuid := (select auth.uid());
  page_size constant integer := 20;
  first_row integer;
  searching boolean := coalesce(trim(p_search), '') <> '';
  by_text boolean := searching and p_field <> 'order_number';
  row_limit integer;
  -- Orders in these states are few however old the shop is: their index leads.
  by_open_status boolean := coalesce(p_status, '') in ('pending', 'in_progress', 'quoted', 'approved');
  -- So do the views, whose conditions are about columns of the order.
  leader text := case when by_text and not by_open_status and p_view is null then 's' else 'o' end;
  key text := case when leader = 's' then 's.order_id' else 'o.id' end;
  sort_by text := leader || '.created_at desc, ' || key || ' desc';
  condition text := '';
  -- The same filters on o, whichever leads.
  filters text := '';
  source text;
  found uuid[];
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

  if p_status is not null then
    condition := condition || format(' and %s.status = %L', leader, p_status);
  end if;
  if p_technician is not null then
    condition := condition || format(' and %s.technician_id = %L', leader, p_technician);
  end if;
  if p_view is not null then
    condition := condition || private.order_view_condition(p_view, key, actor);
  end if;
  if p_message_failed then
    condition := condition || private.order_view_condition('message_failed', key, actor);
  end if;
  if not searching then
    source := 'public.service_orders o';
  elsif not by_text then
    source := private.number_source(p_search, condition, row_limit) || ' as o';
    condition := '';
    sort_by := 'o.extra = 0 desc, o.order_number desc';
  else
    condition := condition || private.search_condition(p_field, p_search);
    source := case leader
      when 's' then 'private.order_search s'
      else 'public.service_orders o join private.order_search s on s.order_id = o.id'
    end;
  end if;

  if p_sort is not null then
    filters := case when p_status is null then '' else format(' and o.status = %L', p_status) end
      || case when p_technician is null then '' else format(' and o.technician_id = %L', p_technician) end
      || coalesce(private.order_view_condition(p_view, 'o.id', actor), '')
      || case when p_message_failed then private.order_view_condition('message_failed', 'o.id', actor) else '' end;
  end if;

  if condition = '' and not searching then
    select array_agg(f.id), count(*) into found, counted from (
      select o.id from public.service_orders o order by o.created_at desc, o.id desc limit row_limit) as f;
  elsif not searching and p_technician is null and p_view is null and p_message_failed is not true then
    select array_agg(f.id), count(*) into found, counted from (
      select o.id from public.service_orders o where o.status = p_status
      order by o.created_at desc, o.id desc limit row_limit) as f;
  else
    -- Planned each time: which index leads depends on what was typed.
    execute format('select array_agg(f.id), count(*) from (select %s as id from %s where true %s order by %s limit %s) as f',
      key, source, condition, sort_by, row_limit) into found, counted;
  end if;
  if p_sort is not null then
    found := private.sorted_order_ids(p_sort, p_descending is true, p_search, p_field, filters,
      first_row + page_size);
  end if;
  return query
    select o.id, o.order_number, o.created_at, o.updated_at, o.status, o.customer_name, o.customer_rut,
      o.customer_phone, o.equipment_type, o.equipment_brand, o.equipment_model, left(o.work_description, 300),
      left(o.technical_work, 300), o.total_amount, o.advance_payment, o.technician_id, t.full_name, o.delivered_at,
      o.warranty_days, coalesce(o.notes, '') <> '', o.version, newest.state, newest.created_at, counted
    from unnest(found[first_row + 1 : first_row + page_size]) with ordinality as p (id, place)
      join public.service_orders o on o.id = p.id left join public.staff_names t on t.id = o.technician_id
      left join lateral (
        select m.state, m.created_at from public.whatsapp_messages m where m.order_id = o.id order by m.created_at desc
        limit 1
      ) as newest on true
    order by p.place;
end
$function$;

CREATE OR REPLACE FUNCTION public.search_profiles (
  p_search text,
  p_staff  boolean,
  p_limit  integer DEFAULT 20,
  p_offset integer DEFAULT 0
)
  RETURNS TABLE (
    id              uuid,
    email           text,
    full_name       text,
    rut             text,
    phone           text,
    role            text,
    rut_verified_at timestamp with time zone,
    created_at      timestamp with time zone,
    total           bigint
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  page_size integer := least(greatest(coalesce(p_limit, 20), 1), 200);
  term text := left(trim(coalesce(private.plain_marks(p_search), '')), 200);
  phrase text := '%' || regexp_replace(private.fold(term), '([\\%_])', '\\\1', 'g') || '%';
  rut_like text := case when term ~ '^[0-9.\s]{5,}-?[0-9kK]?$'
    then '%' || lower(regexp_replace(term, '[.\s]', '', 'g')) || '%' end;
  -- As some people write it: 90355139 is 9035513-9.
  bare_rut_like text := case when term ~ '^[0-9.\s]{7,10}[0-9kK]$'
    then '%' || lower(regexp_replace(regexp_replace(term, '[.\s]', '', 'g'), '(.)$', '-\1')) || '%' end;
  phone_like text := case when term ~ '^[-+0-9()\s]{4,}$'
    then '%' || right(regexp_replace(term, '[^0-9]', '', 'g'), 9) || '%' end;
begin
  perform private.require('people.see');
  return query
  select p.id, p.email, p.full_name, p.rut, p.phone, p.role, p.rut_verified_at, p.created_at, count(*) over ()
  from public.profiles p
  where (p.role <> 'customer') = p_staff
    and (
      term = ''
      or private.profile_search_text(p.full_name, p.email, p.rut, p.phone) like phrase
      or private.profile_search_text(p.full_name, p.email, p.rut, p.phone) like rut_like
      or private.profile_search_text(p.full_name, p.email, p.rut, p.phone) like bare_rut_like
      or private.profile_search_text(p.full_name, p.email, p.rut, p.phone) like phone_like
    )
  order by private.fold(p.full_name), p.id
  limit page_size offset private.rows_skipped(p_offset, page_size);
end
$function$;

CREATE OR REPLACE FUNCTION public.send_message_now (
  p_id uuid
)
  RETURNS public.whatsapp_messages
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  released public.whatsapp_messages;
begin
  perform private.require('messages');
  update public.whatsapp_messages m
  set is_urgent = true, queued_at = now(), state = 'queued', held_until = null, error_code = null, error_message = null,
    attempts = case m.state when 'expired' then 0 else m.attempts end,
    next_attempt_at = case m.state when 'expired' then now() else m.next_attempt_at end,
    phone = coalesce((select private.whatsapp_phone(o.customer_phone) from public.service_orders o
      where o.id = m.order_id), m.phone)
  where m.id = p_id and m.state in ('queued', 'expired')
  returning m.* into released;
  delete from private.undoable_changes u where u.order_id = released.order_id;
  return released;
end
$function$;

CREATE OR REPLACE FUNCTION public.send_test_message (
  p_request_id uuid,
  p_phone      text,
  p_event      text
)
  RETURNS uuid
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  number text := private.whatsapp_phone(p_phone);
  setting jsonb := private.message_setting(p_event);
  summary text := 'el mensaje de prueba quedó en cola';
  sample public.service_orders;
  made uuid;
begin
  perform private.require('settings');
  if number !~ '^569[0-9]{8}$' then
    raise exception 'Ingresa un celular chileno, por ejemplo +56 9 1234 5678.' using errcode = '23514';
  end if;
  if setting is null then
    raise exception 'Ese mensaje no existe. Elige otro.' using errcode = '22023';
  end if;
  if private.claim_request(p_request_id, 'send_test_message', jsonb_build_array(number, p_event), summary) then
    perform pg_advisory_xact_lock(hashtextextended('public.send_test_message', 0));
    if (select count(*) from public.whatsapp_messages m
      where m.event = 'test' and m.created_at > now() - interval '1 hour') >= 5 then
      raise exception 'Ya se enviaron 5 mensajes de prueba en la última hora. Espera e inténtalo de nuevo.'
        using errcode = '23514';
    end if;
    sample := jsonb_populate_record(null::public.service_orders, jsonb_build_object('id', gen_random_uuid(),
      'order_number', 0, 'customer_name', 'Prueba', 'equipment_brand', 'Equipo', 'equipment_model', 'de prueba',
      'technical_work', 'Mensaje de prueba', 'total_amount', 0, 'cancellation_reason', 'Mensaje de prueba'));
    insert into public.whatsapp_messages (order_id, event, occurrence, template, language, params, phone, is_urgent,
      requested_by)
    select null, 'test', 1, setting ->> 'template', s.value ->> 'language', private.message_params(sample, p_event),
      number, true, (select auth.uid())
    from public.setting_sections s where s.section = 'messages'
    returning id into made;
    perform private.finish_request(p_request_id, to_jsonb(made), summary);
  end if;
  return coalesce(made, (private.request_result(p_request_id) #>> '{}')::uuid);
end
$function$;

CREATE OR REPLACE FUNCTION public.set_report_pin (
  p_new        text,
  p_ticket     uuid DEFAULT NULL::uuid,
  p_request_id uuid DEFAULT NULL::uuid
)
  RETURNS text
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  outcome text;
  is_done boolean;
begin
  perform private.require('reports');
  if p_new is null or p_new !~ '^[0-9]{4}$' then
    return 'invalid';
  end if;
  is_done := exists (
    select from private.report_pin p
    join private.done_requests d on d.user_id = auth.uid() and d.id = p_request_id and d.task = 'set_report_pin' and d.done_at = p.updated_at);
  outcome := private.answer_pin(p_ticket);
  if is_done then
    if outcome = 'wrong' then
      perform private.refuse_request('el PIN quedó cambiado');
    end if;
    -- Who gets as far as this knows the PIN.
    if outcome = 'ok' and not exists (select from private.report_pin p where extensions.crypt(p_new, p.hash) = p.hash) then
      perform private.refuse_request('el PIN quedó cambiado');
    end if;
    return outcome;
  end if;
  if outcome not in ('ok', 'unset') then
    return outcome;
  end if;
  -- The PIN is no argument here: of four digits a digest is no secret.
  if private.claim_request(p_request_id, 'set_report_pin', '[]') then
    insert into private.report_pin (hash) values (extensions.crypt(p_new, extensions.gen_salt('bf', 8)))
    on conflict (singleton) do update set hash = excluded.hash, updated_at = now();
  elsif not exists (select from private.report_pin p where extensions.crypt(p_new, p.hash) = p.hash) then
    perform private.refuse_request('el PIN quedó cambiado');
  end if;
  return 'ok';
end
$function$;

CREATE OR REPLACE FUNCTION public.set_start_view (
  p_view       text DEFAULT NULL::text,
  p_saved_view uuid DEFAULT NULL::uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  actor uuid := (select auth.uid());
begin
  perform private.require('desk');
  -- Two at once come one after the other.
  perform from public.profiles p where p.id = actor for no key update;
  delete from public.saved_views v where v.owner_id = actor and v.name is null;
  update public.saved_views v set is_start = false where v.owner_id = actor and v.is_start;
  if p_saved_view is not null then
    update public.saved_views v set is_start = true where v.id = p_saved_view and v.owner_id = actor;
    if not found then
      raise exception 'Esta vista ya no existe.' using errcode = 'P0002';
    end if;
  elsif p_view is not null then
    insert into public.saved_views (owner_id, view, is_start) values (actor, p_view, true);
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION public.suggest_items (
  p_text     text,
  p_supplier text DEFAULT NULL::text
)
  RETURNS TABLE (
    id                  uuid,
    item_number         integer,
    brand               text,
    model               text,
    quantity            integer,
    component_type_name text,
    supplier_name       text
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  words text[];
  telling text[];
  candidates uuid[];
  conditions text;
begin
  perform private.require('stock');
  words := (select array_agg(distinct word)
    from regexp_split_to_table(private.name_key(left(p_text, 200)), '[^a-z0-9]+') as word where length(word) > 1);
  telling := (select array_agg(word) from unnest(words) as word where word ~ '[0-9]');
  -- The strictest condition that finds anything, so that a common word alone does not bring half of the shop: all
  -- words, all that tell
  -- models apart, one of these, any word.
  for step in 1..4 loop
    conditions := (
      select string_agg(format('i.search_text like %L',
        case when length(word) < 3 then '% ' || substr(private.contains_pattern(word), 2)
        else private.contains_pattern(word) end),
        case when step <= 2 then ' and ' else ' or ' end)
      from unnest(case when step in (2, 3) then telling else words end) as word
    );
    if conditions is not null then
      execute format('select array(select i.id from public.inventory i where %s limit 100)',
        conditions) into candidates;
    end if;
    exit when cardinality(candidates) > 0;
  end loop;
  return query
    select i.id, i.item_number, i.brand, i.model, i.quantity, t.name, s.name
    from unnest(candidates) as candidate (item_id)
    join public.inventory i on i.id = candidate.item_id
    -- OFFSET 0: names are folded once each, not once per item.
    join (select c.id, c.name, private.name_key(c.name) as key from public.component_types c offset 0) as t
      on t.id = i.component_type_id
    join (select c.id, c.name, private.name_key(c.name) = private.name_key(p_supplier) as same
      from public.suppliers c offset 0) as s
      on s.id = i.supplier_id
    cross join lateral (select ' ' || translate(i.search_text || ' ' || t.key, '-/().,+_',
      '        ') || ' ' as spaced offset 0) as text
    cross join lateral (
      select sum(
        case when text.spaced like '% ' || word || ' %' then 3 when text.spaced like private.contains_pattern(word)
          then 1 else 0 end
        * case when word ~ '[0-9]' then 2 else 1 end
      ) as score
      from unnest(words) as word
    ) as points
    order by points.score desc, s.same desc nulls last, i.created_at desc, i.id
    limit 8;
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
    when 'mail' then
      return private.mail_facts();
    when 'jobs' then
      return private.cron_facts();
    when 'backups' then
      return private.backup_facts();
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

CREATE OR REPLACE FUNCTION public.take_back_order (
  p_order_id uuid,
  p_reason   text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  target public.service_orders;
  reason text := nullif(btrim(p_reason, E' \t\r\n'), '');
  obstacle text;
begin
  perform private.require('orders.take-back');
  if reason is null or length(reason) > 500 then
    raise exception 'Escribe por qué deshaces el ingreso, en hasta 500 letras.' using errcode = '23514';
  end if;
  select * into target from public.service_orders o where o.id = p_order_id for update;
  if target.id is null then
    if exists (select from public.order_events e where e.order_id = p_order_id and e.kind = 'deleted'
        and e.actor_id = (select auth.uid())) then
      return;
    end if;
    raise exception 'La orden no existe.' using errcode = 'P0002';
  end if;
  obstacle := private.intake_obstacle(target);
  if obstacle is not null then
    raise exception '%', obstacle using errcode = '23514';
  end if;
  delete from public.service_orders o where o.id = p_order_id;
  update public.order_events e
  set changes = e.changes || jsonb_build_object('reason', jsonb_build_array(null, reason))
  where e.order_id = p_order_id and e.kind = 'deleted';
end
$function$;

CREATE OR REPLACE FUNCTION public.touch_session()
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  caller uuid := private.require_own_session();
  v_session_id uuid := private.current_session_id();
begin
  if v_session_id is not null then
    insert into private.session_use (session_id, user_id) values (v_session_id, caller)
    on conflict (session_id) do update set last_used_at = now();
  end if;
  return case when private.my_role() <> 'customer' then private.staff_idle_minutes() end;
end
$function$;

CREATE OR REPLACE FUNCTION public.try_claim_orders (
  p_order_number integer,
  p_phone        text
)
  RETURNS uuid
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  caller uuid := (select auth.uid());
  claim_ticket uuid;
begin
  perform private.require('own-orders');
  perform pg_advisory_xact_lock(hashtextextended('private.claim_orders' || caller, 0));
  delete from private.claim_attempts where attempted_at < now() - interval '1 hour';
  if (select count(*) from private.claim_attempts where user_id = caller) >= 5 then
    return null;
  end if;
  insert into private.claim_attempts (user_id, ticket, order_number, phone, made_in)
  values (caller, gen_random_uuid(), p_order_number, left(p_phone, 40), pg_current_xact_id())
  returning ticket into claim_ticket;
  return claim_ticket;
end
$function$;

CREATE OR REPLACE FUNCTION public.try_report_pin (
  p_pin text
)
  RETURNS uuid
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  caller uuid := (select auth.uid());
  stored text := (select hash from private.report_pin);
  tries private.report_pin_tries;
  guess_ticket uuid;
begin
  perform private.require('reports');
  delete from private.report_pin_guesses where made_at < now() - interval '1 minute';
  insert into private.report_pin_tries (user_id) values (caller) on conflict do nothing;
  select * into tries from private.report_pin_tries where user_id = caller for update;
  if tries.locked_until > now() then
    return null;
  end if;
  -- A lock that has run out begins a new count.
  tries.failures := case when tries.locked_until is null then tries.failures + 1 else 1 end;
  if stored is not null then
    update private.report_pin_tries
    set failures = tries.failures, locked_until = case when tries.failures >= 5 then now() + interval '15 minutes' end
    where user_id = caller;
  end if;
  insert into private.report_pin_guesses (user_id, hash, place)
  values (caller, case when p_pin ~ '^[0-9]{4}$' then extensions.crypt(p_pin, stored) end, tries.failures)
  returning ticket into guess_ticket;
  return guess_ticket;
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
  was := jsonb_populate_record(now_is, change.before);
  perform set_config('taller.undone_order', p_order_id::text, true);
  -- Twice: a change of status has its own times, which the second one puts back.
  for _ in 1..2 loop
    update public.service_orders o
    set status = was.status, technician_id = was.technician_id, quote = was.quote, total_amount = was.total_amount,
      technical_work = was.technical_work, notes = was.notes, cancellation_reason = was.cancellation_reason,
      warranty_days = was.warranty_days, final_payment = was.final_payment, approved_at = was.approved_at,
      rejected_at = was.rejected_at, quoted_at = was.quoted_at, completed_at = was.completed_at,
      delivered_at = was.delivered_at
    where o.id = p_order_id;
  end loop;
  perform set_config('taller.undone_order', '', true);
  update private.undoable_changes u set undone = true where u.order_id = p_order_id;
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

CREATE OR REPLACE FUNCTION public.usual_devices()
  RETURNS TABLE (
    equipment_type text,
    brand          text,
    models         text[]
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.require('desk');
  return query
    with newest as materialized (
      select case o.equipment_type when 'other' then 'others' else o.equipment_type end as kind,
        btrim(o.equipment_brand) as brand, lower(btrim(o.equipment_brand)) as brand_key,
        btrim(o.equipment_model) as model
      from public.service_orders o
      order by o.created_at desc, o.id desc
      limit 2000
    ), devices as (
      select n.kind, n.brand_key, mode() within group (order by n.model) as model, count(*) as times
      from newest n
      where n.model <> ''
      group by n.kind, n.brand_key, lower(n.model)
    ), brands as (
      select n.kind, mode() within group (order by n.brand) as brand, count(*) as times,
        (select array_agg(d.model order by d.times desc, d.model) from devices d
          where d.kind = n.kind and d.brand_key = n.brand_key) as models
      from newest n
      where n.brand <> ''
      group by n.kind, n.brand_key
    ), ranked as (
      select b.*, row_number() over (partition by b.kind order by b.times desc, b.brand) as place from brands b
    )
    select r.kind, r.brand, coalesce(r.models[1:40], '{}') from ranked r where r.place <= 15 order by r.kind, r.place;
end
$function$;

CREATE OR REPLACE FUNCTION public.withdraw_erasure()
  RETURNS boolean
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  caller uuid := (select auth.uid());
begin
  perform private.require('own-data.request');
  update public.erasure_requests r set state = 'withdrawn', answered_at = now() where r.customer_id = caller
    and r.state = 'open';
  return found;
end
$function$;

CREATE OR REPLACE FUNCTION public.write_off_inventory (
  p_item_id      uuid,
  p_quantity     integer,
  p_order_number integer,
  p_request_id   uuid    DEFAULT NULL::uuid
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  item public.inventory;
  target_id uuid;
  remaining integer;
begin
  perform private.require('stock');
  if p_quantity is null or p_quantity <= 0 or p_order_number is null then
    raise exception 'La cantidad y el número de orden son obligatorios.' using errcode = '23514';
  end if;
  if not private.claim_request(p_request_id, 'write_off_inventory',
    jsonb_build_array(p_item_id, p_quantity, p_order_number)) then
    return private.request_result(p_request_id)::integer;
  end if;
  select o.id into target_id from public.service_orders o where o.order_number = p_order_number;
  if target_id is null then
    raise exception 'No existe una orden con ese número.' using errcode = '23503';
  end if;
  select * into item from public.inventory i where i.id = p_item_id for update;
  if item.id is null then
    raise exception 'El producto ya no existe.' using errcode = 'P0002';
  end if;
  if p_quantity > item.quantity then
    raise exception 'La cantidad supera el stock disponible (%).', item.quantity using errcode = '23514';
  end if;
  remaining := item.quantity - p_quantity;
  insert into public.activity_logs (
    user_id, action_type, product_id, brand, model, quantity_affected, cost_price_affected, service_order,
    component_type_id
  ) values (
    (select auth.uid()), 'delete', item.id, item.brand, item.model, p_quantity, item.cost_price,
    private.format_order_number(p_order_number), item.component_type_id
  );
  perform private.add_movement(item, 'written_off', -p_quantity, remaining, target_id, p_order_number);
  if remaining = 0 and item.min_stock = 0 then
    delete from public.inventory i where i.id = item.id;
  else
    update public.inventory i set quantity = remaining where i.id = item.id;
  end if;
  perform private.finish_request(p_request_id, to_jsonb(remaining),
    format('se dieron de baja %s para la orden %s', p_quantity, private.format_order_number(p_order_number)));
  return remaining;
end
$function$;

CREATE POLICY "staff read" ON "private"."activity_costs"
  FOR SELECT
  TO "authenticated"
  USING (( SELECT private.may('activity-log'::text) AS may));

CREATE POLICY "staff read" ON "private"."activity_entries"
  FOR SELECT
  TO "authenticated"
  USING (( SELECT private.may('activity-log'::text) AS may));

CREATE POLICY "own, and staff all" ON "public"."appointments"
  FOR SELECT
  TO "authenticated"
  USING (((customer_id = ( SELECT auth.uid() AS uid)) OR ( SELECT private.may('appointments'::text) AS may)));

CREATE POLICY "staff change" ON "public"."appointments"
  FOR UPDATE
  TO "authenticated"
  USING (( SELECT private.may('appointments'::text) AS may))
  WITH CHECK (( SELECT private.may('appointments'::text) AS may));

CREATE POLICY "staff make" ON "public"."appointments"
  FOR INSERT
  TO "authenticated"
  WITH CHECK (( SELECT private.may('appointments'::text) AS may));

CREATE POLICY "staff add" ON "public"."component_types"
  FOR INSERT
  TO "authenticated"
  WITH CHECK (( SELECT private.may('stock'::text) AS may));

CREATE POLICY "staff read" ON "public"."component_types"
  FOR SELECT
  TO "authenticated"
  USING (( SELECT private.may('stock'::text) AS may));

CREATE POLICY "admins read" ON "public"."decision_origins"
  FOR SELECT
  TO "authenticated"
  USING (( SELECT private.may('quote-origins.see'::text) AS may));

CREATE POLICY "staff read" ON "public"."device_code_keys"
  FOR SELECT
  TO "authenticated"
  USING (( SELECT private.may('desk'::text) AS may));

CREATE POLICY "own, and admins all" ON "public"."erasure_requests"
  FOR SELECT
  TO "authenticated"
  USING (((customer_id = ( SELECT auth.uid() AS uid)) OR ( SELECT private.may('privacy.manage'::text) AS may)));

CREATE POLICY "admins read" ON "public"."import_batches"
  FOR SELECT
  TO "authenticated"
  USING (( SELECT private.may('order-import'::text) AS may));

CREATE POLICY "staff add" ON "public"."inventory"
  FOR INSERT
  TO "authenticated"
  WITH CHECK (( SELECT private.may('stock'::text) AS may));

CREATE POLICY "staff change" ON "public"."inventory"
  FOR UPDATE
  TO "authenticated"
  USING (( SELECT private.may('stock'::text) AS may))
  WITH CHECK (( SELECT private.may('stock'::text) AS may));

CREATE POLICY "staff delete" ON "public"."inventory"
  FOR DELETE
  TO "authenticated"
  USING (( SELECT private.may('stock'::text) AS may));

CREATE POLICY "staff read" ON "public"."inventory"
  FOR SELECT
  TO "authenticated"
  USING (( SELECT private.may('stock'::text) AS may));

CREATE POLICY "staff read" ON "public"."inventory_movements"
  FOR SELECT
  TO "authenticated"
  USING (( SELECT private.may('stock'::text) AS may));

CREATE POLICY "staff mark as read" ON "public"."notifications"
  FOR UPDATE
  TO "authenticated"
  USING ((( SELECT private.may('desk'::text) AS may) AND ((TYPE <> 'erasure_requested'::text) OR ( SELECT private.may('privacy.manage'::text) AS may))))
  WITH CHECK ((( SELECT private.may('desk'::text) AS may) AND ((type <> 'erasure_requested'::text) OR ( SELECT private.may('privacy.manage'::text) AS may))));

CREATE POLICY "staff read" ON "public"."notifications"
  FOR SELECT
  TO "authenticated"
  USING ((( SELECT private.may('desk'::text) AS may) AND ((TYPE <> 'erasure_requested'::text) OR ( SELECT private.may('privacy.manage'::text) AS may))));

CREATE POLICY "staff read" ON "public"."order_events"
  FOR SELECT
  TO "authenticated"
  USING (( SELECT private.may('desk'::text) AS may));

CREATE POLICY "staff add" ON "public"."pedidos_pantallas"
  FOR INSERT
  TO "authenticated"
  WITH CHECK (( SELECT private.may('stock'::text) AS may));

CREATE POLICY "staff read" ON "public"."pedidos_pantallas"
  FOR SELECT
  TO "authenticated"
  USING (( SELECT private.may('stock'::text) AS may));

CREATE POLICY "admins delete" ON "public"."profiles"
  FOR DELETE
  TO "authenticated"
  USING (( SELECT private.may('users'::text) AS may));

CREATE POLICY "own profile, and admins edit all" ON "public"."profiles"
  FOR UPDATE
  TO "authenticated"
  USING (((id = ( SELECT auth.uid() AS uid)) OR ( SELECT private.may('users'::text) AS may)))
  WITH CHECK (((id = ( SELECT auth.uid() AS uid)) OR ( SELECT private.may('users'::text) AS may)));

CREATE POLICY "own profile, and staff see all" ON "public"."profiles"
  FOR SELECT
  TO "authenticated"
  USING (((id = ( SELECT auth.uid() AS uid)) OR ( SELECT private.may('people.see'::text) AS may)));

CREATE POLICY "own deleted" ON "public"."saved_views"
  FOR DELETE
  TO "authenticated"
  USING (((owner_id = ( SELECT auth.uid() AS uid)) AND (name IS NOT NULL) AND ( SELECT private.may('desk'::text) AS may)));

CREATE POLICY "own renamed" ON "public"."saved_views"
  FOR UPDATE
  TO "authenticated"
  USING (((owner_id = ( SELECT auth.uid() AS uid)) AND (name IS NOT NULL) AND ( SELECT private.may('desk'::text) AS may)))
  WITH CHECK (((owner_id = ( SELECT auth.uid() AS uid)) AND (name IS NOT NULL) AND ( SELECT private.may('desk'::text) AS may)));

CREATE POLICY "staff save" ON "public"."saved_views"
  FOR INSERT
  TO "authenticated"
  WITH CHECK (((owner_id = ( SELECT auth.uid() AS uid)) AND (name IS NOT NULL) AND ( SELECT private.may('desk'::text) AS may)));

CREATE POLICY "own" ON "public"."saved_views"
  FOR SELECT
  TO "authenticated"
  USING (((owner_id = ( SELECT auth.uid() AS uid)) AND ( SELECT private.may('desk'::text) AS may)));

CREATE POLICY "staff add" ON "public"."service_order_internal"
  FOR INSERT
  TO "authenticated"
  WITH CHECK (( SELECT private.may('orders.change'::text) AS may));

CREATE POLICY "staff change" ON "public"."service_order_internal"
  FOR UPDATE
  TO "authenticated"
  USING (( SELECT private.may('orders.change'::text) AS may))
  WITH CHECK (( SELECT private.may('orders.change'::text) AS may));

CREATE POLICY "staff read" ON "public"."service_order_internal"
  FOR SELECT
  TO "authenticated"
  USING (( SELECT private.may('desk'::text) AS may));

CREATE POLICY "admins delete" ON "public"."service_orders"
  FOR DELETE
  TO "authenticated"
  USING (( SELECT private.may('orders.delete'::text) AS may));

CREATE POLICY "desk takes in" ON "public"."service_orders"
  FOR INSERT
  TO "authenticated"
  WITH CHECK (( SELECT private.may('orders.create'::text) AS may));

CREATE POLICY "staff change" ON "public"."service_orders"
  FOR UPDATE
  TO "authenticated"
  USING (( SELECT private.may('orders.change'::text) AS may))
  WITH CHECK (( SELECT private.may('orders.change'::text) AS may));

CREATE POLICY "staff read all, customers their own by proven RUT" ON "public"."service_orders"
  FOR SELECT
  TO "authenticated"
  USING ((( SELECT private.may('desk'::text) AS may) OR (customer_rut = ( SELECT private.my_rut() AS my_rut))));

CREATE POLICY "admins read" ON "public"."setting_changes"
  FOR SELECT
  TO "authenticated"
  USING (( SELECT private.may('settings'::text) AS may));

CREATE POLICY "admins read" ON "public"."setting_sections"
  FOR SELECT
  TO "authenticated"
  USING (( SELECT private.may('settings'::text) AS may));

CREATE POLICY "staff read" ON "public"."setting_sections"
  FOR SELECT
  TO "authenticated"
  USING (((section = 'desk'::text) AND ( SELECT private.may('desk'::text) AS may)));

CREATE POLICY "staff read" ON "public"."staff_names"
  FOR SELECT
  TO "authenticated"
  USING (( SELECT private.may('people.see'::text) AS may));

CREATE POLICY "staff add" ON "public"."suppliers"
  FOR INSERT
  TO "authenticated"
  WITH CHECK (( SELECT private.may('stock'::text) AS may));

CREATE POLICY "staff read" ON "public"."suppliers"
  FOR SELECT
  TO "authenticated"
  USING (( SELECT private.may('stock'::text) AS may));

CREATE POLICY "staff read" ON "public"."whatsapp_messages"
  FOR SELECT
  TO "authenticated"
  USING (( SELECT private.may('messages'::text) AS may));

CREATE POLICY "staff read" ON "public"."whatsapp_replies"
  FOR SELECT
  TO "authenticated"
  USING (( SELECT private.may('messages'::text) AS may));

REVOKE ALL ON FUNCTION "private"."change_status"(public.service_orders, public.service_orders) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."change_status"(public.service_orders, public.service_orders) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."change_status"(public.service_orders, public.service_orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."change_status"(public.service_orders, public.service_orders) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."change_status"(public.service_orders, public.service_orders) TO "service_role";

REVOKE ALL ON FUNCTION "private"."is_role"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_role"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."is_role"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_role"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_role"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."may"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."may"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."may"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."may"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."may"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."person_may"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."person_may"(uuid, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."person_may"(uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."person_may"(uuid, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."person_may"(uuid, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."require"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."require"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."require"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."require"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."require"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."role_may"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."role_may"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."role_may"(text, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."unknown_permission"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."unknown_permission"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."unknown_permission"(text) TO "postgres";

ALTER TABLE "public"."profiles"
  ADD CONSTRAINT "profiles_role_check" CHECK (private.is_role(role));
