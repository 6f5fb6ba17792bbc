import { EQUIPMENT_TYPES } from '#src/orders/equipment.ts';
import { z } from '#src/values/zod.ts';
import { RESULTS } from './checklist.ts';
import { sendChecklist } from './save-checklist-mutation.ts';

/** The points of a new order, with the kind of device that they were asked of: the form may name another one since. */
export const receptionListSchema = z.object({
  type: z.enum(EQUIPMENT_TYPES),
  points: z.array(z.object({ label: z.string(), result: z.enum(RESULTS) })),
});
export type ReceptionList = z.output<typeof receptionListSchema>;

interface WithList {
  equipmentType: string;
  reception_list?: ReceptionList | null | undefined;
}

/** The points that a form says something of; null if it does not. */
const saidIn = ({ reception_list: list, equipmentType: type }: WithList): ReceptionList | null =>
  list && list.type === type && list.points.some(({ result }) => result !== 'untested') ? list : null;

const areSame = (one: readonly unknown[], other: readonly unknown[]) =>
  JSON.stringify(one) === JSON.stringify(other);

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
  const { type: equipmentType, points: own } = list;
  const send = (known: number | null) =>
    sendChecklist(crypto.randomUUID(), {
      orderId,
      moment: 'reception',
      equipmentType,
      points: own,
      accessories: [],
      known,
    });
  const { saved, version, points } = await send(null);
  const isOwn = earlier.some((sent) => areSame(saidIn(sent)?.points ?? [], points));
  if (!saved && isOwn) await send(version);
}
