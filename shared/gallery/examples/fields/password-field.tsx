import { PasswordField } from '@taller/shared/ui/password-field.tsx';

export function Example() {
  return <PasswordField label="Contraseña" autoComplete="off" defaultValue="secreto" />;
}
