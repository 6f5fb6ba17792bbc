import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { zodResolver } from '@hookform/resolvers/zod';
import { useChangeStatusMutation } from '@taller/shared/orders/status-mutations.ts';
import { useResendQuoteMutation } from '@taller/shared/orders/quote/quote-mutations.ts';
import { canDecideQuote } from '@taller/shared/orders/status/order-status.ts';
import { isPlainQuote } from '@taller/shared/orders/quote/quote-lines.ts';
import { QuoteLineList } from '@taller/shared/orders/quote/quote-line-list.tsx';
import { conflictingOrder } from '@taller/shared/orders/update-order.ts';
import type { Order } from '@taller/shared/orders/order-queries.ts';
import {
  QUOTE_AMOUNT_INVALID,
  quoteSchema,
  type Quote,
  type QuoteInput,
} from '@taller/shared/orders/order-schemas.ts';
import { priceDoubt } from '@taller/shared/orders/payments.ts';
import { Form } from '@taller/shared/forms/form.tsx';
import { SaveFooter } from '@taller/shared/forms/save-footer.tsx';
import { toast } from '@taller/shared/runtime';
import { DialogBody } from '@taller/shared/ui/dialog.tsx';
import { FormNumberField } from '@taller/shared/ui/form-number-field.tsx';
import { withRequestCode } from '@taller/shared/values/request-code.ts';
import { orderTexts } from '#src/features/orders/texts.ts';
import { CannedTextArea } from '../suggestions/canned-text-area.tsx';
import { textsFor } from '../suggestions/canned-text.ts';
import { useDeskSettings } from '../suggestions/use-desk-settings.ts';
import styles from './dialogs.module.css';
import { PriceDoubtDialog } from './price-doubt-dialog.tsx';
import { SaveProblem } from './save-problem.tsx';
import type { TaskFormProps } from './task-form.ts';
import { usePersistedOrder, useOrderSave } from './use-order-save.ts';

const texts = orderTexts.quote;

const valuesOf = (order: Order): QuoteInput => ({
  amount: order.total_amount ?? 0,
  technicalWork: order.technical_work,
});

/** Whether the order's quote is open with these very values: it is sent again. */
const isOpenQuote = (order: Order, { amount, technicalWork }: Quote) =>
  canDecideQuote(order.status) && amount === order.total_amount && technicalWork === order.technical_work;

/** The quote (ORD-08): amount and work; the status becomes quoted and the customer gets the link. */
export function QuoteForm({ order, onDone }: TaskFormProps<Order>) {
  const save = useOrderSave(order, 'presupuesto');
  const { base, version, openedVersion, onFailure } = save;
  const { mutate, isPending, error } = useChangeStatusMutation();
  const resend = useResendQuoteMutation();
  const [asking, setAsking] = useState<Quote | null>(null);
  const form = useForm<QuoteInput, unknown, Quote>({
    resolver: zodResolver(quoteSchema),
    mode: 'onChange',
    defaultValues: valuesOf(base),
  });
  usePersistedOrder(save, form.formState.isDirty);
  const amount = useWatch({ control: form.control, name: 'amount' });
  const amountIsValid = quoteSchema.shape.amount.safeParse(amount).success;
  const canned = textsFor(useDeskSettings(), 'technicalWork', order.equipment_type);
  const finish = () => {
    toast.success(orderTexts.toasts.quoteSent);
    onDone();
  };
  const check = (quote: Quote) =>
    quote.amount === 0 || priceDoubt(base.total_amount, quote.amount) ? setAsking(quote) : send(quote);
  const send = (quote: Quote) => {
    setAsking(null);
    if (isOpenQuote(base, quote)) {
      return resend.mutate(order.id, {
        onSuccess: finish,
        onError: (failure) => toast.error(withRequestCode(orderTexts.toasts.quoteError, failure)),
      });
    }
    return mutate(
      {
        order: version,
        status: 'quoted',
        details: { quote: quote.amount, total_amount: quote.amount, technical_work: quote.technicalWork },
      },
      {
        onSuccess: finish,
        onError: (failure) => {
          toast.error(withRequestCode(orderTexts.toasts.quoteError, failure));
          onFailure(failure);
          // Untouched fields must not overwrite a colleague's text with the earlier one.
          const current = conflictingOrder(failure);
          if (current) form.reset(valuesOf(current), { keepDirtyValues: true });
        },
      },
    );
  };
  return (
    <Form form={form} draft={`presupuesto.${order.id}`} enterGoesOn onSubmit={form.handleSubmit(check)}>
      <DialogBody>
        <div className={styles.fields}>
          <SaveProblem orderId={order.id} version={openedVersion} error={error ?? resend.error} />
          <FormNumberField control={form.control} name="amount" label={texts.amount} prefix="$" autoFocus />
          {!isPlainQuote(base.quote_lines) && <QuoteLineList lines={base.quote_lines} />}
          {!amountIsValid && !form.formState.errors.amount && <AmountProblem />}
          <CannedTextArea
            {...form.register('technicalWork')}
            texts={canned}
            label={texts.work}
            hint={texts.workHint}
            error={form.formState.errors.technicalWork?.message}
            rows={4}
          />
        </div>
      </DialogBody>
      <PriceDoubtDialog
        before={base.total_amount}
        after={asking && asking.amount}
        onCancel={() => setAsking(null)}
        onConfirm={() => asking && send(asking)}
      />
      <SaveFooter
        label={texts.send}
        busyLabel={texts.sending}
        busy={isPending || resend.isPending}
        disabled={!amountIsValid}
      />
    </Form>
  );
}

const AmountProblem = () => (
  <p className={styles.error} role="alert">
    {QUOTE_AMOUNT_INVALID}
  </p>
);
