-- The devices of a visit that are collected together (REC-08, REC-09): each order as if it were delivered alone, with
-- its own stamps, message and sealed record, and one payment over all. All or none.

-- Whether orders are of one visit, as it is now.
create function private.is_one_visit(p_ids uuid[]) returns boolean
language sql stable security definer set search_path = '' as $$
  select p_ids <@ array(select m.order_id from private.visit_mates(p_ids[1]) as m)
$$;
revoke all on function private.is_one_visit from public, anon, authenticated;
grant execute on function private.is_one_visit to authenticated;

-- What is left to pay when an order is handed over: nothing for one that was rejected or cancelled.
create function private.owed_at_delivery(o public.service_orders) returns bigint
language sql immutable set search_path = '' as $$
  select case when o.status in ('rejected', 'cancelled') then 0
    else greatest(coalesce(o.total_amount, 0) - o.advance_payment - o.final_payment, 0) end
$$;
revoke all on function private.owed_at_delivery from public, anon, authenticated;
grant execute on function private.owed_at_delivery to authenticated;

-- The orders that are handed over, locked in one order for everybody. Refused unless they are of one visit, ready, and
-- as they were read.
create function private.lock_visit_orders(p_orders jsonb) returns setof public.service_orders
language plpgsql set search_path = '' as $$
declare
  asked record;
  o public.service_orders;
begin
  for asked in
    select (e ->> 'id')::uuid as id, max((e ->> 'version')::integer) as version
    from jsonb_array_elements(p_orders) as e group by 1 order by 1
  loop
    select * into o from public.service_orders s where s.id = asked.id for update;
    if not found then
      raise exception 'Una de las órdenes ya no existe: alguien la eliminó. No se entregó ninguna.'
        using errcode = '23514';
    end if;
    if o.version is distinct from asked.version then
      raise exception 'La orden #% cambió mientras entregabas. Mira cómo quedó y entrega otra vez: no se entregó ninguna.',
        private.format_order_number(o.order_number) using errcode = '23514';
    end if;
    if o.status not in ('completed', 'rejected', 'cancelled') then
      raise exception 'La orden #% no está lista para entregar. Sácala de esta entrega: no se entregó ninguna.',
        private.format_order_number(o.order_number) using errcode = '23514';
    end if;
    return next o;
  end loop;
  if not private.is_one_visit(array(select (e ->> 'id')::uuid from jsonb_array_elements(p_orders) as e)) then
    raise exception 'Estas órdenes ya no son de una misma visita. Entrega cada una en su orden: no se entregó ninguna.'
      using errcode = '23514';
  end if;
end
$$;
revoke all on function private.lock_visit_orders from public, anon, authenticated;
grant execute on function private.lock_visit_orders to authenticated;

-- Hands over orders of a visit, once for each id, which becomes that of their payment. p_orders: [{ id, version,
-- warranty_days, parts_warranty_days, warranty_outcome, warranty_reason }], up to 20; those rejected or cancelled go
-- without repair and without charge. p_payment: how what is owed for all was paid { payment_method, payment_reference,
-- payment_till, document }, or why it stays { balance_reason }. Answers their versions by now. Staff only.
-- With the caller's rights on purpose, as change_orders: the rules are those of a delivery of one.
create function public.deliver_visit(p_request_id uuid, p_orders jsonb, p_payment jsonb default '{}')
returns table (id uuid, version integer)
language plpgsql set search_path = '' as $$
#variable_conflict use_column
declare
  summary constant text := 'los equipos de la visita quedaron entregados';
  details constant jsonb := coalesce(p_payment, '{}');
  ready public.service_orders[];
  paid uuid[];
  o public.service_orders;
  said jsonb;
  results jsonb := '[]';
begin
  perform private.require('orders.change');
  if jsonb_typeof(p_orders) is distinct from 'array' or jsonb_array_length(p_orders) not between 1 and 20 then
    raise exception 'Elige entre 1 y 20 órdenes.' using errcode = '22023';
  end if;
  perform private.require_shape(p_orders, '[{"id": "uuid", "version": "integer", "warranty_days": "integer",
    "parts_warranty_days": "integer", "warranty_outcome": "text", "warranty_reason": "text"}]');
  if (select count(distinct (e ->> 'id')::uuid) from jsonb_array_elements(p_orders) as e)
    < jsonb_array_length(p_orders) then
    raise exception 'Cada orden va una vez.' using errcode = '22023';
  end if;
  perform private.require_shape(details, '{"payment_method": "text", "payment_reference": "text",
    "payment_till": "text", "balance_reason": "text"}');
  if private.claim_row(p_request_id, 'deliver_visit', jsonb_build_array(p_orders, details), summary) then
    ready := array(select l from private.lock_visit_orders(p_orders) as l);
    paid := array(select r.id from unnest(ready) as r where private.owed_at_delivery(r) > 0);
    if coalesce(details ->> 'payment_method', '') = '' then
      paid := '{}';
    end if;
    if paid = '{}' and jsonb_typeof(details -> 'document') = 'object' then
      raise exception 'No hay un pago para ese documento: di cómo se pagó, o quítalo.' using errcode = '23514';
    end if;
    if paid <> '{}' then
      perform private.begin_payment(p_request_id, paid, details - array['document', 'balance_reason']);
    end if;
    foreach o in array ready loop
      select e into said from jsonb_array_elements(p_orders) as e where (e ->> 'id')::uuid = o.id limit 1;
      update public.service_orders s
      set status = 'delivered', updated_at = now(), warranty_days = (said ->> 'warranty_days')::integer,
        parts_warranty_days = (said ->> 'parts_warranty_days')::integer,
        warranty_outcome = case when said ? 'warranty_outcome' then said ->> 'warranty_outcome' else s.warranty_outcome end,
        warranty_reason = case when said ? 'warranty_outcome' then said ->> 'warranty_reason' else s.warranty_reason end,
        final_payment = s.final_payment + case when s.id = any (paid) then private.owed_at_delivery(o) else 0 end,
        payment_details = case when s.id <> all (paid) and private.owed_at_delivery(o) > 0
          then jsonb_build_object('balance_reason', details -> 'balance_reason') end
      where s.id = o.id returning * into o;
      results := results || jsonb_build_object('id', o.id, 'version', o.version);
    end loop;
    if paid <> '{}' then
      perform private.end_payment();
      if jsonb_typeof(details -> 'document') = 'object' then
        perform private.write_tax_document(gen_random_uuid(), p_request_id, details -> 'document');
      end if;
    end if;
    perform private.finish_request(p_request_id, results, summary);
  end if;
  return query select r.id, r.version
    from jsonb_to_recordset(private.request_result(p_request_id)) as r (id uuid, version integer);
end
$$;
revoke all on function public.deliver_visit from public, anon, authenticated;
grant execute on function public.deliver_visit to authenticated;
