import { AsyncLocalStorage } from 'node:async_hooks';

/** A column of a `select` under its name or an alias, or an embedded table. */
export type Selected = string | Readonly<Record<string, unknown>>;

/** A REST request in the form that is executed, as @supabase/lite parses it. */
export interface Executed {
  /** `query`, `insert`, `update`, `delete`, `upsert`, `put` or `rpc`. */
  readonly type?: string;
  readonly schema?: string;
  /** The table. */
  readonly from?: string;
  readonly function?: string;
  readonly args?: unknown;
  /** `GET` arguments are typed by the parser, those of a body by the caller. */
  readonly httpMethod?: string;
  readonly select?: readonly Selected[];
  /** Table of an embedded alias, if the alias is not its name. */
  readonly join?: Readonly<Record<string, { readonly from?: string }>>;
  readonly where?: unknown;
  readonly order?: readonly { readonly column: string }[];
}

const storage = new AsyncLocalStorage<{ executed?: Executed }>();

/** Runs a request, and tells what was executed for it; undefined if it was refused before. */
export async function watchExecuted<T>(
  run: () => Promise<T>,
): Promise<{ answer: T; executed: Executed | undefined }> {
  const watched: { executed?: Executed } = {};
  const answer = await storage.run(watched, run);
  return { answer, executed: watched.executed };
}

/** Notes what is about to be executed for the current request, so that nothing has to parse the request again. */
export function noteExecuted(executed: Executed): void {
  const watched = storage.getStore();
  if (watched) watched.executed = executed;
}
