import { TextField } from '@taller/shared/ui/text-field.tsx';

export function Example() {
  return (
    <>
      <TextField label="Nombre completo" placeholder="Ana Pizarro" />
      <TextField label="RUT" hint="Formato: 12345678-9" defaultValue="12.345" error="El RUT no es válido." />
      <TextField label="RUT" defaultValue="12345678-9" warning="El dígito verificador no coincide." />
      <TextField label="Dirección" optional />
      <TextField label="Correo" disabled value="ana@correo.cl" readOnly />
    </>
  );
}
