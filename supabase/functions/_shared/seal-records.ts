import type { ChainEnd } from '../../../shared/src/orders/records/verify-records.ts';
import type { FunctionDeps, FunctionHandler } from './function-deps.ts';
import { jsonResponse, preflightResponse } from './http.ts';
import { checkRecords } from './records/check-records.ts';
import { sealQueued } from './records/seal-queued.ts';

/** The answer of seal-records. */
export interface Sealing {
  /** Records sealed by this call. */
  sealed: number;
  /** The chain's end; null if the chain is not the one that the server saw before. */
  end: ChainEnd | null;
}

/**
 * POST {} with the header `x-cron-secret` (environment CRON_SECRET): seals what waits, in order, and checks the whole
 * chain once a day. Called by whoever the database has woken, and by the schedule; two at once seal each record once.
 * RECORD_KEY: the private key, PKCS #8 in base64url. 403 for anyone else; 503 without a key, or if the database does
 * not answer: what waits, waits.
 */
export function makeHandler(deps: FunctionDeps): FunctionHandler {
  return async (request) => {
    if (request.method === 'OPTIONS') return preflightResponse();
    if (request.method !== 'POST') return jsonResponse(405, { error: 'method_not_allowed' });
    const secret = deps.env.CRON_SECRET;
    if (!secret || request.headers.get('x-cron-secret') !== secret)
      return jsonResponse(403, { error: 'forbidden' });
    if (!deps.env.RECORD_KEY) {
      deps.log('error', 'RECORD_KEY is missing: records wait to be sealed');
      return jsonResponse(503, { error: 'key_missing' });
    }
    try {
      const sealed = await sealQueued(deps.admin(), deps.env.RECORD_KEY);
      const end = await checkRecords(deps);
      return jsonResponse(200, { sealed, end } satisfies Sealing);
    } catch (error) {
      deps.log('error', `Records were not sealed: ${error instanceof Error ? error.message : String(error)}`);
      return jsonResponse(503, { error: 'unavailable' });
    }
  };
}
