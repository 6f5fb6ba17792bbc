import type { Earnings } from '@taller/shared/reports/earnings-queries.ts';
import type { ReportFilter } from '@taller/shared/reports/report-filter.ts';
import type { ReportPeriod } from '@taller/shared/reports/report-period.ts';
import { Card } from '@taller/shared/ui/card.tsx';
import { formatDays } from '#src/values/format-days.ts';
import { formatClp, formatThousands } from '@taller/shared/values/money.ts';
import { KeyFigure } from '#src/features/figures/key-figure.tsx';
import grid from '#src/components/even-grid.module.css';
import page from '#src/components/page.module.css';
import { earningsTexts } from '#src/features/earnings/texts.ts';

/** The mean amount of some orders; null without any. */
const mean = (amount: number, orders: number): number | null => (orders === 0 ? null : amount / orders);

interface PeriodAmountsProps {
  amounts: Earnings['period'];
  filter: ReportFilter;
  period: ReportPeriod;
}

/** Earnings per order and number of orders in the period of the key figures, beside the period before (REP-20). */
export function PeriodAmounts({ amounts, filter, period }: PeriodAmountsProps) {
  const behind = {
    card: 'earned_then',
    filter: { ...filter, from: period.from, to: period.to },
  } as const;
  return (
    <Card title={earningsTexts.period}>
      <p className={page.text}>{earningsTexts.periodText(formatDays(period.from, period.to))}</p>
      <ul className={grid.grid}>
        <KeyFigure
          sunken
          name={earningsTexts.ticket}
          now={mean(amounts.now, amounts.orders)}
          before={mean(amounts.before, amounts.orders_before)}
          format={formatClp}
          orders={{ ...behind, title: earningsTexts.ticket, text: earningsTexts.ticketText }}
        />
        <KeyFigure
          sunken
          name={earningsTexts.finished}
          now={amounts.orders}
          before={amounts.orders_before}
          format={formatThousands}
          orders={{ ...behind, title: earningsTexts.finished, text: earningsTexts.finishedText }}
        />
      </ul>
    </Card>
  );
}
