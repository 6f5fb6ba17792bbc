import type { SupabaseApi } from '../api/supabase-api.ts';
import {
  ANSWER_BYTES,
  AUTH_PLACES,
  SIGNED_IN_BODIES,
  SIGNED_IN_BODY,
  SIGNED_IN_PLACES,
  STRANGER_BODIES,
  STRANGER_BODY,
  STRANGER_BODY_MS,
} from '../config/limits.ts';
import { BodyBudget } from './body-budget.ts';
import { callerRule, type ApiKeys, type Caller } from './caller.ts';
import { peerOf } from './client-address.ts';
import { withinLimits } from './limited.ts';
import { sendResponse, toRequest, type BodyLimit } from './respond.ts';
import type { Route } from './router.ts';
import { Turns } from './turns.ts';

/**
 * /rest/v1 and /auth/v1: strangers and signed-in people each have their own places, so that neither waits for the
 * other.
 * @param strangers the places of strangers, whichever route they come by.
 */
export function apiRoute(api: SupabaseApi, keys: ApiKeys, strangers: Turns): Route {
  const callerOf = callerRule(keys);
  const bodies = { stranger: new BodyBudget(STRANGER_BODIES), person: new BodyBudget(SIGNED_IN_BODIES) };
  const places = { stranger: strangers, person: new Turns(SIGNED_IN_PLACES) };
  const authPlaces = new Turns(AUTH_PLACES);
  return async (exchange) => {
    const { incoming, outgoing, path, origin, client } = exchange;
    const isAuth = path.startsWith('/auth/v1/');
    if (!isAuth && !path.startsWith('/rest/v1/')) return false;
    const caller = callerOf(incoming, client);
    await withinLimits(exchange, async () => {
      const holding = bodies[caller.kind].open(caller.key);
      try {
        // Without a key nothing is read: the API answers by the headers alone.
        if (!caller.hasKey && incoming.method !== 'GET') outgoing.setHeader('connection', 'close');
        const request = await toRequest(incoming, outgoing, origin, {
          ...bodyLimit(caller, isAuth),
          holding,
        });
        const turns = isAuth ? authPlaces : places[caller.kind];
        const response = await turns.run(caller.key, async () =>
          limitAnswer(await api.fetch(request, origin, peerOf(client))),
        );
        await sendResponse(outgoing, response, request.method === 'HEAD');
      } finally {
        holding.release();
      }
    });
    return true;
  };
}

function bodyLimit({ kind, hasKey }: Caller, isAuth: boolean): BodyLimit {
  if (kind === 'person' && !isAuth) return { bytes: SIGNED_IN_BODY };
  return { bytes: hasKey ? STRANGER_BODY : 0, ms: STRANGER_BODY_MS };
}

/** The answer, or what to do if it is larger than any screen needs. */
async function limitAnswer(response: Response): Promise<Response> {
  if (!response.body) return response;
  const body = await response.arrayBuffer();
  const { status, headers } = response;
  if (body.byteLength <= ANSWER_BYTES) return new Response(body, { status, headers });
  const message = `The answer is larger than ${ANSWER_BYTES / 1_000_000} MB`;
  const hint = 'Ask for fewer rows or columns.';
  return Response.json({ code: '413', message, details: null, hint }, { status: 413 });
}
