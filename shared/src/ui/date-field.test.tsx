// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { DateField } from './date-field.tsx';

afterEach(cleanup);

function Example({ initial = '' }: { initial?: string }) {
  const [value, setValue] = useState(initial);
  return (
    <>
      <DateField label="Desde" value={value} onValueChange={setValue} />
      <output>{value}</output>
      <button type="button" onClick={() => setValue('2026-11-21')}>
        Hoy
      </button>
    </>
  );
}
const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Desde' });
const value = () => screen.getByRole('status').textContent;
const type = (text: string) => fireEvent.change(field(), { target: { value: text } });

test('ORD-35 a date reads day, month, year, and is typed so', () => {
  render(<Example initial="2032-01-05" />);
  expect(field().value).toBe('05-01-2032');
  expect(field().placeholder).toBe('dd-mm-aaaa');
  type('6/1/2032');
  expect(value()).toBe('2032-01-06');
  expect(field().value).toBe('6/1/2032');
  fireEvent.blur(field());
  expect(field().value).toBe('06-01-2032');
});

test('ORD-35 a date is written out on leaving, also before its value is back', () => {
  render(<DateField label="Desde" value="" onValueChange={() => undefined} />);
  type('2032-01-06');
  fireEvent.blur(field());
  expect(field().value).toBe('06-01-2032');
});

test('ORD-35 an incomplete date has no value, keeps what was typed, and says on blur how to write it', () => {
  render(<Example initial="2032-01-05" />);
  type('06-01');
  expect([value(), field().value]).toEqual(['', '06-01']);
  expect(field().getAttribute('aria-invalid')).toBeNull();
  fireEvent.blur(field());
  expect(field().value).toBe('06-01');
  expect(screen.getByText('Escribe la fecha como dd-mm-aaaa.')).toBeDefined();
  type('');
  expect(screen.queryByText('Escribe la fecha como dd-mm-aaaa.')).toBeNull();
});

test('ORD-35 a value from outside, the picker’s included, replaces the text', () => {
  const { container } = render(<Example />);
  fireEvent.click(screen.getByRole('button', { name: 'Hoy' }));
  expect(field().value).toBe('21-11-2026');
  const picker = container.querySelector('input[type=date]');
  if (!picker) throw new Error('The picker is missing');
  fireEvent.change(picker, { target: { value: '2026-12-01' } });
  expect([value(), field().value]).toEqual(['2026-12-01', '01-12-2026']);
});
