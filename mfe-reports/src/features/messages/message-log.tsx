import { paths } from '@taller/shared/contract/paths.ts';
import {
  expiredMessagesQuery,
  failedMessagesQuery,
  MESSAGE_PAGE_SIZE,
  messageListQuery,
  type MessageGroup,
} from '@taller/shared/messages/message-list-query.ts';
import { formatOrderNumber } from '@taller/shared/orders/order-number.ts';
import { formatPhone, isDiallable, telHref } from '@taller/shared/values/phone.ts';
import { useQuery } from '@taller/shared/query';
import { isFirstReading } from '@taller/shared/query/is-first-reading.ts';
import { Link } from '@taller/shared/runtime';
import { Banner } from '@taller/shared/ui/banner.tsx';
import { Button } from '@taller/shared/ui/button.tsx';
import { Skeleton } from '@taller/shared/ui/skeleton.tsx';
import { DataTable } from '@taller/shared/ui/data-table.tsx';
import type { Column } from '@taller/shared/ui/table.tsx';
import { useAddressState } from '@taller/shared/ui/use-address-state.ts';
import { TestMessage } from '#src/components/test-message.tsx';
import { MESSAGE_FIELDS, MessageFilters } from '#src/features/messages/message-filters.tsx';
import { messageTexts as texts } from '#src/features/messages/texts.ts';
import { MessageEntry } from '@taller/shared/orders/messages/message-entry.tsx';
import entryStyles from '@taller/shared/orders/messages/message-entry.module.css';
import styles from './messages-page.module.css';

/** Messages to customers by order, the order with the newest one first, by state and kind (MSG-05). */
export function MessageLog() {
  const { state, change } = useAddressState(MESSAGE_FIELDS);
  const { filter, event, page } = state;
  const messages = useQuery(messageListQuery(state));
  const failures = useQuery(failedMessagesQuery());
  const expiries = useQuery(expiredMessagesQuery());
  const failed = failures.data ?? 0;
  const expired = expiries.data ?? 0;
  const isFiltered = filter !== 'all' || event !== null;
  // The banners, if there are any, are above everything else and must not push it down later.
  if (isFirstReading(failures) || isFirstReading(expiries))
    return <Skeleton label={texts.loading} shape="rows" count={7} />;
  return (
    <section className={styles.section} aria-label={texts.list} aria-busy={messages.isFetching}>
      {failed > 0 && filter !== 'failed' && (
        <Banner tone="danger">
          <span className={styles.failed}>
            <span>
              <strong>{texts.failed(failed)}</strong> {texts.failedHint}
            </span>
            <Button size="sm" onClick={() => change({ filter: 'failed', event: null })}>
              {texts.showFailed}
            </Button>
          </span>
        </Banner>
      )}
      {expired > 0 && filter !== 'expired' && (
        <Banner tone="warning">
          <span className={styles.failed}>
            <span>
              <strong>{texts.expired(expired)}</strong> {texts.expiredHint}
            </span>
            <Button size="sm" onClick={() => change({ filter: 'expired', event: null })}>
              {texts.showExpired}
            </Button>
          </span>
        </Banner>
      )}
      <MessageFilters filter={filter} event={event} onChange={change} />
      <DataTable
        label={texts.list}
        columns={COLUMNS}
        query={messages}
        rows={messages.data?.groups}
        rowKey={({ order_id, messages: [first] }) => order_id ?? first?.id ?? ''}
        loadFailed={texts.loadFailed}
        skeleton={{ rows: 6, label: texts.loading }}
        empty={{ title: texts.empty, hint: texts.emptyHint }}
        filtered={
          isFiltered && {
            title: texts.emptyFiltered,
            onClear: () => change({ filter: 'all', event: null }),
          }
        }
        pages={{
          label: texts.pages,
          page,
          pageSize: MESSAGE_PAGE_SIZE,
          total: messages.data?.total ?? 0,
          onPageChange: (next) => change({ page: next }),
        }}
      />
    </section>
  );
}

const COLUMNS: readonly Column<MessageGroup>[] = [
  { id: 'order', header: texts.columnOrder, width: 12, cell: (group) => <Whom group={group} /> },
  {
    id: 'messages',
    header: texts.columnMessages,
    width: 30,
    plain: true,
    cell: (group) => <Messages group={group} />,
  },
];

/** The order or appointment, its customer and their phone. */
function Whom({ group }: { group: MessageGroup }) {
  const { order_id: id, order_number: number, customer_name: name } = group;
  const phone = group.customer_phone ?? '';
  if (name === null) return <span className={styles.whom}>{texts.testOrder}</span>;
  return (
    <span className={styles.whom}>
      <Link
        className={styles.order}
        to={id === null ? paths.dashboardAppointments.getHref() : paths.orderView.getHref(id)}
        data-target
      >
        {number === null ? texts.appointment : texts.order(formatOrderNumber(number))}
      </Link>
      <span>{name}</span>
      {isDiallable(phone) ? (
        <a href={telHref(phone)}>{formatPhone(phone)}</a>
      ) : (
        <span className={styles.intro}>{formatPhone(phone)}</span>
      )}
    </span>
  );
}

/** The messages of a row, newest first. */
function Messages({ group }: { group: MessageGroup }) {
  const { order_number: number, customer_name: name, messages } = group;
  return (
    <ul className={`${entryStyles.list} ${styles.entries}`}>
      {messages.map((message) =>
        name === null ? (
          <TestMessage key={message.id} message={message} by={message.requester ?? undefined} />
        ) : (
          <MessageEntry
            key={message.id}
            message={message}
            about={texts.about(number === null ? null : formatOrderNumber(number), name)}
            customerName={name}
            customerPhone={group.customer_phone ?? ''}
          />
        ),
      )}
    </ul>
  );
}
