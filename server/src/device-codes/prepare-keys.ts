import postgres from 'postgres';
import type { SealingKey } from '@taller/shared/domain/device-codes/seal-code.ts';
import { CodeKeyFiles } from './key-files.ts';

/** The keys of a data folder, with one made at the first start, and its public half in the database. */
export async function prepareCodeKeys(dataDir: string, adminUrl: string): Promise<CodeKeyFiles> {
  const files = new CodeKeyFiles(dataDir);
  await publishCodeKey(adminUrl, files.current ?? (await files.add()));
  return files;
}

/** Makes a public key the one with which browsers seal, if the database has the tables of the shop. */
export async function publishCodeKey(adminUrl: string, key: SealingKey): Promise<void> {
  const sql = postgres(adminUrl, { max: 1, onnotice: () => {} });
  try {
    const [row] = await sql`select to_regclass('public.device_code_keys') is not null as present`;
    if (row?.present === true) await sql`select public.publish_device_code_key(${key.id}, ${key.publicKey})`;
  } finally {
    await sql.end({ timeout: 5 });
  }
}
