SET local check_function_bodies = off;

DROP FUNCTION "public"."give_back"(uuid, uuid, bigint, text, text, text);

DROP FUNCTION "public"."take_payment"(uuid, jsonb, text, text, text);

CREATE TABLE "private"."tax_annulments" (
  "document_id" uuid                     NOT NULL,
  "created_at"  timestamp with time zone NOT NULL DEFAULT now(),
  "created_by"  uuid,
  "reason"      text                     NOT NULL,
  CONSTRAINT "tax_annulments_pkey" PRIMARY KEY (document_id),
  CONSTRAINT "tax_annulments_reason_check" CHECK (((length(reason) >= 1) AND (length(reason) <= 500)))
);

ALTER TABLE "private"."tax_annulments"
  ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."tax_documents" (
  "id"            uuid                     NOT NULL,
  "created_at"    timestamp with time zone NOT NULL DEFAULT now(),
  "created_by"    uuid,
  "payment_id"    uuid                     NOT NULL,
  "kind"          text                     NOT NULL,
  "folio"         bigint,
  "issued_on"     date                     NOT NULL,
  "net"           bigint                   NOT NULL,
  "tax"           bigint                   NOT NULL,
  "total"         bigint                   NOT NULL,
  "rut"           text,
  "business_name" text,
  "activity"      text,
  "cancels"       uuid,
  "state"         text                     NOT NULL DEFAULT 'recorded'::text,
  CONSTRAINT "tax_documents_activity_check" CHECK (((length(activity) >= 1) AND (length(activity) <= 40))),
  CONSTRAINT "tax_documents_business_name_check" CHECK (((length(business_name) >= 1) AND (length(business_name) <= 100))),
  CONSTRAINT "tax_documents_check1" CHECK ((((kind = 'factura'::text) = (rut IS NOT NULL)) AND (num_nonnulls(rut, business_name, activity) = ANY (ARRAY[0, 3])))),
  CONSTRAINT "tax_documents_check2" CHECK (((kind = 'nota_credito'::text) = (cancels IS NOT NULL))),
  CONSTRAINT "tax_documents_check3" CHECK (((folio IS NULL) = (state = ANY (ARRAY['queued'::text, 'rejected'::text])))),
  CONSTRAINT "tax_documents_check" CHECK ((total = (net + tax))),
  CONSTRAINT "tax_documents_folio_check" CHECK (((folio >= 1) AND (folio <= '9999999999'::bigint))),
  CONSTRAINT "tax_documents_issued_on_check" CHECK ((issued_on >= '2000-01-01'::date)),
  CONSTRAINT "tax_documents_kind_check" CHECK ((kind = ANY (ARRAY['boleta'::text, 'factura'::text, 'voucher'::text, 'nota_credito'::text]))),
  CONSTRAINT "tax_documents_net_check" CHECK ((net >= 0)),
  CONSTRAINT "tax_documents_pkey" PRIMARY KEY (id),
  CONSTRAINT "tax_documents_state_check" CHECK ((state = ANY (ARRAY['recorded'::text, 'queued'::text, 'accepted'::text, 'rejected'::text, 'annulled'::text]))),
  CONSTRAINT "tax_documents_tax_check" CHECK ((tax >= 0)),
  CONSTRAINT "tax_documents_total_check" CHECK (((total >= 1) AND (total <= 1000000000)))
);

ALTER TABLE "private"."tax_documents"
  ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."tax_requests" (
  "document_id"     uuid                     NOT NULL,
  "attempts"        integer                  NOT NULL DEFAULT 0,
  "next_attempt_at" timestamp with time zone NOT NULL DEFAULT now(),
  "locked_until"    timestamp with time zone,
  "answer"          text,
  CONSTRAINT "tax_requests_answer_check" CHECK ((length(answer) <= 300)),
  CONSTRAINT "tax_requests_pkey" PRIMARY KEY (document_id)
);

ALTER TABLE "private"."tax_requests"
  ENABLE ROW LEVEL SECURITY;

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
  perform from private.payments p where p.id = new.payment_id for update;
  amount := private.payment_amount(new.payment_id);
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

CREATE OR REPLACE FUNCTION private.checked_payment (
  p_details jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  IMMUTABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  method constant text := coalesce(p_details ->> 'payment_method', '');
  reference constant text := coalesce(private.written(private.without_controls(p_details ->> 'payment_reference', false)), '');
  note constant text := coalesce(private.written(private.without_controls(p_details ->> 'payment_note', false)), '');
  reason constant text := coalesce(private.written(private.without_controls(p_details ->> 'balance_reason', false)), '');
begin
  if method <> all (array['', 'cash', 'debit', 'credit', 'transfer', 'other']) then
    raise exception 'Elige cómo se pagó.' using errcode = '23514';
  end if;
  if length(reference) > 120 then
    raise exception 'La referencia puede tener hasta 120 letras.' using errcode = '23514';
  end if;
  if length(note) > 500 or length(reason) > 500 then
    raise exception 'El motivo puede tener hasta 500 letras.' using errcode = '23514';
  end if;
  return jsonb_build_object('payment_method', method, 'payment_reference', reference, 'payment_note', note,
    'balance_reason', reason)
    || case jsonb_typeof(p_details -> 'document') when 'object'
      then jsonb_build_object('document', p_details -> 'document') else '{}' end;
end
$function$;

CREATE OR REPLACE FUNCTION private.correct_gone_shares (
  p_id      uuid,
  p_payment uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if exists (
    select from private.payment_shares s
    where s.payment_id = p_payment and not exists (select from public.service_orders o where o.id = s.order_id)
      and (select sum(a.amount) from private.payment_shares a where a.order_id = s.order_id and a.part = s.part)
        < s.amount
  ) then
    raise exception 'De este pago ya se devolvió dinero: corrige primero la devolución.' using errcode = '23514';
  end if;
  insert into private.payment_shares (payment_id, order_id, part, amount)
  select p_id, s.order_id, s.part, -s.amount from private.payment_shares s
  where s.payment_id = p_payment and not exists (select from public.service_orders o where o.id = s.order_id);
end
$function$;

CREATE OR REPLACE FUNCTION private.creditable (
  d private.tax_documents
)
  RETURNS bigint
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select case when d.kind = 'nota_credito' or d.state not in ('recorded', 'accepted') then 0
    else d.total - coalesce((select sum(c.total) from private.tax_documents c
      where c.cancels = d.id and c.state in ('recorded', 'queued', 'accepted')), 0)::bigint end
$function$;

CREATE OR REPLACE FUNCTION private.document_name (
  p_kind  text,
  p_folio bigint
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
  select case p_kind when 'nota_credito' then 'nota de crédito' else p_kind end || coalesce(' N° ' || p_folio, '')
$function$;

CREATE OR REPLACE FUNCTION private.document_number (
  p_document jsonb,
  p_key      text
)
  RETURNS bigint
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select case when p_document ->> p_key ~ '^[0-9]{1,10}$' then (p_document ->> p_key)::bigint end
$function$;

CREATE OR REPLACE FUNCTION private.documented (
  p_payment uuid
)
  RETURNS bigint
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select coalesce(sum(case d.kind when 'nota_credito' then -d.total else d.total end), 0)::bigint
  from private.tax_documents d where d.payment_id = p_payment and d.state in ('recorded', 'queued', 'accepted')
$function$;

CREATE OR REPLACE FUNCTION private.is_proved_rut (
  p_rut text
)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
  select case when p_rut !~ '^[0-9]{7,8}-[0-9K]$' then false else right(p_rut, 1) = (
    select case 11 - sum(d.digit::integer * (2 + (d.place - 1) % 6)) % 11 when 11 then '0' when 10 then 'K'
      else (11 - sum(d.digit::integer * (2 + (d.place - 1) % 6)) % 11)::text end
    from regexp_split_to_table(reverse(split_part(p_rut, '-', 1)), '') with ordinality as d (digit, place)) end
$function$;

CREATE OR REPLACE FUNCTION private.keep_tax_document()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  if to_jsonb(new) - array['state', 'folio'] <> to_jsonb(old) - array['state', 'folio']
    or (new.folio is distinct from old.folio and old.folio is not null)
    or (old.state, new.state) not in (('recorded', 'annulled'), ('queued', 'accepted'), ('queued', 'rejected')) then
    raise exception 'Un documento tributario no se cambia.' using errcode = '23514';
  end if;
  return new;
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
    when a.amount > 0 then case when exists (select from private.payments c where c.corrects = p.id) then 0
      else a.amount - private.documented(p.id) end
    else -least(private.documented(p.id) - a.amount, (
      select coalesce(sum(private.creditable(d)), 0)::bigint from private.tax_documents d
      where d.payment_id = p.corrects or p.corrects is null and d.payment_id in (
        select o.payment_id from private.payment_shares o join private.payment_shares s on s.order_id = o.order_id
        where s.payment_id = p.id)))
  end
  from (select private.payment_amount(p.id) as amount) as a
$function$;

CREATE OR REPLACE FUNCTION private.net_of (
  p_total bigint,
  p_rate  integer
)
  RETURNS bigint
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
  select (200 * p_total + 100 + p_rate) / (2 * (100 + p_rate))
$function$;

CREATE OR REPLACE FUNCTION private.own_documents (
  p_payment uuid,
  p_rut     text
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('tipo', d.kind, 'folio', d.folio, 'fecha', d.issued_on)
    || case when d.rut = p_rut then jsonb_build_object('neto', d.net, 'iva', d.tax, 'total', d.total,
      'razon_social', d.business_name, 'giro', d.activity) else '{}' end order by d.created_at, d.id), '[]')
  from private.tax_documents d where d.payment_id = p_payment and d.state in ('recorded', 'accepted')
$function$;

CREATE OR REPLACE FUNCTION private.payment_amount (
  p_payment uuid
)
  RETURNS bigint
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select coalesce(sum(s.amount), 0)::bigint from private.payment_shares s where s.payment_id = p_payment
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
  from jsonb_each_text(private.payment_details(p_order_id) - 'document') as d where d.value <> ''
$function$;

CREATE OR REPLACE FUNCTION private.payment_orders (
  p_payment uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select coalesce(jsonb_agg(o.order_number order by o.order_number), '[]') from public.service_orders o
  where o.id in (select s.order_id from private.payment_shares s where s.payment_id = p_payment)
$function$;

CREATE OR REPLACE FUNCTION private.receipt_link (
  p_order_id   uuid,
  p_payment_id uuid
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select p_order_id || '-' || left(encode(extensions.hmac(
    convert_to('comprobante ' || p_order_id || p_payment_id, 'UTF8'), s.secret, 'sha256'), 'hex'), 20)
  from private.link_secret s
$function$;

CREATE OR REPLACE FUNCTION private.tax_rate()
  RETURNS integer
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select coalesce((select (s.value ->> 'taxRate')::integer from public.setting_sections s where s.section = 'shop'), 19)
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
    select p.id, p.created_at, p.method, private.payment_amount(p.id) as amount, private.missing_document(p) as missing
    from private.payments p
    where p.created_at >= p_from::timestamp at time zone 'America/Santiago'
      and p.created_at < p_to::timestamp at time zone 'America/Santiago'
  ) as m
  where m.missing <> 0
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

CREATE OR REPLACE FUNCTION private.write_tax_document (
  p_id       uuid,
  p_payment  uuid,
  p_document jsonb,
  p_state    text  DEFAULT 'recorded'::text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  document_kind constant text := p_document ->> 'kind';
  document_folio constant bigint := private.document_number(p_document, 'folio');
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
  taken text;
begin
  if document_kind is null or document_kind <> all (array['boleta', 'factura', 'voucher', 'nota_credito']) then
    raise exception 'Elige el tipo de documento.' using errcode = '23514';
  end if;
  if p_state = 'recorded' and coalesce(document_folio, 0) = 0 then
    raise exception 'Escribe el folio con números.' using errcode = '23514';
  end if;
  if not pg_input_is_valid(issued, 'date') then
    raise exception 'Revisa la fecha del documento.' using errcode = '23514';
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
    total := coalesce(total, least(private.creditable(cancelled), case when private.payment_amount(p_payment) < 0
      then private.documented(p_payment) - private.payment_amount(p_payment) end));
    -- Of the document's own rate: what cancels all of it has its amounts to the peso.
    net := case when total = private.creditable(cancelled) then cancelled.net - coalesce((
        select sum(c.net) from private.tax_documents c
        where c.cancels = cancelled.id and c.state in ('recorded', 'queued', 'accepted')), 0)
      else (2 * total * cancelled.net + cancelled.total) / (2 * cancelled.total) end;
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
    case when p_state = 'recorded' then document_folio end, issued::date, net, total - net, total,
    case when document_kind = 'factura' then rut end, case when document_kind = 'factura' then business end,
    case when document_kind = 'factura' then activity end, cancelled.id, p_state)
  on conflict (kind, folio) where state <> 'annulled' do nothing;
  if not found then
    select string_agg(distinct '#' || private.format_order_number(o.order_number), ', ') into taken
    from private.tax_documents d join private.payment_shares s on s.payment_id = d.payment_id
    join public.service_orders o on o.id = s.order_id
    where d.kind = document_kind and d.folio = document_folio and d.state <> 'annulled';
    raise exception 'La % ya está en la orden %. Revisa el folio.',
      private.document_name(document_kind, document_folio), coalesce(taken, 'que se eliminó') using errcode = '23505';
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION public.add_tax_document (
  p_id         uuid,
  p_payment_id uuid,
  p_document   jsonb
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.require('orders.receive-payment');
  if private.claim_request(p_id, 'add_tax_document', jsonb_build_array(p_payment_id, p_document),
    'el documento quedó registrado') then
    perform private.write_tax_document(p_id, p_payment_id, p_document);
  end if;
end
$function$;

REVOKE ALL ON FUNCTION "public"."add_tax_document"(uuid, uuid, jsonb) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.annul_tax_document (
  p_id          uuid,
  p_document_id uuid,
  p_reason      text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  reason constant text := private.written(private.without_controls(p_reason, false));
  written private.tax_documents;
  cancels private.tax_documents;
begin
  perform private.require('orders.receive-payment');
  if not private.claim_request(p_id, 'annul_tax_document', jsonb_build_array(p_document_id, p_reason),
    'el documento quedó anulado') then
    return;
  end if;
  if reason is null or length(reason) > 500 then
    raise exception 'Escribe el motivo, en hasta 500 letras.' using errcode = '23514';
  end if;
  perform from private.payments p where p.id = (
    select d.payment_id from private.tax_documents d where d.id = p_document_id) for update;
  select * into written from private.tax_documents d where d.id = p_document_id for update;
  if not found then
    raise exception 'Este documento no existe.' using errcode = 'P0002';
  end if;
  if written.state <> 'recorded' then
    raise exception '%', case written.state when 'annulled' then 'Este documento ya está anulado.'
      else 'Este documento lo emitió el proveedor: regístrale una nota de crédito.' end using errcode = '23514';
  end if;
  select * into cancels from private.tax_documents c
  where c.cancels = written.id and c.state in ('recorded', 'queued', 'accepted') limit 1;
  if found then
    raise exception 'La % lo anula: si también es un error, anúlala primero.',
      private.document_name(cancels.kind, cancels.folio) using errcode = '23514';
  end if;
  insert into private.tax_annulments (document_id, created_by, reason)
  values (written.id, (select s.id from public.staff_names s where s.id = (select auth.uid())), reason);
  update private.tax_documents d set state = 'annulled' where d.id = written.id;
end
$function$;

REVOKE ALL ON FUNCTION "public"."annul_tax_document"(uuid, uuid, text) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.claim_tax_documents (
  p_limit        integer DEFAULT 10,
  p_lock_seconds integer DEFAULT 120
)
  RETURNS TABLE (
    id       uuid,
    attempts integer,
    document jsonb
  )
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with claimed as (
    update private.tax_requests r set attempts = r.attempts + 1,
      locked_until = now() + make_interval(secs => p_lock_seconds)
    where r.document_id in (
      select due.document_id from private.tax_requests due join private.tax_documents d on d.id = due.document_id
      where d.state = 'queued' and due.next_attempt_at <= now() and coalesce(due.locked_until, '-infinity') <= now()
      order by due.next_attempt_at, due.document_id limit p_limit for update of due skip locked)
    returning r.document_id, r.attempts
  )
  select d.id, c.attempts, jsonb_build_object('kind', d.kind, 'issued_on', d.issued_on, 'net', d.net, 'tax', d.tax,
    'total', d.total, 'rut', d.rut, 'business_name', d.business_name, 'activity', d.activity,
    'cancels', case when x.id is not null then jsonb_build_object('kind', x.kind, 'folio', x.folio) end)
  from claimed c join private.tax_documents d on d.id = c.document_id
  left join private.tax_documents x on x.id = d.cancels
$function$;

REVOKE ALL ON FUNCTION "public"."claim_tax_documents"(integer, integer) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.correct_payment (
  p_id         uuid,
  p_payment_id uuid,
  p_reason     text
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  share record;
  o public.service_orders;
  held uuid[];
begin
  perform private.require('orders.receive-payment');
  if not private.claim_request(p_id, 'correct_payment', jsonb_build_array(p_payment_id, p_reason),
    'el pago quedó corregido') then
    return;
  end if;
  if private.written(p_reason) is null then
    raise exception 'Escribe el motivo.' using errcode = '23514';
  end if;
  if not exists (select from private.shares_of(p_payment_id)) then
    raise exception 'Este pago no existe.' using errcode = 'P0002';
  end if;
  held := array(select s.id from public.service_orders s
    where s.id in (select h.order_id from private.shares_of(p_payment_id) as h) order by s.id for update);
  if held = '{}' then
    raise exception 'Las órdenes de este pago se eliminaron: ya no se corrige. Registra el pago en la orden que corresponde.'
      using errcode = 'P0002';
  end if;
  perform private.begin_payment(p_id, held, jsonb_build_object('payment_note', p_reason), p_payment_id);
  for share in select * from private.shares_of(p_payment_id) as s where s.order_id = any (held) loop
    o := private.lock_paid_order(share.order_id);
    if o.advance_payment < share.advance or o.final_payment < share.final then
      raise exception 'De este pago ya se devolvió dinero: corrige primero la devolución.' using errcode = '23514';
    end if;
    update public.service_orders s
    set advance_payment = s.advance_payment - share.advance, final_payment = s.final_payment - share.final
    where s.id = share.order_id;
  end loop;
  perform private.correct_gone_shares(p_id, p_payment_id);
  perform private.end_payment();
end
$function$;

CREATE OR REPLACE FUNCTION public.export_own_data()
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  caller uuid := (select auth.uid());
  own_rut text := private.my_rut();
begin
  perform private.require('own-data.request');
  perform pg_advisory_xact_lock(hashtextextended('private.own_exports' || caller, 0));
  delete from private.own_exports e where e.made_at < now() - interval '1 hour';
  if (select count(*) from private.own_exports e where e.user_id = caller) >= 10 then
    raise exception 'Ya descargaste tus datos varias veces. Vuelve a intentarlo en una hora.' using errcode = 'P0001';
  end if;
  insert into private.own_exports (user_id) values (caller);
  return jsonb_build_object(
    'fecha', now(),
    'perfil', (
      select jsonb_build_object('nombre', p.full_name, 'correo', p.email, 'rut', p.rut, 'rut_confirmado_el',
        p.rut_verified_at, 'telefono', p.phone, 'direccion', p.address, 'cuenta_creada_el', p.created_at,
        'sin_recordatorios', exists (
          select from private.reminder_refusals r where r.subject = any (private.reminder_subjects(caller))))
      from public.profiles p where p.id = caller),
    'ordenes', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'numero', o.order_number, 'numero_anterior', o.former_number, 'recibida_el', o.created_at,
        'actualizada_el', o.updated_at, 'estado', o.status, 'motivo_de_cancelacion', o.cancellation_reason,
        'cliente', jsonb_build_object('nombre', o.customer_name, 'rut', o.customer_rut, 'telefono', o.customer_phone,
          'otro_telefono', o.second_phone, 'direccion', o.customer_address),
        'equipo', jsonb_build_object('tipo', o.equipment_type, 'marca', o.equipment_brand, 'modelo', o.equipment_model,
          'imei', o.imei, 'condicion', o.equipment_condition, 'clave_guardada', o.device_code_stored,
          'tipo_de_clave', o.password_type),
        'problema', o.work_description, 'trabajo', o.technical_work, 'notas', o.notes,
        'total', o.total_amount, 'presupuesto', private.shown_lines(o.quote_lines), 'abono', o.advance_payment, 'pagado_al_retirar', o.final_payment,
        'cotizada_el', o.quoted_at, 'aprobada_el', o.approved_at, 'rechazada_el', o.rejected_at, 'terminada_el',
        o.completed_at, 'entregada_el', o.delivered_at, 'garantia_dias', o.warranty_days,
        'garantia_de_repuestos_dias', o.parts_warranty_days,
        'entregada_sin_reparar', o.unrepaired_reason, 'en_garantia_de_la_orden', o.warranty_of,
        'no_es_garantia', o.not_warranty, 'resultado_de_la_garantia', o.warranty_outcome,
        'motivo_del_resultado', o.warranty_reason, 'comprometida_para', o.promised_at,
        'pagos', (
          select coalesce(jsonb_agg(jsonb_build_object('fecha', p.created_at, 'medio', p.method, 'monto', p.amount,
            'documentos', private.own_documents(p.id, own_rut)) order by p.created_at, p.id), '[]')
          from public.order_payments(o.id) as p),
        'esperas', (
          select coalesce(jsonb_agg(jsonb_build_object('texto', w.public_text, 'desde', w.started_at, 'hasta', w.ended_at,
            'fecha_esperada', w.expected_on) order by w.started_at), '[]')
          from public.order_waits w where w.order_id = o.id and w.public_text is not null),
        'avisos_de_retiro', (
          select coalesce(jsonb_agg(jsonb_build_object('fecha', t.made_at, 'como', case t.kind when 'call' then 'llamado'
            else 'carta' end) order by t.id), '[]')
          from private.unclaimed_attempts t where t.order_id = o.id),
        'decisiones', (
          select coalesce(jsonb_agg(jsonb_build_object('fecha', d.created_at, 'decision', d.message,
            'presupuesto', private.shown_lines(d.quote_lines), 'total', d.total_amount, 'red', g.address,
            'navegador', g.browser, 'desde_tu_cuenta', g.account_id = caller) order by d.created_at), '[]')
          from public.decision_history d left join public.decision_origins g on g.decision_id = d.id
            where d.order_id = o.id),
        'mensajes_enviados', (
          select coalesce(jsonb_agg(jsonb_build_object('fecha', m.created_at, 'telefono', m.phone, 'plantilla',
            m.template, 'datos', array(select split_part(p.value, '-' || right(private.quote_link(o.id), 20), 1)
              from unnest(m.params) with ordinality as p (value, place) order by p.place),
            'estado', m.state, 'enviado_el', m.sent_at, 'entregado_el', m.delivered_at,
              'leido_el', m.read_at) order by m.created_at), '[]')
          from public.whatsapp_messages m where m.order_id = o.id),
        'mensajes_recibidos', (
          select coalesce(jsonb_agg(jsonb_build_object('fecha', r.received_at, 'telefono', r.phone, 'texto', r.body)
            order by r.received_at), '[]')
          from public.whatsapp_replies r where r.order_id = o.id)
      ) order by o.created_at), '[]')
      from public.service_orders o where o.customer_rut = own_rut),
    'citas', (
      select coalesce(jsonb_agg(jsonb_build_object('fecha', a.appointment_date, 'motivo', a.reason, 'estado', a.status,
        'creada_el', a.created_at, 'movida_desde', a.moved_from, 'movida_el', a.moved_at,
        'cancelada_el', a.cancelled_at, 'equipo', a.device, 'reservada_en_el_sitio', a.source = 'site',
        'orden', a.order_number, 'mensajes_enviados', (
          -- Without their texts: one of them is the link.
          select coalesce(jsonb_agg(jsonb_build_object('fecha', m.created_at, 'telefono', m.phone, 'plantilla',
            m.template, 'estado', m.state, 'enviado_el', m.sent_at) order by m.created_at), '[]')
          from public.whatsapp_messages m where m.appointment_id = a.id)) order by a.appointment_date), '[]')
      from public.appointments a where a.customer_id = caller),
    'sesiones', (
      select coalesce(jsonb_agg(jsonb_build_object('navegador', s.user_agent, 'red', s.address, 'desde', s.created_at,
        'ultimo_uso', s.last_used_at)), '[]')
      from public.own_sessions() s),
    'solicitudes_de_supresion', (
      select coalesce(jsonb_agg(jsonb_build_object('fecha', r.created_at, 'estado', r.state, 'plazo', r.due_at,
        'respuesta', r.answer)
        order by r.created_at), '[]')
      from public.erasure_requests r where r.customer_id = caller)
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.get_receipt (
  p_link text
)
  RETURNS TABLE (
    order_number    integer,
    equipment_type  text,
    equipment_brand text,
    equipment_model text,
    status          text,
    total_amount    bigint,
    advance_payment bigint,
    final_payment   bigint,
    created_at      timestamp with time zone,
    method          text,
    amount          bigint,
    is_correction   boolean,
    corrected       boolean,
    documents       jsonb
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select o.order_number, o.equipment_type, o.equipment_brand, o.equipment_model, o.status, o.total_amount,
    o.advance_payment, o.final_payment, p.created_at, p.method, s.amount, p.corrects is not null,
    exists (select from private.payments c where c.corrects = p.id), (
      select coalesce(jsonb_agg(jsonb_build_object('kind', d.kind, 'folio', d.folio, 'issued_on', d.issued_on)
        || case when s.orders = 1 then jsonb_build_object('net', d.net, 'tax', d.tax, 'total', d.total) else '{}' end
        order by d.issued_on, d.created_at, d.id), '[]')
      from private.tax_documents d where d.payment_id = p.id and d.state in ('recorded', 'accepted'))
  from public.service_orders o
  cross join lateral (
    select a.payment_id, sum(a.amount)::bigint as amount,
      (select count(distinct e.order_id) from private.payment_shares e where e.payment_id = a.payment_id) as orders
    from private.payment_shares a where a.order_id = o.id group by a.payment_id) as s
  join private.payments p on p.id = s.payment_id
  where o.id = private.linked_order(p_link) and o.anonymized_at is null
    and lower(p_link) = private.receipt_link(o.id, s.payment_id)
$function$;

CREATE OR REPLACE FUNCTION public.get_receipt_link (
  p_order_id   uuid,
  p_payment_id uuid
)
  RETURNS text
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.require('desk');
  return private.receipt_link(p_order_id, p_payment_id);
end
$function$;

REVOKE ALL ON FUNCTION "public"."get_receipt_link"(uuid, uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.give_back (
  p_id        uuid,
  p_order_id  uuid,
  p_amount    bigint,
  p_method    text,
  p_reason    text,
  p_reference text   DEFAULT ''::text,
  p_document  jsonb  DEFAULT NULL::jsonb
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  o public.service_orders;
  of_final bigint;
begin
  perform private.require('orders.receive-payment');
  if not private.claim_request(p_id, 'give_back', jsonb_build_array(p_order_id, p_amount, p_method, p_reason,
    p_reference, p_document), 'la devolución quedó registrada') then
    return;
  end if;
  if private.written(p_reason) is null then
    raise exception 'Escribe el motivo.' using errcode = '23514';
  end if;
  if coalesce(p_amount, 0) <= 0 then
    raise exception 'Escribe un monto mayor que cero.' using errcode = '23514';
  end if;
  o := private.lock_paid_order(p_order_id);
  if p_amount > o.advance_payment + o.final_payment then
    raise exception 'No se devuelve más de lo recibido por la orden, que es %.',
      private.format_clp(o.advance_payment + o.final_payment) using errcode = '23514';
  end if;
  perform private.begin_payment(p_id, array[p_order_id], jsonb_build_object('payment_method', p_method,
    'payment_reference', p_reference, 'payment_note', p_reason));
  of_final := least(p_amount, o.final_payment);
  update public.service_orders s
  set final_payment = s.final_payment - of_final, advance_payment = s.advance_payment - (p_amount - of_final)
  where s.id = p_order_id;
  perform private.end_payment();
  if p_document is not null then
    perform private.write_tax_document(gen_random_uuid(), p_id, p_document);
  end if;
end
$function$;

REVOKE ALL ON FUNCTION "public"."give_back"(uuid, uuid, bigint, text, text, text, jsonb) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.issue_tax_document (
  p_id         uuid,
  p_payment_id uuid,
  p_document   jsonb
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.require('orders.receive-payment');
  if not private.claim_request(p_id, 'issue_tax_document', jsonb_build_array(p_payment_id, p_document),
    'el documento quedó pedido') then
    return;
  end if;
  if (select s.value -> 'electronicDocuments' from public.setting_sections s where s.section = 'desk')
    is distinct from 'true' then
    raise exception 'La emisión electrónica está apagada en Ajustes. Escribe el folio.' using errcode = '23514';
  end if;
  if p_document ->> 'kind' = 'voucher' then
    raise exception 'Un voucher lo emite el terminal de pago: escribe su folio.' using errcode = '23514';
  end if;
  perform private.write_tax_document(p_id, p_payment_id, p_document, 'queued');
  insert into private.tax_requests (document_id) values (p_id);
end
$function$;

REVOKE ALL ON FUNCTION "public"."issue_tax_document"(uuid, uuid, jsonb) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.list_tax_documents (
  p_month date,
  p_page  integer DEFAULT 1
)
  RETURNS TABLE (
    id            uuid,
    kind          text,
    folio         bigint,
    issued_on     date,
    net           bigint,
    tax           bigint,
    total         bigint,
    rut           text,
    business_name text,
    activity      text,
    state         text,
    answer        text,
    cancels       text,
    method        text,
    orders        jsonb
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.require('reports');
  return query
    select d.id, d.kind, d.folio, d.issued_on, d.net, d.tax, d.total, d.rut, d.business_name, d.activity, d.state,
      coalesce(r.answer, a.reason), private.document_name(c.kind, c.folio), p.method,
      private.payment_orders(d.payment_id)
    from private.tax_documents d
    join private.payments p on p.id = d.payment_id
    left join private.tax_requests r on r.document_id = d.id
    left join private.tax_annulments a on a.document_id = d.id
    left join private.tax_documents c on c.id = d.cancels
    where d.issued_on >= date_trunc('month', p_month)::date
      and d.issued_on < (date_trunc('month', p_month) + interval '1 month')::date
    order by d.issued_on, d.kind, d.folio, d.id
    offset private.rows_before(p_page, 100) limit 100;
end
$function$;

REVOKE ALL ON FUNCTION "public"."list_tax_documents"(date, integer) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.list_undocumented_payments (
  p_month date,
  p_page  integer DEFAULT 1
)
  RETURNS TABLE (
    id         uuid,
    created_at timestamp with time zone,
    method     text,
    amount     bigint,
    missing    bigint,
    orders     jsonb,
    order_id   uuid
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.require('reports');
  return query
    select u.id, u.created_at, u.method, u.amount, u.missing, private.payment_orders(u.id), (
      select o.id from public.service_orders o
      where o.id in (select s.order_id from private.payment_shares s where s.payment_id = u.id)
      order by o.order_number limit 1)
    from private.undocumented(date_trunc('month', p_month)::date,
      (date_trunc('month', p_month) + interval '1 month')::date) as u
    order by u.created_at, u.id
    offset private.rows_before(p_page, 100) limit 100;
end
$function$;

REVOKE ALL ON FUNCTION "public"."list_undocumented_payments"(date, integer) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.next_tax_document_in()
  RETURNS integer
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select least(greatest(ceil(extract(epoch from w.due - clock_timestamp()) * 1000), 0), 86400000)::integer
  from (
    select min(greatest(r.next_attempt_at, r.locked_until)) as due
    from private.tax_requests r join private.tax_documents d on d.id = r.document_id where d.state = 'queued'
  ) as w
  where w.due is not null
$function$;

REVOKE ALL ON FUNCTION "public"."next_tax_document_in"() FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.order_documents (
  p_order_id uuid
)
  RETURNS TABLE (
    payment_id uuid,
    missing    bigint,
    documents  jsonb
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.require('desk');
  return query
    select p.id, private.missing_document(p), coalesce((
      select jsonb_agg(to_jsonb(d) - 'payment_id' || jsonb_build_object('created_by', n.full_name,
        'creditable', private.creditable(d), 'answer', coalesce(r.answer, a.reason)) order by d.created_at, d.id)
      from private.tax_documents d left join public.staff_names n on n.id = d.created_by
      left join private.tax_annulments a on a.document_id = d.id
      left join private.tax_requests r on r.document_id = d.id
      where d.payment_id = p.id), '[]')
    from private.payments p
    where p.id in (select s.payment_id from private.payment_shares s where s.order_id = p_order_id)
    order by p.created_at, p.id;
end
$function$;

REVOKE ALL ON FUNCTION "public"."order_documents"(uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.record_tax_answer (
  p_id       uuid,
  p_folio    bigint,
  p_answer   text,
  p_retry_at timestamp with time zone
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  begin
    update private.tax_documents d
    set state = case when p_folio is null then 'rejected' else 'accepted' end, folio = p_folio
    where d.id = p_id and d.state = 'queued' and p_retry_at is null;
    update private.tax_requests r set locked_until = null, next_attempt_at = coalesce(p_retry_at, r.next_attempt_at),
      answer = case when p_folio is null then left(p_answer, 300) end
    where r.document_id = p_id and exists (select from private.tax_documents d
      where d.id = p_id and (d.state = 'queued' or d.folio is not distinct from p_folio));
  exception when unique_violation then
    update private.tax_documents d set state = 'rejected' where d.id = p_id and d.state = 'queued';
    update private.tax_requests r set locked_until = null,
      answer = 'Se emitió con el folio ' || p_folio || ', que ya está en otro pago: anula ese y regístralo aquí.'
    where r.document_id = p_id;
  end;
end
$function$;

REVOKE ALL ON FUNCTION "public"."record_tax_answer"(uuid, bigint, text, timestamp WITH time zone) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.take_payment (
  p_id        uuid,
  p_orders    jsonb,
  p_method    text,
  p_reference text  DEFAULT ''::text,
  p_note      text  DEFAULT ''::text,
  p_document  jsonb DEFAULT NULL::jsonb
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  asked record;
  o public.service_orders;
begin
  perform private.require('orders.receive-payment');
  if jsonb_typeof(p_orders) is distinct from 'array' or jsonb_array_length(p_orders) not between 1 and 50 then
    raise exception 'Elige entre 1 y 50 órdenes.' using errcode = '22023';
  end if;
  if not private.claim_request(p_id, 'take_payment', jsonb_build_array(p_orders, p_method, p_reference, p_note,
    p_document), 'el pago quedó registrado') then
    return;
  end if;
  perform private.begin_payment(p_id, array(select (e ->> 'id')::uuid from jsonb_array_elements(p_orders) as e),
    jsonb_build_object('payment_method', p_method, 'payment_reference', p_reference, 'payment_note', p_note));
  -- In one order for everybody: two payments for the same orders wait for each other instead of locking up.
  for asked in
    select (e ->> 'id')::uuid as id, sum((e ->> 'amount')::bigint) as amount, min((e ->> 'amount')::bigint) as least
    from jsonb_array_elements(p_orders) as e group by 1 order by 1
  loop
    o := private.lock_paid_order(asked.id);
    if coalesce(asked.least, 0) <= 0 then
      raise exception 'Escribe un monto mayor que cero.' using errcode = '23514';
    end if;
    if asked.amount > private.payable(o) then
      raise exception 'El pago supera el saldo de la orden #%, que es %.', private.format_order_number(o.order_number),
        private.format_clp(private.payable(o)) using errcode = '23514';
    end if;
    update public.service_orders s
    set advance_payment = s.advance_payment + case when o.status = 'delivered' then 0 else asked.amount end,
      final_payment = s.final_payment + case when o.status = 'delivered' then asked.amount else 0 end
    where s.id = o.id;
  end loop;
  perform private.end_payment();
  if p_document is not null then
    perform private.write_tax_document(gen_random_uuid(), p_id, p_document);
  end if;
end
$function$;

REVOKE ALL ON FUNCTION "public"."take_payment"(uuid, jsonb, text, text, text, jsonb) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.tax_month (
  p_month date
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  from_day constant date := date_trunc('month', p_month)::date;
  to_day constant date := (date_trunc('month', p_month) + interval '1 month')::date;
begin
  perform private.require('reports');
  return (
    with documents as (
      select d.kind, d.folio, d.net, d.tax, d.total, case d.kind when 'nota_credito' then -1 else 1 end as sign
      from private.tax_documents d
      where d.issued_on >= from_day and d.issued_on < to_day and d.state in ('recorded', 'accepted')
    ), kinds as (
      select d.kind, count(*) as count, min(d.folio) as first, max(d.folio) as last, sum(d.net) as net,
        sum(d.tax) as tax, sum(d.total) as total
      from documents d group by d.kind
    )
    select jsonb_build_object(
      'kinds', (select coalesce(jsonb_agg(to_jsonb(k) order by k.kind), '[]') from kinds k),
      'count', count(*), 'net', coalesce(sum(d.sign * d.net), 0), 'tax', coalesce(sum(d.sign * d.tax), 0),
      'total', coalesce(sum(d.sign * d.total), 0))
    from documents d
  ) || (
    select jsonb_build_object(
      'undocumented', jsonb_build_object('count', count(*) filter (where u.missing > 0),
        'amount', coalesce(sum(u.missing) filter (where u.missing > 0), 0)),
      'uncredited', jsonb_build_object('count', count(*) filter (where u.missing < 0),
        'amount', coalesce(-sum(u.missing) filter (where u.missing < 0), 0)))
    from private.undocumented(from_day, to_day) as u
  );
end
$function$;

REVOKE ALL ON FUNCTION "public"."tax_month"(date) FROM PUBLIC, "anon", "service_role";

ALTER TABLE "private"."tax_annulments"
  ADD CONSTRAINT "tax_annulments_created_by_fkey" FOREIGN KEY (created_by) REFERENCES public.staff_names(id);

ALTER TABLE "private"."tax_documents"
  ADD CONSTRAINT "tax_documents_created_by_fkey" FOREIGN KEY (created_by) REFERENCES public.staff_names(id);

ALTER TABLE "private"."tax_documents"
  ADD CONSTRAINT "tax_documents_payment_id_fkey" FOREIGN KEY (payment_id) REFERENCES private.payments(id);

ALTER TABLE "private"."tax_annulments"
  ADD CONSTRAINT "tax_annulments_document_id_fkey" FOREIGN KEY (document_id) REFERENCES private.tax_documents(id);

ALTER TABLE "private"."tax_documents"
  ADD CONSTRAINT "tax_documents_cancels_fkey" FOREIGN KEY (cancels) REFERENCES private.tax_documents(id);

ALTER TABLE "private"."tax_requests"
  ADD CONSTRAINT "tax_requests_document_id_fkey" FOREIGN KEY (document_id) REFERENCES private.tax_documents(id);

CREATE INDEX payments_newest ON private.payments USING btree (created_at);

CREATE INDEX tax_annulments_created_by ON private.tax_annulments USING btree (created_by);

CREATE INDEX tax_documents_cancels ON private.tax_documents USING btree (cancels)
  WHERE (cancels IS NOT NULL);

CREATE INDEX tax_documents_created_by ON private.tax_documents USING btree (created_by);

CREATE UNIQUE INDEX tax_documents_folio ON private.tax_documents USING btree (kind, folio)
  WHERE (state <> 'annulled'::text);

CREATE INDEX tax_documents_issued ON private.tax_documents USING btree (issued_on);

CREATE INDEX tax_documents_payment ON private.tax_documents USING btree (payment_id);

CREATE INDEX tax_requests_due ON private.tax_requests USING btree (next_attempt_at);

CREATE TRIGGER check_tax_document
  BEFORE INSERT ON private.tax_documents
  FOR EACH ROW
  EXECUTE FUNCTION private.check_tax_document();

CREATE TRIGGER keep_tax_document
  BEFORE UPDATE ON private.tax_documents
  FOR EACH ROW
  WHEN ((new.* IS DISTINCT FROM old.*))
  EXECUTE FUNCTION private.keep_tax_document();

CREATE TRIGGER wake_sender
  AFTER INSERT ON private.tax_documents
  FOR EACH ROW
  WHEN ((new.state = 'queued'::text))
  EXECUTE FUNCTION private.wake_sender();

REVOKE ALL ON FUNCTION "private"."check_tax_document"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_tax_document"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."check_tax_document"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."correct_gone_shares"(uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."correct_gone_shares"(uuid, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."correct_gone_shares"(uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."correct_gone_shares"(uuid, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."creditable"(private.tax_documents) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."creditable"(private.tax_documents) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."creditable"(private.tax_documents) TO "postgres";

REVOKE ALL ON FUNCTION "private"."document_name"(text, bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."document_name"(text, bigint) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."document_name"(text, bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."document_number"(jsonb, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."document_number"(jsonb, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."document_number"(jsonb, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."documented"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."documented"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."documented"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."is_proved_rut"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_proved_rut"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_proved_rut"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."keep_tax_document"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."keep_tax_document"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."keep_tax_document"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."missing_document"(private.payments) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."missing_document"(private.payments) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."missing_document"(private.payments) TO "postgres";

REVOKE ALL ON FUNCTION "private"."net_of"(bigint, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."net_of"(bigint, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."net_of"(bigint, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."own_documents"(uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."own_documents"(uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."own_documents"(uuid, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."payment_amount"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."payment_amount"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."payment_amount"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."payment_orders"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."payment_orders"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."payment_orders"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."receipt_link"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."receipt_link"(uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."receipt_link"(uuid, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."tax_rate"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."tax_rate"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."tax_rate"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."undocumented"(date, date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."undocumented"(date, date) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."undocumented"(date, date) TO "postgres";

REVOKE ALL ON FUNCTION "private"."write_tax_document"(uuid, uuid, jsonb, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."write_tax_document"(uuid, uuid, jsonb, text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."write_tax_document"(uuid, uuid, jsonb, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."write_tax_document"(uuid, uuid, jsonb, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."add_tax_document"(uuid, uuid, jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."add_tax_document"(uuid, uuid, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."add_tax_document"(uuid, uuid, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."annul_tax_document"(uuid, uuid, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."annul_tax_document"(uuid, uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."annul_tax_document"(uuid, uuid, text) TO "postgres";

REVOKE ALL ON FUNCTION "public"."claim_tax_documents"(integer, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."claim_tax_documents"(integer, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."claim_tax_documents"(integer, integer) TO "service_role";

REVOKE ALL ON FUNCTION "public"."get_receipt"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."get_receipt"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."get_receipt"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."get_receipt"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."get_receipt"(text) TO "service_role";

GRANT EXECUTE ON FUNCTION "public"."get_receipt_link"(uuid, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."get_receipt_link"(uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."get_receipt_link"(uuid, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."give_back"(uuid, uuid, bigint, text, text, text, jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."give_back"(uuid, uuid, bigint, text, text, text, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."give_back"(uuid, uuid, bigint, text, text, text, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."issue_tax_document"(uuid, uuid, jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."issue_tax_document"(uuid, uuid, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."issue_tax_document"(uuid, uuid, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_tax_documents"(date, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."list_tax_documents"(date, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_tax_documents"(date, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_undocumented_payments"(date, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."list_undocumented_payments"(date, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_undocumented_payments"(date, integer) TO "postgres";

REVOKE ALL ON FUNCTION "public"."next_tax_document_in"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."next_tax_document_in"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."next_tax_document_in"() TO "service_role";

GRANT EXECUTE ON FUNCTION "public"."order_documents"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."order_documents"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."order_documents"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "public"."record_tax_answer"(uuid, bigint, text, timestamp WITH time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."record_tax_answer"(uuid, bigint, text, timestamp WITH time zone) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."record_tax_answer"(uuid, bigint, text, timestamp WITH time zone) TO "service_role";

GRANT EXECUTE ON FUNCTION "public"."take_payment"(uuid, jsonb, text, text, text, jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."take_payment"(uuid, jsonb, text, text, text, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."take_payment"(uuid, jsonb, text, text, text, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."tax_month"(date) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."tax_month"(date) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."tax_month"(date) TO "postgres";

ALTER TABLE "private"."tax_documents"
  ADD CONSTRAINT "tax_documents_rut_check" CHECK (private.is_proved_rut(rut));
