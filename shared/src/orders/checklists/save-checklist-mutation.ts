import { supabase } from '@taller/shared/runtime';
import { useQueryClient } from '@taller/shared/query';
import { unwrap } from '#src/data-access/data-error.ts';
import type { Json } from '#src/db/database.types.ts';
import { useOnceMutation } from '#src/once/use-once-mutation.ts';
import type { EquipmentType } from '#src/orders/equipment.ts';
import { orderKeys } from '#src/orders/keys.ts';
import type { ChecklistMoment, Lists } from './checklist.ts';

export interface ChecklistSave extends Lists {
  orderId: string;
  moment: ChecklistMoment;
  equipmentType: EquipmentType;
  /** The version that was read; null for none. */
  known: number | null;
}

/** The stored lists. If somebody else saved meanwhile they are theirs, and nothing was changed (REC-23). */
export interface SavedChecklist extends Lists {
  saved: boolean;
  author: string | null;
  version: number;
}

/** Sends a list once for its request id. */
export async function sendChecklist(id: string, list: ChecklistSave): Promise<SavedChecklist> {
  const database = await supabase();
  const rows = unwrap(
    await database.rpc('save_checklist', {
      p_request_id: id,
      p_order_id: list.orderId,
      p_moment: list.moment,
      p_equipment_type: list.equipmentType,
      p_points: list.points as unknown as Json,
      p_accessories: list.accessories as unknown as Json,
      ...(list.known !== null && { p_known: list.known }),
    }),
  );
  const [row] = rows ?? [];
  if (!row) throw new Error('A saved checklist is not there');
  return row as unknown as SavedChecklist;
}

/** Saves what of a device works at a moment (REC-21). */
export function useSaveChecklistMutation() {
  const client = useQueryClient();
  return useOnceMutation({
    name: 'equipo.revisar',
    mutationFn: (list: ChecklistSave, { id }) => sendChecklist(id, list),
    onSettled: (_result, _error, { orderId }) =>
      Promise.all([
        client.invalidateQueries({ queryKey: orderKeys.checklists(orderId) }),
        client.invalidateQueries({ queryKey: orderKeys.timeline(orderId) }),
      ]),
  });
}
