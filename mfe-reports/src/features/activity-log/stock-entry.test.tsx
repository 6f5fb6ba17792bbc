import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { ActivityRow } from '@taller/shared/activity/activity-queries.ts';
import { StockEntry } from './stock-entry.tsx';

type Part = Partial<{ [Key in keyof ActivityRow]: ActivityRow[Key] | null }>;

function markupOf(part: Part): string {
  const row = {
    brand: 'Apple',
    model: 'iPhone 11',
    user_name: 'Ana',
    component_type_name: 'Pantalla',
    ...part,
  };
  return renderToStaticMarkup(<StockEntry row={row as ActivityRow} />);
}

/** Text content without elements. */
const textOf = (markup: string): string => markup.replaceAll(/<[^>]+>/g, '');

const WRITE_OFF = { action_type: 'delete', quantity_affected: 2, service_order: '000123', order_id: null };
const REMOVAL = { action_type: 'delete', quantity_affected: 1, service_order: null };
const EDIT = { action_type: 'edit', service_order: null };

test.each<[string, Part]>([
  ['Ana sacó 2 de Apple iPhone 11 (Pantalla) para la orden 000123', WRITE_OFF],
  ['Ana eliminó Apple iPhone 11 (Pantalla), que tenía 1 unidad', REMOVAL],
  ['Ana eliminó Apple iPhone 11 (Pantalla)', { ...REMOVAL, quantity_affected: 0 }],
  ['Ana editó Apple iPhone 11 (Pantalla)', { ...EDIT, quantity_affected: 0, quantity: 4 }],
  [
    'Ana editó Apple iPhone 11 (Pantalla) y sumó 3 unidades: quedan 8',
    { ...EDIT, quantity_affected: 3, quantity: 8 },
  ],
  [
    'Ana editó Apple iPhone 11 (Pantalla) y restó 1 unidad: queda 1',
    { ...EDIT, quantity_affected: -1, quantity: 1 },
  ],
  [
    'Ana editó Apple iPhone 11 y sumó 2 unidades',
    { ...EDIT, quantity_affected: 2, quantity: null, component_type_name: null },
  ],
  [
    'Desconocido editó un producto sin nombre',
    { ...EDIT, user_name: 'Desconocido', brand: null, model: null, component_type_name: null },
  ],
])('INV-05 an entry of the log is a sentence: %s', (sentence, part) => {
  expect(textOf(markupOf(part))).toBe(sentence);
});

test('INV-05 red is a product that is gone, not a part that was used', () => {
  expect(markupOf(REMOVAL)).toContain('data-gone');
  expect(markupOf(WRITE_OFF)).not.toContain('data-gone');
  expect(markupOf(EDIT)).not.toContain('data-gone');
});
