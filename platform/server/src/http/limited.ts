import { ConcurrencyLimitError } from './concurrency-limiter.ts';
import { OverBudget } from './body-budget.ts';
import { BodyTooLarge } from './respond.ts';
import { sendJson, type Exchange } from './router.ts';

const REFUSALS = [
  { error: BodyTooLarge, status: 413, message: 'Payload too large', hint: 'Send less at once.' },
  { error: OverBudget, status: 429, message: 'Too many requests at once', hint: 'Try again in a moment.' },
  {
    error: ConcurrencyLimitError,
    status: 429,
    message: 'Too many requests at once',
    hint: 'Try again in a moment.',
  },
];

/** Runs a route and answers exceeded limits with errors in PostgREST's format. */
export async function withinLimits({ outgoing }: Exchange, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const refusal = REFUSALS.find((candidate) => error instanceof candidate.error);
    if (!refusal) throw error;
    const { status, message, hint } = refusal;
    // The rest of the body is not read.
    outgoing.setHeader('connection', 'close');
    if (status === 429) outgoing.setHeader('retry-after', '1');
    sendJson(outgoing, status, { code: String(status), message, details: null, hint });
  }
}
