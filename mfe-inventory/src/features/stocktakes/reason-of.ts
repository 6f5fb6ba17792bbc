import {
  DIFFERENCE_REASONS,
  type DifferenceReason,
} from '@taller/shared/stock/stocktakes/difference-reasons.ts';
import type { Difference } from '@taller/shared/stock/stocktakes/stocktake-queries.ts';

/** The reason that was given for a difference as it is, with its note; '' without one. */
export const reasonOf = ({ reason, note, is_explained }: Difference): string =>
  is_explained ? [DIFFERENCE_REASONS[reason as DifferenceReason], note].filter(Boolean).join(': ') : '';
