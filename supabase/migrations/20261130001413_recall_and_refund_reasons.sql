SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.catalog_id (
  p_catalog text,
  p_name    text
)
  RETURNS uuid
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  key text := private.name_key(p_name);
  found_id uuid;
begin
  if p_catalog = 'suppliers' then
    select s.id into found_id from public.suppliers s where private.name_key(s.name) = key;
    if found_id is null then
      insert into public.suppliers (name) values (trim(p_name)) on conflict do nothing;
      -- Its own row, or that of whoever added it at the same time.
      select s.id into found_id from public.suppliers s where private.name_key(s.name) = key;
    end if;
  else
    select t.id into found_id from public.component_types t where private.name_key(t.name) = key;
    if found_id is null then
      insert into public.component_types (name) values (trim(p_name)) on conflict do nothing;
      select t.id into found_id from public.component_types t where private.name_key(t.name) = key;
    end if;
  end if;
  return found_id;
end
$function$;

CREATE OR REPLACE FUNCTION private.write_payments()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  said constant jsonb := private.payment_details(new.id);
  is_import constant boolean := tg_op = 'INSERT' and new.import_key is not null;
  share record;
  undone private.payments;
  payment uuid;
  is_own boolean;
begin
  for share in
    select d.part, d.amount from (values
      ('advance', new.advance_payment - coalesce(old.advance_payment, 0)),
      ('final', new.final_payment - coalesce(old.final_payment, 0))
    ) as d (part, amount) where d.amount <> 0
  loop
    payment := nullif(current_setting('taller.payment', true), '')::uuid;
    is_own := payment is null;
    if is_own then
      undone := null;
      if current_setting('taller.undone_order', true) = new.id::text then
        select p.* into undone from private.payments p
        join private.payment_shares s on s.payment_id = p.id
        where s.order_id = new.id and s.part = share.part and s.amount = -share.amount and p.corrects is null
          and (select count(*) from private.payment_shares every where every.payment_id = p.id) = 1
          and not exists (select from private.payments c where c.corrects = p.id)
        order by p.created_at desc, p.id limit 1;
      end if;
      if share.amount < 0 and said ->> 'payment_method' <> '' and said ->> 'payment_note' = '' then
        raise exception 'Escribe el motivo.' using errcode = '23514';
      end if;
      -- Of this order: one statement may write several, each with its own till.
      perform set_config('taller.till', coalesce(said ->> 'payment_till', ''), true);
      insert into private.payments (created_at, created_by, method, reference, note, corrects)
      values (
        case when tg_op = 'INSERT' then new.created_at else new.updated_at end,
        case when not is_import then (select s.id from public.staff_names s where s.id = (select auth.uid())) end,
        coalesce(said ->> 'payment_method', undone.method, ''), coalesce(said ->> 'payment_reference', ''),
        coalesce(said ->> 'payment_note', ''), undone.id
      ) returning id into payment;
    end if;
    insert into private.payment_shares (payment_id, order_id, part, amount)
    values (payment, new.id, share.part, share.amount);
    if is_own and share.part = 'final' and share.amount > 0 and said ? 'document' then
      perform private.write_tax_document(gen_random_uuid(), payment, said -> 'document');
    end if;
  end loop;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.purchase_orders (
  p_purchase_id uuid
)
  RETURNS TABLE (
    order_id       uuid,
    order_number   integer,
    pieces         integer,
    likely         integer,
    taken_at       timestamp with time zone,
    status         text,
    customer_name  text,
    customer_phone text,
    came_back      boolean
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
#variable_conflict use_column
declare
  sees_people boolean := private.may('people.see');
  receipt public.inventory_movements;
begin
  perform private.require('stock');
  select * into receipt from public.inventory_movements m where m.purchase_id = p_purchase_id;
  return query
    with sources as materialized (
      select * from private.piece_sources(array[receipt.item_id])
    ), net as (
      select m.order_number, (array_agg(m.order_id))[1] as order_id, max(m.created_at) as taken_at,
        sum(s.pieces) as pieces, sum(s.pieces) filter (where s.came = receipt.id) as likely
      from sources s join public.inventory_movements m on m.id = s.went
      where m.kind = 'written_off' and m.order_number is not null and m.id > receipt.id and m.id <= coalesce(
        (select min(e.id) from public.inventory_movements e
          where e.item_id = receipt.item_id and e.id > receipt.id and e.quantity_after = 0 and not exists (
            select from public.inventory_movements r join public.inventory_movements t
              on t.item_id = r.item_id and t.order_number = r.order_number and t.kind = 'written_off'
            where r.item_id = e.item_id and r.kind = 'returned' and r.id > e.id and t.id <= e.id
              and t.id > receipt.id)), m.id)
      group by m.order_number
    )
    select n.order_id, n.order_number, n.pieces::integer, coalesce(n.likely, 0)::integer, n.taken_at, o.status,
      case when sees_people then o.customer_name end, case when sees_people then o.customer_phone end,
      exists (select from private.warranty_returns w where w.order_id = n.order_id)
    from net n left join public.service_orders o on o.id = n.order_id
    order by n.likely is null, n.order_number desc limit 1000;
end
$function$;

CREATE OR REPLACE FUNCTION public.report_suppliers (
  p_from       date DEFAULT NULL::date,
  p_to         date DEFAULT NULL::date,
  p_technician uuid DEFAULT NULL::uuid,
  p_type       text DEFAULT NULL::text
)
  RETURNS TABLE (
    supplier_name text,
    fitted        bigint,
    orders        bigint,
    came_back     bigint,
    faulty        bigint
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  SET jit TO 'off'
  AS $function$
declare
  range tstzrange;
begin
  perform private.require('reports');
  range := private.report_range(p_from, p_to);
  return query
    with chosen as materialized (
      select o.id, o.delivered_at is not null as is_delivered from public.service_orders o
      where o.created_at <@ range and (p_technician is null or o.technician_id = p_technician)
        and (p_type is null or o.equipment_type = p_type)
    ), taken as materialized (
      select m.id, m.item_id, m.order_id from chosen c join public.inventory_movements m on m.order_id = c.id
      where m.kind = 'written_off' and c.is_delivered
    ), pieces as (
      select b.supplier_name, t.order_id, s.pieces as fitted, 0 as faulty
      from taken t
      join private.piece_sources(array(select distinct k.item_id from taken k)) s on s.went = t.id
      join public.inventory_movements b on b.id = s.came
      union all
      -- Parts of orders that are no product, and all that were faulty (28_requested_parts).
      select s.name, case when is_fitted then p.order_id end, case when is_fitted then p.quantity else 0 end,
        case when p.state in ('faulty', 'sent_back', 'credited') then p.quantity else 0 end
      from chosen c
      join private.requested_parts p on p.order_id = c.id
      join public.suppliers s on s.id = p.supplier_id
      cross join lateral (
        select p.item_id is null and p.state = 'fitted' and c.is_delivered as is_fitted) as f
      where p.state in ('fitted', 'faulty', 'sent_back', 'credited')
    )
    select min(p.supplier_name), sum(p.fitted)::bigint, count(distinct p.order_id) filter (where p.fitted > 0),
      count(distinct w.order_id), sum(p.faulty)::bigint
    from pieces p left join private.warranty_returns w on w.order_id = p.order_id
    where p.supplier_name is not null
    group by private.name_key(p.supplier_name)
    having sum(p.fitted) + sum(p.faulty) > 0
    order by 2 desc, 1;
end
$function$;
