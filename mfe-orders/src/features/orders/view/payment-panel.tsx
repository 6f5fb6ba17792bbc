import type { ReactNode } from 'react';
import type { Order } from '@taller/shared/orders/order-queries.ts';
import { balanceOf, isToQuote, payableOf, TO_QUOTE } from '@taller/shared/orders/payments.ts';
import { ORDER_FIELDS } from '@taller/shared/orders/fields/order-fields.ts';
import { formatClp } from '@taller/shared/values/money.ts';
import { may } from '@taller/shared/access/permissions.ts';
import type { Role } from '@taller/shared/access/roles.ts';
import { Badge } from '@taller/shared/ui/badge.tsx';
import { Button } from '@taller/shared/ui/button.tsx';
import { classNames } from '@taller/shared/ui/class-names.ts';
import { Card } from '@taller/shared/ui/card.tsx';
import { orderViewTexts as texts } from '#src/features/orders/view/texts.ts';
import { InlinePrice } from '../actions/inline-price.tsx';
import type { OrderTaskKind } from '../actions/order-task.ts';
import { PaymentList } from '../payments/payment-list.tsx';
import { paymentTexts } from '../payments/texts.ts';
import styles from './payment-panel.module.css';

interface PaymentPanelProps {
  order: Order;
  role: Role;
  /** Opens the dialog of a payment. */
  onTask: (kind: OrderTaskKind, paymentId?: string) => void;
}

/** Total, balance and payments (ORD-12, PAY-09); money that comes or goes back is recorded here (ORD-30, ORD-92). */
export function PaymentPanel({ order, role, onTask }: PaymentPanelProps) {
  const balance = balanceOf(order);
  const settled = order.final_payment > 0 && balance === 0;
  const mayCount = may(role, 'orders.receive-payment');
  return (
    <Card title={texts.payment}>
      <dl className={styles.ledger}>
        <Line
          label={ORDER_FIELDS.quote.label}
          amount={
            <>
              {isToQuote(order) && <Badge>{TO_QUOTE}</Badge>} <InlinePrice order={order} role={role} />
            </>
          }
        />
        <Line label={ORDER_FIELDS.advancePayment.label} amount={formatClp(order.advance_payment)} />
        {order.final_payment > 0 && (
          <Line label={texts.finalPayment} amount={formatClp(order.final_payment)} />
        )}
        <Line
          label={balance < 0 ? texts.refund : texts.balance}
          amount={settled ? texts.allPaid : formatClp(Math.abs(balance))}
          className={balance === 0 ? styles.balance : styles.due}
        />
      </dl>
      {mayCount && (
        <div className={styles.actions}>
          {payableOf(order) !== 0 && (
            <Button size="sm" onClick={() => onTask('payment')}>
              {paymentTexts.take}
            </Button>
          )}
          {order.advance_payment + order.final_payment > 0 && (
            <Button size="sm" onClick={() => onTask('refund')}>
              {paymentTexts.giveBack}
            </Button>
          )}
        </div>
      )}
      <PaymentList order={order} onTask={mayCount ? onTask : undefined} />
    </Card>
  );
}

/** A line of the sums: figures stand below each other. */
function Line({ label, amount, className }: { label: string; amount: ReactNode; className?: string }) {
  return (
    <div className={classNames(styles.line, className)}>
      <dt>{label}</dt>
      <dd>{amount}</dd>
    </div>
  );
}
