import { useState } from 'react';
import { may } from '@taller/shared/access/permissions.ts';
import type { Role } from '@taller/shared/access/roles.ts';
import { paths } from '@taller/shared/contract/paths.ts';
import { orderChangeFailure } from '@taller/shared/orders/failure-text.ts';
import { formatOrderNumber } from '@taller/shared/orders/order-number.ts';
import type { Order } from '@taller/shared/orders/order-queries.ts';
import { StatusBadge } from '@taller/shared/orders/status/status-badge.tsx';
import { useLeaveVisitMutation } from '@taller/shared/orders/visits/leave-visit-mutation.ts';
import { visitOrdersQuery } from '@taller/shared/orders/visits/visit-orders-query.ts';
import { useQuery } from '@taller/shared/query';
import { Link, toast } from '@taller/shared/runtime';
import { Button } from '@taller/shared/ui/button.tsx';
import { Card } from '@taller/shared/ui/card.tsx';
import { ConfirmDialog } from '@taller/shared/ui/confirm-dialog.tsx';
import { formatClp } from '@taller/shared/values/money.ts';
import styles from './visit-panel.module.css';
import { visitTexts as texts } from './texts.ts';
import { WholeVisit } from './whole-visit.tsx';

interface VisitPanelProps {
  order: Pick<Order, 'id'>;
  role: Role;
  onDeliver: () => void;
}

/** The orders whose devices were brought with an order's (REC-03); nothing if there are none. */
export function VisitPanel({ order, role, onDeliver }: VisitPanelProps) {
  const { data = [] } = useQuery(visitOrdersQuery(order.id));
  const [isLeaving, setLeaving] = useState(false);
  const others = data.filter(({ id }) => id !== order.id);
  if (others.length === 0) return null;
  return (
    <Card
      title={texts.title(data.length)}
      actions={
        may(role, 'orders.create') && (
          <Button size="sm" variant="ghost" onClick={() => setLeaving(true)}>
            {texts.leave}
          </Button>
        )
      }
    >
      <ul className={styles.orders}>
        {others.map((other) => (
          <li key={other.id}>
            <div>
              <Link to={paths.orderView.getHref(other.id)}>#{formatOrderNumber(other.order_number)}</Link>{' '}
              <span>{`${other.equipment_brand} ${other.equipment_model}`}</span>
              {other.balance > 0 && <p className={styles.muted}>{texts.balance(formatClp(other.balance))}</p>}
            </div>
            <StatusBadge status={other.status} />
          </li>
        ))}
      </ul>
      <WholeVisit orderId={order.id} onDeliver={onDeliver} />
      {isLeaving && <LeaveDialog orderId={order.id} onClose={() => setLeaving(false)} />}
    </Card>
  );
}

interface LeaveDialogProps {
  orderId: string;
  onClose: () => void;
}

/** Asks before an order is taken out of its visit (REC-07). */
function LeaveDialog({ orderId, onClose }: LeaveDialogProps) {
  const { mutate, isPending, error } = useLeaveVisitMutation();
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => open || onClose()}
      title={texts.leaveTitle}
      description={texts.leaveText}
      confirmLabel={texts.leave}
      loading={isPending}
      error={error ? orderChangeFailure(error) : undefined}
      onConfirm={() =>
        mutate(orderId, {
          onSuccess: () => {
            toast.success(texts.left);
            onClose();
          },
        })
      }
    />
  );
}
