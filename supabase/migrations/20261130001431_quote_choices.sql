SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.checked_lines (
  p_lines jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  IMMUTABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  checked jsonb;
  wrong text;
  least bigint;
  most bigint;
begin
  if jsonb_typeof(p_lines) is distinct from 'array' then
    raise exception 'Las líneas del presupuesto no son válidas.' using errcode = '22023';
  end if;
  -- An adjustment takes no other line's place: a price is written as one number beside 50 lines as well.
  if jsonb_array_length(p_lines) > 51
    or (select count(*) from jsonb_array_elements(p_lines) as l where private.is_adjustment(l) is not true) > 50 then
    raise exception 'Un presupuesto lleva hasta 50 líneas.' using errcode = '23514';
  end if;
  select coalesce(jsonb_agg(private.checked_line(l.value) order by l.place), '[]') into checked
  from jsonb_array_elements(p_lines) with ordinality as l (value, place);
  if (select count(distinct l -> 'id') from jsonb_array_elements(checked) as l) < jsonb_array_length(checked) then
    raise exception 'Las líneas del presupuesto no son válidas.' using errcode = '22023';
  end if;
  select l ->> 'choice' into wrong from jsonb_array_elements(checked) as l where l ->> 'choice' is not null
  group by l ->> 'choice' having count(*) < 2 or count(*) filter (where (l ->> 'chosen')::boolean) <> 1
  order by l ->> 'choice' limit 1;
  if found then
    raise exception 'Entre las alternativas de «%» hay al menos dos, y una es la elegida.', wrong
      using errcode = '23514';
  end if;
  select sum(c.least), sum(c.most) into least, most from (
    select min(private.line_amount(l)) filter (where not (l ->> 'optional')::boolean) as least,
      max(private.line_amount(l)) as most
    from jsonb_array_elements(checked) as l group by coalesce(l ->> 'choice', l ->> 'id')
  ) as c;
  if least < 0 then
    raise exception 'El descuento es mayor que lo que el cliente puede llegar a elegir.' using errcode = '23514';
  end if;
  if most > 1000000000 then
    raise exception 'El presupuesto puede ser de hasta %.', private.format_clp(1000000000) using errcode = '23514';
  end if;
  return checked;
end
$function$;

CREATE OR REPLACE FUNCTION private.has_changed_offer (
  p_order_id uuid,
  p_person   uuid
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select exists (
    select from public.order_events e
    where e.order_id = p_order_id and e.actor_id = p_person
      and private.offered_lines(e.changes #> '{quote_lines,0}') <> private.offered_lines(e.changes #> '{quote_lines,1}')
      and e.id > coalesce((select max(d.id) from public.order_events d
        where d.order_id = p_order_id and d.kind = 'decision' and d.changes #>> '{status,1}' = 'approved'), 0)
  )
$function$;

CREATE OR REPLACE FUNCTION private.is_plain_quote (
  p_lines jsonb
)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
  select jsonb_array_length(p_lines) = 0 or jsonb_array_length(p_lines) = 1
    and p_lines #>> '{0,kind}' = 'labour' and p_lines #>> '{0,description}' = 'Servicio técnico'
    and p_lines #>> '{0,note}' = '' and p_lines #>> '{0,optional}' = 'false'
    and p_lines #>> '{0,quantity}' = '1' and p_lines #>> '{0,discount}' = '0'
$function$;

CREATE OR REPLACE FUNCTION private.offered_lines (
  p_lines jsonb
)
  RETURNS jsonb
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
  select coalesce(jsonb_agg(l.value - array['chosen', 'product_id'] order by l.place), '[]')
  from jsonb_array_elements(p_lines) with ordinality as l (value, place)
$function$;

CREATE OR REPLACE FUNCTION private.shown_lines (
  p_lines jsonb
)
  RETURNS jsonb
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
  select coalesce(jsonb_agg(l.value - 'product_id' order by l.place), '[]')
  from jsonb_array_elements(p_lines) with ordinality as l (value, place)
$function$;

CREATE OR REPLACE FUNCTION public.get_quote (
  p_order_id text
)
  RETURNS TABLE (
    order_number    integer,
    status          text,
    technical_work  text,
    total_amount    bigint,
    equipment_type  text,
    equipment_brand text,
    equipment_model text,
    quoted_at       timestamp with time zone,
    version         text,
    lines           jsonb,
    tax_rate        integer,
    valid_until     date,
    expired         boolean
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select o.order_number, o.status, q.technical_work, q.total_amount, q.equipment_type, q.equipment_brand,
    q.equipment_model, q.quoted_at, case when q.id is not null then private.quote_version(q) end,
    private.shown_lines(q.quote_lines),
    (select (s.value ->> 'taxRate')::integer from public.setting_sections s
      where s.section = 'shop' and q.id is not null),
    case when q.id is not null then private.quote_valid_until(q) end,
    q.id is not null and private.is_quote_expired(q)
  from public.service_orders o
  left join public.service_orders q on q.id = o.id and q.status = 'quoted'
  -- A malformed id is an unknown id.
  where o.id = private.linked_order(p_order_id)
$function$;

REVOKE ALL ON FUNCTION "private"."offered_lines"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."offered_lines"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."offered_lines"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."offered_lines"(jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."offered_lines"(jsonb) TO "service_role";
