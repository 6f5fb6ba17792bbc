import { useState } from 'react';
import Download from 'lucide-react/icons/download';
import {
  fetchAllInventory,
  type ExportedItem,
  type ExportRequest,
} from '@taller/shared/stock/inventory/export-inventory.ts';
import type { CsvColumn } from '@taller/shared/values/csv.ts';
import { formatDateTime, shopDay } from '@taller/shared/values/dates.ts';
import { formatItemCode } from '@taller/shared/stock/item-code.ts';
import { toast } from '@taller/shared/runtime';
import { Button } from '@taller/shared/ui/button.tsx';
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
  { header: exportTexts.added, value: (item) => formatDateTime(item.created_at) },
];

/** Exports all rows that match the search and the filters as CSV. */
export function ExportButton({ request }: { request: ExportRequest }) {
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
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
    setBusy(false);
  };
  return (
    <Button
      size="sm"
      icon={<Download aria-hidden="true" />}
      loading={busy}
      loadingText={exportTexts.busy}
      onClick={() => void save()}
    >
      {exportTexts.action}
    </Button>
  );
}
