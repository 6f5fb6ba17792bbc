import { paths } from '@taller/shared/contract/paths.ts';
import {
  MESSAGE_FILTERS,
  MESSAGE_PAGE_SIZE,
  messageListQuery,
  type MessageFilter,
} from '@taller/shared/messages/message-list-query.ts';
import { formatOrderNumber } from '@taller/shared/orders/order-number.ts';
import { formatPhone } from '@taller/shared/values/phone.ts';
import { useQuery } from '@taller/shared/query';
import { Link, useSearchParams } from '@taller/shared/runtime';
import { EmptyState } from '@taller/shared/ui/empty-state.tsx';
import { ErrorState } from '@taller/shared/ui/error-state.tsx';
import { Pagination } from '@taller/shared/ui/pagination.tsx';
import { Select } from '@taller/shared/ui/select.tsx';
import { Skeleton } from '@taller/shared/ui/skeleton.tsx';
import { messageTexts as texts } from '#src/texts/messages.ts';
import { MessageEntry } from './message-entry.tsx';
import entryStyles from './message-entry.module.css';
import styles from './messages-screen.module.css';

/** Filter and page, kept in the address. */
function useLogPlace() {
  const [params, setParams] = useSearchParams();
  const filter = MESSAGE_FILTERS.find((known) => known === params.get('estado')) ?? 'all';
  const wanted = Number(params.get('pagina') ?? 1);
  const page = Number.isSafeInteger(wanted) && wanted >= 1 ? wanted : 1;
  const go = (next: MessageFilter, nextPage: number) =>
    setParams((now) => {
      const changed = new URLSearchParams(now);
      if (next === 'all') changed.delete('estado');
      else changed.set('estado', next);
      if (nextPage === 1) changed.delete('pagina');
      else changed.set('pagina', String(nextPage));
      return changed;
    });
  return { filter, page, go };
}

/** Every message to a customer, newest first, by state. */
export function MessageLog() {
  const { filter, page, go } = useLogPlace();
  const { data, error, isFetching, refetch } = useQuery(messageListQuery(filter, page));
  return (
    <section className={styles.section} aria-label={texts.list} aria-busy={isFetching}>
      <Select
        className={styles.filter}
        label={texts.filter}
        hideLabel
        value={filter}
        onChange={(event) => go(MESSAGE_FILTERS.find((known) => known === event.target.value) ?? 'all', 1)}
        options={MESSAGE_FILTERS.map((value) => ({ value, label: texts.filters[value] }))}
      />
      {error && !data && (
        <ErrorState
          error={error}
          message={texts.loadFailed}
          retrying={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {!error && !data && <Skeleton label={texts.loading} shape="rows" count={6} />}
      {data?.messages.length === 0 && (
        <EmptyState title={filter === 'all' ? texts.empty : texts.emptyFiltered} />
      )}
      {data && data.messages.length > 0 && (
        <ul className={entryStyles.list} aria-label={texts.list}>
          {data.messages.map((message) => (
            <MessageEntry
              key={message.id}
              message={message}
              orderNumber={formatOrderNumber(message.orderNumber)}
              customerName={message.customerName}
              customerPhone={message.customerPhone}
            >
              <p className={styles.whose}>
                <Link to={paths.orderView.getHref(message.orderId)}>
                  {texts.order(formatOrderNumber(message.orderNumber))}
                </Link>
                <span>{message.customerName}</span>
                <span>{formatPhone(message.customerPhone)}</span>
              </p>
            </MessageEntry>
          ))}
        </ul>
      )}
      {data && data.total > MESSAGE_PAGE_SIZE && (
        <Pagination
          label={texts.pages}
          page={page}
          pageSize={MESSAGE_PAGE_SIZE}
          total={data.total}
          onPageChange={(next) => go(filter, next)}
        />
      )}
    </section>
  );
}
