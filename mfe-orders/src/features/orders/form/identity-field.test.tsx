// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { zodResolver } from '@hookform/resolvers/zod';
import { orderFormSchema, type OrderForm, type OrderFormInput } from '@taller/shared/orders/order-schemas.ts';
import { renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { useForm, useWatch } from 'react-hook-form';
import { expect, test } from 'vitest';
import { fillIn, focusNextRequired } from './fill-in.ts';
import { IdentityField } from './identity-field.tsx';
import { EMPTY_ORDER_FORM } from './order-form-values.ts';

function Screen({ customerRut = '' }: { customerRut?: string }) {
  const form = useForm<OrderFormInput, unknown, OrderForm>({
    defaultValues: { ...EMPTY_ORDER_FORM, customerRut },
    resolver: zodResolver(orderFormSchema),
  });
  const held = useWatch({ control: form.control, name: 'customerRut' });
  return (
    <form>
      <IdentityField form={form} />
      <output>{held}</output>
      <button type="button" onClick={() => void form.trigger('customerRut', { shouldFocus: true })}>
        Revisar
      </button>
      <button
        type="button"
        onClick={() => {
          fillIn(form, { customerRut: '--/AAB123456' });
          focusNextRequired(form);
        }}
      >
        Cliente nuevo
      </button>
    </form>
  );
}

const heldText = () => screen.getByRole('status').textContent;
const without = () => screen.getByRole('checkbox', { name: 'Sin RUT / pasaporte' });

test('ORD-102 without a RUT the form asks for a document and its country, and says what is missing', async () => {
  renderScreen(<Screen />);
  fireEvent.change(screen.getByRole('textbox', { name: 'RUT' }), { target: { value: '123' } });
  fireEvent.click(without());
  expect(screen.queryByRole('textbox', { name: 'RUT' })).toBeNull();
  fireEvent.change(screen.getByRole('textbox', { name: 'Número del documento' }), {
    target: { value: 'aab-123' },
  });
  fireEvent.click(screen.getByRole('button', { name: 'Revisar' }));
  expect(await screen.findByText(/^Elige el país y escribe el número/)).toBeTruthy();
  fireEvent.change(screen.getByRole('combobox', { name: 'País' }), { target: { value: 'VE' } });
  fireEvent.click(screen.getByRole('button', { name: 'Revisar' }));
  await waitFor(() => expect(screen.queryByText(/^Elige el país y escribe el número/)).toBeNull());
  expect(heldText()).toBe('VE/aab-123');
  fireEvent.click(without());
  expect(heldText()).toBe('');
});

test('ORD-102 a document without its country is an error of the country, which takes the focus', async () => {
  renderScreen(<Screen customerRut="--/AAB123456" />);
  fireEvent.click(screen.getByRole('button', { name: 'Revisar' }));
  const country = await screen.findByRole('combobox', { name: 'País', description: /^Elige el país/ });
  expect(document.activeElement).toBe(country);
  const number = screen.getByRole('textbox', { name: 'Número del documento' });
  expect(number.getAttribute('aria-invalid')).not.toBe('true');
});

test('REC-12 ORD-102 the number of a document that was searched for leads to its country', async () => {
  renderScreen(<Screen />);
  const add = screen.getByRole('button', { name: 'Cliente nuevo' });
  fireEvent.click(add);
  const country = await screen.findByRole('combobox', { name: 'País' });
  await waitFor(() => expect(document.activeElement).toBe(country));
  fireEvent.change(country, { target: { value: 'VE' } });
  expect(heldText()).toBe('VE/AAB123456');
});

test('ORD-102 an order of somebody without a RUT is edited with its document', () => {
  renderScreen(<Screen customerRut="AR/AAB123456" />);
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Número del documento' }).value).toBe(
    'AAB123456',
  );
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'País' }).value).toBe('AR');
  expect(without()).toHaveProperty('checked', true);
});
