import { useState } from 'react';
import { paths } from '@taller/shared/contract/paths.ts';
import {
  customerDevicesQuery,
  customerOrdersQuery,
  RECORD_PAGE,
  type CustomerDevice,
  type CustomerOrder,
} from '@taller/shared/orders/customers/customer-orders-query.ts';
import { deviceText } from '@taller/shared/orders/equipment.ts';
import { formatOrderNumber } from '@taller/shared/orders/order-number.ts';
import { balanceOf } from '@taller/shared/orders/payments.ts';
import { PromiseBadge } from '@taller/shared/orders/promises/promise-badge.tsx';
import { StatusBadge } from '@taller/shared/orders/status/status-badge.tsx';
import { useQuery } from '@taller/shared/query';
import { Link } from '@taller/shared/runtime';
import { DataTable } from '@taller/shared/ui/data-table.tsx';
import type { Column } from '@taller/shared/ui/table.tsx';
import { formatDate } from '@taller/shared/values/dates.ts';
import { formatClp } from '@taller/shared/values/money.ts';
import { commonTexts } from '#src/components/texts.ts';
import { customerTexts } from '#src/features/customers/texts.ts';
import styles from './customer-view.module.css';

const { record: texts } = customerTexts;

/** A customer's orders, newest first, with what each owes (CUST-31, CARD-10). */
export function CustomerOrders({ id }: { id: string }) {
  const [page, setPage] = useState(1);
  const query = useQuery(customerOrdersQuery(id, page));
  return (
    <DataTable
      label={texts.orders}
      columns={ORDER_COLUMNS}
      query={query}
      rows={query.data?.rows}
      rowKey={(order) => order.id}
      loadFailed={texts.failed}
      skeleton={{ rows: 3, label: commonTexts.loading }}
      empty={{ title: texts.noOrders }}
      pages={{
        label: texts.orderPages,
        page,
        pageSize: RECORD_PAGE,
        total: query.data?.total ?? 0,
        onPageChange: setPage,
      }}
    />
  );
}

/** A customer's devices, each once (CUST-31, CARD-10). */
export function CustomerDevices({ id }: { id: string }) {
  const [page, setPage] = useState(1);
  const query = useQuery(customerDevicesQuery(id, page));
  return (
    <DataTable
      label={texts.devices}
      columns={DEVICE_COLUMNS}
      query={query}
      rows={query.data?.rows}
      rowKey={(device) => device.order_id}
      loadFailed={texts.failed}
      skeleton={{ rows: 3, label: commonTexts.loading }}
      empty={{ title: texts.noOrders }}
      pages={{
        label: texts.devicePages,
        page,
        pageSize: RECORD_PAGE,
        total: query.data?.total ?? 0,
        onPageChange: setPage,
      }}
    />
  );
}

const DEVICE_COLUMNS: readonly Column<CustomerDevice>[] = [
  { id: 'device', header: texts.device, width: 9, cell: deviceText },
  {
    id: 'imei',
    header: texts.imei,
    kind: 'fact',
    width: 8.5,
    priority: 'low',
    cell: ({ imei }) => imei || texts.noImei,
  },
  { id: 'orders', header: texts.orders, kind: 'figure', width: 4.5, cell: ({ orders }) => orders },
];

const ORDER_COLUMNS: readonly Column<CustomerOrder>[] = [
  {
    id: 'number',
    header: texts.order,
    kind: 'fact',
    width: 4.5,
    cell: (order) => (
      <Link to={paths.orderView.getHref(order.id)}>{`#${formatOrderNumber(order.order_number)}`}</Link>
    ),
  },
  {
    id: 'device',
    header: texts.device,
    width: 9,
    plain: true,
    cell: (order) => (
      <>
        <span>{deviceText(order)}</span>
        {order.customer_reference && <p className={styles.muted}>{order.customer_reference}</p>}
      </>
    ),
  },
  {
    id: 'created',
    header: texts.created,
    kind: 'fact',
    width: 5.5,
    priority: 'low',
    cell: (order) => formatDate(order.created_at),
  },
  {
    id: 'status',
    header: texts.status,
    kind: 'fact',
    width: 10,
    priority: 'high',
    plain: true,
    cell: (order) => (
      <>
        <StatusBadge status={order.status} /> <PromiseBadge order={order} now={new Date()} />
      </>
    ),
  },
  { id: 'balance', header: texts.balance, kind: 'figure', width: 8.5, plain: true, cell: balanceText },
];

function balanceText(order: CustomerOrder): string {
  const balance = balanceOf(order);
  if (balance === 0) return texts.paid;
  return `${balance > 0 ? texts.owed : texts.refund} ${formatClp(Math.abs(balance))}`;
}
