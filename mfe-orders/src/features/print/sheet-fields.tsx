import { fieldLines } from '@taller/shared/orders/fields/field-lines.ts';
import type { FieldPlace } from '@taller/shared/orders/fields/order-fields.ts';
import type { PrintOrder } from '@taller/shared/orders/print-queries.ts';
import { CONTACT_LABEL, contactWords } from '#src/components/contact-words.ts';
import { printTexts } from '#src/features/print/texts.ts';
import { LongText, type Fact } from './sheet-parts.tsx';

/** The customer on a sheet, with the person whom the shop asks for. */
export const customerDetails = (order: PrintOrder, place: FieldPlace): Fact[] => [
  ...fieldLines(order, place, 'customer'),
  ...(order.contact ? [{ term: CONTACT_LABEL, value: contactWords(order.contact) }] : []),
];

/** A short description of the device on a sheet; brand and model share a line. */
export function equipmentDetails(order: PrintOrder, place: FieldPlace): Fact[] {
  const [type, ...others] = fieldLines(order, place, 'equipment').filter(({ wide }) => !wide);
  const device = {
    term: printTexts.sheet.brandAndModel,
    value: `${order.equipment_brand} ${order.equipment_model}`.trim(),
  };
  return [...(type ? [type] : []), device, ...others];
}

/** The long texts of a sheet, each with its title. */
export function LongFields({ order, place }: { order: PrintOrder; place: FieldPlace }) {
  return fieldLines(order, place, 'equipment', 'work')
    .filter(({ wide }) => wide)
    .map(({ term, value }) => <LongText key={term} title={term} text={value} />);
}
