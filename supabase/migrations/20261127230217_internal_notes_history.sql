-- Internal notes stay with their order and have a history (ORD-94): only their text can be changed through the API, and
-- the timeline, which staff alone read, keeps what stood before.

revoke insert, update on public.service_order_internal from authenticated;
grant insert (order_id, internal_notes), update (internal_notes) on public.service_order_internal to authenticated;

create function private.record_internal_notes() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  before text := case when tg_op = 'UPDATE' then old.internal_notes else '' end;
begin
  perform private.add_order_event(o, 'edited',
    jsonb_build_object('internal_notes', jsonb_build_array(before, new.internal_notes)))
  from public.service_orders o
  where o.id = new.order_id and new.internal_notes <> before;
  return null;
end
$$;
create trigger record_internal_notes after insert or update on public.service_order_internal
  for each row when (private.is_api_caller()) execute function private.record_internal_notes();
