SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.as_readable()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  given text := to_jsonb(new)::text;
  kept jsonb;
begin
  if private.readable(given) = given
    and given !~ '[\\\u007f-\u009f]|"[\s\u00A0\u1680\u2000-\u200A\u202F\u205F\u3000]+"' then
    return new;
  end if;
  kept := private.readable(given)::jsonb;
  kept := kept || coalesce((
    select jsonb_object_agg(e.key, case when private.written(e.value #>> '{}') is null then ''
      else private.without_controls(e.value #>> '{}',
        tg_table_name || '.' || e.key = any (private.multiline_columns())) end)
    from jsonb_each(kept) as e
    where jsonb_typeof(e.value) = 'string' and (e.value #>> '{}' ~ '[\u0001-\u001f\u007f-\u009f]'
      or private.written(e.value #>> '{}') is null)), '{}');
  if tg_op = 'UPDATE' then
    kept := kept || coalesce((
      select jsonb_object_agg(e.key, e.value) from jsonb_each(to_jsonb(old)) as e
      where kept ->> e.key = '' and to_jsonb(new) -> e.key = e.value), '{}');
  end if;
  return jsonb_populate_record(new, kept);
end
$function$;
