import {
  isOrderStatus,
  REPORT_STATUS_LABELS,
  reportBadge,
  type ReportBadge as Colour,
} from '@taller/shared/orders/status/order-status.ts';
import { Badge, type Tone } from '@taller/shared/ui/badge.tsx';
import { ORDER_STATUS_LOOK } from '@taller/shared/orders/status/order-status-look.ts';

const TONES: Readonly<Record<Colour, Tone>> = { green: 'success', yellow: 'warning', red: 'danger' };

/** The modal's status badge: green completed, yellow pending or in progress, red otherwise (REP-03). */
export function ReportBadge({ status }: { status: string }) {
  if (!isOrderStatus(status)) return <span>{status}</span>;
  const { icon: Icon } = ORDER_STATUS_LOOK[status];
  return (
    <Badge tone={TONES[reportBadge(status)]} icon={<Icon aria-hidden="true" />}>
      {REPORT_STATUS_LABELS[status]}
    </Badge>
  );
}
