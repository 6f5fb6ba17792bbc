-- As before, for pages at once (SHELL-42): two that reported the same failures in another order, or made room for
-- theirs, waited for each other's rows, and one of them ended in an error.
create or replace function public.report_part_failures(p_failures jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  failure record;
  most constant integer := 500;
begin
  if jsonb_typeof(p_failures) is distinct from 'array' or jsonb_array_length(p_failures) > 10 then
    raise exception 'Se espera una lista de hasta diez fallas.' using errcode = '22023';
  end if;
  if exists (select from jsonb_array_elements(p_failures) as given (value)
    where not private.is_part_failure(given.value)) then
    raise exception 'Una falla no tiene la forma esperada.' using errcode = '22023';
  end if;
  delete from private.part_failures f where f.last_at < now() - interval '30 days';
  -- Always in the order of the key by which they are counted.
  for failure in
    select value ->> 'part' as part, value ->> 'build' as build, value ->> 'kind' as kind,
      private.impersonal(value ->> 'error') as error, value ->> 'frames' as frames
    from jsonb_array_elements(p_failures)
    order by 1, 2, 3, md5(private.impersonal(value ->> 'error') || (value ->> 'frames'))
  loop
    insert into private.part_failures (part, build, kind, error, frames)
    values (failure.part, failure.build, failure.kind, failure.error, failure.frames)
    on conflict (part, build, kind, md5(error || frames)) do update
      set times = least(private.part_failures.times, 2000000000) + 1, last_at = now();
  end loop;
  -- What another call counts stays until the next one.
  delete from private.part_failures f using (
    select free.id from private.part_failures free
    where free.id in (
      select old.id from private.part_failures old order by old.last_at desc, old.id desc offset most)
    for update skip locked
  ) as beyond
  where f.id = beyond.id;
end
$$;
