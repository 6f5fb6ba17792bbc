import { useEffect, useRef, type KeyboardEvent } from 'react';
import type { Role } from '@taller/shared/access/roles.ts';
import { paths } from '@taller/shared/contract/paths.ts';
import { formatOrderNumber } from '@taller/shared/orders/order-number.ts';
import { nextSteps } from '@taller/shared/orders/status/next-step.ts';
import { StatusBadge } from '@taller/shared/orders/status/status-badge.tsx';
import { MOST_WORK, type QueuedOrder, type QueuePart } from '@taller/shared/orders/work/work-queries.ts';
import type { WorkOrder } from '@taller/shared/orders/work/work-order.ts';
import { Link } from '@taller/shared/runtime';
import { Button } from '@taller/shared/ui/button.tsx';
import { DataTable, type DataTableProps } from '@taller/shared/ui/data-table.tsx';
import type { Column } from '@taller/shared/ui/table.tsx';
import { formatClp } from '@taller/shared/values/money.ts';
import { orderTexts } from '#src/features/orders/texts.ts';
import { NextStepButton } from '../view/next-step-button.tsx';
import { QueueReasonBadge } from './queue-reason.tsx';
import styles from './queue.module.css';
import { queueTexts as texts } from './texts.ts';
import { WorkMenu, type WorkMenuProps } from './work-menu.tsx';

interface Acts extends Pick<WorkMenuProps, 'role' | 'onTask' | 'onChooseStatus'> {
  /** Absent for those to whom no repairs are assigned. */
  onTake?: (order: WorkOrder) => void;
}

/** The order's next step, and the menu of the other ones; only the first of a part stands out. */
function Actions({ order, isFirst, onTake, ...acts }: Acts & { order: QueuedOrder; isFirst: boolean }) {
  const { next, others } = nextSteps(acts.role, order);
  const variant = isFirst ? 'primary' : 'secondary';
  const isFree = onTake !== undefined && order.technician_id === null;
  return (
    <div className={styles.actions}>
      {isFree ? (
        <Button variant={variant} size="sm" onClick={() => onTake(order)}>
          {texts.take}
        </Button>
      ) : (
        <NextStepButton
          order={order}
          role={acts.role}
          size="sm"
          variant={variant}
          onChoose={(target) => acts.onChooseStatus(order, target)}
        />
      )}
      <WorkMenu {...acts} order={order} steps={isFree && next ? [next, ...others] : others} />
    </div>
  );
}

const columnsOf = (
  acts: Acts,
  namesTechnician: boolean,
  first: string | undefined,
): readonly Column<QueuedOrder>[] => [
  {
    id: 'order',
    header: texts.order,
    width: 14,
    cell: (order) => (
      <>
        <Link className={styles.link} to={paths.orderView.getHref(order.id)}>
          #{formatOrderNumber(order.order_number)}
        </Link>{' '}
        <span>{`${order.equipment_brand} ${order.equipment_model}`}</span>
      </>
    ),
  },
  {
    id: 'why',
    header: texts.why,
    width: 13,
    priority: 'high',
    plain: true,
    cell: (order) => (
      <span className={styles.marks}>
        <QueueReasonBadge order={order} />
        <StatusBadge status={order.status} />
      </span>
    ),
  },
  {
    id: 'problem',
    header: texts.problem,
    width: 14,
    cell: (order) => {
      const problem = order.technical_work || order.work_description;
      return (
        <span className={styles.problem} title={problem}>
          {problem}
        </span>
      );
    },
  },
  {
    id: 'customer',
    header: texts.customer,
    width: 9,
    priority: 'low',
    cell: (order) => order.customer_name,
  },
  ...(namesTechnician
    ? [
        {
          id: 'assigned',
          header: texts.technician,
          width: 8,
          priority: 'low' as const,
          cell: (order: QueuedOrder) => order.technician_name ?? orderTexts.desk.unassigned,
        },
      ]
    : []),
  {
    id: 'value',
    header: texts.value,
    kind: 'figure',
    width: 5.5,
    cell: (order) => (order.total_amount ? formatClp(order.total_amount) : orderTexts.none),
  },
  {
    id: 'actions',
    header: texts.actions,
    kind: 'actions',
    width: 10.5,
    cell: (order) => <Actions {...acts} order={order} isFirst={order.id === first} />,
  },
];

interface QueuePartProps extends Acts {
  part: QueuePart;
  /** The queue of one technician: theirs, not everybody's. */
  isOwn: boolean;
  role: Role;
  query: DataTableProps<QueuedOrder>['query'];
  rows: readonly QueuedOrder[];
  total: number;
  loadingMore: boolean;
  onMore: () => void;
}

/**
 * A part of the queue, in the order of the server. Keys on a row: arrows, Enter, `s` for the next step, `t` takes. What
 * is done leaves the list, and the focus goes to what comes next.
 */
export function QueuePartList({
  part,
  isOwn,
  query,
  rows,
  total,
  loadingMore,
  onMore,
  ...acts
}: QueuePartProps) {
  const box = useRef<HTMLElement>(null);
  /** The row at which something was done: its control is gone with it. */
  const left = useRef<number | null>(null);
  const kind = part === 'mine' && !isOwn ? 'assigned' : part;
  useEffect(() => {
    if (left.current === null || document.activeElement !== document.body) return;
    const index = Math.min(left.current, rows.length - 1);
    box.current?.querySelector<HTMLElement>(`[data-index="${index}"] a[href]`)?.focus();
  }, [rows]);
  /** Notes the row of a control: what it does may take the row away. */
  const note = ({ target }: { target: EventTarget }) => {
    if (!(target instanceof Element) || !box.current?.contains(target)) return undefined;
    const index = target.closest('a, button')?.closest<HTMLElement>('[data-index]')?.dataset.index;
    left.current = index === undefined ? null : Number(index);
    return index === undefined ? undefined : rows[Number(index)];
  };
  const { role, onTake, onChooseStatus } = acts;
  const handleKey = (event: KeyboardEvent) => {
    const order = note(event);
    if (!order || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    // A key that is held down would go on with the next order.
    if (event.repeat) return;
    const { next } = nextSteps(role, order);
    if (event.key === 't' && order.technician_id === null && onTake) onTake(order);
    else if (event.key === 's' && next) onChooseStatus(order, next.target);
    else return;
    event.preventDefault();
  };
  return (
    // Keys are caught on their way up from the rows' links.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      ref={box}
      className={styles.part}
      aria-label={texts.parts[kind](total)}
      onKeyDown={handleKey}
      onClickCapture={note}
    >
      <h2 className={styles.heading}>{texts.parts[kind](total)}</h2>
      <DataTable
        label={texts.parts[kind](total)}
        columns={columnsOf(acts, kind === 'assigned', rows[0]?.id)}
        // A failure is said once, above all parts.
        query={{ ...query, error: null }}
        rows={rows}
        rowKey={(order) => order.id}
        loadFailed={texts.loadFailed}
        empty={{ title: texts.nothing[kind], hint: texts.nothingHint[kind] }}
        more={rows.length < Math.min(total, MOST_WORK) && { isLoading: loadingMore, onMore }}
      />
      {total > MOST_WORK && rows.length === MOST_WORK && (
        <p className={styles.faint}>{texts.onlyFirst(MOST_WORK)}</p>
      )}
    </section>
  );
}
