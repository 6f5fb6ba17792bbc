import type { ReportOverview } from '@taller/shared/reports/overview-query.ts';
import type { ReportFilter } from '@taller/shared/reports/report-filter.ts';
import { formatThousands } from '@taller/shared/values/money.ts';
import { Card } from '@taller/shared/ui/card.tsx';
import { FigureTiles } from '#src/features/figures/figure-tiles.tsx';
import { formatDays } from '#src/values/format-days.ts';
import { summaryTexts } from '#src/features/summary/texts.ts';
import page from '#src/components/page.module.css';

const CARDS = [
  { card: 'total', title: summaryTexts.total, text: summaryTexts.totalText },
  { card: 'completed', title: summaryTexts.completed, text: summaryTexts.completedText },
  { card: 'delivered', title: summaryTexts.delivered, text: summaryTexts.deliveredText },
  { card: 'pending', title: summaryTexts.pending, text: summaryTexts.pendingText },
] as const;

/** The four cards, each with an eye button that opens its orders (REP-03), of which days. */
export function SummaryCards({
  summary,
  filter,
}: {
  summary: ReportOverview['summary'];
  filter: ReportFilter;
}) {
  const tiles = CARDS.map((orders) => ({
    figure: formatThousands(summary[orders.card]),
    orders: { ...orders, filter },
  }));
  const { from, to } = filter;
  return (
    <Card title={summaryTexts.title}>
      <p className={page.text}>
        {from && to ? summaryTexts.ofDays(formatDays(from, to)) : summaryTexts.allDays}
      </p>
      <FigureTiles tiles={tiles} />
    </Card>
  );
}
