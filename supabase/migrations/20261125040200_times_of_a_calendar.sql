-- Times that somebody else says, of a purchase or of an imported order, are of a calendar (SEC-60): infinite ones and
-- far years are no dates for browsers, and one such row took a screen away from everybody.

-- Refuses a row with a time outside the years 1900 to 2099 in one of the columns that the trigger names.
create function private.check_times() returns trigger
language plpgsql set search_path = '' as $$
declare
  content jsonb := to_jsonb(new);
  named text;
begin
  foreach named in array tg_argv loop
    if (content ->> named)::timestamptz not between '1900-01-01' and '2100-01-01' then
      raise exception 'La fecha no es posible: elige una entre los años 1900 y 2099.' using errcode = '23514';
    end if;
  end loop;
  return new;
end
$$;
revoke all on function private.check_times() from public, anon, authenticated;

create trigger check_times before insert on public.pedidos_pantallas
  for each row execute function private.check_times('fecha_compra');
create trigger check_imported_times before insert on public.service_orders for each row
  when (new.import_key is not null) execute function private.check_times('created_at', 'updated_at');
