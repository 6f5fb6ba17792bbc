// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import { useForm, useWatch } from 'react-hook-form';
import { expect, test } from 'vitest';
import { catalogQuery } from '@taller/shared/stock/inventory/inventory-queries.ts';
import type { ScreenOrder, ScreenOrderInput } from '@taller/shared/stock/stock-schemas.ts';
import { answer } from '@taller/shared/testing/answers.ts';
import { renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { SupplierField } from './supplier-field.tsx';

function Form() {
  const { control } = useForm<ScreenOrderInput, unknown, ScreenOrder>({ defaultValues: { proveedor: '' } });
  return (
    <>
      <SupplierField control={control} />
      <output>{useWatch({ control, name: 'proveedor' })}</output>
    </>
  );
}

test('INV-04 PART-40 the two suppliers come first, then the catalog’s once each; a new one is typed', async () => {
  const known = [
    { id: '1', name: 'Repuestos Ñuble' },
    { id: '2', name: 'FullMobile' },
  ];
  renderScreen(<Form />, { role: 'technician', answers: [answer(catalogQuery('suppliers'), known)] });
  const list = await screen.findByLabelText('Proveedor');
  await screen.findByRole('option', { name: 'Repuestos Ñuble' });
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'Selecciona un proveedor',
    'FullMobile',
    'Stark Comunicaciones',
    'Repuestos Ñuble',
    'Otro proveedor…',
  ]);
  fireEvent.change(list, { target: { value: 'Repuestos Ñuble' } });
  expect(screen.getByRole('status').textContent).toBe('Repuestos Ñuble');
  fireEvent.change(list, { target: { value: 'otro' } });
  fireEvent.change(screen.getByLabelText('Nombre del proveedor'), { target: { value: 'Mayorista Sur' } });
  expect(screen.getByRole('status').textContent).toBe('Mayorista Sur');
  fireEvent.change(list, { target: { value: 'FullMobile' } });
  expect(screen.queryByLabelText('Nombre del proveedor')).toBeNull();
  expect(screen.getByRole('status').textContent).toBe('FullMobile');
});
