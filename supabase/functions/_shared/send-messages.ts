import type { FunctionDeps, FunctionHandler } from './function-deps.ts';
import { jsonResponse, preflightResponse } from './http.ts';
import { isUuid } from './uuid.ts';
import { sendDueMessages, type SendOptions, type SendSummary } from './whatsapp/send-due-messages.ts';
import { takenElsewhere } from './whatsapp/taken-elsewhere.ts';

/**
 * POST { orderId } or { messageId } by staff: sends that order's due messages, or that message. POST {} with the header
 * `x-cron-secret` (environment CRON_SECRET): sends all due messages. Returns { sent, failed, pending }; 403 for anyone
 * else. `heldMs`: the order's newest message waits so long, because its change can be taken back.
 */
export function makeHandler(deps: FunctionDeps): FunctionHandler {
  return async (request) => {
    if (request.method === 'OPTIONS') return preflightResponse();
    if (request.method !== 'POST') return jsonResponse(405, { error: 'method_not_allowed' });
    const body: unknown = await request.json().catch(() => null);
    const scope = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};

    const cronSecret = deps.env.CRON_SECRET;
    const bySchedule =
      cronSecret !== undefined && cronSecret !== '' && request.headers.get('x-cron-secret') === cronSecret;
    if (bySchedule) return jsonResponse(200, await sendDueMessages(deps));

    if (!(await isStaff(deps, request.headers.get('authorization'))))
      return jsonResponse(403, { error: 'forbidden' });
    const { orderId, messageId } = scope;
    if (isUuid(orderId)) return jsonResponse(200, await sendOne(deps, { orderId }));
    if (isUuid(messageId)) return jsonResponse(200, await sendOne(deps, { messageId }));
    return jsonResponse(400, { error: 'orderId' });
  };
}

/** Sends what is due of one order, or one message, and answers for what another sender has taken as well. */
async function sendOne(deps: FunctionDeps, scope: SendOptions): Promise<SendSummary> {
  const summary = await sendDueMessages(deps, scope);
  const heldMs = await heldFor(deps, scope);
  if (heldMs > 0) return { ...summary, heldMs };
  const isNone = summary.sent + summary.failed + summary.pending === 0;
  return isNone ? takenElsewhere(deps, scope) : summary;
}

/** How long a message of an order still waits because its change of status can be taken back, in ms (MSG-25). */
async function heldFor(deps: FunctionDeps, { orderId }: SendOptions): Promise<number> {
  if (orderId === undefined) return 0;
  const { data, error } = await deps
    .admin()
    .from('whatsapp_messages')
    .select('held_until')
    .eq('order_id', orderId)
    .eq('state', 'queued')
    .gt('held_until', deps.now().toISOString())
    .order('held_until', { ascending: false })
    .limit(1)
    .maybeSingle<{ held_until: string }>();
  if (error) throw new Error(`whatsapp_messages: ${error.message}`);
  return data ? Date.parse(data.held_until) - deps.now().getTime() : 0;
}

/** Whether the database counts the caller among the staff, by role and session. */
async function isStaff(deps: FunctionDeps, authorization: string | null): Promise<boolean> {
  if (authorization === null) return false;
  const { data } = await deps.client(authorization).rpc('is_staff_session');
  return data === true;
}
