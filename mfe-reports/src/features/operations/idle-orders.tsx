import type { ReportOverview } from '@taller/shared/reports/overview-query.ts';
import { isOrderStatus, REPORT_STATUS_LABELS } from '@taller/shared/orders/status/order-status.ts';
import { StatusBadge } from '@taller/shared/orders/status/status-badge.tsx';
import { NO_FILTER } from '@taller/shared/reports/report-filter.ts';
import { formatThousands } from '@taller/shared/values/money.ts';
import { Card } from '@taller/shared/ui/card.tsx';
import { EmptyState } from '@taller/shared/ui/empty-state.tsx';
import { Table, type Column } from '@taller/shared/ui/table.tsx';
import { FigureTiles } from '#src/features/figures/figure-tiles.tsx';
import { orderColumns } from '#src/features/drill-down/order-columns.tsx';
import { workTexts } from '#src/features/operations/texts.ts';
import { orderListTexts } from '#src/features/drill-down/texts.ts';
import page from '#src/components/page.module.css';
import styles from './figures.module.css';

type Idle = ReportOverview['idle'];
type Oldest = Idle['oldest'][number];

const AGES = [
  { card: 'open', figure: 'total', title: workTexts.open, text: workTexts.openText },
  { card: 'under_3', figure: 'under_3', title: workTexts.under3, text: workTexts.under3Text },
  { card: 'under_7', figure: 'under_7', title: workTexts.under7, text: workTexts.under7Text },
  { card: 'under_30', figure: 'under_30', title: workTexts.under30, text: workTexts.under30Text },
  { card: 'over_30', figure: 'over_30', title: workTexts.over30, text: workTexts.over30Text },
] as const;

/** Columns of the oldest orders; their badges have the desk's colours. */
export const IDLE_COLUMNS: readonly Column<Oldest>[] = [
  ...orderColumns((status) =>
    isOrderStatus(status) ? <StatusBadge status={status} labels={REPORT_STATUS_LABELS} /> : status,
  ),
  {
    id: 'days',
    header: orderListTexts.daysIdle,
    kind: 'figure',
    plain: true,
    cell: (row) => workTexts.daysCount(formatThousands(Math.floor(row.idle_days))),
  },
];

/** Open orders by days without activity, longest first. */
export function IdleOrders({ idle }: { idle: Idle }) {
  return (
    <Card title={workTexts.idle}>
      <p className={page.text}>{workTexts.idleText}</p>
      <FigureTiles
        tiles={AGES.map(({ figure, ...orders }) => ({
          figure: formatThousands(idle[figure]),
          orders: { ...orders, filter: NO_FILTER },
        }))}
      />
      <h3 className={styles.heading}>{workTexts.oldest}</h3>
      {idle.oldest.length === 0 ? (
        <EmptyState title={workTexts.empty}>{workTexts.emptyHint}</EmptyState>
      ) : (
        <Table label={workTexts.oldest} columns={IDLE_COLUMNS} rows={idle.oldest} rowKey={(row) => row.id} />
      )}
    </Card>
  );
}
