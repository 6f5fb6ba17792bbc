import { bookingSchema } from '../../../shared/src/appointments/booking-schema.ts';
import { callerOf } from './caller.ts';
import type { FunctionDeps, FunctionHandler } from './function-deps.ts';
import { jsonResponse, preflightResponse, readJsonObject } from './http.ts';
import { isUuid } from './uuid.ts';

/** Name, phone, device and what is wrong. */
const MAX_BODY_BYTES = 8_000;

/** Refusals of book_appointment, by SQLSTATE: their sentence is for the person. */
const REFUSALS: Readonly<Record<string, readonly [status: number, error: string]>> = {
  '23514': [400, 'invalid'],
  PT409: [409, 'sent_otherwise'],
};

/**
 * Books a time (BOOK-03): POST { requestId, at, fullName, phone, device, reason } by anybody; a signed-in customer's
 * booking is the account's. The request id is the form's: sent again, it has the first answer.
 *
 * 200 { outcome: 'booked', at, secret } or { outcome: 'off' | 'taken' | 'closed' | 'reserved' | 'limit',
 * next? }, as the database function book_appointment says; 400 not valid, 409 sent before with other values, both
 * with a sentence in `message`; 502 the database did not respond. An error has a one-word `error` field.
 */
export function makeHandler(deps: FunctionDeps): FunctionHandler {
  return async (request) => {
    if (request.method === 'OPTIONS') return preflightResponse();
    if (request.method !== 'POST') return jsonResponse(405, { error: 'method_not_allowed' });
    const body = await readJsonObject(request, MAX_BODY_BYTES);
    const booking = bookingSchema.safeParse(body);
    if (!isUuid(body?.requestId) || !booking.success)
      return jsonResponse(400, { error: 'invalid', message: booking.error?.issues[0]?.message });

    const unavailable = (name: string, code: string | undefined) => {
      deps.log('error', `${name} failed: ${code ?? 'no answer'}`);
      return jsonResponse(502, { error: 'unavailable' });
    };
    // Counted in a request of its own, which has committed before the work begins (decision 18).
    const admin = deps.admin();
    const tried = await admin.rpc('try_booking', {
      p_request_id: body.requestId,
      p_address: deps.clientAddress(request),
    });
    if (tried.error) return unavailable('try_booking', tried.error.code);
    if (tried.data !== true) return jsonResponse(200, { outcome: 'limit' });
    const caller = await callerOf(deps, request.headers.get('authorization'));
    if (caller === 'unknown') return jsonResponse(502, { error: 'unavailable' });
    const { at, fullName, phone, device, reason } = booking.data;
    const { data, error } = await admin.rpc('book_appointment', {
      p_request_id: body.requestId,
      p_at: at,
      p_full_name: fullName,
      p_phone: phone,
      p_device: device,
      p_reason: reason,
      p_account: caller?.id ?? null,
    });
    if (!error) return jsonResponse(200, data);
    // Class 22: the database cannot hold such a text or time, which no form sends.
    if (error.code.startsWith('22')) return jsonResponse(400, { error: 'invalid' });
    const refusal = REFUSALS[error.code];
    if (!refusal) return unavailable('book_appointment', error.code);
    return jsonResponse(refusal[0], { error: refusal[1], message: error.message });
  };
}
