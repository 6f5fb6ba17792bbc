import { queryOptions } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import type { EquipmentType } from '#src/orders/equipment.ts';
import { orderKeys } from '#src/orders/keys.ts';
import type { ChecklistMoment, Lists } from './checklist.ts';

/** A stored list of one moment. */
export interface Checklist extends Lists {
  equipment_type: EquipmentType;
  version: number;
}

/** The lists of an order; null for a moment whose list nobody filled in. */
export type OrderChecklists = Readonly<Record<ChecklistMoment, Checklist | null>>;

async function fetchChecklists(orderId: string, signal: AbortSignal): Promise<OrderChecklists> {
  const database = await supabase();
  const rows = unwrap(
    await database
      .from('order_checklists')
      .select('moment, equipment_type, points, accessories, version')
      .eq('order_id', orderId)
      .abortSignal(signal),
  );
  // The table's checks know their form.
  const of = (moment: ChecklistMoment) =>
    (rows.find((row) => row.moment === moment) ?? null) as unknown as Checklist | null;
  return { reception: of('reception'), delivery: of('delivery') };
}

/** The checklists of an order's device at reception and delivery (REC-20). */
export const orderChecklistsQuery = (orderId: string) =>
  queryOptions({
    queryKey: orderKeys.checklists(orderId),
    queryFn: ({ signal }) => fetchChecklists(orderId, signal),
  });
