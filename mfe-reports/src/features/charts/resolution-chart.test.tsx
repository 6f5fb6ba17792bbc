// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { ResolutionChart } from './resolution-chart.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** The figures beside the axis. On paper, where the chart has a fixed width. */
function axisOf(meanDays: number): string[] {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query === 'print',
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  const counted = {
    type: 'smartphone',
    completed: 1,
    measured: 1,
    median_days: meanDays,
    p90_days: meanDays,
  };
  const { container } = render(<ResolutionChart resolution={[{ ...counted, mean_days: meanDays }]} />);
  const ticks = container.querySelectorAll('.recharts-yAxis-tick-labels text');
  return [...ticks].map((tick) => tick.textContent);
}

test.each([
  [2.8, ['0', '1', '2', '3']],
  [5.2, ['0', '2', '4', '6']],
  [41.5, ['0', '10', '20', '30', '40', '50']],
])('REP-04 the axis of %s days ends at a round number', (days, ticks) => {
  expect(axisOf(days)).toEqual(ticks);
});

test('REP-04 repairs of minutes stand at 0 on an axis of a day, whose parts have decimals with a comma', () => {
  expect(axisOf(0.007)).toEqual(['0', '0,25', '0,5', '0,75', '1']);
});
