import { queryOptions } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import type { Database } from '#src/db/database.types.ts';
import { orderKeys } from '../keys.ts';
import type { WarrantyEnds } from '../warranty.ts';

type Row = Database['public']['Functions']['find_warranties']['Returns'][number];

/** An order whose warranty runs. */
export type RunningWarranty = Omit<Row, 'imei' | 'technician_id' | 'technician_name' | keyof WarrantyEnds> &
  WarrantyEnds & {
    imei: string | null;
    /** Null if that person repairs here no longer. */
    technician_id: string | null;
    technician_name: string | null;
  };

/** Customer and device as far as they are typed; '' for nothing yet. */
export interface WarrantyClues {
  rut: string;
  phone: string;
  imei: string;
}

async function fetchWarranties({ rut, phone, imei }: WarrantyClues, at: string | null, signal: AbortSignal) {
  const client = await supabase();
  const found = client.rpc('find_warranties', {
    ...(at && { p_at: at }),
    ...(rut && { p_rut: rut }),
    ...(phone && { p_phone: phone }),
    ...(imei && { p_imei: imei }),
  });
  return unwrap(await found.abortSignal(signal)) as RunningWarranty[];
}

/**
 * Orders of the customer or device whose warranty ran at a time, now if none is given: at most five, first those of the
 * device, then the latest end (WARR-01). Staff only.
 */
export const warrantiesQuery = (clues: WarrantyClues, at: string | null = null) =>
  queryOptions({
    queryKey: [...orderKeys.warranties(clues), at] as const,
    queryFn: ({ signal }) => fetchWarranties(clues, at, signal),
    enabled: Object.values(clues).some((clue) => clue !== ''),
    staleTime: 60_000,
  });
