import { paths } from '@taller/shared/contract/paths.ts';
import { repliesQuery, type ReplyOfOrder } from '@taller/shared/messages/replies-query.ts';
import { formatDateTime, formatRelative } from '@taller/shared/values/dates.ts';
import { formatOrderNumber } from '@taller/shared/orders/order-number.ts';
import { formatPhone } from '@taller/shared/values/phone.ts';
import { useQuery } from '@taller/shared/query';
import { Link } from '@taller/shared/runtime';
import { DataTable } from '@taller/shared/ui/data-table.tsx';
import type { Column } from '@taller/shared/ui/table.tsx';
import { messageTexts as texts } from '#src/features/messages/texts.ts';
import entryStyles from '@taller/shared/orders/messages/message-entry.module.css';
import { AnsweredBy } from '@taller/shared/orders/messages/message-entry.tsx';
import styles from './messages-page.module.css';
import { ReplyActions } from './reply-actions.tsx';

/** Customers' replies, newest first, with links to the order and to answer, and who did. */
export function ReplyList() {
  const replies = useQuery(repliesQuery());
  return (
    <DataTable
      label={texts.replies}
      columns={COLUMNS}
      query={replies}
      rows={replies.data}
      rowKey={({ id }) => id}
      loadFailed={texts.loadFailed}
      skeleton={{ rows: 4, label: texts.loading }}
      empty={{ title: texts.noReplies, hint: texts.noRepliesHint }}
    />
  );
}

const COLUMNS: readonly Column<ReplyOfOrder>[] = [
  { id: 'from', header: texts.columnOrder, width: 12, cell: (reply) => <Whose reply={reply} /> },
  {
    id: 'reply',
    header: texts.columnReply,
    width: 18,
    plain: true,
    cell: (reply) => (
      <div className={entryStyles.body}>
        <p className={entryStyles.reply}>{reply.body}</p>
        <AnsweredBy reply={reply} />
      </div>
    ),
  },
  {
    id: 'actions',
    header: texts.columnActions,
    kind: 'actions',
    width: 13,
    cell: (reply) => <ReplyActions reply={reply} />,
  },
];

/** The order, its customer, their phone, and when they wrote. */
function Whose({ reply: { order, phone, received_at: at } }: { reply: ReplyOfOrder }) {
  return (
    <span className={styles.whom}>
      {order ? (
        <Link className={styles.order} to={paths.orderView.getHref(order.id)} data-target>
          {texts.order(formatOrderNumber(order.order_number))}
        </Link>
      ) : (
        <span>{texts.noOrder}</span>
      )}
      {order && <span>{order.customer_name}</span>}
      <span className={styles.intro}>{formatPhone(phone)}</span>
      <time className={styles.intro} dateTime={at} title={formatDateTime(at)}>
        {formatRelative(at)}
      </time>
    </span>
  );
}
