SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.are_commission_rules (
  p_rules jsonb
)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select jsonb_typeof(p_rules) is not distinct from 'array' and not exists (
    select from jsonb_array_elements(case jsonb_typeof(p_rules) when 'array' then p_rules end) as r
    where (r.value ->> 'from' ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' and pg_input_is_valid(r.value ->> 'from', 'date')
      and r.value ->> 'base' in ('total', 'labour', 'margin') and r.value ->> 'percent' ~ '^(100|[0-9]{1,2})$'
      and jsonb_typeof(r.value -> 'people') = 'array' and not exists (
        select from jsonb_array_elements(
          case jsonb_typeof(r.value -> 'people') when 'array' then r.value -> 'people' end) as p
        where (pg_input_is_valid(p.value ->> 'id', 'uuid') and p.value ->> 'percent' ~ '^(100|[0-9]{1,2})$') is not true
      )) is not true
  )
$function$;

CREATE OR REPLACE FUNCTION private.report_payment_file (
  p_from date,
  p_to   date
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  range constant tstzrange := private.report_range(p_from, p_to);
begin
  if p_from is null or p_to is null or p_to - p_from > 31 then
    raise exception 'Elige un mes.' using errcode = '22023';
  end if;
  return (
    select jsonb_build_object('rows', coalesce(jsonb_agg(jsonb_build_object(
      'payment', p.id, 'at', p.created_at, 'kind', case when p.corrects is not null then 'correction'
        when s.amount < 0 then 'refund' else 'payment' end,
      'method', p.method, 'reference', p.reference, 'note', p.note, 'amount', s.amount, 'part', s.part,
      'order_number', o.order_number, 'customer_name', o.customer_name, 'customer_rut', o.customer_rut,
      'total_amount', o.total_amount, 'by', n.full_name, 'corrects', p.corrects, 'documents', d.kinds, 'folios', d.folios
    ) order by p.created_at, p.id, o.order_number, s.part), '[]'))
    from private.payments p join private.payment_shares s on s.payment_id = p.id
    left join public.service_orders o on o.id = s.order_id left join public.staff_names n on n.id = p.created_by
    cross join lateral (
      select string_agg(private.document_name(t.kind, null), ' + ' order by t.created_at, t.id) as kinds,
        string_agg(coalesce(t.folio::text, 'en camino'), ' + ' order by t.created_at, t.id) as folios
      from private.tax_documents t where t.payment_id = p.id and t.state in ('recorded', 'queued', 'accepted')
    ) as d
    where p.created_at <@ range
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.report_payments (
  p_from date,
  p_to   date
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  range constant tstzrange := private.report_range(p_from, p_to);
  step constant text := case when p_to - p_from <= 92 then 'YYYY-MM-DD' else 'YYYY-MM' end;
begin
  return (
    with counts as (
      select (p.created_at at time zone 'America/Santiago')::date as day, p.method, count(*) as payments
      from private.payments p where p.created_at <@ range group by 1, 2
    ), sums as (
      select (p.created_at at time zone 'America/Santiago')::date as day, p.method,
        sum(s.amount) filter (where s.amount > 0 and p.corrects is null) as received,
        sum(s.amount) filter (where s.amount < 0 and p.corrects is null) as given_back,
        sum(s.amount) filter (where p.corrects is not null) as corrected
      from private.payments p join private.payment_shares s on s.payment_id = p.id
      where p.created_at <@ range group by 1, 2
    ), drawers as (
      select m.day, 'cash' as method, sum(m.moved) as moved, sum(m.difference) as difference from (
        select private.shop_day(e.created_at) as day, 0 as difference,
          case e.kind when 'deposit' then e.amount else -e.amount end as moved
        from private.drawer_events e where e.kind in ('deposit', 'withdrawal') and e.created_at <@ range
        union all
        select private.shop_day(d.closed_at), d.counted_amount - d.expected_amount, 0
        from private.drawers d where d.closed_at <@ range
      ) as m group by m.day
    ), days as (
      select to_char(day, step) as day, method, coalesce(c.payments, 0) as payments,
        coalesce(s.received, 0) as received, coalesce(s.given_back, 0) as given_back,
        coalesce(s.corrected, 0) as corrected, d.moved, d.difference
      from counts c left join sums s using (day, method) full join drawers d using (day, method)
    ), lines as (
      select grouping(d.day) = 1 as is_total, d.day, d.method, sum(d.payments) as payments, sum(d.received) as received,
        sum(d.given_back) as given_back, sum(d.corrected) as corrected,
        sum(d.received + d.given_back + d.corrected) as net, sum(d.moved) as moved, sum(d.difference) as difference
      from days d group by grouping sets ((d.method), (d.day, d.method))
    )
    select jsonb_build_object(
      'methods', coalesce(jsonb_agg(to_jsonb(l) - array['day', 'is_total'] order by l.net desc, l.method)
        filter (where l.is_total), '[]'),
      'days', coalesce(jsonb_agg(to_jsonb(l) - 'is_total' order by l.day desc, l.method)
        filter (where not l.is_total), '[]'))
    from lines l
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.rehearse_commissions (
  p_rules  jsonb DEFAULT '[]'::jsonb,
  p_ticket uuid  DEFAULT NULL::uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  SET work_mem TO '32MB'
  SET random_page_cost TO '1.1'
  SET jit TO 'off'
  AS $function$
declare
  today constant date := private.shop_day(now());
  outcome text;
begin
  perform private.require('reports');
  outcome := private.answer_pin(p_ticket);
  if outcome <> 'ok' then
    return jsonb_build_object('outcome', outcome) || public.report_pin_status();
  end if;
  if not private.are_commission_rules(p_rules) then
    raise exception 'Las reglas no son válidas: revisa sus fechas y porcentajes (de 0 a 100).' using errcode = '22023';
  end if;
  return jsonb_build_object('outcome', outcome, 'periods', (
    select jsonb_agg(jsonb_build_object('from', p.first_day, 'to', today, 'people', (
      select coalesce(jsonb_agg(to_jsonb(t) order by t.after desc, t.name), '[]') from (
        select coalesce(b.technician_id, a.technician_id) as id, coalesce(n.full_name, '') as name,
          greatest(b.orders, a.orders) as orders, coalesce(b.amount, 0) as before, coalesce(a.amount, 0) as after
        from (
          select c.technician_id, count(*) filter (where not c.is_return) as orders, sum(c.amount) as amount
          from private.commissions(private.rehearsed_rule(private.commission_rules()), p.first_day, today) as c
          group by 1
        ) as b full join (
          select c.technician_id, count(*) filter (where not c.is_return) as orders, sum(c.amount) as amount
          from private.commissions(private.rehearsed_rule(p_rules), p.first_day, today) as c group by 1
        ) as a on a.technician_id = b.technician_id
        left join public.staff_names n on n.id = coalesce(b.technician_id, a.technician_id)
      ) as t
    )) order by p.first_day desc)
    from (values (today - 89), ((today - interval '12 months')::date + 1)) as p (first_day)
  ));
end
$function$;

CREATE OR REPLACE FUNCTION public.report_results (
  p_report     text    DEFAULT 'margin'::text,
  p_ticket     uuid    DEFAULT NULL::uuid,
  p_from       date    DEFAULT NULL::date,
  p_to         date    DEFAULT NULL::date,
  p_technician uuid    DEFAULT NULL::uuid,
  p_type       text    DEFAULT NULL::text,
  p_part       text    DEFAULT NULL::text,
  p_sort       text    DEFAULT NULL::text,
  p_descending boolean DEFAULT true,
  p_offset     integer DEFAULT 0,
  p_limit      integer DEFAULT 20
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  SET work_mem TO '32MB'
  SET random_page_cost TO '1.1'
  SET jit TO 'off'
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
declare
  range constant tstzrange := private.report_range(p_from, p_to);
  page_size constant integer := least(greatest(coalesce(p_limit, 20), 1), 1000);
  skipped constant integer := private.rows_skipped(p_offset, page_size);
  outcome text;
  report jsonb;
begin
  perform private.require('reports');
  outcome := private.answer_pin(p_ticket);
  if outcome <> 'ok' then
    return jsonb_build_object('outcome', outcome) || public.report_pin_status();
  end if;
  if isempty(range) then
    raise exception 'La fecha inicial es posterior a la final.' using errcode = '22023';
  end if;
  report := case p_report
    when 'margin' then private.report_margin(p_from, p_to, p_technician, p_type)
    when 'orders' then private.report_margin_orders(p_from, p_to, p_technician, p_type, p_sort, p_descending, skipped,
      page_size)
    when 'commissions' then private.report_commissions(p_from, p_to)
    when 'commission_orders' then private.report_commission_orders(p_from, p_to, p_technician, skipped, page_size)
    when 'payments' then private.report_payments(p_from, p_to)
    when 'balances' then private.report_balances(p_part, skipped, page_size)
    when 'discounts' then private.report_discounts(p_from, p_to, p_technician, p_type)
    when 'payment_file' then private.report_payment_file(p_from, p_to)
  end;
  if report is null then
    raise exception 'Ese informe no existe.' using errcode = '22023';
  end if;
  return jsonb_build_object('outcome', outcome, 'report', report);
end
$function$;

REVOKE ALL ON FUNCTION "private"."are_commission_rules"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."are_commission_rules"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."are_commission_rules"(jsonb) TO "postgres";
