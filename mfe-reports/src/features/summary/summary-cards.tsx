import type { ReportOverview } from '@taller/shared/reports/overview-query.ts';
import type { ReportFilter } from '@taller/shared/reports/report-filter.ts';
import { formatThousands } from '@taller/shared/values/money.ts';
import { Card } from '@taller/shared/ui/card.tsx';
import { FigureTiles } from '#src/features/figures/figure-tiles.tsx';
import { es } from '#src/texts/es.ts';

const CARDS = [
  { card: 'total', title: es.summary.total, text: es.summary.totalText },
  { card: 'completed', title: es.summary.completed, text: es.summary.completedText },
  { card: 'delivered', title: es.summary.delivered, text: es.summary.deliveredText },
  { card: 'pending', title: es.summary.pending, text: es.summary.pendingText },
] as const;

/** The four cards, each with an eye button that opens its orders (REP-03). */
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
  return (
    <Card title={es.summary.title}>
      <FigureTiles tiles={tiles} />
    </Card>
  );
}
