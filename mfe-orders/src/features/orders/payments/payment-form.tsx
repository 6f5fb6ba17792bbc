import { zodResolver } from '@hookform/resolvers/zod';
import { useForm, type UseFormReturn } from 'react-hook-form';
import { orderSaveFailure } from '@taller/shared/orders/failure-text.ts';
import {
  useGiveBackMutation,
  useTakePaymentMutation,
} from '@taller/shared/orders/ledger/payment-mutations.ts';
import {
  LONGEST_PAYMENT_NOTE,
  paymentSchema,
  refundSchema,
  type Payment,
  type PaymentInput,
} from '@taller/shared/orders/ledger/payment-schema.ts';
import type { Order } from '@taller/shared/orders/order-queries.ts';
import { EMPTY_DOCUMENT, toDocument } from '@taller/shared/orders/tax/tax-schema.ts';
import { balanceOf, payableOf } from '@taller/shared/orders/payments.ts';
import { Form } from '@taller/shared/forms/form.tsx';
import { SaveFooter } from '@taller/shared/forms/save-footer.tsx';
import { toast } from '@taller/shared/runtime';
import { Banner } from '@taller/shared/ui/banner.tsx';
import { DialogBody } from '@taller/shared/ui/dialog.tsx';
import { FormNumberField } from '@taller/shared/ui/form-number-field.tsx';
import { TextField } from '@taller/shared/ui/text-field.tsx';
import { formatClp } from '@taller/shared/values/money.ts';
import { withRequestCode } from '@taller/shared/values/request-code.ts';
import { HowPaid } from '#src/components/how-paid.tsx';
import styles from '../actions/dialogs.module.css';
import type { TaskFormProps } from '../actions/task-form.ts';
import { CreditNoteFields } from '../tax/credit-note-fields.tsx';
import { DocumentFields, PAYMENT_DOCUMENTS } from '../tax/document-fields.tsx';
import { useOrderSave, usePersistedOrder } from '../actions/use-order-save.ts';
import { paymentTexts as texts } from './texts.ts';

type PaymentFormState = UseFormReturn<PaymentInput, unknown, Payment>;

const usePaymentForm = (schema: typeof paymentSchema | typeof refundSchema, amount: number | null) =>
  useForm<PaymentInput, unknown, Payment>({
    resolver: zodResolver(schema),
    defaultValues: {
      amount: amount || null,
      method: '',
      reference: '',
      till: '',
      reason: '',
      document: EMPTY_DOCUMENT,
    },
  });

/** The fields shared by payments and refunds: amount, method and reference. */
function MoneyFields({ form, hint, error }: { form: PaymentFormState; hint?: string; error: Error | null }) {
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
      <HowPaid control={form.control} method="method" reference="reference" till="till" />
    </>
  );
}

/** Records money that was received for an order, the balance unless another amount is typed (PAY-01). */
export function PaymentForm({ order, onDone }: TaskFormProps<Order>) {
  // The initial order: a payment without a response may have changed it already.
  const opened = useOrderSave(order, 'pago');
  const payable = payableOf(opened.base);
  const form = usePaymentForm(paymentSchema, payable);
  usePersistedOrder(opened, form.formState.isDirty);
  const { mutate, isPending, error } = useTakePaymentMutation();
  const save = ({ amount, method, reference, till, document }: Payment) =>
    mutate(
      { orders: [{ id: order.id, amount }], method, reference, till, document: toDocument(document) },
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
          <DocumentFields control={form.control} name="document" kinds={PAYMENT_DOCUMENTS} />
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
  const { mutate, isPending, error, data: isGiven } = useGiveBackMutation();
  const save = ({ document, ...payment }: Payment) =>
    mutate(
      { orderId: order.id, ...payment, document: toDocument(document) },
      {
        onSuccess: (isDone) => {
          if (!isDone) return;
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
          {isGiven === false && (
            <Banner tone="warning" alert>
              {texts.notEnough}
            </Banner>
          )}
          <MoneyFields form={form} error={error} hint={texts.atMost(formatClp(received))} />
          <TextField
            {...form.register('reason')}
            label={texts.reason}
            maxLength={LONGEST_PAYMENT_NOTE}
            error={form.formState.errors.reason?.message}
            autoComplete="off"
          />
          <CreditNoteFields orderId={order.id} control={form.control} name="document" />
        </div>
      </DialogBody>
      <SaveFooter label={texts.giveBack} busyLabel={texts.saving} busy={isPending} />
    </Form>
  );
}
