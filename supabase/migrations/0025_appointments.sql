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
select private.require_session('public.appointments');
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

create trigger insert_once before insert on public.appointments for each row when (private.is_api_caller())
  execute function private.insert_once('la cita quedó agendada', 'customer_id', 'appointment_date', 'reason');

-- Who made it, and when it was cancelled.
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
