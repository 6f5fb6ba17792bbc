-- Import of products from a file (INV-01, ORD-51): all of a batch or none, the same row of the same file once only,
-- every piece in the ledger.

-- Matches a row with the stock. p_row: { key, code?, brand, model, type, supplier }, names as people write them.
-- outcome:
-- 'duplicate'  this row of this file was imported before;
-- 'code_taken' its code is another product's, which detail names;
-- 'existing'   the product exists: by its code, else by the same brand, model, type and supplier;
-- 'seen'       like 'existing', and an equal row came in another file, so that adding it may count pieces twice;
-- 'new'        none of these.
-- Two products with one name and different codes stay two, as in the shop that exported them: a row with a code never
-- matches a product that the same file created.
create function private.match_import_row(
  p_file_key text, p_row jsonb, out outcome text, out item_id uuid, out item_number integer, out detail text
)
language plpgsql stable set search_path = '' as $$
declare
  code integer := (p_row ->> 'code')::integer;
  brand_of_row text := private.name_key(p_row ->> 'brand');
  model_of_row text := private.name_key(p_row ->> 'model');
  type_of_row text := private.name_key(p_row ->> 'type');
  supplier_of_row text := private.name_key(p_row ->> 'supplier');
  found_item record;
begin
  select m.item_id into item_id from public.inventory_movements m
  where m.import_row = p_row ->> 'key' and m.import_file = p_file_key;
  if found then
    outcome := 'duplicate';
    return;
  end if;
  if code is not null then
    select i.id, i.brand || ' ' || i.model as name,
      i.brand_key = brand_of_row and i.model_key = model_of_row
        and private.name_key(t.name) = type_of_row and private.name_key(s.name) = supplier_of_row as same
    into found_item
    from public.inventory i
    join public.component_types t on t.id = i.component_type_id
    join public.suppliers s on s.id = i.supplier_id
    where i.item_number = code;
    if found and not found_item.same then
      outcome := 'code_taken';
      item_number := code;
      detail := found_item.name;
      return;
    end if;
    if found then
      item_id := found_item.id;
      item_number := code;
    end if;
  end if;
  if item_id is null then
    select i.id, i.item_number into item_id, item_number
    from public.inventory i
    join public.component_types t on t.id = i.component_type_id
    join public.suppliers s on s.id = i.supplier_id
    where i.brand_key = brand_of_row and i.model_key = model_of_row
      and private.name_key(t.name) = type_of_row and private.name_key(s.name) = supplier_of_row
      and (code is null or not exists (
        select from public.inventory_movements m where m.item_id = i.id and m.import_file = p_file_key
      ))
    order by i.item_number limit 1;
  end if;
  outcome := case
    when item_id is null then 'new'
    when exists (select from public.inventory_movements m where m.import_row = p_row ->> 'key') then 'seen'
    else 'existing'
  end;
end
$$;

-- The row's first fault by the rules of the add form, or null.
create function private.import_row_problem(p_row jsonb) returns text
language plpgsql immutable set search_path = '' as $$
declare
  field text;
begin
  foreach field in array array['key', 'brand', 'model', 'type', 'supplier', 'quantity', 'cost_price'] loop
    if private.written(p_row ->> field) is null then
      return 'Todos los campos son obligatorios.';
    end if;
  end loop;
  if length(trim(p_row ->> 'brand')) > 120 or length(trim(p_row ->> 'model')) > 200
    or length(trim(p_row ->> 'type')) > 120 or length(trim(p_row ->> 'supplier')) > 120 then
    return 'Un texto es demasiado largo.';
  end if;
  if (p_row ->> 'quantity') !~ '^\d{1,7}$' or (p_row ->> 'quantity')::integer > 1000000 then
    return 'La cantidad debe ser un número entero de 0 a 1.000.000.';
  end if;
  if (p_row ->> 'cost_price') !~ '^\d{1,10}$' or (p_row ->> 'cost_price')::bigint > 1000000000 then
    return 'El precio debe ser un número entero de 0 a 1.000.000.000.';
  end if;
  if coalesce(p_row ->> 'min_stock', '0') !~ '^\d{1,7}$' or coalesce(p_row ->> 'min_stock', '0')::integer > 1000000 then
    return 'El stock mínimo debe ser un número entero de 0 a 1.000.000.';
  end if;
  if length(p_row ->> 'place') > 40 then
    return 'El lugar puede tener hasta 40 letras.';
  end if;
  if coalesce(p_row ->> 'code', '1') !~ '^[1-9]\d{0,8}$' then
    return 'El código no es de este sistema.';
  end if;
  return null;
end
$$;

-- Staff only; at most 1,000 rows.
create function private.check_import_call(p_rows jsonb) returns void
language plpgsql stable set search_path = '' as $$
begin
  perform private.require('stock');
  if jsonb_typeof(p_rows) <> 'array' or jsonb_array_length(p_rows) > 1000 then
    raise exception 'Un lote lleva como máximo 1.000 filas.' using errcode = '22023';
  end if;
  perform private.require_shape(p_rows, '[{"row": "integer", "key": "text", "code": "integer"}]');
end
$$;

-- Dry run of up to 1,000 rows, as import_inventory takes them. Writes nothing. Staff only.
create function public.check_inventory_import(p_file_key text, p_rows jsonb)
returns table ("row" integer, outcome text, item_number integer, detail text)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.check_import_call(p_rows);
  return query
    select (item.value ->> 'row')::integer, met.outcome, met.item_number, met.detail
    from jsonb_array_elements(p_rows) with ordinality as item (value, place)
    cross join lateral private.match_import_row(p_file_key, item.value) as met
    order by item.place;
end
$$;
revoke all on function public.check_inventory_import from public, anon, authenticated;
grant execute on function public.check_inventory_import to authenticated;

-- Imports up to 1,000 rows, all or none. Each: { row, key, code?, brand, model, type, supplier, quantity, cost_price,
-- min_stock?, place? }; a type or supplier that is not there is added. p_existing says what becomes of a product that is there:
-- 'add' adds the quantity to it and leaves the rest of it as it is, 'skip' leaves it out. p_file_key stands for what
-- the file says, so that the same file given again adds nothing. Answers one line per row: 'imported', 'skipped',
-- 'duplicate' or 'code_taken'. A row that breaks a rule aborts the batch; the error's detail names the row. Staff only.
create function public.import_inventory(p_file_name text, p_file_key text, p_existing text, p_rows jsonb)
returns table ("row" integer, outcome text, item_number integer, detail text)
language plpgsql security definer set search_path = '' as $$
declare
  item jsonb;
  met record;
  stored public.inventory;
  problem text;
  highest bigint;
  next_code bigint;
begin
  perform private.check_import_call(p_rows);
  if coalesce(p_file_key, '') = '' or coalesce(p_existing, '') not in ('add', 'skip') then
    raise exception 'La importación no es válida.' using errcode = '22023';
  end if;
  -- One import at a time, no code handed out while codes are being claimed, and no write-off that waits for us while we
  -- wait for it.
  lock table public.inventory in exclusive mode;
  select private.highest_foreign_number(max(i.item_number)) into highest from public.inventory i;
  for item in select value from jsonb_array_elements(p_rows) loop
    problem := private.import_row_problem(item);
    if problem is null and (item ->> 'code')::bigint > highest then
      problem := format('el código %s está muy por encima de los de este taller (hasta %s).', item ->> 'code', highest);
    end if;
    if problem is not null then
      raise exception 'La fila % no se puede importar: %', item ->> 'row', problem using errcode = '23514',
        detail = coalesce(item ->> 'row', '');
    end if;
  end loop;
  -- Products without a code get one after all of these. The sequence does not give it: a batch that fails would leave
  -- it moved.
  select greatest(
    (select case when s.is_called then s.last_value else 0 end from public.inventory_item_number_seq s),
    (select max(i.item_number) from public.inventory i),
    (select max((value ->> 'code')::integer) from jsonb_array_elements(p_rows))
  ) + 1 into next_code;

  for item in select value from jsonb_array_elements(p_rows) loop
    "row" := (item ->> 'row')::integer;
    select * into met from private.match_import_row(p_file_key, item);
    outcome := met.outcome;
    item_number := met.item_number;
    detail := met.detail;
    if outcome in ('existing', 'seen') and p_existing = 'skip' then
      outcome := 'skipped';
    elsif outcome in ('existing', 'seen') then
      select * into stored from public.inventory i where i.id = met.item_id;
      if stored.quantity + (item ->> 'quantity')::integer > 1000000 then
        raise exception 'La fila % no se puede importar: quedarían más de 1.000.000 de piezas.', "row"
          using errcode = '23514', detail = "row"::text;
      end if;
      update public.inventory i set quantity = i.quantity + (item ->> 'quantity')::integer where i.id = met.item_id
        returning * into stored;
      outcome := 'imported';
    elsif outcome = 'new' then
      insert into public.inventory as i (item_number, brand, model, quantity, cost_price, min_stock, component_type_id,
        supplier_id, place)
      overriding system value
      values (
        coalesce((item ->> 'code')::integer, next_code::integer), item ->> 'brand', item ->> 'model',
        (item ->> 'quantity')::integer, (item ->> 'cost_price')::bigint, coalesce((item ->> 'min_stock')::integer, 0),
        private.catalog_id('component_types', item ->> 'type'), private.catalog_id('suppliers', item ->> 'supplier'),
        coalesce(item ->> 'place', '')
      )
      returning * into stored;
      item_number := stored.item_number;
      if item ->> 'code' is null then
        next_code := next_code + 1;
      end if;
      outcome := 'imported';
    end if;
    if outcome = 'imported' then
      perform private.add_movement(
        stored, 'imported', (item ->> 'quantity')::integer, stored.quantity, p_import_row => item ->> 'key',
        p_import_file => p_file_key, p_import_name => left(p_file_name, 300)
      );
    end if;
    return next;
  end loop;
end
$$;
revoke all on function public.import_inventory from public, anon, authenticated;
grant execute on function public.import_inventory to authenticated;
