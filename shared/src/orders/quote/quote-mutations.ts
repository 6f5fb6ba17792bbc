import { useMutation, useQueryClient } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { customerOrderKeys, publicOrderStatusKeys, quoteKeys, orderKeys } from '#src/orders/keys.ts';
import { DataError, dataErrorCode, unwrap } from '#src/data-access/data-error.ts';
import { functionFailure } from '#src/data-access/function-failure.ts';
import type { OpenQuote } from './quote-query.ts';
import { isChoosable, linesTotal, takenIds } from './quote-lines.ts';
import { reportUnsent } from '#src/orders/status-messages.ts';
import { messageKeys } from '#src/messages/keys.ts';

export type QuoteDecision = 'approved' | 'rejected';

/** The quote that the customer decides on, with its lines as they are chosen. */
type ChosenQuote = Pick<OpenQuote, 'version' | 'lines'>;

interface DecideQuote {
  orderId: string;
  decision: QuoteDecision;
  quote: ChosenQuote;
}

/** The chosen lines of a quote with choices. */
const chosenOf = (lines: ChosenQuote['lines']) => (lines.some(isChoosable) ? takenIds(lines) : undefined);

/** The function's word for a caller who reads the order, but has not shown to be its customer. */
const UNPROVED = 'unproved';

async function refusalOf({ context }: Error & { context?: unknown }): Promise<unknown> {
  if (!(context instanceof Response) || context.status !== 403) return null;
  const body: unknown = await context.json().catch(() => null);
  return typeof body === 'object' && body !== null && 'error' in body ? body.error : null;
}

/** Whether a decision needs the link that is sent to the order's phone (CUST-18). */
export const needsSentLink = (error: unknown): boolean =>
  error instanceof Error && dataErrorCode(error) === 'forbidden' && error.message === UNPROVED;

/**
 * Calls the server function update-quote-status. The server accepts one decision per quote.
 * @throws DataError `conflict` if it was no longer open or is not the quote that was shown, `not-found`, `offline`
 * without a response (the decision may have been stored).
 */
async function decideQuote({ orderId, decision, quote }: DecideQuote): Promise<void> {
  const client = await supabase();
  const { version, lines } = quote;
  const chosen = chosenOf(lines);
  const body = { orderId, decision, version, total_amount: linesTotal(lines), ...(chosen && { chosen }) };
  const answer = await client.functions.invoke('update-quote-status', { body });
  const error = answer.error as Error | null;
  if (error && (await refusalOf(error)) === UNPROVED) throw new DataError('forbidden', UNPROVED);
  if (error) throw functionFailure(error);
}

/** The customer's answer to a quote (PUB-04, CUST-04). */
export function useDecideQuoteMutation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: decideQuote,
    // Not retried automatically: the user sees the failure and submits again.
    retry: false,
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: publicOrderStatusKeys.all }),
        client.invalidateQueries({ queryKey: customerOrderKeys.all }),
      ]),
    // Decided elsewhere, or the response was lost: reload the current state.
    onError: (_error, { orderId }) =>
      Promise.all([
        client.invalidateQueries({ queryKey: quoteKeys.order(orderId) }),
        client.invalidateQueries({ queryKey: customerOrderKeys.all }),
      ]),
  });
}

async function sendQuoteLink(orderId: string): Promise<void> {
  const client = await supabase();
  unwrap(await client.rpc('send_quote_link', { p_order_id: orderId }));
}

/** Sends the link of a quote to the phone of its order, for whoever cannot decide without it (CUST-18). */
export const useSendQuoteLinkMutation = () => useMutation({ mutationFn: sendQuoteLink });

interface RecordApproval {
  orderId: string;
  channel: 'phone' | 'counter';
  /** Name of the person who approved. */
  saidBy: string;
  /** The quote that was read out. */
  quote: ChosenQuote;
}

/** @returns the order's status, which is another one if it had an answer already. */
async function recordApproval({ orderId, channel, saidBy, quote }: RecordApproval) {
  const client = await supabase();
  const { status } = unwrap(
    await client
      .rpc('record_approval', {
        p_order_id: orderId,
        p_channel: channel,
        p_said_by: saidBy,
        p_amount: linesTotal(quote.lines),
        p_version: quote.version,
        p_chosen: chosenOf(quote.lines),
      })
      .single(),
  );
  if (status === 'approved') void reportUnsent([orderId], status);
  return status;
}

/** Notes a customer's yes by phone or at the counter (ORD-91). Noted twice it is noted once. */
export function useRecordApprovalMutation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: recordApproval,
    onSettled: (_result, _error, { orderId }) =>
      Promise.all([
        client.invalidateQueries({ queryKey: orderKeys.lists() }),
        client.invalidateQueries({ queryKey: orderKeys.detail(orderId) }),
      ]),
  });
}

async function resendQuote(orderId: string): Promise<void> {
  const client = await supabase();
  unwrap(await client.rpc('resend_quote', { p_order_id: orderId }));
  void reportUnsent([orderId], 'quoted');
}

/** Sends an open quote again as it is, once a minute at most (ORD-93). */
export function useResendQuoteMutation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: resendQuote,
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: messageKeys.all }),
        client.invalidateQueries({ queryKey: orderKeys.lists() }),
      ]),
  });
}
