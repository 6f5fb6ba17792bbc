import type { SiteConfig } from '@taller/shared/runtime';

/** What the database counts of a page (SHELL-84). */
export interface PartVisit {
  remote: string;
  build: string;
  /** 0 for a failure after the visit was reported. */
  visits: 0 | 1;
  failed: 0 | 1;
  /** From asking for the first part to showing it, in milliseconds; null if nothing was shown. */
  ms: number | null;
}

/**
 * Reports how the remotes of this page did, ten at most, without who it was. Without the Supabase client, which public
 * pages do not load, and in a way that goes on when the page is left.
 */
export async function reportPartVisits(
  { supabaseUrl, supabaseKey }: SiteConfig,
  visits: readonly PartVisit[],
): Promise<void> {
  const answer = await fetch(`${supabaseUrl}/rest/v1/rpc/report_part_visits`, {
    method: 'POST',
    keepalive: true,
    headers: { apikey: supabaseKey, 'content-type': 'application/json' },
    body: JSON.stringify({ p_visits: visits }),
  });
  if (!answer.ok) throw new Error(`report_part_visits answered ${answer.status}`);
}
