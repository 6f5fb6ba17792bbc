import { describe, expect, test } from 'vitest';
import { reportPeriod } from './report-period.ts';

const TODAY = '2026-11-23';
const read = (from: string | null, to: string | null, today = TODAY) => {
  const period = reportPeriod({ from, to }, today);
  return `${period.from} ${period.to} | ${period.beforeFrom} ${period.beforeTo} | ${period.step}`;
};

describe('REP-21 the period to compare with', () => {
  test.each([
    [
      'no dates: the running month up to today',
      null,
      null,
      TODAY,
      '2026-11-01 2026-11-23 | 2026-10-01 2026-10-23 | 1',
    ],
    ['one date is none', '2026-03-01', null, TODAY, '2026-11-01 2026-11-23 | 2026-10-01 2026-10-23 | 1'],
    [
      'the month before is in another year',
      null,
      null,
      '2026-01-05',
      '2026-01-01 2026-01-05 | 2025-12-01 2025-12-05 | 1',
    ],
    [
      'the month before is shorter',
      null,
      null,
      '2026-03-30',
      '2026-03-01 2026-03-30 | 2026-02-01 2026-02-28 | 1',
    ],
    [
      'a running month on its last day',
      null,
      null,
      '2026-02-28',
      '2026-02-01 2026-02-28 | 2026-01-01 2026-01-28 | 1',
    ],
    ['a whole month', '2026-02-01', '2026-02-28', TODAY, '2026-02-01 2026-02-28 | 2026-01-01 2026-01-31 | 1'],
    [
      'a whole month of a leap year',
      '2024-02-01',
      '2024-02-29',
      TODAY,
      '2024-02-01 2024-02-29 | 2024-01-01 2024-01-31 | 1',
    ],
    ['whole months', '2026-08-01', '2026-10-31', TODAY, '2026-08-01 2026-10-31 | 2026-05-01 2026-07-31 | 7'],
    ['a whole year', '2025-01-01', '2025-12-31', TODAY, '2025-01-01 2025-12-31 | 2024-01-01 2024-12-31 | 12'],
    ['this year', '2026-01-01', TODAY, TODAY, '2026-01-01 2026-11-23 | 2025-01-01 2025-11-23 | 11'],
    [
      'a leap day has no like a year before',
      '2024-01-01',
      '2024-02-29',
      '2024-02-29',
      '2024-01-01 2024-02-29 | 2023-01-01 2023-02-28 | 7',
    ],
    ['the last 30 days', '2026-10-25', TODAY, TODAY, '2026-10-25 2026-11-23 | 2026-09-25 2026-10-24 | 1'],
    ['a single day', '2026-11-10', '2026-11-10', TODAY, '2026-11-10 2026-11-10 | 2026-11-09 2026-11-09 | 1'],
  ])('%s', (_name, from, to, today, expected) => {
    expect(read(from, to, today)).toBe(expected);
  });

  test.each(['0002-01-01', '0020-11-23', '0202-01-15', '1000-01-01'])(
    'SEC-57 a year that is being typed, %s, is compared with days that exist',
    (from) => {
      const { beforeFrom, beforeTo } = reportPeriod({ from, to: TODAY }, TODAY);
      for (const day of [beforeFrom, beforeTo]) expect(day).toMatch(/^(?!0000)\d{4}-\d\d-\d\d$/);
    },
  );

  test('a line has at most 31 steps, however long the period is', () => {
    for (const [from, to] of [
      ['2026-01-01', '2026-08-05'],
      ['2016-05-02', '2026-11-23'],
    ] as const) {
      const days = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;
      expect(Math.ceil(days / reportPeriod({ from, to }, TODAY).step)).toBeLessThanOrEqual(31);
    }
  });
});
