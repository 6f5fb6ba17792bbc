import { useState } from 'react';
import { conflictingOrder, type OrderVersion } from '@taller/shared/orders/update-order.ts';
import type { Order } from '@taller/shared/orders/order-query.ts';
import { readKeptBase, useKeptBase } from '@taller/shared/forms/kept-base.ts';

/**
 * Which version of an order a dialog saves against: the one it showed, or, after a conflict that the person has been told of, the
 * current one. `base` is what the next save starts from (its notes, for example).
 *
 * What was typed before a reload or an expired session goes on against the version over which it was typed, kept under the
 * form's name: what others changed in the meantime is told as a conflict, not overwritten.
 */
export function useOrderSave(shown: Order, form: string) {
  const baseName = `${form}.${shown.id}.leida`;
  const [opened] = useState(() => (readKeptBase(baseName) as Order | null) ?? shown);
  const [base, setBase] = useState(opened);
  return {
    /** The version that the person had read when the dialog opened. */
    openedVersion: opened.version,
    base,
    baseName,
    version: { id: base.id, version: base.version } satisfies OrderVersion,
    /** Call with every failed save. */
    onFailure: (error: unknown) => {
      const current = conflictingOrder(error);
      if (current) setBase(current);
    },
  };
}

/** Keeps what {@link useOrderSave} saves against for as long as something typed is kept with it. */
export const useKeptOrder = ({ base, baseName }: ReturnType<typeof useOrderSave>, isDirty: boolean) =>
  useKeptBase(baseName, base, isDirty);
