-- Tax documents by number (TAX, decision 68): which boleta, factura, voucher or nota de crédito stands for a payment.
-- They are rows beside the ledger, never changed: what was written wrong is annulled by a row of its own, and what was
-- really issued is cancelled by a nota de crédito. Amounts are positive; a nota de crédito counts against the others.

-- Whether a RUT has its check digit (mod 11), without which no factura is issued.
create function private.is_proved_rut(p_rut text) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select case when p_rut !~ '^[0-9]{7,8}-[0-9K]$' then false else right(p_rut, 1) = (
    select case 11 - sum(d.digit::integer * (2 + (d.place - 1) % 6)) % 11 when 11 then '0' when 10 then 'K'
      else (11 - sum(d.digit::integer * (2 + (d.place - 1) % 6)) % 11)::text end
    from regexp_split_to_table(reverse(split_part(p_rut, '-', 1)), '') with ordinality as d (digit, place)) end
$$;
revoke all on function private.is_proved_rut from public, anon, authenticated;

create table private.tax_documents (
  -- The id of the request that wrote it.
  id uuid primary key,
  created_at timestamptz not null default now(),
  created_by uuid references public.staff_names (id),
  payment_id uuid not null references private.payments (id),
  kind text not null check (kind in ('boleta', 'factura', 'voucher', 'nota_credito')),
  folio bigint check (folio between 1 and 9999999999),
  issued_on date not null check (issued_on >= '2000-01-01'),
  net bigint not null check (net >= 0),
  tax bigint not null check (tax >= 0),
  total bigint not null check (total between 1 and 1000000000),
  -- The recipient of a factura.
  rut text check (private.is_proved_rut(rut)),
  business_name text check (length(business_name) between 1 and 100),
  activity text check (length(activity) between 1 and 40),
  -- The document that a nota de crédito cancels, in whole or in part.
  cancels uuid references private.tax_documents (id),
  -- 'recorded': issued elsewhere and written down here; 'queued', 'accepted', 'rejected': of the electronic provider;
  -- 'annulled': written by mistake.
  state text not null default 'recorded' check (state in ('recorded', 'queued', 'accepted', 'rejected', 'annulled')),
  check (total = net + tax),
  check ((kind = 'factura') = (rut is not null) and num_nonnulls(rut, business_name, activity) in (0, 3)),
  check ((kind = 'nota_credito') = (cancels is not null)),
  check ((folio is null) = (state in ('queued', 'rejected')))
);
-- An annulled document frees its number for the document that really has it.
create unique index tax_documents_folio on private.tax_documents (kind, folio) where state <> 'annulled';
create index tax_documents_pending on private.tax_documents (created_at) where state in ('queued', 'rejected');
create index tax_documents_payment on private.tax_documents (payment_id);
create index tax_documents_issued on private.tax_documents (issued_on);
create index tax_documents_cancels on private.tax_documents (cancels) where cancels is not null;
create index tax_documents_created_by on private.tax_documents (created_by);
create index payments_newest on private.payments (created_at);
alter table private.tax_documents enable row level security;

-- Why a document that was written by mistake does not count.
create table private.tax_annulments (
  document_id uuid primary key references private.tax_documents (id),
  created_at timestamptz not null default now(),
  created_by uuid references public.staff_names (id),
  reason text not null check (length(reason) between 1 and 500)
);
create index tax_annulments_created_by on private.tax_annulments (created_by);
alter table private.tax_annulments enable row level security;

-- The tax in per cent.
create function private.tax_rate() returns integer
language sql stable security definer set search_path = '' as $$
  select coalesce((select (s.value ->> 'taxRate')::integer from public.setting_sections s where s.section = 'shop'), 19)
$$;

-- The net part of a total, rounded to the peso: the tax is the rest, as on a boleta. taxPart of
-- shared/src/orders/quote/quote-lines.ts is the same.
create function private.net_of(p_total bigint, p_rate integer) returns bigint
language sql immutable parallel safe set search_path = '' as $$
  select (200 * p_total + 100 + p_rate) / (2 * (100 + p_rate))
$$;

-- 'boleta N° 1234', as a document is named in a sentence.
create function private.document_name(p_kind text, p_folio bigint) returns text
language sql immutable parallel safe set search_path = '' as $$
  select case p_kind when 'nota_credito' then 'nota de crédito' else p_kind end || coalesce(' N° ' || p_folio, '')
$$;

-- The documented amount of a payment: notas de crédito are subtracted.
create function private.documented(p_payment uuid) returns bigint
language sql stable security definer set search_path = '' as $$
  select coalesce(sum(case d.kind when 'nota_credito' then -d.total else d.total end), 0)::bigint
  from private.tax_documents d where d.payment_id = p_payment and d.state in ('recorded', 'queued', 'accepted')
$$;

-- The amount of a document that a nota de crédito can still cancel.
create function private.creditable(d private.tax_documents) returns bigint
language sql stable security definer set search_path = '' as $$
  select case when d.kind = 'nota_credito' or d.state not in ('recorded', 'accepted') then 0
    else d.total - coalesce((select sum(c.total) from private.tax_documents c
      where c.cancels = d.id and c.state in ('recorded', 'queued', 'accepted')), 0)::bigint end
$$;

-- The net part of that.
create function private.creditable_net(d private.tax_documents) returns bigint
language sql stable security definer set search_path = '' as $$
  select d.net - coalesce((select sum(c.net) from private.tax_documents c
    where c.cancels = d.id and c.state in ('recorded', 'queued', 'accepted')), 0)::bigint
$$;

-- For which amount a payment still needs documents; negative: for which a nota de crédito. What was corrected was not
-- received.
create function private.missing_document(p private.payments) returns bigint
language sql stable security definer set search_path = '' as $$
  select case
    when p.amount > 0 then case when exists (select from private.payments c where c.corrects = p.id) then 0
      else p.amount - private.documented(p.id) end
    else -least(private.documented(p.id) - p.amount, (
      select coalesce(sum(private.creditable(d)), 0)::bigint from private.tax_documents d
      where d.payment_id = p.corrects or p.corrects is null and d.payment_id in (
        select o.payment_id from private.payment_shares o join private.payment_shares s on s.order_id = o.order_id
        where s.payment_id = p.id)))
  end
$$;
revoke all on function private.tax_rate, private.net_of, private.document_name, private.documented,
  private.creditable, private.creditable_net, private.missing_document from public, anon, authenticated;

-- Holds for every writer: documents never exceed their payment, notas de crédito neither the money that went back nor
-- what they cancel. A rejected one that counts again is a new one. Payments are locked before documents.
create function private.check_tax_document() returns trigger
language plpgsql security definer set search_path = '' as $$
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
$$;
create trigger check_tax_document before insert on private.tax_documents
  for each row execute function private.check_tax_document();
create trigger check_tax_document_again before update on private.tax_documents
  for each row when (old.state = 'rejected' and new.state <> 'rejected')
  execute function private.check_tax_document();

-- Nothing of a document changes but its state: once its folio comes it is accepted, and nothing else comes of it. A
-- rejected one may be asked for again, and one that the provider issued although it was rejected has its folio.
create function private.keep_tax_document() returns trigger
language plpgsql set search_path = '' as $$
begin
  if to_jsonb(new) - array['state', 'folio'] <> to_jsonb(old) - array['state', 'folio']
    or (new.folio is distinct from old.folio and old.folio is not null)
    or (old.state, new.state) not in (('recorded', 'annulled'), ('queued', 'accepted'), ('queued', 'rejected'),
      ('rejected', 'queued'), ('rejected', 'accepted')) then
    raise exception 'Un documento tributario no se cambia.' using errcode = '23514';
  end if;
  return new;
end
$$;
create trigger keep_tax_document before update on private.tax_documents
  for each row when (new.* is distinct from old.*) execute function private.keep_tax_document();
revoke all on function private.check_tax_document, private.keep_tax_document from public, anon, authenticated;

-- A whole number of a document; null if it is missing or none.
create function private.document_number(p_document jsonb, p_key text) returns bigint
language sql immutable set search_path = '' as $$
  select case when p_document ->> p_key ~ '^[0-9]{1,10}$' then (p_document ->> p_key)::bigint end
$$;

-- The numbers of the orders that have a folio, for a refusal.
create function private.folio_orders(p_kind text, p_folio bigint) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce(string_agg(distinct '#' || private.format_order_number(o.order_number), ', '), 'que se eliminó')
  from private.tax_documents d join private.payment_shares s on s.payment_id = d.payment_id
  join public.service_orders o on o.id = s.order_id
  where d.kind = p_kind and d.folio = p_folio and d.state <> 'annulled'
$$;

-- Writes a document of a payment: { kind, folio, issued_on, total, rut, business_name, activity, cancels }. Without a
-- total it stands for all that still needs one. With { electronic: true } the provider issues it (24_tax_delivery).
create function private.write_tax_document(p_id uuid, p_payment uuid, p_document jsonb) returns void
language plpgsql security definer set search_path = '' as $$
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
$$;
revoke all on function private.document_number, private.folio_orders, private.write_tax_document
  from public, anon, authenticated;
grant execute on function private.write_tax_document to authenticated;

-- Adds the document of a payment, once for each id, which becomes the document's. Admins and receptionists only.
create function public.add_tax_document(p_id uuid, p_payment_id uuid, p_document jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require('orders.receive-payment');
  if private.claim_row(p_id, 'add_tax_document', jsonb_build_array(p_payment_id, p_document),
    'el documento quedó registrado') then
    if exists (select from private.tax_documents d where d.id = p_id) then
      perform private.refuse_id();
    end if;
    perform private.write_tax_document(p_id, p_payment_id, p_document);
  end if;
end
$$;

-- Annuls a document that was written by mistake, once for each id. What was issued is cancelled by a nota de crédito
-- instead. Admins and receptionists only.
create function public.annul_tax_document(p_id uuid, p_document_id uuid, p_reason text) returns void
language plpgsql security definer set search_path = '' as $$
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
      when 'queued' then 'Este documento espera al proveedor: con su folio se anula por una nota de crédito.'
      when 'rejected' then 'El proveedor rechazó este documento: no cuenta, y no hay nada que anular.'
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
$$;

-- The documents of the payments of an order, the oldest first, and for which amount each payment still needs one
-- (negative: a nota de crédito). For the staff.
create function public.order_documents(p_order_id uuid)
returns table (payment_id uuid, missing bigint, documents jsonb)
language plpgsql stable security definer set search_path = '' as $$
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
$$;
-- The documents of a payment for the export of a customer's own data; whom a factura is for only if it is the customer.
create function private.own_documents(p_payment uuid, p_rut text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('tipo', d.kind, 'folio', d.folio, 'fecha', d.issued_on)
    || case when d.rut = p_rut then jsonb_build_object('neto', d.net, 'iva', d.tax, 'total', d.total,
      'razon_social', d.business_name, 'giro', d.activity) else '{}' end order by d.created_at, d.id), '[]')
  from private.tax_documents d where d.payment_id = p_payment and d.state in ('recorded', 'accepted')
$$;
revoke all on function private.own_documents from public, anon, authenticated;
revoke all on function public.add_tax_document, public.annul_tax_document, public.order_documents
  from public, anon, authenticated;
grant execute on function public.add_tax_document, public.annul_tax_document, public.order_documents to authenticated;
