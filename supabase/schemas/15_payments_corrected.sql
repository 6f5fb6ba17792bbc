-- Corrections of payments (PAY-03, PAY-12).

-- Takes back the shares of a payment in orders that were deleted since: of these the ledger alone is left.
create function private.correct_gone_shares(p_id uuid, p_payment uuid) returns void
language plpgsql security definer set search_path = '' as $$
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
$$;
revoke all on function private.correct_gone_shares from public, anon, authenticated;
grant execute on function private.correct_gone_shares to authenticated;

-- Adds the counter-entry of a payment that was recorded by mistake, in all of its orders, once for each id. Those that
-- were deleted meanwhile are corrected with the others; one of which no order is left is not. Answers whether it did, as
-- give_back. Admins and receptionists only.
create function public.correct_payment(p_id uuid, p_payment_id uuid, p_reason text, p_till text default '')
  returns boolean
language plpgsql set search_path = '' as $$
declare
  share record;
  o public.service_orders;
  held uuid[];
  rule text;
  drawer text;
begin
  perform private.require('orders.receive-payment');
  if not private.claim_row(p_id, 'correct_payment', jsonb_build_array(p_payment_id, p_reason, p_till),
    'el pago quedó corregido') then
    return coalesce(private.request_result(p_id)::boolean, true);
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
  begin
    perform private.begin_payment(p_id, held, jsonb_build_object('payment_note', p_reason, 'payment_till', p_till),
      p_payment_id);
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
  exception when check_violation then
    get stacked diagnostics rule = constraint_name, drawer = column_name;
    if rule <> 'drawer_cash' then
      raise;
    end if;
    perform private.keep_refused_cash(p_id, drawer::uuid,
      (select sum(s.advance + s.final) from private.shares_of(p_payment_id) as s)::bigint,
      (select left('Corrección de un pago de la orden ' || string_agg('#' || private.format_order_number(s.order_number),
        ', ' order by s.order_number), 500) from public.service_orders s where s.id = any (held)));
    return false;
  end;
  return true;
end
$$;
revoke all on function public.correct_payment from public, anon, authenticated;
grant execute on function public.correct_payment to authenticated;
