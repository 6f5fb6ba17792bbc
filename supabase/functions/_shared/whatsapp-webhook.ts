import type { FunctionDeps, FunctionHandler } from './function-deps.ts';
import { jsonResponse } from './http.ts';
import { readWebhook } from './whatsapp/webhook-events.ts';
import { isSigned } from './whatsapp/webhook-signature.ts';

/** Codes of refusals that a repetition does not change: values (22), rules (23) and sizes (54). */
const NEVER = /^(?:22|23|54)/;

/**
 * The provider's webhook. GET: the verification handshake (environment WHATSAPP_VERIFY_TOKEN). POST: statuses and
 * replies, only with a valid signature (environment WHATSAPP_APP_SECRET). A database failure returns 500, so that the
 * provider retries. Statuses and replies that the database will never take are logged and left out.
 */
export function makeHandler(deps: FunctionDeps): FunctionHandler {
  /** The response to an event that was not recorded; undefined if repeating it is of no use. */
  const failureOf = (code: string): Response | undefined => {
    deps.log('error', `not recorded: ${code}`);
    return NEVER.test(code) ? undefined : jsonResponse(500, { error: 'database' });
  };
  return async (request) => {
    if (request.method === 'GET') return handshake(new URL(request.url), deps.env.WHATSAPP_VERIFY_TOKEN);
    if (request.method !== 'POST') return jsonResponse(405, { error: 'method_not_allowed' });

    const raw = new Uint8Array(await request.arrayBuffer());
    const secret = deps.env.WHATSAPP_APP_SECRET;
    if (!secret || !(await isSigned(raw, request.headers.get('x-hub-signature-256'), secret))) {
      deps.log('warn', 'rejected a request with a missing or wrong signature');
      return jsonResponse(401, { error: 'signature' });
    }
    const { statuses, replies, ignored } = readWebhook(parse(raw), deps.now());
    if (ignored > 0) deps.log('warn', `${ignored} entries that cannot be read`);
    const database = deps.admin();
    const receipt = await database.rpc('record_webhook');
    if (receipt.error) deps.log('error', `receipt not recorded: ${receipt.error.code}`);
    for (const event of statuses) {
      const { error } = await database.rpc('record_message_status', {
        p_provider_message_id: event.providerId,
        p_opaque: event.opaque,
        p_status: event.status,
        p_at: event.at,
        p_code: event.code,
        p_message: event.message,
      });
      const failure = error && failureOf(error.code);
      if (failure) return failure;
    }
    for (const reply of replies) {
      const { error } = await database.rpc('record_reply', {
        p_provider_message_id: reply.providerId,
        p_phone: reply.phone,
        p_body: reply.body,
        p_at: reply.at,
      });
      const failure = error && failureOf(error.code);
      if (failure) return failure;
    }
    return jsonResponse(200, { statuses: statuses.length, replies: replies.length });
  };
}

function handshake(url: URL, verifyToken: string | undefined): Response {
  const asked = url.searchParams.get('hub.mode') === 'subscribe' && url.searchParams.get('hub.verify_token');
  if (!verifyToken || asked !== verifyToken) return jsonResponse(403, { error: 'forbidden' });
  return new Response(url.searchParams.get('hub.challenge') ?? '', {
    headers: { 'content-type': 'text/plain' },
  });
}

function parse(raw: Uint8Array<ArrayBuffer>): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(raw));
  } catch {
    return null;
  }
}
