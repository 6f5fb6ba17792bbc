-- Names of parts have digits as well: a remote `mfe-x2` is one (SHELL-42).
alter table private.part_failures drop constraint part_failures_part_check;
alter table private.part_failures
  add constraint part_failures_part_check check (part ~ '^[a-z][a-z0-9-]{1,39}(/[a-z0-9-]{1,40})?$');

-- As before but for the part.
create or replace function private.is_part_failure(p_failure jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_typeof(p_failure) = 'object'
    and p_failure ->> 'part' ~ '^[a-z][a-z0-9-]{1,39}(/[a-z0-9-]{1,40})?$'
    and p_failure ->> 'build' ~ '^[0-9a-z]{0,40}$'
    and p_failure ->> 'kind' in ('caught', 'uncaught')
    and length(p_failure ->> 'error') between 1 and 2000
    and (p_failure ->> 'frames' = '' or (
      select count(*) <= 10 and bool_and(length(line) <= 300 and line ~ '^[^\s?#]+\.js:\d{1,7}:\d{1,7}$')
      from regexp_split_to_table(left(p_failure ->> 'frames', 4000), '\n') as line)), false)
$$;
