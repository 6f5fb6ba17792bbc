-- A registration by call follows the rules of the form (AUTH-03): name, RUT and phone.

-- As isDiallable in shared/src/values/phone.ts.
create function private.is_diallable(value text) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(private.whatsapp_phone(value) ~ '^[0-9]{8,15}$' and private.plain_marks(value) ~ '^[0-9\s()+./-]*$',
    false)
$$;

create function private.is_whole_registration(p_full_name text, p_rut text, p_phone text) returns boolean
language sql immutable security definer set search_path = '' as $$
  select coalesce(trim(p_full_name), '') <> '' and private.is_rut(private.normalize_rut(p_rut)) is true
    and private.is_diallable(p_phone)
$$;

-- An address with an account is answered as one without, and only the second makes a row: a row that is refused would
-- tell them apart. So the account of a registration that is not whole is made, and never confirmed: nobody signs in
-- with it, and it is forgotten like any other. What the shop makes (an invitation, the secret key, which confirms in the
-- transaction that makes the account) may lack a phone.
create function private.refuse_partial_registration() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if to_jsonb(new) ->> 'invited_at' is null
    and exists (select from public.profiles p where p.id = new.id and p.role = 'customer'
      and p.xmin <> pg_current_xact_id()::xid and not private.is_whole_registration(p.full_name, p.rut, p.phone))
    and not exists (select from private.account_invitations i where i.user_id = new.id) then
    raise exception 'La cuenta necesita nombre, RUT y teléfono válidos.' using errcode = '23514';
  end if;
  return new;
end
$$;
create trigger refuse_partial_registration before update on auth.users
  for each row when (old.email_confirmed_at is null and new.email_confirmed_at is not null)
  execute function private.refuse_partial_registration();
revoke all on function private.is_diallable, private.is_whole_registration, private.refuse_partial_registration
  from public, anon, authenticated;
grant execute on function private.is_whole_registration to service_role;
