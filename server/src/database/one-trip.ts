import type postgres from 'postgres';

/** A statement with its parameters, which are all texts: the driver fails on others only after it has sent some. */
export interface Statement {
  text: string;
  parameters: readonly string[];
  /** Whether each connection keeps it parsed and planned; for texts that come again. */
  prepare: boolean;
}

/** What a transaction of one trip runs on. */
export interface OneTripOptions {
  sql: postgres.Sql;
  /** Refuse what would write. */
  readOnly?: boolean;
  /** Undoes the transaction when nobody waits for it any more. */
  cancelling?: {
    signal: AbortSignal;
    /** Another pool, which has connections free although all of `sql` work. */
    by: postgres.Sql;
  };
}

/**
 * Runs statements as one transaction, all sent at once instead of one after the other's answer. After one that fails
 * PostgreSQL refuses the rest and undoes the transaction.
 * @returns the rows of each statement.
 * @throws the error of the first that failed, or the signal's reason if it was ended.
 */
export async function inOneTrip(
  { sql, readOnly = false, cancelling }: OneTripOptions,
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
    // A late cancellation must not end what runs on this connection next.
    await cancelled;
    connection.release();
  }
}

/** Process id of the backend that a query was sent to. The driver keeps it to itself. */
function backendOf(query: object): number | undefined {
  return (query as { state?: { pid?: number } | null }).state?.pid;
}
