import { paths } from '@taller/shared/contract/paths.ts';
import {
  MESSAGE_FILTERS,
  MESSAGE_PAGE_SIZE,
  messageListQuery,
  type LoggedMessage,
  type MessageFilter,
} from '@taller/shared/messages/message-list-query.ts';
import { formatOrderNumber } from '@taller/shared/orders/order-number.ts';
import { formatPhone } from '@taller/shared/values/phone.ts';
import { useQuery } from '@taller/shared/query';
import { Link } from '@taller/shared/runtime';
import { EmptyState } from '@taller/shared/ui/empty-state.tsx';
import { Loaded } from '@taller/shared/ui/loaded.tsx';
import { Pagination } from '@taller/shared/ui/pagination.tsx';
import { Select } from '@taller/shared/ui/select.tsx';
import { Skeleton } from '@taller/shared/ui/skeleton.tsx';
import { useAddressState } from '@taller/shared/ui/use-address-state.ts';
import { choiceField, pageField, type AddressFields } from '@taller/shared/values/address-state.ts';
import { TestMessage } from '#src/components/test-message.tsx';
import { messageTexts as texts } from '#src/features/messages/texts.ts';
import { MessageEntry } from '@taller/shared/orders/messages/message-entry.tsx';
import entryStyles from '@taller/shared/orders/messages/message-entry.module.css';
import styles from './messages-page.module.css';

const FIELDS: AddressFields<{ filter: MessageFilter; page: number }> = {
  filter: choiceField('estado', MESSAGE_FILTERS, 'all'),
  page: pageField,
};

/** All customer messages, newest first, by state. */
export function MessageLog() {
  const { state, change } = useAddressState(FIELDS);
  const { filter, page } = state;
  const messages = useQuery(messageListQuery(filter, page));
  return (
    <section className={styles.section} aria-label={texts.list} aria-busy={messages.isFetching}>
      <Select
        className={styles.filter}
        label={texts.filter}
        hideLabel
        value={filter}
        onChange={(event) =>
          change({ filter: MESSAGE_FILTERS.find((known) => known === event.target.value) ?? 'all' })
        }
        options={MESSAGE_FILTERS.map((value) => ({ value, label: texts.filters[value] }))}
      />
      <Loaded
        query={messages}
        message={texts.loadFailed}
        skeleton={<Skeleton label={texts.loading} shape="rows" count={6} />}
      >
        {({ messages: shown, total }) => (
          <>
            {shown.length === 0 && (
              <EmptyState title={filter === 'all' ? texts.empty : texts.emptyFiltered} />
            )}
            {shown.length > 0 && (
              <ul className={entryStyles.list} aria-label={texts.list}>
                {shown.map((message) => (
                  <LoggedEntry key={message.id} message={message} />
                ))}
              </ul>
            )}
            {total > MESSAGE_PAGE_SIZE && (
              <Pagination
                label={texts.pages}
                page={page}
                pageSize={MESSAGE_PAGE_SIZE}
                total={total}
                onPageChange={(next) => change({ page: next })}
              />
            )}
          </>
        )}
      </Loaded>
    </section>
  );
}

/** A message with its order, its customer and their phone; a test with who asked for it. */
function LoggedEntry({ message }: { message: LoggedMessage }) {
  if (message.order_id === null || message.order === null)
    return <TestMessage message={message} by={message.requester?.full_name} />;
  const { order_number, customer_name, customer_phone } = message.order;
  const number = formatOrderNumber(order_number);
  return (
    <MessageEntry
      message={message}
      orderNumber={number}
      customerName={customer_name}
      customerPhone={customer_phone}
    >
      <p className={styles.whose}>
        <Link to={paths.orderView.getHref(message.order_id)}>{texts.order(number)}</Link>
        <span>{customer_name}</span>
        <span>{formatPhone(customer_phone)}</span>
      </p>
    </MessageEntry>
  );
}
