import type postgres from 'postgres';

/** Pattern of a default address on this machine. */
const LOCAL = String.raw`^http://(127\.0\.0\.1|localhost|\[::1\])(:[0-9]+)?$`;

/**
 * Stores the site's address in the shop's settings, for links in messages. An address from the operator replaces any
 * other. The server's own address only replaces another local one, never an address set by an admin.
 */
export async function setSiteUrl(
  admin: postgres.Sql,
  { siteUrl }: { readonly siteUrl?: string | undefined },
  serverUrl: string,
): Promise<void> {
  const { origin } = new URL(siteUrl ?? serverUrl);
  await admin`
    update public.setting_sections set value = value || jsonb_build_object('site_url', ${origin}::text)
    where section = 'data' and value ->> 'site_url' <> ${origin}
      and (${siteUrl !== undefined} or value ->> 'site_url' ~ ${LOCAL})`;
}
