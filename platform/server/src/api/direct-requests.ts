import { despiteDeadlocks } from '../database/despite-deadlocks.ts';
import { runPipelined, type Statement } from '../database/pipelined-transaction.ts';
import { type Answer, withinSize } from '../http/answer.ts';
import { CallStatements } from './call-statements.ts';
import type { DirectRequest } from './direct-plan.ts';
import type { PostgresConnection } from '../lite/lite.ts';
import { noteExecuted } from '../access-log/executed.ts';
import { sessionName } from '../log/request-record.ts';
import { ReadStatements } from './read-statements.ts';
import { takesSetupToken } from './setup-attempts.ts';

/** A request that PostgreSQL rejected; it had no effect. */
export interface FailedRequest {
  failure: Error;
}

/** Not a role: a transaction that switches to it fails. */
const NOBODY = 'session-has-ended';

/**
 * Sets the transaction's settings and the caller's role in one statement. An ended session gets no role, so PostgreSQL
 * rejects the statements pipelined after it.
 */
const SETTINGS = `select set_config('request.jwt.claim.sub', $1::text, true), set_config('request.jwt.claim.role', $2::text, true),
  set_config('request.jwt.claims', $3, true), set_config('storage.operation', '', true),
  set_config('response.status', '', true), set_config('response.headers', '', true),
  set_config('request.method', $8, true), set_config('request.path', $4, true), set_config('request.headers', $5, true),
  set_config('statement_timeout', private.statement_timeout($2, $1::text::uuid), true), set_config('application_name', $7, true),
  set_config('role', case when exists (
    select from auth.sessions s join auth.users u on u.id = s.user_id where s.id = $6::text::uuid and s.user_id = $1::text::uuid
  ) then $2 else '${NOBODY}' end, true)`;

/**
 * Calls functions and reads tables as PostgREST does: one round trip to the database, whose JSON is passed through.
 * Requests in other forms, and the wording of errors, are left to @supabase/lite.
 */
export class DirectRequests {
  readonly #connection: PostgresConnection;
  readonly #catalogue: PostgresConnection;
  readonly #calls = new CallStatements();
  readonly #reads = new ReadStatements();

  /** @param catalogue superuser connection, for queries that must not wait for the request pool. */
  constructor(connection: PostgresConnection, catalogue: PostgresConnection) {
    this.#connection = connection;
    this.#catalogue = catalogue;
  }

  /** @returns the response, the failure, or undefined if the request is not supported here. */
  async answer(request: DirectRequest): Promise<Answer | FailedRequest | undefined> {
    const { method, path, signal } = request;
    const [, name] = /^\/rpc\/(\w+)$/.exec(path) ?? [];
    // The regular path counts attempts with a set-up token, those of signed-in callers too.
    if (name !== undefined && takesSetupToken(name)) return undefined;
    if ((name === undefined) === (method === 'POST')) return undefined;
    const catalogue = await this.#connection.introspect({ useCache: true });
    const plan =
      name === undefined
        ? this.#reads.plan(catalogue, request)
        : this.#calls.plan(catalogue.functions ?? [], name, request.body);
    if (!plan) return undefined;
    noteExecuted(plan.executed);
    const trip = {
      sql: this.#connection.driver,
      // A request that may write is completed: a user who submits and leaves wants it done.
      ...(plan.mayWrite ? {} : { cancelling: { signal, by: this.#catalogue.driver } }),
    };
    try {
      const [, rows] = await despiteDeadlocks(() =>
        runPipelined(trip, [settingsOf(request), plan.statement]),
      );
      const answer = plan.answer(rows?.[0] ?? {});
      return answer && withinSize(answer);
    } catch (failure) {
      if (signal.aborted || !(failure instanceof Error)) throw failure;
      return failure.message.includes(NOBODY) ? undefined : { failure };
    }
  }
}

function settingsOf({ method, path, claims, headers }: DirectRequest): Statement {
  const { sub = '', role, session_id: session } = claims;
  const parameters = [
    sub,
    role,
    JSON.stringify(claims),
    path,
    JSON.stringify(headers),
    String(session),
    sessionName(),
    method,
  ];
  return { text: SETTINGS, parameters, prepare: true };
}
