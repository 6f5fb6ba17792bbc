// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import { useForm } from 'react-hook-form';
import { renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { expect, test, vi } from 'vitest';
import type { OrderForm, OrderFormInput } from '@taller/shared/orders/order-schemas.ts';
import { EMPTY_ORDER_FORM } from '../form/order-form-values.ts';
import { SuggestField } from './suggest-field.tsx';

const BRANDS = ['Samsung', 'Apple', 'Xiaomi'];
const onSubmit = vi.fn<(brand: string) => void>();

function Brand() {
  const form = useForm<OrderFormInput, unknown, OrderForm>({ defaultValues: EMPTY_ORDER_FORM });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(form.getValues('brand'));
      }}
    >
      <SuggestField
        form={form}
        name="brand"
        suggestions={BRANDS}
        text={{ ...form.register('brand'), label: 'Marca' }}
      />
      <button type="submit">Guardar</button>
    </form>
  );
}

const field = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Marca' });
const options = () => screen.queryAllByRole('option').map((option) => option.textContent);
const type = (value: string) => fireEvent.input(field(), { target: { value } });
const press = (key: string) => fireEvent.keyDown(field(), { key });
const saved = () => {
  onSubmit.mockClear();
  fireEvent.click(screen.getByRole('button', { name: 'Guardar' }));
  return onSubmit.mock.calls[0]?.[0];
};

test('CFG-63 a suggestion is chosen with arrows and Enter, and the form has it', () => {
  renderScreen(<Brand />);
  expect(field().getAttribute('aria-expanded')).toBe('false');
  type('s');
  expect(field().getAttribute('aria-expanded')).toBe('true');
  expect(options()).toEqual(['Samsung']);
  expect(field().hasAttribute('aria-activedescendant')).toBe(false);
  press('ArrowDown');
  expect(field().getAttribute('aria-activedescendant')).toBe(screen.getByRole('option').id);
  expect(press('Enter')).toBe(false);
  expect(field().value).toBe('Samsung');
  expect(options()).toEqual([]);
  expect(saved()).toBe('Samsung');
});

test('CFG-63 Enter keeps the typed text until an arrow selects an option, and unlisted text stays', () => {
  renderScreen(<Brand />);
  type('Sam');
  expect(press('Enter')).toBe(true);
  expect(field().value).toBe('Sam');
  type('Otra marca');
  expect(options()).toEqual([]);
  expect(saved()).toBe('Otra marca');
});

test('CFG-63 a press or an arrow shows the whole list, Escape and leaving the field close it', () => {
  renderScreen(<Brand />);
  type('Apple');
  expect(options()).toEqual([]);
  fireEvent.blur(field());
  fireEvent.click(field());
  expect(options()).toEqual(BRANDS);
  press('Escape');
  expect(options()).toEqual([]);
  press('ArrowDown');
  expect(options()).toEqual(BRANDS);
  fireEvent.click(screen.getByRole('option', { name: 'Xiaomi' }));
  expect(field().value).toBe('Xiaomi');
  press('ArrowDown');
  fireEvent.blur(field());
  expect(options()).toEqual([]);
});
