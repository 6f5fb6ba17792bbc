import { isBulkObstacle } from '@taller/shared/orders/bulk-rules.ts';
import type { BulkOutcome } from '@taller/shared/orders/status-mutations.ts';
import { LIST_STATUS_LABELS } from '@taller/shared/orders/status/order-status.ts';
import { Banner } from '@taller/shared/ui/banner.tsx';
import { Button } from '@taller/shared/ui/button.tsx';
import { bulkTexts } from './texts.ts';
import styles from './bulk-dialog.module.css';

/** An order that the bulk change did not update, with its number. */
export interface BulkProblem {
  number: string;
  outcome: BulkOutcome;
}

function messageFor({ outcome, reason, status }: BulkOutcome): string {
  if (outcome === 'gone') return bulkTexts.gone;
  if (outcome === 'conflict') return bulkTexts.conflict(status ? LIST_STATUS_LABELS[status] : '');
  return isBulkObstacle(reason) ? bulkTexts.obstacles[reason] : (reason ?? '');
}

/** The orders that the bulk change did not update, and why each; they stay selected (ORD-77). */
export function BulkProblems({
  problems,
  onClose,
}: {
  problems: readonly BulkProblem[];
  onClose: () => void;
}) {
  return (
    <Banner
      tone="warning"
      alert
      action={
        <Button size="sm" onClick={onClose}>
          {bulkTexts.close}
        </Button>
      }
    >
      {bulkTexts.problems}
      <span className={styles.leftOut}>
        {problems.map(({ number, outcome }) => (
          <span key={outcome.id}>
            #{number}: {messageFor(outcome)}
          </span>
        ))}
      </span>
    </Banner>
  );
}
