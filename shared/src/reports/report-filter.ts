/**
 * Filters of a report. Dates are days in the shop's time zone, `yyyy-mm-dd`, inclusive; they apply only if both are
 * set.
 */
export interface ReportFilter {
  from: string | null;
  to: string | null;
  technicianId: string | null;
  equipmentType: string | null;
}

/** The filter that includes every order. */
export const NO_FILTER: ReportFilter = { from: null, to: null, technicianId: null, equipmentType: null };

/** Whether a filter leaves anything out; one date alone does not. */
export const isFiltered = (filter: ReportFilter): boolean =>
  Object.values(filterArguments(filter)).some((value) => value !== undefined);

/** Arguments common to all report functions of the database. Undefined ones use the function's default. */
export function filterArguments(filter: ReportFilter) {
  const both = filter.from !== null && filter.to !== null;
  return {
    p_from: both ? (filter.from ?? undefined) : undefined,
    p_to: both ? (filter.to ?? undefined) : undefined,
    p_technician: filter.technicianId ?? undefined,
    p_type: filter.equipmentType ?? undefined,
  };
}
