SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.warranty_for (
  o public.service_orders
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  original public.service_orders;
  last_day date;
  number text;
  root constant integer := (
    select case
      when private.warranty_end(n.order_number, o.id) is null then coalesce(n.warranty_of, n.order_number)
      when n.warranty_repair and private.warranty_end(n.warranty_of, o.id) > private.warranty_end(n.order_number, o.id)
        then n.warranty_of
      else n.order_number end
    from public.service_orders n where n.order_number = o.warranty_of);
begin
  -- Linked to it already: who deletes the original holds its row, and waits for that of the return.
  if root = (select s.warranty_of from public.service_orders s where s.id = o.id) then
    return root;
  end if;
  -- Nobody takes its warranty away meanwhile.
  select * into original from public.service_orders r where r.order_number = root and r.id <> o.id for share;
  number := private.format_order_number(coalesce(original.order_number, o.warranty_of));
  if original.id is null then
    raise exception 'No existe la orden %.', number using errcode = '23514';
  end if;
  if not private.has_same_customer(o, original) then
    raise exception 'La orden % es de otra persona: no coinciden ni el RUT ni el teléfono.', number
      using errcode = '23514';
  end if;
  last_day := private.warranty_end(original.order_number, o.id);
  if last_day is null then
    raise exception 'La orden % no tiene garantía: no está entregada, o se entregó sin ella.', number
      using errcode = '23514';
  end if;
  if original.delivered_at > o.created_at then
    raise exception 'La orden % se entregó después de que entró este equipo.', number using errcode = '23514';
  end if;
  if last_day < private.shop_day(o.created_at) then
    raise exception 'La garantía de la orden % terminó el %.', number, to_char(last_day, 'DD-MM-YYYY')
      using errcode = '23514';
  end if;
  return original.order_number;
end
$function$;

CREATE OR REPLACE FUNCTION public.find_warranties (
  p_rut   text                     DEFAULT NULL::text,
  p_phone text                     DEFAULT NULL::text,
  p_imei  text                     DEFAULT NULL::text,
  p_at    timestamp with time zone DEFAULT NULL::timestamp WITH time zone
)
  RETURNS TABLE (
    id              uuid,
    order_number    integer,
    customer_name   text,
    equipment_type  text,
    equipment_brand text,
    equipment_model text,
    imei            text,
    technical_work  text,
    technician_id   uuid,
    technician_name text,
    delivered_at    timestamp with time zone,
    warranty_end    date,
    returns         integer,
    same_customer   boolean,
    work_end        date,
    parts_end       date
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_at constant timestamptz := coalesce(p_at, now());
  v_rut constant text := private.normalize_rut(p_rut);
  v_phone constant text := private.personal_phone_key(p_phone);
begin
  perform private.require('people.see');
  return query
    -- Each by its own index.
    with known as (
      select o.id, true as is_same, false as is_device from public.service_orders o
      where o.customer_rut = v_rut and not private.is_repeated_rut(v_rut)
      union all
      select o.id, true, false from public.service_orders o where private.phone_key(o.customer_phone) = v_phone
      union all
      select o.id, true, false from public.service_orders o
      where o.second_phone is not null and private.phone_key(o.second_phone) = v_phone
      union all
      select o.id, false, true from public.service_orders o
      where o.imei = nullif(btrim(private.plain_marks(p_imei)), '')
    )
    select o.id, o.order_number, o.customer_name, o.equipment_type, o.equipment_brand, o.equipment_model, o.imei,
      left(o.technical_work, 300), case when private.person_may(o.technician_id, 'orders.do-repair') then t.id end,
      t.full_name, o.delivered_at, e.warranty_end,
      (select count(*)::integer from public.service_orders r
        where r.warranty_of = o.order_number and r.status <> 'cancelled'), f.is_same, e.work_end, e.parts_end
    from (
      select d.id, bool_or(d.is_same) as is_same, bool_or(d.is_device) as is_device from known d group by d.id) as f
    join public.service_orders o on o.id = f.id
    left join public.staff_names t on t.id = o.technician_id
    cross join lateral private.warranty_ends(o.order_number) as e
    where o.status = 'delivered' and private.has_warranty(o) and o.anonymized_at is null
      and o.delivered_at <= v_at
      and (o.delivered_at > v_at - make_interval(days => greatest(o.warranty_days, o.parts_warranty_days) + 1)
        or exists (select from public.service_orders r where r.warranty_of = o.order_number))
      and e.warranty_end >= private.shop_day(v_at)
      -- Its original is what a return would be linked to.
      and not (o.warranty_repair and e.warranty_end < coalesce(private.warranty_end(o.warranty_of), '-infinity'))
    order by f.is_device desc, e.warranty_end desc, o.order_number desc limit 5;
end
$function$;

CREATE OR REPLACE FUNCTION public.undo_status (
  p_order_id uuid,
  p_version  integer
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  now_is public.service_orders;
  was public.service_orders;
  change private.undoable_changes;
begin
  perform private.require('orders.change');
  select * into now_is from public.service_orders o where o.id = p_order_id for update;
  select * into change from private.undoable_changes u
  where u.order_id = p_order_id and u.version = p_version and u.actor_id = (select auth.uid());
  if change.undone then
    return;
  end if;
  -- The sender may have the message already.
  update public.whatsapp_messages m set state = 'discarded', error_code = 'taken_back'
  where m.order_id = p_order_id and m.event = now_is.status and m.state = 'queued' and m.held_until = change.until;
  if change.order_id is null or now_is.version <> change.version or change.until < now() or exists (
    select from public.whatsapp_messages m
    where m.order_id = p_order_id and m.held_until = change.until and m.state not in ('discarded', 'off')) then
    raise exception 'Ya no se puede deshacer: pasó el tiempo o la orden cambió. Corrige el estado en la orden.'
      using errcode = '23514';
  end if;
  -- A corrected customer stays corrected, and is the one whose order it must be.
  was := jsonb_populate_record(now_is, change.before - array['customer_rut', 'customer_phone', 'second_phone']);
  -- The orders that it is linked to, or that are to it, may have changed meanwhile (22_warranty_repairs).
  perform private.keep_warranty(was);
  if was.warranty_of <> coalesce(now_is.warranty_of, 0) then
    perform private.warranty_for(was);
  end if;
  perform set_config('taller.undone_order', p_order_id::text, true);
  -- Twice: a change of status has its own times, which the second one puts back.
  for _ in 1..2 loop
    update public.service_orders o
    set status = was.status, technician_id = was.technician_id, quote = was.quote, total_amount = was.total_amount,
      technical_work = was.technical_work, notes = was.notes, cancellation_reason = was.cancellation_reason,
      warranty_days = was.warranty_days, final_payment = was.final_payment, approved_at = was.approved_at,
      rejected_at = was.rejected_at, quoted_at = was.quoted_at, completed_at = was.completed_at,
      delivered_at = was.delivered_at, unrepaired_reason = was.unrepaired_reason,
      warranty_of = was.warranty_of, not_warranty = was.not_warranty, warranty_outcome = was.warranty_outcome,
      warranty_reason = was.warranty_reason, parts_warranty_days = was.parts_warranty_days
    where o.id = p_order_id;
  end loop;
  perform set_config('taller.undone_order', '', true);
  update private.undoable_changes u set undone = true where u.order_id = p_order_id;
end
$function$;
