SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.board_columns()
  RETURNS text[]
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select private.statuses_in('open') || array['on_hold', 'completed']
$function$;

CREATE OR REPLACE FUNCTION private.idle_days()
  RETURNS integer
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select coalesce(max((s.value ->> 'idleDays')::integer), 6) from public.setting_sections s where s.section = 'desk'
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
    case r.reason when 'approved' then o.approved_at when 'wait_ended' then w.ended_at else o.created_at end,
    p.place,
    case r.reason
      when 'value' then -o.total_amount
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
      when o.status = 'approved' and o.approved_at >= coalesce(w.ended_at, o.approved_at) then 'approved'
      when w.ended_at is not null then 'wait_ended'
      when o.created_at < now() - interval '7 days' then 'age'
      when o.total_amount > 0 then 'value'
      else 'new'
    end as reason
  ) as r
  cross join lateral (
    select case r.reason when 'return' then 1 when 'approved' then 4 when 'wait_ended' then 4 when 'age' then 5
      when 'value' then 6 else 7 end as place
  ) as p
  where o.status in ('pending', 'in_progress', 'approved') and not o.on_hold
    and (p_technician is null or o.technician_id = p_technician or o.technician_id is null)
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
    warranty_repair  boolean
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
    ) end, o.warranty_repair
  from public.service_orders o left join public.staff_names t on t.id = o.technician_id
  where o.id = any (p_ids)
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
  foreach view in array array['idle', 'message_failed']
    || case when private.may('orders.repair') then array['mine'] else '{}' end
  loop
    execute format('select count(*) from (select from public.service_orders o where true %s limit 1001) as c',
      private.order_view_condition(view, 'o.id', actor)) into total;
    return next;
  end loop;
end
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
    warranty_repair  boolean
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
    warranty_repair  boolean
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

CREATE INDEX service_orders_work ON public.service_orders USING btree (technician_id, created_at, id)
  WHERE ((status = ANY (ARRAY['pending'::text, 'in_progress'::text, 'approved'::text])) AND (NOT on_hold));

REVOKE ALL ON FUNCTION "private"."board_columns"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."board_columns"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."board_columns"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."idle_days"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."idle_days"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."idle_days"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."ranked_work"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."ranked_work"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."ranked_work"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."work_cards"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."work_cards"(uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."work_cards"(uuid[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."order_board"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."order_board"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."order_board"(jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."technician_queue"(uuid, integer, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."technician_queue"(uuid, integer, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."technician_queue"(uuid, integer, integer) TO "postgres";
