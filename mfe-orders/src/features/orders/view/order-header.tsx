import MoreHorizontal from 'lucide-react/icons/ellipsis';
import NotebookPen from 'lucide-react/icons/notebook-pen';
import Pencil from 'lucide-react/icons/pencil';
import Printer from 'lucide-react/icons/printer';
import QrCode from 'lucide-react/icons/qr-code';
import Trash2 from 'lucide-react/icons/trash';
import Undo2 from 'lucide-react/icons/undo-2';
import { formatAppointment } from '@taller/shared/appointments/appointment-dates.ts';
import { appointmentQuery } from '@taller/shared/appointments/appointment-queries.ts';
import { paths } from '@taller/shared/contract/paths.ts';
import type { Order } from '@taller/shared/orders/order-queries.ts';
import { formatOrderNumber } from '@taller/shared/orders/order-number.ts';
import { nextSteps } from '@taller/shared/orders/status/next-step.ts';
import { isOpenStatus } from '@taller/shared/orders/status/order-status.ts';
import { waitedDays } from '@taller/shared/orders/waits/order-wait.ts';
import { useQuery } from '@taller/shared/query';
import { Link } from '@taller/shared/runtime';
import { formatDateTime, shopDay } from '@taller/shared/values/dates.ts';
import { may, mayOpen } from '@taller/shared/access/permissions.ts';
import type { Role } from '@taller/shared/access/roles.ts';
import { Button } from '@taller/shared/ui/button.tsx';
import { IconButton } from '@taller/shared/ui/icon-button.tsx';
import { LinkButton } from '@taller/shared/ui/link-button.tsx';
import { Menu, type MenuItem } from '@taller/shared/ui/menu.tsx';
import { usePageTitle } from '@taller/shared/ui/use-page-title.ts';
import { useSingleKey } from '#src/components/use-single-key.ts';
import { orderTexts } from '#src/features/orders/texts.ts';
import { orderViewTexts as texts } from '#src/features/orders/view/texts.ts';
import { waitTexts } from '../waits/texts.ts';
import type { OrderTask } from '../actions/order-task.ts';
import { quoteMenu } from '../actions/quote-menu.tsx';
import { StatusSelect } from '../actions/status-select.tsx';
import { STEP_ICONS } from '../actions/step-icons.tsx';
import { stepLabel } from '../actions/step-label.ts';
import { promiseMenu } from '../promises/promise-menu.tsx';
import { waitMenu } from '../waits/wait-menu.tsx';
import { useChooseStatus } from '../actions/use-choose-status.ts';
import { NextStepButton } from './next-step-button.tsx';
import styles from './order-header.module.css';

interface OrderHeaderProps {
  order: Order;
  role: Role;
  onTask: (task: OrderTask) => void;
}

/** Number, status and dates of the order, its next step, and what else may be done with it. */
export function OrderHeader({ order, role, onTask }: OrderHeaderProps) {
  const choose = useChooseStatus(onTask);
  const number = formatOrderNumber(order.order_number);
  const title = [orderTexts.order(number), order.equipment_model || order.equipment_brand]
    .filter(Boolean)
    .join(' · ');
  usePageTitle(title);
  const printLabel = () => window.open(paths.printLabels.getHref(order.id), '_blank');
  useSingleKey('e', printLabel);
  const rare = [
    { label: texts.printLabel, icon: <QrCode aria-hidden="true" />, onSelect: printLabel },
    ...quoteMenu(order, (kind) => onTask({ kind, order })),
    ...promiseMenu(order, role, (kind) => onTask({ kind, order })),
    ...waitMenu(order, role, (kind) => onTask({ kind, order })),
    ...rareActions(order, role, {
      onChoose: choose,
      onRemove: () => onTask({ kind: 'remove', order }),
      onTakeBack: () => onTask({ kind: 'takeBack', order }),
    }),
  ];
  return (
    <header className={styles.header}>
      <div className={styles.heading}>
        <h1 className={styles.title}>{title}</h1>
        <StatusSelect
          status={order.status}
          role={role}
          label={orderTexts.desk.statusOf(number)}
          onChoose={(status) => choose(order, status)}
        />
      </div>
      <Stamps order={order} />
      <div className={styles.actions}>
        <NextStepButton
          order={order}
          role={role}
          className={styles.step}
          onChoose={(target) => choose(order, target)}
        />
        <Button icon={<NotebookPen aria-hidden="true" />} onClick={() => onTask({ kind: 'notes', order })}>
          {orderTexts.desk.notes}
        </Button>
        {mayOpen(role, 'order-form') && (
          <LinkButton to={paths.orderEdit.getHref(order.id)} icon={<Pencil aria-hidden="true" />}>
            {texts.edit}
          </LinkButton>
        )}
        {may(role, 'orders.print') && (
          <LinkButton to={paths.printSelect.getHref(order.id)} icon={<Printer aria-hidden="true" />}>
            {texts.print}
          </LinkButton>
        )}
        {rare.length > 0 && (
          <Menu
            trigger={
              <IconButton
                variant="secondary"
                label={orderTexts.desk.more(number)}
                icon={<MoreHorizontal aria-hidden="true" />}
              />
            }
            items={rare}
          />
        )}
      </div>
    </header>
  );
}

/** The times at which the order reached the states that people ask about. */
function Stamps({ order }: { order: Order }) {
  // Above the cards while there is work left.
  const isOpen = isOpenStatus(order.status);
  const stamps: [string, string | null][] = [
    [texts.created, order.created_at],
    [texts.approved, order.approved_at],
    [texts.rejected, order.rejected_at],
    [texts.completed, order.completed_at],
    [texts.columns.promised_at, isOpen ? null : order.promised_at],
  ];
  return (
    <p className={styles.stamps}>
      {stamps.map(
        ([label, at]) =>
          at && (
            <span key={label}>
              {label} <time dateTime={at}>{formatDateTime(at)}</time>
            </span>
          ),
      )}
      <Waited order={order} />
      {order.appointment_id !== null && <Visit id={order.appointment_id} />}
      {order.former_number !== null && <span>{texts.formerNumber(String(order.former_number))}</span>}
    </p>
  );
}

/** The appointment that it was taken in for, which leads to its week (BOOK-15); nothing once it is gone. */
function Visit({ id }: { id: string }) {
  const { data: visit } = useQuery(appointmentQuery(id));
  if (!visit) return null;
  const { appointment_date: at } = visit;
  return (
    <Link to={`${paths.dashboardAppointments.getHref()}?vista=semana&dia=${shopDay(at)}`}>
      {texts.appointment(formatAppointment(at))}
    </Link>
  );
}

/** 'Esperó 9 de 14 días' (TIME-09); nothing for less than a day. */
function Waited({ order }: { order: Order }) {
  const time = waitedDays(order);
  return time && time.waited > 0 && <span>{waitTexts.waited(time.waited, time.days)}</span>;
}

interface RareActions {
  onChoose: ReturnType<typeof useChooseStatus>;
  onRemove: () => void;
  onTakeBack: () => void;
}

/** Menu of rare actions: the less likely next steps, and deleting the order or taking it back. */
function rareActions(order: Order, role: Role, { onChoose, onRemove, onTakeBack }: RareActions): MenuItem[] {
  const { others } = nextSteps(role, order);
  const remove: MenuItem = {
    label: orderTexts.desk.remove,
    icon: <Trash2 aria-hidden="true" />,
    danger: true,
    onSelect: onRemove,
  };
  const takeBack: MenuItem = {
    ...remove,
    label: orderTexts.desk.takeBack,
    icon: <Undo2 aria-hidden="true" />,
    onSelect: onTakeBack,
  };
  return [
    ...others.map(({ name, target }) => ({
      label: stepLabel(name, order),
      icon: STEP_ICONS[name],
      onSelect: () => onChoose(order, target),
    })),
    ...(may(role, 'orders.delete') ? [remove] : []),
    ...(may(role, 'orders.take-back') && order.status === 'pending' ? [takeBack] : []),
  ];
}
