-- A number that was searched as a phone is kept as one: the nine digits of a landline look like a RUT without its
-- dash, and the erasure of its owner left them in the log (PRIV-09). Else as before
-- (20261122193500_searches_seen.sql).
create or replace function private.record_look(
  p_actor uuid, p_kind text, p_order uuid, p_customers uuid[], p_subject text, p_source text, p_rows integer, p_by text
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  actor public.profiles;
  customers uuid[];
begin
  select * into actor from public.profiles p where p.id = p_actor and p.role in ('admin', 'technician', 'receptionist');
  if actor.id is null then
    return;
  end if;
  if p_customers is not null then
    select array_agg(p.id) into customers from public.profiles p where p.id = any (p_customers) and p.role = 'customer';
    if customers is null then
      return;
    end if;
  end if;
  insert into private.looks as l (actor_id, actor_name, actor_role, kind, order_id, customer_id, subject, source, rows, searched_by)
  values (
    actor.id, actor.full_name, actor.role,
    case when cardinality(customers) = 1 then 'customer' else p_kind end, p_order, case when cardinality(customers) = 1 then customers[1] end,
    case when p_subject is not null then
      case when p_by is distinct from 'phone' and private.is_rut(private.normalize_rut(p_subject))
        then private.normalize_rut(p_subject) else private.phone_key(p_subject) end end,
    p_source, coalesce(cardinality(customers), p_rows), case when p_kind = 'search' then p_by end
  )
  on conflict (actor_id, hour, kind, about, coalesce(subject, ''), coalesce(searched_by, '')) do update set rows = l.rows + excluded.rows
    where l.kind in ('list', 'export');
end
$$;

