import { NEWEST_MIGRATION } from '@taller/shared/system-status/newest-migration.ts';
import { PublishError } from './publish-error.ts';
import type { Project } from './read-facts.ts';

/**
 * Asks a database for its newest migration; null for one that is too old to say.
 * @throws PublishError if it does not answer.
 */
export async function newestMigration({ url, key }: Project): Promise<string | null> {
  const response = await fetch(`${url}/rest/v1/rpc/newest_migration`, {
    method: 'POST',
    headers: { apikey: key, 'content-type': 'application/json' },
    body: '{}',
  }).catch((error: unknown) => {
    throw new PublishError(`${url} no responde. Revisa la dirección y la conexión.`, { cause: error });
  });
  const answer: unknown = await response.json().catch(() => null);
  // A database without the function, with one that is not public yet, or without any migration.
  const isMissing = isRefusal(answer) || (response.ok && answer === null);
  if (!isMissing && (!response.ok || typeof answer !== 'string'))
    throw new PublishError(`${url} no dijo su versión (${response.status}). Revisa la clave.`);
  return typeof answer === 'string' ? answer : null;
}

/**
 * Refuses to build a site for a project whose database has another version, since single pages would fail.
 * @throws PublishError with the older side and what to do.
 */
export async function requireSameSchema(project: Project, ours = NEWEST_MIGRATION): Promise<void> {
  const { url } = project;
  const theirs = await newestMigration(project);
  if (theirs === ours) return;
  if (theirs === null || theirs < ours)
    throw new PublishError(
      `La base de datos de ${url} es más antigua que este sitio (migración ${theirs ?? 'anterior'}; el sitio necesita ${ours}). ` +
        'Actualízala con supabase db push --remote y repite la orden.',
    );
  throw new PublishError(
    `La base de datos de ${url} es más nueva que este sitio (migración ${theirs}; el sitio llega a ${ours}). ` +
      'Actualiza el código y repite la orden.',
  );
}

/** PostgREST's error code for a missing function, and PostgreSQL's for a forbidden one. */
const isRefusal = (answer: unknown): boolean =>
  typeof answer === 'object' &&
  answer !== null &&
  'code' in answer &&
  (answer.code === 'PGRST202' || answer.code === '42501');
