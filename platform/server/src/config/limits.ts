/**
 * Limits per visitor and for all anonymous callers together. Fixed: they fit a shop whose whole staff (ten people with
 * three tabs each) shares one address, and leave anonymous visitors no way to exhaust what signed-in users need.
 *
 * An anonymous caller is one without a valid token. A peer is the result of `peerOf` for an address.
 */
const SECONDS = 1000;

/**
 * Sockets per peer that have not yet joined a channel with a valid token: twice the number of tabs of a shop that
 * reconnect at once.
 */
export const ANONYMOUS_SOCKETS_PER_PEER = 60;
/**
 * The same for all peers. Beyond it the oldest socket of the peer with the most is closed, so that a new one always has
 * a chance to authenticate.
 */
export const ANONYMOUS_SOCKETS = 300;
/** Sockets of all signed-in users: a hundred users with several tabs. About 20 kB each. */
export const SIGNED_IN_SOCKETS = 700;
/** Sockets per user: tabs on several machines. Anyone can register, so one account must not exhaust the server. */
export const SOCKETS_PER_PERSON = 30;
/** Time in which a new socket has to present a valid token, in ms. The client joins as soon as it is connected. */
export const ANONYMOUS_SOCKET_MS = 20 * SECONDS;
/** Rate limit of upgrades per peer: a burst, then one per interval. */
export const UPGRADES_PER_PEER = { burst: 120, refillMs: 100 };
/** Channels per socket; a page uses five. */
export const CHANNELS_PER_SOCKET = 30;
/** Messages per socket: a page joins its channels at once and then sends a heartbeat every 25 s. */
export const MESSAGES_PER_SOCKET = { burst: 100, refillMs: 100 };
/** Maximum bytes of a message: a token has about 1,000, a join with 20 filters about 3,000. */
export const MESSAGE_BYTES = 16_384;
/** Maximum length of a channel's name. */
export const TOPIC_LENGTH = 255;
/** Backpressure: bytes that may be buffered for a slow client, which is then disconnected and reconnects. */
export const UNREAD_BYTES = 2_000_000;

/** Cost limits of a request, by kind of caller. How long a statement may take is in database/roles.sql. */
export interface RequestLimits {
  /** Filters of all kinds, on all levels. A screen uses ten. */
  readonly filters: number;
  /** Requested columns, on all levels. The largest screen requests sixty. */
  readonly columns: number;
  /** Levels of embedded tables. No screen uses more than one. */
  readonly depth: number;
}
export const ANONYMOUS_REQUEST: RequestLimits = {
  filters: 10,
  columns: 30,
  depth: 1,
};
export const SIGNED_IN_REQUEST: RequestLimits = {
  filters: 100,
  columns: 150,
  depth: 1,
};
/** The server's own functions, with the secret key, e.g. for sending messages. */
export const SERVICE_REQUEST: RequestLimits = {
  filters: 100,
  columns: 150,
  depth: 2,
};
/** How often one level of a request may name the same column, under an alias or as part of a JSON value. */
export const COLUMN_REPEATS = 4;
/** Maximum bytes of an API response: a page of 1,000 orders has about 2,000,000. */
export const ANSWER_BYTES = 16_000_000;

/** Database connections: a pool shared by requests, and a few only for log-ins and sessions. */
export const REST_CONNECTIONS = 21;
export const AUTH_CONNECTIONS = 4;
export const STORAGE_CONNECTIONS = 4;

/** Number of concurrent requests. The rest are queued, round-robin by caller. */
export interface Places {
  readonly total: number;
  readonly perCaller: number;
  /** Queued requests per caller; further ones are answered with 429. */
  readonly waitingPerCaller: number;
}
/**
 * Requests by peer of anonymous visitors, and by user: staff have half of the connections to themselves, since anyone
 * can register. Loading a page makes ten requests.
 */
export const ANONYMOUS_PLACES: Places = { total: 5, perCaller: 3, waitingPerCaller: 100 };
export const CUSTOMER_PLACES: Places = { total: 5, perCaller: 3, waitingPerCaller: 100 };
export const STAFF_PLACES: Places = { total: 11, perCaller: 6, waitingPerCaller: 100 };
/** Requests of the auth API, by peer: all tabs of a shop refresh their tokens at the same time after a night. */
export const AUTH_PLACES: Places = { total: 8, perCaller: 4, waitingPerCaller: 100 };
/** Requests of the functions, by peer or user; as many again for staff. */
export const FUNCTION_PLACES: Places = { total: 6, perCaller: 3, waitingPerCaller: 50 };
/** Queued requests of all callers, and for how long, in ms. */
export const WAITING_TOTAL = 1000;
export const QUEUE_WAIT_MS = 15 * SECONDS;

/**
 * Maximum bytes of a body: a lookup, a decision, a form or a log-in for anonymous visitors and customers; an order with
 * texts of full length for staff; a batch of an import; a photo; a webhook or an image for functions.
 */
export const SMALL_BODY = 64_000;
export const STAFF_BODY = 1_000_000;
export const IMPORT_BODY = 8_000_000;
export const OBJECT_BODY = 1_100_000;
export const FUNCTION_BODY = 360_000;
/** Bytes of the disk that objects leave free. */
export const OBJECT_RESERVE = 200_000_000;
/** Calls of staff that carry a batch of an import. */
export const IMPORT_CALL =
  /^\/rest\/v1\/rpc\/(?:check_import|import_orders|check_inventory_import|import_inventory)$/;
/** Timeout for the whole body of anonymous visitors and customers, in ms. Staff have REQUEST_MS. */
export const SMALL_BODY_MS = 10 * SECONDS;
/**
 * Bytes of request bodies in memory, complete or not, per caller and for all callers of a kind; and running or queued
 * requests per caller. Each kind has its own, so that none leaves another without.
 */
export const BODIES = {
  anonymous: { perCaller: 1_000_000, total: 8_000_000, requestsPerCaller: 150 },
  customer: { perCaller: 1_000_000, total: 8_000_000, requestsPerCaller: 150 },
  staff: { perCaller: 16_000_000, total: 64_000_000, requestsPerCaller: 150 },
};

/**
 * Open connections, in total and per peer: thirty tabs of a shop have seven each. At the limit, a new connection closes
 * the one that has been idle longest, or the oldest if none is idle.
 */
export const CONNECTIONS = { total: 2000, perPeer: 300 };
/** Timeouts for the headers of a request, and for a whole request with its body, in ms. */
export const HEADERS_MS = 10 * SECONDS;
export const REQUEST_MS = 60 * SECONDS;
/** Inactivity timeout of a connection during a request, in ms: the client does not read the response. */
export const SILENCE_MS = 90 * SECONDS;
/** Interval of the check for slow requests, in ms. */
export const SLOW_CHECK_MS = 5 * SECONDS;
/** Maximum bytes of a request's URL and headers together. */
export const HEADER_BYTES = 16_384;
