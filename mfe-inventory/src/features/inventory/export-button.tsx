import { useState } from 'react';
import { Download } from 'lucide-react';
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
import { es } from '#src/texts/es.ts';

const COLUMNS: readonly CsvColumn<ExportedItem>[] = [
  { header: es.inventory.code, value: (item) => formatItemCode(item.item_number) },
  { header: es.inventory.brand, value: (item) => item.brand },
  { header: es.inventory.model, value: (item) => item.model },
  { header: es.inventory.type, value: (item) => item.component_type_name },
  { header: es.inventory.supplier, value: (item) => item.supplier_name },
  { header: es.inventory.quantity, value: (item) => item.quantity },
  { header: es.inventory.costPrice, value: (item) => item.cost_price },
  { header: es.inventory.minStock, value: (item) => item.min_stock },
  { header: es.export.added, value: (item) => formatDateTime(item.created_at) },
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
      saveFile(es.export.fileName(shopDay(new Date())), toCsv(COLUMNS, items));
    } catch (error) {
      console.error(error);
      toast.error(withRequestCode(es.export.failed, error));
    }
    setBusy(false);
  };
  return (
    <Button
      size="sm"
      icon={<Download aria-hidden="true" />}
      loading={busy}
      loadingText={es.export.busy}
      onClick={() => void save()}
    >
      {es.export.action}
    </Button>
  );
}
