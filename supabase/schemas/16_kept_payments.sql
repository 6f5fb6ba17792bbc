-- The payments of deleted orders (PAY-06).

-- The money outlives the order, and what was written about it does not: such a payment is of nobody who could be
-- anonymised. The order's timeline keeps the words as long as the rest of what it says (36_retention).
create function private.forget_payment_words() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update private.payments p set reference = '', note = ''
  where (p.reference <> '' or p.note <> '')
    and p.id in (select s.payment_id from private.payment_shares s where s.order_id = old.id)
    and not exists (
      select from private.payment_shares s join public.service_orders o on o.id = s.order_id
      where s.payment_id = p.id);
  update private.tax_annulments a set reason = 'Sin detalle' from private.tax_documents d
  where d.id = a.document_id
    and d.payment_id in (select s.payment_id from private.payment_shares s where s.order_id = old.id)
    and not exists (
      select from private.payment_shares s join public.service_orders o on o.id = s.order_id
      where s.payment_id = d.payment_id);
  return null;
end
$$;
revoke all on function private.forget_payment_words from public, anon, authenticated;
create trigger forget_payment_words after delete on public.service_orders
  for each row execute function private.forget_payment_words();

-- An id has one ledger: once its order was deleted it is no other order's, whoever writes.
create function private.refuse_old_ledger() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- An order that is there was sent again: the primary key says so.
  if exists (select from private.payment_shares s where s.order_id = new.id)
    and not exists (select from public.service_orders o where o.id = new.id) then
    raise exception 'La orden tenía pagos y se eliminó: regístrala de nuevo, con otro identificador.'
      using errcode = '23514';
  end if;
  return new;
end
$$;
revoke all on function private.refuse_old_ledger from public, anon, authenticated;
create trigger refuse_old_ledger before insert on public.service_orders
  for each row execute function private.refuse_old_ledger();
