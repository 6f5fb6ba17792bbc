import { useMemo, useState } from 'react';
import type { ReportFilter } from '@taller/shared/reports/report-filter.ts';
import { reportPeriod } from '@taller/shared/reports/report-period.ts';
import type { ResultRequest } from '@taller/shared/reports/results-queries.ts';
import { shopDay } from '@taller/shared/values/dates.ts';
import { formatDays } from '#src/values/format-days.ts';

/** The days of the reports, of the filter or the running month, and the request with the whole filter. */
export function useResultsPeriod(filter: ReportFilter) {
  const [today] = useState(() => shopDay(new Date()));
  return useMemo(() => {
    const period = reportPeriod(filter, today);
    const days: ResultRequest = { p_from: period.from, p_to: period.to };
    return {
      period,
      /** The period in words. */
      name: formatDays(period.from, period.to),
      days,
      request: {
        ...days,
        ...(filter.technicianId !== null && { p_technician: filter.technicianId }),
        ...(filter.equipmentType !== null && { p_type: filter.equipmentType }),
      } satisfies ResultRequest,
    };
  }, [filter, today]);
}

/** The parameters of every report. */
export type ResultsPeriod = ReturnType<typeof useResultsPeriod>;
