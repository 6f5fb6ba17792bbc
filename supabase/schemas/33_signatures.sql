-- Signatures (REC-70, decision 76): the customer signs what came in and what is handed over, on the shop's screen or on
-- the own phone by a link that works once. The server says what is signed, as content with a digest; who signs sends the
-- digest that was on the screen, and an order that changed meanwhile is refused. Each signature is a sealed record. The
-- orders of a visit are signed at once, each with a copy of its own, so that it goes with its order and its person.
-- Links for the phone: 33_signing_links.

-- Whether strokes are a drawn signature: lists of x and y in turn, whole numbers in a field of 1000 by 400, more than a
-- dot, and of at most 40 kB.
create function private.are_strokes(p_strokes jsonb) returns boolean
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  if jsonb_typeof(p_strokes) is distinct from 'array' or octet_length(p_strokes::text) > 40000
    or jsonb_array_length(p_strokes) not between 1 and 200
    or jsonb_path_exists(p_strokes, 'strict $[*] ? (@.type() != "array")') then
    return false;
  end if;
  if exists (select from jsonb_array_elements(p_strokes) as s
      where jsonb_array_length(s) < 2 or jsonb_array_length(s) % 2 = 1)
    or exists (select from jsonb_array_elements(p_strokes) as s, jsonb_array_elements(s) as v
      where v::text !~ '^[0-9]{1,4}$') then
    return false;
  end if;
  return (
    select max(p.x) <= 1000 and max(p.y) <= 400 and max(p.x) - min(p.x) + max(p.y) - min(p.y) >= 40
    from (
      select case when v.place % 2 = 1 then v.value::text::integer end as x,
        case when v.place % 2 = 0 then v.value::text::integer end as y
      from jsonb_array_elements(p_strokes) as s, jsonb_array_elements(s) with ordinality as v (value, place)
    ) as p
  );
end
$$;
grant execute on function private.are_strokes to service_role;

create table private.order_signatures (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.service_orders (id) on delete cascade,
  -- Of the device's coming in, and of its being handed over.
  moment text not null check (moment in ('reception', 'delivery')),
  -- Of the order's content as it was signed.
  digest text not null check (digest ~ '^[0-9a-f]{64}$'),
  -- Null for a name that was typed as signature, and once the person was taken out; the name then too.
  strokes jsonb check (strokes is null or private.are_strokes(strokes)),
  signer_name text check (length(signer_name) between 3 and 120),
  is_drawn boolean not null,
  -- By the link, on the customer's phone.
  by_link boolean not null,
  asked_by uuid references public.staff_names (id),
  signed_at timestamptz not null default now()
);
create index order_signatures_order on private.order_signatures (order_id, moment);
create index order_signatures_asked_by on private.order_signatures (asked_by);
alter table private.order_signatures enable row level security;

-- Refuses every change of a signature but taking the person out of it.
create function private.refuse_signature_change() returns trigger
language plpgsql set search_path = '' as $$
begin
  if new.strokes is not null or new.signer_name is not null
    or to_jsonb(new) - array['strokes', 'signer_name'] is distinct from to_jsonb(old) - array['strokes', 'signer_name'] then
    raise exception 'Una firma no se cambia.' using errcode = '42501';
  end if;
  return new;
end
$$;
create trigger refuse_change before update on private.order_signatures
  for each row execute function private.refuse_signature_change();

-- What is signed of one order at a moment. Its photos by their hashes, its terms by their version. A device that is
-- handed over after a rejection or cancellation is not charged.
create function private.signed_content(o public.service_orders, p_moment text) returns jsonb
language sql stable security definer set search_path = '' as $$
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
$$;

-- A digest of what is signed.
create function private.content_digest(p_content jsonb) returns text
language sql immutable set search_path = '' as $$
  select encode(sha256(convert_to(p_content::text, 'UTF8')), 'hex')
$$;

-- Whether an order is signed as it is now; at delivery, since it was last handed over.
create function private.is_signed(o public.service_orders, p_moment text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from private.order_signatures s join private.sealed_personal p
      on p.order_id = s.order_id and p.content ->> 'digest' = s.digest
    where s.order_id = o.id and s.moment = p_moment
      and s.digest = private.content_digest(private.signed_content(o, p_moment))
      and (p_moment = 'reception' or p.event_id > coalesce(private.last_record(o.id, array['delivery']), 0)))
$$;

-- Whether the shop's settings ask for a signature at a moment.
create function private.is_signature_required(p_moment text) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce((s.value -> 'signatures' ->> p_moment)::boolean, false)
  from public.setting_sections s where s.section = 'desk'
$$;

-- The orders that are signed together with one: at reception those of its visit that are in the shop and not signed, at
-- delivery those of its visit that are handed over with it (p_with).
create function private.signing_orders(p_order_id uuid, p_moment text, p_with uuid[])
  returns setof public.service_orders
language sql stable security definer set search_path = '' as $$
  select o.* from public.service_orders o
  where o.id in (
      select p_order_id union select m.order_id from private.visit_mates(p_order_id) as m
      where p_moment = 'reception' or m.order_id = any (p_with))
    and o.anonymized_at is null and o.status <> 'delivered' and (p_moment = 'delivery' or o.status <> 'cancelled')
    and not private.is_signed(o, p_moment)
  order by o.order_number
$$;

-- What is to be signed, for the screen: { moment, digest, orders: [content], terms: [text] }, the terms of each order
-- among them. No orders: nothing is.
create function private.signing_of(p_order_id uuid, p_moment text, p_with uuid[]) returns jsonb
language sql stable security definer set search_path = '' as $$
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
$$;

-- Signs the orders of a signing, whose rows are locked, and seals each.
create function private.sign_orders(
  p_order_id uuid, p_moment text, p_with uuid[], p_digest text, p_name text, p_strokes jsonb, p_asked_by uuid,
  p_by_link boolean
) returns void
language plpgsql security definer set search_path = '' as $$
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
$$;
revoke all on function private.refuse_signature_change, private.signed_content, private.content_digest,
  private.is_signed, private.is_signature_required, private.signing_orders, private.signing_of, private.sign_orders
  from public, anon, authenticated;

-- Refuses a moment that there is not.
create function private.require_moment(p_moment text) returns void
language plpgsql immutable set search_path = '' as $$
begin
  if p_moment is null or p_moment not in ('reception', 'delivery') then
    raise exception 'Di si se firma la recepción o la entrega.' using errcode = '22023';
  end if;
end
$$;
revoke all on function private.require_moment from public, anon, authenticated;

-- What is to be signed of an order at a moment: { moment, digest, orders, terms }. p_with: the other orders of its visit
-- that are handed over with it. Staff only.
create function public.signing(p_id uuid, p_moment text, p_with uuid[] default '{}') returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require('orders.change');
  perform private.require_moment(p_moment);
  return private.signing_of(p_id, p_moment, p_with);
end
$$;

-- Whether a closed order differs from what was signed in nothing that the signature holds: its photos, which went by
-- themselves after their time (photo_days) and nobody removed, and what was charged for a device that went back
-- unrepaired, which is said as it is handed back (REC-36). What is still in the shop is handed over as it is.
create function private.is_still_signed(o public.service_orders, s private.order_signatures) returns boolean
language sql stable security definer set search_path = '' as $$
  select (o.status = 'delivered' or o.status = 'cancelled' and s.moment = 'reception') and exists (
    select from private.sealed_personal p
    cross join private.signed_content(o, s.moment) as c
    cross join lateral (select p.content -> 'signed') as was (signed)
    cross join (
      select array['photos'] || case when o.unrepaired_reason is not null then array['total'] end) as f (free)
    where p.order_id = o.id and p.content ->> 'digest' = s.digest and was.signed - f.free = c - f.free
      and (was.signed -> 'photos' = c -> 'photos' or c -> 'photos' = '[]' and not exists (
        select from public.order_events e
        where e.order_id = o.id and e.kind = 'photo_removed' and e.created_at > s.signed_at)))
$$;
revoke all on function private.is_still_signed from public, anon, authenticated;

-- The signatures of an order, newest first. is_current: it counts, since the order is as it was signed, and at delivery
-- not handed over since. For staff, and for customers of their own.
create function public.order_signatures(p_id uuid)
returns table (
  id uuid, moment text, signed_at timestamptz, signer_name text, strokes jsonb, is_drawn boolean, by_link boolean,
  is_current boolean
)
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.may('desk') and not exists (
    select from public.service_orders o where o.id = p_id and o.customer_rut = private.my_rut()
  ) then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  return query
    select s.id, s.moment, s.signed_at, s.signer_name, s.strokes, s.is_drawn, s.by_link,
      s.digest = private.content_digest(private.signed_content(o, s.moment))
        and (o.status = 'delivered' or private.is_signed(o, s.moment)) or private.is_still_signed(o, s)
    from private.order_signatures s join public.service_orders o on o.id = s.order_id
    where s.order_id = p_id
    order by s.signed_at desc, s.id;
end
$$;

-- Signs on the shop's screen, once for each request id. p_digest: of what was shown. p_strokes: null for a name that was
-- typed as signature. p_with: as for signing. Staff only.
create function public.sign_order(
  p_request_id uuid, p_order_id uuid, p_moment text, p_digest text, p_name text, p_strokes jsonb default null,
  p_with uuid[] default '{}'
) returns void
language plpgsql security definer set search_path = '' as $$
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
$$;

revoke all on function public.signing, public.order_signatures, public.sign_order from public, anon, authenticated;
grant execute on function public.signing, public.order_signatures, public.sign_order to authenticated;
