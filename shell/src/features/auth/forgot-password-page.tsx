import { useState } from 'react';
import { zodResolver } from '@hookform/resolvers/zod';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import { useForm } from 'react-hook-form';
import { paths } from '@taller/shared/contract/paths.ts';
import { recoverySchema, type RecoveryInput } from '@taller/shared/people/auth-schemas.ts';
import { syncAutofilledFields } from '@taller/shared/forms/sync-autofilled-fields.ts';
import { Link, sendPasswordReset } from '@taller/shared/runtime';
import { Banner } from '@taller/shared/ui/banner.tsx';
import { TextField } from '@taller/shared/ui/text-field.tsx';
import { authTexts, recoveryErrorTexts } from '#src/texts/auth.ts';
import { AuthFailureBox } from './auth-failure-box.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { SubmitButton } from './submit-button.tsx';
import { useAuthCall } from './use-auth-call.ts';
import styles from './auth-layout.module.css';

/** /forgot-password (AUTH-05). The response is the same whether or not the account exists. */
export function ForgotPasswordPage() {
  const form = useForm<RecoveryInput>({
    resolver: zodResolver(recoverySchema),
    defaultValues: { email: '' },
  });
  const { register, handleSubmit, formState } = form;
  const [sent, setSent] = useState(false);
  const { failure, run } = useAuthCall(recoveryErrorTexts);
  const submit = handleSubmit(async ({ email }) => {
    setSent(false);
    setSent(await run(() => sendPasswordReset(email)));
  });

  return (
    <AuthLayout title={authTexts.forgotTitle} intro={authTexts.forgotIntro}>
      {/* oxlint-disable-next-line react/forbid-elements -- one line, sent and over. */}
      <form
        className={styles.fields}
        noValidate
        onSubmit={(event) => {
          syncAutofilledFields(form, event.currentTarget);
          void submit(event);
        }}
      >
        {sent && (
          <Banner tone="success" alert>
            {authTexts.linkSent}
          </Banner>
        )}
        <AuthFailureBox failure={failure} />
        <TextField
          {...register('email')}
          type="email"
          label={authTexts.email}
          autoComplete="username"
          error={formState.errors.email?.message}
        />
        <SubmitButton
          label={authTexts.sendLink}
          busyLabel={authTexts.sending}
          busy={formState.isSubmitting}
        />
      </form>
      <p>
        <Link to={paths.auth.getHref()} className={styles.back} data-target>
          <ArrowLeft aria-hidden="true" />
          {authTexts.backToLogin}
        </Link>
      </p>
    </AuthLayout>
  );
}
