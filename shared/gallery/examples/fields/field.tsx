import { Field } from '@taller/shared/ui/field.tsx';

export function Example() {
  return (
    <Field label="Color del equipo" hint="Como se ve en el comprobante." optional>
      {(control) => <input {...control} type="color" defaultValue="#1b3a6b" />}
    </Field>
  );
}
