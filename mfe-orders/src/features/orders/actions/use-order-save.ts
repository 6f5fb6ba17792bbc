import { useState } from 'react';
import { conflictingOrder, type OrderVersion } from '@taller/shared/data/orders/update-order.ts';
import type { Order } from '@taller/shared/data/orders/order-query.ts';

/**
 * Which version of an order a dialog saves against: the one it showed, or, after a conflict that the person has been told of, the
 * current one. `base` is what the next save starts from (its notes, for example).
 */
export function useOrderSave(shown: Order) {
  const [opened] = useState(shown);
  const [base, setBase] = useState(shown);
  return {
    /** The version that the person had read when the dialog opened. */
    openedVersion: opened.version,
    base,
    version: { id: base.id, version: base.version } satisfies OrderVersion,
    /** Call with every failed save. */
    onFailure: (error: unknown) => {
      const current = conflictingOrder(error);
      if (current) setBase(current);
    },
  };
}
