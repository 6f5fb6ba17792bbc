-- Tax documents that a provider issues (TAX-07): they wait in the ledger without a folio, and the sender of messages
-- hands them over. A document is given under its id, which the provider answers with the same folio however often it
-- comes, so that an answer that was lost is asked for again, and so that asking again after a rejection issues no other.

create table private.tax_requests (
  document_id uuid primary key references private.tax_documents (id),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  locked_until timestamptz,
  -- The provider's last words, unless it accepted.
  answer text check (length(answer) <= 300)
);
create index tax_requests_due on private.tax_requests (next_attempt_at);
alter table private.tax_requests enable row level security;

-- Refuses a document that no provider issues.
create function private.require_provider(p_kind text) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if (select s.value -> 'electronicDocuments' from public.setting_sections s where s.section = 'desk')
    is distinct from 'true' then
    raise exception 'La emisión electrónica está apagada en Ajustes. Escribe el folio.' using errcode = '23514';
  end if;
  if p_kind = 'voucher' then
    raise exception 'Un voucher lo emite el terminal de pago: escribe su folio.' using errcode = '23514';
  end if;
end
$$;

-- Who is queued is asked for now, with the attempts of a new one.
create function private.ask_provider() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.tax_requests (document_id) values (new.id)
  on conflict (document_id) do update set attempts = 0, next_attempt_at = excluded.next_attempt_at, answer = null;
  return null;
end
$$;
revoke all on function private.require_provider, private.ask_provider from public, anon, authenticated;
create trigger ask_provider after insert or update of state on private.tax_documents
  for each row when (new.state = 'queued') execute function private.ask_provider();
create trigger wake_sender after insert or update of state on private.tax_documents
  for each row when (new.state = 'queued') execute function private.wake_sender();

-- Asks the provider again, at once, for a document that it rejected or has not answered yet, once for each id: under
-- the document's own id, so that one that it issued after all is not issued twice. Admins and receptionists only.
create function public.retry_tax_document(p_id uuid, p_document_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  asked private.tax_documents;
begin
  perform private.require('orders.receive-payment');
  if not private.claim_request(p_id, 'retry_tax_document', jsonb_build_array(p_document_id), 'el documento quedó pedido otra vez')
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
$$;
revoke all on function public.retry_tax_document from public, anon, authenticated;
grant execute on function public.retry_tax_document to authenticated;

-- Claims documents for one sender. One whose sender died is due again once its lock has run out.
create function public.claim_tax_documents(p_limit integer default 10, p_lock_seconds integer default 120)
returns table (id uuid, attempts integer, document jsonb)
language sql security definer set search_path = '' as $$
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
$$;

-- Records what the provider answered: a folio, a refusal in words, or, with p_retry_at, that it is asked again then.
-- The first folio stays, and one that comes after a refusal is not lost. A folio that somebody wrote by hand elsewhere
-- keeps the document waiting, since it was issued; one of another document of the provider is no answer.
create function public.record_tax_answer(p_id uuid, p_folio bigint, p_answer text, p_retry_at timestamptz)
  returns void
language plpgsql security definer set search_path = '' as $$
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
$$;

-- The documents of the provider for the page 'Estado': whether the shop has one, how many wait for it and since when,
-- when the first of them should have been asked, and how many it rejected.
create function private.tax_facts() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'electronic', coalesce((select s.value -> 'electronicDocuments' = 'true' from public.setting_sections s
      where s.section = 'desk'), false),
    'queued', count(*) filter (where d.state = 'queued'),
    'rejected', count(*) filter (where d.state = 'rejected'),
    'oldest_at', min(d.created_at) filter (where d.state = 'queued'),
    'overdue_at', min(greatest(r.next_attempt_at, r.locked_until)) filter (where d.state = 'queued'))
  from private.tax_documents d left join private.tax_requests r on r.document_id = d.id
  where d.state in ('queued', 'rejected')
$$;
revoke all on function private.tax_facts from public, anon, authenticated;

-- In how many milliseconds the next document is due, a day at most; null if none waits.
create function public.next_tax_document_in() returns integer
language sql stable security definer set search_path = '' as $$
  select least(greatest(ceil(extract(epoch from w.due - clock_timestamp()) * 1000), 0), 86400000)::integer
  from (
    select min(greatest(r.next_attempt_at, r.locked_until)) as due
    from private.tax_requests r join private.tax_documents d on d.id = r.document_id where d.state = 'queued'
  ) as w
  where w.due is not null
$$;
revoke all on function public.claim_tax_documents, public.record_tax_answer, public.next_tax_document_in
  from public, anon, authenticated;
grant execute on function public.claim_tax_documents, public.record_tax_answer, public.next_tax_document_in
  to service_role;
