import { z } from '#src/values/zod.ts';
import { keepPreviousData, queryOptions } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { reportKeys } from './keys.ts';
import { filterArguments, NO_FILTER, type ReportFilter } from './report-filter.ts';

const ordersSchema = z.object({
  summary: z.object({ total: z.number(), completed: z.number(), delivered: z.number(), pending: z.number() }),
  /** Handed over without a repair, with the most frequent reasons. */
  unrepaired: z.object({
    orders: z.number(),
    reasons: z.array(z.object({ reason: z.string(), orders: z.number() })),
  }),
  /** `percentage` has two decimals. */
  frequency: z.array(z.object({ type: z.string(), count: z.number(), percentage: z.number() })),
});

const timesSchema = z.object({
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
});

const quotesSchema = z.object({
  quotes: z.object({
    decided: z.number(),
    approved: z.number(),
    rejected: z.number(),
    waiting: z.number(),
    median_hours: z.nullable(z.number()),
  }),
});

const techniciansSchema = z.object({
  technicians: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      completed: z.number(),
      median_days: z.nullable(z.number()),
      come_backs: z.number(),
    }),
  ),
});

/** Names of the sections that the database computes. */
type ReportPart = 'orders' | 'times' | 'quotes' | 'technicians';

/** The figures of one section. Admins only: others get a `forbidden` DataError. */
function partQuery<Figures>(part: ReportPart, schema: z.ZodMiniType<Figures>, filter: ReportFilter) {
  return queryOptions({
    queryKey: reportKeys.overview(part, filter),
    queryFn: async ({ signal }) => {
      const client = await supabase();
      const answer = await client
        .rpc('report_overview', { ...filterArguments(filter), p_parts: [part] })
        .abortSignal(signal);
      return schema.parse(unwrap(answer));
    },
    placeholderData: keepPreviousData,
  });
}

/** The figures of every section. */
export type ReportOverview = z.infer<typeof ordersSchema> &
  z.infer<typeof timesSchema> &
  z.infer<typeof quotesSchema> &
  z.infer<typeof techniciansSchema>;

/** Counts of orders and their frequency by type. */
export const ordersPartQuery = (filter: ReportFilter) => partQuery('orders', ordersSchema, filter);

/** Times of resolution, and open work by age: of all orders, whatever the filter. */
export const timesPartQuery = () => partQuery('times', timesSchema, NO_FILTER);

/** The figures of customers' decisions on quotes. */
export const quotesPartQuery = (filter: ReportFilter) => partQuery('quotes', quotesSchema, filter);

/** Completed orders by technician. */
export const techniciansPartQuery = (filter: ReportFilter) =>
  partQuery('technicians', techniciansSchema, filter);
