import type { OrderRow } from '@taller/shared/orders/export/order-batches.ts';
import { csvLine, toCsv, type CsvColumn } from '@taller/shared/values/csv.ts';

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
  const parts = [toCsv(columns, [])];
  let count = 0;
  for await (const batch of batches) {
    parts.push(batch.map((order) => csvLine(columns.map((column) => column.value(order)))).join(''));
    count += batch.length;
    onProgress(count);
  }
  return { parts, count };
}

/** Hands a file to the browser's downloads. */
export function saveFile(parts: readonly string[], name: string): void {
  const url = URL.createObjectURL(new Blob([...parts], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The download has taken hold of the file by the next turn of the event loop at the latest.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
