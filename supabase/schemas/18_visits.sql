-- Visits (decision 74): orders of one customer whose devices were brought together. A visit is what its orders say: it
-- is seen while it has two orders of one RUT, whatever was corrected or deleted since. Its number has gaps.

create sequence private.visit_numbers as integer;
create table private.visit_orders (
  order_id uuid primary key references public.service_orders (id) on delete cascade,
  visit integer not null
);
create index visit_orders_visit on private.visit_orders (visit);
alter table private.visit_orders enable row level security;

-- The orders of an order's visit, of the same customer, that one among them; none where it is the only one.
create function private.visit_mates(p_order_id uuid) returns table (visit integer, order_id uuid)
language sql stable security definer set search_path = '' as $$
  select visit, order_id from (
    select v.visit, v.order_id, count(*) over () as orders
    from private.visit_orders own
    join public.service_orders mine on mine.id = own.order_id
    join private.visit_orders v on v.visit = own.visit
    join public.service_orders o on o.id = v.order_id and o.customer_rut = mine.customer_rut
    where own.order_id = p_order_id) as mates
  where orders > 1
$$;
revoke all on function private.visit_mates from public, anon, authenticated;

-- What a new order says of its visit: visit_details, { order: the id of an order of the same visit, or null; more:
-- whether another device follows }. Can be written and always reads null. Rights are asked first, as the answer tells of
-- another order.
create function private.move_visit_details() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  said constant jsonb := new.visit_details;
  mate uuid;
  other public.service_orders;
begin
  new.visit_details := null;
  if not private.may('orders.create') then
    return new;
  end if;
  if said ->> 'order' is not null then
    -- Apart from the query, which is planned with the text, and its cast with it.
    if pg_input_is_valid(said ->> 'order', 'uuid') then
      mate := (said ->> 'order')::uuid;
    end if;
    select * into other from public.service_orders o where o.id = mate for no key update;
    if other.id is null or other.anonymized_at is not null then
      raise exception 'La otra orden de la visita ya no está. Separa esta orden de la visita y guárdala otra vez.'
        using errcode = '23514';
    end if;
    if other.customer_rut <> new.customer_rut then
      raise exception 'La orden % de la visita es de otro RUT. Corrige el RUT, o separa esta orden de la visita.',
        private.format_order_number(other.order_number) using errcode = '23514';
    end if;
    if (select count(*) from private.visit_mates(other.id)) >= 20 then
      raise exception 'Una visita tiene hasta 20 equipos. Separa esta orden de la visita y guárdala otra vez.'
        using errcode = '23514';
    end if;
  end if;
  perform set_config('taller.visits', (coalesce(nullif(current_setting('taller.visits', true), '')::jsonb, '{}')
    || jsonb_build_object(new.id, jsonb_build_object('order', other.id, 'more', said -> 'more' = 'true')))::text, true);
  return new;
end
$$;
-- Its name comes after guard_service_order, which normalises the RUT.
create trigger move_visit_details before insert on public.service_orders
  for each row when (new.visit_details is not null) execute function private.move_visit_details();

-- The messages about the intake of a visit's orders that wait.
create function private.intake_messages(p_visit integer) returns setof uuid
language sql stable security definer set search_path = '' as $$
  select m.id from private.visit_orders v join public.whatsapp_messages m on m.order_id = v.order_id
  where v.visit = p_visit and m.event = 'created' and m.state = 'queued' and m.attempts = 0 and not m.is_urgent
$$;
revoke all on function private.intake_messages from public, anon, authenticated;

-- Takes a new order into its visit. While another device follows, the messages about those before wait for it, ten
-- minutes at most, so that one can tell of all (25_visit_messages).
create function private.take_into_visit() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  said constant jsonb := nullif(current_setting('taller.visits', true), '')::jsonb -> new.id::text;
  other constant uuid := (said ->> 'order')::uuid;
  follows constant boolean := (said ->> 'more')::boolean;
  number integer;
begin
  if said is null or (other is null and not follows) then
    return null;
  end if;
  if other is not null then
    insert into private.visit_orders (order_id, visit) values (other, nextval('private.visit_numbers'))
    on conflict (order_id) do nothing;
    select v.visit into number from private.visit_orders v where v.order_id = other;
  end if;
  insert into private.visit_orders (order_id, visit)
  values (new.id, coalesce(number, nextval('private.visit_numbers')))
  returning visit into number;
  if follows then
    update public.whatsapp_messages m set not_before = greatest(m.not_before, now() + interval '10 minutes')
    where m.id in (select private.intake_messages(number));
  else
    -- Its trigger then says anew from when on, and wakes the sender.
    update public.whatsapp_messages m set next_attempt_at = now() where m.id in (select private.intake_messages(number));
  end if;
  return null;
end
$$;
-- Its name comes after record_new_order, which queues the message.
create trigger take_into_visit after insert on public.service_orders
  for each row when (new.import_key is null) execute function private.take_into_visit();

-- The orders of an order's visit, that one among them; none where it is the only one. For staff, and for customers of
-- their own.
create function public.visit_orders(p_order_id uuid)
returns table (
  visit integer, id uuid, order_number integer, status text, equipment_type text, equipment_brand text,
  equipment_model text, balance bigint
)
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.may('desk') and not exists (
    select from public.service_orders o where o.id = p_order_id and o.customer_rut = private.my_rut()
  ) then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  return query
    select v.visit, o.id, o.order_number, o.status, o.equipment_type, o.equipment_brand, o.equipment_model,
      private.order_balance(o.status, o.total_amount, o.advance_payment, o.final_payment)
    from private.visit_mates(p_order_id) as v join public.service_orders o on o.id = v.order_id
    order by o.order_number;
end
$$;
revoke all on function public.visit_orders from public, anon, authenticated;
grant execute on function public.visit_orders to authenticated;

-- Takes an order out of its visit. One that is in none is out.
create function public.leave_visit(p_order_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require('orders.create');
  delete from private.visit_orders v where v.order_id = p_order_id;
end
$$;
revoke all on function public.leave_visit from public, anon, authenticated;
grant execute on function public.leave_visit to authenticated;
