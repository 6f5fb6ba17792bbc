-- The public's view of orders tells of one order, whose number the caller names (PUB-03): it can neither be listed nor
-- counted, by anybody, through whichever API. Grouping by the number makes conditions on it choose the rows first,
-- as they are part of the group's key, and any other condition last; a page of one row reads a second one to find the
-- end of its group.

-- True for the first order that a statement reads; an error at the second one. Costly, so that the planner lets the
-- condition on the number choose the row before.
create function private.is_only_order(p_order_number integer) returns boolean
language plpgsql volatile parallel unsafe cost 100000 set search_path = '' as $$
declare
  statement text := statement_timestamp()::text || ' ';
  first_read text := current_setting('taller.public_order', true);
begin
  if first_read like statement || '%' and first_read <> statement || p_order_number then
    raise exception 'Consulta una orden por su número.' using errcode = '22023';
  end if;
  perform set_config('taller.public_order', statement || p_order_number, true);
  return true;
end
$$;
revoke all on function private.is_only_order from public;
grant execute on function private.is_only_order to anon, authenticated, service_role;

create or replace view public.public_order_status as
  select o.order_number, min(o.status) as status
  from public.service_orders o
  where private.is_only_order(o.order_number)
  group by o.order_number;

-- A view with groups has no writes: without a trigger PostgreSQL says so before it looks at rights, which is no refusal
-- but a failure to PostgREST (500).
create function private.refuse_write() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  raise exception 'Acceso no autorizado.' using errcode = '42501';
end
$$;
create trigger refuse_write instead of insert or update or delete on public.public_order_status
  for each row execute function private.refuse_write();
