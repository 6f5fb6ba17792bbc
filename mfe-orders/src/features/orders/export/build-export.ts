import type { OrderRow } from '@taller/shared/orders/export-orders.ts';
import { csvHead, csvLines, type CsvColumn } from '@taller/shared/values/csv.ts';

/** An exported file: its text in parts, one per batch, to avoid copies in memory. */
export interface ExportedFile {
  parts: string[];
  /** Number of orders in it. */
  count: number;
}

/**
 * Converts batches to a CSV file for Excel in Chile. A failing batch fails the whole export, since an incomplete file
 * would be worse than none.
 * @param onProgress called with the number of orders after each batch.
 */
export async function buildExport(
  batches: AsyncIterable<readonly OrderRow[]>,
  columns: readonly CsvColumn<OrderRow>[],
  onProgress: (done: number) => void,
): Promise<ExportedFile> {
  const parts = [csvHead(columns)];
  let count = 0;
  for await (const batch of batches) {
    parts.push(csvLines(columns, batch));
    count += batch.length;
    onProgress(count);
  }
  return { parts, count };
}
