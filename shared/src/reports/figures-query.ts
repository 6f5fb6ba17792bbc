import { keepPreviousData, queryOptions } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { z } from '#src/values/zod.ts';
import { reportKeys } from './keys.ts';
import type { ReportFilter } from './report-filter.ts';
import { periodArguments, type ReportPeriod } from './report-period.ts';

const countSchema = z.object({ now: z.number(), before: z.number(), line: z.array(z.number()) });

const figuresSchema = z.object({
  received: countSchema,
  delivered: countSchema,
  /** Null without a completed order. */
  median_days: z.object({
    now: z.nullable(z.number()),
    before: z.nullable(z.number()),
    line: z.array(z.nullable(z.number())),
  }),
  /** Options of the technician filter. */
  people: z.array(z.object({ id: z.string(), name: z.string() })),
});

/** Key figures of a period beside those of the period before (REP-20). */
export type ReportFigures = z.infer<typeof figuresSchema>;

/** The key figures of a period for a filter's technician and type. Admins only. */
export function figuresQuery(filter: ReportFilter, period: ReportPeriod) {
  const { technicianId, equipmentType } = filter;
  return queryOptions({
    queryKey: reportKeys.figures({ technicianId, equipmentType, period }),
    queryFn: async ({ signal }) => {
      const client = await supabase();
      const answer = await client
        .rpc('report_figures', {
          ...periodArguments(period),
          p_technician: technicianId ?? undefined,
          p_type: equipmentType ?? undefined,
        })
        .abortSignal(signal);
      return figuresSchema.parse(unwrap(answer));
    },
    placeholderData: keepPreviousData,
  });
}
