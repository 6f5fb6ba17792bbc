-- The terms of service that an order was first printed with stay the terms of its sheet, whatever the shop changes
-- later. A table of its own: printing is no change of the order, which would move its version under an open form.

create table private.printed_terms (
  order_id uuid primary key references public.service_orders (id) on delete cascade,
  -- The version of section 'terms'; versions are never deleted.
  change_id bigint not null references public.setting_changes (id),
  printed_at timestamptz not null default now()
);
create index printed_terms_change on private.printed_terms (change_id);
alter table private.printed_terms enable row level security;

-- The terms for an order's sheet, noted as the order's when it is printed for the first time: the present ones, whatever
-- the page knows. Called again it answers the same. For whoever may see the order: the staff, and its customer.
create function public.print_terms(p_order_id uuid)
returns table (version integer, changed_at timestamptz, items jsonb)
language plpgsql security definer set search_path = '' as $$
begin
  if not private.is_staff() and not exists (
    select from public.service_orders o where o.id = p_order_id and o.customer_rut = private.my_rut()
  ) then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  insert into private.printed_terms (order_id, change_id)
  select o.id, c.id from public.service_orders o, public.setting_changes c
  where o.id = p_order_id and c.section = 'terms'
  order by c.version desc limit 1
  on conflict (order_id) do nothing;
  return query
    select c.version, c.changed_at, c.after -> 'items' from private.printed_terms p
    join public.setting_changes c on c.id = p.change_id where p.order_id = p_order_id;
  if not found then
    raise exception 'La orden no existe.' using errcode = 'P0002';
  end if;
end
$$;
revoke all on function public.print_terms from public, anon, authenticated;
grant execute on function public.print_terms to authenticated;
