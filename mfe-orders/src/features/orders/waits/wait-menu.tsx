import CirclePause from 'lucide-react/icons/circle-pause';
import { may } from '@taller/shared/access/permissions.ts';
import type { Role } from '@taller/shared/access/roles.ts';
import { isOpenStatus } from '@taller/shared/orders/status/order-status.ts';
import { openWaitOf } from '@taller/shared/orders/waits/order-wait.ts';
import type { MenuItem } from '@taller/shared/ui/menu.tsx';
import { waitTexts } from './texts.ts';
import type { ActionOrder, OrderTaskKind } from '../actions/order-task.ts';

/** Puts an order on hold or changes what it waits for, while there is work left in it (TIME-01). */
export function waitMenu(order: ActionOrder, role: Role, onTask: (kind: OrderTaskKind) => void): MenuItem[] {
  if (!isOpenStatus(order.status) || !may(role, 'orders.change')) return [];
  return [
    {
      label: openWaitOf(order) ? waitTexts.change : waitTexts.set,
      icon: <CirclePause aria-hidden="true" />,
      onSelect: () => onTask('wait'),
    },
  ];
}
