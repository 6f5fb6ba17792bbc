import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';

/** A scan as it waits on the phone. */
export interface Scan {
  /** The request's id: sent twice, it counts once. */
  readonly id: string;
  readonly code: string;
  readonly quantity: number;
  /** The time of the scan by the phone's clock, in ms. */
  readonly scannedAt: number;
}

/** How many scans the server takes at a time. */
export const SCAN_BATCH = 200;

/**
 * Sends scans of a stocktake, with how long ago they were made, so that clocks need not agree. Answers a line for each
 * (PART-30). @throws DataError
 */
export async function countItems(stocktakeId: string, scans: readonly Scan[]) {
  const client = await supabase();
  const now = Date.now();
  return (
    unwrap(
      await client.rpc('count_items', {
        p_stocktake_id: stocktakeId,
        p_scans: scans.map(({ id, code, quantity, scannedAt }) => ({
          id,
          code,
          quantity,
          age_ms: Math.max(0, now - scannedAt),
        })),
      }),
    ) ?? []
  );
}

/** The server's line for a scan. */
export type ScanAnswer = Awaited<ReturnType<typeof countItems>>[number];
