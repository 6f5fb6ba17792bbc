SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.changes_often (
  p_account_id uuid,
  p_kind       text
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select exists (select from public.profiles p where p.id = p_account_id and p.role = 'customer')
    and (select count(*) >= 10 from private.account_changes c
      where c.account_id = p_account_id and c.kind = p_kind and c.changed_at > now() - interval '1 day'
        and coalesce(c.actor_id, c.account_id) = c.account_id)
$function$;

CREATE OR REPLACE FUNCTION private.create_first_admin (
  p_email     text,
  p_password  text,
  p_full_name text
)
  RETURNS uuid
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  made uuid;
  address text := lower(trim(p_email));
  person text := private.written(p_full_name);
begin
  perform pg_advisory_xact_lock(hashtextextended('create-first-admin', 0));
  if exists (select from public.profiles where role = 'admin') then
    raise exception 'La tienda ya tiene un administrador.' using errcode = '23505', hint = 'admin_exists';
  elsif not private.is_email(address) then
    raise exception 'El correo del administrador no es válido.' using errcode = '23514', hint = 'bad_email';
  end if;
  perform private.check_password(p_password);
  if person is null or length(person) > 200 then
    raise exception 'Falta el nombre del administrador.' using errcode = '23514', hint = 'bad_name';
  end if;
  made := private.make_login(address, p_password, true, jsonb_build_object('full_name', person));
  update public.profiles set role = 'admin' where id = made;
  return made;
end
$function$;

CREATE OR REPLACE FUNCTION private.leave_replies (
  p_order_id uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  reply public.whatsapp_replies;
  other public.service_orders;
begin
  for reply in select * from public.whatsapp_replies r where r.order_id = p_order_id order by r.received_at loop
    other := private.order_of_phone(reply.phone, p_order_id);
    update public.whatsapp_replies r set order_id = other.id where r.id = reply.id;
    update public.notifications n set order_id = other.id, message = private.reply_notice(other)
    where n.order_id = p_order_id and n.type = 'customer_reply';
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION private.order_of_phone (
  p_phone   text,
  p_without uuid DEFAULT NULL::uuid
)
  RETURNS public.service_orders
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select * from public.service_orders o
  where (private.phone_key(o.customer_phone) = private.phone_key(p_phone)
    or private.phone_key(o.second_phone) = private.phone_key(p_phone)) and o.id is distinct from p_without
  order by o.created_at desc limit 1
$function$;

CREATE OR REPLACE FUNCTION private.record_factor()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if private.changes_often(case tg_op when 'UPDATE' then new.user_id else old.user_id end, 'second_factor') then
    return null;
  end if;
  if tg_op = 'UPDATE' then
    perform private.add_account_change(new.user_id, 'second_factor', null, 'active');
  -- With the account itself its factors go without a line.
  elsif exists (select from auth.users u where u.id = old.user_id) then
    perform private.add_account_change(old.user_id, 'second_factor', 'active', null);
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.record_password()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if coalesce(old.encrypted_password, '') <> '' and coalesce(new.encrypted_password, '') <> ''
    and not private.changes_often(new.id, 'password') then
    perform private.add_account_change(new.id, 'password', null, null);
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.record_profile_change()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if tg_op = 'DELETE' then
    if old.role = 'customer' then
      update private.account_changes set account_name = '', old_value = null, new_value = null,
        actor_name = case when actor_id is distinct from old.id then actor_name end
      where account_id = old.id;
    else
      insert into private.account_changes (account_id, account_name, actor_id, actor_name, kind, old_value)
      select old.id, old.full_name, (select auth.uid()), c.full_name, 'deleted', old.role
      from (select) as one left join public.profiles c on c.id = (select auth.uid());
    end if;
    return null;
  end if;
  if new.role <> old.role then
    perform private.add_account_change(new.id, 'role', old.role, new.role);
  end if;
  if new.full_name <> old.full_name then
    if new.id = (select auth.uid()) and private.changes_often(new.id, 'name') then
      raise exception 'Ya cambiaste tu nombre 10 veces en un día. Inténtalo mañana, o pídelo en el taller.'
        using errcode = '23514';
    end if;
    perform private.add_account_change(new.id, 'name', old.full_name, new.full_name);
  end if;
  if new.email <> old.email then
    perform private.add_account_change(new.id, 'email', old.email, new.email);
  end if;
  if new.rut is null and old.rut is not null then
    update private.account_changes set old_value = null, new_value = null
      where account_id = new.id and kind in ('rut', 'rut_proof');
    perform private.add_account_change(new.id, 'rut', null, null);
  elsif new.rut is distinct from old.rut then
    perform private.add_account_change(new.id, 'rut', old.rut, new.rut);
  end if;
  if (new.rut_verified_at is null) <> (old.rut_verified_at is null) then
    perform private.add_account_change(new.id, 'rut_proof',
      case when old.rut_verified_at is not null and new.rut is not null then old.rut end,
      case when new.rut_verified_at is not null then new.rut end);
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.reply_notice (
  o public.service_orders
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select case
    when o.id is null then 'Un número que no está en ninguna orden escribió por WhatsApp.'
    else 'Orden #' || private.format_order_number(o.order_number) || ': ' || o.customer_name || ' respondió por WhatsApp.'
  end
$function$;

CREATE OR REPLACE FUNCTION private.written (
  value text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
  select nullif(regexp_replace(private.readable(value), '^[\s\u00A0]+|[\s\u00A0]+$', '', 'g'), '')
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
  person text := private.written(p_full_name);
  is_staff boolean := p_role is distinct from 'customer';
begin
  perform private.require(case when is_staff then 'users' else 'customers.create' end);
  if not private.is_role(p_role) then
    raise exception 'El rol no es válido.' using errcode = '23514';
  elsif not private.is_email(address) then
    raise exception 'El correo no es válido.' using errcode = '23514';
  elsif person is null or length(person) > 200 then
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
  reason text := private.written(p_reason);
begin
  perform private.require('desk');
  if coalesce(length(reason), 0) not between 3 and 200 then
    raise exception 'Escribe para qué necesitas la clave.' using errcode = '23514';
  end if;
  select * into target from public.service_orders o where o.id = p_order_id and o.device_code_stored;
  if target.id is null then
    raise exception 'La orden no tiene una clave guardada.' using errcode = 'P0002';
  end if;
  perform private.add_order_event(target, 'code_viewed',
    jsonb_build_object('reason', jsonb_build_array(null, reason)));
  return currval(pg_get_serial_sequence('public.order_events', 'id'));
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

CREATE OR REPLACE FUNCTION public.record_reply (
  p_provider_message_id text,
  p_phone               text,
  p_body                text,
  p_at                  timestamp with time zone
)
  RETURNS boolean
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  target public.service_orders := private.order_of_phone(p_phone);
begin
  insert into public.whatsapp_replies (order_id, phone, body, provider_message_id, received_at)
  values (target.id, p_phone, left(p_body, 5000), p_provider_message_id, p_at)
  on conflict (provider_message_id) do nothing;
  if not found then
    return false;
  end if;
  insert into public.notifications (type, message, order_id)
  values ('customer_reply', private.reply_notice(target), target.id);
  return true;
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
  reason text := private.written(p_reason);
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
  perform private.leave_replies(p_order_id);
  delete from public.service_orders o where o.id = p_order_id;
  update public.order_events e
  set changes = e.changes || jsonb_build_object('reason', jsonb_build_array(null, reason))
  where e.order_id = p_order_id and e.kind = 'deleted';
end
$function$;

REVOKE ALL ON FUNCTION "private"."changes_often"(uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."changes_often"(uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."changes_often"(uuid, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."leave_replies"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."leave_replies"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."leave_replies"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."order_of_phone"(text, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."order_of_phone"(text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."order_of_phone"(text, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."reply_notice"(public.service_orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."reply_notice"(public.service_orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."reply_notice"(public.service_orders) TO "postgres";

REVOKE ALL ON FUNCTION "private"."written"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."written"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."written"(text) TO "postgres";
