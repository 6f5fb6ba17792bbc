import { afterEach, expect, test } from 'vitest';
import { partMark } from '@taller/shared/contract/part-marks.ts';
import { pageVisits, type Reported } from './page-visits.ts';

const ORDERS = 'mfe-orders/routes';
const BELL = 'mfe-orders/notifications';
const builds: Record<string, string> = { [ORDERS]: 'aaa', [BELL]: 'aaa', 'mfe-public/routes': 'bbb' };
const buildOf = (part: string) => builds[part];
const mark = (step: 'asked' | 'started' | 'shown' | 'failed', part: string, startTime: number) =>
  performance.mark(partMark(step, part), { startTime });

afterEach(() => performance.clearMarks());

test('SHELL-84 a page counts once for a remote, with the time from asking for its first part to showing it', () => {
  mark('asked', 'mfe-public/routes', 10);
  mark('shown', 'mfe-public/routes', 260.4);
  mark('asked', ORDERS, 100);
  mark('asked', BELL, 120);
  mark('shown', ORDERS, 500);
  mark('shown', BELL, 2000);
  expect(pageVisits(buildOf)).toEqual([
    { remote: 'mfe-public', build: 'bbb', visits: 1, failed: 0, ms: 250 },
    { remote: 'mfe-orders', build: 'aaa', visits: 1, failed: 0, ms: 400 },
  ]);
});

test('SHELL-84 a part that fails to load or to render makes it a failed one, also beside one that is shown', () => {
  mark('asked', ORDERS, 100);
  mark('shown', ORDERS, 500);
  mark('asked', BELL, 100);
  mark('failed', BELL, 700);
  expect(pageVisits(buildOf)).toEqual([
    { remote: 'mfe-orders', build: 'aaa', visits: 1, failed: 1, ms: 400 },
  ]);
});

test('SHELL-84 what was left before it could tell is not counted; what is reported is not reported again', () => {
  const reported: Reported = new Map();
  mark('asked', ORDERS, 100);
  expect(pageVisits(buildOf, reported)).toEqual([]);
  mark('shown', ORDERS, 300);
  expect(pageVisits(buildOf, reported)).toHaveLength(1);
  expect(pageVisits(buildOf, reported)).toEqual([]);
  // A failure after that is told, once.
  mark('failed', ORDERS, 9000);
  expect(pageVisits(buildOf, reported)).toEqual([
    { remote: 'mfe-orders', build: 'aaa', visits: 0, failed: 1, ms: null },
  ]);
  expect(pageVisits(buildOf, reported)).toEqual([]);
});

test('SHELL-70 a remote under development has no visits', () => {
  mark('asked', ORDERS, 100);
  mark('shown', ORDERS, 500);
  expect(pageVisits(() => 'local')).toEqual([]);
});

test('SHELL-84 a part of which no build was asked for is nobody’s, and a clock that jumps breaks nothing', () => {
  mark('asked', 'mfe-x/routes', 5);
  mark('shown', 'mfe-x/routes', 6);
  mark('asked', ORDERS, 500);
  mark('shown', ORDERS, 100);
  expect(pageVisits(buildOf).map(({ remote, ms }) => [remote, ms])).toEqual([['mfe-orders', 0]]);
  performance.clearMarks();
  mark('asked', ORDERS, 0);
  mark('shown', ORDERS, 5_000_000);
  expect(pageVisits(buildOf)[0]?.ms).toBe(999_999);
});
