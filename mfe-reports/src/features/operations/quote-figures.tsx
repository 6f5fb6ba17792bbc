import type { ReportOverview } from '@taller/shared/reports/overview-query.ts';
import type { ReportFilter } from '@taller/shared/reports/report-filter.ts';
import { formatThousands } from '@taller/shared/values/money.ts';
import { Card } from '@taller/shared/ui/card.tsx';
import { FigureTiles } from '#src/features/figures/figure-tiles.tsx';
import { formatHours, formatShare } from '#src/values/format-figures.ts';
import { quoteTexts } from '#src/features/operations/texts.ts';
import page from '#src/components/page.module.css';

/** The figures of customers' decisions on quotes, and of the time they take. */
export function QuoteFigures({ quotes, filter }: { quotes: ReportOverview['quotes']; filter: ReportFilter }) {
  const texts = quoteTexts;
  return (
    <Card title={texts.title}>
      <p className={page.text}>{texts.text}</p>
      <FigureTiles
        tiles={[
          {
            figure: formatShare(quotes.approved, quotes.decided),
            orders: { card: 'decided', title: texts.rate, text: texts.rateText, filter },
          },
          {
            figure: formatHours(quotes.median_hours),
            orders: { card: 'timed_decisions', title: texts.time, text: texts.timeText, filter },
          },
        ]}
      />
      <FigureTiles
        tiles={[
          {
            figure: formatThousands(quotes.approved),
            orders: { card: 'approved', title: texts.approved, text: texts.approvedText, filter },
          },
          {
            figure: formatThousands(quotes.rejected),
            orders: { card: 'rejected', title: texts.rejected, text: texts.rejectedText, filter },
          },
          {
            figure: formatThousands(quotes.waiting),
            orders: { card: 'quoted', title: texts.waiting, text: texts.waitingText, filter },
          },
        ]}
      />
    </Card>
  );
}
