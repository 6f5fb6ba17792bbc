-- Who has no RUT is known by a document of another country (ORD-102): 'AR/AAB123456' in the place of the RUT. What
-- goes by the RUT (earlier orders, warranty returns, anonymisation) goes by the document with its country; accounts have
-- RUTs only, so that none is tied to such an order.

create function private.is_document(value text) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select value ~ '^[A-Z]{2}/[A-Z0-9]{3,20}$'
$$;
grant execute on function private.is_document to anon, authenticated, service_role;

create or replace function private.normalize_rut(value text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select case
    when typed ~ '^\s*[A-Z]{2}\s*/' then
      left(ltrim(typed), 2) || '/' || regexp_replace(split_part(typed, '/', 2), '[^A-Z0-9]', '', 'g')
    when compact = '' then value
    when length(compact) >= 2 then left(compact, -1) || '-' || right(compact, 1)
    else compact
  end
  from (
    select upper(coalesce(private.plain_marks(value), '')) as typed,
      upper(regexp_replace(coalesce(private.plain_marks(value), ''), '[.\s-]', '', 'g')) as compact
  ) as cleaned
$$;

alter table public.service_orders drop constraint service_orders_customer_rut_check;
alter table public.service_orders add constraint service_orders_customer_rut_check
  check (private.is_rut(customer_rut) or private.is_document(customer_rut));
