import { expect, test } from 'vitest';
import { planTable, roomIn, type ColumnShape } from './table-plan.ts';

const ORDERS: readonly (ColumnShape & { id: string })[] = [
  { id: 'number', kind: 'fact', width: 6 },
  { id: 'customer', width: 9, priority: 'high' },
  { id: 'device', width: 9 },
  { id: 'status', kind: 'fact', width: 10, priority: 'high' },
  { id: 'price', kind: 'figure', width: 6 },
  { id: 'changed', kind: 'fact', width: 6, priority: 'low' },
  { id: 'actions', kind: 'actions', width: 8 },
];
/** `number customer / device`: the names of a line, with the number of tracks of those that take more than one. */
function drawn(room: number, columns: readonly (ColumnShape & { id: string })[] = ORDERS): string {
  const { layout, cells } = planTable(columns, room);
  const line = (wanted: number) =>
    cells
      .filter(({ line: its }) => its === wanted)
      .map(
        ({ index, start, span }) => `${columns[index]?.id} ${start}${span > 1 ? `-${start + span - 1}` : ''}`,
      )
      .join(', ');
  return [layout, line(1), line(2)].filter(Boolean).join(' | ');
}

test('UI-10 with room for all its columns a list is a table, and takes no second line', () => {
  expect(drawn(58.5)).toBe('table | number 1, customer 2, device 3, status 4, price 5, changed 6, actions 7');
});

test('UI-10 what room is left goes to texts, and to figures that are compared, not to the gap after a number', () => {
  const growing = (columns: readonly ColumnShape[]) =>
    planTable(columns, 90).tracks.map(({ grows }) => grows);
  expect(growing(ORDERS)).toEqual([false, true, true, false, false, false, false]);
  expect(growing([{}, { kind: 'figure' }, { kind: 'figure' }])).toEqual([true, true, true]);
  expect(growing([{ kind: 'fact' }, { kind: 'figure' }, { kind: 'actions' }])).toEqual([true, true, false]);
  expect(growing([{}, { kind: 'fact' }, { kind: 'actions' }])).toEqual([true, false, false]);
});

test('UI-10 with less room the low columns go below the others, no more than it takes; first and actions stay', () => {
  expect(drawn(58.4)).toBe(
    'two-lines | number 1, customer 2, device 3, status 4, price 5, actions 6 | changed 1',
  );
  expect(drawn(48)).toBe(
    'two-lines | number 1, customer 2, device 3, status 4, actions 5 | price 1, changed 2',
  );
  expect(drawn(38)).toBe(
    'two-lines | number 1, customer 2, status 3, actions 4 | price 1, device 2, changed 3',
  );
});

test('UI-10 a column goes below the first that has its room, not across a narrower one and that', () => {
  const visits: readonly (ColumnShape & { id: string })[] = [
    { id: 'time', kind: 'fact', width: 4 },
    { id: 'who', width: 11 },
    { id: 'what', width: 11 },
    { id: 'actions', kind: 'actions', width: 19 },
  ];
  expect(drawn(40, visits)).toBe('two-lines | time 1, who 2, actions 3 | what 2');
});

test('UI-10 where a second line is not enough each row is a card', () => {
  expect(drawn(20)).toBe('cards');
  expect(drawn(0)).toBe('cards');
});

test('UI-10 no column has less room than it states, on either line, whatever the room', () => {
  const gap = 0.75;
  for (let room = 10; room < 70; room += 0.25) {
    const { tracks, cells } = planTable(ORDERS, room);
    const taken = tracks.reduce((sum, { width }) => sum + width + gap, tracks.length > 0 ? -gap : 0);
    expect(taken).toBeLessThanOrEqual(room);
    for (const { index, start, span } of cells) {
      const own = tracks.slice(start - 1, start - 1 + span);
      const given = own.reduce((sum, { width }) => sum + width + gap, -gap);
      expect(given, `${ORDERS[index]?.id} in ${room}`).toBeGreaterThanOrEqual(ORDERS[index]?.width ?? 0);
    }
    const shown = cells.map(({ index }) => index).toSorted((a, b) => a - b);
    expect([[], ORDERS.map((_, index) => index)]).toContainEqual(shown);
  }
});

test('UI-10 text of twice the size leaves half the room', () => {
  expect(roomIn(960, 16)).toBe(58.5);
  expect(roomIn(960, 32)).toBe(28.5);
});

test('UI-10 a name and two figures are a table on a phone', () => {
  const figures: readonly (ColumnShape & { id: string })[] = [
    { id: 'type' },
    { id: 'count', kind: 'figure' },
    { id: 'days', kind: 'figure' },
  ];
  expect(drawn(roomIn(326, 16), figures)).toBe('table | type 1, count 2, days 3');
});

test('UI-10 a name and more figures than a phone is wide for are cards, not a figure below the name', () => {
  const figures: readonly (ColumnShape & { id: string })[] = [
    { id: 'type' },
    { id: 'count', kind: 'figure' },
    { id: 'median', kind: 'figure' },
    { id: 'days', kind: 'figure' },
  ];
  expect(drawn(roomIn(326, 16), figures)).toBe('cards');
  expect(drawn(roomIn(720, 16), figures)).toBe('table | type 1, count 2, median 3, days 4');
});
