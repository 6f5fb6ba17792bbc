SET local check_function_bodies = off;

DROP INDEX "public"."service_orders_promised";

DROP FUNCTION "public"."search_orders"(text, text, text, uuid, integer, boolean, text, text, boolean, text);

CREATE TABLE "private"."past_repairs" (
  "order_id"       uuid                     NOT NULL,
  "equipment_type" text                     NOT NULL,
  "brand"          text                     NOT NULL,
  "kind"           text                     NOT NULL,
  "received_at"    timestamp with time zone NOT NULL,
  "finished_at"    timestamp with time zone NOT NULL,
  "hours"          real                     NOT NULL,
  "load"           real                     NOT NULL,
  CONSTRAINT "past_repairs_pkey" PRIMARY KEY (order_id)
);

ALTER TABLE "private"."past_repairs"
  ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."service_orders"
  ADD COLUMN "at_risk_from" timestamp WITH time zone;

CREATE OR REPLACE FUNCTION private.at_risk_from (
  o public.service_orders
)
  RETURNS timestamp WITH time zone
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select case when o.promised_at is not null and o.status = any (private.statuses_in('open')) then
    least(private.before_open_time(o.promised_at,
      case o.status when 'in_progress' then interval '2 hours' else interval '8 hours' end), (
      select w.started_at from public.order_waits w
      where w.order_id = o.id and w.ended_at is null
        and w.expected_on > (o.promised_at at time zone 'America/Santiago')::date))
  end
$function$;

CREATE OR REPLACE FUNCTION private.before_open_time (
  p_to   timestamp with time zone,
  p_time interval
)
  RETURNS timestamp WITH time zone
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select coalesce(max(t.opens + (t.done - p_time)), p_to - p_time)
  from (
    select s.opens, sum(least(s.closes, p_to) - s.opens) over (order by s.opens desc) as done
    from (select (p_to at time zone 'America/Santiago')::date as day) as d
    cross join lateral private.opening_stretches(d.day - 30, d.day) as s
    where s.opens < p_to
  ) as t
  where t.done >= p_time
$function$;

CREATE OR REPLACE FUNCTION private.daily_load()
  RETURNS TABLE (
    day  date,
    load real
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with moves as (
    select private.shop_day(o.created_at) as day, 1 as orders from public.service_orders o
    union all
    select private.shop_day(coalesce(o.completed_at, o.rejected_at, o.delivered_at, o.updated_at)), -1
    from public.service_orders o where o.status <> all (private.statuses_in('open'))
  ), days as (
    select m.day, sum(m.orders) as orders from moves m group by m.day
  )
  select d.day, (sum(d.orders) over (order by d.day) - d.orders)::real from days d
$function$;

CREATE OR REPLACE FUNCTION private.friendly_time (
  p_from  timestamp with time zone,
  p_hours real
)
  RETURNS timestamp WITH time zone
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with due as (
    select private.after_open_time(p_from, make_interval(secs => p_hours * 3600)) as at
  )
  select min(t.at) from due d
  cross join lateral private.opening_stretches(private.shop_day(d.at), private.shop_day(d.at) + 60) as s
  cross join lateral (values
    (date_trunc('hour', greatest(d.at, s.opens) + interval '59 minutes 59.999 seconds', 'America/Santiago')),
    (s.closes - interval '30 minutes')
  ) as t (at)
  where t.at >= d.at and t.at >= s.opens and t.at < s.closes
$function$;

CREATE OR REPLACE FUNCTION private.guard_service_order()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  by_api boolean := private.is_api_caller();
  is_desk boolean;
  given_reason text;
begin
  -- What follows from its waits and from the opening hours changes nothing of what a form has read: its version stays.
  if tg_op = 'UPDATE' and (new.on_hold, new.at_risk_from) is distinct from (old.on_hold, old.at_risk_from)
    and to_jsonb(new) - array['on_hold', 'at_risk_from'] = to_jsonb(old) - array['on_hold', 'at_risk_from'] then
    return new;
  end if;
  new.customer_rut := private.normalize_rut(new.customer_rut);
  new.customer_name := trim(new.customer_name);
  new.customer_phone := trim(new.customer_phone);
  new.imei := nullif(trim(new.imei), '');

  if tg_op = 'INSERT' then
    if by_api then
      new := private.guard_new_order(new);
    end if;
    new.quote := coalesce(nullif(new.quote, 0), new.total_amount, 0);
    new.total_amount := case when new.import_key is null then new.quote else new.total_amount end;
    return new;
  end if;

  new.total_amount := private.settle_amount(new.quote, old.quote, new.total_amount, old.total_amount);
  new.quote := coalesce(new.total_amount, 0);

  if by_api then
    is_desk := private.may('order-form');
    if not is_desk and (private.edits_desk_columns(new, old)
      or (new.technician_id is distinct from old.technician_id
        and new.technician_id is distinct from (select auth.uid()) and new.technician_id is not null)) then
      raise exception 'Solo administración y recepción editan los datos de la orden.' using errcode = '42501';
    end if;
    if new.status = old.status and not is_desk and (new.warranty_days, new.parts_warranty_days)
      is distinct from (old.warranty_days, old.parts_warranty_days) then
      raise exception 'La garantía se fija al entregar la orden.' using errcode = '42501';
    end if;
    -- Stamps are the server's, whatever was sent.
    new.approved_at := old.approved_at;
    new.rejected_at := old.rejected_at;
    new.delivered_at := old.delivered_at;
    new.completed_at := old.completed_at;
    new.updated_at := now();
    -- A reason comes with its cancellation and ends with it.
    given_reason := new.cancellation_reason;
    new.cancellation_reason := case when new.status = old.status then old.cancellation_reason end;
    new.unrepaired_reason := case
      when new.status = old.status then old.unrepaired_reason
      else nullif(btrim(new.unrepaired_reason, E' \t\r\n'), '')
    end;
    if new.status is distinct from old.status then
      if new.status = 'cancelled' then
        new.cancellation_reason := given_reason;
      end if;
      new := private.change_status(new, old);
    end if;
  elsif new.updated_at is not distinct from old.updated_at then
    new.updated_at := now();
  end if;

  if new.status is distinct from old.status then
    new := private.stamp_status(new, old);
  end if;
  if new.anonymized_at is not null then
    new.cancellation_reason := null;
  end if;
  if new.status <> 'delivered' then
    new.unrepaired_reason := null;
  end if;
  new.version := old.version + 1;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.order_view_condition (
  p_view text,
  key    text,
  actor  uuid
)
  RETURNS text
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  before_quote constant text[] := array['pending', 'in_progress'];
begin
  return case p_view
    when 'to_quote' then
      format(' and o.status = any (%L::text[]) and coalesce(o.total_amount, 0) = 0 and not o.on_hold
        and not o.warranty_repair', before_quote)
    when 'waiting' then
      ' and o.status = ''quoted'' and not o.on_hold'
    when 'to_repair' then
      format(' and o.status = any (%L::text[]) and (o.status = ''approved'' or coalesce(o.total_amount, 0) > 0
        or o.warranty_repair) and not o.on_hold', before_quote || 'approved'::text)
    when 'on_hold' then
      ' and o.on_hold'
    when 'ready' then
      ' and o.status = ''completed'''
    when 'to_return' then
      format($kept$
      and %s in (
        select k.order_id from private.kept_devices k
        union all select r.id from public.service_orders r where r.status = 'rejected'
      )$kept$, key)
    when 'mine' then
      format(' and o.technician_id = %L and o.status = any (%L::text[])', actor,
        private.statuses_in('open') || private.statuses_in('pickup'))
    when 'late' then
      ' and o.at_risk_from <= now() and o.promised_at <= now()'
    when 'at_risk' then
      ' and o.at_risk_from <= now() and o.promised_at > now()'
    when 'idle' then
      format($idle$
      and o.status = any (%L::text[]) and o.updated_at < %L::timestamptz and not exists (
        select from public.order_waits w where w.order_id = %s
          and (coalesce(w.ended_at, w.started_at) >= %2$L::timestamptz
            or w.ended_at is null and w.expected_on >= %4$L::date)
      )$idle$, private.statuses_in('open'), now() - make_interval(days => private.idle_days()), key,
        (now() at time zone 'America/Santiago')::date)
    when 'message_failed' then
      format($failed$
      and %s in (
        select m.order_id from public.whatsapp_messages m
        where m.state = 'failed' and not exists (
          select from public.whatsapp_messages later where later.order_id = m.order_id
          and later.created_at > m.created_at
        )
      )$failed$, key)
    else null
  end;
end
$function$;

CREATE OR REPLACE FUNCTION private.plan_promise()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  new.at_risk_from := private.at_risk_from(new);
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.present_load()
  RETURNS real
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select coalesce(sum(c.orders), 0)::real from private.order_counts c where c.status = any (private.statuses_in('open'))
$function$;

CREATE OR REPLACE FUNCTION private.promise_margin()
  RETURNS integer
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select coalesce((select (s.value ->> 'promiseMargin')::integer from public.setting_sections s where s.section = 'desk'),
    85)
$function$;

CREATE OR REPLACE FUNCTION private.promised_hours (
  p_type   text,
  p_brand  text,
  p_kind   text,
  p_load   real,
  p_margin integer,
  p_as_of  timestamp with time zone DEFAULT now(),
  p_felt   real                     DEFAULT 0.5
)
  RETURNS TABLE (
    hours   real,
    repairs integer,
    circle  text
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  least_similar constant integer := 12;
  most_similar constant integer := 120;
  taken real[];
begin
  foreach circle in array array['brand', 'kind', 'type', 'all'] loop
    taken := array(
      select r.hours * least(2, greatest(0.5,
        1 + p_felt * ((p_load + 1) / (r.load + 1) - 1)))
      from private.past_repairs r
      where r.finished_at < p_as_of and r.finished_at > p_as_of - interval '1 year'
        and (circle = 'all' or r.equipment_type = p_type)
        and (circle not in ('brand', 'kind') or r.kind = p_kind)
        and (circle <> 'brand' or r.brand = p_brand)
      order by r.finished_at desc limit most_similar);
    repairs := cardinality(taken);
    continue when repairs < least_similar;
    -- One more than the share, so that few repairs promise no more than they know.
    hours := (select percentile_disc(least(1, p_margin / 100.0 * (repairs + 1) / repairs)) within group (order by t.hours)
      from unnest(taken) as t (hours));
    return next;
    return;
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION private.record_wait()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  began constant boolean := tg_op = 'INSERT' or new.ended_at is null and old.ended_at is not null;
  ended constant boolean := tg_op = 'UPDATE' and old.ended_at is null and new.ended_at is not null;
  waits constant boolean := new.ended_at is null or ended and new.outcome = 'replaced';
  was public.order_waits;
  changes jsonb;
begin
  if not began then
    was := old;
  end if;
  select jsonb_object_agg(f.name, jsonb_build_array(f.before, f.after)) into changes
  from (values
    ('reason', null, case when began or ended then new.label end),
    ('expected_on', was.expected_on::text, new.expected_on::text),
    ('note', nullif(was.note, ''), nullif(new.note, '')),
    ('screen_order', private.screen_order_name(was.screen_order_id), private.screen_order_name(new.screen_order_id))
  ) as f (name, before, after)
  where f.before is distinct from f.after;
  perform private.add_order_event(o, case when began then 'wait_started' when ended then 'wait_ended'
    else 'wait_changed' end, changes)
  from public.service_orders o where o.id = new.order_id and changes is not null;
  if began or ended then
    update public.service_orders o set on_hold = waits where o.id = new.order_id and o.on_hold <> waits;
  end if;
  update public.service_orders o set at_risk_from = private.at_risk_from(o)
  where o.id = new.order_id and o.promised_at is not null and o.at_risk_from is distinct from private.at_risk_from(o);
  if ended or not began and was.expected_on is distinct from new.expected_on then
    update public.whatsapp_messages m set state = 'discarded', error_code = 'taken_back'
    where m.order_id = new.order_id and m.event = 'on_hold' and m.state = 'queued';
  elsif began and tg_op = 'UPDATE' then
    -- Its end was taken back, and so is what that did to the message.
    update public.whatsapp_messages m set state = 'queued', error_code = null
    where m.state = 'discarded' and m.error_code = 'taken_back' and m.id = (
      select last.id from private.wait_messages(new.order_id, new.started_at) last
      order by last.occurrence desc limit 1);
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.refresh_past_repairs (
  p_most integer DEFAULT 2000
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  added integer;
begin
  delete from private.past_repairs r using public.service_orders o
  where o.id = r.order_id and (r.finished_at < now() - interval '1 year'
    or o.completed_at is distinct from r.finished_at or o.unrepaired_reason is not null);
  insert into private.past_repairs (order_id, equipment_type, brand, kind, received_at, finished_at, hours, load)
  select f.id, f.equipment_type, private.fold(f.equipment_brand),
    private.work_kind(f.work_description || ' ' || f.technical_work), f.created_at, f.completed_at,
    greatest(extract(epoch from private.worked_time(f.id, f.created_at, f.completed_at)) / 3600, 0.25),
    coalesce(l.load, 0)
  from (
    select * from public.service_orders o
    where o.status in ('completed', 'delivered') and o.completed_at > now() - interval '1 year'
      and o.completed_at > o.created_at and o.unrepaired_reason is null
      and not exists (select from private.past_repairs r where r.order_id = o.id)
    order by o.completed_at desc limit p_most
  ) as f
  left join private.daily_load() as l on l.day = private.shop_day(f.created_at);
  get diagnostics added = row_count;
  return added;
end
$function$;

CREATE OR REPLACE FUNCTION private.replan_promises()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  update public.service_orders o set at_risk_from = private.at_risk_from(o)
  where o.at_risk_from is not null and o.promised_at > now() and o.at_risk_from is distinct from private.at_risk_from(o);
  return null;
end
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
      'at_risk_from')
$function$;

CREATE OR REPLACE FUNCTION private.work_kind (
  p_problem text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select coalesce((
    select k.kind from (values
      (1, 'liquid', 'moj|agua|liquid|humed|water|spill'),
      (2, 'screen', 'pantalla|vidrio|display|trizad|tactil|lcd|screen|glass|touch'),
      (3, 'battery', 'bater|batter|hinchad|swollen'),
      (4, 'charging', 'carga|conector|puerto|usb|charg|port|jack|socket'),
      (5, 'power', 'no enciende|no prende|se apaga|apagad|power|boot|turn on|dead'),
      (6, 'data', 'recuper|respald|datos|data|backup'),
      (7, 'storage', 'disco|ssd|memoria|hdd|ram|hard drive|hard disk'),
      (8, 'software', 'lent|virus|sistema|software|windows|formate|actualiz|pegad|slow|update|install|config|password'),
      (9, 'cooling', 'calienta|temperatura|ventilador|ruido|limpieza|mantenc|fan|heat|hot|clean|noise'),
      (10, 'sound', 'sonido|parlante|altavoz|microfono|audio|camara|sound|speaker|mic|camera'),
      (11, 'keys', 'teclado|tecla|bisagra|boton|keyboard|key|hinge|button')
    ) as k (place, kind, words)
    where private.fold(p_problem) ~ k.words order by k.place limit 1), 'other')
$function$;

CREATE OR REPLACE FUNCTION private.worked_time (
  p_order_id uuid,
  p_from     timestamp with time zone,
  p_to       timestamp with time zone
)
  RETURNS interval
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select private.open_time(p_from, p_to) - coalesce((
    select sum(private.open_time(greatest(w.started_at, p_from), least(coalesce(w.ended_at, p_to), p_to)))
    from public.order_waits w
    where w.order_id = p_order_id and w.stops_clock and w.started_at < p_to and coalesce(w.ended_at, p_to) > p_from), '0')
$function$;

CREATE OR REPLACE FUNCTION public.count_order_views()
  RETURNS TABLE (
    view  text,
    total integer
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  actor uuid := (select auth.uid());
  kept constant text[] := array['to_quote', 'waiting', 'to_repair', 'on_hold', 'ready'];
  sums text := '';
  all_orders bigint;
  rejected bigint;
  totals bigint[];
begin
  perform private.require('desk');
  foreach view in array kept loop
    sums := sums || format(', sum(o.orders) filter (where true %s)', private.order_view_condition(view, 'null', actor));
  end loop;
  execute format('select sum(o.orders), sum(o.orders) filter (where o.status = ''rejected''), array[%s]
    from private.order_counts o', substr(sums, 3)) into all_orders, rejected, totals;
  return query
    select c.view, least(coalesce(c.total, 0), 1001)::integer
    from unnest('all'::text || kept, all_orders || totals) with ordinality as c (view, total, place)
    order by c.place;
  view := 'to_return';
  -- An order that was rejected is counted once.
  total := least(coalesce(rejected, 0) + (
    select count(*) from private.kept_devices k join public.service_orders o on o.id = k.order_id
    where o.status <> 'rejected'), 1001);
  return next;
  foreach view in array array['late', 'at_risk', 'idle', 'message_failed']
    || case when private.may('orders.repair') then array['mine'] else '{}' end
  loop
    execute format('select count(*) from (select from public.service_orders o where true %s limit 1001) as c',
      private.order_view_condition(view, 'o.id', actor)) into total;
    return next;
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION public.rehearse_promises (
  p_margin integer
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.require('settings');
  if p_margin is null or p_margin not between 50 and 95 then
    raise exception 'Escribe un porcentaje entre 50 y 95.' using errcode = '23514';
  end if;
  return (
    with recent as (
      select r.*, row_number() over (order by r.finished_at, r.order_id) as nth, count(*) over () as total
      from private.past_repairs r where r.received_at > now() - interval '90 days'
    ), told as (
      select r.hours, h.hours as promised from recent r
      cross join lateral private.promised_hours(r.equipment_type, r.brand, r.kind, r.load, p_margin, r.received_at) as h
      where r.nth % greatest(1, r.total / 400) = 0
    )
    select jsonb_build_object('orders', count(*), 'kept', count(*) filter (where t.hours <= t.promised),
      'hours', percentile_cont(0.5) within group (order by t.promised),
      'repair_hours', percentile_cont(0.5) within group (order by t.hours),
      'day_hours', (select extract(epoch from private.open_time(now() - interval '28 days', now())) / 3600 / 20))
    from told t);
end
$function$;

REVOKE ALL ON FUNCTION "public"."rehearse_promises"(integer) FROM PUBLIC, "anon", "service_role";

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

CREATE OR REPLACE FUNCTION public.search_orders (
  p_search         text    DEFAULT NULL::text,
  p_field          text    DEFAULT 'order_number'::text,
  p_status         text    DEFAULT NULL::text,
  p_technician     uuid    DEFAULT NULL::uuid,
  p_page           integer DEFAULT 1,
  p_message_failed boolean DEFAULT false,
  p_view           text    DEFAULT NULL::text,
  p_sort           text    DEFAULT NULL::text,
  p_descending     boolean DEFAULT false,
  p_wait_reason    text    DEFAULT NULL::text
)
  RETURNS TABLE (
    id               uuid,
    order_number     integer,
    created_at       timestamp with time zone,
    updated_at       timestamp with time zone,
    status           text,
    customer_name    text,
    customer_rut     text,
    customer_phone   text,
    equipment_type   text,
    equipment_brand  text,
    equipment_model  text,
    work_description text,
    technical_work   text,
    total_amount     bigint,
    advance_payment  bigint,
    technician_id    uuid,
    technician_name  text,
    delivered_at     timestamp with time zone,
    warranty_days    integer,
    has_notes        boolean,
    version          integer,
    message_state    text,
    message_at       timestamp with time zone,
    total            integer,
    wait             jsonb,
    warranty_repair  boolean,
    promised_at      timestamp with time zone,
    at_risk_from     timestamp with time zone
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  SET max_parallel_workers_per_gather TO '0'
  SET random_page_cost TO '1.1'
  AS $function$
declare
  actor uuid := (select auth.uid());
  page_size constant integer := 20;
  first_row integer;
  searching boolean := coalesce(trim(p_search), '') <> '';
  by_text boolean := searching and p_field <> 'order_number';
  row_limit integer;
  -- Orders in other states are few however old the shop is: their index leads. So do the views, whose conditions are
  -- about columns of the order.
  leader text := case
    when by_text and coalesce(p_status, 'delivered') = 'delivered' and p_view is null then 's' else 'o'
  end;
  sort_by text := leader || '.created_at desc, o.id desc';
  -- On o, whichever leads.
  filters text;
  condition text;
  source text;
  found uuid[];
  page_ids uuid[];
  counted integer;
begin
  perform private.require('desk');
  if p_field is null or p_field not in ('order_number', 'customer_name', 'customer_rut', 'equipment_brand',
      'equipment_model', 'customer_phone', 'imei', 'all') then
    raise exception 'El campo de búsqueda no existe.' using errcode = '22023';
  end if;
  if p_field in ('customer_phone', 'imei', 'all') and not private.may('orders.search-all-fields') then
    raise exception 'Solo un administrador busca en todos los campos.' using errcode = '42501';
  end if;
  if p_view is not null and private.order_view_condition(p_view, 'o.id', null) is null then
    raise exception 'La vista no existe.' using errcode = '22023';
  end if;
  if p_sort not in ('created', 'customer', 'device', 'status', 'price', 'changed') then
    raise exception 'Las órdenes no se ordenan por esa columna.' using errcode = '22023';
  end if;
  first_row := private.rows_before(p_page, page_size);
  row_limit := greatest(case when by_text then 201 else 1001 end, first_row + 21);

  filters := case when p_status is null then '' else format(' and o.status = %L', p_status) end
    || case when p_technician is null then '' else format(' and o.technician_id = %L', p_technician) end
    || coalesce(private.order_view_condition(p_view, 'o.id', actor), '')
    || case when p_message_failed then private.order_view_condition('message_failed', 'o.id', actor) else '' end
    || coalesce(private.wait_condition(p_wait_reason), '');
  condition := filters;
  if not searching then
    source := 'public.service_orders o';
  elsif not by_text then
    source := private.number_source(p_search, condition, row_limit) || ' as o';
    condition := '';
    sort_by := 'o.extra = 0 desc, o.order_number desc';
  else
    condition := condition || private.search_condition(p_field, p_search);
    source := 'private.order_texts s join public.service_orders o on o.order_number = s.order_number';
  end if;

  if not searching and p_technician is null and p_view is null and p_message_failed is not true
    and p_wait_reason is null then
    counted := (
      select least(coalesce(sum(c.orders), 0), row_limit) from private.order_counts c
      where p_status is null or c.status = p_status);
    if p_sort is null and p_status is null then
      page_ids := array(
        select o.id from public.service_orders o
        order by o.created_at desc, o.id desc offset first_row limit page_size);
    elsif p_sort is null then
      page_ids := array(
        select o.id from public.service_orders o where o.status = p_status
        order by o.created_at desc, o.id desc offset first_row limit page_size);
    end if;
  elsif by_text and filters = '' then
    found := private.newest_by_texts(condition, row_limit);
    counted := cardinality(found);
    page_ids := found[first_row + 1 : first_row + page_size];
  else
    -- Planned each time: which index leads depends on what was typed.
    execute format('select array_agg(f.id), count(*) from (select o.id from %s where true %s order by %s limit %s) as f',
      source, condition, sort_by, row_limit) into found, counted;
    page_ids := found[first_row + 1 : first_row + page_size];
  end if;
  if p_sort is not null then
    found := private.sorted_order_ids(p_sort, p_descending is true, p_search, p_field, filters,
      first_row + page_size);
    page_ids := found[first_row + 1 : first_row + page_size];
  end if;
  return query
    select o.id, o.order_number, o.created_at, o.updated_at, o.status, o.customer_name, o.customer_rut,
      o.customer_phone, o.equipment_type, o.equipment_brand, o.equipment_model, left(o.work_description, 300),
      left(o.technical_work, 300), o.total_amount, o.advance_payment, o.technician_id, t.full_name, o.delivered_at,
      o.warranty_days, coalesce(o.notes, '') <> '', o.version, newest.state, newest.created_at, counted,
      -- Only for orders that wait: most pages have none.
      case when o.on_hold then (
        select jsonb_build_object('id', w.id, 'reason', w.reason, 'label', w.label, 'expected_on', w.expected_on)
        from public.order_waits w where w.order_id = o.id and w.ended_at is null
      ) end, o.warranty_repair, o.promised_at, o.at_risk_from
    from unnest(page_ids) with ordinality as p (id, place)
      join public.service_orders o on o.id = p.id left join public.staff_names t on t.id = o.technician_id
      left join lateral (
        select m.state, m.created_at from public.whatsapp_messages m where m.order_id = o.id order by m.created_at desc
        limit 1
      ) as newest on true
    order by p.place;
end
$function$;

REVOKE ALL ON FUNCTION "public"."search_orders"(text, text, text, uuid, integer, boolean, text, text, boolean, text) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.suggest_promise (
  p_type    text,
  p_brand   text DEFAULT ''::text,
  p_problem text DEFAULT ''::text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.require('orders.create');
  return (
    select jsonb_build_object('promised_at', f.at, 'similar', h.repairs, 'circle', h.circle)
    from private.promised_hours(p_type, private.fold(p_brand), private.work_kind(p_problem), private.present_load(),
      private.promise_margin()) as h
    cross join lateral (select private.friendly_time(now(), h.hours) as at) as f
    where f.at is not null);
end
$function$;

REVOKE ALL ON FUNCTION "public"."suggest_promise"(text, text, text) FROM PUBLIC, "anon", "service_role";

ALTER TABLE "private"."past_repairs"
  ADD CONSTRAINT "past_repairs_order_id_fkey" FOREIGN KEY (order_id) REFERENCES public.service_orders(id) ON DELETE CASCADE;

CREATE INDEX past_repairs_all ON private.past_repairs USING btree (finished_at DESC);

CREATE INDEX past_repairs_brand ON private.past_repairs USING btree (equipment_type, kind, brand, finished_at DESC);

CREATE INDEX past_repairs_kind ON private.past_repairs USING btree (equipment_type, kind, finished_at DESC);

CREATE INDEX past_repairs_type ON private.past_repairs USING btree (equipment_type, finished_at DESC);

CREATE INDEX service_orders_promised ON public.service_orders USING btree (at_risk_from, promised_at)
  WHERE (at_risk_from IS NOT NULL);

CREATE TRIGGER plan_promise_insert
  BEFORE INSERT ON public.service_orders
  FOR EACH ROW
  WHEN ((new.promised_at IS NOT NULL))
  EXECUTE FUNCTION private.plan_promise();

CREATE TRIGGER plan_promise_update
  BEFORE UPDATE ON public.service_orders
  FOR EACH ROW
  WHEN (((COALESCE(new.promised_at, old.promised_at) IS
    NOT NULL) AND ((new.promised_at IS DISTINCT FROM old.promised_at) OR (new.status <> old.status) OR (new.on_hold <> old.on_hold))))
  EXECUTE FUNCTION private.plan_promise();

CREATE TRIGGER replan_promises
  AFTER UPDATE ON public.setting_sections
  FOR EACH ROW
  WHEN (((new.section = 'hours'::text) AND (new.value IS DISTINCT FROM old.value)))
  EXECUTE FUNCTION private.replan_promises();

REVOKE ALL ON FUNCTION "private"."at_risk_from"(public.service_orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."at_risk_from"(public.service_orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."at_risk_from"(public.service_orders) TO "postgres";

REVOKE ALL ON FUNCTION "private"."before_open_time"(timestamp WITH time zone, interval) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."before_open_time"(timestamp WITH time zone, interval) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."before_open_time"(timestamp WITH time zone, interval) TO "postgres";

REVOKE ALL ON FUNCTION "private"."daily_load"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."daily_load"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."daily_load"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."friendly_time"(timestamp WITH time zone, real) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."friendly_time"(timestamp WITH time zone, real) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."friendly_time"(timestamp WITH time zone, real) TO "postgres";

REVOKE ALL ON FUNCTION "private"."plan_promise"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."plan_promise"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."plan_promise"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."present_load"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."present_load"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."present_load"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."promise_margin"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."promise_margin"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."promise_margin"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."promised_hours"(text, text, text, real, integer, timestamp WITH time zone, real) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."promised_hours"(text, text, text, real, integer, timestamp WITH time zone, real) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."promised_hours"(text, text, text, real, integer, timestamp WITH time zone, real) TO "postgres";

REVOKE ALL ON FUNCTION "private"."refresh_past_repairs"(integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refresh_past_repairs"(integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."refresh_past_repairs"(integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."replan_promises"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."replan_promises"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."replan_promises"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."work_kind"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."work_kind"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."work_kind"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."worked_time"(uuid, timestamp WITH time zone, timestamp WITH time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."worked_time"(uuid, timestamp WITH time zone, timestamp WITH time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."worked_time"(uuid, timestamp WITH time zone, timestamp WITH time zone) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."rehearse_promises"(integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."rehearse_promises"(integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."rehearse_promises"(integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."search_orders"(text, text, text, uuid, integer, boolean, text, text, boolean, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."search_orders"(text, text, text, uuid, integer, boolean, text, text, boolean, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."search_orders"(text, text, text, uuid, integer, boolean, text, text, boolean, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."suggest_promise"(text, text, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."suggest_promise"(text, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."suggest_promise"(text, text, text) TO "postgres";

-- How sure suggested dates are, for every shop. Without a new version: no form that is open meets a conflict.
ALTER TABLE "public"."setting_sections" DISABLE TRIGGER USER;
update public.setting_sections s set value = s.value || '{"promiseMargin": 85}'
where s.section = 'desk' and not s.value ? 'promiseMargin';
ALTER TABLE "public"."setting_sections" ENABLE TRIGGER USER;
update public.setting_changes c set after = s.value
from public.setting_sections s
where s.section = 'desk' and c.section = s.section and c.version = 1 and not exists (select from public.profiles);

-- When the promises of before begin to be at risk, and what the repairs of before took.
ALTER TABLE "public"."service_orders" DISABLE TRIGGER "guard_service_order";
update public.service_orders o set at_risk_from = private.at_risk_from(o)
where o.promised_at is not null and o.status in ('pending', 'in_progress', 'quoted', 'approved');
ALTER TABLE "public"."service_orders" ENABLE TRIGGER "guard_service_order";
select private.refresh_past_repairs();
