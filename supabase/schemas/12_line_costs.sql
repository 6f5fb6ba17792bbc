-- The shop's cost of a unit of a line, for those who see costs. Lines are written with it ('unit_cost'); one that is
-- written without keeps its own, since those who do not see costs change lines as well. They replace only costs that
-- they wrote: nobody changes a figure that decides a commission without seeing it.
create table private.line_costs (
  order_id uuid not null references public.service_orders (id) on delete cascade,
  line_id uuid not null,
  unit_cost bigint not null check (unit_cost between 0 and 1000000000),
  -- Null: the shop's, or a person's who is gone.
  written_by uuid default auth.uid() references public.profiles (id) on delete set null,
  primary key (order_id, line_id)
);
create index line_costs_writer on private.line_costs (written_by);
alter table private.line_costs enable row level security;

create function private.keep_line_costs(p_order_id uuid, p_lines jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if jsonb_typeof(p_lines) is distinct from 'array' or not jsonb_path_exists(p_lines, '$[*].unit_cost') then
    return;
  end if;
  if exists (select from jsonb_array_elements(p_lines) as l
    where l ->> 'unit_cost' is not null
      and (private.line_number(l, 'unit_cost', 0) between 0 and 1000000000) is not true) then
    raise exception 'Escribe el costo en pesos, sin decimales.' using errcode = '23514';
  end if;
  if not private.may('costs.see') and exists (
    select from private.line_costs c join jsonb_array_elements(p_lines) as l
      on c.line_id = case when pg_input_is_valid(l ->> 'id', 'uuid') then (l ->> 'id')::uuid end
    where c.order_id = p_order_id and l ? 'unit_cost' and c.written_by is distinct from (select auth.uid())
      and c.unit_cost::text is distinct from l ->> 'unit_cost') then
    raise exception 'El costo de una de las líneas ya lo escribió otra persona: déjalo vacío, o pide que lo corrija quien ve los costos.'
      using errcode = '42501';
  end if;
  delete from private.line_costs c using jsonb_array_elements(p_lines) as l
  where c.order_id = p_order_id and l ? 'unit_cost'
    and c.line_id = case when pg_input_is_valid(l ->> 'id', 'uuid') then (l ->> 'id')::uuid end;
  insert into private.line_costs (order_id, line_id, unit_cost)
  select p_order_id, (l ->> 'id')::uuid, private.line_number(l, 'unit_cost', null)
  from jsonb_array_elements(p_lines) as l
  where l ->> 'unit_cost' is not null and pg_input_is_valid(l ->> 'id', 'uuid')
  on conflict do nothing;
end
$$;
revoke all on function private.keep_line_costs from public, anon;
grant execute on function private.keep_line_costs to authenticated, service_role;

-- The costs of an order's lines.
create function public.line_costs(p_order_id uuid) returns table (line_id uuid, unit_cost bigint)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require('costs.see');
  return query select c.line_id, c.unit_cost from private.line_costs c where c.order_id = p_order_id order by c.line_id;
end
$$;
revoke all on function public.line_costs from public, anon, authenticated;
grant execute on function public.line_costs to authenticated;
