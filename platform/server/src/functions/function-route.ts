import { FUNCTION_BODY, FUNCTION_PLACES, SMALL_BODY_MS } from '../config/limits.ts';
import { bodyBudgets } from '../http/body-budget.ts';
import { callerRule, roleOf, type ApiKeys } from '../api/request-caller.ts';
import type { SupabaseApi } from '../api/supabase-api.ts';
import { withinLimits } from '../http/limited.ts';
import { readAnswer, sendAnswer } from '../http/answer.ts';
import { toRequest } from '../http/respond.ts';
import { sendJson, type Route } from '../http/router.ts';
import { ConcurrencyLimiter } from '../http/concurrency-limiter.ts';
import { currentRequest, noteRole } from '../log/request-record.ts';
import type { FunctionHost } from './function-host.ts';

const PREFIX = '/functions/v1/';
const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers':
    'authorization, apikey, content-type, x-client-info, x-supabase-api-version',
  'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE, OPTIONS',
};

/**
 * /functions/v1/<name>, like Supabase's gateway: CORS headers, the Authorization header passed through, the client's
 * address in `X-Forwarded-For`.
 */
export function functionRoute(host: FunctionHost, keys: ApiKeys, api: SupabaseApi): Route {
  const callerOf = callerRule(keys, api.standings);
  const bodies = bodyBudgets();
  const staff = new ConcurrencyLimiter(FUNCTION_PLACES);
  const others = new ConcurrencyLimiter(FUNCTION_PLACES);
  return async (exchange) => {
    const { incoming, outgoing, path, origin, client } = exchange;
    if (!path.startsWith(PREFIX)) return false;
    for (const [name, value] of Object.entries(CORS)) outgoing.setHeader(name, value);
    const handler = host.find(path.slice(PREFIX.length).split('/')[0] ?? '');
    if (!handler) {
      sendJson(outgoing, 404, { code: 'NOT_FOUND', message: 'Requested function was not found' });
      return true;
    }
    await withinLimits(exchange, async () => {
      const caller = await callerOf(incoming, client);
      noteRole(roleOf(caller));
      const limiter = caller.kind === 'staff' ? staff : others;
      const reservation = bodies[caller.kind].reserve(caller.key);
      try {
        const limit = { bytes: FUNCTION_BODY, ms: SMALL_BODY_MS, reservation };
        const request = await toRequest(incoming, outgoing, origin, limit);
        request.headers.delete('x-forwarded-for');
        if (client) request.headers.set('x-forwarded-for', client);
        request.headers.set('x-request-id', currentRequest()?.id ?? '');
        const response = await limiter.run(caller.key, () => handler(request));
        await sendAnswer(outgoing, await readAnswer(response), incoming.method === 'HEAD');
      } finally {
        reservation.release();
      }
    });
    return true;
  };
}
