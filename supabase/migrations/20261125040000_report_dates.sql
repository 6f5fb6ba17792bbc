-- The range of a report is asked for in the declarations of each report function, before its first statement: it asks
-- the role first, and says in words which days it takes (SEC-57). Without this the database's own errors about dates
-- came first, for everybody who is signed in.
create or replace function private.report_range(p_from date, p_to date) returns tstzrange
language plpgsql stable set search_path = '' as $$
begin
  perform private.require_admin();
  if least(p_from, p_to) < '0001-01-01' or greatest(p_from, p_to) > '9999-12-31' then
    raise exception 'Elige fechas entre los años 1 y 9999.' using errcode = '22023';
  end if;
  return case
    when p_from is null or p_to is null then tstzrange(null, null)
    when p_from > p_to then 'empty'
    else tstzrange(p_from::timestamp at time zone 'America/Santiago',
      (p_to + 1)::timestamp at time zone 'America/Santiago')
  end;
end
$$;
