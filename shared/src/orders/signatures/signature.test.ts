import { expect, test } from 'vitest';
import {
  areStrokes,
  latestOf,
  pathOf,
  pointsOf,
  strokesOf,
  type OrderSignature,
  type SignedMoment,
} from './signature.ts';

const line = (length: number) => Array.from({ length }, (_, x) => ({ x, y: 10 }));

test('REC-78 a drawn signature is kept in a field of 1000 by 400, whatever the width of the screen', () => {
  const drawn = [
    [
      { x: 0, y: 0 },
      { x: 250, y: 100 },
      { x: 260, y: 900 },
    ],
  ];
  expect(strokesOf(drawn, 500)).toEqual([[0, 0, 500, 200, 520, 400]]);
  expect(pointsOf([[0, 0, 500, 200]], 500)).toEqual([
    [
      { x: 0, y: 0 },
      { x: 250, y: 100 },
    ],
  ]);
});

test('REC-78 points that show nothing are left out, so that a long signature fits', () => {
  const [stroke = []] = strokesOf([line(1000)], 1000);
  expect(stroke.length / 2).toBe(334);
  expect(stroke.slice(-2)).toEqual([999, 10]);
  const many = strokesOf(
    Array.from({ length: 40 }, () => line(1000)),
    1000,
  );
  expect(many.flat().length).toBeLessThanOrEqual(4000);
});

test('REC-78 a dot is no signature', () => {
  expect(areStrokes([])).toBe(false);
  expect(areStrokes([[500, 200]])).toBe(false);
  expect(areStrokes([[500, 200, 510, 205]])).toBe(false);
  expect(areStrokes([[500, 200, 530, 215]])).toBe(true);
});

test('REC-78 strokes become a path from their first to their last point; a dot is seen', () => {
  expect(pathOf([[0, 0, 10, 0, 10, 10]])).toBe('M0 0Q0 0 5 0Q10 0 10 5L10 10');
  expect(pathOf([[5, 5]])).toBe('M5 5L6 5');
});

test('REC-70 of signatures the one that counts is shown, or else the newest', () => {
  const signed = (id: string, is_current: boolean, moment: SignedMoment = 'delivery') =>
    ({ id, moment, is_current }) as OrderSignature;
  const newest = signed('3', false);
  expect(latestOf([signed('4', true, 'reception'), newest, signed('2', true)], 'delivery')?.id).toBe('2');
  expect(latestOf([newest, signed('2', false)], 'delivery')).toBe(newest);
  expect(latestOf([newest], 'reception')).toBeUndefined();
});
