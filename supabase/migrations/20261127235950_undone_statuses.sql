-- What a change of status sends waits some seconds, in which whoever made the change takes back both (MSG-25).

update private.setting_shapes s
set shape = jsonb_set(jsonb_set(s.shape, '{properties,undoSeconds}', '{"type": "integer", "minimum": 0, "maximum": 60}'),
  '{required}', s.shape -> 'required' || '["undoSeconds"]')
where s.section = 'messages';
update public.setting_sections s set value = s.value || '{"undoSeconds": 7}' where s.section = 'messages';

alter table public.whatsapp_messages
  -- Until then the change that it tells of can be taken back.
  add column held_until timestamptz;

-- As before, and not before the time for taking back is over. A longer time was set by a clock that has gone back.
create or replace function private.is_message_due(m public.whatsapp_messages) returns boolean
language sql stable set search_path = '' as $$
  select (m.state = 'queued' and (m.next_attempt_at <= now() or m.next_attempt_at > now() + interval '70 minutes')
      and (m.not_before is null or m.not_before not between now() and now() + interval '26 hours')
      and (m.held_until is null or m.held_until not between now() and now() + interval '1 minute'))
    or (m.state = 'sending' and (m.locked_until < now() or m.locked_until > now() + interval '70 minutes'))
$$;

-- The last change of an order's status, while it can be taken back.
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
-- Its name comes after record_service_order, which queues the message. Not for the customer's decision.
create trigger remember_status after update on public.service_orders
  for each row when (new.status is distinct from old.status and new.status not in ('approved', 'rejected')
    and private.is_api_caller())
  execute function private.keep_undoable_change();

-- As before; a status that is restored by undo_status tells nobody and is nobody's decision.
create or replace function private.record_service_order() returns trigger
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
      and (new.total_amount, new.technical_work) is distinct from (old.total_amount, old.technical_work) then
      perform private.queue_order_message(new, 'quoted');
    end if;
  end if;
  return new;
end
$$;

-- 'Deshacer' of a change of status, by whoever made it, while its message waits and nobody has changed the order since:
-- status, what changed with it, and message are taken back. Sent twice it happens once.
create function public.undo_status(p_order_id uuid, p_version integer) returns void
language plpgsql security definer set search_path = '' as $$
declare
  now_is public.service_orders;
  was public.service_orders;
  change private.undoable_changes;
begin
  if not private.is_staff() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
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
  was := jsonb_populate_record(now_is, change.before);
  perform set_config('taller.undone_order', p_order_id::text, true);
  -- Twice: a change of status has its own times, which the second one puts back.
  for _ in 1..2 loop
    update public.service_orders o
    set status = was.status, technician_id = was.technician_id, quote = was.quote, total_amount = was.total_amount,
      technical_work = was.technical_work, notes = was.notes, cancellation_reason = was.cancellation_reason,
      warranty_days = was.warranty_days, final_payment = was.final_payment, approved_at = was.approved_at,
      rejected_at = was.rejected_at, quoted_at = was.quoted_at, completed_at = was.completed_at,
      delivered_at = was.delivered_at
    where o.id = p_order_id;
  end loop;
  perform set_config('taller.undone_order', '', true);
  update private.undoable_changes u set undone = true where u.order_id = p_order_id;
end
$$;
revoke all on function public.undo_status from public, anon, authenticated;
grant execute on function public.undo_status to authenticated;

-- As before, with the sets of states that the other rules have.
create or replace function private.is_taken_back(m public.whatsapp_messages) returns boolean
language sql stable security definer set search_path = '' as $$
  select not m.is_urgent and coalesce((
    select case m.event
      when 'in_progress' then o.status = 'pending'
      when 'quoted' then o.status in ('pending', 'in_progress')
      when 'completed' then o.status not in ('completed', 'delivered') and o.status <> 'cancelled'
      when 'delivered' then o.status <> 'delivered'
      when 'cancelled' then o.status <> 'cancelled'
      else false
    end
    from public.service_orders o where o.id = m.order_id), false)
$$;
