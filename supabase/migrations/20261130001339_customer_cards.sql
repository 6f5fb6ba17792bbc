SET local check_function_bodies = off;


CREATE TABLE "private"."customer_cards" (
  "rut"               text                     NOT NULL,
  "is_company"        boolean                  NOT NULL DEFAULT false,
  "business_name"     text                     NOT NULL DEFAULT ''::text,
  "business_activity" text                     NOT NULL DEFAULT ''::text,
  "notes"             text                     NOT NULL DEFAULT ''::text,
  "version"           integer                  NOT NULL DEFAULT 1,
  "updated_at"        timestamp with time zone NOT NULL DEFAULT now(),
  "updated_by"        uuid,
  CONSTRAINT "customer_cards_business_activity_check" CHECK ((length(business_activity) <= 200)),
  CONSTRAINT "customer_cards_business_name_check" CHECK ((length(business_name) <= 200)),
  CONSTRAINT "customer_cards_notes_check" CHECK ((length(notes) <= 5000)),
  CONSTRAINT "customer_cards_pkey" PRIMARY KEY (rut),
  CONSTRAINT "customer_cards_rut_check" CHECK (((private.is_rut(rut) OR private.is_document(rut)) AND (NOT private.is_repeated_rut(rut))))
);

ALTER TABLE "private"."customer_cards"
  ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."customer_contacts" (
  "id"         uuid                     NOT NULL DEFAULT gen_random_uuid(),
  "rut"        text                     NOT NULL,
  "name"       text                     NOT NULL,
  "phone"      text                     NOT NULL DEFAULT ''::text,
  "email"      text                     NOT NULL DEFAULT ''::text,
  "role"       text                     NOT NULL DEFAULT ''::text,
  "created_at" timestamp with time zone NOT NULL DEFAULT now(),
  "removed_at" timestamp with time zone,
  CONSTRAINT "customer_contacts_name_check" CHECK (((length(TRIM(BOTH FROM name)) >= 1) AND (length(TRIM(BOTH FROM name)) <= 200))),
  CONSTRAINT "customer_contacts_phone_check" CHECK ((length(phone) <= 40)),
  CONSTRAINT "customer_contacts_pkey" PRIMARY KEY (id),
  CONSTRAINT "customer_contacts_role_check" CHECK ((length(role) <= 120)),
  CONSTRAINT "customer_contacts_email_check" CHECK (((email = ''::text) OR private.is_email(email)))
);

ALTER TABLE "public"."customer_contacts"
  ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."customer_contacts" FROM "anon";

ALTER TABLE "private"."reminder_consents"
  ADD COLUMN "wanted" boolean NOT NULL DEFAULT false;

ALTER TABLE "private"."reminder_consents"
  ADD COLUMN "said_via" text NOT NULL DEFAULT ''::text;

ALTER TABLE "private"."reminder_consents"
  ADD COLUMN "said_by" uuid;

ALTER TABLE "public"."service_orders"
  ADD COLUMN "customer_reference" text;

ALTER TABLE "public"."service_orders"
  ADD COLUMN "contact_id" uuid;

CREATE TYPE "private"."customer" AS (
  "rut"        text,
  "order_id"   uuid,
  "account_id" uuid
);

CREATE OR REPLACE FUNCTION private.anonymization_preview (
  who     private.person,
  p_by    text,
  p_value text
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
$function$;

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
  update private.payments p set reference = '', note = '' where (p.reference <> '' or p.note <> '')
    and p.id in (select s.payment_id from private.payment_shares s where s.order_id = any (p_ids));

  -- The updates have written what they took away to the timeline.
  delete from public.order_events e where e.order_id = any (p_ids) and e.id > last_event;
  update public.order_events e set
    changes = private.impersonal_changes(e.changes),
    actor_id = case when e.actor_role = 'customer' then null else e.actor_id end,
    actor_name = case when e.actor_role = 'customer' then null else e.actor_name end
  where e.order_id = any (p_ids);
  perform private.add_order_event(o, 'anonymized', '{}') from public.service_orders o where o.id = any (p_ids);
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

CREATE OR REPLACE FUNCTION private.card_rut (
  p_customer uuid
)
  RETURNS text
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  who constant private.customer := private.customer_of(p_customer);
begin
  if (who.rut, who.order_id, who.account_id) is null then
    raise exception 'Este cliente ya no existe: su orden o su cuenta se eliminó. No se guardó nada.' using errcode = 'P0002';
  end if;
  if who.rut is null then
    raise exception 'Sin un RUT propio no hay ficha: corrige el RUT de la orden, o confirma el de la cuenta.'
      using errcode = '23514';
  end if;
  if private.is_anonymized(p_customer) then
    raise exception 'Los datos de este cliente se suprimieron: no se escribe nada más sobre él.' using errcode = '23514';
  end if;
  return who.rut;
end
$function$;

CREATE OR REPLACE FUNCTION private.contacts_of (
  p_person private.person,
  p_by     text,
  p_value  text
)
  RETURNS uuid[]
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.customer_of (
  p_id uuid
)
  RETURNS private.customer
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select (case when p.rut_verified_at is not null then p.rut end, null, p.id)::private.customer
  from public.profiles p where p.id = p_id and p.role = 'customer'
  union all
  select (case when not private.is_repeated_rut(o.customer_rut) then o.customer_rut end,
    case when private.is_repeated_rut(o.customer_rut) then o.id end,
    (select a.id from public.profiles a where a.rut = o.customer_rut and a.rut_verified_at is not null
      and a.role = 'customer'))::private.customer
  from public.service_orders o where o.id = p_id
  limit 1
$function$;

CREATE OR REPLACE FUNCTION private.forget_traces (
  p_names    text[],
  p_ruts     text[],
  p_phones   text[],
  p_accounts uuid[]
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.import_columns()
  RETURNS text[]
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
  select array[
    'customer_name', 'customer_rut', 'customer_phone', 'second_phone', 'customer_address', 'equipment_type',
    'equipment_brand', 'equipment_model', 'imei', 'equipment_condition', 'work_description', 'technical_work', 'total_amount',
    'advance_payment', 'former_number', 'customer_reference',
    'id', 'created_at', 'updated_at', 'status', 'notes', 'warranty_days', 'password_type', 'device_password',
    'parts_warranty_days', 'promised_at'
  ]
$function$;

CREATE OR REPLACE FUNCTION private.note_consent (
  p_subjects text[],
  p_wanted   boolean,
  p_via      text
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  insert into private.reminder_consents as r (subject, wanted, said_via, said_by)
  select s.subject, p_wanted, p_via, case when p_via = 'shop' then (select auth.uid()) end
  from unnest(p_subjects) as s (subject)
  on conflict (subject) do update
  set wanted = excluded.wanted, said_at = now(), said_via = excluded.said_via, said_by = excluded.said_by
  where r.wanted <> excluded.wanted
$function$;

CREATE OR REPLACE FUNCTION private.order_balance (
  p_status  text,
  p_total   bigint,
  p_advance bigint,
  p_final   bigint
)
  RETURNS bigint
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
  select case when p_status in ('rejected', 'cancelled') then 0 else coalesce(p_total, 0) end - p_advance - p_final
$function$;

CREATE OR REPLACE FUNCTION private.order_search_row (
  o public.service_orders
)
  RETURNS private.order_texts
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select row(
    o.created_at, o.order_number,
    private.fold(o.customer_name),
    lower(replace(o.customer_rut, '-', '')),
    private.search_phone(o.customer_phone),
    private.fold(o.equipment_brand),
    private.fold(o.equipment_model),
    private.fold(o.imei),
    -- Long texts by their beginning: nobody looks for the five-thousandth character.
    private.fold(concat_ws(E'\n',
      private.format_order_number(o.former_number), o.customer_reference,
      regexp_replace(o.customer_reference, '[^0-9A-Za-z]', '', 'g'), nullif(private.search_phone(o.second_phone), ''),
      o.customer_address, left(o.equipment_condition, 2000), left(o.work_description, 2000),
      left(o.technical_work, 2000), left(o.notes, 2000)))
  )::private.order_texts
$function$;

CREATE OR REPLACE FUNCTION private.record_look (
  p_actor     uuid,
  p_kind      text,
  p_order     uuid,
  p_customers uuid[],
  p_subject   text,
  p_source    text,
  p_rows      integer,
  p_by        text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  actor public.profiles;
  customers uuid[];
  v_order uuid := p_order;
begin
  select * into actor from public.profiles p where p.id = p_actor and p.role <> 'customer';
  if actor.id is null then
    return;
  end if;
  if p_customers is not null then
    select array_agg(p.id) into customers from public.profiles p where p.id = any (p_customers) and p.role = 'customer';
    if customers is null then
      return;
    end if;
  end if;
  -- A customer's record is opened by the id of an account, too.
  select array_agg(p.id) into customers from public.profiles p
  where p.id = any (coalesce(customers, array[v_order])) and p.role = 'customer';
  if v_order = any (customers) then
    v_order := null;
  end if;
  insert into private.looks as l (actor_id, actor_name, actor_role, kind, order_id, customer_id, subject, source, rows, searched_by)
  values (
    actor.id, actor.full_name, actor.role,
    case when cardinality(customers) = 1 then 'customer' else p_kind end, v_order, case when cardinality(customers) = 1 then customers[1] end,
    case when p_subject is not null then
      case when p_by is distinct from 'phone' and private.is_rut(private.normalize_rut(p_subject))
        then private.normalize_rut(p_subject) else private.phone_key(p_subject) end end,
    p_source, coalesce(cardinality(customers), p_rows), case when p_kind = 'search' then p_by end
  )
  on conflict (actor_id, hour, kind, about, coalesce(subject, ''), coalesce(searched_by, '')) do update set rows = l.rows + excluded.rows
    where l.kind in ('list', 'export');
end
$function$;

CREATE OR REPLACE FUNCTION private.reminder_consent (
  p_id uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select coalesce((
    select jsonb_build_object('wanted', r.wanted, 'said_at', r.said_at, 'said_via', r.said_via, 'said_by', n.full_name)
    from private.reminder_consents r left join public.staff_names n on n.id = r.said_by
    where r.subject = any (private.reminder_subjects(p_id))
    order by r.wanted, r.said_at desc limit 1
  ), jsonb_build_object('wanted', true, 'said_at', null, 'said_via', '', 'said_by', null))
$function$;

CREATE OR REPLACE FUNCTION private.reminder_phones (
  p_ids uuid[]
)
  RETURNS TABLE (
    order_id uuid,
    phone    text
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  -- Materialized, so that each phone is read once and not wherever its number is asked for.
  with numbers as materialized (
    select o.id, o.customer_rut as rut, private.phone_key(o.customer_phone) as key, private.whatsapp_phone(
      case when private.is_landline(o.customer_phone) and private.is_mobile(o.second_phone) then o.second_phone
      else o.customer_phone end) as phone
    from public.service_orders o where o.id = any (p_ids) and o.anonymized_at is null
  )
  select n.id, n.phone from numbers n
  where length(n.phone) between 10 and 15 and not private.is_landline(n.phone)
    and not exists (select from private.reminder_consents r
      where not r.wanted and r.subject in (private.phone_key(n.phone), n.key, n.rut))
$function$;

CREATE OR REPLACE FUNCTION private.role_may (
  p_role       text,
  p_permission text
)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  AS $function$
  select coalesce(p_role = any (case p_permission
    when 'activity-log' then '{admin,technician,receptionist}'::text[]
    when 'appointments' then '{admin,technician,receptionist}'::text[]
    when 'costs.see' then '{admin}'::text[]
    when 'customers.change' then '{admin,receptionist}'::text[]
    when 'customers.create' then '{admin,receptionist}'::text[]
    when 'desk' then '{admin,technician,receptionist}'::text[]
    when 'looks' then '{admin}'::text[]
    when 'messages' then '{admin,technician,receptionist}'::text[]
    when 'order-form' then '{admin,receptionist}'::text[]
    when 'order-import' then '{admin}'::text[]
    when 'orders.cancel' then '{admin,technician}'::text[]
    when 'orders.change' then '{admin,technician,receptionist}'::text[]
    when 'orders.choose-status' then '{admin,technician,receptionist}'::text[]
    when 'orders.correct-warranty' then '{admin}'::text[]
    when 'orders.create' then '{admin,receptionist}'::text[]
    when 'orders.delete' then '{admin}'::text[]
    when 'orders.do-repair' then '{admin,technician}'::text[]
    when 'orders.find' then '{admin,receptionist}'::text[]
    when 'orders.receive-payment' then '{admin,receptionist}'::text[]
    when 'orders.repair' then '{technician}'::text[]
    when 'orders.search-all-fields' then '{admin}'::text[]
    when 'orders.take-back' then '{receptionist}'::text[]
    when 'own-data.request' then '{customer}'::text[]
    when 'own-orders' then '{customer}'::text[]
    when 'people.see' then '{admin,technician,receptionist}'::text[]
    when 'privacy.manage' then '{admin}'::text[]
    when 'quote-origins.see' then '{admin}'::text[]
    when 'reports' then '{admin}'::text[]
    when 'rut.confirm' then '{admin,receptionist}'::text[]
    when 'settings' then '{admin}'::text[]
    when 'sheets' then '{admin,technician,receptionist}'::text[]
    when 'stock' then '{admin,technician,receptionist}'::text[]
    when 'system-status' then '{admin}'::text[]
    when 'users' then '{admin}'::text[]
    else private.unknown_permission(p_permission)
  end), false)
$function$;

CREATE OR REPLACE FUNCTION private.row_changes (
  before jsonb,
  after  jsonb
)
  RETURNS jsonb
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select coalesce(jsonb_object_agg(key, jsonb_build_array(before -> key, value)), '{}')
  from jsonb_each(after)
  where value is distinct from before -> key
    and key not in ('updated_at', 'version', 'device_password', 'device_code_stored', 'quote', 'import_key',
      'import_batch_id', 'approved_at', 'rejected_at', 'delivered_at', 'completed_at', 'quoted_at',
      'cancellation_reason', 'on_hold', 'warranty_repair', 'promised_at',
      'at_risk_from', 'warranty_since', 'contact_id')
    and not (key = 'quote_lines'
      and coalesce(private.is_plain_quote(value) and private.is_plain_quote(before -> key), false))
$function$;

CREATE OR REPLACE FUNCTION private.ruts_by_card (
  p_words  text[],
  p_digits text
)
  RETURNS text[]
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select array(
    select c.rut from private.customer_cards c
    where private.fold(c.business_name) like p_words[1] and private.fold(c.business_name) like all (p_words)
    union
    select c.rut from public.customer_contacts c
    where private.fold(c.name) like p_words[1] and private.fold(c.name) like all (p_words) and c.removed_at is null
    union
    select c.rut from public.customer_contacts c
    where private.search_phone(c.phone) like p_digits and c.removed_at is null
    limit 50)
$function$;

CREATE OR REPLACE FUNCTION private.ruts_of_contact (
  p_phone text
)
  RETURNS text[]
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select coalesce(array_agg(distinct c.rut), '{}') from public.customer_contacts c
  where private.phone_key(c.phone) = private.personal_phone_key(p_phone) and c.removed_at is null
$function$;

CREATE OR REPLACE FUNCTION private.settle_contact()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if exists (select from public.customer_contacts c where c.id = new.contact_id and c.rut = new.customer_rut) then
    return new;
  end if;
  if tg_op = 'UPDATE' and new.contact_id = old.contact_id then
    -- The order is another customer's now.
    new.contact_id := null;
    return new;
  end if;
  raise exception 'Ese contacto ya no está en la ficha del cliente. Elige otro.' using errcode = '23514';
end
$function$;

CREATE OR REPLACE FUNCTION public.anonymize_customer (
  p_by    text,
  p_value text,
  p_seen  text DEFAULT NULL::text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
  update public.customer_contacts c
  set name = 'Contacto borrado', phone = '', email = '', role = '', removed_at = coalesce(c.removed_at, now())
  where c.id = any (contacts);
  perform private.forget_traces(names, ruts, phones, who.accounts);
  insert into private.anonymizations (actor_id, orders, accounts)
  values ((select auth.uid()), cardinality(who.orders), cardinality(who.accounts));
  return jsonb_build_object('outcome', 'done', 'orders', cardinality(who.orders), 'accounts',
    cardinality(who.accounts));
end
$function$;

CREATE OR REPLACE FUNCTION public.customer_devices (
  p_id     uuid,
  p_limit  integer DEFAULT 20,
  p_offset integer DEFAULT 0
)
  RETURNS TABLE (
    order_id        uuid,
    equipment_type  text,
    equipment_brand text,
    equipment_model text,
    imei            text,
    orders          bigint,
    last_at         timestamp with time zone,
    total           bigint
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  who private.customer;
  page_size constant integer := least(greatest(coalesce(p_limit, 20), 1), 50);
begin
  perform private.require('people.see');
  who := private.customer_of(p_id);
  return query
    select n.id, n.equipment_type, n.equipment_brand, n.equipment_model, coalesce(n.imei, ''), d.orders, d.last_at,
      d.total
    from (
      select (array_agg(o.id order by o.created_at desc, o.id))[1] as newest, count(*) as orders,
        max(o.created_at) as last_at, count(*) over () as total
      from public.service_orders o where o.customer_rut = who.rut or o.id = who.order_id
      group by coalesce(nullif(lower(o.imei), ''),
        lower(o.equipment_type || '|' || trim(o.equipment_brand) || '|' || trim(o.equipment_model)))
      order by max(o.created_at) desc, 1
      limit page_size offset private.rows_skipped(p_offset, page_size)
    ) as d
    join public.service_orders n on n.id = d.newest
    order by d.last_at desc, d.newest;
end
$function$;

REVOKE ALL ON FUNCTION "public"."customer_devices"(uuid, integer, integer) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.customer_orders (
  p_id      uuid,
  p_payable boolean DEFAULT false,
  p_limit   integer DEFAULT 20,
  p_offset  integer DEFAULT 0
)
  RETURNS TABLE (
    id                 uuid,
    order_number       integer,
    created_at         timestamp with time zone,
    status             text,
    equipment_type     text,
    equipment_brand    text,
    equipment_model    text,
    imei               text,
    total_amount       bigint,
    advance_payment    bigint,
    final_payment      bigint,
    promised_at        timestamp with time zone,
    at_risk_from       timestamp with time zone,
    customer_reference text,
    payable            bigint,
    total              bigint
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  who private.customer;
  page_size constant integer := least(greatest(coalesce(p_limit, 20), 1), 50);
begin
  perform private.require('people.see');
  who := private.customer_of(p_id);
  return query
    select o.id, o.order_number, o.created_at, o.status, o.equipment_type, o.equipment_brand, o.equipment_model,
      coalesce(o.imei, ''), o.total_amount, o.advance_payment, o.final_payment, o.promised_at, o.at_risk_from,
      coalesce(o.customer_reference, ''), private.payable(o), count(*) over ()
    from public.service_orders o
    where (o.customer_rut = who.rut or o.id = who.order_id) and (not p_payable
      or private.order_balance(o.status, o.total_amount, o.advance_payment, o.final_payment) > 0)
    order by case when p_payable then o.created_at end, o.created_at desc, o.id
    limit page_size offset private.rows_skipped(p_offset, page_size);
end
$function$;

REVOKE ALL ON FUNCTION "public"."customer_orders"(uuid, boolean, integer, integer) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.customer_record (
  p_id uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  who private.customer;
  facts jsonb;
begin
  perform private.require('people.see');
  who := private.customer_of(p_id);
  if (who.rut, who.order_id, who.account_id) is null then
    raise exception 'No encontramos a este cliente.' using errcode = 'P0002';
  end if;
  with latest as materialized (
    select o.* from public.service_orders o where o.customer_rut = who.rut or o.id = who.order_id
    order by o.created_at desc, o.id desc limit 20
  ), newest as (
    select * from latest order by created_at desc, id desc limit 1
  ), open_balances as (
    select o.status, private.order_balance(o.status, o.total_amount, o.advance_payment, o.final_payment) as balance
    from public.service_orders o
    where (o.customer_rut = who.rut or o.id = who.order_id)
      and private.order_balance(o.status, o.total_amount, o.advance_payment, o.final_payment) <> 0
  )
  select jsonb_build_object(
    'name', (select n.customer_name from newest n), 'newest', (select n.id from newest n),
    'order_rut', (select n.customer_rut from newest n),
    'is_anonymized', coalesce((select n.anonymized_at is not null from newest n), false),
    'address', (select l.customer_address from latest l where l.customer_address <> ''
      order by l.created_at desc, l.id desc limit 1),
    'phones', (select coalesce(jsonb_agg(t.phone order by t.last desc, t.second), '[]') from (
      select k.phone, max(l.created_at) as last, min(k.second) as second from latest l
      cross join lateral (values (l.customer_phone, 0), (l.second_phone, 1)) as k (phone, second)
      where k.phone <> '' group by k.phone) as t),
    'orders', (select count(*) from public.service_orders o where o.customer_rut = who.rut or o.id = who.order_id),
    'owed', (select coalesce(sum(b.balance) filter (where b.balance > 0), 0) from open_balances b),
    'owed_delivered', (select coalesce(sum(b.balance) filter (where b.balance > 0 and b.status = 'delivered'), 0)
      from open_balances b),
    'refund', (select coalesce(-sum(b.balance) filter (where b.balance < 0), 0) from open_balances b)
  ) into facts;
  return facts || jsonb_build_object(
    'rut', who.rut,
    'account', (select jsonb_build_object('id', p.id, 'full_name', p.full_name, 'email', p.email, 'rut', p.rut,
        'phone', p.phone, 'address', p.address, 'rut_verified_at', p.rut_verified_at)
      from public.profiles p where p.id = who.account_id),
    'card', (select jsonb_build_object('is_company', c.is_company, 'business_name', c.business_name,
        'business_activity', c.business_activity, 'notes', c.notes, 'version', c.version, 'updated_at', c.updated_at,
        'updated_by', (select n.full_name from public.staff_names n where n.id = c.updated_by))
      from private.customer_cards c where c.rut = who.rut),
    'contacts', (select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'phone', c.phone,
        'email', c.email, 'role', c.role) order by c.created_at, c.id), '[]')
      from public.customer_contacts c where c.rut = who.rut and c.removed_at is null),
    'reminders', private.reminder_consent(p_id));
end
$function$;

REVOKE ALL ON FUNCTION "public"."customer_record"(uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.customer_statement (
  p_id    uuid,
  p_month date
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  who private.customer;
  first_day constant date := date_trunc('month', p_month)::date;
  starts constant timestamptz := first_day::timestamp at time zone 'America/Santiago';
  ends constant timestamptz := (first_day + interval '1 month')::timestamp at time zone 'America/Santiago';
  statement jsonb;
begin
  perform private.require('orders.receive-payment');
  who := private.customer_of(p_id);
  if who.rut is null then
    raise exception 'El estado de cuenta es de un RUT: esta persona no tiene uno propio.' using errcode = 'P0002';
  end if;
  if p_month not between '2000-01-01' and private.shop_day(now()) then
    raise exception 'Elige un mes hasta el actual.' using errcode = '23514';
  end if;
  with own as materialized (
    select o.id, o.order_number, o.status, o.total_amount, coalesce(o.delivered_at, o.updated_at) as delivered_at,
      o.equipment_type, o.equipment_brand, o.equipment_model, o.customer_reference, o.contact_id
    from public.service_orders o where o.customer_rut = who.rut
  ), charges as (
    select o.* from own o where o.status = 'delivered' and coalesce(o.total_amount, 0) > 0 and o.delivered_at < ends
  ), received as (
    select p.id, p.created_at, p.method, p.reference, sum(s.amount)::bigint as amount,
      array_agg(distinct o.order_number order by o.order_number) as orders
    from own o join private.payment_shares s on s.order_id = o.id join private.payments p on p.id = s.payment_id
    where p.created_at < ends group by p.id
  ), sums as (
    select
      coalesce((select sum(c.total_amount) from charges c where c.delivered_at < starts), 0)
        - coalesce((select sum(r.amount) from received r where r.created_at < starts), 0) as opening,
      coalesce((select sum(c.total_amount) from charges c where c.delivered_at >= starts), 0) as delivered,
      coalesce((select sum(r.amount) from received r where r.created_at >= starts), 0) as paid
  ), lines as (
    select c.delivered_at as at, 0 as place, jsonb_build_object('kind', 'order', 'at', c.delivered_at,
      'amount', c.total_amount, 'order_id', c.id, 'order_number', c.order_number, 'equipment_type', c.equipment_type,
      'equipment_brand', c.equipment_brand, 'equipment_model', c.equipment_model,
      'reference', coalesce(c.customer_reference, ''),
      'contact', (select t.name from public.customer_contacts t where t.id = c.contact_id)) as line
    from charges c where c.delivered_at >= starts
    union all
    select r.created_at, 1, jsonb_build_object('kind', 'payment', 'at', r.created_at, 'amount', r.amount,
      'method', r.method, 'reference', r.reference, 'orders', r.orders)
    from received r where r.created_at >= starts and r.amount <> 0
  )
  select jsonb_build_object('month', first_day, 'opening', s.opening, 'delivered', s.delivered, 'paid', s.paid,
    'closing', s.opening + s.delivered - s.paid,
    'lines', (select coalesce(jsonb_agg(l.line order by l.at, l.place, l.line ->> 'order_number'), '[]') from lines l))
  into statement from sums s;
  return statement || (
    select jsonb_build_object('rut', who.rut,
      'name', coalesce(nullif((select c.business_name from private.customer_cards c where c.rut = who.rut), ''),
        (select o.customer_name from public.service_orders o where o.customer_rut = who.rut
          order by o.created_at desc, o.id desc limit 1),
        (select p.full_name from public.profiles p where p.id = who.account_id), ''),
      'business_activity', coalesce((select c.business_activity from private.customer_cards c where c.rut = who.rut), '')));
end
$function$;

REVOKE ALL ON FUNCTION "public"."customer_statement"(uuid, date) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.export_own_data()
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  caller uuid := (select auth.uid());
  own_rut text := private.my_rut();
begin
  perform private.require('own-data.request');
  perform pg_advisory_xact_lock(hashtextextended('private.own_exports' || caller, 0));
  delete from private.own_exports e where e.made_at < now() - interval '1 hour';
  if (select count(*) from private.own_exports e where e.user_id = caller) >= 10 then
    raise exception 'Ya descargaste tus datos varias veces. Vuelve a intentarlo en una hora.' using errcode = 'P0001';
  end if;
  insert into private.own_exports (user_id) values (caller);
  return jsonb_build_object(
    'fecha', now(),
    'perfil', (
      select jsonb_build_object('nombre', p.full_name, 'correo', p.email, 'rut', p.rut, 'rut_confirmado_el',
        p.rut_verified_at, 'telefono', p.phone, 'direccion', p.address, 'cuenta_creada_el', p.created_at,
        'sin_recordatorios', not (private.reminder_consent(caller) ->> 'wanted')::boolean,
        'dicho_el', private.reminder_consent(caller) ->> 'said_at')
      from public.profiles p where p.id = caller),
    'ficha', (
      select jsonb_build_object('es_empresa', c.is_company, 'razon_social', c.business_name, 'giro', c.business_activity,
        'contactos', (
          select coalesce(jsonb_agg(jsonb_build_object('nombre', t.name, 'telefono', t.phone, 'correo', t.email,
            'cargo', t.role) order by t.created_at), '[]')
          from public.customer_contacts t where t.rut = c.rut and t.removed_at is null))
      from private.customer_cards c where c.rut = own_rut),
    'ordenes', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'numero', o.order_number, 'numero_anterior', o.former_number, 'tu_referencia', o.customer_reference,
        'contacto', (select t.name from public.customer_contacts t where t.id = o.contact_id),
        'recibida_el', o.created_at,
        'actualizada_el', o.updated_at, 'estado', o.status, 'motivo_de_cancelacion', o.cancellation_reason,
        'cliente', jsonb_build_object('nombre', o.customer_name, 'rut', o.customer_rut, 'telefono', o.customer_phone,
          'otro_telefono', o.second_phone, 'direccion', o.customer_address),
        'equipo', jsonb_build_object('tipo', o.equipment_type, 'marca', o.equipment_brand, 'modelo', o.equipment_model,
          'imei', o.imei, 'condicion', o.equipment_condition, 'clave_guardada', o.device_code_stored,
          'tipo_de_clave', o.password_type),
        'problema', o.work_description, 'trabajo', o.technical_work, 'notas', o.notes,
        'total', o.total_amount, 'presupuesto', private.shown_lines(o.quote_lines), 'abono', o.advance_payment, 'pagado_al_retirar', o.final_payment,
        'cotizada_el', o.quoted_at, 'aprobada_el', o.approved_at, 'rechazada_el', o.rejected_at, 'terminada_el',
        o.completed_at, 'entregada_el', o.delivered_at, 'garantia_dias', o.warranty_days,
        'garantia_de_repuestos_dias', o.parts_warranty_days,
        'entregada_sin_reparar', o.unrepaired_reason, 'en_garantia_de_la_orden', o.warranty_of,
        'no_es_garantia', o.not_warranty, 'resultado_de_la_garantia', o.warranty_outcome,
        'motivo_del_resultado', o.warranty_reason, 'comprometida_para', o.promised_at,
        'pagos', (
          select coalesce(jsonb_agg(jsonb_build_object('fecha', p.created_at, 'medio', p.method, 'monto', p.amount,
            'documentos', private.own_documents(p.id, own_rut)) order by p.created_at, p.id), '[]')
          from public.order_payments(o.id) as p),
        'esperas', (
          select coalesce(jsonb_agg(jsonb_build_object('texto', w.public_text, 'desde', w.started_at, 'hasta', w.ended_at,
            'fecha_esperada', w.expected_on) order by w.started_at), '[]')
          from public.order_waits w where w.order_id = o.id and w.public_text is not null),
        'avisos_de_retiro', (
          select coalesce(jsonb_agg(jsonb_build_object('fecha', t.made_at, 'como', case t.kind when 'call' then 'llamado'
            else 'carta' end) order by t.id), '[]')
          from private.unclaimed_attempts t where t.order_id = o.id),
        'decisiones', (
          select coalesce(jsonb_agg(jsonb_build_object('fecha', d.created_at, 'decision', d.message,
            'presupuesto', private.shown_lines(d.quote_lines), 'total', d.total_amount, 'red', g.address,
            'navegador', g.browser, 'desde_tu_cuenta', g.account_id = caller) order by d.created_at), '[]')
          from public.decision_history d left join public.decision_origins g on g.decision_id = d.id
            where d.order_id = o.id),
        'mensajes_enviados', (
          select coalesce(jsonb_agg(jsonb_build_object('fecha', m.created_at, 'telefono', m.phone, 'plantilla',
            m.template, 'datos', array(select split_part(p.value, '-' || right(private.quote_link(o.id), 20), 1)
              from unnest(m.params) with ordinality as p (value, place) order by p.place),
            'estado', m.state, 'enviado_el', m.sent_at, 'entregado_el', m.delivered_at,
              'leido_el', m.read_at) order by m.created_at), '[]')
          from public.whatsapp_messages m where m.order_id = o.id),
        'mensajes_recibidos', (
          select coalesce(jsonb_agg(jsonb_build_object('fecha', r.received_at, 'telefono', r.phone, 'texto', r.body)
            order by r.received_at), '[]')
          from public.whatsapp_replies r where r.order_id = o.id)
      ) order by o.created_at), '[]')
      from public.service_orders o where o.customer_rut = own_rut),
    'citas', (
      select coalesce(jsonb_agg(jsonb_build_object('fecha', a.appointment_date, 'motivo', a.reason, 'estado', a.status,
        'creada_el', a.created_at, 'movida_desde', a.moved_from, 'movida_el', a.moved_at,
        'cancelada_el', a.cancelled_at, 'equipo', a.device, 'reservada_en_el_sitio', a.source = 'site',
        'orden', a.order_number, 'mensajes_enviados', (
          -- Without their texts: one of them is the link.
          select coalesce(jsonb_agg(jsonb_build_object('fecha', m.created_at, 'telefono', m.phone, 'plantilla',
            m.template, 'estado', m.state, 'enviado_el', m.sent_at) order by m.created_at), '[]')
          from public.whatsapp_messages m where m.appointment_id = a.id)) order by a.appointment_date), '[]')
      from public.appointments a where a.customer_id = caller),
    'sesiones', (
      select coalesce(jsonb_agg(jsonb_build_object('navegador', s.user_agent, 'red', s.address, 'desde', s.created_at,
        'ultimo_uso', s.last_used_at)), '[]')
      from public.own_sessions() s),
    'solicitudes_de_supresion', (
      select coalesce(jsonb_agg(jsonb_build_object('fecha', r.created_at, 'estado', r.state, 'plazo', r.due_at,
        'respuesta', r.answer)
        order by r.created_at), '[]')
      from public.erasure_requests r where r.customer_id = caller)
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.find_customers (
  p_search text DEFAULT NULL::text
)
  RETURNS TABLE (
    order_id       uuid,
    customer_name  text,
    customer_rut   text,
    customer_phone text,
    has_account    boolean,
    orders         integer,
    last_at        timestamp with time zone
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  term text := coalesce(trim(private.fold(private.plain_marks(left(p_search, 200)))), '');
  condition text := '';
  found uuid[];
  row_limit integer;
  carded text[];
begin
  perform private.require('people.see');
  if term ~ '^[+(]?[0-9][0-9 .()+-]*[0-9k]$' then
    -- Each condition begins with ' and '.
    condition := format(' and (%s or %s)', substr(private.search_condition('customer_rut', p_search), 6),
      case when private.may('orders.find') then substr(private.search_condition('customer_phone', p_search), 6)
        else 'false' end);
    if private.may('orders.find') and length(regexp_replace(term, '[^0-9]', '', 'g')) >= 3 then
      carded := private.ruts_by_card(null,
        private.contains_pattern(ltrim(regexp_replace(term, '[^0-9]', '', 'g'), '0')));
    end if;
  elsif term <> '' then
    condition := private.search_condition('customer_name', p_search);
    carded := private.ruts_by_card(array(
      select private.contains_pattern(w) from unnest((regexp_split_to_array(term, '\s+'))[1:6]) as w), null);
  end if;
  -- More only where few people have all of them, as companies do.
  foreach row_limit in array array[200, 5000] loop
    found := private.newest_by_texts(condition, row_limit);
    exit when coalesce(cardinality(found), 0) < row_limit or (
      select count(distinct private.person_of(o)) >= 20 from public.service_orders o
      where o.id = any (found) and o.anonymized_at is null);
  end loop;
  found := found || array(
    select n.id from unnest(carded) as r (rut) cross join lateral (
      select o.id from public.service_orders o where o.customer_rut = r.rut order by o.created_at desc limit 1) as n);
  return query
    select n.id, n.customer_name, n.customer_rut, n.customer_phone, n.is_person and exists (
        select from public.profiles p
        where p.rut = n.customer_rut and p.rut_verified_at is not null and p.role = 'customer'),
      greatest(t.orders, 1), coalesce(t.last_at, n.created_at) as last
    from (
      select distinct on (private.person_of(o)) o.id, o.customer_name, o.customer_rut, o.customer_phone, o.created_at,
        not private.is_repeated_rut(o.customer_rut) as is_person
      from public.service_orders o
      where o.id = any (found) and o.anonymized_at is null
      order by private.person_of(o), o.created_at desc, o.id desc
    ) as n
    cross join lateral (
      select count(*)::integer as orders, max(x.created_at) as last_at from public.service_orders x
      where n.is_person and x.customer_rut = n.customer_rut
    ) as t
    order by last desc, n.id limit 20;
end
$function$;

CREATE OR REPLACE FUNCTION public.find_order_customer (
  p_rut   text DEFAULT NULL::text,
  p_phone text DEFAULT NULL::text
)
  RETURNS TABLE (
    order_number     integer,
    customer_name    text,
    customer_rut     text,
    customer_phone   text,
    customer_address text,
    equipment_type   text,
    equipment_brand  text,
    equipment_model  text,
    imei             text
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.require('people.see');
  -- Two statements, so that each uses its own index.
  if p_rut is not null then
    return query
      select o.order_number, o.customer_name, o.customer_rut, o.customer_phone, coalesce(o.customer_address, ''),
        o.equipment_type, o.equipment_brand, o.equipment_model, coalesce(o.imei, '')
      from public.service_orders o
      where o.customer_rut = private.normalize_rut(p_rut) and not private.is_repeated_rut(o.customer_rut)
      order by o.created_at desc limit 20;
  else
    return query
      select o.order_number, o.customer_name, o.customer_rut, o.customer_phone, coalesce(o.customer_address, ''),
        o.equipment_type, o.equipment_brand, o.equipment_model, coalesce(o.imei, '')
      from public.service_orders o
      where private.phone_key(o.customer_phone) = private.personal_phone_key(p_phone)
        or o.customer_rut = any (private.ruts_of_contact(p_phone))
      order by o.created_at desc limit 20;
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION public.refuse_reminders (
  p_link text
)
  RETURNS boolean
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  subjects constant text[] := array(
    select distinct private.phone_key(m.phone) from public.whatsapp_messages m
    where m.order_id = private.linked_order(p_link) and lower(p_link) = private.refusal_link(m.order_id)
      and private.is_reminder(m.event) and private.phone_key(m.phone) <> '');
begin
  perform private.note_consent(subjects, false, 'link');
  return subjects <> '{}';
end
$function$;

CREATE OR REPLACE FUNCTION public.remove_customer_contact (
  p_contact uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.require('customers.change');
  update public.customer_contacts c set removed_at = now()
  where c.id = p_contact and c.removed_at is null
    and exists (select from public.service_orders o where o.contact_id = p_contact);
  delete from public.customer_contacts c where c.id = p_contact
    and not exists (select from public.service_orders o where o.contact_id = p_contact);
end
$function$;

REVOKE ALL ON FUNCTION "public"."remove_customer_contact"(uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.run_retention (
  p_mails integer DEFAULT 0
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  removed jsonb;
  -- Variables: a function in a condition is called for each row.
  messages_since timestamptz := private.kept_since('message_days');
  activity_since timestamptz := private.kept_since('activity_days');
  origins_since timestamptz := private.kept_since('origin_days');
  looks_since timestamptz := private.kept_since('look_days');
begin
  with messages as (
    update public.whatsapp_messages m set params = '{}', phone = '', error_message = null
    where m.created_at < messages_since and m.state not in ('queued', 'sending') and m.params <> '{}'
      and m.event <> 'test'
    returning 1
  ), tests as (
    delete from public.whatsapp_messages m
    where m.created_at < messages_since and m.state not in ('queued', 'sending') and m.event = 'test'
      and m.order_id is null
    returning 1
  ), replies as (
    delete from public.whatsapp_replies r where r.received_at < messages_since returning 1
  ), notices as (
    delete from public.notifications n where n.created_at < messages_since returning 1
  ), visits as (
    delete from public.appointments a where a.customer_id is null and a.appointment_date < messages_since returning 1
  ), activity as (
    delete from private.activity_entries e where e.created_at < activity_since returning 1
  ), site_changes as (
    delete from private.site_changes c where c.asked_at < activity_since returning 1
  ), deleted_orders as (
    update public.order_events e set changes = private.impersonal_changes(e.changes)
    where e.order_id in (select d.order_id from public.order_events d where d.kind = 'deleted')
      and e.created_at < activity_since and e.changes <> private.impersonal_changes(e.changes)
      and not exists (select from public.service_orders o where o.id = e.order_id)
    returning 1
  ), origins as (
    delete from public.decision_origins g using public.decision_history d
    where d.id = g.decision_id and d.created_at < origins_since
    returning 1
  ), looks as (
    delete from private.looks l where l.looked_at < looks_since returning 1
  )
  select jsonb_build_object(
    'messages', (select count(*) from messages) + (select count(*) from tests),
    'replies', (select count(*) from replies),
    'notifications', (select count(*) from notices),
    'visits', (select count(*) from visits),
    'activity', (select count(*) from activity),
    'site_changes', (select count(*) from site_changes),
    'deleted_orders', (select count(*) from deleted_orders),
    'origins', (select count(*) from origins),
    'looks', (select count(*) from looks)
  ) into removed;
  perform private.forget_guesses();
  perform private.correct_order_counts();
  perform private.refresh_past_repairs();
  delete from private.own_exports e where e.made_at < now() - interval '1 hour';
  -- Nobody has the RUT any more: its orders were corrected, deleted or anonymised.
  delete from private.customer_cards c where c.updated_at < now() - interval '30 days'
    and not exists (select from public.service_orders o where o.customer_rut = c.rut)
    and not exists (select from public.profiles p where p.rut = c.rut and p.rut_verified_at is not null);
  delete from private.booking_attempts t where t.attempted_at < now() - interval '1 day';
  delete from private.retention_runs r where r.ran_at < now() - interval '90 days';
  removed := removed || jsonb_build_object('mails', p_mails, 'sessions', private.forget_sessions(),
    'orders', private.anonymize_old_orders(), 'unconfirmed', private.forget_unconfirmed_accounts(),
    'log_ins', private.forget_log_ins());
  select coalesce(jsonb_object_agg(key, value), '{}') into removed from jsonb_each(removed) where value <> '0';
  insert into private.retention_runs (removed) values (removed);
  return removed;
end
$function$;

CREATE OR REPLACE FUNCTION public.save_customer_card (
  p_id                uuid,
  p_customer          uuid,
  p_seen              integer,
  p_is_company        boolean,
  p_business_name     text    DEFAULT ''::text,
  p_business_activity text    DEFAULT ''::text,
  p_notes             text    DEFAULT ''::text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_name constant text := coalesce(private.written(private.without_controls(p_business_name, false)), '');
  v_activity constant text := coalesce(private.written(private.without_controls(p_business_activity, false)), '');
  v_notes constant text := coalesce(private.written(private.without_controls(p_notes, true)), '');
  v_rut text;
begin
  perform private.require('customers.change');
  -- Without the version: a form that did not hear its answer has read its own card when it sends once more.
  if not private.claim_request(p_id, 'save_customer_card',
    jsonb_build_array(p_customer, p_is_company, v_name, v_activity, v_notes), 'la ficha quedó guardada') then
    return;
  end if;
  if length(v_name) > 200 or length(v_activity) > 200 then
    raise exception 'La razón social y el giro pueden tener hasta 200 letras.' using errcode = '23514';
  end if;
  if length(v_notes) > 5000 then
    raise exception 'Las notas pueden tener hasta 5.000 letras.' using errcode = '23514';
  end if;
  v_rut := private.card_rut(p_customer);
  if p_seen = 0 then
    insert into private.customer_cards (rut, is_company, business_name, business_activity, notes, updated_by)
    values (v_rut, coalesce(p_is_company, false), v_name, v_activity, v_notes, (select auth.uid()))
    on conflict do nothing;
  else
    update private.customer_cards c
    set is_company = coalesce(p_is_company, false), business_name = v_name, business_activity = v_activity,
      notes = v_notes, version = c.version + 1, updated_at = now(), updated_by = (select auth.uid())
    where c.rut = v_rut and c.version = p_seen;
  end if;
  if not found then
    raise exception 'Otra persona cambió la ficha mientras tanto. Copia lo que escribiste, actualiza la página y revisa en qué quedó.'
      using errcode = '23514';
  end if;
end
$function$;

REVOKE ALL ON FUNCTION "public"."save_customer_card"(uuid, uuid, integer, boolean, text, text, text) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.save_customer_contact (
  p_id       uuid,
  p_customer uuid,
  p_name     text,
  p_phone    text DEFAULT ''::text,
  p_email    text DEFAULT ''::text,
  p_role     text DEFAULT ''::text,
  p_contact  uuid DEFAULT NULL::uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_name constant text := private.written(private.without_controls(p_name, false));
  v_phone constant text := coalesce(private.written(private.without_controls(p_phone, false)), '');
  v_email constant text := coalesce(lower(private.written(p_email)), '');
  v_role constant text := coalesce(private.written(private.without_controls(p_role, false)), '');
  v_rut text;
begin
  perform private.require('customers.change');
  if not private.claim_request(p_id, 'save_customer_contact',
    jsonb_build_array(p_customer, p_contact, v_name, v_phone, v_email, v_role), 'el contacto quedó guardado') then
    return;
  end if;
  if v_name is null or length(v_name) > 200 then
    raise exception 'Escribe el nombre del contacto, de hasta 200 letras.' using errcode = '23514';
  end if;
  if length(v_phone) > 40 then
    raise exception 'El teléfono puede tener hasta 40 letras.' using errcode = '23514';
  end if;
  if v_email <> '' and not private.is_email(v_email) then
    raise exception 'El correo no es válido.' using errcode = '23514';
  end if;
  if length(v_role) > 120 then
    raise exception 'El cargo puede tener hasta 120 letras.' using errcode = '23514';
  end if;
  v_rut := private.card_rut(p_customer);
  if p_contact is not null then
    update public.customer_contacts c set name = v_name, phone = v_phone, email = v_email, role = v_role
    where c.id = p_contact and c.rut = v_rut and c.removed_at is null;
    if not found then
      raise exception 'Este contacto ya no está en la ficha: alguien lo quitó. Agrégalo de nuevo si hace falta.'
        using errcode = 'P0002';
    end if;
    return;
  end if;
  insert into private.customer_cards (rut, updated_by) values (v_rut, (select auth.uid())) on conflict do nothing;
  -- Of two at once the second waits, and then counts the first.
  perform from private.customer_cards c where c.rut = v_rut for no key update;
  if (select count(*) from public.customer_contacts c where c.rut = v_rut and c.removed_at is null) >= 50 then
    raise exception 'La ficha ya tiene 50 contactos. Quita uno para agregar otro.' using errcode = '23514';
  end if;
  insert into public.customer_contacts (id, rut, name, phone, email, role)
  values (coalesce(p_id, gen_random_uuid()), v_rut, v_name, v_phone, v_email, v_role);
end
$function$;

REVOKE ALL ON FUNCTION "public"."save_customer_contact"(uuid, uuid, text, text, text, text, uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.set_reminders (
  p_wanted boolean,
  p_id     uuid    DEFAULT NULL::uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  subjects text[];
begin
  perform private.require(case when p_id is null then 'own-orders' else 'desk' end);
  if p_id is null and private.my_rut() is null then
    raise exception 'Primero confirma tu RUT: así sabemos qué órdenes son tuyas.' using errcode = '23514';
  end if;
  subjects := private.reminder_subjects(coalesce(p_id, (select auth.uid())));
  if subjects = '{}' then
    raise exception 'Ese cliente no tiene teléfono ni RUT con que reconocerlo.' using errcode = '23514';
  end if;
  perform private.note_consent(subjects, p_wanted, case when p_id is null then 'account' else 'shop' end);
end
$function$;

CREATE OR REPLACE FUNCTION public.wants_reminders (
  p_id uuid DEFAULT NULL::uuid
)
  RETURNS boolean
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.require(case when p_id is null then 'own-orders' else 'desk' end);
  return (private.reminder_consent(coalesce(p_id, (select auth.uid()))) ->> 'wanted')::boolean;
end
$function$;

ALTER TABLE "private"."customer_cards"
  ADD CONSTRAINT "customer_cards_updated_by_fkey" FOREIGN KEY (updated_by) REFERENCES public.staff_names(id);

ALTER TABLE "private"."reminder_consents"
  ADD CONSTRAINT "reminder_consents_said_by_fkey" FOREIGN KEY (said_by) REFERENCES public.staff_names(id);

ALTER TABLE "private"."reminder_consents"
  ADD CONSTRAINT "reminder_consents_said_via_check" CHECK ((said_via = ANY (ARRAY[''::text, 'link'::text, 'account'::text, 'shop'::text])));

ALTER TABLE "public"."customer_contacts"
  ADD CONSTRAINT "customer_contacts_rut_fkey" FOREIGN KEY (rut) REFERENCES private.customer_cards(rut) ON DELETE CASCADE;

ALTER TABLE "public"."service_orders"
  ADD CONSTRAINT "service_orders_contact_id_fkey" FOREIGN KEY (contact_id) REFERENCES public.customer_contacts(id);

ALTER TABLE "public"."service_orders"
  ADD CONSTRAINT "service_orders_customer_reference_check" CHECK ((length(customer_reference) <= 80));

CREATE INDEX customer_cards_updated_by ON private.customer_cards USING btree (updated_by);

CREATE INDEX reminder_consents_said_by ON private.reminder_consents USING btree (said_by)
  WHERE (said_by IS NOT NULL);

CREATE INDEX customer_contacts_rut ON public.customer_contacts USING btree (rut);

CREATE INDEX service_orders_contact ON public.service_orders USING btree (contact_id)
  WHERE (contact_id IS NOT NULL);

CREATE TRIGGER as_readable
  BEFORE INSERT OR UPDATE ON public.customer_contacts
  FOR EACH ROW
  EXECUTE FUNCTION private.as_readable();

CREATE TRIGGER clean_numbers
  BEFORE INSERT OR UPDATE OF phone ON public.customer_contacts
  FOR EACH ROW
  EXECUTE FUNCTION private.clean_numbers();


CREATE TRIGGER settle_contact
  BEFORE INSERT OR UPDATE OF contact_id, customer_rut ON public.service_orders
  FOR EACH ROW
  WHEN ((new.contact_id IS NOT NULL))
  EXECUTE FUNCTION private.settle_contact();

CREATE POLICY "only sessions that count" ON "public"."customer_contacts"
  AS RESTRICTIVE
  FOR ALL
  TO "authenticated"
  USING (( SELECT private.session_counts() AS session_counts));

CREATE POLICY "staff read" ON "public"."customer_contacts"
  FOR SELECT
  TO "authenticated"
  USING (( SELECT private.may('people.see'::text) AS may));

REVOKE ALL ON FUNCTION "private"."card_rut"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."card_rut"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."card_rut"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."contacts_of"(private.person, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."contacts_of"(private.person, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."contacts_of"(private.person, text, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."customer_of"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."customer_of"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."customer_of"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."note_consent"(text[], boolean, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."note_consent"(text[], boolean, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."note_consent"(text[], boolean, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."order_balance"(text, bigint, bigint, bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."order_balance"(text, bigint, bigint, bigint) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."order_balance"(text, bigint, bigint, bigint) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."order_balance"(text, bigint, bigint, bigint) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."order_balance"(text, bigint, bigint, bigint) TO "service_role";

REVOKE ALL ON FUNCTION "private"."reminder_consent"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."reminder_consent"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."reminder_consent"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."ruts_by_card"(text[], text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."ruts_by_card"(text[], text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."ruts_by_card"(text[], text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."ruts_of_contact"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."ruts_of_contact"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."ruts_of_contact"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."settle_contact"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."settle_contact"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."settle_contact"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."customer_devices"(uuid, integer, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."customer_devices"(uuid, integer, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."customer_devices"(uuid, integer, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."customer_orders"(uuid, boolean, integer, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."customer_orders"(uuid, boolean, integer, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."customer_orders"(uuid, boolean, integer, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."customer_record"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."customer_record"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."customer_record"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."customer_statement"(uuid, date) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."customer_statement"(uuid, date) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."customer_statement"(uuid, date) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."remove_customer_contact"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."remove_customer_contact"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."remove_customer_contact"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."save_customer_card"(uuid, uuid, integer, boolean, text, text, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."save_customer_card"(uuid, uuid, integer, boolean, text, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."save_customer_card"(uuid, uuid, integer, boolean, text, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."save_customer_contact"(uuid, uuid, text, text, text, text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."save_customer_contact"(uuid, uuid, text, text, text, text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."save_customer_contact"(uuid, uuid, text, text, text, text, uuid) TO "postgres";

REVOKE ALL ON TABLE "public"."customer_contacts" FROM "authenticated";

GRANT SELECT ON TABLE "public"."customer_contacts" TO "authenticated";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."customer_contacts" TO "service_role";

REVOKE ALL ("contact_id") ON TABLE "public"."service_orders" FROM "authenticated";

GRANT INSERT ("contact_id"), UPDATE ("contact_id") ON TABLE "public"."service_orders" TO "authenticated";

REVOKE ALL ("customer_reference") ON TABLE "public"."service_orders" FROM "authenticated";

GRANT INSERT ("customer_reference"), UPDATE ("customer_reference") ON TABLE "public"."service_orders" TO "authenticated";

CREATE INDEX customer_cards_name ON private.customer_cards USING gin (private.fold(business_name) extensions.gin_trgm_ops);

CREATE INDEX customer_contacts_found ON public.customer_contacts USING gin (private.search_phone(phone) extensions.gin_trgm_ops, private.fold(name) extensions.gin_trgm_ops);

CREATE INDEX customer_contacts_phone ON public.customer_contacts USING btree (private.phone_key(phone));

CREATE INDEX service_orders_balance ON public.service_orders USING btree (customer_rut, created_at)
  WHERE (private.order_balance(status, total_amount, advance_payment, final_payment) <> 0);

-- What the generator writes of this condition is another one.
drop trigger follow_order_search on public.service_orders;
create trigger follow_order_search after update on public.service_orders
  for each row when (
    (new.customer_name, new.customer_rut, new.customer_phone, new.second_phone, new.customer_address,
      new.equipment_brand, new.equipment_model, new.imei, new.equipment_condition, new.work_description,
      new.technical_work, new.notes, new.order_number, new.former_number, new.created_at, new.customer_reference)
    is distinct from
    (old.customer_name, old.customer_rut, old.customer_phone, old.second_phone, old.customer_address,
      old.equipment_brand, old.equipment_model, old.imei, old.equipment_condition, old.work_description,
      old.technical_work, old.notes, old.order_number, old.former_number, old.created_at, old.customer_reference))
  execute function private.follow_order_search();
