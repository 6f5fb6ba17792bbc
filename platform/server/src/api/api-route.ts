import type { IncomingMessage, ServerResponse } from 'node:http';
import type { DirectRequest } from './direct-plan.ts';
import type { SupabaseApi } from './supabase-api.ts';
import {
  AUTH_PLACES,
  CUSTOMER_PLACES,
  IMPORT_BODY,
  IMPORT_CALL,
  OBJECT_BODY,
  SMALL_BODY,
  SMALL_BODY_MS,
  STAFF_BODY,
  STAFF_PLACES,
} from '../config/limits.ts';
import { readAnswer, sendAnswer, withinSize } from '../http/answer.ts';
import { bodyBudgets } from '../http/body-budget.ts';
import { callerRule, roleOf, type ApiKeys, type Caller } from './request-caller.ts';
import { peerOf } from '../network/client-address.ts';
import { nameFailure } from '../http/name-failure.ts';
import { withinLimits } from '../http/limited.ts';
import { bodyOf, webRequest, whenGone, type BodyLimit } from '../http/respond.ts';
import type { Route } from '../http/router.ts';
import { noteRole } from '../log/request-record.ts';
import { ConcurrencyLimiter } from '../http/concurrency-limiter.ts';

/**
 * Lets browsers ask from another origin, as PostgREST and GoTrue do. @supabase/lite 0.10.0 does not for functions with
 * required parameters, which it looks for without any, and for accounts, where it allows no header.
 * @returns whether the request was such a question, and is answered.
 */
function answersPreflight({ method, headers }: IncomingMessage, outgoing: ServerResponse): boolean {
  if (method !== 'OPTIONS' || headers['access-control-request-method'] === undefined) return false;
  outgoing
    .writeHead(200, {
      'access-control-allow-headers': headers['access-control-request-headers'] ?? '',
      'access-control-allow-methods': 'GET, POST, PATCH, PUT, DELETE, OPTIONS, HEAD',
      'access-control-max-age': '86400',
    })
    .end();
  return true;
}

/**
 * Handles /rest/v1, /auth/v1 and /storage/v1. Anonymous visitors, customers and staff have separate limits, so that
 * none blocks another.
 * @param anonymous the limit for anonymous requests, shared by all routes.
 */
export function apiRoute(api: SupabaseApi, keys: ApiKeys, anonymous: ConcurrencyLimiter): Route {
  const callerOf = callerRule(keys, api.standings);
  const bodies = bodyBudgets();
  const places = {
    anonymous,
    customer: new ConcurrencyLimiter(CUSTOMER_PLACES),
    staff: new ConcurrencyLimiter(STAFF_PLACES),
  };
  const authPlaces = new ConcurrencyLimiter(AUTH_PLACES);
  return async (exchange) => {
    const { incoming, outgoing, path, origin, client } = exchange;
    const isAuth = path.startsWith('/auth/v1/');
    if (!isAuth && !path.startsWith('/rest/v1/') && !path.startsWith('/storage/v1/')) return false;
    outgoing.setHeader('access-control-allow-origin', '*');
    if (answersPreflight(incoming, outgoing)) return true;
    const caller = await callerOf(incoming, client);
    noteRole(roleOf(caller));
    await withinLimits(exchange, async () => {
      const reservation = bodies[caller.kind].reserve(caller.key);
      try {
        // Without an API key the body is not read: the headers alone determine the response.
        if (!caller.hasKey && incoming.method !== 'GET') outgoing.setHeader('connection', 'close');
        const gone = whenGone(outgoing);
        const body = await bodyOf(incoming, { ...bodyLimit(caller, path), reservation });
        const direct = directRequest(incoming, caller, body, gone);
        const limiter = isAuth ? authPlaces : places[caller.kind];
        const ask = async () => {
          const given = direct && (await api.direct(direct));
          if (given && 'status' in given) return given;
          const request = webRequest(incoming, origin, body, gone);
          const answered = await api.fetch(request, origin, peerOf(client), given?.failure);
          return nameFailure(withinSize(await readAnswer(answered)));
        };
        const { authorization } = incoming.headers;
        const answer = await limiter.run(caller.key, () => (isAuth ? ask() : api.logged(authorization, ask)));
        await sendAnswer(outgoing, answer, incoming.method === 'HEAD');
      } finally {
        reservation.release();
      }
    });
    return true;
  };
}

function bodyLimit({ kind, hasKey }: Caller, path: string): BodyLimit {
  if (kind === 'staff' && path.startsWith('/storage/')) return { bytes: OBJECT_BODY };
  if (kind === 'staff' && path.startsWith('/rest/'))
    return { bytes: IMPORT_CALL.test(path) ? IMPORT_BODY : STAFF_BODY };
  return { bytes: hasKey ? SMALL_BODY : 0, ms: SMALL_BODY_MS };
}

const DIRECT = /^\/rest\/v1(\/(?:rpc\/)?\w+)(?:\?([^#]*))?$/;
const OBJECT = 'application/vnd.pgrst.object+json';

/** A signed-in user's function call or read as supabase-js sends it by default. */
function directRequest(
  incoming: IncomingMessage,
  { claims, kind }: Caller,
  body: Buffer | undefined,
  signal: AbortSignal,
): DirectRequest | undefined {
  const { method = '', url = '', headers } = incoming;
  const [, path, query = ''] = DIRECT.exec(url) ?? [];
  if (path === undefined || claims?.role !== 'authenticated') return undefined;
  if (typeof claims.session_id !== 'string' || Number(claims.iat) * 1000 > Date.now()) return undefined;
  const isCall = method === 'POST';
  if (isCall ? !isPlainCall(headers) || query !== '' || !body : !isPlainRead(method, headers))
    return undefined;
  const { accept = '*/*' } = headers;
  const single = !isCall && accept === OBJECT;
  if (accept !== '*/*' && accept !== 'application/json' && !single) return undefined;
  const given = body?.toString('utf8') ?? '';
  return { method, path, query, body: given, single, isStaff: kind === 'staff', claims, headers, signal };
}

/** Whether no header of a call requests anything special. */
function isPlainCall(headers: IncomingMessage['headers']): boolean {
  const { 'content-profile': schema = 'public', 'content-type': type = '' } = headers;
  if (['prefer', 'range', 'accept-profile', 'content-encoding'].some((name) => headers[name] !== undefined))
    return false;
  return schema === 'public' && type.startsWith('application/json');
}

/** Whether no header of a read requests anything special. HEAD asks for the number of rows. */
function isPlainRead(method: string, headers: IncomingMessage['headers']): boolean {
  const { 'accept-profile': schema = 'public', prefer } = headers;
  if (['range', 'content-profile', 'content-encoding'].some((name) => headers[name] !== undefined))
    return false;
  return schema === 'public' && (method === 'HEAD' ? prefer === 'count=exact' : method === 'GET' && !prefer);
}
