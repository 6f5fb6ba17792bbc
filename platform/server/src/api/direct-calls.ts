import { runPipelined, type Statement } from '../database/pipelined-transaction.ts';
import { type Answer, withinSize } from '../http/answer.ts';
import { CallStatements, type CallTarget } from './call-statements.ts';
import type { Claims } from '../tokens/jwt.ts';
import type { PostgresConnection } from '../lite/lite.ts';
import { noteExecuted } from '../access-log/executed.ts';
import { sessionName } from '../log/request-record.ts';
import { takesSetupToken } from './setup-attempts.ts';

/** A signed-in user's call of a database function with named arguments only. */
export interface DirectCall {
  name: string;
  /** The body, which should be a JSON object. */
  body: string;
  claims: Claims;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Aborted when the client disconnects. */
  signal: AbortSignal;
}

/** A call that PostgreSQL rejected; it had no effect. */
export interface FailedCall {
  failure: Error;
}

/** The CORS headers of @supabase/lite. */
const CORS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'Content-Range, Content-Location, Preference-Applied',
};
/** Not a role: a transaction that switches to it fails. */
const NOBODY = 'session-has-ended';

/**
 * Sets the transaction's settings and the caller's role in one statement. An ended session gets no role, so PostgreSQL
 * rejects the statements pipelined after it.
 */
const SETTINGS = `select set_config('request.jwt.claim.sub', $1::text, true), set_config('request.jwt.claim.role', $2::text, true),
  set_config('request.jwt.claims', $3, true), set_config('storage.operation', '', true),
  set_config('response.status', '', true), set_config('response.headers', '', true),
  set_config('request.method', 'POST', true), set_config('request.path', $4, true), set_config('request.headers', $5, true),
  set_config('statement_timeout', private.statement_timeout($2, $1::text::uuid), true), set_config('application_name', $7, true),
  set_config('role', case when exists (
    select from auth.sessions s join auth.users u on u.id = s.user_id where s.id = $6::text::uuid and s.user_id = $1::text::uuid
  ) then $2 else '${NOBODY}' end, true)`;

/**
 * Calls functions as PostgREST does: one round trip to the database, whose JSON is passed through. Unsupported
 * requests, and the wording of errors, are left to @supabase/lite.
 */
export class DirectCalls {
  readonly #connection: PostgresConnection;
  readonly #catalogue: PostgresConnection;
  readonly #statements = new CallStatements();

  /** @param catalogue superuser connection, for queries that must not wait for the request pool. */
  constructor(connection: PostgresConnection, catalogue: PostgresConnection) {
    this.#connection = connection;
    this.#catalogue = catalogue;
  }

  /** @returns the response, the failure, or undefined if the call is not supported here. */
  async answer(call: DirectCall): Promise<Answer | FailedCall | undefined> {
    // Their attempts are counted where anonymous visitors' are.
    if (takesSetupToken(call.name)) return undefined;
    const { functions = [] } = await this.#connection.introspect({ useCache: true });
    const found = this.#statements.find(functions, call.name, call.body);
    if (!found) return undefined;
    const { target, statement } = found;
    noteExecuted({ type: 'rpc', function: call.name, args: found.args });
    const trip = {
      sql: this.#connection.driver,
      // Volatile functions are completed: a user who submits and leaves wants it done.
      ...(target.volatility === 'v'
        ? {}
        : { cancelling: { signal: call.signal, by: this.#catalogue.driver } }),
    };
    try {
      const [, rows] = await runPipelined(trip, [settingsOf(call), statement]);
      return toAnswer(rows?.[0] ?? {}, target);
    } catch (failure) {
      if (call.signal.aborted || !(failure instanceof Error)) throw failure;
      return failure.message.includes(NOBODY) ? undefined : { failure };
    }
  }
}

function settingsOf({ name, claims, headers }: DirectCall): Statement {
  const { sub = '', role, session_id: session } = claims;
  const parameters = [
    sub,
    role,
    JSON.stringify(claims),
    `/rpc/${name}`,
    JSON.stringify(headers),
    String(session),
    sessionName(),
  ];
  return { text: SETTINGS, parameters, prepare: true };
}

/** Format of the result of {@link CallStatements}. */
interface CallRow {
  body?: string;
  count?: string;
  status?: string;
  headers?: string;
}

/** The response with PostgREST's headers and those set by the function. */
function toAnswer({ body = '', count = '1', status, headers }: CallRow, target: CallTarget): Answer {
  const given = headers ? (JSON.parse(headers) as Record<string, string>[]) : [];
  const range = target.answers === 'rows' ? (count === '0' ? '*' : `0-${Number(count) - 1}`) : '0-0';
  const content = target.answers === 'nothing' ? {} : { 'content-type': 'application/json; charset=utf-8' };
  return withinSize({
    status: status ? Number(status) : target.answers === 'nothing' ? 204 : 200,
    headers: { ...CORS, ...content, 'content-range': `${range}/*`, ...Object.assign({}, ...given) },
    body: target.answers === 'nothing' ? '' : body,
  });
}
