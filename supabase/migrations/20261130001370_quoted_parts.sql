SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.ask_for_parts()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  asked record;
  part private.requested_parts;
  item public.inventory;
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
    order by 2, 1
  loop
    -- A product that is gone leaves a part that is none.
    item := null;
    select * into item from public.inventory i where i.id = asked.item_id for update;
    perform private.add_part(gen_random_uuid(), new, item, asked.description, asked.quantity, asked.line_id);
  end loop;
  return null;
end
$function$;

CREATE TRIGGER ask_for_parts
  AFTER UPDATE ON public.service_orders
  FOR EACH ROW
  WHEN
    (((new.status = 'approved'::text) AND ((old.status <> 'approved'::text) OR (new.quote_lines IS DISTINCT FROM old.quote_lines)) AND ((new.quote_lines @>
    '[{"kind": "part"}]'::jsonb) OR (old.quote_lines @> '[{"kind": "part"}]'::jsonb))))
  EXECUTE FUNCTION private.ask_for_parts();

REVOKE ALL ON FUNCTION "private"."ask_for_parts"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."ask_for_parts"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."ask_for_parts"() TO "postgres";
