SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.as_readable()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  given text := to_jsonb(new)::text;
  kept jsonb;
begin
  if private.readable(given) = given
    and given !~ '[\\\u007f-\u009f]|"[\s\u00A0\u1680\u2000-\u200A\u202F\u205F\u3000]+"' then
    return new;
  end if;
  kept := private.readable(given)::jsonb;
  kept := kept || coalesce((
    select jsonb_object_agg(e.key, case when private.written(e.value #>> '{}') is null then ''
      else private.without_controls(e.value #>> '{}',
        tg_table_name || '.' || e.key = any (private.multiline_columns())) end)
    from jsonb_each(kept) as e
    where jsonb_typeof(e.value) = 'string' and (e.value #>> '{}' ~ '[\u0001-\u001f\u007f-\u009f]'
      or private.written(e.value #>> '{}') is null)), '{}');
  return jsonb_populate_record(new, kept);
end
$function$;

CREATE OR REPLACE FUNCTION private.create_profile()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  rut text := private.normalize_rut(new.raw_user_meta_data ->> 'rut');
begin
  insert into public.profiles (id, email, full_name, rut, phone)
  values (
    new.id,
    coalesce(new.email, ''),
    coalesce(left(private.written(new.raw_user_meta_data ->> 'full_name'), 200), ''),
    case when private.is_rut(rut) then rut end,
    nullif(left(trim(coalesce(new.raw_user_meta_data ->> 'phone', '')), 40), '')
  );
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
    if new.full_name is distinct from old.full_name and private.written(new.full_name) is null then
      raise exception 'El nombre completo es obligatorio.' using errcode = '23514';
    end if;
    if new.phone is distinct from old.phone and new.id = (select auth.uid()) and old.role = 'customer'
      and not private.is_diallable(new.phone) then
      raise exception 'Ingresa un teléfono válido, por ejemplo +56 9 1234 5678.' using errcode = '23514';
    end if;
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.import_row_problem (
  p_row jsonb
)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
declare
  field text;
begin
  foreach field in array array['key', 'brand', 'model', 'type', 'supplier', 'quantity', 'cost_price'] loop
    if private.written(p_row ->> field) is null then
      return 'Todos los campos son obligatorios.';
    end if;
  end loop;
  if length(trim(p_row ->> 'brand')) > 120 or length(trim(p_row ->> 'model')) > 200
    or length(trim(p_row ->> 'type')) > 120 or length(trim(p_row ->> 'supplier')) > 120 then
    return 'Un texto es demasiado largo.';
  end if;
  if (p_row ->> 'quantity') !~ '^\d{1,7}$' or (p_row ->> 'quantity')::integer > 1000000 then
    return 'La cantidad debe ser un número entero de 0 a 1.000.000.';
  end if;
  if (p_row ->> 'cost_price') !~ '^\d{1,10}$' or (p_row ->> 'cost_price')::bigint > 1000000000 then
    return 'El precio debe ser un número entero de 0 a 1.000.000.000.';
  end if;
  if coalesce(p_row ->> 'min_stock', '0') !~ '^\d{1,7}$' or coalesce(p_row ->> 'min_stock', '0')::integer > 1000000 then
    return 'El stock mínimo debe ser un número entero de 0 a 1.000.000.';
  end if;
  if coalesce(p_row ->> 'code', '1') !~ '^[1-9]\d{0,8}$' then
    return 'El código no es de este sistema.';
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.is_whole_registration (
  p_full_name text,
  p_rut       text,
  p_phone     text
)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select private.written(p_full_name) is not null and private.is_rut(private.normalize_rut(p_rut)) is true
    and private.is_diallable(p_phone)
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
    where n.order_id = p_order_id and n.type = 'customer_reply' and n.created_at = reply.created_at;
  end loop;
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
  select nullif(regexp_replace(private.readable(value),
    '^[\s\u00A0\u1680\u2000-\u200A\u202F\u205F\u3000]+|[\s\u00A0\u1680\u2000-\u200A\u202F\u205F\u3000]+$', '', 'g'), '')
$function$;

REVOKE ALL ON FUNCTION "private"."written"(text) FROM "anon";

GRANT EXECUTE ON FUNCTION "private"."written"(text) TO "anon";

REVOKE ALL ON FUNCTION "private"."written"(text) FROM "authenticated";

GRANT EXECUTE ON FUNCTION "private"."written"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."written"(text) FROM "service_role";

GRANT EXECUTE ON FUNCTION "private"."written"(text) TO "service_role";
