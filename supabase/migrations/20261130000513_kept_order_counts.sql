SET local check_function_bodies = off;

CREATE TABLE "private"."order_counts" (
  "id"           bigint  GENERATED ALWAYS AS IDENTITY NOT NULL,
  "status"       text    NOT NULL,
  "total_amount" integer NOT NULL,
  "orders"       integer NOT NULL,
  CONSTRAINT "order_counts_pkey" PRIMARY KEY (id)
);

ALTER TABLE "private"."order_counts"
  ENABLE ROW LEVEL SECURITY;

CREATE OR REPLACE FUNCTION private.correct_order_counts()
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform pg_advisory_xact_lock(hashtextextended('private.order_counts', 0));
  insert into private.order_counts (status, total_amount, orders)
  select n.status, n.sign, sum(n.orders) from (
    select o.status, sign(coalesce(o.total_amount, 0))::integer as sign, count(*) as orders
    from public.service_orders o group by 1, 2
    union all
    select c.status, c.total_amount, -c.orders from private.order_counts c
  ) as n group by 1, 2 having sum(n.orders) <> 0;
end
$function$;

CREATE OR REPLACE FUNCTION private.count_orders()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if tg_op = 'TRUNCATE' then
    delete from private.order_counts c where c.id is not null;
  elsif tg_op = 'INSERT' then
    insert into private.order_counts (status, total_amount, orders)
    select n.status, sign(coalesce(n.total_amount, 0)), count(*) from new_orders n group by 1, 2;
  elsif tg_op = 'DELETE' then
    insert into private.order_counts (status, total_amount, orders)
    select d.status, sign(coalesce(d.total_amount, 0)), -count(*) from old_orders d group by 1, 2;
  else
    insert into private.order_counts (status, total_amount, orders)
    values (old.status, sign(coalesce(old.total_amount, 0)), -1), (new.status, sign(coalesce(new.total_amount, 0)), 1);
  end if;
  -- A transaction that keeps to one snapshot would fail where another one has summed meanwhile.
  if (select count(*) > 64 from private.order_counts) and current_setting('transaction_isolation') = 'read committed' then
    perform private.sum_order_counts();
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.sum_order_counts()
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  with summed as (
    delete from private.order_counts c
    where c.id = any (array(select k.id from private.order_counts k for update skip locked))
    returning c.status, c.total_amount, c.orders
  )
  insert into private.order_counts (status, total_amount, orders)
  select d.status, d.total_amount, sum(d.orders) from summed d group by 1, 2 having sum(d.orders) <> 0;
end
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
  kept constant text[] := array['to_quote', 'waiting', 'to_repair', 'ready'];
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
  foreach view in array array['message_failed']
    || case when private.may('orders.repair') then array['mine'] else '{}' end
  loop
    execute format('select count(*) from (select from public.service_orders o where true %s limit 1001) as c',
      private.order_view_condition(view, 'o.id', actor)) into total;
    return next;
  end loop;
end
$function$;

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
      and m.order_id is not null
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
  delete from private.own_exports e where e.made_at < now() - interval '1 hour';
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
  p_descending     boolean DEFAULT false
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
    total            integer
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  AS $function$
declare
  actor uuid := (select auth.uid());
  page_size constant integer := 20;
  first_row integer;
  searching boolean := coalesce(trim(p_search), '') <> '';
  by_text boolean := searching and p_field <> 'order_number';
  row_limit integer;
  -- Orders in these states are few however old the shop is: their index leads.
  by_open_status boolean := coalesce(p_status, '') in ('pending', 'in_progress', 'quoted', 'approved');
  -- So do the views, whose conditions are about columns of the order.
  leader text := case when by_text and not by_open_status and p_view is null then 's' else 'o' end;
  key text := case when leader = 's' then 's.order_id' else 'o.id' end;
  sort_by text := leader || '.created_at desc, ' || key || ' desc';
  condition text := '';
  -- The same filters on o, whichever leads.
  filters text := '';
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

  if p_status is not null then
    condition := condition || format(' and %s.status = %L', leader, p_status);
  end if;
  if p_technician is not null then
    condition := condition || format(' and %s.technician_id = %L', leader, p_technician);
  end if;
  if p_view is not null then
    condition := condition || private.order_view_condition(p_view, key, actor);
  end if;
  if p_message_failed then
    condition := condition || private.order_view_condition('message_failed', key, actor);
  end if;
  if not searching then
    source := 'public.service_orders o';
  elsif not by_text then
    source := private.number_source(p_search, condition, row_limit) || ' as o';
    condition := '';
    sort_by := 'o.extra = 0 desc, o.order_number desc';
  else
    condition := condition || private.search_condition(p_field, p_search);
    source := case leader
      when 's' then 'private.order_search s'
      else 'public.service_orders o join private.order_search s on s.order_id = o.id'
    end;
  end if;

  if p_sort is not null then
    filters := case when p_status is null then '' else format(' and o.status = %L', p_status) end
      || case when p_technician is null then '' else format(' and o.technician_id = %L', p_technician) end
      || coalesce(private.order_view_condition(p_view, 'o.id', actor), '')
      || case when p_message_failed then private.order_view_condition('message_failed', 'o.id', actor) else '' end;
  end if;

  if not searching and p_technician is null and p_view is null and p_message_failed is not true then
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
  else
    -- Planned each time: which index leads depends on what was typed.
    execute format('select array_agg(f.id), count(*) from (select %s as id from %s where true %s order by %s limit %s) as f',
      key, source, condition, sort_by, row_limit) into found, counted;
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
      o.warranty_days, coalesce(o.notes, '') <> '', o.version, newest.state, newest.created_at, counted
    from unnest(page_ids) with ordinality as p (id, place)
      join public.service_orders o on o.id = p.id left join public.staff_names t on t.id = o.technician_id
      left join lateral (
        select m.state, m.created_at from public.whatsapp_messages m where m.order_id = o.id order by m.created_at desc
        limit 1
      ) as newest on true
    order by p.place;
end
$function$;

CREATE TRIGGER count_added_orders
  AFTER INSERT ON public.service_orders REFERENCING NEW TABLE AS new_orders
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.count_orders();

ALTER TABLE "public"."service_orders"
  ENABLE ALWAYS TRIGGER "count_added_orders";

CREATE TRIGGER count_deleted_orders
  AFTER DELETE ON public.service_orders REFERENCING OLD TABLE AS old_orders
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.count_orders();

ALTER TABLE "public"."service_orders"
  ENABLE ALWAYS TRIGGER "count_deleted_orders";

CREATE TRIGGER count_truncated_orders
  AFTER TRUNCATE ON public.service_orders
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.count_orders();

ALTER TABLE "public"."service_orders"
  ENABLE ALWAYS TRIGGER "count_truncated_orders";

CREATE TRIGGER recount_orders
  AFTER UPDATE ON public.service_orders
  FOR EACH ROW
  WHEN (((old.status <> new.status) OR (sign((COALESCE(old.total_amount, (0)::bigint))::double precision) <> sign((COALESCE(new.total_amount, (0)::bigint))::double precision))))
  EXECUTE FUNCTION private.count_orders();

ALTER TABLE "public"."service_orders"
  ENABLE ALWAYS TRIGGER "recount_orders";

REVOKE ALL ON FUNCTION "private"."correct_order_counts"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."correct_order_counts"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."correct_order_counts"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."count_orders"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."count_orders"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."count_orders"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."sum_order_counts"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."sum_order_counts"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."sum_order_counts"() TO "postgres";

-- The orders that there are. Their table stays locked by the new triggers until this is committed.
insert into private.order_counts (status, total_amount, orders)
select o.status, sign(coalesce(o.total_amount, 0)), count(*) from public.service_orders o group by 1, 2;
