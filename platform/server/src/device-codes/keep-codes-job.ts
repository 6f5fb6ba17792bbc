import postgres from 'postgres';
import type { KeptCodes } from '../../../../supabase/functions/_shared/device-codes/keep-codes.ts';
import type { FunctionHost } from '../functions/function-host.ts';
import type { Job } from '../jobs/job-runner.ts';
import { callOnSchedule, type ScheduledCall } from '../jobs/scheduled-call.ts';
import type { CodeKeyFiles } from './key-files.ts';
import { eraseOldCodes, publishCodeKey } from './prepare-keys.ts';

/** Name of the only function that receives the private keys. */
export const CODE_FUNCTION = 'open-device-code';
const EVERY_MS = 60_000;

/** Dependencies of the job. */
export interface KeepCodesContext extends Omit<ScheduledCall, 'name'> {
  functions: FunctionHost;
  files: CodeKeyFiles;
  adminUrl: string;
  log: (line: string) => void;
}

/** Scheduled maintenance of device codes: key rotation, and deletion of codes of devices returned long enough ago. */
export function keepCodesJob(context: KeepCodesContext): Job {
  const run = async () => {
    await using stack = new AsyncDisposableStack();
    const admin = postgres(context.adminUrl, { max: 1, onnotice: () => {} });
    stack.defer(() => admin.end({ timeout: 5 }));
    await keepCodesSealed(context, admin);
    const erased = await eraseOldCodes(admin);
    if (erased > 0) context.log(`Claves de equipos que ya no están en el taller, borradas: ${erased}.`);
  };
  return { name: 'device-codes', everyMs: EVERY_MS, run };
}

/** Loads added keys, has plain codes and codes encrypted with an older key re-encrypted, and destroys unused keys. */
export async function keepCodesSealed(
  context: Omit<KeepCodesContext, 'adminUrl'>,
  admin: postgres.Sql,
): Promise<void> {
  const { files, log } = context;
  const key = files.current ?? (await files.add());
  // On every run: whoever replaced the key in the database gains only the codes entered until then.
  await publishCodeKey(admin, key);
  const kept = (await callOnSchedule({ ...context, name: CODE_FUNCTION })) as KeptCodes;
  files.destroy(kept.droppedKeys);
  if (kept.sealed > 0) log(`Claves de equipos cifradas con la llave ${key.id}: ${kept.sealed}.`);
  if (kept.unreadable > 0)
    log(
      `Claves de equipos cifradas con una llave que falta en DATA_DIR/device-code-keys: ${kept.unreadable}.`,
    );
}
