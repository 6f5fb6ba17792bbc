SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.repair_times()
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select case when count(*) > 0
    then jsonb_build_object('repairTimes',
      jsonb_agg(jsonb_build_object('type', t.equipment_type, 'days', t.days) order by t.orders desc, t.equipment_type))
    else '{}' end
  from (
    select o.equipment_type, count(*) as orders, greatest(1, ceil(
      percentile_disc(0.5) within group (order by date_part('epoch', o.completed_at - o.created_at) / 86400))) as days
    from public.service_orders o
    where o.created_at > now() - interval '180 days' and o.status = 'delivered' and o.completed_at >= o.created_at
      and o.equipment_type not in ('others', 'other')
    group by o.equipment_type having count(*) >= 20
  ) as t
$function$;

CREATE OR REPLACE FUNCTION public.shop_facts()
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select jsonb_build_object('revision', left(encode(sha256(convert_to(f.facts::text, 'UTF8')), 'hex'), 16), 'facts', f.facts)
  from (
    select jsonb_object_agg(s.section, case s.section
      when 'terms' then s.value || jsonb_build_object('version', s.version) else s.value end)
      || private.repair_times() as facts
    from public.setting_sections s where s.section in ('shop', 'look', 'landing', 'hours', 'services', 'terms')
  ) as f
$function$;

REVOKE ALL ON FUNCTION "private"."repair_times"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."repair_times"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."repair_times"() TO "postgres";
