-- PIN, pattern or password of a customer's device: a credential. Written through service_orders.device_password, kept here,
-- shown for one order at a time by a function that logs who looked, deleted when it is no longer needed (law 21.719: minimisation).

create table private.device_codes (
  -- Checked at commit, because the order's own insert trigger writes here first.
  order_id uuid primary key references public.service_orders (id) on delete cascade deferrable initially deferred,
  code text not null,
  stored_at timestamptz not null default now()
);
alter table private.device_codes enable row level security;
revoke all on private.device_codes from public, anon, authenticated;

create function private.store_device_code(p_order_id uuid, p_code text) returns void
language sql security definer set search_path = '' as $$
  insert into private.device_codes (order_id, code) values (p_order_id, p_code)
  on conflict (order_id) do update set code = excluded.code, stored_at = now()
$$;

create function private.forget_device_code(p_order_id uuid) returns void
language sql security definer set search_path = '' as $$
  delete from private.device_codes where order_id = p_order_id
$$;

-- The order's trigger is SECURITY INVOKER and calls these as the caller. The schema is not exposed, so nobody else can.
grant execute on function private.store_device_code(uuid, text), private.forget_device_code(uuid) to authenticated, service_role;

-- Takes device_password out of the row before it is stored. A null leaves the stored code alone (a form that was read never has it);
-- another password type, or none, clears it (ORD-04).
create function private.move_device_code() returns trigger
language plpgsql set search_path = '' as $$
declare
  code text := nullif(new.device_password, '');
begin
  new.device_password := null;
  if tg_op = 'UPDATE' and new.password_type is distinct from old.password_type then
    perform private.forget_device_code(new.id);
    new.device_code_stored := false;
  end if;
  if code is null then
    return new;
  end if;
  if new.password_type is null then
    raise exception 'Elige el tipo de clave antes de escribirla.' using errcode = '23514';
  end if;
  if length(code) > 200
    or (new.password_type = 'pin' and code !~ '^[0-9]{1,16}$')
    or (new.password_type = 'pattern' and (
      code !~ '^[1-9](-[1-9]){0,8}$'
      or (select count(distinct dot) <> count(*) from unnest(string_to_array(code, '-')) as dot)))
  then
    raise exception 'La clave del equipo no es válida para su tipo.' using errcode = '23514';
  end if;
  perform private.store_device_code(new.id, code);
  new.device_code_stored := true;
  return new;
end
$$;
-- Triggers fire in the order of their names: guard_… (the rules) runs before move_….
create trigger move_device_code before insert or update on public.service_orders
  for each row execute function private.move_device_code();
