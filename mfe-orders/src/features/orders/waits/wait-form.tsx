import { useState, type ChangeEvent } from 'react';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm, useWatch, type UseFormReturn } from 'react-hook-form';
import { orderReadFailure, orderSaveFailure } from '@taller/shared/orders/failure-text.ts';
import { formatOrderNumber } from '@taller/shared/orders/order-number.ts';
import type { Order } from '@taller/shared/orders/order-queries.ts';
import { currentWait, PART_REASON, type OrderWait } from '@taller/shared/orders/waits/order-wait.ts';
import { useSetWaitMutation } from '@taller/shared/orders/waits/wait-mutations.ts';
import { LONGEST_WAIT_NOTE, waitSchema, type WaitInput } from '@taller/shared/orders/waits/wait-schema.ts';
import { waitSentence } from '@taller/shared/orders/waits/wait-sentence.ts';
import { Form } from '@taller/shared/forms/form.tsx';
import { readPersistedBase, usePersistedBase } from '@taller/shared/forms/persisted-base.ts';
import { SaveFooter } from '@taller/shared/forms/save-footer.tsx';
import { useQuery } from '@taller/shared/query';
import { toast } from '@taller/shared/runtime';
import { deskSettingsQuery } from '@taller/shared/settings/desk-settings-query.ts';
import {
  expectedScreenOrdersQuery,
  screenOrderQuery,
} from '@taller/shared/stock/screen-orders/screen-orders-query.ts';
import { Banner } from '@taller/shared/ui/banner.tsx';
import { DialogBody } from '@taller/shared/ui/dialog.tsx';
import { ErrorState } from '@taller/shared/ui/error-state.tsx';
import { FormDateField } from '@taller/shared/ui/form-date-field.tsx';
import { FormSelect } from '@taller/shared/ui/form-select.tsx';
import { Select } from '@taller/shared/ui/select.tsx';
import { Skeleton } from '@taller/shared/ui/skeleton.tsx';
import { TextField } from '@taller/shared/ui/text-field.tsx';
import { addDays, isDay, shopDay } from '@taller/shared/values/dates.ts';
import { withRequestCode } from '@taller/shared/values/request-code.ts';
import { orderTexts } from '#src/features/orders/texts.ts';
import { waitFormTexts as texts } from './texts.ts';
import styles from '../actions/dialogs.module.css';
import type { TaskFormProps } from '../actions/task-form.ts';
import { useToday } from '../shared/use-minute.ts';
import { WaitMessage } from './wait-message.tsx';
import { joinWords, waitWords } from './wait-words.ts';

/** A reason that can be chosen: the shop's, or that of the open wait. */
interface Choice {
  key: string;
  label: string;
  customerText: string;
  days: number | null;
}

/** Puts an order on hold, or changes its wait (TIME-01, TIME-02). */
export function WaitForm({ order, onDone }: TaskFormProps<Order>) {
  const { data, error, refetch, isFetching } = useQuery(deskSettingsQuery());
  const baseName = `espera.${order.id}.leida`;
  // Read once: the order is read again while the dialog is open, and the words stay those that it was opened with.
  const [opened] = useState(
    () => (readPersistedBase(baseName) as Opened | null) ?? { wait: currentWait(order) },
  );
  if (!data)
    return (
      <DialogBody>
        {error ? (
          <ErrorState
            error={error}
            message={orderReadFailure(error)}
            onRetry={() => void refetch()}
            retrying={isFetching}
          />
        ) : (
          <Skeleton label={orderTexts.loading} count={4} />
        )}
      </DialogBody>
    );
  const { wait } = opened;
  const isListed = data.waits.some(({ key }) => key === wait?.reason);
  const gone: Choice[] =
    wait && !isListed
      ? [{ key: wait.reason, label: wait.label, customerText: wait.public_text ?? '', days: null }]
      : [];
  const choices = [...gone, ...data.waits];
  if (choices.length === 0)
    return (
      <DialogBody>
        <Banner>{texts.noReasons}</Banner>
      </DialogBody>
    );
  return (
    <LoadedWaitForm order={order} opened={opened} baseName={baseName} choices={choices} onDone={onDone} />
  );
}

/** The open wait that the form was opened with; none for an order that waited for nothing. */
interface Opened {
  wait?: OrderWait | undefined;
}

interface LoadedWaitFormProps extends TaskFormProps<Order> {
  opened: Opened;
  baseName: string;
  choices: readonly Choice[];
}

/** The form's values; the day is the reason's usual one until somebody writes another. */
function useWaitValues(opened: OrderWait | undefined, choices: readonly Choice[]) {
  const [today] = useState(() => shopDay(new Date()));
  const dayOf = (reason: string) => {
    if (reason === opened?.reason) return opened.expected_on ?? '';
    const days = choices.find(({ key }) => key === reason)?.days;
    return days ? addDays(today, days) : '';
  };
  const first = opened?.reason ?? choices[0]?.key ?? '';
  const form = useForm<WaitInput>({
    resolver: zodResolver(waitSchema),
    defaultValues: {
      reason: first,
      expectedOn: dayOf(first),
      screenOrderId: opened?.screen_order_id ?? '',
      note: opened?.note ?? '',
      tell: false,
    },
  });
  /** The day that the form itself wrote last. */
  const [suggested, setSuggested] = useState(dayOf(first));
  const suggestDay = (reason: string) => {
    if (form.getValues('expectedOn') !== suggested) return;
    setSuggested(dayOf(reason));
    // Part of the draft, unlike a default: a reload keeps the day that belongs to the reason.
    form.setValue('expectedOn', dayOf(reason), { shouldDirty: true });
  };
  const [reason, expectedOn] = useWatch({ control: form.control, name: ['reason', 'expectedOn'] });
  return { form, suggestDay, today, reason, expectedOn };
}

const isSame = (one: OrderWait | undefined, other: OrderWait | undefined) =>
  one?.id === other?.id && one?.version === other?.version;

/** Says that somebody else changed the wait since the form was opened. */
function Meanwhile({ now }: { now: OrderWait | undefined }) {
  const today = useToday();
  return (
    <Banner tone="warning" alert>
      <p>{now ? texts.otherWait(joinWords(waitWords(now, today))) : texts.noWaitNow}</p>
      {now?.note && <p>{now.note}</p>}
    </Banner>
  );
}

function LoadedWaitForm({ order, opened, baseName, choices, onDone }: LoadedWaitFormProps) {
  const { form, suggestDay, today, reason, expectedOn } = useWaitValues(opened.wait, choices);
  const { mutate, isPending, error } = useSetWaitMutation();
  usePersistedBase(baseName, opened, form.formState.isDirty);
  const now = currentWait(order);
  // After a refusal, which it has shown, the form saves over the present wait.
  const seen = error ? now : opened.wait;
  const text =
    (opened.wait?.reason === reason
      ? opened.wait.public_text
      : choices.find(({ key }) => key === reason)?.customerText) ?? '';
  const told = text === '' ? '' : waitSentence(text, reason, isDay(expectedOn) ? expectedOn : '', today);
  const save = (input: WaitInput) => {
    const tell = input.tell && told !== '';
    mutate(
      {
        ...input,
        tell,
        screenOrderId: input.reason === PART_REASON ? input.screenOrderId : '',
        orderId: order.id,
        seen,
      },
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
    <Form form={form} draft={`espera.${order.id}`} onSubmit={form.handleSubmit(save)}>
      <DialogBody>
        <div className={styles.fields}>
          {error && <Banner tone="danger">{orderSaveFailure(error)}</Banner>}
          {!isPending && !isSame(now, opened.wait) && <Meanwhile now={now} />}
          <Select
            {...form.register('reason', {
              onChange: (event: ChangeEvent<HTMLSelectElement>) => suggestDay(event.target.value),
            })}
            label={texts.reason}
            options={choices.map(({ key, label }) => ({ value: key, label }))}
            autoFocus
          />
          <FormDateField
            control={form.control}
            name="expectedOn"
            label={texts.expectedOn}
            hint={texts.expectedHint}
            min={today}
            keepsWrong
            optional
          />
          {reason === PART_REASON && (
            <ScreenOrderField form={form} knownId={opened.wait?.screen_order_id ?? null} />
          )}
          <TextField
            {...form.register('note')}
            label={texts.note}
            maxLength={LONGEST_WAIT_NOTE}
            error={form.formState.errors.note?.message}
            autoComplete="off"
            optional
          />
          <p className={styles.summary}>{told ? texts.customerReads(told) : texts.customerReadsNothing}</p>
          {told && <WaitMessage form={form} orderNumber={order.order_number} told={told} />}
        </div>
      </DialogBody>
      <SaveFooter
        label={opened.wait ? texts.saveChange : texts.save}
        busyLabel={texts.saving}
        busy={isPending}
      />
    </Form>
  );
}

interface ScreenOrderFieldProps {
  form: UseFormReturn<WaitInput>;
  /** The wait's own, also when it has arrived. */
  knownId: string | null;
}

/** The screen order that the part comes with (TIME-13); nothing while none is on its way. */
function ScreenOrderField({ form, knownId }: ScreenOrderFieldProps) {
  const { data = [] } = useQuery(expectedScreenOrdersQuery());
  const { data: known } = useQuery(screenOrderQuery(knownId));
  const own = known && data.every(({ id }) => id !== known.id) ? [known] : [];
  const options = [...own, ...data].map(({ id, modelo, numero_orden: number }) => ({
    value: id,
    label: texts.screenOrderName(modelo, number),
  }));
  if (options.length === 0) return null;
  return (
    <FormSelect
      control={form.control}
      name="screenOrderId"
      label={texts.screenOrder}
      placeholder={texts.noScreenOrder}
      options={options}
    />
  );
}
