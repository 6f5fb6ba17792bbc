import { useState } from 'react';
import { Eye } from 'lucide-react';
import type { ReportOverview } from '@taller/shared/data/reports/overview-query.ts';
import type { ReportFilter } from '@taller/shared/data/reports/report-filter.ts';
import { formatThousands } from '@taller/shared/domain/money.ts';
import { Card } from '@taller/shared/ui/card.tsx';
import { IconButton } from '@taller/shared/ui/icon-button.tsx';
import { es } from '#src/texts/es.ts';
import { OrdersDialog } from './orders-dialog.tsx';
import styles from './summary-cards.module.css';

const CARDS = [
  { card: 'total', name: es.summary.total, text: es.summary.totalText },
  { card: 'completed', name: es.summary.completed, text: es.summary.completedText },
  { card: 'delivered', name: es.summary.delivered, text: es.summary.deliveredText },
  { card: 'pending', name: es.summary.pending, text: es.summary.pendingText },
] as const;

/** The four cards, each with an eye that opens the orders it counts (REP-03). */
export function SummaryCards({
  summary,
  filter,
}: {
  summary: ReportOverview['summary'];
  filter: ReportFilter;
}) {
  const [open, setOpen] = useState<(typeof CARDS)[number] | null>(null);
  return (
    <Card title={es.summary.title}>
      <ul className={styles.cards}>
        {CARDS.map((item) => (
          <li key={item.card} className={styles.card}>
            <div>
              <h3 className={styles.name}>{item.name}</h3>
              <p className={styles.figure}>{formatThousands(summary[item.card])}</p>
              <p className={styles.text}>{item.text}</p>
            </div>
            <IconButton
              label={es.summary.view(item.name)}
              icon={<Eye aria-hidden="true" />}
              onClick={() => setOpen(item)}
            />
          </li>
        ))}
      </ul>
      {open && (
        <OrdersDialog title={open.name} card={open.card} filter={filter} onClose={() => setOpen(null)} />
      )}
    </Card>
  );
}
