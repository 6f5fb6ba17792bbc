-- A status that does not exist is said to be one. The name puts the trigger before guard_service_order, which knows only those that do.
create function private.refuse_unknown_status() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise exception 'El estado «%» no existe.', coalesce(new.status, '') using errcode = '23514';
end
$$;
create trigger check_order_status before insert or update of status on public.service_orders
  for each row when (
    new.status is null
    or new.status not in ('pending', 'in_progress', 'quoted', 'approved', 'rejected', 'completed', 'cancelled', 'delivered')
  )
  execute function private.refuse_unknown_status();
