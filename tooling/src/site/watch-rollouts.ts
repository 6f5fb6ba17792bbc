import type { CountedVisits } from '@taller/shared/system-status/counted-visits.ts';
import { judgeRollouts, stoppedText } from '#src/site/judge-rollouts.ts';
import { PublishError } from '#src/site/publish-error.ts';
import { stopRollout } from '#src/site/publish-rollout.ts';
import { projectOfSite } from '#src/site/read-facts.ts';

/** The project's visits, with its secret key. */
async function visitsOf(url: string, key: string, since: string): Promise<CountedVisits[]> {
  const response = await fetch(`${url}/rest/v1/rpc/count_part_visits`, {
    method: 'POST',
    headers: { apikey: key, authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ p_since: since }),
  }).catch((error: unknown) => {
    throw new PublishError(`${url} no responde. Revisa la dirección y la conexión.`, { cause: error });
  });
  if (!response.ok)
    throw new PublishError(
      `${url} no entregó las visitas (${response.status}). Revisa SUPABASE_SECRET_KEY y que el proyecto esté al día.`,
    );
  return (await response.json()) as CountedVisits[];
}

/**
 * Ends the rollouts of a static site that its visits speak against, once.
 * @param key the secret key of the site's project.
 * @returns what was ended, in Spanish, a line each.
 * @throws PublishError if the project does not answer.
 */
export async function watchRollouts(site: string, key: string): Promise<string[]> {
  const judged = await judgeRollouts(site, async (since) => {
    const { url } = await projectOfSite(site);
    return visitsOf(url, key, since);
  });
  for (const one of judged) await stopRollout(one, { site });
  return judged.map(stoppedText);
}
