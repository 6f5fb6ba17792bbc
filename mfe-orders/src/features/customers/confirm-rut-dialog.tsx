import { useState } from 'react';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { useConfirmRutMutation } from '@taller/shared/people/customers/customer-mutations.ts';
import type { CustomerAccount } from '@taller/shared/people/customers/customer-search-query.ts';
import { rutSchema, type RutInput } from '@taller/shared/people/people-schemas.ts';
import { FormRutField } from '@taller/shared/forms/form-rut-field.tsx';
import { Form } from '@taller/shared/forms/form.tsx';
import { SaveFooter } from '@taller/shared/forms/save-footer.tsx';
import { toast } from '@taller/shared/runtime';
import { Banner } from '@taller/shared/ui/banner.tsx';
import { Dialog, DialogBody } from '@taller/shared/ui/dialog.tsx';
import { customerTexts } from '#src/features/customers/texts.ts';
import { failureText } from '@taller/shared/data-access/failure-text.ts';
import styles from './customers-section.module.css';

export interface ConfirmRutDialogProps {
  customer: CustomerAccount;
  onClose: () => void;
}

/**
 * Verification at the counter. The RUT is typed from the identity card and not prefilled, so that it is actually read.
 */
export function ConfirmRutDialog({ customer, onClose }: ConfirmRutDialogProps) {
  const confirm = useConfirmRutMutation();
  const [problem, setProblem] = useState<string | null>(null);
  const form = useForm<RutInput>({
    resolver: zodResolver(rutSchema),
    defaultValues: { rut: '' },
  });
  const { isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (values) => {
    setProblem(null);
    try {
      await confirm.mutateAsync({ profileId: customer.id, rut: values.rut });
    } catch (error) {
      setProblem(failureText(error, customerTexts.confirmFailed, ['conflict', 'not-found']));
      return;
    }
    toast.success(customerTexts.done);
    onClose();
  });

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={customerTexts.dialogTitle}
      description={customerTexts.dialogText(customer.full_name || customer.email)}
      size="sm"
      busy={isSubmitting}
    >
      <Form form={form} draft={`rut.${customer.id}`} onSubmit={submit}>
        <DialogBody>
          <div className={styles.fields}>
            {problem && <Banner tone="danger">{problem}</Banner>}
            <FormRutField control={form.control} name="rut" label={customerTexts.rut} />
          </div>
        </DialogBody>
        <SaveFooter label={customerTexts.submit} busyLabel={customerTexts.submitting} busy={isSubmitting} />
      </Form>
    </Dialog>
  );
}
