import { useState } from 'react';
import { conflictingOrder, type OrderVersion } from '@taller/shared/orders/update-order.ts';
import type { Order } from '@taller/shared/orders/order-queries.ts';
import { readPersistedBase, usePersistedBase } from '@taller/shared/forms/persisted-base.ts';

/**
 * The version of an order that a dialog saves against: the one it showed, or, after a conflict that was shown to the
 * user, the current one. `base` is the order on which the next save is based (its notes, for example).
 *
 * A draft restored after a reload or an expired session is saved against the version it was based on, stored under the
 * form's name: changes by others are reported as a conflict, not overwritten.
 */
export function useOrderSave(shown: Order, form: string) {
  const baseName = `${form}.${shown.id}.leida`;
  const [opened] = useState(() => (readPersistedBase(baseName) as Order | null) ?? shown);
  const [base, setBase] = useState(opened);
  return {
    /** The version that the user had read when the dialog opened. */
    openedVersion: opened.version,
    base,
    baseName,
    version: { id: base.id, version: base.version } satisfies OrderVersion,
    /** Called with every failed save. */
    onFailure: (error: unknown) => {
      const current = conflictingOrder(error);
      if (current) setBase(current);
    },
  };
}

/** Stores the version that {@link useOrderSave} saves against for as long as there is a draft. */
export const usePersistedOrder = ({ base, baseName }: ReturnType<typeof useOrderSave>, isDirty: boolean) =>
  usePersistedBase(baseName, base, isDirty);
