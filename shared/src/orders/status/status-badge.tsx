import { LIST_STATUS_LABELS, type OrderStatus } from './order-status.ts';
import { Badge } from '#src/ui/badge.tsx';
import { ORDER_STATUS_STYLE } from './order-status-style.ts';

export interface StatusBadgeProps {
  status: OrderStatus;
  /** PUBLIC_STATUS_LABELS or REPORT_STATUS_LABELS; the desk's labels by default. */
  labels?: Readonly<Record<OrderStatus, string>>;
  className?: string;
}

/** An order's status as icon, label and colour. */
export function StatusBadge({ status, labels = LIST_STATUS_LABELS, className }: StatusBadgeProps) {
  const { icon: Icon, tone } = ORDER_STATUS_STYLE[status];
  return (
    <Badge tone={tone} icon={<Icon aria-hidden="true" />} className={className}>
      {labels[status]}
    </Badge>
  );
}
