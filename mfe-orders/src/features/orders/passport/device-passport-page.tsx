import type { ReactNode } from 'react';
import { paths } from '@taller/shared/contract/paths.ts';
import { failureText } from '@taller/shared/data-access/failure-text.ts';
import { deviceText } from '@taller/shared/orders/equipment.ts';
import { imeiWarning } from '@taller/shared/orders/imei.ts';
import { formatOrderNumber } from '@taller/shared/orders/order-number.ts';
import {
  passportQuery,
  type Passport,
  type PassportOrder,
} from '@taller/shared/orders/passport/passport-query.ts';
import { PhotoImage } from '@taller/shared/orders/photos/photo-image.tsx';
import { StatusBadge } from '@taller/shared/orders/status/status-badge.tsx';
import { useQuery } from '@taller/shared/query';
import { Link, useParams } from '@taller/shared/runtime';
import { Banner } from '@taller/shared/ui/banner.tsx';
import { Card } from '@taller/shared/ui/card.tsx';
import { EmptyState } from '@taller/shared/ui/empty-state.tsx';
import { Loaded } from '@taller/shared/ui/loaded.tsx';
import { PageHeader } from '@taller/shared/ui/page-header.tsx';
import { Skeleton } from '@taller/shared/ui/skeleton.tsx';
import { Table, type Column } from '@taller/shared/ui/table.tsx';
import { formatDate, shopDay } from '@taller/shared/values/dates.ts';
import { orderTexts } from '#src/features/orders/texts.ts';
import { DeviceLookups } from './device-lookups.tsx';
import styles from './passport.module.css';
import { passportTexts as texts } from './texts.ts';

const OrderLink = ({ id, number }: { id: string; number: number }) => (
  <Link to={paths.orderView.getHref(id)}>#{formatOrderNumber(number)}</Link>
);

const COLUMNS: readonly Column<PassportOrder>[] = [
  {
    id: 'order',
    header: texts.order,
    width: 5,
    cell: ({ id, order_number: number }) => <OrderLink id={id} number={number} />,
  },
  {
    id: 'day',
    header: texts.day,
    kind: 'fact',
    width: 6,
    cell: ({ created_at: at }) => formatDate(at),
  },
  { id: 'status', header: texts.status, width: 7, cell: ({ status }) => <StatusBadge status={status} /> },
  { id: 'customer', header: texts.customer, width: 9, cell: ({ customer_name: name }) => name },
  {
    id: 'problem',
    header: texts.problem,
    width: 12,
    priority: 'low',
    cell: ({ work_description: problem }) => problem,
  },
];

/** Lines of one kind; a sentence where there are none. */
function Lines({ title, none, children }: { title: string; none: string; children: readonly ReactNode[] }) {
  return (
    <Card title={title}>
      {children.length === 0 ? (
        <p className={styles.muted}>{none}</p>
      ) : (
        <ul className={styles.list}>{children}</ul>
      )}
    </Card>
  );
}

/** The faults of an order that are still in the device. */
const faultsOf = ({
  unrepaired,
  technical_work: work,
  work_description: problem,
  declined,
}: PassportOrder) => [
  ...(unrepaired === null ? [] : [[problem, work, unrepaired].filter(Boolean).join(' · ')]),
  ...declined.map(texts.declined),
];

function Facts({ passport: { orders, owners, parts, photos } }: { passport: Passport }) {
  return (
    <>
      <Lines title={texts.faults} none={texts.noFaults}>
        {orders.flatMap((order) =>
          faultsOf(order).map((fault) => (
            <li key={`${order.id} ${fault}`}>
              <OrderLink id={order.id} number={order.order_number} /> {fault}
            </li>
          )),
        )}
      </Lines>
      <Lines title={texts.owners} none={texts.noFaults}>
        {owners.map((owner) => (
          <li key={owner.order_id}>
            <Link to={paths.customer.getHref(owner.order_id)}>{owner.customer_name}</Link>
            <p className={styles.muted}>
              {texts.owned(owner.orders, formatDate(owner.first_at), formatDate(owner.last_at))}
            </p>
          </li>
        ))}
      </Lines>
      <Lines title={texts.warranties} none={texts.noWarranties}>
        {orders.flatMap(({ id, order_number: number, warranty_end: end }) =>
          end === null
            ? []
            : [
                <li key={id}>
                  <OrderLink id={id} number={number} />{' '}
                  {texts.until(formatDate(end), end < shopDay(new Date()))}
                </li>,
              ],
        )}
      </Lines>
      <Lines title={texts.parts} none={texts.noParts}>
        {parts.map((part) => (
          <li key={part.id}>
            {texts.part(part.quantity, part.description)}
            <p className={styles.muted}>
              <OrderLink id={part.order_id} number={part.order_number} /> {formatDate(part.fitted_at)}
            </p>
          </li>
        ))}
      </Lines>
      <Card title={texts.photos}>
        {photos.length === 0 && <p className={styles.muted}>{texts.noPhotos}</p>}
        <ul className={styles.photos}>
          {photos.map((photo) => (
            <li key={photo.id}>
              <Link to={paths.orderView.getHref(photo.order_id)}>
                <PhotoImage
                  photo={photo}
                  name={texts.photoOf(formatOrderNumber(photo.order_number))}
                  isSmall
                />
              </Link>
            </li>
          ))}
        </ul>
      </Card>
    </>
  );
}

function PassportView({ imei, passport }: { imei: string; passport: Passport }) {
  const { orders, total, lookups } = passport;
  const [newest] = orders;
  if (!newest) return <EmptyState title={texts.none}>{texts.noneHint}</EmptyState>;
  const warning = newest.equipment_type === 'smartphone' ? imeiWarning(newest.imei) : null;
  return (
    <>
      {warning && <Banner tone="warning">{warning}</Banner>}
      <Card title={texts.orders}>
        {total > orders.length && <p className={styles.muted}>{texts.ordersOf(orders.length, total)}</p>}
        <Table label={texts.orders} columns={COLUMNS} rows={orders} rowKey={({ id }) => id} />
      </Card>
      <div className={styles.columns}>
        <DeviceLookups imei={imei} lookups={lookups} />
        <Facts passport={passport} />
      </div>
    </>
  );
}

/** /dashboard/equipos/:imei, for staff: everything about one device, over orders and owners (REC-110). */
export function DevicePassportPage() {
  const { imei = '' } = useParams();
  const query = useQuery(passportQuery(imei));
  const newest = query.data?.orders[0];
  return (
    <div className={styles.page}>
      <PageHeader
        title={newest ? deviceText(newest) : texts.title}
        description={texts.number(newest?.imei ?? imei)}
        back={{ href: paths.dashboard.getHref(), label: texts.back }}
      />
      <Loaded
        query={query}
        message={query.error ? failureText(query.error, texts.failed) : texts.failed}
        skeleton={<Skeleton label={orderTexts.loading} shape="card" count={4} />}
      >
        {(passport) => <PassportView key={imei} imei={imei} passport={passport} />}
      </Loaded>
    </div>
  );
}
