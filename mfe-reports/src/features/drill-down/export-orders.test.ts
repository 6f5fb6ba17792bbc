import { expect, test } from 'vitest';
import { exportName } from './export-orders.ts';

test.each([
  ['Órdenes Entregadas', 'órdenes-entregadas-2026-03-02.csv'],
  ['Mediana (días) de Ana/Luz: "P"', 'mediana-días-de-ana-luz-p-2026-03-02.csv'],
])('REP-05 the list %s is saved as %s', (title, name) => {
  expect(exportName(title, '2026-03-02')).toBe(name);
});
