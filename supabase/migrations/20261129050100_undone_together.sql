-- 'Deshacer' of what several orders were changed to, and of a quote that was corrected (MSG-25).

drop trigger remember_status on public.service_orders;
-- Its name comes after record_service_order, which queues the message. Not for the customer's decision. An open quote
-- that changes is sent like a new one.
create trigger remember_status after update on public.service_orders
  for each row when (((new.status is distinct from old.status and new.status not in ('approved', 'rejected'))
      or (new.status = 'quoted' and old.status = 'quoted' and (new.total_amount, new.technical_work)
        is distinct from (old.total_amount, old.technical_work)))
    and private.is_api_caller())
  execute function private.keep_undoable_change();

-- undo_status for up to 50 orders: p_orders is [{id, version}]. For each its number and why it was not taken back, null
-- if it was.
create function public.undo_statuses(p_orders jsonb)
returns table (id uuid, order_number integer, reason text)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
begin
  if not private.is_staff() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  if jsonb_typeof(p_orders) is distinct from 'array' or jsonb_array_length(p_orders) not between 1 and 50 then
    raise exception 'Elige entre 1 y 50 órdenes.' using errcode = '22023';
  end if;
  -- In one order for everybody, as change_orders.
  for id, order_number, reason in
    select s.id, s.order_number, e ->> 'version' from jsonb_array_elements(p_orders) as e
    join public.service_orders s on s.id = (e ->> 'id')::uuid order by s.id
  loop
    begin
      perform public.undo_status(id, reason::integer);
      reason := null;
    exception when check_violation then
      reason := sqlerrm;
    end;
    return next;
  end loop;
end
$$;
revoke all on function public.undo_statuses from public, anon, authenticated;
grant execute on function public.undo_statuses to authenticated;
