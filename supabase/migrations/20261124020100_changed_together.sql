-- One change of several orders (ORD-77): each order by its own rules, with its own line in the timeline and its own
-- message, and with its own answer.

-- Why a change of several leaves an order out: 'closed', 'same' (it says so already), 'waiting' (its customer has a
-- quote to answer); null if it does not. One order alone may still be changed so.
-- shared/src/orders/bulk-rules.ts says the same beforehand; supabase/test/change-orders.test.ts
-- holds both together.
create function private.bulk_obstacle(o public.service_orders, p_change jsonb) returns text
language sql immutable set search_path = '' as $$
  select case
    when o.status = any (private.statuses_in('closed')) then 'closed'
    when p_change ? 'status' and o.status = p_change ->> 'status' then 'same'
    when p_change ? 'technician_id' and o.technician_id is not distinct from (p_change ->> 'technician_id')::uuid
      then 'same'
    when p_change ? 'status' and o.status = 'quoted' then 'waiting'
  end
$$;

-- Changes up to 50 orders: p_orders is [{id, version}], p_change {status} with a status that asks for nothing else, or
-- {technician_id}, null for nobody. For each order its outcome: 'done', 'left_out' (reason: bulk_obstacle),
-- 'conflict' (it has changed since that version), 'gone', or 'refused' (reason: the rule's own words); with its status,
-- technician and version as they are now. Staff only.
-- With the caller's rights on purpose: row level security, column grants and triggers are those of a single change.
create function public.change_orders(p_request_id uuid, p_orders jsonb, p_change jsonb)
returns table (id uuid, outcome text, reason text, version integer, status text, technician_id uuid)
language plpgsql set search_path = '' as $$
#variable_conflict use_column
declare
  asked jsonb;
  o public.service_orders;
  told text;
  why text;
  results jsonb := '[]';
begin
  if not private.is_staff() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  if jsonb_typeof(p_orders) is distinct from 'array' or jsonb_array_length(p_orders) not between 1 and 50 then
    raise exception 'Elige entre 1 y 50 órdenes.' using errcode = '22023';
  end if;
  if jsonb_typeof(p_change) is distinct from 'object'
    or (select count(*) from jsonb_object_keys(p_change)) <> 1
    or not (p_change ? 'technician_id'
      or coalesce(p_change ->> 'status', '') = any (array['pending', 'in_progress', 'completed'])) then
    raise exception 'Ese cambio no se hace en varias órdenes a la vez.' using errcode = '22023';
  end if;
  if not exists (select from public.profiles p where p.id = (p_change ->> 'technician_id')::uuid
      and p.role = 'technician') and p_change ->> 'technician_id' is not null then
    raise exception 'Elige a un técnico del taller.' using errcode = '22023';
  end if;
  if not private.claim_request(p_request_id, 'change_orders', jsonb_build_array(p_orders, p_change)) then
    return query select r.id, r.outcome, r.reason, r.version, r.status, r.technician_id
      from jsonb_to_recordset(private.request_result(p_request_id))
        as r (id uuid, outcome text, reason text, version integer, status text, technician_id uuid);
    return;
  end if;

  -- In one order for everybody: two requests about the same orders wait for each other instead of locking up.
  for asked in select distinct on ((e ->> 'id')::uuid) e from jsonb_array_elements(p_orders) as e
    order by (e ->> 'id')::uuid, (e ->> 'version')::integer desc loop
    why := null;
    select * into o from public.service_orders s where s.id = (asked ->> 'id')::uuid for update;
    if not found then
      told := 'gone';
    else
      why := private.bulk_obstacle(o, p_change);
      told := case
        when why = 'same' then 'left_out'
        when o.version is distinct from (asked ->> 'version')::integer then 'conflict'
        when why is not null then 'left_out'
        else 'done'
      end;
    end if;
    if told = 'done' then
      begin
        if p_change ? 'status' then
          update public.service_orders s set status = p_change ->> 'status', updated_at = now() where s.id = o.id
          returning * into o;
        else
          update public.service_orders s set technician_id = (p_change ->> 'technician_id')::uuid, updated_at = now()
          where s.id = o.id returning * into o;
        end if;
      exception when insufficient_privilege or integrity_constraint_violation or data_exception or raise_exception
        or no_data_found then
        -- Its rules refuse it: undone for this order alone.
        told := 'refused';
        why := sqlerrm;
      end;
    end if;
    results := results || jsonb_build_object('id', asked ->> 'id', 'outcome', told,
      'reason', case when told <> 'conflict' then why end, 'version', o.version, 'status', o.status,
      'technician_id', o.technician_id);
  end loop;
  perform private.finish_request(p_request_id, results, format('se hizo el cambio en %s órdenes',
    (select count(*) from jsonb_array_elements(results) as r where r ->> 'outcome' = 'done')));
  return query select r.id, r.outcome, r.reason, r.version, r.status, r.technician_id
    from jsonb_to_recordset(results)
      as r (id uuid, outcome text, reason text, version integer, status text, technician_id uuid);
end
$$;
revoke all on function public.change_orders(uuid, jsonb, jsonb) from public, anon, authenticated;
grant execute on function public.change_orders(uuid, jsonb, jsonb) to authenticated;

revoke all on function private.bulk_obstacle(public.service_orders, jsonb) from public, anon, authenticated;
grant execute on function private.bulk_obstacle(public.service_orders, jsonb),
  private.claim_request(uuid, text, jsonb, text), private.finish_request(uuid, jsonb, text),
  private.request_result(uuid)
  to authenticated;
