-- What the database itself must know of the shop. Facts for people (address, hours, terms) live in the site's
-- configuration.

create table public.shop_settings (
  key text primary key,
  value text not null,
  constraint device_code_days_is_a_number check (key <> 'device_code_days' or value ~ '^[0-9]{1,3}$'),
  constraint shop_settings_staff_idle_minutes
    check (key <> 'staff_idle_minutes' or (value ~ '^[0-9]{1,5}$' and value::integer between 5 and 10080)),
  constraint shop_settings_retention check (
    case
      when key not in ('message_days', 'activity_days', 'session_days', 'mail_days', 'origin_days', 'look_days',
        'order_years')
        then true
      when value !~ '^[0-9]{1,4}$' then false
      when key = 'message_days' then value::integer between 30 and 3650
      when key = 'activity_days' then value::integer between 90 and 3650
      when key = 'session_days' then value::integer between 7 and 730
      when key = 'mail_days' then value::integer between 1 and 365
      when key = 'origin_days' then value::integer between 90 and 3650
      when key = 'look_days' then value::integer between 180 and 3650
      else value::integer between 6 and 30
    end
  )
);
insert into public.shop_settings (key, value) values
  -- Where the site is, for the links in messages.
  ('site_url', 'http://127.0.0.1:3000'),
  -- Days after which the code of a device that has left the shop is erased.
  ('device_code_days', '30'),
  -- The staff's sessions end after so long without use. A shop's day.
  ('staff_idle_minutes', '720'),
  -- How long personal data is kept (PRIV-07). Texts of messages, replies and notifications.
  ('message_days', '365'),
  -- 'Registro de Actividades', and what is told of orders that were deleted.
  ('activity_days', '730'),
  -- Sessions that nobody uses any more.
  ('session_days', '180'),
  -- Mails that the server keeps because none are sent.
  ('mail_days', '30'),
  -- From which network and browser a quote was decided: as long as a consumer may complain (law 19.496, article 26).
  ('origin_days', '730'),
  -- Who of the staff looked at whose data.
  ('look_days', '730'),
  -- Closed orders are anonymised. The books are kept six years (tax code, articles 17 and 200).
  ('order_years', '6');

alter table public.shop_settings enable row level security;
select private.require_session('public.shop_settings');
revoke all on public.shop_settings from anon, authenticated;
grant all on public.shop_settings to service_role;
grant select, insert, update on public.shop_settings to authenticated;

create policy "staff read" on public.shop_settings for select to authenticated using ((select private.is_staff()));
create policy "admins add" on public.shop_settings for insert to authenticated with check ((select private.is_admin()));
create policy "admins change" on public.shop_settings for update to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));

-- A setting, whoever asks.
create function private.shop_setting(p_key text) returns text
language sql stable security definer set search_path = '' as $$
  select value from public.shop_settings where key = p_key
$$;

-- After how many minutes without use the staff's sessions end; a shop that deleted the row has the default.
create function private.staff_idle_minutes() returns integer
language sql stable security definer set search_path = '' as $$
  select coalesce((select value::integer from public.shop_settings where key = 'staff_idle_minutes'), 720)
$$;
