import { useState } from 'react';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { failureText } from '@taller/shared/data-access/failure-text.ts';
import { Form } from '@taller/shared/forms/form.tsx';
import { SaveFooter } from '@taller/shared/forms/save-footer.tsx';
import { formatOrderNumber } from '@taller/shared/orders/order-number.ts';
import type { CallRow } from '@taller/shared/orders/unclaimed/calls-query.ts';
import {
  attemptSchema,
  LONGEST_ATTEMPT_NOTE,
  useNoteAttemptMutation,
  type AttemptInput,
} from '@taller/shared/orders/unclaimed/note-attempt-mutation.ts';
import { toast } from '@taller/shared/runtime';
import { Banner } from '@taller/shared/ui/banner.tsx';
import { Dialog, DialogBody } from '@taller/shared/ui/dialog.tsx';
import { FormDateField } from '@taller/shared/ui/form-date-field.tsx';
import { Select } from '@taller/shared/ui/select.tsx';
import { TextArea } from '@taller/shared/ui/text-area.tsx';
import { addDays, shopDay } from '@taller/shared/values/dates.ts';
import { customerTexts } from '#src/features/customers/texts.ts';
import styles from './customers-section.module.css';

const { calls: texts } = customerTexts;

/** Days until the next attempt that the dialog suggests. */
const NEXT_DAYS = 3;

export interface AttemptDialogProps {
  row: CallRow;
  onClose: () => void;
}

/** Notes a call or a letter about a device that nobody fetched, and when to try again (TIME-44). */
export function AttemptDialog({ row, onClose }: AttemptDialogProps) {
  const [today] = useState(() => shopDay(new Date()));
  const { mutate, isPending, error } = useNoteAttemptMutation();
  const form = useForm<AttemptInput>({
    resolver: zodResolver(attemptSchema),
    defaultValues: { kind: 'call', note: '', nextOn: addDays(today, NEXT_DAYS) },
  });
  const save = (input: AttemptInput) =>
    mutate(
      { ...input, orderId: row.order_id },
      {
        onSuccess: () => {
          toast.success(texts.noted);
          onClose();
        },
      },
    );
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={texts.note}
      description={`#${formatOrderNumber(row.order_number)} · ${row.customer_name}`}
      size="sm"
    >
      <Form form={form} draft={`llamado.${row.order_id}`} onSubmit={form.handleSubmit(save)}>
        <DialogBody>
          <div className={styles.fields}>
            {error && <Banner tone="danger">{failureText(error, texts.noteFailed)}</Banner>}
            <Select {...form.register('kind')} label={texts.kind} options={texts.kinds} />
            <TextArea
              {...form.register('note')}
              label={texts.happened}
              rows={3}
              maxLength={LONGEST_ATTEMPT_NOTE}
              error={form.formState.errors.note?.message}
              autoFocus
            />
            <FormDateField
              control={form.control}
              name="nextOn"
              label={texts.nextOn}
              hint={texts.nextHint}
              min={addDays(today, 1)}
              keepsWrong
              optional
            />
          </div>
        </DialogBody>
        <SaveFooter label={texts.save} busyLabel={texts.saving} busy={isPending} />
      </Form>
    </Dialog>
  );
}
