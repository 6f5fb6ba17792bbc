/** Suggestions for the desk's forms: brands and models, texts, accessories and warranty (CFG-60 to CFG-64). */
import { EQUIPMENT_TYPES, type EquipmentType } from '../orders/equipment.ts';
import { z } from '../values/zod.ts';
import { line, listOf, paragraph } from './setting-fields.ts';

/** Applies to every kind of device. */
export const ANY_TYPE = 'all';

const DAYS = 'Escribe un número de días entre 0 y 3.650.';

/** One value for each kind of device. */
const byType = <T extends z.ZodMiniType>(part: () => T) =>
  z.strictObject(
    Object.fromEntries(EQUIPMENT_TYPES.map((type) => [type, part()])) as Record<EquipmentType, T>,
  );

const audience = () => z.enum([ANY_TYPE, ...EQUIPMENT_TYPES]);

const cannedTexts = () => listOf(z.strictObject({ text: paragraph(600), type: audience() }), 100);

/** The desk's section of the settings: read by staff, not by the public. */
export const deskSchema = z.strictObject({
  /** Suggested while brand and model are typed, in this order. */
  brands: byType(() => listOf(z.strictObject({ brand: line(60), models: listOf(line(80), 200) }), 40)),
  /** Texts for the order's fields; those of the problem may be shown as buttons. */
  texts: z.strictObject({
    description: listOf(z.strictObject({ text: paragraph(600), type: audience(), chip: z.boolean() }), 100),
    condition: cannedTexts(),
    technicalWork: cannedTexts(),
    notes: cannedTexts(),
  }),
  /** Accessories that customers leave with a device, offered as buttons. */
  accessories: byType(() => listOf(line(60), 20)),
  /** Days of warranty that a delivery begins with; null: whoever delivers must name them. */
  warranty: byType(() => z.nullable(z.int(DAYS).check(z.minimum(0, DAYS), z.maximum(3650, DAYS)))),
});
