import { useForm } from 'react-hook-form';
import { Form } from '@taller/shared/forms/form.tsx';
import { Button } from '@taller/shared/ui/button.tsx';
import { FormDateField } from '@taller/shared/ui/form-date-field.tsx';
import { FormNumberField } from '@taller/shared/ui/form-number-field.tsx';
import { FormSelect } from '@taller/shared/ui/form-select.tsx';
import { TextField } from '@taller/shared/ui/text-field.tsx';

interface Repair {
  name: string;
  type: string;
  price: number | null;
  date: string;
}

const TYPES = [
  { value: 'smartphone', label: 'Smartphone' },
  { value: 'laptop', label: 'Notebook' },
];

export function Example() {
  const form = useForm<Repair>({ defaultValues: { name: '', type: '', price: null, date: '' } });
  const { control, register, formState } = form;
  return (
    <Form form={form} draft="ejemplo" onSubmit={form.handleSubmit(() => form.reset())}>
      <TextField
        label="Nombre"
        error={formState.errors.name?.message}
        {...register('name', { required: 'Falta el nombre' })}
      />
      <FormSelect
        control={control}
        name="type"
        label="Tipo"
        placeholder="Selecciona un tipo"
        options={TYPES}
      />
      <FormNumberField control={control} name="price" label="Precio" prefix="$" />
      <FormDateField control={control} name="date" label="Fecha" />
      <Button type="submit" variant="primary">
        Guardar
      </Button>
    </Form>
  );
}
