-- Whose orders are these? Orders are matched by RUT, and anyone can type another person's RUT when registering. So an account
-- sees orders only once its RUT is proven: by the phone left on an order of that RUT, by order number and phone, or by the staff.

create function private.tie_by_phone(p_profile_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.profiles p set rut_verified_at = now()
  where p.id = p_profile_id and p.role = 'customer' and p.rut is not null and p.rut_verified_at is null
    and exists (select from auth.users u where u.id = p.id and u.email_confirmed_at is not null)
    and exists (
      select from public.service_orders o
      where o.customer_rut = p.rut and private.phone_key(o.customer_phone) = private.phone_key(p.phone)
    )
    and not exists (select from public.profiles q where q.rut = p.rut and q.rut_verified_at is not null);
exception when unique_violation then
  null; -- Another account proved the same RUT in this very moment: this one stays without a tie.
end
$$;

create function private.tie_on_confirmation() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.tie_by_phone(new.id);
  return new;
end
$$;
create trigger tie_on_confirmation after update of email_confirmed_at on auth.users
  for each row when (old.email_confirmed_at is null and new.email_confirmed_at is not null)
  execute function private.tie_on_confirmation();

create function private.tie_on_order() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.tie_by_phone(p.id) from public.profiles p where p.rut = new.customer_rut and p.rut_verified_at is null;
  return new;
end
$$;
create trigger tie_on_order after insert on public.service_orders
  for each row execute function private.tie_on_order();

create table private.claim_attempts (
  id bigint generated always as identity primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  attempted_at timestamptz not null default now()
);
create index claim_attempts_user on private.claim_attempts (user_id, attempted_at);
alter table private.claim_attempts enable row level security;
revoke all on private.claim_attempts from public, anon, authenticated;

-- A customer proves the own RUT with an order's number and the phone left on it. Five tries an hour.
-- Answers 'linked', 'no_match' (whatever the reason: an account without a tie learns nothing) or 'too_many'.
create function public.claim_orders(p_order_number integer, p_phone text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := (select auth.uid());
begin
  if private.my_role() is distinct from 'customer' then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('private.claim_orders' || caller, 0));
  delete from private.claim_attempts where user_id = caller and attempted_at < now() - interval '1 hour';
  if (select count(*) from private.claim_attempts where user_id = caller) >= 5 then
    return 'too_many';
  end if;
  insert into private.claim_attempts (user_id) values (caller);
  begin
    update public.profiles p set rut_verified_at = coalesce(p.rut_verified_at, now())
    where p.id = caller and exists (
      select from public.service_orders o
      where o.order_number = p_order_number and o.customer_rut = p.rut
        and private.phone_key(o.customer_phone) = private.phone_key(p_phone)
    );
  exception when unique_violation then
    return 'no_match';
  end;
  return case when found then 'linked' else 'no_match' end;
end
$$;

-- At the counter: a member of the desk has seen the person's identity card.
create function public.confirm_customer_rut(p_profile_id uuid, p_rut text) returns public.profiles
language plpgsql security definer set search_path = '' as $$
declare
  saved public.profiles;
begin
  if not private.is_desk() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  begin
    update public.profiles set rut = p_rut, rut_verified_at = now()
    where id = p_profile_id and role = 'customer' and private.is_rut(private.normalize_rut(p_rut))
    returning * into saved;
  exception when unique_violation then
    raise exception 'Ese RUT ya está confirmado en otra cuenta.' using errcode = '23505';
  end;
  if saved.id is null then
    raise exception 'No se encontró la cuenta o el RUT no es válido.' using errcode = 'P0002';
  end if;
  return saved;
end
$$;
revoke all on function public.claim_orders(integer, text), public.confirm_customer_rut(uuid, text) from public, anon, authenticated;
grant execute on function public.claim_orders(integer, text), public.confirm_customer_rut(uuid, text) to authenticated;

-- Appointments: the staff make and cancel them, the customer reads the own ones.
create table public.appointments (
  id uuid primary key default gen_random_uuid(),
  customer_id uuid not null references public.profiles (id) on delete cascade,
  appointment_date timestamptz not null,
  reason text not null check (length(trim(reason)) between 1 and 500),
  status text not null default 'scheduled' check (status in ('scheduled', 'cancelled')),
  cancelled_at timestamptz,
  created_by uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default now()
);
create index appointments_customer on public.appointments (customer_id, appointment_date);
create index appointments_date on public.appointments (appointment_date);
create index appointments_created_by on public.appointments (created_by);
alter table public.appointments enable row level security;
revoke all on public.appointments from anon, authenticated;
grant all on public.appointments to service_role;
grant select on public.appointments to authenticated;
grant insert (id, customer_id, appointment_date, reason) on public.appointments to authenticated;
grant update (appointment_date, reason, status) on public.appointments to authenticated;
create policy "own, and staff all" on public.appointments for select to authenticated
  using (customer_id = (select auth.uid()) or (select private.is_staff()));
create policy "staff make" on public.appointments for insert to authenticated with check ((select private.is_staff()));
create policy "staff change" on public.appointments for update to authenticated
  using ((select private.is_staff())) with check ((select private.is_staff()));

create function private.stamp_appointment() returns trigger
language plpgsql set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    new.created_by := coalesce((select auth.uid()), new.created_by);
  end if;
  new.cancelled_at := case when new.status = 'cancelled' then coalesce(new.cancelled_at, now()) end;
  return new;
end
$$;
create trigger stamp_appointment before insert or update on public.appointments
  for each row execute function private.stamp_appointment();
