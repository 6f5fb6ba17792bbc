import { paths } from '@taller/shared/contract/paths.ts';
import {
  RECORD_LIMIT,
  type CustomerRecord,
  type CustomerRecordOrder,
} from '@taller/shared/orders/customers/customer-record-query.ts';
import { devicesOf } from '@taller/shared/orders/customers/devices-of.ts';
import { deviceText } from '@taller/shared/orders/equipment.ts';
import { formatOrderNumber } from '@taller/shared/orders/order-number.ts';
import { balanceOf, sumOfBalances } from '@taller/shared/orders/payments.ts';
import { PromiseBadge } from '@taller/shared/orders/promises/promise-badge.tsx';
import { StatusBadge } from '@taller/shared/orders/status/status-badge.tsx';
import { formatDate } from '@taller/shared/values/dates.ts';
import { formatClp, formatThousands } from '@taller/shared/values/money.ts';
import { formatPhone } from '@taller/shared/values/phone.ts';
import { formatRut } from '@taller/shared/values/rut.ts';
import { Link } from '@taller/shared/runtime';
import { Card } from '@taller/shared/ui/card.tsx';
import { DefinitionList } from '@taller/shared/ui/definition-list.tsx';
import { PageHeader } from '@taller/shared/ui/page-header.tsx';
import { Table, type Column } from '@taller/shared/ui/table.tsx';
import { usePageTitle } from '@taller/shared/ui/use-page-title.ts';
import { ContactLinks, diallablePhones } from '#src/components/contact-links.tsx';
import { customerTexts } from '#src/features/customers/texts.ts';
import styles from './customer-view.module.css';
import { Reminders } from './reminders.tsx';
import { VerifiedBadge } from './verified-badge.tsx';

const { record: texts } = customerTexts;

/**
 * A customer at a glance (CUST-31): how to reach them, their orders with what they owe, their devices.
 * @param back the list, as it was left.
 */
export function CustomerView({
  record: { account, orders },
  back,
}: {
  record: CustomerRecord;
  back: string;
}) {
  const [newest] = orders;
  const name = newest?.customer_name || account?.full_name || account?.email || texts.missing;
  usePageTitle(name);
  const rut = account?.rut ?? newest?.customer_rut;
  return (
    <div className={styles.page}>
      <PageHeader
        title={name}
        description={
          (rut || account) && (
            <span className={styles.rut}>
              {rut && <span>{formatRut(rut)}</span>}
              {account && <VerifiedBadge isVerified={account.rut_verified_at !== null} />}
            </span>
          )
        }
        back={{ href: back, label: texts.back }}
      />
      <Contact account={account} orders={orders} />
      <Reminders id={account?.id ?? newest?.id ?? ''} />
      <Card title={texts.orders} actions={orders.length > 0 && <Balance orders={orders} />}>
        {orders.length === 0 && (
          <p className={styles.muted}>
            {account && account.rut_verified_at === null ? texts.unverified : texts.noOrders}
          </p>
        )}
        {orders.length === RECORD_LIMIT && (
          <p className={styles.muted}>{texts.newestOnly(formatThousands(RECORD_LIMIT))}</p>
        )}
        {orders.length > 0 && (
          <Table label={texts.orders} columns={ORDER_COLUMNS} rows={orders} rowKey={(order) => order.id} />
        )}
      </Card>
      {orders.length > 0 && (
        <Card title={texts.devices}>
          <Table
            label={texts.devices}
            columns={DEVICE_COLUMNS}
            rows={devicesOf(orders)}
            rowKey={({ device }) => device.id}
          />
        </Card>
      )}
    </div>
  );
}

function Contact({ account, orders }: CustomerRecord) {
  const phones = [
    account?.phone ?? null,
    ...orders.flatMap((order) => [order.customer_phone, order.second_phone]),
  ];
  const address = orders.find((order) => order.customer_address)?.customer_address ?? account?.address;
  const numbers = diallablePhones(phones);
  return (
    <Card title={texts.contact} actions={<ContactLinks phones={numbers} />}>
      <DefinitionList
        items={[
          { term: texts.phones, value: numbers.map(formatPhone).join('\n') },
          { term: texts.email, value: account && <a href={`mailto:${account.email}`}>{account.email}</a> },
          { term: texts.address, value: address },
          ...(account ? [] : [{ term: texts.account, value: texts.noAccount }]),
        ]}
      />
    </Card>
  );
}

/** The sum that the customer owes or gets back; each order’s own is in its row. */
function Balance({ orders }: { orders: readonly CustomerRecordOrder[] }) {
  const { owed, refund } = sumOfBalances(orders);
  if (owed === 0 && refund === 0) return <p className={styles.balance}>{texts.settled}</p>;
  return (
    <p className={styles.balance}>
      {owed > 0 && <Sum what={texts.owed} amount={owed} />}
      {refund > 0 && <Sum what={texts.refund} amount={refund} />}
    </p>
  );
}

const Sum = ({ what, amount }: { what: string; amount: number }) => (
  <span>
    <span>{what}</span> <b>{formatClp(amount)}</b>
  </span>
);

type Device = ReturnType<typeof devicesOf<CustomerRecordOrder>>[number];

const DEVICE_COLUMNS: readonly Column<Device>[] = [
  { id: 'device', header: texts.device, width: 9, cell: ({ device }) => deviceText(device) },
  {
    id: 'imei',
    header: texts.imei,
    kind: 'fact',
    width: 8.5,
    priority: 'low',
    cell: ({ device }) => device.imei || texts.noImei,
  },
  { id: 'orders', header: texts.orders, kind: 'figure', width: 4.5, cell: ({ orders }) => orders },
];

const ORDER_COLUMNS: readonly Column<CustomerRecordOrder>[] = [
  {
    id: 'number',
    header: texts.order,
    kind: 'fact',
    width: 4.5,
    cell: (order) => (
      <Link to={paths.orderView.getHref(order.id)}>{`#${formatOrderNumber(order.order_number)}`}</Link>
    ),
  },
  { id: 'device', header: texts.device, width: 9, plain: true, cell: deviceText },
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

function balanceText(order: CustomerRecordOrder): string {
  const balance = balanceOf(order);
  if (balance === 0) return texts.paid;
  return `${balance > 0 ? texts.owed : texts.refund} ${formatClp(Math.abs(balance))}`;
}
