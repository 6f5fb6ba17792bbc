// @vitest-environment jsdom
import type { OrderForm, OrderFormInput } from '@taller/shared/orders/order-schemas.ts';
import { staffNamesQuery, techniciansQuery } from '@taller/shared/people/staff-queries.ts';
import { answer } from '@taller/shared/testing/answers.ts';
import { renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { screen } from '@testing-library/react';
import { useForm } from 'react-hook-form';
import { expect, test } from 'vitest';
import { OrderField } from './order-field.tsx';
import { EMPTY_ORDER_FORM } from './order-form-values.ts';

function Technician() {
  const form = useForm<OrderFormInput, unknown, OrderForm>({
    defaultValues: { ...EMPTY_ORDER_FORM, technicianId: 'a1' },
  });
  return <OrderField form={form} name="technicianId" />;
}

test('ORD-06 an admin who repairs an order is named in its form', () => {
  renderScreen(<Technician />, {
    role: 'receptionist',
    answers: [
      answer(techniciansQuery(), [{ id: 't1', full_name: 'Rodrigo Peña' }]),
      answer(
        staffNamesQuery(),
        new Map([
          ['a1', 'Ana Dueña'],
          ['t1', 'Rodrigo Peña'],
        ]),
      ),
    ],
  });
  const field = screen.getByRole<HTMLSelectElement>('combobox');
  expect(field.selectedOptions[0]?.textContent).toBe('Ana Dueña');
  expect([...field.options].map(({ text }) => text)).toEqual(['Sin asignar', 'Rodrigo Peña', 'Ana Dueña']);
});
