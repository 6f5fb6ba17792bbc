/** Notes and coins in pesos, the largest first: the database counts the same (private.count_amount). */
export const DENOMINATIONS = ['20000', '10000', '5000', '2000', '1000', '500', '100', '50', '10'] as const;
export type Denomination = (typeof DENOMINATIONS)[number];

/** How many of each are there (PAY-20). */
export type CashCount = Readonly<Record<Denomination, number>>;

export const NO_CASH = Object.fromEntries(DENOMINATIONS.map((each) => [each, 0])) as CashCount;

/** The sum of a count in pesos. What is not typed in full counts as nothing. */
export const countAmount = (count: Readonly<Partial<Record<Denomination, number | null>>>): number =>
  DENOMINATIONS.reduce((sum, each) => sum + Number(each) * (count[each] || 0), 0);
