-- What the server itself must know of the shop. Facts for people (address, hours, terms) live in the site's configuration.

create table public.shop_settings (
  key text primary key,
  value text not null
);
alter table public.shop_settings enable row level security;
revoke all on public.shop_settings from anon, authenticated;
grant select, insert, update on public.shop_settings to authenticated;
grant all on public.shop_settings to service_role;
create policy "staff read" on public.shop_settings for select to authenticated using ((select private.is_staff()));
create policy "admins add" on public.shop_settings for insert to authenticated with check ((select private.is_admin()));
create policy "admins change" on public.shop_settings for update to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));

-- site_url: where the site is, for the links in messages.
insert into public.shop_settings (key, value) values ('site_url', 'http://127.0.0.1:3000');

create function private.shop_setting(p_key text) returns text
language sql stable security definer set search_path = '' as $$
  select value from public.shop_settings where key = p_key
$$;
