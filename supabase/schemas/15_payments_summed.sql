-- The amount of a payment (PAY-02, REP-29).

-- An amount is no more and no less than the shares, however it is written.
create function private.sum_payment() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.amount := coalesce((select sum(s.amount) from private.payment_shares s where s.payment_id = new.id), 0);
  return new;
end
$$;
create function private.sum_payments_of_shares() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update private.payments p set amount = 0 where p.id in (old.payment_id, new.payment_id);
  return null;
end
$$;
revoke all on function private.sum_payment, private.sum_payments_of_shares from public, anon, authenticated;
create trigger sum_payment before insert or update on private.payments
  for each row execute function private.sum_payment();
create trigger sum_payments_of_shares after insert or update or delete on private.payment_shares
  for each row execute function private.sum_payments_of_shares();
-- Sums must be right however rows come in, as counts of orders are (17_order_counts).
alter table private.payments enable always trigger sum_payment;
alter table private.payment_shares enable always trigger sum_payments_of_shares;
