import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { useMoveDrawerCashMutation } from '@taller/shared/orders/drawers/drawer-mutations.ts';
import type { OpenDrawer } from '@taller/shared/orders/drawers/drawer-queries.ts';
import {
  LONGEST_DRAWER_REASON,
  movementSchema,
  type Movement,
  type MovementInput,
} from '@taller/shared/orders/drawers/drawer-schema.ts';
import { orderSaveFailure } from '@taller/shared/orders/failure-text.ts';
import { Form } from '@taller/shared/forms/form.tsx';
import { SaveFooter } from '@taller/shared/forms/save-footer.tsx';
import { toast } from '@taller/shared/runtime';
import { Banner } from '@taller/shared/ui/banner.tsx';
import { Dialog, DialogBody } from '@taller/shared/ui/dialog.tsx';
import { FormNumberField } from '@taller/shared/ui/form-number-field.tsx';
import { TextField } from '@taller/shared/ui/text-field.tsx';
import { withRequestCode } from '@taller/shared/values/request-code.ts';
import styles from './drawer.module.css';
import { drawerTexts as texts } from './texts.ts';

export interface MoveCashDialogProps {
  drawer: OpenDrawer;
  kind: Movement['kind'];
  onClose: () => void;
}

/** Takes cash out of an open drawer or puts it in, with a reason (PAY-22). */
export function MoveCashDialog({ drawer, kind, onClose }: MoveCashDialogProps) {
  const form = useForm<MovementInput, unknown, Movement>({
    resolver: zodResolver(movementSchema),
    defaultValues: { kind, amount: null, reason: '' },
  });
  const { mutate, isPending, error, data: moved } = useMoveDrawerCashMutation();
  const label = kind === 'withdrawal' ? texts.withdraw : texts.deposit;
  const save = (movement: Movement) =>
    mutate(
      { drawerId: drawer.id, ...movement },
      {
        onSuccess: (isDone) => {
          if (!isDone) return;
          toast.success(texts.moved);
          onClose();
        },
        onError: (failure) => toast.error(withRequestCode(texts.moveFailed, failure)),
      },
    );
  return (
    <Dialog open onOpenChange={onClose} title={`${label} · ${drawer.till}`} size="sm" busy={isPending}>
      <Form form={form} draft={`caja.${kind}.${drawer.id}`} onSubmit={form.handleSubmit(save)}>
        <DialogBody>
          <div className={styles.fields}>
            {error && <Banner tone="danger">{orderSaveFailure(error)}</Banner>}
            {moved === false && (
              <Banner tone="warning" alert>
                {texts.notEnough(drawer.till)}
              </Banner>
            )}
            <FormNumberField control={form.control} name="amount" label={texts.amount} prefix="$" autoFocus />
            <TextField
              {...form.register('reason')}
              label={texts.reason}
              maxLength={LONGEST_DRAWER_REASON}
              error={form.formState.errors.reason?.message}
              autoComplete="off"
            />
          </div>
        </DialogBody>
        <SaveFooter label={label} busyLabel={texts.closing} busy={isPending} />
      </Form>
    </Dialog>
  );
}
