// @vitest-environment jsdom
import { act, fireEvent, screen } from '@testing-library/react';
import type { OrderForm, OrderFormInput } from '@taller/shared/orders/order-schemas.ts';
import { deskSettingsQuery } from '@taller/shared/settings/desk-settings-query.ts';
import { FIRST_VALUES } from '@taller/shared/settings/first-values.ts';
import { answer } from '@taller/shared/testing/answers.ts';
import { renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { useForm } from 'react-hook-form';
import { expect, test } from 'vitest';
import { EMPTY_ORDER_FORM, type OrderFormControls } from '../form/order-form-values.ts';
import { NewOrderChecklist } from './new-order-checklist.tsx';

const CHECKPOINTS = {
  ...FIRST_VALUES.desk.checkpoints,
  smartphone: ['Pantalla', 'Señal'],
  tablet: ['Lápiz'],
  others: [],
};

function show() {
  const given: { form?: OrderFormControls } = {};
  const Screen = () => {
    const form = useForm<OrderFormInput, unknown, OrderForm>({ defaultValues: EMPTY_ORDER_FORM });
    given.form = form;
    return (
      <div role="dialog" aria-label="Nueva orden">
        <input aria-label="Modelo" />
        <NewOrderChecklist form={form} />
      </div>
    );
  };
  renderScreen(<Screen />, {
    role: 'receptionist',
    answers: [answer(deskSettingsQuery(), { ...FIRST_VALUES.desk, checkpoints: CHECKPOINTS })],
  });
  const { form } = given;
  if (!form) throw new Error('no form');
  return form;
}
const works = (label: string) => ({ label, result: 'works' });

test('REC-120 one key in any field says that all works, and the points are shown on request', async () => {
  const form = show();
  const all = await screen.findByRole('button', { name: 'Todo funciona' });
  expect(form.getValues('reception_list')).toBeNull();
  expect(screen.queryByRole('radiogroup')).toBeNull();
  fireEvent.keyDown(screen.getByLabelText('Modelo'), { code: 'KeyT', key: 't', altKey: true });
  expect(form.getValues('reception_list')).toEqual({
    type: 'smartphone',
    points: [works('Pantalla'), works('Señal')],
  });
  expect(screen.getByText('Funcionan: 2 · Fallan: 0 · No probados: 0')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Punto por punto' }));
  fireEvent.keyDown(screen.getByRole('radiogroup', { name: 'Señal' }), { key: '2' });
  expect(form.getValues('reception_list')?.points).toEqual([
    works('Pantalla'),
    { label: 'Señal', result: 'fails' },
  ]);
  expect(all.textContent).toBe('El resto funciona');
});

test('REC-120 another kind of device has its own points, and without any there is no list', async () => {
  const form = show();
  fireEvent.click(await screen.findByRole('button', { name: 'Todo funciona' }));
  act(() => form.setValue('equipmentType', 'tablet'));
  expect(screen.getByText('Funcionan: 0 · Fallan: 0 · No probados: 1')).toBeDefined();
  act(() => form.setValue('equipmentType', 'others'));
  expect(screen.queryByRole('button', { name: 'Todo funciona' })).toBeNull();
});
