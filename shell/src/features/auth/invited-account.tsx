import { useCallback, useEffect, useState } from 'react';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { paths } from '@taller/shared/contract/paths.ts';
import { passwordChangeSchema, type PasswordChangeInput } from '@taller/shared/people/auth-schemas.ts';
import { readInvitation, redeemInvitation, type Invitation } from '@taller/shared/people/invitation.ts';
import { dismissMailLink, toast, useNavigate, useSession } from '@taller/shared/runtime';
import { syncAutofilledFields } from '@taller/shared/forms/sync-autofilled-fields.ts';
import { Banner } from '@taller/shared/ui/banner.tsx';
import { Button } from '@taller/shared/ui/button.tsx';
import { PasswordField } from '@taller/shared/ui/password-field.tsx';
import { Skeleton } from '@taller/shared/ui/skeleton.tsx';
import { uiTexts } from '@taller/shared/ui/texts.ts';
import { authTexts, linkTexts } from '#src/texts/auth.ts';
import { AuthFailureBox } from './auth-failure-box.tsx';
import { describeUnexpected, type AuthFailure } from './auth-failure.ts';
import { OtherAccount } from './other-account.tsx';
import { SubmitButton } from './submit-button.tsx';
import { useAuthCall } from './use-auth-call.ts';
import styles from './auth-layout.module.css';

/** A link that the shop handed over (AUTH-20): whose account it is, and its password. */
export function InvitedAccount({ token }: { token: string }) {
  const { user } = useSession();
  const navigate = useNavigate();
  const [invitation, setInvitation] = useState<Invitation | null>();
  const [failure, setFailure] = useState<AuthFailure | null>(null);
  const [overOther, setOverOther] = useState(false);
  const read = useCallback(
    () =>
      void readInvitation(token).then(setInvitation, (cause: unknown) =>
        setFailure(describeUnexpected(cause)),
      ),
    [token],
  );
  useEffect(read, [read]);
  const retry = () => {
    setFailure(null);
    read();
  };
  const stay = async () => {
    await dismissMailLink();
    void navigate(paths.dashboard.getHref(), { replace: true });
  };

  if (failure)
    return (
      <>
        <AuthFailureBox failure={failure} />
        <Button variant="primary" size="lg" block onClick={retry}>
          {uiTexts.retry}
        </Button>
      </>
    );
  if (invitation === undefined) return <Skeleton label={authTexts.loading} />;
  if (invitation === null) return <Banner tone="danger">{linkTexts.invite.refused}</Banner>;
  const { email } = invitation;
  if (user && user.email !== email && !overOther)
    return (
      <OtherAccount
        linkEmail={email}
        openEmail={user.email}
        onContinue={() => setOverOther(true)}
        onStay={stay}
      />
    );
  return <ChoosePassword token={token} email={email} />;
}

function ChoosePassword({ token, email }: { token: string; email: string }) {
  const navigate = useNavigate();
  const form = useForm<PasswordChangeInput>({
    resolver: zodResolver(passwordChangeSchema(false)),
    defaultValues: { current: '', password: '', confirmation: '' },
  });
  const { failure, run } = useAuthCall();
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async ({ password }) => {
    if (!(await run(() => redeemInvitation(token, email, password)))) return;
    await dismissMailLink();
    toast.success(authTexts.invited);
    void navigate(paths.dashboard.getHref(), { replace: true });
  });
  return (
    // oxlint-disable-next-line react/forbid-elements -- passwords only.
    <form
      className={styles.fields}
      noValidate
      onSubmit={(event) => {
        syncAutofilledFields(form, event.currentTarget);
        void submit(event);
      }}
    >
      <AuthFailureBox failure={failure} />
      <p className={styles.account}>{authTexts.accountOfLink(email)}</p>
      <PasswordField
        {...form.register('password')}
        label={authTexts.newPassword}
        hint={errors.password ? undefined : authTexts.passwordHint}
        autoComplete="new-password"
        error={errors.password?.message}
      />
      <PasswordField
        {...form.register('confirmation')}
        label={authTexts.confirmPassword}
        autoComplete="new-password"
        error={errors.confirmation?.message}
      />
      <SubmitButton label={linkTexts.invite.press} busyLabel={authTexts.updating} busy={isSubmitting} />
    </form>
  );
}
