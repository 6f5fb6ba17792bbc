import { z } from '#src/values/zod.ts';
import { keepPreviousData, queryOptions } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { reportKeys } from './keys.ts';
import { filterArguments, type ReportFilter } from './report-filter.ts';

const overviewSchema = z.object({
  summary: z.object({ total: z.number(), completed: z.number(), delivered: z.number(), pending: z.number() }),
  /** `percentage` has two decimals. */
  frequency: z.array(z.object({ type: z.string(), count: z.number(), percentage: z.number() })),
  /** Days. `mean_days`: the figure of REP-04, over orders in status completed; the others: measured completions. */
  resolution: z.array(
    z.object({
      type: z.string(),
      completed: z.number(),
      mean_days: z.nullable(z.number()),
      measured: z.number(),
      median_days: z.nullable(z.number()),
      p90_days: z.nullable(z.number()),
    }),
  ),
  quotes: z.object({
    decided: z.number(),
    approved: z.number(),
    rejected: z.number(),
    waiting: z.number(),
    median_hours: z.nullable(z.number()),
  }),
  idle: z.object({
    total: z.number(),
    under_3: z.number(),
    under_7: z.number(),
    under_30: z.number(),
    over_30: z.number(),
    oldest: z.array(
      z.object({
        id: z.string(),
        order_number: z.number(),
        customer_name: z.string(),
        status: z.string(),
        updated_at: z.string(),
        idle_days: z.number(),
      }),
    ),
  }),
  technicians: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      completed: z.number(),
      median_days: z.nullable(z.number()),
      come_backs: z.number(),
    }),
  ),
  /** Options of the technician filter. */
  people: z.array(z.object({ id: z.string(), name: z.string() })),
});

/** Every figure of the reports screen except earnings. */
export type ReportOverview = z.infer<typeof overviewSchema>;

async function fetchOverview(filter: ReportFilter, signal: AbortSignal): Promise<ReportOverview> {
  const client = await supabase();
  const answer = await client.rpc('report_overview', filterArguments(filter)).abortSignal(signal);
  return overviewSchema.parse(unwrap(answer));
}

/** The figures for a filter. Admins only: others get a `forbidden` DataError. */
export function overviewQuery(filter: ReportFilter) {
  return queryOptions({
    queryKey: reportKeys.overview(filter),
    queryFn: ({ signal }) => fetchOverview(filter, signal),
    placeholderData: keepPreviousData,
  });
}
