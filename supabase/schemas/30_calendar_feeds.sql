-- The calendar of the shop's appointments, for the calendar program of each member of the staff: a secret address that
-- its owner renews or revokes, and that ends with the owner's right to see appointments. The edge function calendar-feed
-- serves it.

create table private.calendar_feeds (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  -- SHA-256 of the address's secret.
  token_hash bytea not null unique,
  made_at timestamptz not null default now(),
  last_read_at timestamptz
);
alter table private.calendar_feeds enable row level security;

-- The caller's own: since when, and when a calendar last read it. Null if there is none.
create function public.calendar_feed_state() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require('appointments');
  return (select jsonb_build_object('made_at', f.made_at, 'last_read_at', f.last_read_at)
    from private.calendar_feeds f where f.user_id = (select auth.uid()));
end
$$;
revoke all on function public.calendar_feed_state from public, anon, authenticated;
grant execute on function public.calendar_feed_state to authenticated;

-- A new secret of the caller's own calendar, which voids the one before. It is shown once: its hash alone is kept. The
-- same request again has the same one.
create function public.renew_calendar_feed(p_request_id uuid) returns text
language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := (select auth.uid());
  token text := private.keyed('calendar', caller || p_request_id::text);
begin
  perform private.require('appointments');
  if p_request_id is null then
    raise exception 'Falta el identificador de la solicitud.' using errcode = '22023';
  end if;
  if private.claim_request(p_request_id, 'renew_calendar_feed', 'null', 'tu calendario tiene una dirección nueva') then
    insert into private.calendar_feeds (user_id, token_hash) values (caller, sha256(convert_to(token, 'UTF8')))
    on conflict (user_id) do update
      set token_hash = excluded.token_hash, made_at = now(), last_read_at = null;
  end if;
  return token;
end
$$;
revoke all on function public.renew_calendar_feed from public, anon, authenticated;
grant execute on function public.renew_calendar_feed to authenticated;

-- Ends the caller's own calendar. Idempotent.
create function public.revoke_calendar_feed() returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require('appointments');
  delete from private.calendar_feeds f where f.user_id = (select auth.uid());
end
$$;
revoke all on function public.revoke_calendar_feed from public, anon, authenticated;
grant execute on function public.revoke_calendar_feed to authenticated;

-- The appointments of a calendar, from a month ago on: { shop, address, minutes, events: [{ id, at, changed_at, version,
-- name, device }] }; nothing for a wrong or revoked secret. No more of a person than the name and the device. It is a
-- look of its owner at personal data (PRIV-09). For the function calendar-feed alone.
create function public.calendar_feed(p_token text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  owner uuid;
  events jsonb;
begin
  select f.user_id into owner from private.calendar_feeds f
  where f.token_hash = sha256(convert_to(p_token, 'UTF8')) and private.person_may(f.user_id, 'appointments')
  for update;
  if owner is null then
    return null;
  end if;
  update private.calendar_feeds f set last_read_at = now() where f.user_id = owner;
  select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'at', a.appointment_date,
    'changed_at', greatest(a.created_at, a.moved_at), 'version', a.version,
    'name', coalesce(a.full_name, nullif(p.full_name, ''), 'Cliente'), 'device', a.device)
    order by a.appointment_date, a.id), '[]') into events
  from (
    select * from public.appointments c
    where c.status = 'scheduled' and c.appointment_date > now() - interval '30 days'
    order by c.appointment_date limit 2000
  ) as a left join public.profiles p on p.id = a.customer_id;
  if events <> '[]' then
    perform private.record_look(owner, 'list', null, null, null, 'calendar_feed', jsonb_array_length(events), null);
  end if;
  return (
    select jsonb_build_object('shop', s.value ->> 'name', 'address',
      concat_ws(', ', nullif(s.value #>> '{address,street}', ''), nullif(s.value #>> '{address,city}', '')),
      'minutes', (private.booking_rules()).minutes, 'events', events)
    from public.setting_sections s where s.section = 'shop');
end
$$;
revoke all on function public.calendar_feed from public, anon, authenticated;
grant execute on function public.calendar_feed to service_role;
