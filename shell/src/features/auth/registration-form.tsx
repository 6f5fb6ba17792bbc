import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import {
  registrationSchema,
  type Registration,
  type RegistrationInput,
} from '@taller/shared/people/auth-schemas.ts';
import { paths } from '@taller/shared/contract/paths.ts';
import { FormPhoneField } from '@taller/shared/forms/form-phone-field.tsx';
import { FormRutField } from '@taller/shared/forms/form-rut-field.tsx';
import { Form } from '@taller/shared/forms/form.tsx';
import { Link, signUp } from '@taller/shared/runtime';
import { PasswordField } from '@taller/shared/ui/password-field.tsx';
import { TextField } from '@taller/shared/ui/text-field.tsx';
import { authTexts } from '#src/texts/auth.ts';
import { AuthFailureBox } from './auth-failure-box.tsx';
import { SubmitButton } from './submit-button.tsx';
import { useAuthCall } from './use-auth-call.ts';
import styles from './auth-layout.module.css';

const EMPTY: RegistrationInput = { email: '', password: '', fullName: '', rut: '', phone: '' };

/** Registration (AUTH-03). A wrong check digit of the RUT only warns (AUTH-07). */
export function RegistrationForm({ onRegistered }: { onRegistered: () => void }) {
  const form = useForm<RegistrationInput, unknown, Registration>({
    resolver: zodResolver(registrationSchema),
    defaultValues: EMPTY,
  });
  const { register, reset, control, formState } = form;
  const { failure, run } = useAuthCall();
  const submit = form.handleSubmit(async (registration) => {
    if (!(await run(() => signUp(registration)))) return;
    reset(EMPTY);
    onRegistered();
  });
  const { errors } = formState;

  return (
    <Form form={form} draft="registro" secrets={['password']} className={styles.fields} onSubmit={submit}>
      <AuthFailureBox failure={failure} />
      <TextField
        {...register('fullName')}
        label={authTexts.fullName}
        autoComplete="name"
        error={errors.fullName?.message}
      />
      <FormRutField control={control} name="rut" label={authTexts.rut} />
      <FormPhoneField
        control={control}
        name="phone"
        label={authTexts.phone}
        hint={authTexts.phoneHint}
        autoComplete="tel"
      />
      <TextField
        {...register('email')}
        type="email"
        label={authTexts.email}
        autoComplete="username"
        error={errors.email?.message}
      />
      <PasswordField
        {...register('password')}
        label={authTexts.password}
        hint={errors.password ? undefined : authTexts.passwordHint}
        autoComplete="new-password"
        error={errors.password?.message}
      />
      <p className={styles.hint}>
        <span>{authTexts.consent}</span> {/* In another tab: what was typed stays here. */}
        <Link to={paths.privacy.getHref()} target="_blank">
          {authTexts.privacy}
        </Link>
      </p>
      <SubmitButton
        label={authTexts.register}
        busyLabel={authTexts.registering}
        busy={formState.isSubmitting}
      />
    </Form>
  );
}
