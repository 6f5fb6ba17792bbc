-- Two ways around rules of an order: an upsert that reaches an order that is in already, and a quote that the shop takes back.

-- Takes device_password, a sealed text, out of the row before it is stored. A null leaves the stored code alone (a form that was read
-- never has it); another password type, or none, removes it (ORD-04). This trigger runs before a conflict is seen: an insert that would
-- become an update, or nothing, must not have written the code of the order that is in.
create or replace function private.move_device_code() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  sealed text := nullif(new.device_password, '');
  had boolean := false;
  retyped boolean := false;
begin
  new.device_password := null;
  if tg_op = 'UPDATE' then
    had := old.device_code_stored;
    retyped := new.password_type is distinct from old.password_type;
  elsif sealed is not null and exists (select from public.service_orders o where o.id = new.id) then
    raise unique_violation using
      message = 'La orden ya existe. Para cambiar la clave del equipo, edita la orden.',
      schema = 'public', table = 'service_orders', constraint = 'service_orders_pkey';
  end if;
  if retyped then
    new.device_code_stored := false;
  end if;
  if had and not new.device_code_stored then
    perform private.forget_device_code(new.id);
  end if;
  if sealed is not null then
    if new.password_type is null then
      raise exception 'Elige el tipo de clave antes de escribirla.' using errcode = '23514';
    end if;
    perform private.store_device_code(new.id, sealed);
    new.device_code_stored := true;
  end if;
  if tg_op = 'UPDATE' and (sealed is not null or had <> new.device_code_stored) then
    perform private.add_order_event(new, case
      when not had then 'code_added'
      when sealed is not null then 'code_replaced'
      when retyped then 'code_removed'
      else 'code_erased'
    end, '{}');
  end if;
  return new;
end
$$;

create function private.forget_approved_price(p_order_id uuid) returns void
language sql security definer set search_path = '' as $$
  delete from private.approved_prices where order_id = p_order_id
$$;
revoke all on function private.forget_approved_price(uuid) from public, anon;
grant execute on function private.forget_approved_price(uuid) to authenticated, service_role;

-- What the customer approved stays the promise until the customer answers another quote, although a quote that is sent again clears the stamp
-- of the approval: otherwise the shop would take its own quote back and be free to raise the price. A rejection ends the promise.
create or replace function private.guard_approved_price() returns trigger
language plpgsql set search_path = '' as $$
declare
  promised bigint;
begin
  if new.status = 'approved' and old.status <> 'approved' then
    perform private.keep_approved_price(new.id, coalesce(new.total_amount, 0));
    return new;
  end if;
  if new.status = 'rejected' and old.status <> 'rejected' then
    perform private.forget_approved_price(new.id);
    return new;
  end if;
  -- A quote that is sent again asks by itself.
  if (new.status = 'quoted' and old.status <> 'quoted') or not private.is_api_caller()
    or coalesce(new.total_amount, 0) <= coalesce(old.total_amount, 0) then
    return new;
  end if;
  promised := coalesce(private.approved_price(new.id), case when old.approved_at is not null then coalesce(old.total_amount, 0) end);
  -- Without an approval the price is the shop's.
  if promised is null or new.total_amount <= promised then
    return new;
  end if;
  if old.status = 'quoted' and new.status = 'quoted' then
    raise exception 'El cliente aprobó % y tiene un presupuesto sin responder. Para cobrar más, pasa la orden a En Progreso y envíale otro.',
      private.format_clp(promised) using errcode = '23514';
  end if;
  if new.status <> old.status or new.status in ('delivered', 'cancelled') then
    raise exception 'El cliente aprobó %. Para cobrar más, envíale antes un nuevo presupuesto.', private.format_clp(promised)
      using errcode = '23514';
  end if;
  new.status := 'quoted';
  return private.stamp_status(new, old);
end
$$;
