SET local check_function_bodies = off;

ALTER TABLE "private"."records_to_seal"
  DROP CONSTRAINT "records_to_seal_kind_check";

CREATE OR REPLACE FUNCTION private.paper_event (
  o public.service_orders
)
  RETURNS bigint
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select private.last_record(o.id, case o.status
    when 'delivered' then array['delivery', 'warranty', 'corrected_delivery']
    else array['reception', 'corrected_reception'] end)
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
  left join private.sealed_personal p on p.event_id = f.event_id;
  if (found_record.facts ->> 'code' = left(split_part(p_code, '-', 2), 20)) is not true then
    return row(null, null, null, null, null, null, null, found_record.is_whole, null, null)::private.paper_record;
  end if;
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
  if p_kind in ('reception', 'delivery', 'warranty', 'corrected_reception', 'corrected_delivery') then
    -- What was signed is as it was shown.
    personal := personal
      || jsonb_build_object('paper', coalesce((personal -> 'signed') - 'photos', private.paper_content(o)));
    -- The terms of the record are those of the slip from now on.
    insert into private.printed_terms (order_id, change_id)
    select o.id, t.id from public.setting_changes t
    where t.section = 'terms' and t.version = (personal -> 'paper' ->> 'terms')::integer
    on conflict (order_id) do nothing;
    facts := facts || jsonb_build_object('code', encode(extensions.gen_random_bytes(10), 'hex'),
      'paper', private.paper_hash(salt, personal -> 'paper'));
  end if;
  insert into private.records_to_seal (order_id, order_number, kind, facts, corrects)
  values (o.id, o.order_number, p_kind, facts, p_corrects) returning id into event;
  insert into private.sealed_personal (event_id, order_id, salt, content) values (event, o.id, salt, personal);
end
$function$;

CREATE OR REPLACE FUNCTION private.seal_checklist_correction()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if coalesce(new.moment, old.moment) = 'reception' then
    perform private.seal_correction(coalesce(new.order_id, old.order_id));
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.seal_correction (
  p_order_id uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  o public.service_orders;
  event bigint;
  was jsonb;
  paper jsonb;
  is_same boolean;
begin
  select * into o from public.service_orders s where s.id = p_order_id and s.anonymized_at is null;
  event := private.paper_event(o);
  if event is null then
    return;
  end if;
  paper := private.paper_content(o);
  select p.content -> 'paper', private.paper_hash(p.salt, paper) is not distinct from r.facts ->> 'paper'
  into was, is_same
  from private.order_records(o.id) as r join private.sealed_personal p on p.event_id = r.event_id
  where r.event_id = event;
  if is_same is not false then
    return;
  end if;
  perform private.queue_record(o,
    case o.status when 'delivered' then 'corrected_delivery' else 'corrected_reception' end,
    jsonb_build_object('equipment_type', o.equipment_type, 'equipment_brand', o.equipment_brand,
      'equipment_model', o.equipment_model, 'changed', (
        select coalesce(jsonb_agg(k.key order by k.key), '[]') from jsonb_object_keys(was || paper) as k (key)
        where was -> k.key is distinct from paper -> k.key))
      || case o.status when 'delivered' then jsonb_build_object('total_amount', o.total_amount) else '{}' end,
    private.record_person(o), event);
end
$function$;

CREATE OR REPLACE FUNCTION private.seal_delivery()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if new.status = 'delivered' and old.status <> 'delivered' then
    perform private.queue_record(new, 'delivery',
      private.record_warranty(new) || jsonb_build_object('equipment_type', new.equipment_type,
        'equipment_brand', new.equipment_brand, 'equipment_model', new.equipment_model,
        'total_amount', new.total_amount, 'paid', new.advance_payment + new.final_payment,
        'repaired', new.unrepaired_reason is null, 'photos', (
          select coalesce(jsonb_agg(p.sha256 order by p.created_at, p.id), '[]') from public.order_photos p
          where p.order_id = new.id and p.moment = 'delivery' and p.checked_at is not null)),
      private.record_person(new) || jsonb_build_object('technical_work', new.technical_work,
        'unrepaired_reason', new.unrepaired_reason));
  elsif new.status = 'delivered' then
    if (new.warranty_days, new.parts_warranty_days, new.delivered_at)
      is not distinct from (old.warranty_days, old.parts_warranty_days, old.delivered_at) then
      return null;
    end if;
    perform private.queue_record(new, 'warranty', private.record_warranty(new), private.record_person(new),
      private.last_record(new.id, array['delivery', 'warranty', 'corrected_delivery']));
  elsif old.status = 'delivered'
    or (old.status in ('approved', 'rejected') and current_setting('taller.undone_order', true) = new.id::text) then
    perform private.queue_record(new, 'correction', jsonb_build_object('status', new.status),
      private.record_person(new), private.last_record(new.id,
        case old.status when 'delivered' then array['delivery'] else array['decision'] end));
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.seal_order_correction()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if (old.status, old.customer_name, old.customer_rut, old.customer_phone, old.equipment_type, old.equipment_brand,
      old.equipment_model, old.imei, old.equipment_condition, old.work_description, old.technical_work, old.total_amount,
      old.delivered_at, old.warranty_days, old.parts_warranty_days, old.unrepaired_reason)
    is distinct from (new.status, new.customer_name, new.customer_rut, new.customer_phone, new.equipment_type,
      new.equipment_brand, new.equipment_model, new.imei, new.equipment_condition, new.work_description,
      new.technical_work, new.total_amount, new.delivered_at, new.warranty_days, new.parts_warranty_days,
      new.unrepaired_reason) then
    perform private.seal_correction(new.id);
  end if;
  return null;
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
    return jsonb_build_object('state', case when r.is_whole is false then 'unreadable' else 'unknown' end);
  end if;
  return jsonb_build_object(
    'state', case when not r.is_whole then 'damaged' when r.agrees then 'agrees' else 'differs' end,
    'number', r.number, 'kind', r.kind, 'at', r.at, 'changed', r.facts -> 'changed',
    'sealed_at', private.utc_text(r.sealed_at),
    'checked_at', (select private.utc_text(c.checked_at) from private.record_checks c where c.fault_seq is null),
    'later', (
      select coalesce(jsonb_agg(jsonb_build_object('kind', l.kind, 'at', l.at, 'changed', l.facts -> 'changed')
        order by l.event_id), '[]')
      from private.order_records(r.order_id) as l where l.event_id > r.event
    ),
    'is_erased', r.paper is null, 'has_phone', coalesce(length(private.paper_digits(r.paper)) >= 4, false));
end
$function$;

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
  event := private.paper_event(o);
  return (
    select event || '-' || (r.facts ->> 'code') || left(private.paper_hash(p.salt, private.paper_content(o)), 20)
    from private.order_records(o.id) as r join private.sealed_personal p on p.event_id = r.event_id
    where r.event_id = event
  );
end
$function$;

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
        'is_drawn', s.facts -> 'is_drawn', 'by_link', s.facts -> 'by_link', 'is_corrected', exists (
          select from private.order_records(r.order_id) as c
          where c.kind in ('corrected_reception', 'corrected_delivery') and c.event_id between s.event_id and r.event))
        order by s.event_id), '[]')
      from private.order_records(r.order_id) as s join private.sealed_personal p on p.event_id = s.event_id
      where s.event_id <= r.event and s.kind in ('reception', 'collection')
    ));
end
$function$;

ALTER TABLE "private"."records_to_seal"
  ADD CONSTRAINT "records_to_seal_kind_check"
    CHECK
    ((kind = ANY (ARRAY['reception'::text, 'collection'::text, 'decision'::text, 'delivery'::text, 'warranty'::text, 'correction'::text, 'corrected_reception'::text,
    'corrected_delivery'::text])));

CREATE TRIGGER seal_checklist_correction
  AFTER INSERT OR DELETE OR UPDATE ON public.order_checklists
  FOR EACH ROW
  EXECUTE FUNCTION private.seal_checklist_correction();

CREATE TRIGGER seal_order_correction
  AFTER UPDATE ON public.service_orders
  FOR EACH ROW
  WHEN ((NOT (old.anonymized_at IS DISTINCT FROM new.anonymized_at)))
  EXECUTE FUNCTION private.seal_order_correction();

REVOKE ALL ON FUNCTION "private"."paper_event"(public.service_orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."paper_event"(public.service_orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."paper_event"(public.service_orders) TO "postgres";

REVOKE ALL ON FUNCTION "private"."seal_checklist_correction"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."seal_checklist_correction"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."seal_checklist_correction"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."seal_correction"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."seal_correction"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."seal_correction"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."seal_order_correction"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."seal_order_correction"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."seal_order_correction"() TO "postgres";
