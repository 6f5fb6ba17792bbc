SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.readable (
  value text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
  select regexp_replace(regexp_replace(value,
    '[\u00AD\u034F\u061C\u115F\u1160\u180E\u200B\u200E\u200F\u2028-\u202E\u2060-\u2069\u2800\u3164\uFEFF\uFFA0]', '', 'g'),
    '(^|[\t-\r "\u00A0\u1680\u2000-\u200A\u202F\u205F\u3000])[\u200C\u200D\uFE00-\uFE0F]+', '\1', 'g')
$function$;
