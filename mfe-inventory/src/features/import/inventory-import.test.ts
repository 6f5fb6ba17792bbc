import { planTable, roomIn } from '@taller/shared/ui/table-plan.ts';
import { expect, test } from 'vitest';
import { inventoryImport } from './inventory-import.tsx';

test('INV-01 UI-10 in a card at 768 px the products to import are a table of one line', () => {
  expect(planTable(inventoryImport.previewColumns, roomIn(657, 16)).layout).toBe('table');
});
