// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import { useForm, useWatch } from 'react-hook-form';
import { renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { expect, test, vi } from 'vitest';
import { CannedTextArea } from './canned-text-area.tsx';

const TEXTS = ['No enciende', 'Pantalla trizada', 'Batería hinchada'];
const onKey = vi.fn<(key: string) => void>();

function Problem({ initial = '' }: { initial?: string }) {
  const form = useForm({ defaultValues: { problem: initial } });
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- stands for the dialog around the field.
    <div onKeyDown={(event) => onKey(event.key)}>
      <CannedTextArea {...form.register('problem')} label="Problema" texts={TEXTS} />
      <pre>{useWatch({ control: form.control, name: 'problem' })}</pre>
    </div>
  );
}

const area = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Problema' });
const options = () => screen.queryAllByRole('option').map((option) => option.textContent);
const chosen = () =>
  screen.queryAllByRole('option').find((option) => option.getAttribute('aria-selected') === 'true');

/** Types at the caret, as a keyboard does. */
function type(text: string): void {
  const field = area();
  field.setRangeText(text, field.selectionStart, field.selectionEnd, 'end');
  fireEvent.input(field);
}
const press = (key: string, init = {}) => fireEvent.keyDown(area(), { key, ...init });

test('CFG-61 a slash and Enter insert a text at the caret, and the form keeps the other input', () => {
  renderScreen(<Problem initial="Se cayó ayer" />);
  area().setSelectionRange(8, 8);
  type('/');
  expect(options()).toEqual(TEXTS);
  expect(area().getAttribute('aria-activedescendant')).toBe(chosen()?.id);
  press('Enter');
  expect(area().value).toBe('Se cayó No enciende ayer');
  expect(area().selectionStart).toBe('Se cayó No enciende '.length);
  expect(screen.getByRole('status').textContent).toBe('');
  expect(document.querySelector('pre')?.textContent).toBe('Se cayó No enciende ayer');
  expect(options()).toEqual([]);
});

test('CFG-61 letters filter the list, arrows go around in it, and only its own letters are replaced', () => {
  renderScreen(<Problem />);
  type('Antes /tri');
  expect(options()).toEqual(['Pantalla trizada']);
  press('Enter');
  expect(area().value).toBe('Antes Pantalla trizada');
  type(' /');
  press('ArrowUp');
  expect(chosen()?.textContent).toBe('Batería hinchada');
  press('ArrowDown');
  expect(chosen()?.textContent).toBe('No enciende');
  press('Enter');
  expect(area().value).toBe('Antes Pantalla trizada No enciende');
});

test('CFG-61 Escape closes the list and not the dialog; the slash is then an ordinary one', () => {
  renderScreen(<Problem />);
  onKey.mockClear();
  type('/');
  press('Escape');
  expect(onKey).not.toHaveBeenCalled();
  expect(options()).toEqual([]);
  type('pan');
  expect(options()).toEqual([]);
  expect(press('Enter')).toBe(true);
  expect(area().value).toBe('/pan');
  type(' /pan');
  expect(options()).toEqual(['Pantalla trizada']);
  expect(press('Enter', { ctrlKey: true })).toBe(true);
  expect(area().value).toBe('/pan /pan');
});

test('CFG-61 the button opens the list where the caret was, and a press on a text inserts it', () => {
  renderScreen(<Problem initial="Se cayó" />);
  area().setSelectionRange(7, 7);
  fireEvent.click(screen.getByRole('button', { name: 'Textos' }));
  expect(options()).toEqual(TEXTS);
  fireEvent.click(screen.getByRole('option', { name: 'Batería hinchada' }));
  expect(area().value).toBe('Se cayó Batería hinchada');
  expect(document.activeElement).toBe(area());
});

test('CFG-61 a field without texts has no button, and a slash is a slash', () => {
  function Bare() {
    const form = useForm();
    return <CannedTextArea {...form.register('problem')} label="Problema" texts={[]} />;
  }
  renderScreen(<Bare />);
  expect(screen.queryByRole('button')).toBeNull();
  type('/');
  expect(options()).toEqual([]);
  expect(press('Enter')).toBe(true);
});
