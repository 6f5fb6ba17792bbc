import { keepPreviousData, queryOptions } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { z } from '#src/values/zod.ts';
import { reportKeys } from './keys.ts';
import { filterArguments, type ReportFilter } from './report-filter.ts';

const waitsReportSchema = z.object({
  /** Orders that were completed in the period, and those of them that waited. */
  done: z.number(),
  waited: z.number(),
  /** Means of the orders that waited; null if none did. */
  days: z.nullable(z.number()),
  waited_days: z.nullable(z.number()),
  /** The longest waiting first. `late`: waits that ended after the expected day. */
  reasons: z.array(
    z.object({
      reason: z.string(),
      label: z.string(),
      orders: z.number(),
      days: z.number(),
      late: z.number(),
    }),
  ),
});

/** The waiting times of orders, by reason (TIME-09). */
export type WaitsReport = z.infer<typeof waitsReportSchema>;

/** The waiting times of a filter's orders that were completed between its dates. Admins only. */
export const waitsReportQuery = (filter: ReportFilter) =>
  queryOptions({
    queryKey: reportKeys.waits(filter),
    queryFn: async ({ signal }) => {
      const client = await supabase();
      const answer = await client.rpc('report_waits', filterArguments(filter)).abortSignal(signal);
      return waitsReportSchema.parse(unwrap(answer));
    },
    placeholderData: keepPreviousData,
  });
