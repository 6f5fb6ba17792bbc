import { toast } from '@taller/shared/runtime';
import { formatItemCode } from '@taller/shared/stock/item-code.ts';
import type { Difference } from '@taller/shared/stock/stocktakes/stocktake-queries.ts';
import { saveFile } from '@taller/shared/ui/save-file.ts';
import type { CsvColumn } from '@taller/shared/values/csv.ts';
import { shopDay } from '@taller/shared/values/dates.ts';
import { reasonOf } from './reason-of.ts';
import { differenceTexts as texts } from './texts.ts';

const COLUMNS: readonly CsvColumn<Difference>[] = [
  { header: texts.code, value: (row) => formatItemCode(row.item_number) },
  { header: texts.brand, value: (row) => row.brand },
  { header: texts.model, value: (row) => row.model },
  { header: texts.type, value: (row) => row.component_type_name },
  { header: texts.expected, value: (row) => row.expected },
  { header: texts.counted, value: (row) => row.counted },
  { header: texts.difference, value: (row) => row.difference },
  { header: texts.reason, value: reasonOf },
];
const VALUE: CsvColumn<Difference> = {
  header: texts.value,
  value: (row) => row.difference * (row.unit_cost ?? 0),
};

/** Saves the differences as CSV, with their value at cost for those who see it (PART-35). */
export async function saveDifferencesFile(rows: readonly Difference[], sees: boolean): Promise<void> {
  try {
    const { toCsv } = await import('@taller/shared/values/csv.ts');
    saveFile(texts.fileName(shopDay(new Date())), toCsv(sees ? [...COLUMNS, VALUE] : COLUMNS, rows));
  } catch (error) {
    console.error(error);
    toast.error(texts.csvFailed);
  }
}
