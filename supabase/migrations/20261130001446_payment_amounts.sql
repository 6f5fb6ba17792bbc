SET local check_function_bodies = off;

DROP FUNCTION "private"."payment_amount"(uuid);

DROP FUNCTION "public"."report_suppliers"(date, date, uuid, text);

ALTER TABLE "private"."payments"
  ADD COLUMN "amount" bigint NOT NULL DEFAULT 0;

CREATE OR REPLACE FUNCTION private.check_tax_document()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  amount bigint;
  stands bigint;
  cancelled private.tax_documents;
begin
  select p.amount into amount from private.payments p where p.id = new.payment_id for update;
  stands := private.documented(new.payment_id);
  if new.issued_on > private.shop_day(now()) then
    raise exception 'La fecha del documento no puede ser futura.' using errcode = '23514';
  end if;
  if new.kind <> 'nota_credito' then
    if amount <= 0 then
      raise exception 'Lo devuelto lleva nota de crédito.' using errcode = '23514';
    end if;
    if exists (select from private.payments c where c.corrects = new.payment_id) then
      raise exception 'Este pago está corregido: no lleva documento.' using errcode = '23514';
    end if;
    if new.total > amount - stands then
      raise exception 'El pago es de % y sus documentos suman %: este puede ser de hasta %.',
        private.format_clp(amount), private.format_clp(stands), private.format_clp(amount - stands)
        using errcode = '23514';
    end if;
    return new;
  end if;
  select * into cancelled from private.tax_documents d where d.id = new.cancels for update;
  if private.creditable(cancelled) = 0 then
    raise exception 'No queda nada por anular de ese documento.' using errcode = '23514';
  end if;
  if new.total > private.creditable(cancelled) then
    raise exception 'De la % quedan % por anular.', private.document_name(cancelled.kind, cancelled.folio),
      private.format_clp(private.creditable(cancelled)) using errcode = '23514';
  end if;
  if new.net > private.creditable_net(cancelled)
    or new.tax > private.creditable(cancelled) - private.creditable_net(cancelled) then
    raise exception 'De la % ya se anuló otra parte, y su IVA no calza: registra otra nota de crédito.',
      private.document_name(cancelled.kind, cancelled.folio) using errcode = '23514';
  end if;
  if amount > 0 and cancelled.payment_id <> new.payment_id or not exists (
    select from private.payment_shares o join private.payment_shares s on s.order_id = o.order_id
    where o.payment_id = cancelled.payment_id and s.payment_id = new.payment_id) then
    raise exception 'La % es de otro pago.', private.document_name(cancelled.kind, cancelled.folio)
      using errcode = '23514';
  end if;
  if amount < 0 and new.total > stands - amount then
    raise exception 'Se devolvió %: la nota de crédito puede ser de hasta %.', private.format_clp(-amount),
      private.format_clp(stands - amount) using errcode = '23514';
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.forget_guesses()
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select private.forget_pin_guesses(null);
  delete from private.claim_attempts where attempted_at < now() - interval '1 hour';
  update private.claim_attempts set ticket = null, order_number = null, phone = null
  where ticket is not null and attempted_at < now() - interval '1 minute';
$function$;

CREATE OR REPLACE FUNCTION private.forget_pin_guesses (
  p_user_id uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  with right_guesses as (
    update private.report_pin_guesses g set place = 0
    where g.hash = (select p.hash from private.report_pin p) and g.place > 0
      and g.made_in <> pg_current_xact_id() and (p_user_id is null or g.user_id = p_user_id)
    returning g.user_id
  )
  update private.report_pin_tries t set failures = 0, locked_until = null
  where t.user_id in (select r.user_id from right_guesses r);
  delete from private.report_pin_guesses g
  where g.made_at < now() - interval '1 minute' and (p_user_id is null or g.user_id = p_user_id);
end
$function$;

CREATE OR REPLACE FUNCTION private.missing_document (
  p private.payments
)
  RETURNS bigint
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select case
    when p.amount > 0 then case when exists (select from private.payments c where c.corrects = p.id) then 0
      else p.amount - private.documented(p.id) end
    else -least(private.documented(p.id) - p.amount, (
      select coalesce(sum(private.creditable(d)), 0)::bigint from private.tax_documents d
      where d.payment_id = p.corrects or p.corrects is null and d.payment_id in (
        select o.payment_id from private.payment_shares o join private.payment_shares s on s.order_id = o.order_id
        where s.payment_id = p.id)))
  end
$function$;

CREATE OR REPLACE FUNCTION private.piece_sources (
  p_items uuid[]
)
  RETURNS TABLE (
    item_id uuid,
    came    bigint,
    went    bigint,
    pieces  integer
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  ROWS 20000
  SET search_path TO ''
  AS $function$
  with moves as (
    -- held: what the order has after it.
    select m.id, m.item_id, m.order_number, m.kind, m.delta,
      sum(-m.delta) filter (where m.kind in ('written_off', 'returned')) over (
        partition by m.item_id, m.order_number order by m.id) as held
    from public.inventory_movements m
    where m.item_id = any (p_items) and m.delta <> 0
  ), net as (
    -- Of what it took stays what it never had less than from then on.
    select m.id, m.item_id,
      (case when m.order_number is null then m.delta
        when m.kind = 'written_off' then -greatest(min(m.held) over (
          partition by m.item_id, m.order_number order by m.id desc) - (m.held + m.delta), 0)
        when m.kind = 'returned' then 0
        else m.delta end)::integer as delta
    from moves m
  ), ends as (
    select n.item_id, n.delta > 0 as is_in, n.id, sum(abs(n.delta)) over (partition by n.item_id, n.delta > 0
      order by n.id) as until
    from net n where n.delta <> 0
  ), spans as (
    select e.item_id, e.until - coalesce(lag(e.until) over upwards, 0) as pieces,
      min(e.id) filter (where e.is_in) over downwards as came,
      min(e.id) filter (where not e.is_in) over downwards as went
    from ends e
    window upwards as (partition by e.item_id order by e.until),
      downwards as (partition by e.item_id order by e.until desc)
  )
  select s.item_id, s.came, s.went, sum(s.pieces)::integer
  from spans s where s.pieces > 0 and s.came is not null and s.went is not null
  group by s.item_id, s.came, s.went
$function$;

CREATE OR REPLACE FUNCTION private.report_payments (
  p_from date,
  p_to   date
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  range constant tstzrange := private.report_range(p_from, p_to);
  step constant text := case when p_to - p_from <= 92 then 'YYYY-MM-DD' else 'YYYY-MM' end;
begin
  return (
    with sums as (
      select (p.created_at at time zone 'America/Santiago')::date as day, p.method, count(*) as payments,
        sum(p.amount) filter (where p.amount > 0 and p.corrects is null) as received,
        sum(p.amount) filter (where p.amount < 0 and p.corrects is null) as given_back,
        sum(p.amount) filter (where p.corrects is not null) as corrected
      from private.payments p where p.created_at <@ range group by 1, 2
    ), drawers as (
      select m.day, 'cash' as method, sum(m.moved) as moved, sum(m.difference) as difference from (
        select private.shop_day(e.created_at) as day, 0 as difference,
          case e.kind when 'deposit' then e.amount else -e.amount end as moved
        from private.drawer_events e where e.kind in ('deposit', 'withdrawal') and e.created_at <@ range
        union all
        select private.shop_day(d.closed_at), d.counted_amount - d.expected_amount, 0
        from private.drawers d where d.closed_at <@ range
      ) as m group by m.day
    ), days as (
      select to_char(day, step) as day, method, coalesce(s.payments, 0) as payments,
        coalesce(s.received, 0) as received, coalesce(s.given_back, 0) as given_back,
        coalesce(s.corrected, 0) as corrected, d.moved, d.difference
      from sums s full join drawers d using (day, method)
    ), lines as (
      select grouping(d.day) = 1 as is_total, d.day, d.method, sum(d.payments) as payments, sum(d.received) as received,
        sum(d.given_back) as given_back, sum(d.corrected) as corrected,
        sum(d.received + d.given_back + d.corrected) as net, sum(d.moved) as moved, sum(d.difference) as difference
      from days d group by grouping sets ((d.method), (d.day, d.method))
    )
    select jsonb_build_object(
      'methods', coalesce(jsonb_agg(to_jsonb(l) - array['day', 'is_total'] order by l.net desc, l.method)
        filter (where l.is_total), '[]'),
      'days', coalesce(jsonb_agg(to_jsonb(l) - 'is_total' order by l.day desc, l.method)
        filter (where not l.is_total), '[]'))
    from lines l
  );
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
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return query
    with chosen as materialized (
      select o.id, o.delivered_at is not null as is_delivered from public.service_orders o
      where o.created_at <@ p_range
    ), taken as materialized (
      select m.id, m.item_id, m.order_id from chosen c join public.inventory_movements m on m.order_id = c.id
      where m.kind = 'written_off' and c.is_delivered
    ), pieces as materialized (
      select b.supplier_name, t.order_id, s.pieces as fitted, 0 as faulty, 0 as credited, 0 as bought
      from taken t
      join private.piece_sources(array(select distinct k.item_id from taken k)) s on s.went = t.id
      join public.inventory_movements b on b.id = s.came
      union all
      -- Parts of orders that are no product, and all that were faulty (28_requested_parts).
      select s.name, case when is_fitted then p.order_id end, case when is_fitted then p.quantity else 0 end,
        case when p.state in ('faulty', 'sent_back', 'credited') then p.quantity else 0 end,
        case when p.state = 'credited' then p.quantity else 0 end, 0
      from chosen c
      join private.requested_parts p on p.order_id = c.id
      join public.suppliers s on s.id = p.supplier_id
      cross join lateral (
        select p.item_id is null and p.state = 'fitted' and c.is_delivered as is_fitted) as f
      where p.state in ('fitted', 'faulty', 'sent_back', 'credited')
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

CREATE OR REPLACE FUNCTION private.sum_payment()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  new.amount := coalesce((select sum(s.amount) from private.payment_shares s where s.payment_id = new.id), 0);
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.sum_payments_of_shares()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  update private.payments p set amount = 0 where p.id in (old.payment_id, new.payment_id);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.undocumented (
  p_from date,
  p_to   date
)
  RETURNS TABLE (
    id         uuid,
    created_at timestamp with time zone,
    method     text,
    amount     bigint,
    missing    bigint
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select m.id, m.created_at, m.method, m.amount, m.missing
  from (
    select p.id, p.created_at, p.method, p.amount, private.missing_document(p) as missing
    from private.payments p
    where p.created_at >= p_from::timestamp at time zone 'America/Santiago'
      and p.created_at < p_to::timestamp at time zone 'America/Santiago'
  ) as m
  where m.missing <> 0
$function$;

CREATE OR REPLACE FUNCTION private.write_tax_document (
  p_id       uuid,
  p_payment  uuid,
  p_document jsonb
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  document_kind constant text := p_document ->> 'kind';
  document_folio constant bigint := private.document_number(p_document, 'folio');
  is_electronic constant boolean := coalesce(p_document -> 'electronic' = 'true', false);
  cancelled_id constant text := p_document ->> 'cancels';
  rate constant integer := private.tax_rate();
  business constant text := private.written(private.without_controls(p_document ->> 'business_name', false));
  activity constant text := private.written(private.without_controls(p_document ->> 'activity', false));
  rut constant text := private.normalize_rut(p_document ->> 'rut');
  issued text := coalesce(p_document ->> 'issued_on', private.shop_day(now())::text);
  total bigint := private.document_number(p_document, 'total');
  payment private.payments;
  cancelled private.tax_documents;
  net bigint;
begin
  if document_kind is null or document_kind <> all (array['boleta', 'factura', 'voucher', 'nota_credito']) then
    raise exception 'Elige el tipo de documento.' using errcode = '23514';
  end if;
  if is_electronic then
    perform private.require_provider(document_kind);
  elsif coalesce(document_folio, 0) = 0 then
    raise exception 'Escribe el folio con números.' using errcode = '23514';
  end if;
  if (case when issued ~ '^\d{4}-\d\d-\d\d$' and pg_input_is_valid(issued, 'date') then issued::date >= '2000-01-01' end)
    is not true then
    raise exception 'Revisa la fecha del documento.' using errcode = '23514';
  end if;
  -- One that is none would stand for all that is missing.
  if coalesce(total, 0) = 0 and p_document ->> 'total' is not null then
    raise exception 'Escribe el total del documento en pesos, sin decimales.' using errcode = '23514';
  end if;
  if document_kind = 'factura' then
    if private.is_proved_rut(rut) is not true or private.is_repeated_rut(rut) then
      raise exception 'Revisa el RUT de la factura.' using errcode = '23514';
    end if;
    if business is null or length(business) > 100 then
      raise exception 'Escribe la razón social, en hasta 100 letras.' using errcode = '23514';
    end if;
    if activity is null or length(activity) > 40 then
      raise exception 'Escribe el giro, en hasta 40 letras.' using errcode = '23514';
    end if;
  end if;
  select * into payment from private.payments p where p.id = p_payment for update;
  if not found then
    raise exception 'Este pago no existe.' using errcode = 'P0002';
  end if;
  if document_kind = 'nota_credito' then
    if pg_input_is_valid(cancelled_id, 'uuid') then
      select * into cancelled from private.tax_documents d where d.id = cancelled_id::uuid;
    end if;
    if cancelled.id is null then
      raise exception 'Elige qué documento anula la nota de crédito.' using errcode = '23514';
    end if;
    total := coalesce(total, least(private.creditable(cancelled), case when payment.amount < 0
      then private.documented(p_payment) - payment.amount end));
    -- In the proportion of what is left, so that the last one leaves nothing and none has more net or tax than that.
    net := (2 * total * private.creditable_net(cancelled) + private.creditable(cancelled))
      / greatest(2 * private.creditable(cancelled), 1);
  else
    total := coalesce(total, private.missing_document(payment));
    net := private.net_of(total, rate);
  end if;
  if coalesce(total, 0) <= 0 then
    raise exception 'Este pago ya tiene sus documentos.' using errcode = '23514';
  end if;
  insert into private.tax_documents (id, created_by, payment_id, kind, folio, issued_on, net, tax, total, rut,
    business_name, activity, cancels, state)
  values (p_id, (select s.id from public.staff_names s where s.id = (select auth.uid())), p_payment, document_kind,
    case when not is_electronic then document_folio end, issued::date, net, total - net, total,
    case when document_kind = 'factura' then rut end, case when document_kind = 'factura' then business end,
    case when document_kind = 'factura' then activity end, cancelled.id, case when is_electronic then 'queued' else 'recorded' end)
  on conflict (kind, folio) where state <> 'annulled' do nothing;
  if not found then
    raise exception 'La % ya está en la orden %. Revisa el folio.', private.document_name(document_kind, document_folio),
      private.folio_orders(document_kind, document_folio) using errcode = '23505';
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION public.report_results (
  p_report     text    DEFAULT 'margin'::text,
  p_ticket     uuid    DEFAULT NULL::uuid,
  p_from       date    DEFAULT NULL::date,
  p_to         date    DEFAULT NULL::date,
  p_technician uuid    DEFAULT NULL::uuid,
  p_type       text    DEFAULT NULL::text,
  p_part       text    DEFAULT NULL::text,
  p_sort       text    DEFAULT NULL::text,
  p_descending boolean DEFAULT true,
  p_offset     integer DEFAULT 0,
  p_limit      integer DEFAULT 20
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  SET work_mem TO '32MB'
  SET random_page_cost TO '1.1'
  SET jit TO 'off'
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
declare
  range constant tstzrange := private.report_range(p_from, p_to);
  page_size constant integer := least(greatest(coalesce(p_limit, 20), 1), 1000);
  skipped constant integer := private.rows_skipped(p_offset, page_size);
  outcome text;
  report jsonb;
begin
  perform private.require('reports');
  outcome := private.answer_pin(p_ticket);
  if outcome <> 'ok' then
    return jsonb_build_object('outcome', outcome) || public.report_pin_status();
  end if;
  if num_nulls(p_from, p_to) = 1 then
    raise exception 'Elige las dos fechas, o ninguna.' using errcode = '22023';
  end if;
  if isempty(range) then
    raise exception 'La fecha inicial es posterior a la final.' using errcode = '22023';
  end if;
  report := case p_report
    when 'margin' then private.report_margin(p_from, p_to, p_technician, p_type)
    when 'orders' then private.report_margin_orders(p_from, p_to, p_technician, p_type, p_sort, p_descending, skipped,
      page_size)
    when 'commissions' then private.report_commissions(p_from, p_to)
    when 'commission_orders' then private.report_commission_orders(p_from, p_to, p_technician, skipped, page_size)
    when 'payments' then private.report_payments(p_from, p_to)
    when 'balances' then private.report_balances(p_part, skipped, page_size)
    when 'discounts' then private.report_discounts(p_from, p_to, p_technician, p_type)
    when 'suppliers' then (select jsonb_build_object('rows', coalesce(jsonb_agg(to_jsonb(s)), '[]'))
      from private.report_suppliers(range) as s)
    when 'payment_file' then private.report_payment_file(p_from, p_to)
  end;
  if report is null then
    raise exception 'Ese informe no existe.' using errcode = '22023';
  end if;
  return jsonb_build_object('outcome', outcome, 'report', report);
end
$function$;

CREATE OR REPLACE FUNCTION public.try_report_pin (
  p_pin text
)
  RETURNS uuid
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  caller uuid := (select auth.uid());
  stored text := (select hash from private.report_pin);
  tries private.report_pin_tries;
  guess_ticket uuid;
begin
  perform private.require('reports');
  perform private.forget_pin_guesses(caller);
  insert into private.report_pin_tries (user_id) values (caller) on conflict do nothing;
  select * into tries from private.report_pin_tries where user_id = caller for update;
  if tries.locked_until > now() then
    return null;
  end if;
  -- A lock that has run out begins a new count.
  tries.failures := case when tries.locked_until is null then tries.failures + 1 else 1 end;
  if stored is not null then
    update private.report_pin_tries
    set failures = tries.failures, locked_until = case when tries.failures >= 5 then now() + interval '15 minutes' end
    where user_id = caller;
  end if;
  insert into private.report_pin_guesses (user_id, hash, place)
  values (caller, case when p_pin ~ '^[0-9]{4}$' then extensions.crypt(p_pin, stored) end, tries.failures)
  returning ticket into guess_ticket;
  return guess_ticket;
end
$function$;

CREATE TRIGGER sum_payments_of_shares
  AFTER INSERT OR DELETE OR UPDATE ON private.payment_shares
  FOR EACH ROW
  EXECUTE FUNCTION private.sum_payments_of_shares();

ALTER TABLE "private"."payment_shares"
  ENABLE ALWAYS TRIGGER "sum_payments_of_shares";

CREATE TRIGGER sum_payment
  BEFORE INSERT OR UPDATE ON private.payments
  FOR EACH ROW
  EXECUTE FUNCTION private.sum_payment();

ALTER TABLE "private"."payments"
  ENABLE ALWAYS TRIGGER "sum_payment";

REVOKE ALL ON FUNCTION "private"."forget_pin_guesses"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."forget_pin_guesses"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."forget_pin_guesses"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."report_suppliers"(tstzrange) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."report_suppliers"(tstzrange) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."report_suppliers"(tstzrange) TO "postgres";

REVOKE ALL ON FUNCTION "private"."sum_payment"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."sum_payment"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."sum_payment"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."sum_payments_of_shares"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."sum_payments_of_shares"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."sum_payments_of_shares"() TO "postgres";

-- Written by hand. The trigger sums the shares of the payments so far.
update private.payments p set amount = 0 where p.amount = 0;

-- No payment has a peso more or less than its shares.
do $$
begin
  if exists (
    select from private.payments p
    where p.amount <> (select coalesce(sum(s.amount), 0) from private.payment_shares s where s.payment_id = p.id)
  ) then
    raise exception 'Los montos de los pagos no suman sus partes: la migración no se aplica.';
  end if;
end
$$;
