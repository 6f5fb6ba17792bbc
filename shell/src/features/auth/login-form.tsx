import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { paths } from '@taller/shared/contract/paths.ts';
import { loginSchema, type Login, type LoginInput } from '@taller/shared/people/auth-schemas.ts';
import { syncAutofilledFields } from '@taller/shared/forms/sync-autofilled-fields.ts';
import { Link, signIn } from '@taller/shared/runtime';
import { PasswordField } from '@taller/shared/ui/password-field.tsx';
import { TextField } from '@taller/shared/ui/text-field.tsx';
import { authTexts } from '#src/texts/auth.ts';
import { AuthFailureBox } from './auth-failure-box.tsx';
import { SubmitButton } from './submit-button.tsx';
import { useAuthCall } from './use-auth-call.ts';
import styles from './auth-layout.module.css';

const EMPTY: LoginInput = { email: '', password: '' };

/**
 * E-mail and password (AUTH-02). Afterwards the guard of /auth redirects to the requested page or the panel.
 * @param onTry called on every submit, to clear earlier success messages.
 */
export function LoginForm({ onTry }: { onTry: () => void }) {
  const form = useForm<LoginInput, unknown, Login>({
    resolver: zodResolver(loginSchema),
    defaultValues: EMPTY,
  });
  const { register, handleSubmit, formState } = form;
  const { failure, run } = useAuthCall();
  const submit = handleSubmit(async ({ email, password }) => {
    onTry();
    await run(() => signIn(email, password));
  });

  return (
    // oxlint-disable-next-line react/forbid-elements -- a password is not kept, and the browser fills it in.
    <form
      className={styles.fields}
      noValidate
      onSubmit={(event) => {
        syncAutofilledFields(form, event.currentTarget);
        void submit(event);
      }}
    >
      <AuthFailureBox failure={failure} />
      <TextField
        {...register('email')}
        type="email"
        label={authTexts.email}
        autoComplete="username"
        error={formState.errors.email?.message}
      />
      <PasswordField
        {...register('password')}
        label={authTexts.password}
        autoComplete="current-password"
        error={formState.errors.password?.message}
      />
      <SubmitButton label={authTexts.signIn} busyLabel={authTexts.signingIn} busy={formState.isSubmitting} />
      <p>
        <Link to={paths.forgotPassword.getHref()} className={styles.link} data-target>
          {authTexts.forgot}
        </Link>
      </p>
    </form>
  );
}
