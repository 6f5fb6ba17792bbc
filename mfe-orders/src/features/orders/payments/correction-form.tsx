import { zodResolver } from '@hookform/resolvers/zod';
import { useForm, useWatch } from 'react-hook-form';
import { orderSaveFailure } from '@taller/shared/orders/failure-text.ts';
import { useCorrectPaymentMutation } from '@taller/shared/orders/ledger/payment-mutations.ts';
import {
  correctionSchema,
  LONGEST_PAYMENT_NOTE,
  type CorrectionInput,
} from '@taller/shared/orders/ledger/payment-schema.ts';
import { orderPaymentsQuery } from '@taller/shared/orders/ledger/payments-query.ts';
import type { Order } from '@taller/shared/orders/order-queries.ts';
import { Form } from '@taller/shared/forms/form.tsx';
import { SaveFooter } from '@taller/shared/forms/save-footer.tsx';
import { useQuery } from '@taller/shared/query';
import { toast } from '@taller/shared/runtime';
import { Banner } from '@taller/shared/ui/banner.tsx';
import { DialogBody } from '@taller/shared/ui/dialog.tsx';
import { TextField } from '@taller/shared/ui/text-field.tsx';
import { withRequestCode } from '@taller/shared/values/request-code.ts';
import { CashDrawer } from '#src/components/cash-drawer.tsx';
import styles from '../actions/dialogs.module.css';
import type { TaskFormProps } from '../actions/task-form.ts';
import { paymentWords } from './payment-words.ts';
import { paymentTexts as texts } from './texts.ts';

/** Adds the counter-entry of a payment that was recorded by mistake (PAY-03). */
export function CorrectionForm({ order, paymentId = '', onDone }: TaskFormProps<Order>) {
  const { data = [] } = useQuery(orderPaymentsQuery(order.id));
  const payment = data.find(({ id }) => id === paymentId);
  const form = useForm<CorrectionInput>({
    resolver: zodResolver(correctionSchema),
    defaultValues: { reason: '', till: '' },
  });
  const { mutate, isPending, error, data: isCorrected } = useCorrectPaymentMutation();
  const till = useWatch({ control: form.control, name: 'till' });
  const save = ({ reason, till: chosen }: CorrectionInput) =>
    mutate(
      { paymentId, reason, till: chosen },
      {
        onSuccess: (isDone) => {
          if (!isDone) return;
          toast.success(texts.correctedToast);
          onDone();
        },
        onError: (failure) => toast.error(withRequestCode(texts.saveFailed, failure)),
      },
    );
  return (
    <Form form={form} draft={`correccion.${paymentId}`} onSubmit={form.handleSubmit(save)}>
      <DialogBody>
        <div className={styles.fields}>
          {error && <Banner tone="danger">{orderSaveFailure(error)}</Banner>}
          {isCorrected === false && (
            <Banner tone="warning" alert>
              {texts.notEnough}
            </Banner>
          )}
          {payment && (
            <p className={styles.summary}>
              <span className={styles.strong}>{paymentWords(payment)}</span>
              {payment.orders > 1 && <span>{texts.ofOrders(payment.orders)}</span>}
            </p>
          )}
          <CashDrawer
            method={payment?.method}
            till={till}
            onTillChange={(chosen) => form.setValue('till', chosen)}
          />
          <TextField
            {...form.register('reason')}
            label={texts.reason}
            maxLength={LONGEST_PAYMENT_NOTE}
            error={form.formState.errors.reason?.message}
            autoComplete="off"
            autoFocus
          />
        </div>
      </DialogBody>
      <SaveFooter label={texts.correct} busyLabel={texts.saving} busy={isPending} />
    </Form>
  );
}
