import postgres from 'postgres';
import type { SealingKey } from '@taller/shared/orders/device-codes/seal-code.ts';
import { CodeKeyFiles } from './key-files.ts';

/** Loads the keys of a data folder, creating one at the first start, and publishes the public key in the database. */
export async function prepareCodeKeys(dataDir: string, adminUrl: string): Promise<CodeKeyFiles> {
  const files = new CodeKeyFiles(dataDir);
  await publishCodeKey(adminUrl, files.current ?? (await files.add()));
  return files;
}

/** Makes a public key the one that browsers encrypt with. */
export function publishCodeKey(adminUrl: string, key: SealingKey): Promise<unknown> {
  return withDatabase(
    adminUrl,
    (sql) => sql`select public.publish_device_code_key(${key.id}, ${key.publicKey})`,
  );
}

/** Deletes the codes of devices returned longer ago than shop_settings allows. @returns how many. */
export async function eraseOldCodes(adminUrl: string): Promise<number> {
  const [row] = await withDatabase(adminUrl, (sql) => sql`select public.purge_device_codes() as erased`);
  return Number(row?.erased);
}

async function withDatabase<Result>(
  adminUrl: string,
  work: (sql: postgres.Sql) => Promise<Result>,
): Promise<Result> {
  const sql = postgres(adminUrl, { max: 1, onnotice: () => {} });
  try {
    return await work(sql);
  } finally {
    await sql.end({ timeout: 5 });
  }
}
