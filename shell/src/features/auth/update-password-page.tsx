import { useState } from 'react';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { paths } from '@taller/shared/contract/paths.ts';
import { passwordChangeSchema, type PasswordChangeInput } from '@taller/shared/people/auth-schemas.ts';
import { provePassword, WRONG_OWN_PASSWORD } from '@taller/shared/people/sessions/prove-password.ts';
import {
  acceptMailLink,
  dismissMailLink,
  toast,
  updatePassword,
  useLocation,
  useMailLink,
  useNavigate,
  useSession,
  type AuthOutcome,
  redeemMailLink,
  type MailLink,
} from '@taller/shared/runtime';
import { syncAutofilledFields } from '@taller/shared/forms/sync-autofilled-fields.ts';
import { Banner } from '@taller/shared/ui/banner.tsx';
import { LinkButton } from '@taller/shared/ui/link-button.tsx';
import { PasswordField } from '@taller/shared/ui/password-field.tsx';
import { Skeleton } from '@taller/shared/ui/skeleton.tsx';
import { authTexts, linkTexts } from '#src/texts/auth.ts';
import { AuthFailureBox } from './auth-failure-box.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { CodeForm } from './code-form.tsx';
import { InvitedAccount } from './invited-account.tsx';
import { OtherAccount } from './other-account.tsx';
import { UnansweredSession } from './unanswered-session.tsx';
import { UNANSWERED } from './unanswered.ts';
import { SubmitButton } from './submit-button.tsx';
import { useAuthCall } from './use-auth-call.ts';
import styles from './auth-layout.module.css';
import { Button } from '@taller/shared/ui/button.tsx';

/**
 * Redeems a mailed link by a press. Opening its page uses nothing up: programs that check mails open pages too
 * (SEC-81). If the server could not be asked, the link stays to be pressed again.
 */
function RedeemLink({ link }: { link: Extract<MailLink, { status: 'open' }> }) {
  const { failure, run } = useAuthCall();
  const [busy, setBusy] = useState(false);
  const redeem = async () => {
    setBusy(true);
    await run(redeemMailLink);
    setBusy(false);
  };
  const { text, press } = linkTexts[link.kind];
  return (
    <>
      <AuthFailureBox failure={failure} />
      <p>{text}</p>
      <Button variant="primary" size="lg" block loading={busy} onClick={() => void redeem()}>
        {press}
      </Button>
    </>
  );
}

/**
 * Whether a mailed link carries an error instead of a session: `#error=access_denied&error_code=otp_expired&…` if it
 * was used or has expired.
 */
function isBrokenLink(fragment: string): boolean {
  const answer = new URLSearchParams(fragment.replace(/^#/, ''));
  return answer.has('error') || answer.has('error_code');
}

const NEW_PASSWORD = { title: authTexts.updateTitle, intro: authTexts.updateIntro };

/** /update-password (AUTH-06): opened by a mailed link, which proves the account, or from the user's profile. */
export function UpdatePasswordPage() {
  const link = useMailLink();
  const kind = link.status === 'invited' ? 'invite' : 'kind' in link ? link.kind : null;
  const { title, intro } = kind ? linkTexts[kind] : NEW_PASSWORD;
  return (
    <AuthLayout title={title} intro={intro}>
      <NewPassword />
    </AuthLayout>
  );
}

function NewPassword() {
  const { hash } = useLocation();
  const session = useSession();
  const link = useMailLink();
  const [overOther, setOverOther] = useState(false);
  const navigate = useNavigate();
  const stay = async () => {
    await dismissMailLink();
    void navigate(paths.dashboard.getHref(), { replace: true });
  };
  if (isBrokenLink(hash)) return <NoLink text={authTexts.linkExpired} />;
  if (link.status === 'refused') return <NoLink text={linkTexts[link.kind].refused} />;
  if (link.status === 'open') return <RedeemLink link={link} />;
  if (link.status === 'invited') return <InvitedAccount token={link.token} />;
  if (link.status === 'email-changed')
    return (
      <Banner tone="success">{link.isComplete ? authTexts.emailChanged : authTexts.emailHalfChanged}</Banner>
    );
  if (link.status === 'none' && session.status === 'loading' && session.unanswered)
    return <UnansweredSession unanswered={session.unanswered} />;
  if (session.status === 'loading') return <Skeleton label={authTexts.loading} />;
  if (link.status === 'none')
    return session.user ? <NewPasswordForm email={null} /> : <NoLink text={authTexts.linkExpired} />;
  if (session.user && session.user.id !== link.userId && !overOther) {
    return (
      <OtherAccount
        linkEmail={link.email}
        openEmail={session.user.email}
        onContinue={() => setOverOther(true)}
        onStay={stay}
      />
    );
  }
  if (link.codeNeeded) {
    return (
      <>
        <p>{authTexts.codeIntro}</p>
        <CodeForm onGiveUp={stay} />
      </>
    );
  }
  return <NewPasswordForm email={link.email} />;
}

/** Without a verified account no password can be set. */
function NoLink({ text }: { text: string }) {
  return (
    <>
      <Banner tone="danger">{text}</Banner>
      <LinkButton to={paths.forgotPassword.getHref()} variant="primary" size="lg" block>
        {authTexts.askAgain}
      </LinkButton>
    </>
  );
}

/** @param email the account verified by a link; null for the signed-in one. */
function NewPasswordForm({ email }: { email: string | null }) {
  const navigate = useNavigate();
  const form = useForm<PasswordChangeInput>({
    resolver: zodResolver(passwordChangeSchema(email === null)),
    defaultValues: { current: '', password: '', confirmation: '' },
  });
  const { register, handleSubmit, setError, formState } = form;
  const { failure, run } = useAuthCall();
  const [unanswered, setUnanswered] = useState<string | null>(null);
  const update = async (password: string, current?: string): Promise<AuthOutcome> => {
    const outcome = await updatePassword(password, current);
    if (outcome.ok) return outcome;
    // An earlier request, whose response was lost, has set this password.
    if (outcome.code === 'same_password' && password === unanswered) return { ok: true };
    if (UNANSWERED.has(outcome.code)) setUnanswered(password);
    return outcome;
  };
  /** The outcome of the change; undefined if the current password is wrong, which is said beside its field. */
  const change = async (password: string, current: string): Promise<AuthOutcome | undefined> => {
    if (email !== null) return update(password);
    // After a lost answer the current password may be the new one already.
    if (password === unanswered) {
      const outcome = await update(password);
      if (outcome.ok || outcome.code !== 'current_password_required') return outcome;
    }
    return (await provePassword(current)) ? update(password, current) : undefined;
  };
  const submit = handleSubmit(async ({ password, current }) => {
    let isWrong = false;
    const isDone = await run(async () => {
      const outcome = await change(password, current);
      isWrong = outcome === undefined;
      return outcome ?? { ok: true };
    });
    if (isWrong) return setError('current', { message: WRONG_OWN_PASSWORD });
    if (!isDone) return;
    if (email !== null) await acceptMailLink();
    toast.success(authTexts.updated);
    void navigate(paths.dashboard.getHref(), { replace: true });
  });
  const { errors } = formState;

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
      {email !== null && <p className={styles.account}>{authTexts.accountOfLink(email)}</p>}
      {email === null && (
        <PasswordField
          {...register('current')}
          label={authTexts.currentPassword}
          autoComplete="current-password"
          error={errors.current?.message}
        />
      )}
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
      <SubmitButton
        label={authTexts.updatePassword}
        busyLabel={authTexts.updating}
        busy={formState.isSubmitting}
      />
    </form>
  );
}
