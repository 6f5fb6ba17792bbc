import type { Earnings } from '@taller/shared/reports/earnings-queries.ts';
import type { ReportFilter } from '@taller/shared/reports/report-filter.ts';
import { formatClp } from '@taller/shared/values/money.ts';
import { Card } from '@taller/shared/ui/card.tsx';
import { formatShortClp } from '#src/values/format-figures.ts';
import { PairedBars } from '#src/features/charts/paired-bars.tsx';
import { earningsTexts } from '#src/features/earnings/texts.ts';
import page from '#src/components/page.module.css';
import styles from './earnings-card.module.css';
import { monthName } from './month-name.ts';
import { MonthsTable } from './months-table.tsx';

/** Twelve months of earnings as bars beside the table of the same figures (REP-23). */
export function MonthsCard({ months, filter }: { months: Earnings['months']; filter: ReportFilter }) {
  // A shop of less than a year would compare itself with nothing.
  const hasBefore = months.some(({ previous }) => previous !== 0);
  return (
    <Card title={earningsTexts.months}>
      <p className={page.text}>{earningsTexts.monthsExplanation(hasBefore)}</p>
      <div className={styles.months}>
        <PairedBars
          title={earningsTexts.months}
          pairs={months.map(({ month, amount, previous }) => ({
            name: monthName(month),
            first: amount,
            second: previous,
          }))}
          names={hasBefore ? [earningsTexts.amount, earningsTexts.previous] : [earningsTexts.amount]}
          formatName={(name) => name.slice(0, 3)}
          format={formatClp}
          formatShort={formatShortClp}
        />
        <MonthsTable months={months} filter={filter} hasBefore={hasBefore} />
      </div>
    </Card>
  );
}
