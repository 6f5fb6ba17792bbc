import { NO_FILTER } from '@taller/shared/reports/report-filter.ts';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { PeriodAmounts } from './period-amounts.tsx';

test('REP-20 the orders of the earnings are called finished: some of them are not paid yet', () => {
  const markup = renderToStaticMarkup(
    <PeriodAmounts
      amounts={{ now: 135_990, before: 0, orders: 4, orders_before: 0, line: [] }}
      filter={NO_FILTER}
      period={{
        from: '2026-11-01',
        to: '2026-11-26',
        beforeFrom: '2026-10-01',
        beforeTo: '2026-10-26',
        step: 1,
      }}
    />,
  );
  expect(markup).toContain('Órdenes terminadas');
  expect(markup).not.toMatch(/cobrad|pagad/i);
});
