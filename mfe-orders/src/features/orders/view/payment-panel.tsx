import { useChangeOrderMutation } from '@taller/shared/orders/change-order-mutation.ts';
import type { Order } from '@taller/shared/orders/order-query.ts';
import { balanceOf } from '@taller/shared/orders/balance.ts';
import { ORDER_FIELDS } from '@taller/shared/orders/fields/order-fields.ts';
import { formatClp } from '@taller/shared/values/money.ts';
import { may } from '@taller/shared/access/permissions.ts';
import type { Role } from '@taller/shared/access/roles.ts';
import { toast } from '@taller/shared/runtime';
import { Button } from '@taller/shared/ui/button.tsx';
import { Card } from '@taller/shared/ui/card.tsx';
import { DefinitionList } from '@taller/shared/ui/definition-list.tsx';
import { orderViewTexts as texts } from '#src/features/orders/view/texts.ts';
import { toastFailure } from '@taller/shared/orders/toast-failure.ts';
import { InlinePrice } from '../actions/inline-price.tsx';
import styles from './order-view.module.css';

/** Total, payments and balance (ORD-12). A late payment of the balance is recorded here (ORD-30). */
export function PaymentPanel({ order, role }: { order: Order; role: Role }) {
  const balance = balanceOf(order);
  const settled = order.final_payment > 0 && balance <= 0;
  return (
    <Card title={texts.payment}>
      <DefinitionList
        items={[
          { term: ORDER_FIELDS.quote.label, value: <InlinePrice order={order} role={role} /> },
          { term: ORDER_FIELDS.advancePayment.label, value: formatClp(order.advance_payment) },
          ...(order.final_payment > 0
            ? [{ term: texts.finalPayment, value: formatClp(order.final_payment) }]
            : []),
          {
            term: texts.balance,
            value: (
              <strong className={balance > 0 ? styles.due : undefined}>
                {settled ? texts.allPaid : formatClp(Math.max(0, balance))}
              </strong>
            ),
          },
        ]}
      />
      {order.status === 'delivered' && balance > 0 && may(role, 'orders.receive-payment') && (
        <LatePayment order={order} balance={balance} />
      )}
    </Card>
  );
}

function LatePayment({ order, balance }: { order: Order; balance: number }) {
  const { mutate, isPending } = useChangeOrderMutation();
  const record = () =>
    mutate(
      { order, patch: { final_payment: order.final_payment + balance } },
      {
        onSuccess: () => toast.success(texts.paymentRecorded),
        onError: (error) => toastFailure(texts.paymentError, error),
      },
    );
  return (
    <Button size="sm" className={styles.latePayment} loading={isPending} onClick={record}>
      {texts.recordPayment}
    </Button>
  );
}
