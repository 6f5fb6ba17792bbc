-- As before, but rights are asked first (DATA-34): a row that was added already never meets the policy that refuses it,
-- so that whoever is no longer of the staff, or whose session does not count, would be told what was done. Only the
-- staff add rows to these tables.
create or replace function private.insert_once() returns trigger
language plpgsql security definer set search_path = '' set timezone = 'UTC' as $$
declare
  columns jsonb := to_jsonb(new);
  arguments jsonb;
begin
  if not private.is_staff() then
    return new;
  end if;
  select jsonb_object_agg(name, columns -> name) into arguments from unnest(tg_argv) as name where columns ? name;
  return case when private.claim_request(new.id, tg_table_name, arguments, tg_argv[0]) then new end;
end
$$;
