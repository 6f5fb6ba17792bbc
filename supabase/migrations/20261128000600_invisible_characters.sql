-- Texts of the API also lose what is as wide as a letter and shows nothing, so that no name is made of it, and the
-- separators of lines and paragraphs that break a single line (SEC-63). shared/src/values/readable.ts has the same rule.
create or replace function private.readable(value text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select regexp_replace(value,
    '[\u00AD\u034F\u061C\u115F\u1160\u180E\u200B\u200E\u200F\u2028-\u202E\u2060-\u2069\u3164\uFEFF\uFFA0]', '', 'g')
$$;
