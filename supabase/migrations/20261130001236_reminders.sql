SET local check_function_bodies = off;

CREATE TABLE "private"."reminder_refusals" (
  "subject"    text                     NOT NULL,
  "refused_at" timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT "reminder_refusals_pkey" PRIMARY KEY (subject),
  CONSTRAINT "reminder_refusals_subject_check" CHECK ((length(subject) <= 20))
);

ALTER TABLE "private"."reminder_refusals"
  ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."unclaimed_attempts" (
  "id"        bigint                   GENERATED ALWAYS AS IDENTITY NOT NULL,
  "order_id"  uuid                     NOT NULL,
  "kind"      text                     NOT NULL,
  "note"      text                     NOT NULL,
  "made_at"   timestamp with time zone NOT NULL DEFAULT now(),
  "made_by"   uuid,
  "made_name" text,
  "next_on"   date,
  CONSTRAINT "unclaimed_attempts_kind_check" CHECK ((kind = ANY (ARRAY['call'::text, 'letter'::text]))),
  CONSTRAINT "unclaimed_attempts_made_name_check" CHECK ((length(made_name) <= 200)),
  CONSTRAINT "unclaimed_attempts_note_check" CHECK ((length(note) <= 500)),
  CONSTRAINT "unclaimed_attempts_pkey" PRIMARY KEY (id)
);

ALTER TABLE "private"."unclaimed_attempts"
  ENABLE ROW LEVEL SECURITY;

CREATE TYPE "private"."reminder_stay" AS (
  "order_id" uuid,
  "event"    text,
  "phone"    text,
  "since"    date,
  "during"   tstzmultirange,
  "step"     integer
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
    work_description = '', technical_work = '', notes = null, password_type = null, device_code_stored = false,
    unrepaired_reason = case when o.unrepaired_reason is not null then 'Sin detalle' end,
    warranty_reason = case when o.warranty_reason is not null then 'Sin detalle' end, anonymized_at = now()
  from person
  where o.id = any (p_ids) and o.anonymized_at is null and person.customer_rut = o.customer_rut;
  get diagnostics done = row_count;
  -- 'Deshacer' would restore these.
  delete from private.undoable_changes u where u.order_id = any (p_ids);
  update public.order_waits w set note = '' where w.order_id = any (p_ids) and w.note <> '';

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
  set message = regexp_replace(h.message, '^.*( aprobó el presupuesto de )', 'El cliente\1')
  where h.order_id = any (p_ids);
  delete from public.notifications n where n.order_id = any (p_ids);
  delete from public.whatsapp_messages m where m.order_id = any (p_ids);
  delete from public.whatsapp_replies r where r.order_id = any (p_ids);
  delete from private.unclaimed_attempts a where a.order_id = any (p_ids);
  return done;
end
$function$;

CREATE OR REPLACE FUNCTION private.cron_facts()
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  planned jsonb := '{}';
  own jsonb;
begin
  if to_regclass('cron.job') is not null and to_regclass('cron.job_run_details') is not null then
    execute $q$
      select coalesce(jsonb_object_agg(j.jobname, jsonb_build_object('at', d.last, 'failures', d.failures)), '{}')
      from cron.job j left join lateral (
        select max(r.start_time) as last, count(*) filter (where r.status = 'failed'
          and r.start_time > now() - interval '1 day') as failures
        from cron.job_run_details r where r.jobid = j.jobid
      ) d on true
      where j.jobname is not null $q$ into planned;
  end if;
  select jsonb_object_agg(j.name, coalesce(planned -> j.name, '{}')
    || jsonb_build_object('at', j.at, 'late', coalesce(j.at < now() - j.within, true)))
  into own
  from (
    select 'send-messages' as name, interval '15 minutes' as within,
      (select s.last_run from private.message_sender s) as at
    union all
    select 'retention', interval '3 hours', (select max(r.ran_at) from private.retention_runs r)
    union all
    select s.name, s.within, r.ran_at
    from (values ('seal-device-codes', interval '3 hours'), ('purge-device-codes', interval '26 hours'),
      ('plan-reminders', interval '1 hour'))
      as s (name, within)
    left join private.job_runs r on r.name = s.name
  ) j;
  return jsonb_build_object('jobs', planned || own);
end
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
  delete from private.reminder_refusals r where r.subject = any (p_ruts || p_phones);
  update private.looks l set subject = 'borrado ' || l.id where l.subject = any (p_ruts) or l.subject = any (p_phones);
  update private.looks l set customer_id = null where l.customer_id = any (p_accounts);
  delete from auth.flow_state f where f.user_id = any (p_accounts);
  delete from auth.audit_log_entries a where a.payload ->> 'actor_id' = any (p_accounts::text[]);
end
$function$;

CREATE OR REPLACE FUNCTION private.is_reminder (
  p_event text
)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
  select p_event in ('quote_reminder', 'pickup_reminder', 'warranty_reminder')
$function$;

CREATE OR REPLACE FUNCTION private.is_taken_back (
  m public.whatsapp_messages
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select not m.is_urgent and coalesce((
    select case m.event
      when 'in_progress' then o.status = 'pending'
      when 'quoted' then o.status in ('pending', 'in_progress')
      when 'on_hold' then not o.on_hold
      when 'promise_changed' then o.status <> all (private.statuses_in('open'))
      when 'completed' then o.status not in ('completed', 'delivered') and o.status <> 'cancelled'
      when 'delivered' then o.status <> 'delivered'
      when 'cancelled' then o.status <> 'cancelled'
      else case when private.is_reminder(m.event) then not private.reminder_holds(m, now()) else false end
    end
    from public.service_orders o where o.id = m.order_id), false)
$function$;

CREATE OR REPLACE FUNCTION private.message_due_at (
  m public.whatsapp_messages
)
  RETURNS timestamp WITH time zone
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select greatest(case m.state
    when 'queued' then greatest(
      case when m.next_attempt_at <= now() + interval '70 minutes' then m.next_attempt_at end,
      case when m.not_before <= now() + interval '26 hours' then m.not_before end,
      case when m.held_until <= now() + interval '1 minute' then m.held_until end)
    when 'sending' then case when m.locked_until <= now() + interval '70 minutes' then m.locked_until end
  end, case when not m.is_urgent and m.state in ('queued', 'sending') then private.reminder_due_at(m.event) end)
$function$;

CREATE OR REPLACE FUNCTION private.message_settings()
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select s.value from public.setting_sections s where s.section = 'messages'
$function$;

CREATE OR REPLACE FUNCTION private.message_value (
  o       public.service_orders,
  p_event text,
  p_name  text
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select case p_name
    -- In the number, which every text has: the provider's templates stay as they are registered.
    when 'orden' then private.format_order_number(o.order_number)
      || case when o.warranty_repair then ' (en garantía)' else '' end
    when 'estado' then 'En Progreso'
    when 'trabajo' then private.message_text(o.technical_work)
    when 'respuesta' then case p_event when 'approved' then 'aprobado' else 'rechazado' end
    when 'total' then private.format_clp(coalesce(o.total_amount, 0))
    -- A reminder may be about another answer than that to a quote.
    when 'enlace' then rtrim(private.shop_setting('site_url'), '/') || case
      when p_event = 'quote_reminder' and o.status is distinct from 'quoted'
        then '/orders/view/' || private.format_order_number(o.order_number)
      else '/decision-presupuesto/' || private.quote_link(o.id) end
    when 'vence' then private.message_text(to_char(private.warranty_end(o.order_number), 'DD-MM-YYYY'))
    when 'espera' then private.message_text(private.public_wait(o.order_number))
    -- The provider refuses an empty one.
    when 'compromiso' then coalesce(private.promise_sentence(o.promised_at, (now() at time zone 'America/Santiago')::date),
      'Te avisaremos cuando esté lista')
    when 'motivo' then private.message_text(o.cancellation_reason)
    when 'garantia' then case
      when o.unrepaired_reason is not null then 'Lo entregamos sin reparar'
      when o.warranty_repair and not private.has_warranty(o) then
        case o.warranty_outcome when 'goodwill' then 'Reparación por cortesía' else 'Reparación en garantía' end
        || coalesce(', que sigue hasta el ' || private.warranty_until(o.warranty_of), '')
      else private.warranty_words(o.warranty_days, o.parts_warranty_days)
    end
    when 'cliente' then private.message_text(o.customer_name)
    when 'equipo' then private.message_text(concat_ws(' ', o.equipment_brand, o.equipment_model))
  end
$function$;

CREATE OR REPLACE FUNCTION private.message_variables (
  p_event text
)
  RETURNS text[]
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select case
    when p_event = 'created' then array['orden', 'compromiso', 'cliente', 'equipo']
    when p_event = 'completed' then array['orden', 'cliente', 'equipo']
    when p_event = 'in_progress' then array['orden', 'estado', 'cliente', 'equipo']
    when p_event = 'quoted' then array['orden', 'trabajo', 'total', 'enlace', 'cliente', 'equipo']
    when p_event = 'on_hold' then array['orden', 'espera', 'cliente', 'equipo']
    when p_event = 'promise_changed' then array['orden', 'compromiso', 'cliente', 'equipo']
    when p_event in ('approved', 'rejected') then array['orden', 'respuesta', 'total', 'cliente', 'equipo']
    when p_event = 'delivered' then array['orden', 'garantia', 'cliente', 'equipo']
    when p_event = 'cancelled' then array['orden', 'motivo', 'cliente', 'equipo']
    when p_event = 'quote_reminder' then array['orden', 'enlace', 'total', 'cliente', 'equipo']
    when p_event = 'pickup_reminder' then array['orden', 'cliente', 'equipo']
    when p_event = 'warranty_reminder' then array['orden', 'vence', 'cliente', 'equipo']
  end
$function$;

CREATE OR REPLACE FUNCTION private.order_stays (
  o          public.service_orders,
  p_messages jsonb
)
  RETURNS SETOF private.reminder_stay
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  phone constant text := private.reminder_phone(o);
  wait record;
begin
  if phone is null then
    return;
  end if;
  select w.reason, w.started_at into wait from public.order_waits w where w.order_id = o.id and w.ended_at is null;
  return query
  select o.id, s.event, phone, s.since, s.during, coalesce((
    select max(m.occurrence) from public.whatsapp_messages m where m.order_id = o.id and m.event = s.event), 0)
  from (
    select 'quote_reminder' as event, private.shop_day(case when o.status = 'quoted' then o.quoted_at
      else wait.started_at end) as since, '{(,)}'::tstzmultirange as during
    where wait.reason = 'customer' or wait.reason is null and o.status = 'quoted'
    union all
    select 'pickup_reminder', private.shop_day(private.ready_at(o)), '{(,)}'
    union all
    select 'warranty_reminder', w.since, w.during from private.warranty_stay(o, p_messages) as w
  ) as s
  where s.since is not null;
end
$function$;

CREATE OR REPLACE FUNCTION private.past_stays (
  p_messages jsonb,
  p_from     timestamp with time zone,
  p_to       timestamp with time zone
)
  RETURNS private.reminder_stay[]
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with steps as materialized (
    select s.event, min(s.first_day) as first_day from private.reminder_steps(p_messages) as s group by s.event
  ), changes as (
    select e.order_id, e.changes -> 'status' ->> 1 as status, e.created_at as since,
      coalesce(lead(e.created_at) over (partition by e.order_id order by e.id), 'infinity') as until
    from public.order_events e
    where e.kind in ('status', 'decision') and e.changes ? 'status'
      and e.created_at between p_from - interval '100 days' and p_to
  ), quoted as (
    select c.order_id, range_agg(tstzrange(c.since, c.until)) as during from changes c where c.status = 'quoted'
    group by c.order_id
  ), waits as (
    select w.order_id, w.reason = 'customer' as is_customers, w.started_at as since,
      tstzrange(w.started_at, coalesce(w.ended_at, 'infinity')) as during
    from public.order_waits w
    where w.started_at <= p_to and coalesce(w.ended_at, 'infinity') > p_from - interval '100 days'
  ), others as (
    select w.order_id, range_agg(w.during) as during from waits w where not w.is_customers group by w.order_id
  ), stays as (
    select c.order_id, 'quote_reminder' as event, private.shop_day(c.since) as since,
      tstzmultirange(tstzrange(c.since, c.until)) - coalesce(h.during, '{}') as during
    from changes c left join others h on h.order_id = c.order_id where c.status = 'quoted'
    union all
    select w.order_id, 'quote_reminder', private.shop_day(w.since),
      tstzmultirange(w.during) - coalesce(q.during, '{}')
    from waits w left join quoted q on q.order_id = w.order_id where w.is_customers
    union all
    select c.order_id, 'pickup_reminder', private.shop_day(c.since), tstzmultirange(tstzrange(c.since, c.until))
    from changes c where c.status = any (private.statuses_in('pickup'))
    union all
    select o.id, 'warranty_reminder', w.since, w.during
    from public.service_orders o cross join lateral private.warranty_stay(o, p_messages) as w
    where (p_messages #>> '{warranty_reminder,enabled}')::boolean and o.status = 'delivered' and o.warranty_days > 0
      and o.delivered_at + make_interval(days => o.warranty_days) > p_from - interval '1 year'
      and w.during && tstzmultirange(tstzrange(p_from, p_to))
  ), newest as (
    select s.* from stays s join steps t on t.event = s.event
    -- It lasted until the day of the first step.
    where upper(s.during) > p_from
      and upper(s.during) > (s.since + t.first_day)::timestamp at time zone 'America/Santiago'
    order by s.since desc limit 20000
  )
  select array_agg((n.order_id, n.event, p.phone, n.since, n.during, 0)::private.reminder_stay)
  from newest n join public.service_orders o on o.id = n.order_id
  cross join lateral private.reminder_phone(o) as p (phone)
  where p.phone is not null
$function$;

CREATE OR REPLACE FUNCTION private.plan_reminders_at (
  p_at timestamp with time zone
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  settings jsonb;
  planned integer;
begin
  -- One planner after the other: the second sees what the first has queued.
  perform pg_advisory_xact_lock(hashtextextended('private.plan_reminders', 0));
  settings := private.message_settings();
  if not exists (select from private.reminder_steps(settings))
    or private.reminder_time(p_at, settings -> 'quietHours') <> p_at then
    return 0;
  end if;
  insert into public.whatsapp_messages (order_id, event, occurrence, template, language, params, phone, created_at,
    queued_at, next_attempt_at)
  select o.id, d.event, d.step, settings -> d.event ->> 'template', settings ->> 'language',
    private.message_params(o, d.event), d.phone, p_at, p_at, p_at
  from private.reminders_due(private.present_stays(settings, p_at), settings, p_at) as d
  join public.service_orders o on o.id = d.order_id
  on conflict (order_id, event, occurrence) do nothing;
  get diagnostics planned = row_count;
  return planned;
end
$function$;

CREATE OR REPLACE FUNCTION private.present_stays (
  p_messages jsonb,
  p_at       timestamp with time zone
)
  RETURNS private.reminder_stay[]
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select array(
    select s from public.service_orders o cross join lateral private.order_stays(o, p_messages) as s
    where (o.on_hold or o.status = 'quoted' and o.quoted_at > p_at - interval '100 days'
        or o.status = any (private.statuses_in('pickup'))
          and greatest(o.completed_at, o.rejected_at) > p_at - interval '100 days'
        or o.status = 'delivered' and o.warranty_days > 0 and (p_messages #>> '{warranty_reminder,enabled}')::boolean
          and (private.shop_day(o.delivered_at) + o.warranty_days - private.shop_day(p_at)
              between 0 and (p_messages #>> '{warranty_reminder,before}')::integer
            or o.order_number in (select r.warranty_of from public.service_orders r where r.warranty_of is not null)))
      and not exists (
        select from public.whatsapp_messages m
        where private.is_reminder(m.event) and private.phone_key(m.phone) = private.phone_key(s.phone)
          and (m.state in ('queued', 'sending') or m.state <> 'discarded'
            and private.shop_day(greatest(m.created_at, m.sent_at)) = private.shop_day(p_at))))
$function$;

CREATE OR REPLACE FUNCTION private.ready_at (
  o public.service_orders
)
  RETURNS timestamp WITH time zone
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select case when o.status = any (private.statuses_in('pickup'))
    then case o.status when 'completed' then o.completed_at else o.rejected_at end end
$function$;

CREATE OR REPLACE FUNCTION private.rehearse_past (
  p_messages jsonb,
  p_at       timestamp with time zone
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  days constant integer := private.rehearsed_days();
  today constant date := private.shop_day(p_at);
  stays private.reminder_stay[] := private.past_stays(p_messages, p_at - make_interval(days => days), p_at);
  due private.reminder_stay[];
  gone private.reminder_stay[] := '{}';
  moment timestamptz;
begin
  for back in reverse days - 1 .. 0 loop
    moment := private.reminder_time((today - back)::timestamp at time zone 'America/Santiago', p_messages -> 'quietHours');
    continue when private.shop_day(moment) <> today - back or moment > p_at;
    due := array(select d from private.reminders_due(stays, p_messages, moment) as d);
    continue when due = '{}';
    gone := gone || due;
    stays := array(
      select (s.order_id, s.event, s.phone, s.since, s.during, coalesce(d.step, s.step))::private.reminder_stay
      from unnest(stays) as s left join unnest(due) as d on d.order_id = s.order_id and d.event = s.event);
  end loop;
  return (
    select jsonb_build_object('messages', coalesce(sum(e.messages), 0),
      'customers', (select count(distinct private.phone_key(g.phone)) from unnest(gone) as g),
      'events', coalesce(jsonb_object_agg(e.event, e.messages), '{}'))
    from (select g.event, count(*) as messages from unnest(gone) as g group by g.event) as e
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.rehearsed_days()
  RETURNS integer
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$ select 90 $function$;

CREATE OR REPLACE FUNCTION private.reminder_due_at (
  p_event text
)
  RETURNS timestamp WITH time zone
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  return case when private.is_reminder(p_event)
    then private.reminder_time(now(), private.message_settings() -> 'quietHours') end;
end
$function$;

CREATE OR REPLACE FUNCTION private.reminder_holds (
  m    public.whatsapp_messages,
  p_at timestamp with time zone
)
  RETURNS boolean
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  settings constant jsonb := private.message_settings();
begin
  return exists (
    select from public.service_orders o
    cross join lateral private.order_stays(o, settings) as s
    cross join lateral private.reminders_due(
      array[(s.order_id, s.event, s.phone, s.since, s.during, m.occurrence - 1)::private.reminder_stay], settings, p_at) as d
    where o.id = m.order_id and s.event = m.event and d.step = m.occurrence
  ) and not exists (
    select from public.whatsapp_messages r
    where private.is_reminder(r.event) and private.phone_key(r.phone) = private.phone_key(m.phone) and r.id <> m.id
      and (r.state in ('queued', 'sending') and (r.created_at, r.id) < (m.created_at, m.id)
        or r.state in ('sending', 'sent', 'delivered', 'read')
          and private.shop_day(coalesce(r.sent_at, r.send_started_at)) = private.shop_day(p_at))
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.reminder_phone (
  o public.service_orders
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select p.phone
  from (
    select private.whatsapp_phone(case when private.is_landline(o.customer_phone) and private.is_mobile(o.second_phone)
      then o.second_phone else o.customer_phone end) as phone
  ) as p
  where length(p.phone) between 10 and 15 and not private.is_landline(p.phone) and o.anonymized_at is null
    and not exists (select from private.reminder_refusals r where r.subject in (private.phone_key(p.phone),
      private.phone_key(o.customer_phone), o.customer_rut))
$function$;

CREATE OR REPLACE FUNCTION private.reminder_steps (
  p_messages jsonb
)
  RETURNS TABLE (
    event     text,
    step      integer,
    first_day integer,
    last_day  integer
  )
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select d.event, d.step::integer, d.day, least(d.day + 6, lead(d.day) over (partition by d.event order by d.day) - 1)
  from (
    select e.event, k.step, case when k.name = 'before' then 0 else (m.setting ->> k.name)::integer end as day
    from unnest(array['quote_reminder', 'pickup_reminder', 'warranty_reminder']) as e (event)
    cross join lateral (select p_messages -> e.event as setting) as m
    cross join (values (1, 'first'), (2, 'second'), (3, 'third'), (1, 'before')) as k (step, name)
    where (m.setting ->> 'enabled')::boolean and m.setting ->> k.name is not null
  ) as d
$function$;

CREATE OR REPLACE FUNCTION private.reminder_subjects (
  p_id uuid
)
  RETURNS text[]
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with who as (
    select o.customer_rut as rut, array[o.customer_phone, o.second_phone] as phones
    from public.service_orders o where o.id = p_id and o.anonymized_at is null
    union all
    select case when p.rut_verified_at is not null then p.rut end, array[case when p.rut_verified_at is null then p.phone end]
    from public.profiles p where p.id = p_id and p.role = 'customer'
  )
  select coalesce(array_agg(distinct s.subject), '{}') from (
    select w.rut as subject from who w
    union all
    select private.phone_key(k.phone) from who w cross join unnest(w.phones) as k (phone)
    union all
    select private.phone_key(k.phone) from who w join public.service_orders o on o.customer_rut = w.rut
    cross join unnest(array[o.customer_phone, o.second_phone]) as k (phone) where not private.is_repeated_rut(w.rut)
  ) as s
  where s.subject is not null and not private.is_repeated_rut(s.subject)
$function$;

CREATE OR REPLACE FUNCTION private.reminder_time (
  p_at    timestamp with time zone,
  p_quiet jsonb
)
  RETURNS timestamp WITH time zone
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  moment timestamptz := p_at;
  quiet_end timestamptz;
begin
  for attempt in 1..100 loop
    moment := private.next_opening(moment);
    quiet_end := private.quiet_until(moment, p_quiet);
    if moment is null or quiet_end is null then
      return coalesce(moment, p_at + interval '60 days');
    end if;
    moment := quiet_end;
  end loop;
  return p_at + interval '60 days';
end
$function$;

CREATE OR REPLACE FUNCTION private.reminders_due (
  p_stays    private.reminder_stay[],
  p_messages jsonb,
  p_at       timestamp with time zone
)
  RETURNS SETOF private.reminder_stay
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select distinct on (private.phone_key(s.phone)) s.order_id, s.event, s.phone, s.since, s.during, t.step
  from unnest(p_stays) as s
  join private.reminder_steps(p_messages) as t on t.event = s.event and t.step > s.step
    and (p_at at time zone 'America/Santiago')::date - s.since between t.first_day and t.last_day
  where s.during @> p_at
  order by private.phone_key(s.phone), s.since, s.event, s.order_id
$function$;

CREATE OR REPLACE FUNCTION private.warranty_stay (
  o          public.service_orders,
  p_messages jsonb
)
  RETURNS TABLE (
    since  date,
    during tstzmultirange
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select w.since, tstzmultirange(tstzrange(w.since at time zone 'America/Santiago',
    (w.ends + 1) at time zone 'America/Santiago'))
  from (
    select e.ends, e.ends - (p_messages #>> '{warranty_reminder,before}')::integer as since
    from (select private.warranty_end(o.order_number) as ends) as e
  ) as w
  where (p_messages #>> '{warranty_reminder,enabled}')::boolean and w.since > private.shop_day(o.delivered_at)
$function$;

CREATE OR REPLACE FUNCTION public.begin_message_send (
  p_id           uuid,
  p_attempts     integer,
  p_lock_seconds integer DEFAULT 120
)
  RETURNS boolean
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  update public.whatsapp_messages m
  set send_started_at = now(), locked_until = now() + make_interval(secs => p_lock_seconds)
  where m.id = p_id and m.state = 'sending' and m.attempts = p_attempts and m.send_started_at is null
    and m.locked_until > now()
    and case when private.is_reminder(m.event) and not m.is_urgent
      then private.reminder_due_at(m.event) <= now() and private.reminder_holds(m, now()) else true end;
  return found;
end
$function$;

CREATE OR REPLACE FUNCTION public.list_calls (
  p_limit  integer DEFAULT 20,
  p_offset integer DEFAULT 0
)
  RETURNS TABLE (
    order_id        uuid,
    order_number    integer,
    customer_name   text,
    customer_phone  text,
    second_phone    text,
    equipment_type  text,
    equipment_brand text,
    equipment_model text,
    status          text,
    ready_on        date,
    owed            bigint,
    reminders       bigint,
    letter_due      boolean,
    tried           jsonb,
    total           bigint
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  today constant date := private.shop_day(now());
  page_size constant integer := least(greatest(coalesce(p_limit, 20), 1), 100);
  setting constant jsonb := private.message_settings() -> 'unclaimed';
begin
  perform private.require('messages');
  return query
  select o.id, o.order_number, o.customer_name, o.customer_phone, o.second_phone, o.equipment_type, o.equipment_brand,
    o.equipment_model, o.status, private.shop_day(r.at), greatest(
      case when o.status = 'completed' then coalesce(o.total_amount, 0) else 0 end - o.advance_payment - o.final_payment, 0),
    (select count(*) from public.whatsapp_messages m where m.order_id = o.id and m.event = 'pickup_reminder'
      and m.state in ('sent', 'delivered', 'read')),
    today - private.shop_day(r.at) >= (setting ->> 'letterAfter')::integer,
    (select coalesce(jsonb_agg(jsonb_build_object('kind', a.kind, 'note', a.note, 'at', a.made_at, 'by', a.made_name)
      order by a.id desc), '[]')
      from (select * from private.unclaimed_attempts t where t.order_id = o.id and t.made_at >= r.at
        order by t.id desc limit 10) as a),
    count(*) over ()
  from public.service_orders o
  cross join lateral private.ready_at(o) as r (at)
  left join lateral (
    select true as is_made, a.next_on from private.unclaimed_attempts a where a.order_id = o.id and a.made_at >= r.at
    order by a.id desc limit 1
  ) as last on true
  where (setting ->> 'enabled')::boolean and o.status = any (private.statuses_in('pickup')) and o.anonymized_at is null
    and private.shop_day(r.at) <= today - (setting ->> 'callAfter')::integer
    and (last.is_made is null or last.next_on <= today)
  order by r.at, o.order_number
  limit page_size offset private.rows_skipped(p_offset, page_size);
end
$function$;

REVOKE ALL ON FUNCTION "public"."list_calls"(integer, integer) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.note_attempt (
  p_request_id uuid,
  p_order_id   uuid,
  p_kind       text,
  p_note       text,
  p_next_on    date DEFAULT NULL::date
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  today constant date := private.shop_day(now());
  v_note constant text := coalesce(private.written(p_note), '');
  target public.service_orders;
begin
  perform private.require('messages');
  if not private.claim_request(p_request_id, 'note_attempt', jsonb_build_array(p_order_id, p_kind, v_note, p_next_on),
    'quedó anotado') then
    return;
  end if;
  select * into target from public.service_orders o where o.id = p_order_id for update;
  if target.id is null then
    raise exception 'La orden no existe.' using errcode = 'P0002';
  end if;
  if private.ready_at(target) is null then
    raise exception 'Este equipo ya no espera a que lo retiren: la orden cambió.' using errcode = '23514';
  end if;
  if p_kind is null or p_kind not in ('call', 'letter') then
    raise exception 'Elige si fue un llamado o una carta.' using errcode = '22023';
  end if;
  if v_note = '' then
    raise exception 'Escribe qué pasó.' using errcode = '23514';
  end if;
  if length(v_note) > 500 then
    raise exception 'La nota puede tener hasta 500 letras.' using errcode = '23514';
  end if;
  if p_next_on not between today + 1 and today + 365 then
    raise exception 'Elige un día desde mañana, dentro de un año.' using errcode = '23514';
  end if;
  insert into private.unclaimed_attempts (order_id, kind, note, made_by, made_name, next_on)
  select p_order_id, p_kind, v_note, p.id, left(p.full_name, 200), p_next_on
  from public.profiles p where p.id = (select auth.uid());
end
$function$;

REVOKE ALL ON FUNCTION "public"."note_attempt"(uuid, uuid, text, text, date) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.plan_reminders()
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.note_job('plan-reminders');
  return private.plan_reminders_at(now());
end
$function$;

REVOKE ALL ON FUNCTION "public"."plan_reminders"() FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.preview_messages (
  p_order_number integer DEFAULT NULL::integer
)
  RETURNS TABLE (
    event        text,
    template     text,
    language     text,
    enabled      boolean,
    body         text,
    params       text[],
    variables    text[],
    order_number integer
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.require('messages');
  return query
    select e.event, m.setting ->> 'template', s.value ->> 'language', coalesce((m.setting ->> 'enabled')::boolean, true),
      private.numbered_text(e.event, m.setting ->> 'text'), private.message_params(o, e.event),
      (select array_agg(u.name order by u.place) from private.used_variables(e.event, m.setting ->> 'text') as u),
      o.order_number
    from (
      select * from public.service_orders candidate
      where p_order_number is null or candidate.order_number = p_order_number
      order by candidate.created_at desc limit 1
    ) as newest
    join public.service_orders o on o.id = newest.id
    cross join public.setting_sections s
    cross join unnest(array['created', 'in_progress', 'quoted', 'approved', 'rejected', 'on_hold',
      'promise_changed', 'completed', 'delivered', 'cancelled', 'quote_reminder', 'pickup_reminder', 'warranty_reminder'])
      with ordinality as e (event, place)
    cross join lateral (select s.value -> e.event as setting) as m
    where s.section = 'messages'
    order by e.place;
end
$function$;

CREATE OR REPLACE FUNCTION public.rehearse_reminders (
  p_messages jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  moment timestamptz;
  due private.reminder_stay[] := '{}';
begin
  perform private.require('settings');
  moment := private.reminder_time(now(), p_messages -> 'quietHours');
  if private.shop_day(moment) = private.shop_day(now()) then
    due := array(select d from private.reminders_due(private.present_stays(p_messages, moment), p_messages, moment) as d);
  end if;
  return jsonb_build_object('at', moment, 'today', cardinality(due), 'rows', (
    select coalesce(jsonb_agg(to_jsonb(r)), '[]') from (
      select d.order_id, o.order_number, o.customer_name, d.event, d.step
      from unnest(due) as d join public.service_orders o on o.id = d.order_id
      order by d.event, d.step, o.order_number limit 100
    ) as r), 'past', private.rehearse_past(p_messages, now()));
end
$function$;

REVOKE ALL ON FUNCTION "public"."rehearse_reminders"(jsonb) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.rehearse_waits (
  p_waits jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.require('settings');
  return (
    select coalesce(jsonb_agg(to_jsonb(r)), '[]') from (
      select f.reason ->> 'key' as key, count(*) as waits,
        count(*) filter (where d.days <= (f.reason ->> 'days')::integer) as kept,
        ceil(percentile_disc(0.8) within group (order by d.days)) as usual
      from jsonb_array_elements(p_waits) as f (reason)
      join lateral (
        select private.shop_day(w.ended_at) - private.shop_day(w.started_at) as days from public.order_waits w
        where w.reason = f.reason ->> 'key' and w.ended_at > now() - make_interval(days => private.rehearsed_days())
      ) as d on true
      group by 1
    ) as r
  );
end
$function$;

REVOKE ALL ON FUNCTION "public"."rehearse_waits"(jsonb) FROM PUBLIC, "anon", "service_role";

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
  if p_wanted then
    delete from private.reminder_refusals r where r.subject = any (subjects);
  else
    insert into private.reminder_refusals (subject) select s.subject from unnest(subjects) as s (subject)
    on conflict do nothing;
  end if;
end
$function$;

REVOKE ALL ON FUNCTION "public"."set_reminders"(boolean, uuid) FROM PUBLIC, "anon", "service_role";

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
  return not exists (
    select from private.reminder_refusals r
    where r.subject = any (private.reminder_subjects(coalesce(p_id, (select auth.uid())))));
end
$function$;

REVOKE ALL ON FUNCTION "public"."wants_reminders"(uuid) FROM PUBLIC, "anon", "service_role";

ALTER TABLE "private"."unclaimed_attempts"
  ADD CONSTRAINT "unclaimed_attempts_made_by_fkey" FOREIGN KEY (made_by) REFERENCES public.profiles(id) ON DELETE SET NULL;

ALTER TABLE "private"."unclaimed_attempts"
  ADD CONSTRAINT "unclaimed_attempts_order_id_fkey" FOREIGN KEY (order_id) REFERENCES public.service_orders(id) ON DELETE CASCADE;

CREATE INDEX unclaimed_attempts_made_by ON private.unclaimed_attempts USING btree (made_by)
  WHERE (made_by IS NOT NULL);

CREATE INDEX unclaimed_attempts_order ON private.unclaimed_attempts USING btree (order_id, id DESC);

CREATE TRIGGER as_readable
  BEFORE INSERT OR UPDATE ON private.unclaimed_attempts
  FOR EACH ROW
  EXECUTE FUNCTION private.as_readable();

REVOKE ALL ON FUNCTION "private"."is_reminder"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_reminder"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_reminder"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."message_settings"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."message_settings"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."message_settings"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."order_stays"(public.service_orders, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."order_stays"(public.service_orders, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."order_stays"(public.service_orders, jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."past_stays"(jsonb, timestamp WITH time zone, timestamp WITH time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."past_stays"(jsonb, timestamp WITH time zone, timestamp WITH time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."past_stays"(jsonb, timestamp WITH time zone, timestamp WITH time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."plan_reminders_at"(timestamp WITH time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."plan_reminders_at"(timestamp WITH time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."plan_reminders_at"(timestamp WITH time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."present_stays"(jsonb, timestamp WITH time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."present_stays"(jsonb, timestamp WITH time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."present_stays"(jsonb, timestamp WITH time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."ready_at"(public.service_orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."ready_at"(public.service_orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."ready_at"(public.service_orders) TO "postgres";

REVOKE ALL ON FUNCTION "private"."rehearse_past"(jsonb, timestamp WITH time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."rehearse_past"(jsonb, timestamp WITH time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."rehearse_past"(jsonb, timestamp WITH time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."rehearsed_days"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."rehearsed_days"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."rehearsed_days"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."reminder_due_at"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."reminder_due_at"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."reminder_due_at"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."reminder_holds"(public.whatsapp_messages, timestamp WITH time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."reminder_holds"(public.whatsapp_messages, timestamp WITH time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."reminder_holds"(public.whatsapp_messages, timestamp WITH time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."reminder_phone"(public.service_orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."reminder_phone"(public.service_orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."reminder_phone"(public.service_orders) TO "postgres";

REVOKE ALL ON FUNCTION "private"."reminder_steps"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."reminder_steps"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."reminder_steps"(jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."reminder_subjects"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."reminder_subjects"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."reminder_subjects"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."reminder_time"(timestamp WITH time zone, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."reminder_time"(timestamp WITH time zone, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."reminder_time"(timestamp WITH time zone, jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."reminders_due"(private.reminder_stay[], jsonb, timestamp WITH time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."reminders_due"(private.reminder_stay[], jsonb, timestamp WITH time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."reminders_due"(private.reminder_stay[], jsonb, timestamp WITH time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."warranty_stay"(public.service_orders, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."warranty_stay"(public.service_orders, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."warranty_stay"(public.service_orders, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_calls"(integer, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."list_calls"(integer, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_calls"(integer, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."note_attempt"(uuid, uuid, text, text, date) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."note_attempt"(uuid, uuid, text, text, date) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."note_attempt"(uuid, uuid, text, text, date) TO "postgres";

REVOKE ALL ON FUNCTION "public"."plan_reminders"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."plan_reminders"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."plan_reminders"() TO "service_role";

GRANT EXECUTE ON FUNCTION "public"."rehearse_reminders"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."rehearse_reminders"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."rehearse_reminders"(jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."rehearse_waits"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."rehearse_waits"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."rehearse_waits"(jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."set_reminders"(boolean, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."set_reminders"(boolean, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."set_reminders"(boolean, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."wants_reminders"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."wants_reminders"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."wants_reminders"(uuid) TO "postgres";

CREATE INDEX whatsapp_messages_reminders ON public.whatsapp_messages USING btree (private.phone_key(phone), created_at)
  WHERE private.is_reminder(EVENT);

-- Reminders of every shop, which are off. Without a new version: no form that is open meets a conflict.
ALTER TABLE "public"."setting_sections" DISABLE TRIGGER USER;
update public.setting_sections s set value = $value${"quote_reminder": {"enabled": false, "template": "quote_reminder", "text": "Seguimos esperando tu respuesta por tu orden {{orden}} en {{tienda}}. Mírala y respóndenos en {{enlace}} – sin ella no podemos seguir con tu equipo.", "first": 2, "second": 5}, "pickup_reminder": {"enabled": false, "template": "pickup_reminder", "text": "Tu equipo de la orden {{orden}} sigue en {{tienda}}, listo para que lo retires. Nuestra dirección y horario están en {{sitio}} – ¡te esperamos!", "first": 7, "second": 15, "third": 30}, "warranty_reminder": {"enabled": false, "template": "warranty_reminder", "text": "La garantía de tu orden {{orden}} en {{tienda}} termina el {{vence}}. Si algo no anda bien, tráenos el equipo antes. Nuestra dirección y horario están en {{sitio}} también.", "before": 7}, "unclaimed": {"enabled": false, "callAfter": 45, "letterAfter": 60}, "cost": null}$value$ || s.value
where s.section = 'messages';
ALTER TABLE "public"."setting_sections" ENABLE TRIGGER USER;
update public.setting_changes c set after = s.value
from public.setting_sections s
where s.section = 'messages' and c.section = s.section and c.version = 1 and not exists (select from public.profiles);
