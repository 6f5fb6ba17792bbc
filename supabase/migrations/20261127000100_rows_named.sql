-- Hosted projects load safeupdate for the API's connections: an UPDATE or DELETE without WHERE fails with 21000 there, in
-- SECURITY DEFINER functions too. The tables of one row say which row they mean.
-- The functions are otherwise as they were.

create or replace function private.next_order_number() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  given integer;
begin
  -- The lock first: what the next statement reads must be what the one before left.
  perform from private.order_numbers for update;
  update private.order_numbers n
  set last_number = greatest(n.last_number, (select max(o.order_number) from public.service_orders o)) + 1
  where n.id
  returning n.last_number into given;
  return given;
end
$$;

create or replace function public.import_orders(p_batch_id uuid, p_rows jsonb)
returns table ("row" integer, outcome text, order_number integer)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  known text[];
  item jsonb;
  single boolean := false;
begin
  if not private.is_admin() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
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
$$;

create or replace function private.new_setup_token() returns text
language plpgsql set search_path = '' as $$
declare
  token text := encode(extensions.gen_random_bytes(32), 'hex');
begin
  perform pg_advisory_xact_lock(hashtextextended('create-first-admin', 0));
  if exists (select from public.profiles where role = 'admin') then
    return null;
  end if;
  update private.shop_setup set token_hash = sha256(convert_to(token, 'UTF8')), made_at = now(), used_at = null,
    used_by_request = null, admin_id = null
  where is_only;
  return token;
end
$$;

create or replace function public.set_up_shop(p_token text, p_request_id uuid, p_email text, p_password text, p_full_name text)
  returns text
language plpgsql security definer set search_path = '' as $$
declare
  state text;
begin
  perform pg_advisory_xact_lock(hashtextextended('create-first-admin', 0));
  state := public.setup_state(p_token);
  if state = 'used' and exists (
    select from private.shop_setup s join auth.users u on u.id = s.admin_id
    where s.used_by_request = p_request_id and lower(u.email) = lower(trim(p_email))
  ) then
    return 'created';
  elsif state <> 'open' then
    return state;
  end if;
  update private.shop_setup set used_at = now(), used_by_request = p_request_id,
    admin_id = private.create_first_admin(p_email, p_password, p_full_name)
  where is_only;
  return 'created';
end
$$;

create or replace function public.hide_first_steps() returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  update private.shop_setup set steps_hidden_at = coalesce(steps_hidden_at, now())
  where is_only;
end
$$;
