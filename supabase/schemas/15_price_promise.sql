-- A price above the approved one is charged with an approval only (ORD-50, ORD-91): the rule is about the state of an
-- order, whatever step leads to it. Nothing is charged for a device that goes back unrepaired (ORD-92).

-- Nothing is charged for a stopped order unless the same save names another price, as for the review. Whoever says why
-- another one was not repaired says its price, too.
create function private.hand_back(new public.service_orders, old public.service_orders) returns public.service_orders
language plpgsql set search_path = '' as $$
begin
  new.parts_warranty_days := null;
  if old.status not in ('rejected', 'cancelled') then
    new.warranty_days := 0;
  elsif new.total_amount is not distinct from old.total_amount then
    new.total_amount := 0;
    new.quote := 0;
  end if;
  new.unrepaired_reason := coalesce(new.unrepaired_reason, old.cancellation_reason,
    case old.status when 'rejected' then 'El cliente rechazó el presupuesto.' else 'La orden fue cancelada.' end);
  return new;
end
$$;
grant execute on function private.hand_back to authenticated, service_role;

-- The reason in the notes, for cancellations written there: in the text added to the notes, else in their last such
-- line; null if there is none. The reason may contain the words of its own line.
create function private.added_reason(p_notes text, p_before text) returns text
language sql immutable set search_path = '' as $$
  select nullif(btrim(substring(added from position(words in added) + length(words)), E' \t\r\n'), '')
  from (
    select trim(private.cancellation_note('')) as words,
      case when starts_with(p_notes, coalesce(p_before, ''))
        then substring(p_notes from length(coalesce(p_before, '')) + 1)
        else substring(p_notes from '[^\n]*$') end as added
  ) as part
  where position(words in added) > 0
$$;
grant execute on function private.added_reason to authenticated, service_role;

-- A quote that changes while it is open is a new one, of that day.
create function private.stamp_open_quote() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.quoted_at := now();
  return new;
end
$$;
create trigger stamp_open_quote before update on public.service_orders
  for each row when (old.status = 'quoted' and new.status = 'quoted'
    and (old.total_amount, old.technical_work, private.shown_lines(old.quote_lines))
      is distinct from (new.total_amount, new.technical_work, private.shown_lines(new.quote_lines)))
  execute function private.stamp_open_quote();

-- Records a customer's approval by phone ('phone') or at the counter ('counter') as noted by staff. p_said_by: the
-- person who approved; p_amount and p_version: the quote that was read out; p_chosen: as for decide_quote. Refused for
-- staff who raised the price above an approved one, or changed the work that was approved, be it by a line that is not
-- chosen before. Answers the order's status and version; an order that has an answer already keeps it.
create function public.record_approval(
  p_order_id uuid, p_channel text, p_said_by text, p_amount bigint, p_version text, p_chosen uuid[] default null
)
returns table (status text, version integer)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  target public.service_orders;
  said_by text := private.written(p_said_by);
  place text := case p_channel when 'phone' then 'por teléfono' when 'counter' then 'en el local' end;
  by_whom text;
  promised bigint;
  picked jsonb;
  is_own_choice boolean;
begin
  perform private.require('orders.choose-status');
  if place is null or said_by is null or length(said_by) > 200 then
    raise exception 'Escribe quién aprobó, y si fue por teléfono o en el local.' using errcode = '22023';
  end if;
  select * into target from public.service_orders o where o.id = p_order_id for update;
  if target.id is null then
    raise exception 'La orden no existe.' using errcode = 'P0002';
  end if;
  if target.status <> 'quoted' then
    return query select target.status, target.version;
    return;
  end if;
  picked := case when p_chosen is null then target.quote_lines else private.picked_lines(target.quote_lines, p_chosen) end;
  if picked is null or p_amount is distinct from private.lines_total(picked)
    or p_version is distinct from private.quote_version(target) then
    raise exception 'El presupuesto cambió. Léele al cliente el nuevo antes de anotar su aprobación.'
      using errcode = '23514';
  end if;
  promised := private.approved_price(target.id);
  is_own_choice := picked <> target.quote_lines and private.has_changed_offer(target.id, (select auth.uid()));
  if p_amount > promised
    and (is_own_choice or private.has_raised_price(target.id, (select auth.uid()), promised)) then
    raise exception 'Subiste este precio: la aprobación la anota otra persona del taller, o el cliente responde por su enlace.'
      using errcode = '42501';
  end if;
  if is_own_choice and private.is_other_work(target.id, picked)
    or private.has_changed_work(target.id, (select auth.uid()), picked) then
    raise exception 'Cambiaste lo aprobado: la aprobación la anota otra persona del taller, o el cliente responde por su enlace.'
      using errcode = '42501';
  end if;
  update public.service_orders o
  set status = 'approved', quote_lines = picked, approved_at = now(), rejected_at = null where o.id = target.id
  returning * into target;
  select p.full_name into by_whom from public.profiles p where p.id = (select auth.uid());
  -- The customer reads in the portal and in the message how it was given.
  update public.decision_history h
  set message = format('%s aprobó el presupuesto de %s %s. Lo anotó %s.', said_by,
    private.format_clp(target.total_amount), place, by_whom)
  where h.order_id = target.id and h.created_at = now();
  update public.whatsapp_messages m set params[2] = 'aprobado ' || place || private.taken_words(target.quote_lines)
  where m.order_id = target.id and m.event = 'approved' and m.created_at = now() and m.state = 'queued';
  insert into public.decision_origins (decision_id, order_id, account_id, account_name)
  select h.id, target.id, (select auth.uid()), by_whom
  from public.decision_history h where h.order_id = target.id and h.created_at = now();
  return query select target.status, target.version;
end
$$;
revoke all on function public.record_approval from public, anon, authenticated;
grant execute on function public.record_approval to authenticated;

-- Sends an open quote again as it is; one that expired is valid anew. One that is on its way, or went out within a
-- minute, is not sent twice.
create function public.resend_quote(p_order_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  target public.service_orders;
begin
  perform private.require('messages');
  select * into target from public.service_orders o where o.id = p_order_id for update;
  if target.status is distinct from 'quoted' then
    raise exception 'La orden no tiene un presupuesto por responder.' using errcode = '23514';
  end if;
  if private.is_quote_expired(target) then
    update public.service_orders o set quoted_at = now() where o.id = target.id returning * into target;
  end if;
  if not exists (
    select from public.whatsapp_messages m
    where m.order_id = target.id and m.event = 'quoted'
      and (m.state in ('queued', 'sending') or m.created_at > now() - interval '1 minute')
  ) then
    perform private.queue_order_message(target, 'quoted');
  end if;
end
$$;
revoke all on function public.resend_quote from public, anon, authenticated;
grant execute on function public.resend_quote to authenticated;

-- The approved price bounds what is taken also while the price is at or below it, an approval whose amount was not kept
-- is a promise like any other (ORD-50), and whoever raised the price, first or last, notes no approval of it (ORD-91).

-- Whether a person has raised the price of an order above p_promised since it was approved last.
create function private.has_raised_price(p_order_id uuid, p_person uuid, p_promised bigint) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.order_events e
    where e.order_id = p_order_id and e.actor_id = p_person
      and (e.changes #>> '{total_amount,1}')::bigint
        > greatest(p_promised, coalesce((e.changes #>> '{total_amount,0}')::bigint, 0))
      and e.id > coalesce((select max(d.id) from public.order_events d
        where d.order_id = p_order_id and d.kind = 'decision' and d.changes #>> '{status,1}' = 'approved'), 0)
  )
$$;
revoke all on function private.has_raised_price from public, anon, authenticated;

-- Whether a person has changed, since they were approved last, lines that are now for other work than was approved.
create function private.has_changed_work(p_order_id uuid, p_person uuid, p_lines jsonb) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.is_other_work(p_order_id, p_lines) and exists (
    select from public.order_events e
    where e.order_id = p_order_id and e.actor_id = p_person
      and private.promised_work(e.changes #> '{quote_lines,0}') <> private.promised_work(e.changes #> '{quote_lines,1}')
      and e.id > coalesce((select max(d.id) from public.order_events d
        where d.order_id = p_order_id and d.kind = 'decision' and d.changes #>> '{status,1}' = 'approved'), 0)
  )
$$;
revoke all on function private.has_changed_work from public, anon, authenticated;

-- Whether a person has changed, since it was approved last, what a quote offers: a line that was added unchosen is
-- promised by nobody until the approval that chooses it.
create function private.has_changed_offer(p_order_id uuid, p_person uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.order_events e
    where e.order_id = p_order_id and e.actor_id = p_person
      and private.offered_lines(e.changes #> '{quote_lines,0}') <> private.offered_lines(e.changes #> '{quote_lines,1}')
      and e.id > coalesce((select max(d.id) from public.order_events d
        where d.order_id = p_order_id and d.kind = 'decision' and d.changes #>> '{status,1}' = 'approved'), 0)
  )
$$;
revoke all on function private.has_changed_offer from public, anon, authenticated;
