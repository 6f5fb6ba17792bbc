import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { useReopenDrawerMutation } from '@taller/shared/orders/drawers/drawer-mutations.ts';
import type { DrawerRow } from '@taller/shared/orders/drawers/drawer-queries.ts';
import {
  LONGEST_DRAWER_REASON,
  reopeningSchema,
  type ReopeningInput,
} from '@taller/shared/orders/drawers/drawer-schema.ts';
import { orderSaveFailure } from '@taller/shared/orders/failure-text.ts';
import { Form } from '@taller/shared/forms/form.tsx';
import { SaveFooter } from '@taller/shared/forms/save-footer.tsx';
import { toast } from '@taller/shared/runtime';
import { Banner } from '@taller/shared/ui/banner.tsx';
import { Dialog, DialogBody } from '@taller/shared/ui/dialog.tsx';
import { TextField } from '@taller/shared/ui/text-field.tsx';
import { withRequestCode } from '@taller/shared/values/request-code.ts';
import styles from './drawer.module.css';
import { drawerTexts as texts } from './texts.ts';

export interface ReopenDrawerDialogProps {
  drawer: DrawerRow;
  onClose: () => void;
}

/** Opens a closed drawer again, with a reason (PAY-23). Admins only. */
export function ReopenDrawerDialog({ drawer, onClose }: ReopenDrawerDialogProps) {
  const form = useForm<ReopeningInput>({
    resolver: zodResolver(reopeningSchema),
    defaultValues: { reason: '' },
  });
  const { mutate, isPending, error } = useReopenDrawerMutation();
  const save = ({ reason }: ReopeningInput) =>
    mutate(
      { drawerId: drawer.id, reason },
      {
        onSuccess: () => {
          toast.success(texts.reopened);
          onClose();
        },
        onError: (failure) => toast.error(withRequestCode(texts.reopenFailed, failure)),
      },
    );
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`${texts.reopen} ${drawer.till}`}
      description={texts.reopenText}
      size="sm"
      busy={isPending}
    >
      <Form form={form} draft={`caja.reabrir.${drawer.id}`} onSubmit={form.handleSubmit(save)}>
        <DialogBody>
          <div className={styles.fields}>
            {error && <Banner tone="danger">{orderSaveFailure(error)}</Banner>}
            <TextField
              {...form.register('reason')}
              label={texts.reason}
              maxLength={LONGEST_DRAWER_REASON}
              error={form.formState.errors.reason?.message}
              autoComplete="off"
              autoFocus
            />
          </div>
        </DialogBody>
        <SaveFooter label={texts.reopen} busyLabel={texts.closing} busy={isPending} />
      </Form>
    </Dialog>
  );
}
