SET local check_function_bodies = off;

DROP FUNCTION "public"."search_orders"(text, text, text, uuid, integer, boolean, text, text, boolean, text, text);

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
  p_wait_reason    text    DEFAULT NULL::text,
  p_place          text    DEFAULT NULL::text
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
    at_risk_from     timestamp with time zone,
    device_place     text
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
    || coalesce(private.wait_condition(p_wait_reason), '') || coalesce(private.place_condition(p_place), '');
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
    and p_wait_reason is null and p_place is null then
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
      ) end, o.warranty_repair, o.promised_at, o.at_risk_from,
      (select d.place from public.device_places d where d.order_id = o.id)
    from unnest(page_ids) with ordinality as p (id, place)
      join public.service_orders o on o.id = p.id left join public.staff_names t on t.id = o.technician_id
      left join lateral (
        select m.state, m.created_at from public.whatsapp_messages m where m.order_id = o.id order by m.created_at desc
        limit 1
      ) as newest on true
    order by p.place;
end
$function$;

REVOKE ALL ON FUNCTION "public"."search_orders"(text, text, text, uuid, integer, boolean, text, text, boolean, text, text) FROM PUBLIC, "anon", "service_role";

GRANT EXECUTE ON FUNCTION "public"."search_orders"(text, text, text, uuid, integer, boolean, text, text, boolean, text, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."search_orders"(text, text, text, uuid, integer, boolean, text, text, boolean, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."search_orders"(text, text, text, uuid, integer, boolean, text, text, boolean, text, text) TO "postgres";
