/** What an order costs and what was paid of it, in whole pesos. */
export interface Payments {
  total_amount: number | null;
  advance_payment: number;
  /** Paid at delivery. */
  final_payment: number;
}

/** The remaining amount; negative if more was paid than the order costs. */
export const balanceOf = ({
  total_amount: total,
  advance_payment: advance,
  final_payment: final,
}: Payments) => (total ?? 0) - advance - final;
