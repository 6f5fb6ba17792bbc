-- Dry run of an import (ORD-16): what would become of each row, without writing anything.

-- Up to 1,000 rows of { row, key, order_number? }. Answers one line per row, as import_orders does: outcome 'new', 'duplicate' (this row
-- is in already) or 'number_taken' (another order has its number), and the number of the order that is in the way.
create function public.check_import(p_rows jsonb)
returns table ("row" integer, outcome text, order_number integer)
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_admin() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  if jsonb_typeof(p_rows) <> 'array' or jsonb_array_length(p_rows) > 1000 then
    raise exception 'Un lote lleva como máximo 1.000 filas.' using errcode = '22023';
  end if;
  return query
    select
      (item.value ->> 'row')::integer,
      case when same.id is not null then 'duplicate' when taken.id is not null then 'number_taken' else 'new' end,
      coalesce(same.order_number, taken.order_number)
    from jsonb_array_elements(p_rows) with ordinality as item (value, place)
    left join public.service_orders same on same.import_key = item.value ->> 'key'
    left join public.service_orders taken on taken.order_number = (item.value ->> 'order_number')::integer
    order by item.place;
end
$$;
revoke all on function public.check_import(jsonb) from public, anon, authenticated;
grant execute on function public.check_import(jsonb) to authenticated;
