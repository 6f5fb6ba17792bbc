import { useLayoutEffect, useRef } from 'react';
import { isDay } from '@taller/shared/values/dates.ts';
import { STORED_EQUIPMENT_TYPES } from '@taller/shared/orders/equipment.ts';
import type { ReportFilter } from '@taller/shared/reports/report-filter.ts';
import { useSearchParams } from '@taller/shared/runtime';

const PARAMETERS = { from: 'desde', to: 'hasta', technicianId: 'tecnico', equipmentType: 'tipo' } as const;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Reads the filter from the address; what is not valid counts as not given. */
export function readFilter(params: URLSearchParams): ReportFilter {
  const read = (field: keyof ReportFilter, valid: (value: string) => boolean) => {
    const value = params.get(PARAMETERS[field]);
    return value !== null && valid(value) ? value : null;
  };
  return {
    from: read('from', isDay),
    to: read('to', isDay),
    technicianId: read('technicianId', (value) => UUID.test(value)),
    equipmentType: read('equipmentType', (value) => STORED_EQUIPMENT_TYPES.some((type) => type === value)),
  };
}

/** Writes the given parts of a filter to the address; null leaves a part out, and what is not given stays. */
export function writeFilter(params: URLSearchParams, part: Partial<ReportFilter>): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const [field, name] of Object.entries(PARAMETERS)) {
    if (!(field in part)) continue;
    const value = part[field as keyof ReportFilter];
    if (value) next.set(name, value);
    else next.delete(name);
  }
  return next;
}

/** The filter as the address carries it, so that back, reload and a shared link keep it. */
export function useReportFilter(): { filter: ReportFilter; change: (part: Partial<ReportFilter>) => void } {
  const [search, setSearch] = useSearchParams();
  // What was written and has not come back from the address yet: both dates, typed in a hurry, build upon one another.
  const latest = useRef(search);
  useLayoutEffect(() => {
    latest.current = search;
  }, [search]);
  return {
    filter: readFilter(search),
    change: (part) => {
      latest.current = writeFilter(latest.current, part);
      setSearch(latest.current, { replace: true });
    },
  };
}
