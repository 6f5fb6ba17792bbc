import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import * as lock from './pattern-lock.ts';

test('ORD-05 canvas 240, 300 ms per segment', () => {
  expect(lock.PATTERN_CANVAS_SIZE).toBe(240);
  expect(lock.PATTERN_SEGMENT_MS).toBe(300);
});

test('ORD-05 the value is the dots visited, joined by dashes, each once', () => {
  expect(lock.formatPattern([1, 2, 3])).toBe('1-2-3');
  expect(lock.parsePattern('1-2-3')).toEqual([1, 2, 3]);
  expect(lock.isPattern('5')).toBe(true);
  for (const wrong of ['', '0', '1-2-', '1--2', '1-2-1', '10', '1,2', '-1', '1-2-3-4-5-6-7-8-9-1']) {
    expect(lock.parsePattern(wrong)).toBeNull();
  }
});

test('ORD-126 people read a pattern as its cells in order, with arrows', () => {
  expect(lock.patternSteps('1-5-9')).toBe('1 → 5 → 9');
  expect(lock.patternSteps('5')).toBe('5');
});

test('ORD-05 dots lie row by row on the canvas', () => {
  expect(lock.dotCentre(1)).toEqual({ x: 40, y: 40 });
  expect(lock.dotCentre(5)).toEqual({ x: 120, y: 120 });
  expect(lock.dotCentre(6)).toEqual({ x: 200, y: 120 });
  expect(lock.dotCentre(7, 120)).toEqual({ x: 20, y: 100 });
  for (const dot of lock.PATTERN_DOTS) expect(lock.dotAt(lock.dotCentre(dot))).toBe(dot);
  expect(lock.dotAt({ x: 80, y: 80 })).toBeNull();
  expect(lock.dotAt({ x: 0, y: 0 })).toBeNull();
});

test('ORD-05 a straight line visits the dot in the middle, once', () => {
  expect(lock.dotBetween(1, 3)).toBe(2);
  expect(lock.dotBetween(1, 9)).toBe(5);
  expect(lock.dotBetween(3, 7)).toBe(5);
  expect(lock.dotBetween(2, 8)).toBe(5);
  expect(lock.dotBetween(1, 2)).toBeNull();
  expect(lock.dotBetween(1, 6)).toBeNull();
  expect(lock.dotBetween(4, 4)).toBeNull();
  expect(lock.visitDot([1], 3)).toEqual([1, 2, 3]);
  expect(lock.visitDot([2, 1], 3)).toEqual([2, 1, 3]);
  expect(lock.visitDot([1, 2], 1)).toEqual([1, 2]);
  expect(lock.visitDot([], 9)).toEqual([9]);
});

test('ORD-05 whatever dots a finger touches, the value is a pattern that reads back', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 30 }), (touched) => {
      let dots: readonly number[] = [];
      for (const dot of touched) dots = lock.visitDot(dots, dot);
      expect(lock.parsePattern(lock.formatPattern(dots))).toEqual(dots);
    }),
  );
});
