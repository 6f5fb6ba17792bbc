/**
 * What every pool of connections is opened with. The driver's own wait before it connects again grows up to 20 s, for
 * all of a pool, however soon the database is back; a quarter of a second finds it in time and costs nothing on this
 * machine.
 */
export const POOL = { backoff: () => 0.25, connect_timeout: 5, onnotice: () => {} };
