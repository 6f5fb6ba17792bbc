SET local check_function_bodies = off;

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
    if new.full_name is distinct from old.full_name and trim(new.full_name) = '' then
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

REVOKE ALL ON FUNCTION "private"."is_diallable"(text) FROM "authenticated";

GRANT EXECUTE ON FUNCTION "private"."is_diallable"(text) TO "authenticated";
