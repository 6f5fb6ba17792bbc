-- Anonymising a customer (PRIV-05) removes personal data and keeps the accounts. An order keeps its number, dates,
-- device, status and every amount, so that reports and warranties stay the same; the person's account is deleted. It
-- cannot be undone.

-- Record of each anonymisation, its author and extent, without the person.
create table private.anonymizations (
  id bigint generated always as identity primary key,
  done_at timestamptz not null default now(),
  -- Null: retention.
  actor_id uuid,
  orders integer not null,
  accounts integer not null
);
alter table private.anonymizations enable row level security;

-- The orders of one person share one fictitious RUT, so that counts by customer stay correct. Real ones have no
-- leading zeros.
create sequence private.anonymous_ruts maxvalue 999999;

-- Keeps updated_at, which reports use. Runs after guard_service_order, which stamps it.
create function private.keep_anonymized_dates() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.updated_at := old.updated_at;
  return new;
end
$$;
create trigger keep_anonymized_dates before update on public.service_orders
  for each row when (new.anonymized_at is distinct from old.anonymized_at)
    execute function private.keep_anonymized_dates();

-- Refuses to write personal data again to an anonymised order or to rows that belong to it.
create function private.refuse_anonymized() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  raise exception 'La orden fue anonimizada y ya no se edita.' using errcode = '23514';
end
$$;
create trigger check_anonymized before update on public.service_orders
  for each row when (old.anonymized_at is not null and private.is_api_caller())
    execute function private.refuse_anonymized();

-- Whether the person was taken out of an order.
create function private.is_anonymized(p_order_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.service_orders o where o.id = p_order_id and o.anonymized_at is not null)
$$;
grant execute on function private.is_anonymized to authenticated, service_role;
create trigger check_anonymized before insert or update on public.service_order_internal
  for each row when (private.is_api_caller() and private.is_anonymized(new.order_id))
    execute function private.refuse_anonymized();

-- The changes of an event that accounting needs; none of them names a person.
create function private.impersonal_changes(p_changes jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(p_changes)
  where key in ('status', 'total_amount', 'advance_payment', 'final_payment', 'payment_method', 'technician_id',
    'warranty_days', 'parts_warranty_days', 'warranty_of', 'not_warranty', 'warranty_outcome', 'promised_at',
    'equipment_type', 'equipment_brand', 'equipment_model')
$$;

-- Removes the person from these orders and their related rows. The caller ensures that none is open.
create function private.anonymize_orders(p_ids uuid[]) returns integer
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
$$;

create type private.person as (orders uuid[], accounts uuid[]);

-- Finds a person by an identifier. p_by: 'account' (id of a customer's account, with the orders of its proven RUT),
-- 'rut' or 'phone' (as left on orders). A RUT finds the account that proved it, and others that left the same phone; a
-- phone finds accounts that proved no RUT. The second phone of an order counts where messages go to it (ORD-124);
-- beside a mobile it may be a relative's. A RUT or phone of repeated digits, under which orders of people without one
-- are taken in, identifies no person: it finds nothing (CUST-17).
create function private.find_person(p_by text, p_value text) returns private.person
language plpgsql stable security definer set search_path = '' as $$
declare
  who private.person;
  v_rut text := case when p_by = 'rut' then private.normalize_rut(p_value) end;
  v_phone text := case when p_by = 'phone' then private.phone_key(p_value) end;
  v_account uuid := case when p_by = 'account' and pg_input_is_valid(p_value, 'uuid') then p_value::uuid end;
begin
  if p_by is null or p_by not in ('account', 'rut', 'phone') then
    raise exception 'Elige cómo buscar al cliente.' using errcode = '22023';
  end if;
  if private.is_repeated_rut(v_rut) then
    raise exception 'Ese RUT no es de nadie: lo llevan órdenes de varias personas. Busca a esta por su teléfono.'
      using errcode = '23514';
  end if;
  if v_phone is not null and private.personal_phone_key(v_phone) is null then
    raise exception 'Ese teléfono no es de nadie: lo llevan órdenes de varias personas. Busca a esta por su RUT.'
      using errcode = '23514';
  end if;
  if v_account is not null then
    select array_agg(p.id), max(p.rut) filter (where p.rut_verified_at is not null) into who.accounts, v_rut
    from public.profiles p where p.id = v_account and p.role = 'customer';
  end if;
  select array_agg(o.id) into who.orders from public.service_orders o
  where o.anonymized_at is null and (o.customer_rut = v_rut or private.phone_key(o.customer_phone) = v_phone
    or (private.phone_key(o.second_phone) = v_phone and private.is_landline(o.customer_phone)));
  if p_by = 'rut' then
    select array_agg(p.id) into who.accounts from public.profiles p
    where p.role = 'customer' and p.rut = v_rut and (p.rut_verified_at is not null or private.phone_key(p.phone) in (
      select private.phone_key(k.phone) from public.service_orders o
      cross join unnest(array[o.customer_phone, o.second_phone]) as k (phone) where o.id = any (who.orders)));
  elsif p_by = 'phone' then
    select array_agg(p.id) into who.accounts from public.profiles p
    where p.role = 'customer' and private.phone_key(p.phone) = v_phone and p.rut_verified_at is null;
  end if;
  who.orders := coalesce(who.orders, '{}');
  who.accounts := coalesce(who.accounts, '{}');
  return who;
end
$$;

-- Whether an order or an account, besides those of a person, has a RUT or phone.
create function private.is_of_others(p_rut text, p_phone text, p_person private.person) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.service_orders o where not o.id = any (p_person.orders)
      and (o.customer_rut = p_rut or private.phone_key(o.customer_phone) = private.phone_key(p_phone)
        or private.phone_key(o.second_phone) = private.phone_key(p_phone))
  ) or exists (
    select from public.profiles p where not p.id = any (p_person.accounts)
      and (p.rut = p_rut or private.phone_key(p.phone) = private.phone_key(p_phone))
  )
$$;

-- Clears what no order refers to: events and notifications of deleted orders, replies without an order, the RUT of
-- accounts that claim it without proof, subjects of the access log, records of logins.
create function private.forget_traces(p_names text[], p_ruts text[], p_phones text[], p_accounts uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.order_events e set changes = private.impersonal_changes(e.changes)
  where not exists (select from public.service_orders o where o.id = e.order_id) and e.order_id in (
    select d.order_id from public.order_events d where d.kind = 'deleted'
      and d.changes -> 'customer_name' ->> 0 = any (p_names));
  update public.order_events e set actor_id = null, actor_name = null where e.actor_id = any (p_accounts);
  delete from public.notifications n
  where n.order_id is null and exists (select from unnest(p_names) as name where strpos(n.message, name) > 0);
  delete from public.whatsapp_replies r where r.order_id is null and private.phone_key(r.phone) = any (p_phones);
  update public.profiles p set rut = null where p.rut = any (p_ruts) and p.rut_verified_at is null
    and p.role = 'customer';
  update auth.users u set raw_user_meta_data = u.raw_user_meta_data - 'rut'
  where private.normalize_rut(u.raw_user_meta_data ->> 'rut') = any (p_ruts);
  update auth.identities i set identity_data = i.identity_data - 'rut'
  where private.normalize_rut(i.identity_data ->> 'rut') = any (p_ruts);
  delete from private.reminder_consents r where r.subject = any (p_ruts || p_phones);
  -- With its contacts, which only its own orders name.
  delete from private.customer_cards c where c.rut = any (p_ruts)
    and not exists (select from public.service_orders o where o.customer_rut = c.rut);
  update private.looks l set subject = 'borrado ' || l.id where l.subject = any (p_ruts) or l.subject = any (p_phones);
  update private.looks l set customer_id = null where l.customer_id = any (p_accounts);
  delete from auth.flow_state f where f.user_id = any (p_accounts);
  delete from auth.audit_log_entries a where a.payload ->> 'actor_id' = any (p_accounts::text[]);
end
$$;

-- Preview of an anonymisation, for its confirmation: { orders, names, ruts, emails, unclosed: [order numbers], owed,
-- messages, photos, appointments }. Admins only.
create function public.preview_anonymization(p_by text, p_value text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require('privacy.manage');
  return private.anonymization_preview(private.find_person(p_by, p_value), p_by, p_value);
end
$$;
revoke all on function public.preview_anonymization from public, anon, authenticated;
grant execute on function public.preview_anonymization to authenticated;

-- Anonymises a person. Answers { outcome: 'done' | 'nothing' | 'changed', orders, accounts }; a repeated call answers
-- 'nothing'. Refused while an order is not closed, since the device is still here. p_seen: hash of the preview that was
-- confirmed; if the preview has changed, nothing is done (PRIV-05). Admins only.
-- Unproven data of an account never affects others (PRIV-06): an account that claims another person's RUT or phone, or
-- a name of one letter, would otherwise erase others from the access log, the messages and the notices. Traces under
-- a RUT of repeated digits do not count as this person's.
create function public.anonymize_customer(p_by text, p_value text, p_seen text default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  who private.person;
  locked private.person;
  unclosed text;
  names text[];
  ruts text[];
  phones text[];
  visits uuid[];
  contacts uuid[];
begin
  perform private.require('privacy.manage');
  -- One after the other, so that the second of two finds what the first has left.
  perform pg_advisory_xact_lock(hashtextextended('private.anonymize', 0));
  who := private.find_person(p_by, p_value);
  perform from public.service_orders o where o.id = any (who.orders) order by o.id for update;
  perform from public.profiles p where p.id = any (who.accounts) order by p.id for update;
  -- The rows may belong to somebody else after the wait for the locks.
  locked := who;
  who := private.find_person(p_by, p_value);
  select string_agg('#' || private.format_order_number(o.order_number), ', ' order by o.order_number) into unclosed
  from public.service_orders o where o.id = any (who.orders) and o.status <> all (private.statuses_in('closed'));
  if unclosed is not null then
    raise exception 'No se puede anonimizar mientras haya órdenes abiertas: %. Entrégalas o cancélalas primero.',
      unclosed
      using errcode = '23514';
  end if;
  visits := private.visits_of(who, p_by, p_value);
  contacts := private.contacts_of(who, p_by, p_value);
  if cardinality(who.orders) + cardinality(who.accounts) + cardinality(visits) + cardinality(contacts) = 0 then
    return jsonb_build_object('outcome', 'nothing', 'orders', 0, 'accounts', 0);
  end if;
  if p_seen is null then
    raise exception 'Revisa primero lo que se va a borrar: actualiza la página y confirma otra vez.' using errcode = '23514';
  end if;
  if not (who.orders <@ locked.orders and who.accounts <@ locked.accounts)
    or p_seen <> private.anonymization_preview(who, p_by, p_value) ->> 'seen' then
    return jsonb_build_object('outcome', 'changed', 'orders', 0, 'accounts', 0);
  end if;
  select coalesce(array_agg(distinct k.name) filter (where k.name <> ''), '{}'),
    coalesce(array_agg(distinct k.rut) filter (where not private.is_repeated_rut(k.rut)), '{}'),
    coalesce(array_agg(distinct private.phone_key(k.phone)), '{}') into names, ruts, phones
  from (
    select o.customer_name as name, o.customer_rut as rut, o.customer_phone as phone from public.service_orders o
      where o.id = any (who.orders)
    union all
    -- A second phone may be a relative's.
    select null, null, case when not private.is_of_others(null, o.second_phone, who) then o.second_phone end
      from public.service_orders o where o.id = any (who.orders)
    union all
    -- An account's unproven data may be somebody else's: it counts if nobody else is known by it.
    select case when p.rut_verified_at is not null and p.full_name ~ '^.{2,} .{2,}$' then p.full_name end,
      case when p.rut_verified_at is not null or not private.is_of_others(p.rut, null, who) then p.rut end,
      case when not private.is_of_others(null, p.phone, who) then p.phone end
    from public.profiles p where p.id = any (who.accounts)
  ) as k;
  perform private.anonymize_orders(who.orders);
  delete from public.profiles p where p.id = any (who.accounts);
  delete from public.appointments a where a.id = any (visits);
  -- The company's orders may name it.
  perform private.forget_contact_name(c.rut, c.name) from public.customer_contacts c where c.id = any (contacts);
  update public.customer_contacts c
  set name = 'Contacto borrado', phone = '', email = '', role = '', removed_at = coalesce(c.removed_at, now())
  where c.id = any (contacts);
  perform private.forget_traces(names, ruts, phones, who.accounts);
  insert into private.anonymizations (actor_id, orders, accounts)
  values ((select auth.uid()), cardinality(who.orders), cardinality(who.accounts));
  return jsonb_build_object('outcome', 'done', 'orders', cardinality(who.orders), 'accounts',
    cardinality(who.accounts));
end
$$;
revoke all on function public.anonymize_customer from public, anon, authenticated;
grant execute on function public.anonymize_customer to authenticated;

-- Appointments of people without an account (APPT-06): a name and a phone instead of the customer. They belong to
-- nobody who signs in, so only the staff read them.

-- Appointments without an account of a person (PRIV-13): those with a phone of the person's orders or accounts, or with
-- the phone that was asked for. One whose phone is somebody else's too counts only under the person's name.
create function private.visits_of(p_person private.person, p_by text, p_value text) returns uuid[]
language sql stable security definer set search_path = '' as $$
  with known as (
    select o.customer_name as name, private.phone_key(k.phone) as phone from public.service_orders o
    cross join unnest(array[o.customer_phone, o.second_phone]) as k (phone) where o.id = any (p_person.orders)
    union select p.full_name, private.phone_key(p.phone) from public.profiles p where p.id = any (p_person.accounts)
  )
  select coalesce(array_agg(a.id), '{}') from public.appointments a
  where a.customer_id is null and (
    (p_by = 'phone' and private.phone_key(a.phone) = private.phone_key(p_value))
    or exists (
      select from known k where k.phone = private.phone_key(a.phone)
        and (private.name_key(k.name) = private.name_key(a.full_name)
          or not private.is_of_others(null, a.phone, p_person))
    )
  )
$$;

-- The contacts that a person is in cards, theirs or a company's, by the same rule.
create function private.contacts_of(p_person private.person, p_by text, p_value text) returns uuid[]
language sql stable security definer set search_path = '' as $$
  with known as (
    select o.customer_name as name, private.phone_key(k.phone) as phone from public.service_orders o
    cross join unnest(array[o.customer_phone, o.second_phone]) as k (phone) where o.id = any (p_person.orders)
    union select p.full_name, private.phone_key(p.phone) from public.profiles p where p.id = any (p_person.accounts)
  )
  select coalesce(array_agg(c.id), '{}') from public.customer_contacts c
  where private.phone_key(c.phone) in (
    select private.personal_phone_key(p_value) where p_by = 'phone'
    union all
    select k.phone from known k
    where private.name_key(k.name) = private.name_key(c.name) or not private.is_of_others(null, c.phone, p_person))
$$;
revoke all on function private.contacts_of from public, anon, authenticated;

-- An anonymisation is bound to its preview (PRIV-05): the confirmation does not cover later orders, payments or
-- changes.

-- The preview, with a hash of the rows themselves and of everything that it shows.
create function private.anonymization_preview(who private.person, p_by text, p_value text) returns jsonb
language sql stable security definer set search_path = '' as $$
  with shown as (
    select jsonb_build_object(
      'orders', cardinality(who.orders),
      'names', (select coalesce(jsonb_agg(distinct name), '[]') from (
        select o.customer_name as name from public.service_orders o where o.id = any (who.orders)
        union select p.full_name from public.profiles p where p.id = any (who.accounts)) as named where name <> ''),
      'ruts', (select coalesce(jsonb_agg(distinct rut), '[]') from (
        select o.customer_rut as rut from public.service_orders o where o.id = any (who.orders)
        union select p.rut from public.profiles p where p.id = any (who.accounts)) as numbered where rut is not null),
      'emails', (select coalesce(jsonb_agg(p.email order by p.email), '[]') from public.profiles p
      where p.id = any (who.accounts)),
      'unclosed',
      (select coalesce(jsonb_agg(o.order_number order by o.order_number), '[]') from public.service_orders o
        where o.id = any (who.orders) and o.status <> all (private.statuses_in('closed'))),
      'owed', (select coalesce(sum(greatest(coalesce(o.total_amount, 0) - o.advance_payment - o.final_payment, 0)), 0)
        from public.service_orders o where o.id = any (who.orders) and o.status = 'delivered'),
      'messages', (select count(*) from public.whatsapp_messages m where m.order_id = any (who.orders))
        + (select count(*) from public.whatsapp_replies r where r.order_id = any (who.orders)),
      'photos', (select count(*) from public.order_photos p where p.order_id = any (who.orders)),
      'appointments',
      (select count(*) from public.appointments a where a.customer_id = any (who.accounts))
        + cardinality(private.visits_of(who, p_by, p_value)),
      'contacts', (select count(*) from public.customer_contacts c
        where c.id = any (private.contacts_of(who, p_by, p_value))
          or c.rut in (select o.customer_rut from public.service_orders o where o.id = any (who.orders)))
    ) as facts
  )
  select facts || jsonb_build_object('seen', encode(sha256(convert_to(
    jsonb_build_array(facts,
      (select jsonb_agg(jsonb_build_array(o.id, o.version) order by o.id) from public.service_orders o
        where o.id = any (who.orders)),
      (select jsonb_agg(a.id order by a.id) from unnest(who.accounts) as a (id)),
      (select jsonb_agg(v.id order by v.id) from unnest(private.visits_of(who, p_by, p_value)) as v (id)))::text,
    'UTF8')), 'hex'))
  from shown
$$;
revoke all on function private.anonymization_preview from public, anon, authenticated;
