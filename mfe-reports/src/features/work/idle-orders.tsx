import { useState } from 'react';
import { Eye } from 'lucide-react';
import { paths } from '@taller/shared/contract/paths.ts';
import type { ReportOverview } from '@taller/shared/data/reports/overview-query.ts';
import { NO_FILTER } from '@taller/shared/data/reports/report-filter.ts';
import type { ReportCard } from '@taller/shared/data/reports/report-orders-query.ts';
import { formatThousands } from '@taller/shared/domain/money.ts';
import { formatOrderNumber } from '@taller/shared/domain/order-number.ts';
import { Link } from '@taller/shared/runtime';
import { Card } from '@taller/shared/ui/card.tsx';
import { EmptyState } from '@taller/shared/ui/empty-state.tsx';
import { Button } from '@taller/shared/ui/button.tsx';
import { IconButton } from '@taller/shared/ui/icon-button.tsx';
import { Table, type Column } from '@taller/shared/ui/table.tsx';
import { OrdersDialog } from '#src/features/summary/orders-dialog.tsx';
import { ReportBadge } from '#src/features/summary/report-badge.tsx';
import { es } from '#src/texts/es.ts';
import styles from './figures.module.css';

type Idle = ReportOverview['idle'];
type Oldest = Idle['oldest'][number];

const COLUMNS: readonly Column<Oldest>[] = [
  {
    id: 'number',
    header: es.orders.number,
    cell: (row) => <Link to={paths.orderView.getHref(row.id)}>{formatOrderNumber(row.order_number)}</Link>,
  },
  { id: 'customer', header: es.orders.customer, cell: (row) => row.customer_name },
  { id: 'status', header: es.orders.status, cell: (row) => <ReportBadge status={row.status} /> },
  {
    id: 'days',
    header: es.work.days,
    align: 'end',
    cell: (row) => formatThousands(Math.floor(row.idle_days)),
  },
];

/** Open work by days since anything happened to it, the forgotten first. */
export function IdleOrders({ idle }: { idle: Idle }) {
  const [open, setOpen] = useState<{ card: ReportCard; title: string } | null>(null);
  const buckets = [
    { card: 'under_3', title: es.work.under3 },
    { card: 'under_7', title: es.work.under7 },
    { card: 'under_30', title: es.work.under30 },
    { card: 'over_30', title: es.work.over30 },
  ] as const;
  return (
    <Card
      title={es.work.idle}
      actions={
        <IconButton
          label={es.summary.view(es.work.idle)}
          icon={<Eye aria-hidden="true" />}
          onClick={() => setOpen({ card: 'open', title: es.work.idle })}
        />
      }
    >
      <p className={styles.text}>{es.work.idleText}</p>
      <dl className={styles.figures}>
        {buckets.map(({ card, title }) => (
          <div key={card}>
            <dt>{title}</dt>
            <dd>
              <Button
                variant="ghost"
                size="sm"
                aria-label={es.summary.view(`${title}: ${idle[card]}`)}
                onClick={() => setOpen({ card, title })}
              >
                {formatThousands(idle[card])}
              </Button>
            </dd>
          </div>
        ))}
      </dl>
      <h3 className={styles.heading}>{es.work.oldest}</h3>
      {idle.oldest.length === 0 ? (
        <EmptyState title={es.work.empty} />
      ) : (
        <Table label={es.work.oldest} columns={COLUMNS} rows={idle.oldest} rowKey={(row) => row.id} />
      )}
      {open && (
        <OrdersDialog title={open.title} card={open.card} filter={NO_FILTER} onClose={() => setOpen(null)} />
      )}
    </Card>
  );
}
