-- A price above the approved one is charged with an approval only (ORD-50, ORD-91): the rule is about the state of an
-- order, whatever step leads to it. Nothing is charged for a device that goes back unrepaired (ORD-92).

-- Nothing is charged unless the same save names a price, as for the review.
create function private.hand_back(new public.service_orders, old public.service_orders) returns public.service_orders
language plpgsql set search_path = '' as $$
begin
  if new.total_amount is not distinct from old.total_amount then
    new.total_amount := 0;
    new.quote := 0;
  end if;
  return new;
end
$$;

drop function private.state_cancellation(public.service_orders, public.service_orders);

-- The reason that notes tell, for those who cancel by writing it there: in what was added to the notes, else in their
-- last such line; null where there is none. The reason may contain the words of its own line.
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

-- The reason of a cancellation, as the column says it or, without that, the notes; the notes tell it in either case.
create function private.state_cancellation(new public.service_orders, old public.service_orders)
  returns public.service_orders
language plpgsql set search_path = '' as $$
begin
  new.cancellation_reason := nullif(btrim(new.cancellation_reason, E' \t\r\n'), '');
  if new.cancellation_reason is not null then
    new.notes := concat_ws(E'\n', nullif(btrim(new.notes, E' \t\r\n'), ''),
      private.cancellation_note(new.cancellation_reason));
  elsif new.notes is distinct from old.notes then
    new.cancellation_reason := coalesce(private.added_reason(new.notes, old.notes), private.noted_reason(new.notes));
  end if;
  if new.cancellation_reason is null then
    raise exception 'Escribe el motivo de cancelación.' using errcode = '23514';
  end if;
  return new;
end
$$;
grant execute on function
  private.hand_back(public.service_orders, public.service_orders),
  private.added_reason(text, text),
  private.state_cancellation(public.service_orders, public.service_orders)
  to authenticated, service_role;

-- The rules of a status change by a member of staff; also the stamps that the specification leaves to the client.
create or replace function private.change_status(
  new public.service_orders, old public.service_orders, actor_role text
) returns public.service_orders
language plpgsql set search_path = '' as $$
begin
  case new.status
    when 'approved', 'rejected' then
      raise exception 'Solo el cliente aprueba o rechaza un presupuesto.' using errcode = '42501';
    when 'cancelled' then
      if actor_role not in ('admin', 'technician') then
        raise exception 'Solo administración y técnicos cancelan órdenes.' using errcode = '42501';
      end if;
      return private.state_cancellation(new, old);
    when 'delivered' then
      if new.warranty_days is null then
        raise exception 'Por favor, ingrese un número válido de días de garantía.' using errcode = '23514';
      end if;
      if old.status in ('rejected', 'cancelled') then
        return private.hand_back(new, old);
      end if;
    when 'quoted' then
      if new.total_amount is null then
        raise exception 'Por favor, ingrese un monto válido para el presupuesto.' using errcode = '23514';
      end if;
    when 'pending' then
      if actor_role in ('admin', 'technician') then
        new.technician_id := null;
      end if;
    when 'in_progress', 'completed' then
      if actor_role in ('admin', 'technician') then
        new.technician_id := (select auth.uid());
      end if;
    else
      -- A state that asks for nothing.
  end case;
  return new;
end
$$;

-- The amount that the customer approved stays the promise until another quote is approved: not a quote that is sent
-- again, nor one that is rejected, sets the price free. While the total exceeds it the order waits for an answer: it
-- leaves 'quoted' by a decision or a cancellation only, is neither completed nor delivered, and takes no payment above
-- the promise. Runs after guard_service_order, which settles the total: triggers of one event run in the order of their
-- names.
create or replace function private.guard_approved_price() returns trigger
language plpgsql set search_path = '' as $$
declare
  total bigint := coalesce(new.total_amount, 0);
  promised bigint;
begin
  if new.status = 'approved' and old.status <> 'approved' then
    perform private.keep_approved_price(new.id, total);
    return new;
  end if;
  if not private.is_api_caller() then
    return new;
  end if;
  promised := coalesce(private.approved_price(new.id), case when old.approved_at is not null
    then coalesce(old.total_amount, 0) end);
  -- Without an approval the price is the shop's.
  if promised is null or total <= promised then
    return new;
  end if;
  if new.advance_payment + new.final_payment > greatest(promised, old.advance_payment + old.final_payment) then
    raise exception 'El cliente aprobó %: no recibas más que eso sin su aprobación.', private.format_clp(promised)
      using errcode = '23514';
  end if;
  if total > coalesce(old.total_amount, 0) and new.status <> 'quoted'
    and (new.status <> old.status or new.status in ('delivered', 'cancelled')) then
    raise exception 'El cliente aprobó %. Para cobrar más, envíale antes un nuevo presupuesto.',
      private.format_clp(promised)
      using errcode = '23514';
  end if;
  if new.status <> old.status and new.status not in ('quoted', 'cancelled')
    and (old.status = 'quoted' or new.status in ('completed', 'delivered')) then
    raise exception 'El cliente aprobó % y no ha aprobado %. Espera su respuesta, anota su aprobación o vuelve a ese precio.',
      private.format_clp(promised), private.format_clp(total)
      using errcode = '23514';
  end if;
  if total <= coalesce(old.total_amount, 0) or new.status = 'quoted' then
    return new;
  end if;
  new.status := 'quoted';
  return private.stamp_status(new, old);
end
$$;
drop function private.forget_approved_price(uuid);

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
    and (old.total_amount, old.technical_work) is distinct from (new.total_amount, new.technical_work))
  execute function private.stamp_open_quote();

-- Who raised the price of an order last; null if nobody did or it is not known.
create function private.price_raiser(p_order_id uuid) returns uuid
language sql stable security definer set search_path = '' as $$
  select e.actor_id from public.order_events e
  where e.order_id = p_order_id
    and (e.changes #>> '{total_amount,1}')::bigint > coalesce((e.changes #>> '{total_amount,0}')::bigint, 0)
  order by e.id desc limit 1
$$;
revoke all on function private.price_raiser(uuid) from public, anon, authenticated;

-- A customer's yes by phone ('phone') or at the counter ('counter'), noted by a member of staff as such: p_said_by is
-- who said it; p_amount and p_version are of the quote that was read out. Not by whoever raised the price above an
-- approved one. Answers the order's status and version; of an order that has an answer already, the one that stands.
create function public.record_approval(
  p_order_id uuid, p_channel text, p_said_by text, p_amount bigint, p_version text
)
returns table (status text, version integer)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  target public.service_orders;
  said_by text := nullif(btrim(p_said_by, E' \t\r\n'), '');
  place text := case p_channel when 'phone' then 'por teléfono' when 'counter' then 'en el local' end;
  by_whom text;
begin
  if not private.is_staff() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
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
  if p_amount is distinct from coalesce(target.total_amount, 0)
    or p_version is distinct from private.quote_version(target) then
    raise exception 'El presupuesto cambió. Léele al cliente el nuevo antes de anotar su aprobación.'
      using errcode = '23514';
  end if;
  if target.total_amount > private.approved_price(target.id)
    and private.price_raiser(target.id) is not distinct from (select auth.uid()) then
    raise exception 'Subiste este precio: la aprobación la anota otra persona del taller, o el cliente responde por su enlace.'
      using errcode = '42501';
  end if;
  update public.service_orders o set status = 'approved', approved_at = now(), rejected_at = null where o.id = target.id
  returning * into target;
  select p.full_name into by_whom from public.profiles p where p.id = (select auth.uid());
  -- The customer reads in the portal and in the message how it was given.
  update public.decision_history h
  set message = format('%s aprobó el presupuesto de %s %s. Lo anotó %s.', said_by,
    private.format_clp(target.total_amount), place, by_whom)
  where h.order_id = target.id and h.created_at = now();
  update public.whatsapp_messages m set params[2] = 'aprobado ' || place
  where m.order_id = target.id and m.event = 'approved' and m.created_at = now() and m.state = 'queued';
  insert into public.decision_origins (decision_id, order_id, account_id, account_name)
  select h.id, target.id, (select auth.uid()), by_whom
  from public.decision_history h where h.order_id = target.id and h.created_at = now();
  return query select target.status, target.version;
end
$$;
revoke all on function public.record_approval from public, anon, authenticated;
grant execute on function public.record_approval to authenticated;

-- Sends an open quote again as it is. One that is on its way, or went out within a minute, is not sent twice.
create function public.resend_quote(p_order_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  target public.service_orders;
begin
  if not private.is_staff() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  select * into target from public.service_orders o where o.id = p_order_id for update;
  if target.status is distinct from 'quoted' then
    raise exception 'La orden no tiene un presupuesto por responder.' using errcode = '23514';
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

-- Runs after guard_service_order, which settles the total: triggers of one event run in the order of their names. Money
-- that was given back or never received is taken off by the desk, whatever the state.
create or replace function private.guard_final_payment() returns trigger
language plpgsql set search_path = '' as $$
begin
  if not private.is_api_caller() then
    return new;
  end if;
  if new.final_payment > old.final_payment and new.status <> 'delivered' then
    raise exception 'El pago del saldo se registra al entregar la orden.' using errcode = '23514';
  end if;
  if (new.status = old.status or new.final_payment < old.final_payment)
    and private.my_role() not in ('admin', 'receptionist') then
    raise exception 'Solo administración y recepción registran pagos después de la entrega.' using errcode = '42501';
  end if;
  if new.final_payment > old.final_payment
    and new.final_payment > greatest(coalesce(new.total_amount, 0) - new.advance_payment, 0) then
    raise exception 'El pago supera el saldo de la orden.' using errcode = '23514';
  end if;
  return new;
end
$$;
