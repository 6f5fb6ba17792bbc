/**
 * What one visitor, and all strangers together, may take of the server. Fixed: they fit a shop whose whole staff (ten
 * people with three tabs each) comes from one address, and leave strangers no way to take what signed-in people need.
 *
 * A stranger is whoever has shown no valid token. A peer is what `peerOf` makes of an address.
 */
const SECONDS = 1000;

/**
 * Sockets of one peer that have not joined a channel with a valid token yet: all tabs of a shop that come back at once,
 * twice over.
 */
export const STRANGER_SOCKETS_PER_PEER = 60;
/**
 * The same of all peers. Beyond it the oldest of whoever has most goes, so that a new one always gets its turn to say
 * who it is.
 */
export const STRANGER_SOCKETS = 300;
/** Sockets of signed-in people, all together: a hundred people with several tabs. About 20 kB each. */
export const SIGNED_IN_SOCKETS = 700;
/** Sockets of one person: tabs on several machines. An account costs nothing, so one must not fill the server. */
export const SOCKETS_PER_PERSON = 30;
/** Time in which a new socket has to show a valid token, in ms. The client joins as soon as the connection stands. */
export const STRANGER_SOCKET_MS = 20 * SECONDS;
/** Upgrades of one peer: so many at once, and so many a second in the long run. */
export const UPGRADES_PER_PEER = { burst: 120, perSecond: 10 };
/** Channels of one socket; a page uses five. */
export const CHANNELS_PER_SOCKET = 30;
/** Messages of one socket: a page joins its channels at once and then sends a heartbeat every 25 s. */
export const MESSAGES_PER_SOCKET = { burst: 100, perSecond: 10 };
/** Bytes of one message: a token has about 1,000, a join with 20 filters about 3,000. */
export const MESSAGE_BYTES = 16_384;
/** Characters of a channel's name. */
export const TOPIC_LENGTH = 255;
/** Bytes that may wait for a client that does not read; then it is cut off and connects again. */
export const UNREAD_BYTES = 2_000_000;

/** What one request may ask of the database, by who asks. */
export interface RequestLimits {
  /** Time of one statement, in ms. As on hosted Supabase. */
  readonly statementMs: number;
  /** Filters of all kinds, in all levels. A screen uses ten. */
  readonly filters: number;
  /** Columns asked for, in all levels. The widest screen names sixty. */
  readonly columns: number;
  /** Levels of tables inside tables. No screen goes deeper than one. */
  readonly depth: number;
}
export const STRANGER_REQUEST: RequestLimits = {
  statementMs: 3 * SECONDS,
  filters: 10,
  columns: 30,
  depth: 1,
};
export const SIGNED_IN_REQUEST: RequestLimits = {
  statementMs: 8 * SECONDS,
  filters: 100,
  columns: 150,
  depth: 1,
};
/** The server's own functions, with the secret key: they send what is due. */
export const SERVICE_REQUEST: RequestLimits = {
  statementMs: 15 * SECONDS,
  filters: 100,
  columns: 150,
  depth: 2,
};
/** How often one level of a request may name the same column, under other names or as parts of a JSON value. */
export const COLUMN_REPEATS = 4;
/** Bytes of one answer of the API: a page of 1,000 orders has about 2,000,000. */
export const ANSWER_BYTES = 16_000_000;

/** Connections to the database: what requests share, and a few that only log-ins and sessions use. */
export const REST_CONNECTIONS = 16;
export const AUTH_CONNECTIONS = 4;

/** How many requests run at once. The rest wait their turn, one of each caller after the other. */
export interface Places {
  readonly total: number;
  readonly perCaller: number;
  /** Requests of one caller that may wait; further ones are answered with 429. */
  readonly waitingPerCaller: number;
}
/** Of strangers' requests, by peer: a third of the connections at most. */
export const STRANGER_PLACES: Places = { total: 5, perCaller: 3, waitingPerCaller: 100 };
/** Of signed-in people's, by person: a page that loads makes ten, and an account costs nothing. */
export const SIGNED_IN_PLACES: Places = { total: 11, perCaller: 6, waitingPerCaller: 100 };
/** Of the auth API's, by peer: all tabs of a shop renew their tokens at once after a night. */
export const AUTH_PLACES: Places = { total: 8, perCaller: 4, waitingPerCaller: 100 };
/** Of the functions', by peer. */
export const FUNCTION_PLACES: Places = { total: 6, perCaller: 3, waitingPerCaller: 50 };
/** Requests that wait, of all callers together, and how long, in ms. */
export const WAITING_TOTAL = 1000;
export const TURN_WAIT_MS = 15 * SECONDS;

/**
 * Bytes of one body: a batch of an import for signed-in people; a look-up, a decision or a log-in for strangers; a
 * provider's report for functions.
 */
export const SIGNED_IN_BODY = 8_000_000;
export const STRANGER_BODY = 64_000;
export const FUNCTION_BODY = 256_000;
/** Time for a stranger's whole body, in ms. Signed-in people have REQUEST_MS. */
export const STRANGER_BODY_MS = 10 * SECONDS;
/**
 * Bytes of bodies held at once, finished or not, of one caller and of all callers of a kind; and requests of one caller
 * under way or waiting.
 */
export const STRANGER_BODIES = { perCaller: 1_000_000, total: 8_000_000, requestsPerCaller: 150 };
export const SIGNED_IN_BODIES = { perCaller: 16_000_000, total: 64_000_000, requestsPerCaller: 150 };

/** Open connections. Beyond it the one that has waited longest without a request under way is closed for a new one. */
export const CONNECTIONS = 2000;
/** Time for the headers of a request, and for a whole request with its body, in ms. */
export const HEADERS_MS = 10 * SECONDS;
export const REQUEST_MS = 60 * SECONDS;
/**
 * Time without a byte in either direction after which a connection under way is closed, in ms: nobody reads the answer.
 */
export const SILENCE_MS = 90 * SECONDS;
/** How often slow requests are looked for, in ms. */
export const SLOW_CHECK_MS = 5 * SECONDS;
/** Bytes of a request's address and headers together. */
export const HEADER_BYTES = 16_384;
