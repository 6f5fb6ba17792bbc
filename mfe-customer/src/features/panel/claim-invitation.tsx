import { useState } from 'react';
import { zodResolver } from '@hookform/resolvers/zod';
import Link2 from 'lucide-react/icons/link-2';
import { useForm } from 'react-hook-form';
import { useClaimOrdersMutation } from '@taller/shared/orders/own/claim-orders-mutation.ts';
import {
  claimSchema,
  type ClaimInput,
  type ClaimValues,
} from '@taller/shared/appointments/appointment-schemas.ts';
import { FormPhoneField } from '@taller/shared/forms/form-phone-field.tsx';
import { Form } from '@taller/shared/forms/form.tsx';
import { toast } from '@taller/shared/runtime';
import { Banner } from '@taller/shared/ui/banner.tsx';
import { Button } from '@taller/shared/ui/button.tsx';
import { TextField } from '@taller/shared/ui/text-field.tsx';
import { claimTexts } from '#src/features/panel/texts.ts';
import { failureText } from '@taller/shared/data-access/failure-text.ts';
import styles from './customer-panel.module.css';

const EMPTY: ClaimInput = { orderNumber: '', phone: '' };

/**
 * Invites an account with an unverified RUT to verify it with an order's number and phone. Identical for all such
 * accounts, so that it reveals nothing.
 */
export function ClaimInvitation() {
  const claim = useClaimOrdersMutation();
  const [problem, setProblem] = useState<string | null>(null);
  const form = useForm<ClaimInput, unknown, ClaimValues>({
    resolver: zodResolver(claimSchema),
    defaultValues: EMPTY,
  });
  const { register, control, formState } = form;
  const submit = form.handleSubmit(async (values) => {
    setProblem(null);
    try {
      const outcome = await claim.mutateAsync(values);
      if (outcome === 'linked') toast.success(claimTexts.linked);
      else setProblem(outcome === 'too_many' ? claimTexts.tooMany : claimTexts.noMatch);
    } catch (error) {
      setProblem(failureText(error, claimTexts.failed));
    }
  });

  return (
    <section className={styles.claim} aria-labelledby="vincular">
      <div className={styles.claimText}>
        <Link2 aria-hidden="true" />
        <h2 id="vincular">{claimTexts.title}</h2>
        <p>{claimTexts.text}</p>
      </div>
      <Form form={form} draft="vincular" className={styles.claimForm} onSubmit={submit}>
        {problem && <Banner tone="danger">{problem}</Banner>}
        <TextField
          {...register('orderNumber')}
          label={claimTexts.orderNumber}
          hint={claimTexts.whereNumber}
          inputMode="numeric"
          autoComplete="off"
          error={formState.errors.orderNumber?.message}
        />
        <FormPhoneField control={control} name="phone" label={claimTexts.phone} autoComplete="tel" />
        <Button
          type="submit"
          variant="primary"
          loading={formState.isSubmitting}
          loadingText={claimTexts.submitting}
        >
          {claimTexts.submit}
        </Button>
      </Form>
    </section>
  );
}
