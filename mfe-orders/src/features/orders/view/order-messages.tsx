import { orderMessagesQuery, type Reply } from '@taller/shared/messages/message-queries.ts';
import { formatDateTime, formatRelative } from '@taller/shared/values/dates.ts';
import { formatOrderNumber } from '@taller/shared/orders/order-number.ts';
import { useQuery } from '@taller/shared/query';
import { Badge } from '@taller/shared/ui/badge.tsx';
import { Card } from '@taller/shared/ui/card.tsx';
import { Loaded } from '@taller/shared/ui/loaded.tsx';
import { Skeleton } from '@taller/shared/ui/skeleton.tsx';
import MessageCircleReply from 'lucide-react/icons/message-circle-reply';
import { orderViewTexts } from './texts.ts';
import { AnsweredBy, MessageEntry } from '@taller/shared/orders/messages/message-entry.tsx';
import styles from '@taller/shared/orders/messages/message-entry.module.css';
import { useLiveMessages } from '@taller/shared/messages/watch-messages.ts';

const texts = orderViewTexts.messages;

interface OrderOfMessages {
  id: string;
  order_number: number;
  customer_name: string;
  customer_phone: string;
}

/** WhatsApp messages and replies of an order (MSG-03), live. */
export function OrderMessages({ order }: { order: OrderOfMessages }) {
  useLiveMessages(order.id);
  return (
    <Card title={texts.onOrder}>
      <Loaded
        query={useQuery(orderMessagesQuery(order.id))}
        message={texts.loadFailed}
        skeleton={<Skeleton label={texts.loading} />}
      >
        {({ messages, replies }) => (
          <>
            {messages.length + replies.length === 0 && <p className={styles.muted}>{texts.noneOnOrder}</p>}
            <ul className={styles.list}>
              {replies.map((reply) => (
                <ReplyEntry key={reply.id} reply={reply} />
              ))}
              {messages.map((message) => (
                <MessageEntry
                  key={message.id}
                  message={message}
                  about={`orden ${formatOrderNumber(order.order_number)}`}
                  customerName={order.customer_name}
                  customerPhone={order.customer_phone}
                />
              ))}
            </ul>
          </>
        )}
      </Loaded>
    </Card>
  );
}

function ReplyEntry({ reply }: { reply: Reply }) {
  return (
    <li className={styles.entry}>
      <Badge tone="quote" icon={<MessageCircleReply aria-hidden="true" />}>
        {texts.reply}
      </Badge>
      <div className={styles.body}>
        <p className={styles.reply}>{reply.body}</p>
        <AnsweredBy reply={reply} />
        <time className={styles.time} dateTime={reply.received_at} title={formatDateTime(reply.received_at)}>
          {formatRelative(reply.received_at)}
        </time>
      </div>
    </li>
  );
}
