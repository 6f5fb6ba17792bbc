-- Timeline of an order (ORD-17). Written by the server only.

create table public.order_events (
  id bigint generated always as identity primary key,
  -- No foreign key: the timeline outlives the order.
  order_id uuid not null,
  order_number integer not null,
  created_at timestamptz not null default now(),
  -- Null for the customer through a link and for the system. The name is kept as it was.
  actor_id uuid,
  actor_name text,
  actor_role text,
  -- Every change of a device's code has its line; the one that comes with a new order is part of 'created'.
  kind text not null check (kind in (
    'created', 'imported', 'status', 'edited', 'deleted', 'decision', 'message',
    'code_viewed', 'code_added', 'code_replaced', 'code_removed', 'code_erased', 'anonymized',
    'wait_started', 'wait_changed', 'wait_ended', 'promised', 'photo_added', 'photo_removed', 'photos_sent',
    'moved', 'device_checked', 'signed'
  )),
  -- The order's version after the change, so that an editor can see later changes.
  version integer,
  -- { column: [before, after] }
  changes jsonb not null default '{}'
);
create index order_events_order on public.order_events (order_id, id);
create index order_events_newest on public.order_events (created_at desc);
create index order_events_deleted on public.order_events (order_id) where kind = 'deleted';
create index order_events_contact on public.order_events (order_id) where changes ? 'contact';
alter table public.order_events enable row level security;
select private.require_session('public.order_events');
revoke all on public.order_events from anon, authenticated;
revoke all on sequence public.order_events_id_seq from anon, authenticated;
grant all on public.order_events to service_role;
grant select on public.order_events to authenticated;
create policy "staff read" on public.order_events for select to authenticated using ((select private.may('desk')));
create trigger as_readable before insert or update on public.order_events
  for each row execute function private.as_readable();

-- { column: [before, after] } of the columns that differ, except for some: the reason of a cancellation is in the
-- notes, a contact is told by its name, codes, waits and promises have events of their own, a repair under warranty follows from its link, and the
-- line of a quote that is one number from its total.
create function private.row_changes(before jsonb, after jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_object_agg(key, jsonb_build_array(before -> key, value)), '{}')
  from jsonb_each(after)
  where value is distinct from before -> key
    and key not in ('updated_at', 'version', 'device_password', 'device_code_stored', 'quote', 'import_key',
      'import_batch_id', 'approved_at', 'rejected_at', 'delivered_at', 'completed_at', 'quoted_at',
      'cancellation_reason', 'on_hold', 'warranty_repair', 'promised_at',
      'at_risk_from', 'warranty_since', 'contact_id')
    and not (key = 'quote_lines'
      and coalesce(private.is_plain_quote(value) and private.is_plain_quote(before -> key), false))
$$;

-- A promise that was made or changed, as { promised_at: [before, after] }; {} for none.
create function private.promise_change(before timestamptz, after timestamptz) returns jsonb
language sql stable set search_path = '' as $$
  select case when before is distinct from after then jsonb_build_object('promised_at', jsonb_build_array(before, after))
    else '{}' end
$$;

-- Takes a contact's name out of the timelines of the orders that a RUT has or had, and of those that were deleted.
create function private.forget_contact_name(p_rut text, p_name text) returns void
language sql security definer set search_path = '' as $$
  update public.order_events e
  set changes = jsonb_set(e.changes, '{contact}', (
    select jsonb_agg(case when n.value #>> '{}' = p_name then to_jsonb('Contacto borrado'::text) else n.value end
      order by n.place)
    from jsonb_array_elements(e.changes -> 'contact') with ordinality as n (value, place)))
  where e.changes ? 'contact' and e.changes -> 'contact' ? p_name
    and (not exists (select from public.service_orders o where o.id = e.order_id and o.customer_rut <> p_rut)
      or exists (select from public.order_events k
        where k.order_id = e.order_id and k.changes -> 'customer_rut' ->> 0 = p_rut))
$$;
revoke all on function private.forget_contact_name from public, anon, authenticated;

-- A line of the timeline, by the caller.
create function private.add_order_event(o public.service_orders, p_kind text, p_changes jsonb) returns void
language sql security definer set search_path = '' as $$
  insert into public.order_events (order_id, order_number, actor_id, actor_name, actor_role, kind, version, changes)
  select o.id, o.order_number, (select auth.uid()), p.full_name, p.role, p_kind, o.version, p_changes
  from (select) as one left join public.profiles p on p.id = (select auth.uid())
$$;

-- Records a change of an order: its line in the timeline, the trail of a decision, the customer's message. A status
-- that undo_status restores sends no message and records no decision.
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
      perform private.add_order_event(new, 'created',
        private.promise_change(null, new.promised_at) || private.payment_changes(new.id));
      perform private.queue_order_message(new, 'created');
    end if;
    return new;
  end if;

  changes := private.row_changes(to_jsonb(old), to_jsonb(new)) || private.contact_change(old.contact_id, new.contact_id);
  if changes = '{}' then
    return new;
  end if;
  changes := changes || private.payment_changes(new.id);
  if current_setting('taller.undone_order', true) = new.id::text then
    perform private.add_order_event(new, 'status', changes);
  elsif new.status is distinct from old.status then
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
      and (new.total_amount, new.technical_work, private.shown_lines(new.quote_lines))
        is distinct from (old.total_amount, old.technical_work, private.shown_lines(old.quote_lines)) then
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

-- An order that was deleted is not taken in again by its own request that arrives once more. Rights are asked first, as
-- in insert_once.
create function private.refuse_deleted_order() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.may('orders.create')
    and exists (select from public.order_events e where e.order_id = new.id and e.kind = 'deleted') then
    raise exception 'Esta orden ya se había guardado y después se eliminó. Guarda otra vez solo si el equipo sigue aquí.'
      using errcode = 'PT409';
  end if;
  return new;
end
$$;
create trigger refuse_deleted_order before insert on public.service_orders
  for each row when (private.is_api_caller()) execute function private.refuse_deleted_order();

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

-- Internal notes stay with their order and have a history (ORD-94): only their text can be changed through the API, and
-- the timeline, which only staff read, keeps the earlier text.

create function private.record_internal_notes() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  before text := case when tg_op = 'UPDATE' then old.internal_notes else '' end;
begin
  perform private.add_order_event(o, 'edited',
    jsonb_build_object('internal_notes', jsonb_build_array(before, new.internal_notes)))
  from public.service_orders o
  where o.id = new.order_id and new.internal_notes <> before;
  return null;
end
$$;
create trigger record_internal_notes after insert or update on public.service_order_internal
  for each row when (private.is_api_caller()) execute function private.record_internal_notes();

-- The message of a status change waits some seconds, in which its author can undo both (MSG-25).

-- The last change of an order's status, while it can be undone.
create table private.undoable_changes (
  order_id uuid primary key references public.service_orders (id) on delete cascade,
  actor_id uuid not null,
  -- The order's version after the change.
  version integer not null,
  until timestamptz not null,
  -- The columns that the change changed, as they were.
  before jsonb not null,
  undone boolean not null default false
);
alter table private.undoable_changes enable row level security;

create function private.keep_undoable_change() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  seconds integer := (select (s.value ->> 'undoSeconds')::integer from public.setting_sections s
    where s.section = 'messages');
begin
  delete from private.undoable_changes u where u.until < now() - interval '1 minute' or u.order_id = new.id;
  if coalesce(seconds, 0) = 0 then
    return null;
  end if;
  insert into private.undoable_changes (order_id, actor_id, version, until, before)
  select new.id, (select auth.uid()), new.version, now() + make_interval(secs => seconds),
    jsonb_object_agg(was.key, was.value)
  from jsonb_each(to_jsonb(old)) as was
  where was.value is distinct from to_jsonb(new) -> was.key;
  update public.whatsapp_messages m set held_until = now() + make_interval(secs => seconds)
  where m.order_id = new.id and m.event = new.status and m.state = 'queued' and m.created_at = now();
  return null;
end
$$;

-- Its name comes after record_service_order, which queues the message. Not for the customer's decision. An open quote
-- that changes is sent like a new one.
create trigger remember_status after update on public.service_orders
  for each row when (((new.status is distinct from old.status and new.status not in ('approved', 'rejected'))
      or (new.status = 'quoted' and old.status = 'quoted'
        and (new.total_amount, new.technical_work, private.shown_lines(new.quote_lines))
        is distinct from (old.total_amount, old.technical_work, private.shown_lines(old.quote_lines))))
    and private.is_api_caller())
  execute function private.keep_undoable_change();

-- Undoes a change of status ('Deshacer') for its author, while its message waits and the order was not changed since:
-- reverts the status, its dependent columns and the message. A repeated request takes effect once.
create function public.undo_status(p_order_id uuid, p_version integer) returns void
language plpgsql security definer set search_path = '' as $$
declare
  now_is public.service_orders;
  was public.service_orders;
  change private.undoable_changes;
begin
  perform private.require('orders.change');
  select * into now_is from public.service_orders o where o.id = p_order_id for update;
  select * into change from private.undoable_changes u
  where u.order_id = p_order_id and u.version = p_version and u.actor_id = (select auth.uid());
  if change.undone then
    return;
  end if;
  -- The sender may have the message already.
  update public.whatsapp_messages m set state = 'discarded', error_code = 'taken_back'
  where m.order_id = p_order_id and m.event = now_is.status and m.state = 'queued' and m.held_until = change.until;
  if change.order_id is null or now_is.version <> change.version or change.until < now() or exists (
    select from public.whatsapp_messages m
    where m.order_id = p_order_id and m.held_until = change.until and m.state not in ('discarded', 'off')) then
    raise exception 'Ya no se puede deshacer: pasó el tiempo o la orden cambió. Corrige el estado en la orden.'
      using errcode = '23514';
  end if;
  -- A corrected customer stays corrected, and is the one whose order it must be.
  was := jsonb_populate_record(now_is, change.before - array['customer_rut', 'customer_phone', 'second_phone']);
  -- The orders that it is linked to, or that are to it, may have changed meanwhile (22_warranty_repairs).
  perform private.keep_warranty(was);
  if was.warranty_of <> coalesce(now_is.warranty_of, 0) then
    perform private.warranty_for(was);
  end if;
  perform set_config('taller.undone_order', p_order_id::text, true);
  -- Twice: a change of status has its own times, which the second one puts back.
  for _ in 1..2 loop
    update public.service_orders o
    set status = was.status, technician_id = was.technician_id, quote = was.quote, total_amount = was.total_amount,
      quote_lines = was.quote_lines,
      technical_work = was.technical_work, notes = was.notes, cancellation_reason = was.cancellation_reason,
      warranty_days = was.warranty_days, final_payment = was.final_payment, approved_at = was.approved_at,
      rejected_at = was.rejected_at, quoted_at = was.quoted_at, completed_at = was.completed_at,
      delivered_at = was.delivered_at, unrepaired_reason = was.unrepaired_reason,
      warranty_of = was.warranty_of, not_warranty = was.not_warranty, warranty_outcome = was.warranty_outcome,
      warranty_reason = was.warranty_reason, parts_warranty_days = was.parts_warranty_days,
      warranty_since = was.warranty_since
    where o.id = p_order_id;
  end loop;
  perform set_config('taller.undone_order', '', true);
  update private.undoable_changes u set undone = true where u.order_id = p_order_id;
end
$$;
revoke all on function public.undo_status from public, anon, authenticated;
grant execute on function public.undo_status to authenticated;

-- 'Deshacer' for a change of several orders, and for a corrected quote (MSG-25).

-- undo_status for up to 50 orders: p_orders is [{id, version}]. Answers the number of each, and why it was not undone
-- (null if it was).
create function public.undo_statuses(p_orders jsonb)
returns table (id uuid, order_number integer, reason text)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.require('orders.change');
  if jsonb_typeof(p_orders) is distinct from 'array' or jsonb_array_length(p_orders) not between 1 and 50 then
    raise exception 'Elige entre 1 y 50 órdenes.' using errcode = '22023';
  end if;
  perform private.require_shape(p_orders, '[{"id": "uuid", "version": "integer"}]');
  -- In one order for everybody, as change_orders.
  for id, order_number, reason in
    select s.id, s.order_number, e ->> 'version' from jsonb_array_elements(p_orders) as e
    join public.service_orders s on s.id = (e ->> 'id')::uuid order by s.id
  loop
    begin
      perform public.undo_status(id, reason::integer);
      reason := null;
    exception when check_violation then
      reason := sqlerrm;
    end;
    return next;
  end loop;
end
$$;
revoke all on function public.undo_statuses from public, anon, authenticated;
grant execute on function public.undo_statuses to authenticated;
