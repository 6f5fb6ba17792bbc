/** Which orders a report counts. Dates are days of the shop's calendar, `yyyy-mm-dd`, inclusive; they count only when both are set. */
export interface ReportFilter {
  from: string | null;
  to: string | null;
  technicianId: string | null;
  equipmentType: string | null;
}

/** The filter that leaves every order in. */
export const NO_FILTER: ReportFilter = { from: null, to: null, technicianId: null, equipmentType: null };

/** The arguments that every report function of the database shares. Undefined ones keep the function's default, none. */
export function filterArguments(filter: ReportFilter) {
  const both = filter.from !== null && filter.to !== null;
  return {
    p_from: both ? (filter.from ?? undefined) : undefined,
    p_to: both ? (filter.to ?? undefined) : undefined,
    p_technician: filter.technicianId ?? undefined,
    p_type: filter.equipmentType ?? undefined,
  };
}
