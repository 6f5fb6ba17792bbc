import { memo } from 'react';
import ShieldCheck from 'lucide-react/icons/shield-check';
import ArrowRight from 'lucide-react/icons/arrow-right';
import UserRound from 'lucide-react/icons/user-round';
import { paths } from '@taller/shared/contract/paths.ts';
import { formatOrderNumber } from '@taller/shared/orders/order-number.ts';
import { isToQuote, TO_QUOTE } from '@taller/shared/orders/payments.ts';
import { PromiseBadge } from '@taller/shared/orders/promises/promise-badge.tsx';
import { nextSteps } from '@taller/shared/orders/status/next-step.ts';
import { openWaitOf } from '@taller/shared/orders/waits/order-wait.ts';
import { WARRANTY_REPAIR } from '@taller/shared/orders/warranty/outcome-words.ts';
import { BOARD_COLUMNS, type BoardColumn } from '@taller/shared/orders/work/board-columns.ts';
import type { WorkOrder } from '@taller/shared/orders/work/work-order.ts';
import { Link } from '@taller/shared/runtime';
import { formatRelative } from '@taller/shared/values/dates.ts';
import { formatClp } from '@taller/shared/values/money.ts';
import { orderTexts } from '#src/features/orders/texts.ts';
import { WorkMenu, type WorkMenuProps } from '../queue/work-menu.tsx';
import { rowWords, waitWords } from '../waits/wait-words.ts';
import styles from './board.module.css';
import { isMove, planMove } from './plan-move.ts';
import { columnLabel } from './column-label.ts';
import { boardTexts } from './texts.ts';

export interface BoardCardProps extends Pick<WorkMenuProps, 'role' | 'onTask' | 'onChooseStatus'> {
  order: WorkOrder;
  /** The shop's day, and the minute at which ages are told. */
  today: string;
  minute: number;
  onMove: (id: string, column: BoardColumn) => void;
}

/** An order on the board; its menu has every move that it may make. */
export const BoardCard = memo(function BoardCard({
  order,
  role,
  today,
  minute,
  onMove,
  ...acts
}: BoardCardProps) {
  const now = new Date(minute * 60_000);
  const wait = openWaitOf(order);
  const words = wait && waitWords(wait, today);
  const device = `${order.equipment_brand} ${order.equipment_model}`;
  const problem = order.technical_work || order.work_description;
  const moves = BOARD_COLUMNS.filter((column) => isMove(planMove(role, order, column)));
  const { next, others } = nextSteps(role, order);
  // The steps that a column stands for are moves already.
  const steps = [...(next ? [next] : []), ...others].filter(
    ({ target }) => !BOARD_COLUMNS.some((column) => column === target),
  );
  return (
    <article className={styles.card} data-card={order.id}>
      <p className={styles.head}>
        <Link className={styles.link} to={paths.orderView.getHref(order.id)} draggable={false}>
          #{formatOrderNumber(order.order_number)}
        </Link>
        <span className={styles.faint}>{formatRelative(order.created_at, now)}</span>
        {order.warranty_repair && <ShieldCheck role="img" aria-label={WARRANTY_REPAIR} />}
        <WorkMenu
          {...acts}
          order={order}
          role={role}
          steps={steps}
          more={moves.map((column) => ({
            label: boardTexts.moveTo(columnLabel(column)),
            icon: <ArrowRight aria-hidden="true" />,
            onSelect: () => onMove(order.id, column),
          }))}
        />
      </p>
      <p className={styles.device} title={device}>
        {device}
      </p>
      <PromiseBadge order={order} now={now} />
      {words && (
        <p className={styles.wait} data-late={words.late || undefined} title={rowWords(words)}>
          {rowWords(words)}
        </p>
      )}
      <p className={styles.problem} title={problem}>
        {problem}
      </p>
      <p className={styles.customer} title={order.customer_name}>
        {order.customer_name}
      </p>
      <div className={styles.foot}>
        <span className={styles.technician} title={order.technician_name ?? orderTexts.desk.unassigned}>
          <UserRound aria-hidden="true" />
          <span>{order.technician_name ?? orderTexts.desk.unassigned}</span>
        </span>
        {Boolean(order.total_amount) && <span>{formatClp(order.total_amount ?? 0)}</span>}
        {isToQuote(order) && <span>{TO_QUOTE}</span>}
      </div>
    </article>
  );
});
