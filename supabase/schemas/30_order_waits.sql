-- Waits of orders (TIME, decision 58): one thing at a time, a row for each wait.

create table public.order_waits (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.service_orders (id) on delete cascade,
  -- The reason as the settings had it when the wait began (section 'desk'): its key, its label, the text for customers
  -- (null: they read nothing), whether the promise's clock stops.
  reason text not null check (length(reason) <= 40),
  label text not null check (length(label) <= 60),
  public_text text check (length(public_text) <= 100),
  stops_clock boolean not null,
  expected_on date,
  screen_order_id uuid references public.pedidos_pantallas (id) on delete set null,
  note text not null default '' check (length(note) <= 500),
  started_at timestamptz not null,
  started_by uuid references public.profiles (id) on delete set null,
  ended_at timestamptz check (ended_at >= started_at),
  ended_by uuid references public.profiles (id) on delete set null,
  -- 'arrived': somebody said so. 'replaced': by another wait. 'moved_on': by the order's status.
  outcome text check (outcome in ('arrived', 'replaced', 'moved_on')),
  -- The order's version with that status, by which 'Deshacer' finds the wait.
  ended_version integer,
  -- Counts the changes of the wait itself.
  version integer not null default 1,
  check ((ended_at is null) = (outcome is null)),
  -- One open wait for an order. With a partial unique index the embedded server would answer an order's waits as one.
  constraint order_waits_one_open unique nulls not distinct (order_id, ended_at)
);
create index order_waits_open on public.order_waits (order_id) where ended_at is null;
create index order_waits_screen_order on public.order_waits (screen_order_id) where screen_order_id is not null;
create index order_waits_started_by on public.order_waits (started_by);
create index order_waits_ended_by on public.order_waits (ended_by);
alter table public.order_waits enable row level security;
select private.require_session('public.order_waits');
revoke all on public.order_waits from anon, authenticated;
grant all on public.order_waits to service_role;
grant select on public.order_waits to authenticated;
create policy "staff read" on public.order_waits for select to authenticated using ((select private.may('desk')));
create trigger as_readable before insert or update on public.order_waits
  for each row execute function private.as_readable();
-- A colleague's wait appears on the other desks.
alter publication supabase_realtime add table public.order_waits;

-- 'A15 · 4411', as lists name a screen order; null for none, or one that was deleted.
create function private.screen_order_name(p_id uuid) returns text
language sql stable security definer set search_path = '' as $$
  select p.modelo || ' · ' || p.numero_orden from public.pedidos_pantallas p where p.id = p_id
$$;
revoke all on function private.screen_order_name from public, anon, authenticated;

-- The messages about a wait of an order that began at p_started_at, with the words that it would have now. A message
-- has the time at which its transaction began, a wait that of the clock.
create function private.wait_messages(p_order_id uuid, p_started_at timestamptz) returns setof public.whatsapp_messages
language sql stable security definer set search_path = '' as $$
  select m.* from public.whatsapp_messages m join public.service_orders o on o.id = m.order_id
  where o.id = p_order_id and m.event = 'on_hold' and m.created_at > p_started_at - interval '1 minute'
    and m.params = private.message_params(o, 'on_hold')
$$;
revoke all on function private.wait_messages from public, anon, authenticated;

-- Each beginning, change and end is a line of the order's timeline, the order knows whether it waits, and a message
-- about a wait that has changed is not sent any more. A wait that is replaced is followed by the next one in the same
-- transaction.
create function private.record_wait() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  began constant boolean := tg_op = 'INSERT' or new.ended_at is null and old.ended_at is not null;
  ended constant boolean := tg_op = 'UPDATE' and old.ended_at is null and new.ended_at is not null;
  waits constant boolean := new.ended_at is null or ended and new.outcome = 'replaced';
  was public.order_waits;
  changes jsonb;
begin
  if not began then
    was := old;
  end if;
  select jsonb_object_agg(f.name, jsonb_build_array(f.before, f.after)) into changes
  from (values
    ('reason', null, case when began or ended then new.label end),
    ('expected_on', was.expected_on::text, new.expected_on::text),
    ('note', nullif(was.note, ''), nullif(new.note, '')),
    ('screen_order', private.screen_order_name(was.screen_order_id), private.screen_order_name(new.screen_order_id))
  ) as f (name, before, after)
  where f.before is distinct from f.after;
  perform private.add_order_event(o, case when began then 'wait_started' when ended then 'wait_ended'
    else 'wait_changed' end, changes)
  from public.service_orders o where o.id = new.order_id and changes is not null;
  if began or ended then
    update public.service_orders o set on_hold = waits where o.id = new.order_id and o.on_hold <> waits;
  end if;
  update public.service_orders o set at_risk_from = private.at_risk_from(o)
  where o.id = new.order_id and o.promised_at is not null and o.at_risk_from is distinct from private.at_risk_from(o);
  if ended or not began and was.expected_on is distinct from new.expected_on then
    update public.whatsapp_messages m set state = 'discarded', error_code = 'taken_back'
    where m.order_id = new.order_id and m.event = 'on_hold' and m.state = 'queued';
  elsif began and tg_op = 'UPDATE' then
    -- Its end was taken back, and so is what that did to the message.
    update public.whatsapp_messages m set state = 'queued', error_code = null
    where m.state = 'discarded' and m.error_code = 'taken_back' and m.id = (
      select last.id from private.wait_messages(new.order_id, new.started_at) last
      order by last.occurrence desc limit 1);
  end if;
  return null;
end
$$;
revoke all on function private.record_wait from public, anon, authenticated;
create trigger record_wait after insert or update of ended_at, expected_on, note, screen_order_id on public.order_waits
  for each row execute function private.record_wait();

-- Ends a wait. By the clock, not by the transaction's time: the next wait begins after the lock on the order. A
-- customer whose answer ends it is not named.
create function private.close_wait(p_id uuid, p_outcome text, p_version integer default null) returns void
language sql security definer set search_path = '' as $$
  update public.order_waits w
  set ended_at = greatest(clock_timestamp(), w.started_at + interval '1 microsecond'),
    ended_by = case when private.may('desk') then (select auth.uid()) end, outcome = p_outcome,
    ended_version = p_version
  where w.id = p_id and w.ended_at is null
$$;
revoke all on function private.close_wait from public, anon, authenticated;

-- Only an order with work left waits, and the customer's answer is what a wait for it was for. A change of status that
-- is undone opens the wait again that it had ended.
create function private.follow_waits() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  is_open boolean := new.status = any (private.statuses_in('open'));
begin
  if is_open and current_setting('taller.undone_order', true) = new.id::text then
    update public.order_waits w set ended_at = null, ended_by = null, outcome = null, ended_version = null
    where w.order_id = new.id and w.outcome = 'moved_on' and w.ended_version = old.version
      and not exists (select from public.order_waits other where other.order_id = new.id and other.ended_at is null);
  else
    perform private.close_wait(w.id, 'moved_on', new.version) from public.order_waits w
    where w.order_id = new.id and w.ended_at is null
      and (not is_open or w.reason = 'customer' and new.status = 'approved');
  end if;
  return null;
end
$$;
revoke all on function private.follow_waits from public, anon, authenticated;
-- Its name comes after record_service_order, which notes the status.
create trigger wait_follows_status after update on public.service_orders
  for each row when (new.status is distinct from old.status) execute function private.follow_waits();

-- A reason of the shop's list; null if there is none with that key (any more).
create function private.wait_reason(p_key text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select r.reason from public.setting_sections s cross join jsonb_array_elements(s.value -> 'waits') as r (reason)
  where s.section = 'desk' and r.reason ->> 'key' = p_key
$$;
revoke all on function private.wait_reason from public, anon, authenticated;

-- Puts an order on hold, or changes what it waits for; once for each request id. p_seen and p_seen_version: the open
-- wait that the form has read, null for none. The same reason keeps its wait, another one ends it and begins a new one.
-- p_tell: queues the message about it to the customer. Staff only.
create function public.set_wait(
  p_request_id uuid, p_order_id uuid, p_reason text, p_expected_on date default null, p_note text default '',
  p_screen_order_id uuid default null, p_seen uuid default null, p_seen_version integer default null,
  p_tell boolean default false
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  today constant date := (now() at time zone 'America/Santiago')::date;
  v_note constant text := coalesce(private.written(p_note), '');
  is_open boolean;
  chosen jsonb;
  known public.order_waits;
begin
  perform private.require('orders.change');
  -- Without the wait that was seen: a form that did not hear its answer has read its own wait when it sends once more.
  if not private.claim_request(p_request_id, 'set_wait', jsonb_build_array(p_order_id, p_reason, p_expected_on, v_note,
    p_screen_order_id, p_tell), 'la espera quedó anotada') then
    return;
  end if;
  select o.status = any (private.statuses_in('open')) into is_open from public.service_orders o
  where o.id = p_order_id for update;
  if not found then
    raise exception 'La orden no existe.' using errcode = 'P0002';
  end if;
  if not is_open then
    raise exception 'Esta orden ya no espera nada: el trabajo terminó o la orden se cerró.' using errcode = '23514';
  end if;
  select * into known from public.order_waits w where w.order_id = p_order_id and w.ended_at is null;
  if (known.id, known.version) is distinct from (p_seen, p_seen_version) then
    raise exception 'Otra persona cambió la espera de esta orden mientras tanto. Revisa en qué quedó.'
      using errcode = '23514';
  end if;
  if p_expected_on < today and (p_reason, p_expected_on) is distinct from (known.reason, known.expected_on) then
    raise exception 'Elige una fecha desde hoy.' using errcode = '23514';
  end if;
  if p_expected_on > today + 730 then
    raise exception 'Elige una fecha de los próximos dos años.' using errcode = '23514';
  end if;
  if length(v_note) > 500 then
    raise exception 'La nota puede tener hasta 500 letras.' using errcode = '23514';
  end if;
  if p_screen_order_id is not null and private.screen_order_name(p_screen_order_id) is null then
    raise exception 'Ese pedido de pantallas ya no existe. Elige otro.' using errcode = '23514';
  end if;
  if known.reason = p_reason then
    update public.order_waits w
    set expected_on = p_expected_on, note = v_note, screen_order_id = p_screen_order_id, version = w.version + 1
    where w.id = known.id;
  else
    chosen := private.wait_reason(p_reason);
    if chosen is null then
      raise exception 'Ese motivo ya no está en Ajustes. Elige otro.' using errcode = '23514';
    end if;
    perform private.close_wait(known.id, 'replaced');
    insert into public.order_waits (order_id, reason, label, public_text, stops_clock, expected_on, screen_order_id,
      note, started_at, started_by)
    values (p_order_id, p_reason, chosen ->> 'label', nullif(chosen ->> 'customerText', ''),
      (chosen -> 'stopsClock')::boolean, p_expected_on, p_screen_order_id, v_note,
      greatest(clock_timestamp(), (select max(w.ended_at) from public.order_waits w where w.order_id = p_order_id)),
      (select auth.uid()));
  end if;
  if p_tell then
    perform private.tell_wait(p_order_id);
  end if;
end
$$;
revoke all on function public.set_wait from public, anon, authenticated;
grant execute on function public.set_wait to authenticated;

-- Queues the message to the customer about what an order waits for. Refused where nothing would go out.
create function private.tell_wait(p_order_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if private.message_setting('on_hold') -> 'enabled' = 'false' then
    raise exception 'El aviso de espera está apagado en Ajustes. Guarda sin avisar al cliente.' using errcode = '23514';
  end if;
  if not exists (select from public.order_waits w
    where w.order_id = p_order_id and w.ended_at is null and w.public_text is not null) then
    raise exception 'Este motivo ya no tiene un texto para el cliente en Ajustes. Guarda sin avisarle.'
      using errcode = '23514';
  end if;
  -- A paid message with the same words would tell nothing.
  if exists (select from public.order_waits w cross join private.wait_messages(w.order_id, w.started_at) m
    where w.order_id = p_order_id and w.ended_at is null
      and m.state in ('queued', 'sending', 'sent', 'delivered', 'read')) then
    raise exception 'El cliente ya tiene este mismo aviso. Guarda sin avisarle.' using errcode = '23514';
  end if;
  perform private.queue_order_message(o, 'on_hold') from public.service_orders o where o.id = p_order_id;
end
$$;
revoke all on function private.tell_wait from public, anon, authenticated;

-- The wait, once its order is locked.
create function private.lock_wait(p_id uuid) returns public.order_waits
language plpgsql security definer set search_path = '' as $$
declare
  known public.order_waits;
begin
  perform from public.service_orders o
  where o.id = (select w.order_id from public.order_waits w where w.id = p_id) for update;
  select * into known from public.order_waits w where w.id = p_id;
  if not found then
    raise exception 'Esta espera ya no existe: alguien eliminó la orden.' using errcode = 'P0002';
  end if;
  return known;
end
$$;
revoke all on function private.lock_wait from public, anon, authenticated;

-- Ends a wait: what was awaited is here. Sent twice by the same person it happens once. Staff only.
create function public.end_wait(p_wait_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  known public.order_waits;
begin
  perform private.require('orders.change');
  known := private.lock_wait(p_wait_id);
  if known.outcome = 'arrived' and known.ended_by = (select auth.uid()) then
    return;
  end if;
  if known.ended_at is not null then
    raise exception '%', case known.outcome
      when 'moved_on' then 'Esta espera ya terminó: la orden cambió de estado.'
      when 'replaced' then 'Esta espera ya terminó: la orden pasó a esperar otra cosa.'
      else 'Otra persona ya terminó esta espera.'
    end using errcode = '23514';
  end if;
  perform private.close_wait(p_wait_id, 'arrived');
end
$$;
revoke all on function public.end_wait from public, anon, authenticated;
grant execute on function public.end_wait to authenticated;

-- 'Deshacer' of end_wait for who ended it, within some minutes and while nothing has followed. Sent twice it happens
-- once. Staff only.
create function public.resume_wait(p_wait_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  known public.order_waits;
begin
  perform private.require('orders.change');
  known := private.lock_wait(p_wait_id);
  if known.ended_at is null then
    return;
  end if;
  if known.outcome <> 'arrived' or known.ended_by is distinct from (select auth.uid())
    or known.ended_at < now() - interval '5 minutes'
    or exists (select from public.order_waits w where w.order_id = known.order_id and w.started_at > known.started_at)
    or not exists (select from public.service_orders o
      where o.id = known.order_id and o.status = any (private.statuses_in('open'))) then
    raise exception 'Ya no se puede deshacer: pasó el tiempo o la orden cambió. Ponla en espera otra vez.'
      using errcode = '23514';
  end if;
  update public.order_waits w set ended_at = null, ended_by = null, outcome = null where w.id = p_wait_id;
end
$$;
revoke all on function public.resume_wait from public, anon, authenticated;
grant execute on function public.resume_wait to authenticated;

-- The sentence about a wait that customers read: 'Esperando un repuesto, llega cerca del 3 de diciembre'. Without a day
-- that has passed, which would be a promise that was not kept, and without one for their own answer.
-- shared/src/orders/waits/wait-sentence.ts has the same words.
create function private.wait_sentence(p_text text, p_reason text, p_expected_on date, p_today date) returns text
language sql immutable set search_path = '' as $$
  select p_text || case when p_expected_on >= p_today and p_reason <> 'customer' then
    case p_reason when 'part' then ', llega' when 'lab' then ', vuelve' else ', hasta' end
    || ' cerca del ' || private.day_in_sentence(p_expected_on, p_today)
  else '' end
$$;
revoke all on function private.wait_sentence from public, anon, authenticated;

-- Only orders that wait for a reason, for the desk's list, as SQL on an order o; null without one.
create function private.wait_condition(p_reason text) returns text
language sql immutable strict set search_path = '' as $$
  select format(' and o.on_hold
    and o.id in (select w.order_id from public.order_waits w where w.ended_at is null and w.reason = %L)', p_reason)
$$;
revoke all on function private.wait_condition from public, anon, authenticated;

-- How long orders waited that were completed in a period: { done, waited: orders that waited at all, days and
-- waited_days: their means, reasons: [{ reason, label, orders, days, late }] }. late: ended after the expected day. The
-- label is the newest of its reason. Admins only.
create function public.report_waits(
  p_from date default null, p_to date default null, p_technician uuid default null, p_type text default null
) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  range tstzrange := private.report_range(p_from, p_to);
begin
  perform private.require('reports');
  return (
    with done as materialized (
      select o.id, date_part('epoch', o.completed_at - o.created_at) / 86400 as days from public.service_orders o
      where o.status in ('completed', 'delivered') and o.completed_at <@ range
        and (p_technician is null or o.technician_id = p_technician) and (p_type is null or o.equipment_type = p_type)
    ), waits as materialized (
      select w.order_id, w.reason, w.label, w.started_at, d.days,
        date_part('epoch', w.ended_at - w.started_at) / 86400 as waited_days,
        (w.ended_at at time zone 'America/Santiago')::date > w.expected_on as late
      from public.order_waits w join done d on d.id = w.order_id
      where w.ended_at is not null
    ), orders as (
      select w.days, sum(w.waited_days) as waited_days from waits w group by w.order_id, w.days
    ), reasons as (
      select w.reason, (array_agg(w.label order by w.started_at desc))[1] as label,
        count(distinct w.order_id) as orders, sum(w.waited_days) / count(distinct w.order_id) as days,
        count(*) filter (where w.late) as late
      from waits w group by w.reason
    )
    select jsonb_build_object('done', (select count(*) from done), 'waited', count(*), 'days', avg(o.days),
      'waited_days', avg(o.waited_days), 'reasons', (
        select coalesce(jsonb_agg(to_jsonb(r) order by r.orders * r.days desc, r.reason), '[]') from reasons r))
    from orders o
  );
end
$$;
revoke all on function public.report_waits from public, anon, authenticated;
grant execute on function public.report_waits to authenticated;
