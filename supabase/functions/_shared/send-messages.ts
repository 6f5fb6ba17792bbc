import type { FunctionDeps, FunctionHandler } from './function-deps.ts';
import { jsonResponse, preflightResponse } from './http.ts';
import { sendDueDocuments } from './tax/send-due-documents.ts';
import { sendDueMessages } from './whatsapp/send-due-messages.ts';

/**
 * For how long a run that goes on in the background waits for what is due soon: longer than a status can be undone
 * (60 s). With a last batch it stays below the 150 s after which Supabase's free plan ends a function.
 */
const BACKGROUND_MS = 70_000;

/**
 * POST {} with the header `x-cron-secret` (environment CRON_SECRET): sends all due messages and tax documents. Called
 * by whoever the database has woken, and by the schedule. Returns { sent, failed, pending, nextMs }: the messages, and
 * in how many milliseconds what waits is due, null if nothing does. 403 for anyone else. Where the host keeps work
 * running in the background, it returns {} at once and also sends what is due soon, such as a message that waits for
 * 'Deshacer' (MSG-25).
 */
export function makeHandler(deps: FunctionDeps): FunctionHandler {
  return async (request) => {
    if (request.method === 'OPTIONS') return preflightResponse();
    if (request.method !== 'POST') return jsonResponse(405, { error: 'method_not_allowed' });
    const secret = deps.env.CRON_SECRET;
    if (!secret || request.headers.get('x-cron-secret') !== secret)
      return jsonResponse(403, { error: 'forbidden' });
    if (!deps.inBackground) return jsonResponse(200, await sendDue(deps));
    deps.inBackground(sendForAWhile(deps));
    return jsonResponse(200, {});
  };
}

/** Sends messages and tax documents (TAX-12) at the same time: the provider of one may be slow. */
async function sendDue(deps: FunctionDeps) {
  const [messages, nextDocumentMs] = await Promise.all([sendDueMessages(deps), sendDueDocuments(deps)]);
  const waits = [messages.nextMs, nextDocumentMs].filter((ms) => ms !== null);
  return { ...messages, nextMs: waits.length === 0 ? null : Math.min(...waits) };
}

async function sendForAWhile(deps: FunctionDeps): Promise<void> {
  const end = deps.now().getTime() + BACKGROUND_MS;
  try {
    for (;;) {
      const { nextMs } = await sendDue(deps);
      if (nextMs === null) return;
      if (deps.now().getTime() + nextMs > end) return;
      await new Promise((resolve) => {
        setTimeout(resolve, nextMs);
      });
    }
  } catch (error) {
    deps.log('error', error instanceof Error ? error.message : String(error));
  }
}
