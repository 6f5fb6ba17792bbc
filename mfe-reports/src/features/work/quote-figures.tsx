import { useState } from 'react';
import type { ReportOverview } from '@taller/shared/data/reports/overview-query.ts';
import type { ReportFilter } from '@taller/shared/data/reports/report-filter.ts';
import type { ReportCard } from '@taller/shared/data/reports/report-orders-query.ts';
import { formatThousands } from '@taller/shared/domain/money.ts';
import { Button } from '@taller/shared/ui/button.tsx';
import { Card } from '@taller/shared/ui/card.tsx';
import { formatDecimal, formatPercentage } from '#src/features/charts/format-figures.ts';
import { OrdersDialog } from '#src/features/summary/orders-dialog.tsx';
import { es } from '#src/texts/es.ts';
import styles from './figures.module.css';

/** How customers decide, and how fast. Each count opens its orders. */
export function QuoteFigures({ quotes, filter }: { quotes: ReportOverview['quotes']; filter: ReportFilter }) {
  const [open, setOpen] = useState<{ card: ReportCard; title: string } | null>(null);
  const rate = quotes.decided === 0 ? '—' : formatPercentage((quotes.approved * 100) / quotes.decided);
  const counts = [
    { card: 'approved', title: es.work.approved, count: quotes.approved },
    { card: 'rejected', title: es.work.rejected, count: quotes.rejected },
    { card: 'quoted', title: es.work.waiting, count: quotes.waiting },
  ] as const;
  return (
    <Card title={es.work.quotes}>
      <p className={styles.text}>{es.work.quotesText}</p>
      <dl className={styles.figures}>
        <div>
          <dt>{es.work.approvalRate}</dt>
          <dd>{rate}</dd>
        </div>
        <div>
          <dt>{es.work.medianHours}</dt>
          <dd>{quotes.median_hours === null ? '—' : es.work.hours(formatDecimal(quotes.median_hours))}</dd>
        </div>
        {counts.map(({ card, title, count }) => (
          <div key={card}>
            <dt>{title}</dt>
            <dd>
              <Button
                variant="ghost"
                size="sm"
                aria-label={es.summary.view(`${title}: ${count}`)}
                onClick={() => setOpen({ card, title })}
              >
                {formatThousands(count)}
              </Button>
            </dd>
          </div>
        ))}
      </dl>
      {open && (
        <OrdersDialog title={open.title} card={open.card} filter={filter} onClose={() => setOpen(null)} />
      )}
    </Card>
  );
}
