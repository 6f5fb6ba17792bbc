import { MailAddress } from '@taller/shared/ui/mail-address.tsx';

export function Example() {
  return <MailAddress address="antonia.nunez.alvarez@correo.example" />;
}
