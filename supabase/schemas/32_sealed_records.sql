-- Sealed records (decision 76): what was signed, decided and handed over, in one chain of the whole shop. A change puts
-- what is to be sealed into a queue in its own transaction; the function seal-records takes it from there, in order,
-- signs it with the shop's Ed25519 key, which is outside of the database, and appends it. Nothing that is sealed
-- changes: a correction is a record of its own. What is personal is not in the record but beside it, bound by a hash
-- with a salt, so that an erasure removes it and the chain stays verifiable.

-- A time in the form of a record: UTC, with milliseconds.
create function private.utc_text(p_at timestamptz) returns text
language sql stable set search_path = '' as $$
  select to_char(p_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;

-- The public keys, by which a record is verified without the private one.
create table private.record_keys (
  -- Beginning of the public key's SHA-256.
  id text primary key check (id ~ '^[0-9A-F]{16}$'),
  -- Ed25519, base64url.
  public_key text not null check (public_key ~ '^[A-Za-z0-9_-]{43}$'),
  created_at timestamptz not null default now()
);
alter table private.record_keys enable row level security;

-- What waits to be sealed. No foreign key: the chain outlives the order.
create table private.records_to_seal (
  id bigint generated always as identity primary key,
  order_id uuid not null,
  order_number integer not null,
  -- 'reception' and 'collection' are signed; 'delivery' is the handing over, with the warranty as it began then;
  -- 'correction' takes a decision or a delivery back; 'corrected_…' is what a slip of that moment says instead.
  kind text not null check (kind in ('reception', 'collection', 'decision', 'delivery', 'warranty', 'correction',
    'corrected_reception', 'corrected_delivery')),
  at timestamptz not null default now(),
  -- Without anything personal.
  facts jsonb not null,
  -- The id of what it corrects.
  corrects bigint
);
create index records_to_seal_order on private.records_to_seal (order_id, id);
alter table private.records_to_seal enable row level security;

-- The personal part of a record, which goes with the order and with the person.
create table private.sealed_personal (
  event_id bigint primary key,
  order_id uuid not null references public.service_orders (id) on delete cascade,
  -- 32 random bytes: without it the hash in the record tells nothing, not even to who guesses.
  salt text not null check (salt ~ '^[0-9a-f]{64}$'),
  content jsonb not null
);
create index sealed_personal_order on private.sealed_personal (order_id);
alter table private.sealed_personal enable row level security;

create table private.sealed_records (
  -- Without gaps.
  seq bigint primary key check (seq > 0),
  -- The id that it had in the queue: nothing is sealed twice.
  event_id bigint not null unique,
  order_id uuid not null,
  kind text not null,
  -- Canonical JSON (RFC 8785); the columns beside it repeat parts of it.
  body text not null,
  sha256 text not null unique,
  -- The hash of the record before; 64 zeros for the first.
  previous text not null unique,
  signature text not null,
  key_id text not null references private.record_keys (id),
  sealed_at timestamptz not null default now()
);
create index sealed_records_order on private.sealed_records (order_id, seq);
create index sealed_records_key on private.sealed_records (key_id);
alter table private.sealed_records enable row level security;

-- The chain's end, signed as well: it tells when the last records are gone. Its lock orders those who append.
create table private.record_chain (
  only_row boolean primary key default true check (only_row),
  seq bigint not null default 0 check (seq >= 0),
  sha256 text not null default repeat('0', 64),
  signature text,
  key_id text
);
alter table private.record_chain enable row level security;

-- The last check of the chain by the schedule.
create table private.record_checks (
  only_row boolean primary key default true check (only_row),
  checked_at timestamptz not null,
  records bigint not null,
  -- The first record that does not agree, and why; null if all do.
  fault_seq bigint,
  fault text check (length(fault) <= 300)
);
alter table private.record_checks enable row level security;

-- Refuses every change of what is sealed, whoever asks. What gets past it is found by the verification.
create function private.refuse_record_change() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise exception 'Un registro sellado no se cambia ni se borra. Una corrección es un registro nuevo.'
    using errcode = '42501';
end
$$;
create trigger refuse_change before update or delete on private.sealed_records
  for each row execute function private.refuse_record_change();
create trigger refuse_truncate before truncate on private.sealed_records
  for each statement execute function private.refuse_record_change();
alter table private.sealed_records enable always trigger refuse_change;
alter table private.sealed_records enable always trigger refuse_truncate;

-- Wakes seal-records once this transaction commits; the schedule makes up for a lost call.
create function private.wake_sealer() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if current_setting('taller.sealer_woken', true) is distinct from 'yes' then
    perform set_config('taller.sealer_woken', 'yes', true);
    perform pg_notify('records_queued', '');
    perform private.call_function('seal-records');
  end if;
  return null;
end
$$;
create trigger wake_sealer after insert on private.records_to_seal
  for each statement execute function private.wake_sealer();

-- Queues a record about an order. Those that a slip is held against (33_verification) have a code, a hash of what the
-- slip says, and that itself in their personal part.
create function private.queue_record(
  o public.service_orders, p_kind text, p_facts jsonb, p_personal jsonb, p_corrects bigint default null
) returns void
language plpgsql security definer set search_path = '' as $$
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
$$;

-- The newest record of an order of some kinds, sealed or waiting.
create function private.last_record(p_order_id uuid, p_kinds text[]) returns bigint
language sql stable security definer set search_path = '' as $$
  select max(id) from (
    select q.id from private.records_to_seal q where q.order_id = p_order_id and q.kind = any (p_kinds)
    union all
    select r.event_id from private.sealed_records r where r.order_id = p_order_id and r.kind = any (p_kinds)
  ) as both_places
$$;

-- Who the device was left by, and which it is.
create function private.record_person(o public.service_orders) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('customer_name', o.customer_name, 'customer_rut', o.customer_rut,
    'customer_phone', o.customer_phone, 'imei', o.imei)
$$;

-- The warranty of a delivered order.
create function private.record_warranty(o public.service_orders) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('delivered_at', private.utc_text(o.delivered_at), 'warranty_days', o.warranty_days,
    'parts_warranty_days', o.parts_warranty_days, 'work_end', w.work_end, 'parts_end', w.parts_end)
  from private.warranty_ends(o.order_number) as w
$$;
revoke all on function private.utc_text, private.refuse_record_change, private.wake_sealer, private.queue_record,
  private.last_record, private.record_person, private.record_warranty from public, anon, authenticated;

-- A decision of the customer, by the link or noted by the staff.
create function private.seal_decision() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  o public.service_orders;
  by_staff constant boolean := exists (
    select from public.profiles p where p.id = (select auth.uid()) and p.role <> 'customer');
begin
  select * into o from public.service_orders s where s.id = new.order_id;
  perform private.queue_record(o, 'decision',
    jsonb_build_object('decision', case new.type when 'success' then 'approved' else 'rejected' end,
      'total_amount', new.total_amount, 'by', case when by_staff then 'staff' else 'customer' end),
    private.record_person(o) || jsonb_build_object('technical_work', o.technical_work,
      'lines', private.shown_lines(new.quote_lines)));
  return null;
end
$$;
create trigger seal_decision after insert on public.decision_history
  for each row execute function private.seal_decision();

-- The handing over, a warranty that is changed after it, and what takes a sealed status back.
create function private.seal_delivery() returns trigger
language plpgsql security definer set search_path = '' as $$
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
$$;
create trigger seal_delivery after update on public.service_orders
  for each row when (old.anonymized_at is not distinct from new.anonymized_at
    and (new.status <> old.status or new.status = 'delivered'))
    execute function private.seal_delivery();
revoke all on function private.seal_decision, private.seal_delivery from public, anon, authenticated;

-- A value as canonical JSON, as canonicalJson of shared writes it, for keys of ASCII.
create function private.canonical_json(p_value jsonb) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return case jsonb_typeof(p_value)
    when 'object' then (
      select '{' || coalesce(string_agg(to_jsonb(e.key)::text || ':' || private.canonical_json(e.value), ','
        order by e.key collate "C"), '') || '}'
      from jsonb_each(p_value) as e)
    when 'array' then (
      select '[' || coalesce(string_agg(private.canonical_json(e.value), ',' order by e.place), '') || ']'
      from jsonb_array_elements(p_value) with ordinality as e (value, place))
    when 'number' then trim_scale(p_value::numeric)::text
    else p_value::text end;
end
$$;

-- What a record says of what waits, at the chain's end: all but when it is sealed, its version and its personal part.
create function private.record_of(c private.record_chain, q private.records_to_seal) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('seq', c.seq + 1, 'previous', c.sha256, 'event', q.id, 'order', q.order_id,
    'number', q.order_number, 'kind', q.kind, 'at', private.utc_text(q.at), 'facts', q.facts,
    'corrects', (select r.seq from private.sealed_records r where r.event_id = q.corrects))
$$;
revoke all on function private.canonical_json, private.record_of from public, anon, authenticated;

-- What is to be sealed next, and where it belongs in the chain; null for nothing. For the function seal-records, as all
-- of the following.
create function public.next_record() returns jsonb
language sql stable security definer set search_path = '' as $$
  select private.record_of(c, q) || jsonb_build_object('sealed_at', private.utc_text(clock_timestamp()),
    'salt', p.salt, 'personal', p.content)
  from private.record_chain c
  cross join lateral (select * from private.records_to_seal w order by w.id limit 1) as q
  left join private.sealed_personal p on p.event_id = q.id
$$;

-- Appends a record that was built and signed. 'sealed', or 'stale': meanwhile another one took its place in the chain,
-- it is sealed already, or its person is gone. One that says something else than what waits is refused (REC-67).
create function public.append_record(
  p_body text, p_signature text, p_key text, p_public_key text, p_end_signature text
) returns text
language plpgsql security definer set search_path = '' as $$
declare
  chain private.record_chain;
  waiting private.records_to_seal;
  body constant jsonb := p_body::jsonb;
  hash constant text := encode(sha256(convert_to(p_body, 'UTF8')), 'hex');
  expected jsonb;
  -- Of the personal part, as it is now.
  commitment text;
begin
  select * into chain from private.record_chain c for update;
  select * into waiting from private.records_to_seal q where q.id = (body ->> 'event')::bigint
    and chain.seq + 1 = (body ->> 'seq')::bigint and chain.sha256 = body ->> 'previous';
  if waiting.id is null then
    return 'stale';
  end if;
  select encode(sha256(convert_to(p.salt || private.canonical_json(p.content), 'UTF8')), 'hex') into commitment
  from private.sealed_personal p where p.event_id = waiting.id;
  expected := private.record_of(chain, waiting) || jsonb_build_object('v', 1, 'sealed_at', body -> 'sealed_at');
  if body - 'personal' is distinct from expected or p_body <> private.canonical_json(body) then
    raise exception 'El registro no dice lo que se iba a sellar.' using errcode = '22023';
  end if;
  if commitment is null and body ->> 'personal' is not null then
    return 'stale';
  end if;
  if body ->> 'personal' is distinct from commitment then
    raise exception 'La parte personal no es la que se iba a sellar.' using errcode = '22023';
  end if;
  delete from private.records_to_seal q where q.id = waiting.id;
  insert into private.record_keys (id, public_key) values (p_key, p_public_key) on conflict (id) do nothing;
  insert into private.sealed_records
    (seq, event_id, order_id, kind, body, sha256, previous, signature, key_id, sealed_at)
  values (chain.seq + 1, waiting.id, waiting.order_id, waiting.kind, p_body, hash, chain.sha256, p_signature, p_key,
    (body ->> 'sealed_at')::timestamptz);
  update private.record_chain c set seq = chain.seq + 1, sha256 = hash, signature = p_end_signature, key_id = p_key
  where c.only_row;
  return 'sealed';
end
$$;

-- The chain's end, the public keys, what waits, and whether the chain is due for its daily check.
create function public.record_chain() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('seq', c.seq, 'sha256', c.sha256, 'signature', c.signature, 'key_id', c.key_id,
    'keys', (select coalesce(jsonb_object_agg(k.id, k.public_key), '{}') from private.record_keys k),
    'waiting', (select count(*) from private.records_to_seal),
    'due', not coalesce((select n.checked_at between now() - interval '23 hours' and now()
      from private.record_checks n), false))
  from private.record_chain c
$$;

-- Records by their place in the chain, with their personal part where there is one. is_kept: whether there has to be,
-- since neither the order nor its person is gone.
create function public.sealed_records_after(p_seq bigint, p_limit integer)
returns table (
  seq bigint, event_id bigint, order_id uuid, kind text, body text, sha256 text, previous text, signature text,
  key_id text, salt text, personal jsonb, is_kept boolean
)
language sql stable security definer set search_path = '' as $$
  select r.seq, r.event_id, r.order_id, r.kind, r.body, r.sha256, r.previous, r.signature, r.key_id, p.salt, p.content,
    exists (select from public.service_orders o where o.id = r.order_id and o.anonymized_at is null)
  from private.sealed_records r left join private.sealed_personal p on p.event_id = r.event_id
  where r.seq > p_seq order by r.seq limit p_limit
$$;

-- Notes what the daily check found.
create function public.note_record_check(p_records bigint, p_fault_seq bigint, p_fault text) returns void
language sql security definer set search_path = '' as $$
  insert into private.record_checks (checked_at, records, fault_seq, fault)
  values (now(), p_records, p_fault_seq, left(p_fault, 300))
  on conflict (only_row) do update set checked_at = excluded.checked_at, records = excluded.records,
    fault_seq = excluded.fault_seq, fault = excluded.fault
$$;

-- Notes that the schedule ran.
create function public.note_sealing() returns void
language sql security definer set search_path = '' as $$
  select private.note_job('seal-records')
$$;
revoke all on function public.next_record, public.append_record, public.record_chain, public.sealed_records_after,
  public.note_record_check, public.note_sealing from public, anon, authenticated;
grant execute on function public.next_record, public.append_record, public.record_chain, public.sealed_records_after,
  public.note_record_check, public.note_sealing to service_role;

-- Facts for 'Estado'.
create function private.record_facts() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('records', (select c.seq from private.record_chain c),
    'waiting', count(q.id), 'oldest_at', min(q.at),
    'checked_at', (select n.checked_at from private.record_checks n),
    'fault_seq', (select n.fault_seq from private.record_checks n),
    'fault', (select n.fault from private.record_checks n))
  from private.records_to_seal q
$$;
revoke all on function private.record_facts from public, anon, authenticated;
