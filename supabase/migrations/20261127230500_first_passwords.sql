-- The first password, chosen when an account is confirmed, is no change of the account.
create or replace function private.record_password() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if coalesce(old.encrypted_password, '') <> '' and coalesce(new.encrypted_password, '') <> '' then
    perform private.add_account_change(new.id, 'password', null, null);
  end if;
  return null;
end
$$;
