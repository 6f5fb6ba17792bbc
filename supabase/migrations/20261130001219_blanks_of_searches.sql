SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.search_condition (
  p_field  text,
  p_search text
)
  RETURNS text
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  -- A tab or a line break that was pasted is a blank, also at the beginning.
  term text := trim(regexp_replace(private.fold(private.plain_marks(left(p_search, 200))), '\s+', ' ', 'g'));
  compact text := regexp_replace(term, '[^0-9k]', '', 'g');
begin
  case p_field
    when 'customer_rut' then
      return case when compact = '' then ' and false' else private.text_condition('customer_rut', compact) end;
    when 'customer_phone' then
      -- In any spelling: with a 0 or 00 before it, too.
      compact := coalesce(nullif(ltrim(regexp_replace(term, '[^0-9]', '', 'g'), '0'), ''),
        regexp_replace(term, '[^0-9]', '', 'g'));
      return case when compact = '' then ' and false'
        -- Short ones by the beginning, with or without the prefix.
        when length(compact) < 3 then format(' and (s.customer_phone like %L or s.customer_phone like %L)',
          compact || '%', '56' || compact || '%')
        else private.text_condition('customer_phone', compact) end;
    when 'all' then
      -- A term like a RUT, a phone or a number is compared without its dots, dashes and blanks.
      if term ~ '^[+(]?[0-9][0-9 .()+-]*[0-9k]$' then
        return private.texts_condition(ltrim(regexp_replace(term, '[^0-9k]', '', 'g'), '0'));
      end if;
      return private.texts_condition(term);
    else
      return private.text_condition(p_field, term);
  end case;
end
$function$;
