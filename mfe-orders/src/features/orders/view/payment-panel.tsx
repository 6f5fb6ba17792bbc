import { useState, type ReactNode } from 'react';
import { useChangeOrderMutation } from '@taller/shared/orders/order-mutations.ts';
import type { Order } from '@taller/shared/orders/order-queries.ts';
import { balanceOf } from '@taller/shared/orders/payments.ts';
import { ORDER_FIELDS } from '@taller/shared/orders/fields/order-fields.ts';
import { formatClp } from '@taller/shared/values/money.ts';
import { may } from '@taller/shared/access/permissions.ts';
import type { Role } from '@taller/shared/access/roles.ts';
import { toast } from '@taller/shared/runtime';
import { Button } from '@taller/shared/ui/button.tsx';
import { ConfirmDialog } from '@taller/shared/ui/confirm-dialog.tsx';
import { classNames } from '@taller/shared/ui/class-names.ts';
import { Card } from '@taller/shared/ui/card.tsx';
import { orderViewTexts as texts } from '#src/features/orders/view/texts.ts';
import { toastFailure } from '@taller/shared/orders/failure-text.ts';
import { InlinePrice } from '../actions/inline-price.tsx';
import styles from './payment-panel.module.css';

/** Total, payments and balance (ORD-12). A late payment of the balance is recorded here (ORD-30). */
export function PaymentPanel({ order, role }: { order: Order; role: Role }) {
  const balance = balanceOf(order);
  const settled = order.final_payment > 0 && balance === 0;
  const mayCount = may(role, 'orders.receive-payment');
  return (
    <Card title={texts.payment}>
      <dl className={styles.ledger}>
        <Line label={ORDER_FIELDS.quote.label} amount={<InlinePrice order={order} role={role} />} />
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
      {order.status === 'delivered' && balance > 0 && mayCount && (
        <LatePayment order={order} balance={balance} />
      )}
      {balance < 0 && mayCount && (
        <GivenBack order={order} amount={-balance} label={texts.recordRefund} texts={texts.refunded} />
      )}
      {settled && mayCount && (
        <GivenBack
          order={order}
          amount={order.final_payment}
          label={texts.undoPayment}
          texts={texts.undoneTexts}
        />
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

interface GivenBackProps {
  order: Order;
  /** Taken off what was paid at the delivery first, then off the advance. */
  amount: number;
  label: string;
  texts: (amount: string) => { title: string; text: string; told: string };
}

/** Money that was given back, or was never received (ORD-92): asks first; the timeline keeps both amounts. */
function GivenBack({ order, amount, label, texts: words }: GivenBackProps) {
  const [asking, setAsking] = useState(false);
  const { mutateAsync, isPending } = useChangeOrderMutation();
  const { title, text, told } = words(formatClp(amount));
  const ofFinal = Math.min(amount, order.final_payment);
  const patch = {
    final_payment: order.final_payment - ofFinal,
    advance_payment: order.advance_payment - (amount - ofFinal),
  };
  // Told also if the order is left before the answer, or the button goes because nothing is left to give back.
  const record = () => {
    setAsking(false);
    void mutateAsync({ order, patch }).then(
      () => toast.success(told),
      (error: unknown) => toastFailure(texts.paymentError, error),
    );
  };
  return (
    <>
      <Button size="sm" className={styles.latePayment} loading={isPending} onClick={() => setAsking(true)}>
        {label}
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={title}
        description={text}
        confirmLabel={label}
        onConfirm={record}
      />
    </>
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
