// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useLayoutEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FileField } from './file-field.tsx';
import { FormNumberField } from './form-number-field.tsx';
import { NumberField } from './number-field.tsx';
import { PasswordField } from './password-field.tsx';
import { SearchBox } from './search-box.tsx';
import { Select } from './select.tsx';
import { TextField } from './text-field.tsx';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test('a field names its control and ties error, warning and hint to it', () => {
  render(<TextField label="RUT" hint="Formato: 12345678-9" error="El RUT no es válido." warning="Revisa." />);
  const input = screen.getByRole('textbox', { name: 'RUT', description: /El RUT no es válido\./ });
  expect(input.getAttribute('aria-invalid')).toBe('true');
  const described = (input.getAttribute('aria-describedby') ?? '').split(' ');
  expect(described.map((id) => document.getElementById(id)?.textContent)).toEqual([
    'El RUT no es válido.',
    'Revisa.',
    'Formato: 12345678-9',
  ]);
});

test('a field without an error is not marked invalid, and an optional one says so', () => {
  render(<TextField label="Dirección" optional />);
  const input = screen.getByRole('textbox', { name: 'Dirección (opcional)' });
  expect(input.hasAttribute('aria-invalid')).toBe(false);
  expect(input.hasAttribute('aria-describedby')).toBe(false);
});

test('a file is handed on with the same name twice, and the control is named by field and button', () => {
  const choose = vi.fn<(file: File) => void>();
  render(<FileField label="Archivo del logo" chosen="logo.svg" onChoose={choose} />);
  const input = screen.getByLabelText(/^Archivo del logo Elegir archivo$/);
  expect(screen.getByText('logo.svg')).toBeDefined();
  const file = new File(['a'], 'logo.svg');
  const pick = () => fireEvent.change(input, { target: { files: { length: 1, item: () => file } } });
  pick();
  pick();
  expect(choose.mock.calls).toEqual([[file], [file]]);
});

test('while a file is being taken, its button has the focus and opens nothing', () => {
  render(<FileField label="Archivo" loading onChoose={() => undefined} />);
  const input = screen.getByLabelText(/^Archivo/);
  input.focus();
  expect(document.activeElement).toBe(input);
  expect(fireEvent.click(input)).toBe(false);
});

test('AUTH-06 a password is hidden until it is shown, and says which it is', () => {
  render(<PasswordField label="Contraseña" />);
  const input = screen.getByLabelText('Contraseña');
  expect(input.getAttribute('type')).toBe('password');
  fireEvent.click(screen.getByRole('button', { name: 'Mostrar contraseña' }));
  expect(input.getAttribute('type')).toBe('text');
  fireEvent.click(screen.getByRole('button', { name: 'Ocultar contraseña' }));
  expect(input.getAttribute('type')).toBe('password');
});

function Amount({ onValue }: { onValue: (value: number | null) => void }) {
  const [value, setValue] = useState<number | null>(0);
  return (
    <NumberField
      label="Presupuesto"
      value={value}
      onValueChange={(next) => {
        setValue(next);
        onValue(next);
      }}
    />
  );
}

test('45.000 typed as people write it is forty-five thousand, tidied on leaving', () => {
  const onValue = vi.fn<(value: number | null) => void>();
  render(<Amount onValue={onValue} />);
  const input = screen.getByRole<HTMLInputElement>('textbox', { name: 'Presupuesto' });
  fireEvent.change(input, { target: { value: '$45000' } });
  expect(onValue).toHaveBeenLastCalledWith(45_000);
  expect(input.value).toBe('$45000');
  fireEvent.blur(input);
  expect(input.value).toBe('45.000');
});

test('INV-40 typing into a number field replaces the number; a second press places the caret', () => {
  render(<QuoteForm />);
  const input = screen.getByRole<HTMLInputElement>('textbox', { name: 'Presupuesto' });
  const selected = () => [input.selectionStart, input.selectionEnd];
  fireEvent.focus(input);
  expect(selected()).toEqual([0, 5]);
  input.setSelectionRange(2, 2);
  fireEvent.click(input);
  expect(selected()).toEqual([0, 5]);
  input.setSelectionRange(2, 2);
  fireEvent.click(input);
  expect(selected()).toEqual([2, 2]);
});

test('text that is not a number stays in the field with the value NaN; an empty field gives null', () => {
  const onValue = vi.fn<(value: number | null) => void>();
  render(<Amount onValue={onValue} />);
  const input = screen.getByRole<HTMLInputElement>('textbox', { name: 'Presupuesto' });
  fireEvent.change(input, { target: { value: '12,5' } });
  fireEvent.blur(input);
  expect(onValue).toHaveBeenLastCalledWith(Number.NaN);
  expect(input.value).toBe('12,5');
  fireEvent.change(input, { target: { value: '' } });
  expect(onValue).toHaveBeenLastCalledWith(null);
});

function QuoteForm() {
  const { control, reset } = useForm<{ quote: number | null }>({ defaultValues: { quote: 5000 } });
  return (
    <>
      <FormNumberField control={control} name="quote" label="Presupuesto" />
      <button type="button" onClick={() => reset()}>
        Deshacer
      </button>
    </>
  );
}

test('a form that is reset resets the number field', () => {
  render(<QuoteForm />);
  const input = screen.getByRole<HTMLInputElement>('textbox', { name: 'Presupuesto' });
  expect(input.value).toBe('5.000');
  fireEvent.change(input, { target: { value: '7.000' } });
  expect(input.value).toBe('7.000');
  fireEvent.click(screen.getByRole('button', { name: 'Deshacer' }));
  expect(input.value).toBe('5.000');
});

test('a select offers its choices after the placeholder', () => {
  render(
    <Select
      label="Tipo"
      placeholder="Selecciona un tipo"
      options={[{ value: 'laptop', label: 'Notebook' }]}
    />,
  );
  expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual([
    'Selecciona un tipo',
    'Notebook',
  ]);
});

test('ORD-02 a search waits 300 ms after the last key, trims the text, and does not repeat', () => {
  const onSearch = vi.fn<(text: string) => void>();
  render(<SearchBox label="Buscar" value="" onSearch={onSearch} />);
  const input = screen.getByRole('searchbox', { name: 'Buscar' });
  fireEvent.change(input, { target: { value: 'an' } });
  vi.advanceTimersByTime(299);
  fireEvent.change(input, { target: { value: 'ana ' } });
  vi.advanceTimersByTime(299);
  expect(onSearch).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(onSearch.mock.calls).toEqual([['ana']]);
});

test('a search starts at once on Enter and ends at once on Escape', () => {
  const onSearch = vi.fn<(text: string) => void>();
  const { rerender } = render(<SearchBox label="Buscar" value="" onSearch={onSearch} />);
  const input = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Buscar' });
  fireEvent.change(input, { target: { value: 'ana' } });
  fireEvent.keyDown(input, { key: 'Enter' });
  expect(onSearch).toHaveBeenLastCalledWith('ana');
  rerender(<SearchBox label="Buscar" value="ana" onSearch={onSearch} />);
  fireEvent.keyDown(input, { key: 'Escape' });
  expect(onSearch).toHaveBeenLastCalledWith('');
  expect(input.value).toBe('');
});

test('UI-31 a search that another has just replaced is not done, however late the debounce is cancelled', () => {
  const onSearch = vi.fn();
  /** Lets the debounce run out between the change of the value and the effects that follow it. */
  function Box({ value }: { value: string }) {
    useLayoutEffect(() => void vi.advanceTimersByTime(300));
    return <SearchBox label="Buscar" value={value} onSearch={onSearch} />;
  }
  const { rerender } = render(<Box value="" />);
  rerender(<Box value="Velero" />);
  vi.advanceTimersByTime(300);
  expect(onSearch).not.toHaveBeenCalled();
});

test('ORD-03 typing replaces a 0, and other amounts stay', () => {
  render(<Amount onValue={() => undefined} />);
  const input = screen.getByRole<HTMLInputElement>('textbox', { name: 'Presupuesto' });
  fireEvent.focus(input);
  expect([input.selectionStart, input.selectionEnd]).toEqual([0, 1]);
  fireEvent.change(input, { target: { value: '45990' } });
  input.setSelectionRange(2, 2);
  fireEvent.click(input);
  expect([input.selectionStart, input.selectionEnd]).toEqual([2, 2]);
});
