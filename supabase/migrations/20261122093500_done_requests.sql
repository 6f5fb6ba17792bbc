-- What was asked for under which id, so that the same request sent again after a lost answer is done once (decision 32). The id is made by the
-- form; a request is claimed in the transaction of its effect, so that both are there or neither.

create table private.done_requests (
  -- Part of the key: the id of somebody else means nothing, neither to see nor to take.
  user_id uuid not null references auth.users (id) on delete cascade,
  id uuid not null,
  task text not null,
  -- SHA-256 of what was asked for; the values themselves are nobody's business here.
  arguments bytea not null,
  -- What was done, as the rest of a sentence.
  summary text,
  result jsonb,
  done_at timestamptz not null default now(),
  primary key (user_id, id)
);
create index done_requests_oldest on private.done_requests (done_at);
alter table private.done_requests enable row level security;
revoke all on private.done_requests from public, anon, authenticated;

create function private.refuse_request(p_summary text) returns void
language plpgsql set search_path = '' as $$
begin
  raise exception 'Lo que enviaste antes sí llegó: %. Lo que cambiaste después no se guardó. Revisa cómo quedó antes de enviarlo otra vez.',
    coalesce(p_summary, 'quedó guardado') using errcode = 'PT409';
end
$$;

-- True when the caller asks for this the first time: it is to be done now. False when it is done already. The same id with other arguments is
-- refused: the person is told what was done. A request without an id is done each time. Of two at once the second waits for the first.
create function private.claim_request(p_id uuid, p_task text, p_arguments jsonb, p_summary text default null) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := (select auth.uid());
  digest bytea := sha256(convert_to(p_arguments::text, 'UTF8'));
  known private.done_requests;
begin
  if p_id is null or caller is null then
    return true;
  end if;
  -- A form is not open for a week. A few at a time, so that no request pays for many.
  delete from private.done_requests d using (
    select o.user_id, o.id from private.done_requests o where o.done_at < now() - interval '7 days'
    order by o.done_at limit 100 for update skip locked
  ) as old
  where d.user_id = old.user_id and d.id = old.id;
  insert into private.done_requests (user_id, id, task, arguments, summary)
  values (caller, p_id, p_task, digest, p_summary) on conflict do nothing;
  if found then
    return true;
  end if;
  select * into known from private.done_requests d where d.user_id = caller and d.id = p_id;
  if known.task <> p_task or known.arguments <> digest then
    perform private.refuse_request(known.summary);
  end if;
  return false;
end
$$;

-- Notes what became of a request that was claimed in this transaction.
create function private.finish_request(p_id uuid, p_result jsonb, p_summary text) returns void
language sql security definer set search_path = '' as $$
  update private.done_requests set result = p_result, summary = p_summary where user_id = (select auth.uid()) and id = p_id
$$;

-- What a request of the caller came to when it was done.
create function private.request_result(p_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select result from private.done_requests where user_id = (select auth.uid()) and id = p_id
$$;

-- For tables whose rows a form adds itself: the row's id is the request's. A row that was added stays added, even if it was changed or deleted
-- since. Arguments: the summary, then the columns that the form writes.
create function private.insert_once() returns trigger
language plpgsql security definer set search_path = '' set timezone = 'UTC' as $$
declare
  columns jsonb := to_jsonb(new);
  arguments jsonb;
begin
  select jsonb_object_agg(name, columns -> name) into arguments from unnest(tg_argv) as name where columns ? name;
  return case when private.claim_request(new.id, tg_table_name, arguments, tg_argv[0]) then new end;
end
$$;
revoke all on function private.refuse_request(text), private.claim_request(uuid, text, jsonb, text), private.finish_request(uuid, jsonb, text), private.request_result(uuid),
  private.insert_once() from public, anon, authenticated;

-- Before the triggers that stamp, by their names.
create trigger insert_once before insert on public.inventory for each row when (private.is_api_caller())
  execute function private.insert_once('el producto quedó agregado', 'brand', 'model', 'quantity', 'cost_price', 'component_type_id',
    'supplier_id', 'min_stock');
create trigger insert_once before insert on public.component_types for each row when (private.is_api_caller())
  execute function private.insert_once('el tipo quedó agregado', 'name');
create trigger insert_once before insert on public.suppliers for each row when (private.is_api_caller())
  execute function private.insert_once('el proveedor quedó agregado', 'name');
create trigger insert_once before insert on public.pedidos_pantallas for each row when (private.is_api_caller())
  execute function private.insert_once('el pedido quedó agregado', 'modelo', 'numero_orden', 'fecha_compra', 'precio_costo', 'cantidad',
    'proveedor');
create trigger insert_once before insert on public.appointments for each row when (private.is_api_caller())
  execute function private.insert_once('la cita quedó agendada', 'customer_id', 'appointment_date', 'reason');

-- Writes parts off for an order: one transaction with its log and ledger lines, under a row lock, never below zero (INV-03).
-- At 0 the item is deleted, as the specification says. Answers the quantity that is left.
drop function public.write_off_inventory(uuid, integer, integer);
create function public.write_off_inventory(p_item_id uuid, p_quantity integer, p_order_number integer, p_request_id uuid default null)
returns integer
language plpgsql security definer set search_path = '' as $$
declare
  item public.inventory;
  target_id uuid;
  remaining integer;
begin
  if not private.is_staff() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  if p_quantity is null or p_quantity <= 0 or p_order_number is null then
    raise exception 'La cantidad y el número de orden son obligatorios.' using errcode = '23514';
  end if;
  if not private.claim_request(p_request_id, 'write_off_inventory', jsonb_build_array(p_item_id, p_quantity, p_order_number)) then
    return private.request_result(p_request_id)::integer;
  end if;
  select o.id into target_id from public.service_orders o where o.order_number = p_order_number;
  if target_id is null then
    raise exception 'No existe una orden con ese número.' using errcode = '23503';
  end if;
  select * into item from public.inventory i where i.id = p_item_id for update;
  if item.id is null then
    raise exception 'El producto ya no existe.' using errcode = 'P0002';
  end if;
  if p_quantity > item.quantity then
    raise exception 'La cantidad supera el stock disponible (%).', item.quantity using errcode = '23514';
  end if;
  remaining := item.quantity - p_quantity;
  insert into public.activity_logs (
    user_id, action_type, product_id, brand, model, quantity_affected, cost_price_affected, service_order, component_type_id
  ) values (
    (select auth.uid()), 'delete', item.id, item.brand, item.model, p_quantity, item.cost_price,
    private.format_order_number(p_order_number), item.component_type_id
  );
  perform private.add_movement(item, 'written_off', -p_quantity, remaining, target_id, p_order_number);
  if remaining = 0 then
    delete from public.inventory i where i.id = item.id;
  else
    update public.inventory i set quantity = remaining where i.id = item.id;
  end if;
  perform private.finish_request(p_request_id, to_jsonb(remaining),
    format('se dieron de baja %s para la orden %s', p_quantity, private.format_order_number(p_order_number)));
  return remaining;
end
$$;
revoke all on function public.write_off_inventory(uuid, integer, integer, uuid) from public, anon, authenticated;
grant execute on function public.write_off_inventory(uuid, integer, integer, uuid) to authenticated;

-- Puts the pieces of a screen order into the inventory, once. Answers the item they went to: the one that is named, else a new one, whose
-- supplier is the purchase's, added if it is not there, and whose model is the purchase's unless another is given.
drop function public.receive_screen_order(uuid, uuid, text, uuid, bigint, text);
create function public.receive_screen_order(
  p_screen_order_id uuid, p_item_id uuid default null, p_brand text default null, p_component_type_id uuid default null,
  p_cost_price bigint default null, p_model text default null, p_request_id uuid default null
) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  bought public.pedidos_pantallas;
  item public.inventory;
begin
  if not private.is_staff() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  if not private.claim_request(p_request_id, 'receive_screen_order',
    jsonb_build_array(p_screen_order_id, p_item_id, p_brand, p_component_type_id, p_cost_price, p_model)) then
    return (private.request_result(p_request_id) #>> '{}')::uuid;
  end if;
  select * into bought from public.pedidos_pantallas where id = p_screen_order_id for update;
  if bought.id is null then
    raise exception 'El pedido ya no existe.' using errcode = 'P0002';
  end if;
  if bought.received_at is not null then
    raise exception 'Este pedido ya se recibió.' using errcode = '23505';
  end if;
  if p_item_id is not null then
    update public.inventory set quantity = quantity + bought.cantidad where id = p_item_id returning * into item;
    if item.id is null then
      raise exception 'El producto ya no existe.' using errcode = 'P0002';
    end if;
  else
    insert into public.inventory (brand, model, quantity, cost_price, component_type_id, supplier_id)
    values (p_brand, coalesce(p_model, bought.modelo), bought.cantidad, coalesce(p_cost_price, bought.precio_costo), p_component_type_id,
      private.catalog_id('suppliers', bought.proveedor))
    returning * into item;
  end if;
  perform private.add_movement(item, 'received', bought.cantidad, item.quantity);
  update public.pedidos_pantallas set received_at = now(), received_item_id = item.id where id = bought.id;
  perform private.finish_request(p_request_id, to_jsonb(item.id),
    format('las %s unidades quedaron en %s %s', bought.cantidad, item.brand, item.model));
  return item.id;
end
$$;
revoke all on function public.receive_screen_order(uuid, uuid, text, uuid, bigint, text, uuid) from public, anon, authenticated;
grant execute on function public.receive_screen_order(uuid, uuid, text, uuid, bigint, text, uuid) to authenticated;

-- Staff accounts: an admin signs the person up with a second client and then calls this, which confirms the e-mail and gives the role.
-- It fails on an unknown id: a hosted project answers a sign-up for a known e-mail with a made-up one.
drop function public.admin_set_staff(uuid, text, text, text, text);
create function public.admin_set_staff(
  p_user_id uuid, p_full_name text, p_rut text, p_phone text, p_role text, p_request_id uuid default null
) returns public.profiles
language plpgsql security definer set search_path = '' as $$
declare
  saved public.profiles;
begin
  if not private.is_admin() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  if p_role is null or p_role not in ('admin', 'technician', 'receptionist') then
    raise exception 'El rol no es válido.' using errcode = '23514';
  end if;
  if not private.claim_request(p_request_id, 'admin_set_staff', jsonb_build_array(p_user_id, p_full_name, p_rut, p_phone, p_role)) then
    select * into saved from public.profiles where id = p_user_id;
    return saved;
  end if;
  -- Only an account nobody has used yet: this must not be a way to take over a customer's login.
  if not exists (
    select from auth.users u join public.profiles p on p.id = u.id
    where u.id = p_user_id and u.email_confirmed_at is null and u.last_sign_in_at is null and p.role = 'customer'
      and u.created_at > now() - interval '15 minutes'
  ) then
    raise exception 'No se pudo crear el usuario' using errcode = 'P0002';
  end if;
  update auth.users set email_confirmed_at = now(), raw_user_meta_data = raw_user_meta_data - 'request_id' where id = p_user_id;
  update public.profiles
  set full_name = trim(p_full_name), rut = p_rut, phone = nullif(trim(p_phone), ''), role = p_role
  where id = p_user_id
  returning * into saved;
  perform private.finish_request(p_request_id, to_jsonb(p_user_id), 'la cuenta quedó creada');
  return saved;
end
$$;
revoke all on function public.admin_set_staff(uuid, text, text, text, text, uuid) from public, anon, authenticated;
grant execute on function public.admin_set_staff(uuid, text, text, text, text, uuid) to authenticated;

-- Before a staff account is tried again under its id. True when it is complete, with just these values; a complete one with others is refused.
-- Otherwise what an earlier try has left, a sign-up that carries the id and that nobody has used, is taken away, so that it begins anew.
create function public.admin_resume_staff(
  p_request_id uuid, p_email text, p_password text, p_full_name text, p_rut text, p_phone text, p_role text
) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  made uuid;
begin
  if not private.is_admin() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  made := (private.request_result(p_request_id) #>> '{}')::uuid;
  if made is null then
    delete from auth.users u using public.profiles p
    where p.id = u.id and u.raw_user_meta_data ->> 'request_id' = p_request_id::text and u.email_confirmed_at is null
      and u.last_sign_in_at is null and p.role = 'customer' and u.created_at > now() - interval '15 minutes';
    return false;
  end if;
  -- What others call 2b or 2y is what pgcrypto knows as 2a.
  if not exists (
    select from auth.users u
    cross join lateral (select regexp_replace(u.encrypted_password, '^[$]2[by][$]', '$2a$') as hash) as stored
    where u.id = made and lower(u.email) = lower(p_email) and extensions.crypt(p_password, stored.hash) = stored.hash
  ) then
    perform private.refuse_request((select d.summary from private.done_requests d where d.user_id = auth.uid() and d.id = p_request_id));
  end if;
  return not private.claim_request(p_request_id, 'admin_set_staff', jsonb_build_array(made, p_full_name, p_rut, p_phone, p_role));
end
$$;
revoke all on function public.admin_resume_staff(uuid, text, text, text, text, text, text) from public, anon, authenticated;
grant execute on function public.admin_resume_staff(uuid, text, text, text, text, text, text) to authenticated;

-- Sets the first PIN or changes it. p_ticket: of try_report_pin with the current PIN. Answers 'ok' | 'wrong' | 'locked' | 'invalid' | 'expired'.
-- A request that set the PIN that is still there is answered again without a ticket.
drop function public.set_report_pin(text, uuid);
create function public.set_report_pin(p_new text, p_ticket uuid default null, p_request_id uuid default null) returns text
language plpgsql security definer set search_path = '' as $$
declare
  outcome text;
  stored private.report_pin;
begin
  perform private.require_admin();
  if p_new is null or p_new !~ '^[0-9]{4}$' then
    return 'invalid';
  end if;
  -- Only against the PIN of that very request: whoever set it knows it, so that nothing is to be guessed here.
  select p.* into stored from private.report_pin p
  join private.done_requests d on d.user_id = auth.uid() and d.id = p_request_id and d.task = 'set_report_pin' and d.done_at = p.updated_at;
  if stored.hash is not null then
    if extensions.crypt(p_new, stored.hash) <> stored.hash then
      perform private.refuse_request('el PIN quedó cambiado');
    end if;
    return 'ok';
  end if;
  outcome := private.answer_pin(p_ticket);
  if outcome not in ('ok', 'unset') then
    return outcome;
  end if;
  -- The PIN is no argument here: of four digits a digest is no secret.
  if private.claim_request(p_request_id, 'set_report_pin', '[]') then
    insert into private.report_pin (hash) values (extensions.crypt(p_new, extensions.gen_salt('bf', 8)))
    on conflict (singleton) do update set hash = excluded.hash, updated_at = now();
  elsif not exists (select from private.report_pin p where extensions.crypt(p_new, p.hash) = p.hash) then
    perform private.refuse_request('el PIN quedó cambiado');
  end if;
  return 'ok';
end
$$;
revoke all on function public.set_report_pin(text, uuid, uuid) from public, anon, authenticated;
grant execute on function public.set_report_pin(text, uuid, uuid) to authenticated;
