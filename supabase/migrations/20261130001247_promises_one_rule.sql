SET local check_function_bodies = off;

DROP FUNCTION "private"."work_cards"(uuid[]);

DROP FUNCTION "public"."order_board"(jsonb);

DROP FUNCTION "public"."technician_queue"(uuid, integer, integer);

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
  -- Materialized: it would be worked out again for each day.
  with due as materialized (
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

CREATE OR REPLACE FUNCTION private.ranked_work (
  p_technician uuid
)
  RETURNS TABLE (
    id            uuid,
    technician_id uuid,
    reason        text,
    since         timestamp with time zone,
    place         integer,
    weight        numeric
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select o.id, o.technician_id, r.reason,
    case
      when r.reason in ('overdue', 'at_risk') then o.promised_at
      when r.reason = 'approved' then o.approved_at
      when r.reason = 'wait_ended' then w.ended_at
      else o.created_at
    end,
    p.place,
    case r.reason
      when 'value' then -o.total_amount
      when 'overdue' then extract(epoch from o.promised_at)
      when 'at_risk' then extract(epoch from o.promised_at)
      when 'approved' then extract(epoch from o.approved_at)
      when 'wait_ended' then extract(epoch from w.ended_at)
      else extract(epoch from o.created_at)
    end
  from public.service_orders o
  -- A wait that gave way to another one has not ended for the order.
  left join lateral (
    select max(e.ended_at) as ended_at from public.order_waits e where e.order_id = o.id and e.outcome <> 'replaced'
  ) as w on true
  cross join lateral (
    select case
      when o.warranty_repair then 'return'
      when o.promised_at <= now() then 'overdue'
      when o.at_risk_from <= now() then 'at_risk'
      when o.status = 'approved' and o.approved_at >= coalesce(w.ended_at, o.approved_at) then 'approved'
      when w.ended_at is not null then 'wait_ended'
      when o.created_at < now() - interval '7 days' then 'age'
      when o.total_amount > 0 then 'value'
      else 'new'
    end as reason
  ) as r
  cross join lateral (
    select case r.reason when 'return' then 1 when 'overdue' then 2 when 'at_risk' then 3 when 'approved' then 4
      when 'wait_ended' then 4 when 'age' then 5 when 'value' then 6 else 7 end as place
  ) as p
  where o.status in ('pending', 'in_progress', 'approved') and not o.on_hold
    and (p_technician is null or o.technician_id = p_technician or o.technician_id is null)
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
  -- By the problem alone, since no more is known when a date is promised.
  select f.id, f.equipment_type, private.fold(f.equipment_brand), private.work_kind(f.work_description), f.created_at,
    f.completed_at,
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

CREATE OR REPLACE FUNCTION private.work_cards (
  p_ids uuid[]
)
  RETURNS TABLE (
    id               uuid,
    order_number     integer,
    created_at       timestamp with time zone,
    updated_at       timestamp with time zone,
    status           text,
    customer_name    text,
    customer_phone   text,
    equipment_brand  text,
    equipment_model  text,
    work_description text,
    technical_work   text,
    total_amount     bigint,
    technician_id    uuid,
    technician_name  text,
    version          integer,
    wait             jsonb,
    warranty_repair  boolean,
    promised_at      timestamp with time zone,
    at_risk_from     timestamp with time zone
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select o.id, o.order_number, o.created_at, o.updated_at, o.status, o.customer_name, o.customer_phone,
    o.equipment_brand, o.equipment_model, left(o.work_description, 300), left(o.technical_work, 300), o.total_amount,
    o.technician_id, t.full_name, o.version,
    case when o.on_hold then (
      select jsonb_build_object('id', w.id, 'reason', w.reason, 'label', w.label, 'expected_on', w.expected_on)
      from public.order_waits w where w.order_id = o.id and w.ended_at is null
    ) end, o.warranty_repair, o.promised_at,
    o.at_risk_from
  from public.service_orders o left join public.staff_names t on t.id = o.technician_id
  where o.id = any (p_ids)
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
      (3, 'battery', 'bater|batter|hinchad|swollen|descarga'),
      (4, 'charging', 'carga|conector|puerto|usb|charg|port\M|jack|socket'),
      (5, 'power', 'no enciende|no prende|se apaga|apagad|power|boot|turn on|dead'),
      (6, 'data', 'recuper|respald|datos|data|backup'),
      (7, 'storage', 'disco|ssd|memoria|hdd|ram\M|hard drive|hard disk'),
      (8, 'software', 'lent[oai]|virus|sistema|software|windows|(re)?formate|(des)?actualiz|pegad|slow|update|install|config|password'),
      (9, 'cooling', '(re|sobre)?calienta|temperatura|ventilador|ruido|limpieza|mantenc|fan|(over)?heat|hot\M|clean|noise'),
      (10, 'sound', 'sonido|parlante|altavoz|microfono|audio|camara|sound|speaker|mic\M|camera'),
      (11, 'keys', 'teclado|tecla|bisagra|boton|keyboard|key|hinge|button')
    ) as k (place, kind, words)
    where private.fold(p_problem) ~ ('\m(' || k.words || ')') order by k.place limit 1), 'other')
$function$;

CREATE OR REPLACE FUNCTION public.order_board (
  p_limits jsonb DEFAULT '{}'::jsonb
)
  RETURNS TABLE (
    place            text,
    total            integer,
    id               uuid,
    order_number     integer,
    created_at       timestamp with time zone,
    updated_at       timestamp with time zone,
    status           text,
    customer_name    text,
    customer_phone   text,
    equipment_brand  text,
    equipment_model  text,
    work_description text,
    technical_work   text,
    total_amount     bigint,
    technician_id    uuid,
    technician_name  text,
    version          integer,
    wait             jsonb,
    warranty_repair  boolean,
    promised_at      timestamp with time zone,
    at_risk_from     timestamp with time zone
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  SET max_parallel_workers_per_gather TO '0'
  SET random_page_cost TO '1.1'
  AS $function$
begin
  perform private.require('desk');
  return query
    with columns as materialized (
      select c.place, c.nth, least(500, greatest(1, coalesce((p_limits ->> c.place)::integer, 20))) as most
      from unnest(private.board_columns()) with ordinality as c (place, nth)
    ), totals as (
      select case when o.on_hold then 'on_hold' else o.status end as place, sum(o.orders)::integer as total
      from private.order_counts o group by 1
    ), shown as materialized (
      select c.place, n.id from columns c cross join lateral (
        select o.id from public.service_orders o where o.status = c.place and not o.on_hold
        order by o.created_at, o.id limit c.most
      ) as n
      union all
      select c.place, n.id from columns c cross join lateral (
        select o.id from public.service_orders o where o.on_hold order by o.created_at, o.id limit c.most
      ) as n
      where c.place = 'on_hold'
    )
    select c.place, coalesce(t.total, 0), w.*
    from private.work_cards(array(select s.id from shown s)) w join shown s on s.id = w.id
      join columns c on c.place = s.place left join totals t on t.place = c.place
    order by c.nth, w.created_at, w.id;
end
$function$;

REVOKE ALL ON FUNCTION "public"."order_board"(jsonb) FROM PUBLIC, "anon", "service_role";

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
      from private.past_repairs r where r.finished_at > now() - interval '90 days'
    ), told as (
      select r.hours, h.hours as promised from recent r
      cross join lateral private.promised_hours(r.equipment_type, r.brand, r.kind, r.load, p_margin, r.received_at) as h
      where r.nth % greatest(1, r.total / 400) = 0
    )
    select jsonb_build_object('orders', count(*), 'kept', count(*) filter (where t.hours <= t.promised),
      'hours', percentile_cont(0.5) within group (order by t.promised),
      'repair_hours', percentile_cont(0.5) within group (order by t.hours),
      'day_hours', (
        select coalesce(extract(epoch from sum(s.closes - s.opens)) / 3600 / nullif(count(distinct s.day), 0), 10)
        from private.opening_stretches(private.shop_day(now()) - 27, private.shop_day(now())) as s))
    from told t);
end
$function$;

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
    with suggested as materialized (
      select h.*, private.friendly_time(now(), h.hours) as at
      from private.promised_hours(p_type, private.fold(p_brand), private.work_kind(left(p_problem, 300)),
        private.present_load(), private.promise_margin()) as h
    )
    select jsonb_build_object('promised_at', s.at, 'similar', s.repairs, 'circle', s.circle)
    from suggested s where s.at is not null);
end
$function$;

CREATE OR REPLACE FUNCTION public.technician_queue (
  p_technician uuid    DEFAULT NULL::uuid,
  p_mine       integer DEFAULT 20,
  p_free       integer DEFAULT 20
)
  RETURNS TABLE (
    part             text,
    reason           text,
    since            timestamp with time zone,
    total            integer,
    id               uuid,
    order_number     integer,
    created_at       timestamp with time zone,
    updated_at       timestamp with time zone,
    status           text,
    customer_name    text,
    customer_phone   text,
    equipment_brand  text,
    equipment_model  text,
    work_description text,
    technical_work   text,
    total_amount     bigint,
    technician_id    uuid,
    technician_name  text,
    version          integer,
    wait             jsonb,
    warranty_repair  boolean,
    promised_at      timestamp with time zone,
    at_risk_from     timestamp with time zone
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  SET max_parallel_workers_per_gather TO '0'
  AS $function$
declare
  technician constant uuid := coalesce(p_technician,
    case when private.may('orders.repair') then (select auth.uid()) end);
begin
  perform private.require('desk');
  return query
    with ranked as (
      select r.*, case when r.technician_id is null then 'free' else 'mine' end as part
      from private.ranked_work(technician) r
    ), placed as (
      select r.*, row_number() over best as nth, count(*) over (partition by r.part)::integer as total from ranked r
      window best as (partition by r.part order by r.place, r.weight, r.id)
    ), shown as materialized (
      select p.* from placed p
      where p.nth <= least(500, greatest(1, case p.part when 'mine' then p_mine else p_free end))
    )
    select s.part, s.reason, s.since, s.total, c.*
    from private.work_cards(array(select s.id from shown s)) c join shown s on s.id = c.id
    order by s.part desc, s.nth;
end
$function$;

REVOKE ALL ON FUNCTION "public"."technician_queue"(uuid, integer, integer) FROM PUBLIC, "anon", "service_role";

REVOKE ALL ON FUNCTION "private"."work_cards"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."work_cards"(uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."work_cards"(uuid[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."order_board"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."order_board"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."order_board"(jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."technician_queue"(uuid, integer, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."technician_queue"(uuid, integer, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."technician_queue"(uuid, integer, integer) TO "postgres";

-- What is known of past repairs, by the rule as it is now.
update private.past_repairs r set kind = private.work_kind(o.work_description)
from public.service_orders o where o.id = r.order_id;
