import { paths } from '@taller/shared/contract/paths.ts';
import type { OwnOrderSummary } from '@taller/shared/orders/own/own-orders-queries.ts';
import { formatDate } from '@taller/shared/values/dates.ts';
import { equipmentLabel } from '@taller/shared/orders/equipment.ts';
import { formatClp } from '@taller/shared/values/money.ts';
import { formatOrderNumber } from '@taller/shared/orders/order-number.ts';
import { toldPromise } from '@taller/shared/orders/promises/promise-words.ts';
import { canDecideQuote, PUBLIC_STATUS_LABELS } from '@taller/shared/orders/status/order-status.ts';
import { classNames } from '@taller/shared/ui/class-names.ts';
import { LinkButton } from '@taller/shared/ui/link-button.tsx';
import { StatusBadge } from '@taller/shared/orders/status/status-badge.tsx';
import { panelTexts } from '#src/features/panel/texts.ts';
import styles from './customer-panel.module.css';

/** An own order in the list; the link's accessible name includes the number. */
export function OwnOrderCard({ order }: { order: OwnOrderSummary }) {
  const number = formatOrderNumber(order.order_number);
  const asks = canDecideQuote(order.status);
  const promise = toldPromise(order);
  return (
    <li className={classNames(styles.item, asks && styles.asking)}>
      <div className={styles.top}>
        <h3 className={styles.number}>{panelTexts.order(number)}</h3>
        <StatusBadge status={order.status} labels={PUBLIC_STATUS_LABELS} />
      </div>
      <div>
        <p className={styles.device}>
          {equipmentLabel(order.equipment_type)} {order.equipment_brand} {order.equipment_model}
        </p>
        <p className={classNames(styles.muted, styles.clamped)}>{order.work_description}</p>
        {promise && <p className={styles.device}>{promise}</p>}
      </div>
      <div className={styles.bottom}>
        <p className={styles.muted}>
          {panelTexts.received(formatDate(order.created_at))}
          {order.total_amount ? ` · ${formatClp(order.total_amount)}` : ''}
        </p>
        <LinkButton
          to={paths.orderView.getHref(order.id)}
          variant={asks ? 'primary' : 'secondary'}
          aria-label={`${asks ? panelTexts.answerQuote : panelTexts.seeOrder}: ${panelTexts.order(number)}`}
        >
          {asks ? panelTexts.answerQuote : panelTexts.seeOrder}
        </LinkButton>
      </div>
    </li>
  );
}
