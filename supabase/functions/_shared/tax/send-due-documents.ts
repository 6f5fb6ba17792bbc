import type { FunctionDeps } from '../function-deps.ts';
import { drainOutbox } from '../outbox/drain-outbox.ts';
import { retryDelay } from '../outbox/retry-delay.ts';
import { issueDocument, readTaxProvider, type ClaimedDocument, type Issued } from './issue-document.ts';

const LOCK_SECONDS = 120;
/** Answers without a folio after which the provider is no longer asked automatically. */
export const MOST_UNREADABLE = 6;

/**
 * Hands due tax documents to the provider (TAX-12). Safe to run concurrently, since the provider answers each id with
 * one folio. A provider that is unreachable is asked for ever; without one, documents are rejected. Throws only
 * if the database is unreachable.
 * @returns in how many milliseconds the next run is due; null if none waits.
 */
export async function sendDueDocuments(
  deps: FunctionDeps,
  { lockSeconds = LOCK_SECONDS }: { lockSeconds?: number } = {},
): Promise<number | null> {
  const provider = readTaxProvider(deps.env);
  const database = deps.admin();
  return drainOutbox<ClaimedDocument>(deps, {
    claim: 'claim_tax_documents',
    next: 'next_tax_document_in',
    batch: 1,
    lockSeconds,
    deliver: async (claimed) => {
      const issued: Issued = provider
        ? await issueDocument(provider, claimed, deps.fetch)
        : {
            outcome: 'rejected',
            message:
              'El servidor no tiene un proveedor conectado: escribe el folio a mano, o conéctalo y reintenta.',
          };
      if (issued.outcome !== 'accepted') deps.log('error', `document ${claimed.id}: ${issued.outcome}`);
      const { error } = await database.rpc('record_tax_answer', {
        p_id: claimed.id,
        ...answerOf(issued, claimed),
      });
      // It is claimed again when the lock runs out, and the provider answers the same.
      if (error) deps.log('error', `answer of ${claimed.id} was not recorded: ${error.code}`);
      // Messages, which the same run sends, do not wait until each document got no answer.
      return issued.outcome !== 'unreachable';
    },
  });

  function answerOf(issued: Issued, { attempts }: ClaimedDocument) {
    if (issued.outcome === 'accepted') return { p_folio: issued.folio, p_answer: null, p_retry_at: null };
    const { outcome, message } = issued;
    if (outcome === 'unreadable' && attempts >= MOST_UNREADABLE) {
      const words = `${message} Revisa donde el proveedor si se emitió antes de reintentar.`;
      return { p_folio: null, p_answer: words, p_retry_at: null };
    }
    const retryAt = new Date(deps.now().getTime() + retryDelay(attempts, Math.random())).toISOString();
    return { p_folio: null, p_answer: message, p_retry_at: outcome === 'rejected' ? null : retryAt };
  }
}
