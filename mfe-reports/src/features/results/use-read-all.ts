import type { ResultAnswer, ResultRequest } from '@taller/shared/reports/results-queries.ts';
import { useReadResult } from './results-context.ts';

/** Reports whose orders are read a page at a time. */
type Paged = 'orders' | 'commission_orders' | 'balances';

const BATCH = 1000;

/** Reads all rows of a paged report, for a file, in batches until a short one; rejects if one of them fails. */
export function useReadAll() {
  const read = useReadResult();
  return async <Report extends Paged>(report: Report, request: ResultRequest) => {
    const rows: ResultAnswer<Report>['rows'][number][] = [];
    for (;;) {
      const batch = await read(report, { ...request, p_offset: rows.length, p_limit: BATCH });
      rows.push(...batch.rows);
      if (batch.rows.length < BATCH) return rows;
    }
  };
}
