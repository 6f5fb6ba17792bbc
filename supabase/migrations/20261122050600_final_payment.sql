-- What the customer paid when the device was handed over, beside the advance: total_amount - advance_payment - final_payment is still owed.

alter table public.service_orders
  add column final_payment bigint not null default 0 check (final_payment between 0 and 1000000000);
grant update (final_payment) on public.service_orders to authenticated;

-- Fires after guard_service_order, which settles the total: triggers of one event run in the order of their names.
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
