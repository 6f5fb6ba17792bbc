-- Payments (PAY, decision 65): what was received for orders and given back, by method. Rows are added and never
-- changed: what was wrong is made good by a counter-entry. An order's advance_payment and final_payment are the sums of
-- its shares, since one trigger writes the shares, whoever writes the columns.

create table private.payments (
  id uuid primary key default gen_random_uuid(),
  created_at timestamptz not null default now(),
  -- Null for what came with an import, and for the system.
  created_by uuid references public.staff_names (id),
  -- '': nobody said.
  method text not null default '' check (method in ('', 'cash', 'debit', 'credit', 'transfer', 'other')),
  reference text not null default '' check (length(reference) <= 120),
  note text not null default '' check (length(note) <= 500),
  -- The payment whose counter-entry it is.
  corrects uuid unique references private.payments (id),
  -- The cash drawer that it went through (15_drawers).
  drawer_id uuid references private.drawers (id),
  -- The sum of its shares, whoever writes it (sum_payment): reports of 200,000 payments read no shares.
  amount bigint not null default 0
);
create index payments_created_by on private.payments (created_by);
create index payments_drawer on private.payments (drawer_id) where drawer_id is not null;
alter table private.payments enable row level security;

-- Which orders a payment is for, and which of their columns it is part of. Negative: given back.
create table private.payment_shares (
  payment_id uuid not null references private.payments (id),
  -- No foreign key: the money outlives the order.
  order_id uuid not null,
  part text not null check (part in ('advance', 'final')),
  amount bigint not null check (abs(amount) between 1 and 1000000000),
  primary key (payment_id, order_id, part)
);
create index payment_shares_order on private.payment_shares (order_id);
alter table private.payment_shares enable row level security;
create trigger put_in_drawer before insert on private.payments
  for each row when (new.method <> '') execute function private.put_in_drawer();
create trigger guard_drawer_cash after insert on private.payment_shares
  for each row when (new.amount < 0) execute function private.guard_drawer_cash();

-- What is said of the payment that this transaction writes for an order: { payment_method, payment_reference,
-- payment_note, balance_reason, payment_till, document }; null for none.
create function private.payment_details(p_order_id uuid) returns jsonb
language sql stable set search_path = '' as $$
  select nullif(current_setting('taller.payment_details', true), '')::jsonb -> p_order_id::text
$$;

-- The same as changes of the order's timeline, of which till and document are no part.
create function private.payment_changes(p_order_id uuid) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_object_agg(d.key, jsonb_build_array(null, d.value)), '{}')
  from jsonb_each_text(private.payment_details(p_order_id) - '{document,payment_till}'::text[]) as d where d.value <> ''
$$;
revoke all on function private.payment_details, private.payment_changes from public, anon, authenticated;

-- Checked and trimmed details of a payment. p_details: as above; other keys are dropped. document: of what was received,
-- as private.write_tax_document takes it.
create function private.checked_payment(p_details jsonb) returns jsonb
language plpgsql immutable security definer set search_path = '' as $$
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
$$;

-- Keeps what is said of a payment for the rest of the transaction, for the triggers of these orders.
create function private.say_payment(p_order_ids uuid[], p_details jsonb) returns void
language sql set search_path = '' as $$
  select set_config('taller.payment_details', (
    coalesce(nullif(current_setting('taller.payment_details', true), '')::jsonb, '{}')
    || (select jsonb_object_agg(id, p_details) from unnest(p_order_ids) as id))::text, true)
$$;
revoke all on function private.checked_payment, private.say_payment from public, anon, authenticated;
grant execute on function private.checked_payment, private.say_payment to authenticated, service_role;

-- Takes payment_details out of the row before it is stored: they are the payment's. A document without a payment would
-- be lost.
create function private.move_payment_details() returns trigger
language plpgsql set search_path = '' as $$
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
$$;
create trigger move_payment_details before insert or update on public.service_orders
  for each row when (new.payment_details is not null) execute function private.move_payment_details();

-- The ledger follows the columns. A change is the share of the payment that is being recorded (taller.payment), or a
-- payment of its own; undo_status makes the counter-entry of what the undone change had received.
create function private.write_payments() returns trigger
language plpgsql security definer set search_path = '' as $$
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
        coalesce(said ->> 'payment_note', ''),
        (select undone.id where (select count(*) from private.payment_shares e where e.payment_id = undone.id) = 1)
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
$$;
revoke all on function private.write_payments from public, anon, authenticated;
-- Their names come after record_service_order, which notes the change.
create trigger write_first_payment after insert on public.service_orders
  for each row when (new.advance_payment <> 0 or new.final_payment <> 0) execute function private.write_payments();
create trigger write_payments after update on public.service_orders
  for each row when ((new.advance_payment, new.final_payment)
    is distinct from (old.advance_payment, old.final_payment))
  execute function private.write_payments();

-- The most that may be received for an order now. Without a price yet: any advance.
create function private.payable(o public.service_orders) returns bigint
language sql immutable set search_path = '' as $$
  select case
    when o.status in ('rejected', 'cancelled') then 0
    when coalesce(o.total_amount, 0) = 0 and not o.warranty_repair and o.status = any (private.statuses_in('open'))
      then 1000000000 - o.advance_payment
    else greatest(coalesce(o.total_amount, 0) - o.advance_payment - o.final_payment, 0)
  end
$$;
revoke all on function private.payable from public, anon, authenticated;
grant execute on function private.payable to authenticated;

-- The orders of a payment, with the sums of their columns in it.
create function private.shares_of(p_payment uuid) returns table (order_id uuid, advance bigint, final bigint)
language sql stable security definer set search_path = '' as $$
  select s.order_id, coalesce(sum(s.amount) filter (where s.part = 'advance'), 0)::bigint,
    coalesce(sum(s.amount) filter (where s.part = 'final'), 0)::bigint
  from private.payment_shares s where s.payment_id = p_payment group by s.order_id order by s.order_id
$$;

-- Whether what is written now is the counter-entry of a payment: it says what happened, whatever the order is by now.
create function private.is_correction() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from private.payments p
    where p.id = nullif(current_setting('taller.payment', true), '')::uuid and p.corrects is not null)
$$;

-- Begins a payment: what is written to the columns of these orders from here on are its shares. p_corrects: the caller
-- holds the orders of that payment.
create function private.begin_payment(p_id uuid, p_order_ids uuid[], p_details jsonb, p_corrects uuid default null)
  returns void
language plpgsql security definer set search_path = '' as $$
declare
  said jsonb := private.checked_payment(p_details);
  known private.payments;
begin
  perform private.require('orders.change');
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
    p_corrects)
  on conflict (id) do nothing;
  if not found then perform private.refuse_id(); end if;
  perform set_config('taller.payment', p_id::text, true);
end
$$;

-- Ends it: what is written later in the transaction is none of its shares.
create function private.end_payment() returns void
language sql set search_path = '' as $$
  select set_config('taller.payment', '', true), set_config('taller.payment_details', '', true),
    set_config('taller.till', '', true)
$$;
revoke all on function private.shares_of, private.is_correction, private.begin_payment, private.end_payment
  from public, anon, authenticated;
grant execute on function private.shares_of, private.is_correction, private.begin_payment, private.end_payment
  to authenticated;

-- An order that is paid or paid back, locked, with the caller's rights.
create function private.lock_paid_order(p_id uuid) returns public.service_orders
language plpgsql set search_path = '' as $$
declare
  o public.service_orders;
begin
  select * into o from public.service_orders s where s.id = p_id for update;
  if not found then
    raise exception 'La orden ya no existe: alguien la eliminó. No se registró nada.' using errcode = 'P0002';
  end if;
  return o;
end
$$;
revoke all on function private.lock_paid_order from public, anon, authenticated;
grant execute on function private.lock_paid_order to authenticated;

-- Records what was received, once for each id, which becomes the payment's. p_orders: [{id, amount}], up to 50; before
-- the delivery it is an advance. p_document: its tax document (15_tax_documents), if there is one. p_till: whose drawer
-- cash goes into, if several are open. Admins and receptionists only.
-- This, the next one and correct_payment write with the caller's rights on purpose: the rules are those of the columns.
create function public.take_payment(
  p_id uuid, p_orders jsonb, p_method text, p_reference text default '', p_note text default '',
  p_document jsonb default null, p_till text default ''
) returns void
language plpgsql set search_path = '' as $$
declare
  asked record;
  o public.service_orders;
begin
  perform private.require('orders.receive-payment');
  if jsonb_typeof(p_orders) is distinct from 'array' or jsonb_array_length(p_orders) not between 1 and 50 then
    raise exception 'Elige entre 1 y 50 órdenes.' using errcode = '22023';
  end if;
  perform private.require_shape(p_orders, '[{"id": "uuid", "amount": "bigint"}]');
  if not private.claim_row(p_id, 'take_payment', jsonb_build_array(p_orders, p_method, p_reference, p_note,
    p_document, p_till), 'el pago quedó registrado') then
    return;
  end if;
  -- In one order for everybody, and before the drawer: two payments wait for each other instead of locking up.
  perform private.lock_paid_order(e.id)
  from (select distinct (a ->> 'id')::uuid as id from jsonb_array_elements(p_orders) as a order by 1) as e;
  perform private.begin_payment(p_id, array(select (e ->> 'id')::uuid from jsonb_array_elements(p_orders) as e),
    jsonb_build_object('payment_method', p_method, 'payment_reference', p_reference, 'payment_note', p_note,
      'payment_till', p_till));
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
$$;

-- Records what was given back to the customer of an order, once for each id: of what was paid at the delivery first,
-- then of the advance. p_document: its nota de crédito, if there is one. Answers whether it did: not when less cash is
-- in the drawer, which is kept there, as by move_drawer_cash. Admins and receptionists only.
create function public.give_back(
  p_id uuid, p_order_id uuid, p_amount bigint, p_method text, p_reason text, p_reference text default '',
  p_document jsonb default null, p_till text default ''
) returns boolean
language plpgsql set search_path = '' as $$
declare
  o public.service_orders;
  of_final bigint;
  rule text;
  drawer text;
begin
  perform private.require('orders.receive-payment');
  if not private.claim_row(p_id, 'give_back', jsonb_build_array(p_order_id, p_amount, p_method, p_reason,
    p_reference, p_document, p_till), 'la devolución quedó registrada') then
    return coalesce(private.request_result(p_id)::boolean, true);
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
  of_final := least(p_amount, o.final_payment);
  begin
    perform private.begin_payment(p_id, array[p_order_id], jsonb_build_object('payment_method', p_method,
      'payment_reference', p_reference, 'payment_note', p_reason, 'payment_till', p_till));
    update public.service_orders s
    set final_payment = s.final_payment - of_final, advance_payment = s.advance_payment - (p_amount - of_final)
    where s.id = p_order_id;
    perform private.end_payment();
  exception when check_violation then
    get stacked diagnostics rule = constraint_name, drawer = column_name;
    if rule <> 'drawer_cash' then
      raise;
    end if;
    perform private.keep_refused_cash(p_id, drawer::uuid, p_amount,
      'Devolución de la orden #' || private.format_order_number(o.order_number));
    return false;
  end;
  if p_document is not null then
    perform private.write_tax_document(gen_random_uuid(), p_id, p_document);
  end if;
  return true;
end
$$;

-- The payments of an order, the oldest first: what of each is this order's, for how many orders it was, whether it has
-- a counter-entry, the last part of its receipt's link, and its documents: [{ kind, folio, issued_on, total }]. For the
-- staff, and for the order's own customer without who, reference and note.
create function public.order_payments(p_order_id uuid)
returns table (
  id uuid, created_at timestamptz, method text, amount bigint, orders integer, corrects uuid, corrected boolean,
  created_by text, reference text, note text, receipt text, documents jsonb
)
language plpgsql stable security definer set search_path = '' as $$
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
$$;
revoke all on function public.take_payment, public.give_back, public.order_payments from public, anon, authenticated;
grant execute on function public.take_payment, public.give_back, public.order_payments to authenticated;
