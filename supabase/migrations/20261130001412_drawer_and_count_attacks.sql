SET local check_function_bodies = off;

ALTER TABLE "private"."drawer_events"
  DROP CONSTRAINT "drawer_events_check";

ALTER TABLE "private"."drawer_events"
  DROP CONSTRAINT "drawer_events_kind_check";

DROP FUNCTION "public"."move_drawer_cash"(uuid, uuid, text, bigint, text);

CREATE OR REPLACE FUNCTION private.begin_payment (
  p_id        uuid,
  p_order_ids uuid[],
  p_details   jsonb,
  p_corrects  uuid   DEFAULT NULL::uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  said jsonb := private.checked_payment(p_details);
  known private.payments;
begin
  perform private.require('orders.receive-payment');
  if p_corrects is not null then
    select * into known from private.payments p where p.id = p_corrects;
    if known.corrects is not null then
      raise exception 'Una corrección no se corrige: registra el pago otra vez.' using errcode = '23514';
    end if;
    if exists (select from private.payments p where p.corrects = p_corrects) then
      raise exception 'Este pago ya está corregido.' using errcode = '23514';
    end if;
    said := said || jsonb_build_object('payment_method', known.method);
  elsif said ->> 'payment_method' = '' then
    raise exception 'Elige cómo se pagó.' using errcode = '23514';
  end if;
  perform private.say_payment(p_order_ids, said);
  perform set_config('taller.till', said ->> 'payment_till', true);
  insert into private.payments (id, created_by, method, reference, note, corrects)
  values (p_id, (select auth.uid()), said ->> 'payment_method', said ->> 'payment_reference', said ->> 'payment_note',
    p_corrects);
  perform set_config('taller.payment', p_id::text, true);
end
$function$;

CREATE OR REPLACE FUNCTION private.payment_changes (
  p_order_id uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select coalesce(jsonb_object_agg(d.key, jsonb_build_array(null, d.value)), '{}')
  from jsonb_each_text(private.payment_details(p_order_id) - '{document,payment_till}'::text[]) as d where d.value <> ''
$function$;

CREATE OR REPLACE FUNCTION private.put_in_drawer()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  named constant text := nullif(current_setting('taller.till', true), '');
  open uuid[] := '{}';
begin
  new.drawer_id := null;
  if new.corrects is not null then
    select d.id into new.drawer_id from private.drawers d
    where d.id = (select p.drawer_id from private.payments p where p.id = new.corrects) and d.closed_at is null
    for update;
  end if;
  if new.drawer_id is null then
    select d.id into new.drawer_id from private.drawers d
    where d.closed_at is null
      and case when named is null or new.method <> 'cash' then d.opened_by = new.created_by else d.till = named end
    for update;
  end if;
  if new.drawer_id is null and new.method = 'cash' and named is null then
    open := array(select d.id from private.drawers d where d.closed_at is null);
    if cardinality(open) = 1 then
      select d.id into new.drawer_id from private.drawers d where d.id = open[1] and d.closed_at is null for update;
    end if;
  end if;
  if new.drawer_id is null and new.method = 'cash' and new.created_by is not null and private.tills() <> '{}' then
    if cardinality(open) > 1 then
      raise exception 'Hay varias cajas abiertas. Elige a cuál corresponde este efectivo.'
        using errcode = '23514';
    end if;
    raise exception 'No hay una caja abierta para este efectivo. Ábrela y guarda otra vez: no se registró nada.'
      using errcode = '23514';
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.say_payment (
  p_order_ids uuid[],
  p_details   jsonb
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$
  select set_config('taller.payment_details', (
    coalesce(nullif(current_setting('taller.payment_details', true), '')::jsonb, '{}')
    || (select jsonb_object_agg(id, p_details) from unnest(p_order_ids) as id))::text, true)
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

CREATE OR REPLACE FUNCTION public.close_stocktake (
  p_request_id   uuid,
  p_stocktake_id uuid
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  line record;
  open_ones integer;
  uncertain text;
  changed integer := 0;
begin
  perform private.require('stock');
  if not private.claim_request(p_request_id, 'close_stocktake', jsonb_build_array(p_stocktake_id)) then
    return private.request_result(p_request_id)::integer;
  end if;
  perform from private.stocktakes s where s.id = p_stocktake_id for update;
  if (private.open_stocktake(p_stocktake_id)).finished_at is null then
    raise exception 'Termina el conteo antes de cerrarlo.' using errcode = '23514';
  end if;
  -- As an import does: nothing moves between the look and the change.
  lock table public.inventory in exclusive mode;
  select count(*) filter (where d.difference <> 0 and (d.reason is null or d.explained <> d.difference)),
    min(private.item_code((d.item).item_number)) filter (where d.is_uncertain)
    into open_ones, uncertain from private.stocktake_items(p_stocktake_id) d;
  if uncertain is not null then
    raise exception 'El producto % se movió mientras lo contaban: cuéntalo de nuevo.', uncertain
      using errcode = '23514';
  end if;
  if open_ones > 0 then
    raise exception 'Falta el motivo de %. Si una diferencia cambió después de darlo, dalo de nuevo.',
      case open_ones when 1 then 'una diferencia' else open_ones || ' diferencias' end using errcode = '23514';
  end if;
  for line in
    select d.*, t.name as component_type from private.stocktake_items(p_stocktake_id) d
    join public.component_types t on t.id = (d.item).component_type_id
    where d.is_counted or d.difference <> 0 order by (d.item).id
  loop
    update private.stocktake_lines l set expected = line.expected, counted = line.counted,
      difference = line.difference, unit_cost = (line.item).cost_price, item_number = (line.item).item_number,
      brand = (line.item).brand, model = (line.item).model, component_type = line.component_type
    where l.stocktake_id = p_stocktake_id and l.item_id = (line.item).id;
    continue when line.difference = 0;
    if line.difference < 0 and (line.item).quantity + line.difference < (line.item).reserved then
      raise exception 'Del producto % hay % con reserva para la orden %, y se contaron menos: libera antes la reserva.',
        private.item_code((line.item).item_number), (line.item).reserved,
        private.orders_of_item((line.item).id, true) using errcode = '23514';
    end if;
    changed := changed + 1;
    update public.inventory i set quantity = i.quantity + line.difference where i.id = (line.item).id;
    perform private.add_movement(line.item, 'counted', line.difference, (line.item).quantity + line.difference);
    insert into public.activity_logs (
      user_id, action_type, product_id, brand, model, quantity_affected, cost_price_affected, component_type_id,
      quantity, cost_price, supplier_id
    ) values (
      (select auth.uid()), 'edit', (line.item).id, (line.item).brand, (line.item).model, line.difference,
      (line.item).cost_price, (line.item).component_type_id, (line.item).quantity + line.difference,
      (line.item).cost_price, (line.item).supplier_id
    );
  end loop;
  update private.stocktakes s set closed_at = now(), closed_by = (select auth.uid()) where s.id = p_stocktake_id;
  perform private.finish_request(p_request_id, to_jsonb(changed), format('el conteo quedó cerrado con %s diferencias',
    changed));
  return changed;
end
$function$;

CREATE OR REPLACE FUNCTION public.count_items (
  p_stocktake_id uuid,
  p_scans        jsonb
)
  RETURNS TABLE (
    id          uuid,
    outcome     text,
    item_id     uuid,
    item_number integer,
    brand       text,
    model       text,
    counted     integer
  )
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
#variable_conflict use_column
declare
  stocktake private.stocktakes;
  scan record;
  known private.stocktake_scans;
  total bigint;
  counted_from timestamptz;
begin
  perform private.require('stock');
  if jsonb_typeof(p_scans) <> 'array' or jsonb_array_length(p_scans) > 200 then
    raise exception 'Se mandan como máximo 200 lecturas a la vez.' using errcode = '22023';
  end if;
  stocktake := private.open_stocktake(p_stocktake_id);
  -- Items in one order, so that two phones never wait for one another.
  for scan in
    select (s.value ->> 'id')::uuid as id, (s.value ->> 'quantity')::integer as quantity, i.id as item_id,
      i.item_number, i.brand, i.model,
      greatest(stocktake.started_at,
        now() - make_interval(secs => least(greatest((s.value ->> 'age_ms')::float8, 0), 864e5) / 1000)) as counted_at,
      i.id is not null and (stocktake.component_type_id is null or i.component_type_id = stocktake.component_type_id)
        and (stocktake.supplier_id is null or i.supplier_id = stocktake.supplier_id) as is_here
    from jsonb_array_elements(p_scans) with ordinality as s (value, place)
    left join public.inventory i on i.item_number = substring(
      private.fold(trim(left(s.value ->> 'code', 200))) from '^(?:inv[^a-z0-9]?)?0*([0-9]{1,9})$')::integer
    order by i.id, s.place
  loop
    id := scan.id;
    item_id := scan.item_id;
    item_number := scan.item_number;
    brand := scan.brand;
    model := scan.model;
    counted := null;
    if scan.is_here is not true then
      outcome := case when scan.item_id is null then 'unknown' else 'elsewhere' end;
      return next;
      continue;
    end if;
    insert into private.stocktake_lines as l (stocktake_id, item_id) values (stocktake.id, scan.item_id)
    on conflict on constraint stocktake_lines_pkey do nothing;
    select l.counted_from into counted_from from private.stocktake_lines l
    where l.stocktake_id = stocktake.id and l.item_id = scan.item_id for update;
    select * into known from private.stocktake_scans c where c.id = scan.id;
    if known.id is not null then
      if (known.stocktake_id, known.item_id, known.quantity, known.counted_by)
        is distinct from (stocktake.id, scan.item_id, scan.quantity, (select auth.uid())) then
        perform private.refuse_request('la lectura quedó contada');
      end if;
    end if;
    select coalesce(sum(t.counted), 0) into total
    from private.stocktake_tally(stocktake.id) t where t.item_id = scan.item_id;
    outcome := 'counted';
    if known.id is null then
      if scan.counted_at <= counted_from then
        outcome := 'late';
      elsif scan.quantity is null or total + scan.quantity not between 0 and 1000000 then
        outcome := 'wrong';
      else
        insert into private.stocktake_scans (id, stocktake_id, item_id, quantity, counted_at, counted_by)
        values (scan.id, stocktake.id, scan.item_id, scan.quantity, scan.counted_at, (select auth.uid()));
        total := total + scan.quantity;
      end if;
    end if;
    counted := total;
    return next;
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION public.drawer_sheet (
  p_id uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  every constant boolean := private.may('drawer.oversee');
  d private.drawers;
begin
  perform private.require('drawer.keep');
  select * into d from private.drawers s where s.id = p_id and (every or s.opened_by = (select auth.uid()));
  if not found then
    raise exception 'Esta caja no existe, o es de otra persona.' using errcode = 'P0002';
  end if;
  return to_jsonb(d) - 'opened_by' - 'closed_by' || jsonb_build_object(
    'opened_by', (select n.full_name from public.staff_names n where n.id = d.opened_by),
    'closed_by', (select n.full_name from public.staff_names n where n.id = d.closed_by),
    'is_own', d.opened_by = (select auth.uid()),
    'expected_amount',
    case when d.closed_at is null and every then private.drawer_cash(d.id) else d.expected_amount end,
    'events', (
      select jsonb_agg(jsonb_build_object('id', e.id, 'kind', e.kind, 'created_at', e.created_at,
        'created_by', n.full_name, 'amount', e.amount, 'reason', e.reason, 'expected',
          case when every or d.closed_at is not null or e.kind <> 'counted' or e.created_by = d.opened_by
            then e.expected end)
        order by e.created_at, e.id)
      from private.drawer_events e join public.staff_names n on n.id = e.created_by where e.drawer_id = d.id),
    'payments', case when every or d.closed_at is not null then (
      select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'created_at', p.created_at, 'created_by', n.full_name,
        'method', p.method, 'corrects', p.corrects is not null, 'amount', s.amount, 'orders', s.orders)
        order by p.created_at, p.id), '[]')
      from private.payments p left join public.staff_names n on n.id = p.created_by
      cross join lateral (
        select sum(e.amount) as amount,
          coalesce(jsonb_agg(distinct o.order_number) filter (where o.id is not null), '[]') as orders
        from private.payment_shares e left join public.service_orders o on o.id = e.order_id where e.payment_id = p.id
      ) as s
      where p.drawer_id = d.id) end);
end
$function$;

CREATE OR REPLACE FUNCTION public.move_drawer_cash (
  p_id        uuid,
  p_drawer_id uuid,
  p_kind      text,
  p_amount    bigint,
  p_reason    text
)
  RETURNS boolean
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  moves boolean;
  d private.drawers;
begin
  perform private.require('drawer.keep');
  if not private.claim_request(p_id, 'move_drawer_cash', jsonb_build_array(p_drawer_id, p_kind, p_amount, p_reason),
    'el movimiento de caja quedó registrado') then
    return private.request_result(p_id)::boolean;
  end if;
  if p_kind is null or p_kind not in ('deposit', 'withdrawal') then
    raise exception 'Elige un retiro o un ingreso.' using errcode = '22023';
  end if;
  if coalesce(p_amount, 0) not between 1 and 1000000000 then
    raise exception 'Escribe un monto mayor que cero.' using errcode = '23514';
  end if;
  if private.drawer_words(p_reason) = '' then
    raise exception 'Escribe el motivo.' using errcode = '23514';
  end if;
  d := private.lock_open_drawer(p_drawer_id);
  moves := p_kind = 'deposit' or p_amount <= private.drawer_cash(d.id);
  insert into private.drawer_events (id, drawer_id, kind, created_by, amount, reason)
  values (p_id, d.id, case when moves then p_kind else 'refused' end, (select auth.uid()), p_amount,
    private.drawer_words(p_reason));
  perform private.finish_request(p_id, to_jsonb(moves), case when moves then 'el movimiento de caja quedó registrado'
    else 'en la caja no había tanto efectivo y no se retiró nada' end);
  return moves;
end
$function$;

REVOKE ALL ON FUNCTION "public"."move_drawer_cash"(uuid, uuid, text, bigint, text) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.open_drawer (
  p_id    uuid,
  p_till  text,
  p_count jsonb
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  caller constant uuid := (select auth.uid());
  other private.drawers;
begin
  perform private.require('drawer.keep');
  if not private.claim_request(p_id, 'open_drawer', jsonb_build_array(p_till, p_count), 'la caja quedó abierta') then
    return;
  end if;
  if private.count_amount(p_count) is null then
    raise exception 'El conteo no es válido: escribe cuántos hay de cada billete y moneda.' using errcode = '22023';
  end if;
  if p_till is null or p_till <> all (private.tills()) then
    raise exception 'Esa caja ya no está en Ajustes. Elige otra.' using errcode = '23514';
  end if;
  insert into private.drawers (id, till, opened_by, opening, opening_amount)
  values (p_id, p_till, caller, p_count, private.count_amount(p_count))
  on conflict do nothing;
  if not found then
    select * into other from private.drawers d where d.closed_at is null and (d.opened_by = caller or d.till = p_till)
    order by d.opened_by = caller desc limit 1;
    if other.id is null then
      raise exception 'La caja «%» cambió mientras la abrías. Inténtalo otra vez.', p_till using errcode = '23514';
    end if;
    if other.opened_by = caller then
      raise exception 'Ya tienes abierta la caja «%», desde las %. Ciérrala antes de abrir otra.', other.till,
        private.time_in_sentence(other.opened_at) using errcode = '23514';
    end if;
    raise exception 'La caja «%» ya está abierta: la abrió % a las %.', p_till,
      (select n.full_name from public.staff_names n where n.id = other.opened_by),
      private.time_in_sentence(other.opened_at) using errcode = '23514';
  end if;
  insert into private.drawer_events (drawer_id, kind, created_by, amount)
  values (p_id, 'opened', caller, private.count_amount(p_count));
end
$function$;

ALTER TABLE "private"."drawer_events"
  ADD CONSTRAINT "drawer_events_check"
    CHECK (((kind <> ALL (ARRAY['deposit'::text, 'withdrawal'::text, 'refused'::text])) OR ((amount > 0) AND (amount <= 1000000000) AND (reason <> ''::text))));

ALTER TABLE "private"."drawer_events"
  ADD CONSTRAINT "drawer_events_kind_check"
    CHECK ((kind = ANY (ARRAY['opened'::text, 'deposit'::text, 'withdrawal'::text, 'refused'::text, 'counted'::text, 'closed'::text, 'reopened'::text])));

GRANT EXECUTE ON FUNCTION "public"."move_drawer_cash"(uuid, uuid, text, bigint, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."move_drawer_cash"(uuid, uuid, text, bigint, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."move_drawer_cash"(uuid, uuid, text, bigint, text) TO "postgres";
