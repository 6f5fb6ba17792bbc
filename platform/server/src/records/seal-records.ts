import type { Sealing } from '../../../../supabase/functions/_shared/seal-records.ts';
import { callOnSchedule, type ScheduledCall } from '../jobs/scheduled-call.ts';
import type { RecordKeyFiles } from './record-key-files.ts';

/** Name of the only function that receives the private key. */
export const SEAL_FUNCTION = 'seal-records';

/** Seals what waits, and remembers the chain's end. @returns null: nothing is due later. */
export async function sealRecords(
  call: Omit<ScheduledCall, 'name'> & { files: RecordKeyFiles },
): Promise<null> {
  const { files, ...rest } = call;
  const { end } = (await callOnSchedule({ ...rest, name: SEAL_FUNCTION })) as Sealing;
  if (end) files.see(end);
  return null;
}
