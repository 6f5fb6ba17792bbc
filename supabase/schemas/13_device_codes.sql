-- PIN, pattern or password of a customer's device: a credential (decision 20). It arrives through
-- service_orders.device_password, sealed with the shop's public key, and stays so: neither the database nor its logs
-- and dumps can be read for it. The private key is outside of the database; the function open-device-code alone has it.
-- It is shown for one order at a time, with a line of who looked, and deleted when it is no longer needed (law 21.719:
-- minimisation).

-- The shop's public keys. The one that is not retired seals; the others stay while a code needs them.
create table public.device_code_keys (
  -- Beginning of the public key's SHA-256.
  id text primary key check (id ~ '^[0-9A-F]{16}$'),
  -- Uncompressed point on P-256, base64url.
  public_key text not null check (public_key ~ '^[A-Za-z0-9_-]{87}$'),
  created_at timestamptz not null default now(),
  retired_at timestamptz
);
create unique index device_code_keys_current on public.device_code_keys ((true)) where retired_at is null;
alter table public.device_code_keys enable row level security;
select private.require_session('public.device_code_keys');
revoke all on public.device_code_keys from anon, authenticated;
grant all on public.device_code_keys to service_role;
grant select on public.device_code_keys to authenticated;
create policy "staff read" on public.device_code_keys for select to authenticated using ((select private.may('desk')));
create trigger as_readable before insert or update on public.device_code_keys
  for each row execute function private.as_readable();

-- The form of a sealed code: version, key, the sender's point, the sealed text.
create function private.is_sealed_code(value text) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select length(value) <= 1400 and value ~ '^v1\.[0-9A-F]{16}\.[A-Za-z0-9_-]{87}\.[A-Za-z0-9_-]{107,}$'
$$;

create table private.device_codes (
  -- Checked at commit, because the order's own insert trigger writes here first.
  order_id uuid primary key references public.service_orders (id) on delete cascade deferrable initially deferred,
  sealed_code text not null check (private.is_sealed_code(sealed_code)),
  key_id text not null references public.device_code_keys (id),
  stored_at timestamptz not null default now()
);
create index device_codes_key on private.device_codes (key_id);
alter table private.device_codes enable row level security;

-- Codes that came unsealed, before there were keys: the server seals them when it starts and empties the table.
create table private.plain_device_codes (
  order_id uuid primary key references public.service_orders (id) on delete cascade deferrable initially deferred,
  code text not null,
  stored_at timestamptz not null default now()
);
alter table private.plain_device_codes enable row level security;

-- Keeps a sealed code of an order in the place of the one before.
create function private.store_device_code(p_order_id uuid, p_code text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  used_key text := split_part(p_code, '.', 2);
begin
  if not private.is_sealed_code(p_code) then
    raise exception 'La clave del equipo solo se acepta cifrada con la llave pública del taller. Recarga la página y guarda de nuevo.'
      using errcode = '23514';
  end if;
  -- A rotation waits for this transaction, so that it leaves out no code.
  perform from public.device_code_keys k where k.id = used_key and k.retired_at is null for share;
  if not found then
    raise exception 'La clave del equipo viene cifrada con una llave que el taller no usa. Guarda de nuevo.'
      using errcode = '23514';
  end if;
  delete from private.plain_device_codes where order_id = p_order_id;
  insert into private.device_codes (order_id, sealed_code, key_id) values (p_order_id, p_code, used_key)
  on conflict (order_id) do update set sealed_code = excluded.sealed_code, key_id = excluded.key_id, stored_at = now();
end
$$;

-- Erases the code of an order.
create function private.forget_device_code(p_order_id uuid) returns void
language sql security definer set search_path = '' as $$
  delete from private.device_codes where order_id = p_order_id;
  delete from private.plain_device_codes where order_id = p_order_id
$$;
grant execute on function private.store_device_code, private.forget_device_code to service_role;

-- Takes device_password, a sealed text, out of the row before it is stored. A null leaves the stored code alone (a form
-- that was read never has it); another password type, or none, removes it (ORD-04).
-- Runs before a conflict is seen: an insert that would become an update, or nothing, must not have written the code of
-- the order that is in.
create function private.move_device_code() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  sealed text := nullif(new.device_password, '');
  had boolean := false;
  retyped boolean := false;
begin
  new.device_password := null;
  if tg_op = 'UPDATE' then
    had := old.device_code_stored;
    retyped := new.password_type is distinct from old.password_type;
  elsif sealed is not null and exists (select from public.service_orders o where o.id = new.id) then
    raise unique_violation using
      message = 'La orden ya existe. Para cambiar la clave del equipo, edita la orden.',
      schema = 'public', table = 'service_orders', constraint = 'service_orders_pkey';
  end if;
  if retyped then
    new.device_code_stored := false;
  end if;
  if had and not new.device_code_stored then
    perform private.forget_device_code(new.id);
  end if;
  if sealed is not null then
    if new.password_type is null then
      raise exception 'Elige el tipo de clave antes de escribirla.' using errcode = '23514';
    end if;
    perform private.store_device_code(new.id, sealed);
    new.device_code_stored := true;
  end if;
  if tg_op = 'UPDATE' and (sealed is not null or had <> new.device_code_stored) then
    perform private.add_order_event(new, case
      when not had then 'code_added'
      when sealed is not null then 'code_replaced'
      when retyped then 'code_removed'
      else 'code_erased'
    end, '{}');
  end if;
  return new;
end
$$;

-- Triggers fire in the order of their names: guard_… (the rules) runs before move_….
create trigger move_device_code before insert or update on public.service_orders
  for each row execute function private.move_device_code();

-- Viewing a code takes two calls, because a failing answer (a cast, a filter) would roll its own log line back: this
-- call, by the person, writes the line and reveals nothing; sealed_device_code then requires the committed line.
create function public.log_device_code_look(p_order_id uuid, p_reason text) returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  target public.service_orders;
  reason text := private.written(p_reason);
begin
  perform private.require('desk');
  if coalesce(length(reason), 0) not between 3 and 200 then
    raise exception 'Escribe para qué necesitas la clave.' using errcode = '23514';
  end if;
  select * into target from public.service_orders o where o.id = p_order_id and o.device_code_stored;
  if target.id is null then
    raise exception 'La orden no tiene una clave guardada.' using errcode = 'P0002';
  end if;
  perform private.add_order_event(target, 'code_viewed',
    jsonb_build_object('reason', jsonb_build_array(null, reason)));
  return currval(pg_get_serial_sequence('public.order_events', 'id'));
end
$$;
revoke all on function public.log_device_code_look from public, anon, authenticated;
grant execute on function public.log_device_code_look to authenticated;

-- The sealed code that a look of the last minute is about. Only the function that opens codes may ask.
create function public.sealed_device_code(p_look_id bigint)
returns table (order_id uuid, password_type text, sealed_code text)
language sql stable security definer set search_path = '' as $$
  select o.id, o.password_type, c.sealed_code
  from public.order_events e
  join public.service_orders o on o.id = e.order_id
  join private.device_codes c on c.order_id = o.id
  where e.id = p_look_id and e.kind = 'code_viewed' and e.created_at > now() - interval '1 minute'
$$;
revoke all on function public.sealed_device_code from public, anon, authenticated;
grant execute on function public.sealed_device_code to service_role;

-- Makes a public key the one that seals. The keys before it are retired; those that no code needs go with
-- drop_device_code_keys.
create function public.publish_device_code_key(p_id text, p_public_key text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.device_code_keys k set retired_at = now() where k.retired_at is null and k.id <> p_id;
  insert into public.device_code_keys as k (id, public_key) values (p_id, p_public_key)
  on conflict (id) do update set public_key = excluded.public_key, retired_at = null
    where (k.public_key, k.retired_at) is distinct from (excluded.public_key, null);
end
$$;
revoke all on function public.publish_device_code_key from public, anon, authenticated;
grant execute on function public.publish_device_code_key to service_role;

-- Codes that are not sealed with the current key, by order from p_after on: plain ones from before, and those of
-- retired keys.
create function public.device_codes_to_seal(p_after uuid, p_limit integer)
returns table (order_id uuid, plain_code text, sealed_code text)
language sql stable security definer set search_path = '' as $$
  select * from (
    select p.order_id, p.code as plain_code, null::text as sealed_code from private.plain_device_codes p
    union all
    select c.order_id, null, c.sealed_code
    from private.device_codes c join public.device_code_keys k on k.id = c.key_id
    where k.retired_at is not null
  ) as waiting
  where p_after is null or waiting.order_id > p_after
  order by waiting.order_id
  limit p_limit
$$;
revoke all on function public.device_codes_to_seal from public, anon, authenticated;
grant execute on function public.device_codes_to_seal to service_role;

-- Replaces a code that was read (p_was, or a plain code if null) by its newly sealed text. False if that code is gone.
create function public.reseal_device_code(p_order_id uuid, p_was text, p_sealed text) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform from private.device_codes c where c.order_id = p_order_id and c.sealed_code = p_was for update;
  if not found then
    perform from private.plain_device_codes p where p.order_id = p_order_id and p_was is null for update;
    if not found then
      return false;
    end if;
  end if;
  perform private.store_device_code(p_order_id, p_sealed);
  -- Deleted rows stay in a table's file until it is truncated.
  if p_was is null and not exists (select from private.plain_device_codes) then
    truncate private.plain_device_codes;
  end if;
  return true;
end
$$;
revoke all on function public.reseal_device_code from public, anon, authenticated;
grant execute on function public.reseal_device_code to service_role;

-- The last step of sealing codes again, which records its run: deletes retired keys that no code needs. The ids name
-- the private keys to destroy.
create function public.drop_device_code_keys() returns setof text
language sql security definer set search_path = '' as $$
  select private.note_job('seal-device-codes');
  delete from public.device_code_keys k
  where k.retired_at is not null and not exists (select from private.device_codes c where c.key_id = k.id)
  returning k.id
$$;
revoke all on function public.drop_device_code_keys from public, anon, authenticated;
grant execute on function public.drop_device_code_keys to service_role;

-- Run by the schedule: erases the codes of devices that were delivered, or whose order was cancelled, device_code_days
-- ago.
create function public.purge_device_codes() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  purged integer;
begin
  update public.service_orders o set device_code_stored = false
  where o.device_code_stored and o.status = any (private.statuses_in('closed'))
    and coalesce(case o.status when 'delivered' then o.delivered_at end, o.updated_at)
      < now() - make_interval(days => coalesce(private.shop_setting('device_code_days'), '30')::integer);
  get diagnostics purged = row_count;
  perform private.note_job('purge-device-codes');
  return purged;
end
$$;
revoke all on function public.purge_device_codes from public, anon, authenticated;
grant execute on function public.purge_device_codes to service_role;
