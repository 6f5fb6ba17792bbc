import type { ReactNode } from 'react';
import { paths } from '@taller/shared/contract/paths.ts';
import type { ReportCard, ReportOrder } from '@taller/shared/reports/report-orders-query.ts';
import { formatClp } from '@taller/shared/values/money.ts';
import { formatOrderNumber } from '@taller/shared/orders/order-number.ts';
import { Link } from '@taller/shared/runtime';
import type { Column } from '@taller/shared/ui/table.tsx';
import { orderListTexts } from '#src/features/drill-down/texts.ts';
import { formatMeasure, measureOf } from './measure.ts';
import {
  isOrderStatus,
  REPORT_STATUS_LABELS,
  reportBadge,
  type ReportBadge as Colour,
} from '@taller/shared/orders/status/order-status.ts';
import { Badge, type Tone } from '@taller/shared/ui/badge.tsx';
import { ORDER_STATUS_STYLE } from '@taller/shared/orders/status/order-status-style.ts';

const TONES: Readonly<Record<Colour, Tone>> = { green: 'success', yellow: 'warning', red: 'danger' };

/** The modal's status badge: green completed, yellow pending or in progress, red otherwise (REP-03). */
function ReportBadge({ status }: { status: string }) {
  if (!isOrderStatus(status)) return <span>{status}</span>;
  const { icon: Icon } = ORDER_STATUS_STYLE[status];
  return (
    <Badge tone={TONES[reportBadge(status)]} icon={<Icon aria-hidden="true" />}>
      {REPORT_STATUS_LABELS[status]}
    </Badge>
  );
}

type Listed = Pick<ReportOrder, 'id' | 'order_number' | 'customer_name' | 'status'>;

/**
 * First columns of every list of orders; the number links to the order. Only the modal's badge has its own colours
 * (REP-03).
 */
export const orderColumns = (badge: (status: string) => ReactNode): readonly Column<Listed>[] => [
  {
    id: 'order_number',
    header: orderListTexts.number,
    kind: 'fact',
    width: 5,
    sortable: true,
    cell: (row) => <Link to={paths.orderView.getHref(row.id)}>{formatOrderNumber(row.order_number)}</Link>,
  },
  {
    id: 'customer_name',
    header: orderListTexts.customer,
    sortable: true,
    plain: true,
    cell: (row) => row.customer_name,
  },
  {
    id: 'status',
    header: orderListTexts.status,
    sortable: true,
    kind: 'fact',
    width: 9,
    plain: true,
    cell: (row) => badge(row.status),
  },
];

/** The modal's columns (REP-03), and the figure's value if it has one. */
export function dialogColumns(card: ReportCard): readonly Column<ReportOrder>[] {
  const columns: Column<ReportOrder>[] = [
    ...orderColumns((status) => <ReportBadge status={status} />),
    {
      id: 'total_amount',
      header: orderListTexts.amount,
      sortable: true,
      kind: 'figure',
      plain: true,
      cell: (row) => formatClp(row.total_amount),
    },
  ];
  const measure = measureOf(card);
  if (measure !== undefined) {
    const cell = (row: ReportOrder) => formatMeasure(row.measure, measure);
    columns.push({ id: 'measure', header: measure.header, sortable: true, kind: 'figure', cell });
  }
  return columns;
}
