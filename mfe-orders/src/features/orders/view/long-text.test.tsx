// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { beginningOf, LongText } from './long-text.tsx';

afterEach(cleanup);

test('ORD-88 a long text begins with whole words, and the rest is one press away', () => {
  const text = `${'palabra '.repeat(120)}final`;
  render(<LongText text={text} />);
  const shown = () => document.querySelector('p')?.textContent ?? '';
  expect(shown()).toMatch(/palabra…$/);
  expect(shown().length).toBeLessThan(500);
  fireEvent.click(screen.getByRole('button', { name: 'Ver todo', expanded: false }));
  expect(shown()).toBe(text);
  fireEvent.click(screen.getByRole('button', { name: 'Ver menos', expanded: true }));
  expect(shown()).toMatch(/…$/);
});

test('ORD-88 a short text and one word without spaces are not cut before their end', () => {
  render(<LongText text={'Dos\nlíneas'} />);
  expect(screen.queryByRole('button')).toBeNull();
  expect(document.querySelector('p')?.textContent).toBe('Dos\nlíneas');
  expect(beginningOf('x'.repeat(900))).toHaveLength(480);
  expect(
    beginningOf(Array.from({ length: 30 }, (_, line) => `línea ${line}`).join('\n')).split('\n'),
  ).toHaveLength(10);
});
