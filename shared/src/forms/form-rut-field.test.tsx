// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useForm } from 'react-hook-form';
import { afterEach, expect, test } from 'vitest';
import { FormRutField } from './form-rut-field.tsx';

afterEach(cleanup);

function Customer() {
  const { control } = useForm({ defaultValues: { rut: '' } });
  return <FormRutField control={control} name="rut" label="RUT" />;
}

const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'RUT' });

/** Changes the field as a keyboard does. */
function change(value: string, caret: number, inputType: string): void {
  fireEvent.input(field(), { target: { value, selectionStart: caret, selectionEnd: caret }, inputType });
}

test('ORD-23 the dash comes while a RUT is typed, with the caret behind it', () => {
  render(<Customer />);
  for (const key of '90355139') {
    const value = field().value + key;
    change(value, value.length, 'insertText');
  }
  expect(field().value).toBe('9035513-9');
  expect(field().selectionStart).toBe(9);
});

test('ORD-23 deleted characters stay deleted, and characters typed inside stay in place', () => {
  render(<Customer />);
  change('90355139', 8, 'deleteContentBackward');
  expect(field().value).toBe('90355139');
  change('90355139', 3, 'insertText');
  expect(field().value).toBe('90355139');
  expect(field().selectionStart).toBe(3);
  fireEvent.blur(field());
  expect(field().value).toBe('9035513-9');
});
