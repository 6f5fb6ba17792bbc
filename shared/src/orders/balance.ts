/** What an order's customer owes and has paid, in whole pesos. */
export interface Payments {
  total_amount: number | null;
  advance_payment: number;
  /** Paid when the device was handed over. */
  final_payment: number;
}

/** What is still to be paid; negative when more was paid than the order costs. */
export const balanceOf = ({
  total_amount: total,
  advance_payment: advance,
  final_payment: final,
}: Payments) => (total ?? 0) - advance - final;
