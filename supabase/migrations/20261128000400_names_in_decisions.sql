-- Who said yes by phone stands in the line of the decision (ORD-91), and goes with the person (PRIV-05).

create or replace function private.anonymize_orders(p_ids uuid[]) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  last_event bigint := coalesce((select max(e.id) from public.order_events e), 0);
  done integer;
begin
  with person as (
    select r.customer_rut, '00' || lpad(nextval('private.anonymous_ruts')::text, 6, '0') || '-0' as nobody
    from (select distinct o.customer_rut from public.service_orders o where o.id = any (p_ids) order by 1) as r
  ), device as (
    -- Two devices of one model stay two.
    select o.id, 'Equipo ' || dense_rank() over (partition by o.customer_rut order by o.imei) as name
    from public.service_orders o where o.id = any (p_ids) and o.imei is not null
  )
  update public.service_orders o set
    customer_name = 'Cliente anonimizado', customer_phone = '-', customer_address = null, customer_rut = person.nobody,
    imei = (select d.name from device d where d.id = o.id), equipment_condition = '', work_description = '',
    technical_work = '', notes = null, password_type = null, device_code_stored = false, anonymized_at = now()
  from person
  where o.id = any (p_ids) and o.anonymized_at is null and person.customer_rut = o.customer_rut;
  get diagnostics done = row_count;
  -- What 'Deshacer' would bring back.
  delete from private.undoable_changes u where u.order_id = any (p_ids);

  -- The update has written what it took away to the timeline.
  delete from public.order_events e where e.order_id = any (p_ids) and e.id > last_event;
  update public.order_events e set
    changes = private.impersonal_changes(e.changes),
    actor_id = case when e.actor_role = 'customer' then null else e.actor_id end,
    actor_name = case when e.actor_role = 'customer' then null else e.actor_name end
  where e.order_id = any (p_ids);
  perform private.add_order_event(o, 'anonymized', '{}') from public.service_orders o where o.id = any (p_ids);
  delete from public.service_order_internal i where i.order_id = any (p_ids);
  delete from public.decision_origins d where d.order_id = any (p_ids);
  update public.decision_history h
  set message = regexp_replace(h.message, '^.*( aprobó el presupuesto de )', 'El cliente\1')
  where h.order_id = any (p_ids);
  delete from public.notifications n where n.order_id = any (p_ids);
  delete from public.whatsapp_messages m where m.order_id = any (p_ids);
  delete from public.whatsapp_replies r where r.order_id = any (p_ids);
  return done;
end
$$;
