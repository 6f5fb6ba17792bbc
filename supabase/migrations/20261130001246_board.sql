SET local check_function_bodies = off;

DROP FUNCTION "private"."work_cards"(uuid[]);

DROP FUNCTION "public"."order_board"(jsonb);

DROP FUNCTION "public"."technician_queue"(uuid, integer, integer);

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
      when o.promised_at <= now() + interval '1 day' then 'at_risk'
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
    promised_at      timestamp with time zone
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
    ) end, o.warranty_repair, o.promised_at
  from public.service_orders o left join public.staff_names t on t.id = o.technician_id
  where o.id = any (p_ids)
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
    promised_at      timestamp with time zone
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
    warranty_repair  boolean,
    promised_at      timestamp with time zone
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

-- The board's limits and the days after which an order is idle, for every shop. Without a new version: no form that is
-- open meets a conflict.
ALTER TABLE "public"."setting_sections" DISABLE TRIGGER USER;
update public.setting_sections s set value = s.value || '{"boardLimits": {"pending": null, "in_progress": null,
  "quoted": null, "approved": null, "on_hold": null, "completed": null}, "idleDays": 6}'
where s.section = 'desk' and not s.value ? 'boardLimits';
ALTER TABLE "public"."setting_sections" ENABLE TRIGGER USER;
update public.setting_changes c set after = s.value
from public.setting_sections s
where s.section = 'desk' and c.section = s.section and c.version = 1
  and not exists (select from public.profiles);
