// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { NO_FILTER } from '@taller/shared/reports/report-filter.ts';
import { renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { DrillDown } from '#src/features/drill-down/drill-down.tsx';
import { expect, test } from 'vitest';
import { MonthsTable } from './months-table.tsx';

const MONTHS = [{ month: '2026-10', amount: 135_990, previous: 0 }];

test('REP-23 months are compared with those of a year ago, once there are any', () => {
  for (const [hasBefore, headings] of [
    [false, ['Mes', 'Ganado']],
    [true, ['Mes', 'Ganado', 'Un año antes', 'Variación']],
  ] as const) {
    const { unmount } = renderScreen(
      <DrillDown>
        <MonthsTable months={MONTHS} filter={NO_FILTER} hasBefore={hasBefore} />
      </DrillDown>,
      { role: 'admin' },
    );
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(headings);
    unmount();
  }
});
