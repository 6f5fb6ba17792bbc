import { z } from 'zod';
import { readAnswer, sendAnswer } from '../http/answer.ts';
import { toRequest } from '../http/respond.ts';
import { sendPage } from '../http/page.ts';
import { sendJson, type Exchange, type Route } from '../http/router.ts';
import { conversationsPage } from './conversations-page.ts';
import type { WhatsappSimulator } from './whatsapp-simulator.ts';

/** Base path of the simulator's API: WHATSAPP_API_URL of the functions. */
export const SIMULATOR_API_PATH = '/_dev/whatsapp/api';

const MAX_BODY = 64 * 1024;
const sendPath = /^\/_dev\/whatsapp\/api\/v\d+\.\d+\/([^/]+)\/messages$/;

const failureBody = z.object({
  kind: z.union([z.number().int(), z.enum(['http_500', 'no_answer', 'unreadable'])]),
  times: z.number().int().min(1).max(1000).default(1),
});
const statusBody = z.object({
  id: z.string(),
  status: z.enum(['sent', 'delivered', 'read', 'failed']),
  code: z.number().int().optional(),
});
const replyBody = z.object({ from: z.string().regex(/^\d{8,15}$/), text: z.string().min(1).max(4096) });

/**
 * The simulator's HTTP routes: the provider's API, the page `/_dev/whatsapp`, `/_dev/whatsapp.json`, and the controls
 * for failures, statuses and replies (`POST /_dev/whatsapp/failures`, `/statuses`, `/replies`).
 */
export function simulatorRoutes(simulator: WhatsappSimulator): Route[] {
  return [
    async (exchange) => {
      const phoneNumberId = sendPath.exec(exchange.path)?.[1];
      if (phoneNumberId === undefined || exchange.incoming.method !== 'POST') return false;
      const response = await simulator.send(await requestOf(exchange), phoneNumberId);
      if (response === null) exchange.incoming.socket.destroy();
      else await sendAnswer(exchange.outgoing, await readAnswer(response), false);
      return true;
    },
    async ({ outgoing, path }) => {
      if (path === '/_dev/whatsapp.json') sendJson(outgoing, 200, simulator.log());
      else if (path === '/_dev/whatsapp') sendPage(outgoing, conversationsPage(simulator));
      else return false;
      return true;
    },
    async (exchange) => {
      if (exchange.path !== '/_dev/whatsapp/reply' || exchange.incoming.method !== 'POST') return false;
      const form = new URLSearchParams(await (await requestOf(exchange)).text());
      const reply = replyBody.safeParse(Object.fromEntries(form));
      if (reply.success) await simulator.reply(reply.data.from, reply.data.text);
      exchange.outgoing.writeHead(303, { location: '/_dev/whatsapp' }).end();
      return true;
    },
    control('/_dev/whatsapp/failures', failureBody, async (failure) => {
      simulator.failNext(failure);
      return true;
    }),
    control('/_dev/whatsapp/statuses', statusBody, ({ id, status, code }) =>
      simulator.report(id, status, code),
    ),
    control('/_dev/whatsapp/replies', replyBody, ({ from, text }) => simulator.reply(from, text)),
  ];
}

function requestOf({ incoming, outgoing, origin }: Exchange): Promise<Request> {
  return toRequest(incoming, outgoing, origin, { bytes: MAX_BODY });
}

/** POST with a validated JSON body; responds with { ok }. */
function control<T>(path: string, schema: z.ZodType<T>, act: (body: T) => Promise<boolean>): Route {
  return async (exchange) => {
    if (exchange.path !== path || exchange.incoming.method !== 'POST') return false;
    const request = await requestOf(exchange);
    const body = schema.safeParse(await request.json().catch(() => null));
    if (body.success) sendJson(exchange.outgoing, 200, { ok: await act(body.data) });
    else sendJson(exchange.outgoing, 400, { error: z.prettifyError(body.error) });
    return true;
  };
}
