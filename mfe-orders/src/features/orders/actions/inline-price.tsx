import { useState, type KeyboardEvent } from 'react';
import Check from 'lucide-react/icons/check';
import Pencil from 'lucide-react/icons/pencil';
import X from 'lucide-react/icons/x';
import { useChangeOrderMutation } from '@taller/shared/orders/order-mutations.ts';
import { formatClp, isClp } from '@taller/shared/values/money.ts';
import { formatOrderNumber } from '@taller/shared/orders/order-number.ts';
import { may } from '@taller/shared/access/permissions.ts';
import type { Role } from '@taller/shared/access/roles.ts';
import { ORDER_FIELDS } from '@taller/shared/orders/fields/order-fields.ts';
import { toast } from '@taller/shared/runtime';
import { IconButton } from '@taller/shared/ui/icon-button.tsx';
import { NumberField } from '@taller/shared/ui/number-field.tsx';
import { priceDoubt } from '@taller/shared/orders/payments.ts';
import { orderTexts } from '#src/features/orders/texts.ts';
import { toastFailure } from '@taller/shared/orders/failure-text.ts';
import styles from './inline-price.module.css';
import type { ActionOrder } from './order-task.ts';
import { PriceDoubtDialog } from './price-doubt-dialog.tsx';

/**
 * The price; admins and technicians edit it in place (ORD-11). Enter saves, Escape cancels. A repair under warranty has
 * none to edit (WARR-05).
 */
export function InlinePrice({ order, role }: { order: ActionOrder; role: Role }) {
  const [editing, setEditing] = useState(false);
  const amount = formatClp(order.total_amount);
  if (!may(role, 'orders.set-price') || order.warranty_repair)
    return <span className={styles.amount}>{amount}</span>;
  if (editing) return <PriceField order={order} onClose={() => setEditing(false)} />;
  return (
    <button
      type="button"
      className={styles.button}
      data-target
      aria-label={orderTexts.desk.editPrice(formatOrderNumber(order.order_number), amount)}
      onClick={() => setEditing(true)}
    >
      <span className={styles.amount}>{amount}</span>
      <Pencil aria-hidden="true" />
    </button>
  );
}

function PriceField({ order, onClose }: { order: ActionOrder; onClose: () => void }) {
  const [value, setValue] = useState<number | null>(order.total_amount ?? 0);
  const [message, setMessage] = useState<string>();
  const { mutateAsync, isPending, isError } = useChangeOrderMutation();
  const [asking, setAsking] = useState<number | null>(null);
  const save = () => {
    if (!isClp(value)) return setMessage(ORDER_FIELDS.quote.required);
    if (value === order.total_amount) {
      // An earlier request, whose response was lost, has arrived.
      if (isError) toast.success(orderTexts.toasts.priceSaved);
      return onClose();
    }
    if (priceDoubt(order.total_amount, value)) return setAsking(value);
    return send(value);
  };
  const send = (price: number) => {
    setAsking(null);
    const tellSaved = (saved: ActionOrder) => {
      toast.success(orderTexts.toasts.priceSaved);
      // The customer had approved a lower price: the server asks for approval again.
      if (saved.status === 'quoted' && order.status !== 'quoted') toast.info(orderTexts.toasts.askedAgain);
      onClose();
    };
    // Told also if the field is closed before the answer.
    void mutateAsync({ order, patch: { quote: price, total_amount: price } }).then(
      tellSaved,
      (error: unknown) => toastFailure(orderTexts.toasts.priceError, error),
    );
  };
  const handleKey = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.key === 'Enter') save();
    else if (event.key === 'Escape') onClose();
  };
  return (
    <span className={styles.place} data-editing>
      <span className={styles.editor}>
        <NumberField
          label={orderTexts.desk.priceOf(formatOrderNumber(order.order_number))}
          hideLabel
          prefix="$"
          value={value}
          onValueChange={(next) => {
            setValue(next);
            setMessage(undefined);
          }}
          onKeyDown={handleKey}
          error={message}
          autoFocus
        />
        <IconButton
          size="sm"
          label={orderTexts.save}
          icon={<Check aria-hidden="true" />}
          onClick={save}
          disabled={isPending}
        />
        <IconButton
          size="sm"
          label={orderTexts.cancel}
          icon={<X aria-hidden="true" />}
          onClick={onClose}
          disabled={isPending}
        />
      </span>
      <PriceDoubtDialog
        before={order.total_amount}
        after={asking}
        onCancel={() => setAsking(null)}
        onConfirm={send}
      />
    </span>
  );
}
