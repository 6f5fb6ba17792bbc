import { EQUIPMENT_TYPES, toEquipmentType, type EquipmentType } from '#src/orders/equipment.ts';
import { nameKey } from '#src/values/name-key.ts';
import { z } from '#src/values/zod.ts';
import { RESULTS, type Lists } from './checklist.ts';
import { sendChecklist } from './save-checklist-mutation.ts';

/**
 * The points of a new order, with the kind of device that they were asked of: the form may name another one since. And
 * what comes with the device, of which drafts of earlier pages say nothing.
 */
export const receptionListSchema = z.object({
  type: z.enum(EQUIPMENT_TYPES),
  points: z.array(z.object({ label: z.string(), result: z.enum(RESULTS) })),
  accessories: z.optional(z.array(z.object({ id: z.string(), label: z.string() }))),
});
export type ReceptionList = z.output<typeof receptionListSchema>;

interface WithList {
  equipmentType: string;
  /** Has the accessories in words as well: one that was taken out of it was not left. */
  condition: string;
  reception_list?: ReceptionList | null | undefined;
}

interface Said extends Lists {
  type: EquipmentType;
}

/** The points and accessories of a form; null if none are filled in. */
function saidIn({ reception_list: list, equipmentType, condition }: WithList): Said | null {
  if (!list) return null;
  const type = toEquipmentType(equipmentType);
  const points = list.type === type ? list.points : [];
  const accessories = (list.accessories ?? []).filter(({ label }) =>
    nameKey(condition).includes(nameKey(label)),
  );
  const isSaid = accessories.length > 0 || points.some(({ result }) => result !== 'untested');
  return isSaid ? { type, points, accessories } : null;
}

const NOTHING: Lists = { points: [], accessories: [] };

const areSame = (one: Lists, other: Lists) =>
  JSON.stringify([one.points, one.accessories]) === JSON.stringify([other.points, other.accessories]);

/**
 * Saves the checklist of an order that was just created (REC-120). Sent again after a lost answer it is there once; a
 * list that somebody else wrote meanwhile stays, one that this form sent before is corrected.
 * @param earlier what the form sent before without an answer.
 */
export async function saveReceptionList(
  orderId: string,
  form: WithList,
  earlier: readonly WithList[],
): Promise<void> {
  const list = saidIn(form);
  if (!list) return;
  const { type: equipmentType, points, accessories } = list;
  const send = (known: number | null) =>
    sendChecklist(crypto.randomUUID(), {
      orderId,
      moment: 'reception',
      equipmentType,
      points,
      accessories,
      known,
    });
  const stored = await send(null);
  const isOwn = earlier.some((sent) => areSame(saidIn(sent) ?? NOTHING, stored));
  if (!stored.saved && isOwn) await send(stored.version);
}
