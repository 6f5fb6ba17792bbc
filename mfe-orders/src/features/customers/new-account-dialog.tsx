import { useState } from 'react';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { failureText } from '@taller/shared/data-access/failure-text.ts';
import { FormPhoneField } from '@taller/shared/forms/form-phone-field.tsx';
import { FormRutField } from '@taller/shared/forms/form-rut-field.tsx';
import { Form } from '@taller/shared/forms/form.tsx';
import { SaveFooter } from '@taller/shared/forms/save-footer.tsx';
import { useCreateCustomerMutation } from '@taller/shared/people/customers/customer-mutations.ts';
import {
  newCustomerSchema,
  type NewCustomer,
  type NewCustomerInput,
} from '@taller/shared/people/people-schemas.ts';
import type { InvitationDialogProps } from '@taller/shared/people/users/invitation-dialog.tsx';
import { Banner } from '@taller/shared/ui/banner.tsx';
import { Dialog, DialogBody } from '@taller/shared/ui/dialog.tsx';
import { TextField } from '@taller/shared/ui/text-field.tsx';
import { customerTexts } from '#src/features/customers/texts.ts';
import styles from './customers-section.module.css';

const { newAccount: texts } = customerTexts;

export interface NewAccountDialogProps {
  /** The account is made: its owner needs a link. */
  onMade: (person: InvitationDialogProps['person']) => void;
  onClose: () => void;
}

/** An account for a customer at the counter, without a mail (AUTH-20). */
export function NewAccountDialog({ onMade, onClose }: NewAccountDialogProps) {
  const create = useCreateCustomerMutation();
  const [problem, setProblem] = useState<string | null>(null);
  const form = useForm<NewCustomerInput, unknown, NewCustomer>({
    resolver: zodResolver(newCustomerSchema),
    defaultValues: { fullName: '', email: '', rut: '', phone: '' },
  });
  const { register, control, formState } = form;
  const { errors, isSubmitting } = formState;
  const submit = form.handleSubmit(async (customer) => {
    setProblem(null);
    try {
      const id = await create.mutateAsync(customer);
      onMade({ id, email: customer.email, full_name: customer.fullName, phone: customer.phone });
    } catch (error) {
      setProblem(failureText(error, texts.failed, ['conflict', 'invalid']));
    }
  });

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={texts.title}
      description={texts.text}
      size="sm"
      busy={isSubmitting}
    >
      <Form form={form} draft="cliente.nuevo" onSubmit={submit}>
        <DialogBody>
          <div className={styles.fields}>
            {problem && (
              <Banner tone="danger" alert>
                {problem}
              </Banner>
            )}
            <TextField
              {...register('fullName')}
              label={texts.fullName}
              autoComplete="off"
              error={errors.fullName?.message}
            />
            <FormRutField control={control} name="rut" label={texts.rut} />
            <TextField
              {...register('email')}
              label={texts.email}
              type="email"
              autoComplete="off"
              error={errors.email?.message}
            />
            <FormPhoneField control={control} name="phone" label={texts.phone} autoComplete="off" />
          </div>
        </DialogBody>
        <SaveFooter label={texts.submit} busyLabel={texts.submitting} busy={isSubmitting} />
      </Form>
    </Dialog>
  );
}
