SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.commission_base (
  p_base   text,
  p_income bigint,
  p_tax    bigint,
  p_labour bigint,
  p_goods  bigint,
  p_cost   bigint
)
  RETURNS bigint
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  AS $function$
  select case p_base
    when 'total' then p_income
    when 'labour' then case when p_labour + p_goods <= 0 then 0
      when p_labour <= 9000000000 then p_income * p_labour / (p_labour + p_goods)
      else div(p_income::numeric * p_labour, p_labour + p_goods)::bigint end
    when 'margin' then case when p_cost is not null then greatest(p_income - p_tax - p_cost, 0) end
  end
$function$;
