-- What may be changed on an order, by whom, and what the server stamps. In one place, so that a plain update through
-- the API follows the same rules as the interface.
-- Triggers of one event run in the order of their names: check_… (the words), guard_… (the rules), then
-- move_device_code.

-- Names a status that does not exist.
create function private.refuse_unknown_status() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise exception 'El estado «%» no existe.', coalesce(new.status, '') using errcode = '23514';
end
$$;
create trigger check_order_status before insert or update of status on public.service_orders
  for each row when (
    new.status is null
    or new.status not in ('pending', 'in_progress', 'quoted', 'approved', 'rejected', 'completed', 'cancelled',
    'delivered')
  )
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

-- An order that comes through the API begins pending, taken in by the caller, without stamps.
create function private.guard_new_order(new public.service_orders) returns public.service_orders
language plpgsql set search_path = '' as $$
begin
  if new.status <> 'pending' then
    raise exception 'Una orden nueva comienza pendiente.' using errcode = '23514';
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

-- Whether columns of the order form change, which only those who edit orders (admin, receptionist) may.
create function private.edits_form_columns(new public.service_orders, old public.service_orders) returns boolean
language sql immutable set search_path = '' as $$
  select (new.customer_name, new.customer_phone, new.customer_address, new.customer_rut, new.equipment_type,
      new.equipment_brand, new.equipment_model, new.imei, new.equipment_condition, new.work_description,
        new.advance_payment, new.password_type)
    is distinct from
    (old.customer_name, old.customer_phone, old.customer_address, old.customer_rut, old.equipment_type,
      old.equipment_brand, old.equipment_model, old.imei, old.equipment_condition, old.work_description,
        old.advance_payment, old.password_type)
    or new.device_password is not null
$$;

-- The rules of a status change by a member of staff; also the stamps that the specification leaves to the client.
create function private.change_status(new public.service_orders, old public.service_orders, actor_role text)
  returns public.service_orders
language plpgsql set search_path = '' as $$
begin
  case new.status
    when 'approved', 'rejected' then
      raise exception 'Solo el cliente aprueba o rechaza un presupuesto.' using errcode = '42501';
    when 'cancelled' then
      if actor_role not in ('admin', 'technician') then
        raise exception 'Solo administración y técnicos cancelan órdenes.' using errcode = '42501';
      end if;
      if new.notes is not distinct from old.notes
        or coalesce(substring(new.notes from '.*Motivo de cancelación:(.*)$'), '') !~ '\S' then
        raise exception 'Escribe el motivo de cancelación.' using errcode = '23514';
      end if;
    when 'delivered' then
      if new.warranty_days is null then
        raise exception 'Por favor, ingrese un número válido de días de garantía.' using errcode = '23514';
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
  end case;
  return new;
end
$$;

-- Dates that follow from a change of status, for every writer.
create function private.stamp_status(new public.service_orders, old public.service_orders) returns public.service_orders
language plpgsql set search_path = '' as $$
begin
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
  end if;
  return new;
end
$$;

grant execute on function private.settle_amount, private.guard_new_order, private.edits_form_columns,
  private.change_status, private.stamp_status
  to authenticated, service_role;

-- The rules of an order, for every writer: what is trimmed, who may change what, which stamps are the server's.
create function private.guard_service_order() returns trigger
language plpgsql set search_path = '' as $$
declare
  by_api boolean := private.is_api_caller();
  actor_role text := private.my_role();
begin
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

  new.total_amount := private.settle_amount(new.quote, old.quote, new.total_amount, old.total_amount);
  new.quote := coalesce(new.total_amount, 0);

  if by_api then
    if actor_role = 'technician' and (private.edits_form_columns(new, old)
      or (new.technician_id is distinct from old.technician_id and new.technician_id is distinct
        from (select auth.uid())
        and new.technician_id is not null)) then
      raise exception 'Solo administración y recepción editan los datos de la orden.' using errcode = '42501';
    end if;
    if new.status = old.status and new.warranty_days is distinct from old.warranty_days
      and actor_role = 'technician' then
      raise exception 'La garantía se fija al entregar la orden.' using errcode = '42501';
    end if;
    -- Stamps are the server's, whatever was sent.
    new.approved_at := old.approved_at;
    new.rejected_at := old.rejected_at;
    new.delivered_at := old.delivered_at;
    new.completed_at := old.completed_at;
    new.updated_at := now();
    if new.status is distinct from old.status then
      new := private.change_status(new, old, actor_role);
    end if;
  elsif new.updated_at is not distinct from old.updated_at then
    new.updated_at := now();
  end if;

  if new.status is distinct from old.status then
    new := private.stamp_status(new, old);
  end if;
  new.version := old.version + 1;
  return new;
end
$$;
create trigger guard_service_order before insert or update on public.service_orders
  for each row execute function private.guard_service_order();

-- Runs after guard_service_order, which settles the total: triggers of one event run in the order of their names.
create function private.guard_final_payment() returns trigger
language plpgsql set search_path = '' as $$
begin
  if not private.is_api_caller() then
    return new;
  end if;
  if new.status <> 'delivered' then
    raise exception 'El pago del saldo se registra al entregar la orden.' using errcode = '23514';
  end if;
  if new.status = old.status and private.my_role() not in ('admin', 'receptionist') then
    raise exception 'Solo administración y recepción registran pagos después de la entrega.' using errcode = '42501';
  end if;
  if new.final_payment > greatest(coalesce(new.total_amount, 0) - new.advance_payment, 0) then
    raise exception 'El pago supera el saldo de la orden.' using errcode = '23514';
  end if;
  return new;
end
$$;
create trigger guard_service_order_payment before update on public.service_orders
  for each row when (new.final_payment is distinct from old.final_payment)
  execute function private.guard_final_payment();
