-- The customer's card (CARD, decision 69): what the shop knows of a RUT that no order says, and what follows from its
-- orders: balances, devices, the monthly statement. Here, and not beside 18_order_customers, since a RUT of repeated
-- digits (22_customer_ties) has none.

-- Exists where somebody wrote something: what orders say is derived and never copied.
create table private.customer_cards (
  rut text primary key check ((private.is_rut(rut) or private.is_document(rut)) and not private.is_repeated_rut(rut)),
  is_company boolean not null default false,
  -- An invoice's razón social and giro.
  business_name text not null default '' check (length(business_name) <= 200),
  business_activity text not null default '' check (length(business_activity) <= 200),
  -- The shop's own.
  notes text not null default '' check (length(notes) <= 5000),
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  updated_by uuid references public.staff_names (id)
);
create index customer_cards_updated_by on private.customer_cards (updated_by);
create index customer_cards_name on private.customer_cards
  using gin (private.fold(business_name) extensions.gin_trgm_ops);
alter table private.customer_cards enable row level security;

-- The people of a company. Public, so that an order is read with the name of its contact.
create table public.customer_contacts (
  id uuid primary key default gen_random_uuid(),
  rut text not null references private.customer_cards (rut) on delete cascade on update cascade,
  name text not null check (length(trim(name)) between 1 and 200),
  phone text not null default '' check (length(phone) <= 40),
  email text not null default '' check (email = '' or private.is_email(email)),
  -- Their position there.
  role text not null default '' check (length(role) <= 120),
  created_at timestamptz not null default now(),
  -- Since when it is offered no more: it stays for the orders that name it.
  removed_at timestamptz,
  version integer not null default 1
);
create index customer_contacts_rut on public.customer_contacts (rut);
create index customer_contacts_phone on public.customer_contacts (private.phone_key(phone));
create index customer_contacts_found on public.customer_contacts
  using gin (private.search_phone(phone) extensions.gin_trgm_ops, private.fold(name) extensions.gin_trgm_ops);
alter table public.customer_contacts enable row level security;
select private.require_session('public.customer_contacts');
revoke all on public.customer_contacts from anon, authenticated;
grant all on public.customer_contacts to service_role;
grant select on public.customer_contacts to authenticated;
create policy "staff read" on public.customer_contacts for select to authenticated
  using ((select private.may('people.see')));
create trigger as_readable before insert or update on public.customer_contacts
  for each row execute function private.as_readable();
create trigger clean_numbers before insert or update of phone on public.customer_contacts
  for each row execute function private.clean_numbers();

-- The contact that an order is for is one of its customer. Orders come before contacts, so that the key is here.
alter table public.service_orders add constraint service_orders_contact_id_fkey
  foreign key (contact_id) references public.customer_contacts (id);

create function private.settle_contact() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Locked: who takes the contact off the card at the same moment waits, or has done so.
  perform from public.customer_contacts c where c.id = new.contact_id and c.rut = new.customer_rut
    and (c.removed_at is null or tg_op = 'UPDATE' and new.contact_id = old.contact_id) for share;
  if found then
    return new;
  end if;
  if tg_op = 'UPDATE' and new.contact_id = old.contact_id then
    -- The order is another customer's now.
    new.contact_id := null;
    return new;
  end if;
  raise exception 'Ese contacto ya no está en la ficha del cliente. Elige otro.' using errcode = '23514';
end
$$;
-- The contact of an order that was chosen or changed, by name, as { contact: [before, after] }; {} for none.
create function private.contact_change(before uuid, after uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select case when before is distinct from after then jsonb_build_object('contact', jsonb_build_array(
    (select c.name from public.customer_contacts c where c.id = before),
    (select c.name from public.customer_contacts c where c.id = after))) else '{}' end
$$;
revoke all on function private.contact_change from public, anon, authenticated;
-- Their name comes after guard_service_order, which writes the RUT as it is stored.
create trigger settle_contact before insert or update of contact_id, customer_rut on public.service_orders
  for each row when (new.contact_id is not null) execute function private.settle_contact();

-- A RUT that is corrected on the last order that had it takes its card along, which nobody would find again, to a RUT
-- that nobody else has: what is known of one customer never becomes another's. Named to come before settle_contact.
create function private.move_customer_card() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update private.customer_cards c set rut = new.customer_rut
  where c.rut = old.customer_rut and not private.is_repeated_rut(new.customer_rut)
    and not exists (select from private.customer_cards k where k.rut = new.customer_rut)
    and not exists (select from public.service_orders o
      where o.customer_rut in (old.customer_rut, new.customer_rut) and o.id <> new.id)
    and not exists (select from public.profiles p
      where p.rut in (old.customer_rut, new.customer_rut) and p.rut_verified_at is not null);
  return new;
end
$$;
create trigger move_customer_card before update of customer_rut on public.service_orders
  for each row when (old.customer_rut is distinct from new.customer_rut and new.anonymized_at is null)
    execute function private.move_customer_card();

-- The customer of an account's or order's id (CUST-31): an address names nobody. rut: null for an account that
-- has proved none, and for an order whose RUT is of repeated digits, which then stands for its person.
create type private.customer as (rut text, order_id uuid, account_id uuid);
create function private.customer_of(p_id uuid) returns private.customer
language sql stable security definer set search_path = '' as $$
  select (case when p.rut_verified_at is not null then p.rut end, null, p.id)::private.customer
  from public.profiles p where p.id = p_id and p.role = 'customer'
  union all
  select (case when not private.is_repeated_rut(o.customer_rut) then o.customer_rut end,
    case when private.is_repeated_rut(o.customer_rut) then o.id end,
    (select a.id from public.profiles a where a.rut = o.customer_rut and a.rut_verified_at is not null
      and a.role = 'customer'))::private.customer
  from public.service_orders o where o.id = p_id
  limit 1
$$;

-- The balance of an order; negative for a refund due. shared/src/orders/payments.ts has the same rule.
create function private.order_balance(p_status text, p_total bigint, p_advance bigint, p_final bigint) returns bigint
language sql immutable parallel safe set search_path = '' as $$
  select case when p_status in ('rejected', 'cancelled') then 0 else coalesce(p_total, 0) end - p_advance - p_final
$$;
revoke all on function private.settle_contact, private.move_customer_card, private.customer_of, private.order_balance
  from public, anon, authenticated;
grant execute on function private.order_balance to authenticated, service_role;
-- A company's few orders with a balance, among thousands without.
create index service_orders_balance on public.service_orders (customer_rut, created_at)
  where private.order_balance(status, total_amount, advance_payment, final_payment) <> 0;

-- A customer, by the id of an account or of one of the orders: { rut, account, name, phones, address, orders, newest,
-- owed, owed_delivered, refund, card, contacts, reminders: { wanted, said_at, said_via, said_by } }. account, card: null
-- for none. Staff only.
create function public.customer_record(p_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  who private.customer;
  facts jsonb;
begin
  perform private.require('people.see');
  who := private.customer_of(p_id);
  if (who.rut, who.order_id, who.account_id) is null then
    raise exception 'No encontramos a este cliente.' using errcode = 'P0002';
  end if;
  with latest as materialized (
    select o.* from public.service_orders o where o.customer_rut = who.rut or o.id = who.order_id
    order by o.created_at desc, o.id desc limit 20
  ), newest as (
    select * from latest order by created_at desc, id desc limit 1
  ), open_balances as (
    select o.status, private.order_balance(o.status, o.total_amount, o.advance_payment, o.final_payment) as balance
    from public.service_orders o
    where (o.customer_rut = who.rut or o.id = who.order_id)
      and private.order_balance(o.status, o.total_amount, o.advance_payment, o.final_payment) <> 0
  )
  select jsonb_build_object(
    'name', (select n.customer_name from newest n), 'newest', (select n.id from newest n),
    'order_rut', (select n.customer_rut from newest n),
    'is_anonymized', coalesce((select n.anonymized_at is not null from newest n), false),
    'address', (select l.customer_address from latest l where l.customer_address <> ''
      order by l.created_at desc, l.id desc limit 1),
    'phones', (select coalesce(jsonb_agg(t.phone order by t.last desc, t.second), '[]') from (
      select k.phone, max(l.created_at) as last, min(k.second) as second from latest l
      cross join lateral (values (l.customer_phone, 0), (l.second_phone, 1)) as k (phone, second)
      where k.phone <> '' group by k.phone) as t),
    'orders', (select count(*) from public.service_orders o where o.customer_rut = who.rut or o.id = who.order_id),
    'owed', (select coalesce(sum(b.balance) filter (where b.balance > 0), 0) from open_balances b),
    'owed_delivered', (select coalesce(sum(b.balance) filter (where b.balance > 0 and b.status = 'delivered'), 0)
      from open_balances b),
    'refund', (select coalesce(-sum(b.balance) filter (where b.balance < 0), 0) from open_balances b)
  ) into facts;
  return facts || jsonb_build_object(
    'rut', who.rut,
    'account', (select jsonb_build_object('id', p.id, 'full_name', p.full_name, 'email', p.email, 'rut', p.rut,
        'phone', p.phone, 'address', p.address, 'rut_verified_at', p.rut_verified_at)
      from public.profiles p where p.id = who.account_id),
    'card', (select jsonb_build_object('is_company', c.is_company, 'business_name', c.business_name,
        'business_activity', c.business_activity, 'notes', c.notes, 'version', c.version, 'updated_at', c.updated_at,
        'updated_by', (select n.full_name from public.staff_names n where n.id = c.updated_by))
      from private.customer_cards c where c.rut = who.rut),
    'contacts', (select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'phone', c.phone,
        'email', c.email, 'role', c.role, 'version', c.version) order by c.created_at, c.id), '[]')
      from public.customer_contacts c where c.rut = who.rut and c.removed_at is null),
    'reminders', private.reminder_consent(p_id));
end
$$;

-- A page of a customer's orders, newest first; p_payable: those for which money may be received, oldest first. total: on
-- all pages. Staff only.
create function public.customer_orders(
  p_id uuid, p_payable boolean default false, p_limit integer default 20, p_offset integer default 0
) returns table (
  id uuid, order_number integer, created_at timestamptz, status text, equipment_type text, equipment_brand text,
  equipment_model text, imei text, total_amount bigint, advance_payment bigint, final_payment bigint,
  promised_at timestamptz, at_risk_from timestamptz, customer_reference text, payable bigint, total bigint
)
language plpgsql stable security definer set search_path = '' as $$
declare
  who private.customer;
  page_size constant integer := least(greatest(coalesce(p_limit, 20), 1), 50);
begin
  perform private.require('people.see');
  who := private.customer_of(p_id);
  return query
    select o.id, o.order_number, o.created_at, o.status, o.equipment_type, o.equipment_brand, o.equipment_model,
      coalesce(o.imei, ''), o.total_amount, o.advance_payment, o.final_payment, o.promised_at, o.at_risk_from,
      coalesce(o.customer_reference, ''), private.payable(o), count(*) over ()
    from public.service_orders o
    where (o.customer_rut = who.rut or o.id = who.order_id) and (not p_payable
      or private.order_balance(o.status, o.total_amount, o.advance_payment, o.final_payment) > 0)
    order by case when p_payable then o.created_at end, o.created_at desc, o.id
    limit page_size offset private.rows_skipped(p_offset, page_size);
end
$$;

-- A page of a customer's devices, each once by its IMEI or serial number, else by brand and model, those that came last
-- first. order_id: of the newest order. Staff only.
create function public.customer_devices(p_id uuid, p_limit integer default 20, p_offset integer default 0)
returns table (
  order_id uuid, equipment_type text, equipment_brand text, equipment_model text, imei text, orders bigint,
  last_at timestamptz, total bigint
)
language plpgsql stable security definer set search_path = '' as $$
declare
  who private.customer;
  page_size constant integer := least(greatest(coalesce(p_limit, 20), 1), 50);
begin
  perform private.require('people.see');
  who := private.customer_of(p_id);
  return query
    select n.id, n.equipment_type, n.equipment_brand, n.equipment_model, coalesce(n.imei, ''), d.orders, d.last_at,
      d.total
    from (
      select (array_agg(o.id order by o.created_at desc, o.id))[1] as newest, count(*) as orders,
        max(o.created_at) as last_at, count(*) over () as total
      from public.service_orders o where o.customer_rut = who.rut or o.id = who.order_id
      group by coalesce(nullif(lower(o.imei), ''),
        lower(o.equipment_type || '|' || trim(o.equipment_brand) || '|' || trim(o.equipment_model)))
      order by max(o.created_at) desc, 1
      limit page_size offset private.rows_skipped(p_offset, page_size)
    ) as d
    join public.service_orders n on n.id = d.newest
    order by d.last_at desc, d.newest;
end
$$;

-- The RUT whose card is written, by the id of an account or of an order; refuses those that identify nobody.
create function private.card_rut(p_customer uuid) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  who constant private.customer := private.customer_of(p_customer);
begin
  if (who.rut, who.order_id, who.account_id) is null then
    raise exception 'Este cliente ya no existe: su orden o su cuenta se eliminó. No se guardó nada.' using errcode = 'P0002';
  end if;
  if who.rut is null then
    raise exception 'Sin un RUT propio no hay ficha: corrige el RUT de la orden, o confirma el de la cuenta.'
      using errcode = '23514';
  end if;
  if private.is_anonymized(p_customer) then
    raise exception 'Los datos de este cliente se suprimieron: no se escribe nada más sobre él.' using errcode = '23514';
  end if;
  return who.rut;
end
$$;

-- Writes a customer's card, once for each request id. p_seen: the version that the form has read, 0 for none; a card
-- that somebody else has changed since is not overwritten. Admins and receptionists only.
create function public.save_customer_card(
  p_id uuid, p_customer uuid, p_seen integer, p_is_company boolean, p_business_name text default '',
  p_business_activity text default '', p_notes text default ''
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_name constant text := coalesce(private.written(private.without_controls(p_business_name, false)), '');
  v_activity constant text := coalesce(private.written(private.without_controls(p_business_activity, false)), '');
  v_notes constant text := coalesce(private.written(private.without_controls(p_notes, true)), '');
  v_rut text;
begin
  perform private.require('customers.change');
  -- Without the version: a form that did not hear its answer has read its own card when it sends once more.
  if not private.claim_request(p_id, 'save_customer_card',
    jsonb_build_array(p_customer, p_is_company, v_name, v_activity, v_notes), 'la ficha quedó guardada') then
    return;
  end if;
  if length(v_name) > 200 or length(v_activity) > 200 then
    raise exception 'La razón social y el giro pueden tener hasta 200 letras.' using errcode = '23514';
  end if;
  if length(v_notes) > 5000 then
    raise exception 'Las notas pueden tener hasta 5.000 letras.' using errcode = '23514';
  end if;
  v_rut := private.card_rut(p_customer);
  if p_seen = 0 then
    insert into private.customer_cards (rut, is_company, business_name, business_activity, notes, updated_by)
    values (v_rut, coalesce(p_is_company, false), v_name, v_activity, v_notes, (select auth.uid()))
    on conflict do nothing;
  else
    update private.customer_cards c
    set is_company = coalesce(p_is_company, false), business_name = v_name, business_activity = v_activity,
      notes = v_notes, version = c.version + 1, updated_at = now(), updated_by = (select auth.uid())
    where c.rut = v_rut and c.version = p_seen;
  end if;
  if not found then
    raise exception 'Otra persona cambió la ficha mientras tanto. Revisa en qué quedó y guarda de nuevo.'
      using errcode = '23514';
  end if;
end
$$;

-- Adds a contact, whose id becomes the request's, or changes one, once for each request id. p_seen: its version that the
-- form has read; one that somebody else has changed since is not overwritten. Admins and receptionists only.
create function public.save_customer_contact(
  p_id uuid, p_customer uuid, p_name text, p_phone text default '', p_email text default '', p_role text default '',
  p_contact uuid default null, p_seen integer default 0
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_name constant text := private.written(private.without_controls(p_name, false));
  v_phone constant text := coalesce(private.written(private.without_controls(p_phone, false)), '');
  v_email constant text := coalesce(lower(private.written(p_email)), '');
  v_role constant text := coalesce(private.written(private.without_controls(p_role, false)), '');
  v_rut text;
begin
  perform private.require('customers.change');
  -- Without the version, as a card.
  if not private.claim_request(p_id, 'save_customer_contact',
    jsonb_build_array(p_customer, p_contact, v_name, v_phone, v_email, v_role), 'el contacto quedó guardado') then
    return;
  end if;
  if v_name is null or length(v_name) > 200 then
    raise exception 'Escribe el nombre del contacto, de hasta 200 letras.' using errcode = '23514';
  end if;
  if length(v_phone) > 40 then
    raise exception 'El teléfono puede tener hasta 40 letras.' using errcode = '23514';
  end if;
  if v_email <> '' and not private.is_email(v_email) then
    raise exception 'El correo no es válido.' using errcode = '23514';
  end if;
  if length(v_role) > 120 then
    raise exception 'El cargo puede tener hasta 120 letras.' using errcode = '23514';
  end if;
  v_rut := private.card_rut(p_customer);
  if p_contact is not null then
    update public.customer_contacts c
    set name = v_name, phone = v_phone, email = v_email, role = v_role, version = c.version + 1
    where c.id = p_contact and c.rut = v_rut and c.removed_at is null and c.version = p_seen;
    if not found then
      if exists (select from public.customer_contacts c
        where c.id = p_contact and c.rut = v_rut and c.removed_at is null) then
        raise exception 'Otra persona cambió este contacto mientras tanto. Revisa en qué quedó y guarda de nuevo.'
          using errcode = '23514';
      end if;
      raise exception 'Este contacto ya no está en la ficha: alguien lo quitó. Si guardas otra vez, se agrega de nuevo.'
        using errcode = 'P0002';
    end if;
    return;
  end if;
  insert into private.customer_cards (rut, updated_by) values (v_rut, (select auth.uid())) on conflict do nothing;
  -- Of two at once the second waits, and then counts the first.
  perform from private.customer_cards c where c.rut = v_rut for no key update;
  if (select count(*) from public.customer_contacts c where c.rut = v_rut and c.removed_at is null) >= 50 then
    raise exception 'La ficha ya tiene 50 contactos. Quita uno para agregar otro.' using errcode = '23514';
  end if;
  insert into public.customer_contacts (id, rut, name, phone, email, role)
  values (coalesce(p_id, gen_random_uuid()), v_rut, v_name, v_phone, v_email, v_role)
  on conflict (id) do nothing;
  if not found then
    perform private.refuse_id();
  end if;
end
$$;

-- Takes a contact off its card. Orders that name it still do. Admins and receptionists only.
create function public.remove_customer_contact(p_contact uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require('customers.change');
  update public.customer_contacts c set removed_at = now()
  where c.id = p_contact and c.removed_at is null
    and exists (select from public.service_orders o where o.contact_id = p_contact);
  delete from public.customer_contacts c where c.id = p_contact
    and not exists (select from public.service_orders o where o.contact_id = p_contact);
end
$$;

revoke all on function private.card_rut, public.customer_record, public.customer_orders, public.customer_devices,
  public.save_customer_card, public.save_customer_contact, public.remove_customer_contact
  from public, anon, authenticated;
grant execute on function public.customer_record, public.customer_orders, public.customer_devices,
  public.save_customer_card, public.save_customer_contact, public.remove_customer_contact
  to authenticated;
