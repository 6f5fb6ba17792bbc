import { isDay } from '@taller/shared/domain/dates.ts';
import type { ReportFilter } from '@taller/shared/data/reports/report-filter.ts';
import { useSearchParams } from '@taller/shared/runtime';

const PARAMETERS = { from: 'desde', to: 'hasta', technicianId: 'tecnico', equipmentType: 'tipo' } as const;

/** The filter as the address carries it, so that back, reload and a shared link keep it. */
export function useReportFilter(): { filter: ReportFilter; change: (part: Partial<ReportFilter>) => void } {
  const [search, setSearch] = useSearchParams();
  const day = (name: string) => {
    const value = search.get(name);
    return value !== null && isDay(value) ? value : null;
  };
  const filter: ReportFilter = {
    from: day(PARAMETERS.from),
    to: day(PARAMETERS.to),
    technicianId: search.get(PARAMETERS.technicianId),
    equipmentType: search.get(PARAMETERS.equipmentType),
  };
  const change = (part: Partial<ReportFilter>) => {
    const next = new URLSearchParams(search);
    for (const [field, name] of Object.entries(PARAMETERS)) {
      if (!(field in part)) continue;
      const value = part[field as keyof ReportFilter];
      if (value) next.set(name, value);
      else next.delete(name);
    }
    setSearch(next, { replace: true });
  };
  return { filter, change };
}
