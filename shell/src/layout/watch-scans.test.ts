// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchScans } from './watch-scans.ts';

const onScan = vi.fn();
const onScreen = vi.fn();
const handleScreenKey = ({ key }: KeyboardEvent) => onScreen(key);
let stop = () => {};
let now = 0;

beforeEach(() => {
  onScan.mockReset();
  onScreen.mockReset();
  document.body.innerHTML = '<button>Entregar</button><input type="checkbox"><input aria-label="Notas">';
  addEventListener('keydown', handleScreenKey);
  stop = watchScans(onScan);
});
afterEach(() => {
  stop();
  removeEventListener('keydown', handleScreenKey);
  document.body.innerHTML = '';
});

/** @returns whether the key still does what the browser has it do. */
function press(key: string, pause: number, init: KeyboardEventInit & { on?: string } = {}): boolean {
  now += pause;
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init });
  Object.defineProperty(event, 'timeStamp', { value: now });
  return document.querySelector(init.on ?? 'button')?.dispatchEvent(event) ?? false;
}
function type(text: string, pause: number, on?: string): void {
  press(text.slice(0, 1), 1000, { on });
  for (const key of text.slice(1)) press(key, pause, { on });
}

test.each(['Enter', 'Tab'])(
  'REC-99 what a scanner types is one code, and its %s does nothing else',
  (end) => {
    type('INV-000', 8);
    press('Shift', 8);
    type('INV-000123', 8);
    expect(press(end, 8)).toBe(false);
    expect(onScan.mock.calls).toEqual([['INV-000123']]);
    // Each first key may be a hand's; none of the others is a command of the screen.
    expect(onScreen.mock.calls.flat()).toEqual(['I', 'Shift', 'I']);
  },
);

test('REC-99 a scanner is heard while a checkbox has the focus', () => {
  type('356938035643809', 8, '[type="checkbox"]');
  press('Enter', 8, { on: '[type="checkbox"]' });
  expect(onScan).toHaveBeenCalledExactlyOnceWith('356938035643809');
});

test.each([
  ['typed by hand', () => type('INV-000123', 90)],
  ['too short to be a code', () => type('12345', 8)],
  ['in a text field', () => type('INV-000123', 8, '[aria-label]')],
  [
    'under a dialog',
    () => {
      document.body.insertAdjacentHTML('beforeend', '<div role="dialog"></div>');
      type('INV-000123', 8);
    },
  ],
])('REC-99 what is %s is left alone', (_, keys) => {
  keys();
  expect(press('Enter', 8, { on: 'button' })).toBe(true);
  expect(onScan).not.toHaveBeenCalled();
});

test('REC-99 an Enter that comes later, a held key and a shortcut are no scan', () => {
  type('INV-000123', 8);
  expect(press('Enter', 400)).toBe(true);
  type('jjjjjj', 8);
  press('j', 8, { repeat: true });
  expect(press('Enter', 8)).toBe(true);
  type('INV-000', 8);
  press('k', 8, { ctrlKey: true });
  expect(press('Enter', 8)).toBe(true);
  expect(onScan).not.toHaveBeenCalled();
});
