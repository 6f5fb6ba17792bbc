-- Orders whose device came in again while their warranty ran: those under whose warranty another one came in, unless
-- that was not covered or was cancelled (22_warranty_repairs). Where staff said neither that nor 'No es garantía', a
-- later order of the same customer's same device (by IMEI where both have one, else by brand and model). Kept as
-- orders change, because finding them among 100,000 orders takes a quarter of a second, and the reports would pay it
-- each time. Whether the order is over, and whose work it was, is read from the order itself.

create table private.warranty_returns (
  order_id uuid primary key references public.service_orders (id) on delete cascade
);
alter table private.warranty_returns enable row level security;

-- The definition. Neither SECURITY DEFINER nor a SET, so that PostgreSQL inlines it and asks only for the orders that
-- the caller is after (every name is qualified); nobody else may execute it.
create function private.find_warranty_returns() returns table (order_id uuid)
language sql stable as $$
  select o.id
  from public.service_orders o
  where o.delivered_at is not null and o.warranty_days is not null
    and exists (
      select from public.service_orders b
      where b.customer_rut = o.customer_rut and b.equipment_type = o.equipment_type
        and b.created_at > greatest(o.created_at, o.delivered_at) and b.warranty_of is null and not b.not_warranty
        and b.created_at <= o.delivered_at + make_interval(days => greatest(o.warranty_days, o.parts_warranty_days))
        and case when o.imei is not null and b.imei is not null then b.imei = o.imei
          else lower(b.equipment_brand || ' ' || b.equipment_model) = lower(o.equipment_brand || ' ' || o.equipment_model) end
    )
  union
  select o.id
  from public.service_orders b join public.service_orders o on o.order_number = b.warranty_of
  where b.warranty_outcome is distinct from 'not_covered' and b.status <> 'cancelled'
$$;

-- Columns of an order that decide which orders count as warranty returns.
create type private.visit as (
  id uuid, customer_rut text, equipment_type text, created_at timestamptz, warranty_of integer
);

-- Recomputes the orders that a change may affect: the changed ones, and those under whose warranty they came in, before
-- or after.
create function private.settle_warranty_returns(p_changed private.visit[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  touched uuid[];
begin
  -- One customer's orders are settled one after the other: two at the same time would not see each other. Sorted, so
  -- that two never wait
  -- for one another.
  perform pg_advisory_xact_lock(hashtextextended('private.settle_warranty_returns' || c.customer_rut, 0))
  from (
    select v.customer_rut from unnest(p_changed) v
    union select o.customer_rut from unnest(p_changed) v join public.service_orders o on o.order_number = v.warranty_of
    order by 1
  ) c;
  select array_agg(distinct o.id) into touched
  from unnest(p_changed) v
  join public.service_orders o on o.customer_rut = v.customer_rut
    and (o.id = v.id or o.equipment_type = v.equipment_type
    and o.delivered_at < v.created_at
    and o.delivered_at + make_interval(days => greatest(o.warranty_days, o.parts_warranty_days)) >= v.created_at);
  -- A phone can be what makes two orders one customer's.
  touched := touched || array(
    select o.id from unnest(p_changed) v join public.service_orders o on o.order_number = v.warranty_of);
  delete from private.warranty_returns w
  where w.order_id = any (touched) and not exists (select from private.find_warranty_returns() r
    where r.order_id = w.order_id);
  insert into private.warranty_returns
  select r.order_id from private.find_warranty_returns() r where r.order_id = any (touched)
  on conflict do nothing;
end
$$;

-- Recomputes warranty returns after a change of an order. Anonymising an order does not change its visit.
create function private.follow_warranty_returns() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  changed private.visit[];
begin
  case tg_op
    when 'INSERT' then
      select array_agg((n.id, n.customer_rut, n.equipment_type, n.created_at, n.warranty_of)::private.visit) into changed
        from new_orders n;
    when 'DELETE' then
      select array_agg((o.id, o.customer_rut, o.equipment_type, o.created_at, o.warranty_of)::private.visit) into changed
        from old_orders o;
    when 'UPDATE' then
      select array_agg(v.visit) into changed
      from old_orders o
      join new_orders n on n.id = o.id
      cross join lateral (values
        ((o.id, o.customer_rut, o.equipment_type, o.created_at, o.warranty_of)::private.visit),
        ((n.id, n.customer_rut, n.equipment_type, n.created_at, n.warranty_of)::private.visit)) as v (visit)
      where n.anonymized_at is not distinct from o.anonymized_at
        and (o.customer_rut, o.equipment_type, o.equipment_brand, o.equipment_model, o.imei, o.created_at,
          o.delivered_at, o.warranty_days, o.parts_warranty_days, o.warranty_of, o.not_warranty, o.warranty_outcome,
          o.status = 'cancelled')
        is distinct from
        (n.customer_rut, n.equipment_type, n.equipment_brand, n.equipment_model, n.imei, n.created_at, n.delivered_at,
          n.warranty_days, n.parts_warranty_days, n.warranty_of, n.not_warranty, n.warranty_outcome,
          n.status = 'cancelled');
  end case;
  if changed is not null then
    perform private.settle_warranty_returns(changed);
  end if;
  return null;
end
$$;

-- Per statement: an import of thousands of rows is settled at once.
create trigger follow_warranty_returns_insert after insert on public.service_orders
  referencing new table as new_orders for each statement execute function private.follow_warranty_returns();
create trigger follow_warranty_returns_update after update on public.service_orders
  referencing old table as old_orders new table as new_orders for each statement
    execute function private.follow_warranty_returns();
create trigger follow_warranty_returns_delete after delete on public.service_orders
  referencing old table as old_orders for each statement execute function private.follow_warranty_returns();

-- Days of warranty of a delivery that names none: those of the shop for this kind of device, of work and of parts
-- (WARR-12). Without days of work the delivery is refused as before. A return that is not charged gives none: the one
-- that it came in under goes on, or did not cover it. Runs before guard_service_order: triggers of one event run in the
-- order of their names.

create function private.fill_warranty_days() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  kind constant text := case new.equipment_type when 'other' then 'others' else new.equipment_type end;
begin
  if new.warranty_of is not null and (new.warranty_outcome is distinct from 'not_covered'
    or coalesce(private.settle_amount(new.quote, old.quote, new.total_amount, old.total_amount), 0) = 0) then
    new.warranty_days := 0;
    return new;
  end if;
  select (s.value -> 'warranty' ->> kind)::integer,
    coalesce(new.parts_warranty_days, (s.value -> 'partsWarranty' ->> kind)::integer)
    into new.warranty_days, new.parts_warranty_days
  from public.setting_sections s where s.section = 'desk';
  return new;
end
$$;
create trigger fill_warranty_days before update of status on public.service_orders
  for each row when (new.status = 'delivered' and old.status is distinct from new.status and new.warranty_days is null)
  execute function private.fill_warranty_days();
