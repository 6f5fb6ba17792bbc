-- The printed slip against its sealed record (REC-68, decision 76). A record that paper is printed of holds a random
-- code, which names it to who has the paper, and a salted hash of what the slip says. The slip's address has the code
-- and such a hash of what it was printed with. Without the last four digits of the phone it shows nothing personal.
-- What changes in what a slip says is sealed as a correction, which nobody signed: the slip that is printed then is held
-- against that, and the one before says that there is a newer record (REC-88).

-- What a slip says of an order: as it came in, and once it was handed over that too. Without photos: they are not on
-- paper, and go before the order does.
create function private.paper_content(o public.service_orders) returns jsonb
language sql stable security definer set search_path = '' as $$
  select (private.signed_content(o, 'reception') - 'photos') || case when o.status = 'delivered' then
    jsonb_build_object('work', o.technical_work, 'total', coalesce(o.total_amount, 0),
      'delivered_at', private.utc_text(o.delivered_at), 'warranty_days', o.warranty_days,
      'parts_warranty_days', o.parts_warranty_days, 'unrepaired_reason', o.unrepaired_reason)
    else '{}' end
$$;

-- A hash of what a slip says, with the salt of the personal part: without it the hash tells nothing.
create function private.paper_hash(p_salt text, p_content jsonb) returns text
language sql immutable set search_path = '' as $$
  select encode(sha256(convert_to(p_salt || private.content_digest(p_content), 'UTF8')), 'hex')
$$;

-- The digits of the phone that a slip has; what is shown asks for the last four.
create function private.paper_digits(p_paper jsonb) returns text
language sql immutable set search_path = '' as $$
  select regexp_replace(p_paper -> 'customer' ->> 'phone', '\D', '', 'g')
$$;

-- The newest record that a slip of an order is held against; null while there is none: nobody signed.
create function private.paper_event(o public.service_orders) returns bigint
language sql stable security definer set search_path = '' as $$
  select private.last_record(o.id, case o.status
    when 'delivered' then array['delivery', 'warranty', 'corrected_delivery']
    else array['reception', 'corrected_reception'] end)
$$;

-- The part of a slip's address behind /verificar/, as the slip is printed now; null while there is no sealed record to
-- hold it against. For staff, and for customers of their own.
create function public.paper_code(p_order_id uuid) returns text
language plpgsql stable security definer set search_path = '' as $$
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
$$;

-- The records of an order, in order, those that wait to be sealed too.
create function private.order_records(p_order_id uuid)
returns table (event_id bigint, kind text, at text, facts jsonb)
language sql stable security definer set search_path = '' as $$
  select r.event_id, r.kind, b.body ->> 'at', b.body -> 'facts'
  from private.sealed_records r
  cross join lateral (select case when pg_input_is_valid(r.body, 'jsonb') then r.body::jsonb end) as b (body)
  where r.order_id = p_order_id
  union all
  select q.id, q.kind, private.utc_text(q.at), q.facts
  from private.records_to_seal q where q.order_id = p_order_id
  order by 1
$$;

-- Seals what a slip of an order says by now, if it is not what its newest record says: as a correction of that one.
create function private.seal_correction(p_order_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
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
$$;

create function private.seal_order_correction() returns trigger
language plpgsql security definer set search_path = '' as $$
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
$$;
-- Its name comes after seal_delivery, whose record may say it.
create trigger seal_order_correction after update on public.service_orders
  for each row when (old.anonymized_at is not distinct from new.anonymized_at)
  execute function private.seal_order_correction();

create function private.seal_checklist_correction() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if coalesce(new.moment, old.moment) = 'reception' then
    perform private.seal_correction(coalesce(new.order_id, old.order_id));
  end if;
  return null;
end
$$;
create trigger seal_checklist_correction after insert or update or delete on public.order_checklists
  for each row execute function private.seal_checklist_correction();
revoke all on function private.seal_order_correction, private.seal_checklist_correction
  from public, anon, authenticated;

-- The record of a slip, if its code is one.
create type private.paper_record as (
  event bigint, order_id uuid, number integer, kind text, at text, facts jsonb,
  -- Null while it waits to be sealed.
  sealed_at timestamptz,
  -- Nothing of the record, or of what is shown of it, was changed.
  is_whole boolean,
  -- What the slip says; null once the person was taken out or the order is gone.
  paper jsonb,
  -- Whether the slip was printed with what was sealed.
  agrees boolean
);
-- Without an event, and not whole: a record that was changed so that its code is not to be read any more.
create function private.paper_of(p_code text) returns private.paper_record
language plpgsql stable security definer set search_path = '' as $$
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
$$;

-- Whether a slip agrees with its record: { state, number, kind, at, changed, sealed_at, checked_at, later, is_erased,
-- has_phone }. state: 'agrees', 'differs' (it was printed with something else than what was sealed), 'damaged' (the
-- record was changed) or, alone, 'unknown' and 'unreadable' (so changed that it does not tell its code). changed: what a
-- correction is about; null for other records. sealed_at: null while it waits. later: [{ kind, at, changed }] of its
-- order since. Dates, and nothing personal.
create function public.check_paper(p_code text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
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
$$;

-- Guesses of the last four digits. As for claims (22_customer_ties) the first call counts, in a transaction of its own,
-- and the second one compares.
create table private.paper_attempts (
  id bigint generated always as identity primary key,
  order_id uuid not null references public.service_orders (id) on delete cascade,
  attempted_at timestamptz not null default now(),
  -- The guess that waits for its answer; null once answered.
  ticket uuid unique,
  code text check (length(code) <= 60),
  digits text check (length(digits) = 4),
  made_in xid8
);
create index paper_attempts_order on private.paper_attempts (order_id, attempted_at);
alter table private.paper_attempts enable row level security;

-- Counts and stores a guess for a slip: five wrong ones an hour and ten a day for each order, those of one visit
-- together, whose slip has the code of each. The ticket is valid for one answer within a minute; null above the limit.
create function public.try_paper(p_code text, p_digits text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  r constant private.paper_record := private.paper_of(p_code);
  v_ticket uuid;
  together uuid[];
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
  together := array(select m.order_id from private.visit_mates(r.order_id) as m union select r.order_id order by 1);
  perform pg_advisory_xact_lock(hashtextextended('private.paper_attempts' || together[1], 0));
  delete from private.paper_attempts t where t.attempted_at < now() - interval '1 day';
  if exists (select from private.paper_attempts t where t.order_id = any (together)
    having count(*) >= 10 or count(*) filter (where t.attempted_at > now() - interval '1 hour') >= 5) then
    return null;
  end if;
  insert into private.paper_attempts (order_id, ticket, code, digits, made_in)
  values (r.order_id, gen_random_uuid(), p_code, p_digits, pg_current_xact_id())
  returning ticket into v_ticket;
  return v_ticket;
end
$$;

-- What was sealed, for the last four digits of the phone. p_ticket: of try_paper. { outcome: 'shown', paper, photos,
-- signatures: [{ kind, at, name, is_drawn, by_link, is_corrected: what was signed was corrected since }] }, or the
-- outcome alone: 'wrong', 'too_many' (no ticket) or 'expired'. Right digits do not count.
create function public.read_paper(p_ticket uuid default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
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
$$;
revoke all on function private.paper_content, private.paper_hash, private.paper_digits, private.order_records,
  private.paper_event, private.seal_correction, private.paper_of, public.paper_code, public.check_paper, public.try_paper,
  public.read_paper from public, anon, authenticated;
grant execute on function public.paper_code to authenticated;
grant execute on function public.check_paper, public.try_paper, public.read_paper to anon, authenticated;
