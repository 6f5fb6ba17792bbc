import postgres from 'postgres';

/** Tells the database under which address the site is seen, for links in messages, if it has the shop's settings. */
export async function setSiteUrl(adminUrl: string, siteUrl: string): Promise<void> {
  const sql = postgres(adminUrl, { max: 1, onnotice: () => {} });
  try {
    const [row] = await sql`select to_regclass('public.shop_settings') is not null as present`;
    if (row?.present !== true) return;
    await sql`
      insert into public.shop_settings (key, value) values ('site_url', ${siteUrl})
      on conflict (key) do update set value = excluded.value where shop_settings.value is distinct from excluded.value`;
  } finally {
    await sql.end({ timeout: 5 });
  }
}
