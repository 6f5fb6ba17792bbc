import type { StoredLine } from '@taller/shared/orders/quote/quote-lines-schema.ts';
import type { Random } from './random.ts';

/** A line as JSON. */
type DemoLine = { [Key in keyof StoredLine]: StoredLine[Key] };

/** The lines of a quote that leaves a choice, whose sum as suggested is the price: an original or a compatible part. */
export function linesWithChoice(work: string, price: number, random: Random): DemoLine[] {
  const labour = Math.floor(price / 3);
  const line = (rest: Partial<DemoLine>): DemoLine => ({
    id: random.uuid(),
    kind: 'part',
    description: '',
    quantity: 1,
    unit_price: 0,
    discount: 0,
    condition: 'new',
    choice: null,
    optional: false,
    chosen: true,
    note: '',
    product_id: null,
    ...rest,
  });
  return [
    line({ kind: 'labour', condition: null, description: work, unit_price: labour }),
    line({ description: 'Repuesto original', unit_price: price - labour, choice: 'Repuesto' }),
    line({
      description: 'Repuesto compatible',
      unit_price: Math.floor((price - labour) / 2),
      choice: 'Repuesto',
      chosen: false,
      condition: 'refurbished',
    }),
    line({ description: 'Lámina de vidrio', unit_price: 7990, optional: true, chosen: false }),
  ];
}
