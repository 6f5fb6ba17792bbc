import type postgres from 'postgres';

/** Stores the site's URL in the database, for links in messages, if the shop's settings table exists. */
export async function setSiteUrl(admin: postgres.Sql, siteUrl: string): Promise<void> {
  const [row] = await admin`select to_regclass('public.shop_settings') is not null as present`;
  if (row?.present !== true) return;
  await admin`
    insert into public.shop_settings (key, value) values ('site_url', ${siteUrl})
    on conflict (key) do update set value = excluded.value where shop_settings.value is distinct from excluded.value`;
}
