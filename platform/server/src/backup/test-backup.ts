import postgres from 'postgres';
import { StartError } from '../errors/start-error.ts';
import { recordRun } from './backup-runs.ts';
import { restoreBackup, type Restored, type RestoreOptions } from './restore-backup.ts';
import { urlOfRunningShop } from './open-shop.ts';

/** Restores a backup into a temporary folder to test it. The result is recorded in the shop, if that is running. */
export async function testBackup(
  options: RestoreOptions,
  shop: { dataDir: string; databaseUrl?: string | undefined },
): Promise<Restored> {
  const startedAt = new Date();
  try {
    const restored = await restoreBackup({ ...options, isTest: true });
    const rows = [...restored.rows.values()].reduce((sum, count) => sum + count, 0);
    await note(shop, {
      startedAt,
      ok: true,
      bytes: restored.head.bytes,
      detail: { file: options.file, rows },
    });
    return restored;
  } catch (error) {
    options.signal?.throwIfAborted();
    const text = error instanceof StartError ? error.message : String(error);
    await note(shop, { startedAt, ok: false, bytes: null, detail: { file: options.file, error: text } });
    throw error;
  }
}

async function note(
  shop: { dataDir: string; databaseUrl?: string | undefined },
  run: Omit<Parameters<typeof recordRun>[1], 'kind'>,
): Promise<void> {
  const url = shop.databaseUrl ?? (await urlOfRunningShop(shop.dataDir));
  if (url === undefined)
    return console.error('La tienda no está en marcha: la prueba no quedó anotada en ella.');
  const sql = postgres(url, { max: 1, connect_timeout: 5, onnotice: () => {} });
  try {
    await recordRun(sql, { kind: 'restore_test', ...run });
  } catch {
    console.error('La base de datos de la tienda no responde: la prueba no quedó anotada en ella.');
  } finally {
    await sql.end({ timeout: 1 });
  }
}
