-- Codes of imported products (ORD-51): none far beyond the shop's, and the counter moves with the commit. What a sequence was set to survives a
-- rollback, so it is set when nothing can fail any more.

-- Deferred: runs at the commit, for rows that our own functions insert. Plain inserts take their code from the sequence.
create function private.raise_item_counter() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.item_number >= (select s.last_value from public.inventory_item_number_seq s) then
    perform setval('public.inventory_item_number_seq', new.item_number);
  end if;
  return null;
end
$$;
create constraint trigger raise_item_counter after insert on public.inventory
  deferrable initially deferred for each row when (not private.is_api_caller())
  execute function private.raise_item_counter();

-- Imports up to 1,000 rows, all or none. Each: { row, key, code?, brand, model, type, supplier, quantity, cost_price, min_stock? }; a type or
-- supplier that is not there is added. p_existing says what becomes of a product that is there: 'add' adds the quantity to it and leaves the
-- rest of it as it is, 'skip' leaves it out. p_file_key stands for what the file says, so that the same file given again adds nothing.
-- Answers one line per row: 'imported', 'skipped', 'duplicate' or 'code_taken'. A row that breaks a rule aborts the batch; the error's detail
-- names the row. Staff only.
create or replace function public.import_inventory(p_file_name text, p_file_key text, p_existing text, p_rows jsonb)
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
  -- One import at a time, no code handed out while codes are being claimed, and no write-off that waits for us while we wait for it.
  lock table public.inventory in exclusive mode;
  select private.highest_foreign_number(max(i.item_number)) into highest from public.inventory i;
  for item in select value from jsonb_array_elements(p_rows) loop
    problem := private.import_row_problem(item);
    if problem is null and (item ->> 'code')::bigint > highest then
      problem := format('el código %s está muy por encima de los de este taller (hasta %s).', item ->> 'code', highest);
    end if;
    if problem is not null then
      raise exception 'La fila % no se puede importar: %', item ->> 'row', problem using errcode = '23514', detail = item ->> 'row';
    end if;
  end loop;
  -- Whoever has no code of its own gets one after all of these. Not of the sequence, which a batch that fails would leave moved.
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
      update public.inventory i set quantity = i.quantity + (item ->> 'quantity')::integer where i.id = met.item_id returning * into stored;
      outcome := 'imported';
    elsif outcome = 'new' then
      insert into public.inventory as i (item_number, brand, model, quantity, cost_price, min_stock, component_type_id, supplier_id)
      overriding system value
      values (
        coalesce((item ->> 'code')::integer, next_code::integer), item ->> 'brand', item ->> 'model',
        (item ->> 'quantity')::integer, (item ->> 'cost_price')::bigint, coalesce((item ->> 'min_stock')::integer, 0),
        private.catalog_id('component_types', item ->> 'type'), private.catalog_id('suppliers', item ->> 'supplier')
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
        stored, 'imported', (item ->> 'quantity')::integer, stored.quantity, p_import_row => item ->> 'key', p_import_file => p_file_key,
        p_import_name => left(p_file_name, 300)
      );
    end if;
    return next;
  end loop;
end
$$;
