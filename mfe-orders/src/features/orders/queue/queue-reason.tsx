import AlarmClock from 'lucide-react/icons/alarm-clock';
import Banknote from 'lucide-react/icons/banknote';
import CirclePlay from 'lucide-react/icons/circle-play';
import Hourglass from 'lucide-react/icons/hourglass';
import Inbox from 'lucide-react/icons/inbox';
import ShieldCheck from 'lucide-react/icons/shield-check';
import ThumbsUp from 'lucide-react/icons/thumbs-up';
import type { LucideIcon } from 'lucide-react';
import type { QueuedOrder, QueueReason } from '@taller/shared/orders/work/work-queries.ts';
import { PromiseBadge } from '@taller/shared/orders/promises/promise-badge.tsx';
import { Badge, type Tone } from '@taller/shared/ui/badge.tsx';
import { formatRelative } from '@taller/shared/values/dates.ts';
import { formatClp } from '@taller/shared/values/money.ts';
import { useNow } from '../shared/use-minute.ts';
import { queueTexts } from './texts.ts';

const texts = queueTexts.reasons;

const STYLE: Readonly<Record<QueueReason, { icon: LucideIcon; tone: Tone }>> = {
  return: { icon: ShieldCheck, tone: 'danger' },
  overdue: { icon: AlarmClock, tone: 'danger' },
  at_risk: { icon: AlarmClock, tone: 'warning' },
  approved: { icon: ThumbsUp, tone: 'success' },
  wait_ended: { icon: CirclePlay, tone: 'success' },
  age: { icon: Hourglass, tone: 'warning' },
  value: { icon: Banknote, tone: 'info' },
  new: { icon: Inbox, tone: 'neutral' },
};

type Reasoned = Pick<QueuedOrder, 'reason' | 'since' | 'total_amount'>;

/** The reason for an order's place in the queue, in words (TIME-31). */
export function reasonWords({ reason, since, total_amount: amount }: Reasoned, now?: Date): string {
  if (reason === 'return') return texts.return;
  if (reason === 'value') return texts.value(formatClp(amount ?? 0));
  return texts[reason](formatRelative(since, now));
}

/** The same as a badge, kept up to date; after it the promise, if that is not the reason already. */
export function QueueReasonBadge({ order }: { order: QueuedOrder }) {
  const now = useNow();
  const { icon: Icon, tone } = STYLE[order.reason];
  return (
    <>
      <Badge tone={tone} icon={<Icon aria-hidden="true" />}>
        {reasonWords(order)}
      </Badge>
      {order.reason !== 'overdue' && order.reason !== 'at_risk' && <PromiseBadge order={order} now={now} />}
    </>
  );
}
