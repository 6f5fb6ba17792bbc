import { keepPreviousData, queryOptions } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { z } from '#src/values/zod.ts';
import { reportKeys } from './keys.ts';
import { expiredTicket, lockedUntil, tryPin, type PinRefusal } from './try-pin.ts';

/** The ways to group the orders of a margin. */
export const MARGIN_GROUPS = ['month', 'technician', 'type'] as const;

/** The margin of a group of orders; orders without a known cost are left out of cost, net and margin. */
const marginRow = z.object({
  kind: z.enum(['total', ...MARGIN_GROUPS]),
  key: z.string(),
  name: z.string(),
  orders: z.number(),
  income: z.number(),
  tax: z.number(),
  unknown_orders: z.number(),
  unknown_income: z.number(),
  cost: z.number(),
  net: z.number(),
  margin: z.number(),
});
export type MarginRow = z.output<typeof marginRow>;

const resultOrder = z.object({
  id: z.string(),
  order_number: z.number(),
  customer_name: z.string(),
  earned_on: z.string(),
  technician: z.nullable(z.string()),
  equipment_type: z.string(),
  income: z.number(),
  tax: z.number(),
  discount: z.number(),
  /** Null: not known. */
  cost: z.nullable(z.number()),
  margin: z.nullable(z.number()),
});
/** An order with what it left. */
export type ResultOrder = z.output<typeof resultOrder>;

const commissionLine = z.object({
  id: z.string(),
  name: z.string(),
  orders: z.number(),
  base: z.number(),
  earned: z.number(),
  returns: z.number(),
  taken_back: z.number(),
  amount: z.number(),
  /** Orders whose margin, which the rule asks for, is not known. */
  unknown: z.number(),
});
export type CommissionLine = z.output<typeof commissionLine>;

const commissionOrder = z.object({
  id: z.string(),
  order_number: z.number(),
  customer_name: z.string(),
  day: z.string(),
  base: z.nullable(z.number()),
  percent: z.number(),
  amount: z.number(),
  is_return: z.boolean(),
});
export type CommissionOrder = z.output<typeof commissionOrder>;

const methodSums = z.object({
  method: z.string(),
  payments: z.number(),
  received: z.number(),
  given_back: z.number(),
  corrected: z.number(),
  net: z.number(),
  /** Deposits less withdrawals of these days' drawers, apart from payments; null without a drawer. */
  moved: z.nullable(z.number()),
  /** The sum by which their counts differed from the expected cash. */
  difference: z.nullable(z.number()),
});
export type MethodSums = z.output<typeof methodSums>;
/** `day`: `yyyy-mm-dd`, or `yyyy-mm` in a long period. */
const daySums = z.extend(methodSums, { day: z.string() });
export type DaySums = z.output<typeof daySums>;

const balanceOrder = z.object({
  id: z.string(),
  order_number: z.number(),
  customer_name: z.string(),
  /** The day of the delivery; of the last change where that is not known. */
  day: z.string(),
  amount: z.number(),
});
export type BalanceOrder = z.output<typeof balanceOrder>;

const discountLine = z.object({
  id: z.string(),
  name: z.string(),
  month: z.string(),
  orders: z.number(),
  discount: z.number(),
  income: z.number(),
});
export type DiscountLine = z.output<typeof discountLine>;

const supplierLine = z.object({
  supplier_name: z.string(),
  /** Parts that came in, whatever became of them. */
  bought: z.number(),
  /** Parts in delivered orders, and how many of these came back under their warranty. */
  fitted: z.number(),
  orders: z.number(),
  came_back: z.number(),
  faulty: z.number(),
  /** Faulty parts that the supplier credited. */
  credited: z.number(),
});
/** A supplier's fitted, faulty and credited parts. */
export type SupplierLine = z.output<typeof supplierLine>;

const filedPayment = z.object({
  payment: z.string(),
  at: z.string(),
  kind: z.enum(['payment', 'refund', 'correction']),
  method: z.string(),
  reference: z.string(),
  note: z.string(),
  amount: z.number(),
  part: z.enum(['advance', 'final']),
  /** Null once the order is deleted, as all that follows from it. */
  order_number: z.nullable(z.number()),
  customer_name: z.nullable(z.string()),
  customer_rut: z.nullable(z.string()),
  total_amount: z.nullable(z.number()),
  by: z.nullable(z.string()),
  corrects: z.nullable(z.string()),
  /** The tax documents of the whole payment in words, 'boleta + voucher', and their folios; null for none. */
  documents: z.nullable(z.string()),
  folios: z.nullable(z.string()),
});
/** One order's share of a payment. */
export type FiledPayment = z.output<typeof filedPayment>;

const paged = <Row extends z.ZodMiniType>(row: Row) =>
  z.object({ total_count: z.number(), rows: z.array(row) });

/** The money reports, each with its answer (REP-26 to REP-32). */
const REPORTS = {
  margin: z.object({ rate: z.number(), rows: z.array(marginRow) }),
  orders: paged(resultOrder),
  commissions: z.object({
    rules: z.array(z.object({ from: z.string() })),
    people: z.array(commissionLine),
  }),
  commission_orders: paged(commissionOrder),
  payments: z.object({ methods: z.array(methodSums), days: z.array(daySums) }),
  balances: z.extend(paged(balanceOrder), {
    ages: z.array(z.object({ age: z.string(), orders: z.number(), amount: z.number() })),
    refund: z.object({ orders: z.number(), amount: z.number() }),
  }),
  discounts: z.object({ rows: z.array(discountLine) }),
  suppliers: z.object({ rows: z.array(supplierLine) }),
  payment_file: z.object({ rows: z.array(filedPayment) }),
} as const;

export type ResultReport = keyof typeof REPORTS;
export type ResultAnswer<Report extends ResultReport> = z.output<(typeof REPORTS)[Report]>;

/** A report's parameters, by the names of the function's arguments. */
export interface ResultRequest {
  p_from?: string;
  p_to?: string;
  p_technician?: string;
  p_type?: string;
  p_part?: string;
  p_sort?: string;
  p_descending?: boolean;
  p_offset?: number;
  p_limit?: number;
}

const outcomeSchema = z.object({ outcome: z.enum(['ok', 'wrong', 'locked', 'unset', 'expired']) });
const lockSchema = z.object({ locked_seconds: z.number() });

/** Reads what a function behind the PIN answers: its refusal, or what `schema` says. @throws DataError */
function readAnswer<Answer>(answer: unknown, schema: z.ZodMiniType<Answer>) {
  const { outcome } = outcomeSchema.parse(answer);
  if (outcome === 'ok') return { outcome, ...schema.parse(answer) };
  if (outcome === 'expired') throw expiredTicket();
  return { outcome, lockedUntil: lockedUntil(lockSchema.parse(answer).locked_seconds) } satisfies PinRefusal;
}

/** Asks for a report with a PIN. Wrong ones count: five lock it for 15 minutes. @throws DataError */
export async function fetchResult<Report extends ResultReport>(
  report: Report,
  request: ResultRequest,
  pin: string,
) {
  const client = await supabase();
  const ticket = await tryPin(pin);
  const answer = unwrap(await client.rpc('report_results', { p_report: report, ...ticket, ...request }));
  const schema = REPORTS[report] as unknown as z.ZodMiniType<ResultAnswer<Report>>;
  return readAnswer(answer, z.object({ report: schema }));
}

/** Neither refetched nor kept: each call is an attempt. The PIN is not part of a key. */
const ONCE = {
  staleTime: Infinity,
  gcTime: 0,
  retry: false,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
  placeholderData: keepPreviousData,
} as const;

/** A report with an accepted PIN. */
export function resultQuery<Report extends ResultReport>(
  report: Report,
  request: ResultRequest,
  pin: string,
) {
  return queryOptions({
    queryKey: reportKeys.result(report, request),
    queryFn: () => fetchResult(report, request, pin),
    ...ONCE,
  });
}

const rehearsalSchema = z.object({
  periods: z.array(
    z.object({
      from: z.string(),
      to: z.string(),
      people: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          orders: z.number(),
          before: z.number(),
          after: z.number(),
        }),
      ),
    }),
  ),
});
export type RehearsedPeriod = z.output<typeof rehearsalSchema>['periods'][number];

/** The commissions that unsaved rules, as JSON, would have paid (REP-33). @throws DataError */
export async function rehearseCommissions(rules: string, pin: string) {
  const client = await supabase();
  const ticket = await tryPin(pin);
  const answer = unwrap(
    await client.rpc('rehearse_commissions', { p_rules: JSON.parse(rules) as never, ...ticket }),
  );
  return readAnswer(answer, rehearsalSchema);
}

/** The rehearsal of rules, given as JSON, with an accepted PIN. */
export function commissionRehearsalQuery(rules: string, pin: string) {
  return queryOptions({
    queryKey: reportKeys.rehearsal(rules),
    queryFn: () => rehearseCommissions(rules, pin),
    ...ONCE,
  });
}
