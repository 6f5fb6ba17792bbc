import type { KeptCodes } from '../../../supabase/functions/_shared/device-codes/keep-codes.ts';
import type { FunctionHost } from '../functions/function-host.ts';
import type { Job } from '../jobs/job-runner.ts';
import { callOnSchedule, type ScheduledCall } from '../jobs/scheduled-call.ts';
import type { CodeKeyFiles } from './key-files.ts';
import { publishCodeKey } from './prepare-keys.ts';

/** Name of the one function that gets the private keys. */
export const CODE_FUNCTION = 'open-device-code';
const EVERY_MS = 60_000;

/** What the job works with. */
export interface KeepCodesContext extends Omit<ScheduledCall, 'name'> {
  functions: FunctionHost;
  files: CodeKeyFiles;
  adminUrl: string;
  log: (line: string) => void;
}

/**
 * The upkeep of device codes: takes up a key that was added, has codes sealed anew and old ones erased, destroys keys that are left over.
 */
export function keepCodesJob(context: KeepCodesContext): Job {
  return { name: 'device-codes', everyMs: EVERY_MS, run: () => keepCodes(context) };
}

async function keepCodes(context: KeepCodesContext): Promise<void> {
  const { files, adminUrl, log } = context;
  files.refresh();
  const key = files.current ?? (await files.add());
  // Each time: whoever put another key into the database gets what was typed until here, and no more.
  await publishCodeKey(adminUrl, key);
  const kept = (await callOnSchedule({ ...context, name: CODE_FUNCTION })) as KeptCodes;
  files.destroy(kept.droppedKeys);
  if (kept.sealed > 0) log(`Claves de equipos cifradas con la llave ${key.id}: ${kept.sealed}.`);
  if (kept.erased > 0) log(`Claves de equipos que ya no están en el taller, borradas: ${kept.erased}.`);
  if (kept.unreadable > 0)
    log(
      `Claves de equipos cifradas con una llave que falta en DATA_DIR/device-code-keys: ${kept.unreadable}.`,
    );
}
