// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react';
import { BULK_LIMIT } from '@taller/shared/orders/bulk-rules.ts';
import type { OrderListItem } from '@taller/shared/orders/order-list-queries.ts';
import type { KeyboardEvent } from 'react';
import { afterEach, expect, test } from 'vitest';
import { useSelection } from './use-selection.ts';

const order = (number: number, version = 1) =>
  ({
    id: `o${number}`,
    order_number: number,
    version,
    status: 'pending',
    technician_id: null,
  }) as OrderListItem;
const page = (from: number, count = 20) => Array.from({ length: count }, (_, index) => order(from + index));

const open = (orders: OrderListItem[]) =>
  renderHook(({ shown }) => useSelection(shown), { initialProps: { shown: orders } });
type Opened = ReturnType<typeof open>;
const ids = ({ result }: Opened) => [...result.current.selected.keys()].join(' ');
const press = (
  { result }: Opened,
  key: string,
  focused: number,
  more: Partial<KeyboardEvent> = {},
  next?: number,
) =>
  act(() => {
    result.current.handleKey({ key, ...more } as KeyboardEvent, focused, next);
  });
const toggle = ({ result }: Opened, which: OrderListItem, range = false) =>
  act(() => result.current.toggle(which, range));

let opened: Opened | undefined;
afterEach(() => {
  act(() => opened?.result.current.clear());
  cleanup();
});

test('ORD-78 x selects and deselects the focused row, Shift with arrows extends the selection, Escape clears it', () => {
  opened = open(page(1));
  press(opened, 'x', 2);
  expect(ids(opened)).toBe('o3');
  press(opened, 'ArrowDown', 2, { shiftKey: true }, 3);
  press(opened, 'ArrowDown', 3, { shiftKey: true }, 4);
  expect(ids(opened)).toBe('o3 o4 o5');
  press(opened, 'x', 3);
  expect(ids(opened)).toBe('o3 o5');
  press(opened, 'ArrowDown', 3, {}, 4);
  press(opened, 'x', 4, { ctrlKey: true });
  expect(ids(opened)).toBe('o3 o5');
  press(opened, 'Escape', 4);
  expect(ids(opened)).toBe('');
});

test('ORD-78 a range goes from the row selected last to the one pressed with Shift, in both directions', () => {
  opened = open(page(1));
  toggle(opened, order(5));
  toggle(opened, order(8), true);
  expect(ids(opened)).toBe('o5 o6 o7 o8');
  toggle(opened, order(7), true);
  toggle(opened, order(3), true);
  expect(ids(opened).split(' ').toSorted().join(' ')).toBe('o3 o4 o5 o6 o7 o8');
});

test('ORD-78 Ctrl+A selects the page; pages add up to the limit and no further', () => {
  opened = open(page(1));
  press(opened, 'a', 0, { ctrlKey: true });
  for (const from of [21, 41]) {
    opened.rerender({ shown: page(from) });
    press(opened, 'a', 0, { ctrlKey: true });
  }
  expect(opened.result.current.selected.size).toBe(BULK_LIMIT);
  expect(opened.result.current.selected.has('o1')).toBe(true);
  toggle(opened, order(60));
  expect(opened.result.current.selected.has('o60')).toBe(false);
});

test('ORD-78 a live change renews a selected order; paging and coming back keep the selection', () => {
  opened = open(page(1));
  toggle(opened, order(2));
  opened.rerender({ shown: [order(1), order(2, 5)] });
  expect(opened.result.current.selected.get('o2')?.version).toBe(5);
  opened.rerender({ shown: page(21) });
  opened.unmount();
  opened = open(page(1));
  expect(ids(opened)).toBe('o2');
});

test('ORD-77 after a change, changed and deleted orders leave the selection; the others stay with the server’s reason', () => {
  opened = open(page(1));
  for (const number of [1, 2, 3, 4]) toggle(opened, order(number));
  const told = { reason: null, version: 7, status: 'completed', technician_id: null } as const;
  act(() =>
    opened?.result.current.settle([
      { ...told, id: 'o1', outcome: 'done' },
      { ...told, id: 'o2', outcome: 'gone', version: null, status: null },
      { ...told, id: 'o3', outcome: 'conflict' },
    ]),
  );
  expect(ids(opened)).toBe('o3 o4');
  expect(opened.result.current.selected.get('o3')).toMatchObject({ version: 7, status: 'completed' });
});
