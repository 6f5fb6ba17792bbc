SET local check_function_bodies = off;

CREATE TABLE "private"."kept_sources" (
  "went"          bigint  NOT NULL,
  "came"          bigint  NOT NULL,
  "item_id"       uuid    NOT NULL,
  "pieces"        integer NOT NULL,
  "order_id"      uuid    NOT NULL,
  "supplier_name" text,
  CONSTRAINT "kept_sources_pkey" PRIMARY KEY (went, came)
);

ALTER TABLE "private"."kept_sources"
  ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."moved_items" (
  "id"      bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  "item_id" uuid   NOT NULL,
  CONSTRAINT "moved_items_pkey" PRIMARY KEY (id)
);

ALTER TABLE "private"."moved_items"
  ENABLE ROW LEVEL SECURITY;

CREATE OR REPLACE FUNCTION private.keep_sources()
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  moved uuid[];
begin
  perform pg_advisory_xact_lock(hashtextextended('private.keep_sources', 0));
  with seen as (
    delete from private.moved_items m where m.id > 0 returning m.item_id
  )
  select array_agg(distinct s.item_id) into moved from seen s;
  -- A statement of its own each: it sees every movement whose row was deleted.
  delete from private.kept_sources k where k.item_id = any (moved);
  insert into private.kept_sources (went, came, item_id, pieces, order_id, supplier_name)
  select s.went, s.came, s.item_id, s.pieces, t.order_id, b.supplier_name
  from private.piece_sources(moved) s
  join public.inventory_movements t on t.id = s.went and t.kind = 'written_off' and t.order_id is not null
  join public.inventory_movements b on b.id = s.came
  where moved is not null;
end
$function$;

CREATE OR REPLACE FUNCTION private.note_moved_item()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  insert into private.moved_items (item_id) values (coalesce(new.item_id, old.item_id));
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.report_suppliers (
  p_range tstzrange
)
  RETURNS TABLE (
    supplier_name text,
    fitted        bigint,
    orders        bigint,
    came_back     bigint,
    faulty        bigint,
    bought        bigint,
    credited      bigint
  )
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  perform private.keep_sources();
  return query
    with chosen as materialized (
      select o.id, o.delivered_at is not null as is_delivered from public.service_orders o
      where o.created_at <@ p_range
    ), failures as materialized (
      -- By its steps: one that the supplier replaced is fitted by now, and failed all the same.
      select e.part_id, count(*)::integer as times from private.part_steps e
      where e.became in ('faulty', 'sent_back') and e.was <> 'faulty' group by e.part_id
    ), pieces as materialized (
      select k.supplier_name, k.order_id, k.pieces as fitted, 0 as faulty, 0 as credited, 0 as bought
      from chosen c join private.kept_sources k on k.order_id = c.id
      where c.is_delivered
      union all
      -- Parts of orders that are no product, and all that were faulty (28_requested_parts).
      select s.name, case when is_fitted then p.order_id end, case when is_fitted then p.quantity else 0 end,
        p.quantity * coalesce(e.times, 0), case when p.state = 'credited' then p.quantity else 0 end, 0
      from chosen c
      join private.requested_parts p on p.order_id = c.id
      join public.suppliers s on s.id = p.supplier_id
      left join failures e on e.part_id = p.id
      cross join lateral (
        select p.item_id is null and p.state = 'fitted' and c.is_delivered as is_fitted) as f
      where is_fitted or e.times > 0
      union all
      select m.supplier_name, null, 0, 0, 0, m.delta from public.inventory_movements m
      where m.purchase_id is not null and m.created_at <@ p_range
      union all
      select s.name, null, 0, 0, 0, p.quantity
      from private.part_steps e
      join private.requested_parts p on p.id = e.part_id
      join public.suppliers s on s.id = p.supplier_id
      where e.became = 'arrived' and e.was in ('requested', 'ordered') and e.made_at <@ p_range
    ), names as materialized (
      -- Each name once: of 60,000 pieces the keys take longer than all the rest.
      select n.name, private.name_key(n.name) as key from (select distinct p.supplier_name as name from pieces p) as n
    )
    select min(p.supplier_name), sum(p.fitted)::bigint, count(distinct p.order_id) filter (where p.fitted > 0),
      count(distinct w.order_id), sum(p.faulty)::bigint, sum(p.bought)::bigint, sum(p.credited)::bigint
    from pieces p join names n on n.name = p.supplier_name
    left join private.warranty_returns w on w.order_id = p.order_id
    group by n.key
    having sum(p.fitted) + sum(p.faulty) + sum(p.bought) > 0
    order by 2 desc, 1;
end
$function$;

CREATE INDEX kept_sources_item ON private.kept_sources USING btree (item_id);

CREATE TRIGGER note_moved_item
  AFTER INSERT OR DELETE OR UPDATE OF item_id, kind, delta, order_id, order_number, supplier_name ON public.inventory_movements
  FOR EACH ROW
  EXECUTE FUNCTION private.note_moved_item();

REVOKE ALL ON FUNCTION "private"."keep_sources"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."keep_sources"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."keep_sources"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."note_moved_item"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."note_moved_item"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."note_moved_item"() TO "postgres";

-- The first report keeps the sources of all items that ever moved.
insert into private.moved_items (item_id) select distinct m.item_id from public.inventory_movements m;
