import { callerOf } from './caller.ts';
import type { FunctionDeps, FunctionHandler } from './function-deps.ts';
import { jsonResponse, preflightResponse, readJsonObject } from './http.ts';

/** An id, a word and the ids of 50 lines: anything longer is not a decision. */
const MAX_BODY_BYTES = 4_000;

/** A row of the database function decide_quote, which implements the rule. */
interface Decided {
  outcome:
    | 'decided'
    | 'already_decided'
    | 'changed'
    | 'expired'
    | 'not_found'
    | 'invalid'
    | 'staff'
    | 'unproved';
  order_number: number | null;
  status: string | null;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const isChoice = (chosen: unknown) =>
  Array.isArray(chosen) && chosen.every((id) => typeof id === 'string' && UUID.test(id));

/** Whether the quote that was shown is named in full, or not at all; what is chosen, only of one that is named. */
function namesQuote({ total_amount: total, version, chosen }: Readonly<Record<string, unknown>>): boolean {
  if (total === undefined && version === undefined) return chosen === undefined;
  return (
    Number.isSafeInteger(total) && typeof version === 'string' && (chosen === undefined || isChoice(chosen))
  );
}

/**
 * The customer's answer to a quote: POST { orderId, decision: 'approved' | 'rejected', total_amount?, version?,
 * chosen? }: the version that get_quote returned for what the page shows, the ids of the optional lines and
 * alternatives that are taken (without: those that the shop suggests), and the total of these. `orderId` is the last
 * part of the link, the capability, so no sign-in is needed: the order's id, with a key where somebody else may know
 * the id (decision 5). A signed-in caller is named in the order's timeline, and staff accounts are rejected. The origin
 * of the call is stored with the decision.
 *
 * 200 { status, orderNumber } decided now; 409 { status, orderNumber } no longer open, (`expired`) no longer valid, or
 * (`changed`) another quote than the one shown; 404 unknown order; 403 staff account, or
 * (`unproved`) the key is missing; 400 invalid decision; 502 the database did not respond. An
 * error has a one-word `error` field.
 */
export function makeHandler(deps: FunctionDeps): FunctionHandler {
  return async (request) => {
    if (request.method === 'OPTIONS') return preflightResponse();
    if (request.method !== 'POST') return jsonResponse(405, { error: 'method_not_allowed' });
    const body = await readJsonObject(request, MAX_BODY_BYTES);
    if (typeof body?.orderId !== 'string' || typeof body.decision !== 'string' || !namesQuote(body)) {
      return jsonResponse(400, { error: 'invalid' });
    }

    const caller = await callerOf(deps, request.headers.get('authorization'));
    if (caller === 'unknown') return jsonResponse(502, { error: 'unavailable' });
    const { data, error } = await deps
      .admin()
      .rpc('decide_quote', {
        p_order_id: body.orderId,
        p_decision: body.decision,
        p_account: caller?.id ?? null,
        p_address: deps.clientAddress(request),
        p_browser: request.headers.get('user-agent'),
        p_amount: body.total_amount ?? null,
        p_version: body.version ?? null,
        p_chosen: body.chosen ?? null,
      })
      .maybeSingle<Decided>();
    if (error || !data) {
      deps.log('error', `decide_quote failed: ${error?.code ?? 'no answer'}`);
      return jsonResponse(502, { error: 'unavailable' });
    }
    switch (data.outcome) {
      case 'decided':
        return jsonResponse(200, { status: data.status, orderNumber: data.order_number });
      case 'already_decided':
      case 'changed':
      case 'expired':
        return jsonResponse(409, {
          error: data.outcome,
          status: data.status,
          orderNumber: data.order_number,
        });
      case 'not_found':
        return jsonResponse(404, { error: 'not_found' });
      case 'staff':
      case 'unproved':
        return jsonResponse(403, { error: data.outcome });
      case 'invalid':
        return jsonResponse(400, { error: 'invalid' });
      default:
        return data.outcome satisfies never;
    }
  };
}
