SET local check_function_bodies = off;

DROP TRIGGER "wake_sender" ON "private"."tax_documents";

DROP FUNCTION "private"."write_tax_document"(uuid, uuid, jsonb, text);

DROP FUNCTION "public"."get_receipt_link"(uuid, uuid);

DROP FUNCTION "public"."issue_tax_document"(uuid, uuid, jsonb);

DROP FUNCTION "public"."order_payments"(uuid);

CREATE OR REPLACE FUNCTION private.ask_provider()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  insert into private.tax_requests (document_id) values (new.id)
  on conflict (document_id) do update set attempts = 0, next_attempt_at = excluded.next_attempt_at, answer = null;
  return null;
end
$function$;

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
    'balance_reason', reason, 'payment_till', coalesce(p_details ->> 'payment_till', ''))
    || case when jsonb_typeof(p_details -> 'document') <> 'null'
      then jsonb_build_object('document', p_details -> 'document') else '{}' end;
end
$function$;

CREATE OR REPLACE FUNCTION private.creditable_net (
  d private.tax_documents
)
  RETURNS bigint
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select d.net - coalesce((select sum(c.net) from private.tax_documents c
    where c.cancels = d.id and c.state in ('recorded', 'queued', 'accepted')), 0)::bigint
$function$;

CREATE OR REPLACE FUNCTION private.folio_orders (
  p_kind  text,
  p_folio bigint
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select coalesce(string_agg(distinct '#' || private.format_order_number(o.order_number), ', '), 'que se eliminó')
  from private.tax_documents d join private.payment_shares s on s.payment_id = d.payment_id
  join public.service_orders o on o.id = s.order_id
  where d.kind = p_kind and d.folio = p_folio and d.state <> 'annulled'
$function$;

CREATE OR REPLACE FUNCTION private.keep_tax_document()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  if to_jsonb(new) - array['state', 'folio'] <> to_jsonb(old) - array['state', 'folio']
    or (new.folio is distinct from old.folio and old.folio is not null)
    or (old.state, new.state) not in (('recorded', 'annulled'), ('queued', 'accepted'), ('queued', 'rejected'),
      ('rejected', 'queued'), ('rejected', 'accepted')) then
    raise exception 'Un documento tributario no se cambia.' using errcode = '23514';
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.move_payment_details()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  said constant jsonb := private.checked_payment(new.payment_details);
begin
  if said ? 'document' and new.advance_payment <= coalesce(old.advance_payment, 0)
    and new.final_payment <= coalesce(old.final_payment, 0) then
    raise exception 'No hay un pago nuevo para ese documento: quítalo, y agrégalo al pago que corresponde en la orden.'
      using errcode = '23514';
  end if;
  perform private.say_payment(array[new.id], said);
  new.payment_details := null;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.require_provider (
  p_kind text
)
  RETURNS void
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if (select s.value -> 'electronicDocuments' from public.setting_sections s where s.section = 'desk')
    is distinct from 'true' then
    raise exception 'La emisión electrónica está apagada en Ajustes. Escribe el folio.' using errcode = '23514';
  end if;
  if p_kind = 'voucher' then
    raise exception 'Un voucher lo emite el terminal de pago: escribe su folio.' using errcode = '23514';
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.shown_documents (
  p_payment uuid,
  p_all     boolean
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('kind', d.kind, 'folio', d.folio, 'issued_on', d.issued_on)
    || case when p_all or s.all_own then jsonb_build_object('total', d.total) else '{}' end
    order by d.issued_on, d.created_at, d.id), '[]')
  from private.tax_documents d, lateral (
    select coalesce(bool_and(coalesce(o.customer_rut = private.my_rut(), false)), false) as all_own
    from private.payment_shares e left join public.service_orders o on o.id = e.order_id
    where e.payment_id = p_payment) as s
  where d.payment_id = p_payment and d.state in ('recorded', 'accepted')
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
    if is_own and share.amount > 0 and said ? 'document'
      and (share.part = 'final' or new.final_payment <= coalesce(old.final_payment, 0)) then
      perform private.write_tax_document(gen_random_uuid(), payment, said -> 'document');
    end if;
  end loop;
  return null;
end
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
    total := coalesce(total, least(private.creditable(cancelled), case when private.payment_amount(p_payment) < 0
      then private.documented(p_payment) - private.payment_amount(p_payment) end));
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

CREATE OR REPLACE FUNCTION public.order_payments (
  p_order_id uuid
)
  RETURNS TABLE (
    id         uuid,
    created_at timestamp with time zone,
    method     text,
    amount     bigint,
    orders     integer,
    corrects   uuid,
    corrected  boolean,
    created_by text,
    reference  text,
    note       text,
    receipt    text,
    documents  jsonb
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  by_staff constant boolean := private.may('desk');
begin
  if not by_staff and not exists (
    select from public.service_orders o where o.id = p_order_id and o.customer_rut = private.my_rut()
  ) then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  return query
    select p.id, p.created_at, p.method,
      (select sum(s.amount) from private.payment_shares s where s.payment_id = p.id and s.order_id = p_order_id)::bigint,
      (select count(distinct s.order_id) from private.payment_shares s where s.payment_id = p.id)::integer,
      p.corrects, exists (select from private.payments c where c.corrects = p.id),
      case when by_staff then n.full_name end, case when by_staff then p.reference end,
      case when by_staff then p.note end, private.receipt_link(p_order_id, p.id),
      private.shown_documents(p.id, by_staff)
    from private.payments p left join public.staff_names n on n.id = p.created_by
    where p.id in (select s.payment_id from private.payment_shares s where s.order_id = p_order_id)
    order by p.created_at, p.id;
end
$function$;

REVOKE ALL ON FUNCTION "public"."order_payments"(uuid) FROM PUBLIC, "anon", "service_role";

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
declare
  asked private.tax_documents;
  words text := left(p_answer, 300);
  again timestamptz := p_retry_at;
begin
  perform from private.payments p where p.id = (
    select d.payment_id from private.tax_documents d where d.id = p_id) for update;
  select * into asked from private.tax_documents d where d.id = p_id for update;
  if p_folio between 1 and 9999999999 and asked.state in ('queued', 'rejected') then
    begin
      update private.tax_documents d set state = 'accepted', folio = p_folio where d.id = p_id;
      update private.tax_requests r set locked_until = null, answer = null where r.document_id = p_id;
      return;
    exception
      when unique_violation then
        words := 'El proveedor respondió el folio ' || p_folio || ', que ya está en la orden '
          || left(private.folio_orders(asked.kind, p_folio), 100);
        if exists (select from private.tax_documents d
          where d.kind = asked.kind and d.folio = p_folio and d.state = 'recorded') then
          words := words || ': si ahí es un error, anúlalo ahí y reintenta aquí.';
          again := now() + interval '1 hour';
        else
          words := words || ': avísale al proveedor y reintenta.';
          again := null;
        end if;
      when check_violation then
        words := 'El proveedor lo emitió con el folio ' || p_folio
          || ', pero el pago ya tiene otro documento: anúlalo donde el proveedor.';
        again := null;
    end;
  elsif p_folio is not null then
    words := 'El proveedor respondió un folio que no sirve: ' || p_folio || '.';
  end if;
  if asked.state = 'queued' then
    update private.tax_documents d set state = 'rejected' where d.id = p_id and again is null;
    update private.tax_requests r
    set locked_until = null, next_attempt_at = coalesce(again, r.next_attempt_at), answer = words
    where r.document_id = p_id;
  elsif asked.state = 'rejected' and p_folio is not null then
    update private.tax_requests r set answer = words where r.document_id = p_id;
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION public.retry_tax_document (
  p_id          uuid,
  p_document_id uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  asked private.tax_documents;
begin
  perform private.require('orders.receive-payment');
  if not private.claim_request(p_id, 'retry_tax_document', to_jsonb(p_document_id), 'el documento quedó pedido otra vez')
  then
    return;
  end if;
  perform from private.payments p where p.id = (
    select d.payment_id from private.tax_documents d where d.id = p_document_id) for update;
  select * into asked from private.tax_documents d where d.id = p_document_id for update;
  if not found then
    raise exception 'Este documento no existe.' using errcode = 'P0002';
  end if;
  if asked.state not in ('queued', 'rejected') then
    raise exception 'Este documento ya no espera al proveedor. Recarga la orden.' using errcode = '23514';
  end if;
  perform private.require_provider(asked.kind);
  update private.tax_documents d set state = 'queued' where d.id = p_document_id;
end
$function$;

REVOKE ALL ON FUNCTION "public"."retry_tax_document"(uuid, uuid) FROM PUBLIC, "anon", "service_role";

CREATE TRIGGER ask_provider
  AFTER INSERT OR UPDATE OF state ON private.tax_documents
  FOR EACH ROW
  WHEN ((new.state = 'queued'::text))
  EXECUTE FUNCTION private.ask_provider();

CREATE TRIGGER check_tax_document_again
  BEFORE UPDATE ON private.tax_documents
  FOR EACH ROW
  WHEN (((old.state = 'rejected'::text) AND (new.state <> 'rejected'::text)))
  EXECUTE FUNCTION private.check_tax_document();

CREATE TRIGGER wake_sender
  AFTER INSERT OR UPDATE OF state ON private.tax_documents
  FOR EACH ROW
  WHEN ((new.state = 'queued'::text))
  EXECUTE FUNCTION private.wake_sender();

REVOKE ALL ON FUNCTION "private"."ask_provider"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."ask_provider"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."ask_provider"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."creditable_net"(private.tax_documents) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."creditable_net"(private.tax_documents) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."creditable_net"(private.tax_documents) TO "postgres";

REVOKE ALL ON FUNCTION "private"."folio_orders"(text, bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."folio_orders"(text, bigint) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."folio_orders"(text, bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."require_provider"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_provider"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_provider"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."shown_documents"(uuid, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."shown_documents"(uuid, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."shown_documents"(uuid, boolean) TO "postgres";

REVOKE ALL ON FUNCTION "private"."write_tax_document"(uuid, uuid, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."write_tax_document"(uuid, uuid, jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."write_tax_document"(uuid, uuid, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."write_tax_document"(uuid, uuid, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."order_payments"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."order_payments"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."order_payments"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."retry_tax_document"(uuid, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."retry_tax_document"(uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."retry_tax_document"(uuid, uuid) TO "postgres";

-- Without a new version: no form that is open meets a conflict.
ALTER TABLE "public"."setting_sections" DISABLE TRIGGER USER;
update public.setting_sections s set value = s.value || '{"electronicDocuments": false}'
where s.section = 'desk' and not s.value ? 'electronicDocuments';
ALTER TABLE "public"."setting_sections" ENABLE TRIGGER USER;
update public.setting_changes c set after = s.value
from public.setting_sections s
where s.section = 'desk' and c.section = s.section and c.version = 1
  and not exists (select from public.profiles);
