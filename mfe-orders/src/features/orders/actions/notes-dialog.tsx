import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useQuery } from '@taller/shared/query';
import {
  useChangeOrderMutation,
  NotesConflictError,
  useInternalNotesMutation,
} from '@taller/shared/orders/order-mutations.ts';
import { internalNotesQuery, type InternalNotes, type Order } from '@taller/shared/orders/order-queries.ts';
import { Form } from '@taller/shared/forms/form.tsx';
import { SaveFooter } from '@taller/shared/forms/save-footer.tsx';
import { readPersistedBase, usePersistedBase } from '@taller/shared/forms/persisted-base.ts';
import { toast } from '@taller/shared/runtime';
import { Banner } from '@taller/shared/ui/banner.tsx';
import { DialogBody } from '@taller/shared/ui/dialog.tsx';
import { ErrorState } from '@taller/shared/ui/error-state.tsx';
import { Skeleton } from '@taller/shared/ui/skeleton.tsx';
import { LONGEST } from '@taller/shared/values/longest.ts';
import { withRequestCode } from '@taller/shared/values/request-code.ts';
import { orderTexts } from '#src/features/orders/texts.ts';
import { orderSaveFailure, orderReadFailure } from '@taller/shared/orders/failure-text.ts';
import { CannedTextArea } from '../suggestions/canned-text-area.tsx';
import { textsFor } from '../suggestions/canned-text.ts';
import { useDeskSettings } from '../suggestions/use-desk-settings.ts';
import styles from './dialogs.module.css';
import { SaveProblem } from './save-problem.tsx';
import type { TaskFormProps } from './task-form.ts';
import { usePersistedOrder, useOrderSave } from './use-order-save.ts';

const texts = orderTexts.notes;

interface Notes {
  /** Visible to the customer. */
  notes: string;
  /** Internal. */
  ownNotes: string;
}

/** Notes for the customer and internal notes (ORD-11). */
export function NotesForm(props: TaskFormProps<Order>) {
  const { data, error, refetch, isFetching } = useQuery(internalNotesQuery(props.order.id));
  if (data) return <LoadedNotesForm {...props} internal={data} />;
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
}

function LoadedNotesForm({ order, internal, onDone }: TaskFormProps<Order> & { internal: InternalNotes }) {
  const internalName = `notas.${order.id}.internal_notes`;
  const save = useOrderSave(order, 'notas');
  const [internalBase, setInternalBase] = useState(
    () => (readPersistedBase(internalName) as InternalNotes | null) ?? internal,
  );
  const form = useForm<Notes>({
    defaultValues: { notes: save.base.notes ?? '', ownNotes: internalBase.internal_notes },
  });
  usePersistedOrder(save, form.formState.isDirty);
  usePersistedBase(internalName, internalBase, form.formState.isDirty);
  const canned = textsFor(useDeskSettings(), 'notes', order.equipment_type);
  const customer = useChangeOrderMutation();
  const own = useInternalNotesMutation();

  const submit = async ({ notes, ownNotes }: Notes) => {
    try {
      // The two are saved separately, and only if changed: a retry repeats only the failed one.
      if (notes.trim() !== (save.base.notes ?? '').trim())
        await customer
          .mutateAsync({ order: save.version, patch: { notes: notes.trim() || null } })
          .catch((error: unknown) => {
            save.onFailure(error);
            throw error;
          });
      if (ownNotes.trim() !== internalBase.internal_notes.trim())
        setInternalBase(
          await own.mutateAsync({ orderId: order.id, text: ownNotes.trim(), version: internalBase.version }),
        );
    } catch (error) {
      if (error instanceof NotesConflictError) setInternalBase(error.current);
      toast.error(withRequestCode(orderTexts.toasts.notesError, error));
      return;
    }
    toast.success(orderTexts.toasts.notesSaved);
    onDone();
  };
  const busy = customer.isPending || own.isPending;
  return (
    <Form form={form} draft={`notas.${order.id}`} onSubmit={form.handleSubmit(submit)}>
      <DialogBody>
        <div className={styles.fields}>
          <SaveProblem orderId={order.id} version={save.openedVersion} error={customer.error} />
          {own.error && (
            <Banner tone={own.error instanceof NotesConflictError ? 'warning' : 'danger'} alert>
              <span>{orderSaveFailure(own.error)}</span>
              {own.error instanceof NotesConflictError && (
                <p>
                  {orderTexts.conflict.theirs}:{' '}
                  {own.error.current.internal_notes || orderTexts.conflict.empty}
                </p>
              )}
            </Banner>
          )}
          <CannedTextArea
            texts={canned}
            label={texts.customer}
            hint={texts.customerHint}
            {...form.register('notes')}
            maxLength={LONGEST.notes}
            rows={4}
            autoFocus
          />
          <CannedTextArea
            texts={canned}
            label={texts.internal}
            hint={texts.internalHint}
            {...form.register('ownNotes')}
            maxLength={LONGEST.notes}
            rows={4}
          />
        </div>
      </DialogBody>
      <SaveFooter
        label={orderTexts.save}
        busyLabel={orderTexts.saving}
        busy={busy}
        disabled={!form.formState.isDirty}
      />
    </Form>
  );
}
