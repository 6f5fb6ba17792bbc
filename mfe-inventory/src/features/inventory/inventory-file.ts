import {
  fetchAllInventory,
  type ExportedItem,
  type ExportRequest,
} from '@taller/shared/stock/inventory/export-inventory.ts';
import type { CsvColumn } from '@taller/shared/values/csv.ts';
import { formatDateTime, shopDay } from '@taller/shared/values/dates.ts';
import { formatItemCode } from '@taller/shared/stock/item-code.ts';
import { toast } from '@taller/shared/runtime';
import { saveFile } from '@taller/shared/ui/save-file.ts';
import { withRequestCode } from '@taller/shared/values/request-code.ts';
import { exportTexts, inventoryTexts } from '#src/features/inventory/texts.ts';

const COLUMNS: readonly CsvColumn<ExportedItem>[] = [
  { header: inventoryTexts.code, value: (item) => formatItemCode(item.item_number) },
  { header: inventoryTexts.brand, value: (item) => item.brand },
  { header: inventoryTexts.model, value: (item) => item.model },
  { header: inventoryTexts.type, value: (item) => item.component_type_name },
  { header: inventoryTexts.supplier, value: (item) => item.supplier_name },
  { header: inventoryTexts.quantity, value: (item) => item.quantity },
  { header: inventoryTexts.costPrice, value: (item) => item.cost_price },
  { header: inventoryTexts.minStock, value: (item) => item.min_stock },
  { header: inventoryTexts.place, value: (item) => item.place },
  { header: exportTexts.added, value: (item) => formatDateTime(item.created_at) },
];

/** Saves all products that match the search and the filters as CSV, or says that they could not be read. */
export async function saveInventoryFile(request: ExportRequest): Promise<void> {
  try {
    const [items, { toCsv }] = await Promise.all([
      fetchAllInventory(request),
      import('@taller/shared/values/csv.ts'),
    ]);
    saveFile(exportTexts.fileName(shopDay(new Date())), toCsv(COLUMNS, items));
  } catch (error) {
    console.error(error);
    toast.error(withRequestCode(exportTexts.failed, error));
  }
}
