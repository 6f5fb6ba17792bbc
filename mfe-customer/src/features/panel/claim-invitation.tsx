import { useState } from 'react';
import { zodResolver } from '@hookform/resolvers/zod';
import { Link2 } from 'lucide-react';
import { useForm } from 'react-hook-form';
import { useClaimOrdersMutation } from '@taller/shared/orders/own/claim-orders-mutation.ts';
import {
  claimSchema,
  type ClaimInput,
  type ClaimValues,
} from '@taller/shared/appointments/appointment-schemas.ts';
import { Form } from '@taller/shared/forms/form.tsx';
import { toast } from '@taller/shared/runtime';
import { Banner } from '@taller/shared/ui/banner.tsx';
import { Button } from '@taller/shared/ui/button.tsx';
import { TextField } from '@taller/shared/ui/text-field.tsx';
import { es } from '#src/texts/es.ts';
import { failureText } from '#src/texts/failure-text.ts';
import styles from './customer-panel.module.css';

const EMPTY: ClaimInput = { orderNumber: '', phone: '' };

/** Invites an account whose RUT is not proven to prove it with an order's number and phone. It is the same for all of them, so that it tells nothing. */
export function ClaimInvitation() {
  const claim = useClaimOrdersMutation();
  const [problem, setProblem] = useState<string | null>(null);
  const form = useForm<ClaimInput, unknown, ClaimValues>({
    resolver: zodResolver(claimSchema),
    defaultValues: EMPTY,
  });
  const { register, formState } = form;
  const submit = form.handleSubmit(async (values) => {
    setProblem(null);
    try {
      const outcome = await claim.mutateAsync(values);
      if (outcome === 'linked') toast.success(es.claim.linked);
      else setProblem(outcome === 'too_many' ? es.claim.tooMany : es.claim.noMatch);
    } catch (error) {
      setProblem(failureText(error, es.claim.failed));
    }
  });

  return (
    <section className={styles.claim} aria-labelledby="vincular">
      <div className={styles.claimText}>
        <Link2 aria-hidden="true" />
        <h2 id="vincular">{es.claim.title}</h2>
        <p>{es.claim.text}</p>
      </div>
      <Form form={form} draft="vincular" className={styles.claimForm} onSubmit={submit}>
        {problem && <Banner tone="danger">{problem}</Banner>}
        <TextField
          {...register('orderNumber')}
          label={es.claim.orderNumber}
          hint={es.claim.whereNumber}
          inputMode="numeric"
          autoComplete="off"
          error={formState.errors.orderNumber?.message}
        />
        <TextField
          {...register('phone')}
          type="tel"
          label={es.claim.phone}
          autoComplete="tel"
          error={formState.errors.phone?.message}
        />
        <Button
          type="submit"
          variant="primary"
          loading={formState.isSubmitting}
          loadingText={es.claim.submitting}
        >
          {es.claim.submit}
        </Button>
      </Form>
    </section>
  );
}
