-- An approved quote asks for its parts (PART-12): each line of a part that was chosen, its product reserved if enough
-- is free. Parts that an earlier approval asked for, and that nobody has bought or fitted yet, are let go. An
-- approval that 'Deshacer' puts back asks only for what was let go since the change that it undoes.
create function private.ask_for_parts() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  asked record;
  part private.requested_parts;
  item public.inventory;
  is_undone constant boolean := coalesce(current_setting('taller.undone_order', true) = new.id::text, false);
begin
  for part in
    select p.* from private.requested_parts p
    where p.order_id = new.id and p.line_id is not null and p.state in ('requested', 'reserved')
      and not exists (
        select from jsonb_array_elements(new.quote_lines) as l
        where (l ->> 'id')::uuid = p.line_id and l ->> 'kind' = 'part' and (l ->> 'chosen')::boolean
          and (l ->> 'quantity')::integer = p.quantity
          and coalesce((l ->> 'product_id')::uuid, p.item_id) is not distinct from p.item_id)
    order by p.item_id, p.id for update
  loop
    perform private.put_part(part, case part.state when 'requested' then 'cancelled' else 'returned' end, new,
      'Ya no está en lo que el cliente aprobó.');
  end loop;
  -- In one order for everybody, as return_parts.
  for asked in
    select (l ->> 'id')::uuid as line_id, (l ->> 'product_id')::uuid as item_id, l ->> 'description' as description,
      (l ->> 'quantity')::integer as quantity
    from jsonb_array_elements(new.quote_lines) as l
    where l ->> 'kind' = 'part' and (l ->> 'chosen')::boolean
      and not exists (
        select from private.requested_parts p
        where p.order_id = new.id and p.line_id = (l ->> 'id')::uuid
          and p.state in ('requested', 'ordered', 'arrived', 'reserved', 'fitted'))
      and (not is_undone or exists (
        select from private.requested_parts p join private.part_steps s on s.part_id = p.id
        where p.order_id = new.id and p.line_id = (l ->> 'id')::uuid and s.made_at >= old.updated_at
          and s.became in ('returned', 'cancelled')))
    order by 2, 1
  loop
    -- A product that is gone leaves a part that is none.
    item := null;
    select * into item from public.inventory i where i.id = asked.item_id for update;
    perform private.add_part(gen_random_uuid(), new, item, asked.description, asked.quantity, asked.line_id);
  end loop;
  return null;
end
$$;
revoke all on function private.ask_for_parts from public, anon, authenticated;
create trigger ask_for_parts after update on public.service_orders for each row
  when (new.status = 'approved'
    and (old.status <> 'approved' or new.quote_lines is distinct from old.quote_lines)
    and (new.quote_lines @> '[{"kind": "part"}]' or old.quote_lines @> '[{"kind": "part"}]'))
  execute function private.ask_for_parts();
