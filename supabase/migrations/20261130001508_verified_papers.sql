SET local check_function_bodies = off;

DROP FUNCTION "private"."queue_record"(public.service_orders, text, jsonb, jsonb, bigint);

CREATE TABLE "private"."paper_attempts" (
  "id"           bigint                   GENERATED ALWAYS AS IDENTITY NOT NULL,
  "order_id"     uuid                     NOT NULL,
  "attempted_at" timestamp with time zone NOT NULL DEFAULT now(),
  "ticket"       uuid,
  "code"         text,
  "digits"       text,
  "made_in"      xid8,
  CONSTRAINT "paper_attempts_code_check" CHECK ((length(code) <= 60)),
  CONSTRAINT "paper_attempts_digits_check" CHECK ((length(digits) = 4)),
  CONSTRAINT "paper_attempts_pkey" PRIMARY KEY (id),
  CONSTRAINT "paper_attempts_ticket_key" UNIQUE (ticket)
);

ALTER TABLE "private"."paper_attempts"
  ENABLE ROW LEVEL SECURITY;

CREATE TYPE "private"."paper_record" AS (
  "event"     bigint,
  "order_id"  uuid,
  "number"    integer,
  "kind"      text,
  "at"        text,
  "facts"     jsonb,
  "sealed_at" timestamp WITH time zone,
  "is_whole"  boolean,
  "paper"     jsonb,
  "agrees"    boolean
);

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
  delete from private.sealed_personal s where s.order_id = any (p_ids);
  update private.order_signatures s set strokes = null, signer_name = null where s.order_id = any (p_ids);
  delete from private.signature_links l where l.order_id = any (p_ids);
  delete from private.paper_attempts a where a.order_id = any (p_ids);
  delete from private.visit_orders v where v.order_id = any (p_ids);
  delete from public.order_checklists c where c.order_id = any (p_ids);
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

CREATE OR REPLACE FUNCTION private.forget_guesses()
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select private.forget_pin_guesses(null);
  delete from private.claim_attempts where attempted_at < now() - interval '1 hour';
  update private.claim_attempts set ticket = null, order_number = null, phone = null
  where ticket is not null and attempted_at < now() - interval '1 minute';
  delete from private.paper_attempts where attempted_at < now() - interval '1 day';
  update private.paper_attempts set ticket = null, code = null, digits = null
  where ticket is not null and attempted_at < now() - interval '1 minute';
$function$;

CREATE OR REPLACE FUNCTION private.order_records (
  p_order_id uuid
)
  RETURNS TABLE (
    event_id bigint,
    kind     text,
    at       text,
    facts    jsonb
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select r.event_id, r.kind, b.body ->> 'at', b.body -> 'facts'
  from private.sealed_records r
  cross join lateral (select case when pg_input_is_valid(r.body, 'jsonb') then r.body::jsonb end) as b (body)
  where r.order_id = p_order_id
  union all
  select q.id, q.kind, private.utc_text(q.at), q.facts
  from private.records_to_seal q where q.order_id = p_order_id
  order by 1
$function$;

CREATE OR REPLACE FUNCTION private.paper_content (
  o public.service_orders
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select (private.signed_content(o, 'reception') - 'photos') || case when o.status = 'delivered' then
    jsonb_build_object('work', o.technical_work, 'total', coalesce(o.total_amount, 0),
      'delivered_at', private.utc_text(o.delivered_at), 'warranty_days', o.warranty_days,
      'parts_warranty_days', o.parts_warranty_days, 'unrepaired_reason', o.unrepaired_reason)
    else '{}' end
$function$;

CREATE OR REPLACE FUNCTION private.paper_digits (
  p_paper jsonb
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select regexp_replace(p_paper -> 'customer' ->> 'phone', '\D', '', 'g')
$function$;

CREATE OR REPLACE FUNCTION private.paper_hash (
  p_salt    text,
  p_content jsonb
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select encode(sha256(convert_to(p_salt || private.content_digest(p_content), 'UTF8')), 'hex')
$function$;

CREATE OR REPLACE FUNCTION private.paper_of (
  p_code text
)
  RETURNS private.paper_record
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_event bigint;
  found_record private.paper_record;
begin
  if p_code is null or p_code !~ '^[0-9]{1,18}-[0-9a-f]{40}$' then
    return null;
  end if;
  v_event := split_part(p_code, '-', 1);
  select f.event_id, f.order_id, (f.body ->> 'number')::integer, f.kind, f.body ->> 'at', f.body -> 'facts',
    f.sealed_at, f.is_whole and coalesce(
      private.paper_hash(p.salt, p.content -> 'paper') = f.body -> 'facts' ->> 'paper', p.event_id is null),
    p.content -> 'paper', left(f.body -> 'facts' ->> 'paper', 20) = right(p_code, 20)
  into found_record
  from (
    select q.id as event_id, q.order_id, q.kind, null::timestamptz as sealed_at, true as is_whole,
      jsonb_build_object('number', q.order_number, 'at', private.utc_text(q.at), 'facts', q.facts) as body
    from private.records_to_seal q where q.id = v_event
    union all
    select r.event_id, r.order_id, r.kind, r.sealed_at,
      r.sha256 = encode(sha256(convert_to(r.body, 'UTF8')), 'hex')
        and not exists (select from private.sealed_records n where n.seq = r.seq + 1 and n.previous <> r.sha256)
        and not exists (select from private.record_checks c where c.fault_seq = r.seq),
      case when pg_input_is_valid(r.body, 'jsonb') then r.body::jsonb end
    from private.sealed_records r where r.event_id = v_event
  ) as f
  left join private.sealed_personal p on p.event_id = f.event_id
  where f.body -> 'facts' ->> 'code' = left(split_part(p_code, '-', 2), 20);
  return found_record;
end
$function$;

CREATE OR REPLACE FUNCTION private.queue_record (
  o          public.service_orders,
  p_kind     text,
  p_facts    jsonb,
  p_personal jsonb,
  p_corrects bigint                DEFAULT NULL::bigint
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  -- Without it the hashes tell nothing, not even to who guesses.
  salt constant text := encode(extensions.gen_random_bytes(32), 'hex');
  facts jsonb := p_facts;
  personal jsonb := p_personal;
  event bigint;
begin
  if p_kind in ('reception', 'delivery', 'warranty') then
    -- What was signed is as it was shown.
    personal := personal
      || jsonb_build_object('paper', coalesce((personal -> 'signed') - 'photos', private.paper_content(o)));
    facts := facts || jsonb_build_object('code', encode(extensions.gen_random_bytes(10), 'hex'),
      'paper', private.paper_hash(salt, personal -> 'paper'));
  end if;
  insert into private.records_to_seal (order_id, order_number, kind, facts, corrects)
  values (o.id, o.order_number, p_kind, facts, p_corrects) returning id into event;
  insert into private.sealed_personal (event_id, order_id, salt, content) values (event, o.id, salt, personal);
end
$function$;

CREATE OR REPLACE FUNCTION public.check_paper (
  p_code text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  r constant private.paper_record := private.paper_of(p_code);
begin
  if r.event is null then
    return '{"state": "unknown"}';
  end if;
  return jsonb_build_object(
    'state', case when not r.is_whole then 'damaged' when r.agrees then 'agrees' else 'differs' end,
    'number', r.number, 'kind', r.kind, 'at', r.at, 'sealed_at', private.utc_text(r.sealed_at),
    'checked_at', (select private.utc_text(c.checked_at) from private.record_checks c where c.fault_seq is null),
    'later', (
      select coalesce(jsonb_agg(jsonb_build_object('kind', l.kind, 'at', l.at) order by l.event_id), '[]')
      from private.order_records(r.order_id) as l where l.event_id > r.event
    ),
    'is_erased', r.paper is null, 'has_phone', coalesce(length(private.paper_digits(r.paper)) >= 4, false));
end
$function$;

REVOKE ALL ON FUNCTION "public"."check_paper"(text) FROM PUBLIC, "service_role";

CREATE OR REPLACE FUNCTION public.paper_code (
  p_order_id uuid
)
  RETURNS text
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  o public.service_orders;
  event bigint;
begin
  select * into o from public.service_orders s where s.id = p_order_id;
  if not private.may('desk') and coalesce(o.customer_rut <> private.my_rut(), true) then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  event := private.last_record(o.id,
    case o.status when 'delivered' then array['delivery', 'warranty'] else array['reception'] end);
  return (
    select event || '-' || (r.facts ->> 'code') || left(private.paper_hash(p.salt, private.paper_content(o)), 20)
    from private.order_records(o.id) as r join private.sealed_personal p on p.event_id = r.event_id
    where r.event_id = event
  );
end
$function$;

REVOKE ALL ON FUNCTION "public"."paper_code"(uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.read_paper (
  p_ticket uuid DEFAULT NULL::uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  attempt private.paper_attempts;
  r private.paper_record;
begin
  if p_ticket is null then
    return '{"outcome": "too_many"}';
  end if;
  select * into attempt from private.paper_attempts a
  where a.ticket = p_ticket and a.attempted_at >= now() - interval '1 minute' and a.made_in <> pg_current_xact_id()
  for update;
  if attempt.id is null then
    return '{"outcome": "expired"}';
  end if;
  r := private.paper_of(attempt.code);
  if coalesce(right(private.paper_digits(r.paper), 4) <> attempt.digits, true) then
    update private.paper_attempts a set ticket = null, code = null, digits = null where a.id = attempt.id;
    return '{"outcome": "wrong"}';
  end if;
  delete from private.paper_attempts a where a.id = attempt.id;
  return jsonb_build_object('outcome', 'shown', 'paper', r.paper - 'customer',
    'photos', coalesce(r.facts -> 'photos', '[]'), 'signatures', (
      select coalesce(jsonb_agg(jsonb_build_object('kind', s.kind, 'at', s.at, 'name', p.content -> 'signer_name',
        'is_drawn', s.facts -> 'is_drawn', 'by_link', s.facts -> 'by_link') order by s.event_id), '[]')
      from private.order_records(r.order_id) as s join private.sealed_personal p on p.event_id = s.event_id
      where s.event_id <= r.event and s.kind in ('reception', 'collection')
    ));
end
$function$;

REVOKE ALL ON FUNCTION "public"."read_paper"(uuid) FROM PUBLIC, "service_role";

CREATE OR REPLACE FUNCTION public.try_paper (
  p_code   text,
  p_digits text
)
  RETURNS uuid
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  r constant private.paper_record := private.paper_of(p_code);
  v_ticket uuid;
begin
  if p_digits is null or p_digits !~ '^[0-9]{4}$' then
    raise exception 'Escribe los últimos cuatro números del teléfono.' using errcode = '22023';
  end if;
  if r.event is null then
    raise exception 'Este código no es de ningún registro de la tienda.' using errcode = 'P0002';
  end if;
  if r.paper is null then
    raise exception 'Los datos de esta orden se borraron: ya no hay nada que mostrar.' using errcode = 'P0002';
  end if;
  if coalesce(length(private.paper_digits(r.paper)) < 4, true) then
    raise exception 'La orden no tiene un teléfono con el que mostrar lo sellado. Pregunta en el mesón.'
      using errcode = '23514';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('private.paper_attempts' || r.order_id, 0));
  delete from private.paper_attempts t where t.attempted_at < now() - interval '1 day';
  if exists (select from private.paper_attempts t where t.order_id = r.order_id
    having count(*) >= 10 or count(*) filter (where t.attempted_at > now() - interval '1 hour') >= 5) then
    return null;
  end if;
  insert into private.paper_attempts (order_id, ticket, code, digits, made_in)
  values (r.order_id, gen_random_uuid(), p_code, p_digits, pg_current_xact_id())
  returning ticket into v_ticket;
  return v_ticket;
end
$function$;

REVOKE ALL ON FUNCTION "public"."try_paper"(text, text) FROM PUBLIC, "service_role";

ALTER TABLE "private"."paper_attempts"
  ADD CONSTRAINT "paper_attempts_order_id_fkey" FOREIGN KEY (order_id) REFERENCES public.service_orders(id) ON DELETE CASCADE;

CREATE INDEX paper_attempts_order ON private.paper_attempts USING btree (order_id, attempted_at);

REVOKE ALL ON FUNCTION "private"."order_records"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."order_records"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."order_records"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."paper_content"(public.service_orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."paper_content"(public.service_orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."paper_content"(public.service_orders) TO "postgres";

REVOKE ALL ON FUNCTION "private"."paper_digits"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."paper_digits"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."paper_digits"(jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."paper_hash"(text, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."paper_hash"(text, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."paper_hash"(text, jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."paper_of"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."paper_of"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."paper_of"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."queue_record"(public.service_orders, text, jsonb, jsonb, bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."queue_record"(public.service_orders, text, jsonb, jsonb, bigint) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."queue_record"(public.service_orders, text, jsonb, jsonb, bigint) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."check_paper"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."check_paper"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."check_paper"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."paper_code"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."paper_code"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."paper_code"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."read_paper"(uuid) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."read_paper"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."read_paper"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."try_paper"(text, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."try_paper"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."try_paper"(text, text) TO "postgres";
