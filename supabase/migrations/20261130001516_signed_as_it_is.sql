SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.is_reception_signed (
  o public.service_orders
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select exists (
    select from private.order_signatures s
    join private.sealed_personal p on p.order_id = s.order_id and p.content ->> 'digest' = s.digest
    cross join private.signed_content(o, 'reception') as c
    cross join lateral (select p.content -> 'signed') as was (signed)
    where s.order_id = o.id and s.moment = 'reception'
      and (was.signed - 'photos') #- '{customer,phone}' = (c - 'photos') #- '{customer,phone}'
      and (was.signed -> 'photos' <@ (c -> 'photos') or not exists (
        select from public.order_events e
        where e.order_id = o.id and e.kind = 'photo_removed' and e.created_at > s.signed_at)))
$function$;

CREATE OR REPLACE FUNCTION private.is_signed (
  o        public.service_orders,
  p_moment text
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select exists (
    select from private.order_signatures s join private.sealed_personal p
      on p.order_id = s.order_id and p.content ->> 'digest' = s.digest
    where s.order_id = o.id and s.moment = p_moment
      and s.digest = private.content_digest(private.signed_content(o, p_moment))
      and (p_moment = 'reception' or p.event_id > coalesce(private.last_record(o.id, array['delivery']), 0)))
$function$;

CREATE OR REPLACE FUNCTION private.join_visit_messages()
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with waiting as materialized (
    select m.id, v.visit from public.whatsapp_messages m join private.visit_orders v on v.order_id = m.order_id
    where m.state = 'queued' and not m.is_urgent and private.is_message_due(m)
      and m.event in ('created', 'in_progress', 'on_hold', 'promise_changed', 'completed', 'delivered', 'cancelled')
    for update of m skip locked
  ), groups as (
    select array_agg(m.id order by o.order_number, m.created_at) as ids
    from waiting w join public.whatsapp_messages m on m.id = w.id join public.service_orders o on o.id = m.order_id
    group by w.visit, o.customer_rut, m.event, m.phone, m.template, m.language, private.message_topic(m, o)
    having count(*) > 1
  ), alike as (
    select i.id, first_value(i.id) over (
      partition by g.ids, case when length(private.told_warranties(g.ids)) > 600
        then private.told_warranties(array[i.id]) end
      order by i.place) as first
    from groups g cross join unnest(g.ids) with ordinality as i (id, place)
  )
  update public.whatsapp_messages m set state = 'sending', told_by = a.first, attempts = m.attempts + 1
  from alike a where a.id = m.id and a.first <> a.id
$function$;

CREATE OR REPLACE FUNCTION private.message_topic (
  m public.whatsapp_messages,
  o public.service_orders
)
  RETURNS text[]
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select array(
    select case p.value when private.message_value(o, m.event, 'orden') then '{{orden}}'
      when private.message_value(o, m.event, 'equipo') then '{{equipo}}'
      when case m.event when 'delivered' then private.message_value(o, m.event, 'garantia') end then '{{garantia}}'
      else p.value end
    from unnest(m.params) with ordinality as p (value, place) order by p.place)
$function$;

CREATE OR REPLACE FUNCTION private.missing_signature (
  was public.service_orders,
  o   public.service_orders
)
  RETURNS text
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if o.status = 'delivered' then
    -- A device that goes back unrepaired is charged at most a review, which the same save says (ORD-92): not more than
    -- the price that was said, if one was (REC-36).
    if o.unrepaired_reason is not null and coalesce(o.total_amount <= nullif(was.total_amount, 0), true) then
      o.status := was.status;
      o.total_amount := was.total_amount;
    end if;
    return case when private.is_signature_required('delivery') and not private.is_signed(o, 'delivery') then
      case when exists (select from private.order_signatures s where s.order_id = o.id and s.moment = 'delivery')
        then 'La orden cambió después de la firma de la entrega, o esa firma era de otra entrega. Pide la firma otra vez.'
        else 'Falta la firma de quien retira. Pídela en la orden, en «Firmas», y entrega después.' end end;
  end if;
  -- One that was cancelled at reception goes on from there.
  return case when was.status in ('pending', 'cancelled') and o.status not in ('pending', 'cancelled')
    and o.import_key is null and private.is_signature_required('reception')
    and not private.is_reception_signed(o)
    and o.created_at > coalesce((
      select max(c.changed_at) from public.setting_changes c
      where c.section = 'desk' and c.after #> '{signatures,reception}' = 'true'
        and c.before #> '{signatures,reception}' is distinct from 'true'), '-infinity')
    then case
      when exists (select from private.order_signatures s where s.order_id = o.id and s.moment = 'reception')
        then 'La orden cambió después de firmada su recepción: hace falta otra firma. '
      else 'Falta la firma de la recepción. ' end
    || case was.status when 'pending' then 'Pídela en la orden, en «Firmas», antes de comenzar.'
      else 'Deja la orden pendiente y pide la firma antes de seguir.' end end;
end
$function$;

CREATE OR REPLACE FUNCTION private.sign_orders (
  p_order_id uuid,
  p_moment   text,
  p_with     uuid[],
  p_digest   text,
  p_name     text,
  p_strokes  jsonb,
  p_asked_by uuid,
  p_by_link  boolean
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_name constant text := private.written(private.without_controls(p_name, false));
  v_strokes constant jsonb := nullif(p_strokes, 'null');
  v_kind constant text := case p_moment when 'reception' then 'reception' else 'collection' end;
  signing jsonb;
  content jsonb;
  o public.service_orders;
begin
  if coalesce(length(v_name), 0) not between 3 and 120 then
    raise exception 'Escribe el nombre de quien firma, en hasta 120 letras.' using errcode = '23514';
  end if;
  if v_strokes is not null and not private.are_strokes(v_strokes) then
    raise exception 'La firma no se entiende, o es demasiado larga. Bórrala y firma otra vez.' using errcode = '23514';
  end if;
  perform from public.service_orders s where s.id in (
    select p_order_id union select m.order_id from private.visit_mates(p_order_id) as m) order by s.id for no key update;
  select * into o from public.service_orders s where s.id = p_order_id;
  if o.id is null or o.anonymized_at is not null then
    raise exception 'La orden no existe, o sus datos se borraron: ya no se firma.' using errcode = 'P0002';
  end if;
  signing := private.signing_of(p_order_id, p_moment, p_with);
  if signing -> 'orders' = '[]' then
    raise exception '%', case when o.status = 'delivered' then 'El equipo ya se entregó: no queda nada por firmar.'
      when private.is_signed(o, p_moment) then 'La orden ya está firmada como está ahora.'
      else 'La orden está cancelada: su recepción ya no se firma.' end using errcode = '23514';
  end if;
  if p_digest is distinct from signing ->> 'digest' then
    raise exception 'La orden cambió mientras se firmaba. Lee cómo quedó y firma otra vez.' using errcode = '23514';
  end if;
  -- As it was shown: photos and terms, which nothing locks, may have changed since.
  for content in select e.value from jsonb_array_elements(signing -> 'orders') as e loop
    select * into o from public.service_orders s where s.order_number = (content ->> 'number')::integer;
    -- What is signed is what is printed from now on.
    insert into private.printed_terms (order_id, change_id)
    select o.id, t.id from public.setting_changes t
    where t.section = 'terms' and t.version = (content ->> 'terms')::integer
    on conflict (order_id) do nothing;
    insert into private.order_signatures
      (order_id, moment, digest, strokes, signer_name, is_drawn, by_link, asked_by)
    values (o.id, p_moment, private.content_digest(content), v_strokes, v_name, v_strokes is not null, p_by_link,
      p_asked_by);
    perform private.queue_record(o, v_kind,
      jsonb_build_object('equipment_type', o.equipment_type, 'equipment_brand', o.equipment_brand,
        'equipment_model', o.equipment_model, 'photos', content -> 'photos', 'terms_version', content -> 'terms',
        'is_drawn', v_strokes is not null, 'by_link', p_by_link),
      jsonb_build_object('signed', content, 'digest', private.content_digest(content), 'signer_name', v_name,
        'strokes', v_strokes),
      private.last_record(o.id, case p_moment when 'reception' then array['reception', 'corrected_reception']
        else array['collection'] end));
    perform private.add_order_event(o, 'signed',
      jsonb_build_object(p_moment || '_signature', jsonb_build_array(null, v_name)));
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION private.told_params (
  m public.whatsapp_messages
)
  RETURNS text[]
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  o public.service_orders;
  numbers text[];
  devices text[];
begin
  if m.order_id is null or not exists (select from public.whatsapp_messages t where t.told_by = m.id) then
    return m.params;
  end if;
  select array_agg(each.number order by each.number), array_agg(distinct each.device) into numbers, devices
  from (
    select distinct private.message_value(s, m.event, 'orden') as number, private.message_value(s, m.event, 'equipo') as device
    from public.whatsapp_messages t join public.service_orders s on s.id = t.order_id
    where t.told_by = m.id or t.id = m.id) as each;
  -- As many as fit.
  if cardinality(devices) > 4 then
    devices := devices[:3] || array[(cardinality(devices) - 3) || ' equipos más'];
  end if;
  select * into o from public.service_orders s where s.id = m.order_id;
  return array(
    select case t.value when '{{orden}}' then private.word_list(numbers)
      when '{{equipo}}' then private.message_text(private.word_list(devices))
      when '{{garantia}}' then private.told_warranties(
        array(select b.id from public.whatsapp_messages b where b.told_by = m.id) || m.id)
      else t.value end
    from unnest(private.message_topic(m, o)) with ordinality as t (value, place) order by t.place);
end
$function$;

CREATE OR REPLACE FUNCTION private.told_warranties (
  p_messages uuid[]
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with each as (
    select distinct private.message_value(o, m.event, 'orden') as number,
      private.message_value(o, m.event, 'garantia') as words
    from public.whatsapp_messages m join public.service_orders o on o.id = m.order_id where m.id = any (p_messages)
  ), alike as (
    select e.words, private.word_list(array_agg(e.number order by e.number)) as numbers, min(e.number) as first
    from each e group by e.words
  )
  select case when count(*) = 1 then max(a.words)
    else string_agg(a.numbers || ': ' || a.words, '. ' order by a.first) end
  from alike a
$function$;

CREATE OR REPLACE FUNCTION public.deliver_visit (
  p_request_id uuid,
  p_orders     jsonb,
  p_payment    jsonb DEFAULT '{}'::jsonb
)
  RETURNS TABLE (
    id      uuid,
    version integer
  )
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
#variable_conflict use_column
declare
  summary constant text := 'los equipos de la visita quedaron entregados';
  details constant jsonb := coalesce(p_payment, '{}');
  ready public.service_orders[];
  paid uuid[];
  o public.service_orders;
  said jsonb;
  results jsonb := '[]';
begin
  perform private.require('orders.change');
  if jsonb_typeof(p_orders) is distinct from 'array' or jsonb_array_length(p_orders) not between 1 and 20 then
    raise exception 'Elige entre 1 y 20 órdenes.' using errcode = '22023';
  end if;
  perform private.require_shape(p_orders, '[{"id": "uuid", "version": "integer", "warranty_days": "integer",
    "parts_warranty_days": "integer", "warranty_outcome": "text", "warranty_reason": "text"}]');
  if (select count(distinct (e ->> 'id')::uuid) from jsonb_array_elements(p_orders) as e)
    < jsonb_array_length(p_orders) then
    raise exception 'Cada orden va una vez.' using errcode = '22023';
  end if;
  perform private.require_shape(details, '{"payment_method": "text", "payment_reference": "text",
    "payment_till": "text", "balance_reason": "text"}');
  if private.claim_row(p_request_id, 'deliver_visit', jsonb_build_array(p_orders, details), summary) then
    ready := array(select l from private.lock_visit_orders(p_orders) as l);
    paid := array(select r.id from unnest(ready) as r where private.owed_at_delivery(r) > 0);
    if coalesce(details ->> 'payment_method', '') = '' then
      paid := '{}';
    end if;
    if paid = '{}' and jsonb_typeof(details -> 'document') = 'object' then
      raise exception 'No hay un pago para ese documento: di cómo se pagó, o quítalo.' using errcode = '23514';
    end if;
    if paid <> '{}' then
      perform private.begin_payment(p_request_id, paid, details - array['document', 'balance_reason']);
    end if;
    foreach o in array ready loop
      select e into said from jsonb_array_elements(p_orders) as e where (e ->> 'id')::uuid = o.id limit 1;
      update public.service_orders s
      set status = 'delivered', updated_at = now(), warranty_days = (said ->> 'warranty_days')::integer,
        parts_warranty_days = (said ->> 'parts_warranty_days')::integer,
        warranty_outcome = case when said ? 'warranty_outcome' then said ->> 'warranty_outcome' else s.warranty_outcome end,
        warranty_reason = case when said ? 'warranty_outcome' then said ->> 'warranty_reason' else s.warranty_reason end,
        final_payment = s.final_payment + case when s.id = any (paid) then private.owed_at_delivery(o) else 0 end,
        payment_details = case when s.id <> all (paid) and private.owed_at_delivery(o) > 0
          then jsonb_build_object('balance_reason', details -> 'balance_reason') end
      where s.id = o.id returning * into o;
      results := results || jsonb_build_object('id', o.id, 'version', o.version);
    end loop;
    if paid <> '{}' then
      perform private.end_payment();
      if jsonb_typeof(details -> 'document') = 'object' then
        perform private.write_tax_document(gen_random_uuid(), p_request_id, details -> 'document');
      end if;
    end if;
    perform private.finish_request(p_request_id, results, summary);
  end if;
  return query select r.id, r.version
    from jsonb_to_recordset(private.request_result(p_request_id)) as r (id uuid, version integer);
end
$function$;

REVOKE ALL ON FUNCTION "private"."is_reception_signed"(public.service_orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_reception_signed"(public.service_orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_reception_signed"(public.service_orders) TO "postgres";

REVOKE ALL ON FUNCTION "private"."told_warranties"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."told_warranties"(uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."told_warranties"(uuid[]) TO "postgres";
