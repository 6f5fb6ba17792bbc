import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { NO_CASH } from '@taller/shared/orders/drawers/count.ts';
import { useCloseDrawerMutation, type CountResult } from '@taller/shared/orders/drawers/drawer-mutations.ts';
import type { OpenDrawer } from '@taller/shared/orders/drawers/drawer-queries.ts';
import {
  closingSchema,
  LONGEST_DRAWER_REASON,
  type Closing,
  type ClosingInput,
} from '@taller/shared/orders/drawers/drawer-schema.ts';
import { orderSaveFailure } from '@taller/shared/orders/failure-text.ts';
import { Form } from '@taller/shared/forms/form.tsx';
import { usePersistedDialog } from '@taller/shared/forms/use-persisted-dialog.ts';
import { SaveFooter } from '@taller/shared/forms/save-footer.tsx';
import { toast } from '@taller/shared/runtime';
import { Banner } from '@taller/shared/ui/banner.tsx';
import { Dialog, DialogBody } from '@taller/shared/ui/dialog.tsx';
import { TextField } from '@taller/shared/ui/text-field.tsx';
import { formatClp } from '@taller/shared/values/money.ts';
import { withRequestCode } from '@taller/shared/values/request-code.ts';
import { CountFields } from '#src/components/count-fields.tsx';
import { differenceWords } from './difference-words.ts';
import styles from './drawer.module.css';
import { drawerTexts as texts } from './texts.ts';

export interface CloseDrawerDialogProps {
  drawer: OpenDrawer;
  onClose: () => void;
}

/** A count that closed nothing; money came or went since the one before. */
type Seen = CountResult & { hasMoved: boolean };

/** Counts a drawer and closes it: what should be in it is told after the count, a difference has a reason (PAY-22). */
export function CloseDrawerDialog({ drawer, onClose }: CloseDrawerDialogProps) {
  const [seen, setSeen] = usePersistedDialog<Seen>(`caja.contada.${drawer.id}`);
  const form = useForm<ClosingInput, unknown, Closing>({
    resolver: zodResolver(closingSchema),
    defaultValues: { count: NO_CASH, reason: '' },
  });
  const { mutate, isPending, error } = useCloseDrawerMutation();
  const save = (closing: Closing) =>
    mutate(
      { drawerId: drawer.id, ...closing, seen: seen?.expected ?? null },
      {
        onSuccess: (result) => {
          if (!result.closed) {
            const isSame = seen?.counted === result.counted && seen.expected === result.expected;
            if (isSame && !closing.reason)
              form.setError('reason', { message: texts.reasonMissing }, { shouldFocus: true });
            return setSeen({ ...result, hasMoved: seen !== null && seen.expected !== result.expected });
          }
          toast.success(texts.closed);
          onClose();
        },
        onError: (failure) => toast.error(withRequestCode(texts.closeFailed, failure)),
      },
    );
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={texts.countOf(drawer.till)}
      description={texts.countText}
      busy={isPending}
    >
      <Form form={form} draft={`caja.cerrar.${drawer.id}`} enterGoesOn onSubmit={form.handleSubmit(save)}>
        <DialogBody>
          <div className={styles.fields}>
            <CountFields control={form.control} name="count" />
            {/* Beside the button, and in sight: the fields fill a phone. */}
            {error && <Banner tone="danger">{orderSaveFailure(error)}</Banner>}
            {seen && (
              <>
                <Banner tone="warning" alert>
                  {seen.hasMoved && <p>{texts.newPayment}</p>}
                  <p>{texts.seen(formatClp(seen.counted), formatClp(seen.expected))}</p>
                  <p>{`${differenceWords(seen.counted - seen.expected)}. ${texts.countAgain}`}</p>
                </Banner>
                <TextField
                  {...form.register('reason')}
                  label={texts.whyDifferent}
                  maxLength={LONGEST_DRAWER_REASON}
                  error={form.formState.errors.reason?.message}
                  autoComplete="off"
                />
              </>
            )}
          </div>
        </DialogBody>
        <SaveFooter
          label={seen ? texts.close : texts.checkCount}
          busyLabel={texts.closing}
          busy={isPending}
        />
      </Form>
    </Dialog>
  );
}
