SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.anonymize_orders (
  p_ids uuid[]
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
    customer_name = 'Cliente anonimizado', customer_phone = '-', second_phone = null, customer_address = null,
    customer_rut = person.nobody, imei = (select d.name from device d where d.id = o.id), equipment_condition = '',
    work_description = '', technical_work = '', quote_lines = private.lines_of_total(o.id, o.total_amount), notes = null,
    customer_reference = null, contact_id = null, password_type = null, device_code_stored = false,
    unrepaired_reason = case when o.unrepaired_reason is not null then 'Sin detalle' end,
    warranty_reason = case when o.warranty_reason is not null then 'Sin detalle' end, anonymized_at = now()
  from person
  where o.id = any (p_ids) and o.anonymized_at is null and person.customer_rut = o.customer_rut;
  get diagnostics done = row_count;
  -- 'Deshacer' would restore these.
  delete from private.undoable_changes u where u.order_id = any (p_ids);
  update public.order_waits w set note = '' where w.order_id = any (p_ids) and w.note <> '';
  update private.part_steps s set note = ''
  from private.requested_parts p where s.part_id = p.id and p.order_id = any (p_ids) and s.note <> '';
  update private.requested_parts p set description = 'Repuesto' where p.order_id = any (p_ids) and p.item_id is null;
  update private.payments p set reference = '', note = '' where (p.reference <> '' or p.note <> '')
    and p.id in (select s.payment_id from private.payment_shares s where s.order_id = any (p_ids));
  update private.tax_annulments a set reason = 'Sin detalle' from private.tax_documents d
  join private.payment_shares s on s.payment_id = d.payment_id
  where d.id = a.document_id and s.order_id = any (p_ids);

  -- The updates have written what they took away to the timeline.
  delete from public.order_events e where e.order_id = any (p_ids) and e.id > last_event;
  update public.order_events e set
    changes = private.impersonal_changes(e.changes),
    actor_id = case when e.actor_role = 'customer' then null else e.actor_id end,
    actor_name = case when e.actor_role = 'customer' then null else e.actor_name end
  where e.order_id = any (p_ids);
  perform private.add_order_event(o, 'anonymized', '{}') from public.service_orders o where o.id = any (p_ids);
  -- Their files follow (photo_files_left).
  delete from public.order_photos p where p.order_id = any (p_ids);
  delete from public.service_order_internal i where i.order_id = any (p_ids);
  delete from public.decision_origins d where d.order_id = any (p_ids);
  update public.decision_history h
  set message = regexp_replace(h.message, '^.*( aprobó el presupuesto de )', 'El cliente\1'), quote_lines = null
  where h.order_id = any (p_ids);
  update private.approved_prices a set lines = null where a.order_id = any (p_ids) and a.lines is not null;
  delete from public.notifications n where n.order_id = any (p_ids);
  delete from public.whatsapp_messages m where m.order_id = any (p_ids);
  delete from public.whatsapp_replies r where r.order_id = any (p_ids);
  delete from private.unclaimed_attempts a where a.order_id = any (p_ids);
  return done;
end
$function$;

CREATE OR REPLACE FUNCTION private.forget_payment_words()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  update private.payments p set reference = '', note = ''
  where (p.reference <> '' or p.note <> '')
    and p.id in (select s.payment_id from private.payment_shares s where s.order_id = old.id)
    and not exists (
      select from private.payment_shares s join public.service_orders o on o.id = s.order_id
      where s.payment_id = p.id);
  update private.tax_annulments a set reason = 'Sin detalle' from private.tax_documents d
  where d.id = a.document_id
    and d.payment_id in (select s.payment_id from private.payment_shares s where s.order_id = old.id)
    and not exists (
      select from private.payment_shares s join public.service_orders o on o.id = s.order_id
      where s.payment_id = d.payment_id);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.annul_tax_document (
  p_id          uuid,
  p_document_id uuid,
  p_reason      text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  reason constant text := private.written(private.without_controls(p_reason, false));
  written private.tax_documents;
  cancels private.tax_documents;
begin
  perform private.require('orders.receive-payment');
  if not private.claim_request(p_id, 'annul_tax_document', jsonb_build_array(p_document_id, p_reason),
    'el documento quedó anulado') then
    return;
  end if;
  if reason is null or length(reason) > 500 then
    raise exception 'Escribe el motivo, en hasta 500 letras.' using errcode = '23514';
  end if;
  perform from private.payments p where p.id = (
    select d.payment_id from private.tax_documents d where d.id = p_document_id) for update;
  select * into written from private.tax_documents d where d.id = p_document_id for update;
  if not found then
    raise exception 'Este documento no existe.' using errcode = 'P0002';
  end if;
  if written.state <> 'recorded' then
    raise exception '%', case written.state when 'annulled' then 'Este documento ya está anulado.'
      when 'queued' then 'Este documento espera al proveedor: con su folio se anula por una nota de crédito.'
      when 'rejected' then 'El proveedor rechazó este documento: no cuenta, y no hay nada que anular.'
      else 'Este documento lo emitió el proveedor: regístrale una nota de crédito.' end using errcode = '23514';
  end if;
  select * into cancels from private.tax_documents c
  where c.cancels = written.id and c.state in ('recorded', 'queued', 'accepted') limit 1;
  if found then
    raise exception 'La % lo anula: si también es un error, anúlala primero.',
      private.document_name(cancels.kind, cancels.folio) using errcode = '23514';
  end if;
  insert into private.tax_annulments (document_id, created_by, reason)
  values (written.id, (select s.id from public.staff_names s where s.id = (select auth.uid())), reason);
  update private.tax_documents d set state = 'annulled' where d.id = written.id;
end
$function$;
