import { expect, test } from 'vitest';
import {
  allWork,
  comparePoints,
  keptAccessories,
  mergeLists,
  pointsToTry,
  withTyped,
  type Lists,
  type Result,
} from './checklist.ts';

const lists = (results: Readonly<Record<string, Result>>, accessories: readonly string[] = []): Lists => ({
  points: Object.entries(results).map(([label, result]) => ({ label, result })),
  accessories: accessories.map((label) => ({ id: `id-${label}`, label })),
});

test('REC-28 a new list begins with what was not tried, and keeps what is known of a point', () => {
  expect(pointsToTry(['Pantalla', 'Señal'], [{ label: 'senal', result: 'fails' }])).toEqual([
    { label: 'Pantalla', result: 'untested' },
    { label: 'Señal', result: 'fails' },
  ]);
});

test('REC-28 all work by one press, which takes no failure back', () => {
  const { points } = lists({ Pantalla: 'untested', Señal: 'fails', Carga: 'works' });
  expect(allWork(points)).toEqual(lists({ Pantalla: 'works', Señal: 'fails', Carga: 'works' }).points);
});

test('REC-28 what differs at the delivery is told; what was not tried differs from nothing', () => {
  const before = lists({
    Pantalla: 'works',
    Cámara: 'fails',
    Señal: 'untested',
    Carga: 'works',
    Wifi: 'works',
  });
  const after = lists({
    camara: 'works',
    Pantalla: 'fails',
    Señal: 'fails',
    Carga: 'untested',
    Botones: 'fails',
  });
  expect(comparePoints(before.points, after.points)).toEqual([
    { label: 'Pantalla', before: 'works', after: 'fails', change: 'broke' },
    { label: 'Cámara', before: 'fails', after: 'works', change: 'repaired' },
    { label: 'Señal', before: 'untested', after: 'fails', change: null },
    { label: 'Carga', before: 'works', after: 'untested', change: null },
    { label: 'Wifi', before: 'works', after: null, change: null },
    { label: 'Botones', before: null, after: 'fails', change: null },
  ]);
});

test('REC-28 an accessory that did not go out is told by its id, whatever it is called now', () => {
  const reception = lists({}, ['Funda', 'Cargador']);
  const delivery: Lists = { points: [], accessories: [{ id: 'id-Funda', label: 'Funda azul' }] };
  expect(keptAccessories(reception, delivery).map(({ label }) => label)).toEqual(['Cargador']);
});

test('REC-23 two lists become one: the own result stays where both changed a point, and that is told', () => {
  const base = lists({ Pantalla: 'untested', Señal: 'untested', Carga: 'untested' }, ['Funda', 'Chip']);
  const mine = lists({ Pantalla: 'works', Señal: 'untested', Carga: 'fails' }, ['Funda', 'Cargador']);
  const theirs = lists({ Pantalla: 'fails', Señal: 'works', Carga: 'fails', Huella: 'works' }, [
    'Chip',
    'Bolso',
  ]);
  const { lists: joined, clashes } = mergeLists(base, mine, theirs);
  expect(joined).toEqual({
    points: lists({ Pantalla: 'works', Señal: 'works', Carga: 'fails', Huella: 'works' }).points,
    // Each added one, and took one away.
    accessories: lists({}, ['Bolso', 'Cargador']).accessories,
  });
  expect(clashes).toEqual([{ label: 'Pantalla', mine: 'works', theirs: 'fails' }]);
});

test('REC-28 accessories that are typed after each other are one each, and none is there twice', () => {
  const { accessories } = lists({}, ['Funda']);
  const all = withTyped(accessories, ' Cable  USB, funda,, Lápiz;lapiz ');
  expect(all.map(({ label }) => label)).toEqual(['Funda', 'Cable USB', 'Lápiz']);
  expect(all[0]).toBe(accessories[0]);
});
