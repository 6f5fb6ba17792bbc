import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely';
import { sessionName } from '../log/request-record.ts';
import { limitsOf } from './request-rules.ts';

type Executor = Kysely<unknown> | Transaction<unknown>;
type Setting = readonly [name: string, value: string];

/** Who makes a request, as @supabase/lite hands it on. */
export interface RequestContext {
  auth?: { role?: string; uid?: string | null; jwt?: unknown };
  storage?: { operation?: string | null };
}

/** What a database function may read of the request that calls it. */
interface RpcRequest {
  method: string;
  path: string;
  requestHeaders?: Record<string, string>;
}

/** Settings of the running transaction, all in one statement. */
function setLocally(settings: readonly Setting[]): RawBuilder<unknown> {
  return sql`select ${sql.join(settings.map(([name, value]) => sql`set_config(${sql.lit(name)}, ${value}, true)`))}`;
}

/**
 * Makes the transaction the person's: role and claims, under the names that PostgREST uses. @supabase/lite sends a statement for each, which is most of the
 * time of a short request: fifteen round trips for a function's call instead of six.
 */
export async function applyJwtSessionContext(executor: Executor, context: RequestContext): Promise<void> {
  const { role = 'anon', uid, jwt } = context.auth ?? {};
  const settings: Setting[] = [
    ['request.jwt.claim.sub', uid ?? ''],
    ['request.jwt.claim.role', role],
    ['storage.operation', context.storage?.operation ?? ''],
  ];
  if (typeof jwt === 'object' && jwt !== null) settings.push(['request.jwt.claims', JSON.stringify(jwt)]);
  // PostgreSQL's own log and its list of sessions name the request.
  settings.push(['application_name', sessionName()]);
  settings.push(['statement_timeout', String(limitsOf(role).statementMs)]);
  // The role is the last: what comes after it would be done with its rights.
  await setLocally([...settings, ['role', role]]).execute(executor);
}

/** What PostgREST tells a database function about its request, and empty answers for it to fill in. */
export async function applyRpcRequestGucs(executor: Executor, request: RpcRequest): Promise<void> {
  await setLocally([
    ['response.status', ''],
    ['response.headers', ''],
    ['request.method', request.method],
    ['request.path', request.path],
    ['request.headers', JSON.stringify(request.requestHeaders ?? {})],
  ]).execute(executor);
}
