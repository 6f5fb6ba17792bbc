-- The lines of a quote (QUO, decision 66): labour, parts and discounts, in whole pesos. They are a column of their
-- order, so that lines and total are changed, locked, undone and read together, and a check of the table holds for
-- every writer: the total is the sum of the chosen lines. A line: { id, kind: 'labour' | 'part' | 'discount',
-- description, quantity, unit_price, discount, condition: 'new' | 'refurbished' | 'used' (of parts), choice (lines of
-- one name are alternatives, of which one is chosen), optional, chosen, note, product_id }.

-- The price of a line for the customer.
create function private.line_amount(p_line jsonb) returns bigint
language sql immutable parallel safe set search_path = '' as $$
  select (p_line ->> 'quantity')::bigint * (p_line ->> 'unit_price')::bigint - (p_line ->> 'discount')::bigint
$$;

-- The sum of the chosen lines.
create function private.lines_total(p_lines jsonb) returns bigint
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(sum(private.line_amount(l)), 0)::bigint from jsonb_array_elements(p_lines) as l
  where (l ->> 'chosen')::boolean
$$;

-- The lines as customers see them; 'chosen' marks what is suggested or was taken.
create function private.shown_lines(p_lines jsonb) returns jsonb
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(jsonb_agg(l.value - 'product_id' order by l.place), '[]')
  from jsonb_array_elements(p_lines) with ordinality as l (value, place)
$$;

-- The offer of lines, whatever is chosen.
create function private.offered_lines(p_lines jsonb) returns jsonb
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(jsonb_agg(l.value - array['chosen', 'product_id'] order by l.place), '[]')
  from jsonb_array_elements(p_lines) with ordinality as l (value, place)
$$;

-- Whether a quote is a number, whose one line says nothing more.
create function private.is_plain_quote(p_lines jsonb) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select jsonb_array_length(p_lines) = 0 or jsonb_array_length(p_lines) = 1
    and p_lines #>> '{0,kind}' = 'labour' and p_lines #>> '{0,description}' = 'Servicio técnico'
    and p_lines #>> '{0,note}' = '' and p_lines #>> '{0,optional}' = 'false'
    and p_lines #>> '{0,quantity}' = '1' and p_lines #>> '{0,discount}' = '0'
$$;

-- Whether a line makes up for a total that was written as one number.
create function private.is_adjustment(p_line jsonb) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select p_line ->> 'kind' <> 'part' and p_line ->> 'description' = 'Ajuste'
$$;

-- A line that is always part of its quote. p_seed: what its id is made of, so that a copy of the shop has the same.
create function private.plain_line(p_seed text, p_kind text, p_description text, p_price bigint) returns jsonb
language sql immutable parallel safe set search_path = '' as $$
  select jsonb_build_object('id', md5(p_seed)::uuid, 'kind', p_kind, 'description', p_description, 'quantity', 1,
    'unit_price', p_price, 'discount', 0, 'condition', null, 'choice', null, 'optional', false, 'chosen', true,
    'note', '', 'product_id', null)
$$;

-- The one line of a quote that is one number; none for no price.
create function private.lines_of_total(p_order_id uuid, p_total bigint) returns jsonb
language sql immutable parallel safe set search_path = '' as $$
  select case when coalesce(p_total, 0) = 0 then '[]'
    else jsonb_build_array(private.plain_line(p_order_id::text, 'labour', 'Servicio técnico', p_total)) end
$$;

-- Lines after their total was written as one number: a single line takes it as its price, else what was chosen stays
-- as it is, and an adjustment takes the difference.
create function private.follow_total(p_order_id uuid, p_lines jsonb, p_total bigint) returns jsonb
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  first constant jsonb := p_lines -> 0;
  kept jsonb;
  rest bigint;
begin
  if p_total is not null and private.lines_total(p_lines) = p_total then
    return p_lines;
  end if;
  if p_total is null or first is null then
    return private.lines_of_total(p_order_id, p_total);
  end if;
  if jsonb_array_length(p_lines) = 1 and first ->> 'kind' <> 'discount' and (first ->> 'quantity')::integer = 1 then
    return jsonb_build_array(first || jsonb_build_object('unit_price', p_total, 'discount', 0, 'optional', false,
      'chosen', true));
  end if;
  select coalesce(jsonb_agg(l.value || '{"choice": null, "optional": false}' order by l.place), '[]') into kept
  from jsonb_array_elements(p_lines) with ordinality as l (value, place)
  where (l.value ->> 'chosen')::boolean and not private.is_adjustment(l.value);
  rest := p_total - private.lines_total(kept);
  return case when rest = 0 then kept else kept || private.plain_line(kept::text,
    case when rest < 0 then 'discount' else 'labour' end, 'Ajuste', rest) end;
end
$$;

-- A whole number of a line, or the default if it is missing; null if it is none.
create function private.line_number(p_line jsonb, p_key text, p_default bigint) returns bigint
language sql immutable parallel safe set search_path = '' as $$
  select case when p_line ->> p_key is null then p_default
    when p_line ->> p_key ~ '^-?[0-9]{1,10}$' then (p_line ->> p_key)::bigint end
$$;

-- A line as a member of the staff wrote it, with every key and no other.
create function private.checked_line(p_line jsonb) returns jsonb
language plpgsql immutable security definer set search_path = '' as $$
declare
  kind constant text := p_line ->> 'kind';
  description constant text := private.written(private.without_controls(p_line ->> 'description', false));
  choice constant text := private.written(private.without_controls(p_line ->> 'choice', false));
  note constant text := coalesce(private.written(private.without_controls(p_line ->> 'note', false)), '');
  condition constant text := case when kind = 'part' then coalesce(p_line ->> 'condition', 'new') end;
  optional constant boolean := coalesce(p_line -> 'optional' = 'true', false);
  quantity constant bigint := private.line_number(p_line, 'quantity', 1);
  price constant bigint := private.line_number(p_line, 'unit_price', null);
  discount constant bigint := private.line_number(p_line, 'discount', 0);
begin
  if pg_input_is_valid(p_line ->> 'id', 'uuid') is not true or p_line ->> 'id' is null or kind is null
    or kind <> all (array['labour', 'part', 'discount']) or condition <> all (array['new', 'refurbished', 'used']) then
    raise exception 'Una línea del presupuesto no es válida.' using errcode = '22023';
  end if;
  if description is null or length(description) > 120 then
    raise exception 'Escribe qué es cada línea del presupuesto, en hasta 120 letras.' using errcode = '23514';
  end if;
  if length(choice) > 60 or length(note) > 200 then
    raise exception 'En «%»: la alternativa lleva hasta 60 letras, y la nota hasta 200.', description
      using errcode = '23514';
  end if;
  if (quantity between 1 and case when kind = 'discount' then 1 else 99 end) is not true then
    raise exception 'En «%»: la cantidad es un número entero entre 1 y 99.', description using errcode = '23514';
  end if;
  if kind = 'discount' then
    if (price between -1000000000 and -1) is not true or discount is distinct from 0 or choice is not null
      or optional then
      raise exception 'En «%»: escribe de cuántos pesos es el descuento.', description using errcode = '23514';
    end if;
  elsif (price between 0 and 1000000000) is not true then
    raise exception 'En «%»: escribe el precio en pesos, sin decimales.', description using errcode = '23514';
  elsif (discount between 0 and quantity * price) is not true then
    raise exception 'En «%»: el descuento no es mayor que el precio.', description using errcode = '23514';
  end if;
  if choice is not null and optional then
    raise exception 'En «%»: una alternativa no es además opcional.', description using errcode = '23514';
  end if;
  return jsonb_build_object('id', (p_line ->> 'id')::uuid, 'kind', kind, 'description', description,
    'quantity', quantity, 'unit_price', price, 'discount', discount, 'condition', condition, 'choice', choice,
    'optional', optional, 'note', note,
    'chosen', case when choice is null and not optional then true else coalesce(p_line -> 'chosen' = 'true', false) end,
    'product_id', case when kind = 'part' and pg_input_is_valid(p_line ->> 'product_id', 'uuid')
      then (p_line ->> 'product_id')::uuid end);
end
$$;

-- Lines as a member of the staff wrote them: whatever the customer chooses of them, the total is neither negative nor
-- above the highest price.
create function private.checked_lines(p_lines jsonb) returns jsonb
language plpgsql immutable security definer set search_path = '' as $$
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
$$;

-- Lines as a customer chose them: p_chosen has the ids of the optional lines and alternatives that are taken. Null if
-- they cannot be chosen so.
create function private.picked_lines(p_lines jsonb, p_chosen uuid[]) returns jsonb
language sql immutable set search_path = '' as $$
  with picked as (
    select l.place, l.value, l.value ->> 'choice' as choice,
      case when l.value ->> 'choice' is null and not (l.value ->> 'optional')::boolean then true
        else (l.value ->> 'id')::uuid = any (p_chosen) end as chosen
    from jsonb_array_elements(p_lines) with ordinality as l (value, place)
  )
  select case when not exists (select from unnest(p_chosen) as id
      where id is null or id not in (select (p.value ->> 'id')::uuid from picked p))
    and not exists (select from picked p where p.choice is not null
      group by p.choice having count(*) filter (where p.chosen) <> 1)
    then (select coalesce(jsonb_agg(p.value || jsonb_build_object('chosen', p.chosen) order by p.place), '[]')
      from picked p) end
$$;

-- The promise of an approval besides the price: which work and parts, in which condition.
create function private.promised_work(p_lines jsonb) returns jsonb
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(jsonb_agg(w.promise order by w.promise), '[]') from (
    select jsonb_build_array(l -> 'kind', l -> 'description', l -> 'quantity', l -> 'condition', l -> 'note') as promise
    from jsonb_array_elements(p_lines) as l
    where (l ->> 'chosen')::boolean and l ->> 'kind' <> 'discount' and not private.is_adjustment(l)
  ) as w
$$;
-- ', con Pantalla compatible, Lámina': what was taken of what could be chosen, after an answer in a message. Nothing
-- where there was no choice.
create function private.taken_words(p_lines jsonb) returns text
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(case when count(*) > 0 then coalesce(
    ', con ' || left(string_agg(l.value ->> 'description', ', ' order by l.place)
      filter (where (l.value ->> 'chosen')::boolean), 300), ', sin nada opcional') end, '')
  from jsonb_array_elements(p_lines) with ordinality as l (value, place)
  where (l.value ->> 'optional')::boolean or l.value ->> 'choice' is not null
$$;
grant execute on function private.line_amount, private.lines_total, private.shown_lines, private.offered_lines,
  private.is_plain_quote, private.is_adjustment, private.plain_line, private.lines_of_total, private.follow_total,
  private.checked_lines, private.promised_work to authenticated, service_role;
revoke all on function private.line_number, private.checked_line, private.picked_lines, private.taken_words
  from public, anon, authenticated;
