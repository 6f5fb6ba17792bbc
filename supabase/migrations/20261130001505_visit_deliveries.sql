SET local check_function_bodies = off;

DROP FUNCTION "private"."sign_orders"(uuid, text, text, text, jsonb, uuid, boolean);

DROP FUNCTION "private"."signing_of"(uuid, text);

DROP FUNCTION "private"."signing_orders"(uuid, text);

DROP FUNCTION "public"."ask_signature"(uuid, uuid, text);

DROP FUNCTION "public"."sign_order"(uuid, uuid, text, text, text, jsonb);

DROP FUNCTION "public"."signing"(uuid, text);

ALTER TABLE "private"."signature_links"
  ADD COLUMN "with_orders" uuid[] NOT NULL DEFAULT '{}'::uuid[];

CREATE OR REPLACE FUNCTION private.begin_payment (
  p_id        uuid,
  p_order_ids uuid[],
  p_details   jsonb,
  p_corrects  uuid   DEFAULT NULL::uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  said jsonb := private.checked_payment(p_details);
  known private.payments;
begin
  perform private.require('orders.change');
  if p_corrects is not null then
    select * into known from private.payments p where p.id = p_corrects;
    if known.corrects is not null then
      raise exception 'Una corrección no se corrige: registra el pago otra vez.' using errcode = '23514';
    end if;
    if exists (select from private.payments p where p.corrects = p_corrects) then
      raise exception 'Este pago ya está corregido.' using errcode = '23514';
    end if;
    said := said || jsonb_build_object('payment_method', known.method);
  elsif said ->> 'payment_method' = '' then
    raise exception 'Elige cómo se pagó.' using errcode = '23514';
  end if;
  perform private.say_payment(p_order_ids, said);
  perform set_config('taller.till', said ->> 'payment_till', true);
  insert into private.payments (id, created_by, method, reference, note, corrects)
  values (p_id, (select auth.uid()), said ->> 'payment_method', said ->> 'payment_reference', said ->> 'payment_note',
    p_corrects)
  on conflict (id) do nothing;
  if not found then perform private.refuse_id(); end if;
  perform set_config('taller.payment', p_id::text, true);
end
$function$;

CREATE OR REPLACE FUNCTION private.is_one_visit (
  p_ids uuid[]
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select p_ids <@ array(select m.order_id from private.visit_mates(p_ids[1]) as m)
$function$;

CREATE OR REPLACE FUNCTION private.lock_visit_orders (
  p_orders jsonb
)
  RETURNS SETOF public.service_orders
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  asked record;
  o public.service_orders;
begin
  for asked in
    select (e ->> 'id')::uuid as id, max((e ->> 'version')::integer) as version
    from jsonb_array_elements(p_orders) as e group by 1 order by 1
  loop
    select * into o from public.service_orders s where s.id = asked.id for update;
    if not found then
      raise exception 'Una de las órdenes ya no existe: alguien la eliminó. No se entregó ninguna.'
        using errcode = '23514';
    end if;
    if o.version is distinct from asked.version then
      raise exception 'La orden #% cambió mientras entregabas. Mira cómo quedó y entrega otra vez: no se entregó ninguna.',
        private.format_order_number(o.order_number) using errcode = '23514';
    end if;
    if o.status not in ('completed', 'rejected', 'cancelled') then
      raise exception 'La orden #% no está lista para entregar. Sácala de esta entrega: no se entregó ninguna.',
        private.format_order_number(o.order_number) using errcode = '23514';
    end if;
    return next o;
  end loop;
  if not private.is_one_visit(array(select (e ->> 'id')::uuid from jsonb_array_elements(p_orders) as e)) then
    raise exception 'Estas órdenes ya no son de una misma visita. Entrega cada una en su orden: no se entregó ninguna.'
      using errcode = '23514';
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.owed_at_delivery (
  o public.service_orders
)
  RETURNS bigint
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select case when o.status in ('rejected', 'cancelled') then 0
    else greatest(coalesce(o.total_amount, 0) - o.advance_payment - o.final_payment, 0) end
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
    -- What is signed is what the slip prints from now on.
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
      private.last_record(o.id, array[v_kind]));
    perform private.add_order_event(o, 'signed',
      jsonb_build_object(p_moment || '_signature', jsonb_build_array(null, v_name)));
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION private.signed_content (
  o        public.service_orders,
  p_moment text
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select jsonb_build_object('number', o.order_number, 'customer', jsonb_build_object('name', o.customer_name,
      'rut', o.customer_rut, 'phone', o.customer_phone),
    'type', o.equipment_type, 'brand', o.equipment_brand, 'model', o.equipment_model, 'imei', o.imei,
    'points', coalesce(c.points, '[]'), 'accessories', coalesce((
      select jsonb_agg(e.value -> 'label' order by e.place)
      from jsonb_array_elements(c.accessories) with ordinality as e (value, place)), '[]'),
    'photos', (select coalesce(jsonb_agg(p.sha256 order by p.created_at, p.id), '[]') from public.order_photos p
      where p.order_id = o.id and p.moment = p_moment and p.checked_at is not null),
    'terms', coalesce(
      (select t.version from private.printed_terms p join public.setting_changes t on t.id = p.change_id
        where p.order_id = o.id),
      (select s.version from public.setting_sections s where s.section = 'terms')))
    || case p_moment
      when 'reception' then
        jsonb_build_object('condition', o.equipment_condition, 'problem', o.work_description)
      else jsonb_build_object('work', o.technical_work,
        'total', case when o.status in ('rejected', 'cancelled') then 0 else coalesce(o.total_amount, 0) end) end
  from (select) as one left join public.order_checklists c on c.order_id = o.id and c.moment = p_moment
$function$;

CREATE OR REPLACE FUNCTION private.signing_of (
  p_order_id uuid,
  p_moment   text,
  p_with     uuid[]
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with contents as (
    select coalesce(jsonb_agg(private.signed_content(o, p_moment) order by o.order_number), '[]') as list
    from private.signing_orders(p_order_id, p_moment, p_with) as o
  )
  select jsonb_build_object('moment', p_moment, 'orders', c.list,
    'digest', private.content_digest(jsonb_build_array(p_moment, c.list)), 'terms', (
      select coalesce(jsonb_agg(a.item order by a.version, a.place), '[]') from (
        select i.value as item, min(t.version) as version, min(i.place) as place
        from public.setting_changes t
        cross join lateral jsonb_array_elements(t.after -> 'items') with ordinality as i (value, place)
        where t.section = 'terms'
          and t.version in (select (o.value ->> 'terms')::integer from jsonb_array_elements(c.list) as o)
        group by i.value) as a))
  from contents c
$function$;

CREATE OR REPLACE FUNCTION private.signing_orders (
  p_order_id uuid,
  p_moment   text,
  p_with     uuid[]
)
  RETURNS SETOF public.service_orders
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select o.* from public.service_orders o
  where o.id in (
      select p_order_id union select m.order_id from private.visit_mates(p_order_id) as m
      where p_moment = 'reception' or m.order_id = any (p_with))
    and o.anonymized_at is null and o.status <> 'delivered' and (p_moment = 'delivery' or o.status <> 'cancelled')
    and not private.is_signed(o, p_moment)
  order by o.order_number
$function$;

CREATE OR REPLACE FUNCTION private.write_payments()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  said constant jsonb := private.payment_details(new.id);
  is_import constant boolean := tg_op = 'INSERT' and new.import_key is not null;
  share record;
  undone private.payments;
  payment uuid;
  is_own boolean;
begin
  for share in
    select d.part, d.amount from (values
      ('advance', new.advance_payment - coalesce(old.advance_payment, 0)),
      ('final', new.final_payment - coalesce(old.final_payment, 0))
    ) as d (part, amount) where d.amount <> 0
  loop
    payment := nullif(current_setting('taller.payment', true), '')::uuid;
    is_own := payment is null;
    if is_own then
      undone := null;
      if current_setting('taller.undone_order', true) = new.id::text then
        select p.* into undone from private.payments p
        join private.payment_shares s on s.payment_id = p.id
        where s.order_id = new.id and s.part = share.part and s.amount = -share.amount and p.corrects is null
          and not exists (select from private.payments c where c.corrects = p.id)
        order by p.created_at desc, p.id limit 1;
      end if;
      if share.amount < 0 and said ->> 'payment_method' <> '' and said ->> 'payment_note' = '' then
        raise exception 'Escribe el motivo.' using errcode = '23514';
      end if;
      -- Of this order: one statement may write several, each with its own till.
      perform set_config('taller.till', coalesce(said ->> 'payment_till', ''), true);
      insert into private.payments (created_at, created_by, method, reference, note, corrects)
      values (
        case when tg_op = 'INSERT' then new.created_at else new.updated_at end,
        case when not is_import then (select s.id from public.staff_names s where s.id = (select auth.uid())) end,
        coalesce(said ->> 'payment_method', undone.method, ''), coalesce(said ->> 'payment_reference', ''),
        coalesce(said ->> 'payment_note', ''),
        (select undone.id where (select count(*) from private.payment_shares e where e.payment_id = undone.id) = 1)
      ) returning id into payment;
    end if;
    insert into private.payment_shares (payment_id, order_id, part, amount)
    values (payment, new.id, share.part, share.amount);
    if is_own and share.amount > 0 and said ? 'document'
      and (share.part = 'final' or new.final_payment <= coalesce(old.final_payment, 0)) then
      perform private.write_tax_document(gen_random_uuid(), payment, said -> 'document');
    end if;
  end loop;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.ask_signature (
  p_request_id uuid,
  p_order_id   uuid,
  p_moment     text,
  p_with       uuid[] DEFAULT '{}'::uuid[]
)
  RETURNS text
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  token text;
begin
  perform private.require('orders.change');
  perform private.require_moment(p_moment);
  perform private.require_id(p_request_id);
  select left(encode(extensions.hmac(convert_to('firma ' || p_request_id, 'UTF8'), s.secret,
    'sha256'), 'hex'), 40) into token
  from private.link_secret s;
  if private.claim_request(p_request_id, 'ask_signature', jsonb_build_array(p_order_id, p_moment, p_with),
    'el enlace para firmar quedó hecho') then
    if not exists (select from private.signing_orders(p_order_id, p_moment, p_with)) then
      raise exception 'No queda nada por firmar en esta orden.' using errcode = '23514';
    end if;
    insert into private.signature_links as l (order_id, moment, with_orders, hash, asked_by, expires_at)
    values (p_order_id, p_moment, coalesce(p_with, '{}'), sha256(convert_to(token, 'UTF8')),
      (select auth.uid()), now() + interval '30 minutes')
    on conflict (order_id, moment) do update
    set with_orders = excluded.with_orders, hash = excluded.hash, asked_by = excluded.asked_by,
      expires_at = excluded.expires_at, used_by = null, used_for = null;
  end if;
  return token;
end
$function$;

REVOKE ALL ON FUNCTION "public"."ask_signature"(uuid, uuid, text, uuid[]) FROM PUBLIC, "anon", "service_role";

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
  perform private.require_shape(details, '{"payment_method": "text", "payment_reference": "text",
    "payment_till": "text", "balance_reason": "text"}');
  if private.claim_row(p_request_id, 'deliver_visit', jsonb_build_array(p_orders, details), summary) then
    ready := array(select l from private.lock_visit_orders(p_orders) as l);
    paid := array(select r.id from unnest(ready) as r where private.owed_at_delivery(r) > 0);
    if coalesce(details ->> 'payment_method', '') = '' then
      if jsonb_typeof(details -> 'document') = 'object' then
        raise exception 'No hay un pago para ese documento: di cómo se pagó, o quítalo.' using errcode = '23514';
      end if;
      paid := '{}';
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

REVOKE ALL ON FUNCTION "public"."deliver_visit"(uuid, jsonb, jsonb) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.get_signing (
  p_token text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  link private.signature_links;
  signing jsonb;
begin
  select * into link from private.signature_links l where l.hash = sha256(convert_to(p_token, 'UTF8'));
  if link.order_id is null then
    return '{"state": "unknown"}';
  elsif link.used_by is not null then
    return '{"state": "used"}';
  elsif link.expires_at < now() then
    return '{"state": "expired"}';
  end if;
  signing := private.signing_of(link.order_id, link.moment, link.with_orders);
  return case signing -> 'orders' when '[]' then '{"state": "signed"}' else signing || '{"state": "open"}' end;
end
$function$;

CREATE OR REPLACE FUNCTION public.sign_by_link (
  p_request_id uuid,
  p_token      text,
  p_digest     text,
  p_name       text,
  p_strokes    jsonb DEFAULT NULL::jsonb
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  link private.signature_links;
  sent constant bytea := sha256(convert_to(jsonb_build_array(p_digest, p_name, p_strokes)::text, 'UTF8'));
begin
  perform private.require_id(p_request_id);
  select * into link from private.signature_links l where l.hash = sha256(convert_to(p_token, 'UTF8')) for update;
  if link.order_id is null then
    raise exception 'Este enlace no sirve. Pide otro en el mesón.' using errcode = 'P0002';
  end if;
  if link.used_by is not null then
    if link.used_by = p_request_id and link.used_for = sent then
      return;
    end if;
    raise exception 'Este enlace ya se usó: la firma quedó guardada.' using errcode = '23514';
  end if;
  if link.expires_at < now() then
    raise exception 'Este enlace venció. Pide otro en el mesón.' using errcode = '23514';
  end if;
  perform private.sign_orders(link.order_id, link.moment, link.with_orders, p_digest, p_name, p_strokes, link.asked_by,
    true);
  update private.signature_links l set used_by = p_request_id, used_for = sent
  where l.order_id = link.order_id and l.moment = link.moment;
end
$function$;

CREATE OR REPLACE FUNCTION public.sign_order (
  p_request_id uuid,
  p_order_id   uuid,
  p_moment     text,
  p_digest     text,
  p_name       text,
  p_strokes    jsonb  DEFAULT NULL::jsonb,
  p_with       uuid[] DEFAULT '{}'::uuid[]
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  summary constant text := 'la firma quedó guardada';
begin
  perform private.require('orders.change');
  perform private.require_moment(p_moment);
  perform private.require_id(p_request_id);
  if private.claim_request(p_request_id, 'sign_order',
    jsonb_build_array(p_order_id, p_moment, p_digest, p_name, p_strokes, p_with), summary) then
    perform private.sign_orders(p_order_id, p_moment, p_with, p_digest, p_name, p_strokes, (select auth.uid()), false);
    perform private.finish_request(p_request_id, 'true', summary);
  end if;
end
$function$;

REVOKE ALL ON FUNCTION "public"."sign_order"(uuid, uuid, text, text, text, jsonb, uuid[]) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.signing (
  p_id     uuid,
  p_moment text,
  p_with   uuid[] DEFAULT '{}'::uuid[]
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.require('orders.change');
  perform private.require_moment(p_moment);
  return private.signing_of(p_id, p_moment, p_with);
end
$function$;

REVOKE ALL ON FUNCTION "public"."signing"(uuid, text, uuid[]) FROM PUBLIC, "anon", "service_role";

REVOKE ALL ON FUNCTION "private"."is_one_visit"(uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_one_visit"(uuid[]) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."is_one_visit"(uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_one_visit"(uuid[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."lock_visit_orders"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."lock_visit_orders"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."lock_visit_orders"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."lock_visit_orders"(jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."owed_at_delivery"(public.service_orders) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."owed_at_delivery"(public.service_orders) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."owed_at_delivery"(public.service_orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."owed_at_delivery"(public.service_orders) TO "postgres";

REVOKE ALL ON FUNCTION "private"."sign_orders"(uuid, text, uuid[], text, text, jsonb, uuid, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."sign_orders"(uuid, text, uuid[], text, text, jsonb, uuid, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."sign_orders"(uuid, text, uuid[], text, text, jsonb, uuid, boolean) TO "postgres";

REVOKE ALL ON FUNCTION "private"."signing_of"(uuid, text, uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."signing_of"(uuid, text, uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."signing_of"(uuid, text, uuid[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."signing_orders"(uuid, text, uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."signing_orders"(uuid, text, uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."signing_orders"(uuid, text, uuid[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."ask_signature"(uuid, uuid, text, uuid[]) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."ask_signature"(uuid, uuid, text, uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."ask_signature"(uuid, uuid, text, uuid[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."deliver_visit"(uuid, jsonb, jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."deliver_visit"(uuid, jsonb, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."deliver_visit"(uuid, jsonb, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."sign_order"(uuid, uuid, text, text, text, jsonb, uuid[]) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."sign_order"(uuid, uuid, text, text, text, jsonb, uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."sign_order"(uuid, uuid, text, text, text, jsonb, uuid[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."signing"(uuid, text, uuid[]) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."signing"(uuid, text, uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."signing"(uuid, text, uuid[]) TO "postgres";
