import { paths } from '@taller/shared/contract/paths.ts';
import { repliesQuery } from '@taller/shared/messages/replies-query.ts';
import { formatDateTime, formatRelative } from '@taller/shared/values/dates.ts';
import { formatOrderNumber } from '@taller/shared/orders/order-number.ts';
import { formatPhone } from '@taller/shared/values/phone.ts';
import { useQuery } from '@taller/shared/query';
import { Link } from '@taller/shared/runtime';
import { EmptyState } from '@taller/shared/ui/empty-state.tsx';
import { Loaded } from '@taller/shared/ui/loaded.tsx';
import { Skeleton } from '@taller/shared/ui/skeleton.tsx';
import { messageTexts as texts } from '#src/features/messages/texts.ts';
import entryStyles from '@taller/shared/orders/messages/message-entry.module.css';
import { AnsweredBy } from '@taller/shared/orders/messages/message-entry.tsx';
import styles from './messages-page.module.css';
import { ReplyActions } from './reply-actions.tsx';

/** Customers' replies, newest first, with links to the order and to answer, and who did. */
export function ReplyList() {
  return (
    <Loaded
      query={useQuery(repliesQuery())}
      message={texts.loadFailed}
      skeleton={<Skeleton label={texts.loading} shape="rows" count={4} />}
    >
      {(replies) =>
        replies.length === 0 ? (
          <EmptyState title={texts.noReplies}>{texts.noRepliesHint}</EmptyState>
        ) : (
          <ul className={entryStyles.list} aria-label={texts.replies}>
            {replies.map((reply) => (
              <li key={reply.id} className={styles.replyRow}>
                <div className={entryStyles.body}>
                  <p className={styles.whose}>
                    {reply.order ? (
                      <>
                        <Link to={paths.orderView.getHref(reply.order.id)}>
                          {texts.order(formatOrderNumber(reply.order.order_number))}
                        </Link>
                        <span>{reply.order.customer_name}</span>
                      </>
                    ) : (
                      <span>{texts.noOrder}</span>
                    )}
                    <span>{formatPhone(reply.phone)}</span>
                    <time dateTime={reply.received_at} title={formatDateTime(reply.received_at)}>
                      {formatRelative(reply.received_at)}
                    </time>
                  </p>
                  <p className={entryStyles.reply}>{reply.body}</p>
                  <AnsweredBy reply={reply} />
                </div>
                <ReplyActions reply={reply} />
              </li>
            ))}
          </ul>
        )
      }
    </Loaded>
  );
}
