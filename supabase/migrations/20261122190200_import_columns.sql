-- The import takes the columns of an order by their names (ORD-54): a new one is imported without being listed here.

-- The orders that rows of a file say, in their order; the database's own columns are not the file's to say.
create function private.imported_orders(p_batch_id uuid, p_rows jsonb) returns setof public.service_orders
language sql volatile set search_path = '' as $$
  select o.*
  from jsonb_array_elements(p_rows) with ordinality as e (item, place)
  cross join lateral jsonb_populate_record(
    null::public.service_orders,
    -- What a row may leave out.
    jsonb_build_object(
      'id', gen_random_uuid(),
      'updated_at', e.item -> 'created_at',
      'equipment_model', '', 'equipment_condition', '', 'work_description', '', 'technical_work', '',
      'advance_payment', 0
    )
    || jsonb_strip_nulls(e.item)
    -- What no row says.
    || jsonb_build_object(
      'order_number', coalesce((e.item ->> 'order_number')::integer, private.next_order_number()),
      'quote', 0, 'final_payment', 0, 'version', 1, 'device_code_stored', false, 'technician_id', null,
      'receptionist_id', null, 'approved_at', null, 'rejected_at', null, 'quoted_at', null, 'completed_at', null,
      'anonymized_at', null, 'cancellation_reason', null,
      'delivered_at', case when e.item ->> 'status' = 'delivered'
        then coalesce(e.item ->> 'updated_at', e.item ->> 'created_at') end,
      'import_batch_id', p_batch_id, 'import_key', e.item ->> 'key'
    )
  ) as o
  order by e.place
$$;

-- The rows of a batch that are not in yet, in their order; those with a number of their own, or those without.
create or replace function private.insert_imported_orders(p_batch_id uuid, p_rows jsonb, p_numbered boolean)
  returns void
language plpgsql set search_path = '' as $$
declare
  fresh jsonb;
begin
  -- Of two rows with one key or one number the first has it.
  select jsonb_agg(mine.value order by mine.place) into fresh
  from (
    select distinct on (coalesce(first.value ->> 'order_number', first.place::text)) first.value, first.place
    from (
      select distinct on (e.value ->> 'key') e.value, e.place
      from jsonb_array_elements(p_rows) with ordinality as e (value, place)
      order by e.value ->> 'key', e.place
    ) as first
    where (first.value ->> 'order_number' is not null) = p_numbered
    order by coalesce(first.value ->> 'order_number', first.place::text), first.place
  ) as mine
  where not exists (select from public.service_orders o where o.import_key = mine.value ->> 'key')
    and not exists (select from public.service_orders o
      where o.order_number = (mine.value ->> 'order_number')::integer);
  if fresh is null then
    return;
  end if;
  insert into public.service_orders select o.* from private.imported_orders(p_batch_id, fresh) as o;
end
$$;
drop function private.imported_order(uuid, jsonb);
revoke all on function private.imported_orders(uuid, jsonb) from public, anon, authenticated;
