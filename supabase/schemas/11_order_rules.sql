-- Rules for changes of an order, and the columns that the server stamps. Triggers hold them, so that a plain update
-- through the API follows the same rules as the interface.
-- Triggers of one event run in the order of their names: check_… (the words), guard_… (the rules), then
-- move_device_code.

create trigger check_order_status before insert or update of status on public.service_orders
  for each row when (new.status is null or new.status <> all (private.statuses_in()))
  execute function private.refuse_unknown_status();

-- Price: quote and total_amount are one amount under two names; whichever the writer changed wins, quote first.
create function private.settle_amount(quote_new bigint, quote_old bigint, total_new bigint, total_old bigint)
  returns bigint
language sql immutable set search_path = '' as $$
  select case
    when quote_new is distinct from quote_old then coalesce(quote_new, 0)
    when total_new is distinct from total_old then coalesce(total_new, 0)
    else total_new
  end
$$;

-- Whether the shop quotes after the intake: new orders may then leave their work open (REC-15).
create function private.quotes_later() returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(bool_or(s.value -> 'quoteLater' = 'true'), false)
  from public.setting_sections s where s.section = 'desk'
$$;
revoke all on function private.quotes_later from public, anon;
grant execute on function private.quotes_later to authenticated, service_role;

-- An order added through the API begins pending, with the caller as its author and without stamps.
create function private.guard_new_order(new public.service_orders) returns public.service_orders
language plpgsql set search_path = '' as $$
begin
  if new.status <> 'pending' then
    raise exception 'Una orden nueva comienza pendiente.' using errcode = '23514';
  end if;
  if trim(new.technical_work) = '' and not private.quotes_later() then
    raise exception 'Describe el trabajo a realizar.' using errcode = '23514';
  end if;
  new.receptionist_id := (select auth.uid());
  new.approved_at := null;
  new.rejected_at := null;
  new.delivered_at := null;
  new.quoted_at := null;
  new.completed_at := null;
  new.warranty_days := null;
  new.device_code_stored := false;
  return new;
end
$$;

-- The rules of a status change by a member of staff; also the stamps that the specification leaves to the client.
create function private.change_status(new public.service_orders, old public.service_orders) returns public.service_orders
language plpgsql set search_path = '' as $$
begin
  case new.status
    when 'approved', 'rejected' then
      raise exception 'Solo el cliente aprueba o rechaza un presupuesto.' using errcode = '42501';
    when 'cancelled' then
      if not private.may('orders.cancel') then
        raise exception 'Solo administración y técnicos cancelan órdenes.' using errcode = '42501';
      end if;
      return private.state_cancellation(new, old);
    when 'delivered' then
      if new.warranty_days is null then
        raise exception 'Por favor, ingrese un número válido de días de garantía.' using errcode = '23514';
      end if;
      if old.status in ('rejected', 'cancelled') or new.unrepaired_reason is not null then
        return private.hand_back(new, old);
      end if;
    when 'quoted' then
      if new.total_amount is null then
        raise exception 'Por favor, ingrese un monto válido para el presupuesto.' using errcode = '23514';
      end if;
    when 'pending' then
      if private.may('orders.do-repair') then
        new.technician_id := null;
      end if;
    when 'in_progress', 'completed' then
      if private.may('orders.do-repair') then
        new.technician_id := (select auth.uid());
      end if;
    else
      -- A state that asks for nothing.
  end case;
  return new;
end
$$;

-- The remaining days of warranty, counted from an earlier delivery; null for none of their own.
create function private.days_left(p_since timestamptz, p_days integer) returns integer
language sql stable set search_path = '' as $$
  select case when p_days is not null then greatest(private.shop_day(p_since) + p_days - private.shop_day(now()), 0) end
$$;

-- Dates that follow from a change of status, for every writer. A delivered order that is taken back keeps the ends of
-- its warranty, whatever a later delivery names (WARR-17).
create function private.stamp_status(new public.service_orders, old public.service_orders) returns public.service_orders
language plpgsql set search_path = '' as $$
begin
  if old.status = 'delivered' and (old.warranty_since is not null or private.has_warranty(old)) then
    new.warranty_since := old.delivered_at;
  end if;
  if new.status in ('pending', 'in_progress', 'quoted') then
    new.completed_at := null;
    new.delivered_at := null;
  end if;
  if new.status = 'quoted' then
    new.quoted_at := now();
    new.approved_at := null;
    new.rejected_at := null;
    if trim(new.technical_work) = '' then
      new.technical_work := 'Reparación general';
    end if;
  elsif new.status = 'completed' then
    new.completed_at := now();
  elsif new.status = 'delivered' then
    new.delivered_at := now();
    new.completed_at := coalesce(old.completed_at, now());
    if old.warranty_since is not null then
      new.warranty_days := private.days_left(old.warranty_since, coalesce(old.warranty_days, 0));
      new.parts_warranty_days := private.days_left(old.warranty_since, old.parts_warranty_days);
    end if;
  end if;
  return new;
end
$$;
grant execute on function private.settle_amount, private.guard_new_order, private.change_status, private.days_left,
  private.stamp_status to authenticated, service_role;

-- The rules of an order, for every writer: trimmed texts, rights to change columns, and stamps of the server.
create function private.guard_service_order() returns trigger
language plpgsql set search_path = '' as $$
declare
  by_api boolean := private.is_api_caller();
  is_desk boolean;
  given_reason text;
begin
  -- What follows from its waits and from the opening hours changes nothing of what a form has read: its version stays.
  if tg_op = 'UPDATE' and (new.on_hold, new.at_risk_from) is distinct from (old.on_hold, old.at_risk_from)
    and to_jsonb(new) - array['on_hold', 'at_risk_from'] = to_jsonb(old) - array['on_hold', 'at_risk_from'] then
    return new;
  end if;
  new.customer_rut := private.normalize_rut(new.customer_rut);
  new.customer_name := trim(new.customer_name);
  new.customer_phone := trim(new.customer_phone);
  new.imei := nullif(trim(new.imei), '');

  if tg_op = 'INSERT' then
    if by_api then
      new := private.guard_new_order(new);
    end if;
    new.quote := coalesce(nullif(new.quote, 0), new.total_amount, 0);
    new.total_amount := case when new.import_key is null then new.quote else new.total_amount end;
    return new;
  end if;

  if by_api and new.quote_lines is distinct from old.quote_lines then
    perform private.keep_line_costs(new.id, new.quote_lines);
    new.quote_lines := private.checked_lines(new.quote_lines);
  end if;
  new.total_amount := case when new.quote_lines is distinct from old.quote_lines
    then private.lines_total(new.quote_lines)
    else private.settle_amount(new.quote, old.quote, new.total_amount, old.total_amount) end;
  new.quote := coalesce(new.total_amount, 0);

  if by_api then
    is_desk := private.may('order-form');
    if not is_desk and (private.edits_desk_columns(new, old)
      or (new.technician_id is distinct from old.technician_id
        and new.technician_id is distinct from (select auth.uid()) and new.technician_id is not null)) then
      raise exception 'Solo administración y recepción editan los datos de la orden.' using errcode = '42501';
    end if;
    if (new.warranty_days, new.parts_warranty_days) is distinct from (old.warranty_days, old.parts_warranty_days)
      and (new.status = old.status and not is_desk
        or (old.status = 'delivered' or old.warranty_since is not null)
          and (new.status <> 'delivered' or old.status = 'delivered')) then
      raise exception 'La garantía se fija al entregar la orden; después la corrige administración, con un motivo.'
        using errcode = '42501';
    end if;
    -- Stamps are the server's, whatever was sent.
    new.approved_at := old.approved_at;
    new.rejected_at := old.rejected_at;
    new.delivered_at := old.delivered_at;
    new.completed_at := old.completed_at;
    new.updated_at := now();
    -- A reason comes with its cancellation and ends with it.
    given_reason := new.cancellation_reason;
    new.cancellation_reason := case when new.status = old.status then old.cancellation_reason end;
    new.unrepaired_reason := case
      when new.status = old.status then old.unrepaired_reason
      else nullif(btrim(new.unrepaired_reason, E' \t\r\n'), '')
    end;
    if new.status is distinct from old.status then
      if new.status = 'cancelled' then
        new.cancellation_reason := given_reason;
      end if;
      new := private.change_status(new, old);
    end if;
  elsif new.updated_at is not distinct from old.updated_at then
    new.updated_at := now();
  end if;

  if new.status is distinct from old.status then
    new := private.stamp_status(new, old);
  end if;
  if new.anonymized_at is not null then
    new.cancellation_reason := null;
  end if;
  if new.status <> 'delivered' then
    new.unrepaired_reason := null;
  end if;
  new.version := old.version + 1;
  return new;
end
$$;
create trigger guard_service_order before insert or update on public.service_orders
  for each row execute function private.guard_service_order();

-- The lines follow a total that was written as one number, by whoever and whatever rule. Its name comes after those of
-- the rules; it fires always, since the check of the table does.
create function private.settle_quote_lines() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.quote_lines := private.follow_total(new.id, coalesce(new.quote_lines, '[]'), new.total_amount);
  return new;
end
$$;
create trigger settle_quote_lines_insert before insert on public.service_orders
  for each row execute function private.settle_quote_lines();
create trigger settle_quote_lines_update before update on public.service_orders
  for each row when ((old.total_amount, old.quote_lines) is distinct from (new.total_amount, new.quote_lines))
  execute function private.settle_quote_lines();
alter table public.service_orders enable always trigger settle_quote_lines_insert;
alter table public.service_orders enable always trigger settle_quote_lines_update;

-- Runs after guard_service_order, which settles the total: triggers of one event run in the order of their names. Money
-- that was given back or never received is taken off by the desk, whatever the state, and so is a refund that was not one.
create function private.guard_final_payment() returns trigger
language plpgsql set search_path = '' as $$
begin
  if not private.is_api_caller() or private.is_correction() then
    return new;
  end if;
  if new.final_payment > old.final_payment and new.status <> 'delivered' then
    raise exception 'El pago del saldo se registra al entregar la orden.' using errcode = '23514';
  end if;
  if (new.status = old.status or new.final_payment < old.final_payment)
    and not private.may('orders.receive-payment') then
    raise exception 'Solo administración y recepción registran pagos después de la entrega.' using errcode = '42501';
  end if;
  if new.final_payment > old.final_payment
    and new.final_payment > greatest(coalesce(new.total_amount, 0) - new.advance_payment, 0) then
    raise exception 'El pago supera el saldo de la orden.' using errcode = '23514';
  end if;
  return new;
end
$$;
create trigger guard_service_order_payment before update on public.service_orders
  for each row when (new.final_payment is distinct from old.final_payment)
  execute function private.guard_final_payment();

-- The reason of a cancellation has a column (ORD-55), and what a technician may change on an order is named: every
-- other column, a new one as well, is closed to technicians (ORD-54).

-- The line of the notes with the reason, for the customer. This is the only copy of the specified words.
create function private.cancellation_note(p_reason text) returns text
language sql immutable set search_path = '' as $$
  select 'Motivo de cancelación: ' || p_reason
$$;

-- The reason that notes tell in their last such line, for those who cancel by writing it there; null where there is
-- none.
create function private.noted_reason(p_notes text) returns text
language sql immutable set search_path = '' as $$
  select nullif(btrim(substring(p_notes from '.*' || trim(private.cancellation_note('')) || '(.*)$'), E' \t\r\n'), '')
$$;

-- The columns of an order that a technician may change. Of these, guard_service_order and the triggers after it set the
-- stamps, the guarantee and the payment under rules of their own.
-- shared/src/orders/fields/order-fields.ts has the same rule for the form's fields.
create function private.technician_columns() returns text[]
language sql immutable set search_path = '' as $$
  select array[
    'status', 'technical_work', 'quote', 'total_amount', 'quote_lines', 'technician_id', 'notes', 'cancellation_reason',
    'unrepaired_reason', 'warranty_days', 'warranty_outcome', 'warranty_reason', 'final_payment', 'updated_at',
    'approved_at', 'rejected_at', 'delivered_at', 'completed_at', 'parts_warranty_days', 'payment_details'
  ]
$$;

-- Whether columns change that are not a technician's to change.
create function private.edits_desk_columns(new public.service_orders, old public.service_orders) returns boolean
language sql immutable set search_path = '' as $$
  select exists (
    select from jsonb_each(to_jsonb(new)) as n
    where n.key <> all (private.technician_columns()) and n.value is distinct from to_jsonb(old) -> n.key
  )
$$;
grant execute on function private.cancellation_note, private.noted_reason, private.technician_columns,
  private.edits_desk_columns to authenticated, service_role;

-- The reason of a cancellation, from the column or else from the notes; the notes contain it in either case.
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
grant execute on function private.state_cancellation to authenticated, service_role;

-- Times from outside, of a purchase or an imported order, must be ordinary dates (SEC-60): browsers cannot show
-- infinite times and distant years, and one such row would break a screen for everybody.

-- Refuses a row with a time outside the years 1900 to 2099 in one of the columns that the trigger names.
create function private.check_times() returns trigger
language plpgsql set search_path = '' as $$
declare
  content jsonb := to_jsonb(new);
  named text;
begin
  foreach named in array tg_argv loop
    if (content ->> named)::timestamptz not between '1900-01-01' and '2100-01-01' then
      raise exception 'La fecha no es posible: elige una entre los años 1900 y 2099.' using errcode = '23514';
    end if;
  end loop;
  return new;
end
$$;
revoke all on function private.check_times from public, anon, authenticated;
create trigger check_imported_times before insert on public.service_orders for each row
  when (new.import_key is not null) execute function private.check_times('created_at', 'updated_at');
create trigger check_promised_time before insert or update of promised_at on public.service_orders for each row
  when (new.promised_at is not null) execute function private.check_times('promised_at');

-- Orders are assigned to those who work here.
create function private.guard_technician() returns trigger
language plpgsql set search_path = '' as $$
begin
  if private.is_api_caller() and not exists (
    select from public.profiles p where p.id = new.technician_id and p.role <> 'customer') then
    raise exception 'Esa persona ya no trabaja aquí: elige a otra.' using errcode = '23503';
  end if;
  return new;
end
$$;
create trigger guard_technician_insert before insert on public.service_orders
  for each row when (new.technician_id is not null) execute function private.guard_technician();
create trigger guard_technician_update before update of technician_id on public.service_orders
  for each row when (new.technician_id is not null and new.technician_id is distinct from old.technician_id)
  execute function private.guard_technician();
