import { useState } from 'react';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm, useWatch } from 'react-hook-form';
import { useConfirmRutMutation } from '@taller/shared/data/customers/confirm-rut-mutation.ts';
import type { CustomerAccount } from '@taller/shared/data/customers/customer-search-query.ts';
import { dataErrorCode, ownWords } from '@taller/shared/data/data-error.ts';
import { RUT_HINT, rutWarning } from '@taller/shared/domain/rut.ts';
import { rutSchema, type RutInput } from '@taller/shared/domain/schemas/people.ts';
import { toast } from '@taller/shared/runtime';
import { Banner } from '@taller/shared/ui/banner.tsx';
import { Button } from '@taller/shared/ui/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '@taller/shared/ui/dialog.tsx';
import { TextField } from '@taller/shared/ui/text-field.tsx';
import { es } from '#src/texts/es.ts';
import { failureText } from '#src/texts/failure-text.ts';
import styles from './customers-section.module.css';

export interface ConfirmRutDialogProps {
  customer: CustomerAccount;
  onClose: () => void;
}

/** The counter's confirmation. The RUT is typed from the identity card and not prefilled: a glance at what is already there proves nothing. */
export function ConfirmRutDialog({ customer, onClose }: ConfirmRutDialogProps) {
  const confirm = useConfirmRutMutation();
  const [problem, setProblem] = useState<string | null>(null);
  const { register, handleSubmit, control, formState } = useForm<RutInput>({
    resolver: zodResolver(rutSchema),
    defaultValues: { rut: '' },
  });
  const rut = useWatch({ control, name: 'rut' });
  const { errors, isDirty, isSubmitting } = formState;
  const submit = handleSubmit(async (values) => {
    setProblem(null);
    try {
      await confirm.mutateAsync({ profileId: customer.id, rut: values.rut });
    } catch (error) {
      // These two messages are the server's own, in Spanish.
      const told = ['conflict', 'not-found'].includes(dataErrorCode(error)) && ownWords(error);
      setProblem(told || failureText(error, es.customers.confirmFailed));
      return;
    }
    toast.success(es.customers.done);
    onClose();
  });

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={es.customers.dialogTitle}
      description={es.customers.dialogText(customer.full_name || customer.email)}
      size="sm"
      dirty={isDirty}
      busy={isSubmitting}
    >
      <form onSubmit={submit} noValidate>
        <DialogBody>
          <div className={styles.fields}>
            {problem && <Banner tone="danger">{problem}</Banner>}
            <TextField
              {...register('rut')}
              label={es.customers.rut}
              hint={errors.rut?.message === RUT_HINT ? undefined : RUT_HINT}
              warning={errors.rut ? undefined : (rutWarning(rut) ?? undefined)}
              error={errors.rut?.message}
              autoComplete="off"
              spellCheck={false}
            />
          </div>
        </DialogBody>
        <DialogFooter>
          <Button disabled={isSubmitting} onClick={onClose}>
            {es.cancel}
          </Button>
          <Button
            type="submit"
            variant="primary"
            loading={isSubmitting}
            loadingText={es.customers.submitting}
          >
            {es.customers.submit}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
