import { setTimeout as delay } from 'node:timers/promises';
import { z } from '@taller/shared/values/zod.ts';
import type { CountedVisits } from '@taller/shared/system-status/counted-visits.ts';
import { judgeRollouts } from '#src/site/judge-rollouts.ts';
import { PublishError } from '#src/site/publish-error.ts';
import { projectOfSite } from '#src/site/read-facts.ts';
import { stopRollouts } from '#src/site/stop-rollouts.ts';

const EVERY_MS = 60_000;
/** How long the project may take for an answer, before the next look. */
const PATIENCE_MS = 30_000;

const ROWS = z.array(
  z.object({
    remote: z.string(),
    build: z.string(),
    hour: z.string(),
    visits: z.number(),
    failed: z.number(),
  }),
);

/** A project whose visits are counted. */
interface Counted {
  url: string;
  /** Its secret key. */
  key: string;
  patienceMs: number;
}

/** An answer of the project: its rows after so many. */
async function rowsAfter(offset: number, since: string, counted: Counted): Promise<CountedVisits[]> {
  const { url, key, patienceMs } = counted;
  const silent = (error: unknown) => {
    throw new PublishError(`${url} no responde. Revisa la dirección y la conexión.`, { cause: error });
  };
  const response = await fetch(
    `${url}/rest/v1/rpc/count_part_visits?order=hour,remote,build&offset=${offset}`,
    {
      method: 'POST',
      headers: { apikey: key, authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ p_since: since }),
      signal: AbortSignal.timeout(patienceMs),
    },
  ).catch(silent);
  if (!response.ok)
    throw new PublishError(
      `${url} no entregó las visitas (${response.status}). Revisa SUPABASE_SECRET_KEY y que el proyecto esté al día.`,
    );
  const text = await response.text().catch(silent);
  try {
    return z.parse(ROWS, JSON.parse(text));
  } catch (error) {
    throw new PublishError(
      `${url} no respondió con las visitas. Revisa supabaseUrl en el config.json del sitio.`,
      { cause: error },
    );
  }
}

/** All visits since a time. A project answers 1,000 rows at most, oldest first: without the rest none are recent. */
async function visitsOf(since: string, counted: Counted): Promise<CountedVisits[]> {
  const rows: CountedVisits[] = [];
  for (;;) {
    const more = await rowsAfter(rows.length, since, counted);
    if (more.length === 0) return rows;
    rows.push(...more);
  }
}

/**
 * Ends the rollouts of a static site that its visits speak against, once.
 * @param key the secret key of the site's project.
 * @returns what was ended, in Spanish, a line each.
 * @throws PublishError if the project does not answer.
 */
export async function watchRollouts(
  site: string,
  key: string,
  { patienceMs = PATIENCE_MS } = {},
): Promise<string[]> {
  const judged = await judgeRollouts(site, async (since) => {
    const { url } = await projectOfSite(site, 'agrégalo, porque --watch lee ahí cuál es el proyecto.');
    return visitsOf(since, { url, key, patienceMs });
  });
  return stopRollouts(judged, site);
}

/** How a site is watched. */
interface Watching {
  /** Receives lines in Spanish: what was ended, and what went wrong in a round. The next one may go well. */
  say: (line: string) => void;
  everyMs?: number;
  /** Ends it; without it, it goes on. */
  signal?: AbortSignal;
}

/** Ends the rollouts of a static site that its visits speak against, at each look. */
export async function keepWatching(
  site: string,
  key: string,
  { say, everyMs = EVERY_MS, signal }: Watching,
): Promise<void> {
  for (;;) {
    if (signal?.aborted) return;
    const lines = await watchRollouts(site, key).catch((error: unknown) => [
      `✗ ${error instanceof Error ? error.message : String(error)}`,
    ]);
    for (const line of lines) say(line);
    await delay(everyMs, undefined, { signal }).catch(() => undefined);
  }
}
