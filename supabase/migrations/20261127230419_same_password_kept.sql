-- Sent again with the same password, a new account stays as it is: the record of changes gets no line of a change.
create or replace function public.create_account(
  p_request_id uuid, p_email text, p_full_name text, p_rut text, p_phone text, p_role text, p_password text default null
) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  made uuid;
  address text := lower(trim(p_email));
  person text := trim(p_full_name);
  is_staff boolean := p_role is distinct from 'customer';
begin
  if not (private.is_admin() or (private.is_desk() and not is_staff)) then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  elsif is_staff and coalesce(p_role, '') not in ('admin', 'technician', 'receptionist') then
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
    if private.is_unused_account(made) is false then
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
$$;
