/** Forms of the sign-in screens. See AUTH-02, AUTH-03, AUTH-05, AUTH-06. */
import {
  emailField,
  nameField,
  passwordField,
  phoneField,
  requiredText,
  rutField,
} from '#src/values/field-schemas.ts';
import { z } from '#src/values/zod.ts';

export const loginSchema = z.object({ email: emailField(), password: passwordField() });
export type LoginInput = z.input<typeof loginSchema>;
export type Login = z.output<typeof loginSchema>;

export const registrationSchema = z.object({
  email: emailField(),
  password: passwordField(),
  fullName: nameField(),
  rut: rutField(),
  phone: phoneField(),
});
export type RegistrationInput = z.input<typeof registrationSchema>;
export type Registration = z.output<typeof registrationSchema>;

export const RECOVERY_EMAIL_REQUIRED = 'Por favor, ingresa tu correo electrónico.';

export const recoverySchema = z.object({ email: emailField(RECOVERY_EMAIL_REQUIRED) });
export type RecoveryInput = z.input<typeof recoverySchema>;

export const PASSWORDS_DIFFER = 'Las contraseñas no coinciden.';

/** New password and its confirmation; a mismatch is reported on `confirmation`. */
export const newPasswordSchema = z.object({ password: passwordField(), confirmation: z.string() }).check(
  z.refine((form) => form.password === form.confirmation, {
    error: PASSWORDS_DIFFER,
    path: ['confirmation'],
    // Also checked when the password is too short, so that both errors are shown at once.
    when: () => true,
  }),
);

/** The same, with the current password if nothing else proves the account. */
export const passwordChangeSchema = (asksCurrent: boolean) =>
  z.intersection(
    newPasswordSchema,
    z.object({ current: asksCurrent ? requiredText('Escribe tu contraseña actual.') : z.string() }),
  );
export type PasswordChangeInput = z.input<ReturnType<typeof passwordChangeSchema>>;
