import type { OrderRow } from '@taller/shared/orders/export/order-batches.ts';
import { csvHead, csvLines, type CsvColumn } from '@taller/shared/values/csv.ts';

/** A finished file: its text in parts, one per batch, so that no part of it is held twice. */
export interface ExportedFile {
  parts: string[];
  /** Orders in it. */
  count: number;
}

/**
 * Writes batches as a CSV file that Excel in Chile opens as it is. A failing batch fails the whole: a file that lacks orders silently is worse
 * than none.
 *
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
