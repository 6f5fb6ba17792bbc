// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { useForm } from 'react-hook-form';
import { afterEach, expect, test } from 'vitest';
import { FormSelect } from './form-select.tsx';
import type { SelectOption } from './select.tsx';

afterEach(cleanup);

function Chosen({ options }: { options: readonly SelectOption[] }) {
  const { control } = useForm({ defaultValues: { supplier: 'b' } });
  return (
    <FormSelect
      control={control}
      name="supplier"
      label="Proveedor"
      placeholder="Selecciona un proveedor"
      options={options}
    />
  );
}

test('DATA-40 a choice that was made before the choices are loaded is shown once they are', () => {
  const { rerender } = render(<Chosen options={[]} />);
  const select = screen.getByLabelText<HTMLSelectElement>('Proveedor');
  expect(select.value).toBe('');
  rerender(
    <Chosen
      options={[
        { value: 'a', label: 'Ana' },
        { value: 'b', label: 'Berta' },
      ]}
    />,
  );
  expect(select.value).toBe('b');
});
