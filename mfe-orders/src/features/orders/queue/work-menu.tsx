import Eye from 'lucide-react/icons/eye';
import MoreHorizontal from 'lucide-react/icons/ellipsis';
import NotebookPen from 'lucide-react/icons/notebook-pen';
import type { Role } from '@taller/shared/access/roles.ts';
import { paths } from '@taller/shared/contract/paths.ts';
import { formatOrderNumber } from '@taller/shared/orders/order-number.ts';
import type { NextStep, StepTarget } from '@taller/shared/orders/status/next-step.ts';
import type { WorkOrder } from '@taller/shared/orders/work/work-order.ts';
import { IconButton } from '@taller/shared/ui/icon-button.tsx';
import { Menu, type MenuItem } from '@taller/shared/ui/menu.tsx';
import { orderTexts } from '#src/features/orders/texts.ts';
import type { OrderTaskKind } from '../actions/order-task.ts';
import { quoteMenu } from '../actions/quote-menu.tsx';
import { STEP_ICONS } from '../actions/step-icons.tsx';
import { stepLabel } from '../actions/step-label.ts';
import { promiseMenu } from '../promises/promise-menu.tsx';
import { waitMenu } from '../waits/wait-menu.tsx';

const texts = orderTexts.desk;

export interface WorkMenuProps {
  order: WorkOrder;
  role: Role;
  /** Steps that the card has no button for. */
  steps: readonly NextStep[];
  /** Further items, above those of the desk. */
  more?: readonly MenuItem[];
  onTask: (kind: OrderTaskKind, order: WorkOrder) => void;
  onChooseStatus: (order: WorkOrder, target: StepTarget) => void;
}

/** The menu of an order in the queue or on the board: the desk's own actions. */
export function WorkMenu({ order, role, steps, more = [], onTask, onChooseStatus }: WorkMenuProps) {
  const open = (kind: OrderTaskKind) => onTask(kind, order);
  return (
    <Menu
      trigger={
        <IconButton
          label={texts.more(formatOrderNumber(order.order_number))}
          icon={<MoreHorizontal aria-hidden="true" />}
          data-work-menu
        />
      }
      items={[
        ...more,
        ...steps.map(({ name, target }) => ({
          label: stepLabel(name, order),
          icon: STEP_ICONS[name],
          onSelect: () => onChooseStatus(order, target),
        })),
        ...quoteMenu(order, open),
        ...promiseMenu(order, role, open),
        ...waitMenu(order, role, open),
        { label: texts.view, icon: <Eye aria-hidden="true" />, href: paths.orderView.getHref(order.id) },
        { label: texts.notes, icon: <NotebookPen aria-hidden="true" />, onSelect: () => open('notes') },
      ]}
    />
  );
}
