/**
 * Options of every connection pool. The driver's own reconnection backoff grows to 20 s for the whole pool, even if the
 * database is back earlier; polling every quarter of a second is cheap on the same machine.
 */
export const POOL = { backoff: () => 0.25, connect_timeout: 5, onnotice: () => {} };
