-- Dates that the shop can promise, from its own repairs (TIME-26 to TIME-29, decision 61).

-- Repairs of the last year, kept apart because what they took is counted in opening hours: refreshed whenever retention
-- runs. load: how many orders had work left when it was taken in.
create table private.past_repairs (
  order_id uuid primary key references public.service_orders (id) on delete cascade,
  equipment_type text not null,
  brand text not null,
  kind text not null,
  received_at timestamptz not null,
  finished_at timestamptz not null,
  hours real not null,
  load real not null
);
create index past_repairs_all on private.past_repairs (finished_at desc);
create index past_repairs_type on private.past_repairs (equipment_type, finished_at desc);
create index past_repairs_kind on private.past_repairs (equipment_type, kind, finished_at desc);
create index past_repairs_brand on private.past_repairs (equipment_type, kind, brand, finished_at desc);
alter table private.past_repairs enable row level security;

-- The kind of work that a problem asks for, by the first of these beginnings of words that it has.
create function private.work_kind(p_problem text) returns text
language sql immutable set search_path = '' as $$
  select coalesce((
    select k.kind from (values
      (1, 'liquid', 'moj|agua|liquid|humed|water|spill'),
      (2, 'screen', 'pantalla|vidrio|display|trizad|tactil|lcd|screen|glass|touch'),
      (3, 'battery', 'bater|batter|hinchad|swollen|descarga'),
      (4, 'charging', 'carga|conector|puerto|usb|charg|port\M|jack|socket'),
      (5, 'power', 'no enciende|no prende|se apaga|apagad|power|boot|turn on|dead'),
      (6, 'data', 'recuper|respald|datos|data|backup'),
      (7, 'storage', 'disco|ssd|memoria|hdd|ram\M|hard drive|hard disk'),
      (8, 'software', 'lent[oai]|virus|sistema|software|windows|(re)?formate|(des)?actualiz|pegad|slow|update|install|config|password'),
      (9, 'cooling', '(re|sobre)?calienta|temperatura|ventilador|ruido|limpieza|mantenc|fan|(over)?heat|hot\M|clean|noise'),
      (10, 'sound', 'sonido|parlante|altavoz|microfono|audio|camara|sound|speaker|mic\M|camera'),
      (11, 'keys', 'teclado|tecla|bisagra|boton|keyboard|key|hinge|button')
    ) as k (place, kind, words)
    where private.fold(p_problem) ~ ('\m(' || k.words || ')') order by k.place limit 1), 'other')
$$;

-- The opening time between two moments of an order's life, without that of waits that stop the clock (TIME-28).
create function private.worked_time(p_order_id uuid, p_from timestamptz, p_to timestamptz) returns interval
language sql stable security definer set search_path = '' as $$
  select private.open_time(p_from, p_to) - coalesce((
    select sum(private.open_time(greatest(w.started_at, p_from), least(coalesce(w.ended_at, p_to), p_to)))
    from public.order_waits w
    where w.order_id = p_order_id and w.stops_clock and w.started_at < p_to and coalesce(w.ended_at, p_to) > p_from), '0')
$$;

-- How many orders had work left at the beginning of each day.
create function private.daily_load() returns table (day date, load real)
language sql stable security definer set search_path = '' as $$
  with moves as (
    select private.shop_day(o.created_at) as day, 1 as orders from public.service_orders o
    union all
    select private.shop_day(coalesce(o.completed_at, o.rejected_at, o.delivered_at, o.updated_at)), -1
    from public.service_orders o where o.status <> all (private.statuses_in('open'))
  ), days as (
    select m.day, sum(m.orders) as orders from moves m group by m.day
  )
  select d.day, (sum(d.orders) over (order by d.day) - d.orders)::real from days d
$$;

-- Adds what was finished since the last run, up to p_most repairs, and forgets what is older than a year or not finished
-- any more. An imported order does not say when it was finished, and one that was handed back was not repaired.
create function private.refresh_past_repairs(p_most integer default 2000) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  added integer;
begin
  delete from private.past_repairs r using public.service_orders o
  where o.id = r.order_id and (r.finished_at < now() - interval '1 year'
    or o.completed_at is distinct from r.finished_at or o.unrepaired_reason is not null);
  insert into private.past_repairs (order_id, equipment_type, brand, kind, received_at, finished_at, hours, load)
  -- By the problem alone, since no more is known when a date is promised.
  select f.id, f.equipment_type, private.fold(f.equipment_brand), private.work_kind(f.work_description), f.created_at,
    f.completed_at,
    greatest(extract(epoch from private.worked_time(f.id, f.created_at, f.completed_at)) / 3600, 0.25),
    coalesce(l.load, 0)
  from (
    select * from public.service_orders o
    where o.status in ('completed', 'delivered') and o.completed_at > now() - interval '1 year'
      and o.completed_at > o.created_at and o.unrepaired_reason is null
      and not exists (select from private.past_repairs r where r.order_id = o.id)
    order by o.completed_at desc limit p_most
  ) as f
  left join private.daily_load() as l on l.day = private.shop_day(f.created_at);
  get diagnostics added = row_count;
  return added;
end
$$;

-- In how many opening hours a repair is promised: a share (p_margin, in per cent) of the newest similar repairs took no
-- longer. Similar is the narrowest of four circles with enough of them: same kind of device, problem and brand; without
-- the brand; without the problem; all. Each counts as what it would have taken with as many orders in the shop as now: by
-- the part p_felt of what the shop is fuller or emptier. p_as_of: only what was known then, for rehearsals.
create function private.promised_hours(
  p_type text, p_brand text, p_kind text, p_load real, p_margin integer, p_as_of timestamptz default now(),
  p_felt real default 0.5
) returns table (hours real, repairs integer, circle text)
language plpgsql stable security definer set search_path = '' as $$
declare
  least_similar constant integer := 12;
  most_similar constant integer := 120;
  taken real[];
begin
  foreach circle in array array['brand', 'kind', 'type', 'all'] loop
    taken := array(
      select r.hours * least(2, greatest(0.5,
        1 + p_felt * ((p_load + 1) / (r.load + 1) - 1)))
      from private.past_repairs r
      where r.finished_at < p_as_of and r.finished_at > p_as_of - interval '1 year'
        and (circle = 'all' or r.equipment_type = p_type)
        and (circle not in ('brand', 'kind') or r.kind = p_kind)
        and (circle <> 'brand' or r.brand = p_brand)
      order by r.finished_at desc limit most_similar);
    repairs := cardinality(taken);
    continue when repairs < least_similar;
    -- One more than the share, so that few repairs promise no more than they know.
    hours := (select percentile_disc(least(1, p_margin / 100.0 * (repairs + 1) / repairs)) within group (order by t.hours)
      from unnest(taken) as t (hours));
    return next;
    return;
  end loop;
end
$$;

-- The moment after some opening hours, as a shop says it: a full hour within opening hours, half an hour before closing
-- at the latest. Null for a shop that stays closed.
create function private.friendly_time(p_from timestamptz, p_hours real) returns timestamptz
language sql stable security definer set search_path = '' as $$
  -- Materialized: it would be worked out again for each day.
  with due as materialized (
    select private.after_open_time(p_from, make_interval(secs => p_hours * 3600)) as at
  )
  select min(t.at) from due d
  cross join lateral private.opening_stretches(private.shop_day(d.at), private.shop_day(d.at) + 60) as s
  cross join lateral (values
    (date_trunc('hour', greatest(d.at, s.opens) + interval '59 minutes 59.999 seconds', 'America/Santiago')),
    (s.closes - interval '30 minutes')
  ) as t (at)
  where t.at >= d.at and t.at >= s.opens and t.at < s.closes
$$;

-- How many orders have work left now, from the kept counts.
create function private.present_load() returns real
language sql stable security definer set search_path = '' as $$
  select coalesce(sum(c.orders), 0)::real from private.order_counts c where c.status = any (private.statuses_in('open'))
$$;

-- The share of the shop's settings, in per cent.
create function private.promise_margin() returns integer
language sql stable security definer set search_path = '' as $$
  select coalesce((select (s.value ->> 'promiseMargin')::integer from public.setting_sections s where s.section = 'desk'),
    85)
$$;
revoke all on function private.work_kind, private.worked_time, private.daily_load, private.refresh_past_repairs,
  private.promised_hours, private.friendly_time, private.present_load, private.promise_margin
  from public, anon, authenticated;

-- The date that a new order can be promised for: { promised_at, similar: of how many repairs, circle: how similar they
-- are }; null where the shop has repaired too little, or stays closed. Staff only.
create function public.suggest_promise(p_type text, p_brand text default '', p_problem text default '') returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require('orders.create');
  return (
    with suggested as materialized (
      select h.*, private.friendly_time(now(), h.hours) as at
      from private.promised_hours(p_type, private.fold(p_brand), private.work_kind(left(p_problem, 300)),
        private.present_load(), private.promise_margin()) as h
    )
    select jsonb_build_object('promised_at', s.at, 'similar', s.repairs, 'circle', s.circle)
    from suggested s where s.at is not null);
end
$$;
revoke all on function public.suggest_promise from public, anon, authenticated;
grant execute on function public.suggest_promise to authenticated;

-- Rehearses a margin over the repairs that were finished in the last 90 days (those that were taken in then would lack
-- the slow ones): { orders, kept: how many were finished by then, hours: the median promise, repair_hours: the median
-- repair, day_hours: of an opening day }. Each order by what was known at its intake; of more than 400 repairs some,
-- evenly. Admins only.
create function public.rehearse_promises(p_margin integer) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require('settings');
  if p_margin is null or p_margin not between 50 and 95 then
    raise exception 'Escribe un porcentaje entre 50 y 95.' using errcode = '23514';
  end if;
  return (
    with recent as (
      select r.*, row_number() over (order by r.finished_at, r.order_id) as nth, count(*) over () as total
      from private.past_repairs r where r.finished_at > now() - interval '90 days'
    ), told as (
      select r.hours, h.hours as promised from recent r
      cross join lateral private.promised_hours(r.equipment_type, r.brand, r.kind, r.load, p_margin, r.received_at) as h
      where r.nth % greatest(1, r.total / 400) = 0
    )
    select jsonb_build_object('orders', count(*), 'kept', count(*) filter (where t.hours <= t.promised),
      'hours', percentile_cont(0.5) within group (order by t.promised),
      'repair_hours', percentile_cont(0.5) within group (order by t.hours),
      'day_hours', (
        select coalesce(extract(epoch from sum(s.closes - s.opens)) / 3600 / nullif(count(distinct s.day), 0), 10)
        from private.opening_stretches(private.shop_day(now()) - 27, private.shop_day(now())) as s))
    from told t);
end
$$;
revoke all on function public.rehearse_promises from public, anon, authenticated;
grant execute on function public.rehearse_promises to authenticated;
