-- Texts of the API have no marks that change their direction or that nobody sees: a name with U+202E reads backwards, and
-- takes what stands beside it along (SEC-63). They are taken out, not refused: numbers and names that are copied from a
-- phone have them. What emojis and scripts are joined with (U+200C, U+200D) stays. shared/src/values/readable.ts has the
-- same rule.
create function private.readable(value text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select regexp_replace(value, '[\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]', '', 'g')
$$;
revoke all on function private.readable from public;

-- Takes them out of all texts of a row, those inside of JSON too. Its name comes before those of the other triggers.
create function private.as_readable() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  given text := to_jsonb(new)::text;
  kept text := private.readable(given);
begin
  if kept = given then
    return new;
  end if;
  return jsonb_populate_record(new, kept::jsonb);
end
$$;

do $$
declare
  relation regclass;
begin
  for relation in
    select c.oid from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and exists (
      select from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        and a.atttypid in ('text'::regtype, 'jsonb'::regtype, 'text[]'::regtype))
    order by c.relname
  loop
    execute format('create trigger as_readable before insert or update on %s for each row execute function private.as_readable()',
      relation);
  end loop;
end
$$;
