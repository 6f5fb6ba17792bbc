import { expect, test } from 'vitest';
import { hasText, toggleText } from './toggle-text.ts';

test.each([
  ['', 'Cargador'],
  ['   ', 'Cargador'],
  ['Rayas', 'Rayas, Cargador'],
  ['Rayas.', 'Rayas. Cargador'],
  ['Rayas,', 'Rayas, Cargador'],
  ['Rayas\n', 'Rayas\nCargador'],
  ['Cargador de auto', 'Cargador de auto, Cargador'],
])('CFG-62 a press on a suggested text adds it to %j', (value, with_) => {
  expect(toggleText(value, 'Cargador')).toBe(with_);
  expect(hasText(value, 'Cargador')).toBe(false);
  expect(hasText(with_, 'Cargador')).toBe(true);
});

test.each([
  ['Cargador', ''],
  ['Rayas, Cargador', 'Rayas'],
  ['Rayas, Cargador, Funda', 'Rayas, Funda'],
  ['Cargador, Funda', 'Funda'],
  ['Rayas. Cargador', 'Rayas.'],
  ['Rayas\nCargador', 'Rayas\n'],
  ['Cargador de auto, Cargador. Funda', 'Cargador de auto. Funda'],
])('CFG-62 a second press on a suggested text removes exactly that text from %j', (value, without) => {
  expect(hasText(value, 'Cargador')).toBe(true);
  expect(toggleText(value, 'Cargador')).toBe(without);
});

test('CFG-62 two presses leave the text as typed, whatever surrounds it', () => {
  for (const typed of ['Rayas', 'Rayas.', 'Con golpes; sin tapa', 'Una\n', 'Cargadores', 'a, b, c'])
    expect([typed, toggleText(toggleText(typed, 'Cargador'), 'Cargador')]).toEqual([typed, typed]);
});
