-- '+49 (0)151 2345678': the zero in parentheses is dialled inside the country only (MSG-20). As normalisePhone in
-- shared/src/values/phone.ts; else as before (20261127200100_numbers_as_they_look.sql).
create or replace function private.whatsapp_phone(value text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select case
    when typed ~ '^[\s(]*([+]|00)'
      then regexp_replace(regexp_replace(regexp_replace(typed, '[(]\s*0\s*[)]', '', 'g'), '[^0-9]', '', 'g'), '^00', '')
    when digits ~ '^09[0-9]{8}$' then '56' || substr(digits, 2)
    when digits ~ '^0[2-8][0-9]{8}$' then substr(digits, 2)
    when digits like '9%' then '56' || digits
    else digits
  end
  from (
    select private.plain_marks(value) as typed,
      regexp_replace(coalesce(private.plain_marks(value), ''), '[^0-9]', '', 'g') as digits
  ) as cleaned
$$;
