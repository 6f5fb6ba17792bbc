-- An approved quote is a promise: a price above what the customer approved asks the customer again, whoever raises it.

-- What the customer approved, while the approval stands: a price that was lowered may go back up to it.
create table private.approved_prices (
  order_id uuid primary key references public.service_orders (id) on delete cascade,
  amount bigint not null
);
alter table private.approved_prices enable row level security;
revoke all on private.approved_prices from public, anon, authenticated;

create function private.approved_price(p_order_id uuid) returns bigint
language sql stable security definer set search_path = '' as $$
  select amount from private.approved_prices where order_id = p_order_id
$$;

create function private.keep_approved_price(p_order_id uuid, p_amount bigint) returns void
language sql security definer set search_path = '' as $$
  insert into private.approved_prices (order_id, amount) values (p_order_id, p_amount)
  on conflict (order_id) do update set amount = excluded.amount
$$;

-- The order's trigger is SECURITY INVOKER and calls these as the caller. The schema is not exposed, so nobody else can.
revoke all on function private.approved_price(uuid), private.keep_approved_price(uuid, bigint) from public, anon;
grant execute on function private.approved_price(uuid), private.keep_approved_price(uuid, bigint) to authenticated, service_role;

-- Fires after guard_service_order, which settles the total: triggers of one event run in the order of their names.
create function private.guard_approved_price() returns trigger
language plpgsql set search_path = '' as $$
declare
  promised bigint;
begin
  if new.status = 'approved' and old.status <> 'approved' then
    perform private.keep_approved_price(new.id, coalesce(new.total_amount, 0));
    return new;
  end if;
  -- Without an approval the price is the shop's; a quote that is sent again asks by itself.
  if old.approved_at is null or new.status = 'quoted' or not private.is_api_caller()
    or coalesce(new.total_amount, 0) <= coalesce(old.total_amount, 0) then
    return new;
  end if;
  promised := coalesce(private.approved_price(new.id), old.total_amount, 0);
  if new.total_amount <= promised then
    return new;
  end if;
  if new.status <> old.status or new.status in ('delivered', 'cancelled') then
    raise exception 'El cliente aprobó %. Para cobrar más, envíale antes un nuevo presupuesto.', private.format_clp(promised)
      using errcode = '23514';
  end if;
  new.status := 'quoted';
  return private.stamp_status(new, old);
end
$$;
create trigger guard_service_order_promise before update on public.service_orders
  for each row execute function private.guard_approved_price();
