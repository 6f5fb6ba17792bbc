import type postgres from 'postgres';

/** An address of this machine, which nobody chose. */
const LOCAL = String.raw`^http://(127\.0\.0\.1|localhost|\[::1\])(:[0-9]+)?$`;

/**
 * Stores the site's address in the shop's settings, for links in messages. The address that the operator gave replaces
 * every other; without one the server's own replaces only another local one, not what an admin has set.
 */
export async function setSiteUrl(
  admin: postgres.Sql,
  { siteUrl }: { readonly siteUrl?: string | undefined },
  own: string,
): Promise<void> {
  const { origin } = new URL(siteUrl ?? own);
  await admin`
    update public.setting_sections set value = value || jsonb_build_object('site_url', ${origin}::text)
    where section = 'data' and value ->> 'site_url' <> ${origin}
      and (${siteUrl !== undefined} or value ->> 'site_url' ~ ${LOCAL})`;
}
