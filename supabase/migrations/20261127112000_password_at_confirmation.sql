-- Whoever registers an address types a password for it, and need not be whoever reads its mails. So confirming the
-- address takes that password away, and the confirming browser sets one: an unconfirmed account gives nobody anything
-- (SEC-80). An account that one transaction makes and confirms keeps its password: the secret key
-- does that, no link. The profile tells, which is made with the account. So does one that is set along with it.
create function private.forget_unconfirmed_password() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.encrypted_password is not distinct from old.encrypted_password
    and not exists (select from public.profiles p where p.id = new.id and p.xmin = pg_current_xact_id()::xid) then
    new.encrypted_password := '';
  end if;
  return new;
end
$$;
revoke all on function private.forget_unconfirmed_password from public, anon, authenticated;
create trigger forget_unconfirmed_password before update on auth.users
  for each row when (old.email_confirmed_at is null and new.email_confirmed_at is not null)
  execute function private.forget_unconfirmed_password();
