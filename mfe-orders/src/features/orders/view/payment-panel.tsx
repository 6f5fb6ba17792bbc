import type { ReactNode } from 'react';
import { useChangeOrderMutation } from '@taller/shared/orders/change-order-mutation.ts';
import type { Order } from '@taller/shared/orders/order-query.ts';
import { balanceOf } from '@taller/shared/orders/balance.ts';
import { ORDER_FIELDS } from '@taller/shared/orders/fields/order-fields.ts';
import { formatClp } from '@taller/shared/values/money.ts';
import { may } from '@taller/shared/access/permissions.ts';
import type { Role } from '@taller/shared/access/roles.ts';
import { toast } from '@taller/shared/runtime';
import { Button } from '@taller/shared/ui/button.tsx';
import { classNames } from '@taller/shared/ui/class-names.ts';
import { Card } from '@taller/shared/ui/card.tsx';
import { orderViewTexts as texts } from '#src/features/orders/view/texts.ts';
import { toastFailure } from '@taller/shared/orders/toast-failure.ts';
import { InlinePrice } from '../actions/inline-price.tsx';
import styles from './payment-panel.module.css';

/** Total, payments and balance (ORD-12). A late payment of the balance is recorded here (ORD-30). */
export function PaymentPanel({ order, role }: { order: Order; role: Role }) {
  const balance = balanceOf(order);
  const settled = order.final_payment > 0 && balance <= 0;
  return (
    <Card title={texts.payment}>
      <dl className={styles.ledger}>
        <Line label={ORDER_FIELDS.quote.label} amount={<InlinePrice order={order} role={role} />} />
        <Line label={ORDER_FIELDS.advancePayment.label} amount={formatClp(order.advance_payment)} />
        {order.final_payment > 0 && (
          <Line label={texts.finalPayment} amount={formatClp(order.final_payment)} />
        )}
        <Line
          label={texts.balance}
          amount={settled ? texts.allPaid : formatClp(Math.max(0, balance))}
          className={balance > 0 ? styles.due : styles.balance}
        />
      </dl>
      {order.status === 'delivered' && balance > 0 && may(role, 'orders.receive-payment') && (
        <LatePayment order={order} balance={balance} />
      )}
    </Card>
  );
}

/** A line of the ledger: figures stand below each other. */
function Line({ label, amount, className }: { label: string; amount: ReactNode; className?: string }) {
  return (
    <div className={classNames(styles.line, className)}>
      <dt>{label}</dt>
      <dd>{amount}</dd>
    </div>
  );
}

function LatePayment({ order, balance }: { order: Order; balance: number }) {
  const { mutateAsync, isPending } = useChangeOrderMutation();
  // Told also if the order is left before the answer, or the button goes because all is paid.
  const record = () =>
    void mutateAsync({ order, patch: { final_payment: order.final_payment + balance } }).then(
      () => toast.success(texts.paymentRecorded),
      (error: unknown) => toastFailure(texts.paymentError, error),
    );
  return (
    <Button size="sm" className={styles.latePayment} loading={isPending} onClick={record}>
      {texts.recordPayment}
    </Button>
  );
}
