import { openCode, sealingKeyId } from '../../../shared/src/orders/device-codes/open-code.ts';
import { keepCodes } from './device-codes/keep-codes.ts';
import { privateKeyOf } from './device-codes/private-key.ts';
import type { FunctionDeps, FunctionHandler } from './function-deps.ts';
import { jsonResponse, preflightResponse, readJsonObject } from './http.ts';

/** An id and a reason. */
const MAX_BODY_BYTES = 4_000;

/** The database's result after logging an access. */
interface SealedCode {
  order_id: string;
  password_type: string;
  sealed_code: string;
}

/** Errors of log_device_code_look, by SQLSTATE. */
const REFUSALS: Readonly<Record<string, readonly [status: number, error: string]>> = {
  '42501': [403, 'forbidden'],
  P0002: [404, 'not_found'],
  '23514': [400, 'reason'],
  '22P02': [404, 'not_found'],
  '22P05': [400, 'reason'],
  PGRST301: [401, 'session'],
};

/**
 * POST { orderId, reason } by staff: returns { type, code }, the access code of that order's device. The access is
 * committed to the order's timeline before the code is read. POST {} with the header `x-cron-secret` (environment
 * CRON_SECRET): encrypts plain codes and re-encrypts those of retired keys, see KeptCodes.
 *
 * 400 no reason; 403 not staff; 404 no such order, or no code; 409 the code cannot be decrypted: its key is missing or
 * it was modified; 502 the database did not respond. An error has a one-word `error` field.
 */
export function makeHandler(deps: FunctionDeps): FunctionHandler {
  return async (request) => {
    if (request.method === 'OPTIONS') return preflightResponse();
    if (request.method !== 'POST') return jsonResponse(405, { error: 'method_not_allowed' });
    const body = await readJsonObject(request, MAX_BODY_BYTES);
    const cronSecret = deps.env.CRON_SECRET;
    if (cronSecret && request.headers.get('x-cron-secret') === cronSecret)
      return jsonResponse(200, await keepCodes(deps));
    if (typeof body?.orderId !== 'string' || typeof body.reason !== 'string')
      return jsonResponse(400, { error: 'invalid' });

    const person = deps.client(request.headers.get('authorization'));
    const look = await person.rpc('log_device_code_look', {
      p_order_id: body.orderId,
      p_reason: body.reason,
    });
    if (look.error) {
      const [status, error] = REFUSALS[look.error.code] ?? [502, 'unavailable'];
      if (status === 502) deps.log('error', `log_device_code_look failed: ${look.error.code}`);
      return jsonResponse(status, { error });
    }
    // The first call is a separate request and has committed.
    const found = await deps
      .admin()
      .rpc('sealed_device_code', { p_look_id: look.data as number })
      .maybeSingle<SealedCode>();
    if (found.error) {
      deps.log('error', `sealed_device_code failed: ${found.error.code}`);
      return jsonResponse(502, { error: 'unavailable' });
    }
    if (!found.data) return jsonResponse(404, { error: 'not_found' });
    return answerOpened(deps, found.data);
  };
}

async function answerOpened(deps: FunctionDeps, found: SealedCode): Promise<Response> {
  const keyId = sealingKeyId(found.sealed_code);
  const privateKey = privateKeyOf(deps.env, keyId);
  if (privateKey === undefined) {
    deps.log('error', `No private key ${keyId} for the device code of order ${found.order_id}`);
    return jsonResponse(409, { error: 'key_missing' });
  }
  try {
    const code = await openCode(found.sealed_code, found.order_id, privateKey);
    return jsonResponse(200, { type: found.password_type, code });
  } catch {
    deps.log('error', `The device code of order ${found.order_id} does not open with its key ${keyId}`);
    return jsonResponse(409, { error: 'damaged' });
  }
}
