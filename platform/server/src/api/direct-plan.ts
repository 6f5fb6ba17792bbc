import type { Statement } from '../database/pipelined-transaction.ts';
import type { Answer } from '../http/answer.ts';
import type { PostgresConnection } from '../lite/lite.ts';
import type { Executed } from '../access-log/executed.ts';
import type { Claims } from '../tokens/jwt.ts';

/** Tables, columns, keys and functions of the database. */
export type Catalogue = Awaited<ReturnType<PostgresConnection['introspect']>>;

/** A signed-in user's request in a form that supabase-js sends by default. */
export interface DirectRequest {
  /** `POST` for a call, `GET` or `HEAD` for a read. */
  method: string;
  /** `/rpc/name` or `/table`. */
  path: string;
  /** The parameters of a read, without `?`. */
  query: string;
  /** The body of a call, which should be a JSON object. */
  body: string;
  /** Whether exactly one row is requested, as an object. */
  single: boolean;
  /** Whether the caller belongs to the staff. Others do not decide which statements stay prepared. */
  isStaff: boolean;
  claims: Claims;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Aborted when the client disconnects. */
  signal: AbortSignal;
}

/** The row of a {@link DirectPlan}'s statement. */
export interface DirectRow {
  /** The response as JSON. */
  body?: string;
  /** The number of rows in it. */
  count?: string;
  /** Status and headers that a function has set. */
  status?: string;
  headers?: string;
}

/** A request as one statement whose only row has the response. */
export interface DirectPlan {
  statement: Statement;
  /** The request as it is executed, for the access log. */
  executed: Executed;
  /** Whether it may write: then it is completed for a caller who has gone. */
  mayWrite: boolean;
  /** The response; undefined if only @supabase/lite knows it. */
  answer(row: DirectRow): Answer | undefined;
}

/** Maximum number of rows of a response. */
export const MAX_ROWS = 1000;

/** The headers of every response of @supabase/lite. */
export const CORS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'Content-Range, Content-Location, Preference-Applied',
};

/** A quoted name. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
