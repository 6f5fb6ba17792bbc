-- An approved quote is a promise: a price above what the customer approved asks the customer again, whoever raises it.

-- What the customer approved; null unless an approval stands. A price that was lowered may go back up to it.
alter table public.service_orders add column approved_amount bigint;

-- Fires after guard_service_order, which settles the total: triggers of one event run in the order of their names.
create function private.keep_approved_price() returns trigger
language plpgsql set search_path = '' as $$
declare
  promised bigint := coalesce(old.approved_amount, old.total_amount, 0);
begin
  if new.status = 'approved' and old.status <> 'approved' then
    new.approved_amount := coalesce(new.total_amount, 0);
    return new;
  end if;
  new.approved_amount := case when new.approved_at is not null then old.approved_amount end;
  if not private.is_api_caller() or old.approved_at is null or new.status = 'quoted'
    or coalesce(new.total_amount, 0) <= greatest(promised, coalesce(old.total_amount, 0)) then
    return new;
  end if;
  if new.status <> old.status or new.status in ('delivered', 'cancelled') then
    raise exception 'El cliente aprobó %. Para cobrar más, envíale antes un nuevo presupuesto.', private.format_clp(promised)
      using errcode = '23514';
  end if;
  new.status := 'quoted';
  new := private.stamp_status(new, old);
  new.approved_amount := null;
  return new;
end
$$;
create trigger guard_service_order_promise before update on public.service_orders
  for each row execute function private.keep_approved_price();

create or replace function private.row_changes(before jsonb, after jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_object_agg(key, jsonb_build_array(before -> key, value)), '{}')
  from jsonb_each(after)
  where value is distinct from before -> key
    and key not in ('updated_at', 'version', 'device_password', 'quote', 'import_key', 'import_batch_id', 'approved_at', 'rejected_at',
      'delivered_at', 'completed_at', 'quoted_at', 'approved_amount')
$$;
