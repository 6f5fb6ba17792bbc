import CalendarClock from 'lucide-react/icons/calendar-clock';
import { Badge } from '#src/ui/badge.tsx';
import { promiseWarning, type PromisedOrder } from './promise-state.ts';

interface PromiseBadgeProps {
  order: PromisedOrder;
  now: Date;
}

/** 'Atrasada 2 días' or 'En riesgo' (TIME-25); nothing for an order that is neither. */
export function PromiseBadge({ order, now }: PromiseBadgeProps) {
  const warning = promiseWarning(order, now);
  if (!warning) return null;
  return (
    <Badge tone={warning.late ? 'danger' : 'warning'} icon={<CalendarClock aria-hidden="true" />}>
      {warning.text}
    </Badge>
  );
}
