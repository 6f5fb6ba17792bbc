import { zodResolver } from '@hookform/resolvers/zod';
import { useForm, type UseFormReturn } from 'react-hook-form';
import { orderSaveFailure } from '@taller/shared/orders/failure-text.ts';
import { PAYMENT_METHOD_OPTIONS } from '@taller/shared/orders/ledger/payment-method.ts';
import {
  useGiveBackMutation,
  useTakePaymentMutation,
} from '@taller/shared/orders/ledger/payment-mutations.ts';
import {
  LONGEST_PAYMENT_NOTE,
  LONGEST_REFERENCE,
  paymentSchema,
  refundSchema,
  type Payment,
  type PaymentInput,
} from '@taller/shared/orders/ledger/payment-schema.ts';
import type { Order } from '@taller/shared/orders/order-queries.ts';
import { balanceOf, payableOf } from '@taller/shared/orders/payments.ts';
import { Form } from '@taller/shared/forms/form.tsx';
import { SaveFooter } from '@taller/shared/forms/save-footer.tsx';
import { toast } from '@taller/shared/runtime';
import { Banner } from '@taller/shared/ui/banner.tsx';
import { DialogBody } from '@taller/shared/ui/dialog.tsx';
import { FormNumberField } from '@taller/shared/ui/form-number-field.tsx';
import { Select } from '@taller/shared/ui/select.tsx';
import { TextField } from '@taller/shared/ui/text-field.tsx';
import { formatClp } from '@taller/shared/values/money.ts';
import { withRequestCode } from '@taller/shared/values/request-code.ts';
import styles from '../actions/dialogs.module.css';
import type { TaskFormProps } from '../actions/task-form.ts';
import { useOrderSave, usePersistedOrder } from '../actions/use-order-save.ts';
import { paymentTexts as texts } from './texts.ts';

type PaymentFormState = UseFormReturn<PaymentInput, unknown, Payment>;

const usePaymentForm = (schema: typeof paymentSchema | typeof refundSchema, amount: number | null) =>
  useForm<PaymentInput, unknown, Payment>({
    resolver: zodResolver(schema),
    defaultValues: { amount: amount || null, method: '', reference: '', reason: '' },
  });

/** What both ways of the money have: how much, how, and its number. */
function MoneyFields({ form, hint, error }: { form: PaymentFormState; hint?: string; error: Error | null }) {
  const { errors } = form.formState;
  return (
    <>
      {error && <Banner tone="danger">{orderSaveFailure(error)}</Banner>}
      <FormNumberField
        control={form.control}
        name="amount"
        label={texts.amount}
        prefix="$"
        hint={hint}
        autoFocus
      />
      <Select
        {...form.register('method')}
        label={texts.method}
        placeholder={texts.chooseMethod}
        options={PAYMENT_METHOD_OPTIONS}
        error={errors.method?.message}
      />
      <TextField
        {...form.register('reference')}
        label={texts.reference}
        hint={texts.referenceHint}
        maxLength={LONGEST_REFERENCE}
        error={errors.reference?.message}
        autoComplete="off"
        optional
      />
    </>
  );
}

/** Records money that was received for an order, the balance unless another amount is typed (PAY-01). */
export function PaymentForm({ order, onDone }: TaskFormProps<Order>) {
  // As it was opened: a payment that got no answer may have changed the order already.
  const opened = useOrderSave(order, 'pago');
  const payable = payableOf(opened.base);
  const form = usePaymentForm(paymentSchema, payable);
  usePersistedOrder(opened, form.formState.isDirty);
  const { mutate, isPending, error } = useTakePaymentMutation();
  const save = ({ amount, method, reference }: Payment) =>
    mutate(
      { orders: [{ id: order.id, amount }], method, reference },
      {
        onSuccess: () => {
          toast.success(texts.taken(formatClp(amount)));
          onDone();
        },
        onError: (failure) => toast.error(withRequestCode(texts.saveFailed, failure)),
      },
    );
  return (
    <Form form={form} draft={`pago.${order.id}`} onSubmit={form.handleSubmit(save)}>
      <DialogBody>
        <div className={styles.fields}>
          <MoneyFields
            form={form}
            error={error}
            {...(payable !== null && { hint: texts.atMost(formatClp(payable)) })}
          />
        </div>
      </DialogBody>
      <SaveFooter label={texts.take} busyLabel={texts.saving} busy={isPending} />
    </Form>
  );
}

/** Records money that was given back, what is too much unless another amount is typed (PAY-03). */
export function RefundForm({ order, onDone }: TaskFormProps<Order>) {
  const opened = useOrderSave(order, 'devolucion');
  const { base } = opened;
  const received = base.advance_payment + base.final_payment;
  const form = usePaymentForm(refundSchema, Math.max(-balanceOf(base), 0));
  usePersistedOrder(opened, form.formState.isDirty);
  const { mutate, isPending, error } = useGiveBackMutation();
  const save = (payment: Payment) =>
    mutate(
      { orderId: order.id, ...payment },
      {
        onSuccess: () => {
          toast.success(texts.givenBack(formatClp(payment.amount)));
          onDone();
        },
        onError: (failure) => toast.error(withRequestCode(texts.saveFailed, failure)),
      },
    );
  return (
    <Form form={form} draft={`devolucion.${order.id}`} onSubmit={form.handleSubmit(save)}>
      <DialogBody>
        <div className={styles.fields}>
          <MoneyFields form={form} error={error} hint={texts.atMost(formatClp(received))} />
          <TextField
            {...form.register('reason')}
            label={texts.reason}
            maxLength={LONGEST_PAYMENT_NOTE}
            error={form.formState.errors.reason?.message}
            autoComplete="off"
          />
        </div>
      </DialogBody>
      <SaveFooter label={texts.giveBack} busyLabel={texts.saving} busy={isPending} />
    </Form>
  );
}
