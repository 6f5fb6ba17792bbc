import type postgres from 'postgres';

/**
 * A statement and its parameters, which are all strings: the driver would fail on other types after sending some
 * statements.
 */
export interface Statement {
  text: string;
  parameters: readonly string[];
  /** Whether connections keep it prepared, for statements that are repeated. */
  prepare: boolean;
}

/** Options of a pipelined transaction. */
export interface PipelineOptions {
  sql: postgres.Sql;
  /** Read-only transaction. */
  readOnly?: boolean;
  /** Cancels the transaction when the caller disconnects. */
  cancelling?: {
    signal: AbortSignal;
    /** Another pool for cancellation, in case all connections of `sql` are busy. */
    by: postgres.Sql;
  };
}

/**
 * Runs statements as one pipelined transaction in one round trip. If one fails, PostgreSQL rejects the rest and rolls
 * back.
 * @returns the rows of each statement.
 * @throws the first error, or the signal's reason if it was cancelled.
 */
export async function runPipelined(
  { sql, readOnly = false, cancelling }: PipelineOptions,
  statements: readonly Statement[],
): Promise<postgres.RowList<postgres.Row[]>[]> {
  const connection = await sql.reserve();
  const signal = cancelling?.signal;
  let cancelled: Promise<unknown> | undefined;
  let cancel = () => {};
  try {
    signal?.throwIfAborted();
    const begun = connection.unsafe(readOnly ? 'begin read only' : 'begin').execute();
    cancel = () => {
      const pid = backendOf(begun);
      if (cancelling && pid !== undefined)
        cancelled = cancelling.by`select pg_cancel_backend(${pid})`.then(undefined, () => undefined);
    };
    signal?.addEventListener('abort', cancel, { once: true });
    const sent = statements.map(({ text, parameters, prepare }) =>
      connection.unsafe(text, [...parameters], { prepare }).execute(),
    );
    const results = await Promise.allSettled([begun, ...sent, connection.unsafe('commit').execute()]);
    const failed = results.find((result) => result.status === 'rejected');
    if (failed) {
      signal?.throwIfAborted();
      throw failed.reason;
    }
    return await Promise.all(sent);
  } finally {
    signal?.removeEventListener('abort', cancel);
    // A late cancellation must not hit the next query on this connection.
    await cancelled;
    connection.release();
  }
}

/** Process id of the backend that a query was sent to, a private property of the driver. */
function backendOf(query: object): number | undefined {
  return (query as { state?: { pid?: number } | null }).state?.pid;
}
