import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ORDER_STATUSES, REPORT_STATUS_LABELS } from '@taller/shared/orders/status/order-status.ts';
import { StatusBadge } from '@taller/shared/orders/status/status-badge.tsx';
import { IDLE_COLUMNS } from './idle-orders.tsx';

test.each(ORDER_STATUSES)(
  'ORD-53 the status %s has one colour in the list of forgotten orders and at the desk',
  (status) => {
    const row = { id: 'a', order_number: 7, customer_name: 'Ana', status, idle_days: 3 };
    const cell = IDLE_COLUMNS.find(({ id }) => id === 'status')?.cell(row as never);
    expect(renderToStaticMarkup(<>{cell}</>)).toBe(
      renderToStaticMarkup(<StatusBadge status={status} labels={REPORT_STATUS_LABELS} />),
    );
  },
);
