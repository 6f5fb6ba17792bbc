import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { paths } from '@taller/shared/contract/paths.ts';
import { newPasswordSchema, type NewPasswordInput } from '@taller/shared/domain/schemas/auth.ts';
import { toast, updatePassword, useLocation, useNavigate, useSession } from '@taller/shared/runtime';
import { Banner } from '@taller/shared/ui/banner.tsx';
import { Button } from '@taller/shared/ui/button.tsx';
import { LinkButton } from '@taller/shared/ui/link-button.tsx';
import { PasswordField } from '@taller/shared/ui/password-field.tsx';
import { Skeleton } from '@taller/shared/ui/skeleton.tsx';
import { authTexts } from '#src/texts/auth.ts';
import { AuthFailureBox } from './auth-failure-box.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { isBrokenLink } from './mail-link.ts';
import { useAuthCall } from './use-auth-call.ts';
import styles from './auth-layout.module.css';

/** /update-password (AUTH-06), reached from the link in the mail, which has signed the person in. Without a session the link was no good. */
export function UpdatePasswordPage() {
  const { hash } = useLocation();
  const session = useSession();
  return (
    <AuthLayout title={authTexts.updateTitle} intro={authTexts.updateIntro}>
      {isBrokenLink(hash) || session.status === 'signed-out' ? (
        <>
          <Banner tone="danger">{authTexts.linkExpired}</Banner>
          <LinkButton to={paths.forgotPassword.getHref()} variant="accent" size="lg" block>
            {authTexts.askAgain}
          </LinkButton>
        </>
      ) : session.status === 'loading' ? (
        <Skeleton label={authTexts.loading} />
      ) : (
        <NewPasswordForm />
      )}
    </AuthLayout>
  );
}

function NewPasswordForm() {
  const navigate = useNavigate();
  const { register, handleSubmit, formState } = useForm<NewPasswordInput>({
    resolver: zodResolver(newPasswordSchema),
    defaultValues: { password: '', confirmation: '' },
  });
  const { failure, run } = useAuthCall();
  const submit = handleSubmit(async ({ password }) => {
    if (!(await run(() => updatePassword(password)))) return;
    toast.success(authTexts.updated);
    void navigate(paths.dashboard.getHref(), { replace: true });
  });
  const { errors } = formState;

  return (
    <form className={styles.fields} onSubmit={submit} noValidate>
      <AuthFailureBox failure={failure} />
      <PasswordField
        {...register('password')}
        label={authTexts.newPassword}
        hint={errors.password ? undefined : authTexts.passwordHint}
        autoComplete="new-password"
        error={errors.password?.message}
      />
      <PasswordField
        {...register('confirmation')}
        label={authTexts.confirmPassword}
        autoComplete="new-password"
        error={errors.confirmation?.message}
      />
      <Button
        type="submit"
        variant="accent"
        size="lg"
        block
        loading={formState.isSubmitting}
        loadingText={authTexts.updating}
      >
        {authTexts.updatePassword}
      </Button>
    </form>
  );
}
