import CalendarClock from 'lucide-react/icons/calendar-clock';
import { may } from '@taller/shared/access/permissions.ts';
import type { Role } from '@taller/shared/access/roles.ts';
import { isOpenStatus } from '@taller/shared/orders/status/order-status.ts';
import type { MenuItem } from '@taller/shared/ui/menu.tsx';
import type { ActionOrder, OrderTaskKind } from '../actions/order-task.ts';
import { promiseTexts } from './texts.ts';

/** Promises a date or another one, while there is work left (TIME-20). */
export function promiseMenu(
  order: ActionOrder,
  role: Role,
  onTask: (kind: OrderTaskKind) => void,
): MenuItem[] {
  if (!isOpenStatus(order.status) || !may(role, 'orders.change')) return [];
  return [
    {
      label: order.promised_at ? promiseTexts.change : promiseTexts.set,
      icon: <CalendarClock aria-hidden="true" />,
      onSelect: () => onTask('promise'),
    },
  ];
}
