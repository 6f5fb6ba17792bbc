-- What happened to an order: its timeline (ORD-17). Written by the server only.

create table public.order_events (
  id bigint generated always as identity primary key,
  -- No foreign key: the timeline outlives the order.
  order_id uuid not null,
  order_number integer not null,
  created_at timestamptz not null default now(),
  -- Who: null for the customer through a link and for the system. The name is kept as it was.
  actor_id uuid,
  actor_name text,
  actor_role text,
  -- Every change of a device's code has its line; the one that comes with a new order is part of 'created'.
  kind text not null check (kind in (
    'created', 'imported', 'status', 'edited', 'deleted', 'decision', 'message',
    'code_viewed', 'code_added', 'code_replaced', 'code_removed', 'code_erased', 'anonymized'
  )),
  -- The order's version after the change, so that an editor can be told what happened since.
  version integer,
  -- { column: [before, after] }
  changes jsonb not null default '{}'
);
create index order_events_order on public.order_events (order_id, id);
create index order_events_newest on public.order_events (created_at desc);
alter table public.order_events enable row level security;
select private.require_session('public.order_events');
revoke all on public.order_events from anon, authenticated;
revoke all on sequence public.order_events_id_seq from anon, authenticated;
grant all on public.order_events to service_role;
grant select on public.order_events to authenticated;
create policy "staff read" on public.order_events for select to authenticated using ((select private.is_staff()));

-- { column: [before, after] } of the columns that differ, without those that say nothing to a reader. What happens to a
-- device's code is told by its own events.
create function private.row_changes(before jsonb, after jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_object_agg(key, jsonb_build_array(before -> key, value)), '{}')
  from jsonb_each(after)
  where value is distinct from before -> key
    and key not in ('updated_at', 'version', 'device_password', 'device_code_stored', 'quote', 'import_key',
      'import_batch_id', 'approved_at', 'rejected_at', 'delivered_at', 'completed_at', 'quoted_at')
$$;

-- A line of the timeline, by the caller.
create function private.add_order_event(o public.service_orders, p_kind text, p_changes jsonb) returns void
language sql security definer set search_path = '' as $$
  insert into public.order_events (order_id, order_number, actor_id, actor_name, actor_role, kind, version, changes)
  select o.id, o.order_number, (select auth.uid()), p.full_name, p.role, p_kind, o.version, p_changes
  from (select) as one left join public.profiles p on p.id = (select auth.uid())
$$;

-- What a change of an order leaves behind: its line in the timeline, the trail of a decision, the customer's message.
create function private.record_service_order() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  changes jsonb;
begin
  if tg_op = 'DELETE' then
    perform private.add_order_event(old, 'deleted',
      jsonb_build_object('customer_name', jsonb_build_array(old.customer_name, null)));
    return old;
  end if;
  if tg_op = 'INSERT' then
    if new.import_key is not null then
      perform private.add_order_event(new, 'imported', '{}');
    else
      perform private.add_order_event(new, 'created', '{}');
      perform private.queue_order_message(new, 'created');
    end if;
    return new;
  end if;

  changes := private.row_changes(to_jsonb(old), to_jsonb(new));
  if changes = '{}' then
    return new;
  end if;
  if new.status is distinct from old.status then
    if new.status in ('approved', 'rejected') then
      perform private.add_order_event(new, 'decision', changes);
      perform private.record_decision(new);
    else
      perform private.add_order_event(new, 'status', changes);
    end if;
    perform private.queue_order_message(new, new.status);
  else
    perform private.add_order_event(new, 'edited', changes);
    -- A quote that is open and changes is a new quote to the customer.
    if new.status = 'quoted'
      and (new.total_amount, new.technical_work) is distinct from (old.total_amount, old.technical_work) then
      perform private.queue_order_message(new, 'quoted');
    end if;
  end if;
  return new;
end
$$;

create trigger record_new_order after insert on public.service_orders
  for each row when (new.import_key is null) execute function private.record_service_order();
create trigger record_service_order after update or delete on public.service_orders
  for each row execute function private.record_service_order();

-- Timeline of imported orders: one statement for all of them, since a call for each costs more than the order itself.
create function private.record_imported_orders() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.order_events (order_id, order_number, actor_id, actor_name, actor_role, kind, version, changes)
  select n.id, n.order_number, (select auth.uid()), p.full_name, p.role, 'imported', n.version, '{}'
  from new_orders n left join public.profiles p on p.id = (select auth.uid())
  where n.import_key is not null
  order by n.order_number;
  return null;
end
$$;
create trigger record_imported_orders after insert on public.service_orders
  referencing new table as new_orders for each statement execute function private.record_imported_orders();
