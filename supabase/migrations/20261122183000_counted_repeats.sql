-- A form that is sent again compares what it was sent with before: the password of a staff account, the reports' PIN. That is a guess like any
-- other, counted before it is answered (decision 18).

create table private.staff_password_guesses (
  ticket uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  request_id uuid not null,
  -- The guess, hashed with the salt of the account that the request has made; null when it has made none.
  hash text,
  made_at timestamptz not null default now(),
  made_in xid8 not null default pg_current_xact_id()
);
create index staff_password_guesses_user on private.staff_password_guesses (user_id);
alter table private.staff_password_guesses enable row level security;
revoke all on private.staff_password_guesses from public, anon, authenticated;

-- What others call 2b or 2y is what pgcrypto knows as 2a.
create function private.password_salt(p_user_id uuid) returns text
language sql stable security definer set search_path = '' as $$
  select regexp_replace(u.encrypted_password, '^[$]2[by][$]', '$2a$') from auth.users u where u.id = p_user_id
$$;

-- Counts a guess of the password that a staff account was made with, five an hour, and compares nothing. The ticket is good for one guess,
-- within a minute; null above the limit.
create function public.try_resume_staff(p_request_id uuid, p_password text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := (select auth.uid());
  guess_ticket uuid;
begin
  if not private.is_admin() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('private.try_resume_staff' || caller, 0));
  delete from private.staff_password_guesses where made_at < now() - interval '1 hour';
  if (select count(*) from private.staff_password_guesses where user_id = caller) >= 5 then
    return null;
  end if;
  insert into private.staff_password_guesses (user_id, request_id, hash)
  values (caller, p_request_id, extensions.crypt(p_password, private.password_salt((private.request_result(p_request_id) #>> '{}')::uuid)))
  returning ticket into guess_ticket;
  return guess_ticket;
end
$$;

-- Before a staff account is tried again under its id. True when it is complete, with just these values; a complete one with others is refused.
-- Otherwise what an earlier try has left, a sign-up that carries the id and that nobody has used, is taken away, so that it begins anew.
-- p_ticket: of try_resume_staff with the password. What compared nothing, or turned out right, is not counted.
drop function public.admin_resume_staff(uuid, text, text, text, text, text, text);
create function public.admin_resume_staff(
  p_request_id uuid, p_email text, p_full_name text, p_rut text, p_phone text, p_role text, p_ticket uuid default null
) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := (select auth.uid());
  made uuid;
  guess private.staff_password_guesses;
begin
  if not private.is_admin() then
    raise exception 'Acceso no autorizado.' using errcode = '42501';
  end if;
  made := (private.request_result(p_request_id) #>> '{}')::uuid;
  if made is null then
    delete from private.staff_password_guesses where ticket = p_ticket and user_id = caller and hash is null;
    delete from auth.users u using public.profiles p
    where p.id = u.id and u.raw_user_meta_data ->> 'request_id' = p_request_id::text and u.email_confirmed_at is null
      and u.last_sign_in_at is null and p.role = 'customer' and u.created_at > now() - interval '15 minutes';
    return false;
  end if;
  select * into guess from private.staff_password_guesses g
  where g.ticket = p_ticket and g.user_id = caller and g.request_id = p_request_id and g.made_at >= now() - interval '1 minute'
    and g.made_in <> pg_current_xact_id();
  if guess.ticket is null then
    raise exception 'La cuenta ya quedó creada. Búscala en la lista de usuarios; para comparar lo que escribiste, espera una hora.'
      using errcode = 'P0001';
  end if;
  if guess.hash is distinct from private.password_salt(made)
    or not exists (select from auth.users u where u.id = made and lower(u.email) = lower(p_email)) then
    perform private.refuse_request((select d.summary from private.done_requests d where d.user_id = caller and d.id = p_request_id));
  end if;
  delete from private.staff_password_guesses where user_id = caller;
  return not private.claim_request(p_request_id, 'admin_set_staff', jsonb_build_array(made, p_full_name, p_rut, p_phone, p_role));
end
$$;

-- Sets the first PIN or changes it. p_ticket: of try_report_pin with the current PIN. Answers 'ok' | 'wrong' | 'locked' | 'invalid' | 'expired'.
-- A request that has set the PIN that is still there is answered again by a ticket with that PIN.
create or replace function public.set_report_pin(p_new text, p_ticket uuid default null, p_request_id uuid default null) returns text
language plpgsql security definer set search_path = '' as $$
declare
  outcome text;
  is_done boolean;
begin
  perform private.require_admin();
  if p_new is null or p_new !~ '^[0-9]{4}$' then
    return 'invalid';
  end if;
  is_done := exists (
    select from private.report_pin p
    join private.done_requests d on d.user_id = auth.uid() and d.id = p_request_id and d.task = 'set_report_pin' and d.done_at = p.updated_at);
  outcome := private.answer_pin(p_ticket);
  if is_done then
    if outcome = 'wrong' then
      perform private.refuse_request('el PIN quedó cambiado');
    end if;
    -- Who gets as far as this knows the PIN.
    if outcome = 'ok' and not exists (select from private.report_pin p where extensions.crypt(p_new, p.hash) = p.hash) then
      perform private.refuse_request('el PIN quedó cambiado');
    end if;
    return outcome;
  end if;
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

revoke all on function private.password_salt(uuid), public.try_resume_staff(uuid, text),
  public.admin_resume_staff(uuid, text, text, text, text, text, uuid) from public, anon, authenticated;
grant execute on function public.try_resume_staff(uuid, text), public.admin_resume_staff(uuid, text, text, text, text, text, uuid)
  to authenticated;
