import { memo } from 'react';
import Changed from 'lucide-react/icons/rotate-ccw-clock';
import Eye from 'lucide-react/icons/eye';
import MoreHorizontal from 'lucide-react/icons/ellipsis';
import NotebookPen from 'lucide-react/icons/notebook-pen';
import Pencil from 'lucide-react/icons/pencil';
import Printer from 'lucide-react/icons/printer';
import ShieldCheck from 'lucide-react/icons/shield-check';
import SquareCheckBig from 'lucide-react/icons/square-check-big';
import StickyNote from 'lucide-react/icons/sticky-note';
import Trash2 from 'lucide-react/icons/trash';
import UserRound from 'lucide-react/icons/user-round';
import { paths } from '@taller/shared/contract/paths.ts';
import type { OrderListItem } from '@taller/shared/orders/order-list-queries.ts';
import { formatClp } from '@taller/shared/values/money.ts';
import { formatOrderNumber } from '@taller/shared/orders/order-number.ts';
import { nextSteps, type StepTarget } from '@taller/shared/orders/status/next-step.ts';
import { isClosedStatus, statusFacts } from '@taller/shared/orders/status/order-status.ts';
import { WARRANTY_REPAIR } from '@taller/shared/orders/warranty/outcome-words.ts';
import { formatPhone } from '@taller/shared/values/phone.ts';
import { may, mayOpen } from '@taller/shared/access/permissions.ts';
import type { Role } from '@taller/shared/access/roles.ts';
import { formatRut } from '@taller/shared/values/rut.ts';
import { Link } from '@taller/shared/runtime';
import { classNames } from '@taller/shared/ui/class-names.ts';
import { Button } from '@taller/shared/ui/button.tsx';
import { IconButton } from '@taller/shared/ui/icon-button.tsx';
import { Menu, type MenuItem } from '@taller/shared/ui/menu.tsx';
import { orderTexts } from '#src/features/orders/texts.ts';
import { sortTexts } from './texts.ts';
import { InlinePrice } from '../actions/inline-price.tsx';
import type { OrderTaskKind } from '../actions/order-task.ts';
import { quoteMenu } from '../actions/quote-menu.tsx';
import { StatusSelect } from '../actions/status-select.tsx';
import { STEP_ICONS } from '../actions/step-icons.tsx';
import { stepLabel } from '../actions/step-label.ts';
import { promiseMenu } from '../promises/promise-menu.tsx';
import { waitMenu } from '../waits/wait-menu.tsx';
import { MessageMark } from './message-mark.tsx';
import { OrderProblem } from './order-problem.tsx';
import { rowStyles as styles } from './order-row-styles.ts';
import { RelativeTime } from './relative-time.tsx';
import { RowCheckbox, type RowSelection } from '../bulk/row-checkbox.tsx';
import { bulkTexts } from '../bulk/texts.ts';

const texts = orderTexts.desk;

export interface OrderRowProps extends RowSelection {
  order: OrderListItem;
  role: Role;
  /** The list is sorted by the last change, which a phone then shows in place of the creation. */
  byChange: boolean;
  /** Deleted by somebody else while it was visible. */
  deleted: boolean;
  /** An order is beside the list: the row has its next step in the menu. */
  hasPanel: boolean;
  onTask: (kind: OrderTaskKind, order: OrderListItem) => void;
  onChooseStatus: (order: OrderListItem, target: StepTarget) => void;
}

/** Marks below the status: the technician, a warranty, the state of the last message, and notes. */
function Marks({ order }: { order: OrderListItem }) {
  const technician = order.technician_name ?? texts.unassigned;
  return (
    <span className={styles.marks}>
      <UserRound aria-hidden="true" />
      <span className={styles.technician} title={technician}>
        {technician}
      </span>
      {order.warranty_repair && <ShieldCheck role="img" aria-label={WARRANTY_REPAIR} />}
      {order.message_state && <MessageMark state={order.message_state} />}
      {order.has_notes && <StickyNote role="img" aria-label={texts.hasNotes} />}
    </span>
  );
}

/** An order without a step for the user's role waits for this. */
function waitsFor(status: OrderListItem['status']): 'nothing' | 'customer' | 'pickup' | 'repair' {
  if (isClosedStatus(status)) return 'nothing';
  if (status === 'quoted') return 'customer';
  return statusFacts(status).phase === 'pickup' ? 'pickup' : 'repair';
}

type ActionsProps = Pick<
  OrderRowProps,
  'order' | 'role' | 'hasPanel' | 'onTask' | 'onChooseStatus' | 'onSelect'
>;

/** The next step of the order, its notes, and the menu with everything else. */
function Actions({ order, role, hasPanel, onTask, onChooseStatus, onSelect }: ActionsProps) {
  const number = formatOrderNumber(order.order_number);
  const { next: step, others } = nextSteps(role, order);
  const stepsInMenu = hasPanel && step ? [step, ...others] : others;
  return (
    <div className={styles.actions}>
      {!step && <span className={styles.noStep}>{texts.waits[waitsFor(order.status)]}</span>}
      {step && (
        <Button
          size="sm"
          className={styles.stepButton}
          onClick={(event) => {
            // The second click of a double click would be on the step after this one.
            if (event.detail <= 1) onChooseStatus(order, step.target);
          }}
        >
          {stepLabel(step.name, order)}
        </Button>
      )}
      <IconButton
        className={styles.notesButton}
        label={`${texts.notes} ${number}`}
        icon={<NotebookPen aria-hidden="true" />}
        onClick={() => onTask('notes', order)}
      />
      <Menu
        trigger={<IconButton label={texts.more(number)} icon={<MoreHorizontal aria-hidden="true" />} />}
        items={[
          ...stepsInMenu.map(({ name, target }) => ({
            label: stepLabel(name, order),
            icon: STEP_ICONS[name],
            onSelect: () => onChooseStatus(order, target),
          })),
          ...quoteMenu(order, (kind) => onTask(kind, order)),
          ...promiseMenu(order, role, (kind) => onTask(kind, order)),
          ...waitMenu(order, role, (kind) => onTask(kind, order)),
          ...menuItems(order, role, onTask),
          {
            label: bulkTexts.select,
            icon: <SquareCheckBig aria-hidden="true" />,
            onSelect: () => onSelect(order, false),
          },
        ]}
      />
    </div>
  );
}

/** A row of the desk and its controls: cells on desktop, a card on phones. */
export const OrderRow = memo(function OrderRow({
  order,
  role,
  byChange,
  deleted,
  hasPanel,
  onTask,
  onChooseStatus,
  ...selection
}: OrderRowProps) {
  const number = formatOrderNumber(order.order_number);
  const device = `${order.equipment_brand} ${order.equipment_model}`;
  const phone = formatPhone(order.customer_phone);
  if (deleted)
    return (
      <p className={styles.deleted}>
        #{number} · {texts.deleted}
      </p>
    );
  return (
    <div
      className={styles.row}
      data-selected={selection.selected || undefined}
      data-selecting={selection.selecting || undefined}
      data-by-change={byChange || undefined}
    >
      <RowCheckbox order={order} {...selection} />
      <div className={styles.number}>
        <Link to={paths.orderView.getHref(order.id)} className={styles.link} data-order-link={order.id}>
          #{number}
        </Link>
        <RelativeTime className={styles.faint} instant={order.created_at} />
      </div>
      <div className={styles.customer} title={`${order.customer_name} · ${phone}`}>
        <span className={styles.strong}>{order.customer_name}</span>
        <span className={classNames(styles.faint, styles.rut)}>{formatRut(order.customer_rut)}</span>
        <span className={styles.faint}>{phone}</span>
      </div>
      <div className={styles.equipment}>
        <span className={styles.strong} title={device}>
          {device}
        </span>
        <OrderProblem order={order} />
      </div>
      <div className={styles.status}>
        <StatusSelect
          status={order.status}
          role={role}
          label={texts.statusOf(number)}
          onChoose={(status) => onChooseStatus(order, status)}
        />
        <Marks order={order} />
      </div>
      <div className={styles.price}>
        <InlinePrice order={order} role={role} />
        {order.advance_payment > 0 && (
          <span className={styles.faint}>{texts.advance(formatClp(order.advance_payment))}</span>
        )}
      </div>
      <div className={styles.changed}>
        <Changed role="img" aria-label={sortTexts.columns.changed} />
        <RelativeTime className={styles.faint} instant={order.updated_at} />
      </div>
      <Actions
        order={order}
        role={role}
        hasPanel={hasPanel}
        onTask={onTask}
        onChooseStatus={onChooseStatus}
        onSelect={selection.onSelect}
      />
    </div>
  );
});

function menuItems(order: OrderListItem, role: Role, onTask: OrderRowProps['onTask']): MenuItem[] {
  return [
    { label: texts.view, icon: <Eye aria-hidden="true" />, href: paths.orderView.getHref(order.id) },
    ...(mayOpen(role, 'order-form')
      ? [{ label: texts.edit, icon: <Pencil aria-hidden="true" />, href: paths.orderEdit.getHref(order.id) }]
      : []),
    ...(may(role, 'orders.print')
      ? [
          {
            label: texts.print,
            icon: <Printer aria-hidden="true" />,
            href: paths.printSelect.getHref(order.id),
          },
        ]
      : []),
    ...(order.warranty_repair && !isClosedStatus(order.status) && may(role, 'orders.change')
      ? [
          {
            label: `${orderTexts.warrantyOutcome}…`,
            icon: <ShieldCheck aria-hidden="true" />,
            onSelect: () => onTask('warranty', order),
          },
        ]
      : []),
    { label: texts.notes, icon: <NotebookPen aria-hidden="true" />, onSelect: () => onTask('notes', order) },
    ...(may(role, 'orders.delete')
      ? [
          {
            label: texts.remove,
            icon: <Trash2 aria-hidden="true" />,
            danger: true,
            onSelect: () => onTask('remove', order),
          },
        ]
      : []),
  ];
}
