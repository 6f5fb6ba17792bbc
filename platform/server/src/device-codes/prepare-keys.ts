import type postgres from 'postgres';
import type { SealingKey } from '@taller/shared/orders/device-codes/seal-code.ts';
import { CodeKeyFiles } from './key-files.ts';

/** Loads the keys of a data folder, creating one at the first start, and publishes the public key in the database. */
export async function prepareCodeKeys(dataDir: string, admin: postgres.Sql): Promise<CodeKeyFiles> {
  const files = new CodeKeyFiles(dataDir);
  await publishCodeKey(admin, files.current ?? (await files.add()));
  return files;
}

/** Makes a public key the one that browsers encrypt with. */
export async function publishCodeKey(admin: postgres.Sql, key: SealingKey): Promise<void> {
  await admin`select public.publish_device_code_key(${key.id}, ${key.publicKey})`;
}

/** Whether there are plain codes or replaced keys, which the scheduled maintenance has to take care of. */
export async function hasCodesToKeep(admin: postgres.Sql): Promise<boolean> {
  const [row] = await admin`
    select exists (select from public.device_codes_to_seal(null, 1))
      or exists (select from public.device_code_keys k where k.retired_at is not null) as waiting`;
  return row?.waiting === true;
}

/** Deletes the codes of devices returned longer ago than Ajustes says. @returns how many. */
export async function eraseOldCodes(admin: postgres.Sql): Promise<number> {
  const [row] = await admin`select public.purge_device_codes() as erased`;
  return Number(row?.erased);
}
