-- What happened to an order: timeline (ORD-17), decision history (ORD-12), notifications (NOTIF-03). Written by the server only.

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
  kind text not null check (kind in ('created', 'imported', 'status', 'edited', 'deleted', 'code_viewed', 'decision', 'message')),
  -- The order's version after the change, so that an editor can be told what happened since.
  version integer,
  -- { column: [before, after] }
  changes jsonb not null default '{}'
);
create index order_events_order on public.order_events (order_id, id);
create index order_events_newest on public.order_events (created_at desc);

create table public.decision_history (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.service_orders (id) on delete cascade,
  type text not null check (type in ('success', 'failure')),
  message text not null,
  created_at timestamptz not null default now()
);
create index decision_history_order on public.decision_history (order_id, created_at);

create table public.notifications (
  id uuid primary key default gen_random_uuid(),
  -- quote_approved shows a green check, any other a red cross.
  type text not null check (type in ('quote_approved', 'quote_rejected', 'message_failed', 'customer_reply')),
  message text not null,
  is_read boolean not null default false,
  created_at timestamptz not null default now(),
  order_id uuid references public.service_orders (id) on delete set null
);
create index notifications_newest on public.notifications (created_at desc, id desc);
create index notifications_unread on public.notifications (created_at desc) where not is_read;
create index notifications_order on public.notifications (order_id);

alter table public.order_events enable row level security;
alter table public.decision_history enable row level security;
alter table public.notifications enable row level security;
revoke all on public.order_events, public.decision_history, public.notifications from anon, authenticated;
revoke all on sequence public.order_events_id_seq from anon, authenticated;
grant all on public.order_events, public.decision_history, public.notifications to service_role;

grant select on public.order_events to authenticated;
create policy "staff read" on public.order_events for select to authenticated using ((select private.is_staff()));

grant select on public.decision_history to authenticated;
create policy "whoever may read the order" on public.decision_history for select to authenticated
  using (exists (select from public.service_orders o where o.id = order_id));

grant select, update (is_read) on public.notifications to authenticated;
create policy "staff read" on public.notifications for select to authenticated using ((select private.is_staff()));
create policy "staff mark as read" on public.notifications for update to authenticated
  using ((select private.is_staff())) with check ((select private.is_staff()));

-- { column: [before, after] } of the columns that differ, without those that say nothing to a reader.
create function private.row_changes(before jsonb, after jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_object_agg(key, jsonb_build_array(before -> key, value)), '{}')
  from jsonb_each(after)
  where value is distinct from before -> key
    and key not in ('updated_at', 'version', 'device_password', 'quote', 'import_key', 'import_batch_id', 'approved_at', 'rejected_at',
      'delivered_at', 'completed_at', 'quoted_at')
$$;

create function private.add_order_event(o public.service_orders, p_kind text, p_changes jsonb) returns void
language sql security definer set search_path = '' as $$
  insert into public.order_events (order_id, order_number, actor_id, actor_name, actor_role, kind, version, changes)
  select o.id, o.order_number, (select auth.uid()), p.full_name, p.role, p_kind, o.version, p_changes
  from (select) as one left join public.profiles p on p.id = (select auth.uid())
$$;

-- The trail of a decision: history for the order, notification for the staff.
create function private.record_decision(o public.service_orders) returns void
language plpgsql security definer set search_path = '' as $$
declare
  number text := private.format_order_number(o.order_number);
begin
  insert into public.decision_history (order_id, type, message)
  values (
    o.id,
    case o.status when 'approved' then 'success' else 'failure' end,
    case o.status
      when 'approved' then 'El cliente aprobó el presupuesto de ' || private.format_clp(o.total_amount) || '.'
      else 'El cliente rechazó el presupuesto de ' || private.format_clp(o.total_amount) || '.'
    end
  );
  insert into public.notifications (type, message, order_id)
  values (
    case o.status when 'approved' then 'quote_approved' else 'quote_rejected' end,
    'Orden #' || number || ': ' || o.customer_name
      || case o.status when 'approved' then ' aprobó el presupuesto.' else ' rechazó el presupuesto.' end,
    o.id
  );
end
$$;

create function private.record_service_order() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  changes jsonb;
begin
  if tg_op = 'DELETE' then
    perform private.add_order_event(old, 'deleted', jsonb_build_object('customer_name', jsonb_build_array(old.customer_name, null)));
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
