// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import type { OrderForm, OrderFormInput } from '@taller/shared/orders/order-schemas.ts';
import { deskSettingsQuery } from '@taller/shared/settings/desk-settings-query.ts';
import { FIRST_VALUES } from '@taller/shared/settings/first-values.ts';
import { answer } from '@taller/shared/testing/answers.ts';
import { renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { useForm } from 'react-hook-form';
import { expect, test } from 'vitest';
import { OrderChips } from './order-chips.tsx';
import { EMPTY_ORDER_FORM, type OrderFormControls } from './order-form-values.ts';

test('REC-30 CFG-62 an accessory that is left is in the condition and once in the list, whose points stay', async () => {
  const given: { form?: OrderFormControls } = {};
  const points = [{ label: 'Pantalla', result: 'works' as const }];
  const Screen = () => {
    const form = useForm<OrderFormInput, unknown, OrderForm>({
      defaultValues: { ...EMPTY_ORDER_FORM, reception_list: { type: 'smartphone', points } },
    });
    given.form = form;
    return <OrderChips form={form} name="condition" />;
  };
  const accessories = { ...FIRST_VALUES.desk.accessories, smartphone: ['Cargador', 'Funda'] };
  renderScreen(<Screen />, {
    role: 'receptionist',
    answers: [answer(deskSettingsQuery(), { ...FIRST_VALUES.desk, accessories })],
  });
  const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
  await screen.findByRole('button', { name: 'Cargador' });
  for (const name of ['Cargador', 'Funda', 'Cargador', 'Cargador']) press(name);
  expect(given.form?.getValues('condition')).toBe('Funda, Cargador');
  const list = given.form?.getValues('reception_list');
  expect(list).toMatchObject({ type: 'smartphone', points });
  expect(list?.accessories?.map(({ label }) => label)).toEqual(['Cargador', 'Funda']);
});
