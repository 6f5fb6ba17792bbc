import { useState } from 'react';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm, useWatch, type UseFormReturn } from 'react-hook-form';
import { fillTemplate, templatesQuery } from '@taller/shared/messages/templates-query.ts';
import { orderSaveFailure } from '@taller/shared/orders/failure-text.ts';
import { formatOrderNumber } from '@taller/shared/orders/order-number.ts';
import type { Order } from '@taller/shared/orders/order-queries.ts';
import { useSetPromiseMutation } from '@taller/shared/orders/promises/promise-mutations.ts';
import {
  LONGEST_PROMISE_REASON,
  promiseSchema,
  type PromiseInput,
} from '@taller/shared/orders/promises/promise-schema.ts';
import { formatPromise, promiseSentence } from '@taller/shared/orders/promises/promise-words.ts';
import { Form } from '@taller/shared/forms/form.tsx';
import { SaveFooter } from '@taller/shared/forms/save-footer.tsx';
import { useQuery } from '@taller/shared/query';
import { toast } from '@taller/shared/runtime';
import { Banner } from '@taller/shared/ui/banner.tsx';
import { Checkbox } from '@taller/shared/ui/checkbox.tsx';
import { DialogBody } from '@taller/shared/ui/dialog.tsx';
import { FormDateField } from '@taller/shared/ui/form-date-field.tsx';
import { TextField } from '@taller/shared/ui/text-field.tsx';
import { fromLocalInput, toLocalInput } from '@taller/shared/values/dates.ts';
import { withRequestCode } from '@taller/shared/values/request-code.ts';
import styles from '../actions/dialogs.module.css';
import type { TaskFormProps } from '../actions/task-form.ts';
import { DoubtCheck } from './doubt-check.tsx';
import { promiseTexts as texts } from './texts.ts';
import { useDoubtAnswer } from './use-doubt-answer.ts';

const asInstant = (promised: string) => fromLocalInput(promised)?.toISOString() ?? null;

/** Whether two instants are the same moment: the server writes them in another form. */
const isSame = (one: string | null, other: string | null) =>
  one === other || (one !== null && other !== null && Date.parse(one) === Date.parse(other));

/** Promises a date, or another one with its reason (TIME-20, TIME-21). */
export function PromiseForm({ order, onDone }: TaskFormProps<Order>) {
  // Read once: the order is read again while the dialog is open.
  const [opened] = useState(order.promised_at);
  const form = useForm<PromiseInput>({
    resolver: zodResolver(promiseSchema),
    defaultValues: { promisedAt: opened === null ? '' : toLocalInput(opened), reason: '', tell: false },
  });
  const { mutate, isPending, error } = useSetPromiseMutation();
  const doubt = useDoubtAnswer();
  const promisedAt = useWatch({ control: form.control, name: 'promisedAt' });
  // After a refusal, which it has shown, the form saves over the present promise.
  const known = error ? order.promised_at : opened;
  const save = (input: PromiseInput) => {
    const next = asInstant(input.promisedAt);
    if (!isSame(next, known) && known !== null && input.reason === '') {
      form.setError('reason', { message: texts.reasonRequired }, { shouldFocus: true });
      return;
    }
    if (!doubt.accepts(input.promisedAt)) return;
    const tell = input.tell && next !== null;
    mutate(
      { orderId: order.id, promisedAt: next, reason: input.reason, known, tell },
      {
        onSuccess: () => {
          const number = formatOrderNumber(order.order_number);
          toast.success(tell ? texts.savedAndTold(number) : texts.saved(number));
          onDone();
        },
        onError: (failure) => toast.error(withRequestCode(texts.saveFailed, failure)),
      },
    );
  };
  return (
    <Form form={form} draft={`compromiso.${order.id}`} onSubmit={form.handleSubmit(save)}>
      <DialogBody>
        <div className={styles.fields}>
          {error && <Banner tone="danger">{orderSaveFailure(error)}</Banner>}
          {!isPending && !isSame(order.promised_at, opened) && <Meanwhile promise={order.promised_at} />}
          <FormDateField
            control={form.control}
            name="promisedAt"
            type="datetime-local"
            label={texts.field}
            hint={texts.fieldHint}
            keepsWrong
            autoFocus
          />
          <DoubtCheck promised={promisedAt} answer={doubt} />
          {known !== null && (
            <TextField
              {...form.register('reason')}
              label={texts.reason}
              maxLength={LONGEST_PROMISE_REASON}
              error={form.formState.errors.reason?.message}
              autoComplete="off"
            />
          )}
          <PromiseMessage form={form} orderNumber={order.order_number} promisedAt={asInstant(promisedAt)} />
        </div>
      </DialogBody>
      <SaveFooter
        label={opened === null ? texts.save : texts.saveChange}
        busyLabel={texts.saving}
        busy={isPending}
      />
    </Form>
  );
}

/** Says that somebody else changed the promise since the form was opened. */
function Meanwhile({ promise }: { promise: string | null }) {
  return (
    <Banner tone="warning" alert>
      {promise === null ? texts.noPromiseNow : texts.otherPromise(formatPromise(promise))}
    </Banner>
  );
}

interface PromiseMessageProps {
  form: UseFormReturn<PromiseInput>;
  orderNumber: number;
  promisedAt: string | null;
}

/** The message to the customer, as it would arrive, and whether it is sent: only if somebody says so (TIME-23). */
function PromiseMessage({ form, orderNumber, promisedAt }: PromiseMessageProps) {
  const { data } = useQuery(templatesQuery(orderNumber, 0));
  const template = data?.templates.find(({ event }) => event === 'promise_changed');
  if (promisedAt === null || !template?.enabled)
    return (
      <p className={styles.summary}>{template && !template.enabled ? texts.tellOff : texts.nothingSent}</p>
    );
  const values = template.variables.map(({ name, value }) =>
    name === 'compromiso' ? promiseSentence(promisedAt) : value,
  );
  return (
    <Checkbox
      {...form.register('tell')}
      label={texts.tell}
      hint={texts.tellPreview(fillTemplate(template.body, values))}
    />
  );
}
