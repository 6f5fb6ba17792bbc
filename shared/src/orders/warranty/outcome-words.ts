import { isWarrantyOutcome, WARRANTY_OUTCOME_LABEL } from './warranty-outcome.ts';

/** The name of an order that came in under warranty, for staff and customers. */
export const WARRANTY_REPAIR = 'Reparación en garantía';

interface Ended {
  warranty_outcome: string | null;
  warranty_reason: string | null;
}

/** The outcome of a warranty in words: 'No cubierta: Mojado'; '' while it is open. */
export function outcomeWords({ warranty_outcome: outcome, warranty_reason: reason }: Ended): string {
  if (!isWarrantyOutcome(outcome)) return '';
  const label = WARRANTY_OUTCOME_LABEL[outcome];
  return reason ? `${label}: ${reason}` : label;
}
