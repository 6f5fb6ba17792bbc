import postgres from 'postgres';
import { StartError } from '../errors/start-error.ts';
import { ArchiveWriter } from './archive-writer.ts';
import { recordRun } from './backup-runs.ts';
import { copyCluster } from './base-backup.ts';
import { copyRows } from './copy-rows.ts';
import { HEAD_ENTRY, type BackupHead } from './manifest.ts';
import { openShop, type OpenShop } from './open-shop.ts';
import { prefixOf } from './rotation.ts';
import { filesOfCluster, filesOfDataFolder, readIfThere, type FoundFile } from './shop-files.ts';

/** Parameters of a backup. */
export interface BackupOptions {
  dataDir: string;
  /** Target folder. */
  folder: string;
  passphrase?: string | undefined;
  /** URL of an external PostgreSQL. */
  databaseUrl?: string | undefined;
  /** Rows as text, for any version of PostgreSQL and any processor; always used for an external PostgreSQL. */
  logical?: boolean;
  /** Folder of the shop's WAL archive. */
  walArchive?: string | undefined;
  log: (line: string) => void;
  /** Called with the bytes read so far and the estimated total. */
  onProgress?: (bytes: number, total: number) => void;
  signal?: AbortSignal;
}

/** A backup that is complete and synced to disk. */
export interface MadeBackup {
  file: string;
  bytes: number;
}

type Copied = Omit<OpenShop, typeof Symbol.asyncDispose>;

/** Keys added and keys removed while the database was copied: the copy may need both. */
const KEYS = 'data/device-code-keys/';

/**
 * Writes a backup of a shop, which may be running, to one file, which gets its final name when it is complete.
 * Transactions acknowledged before the call are included; concurrent ones are included completely or not at all.
 * @throws StartError
 */
export async function makeBackup(options: BackupOptions): Promise<MadeBackup> {
  const sealsWal = options.passphrase !== undefined;
  await using opened = await openShop(options.dataDir, { ...options, sealsWal });
  const { data, ...rest } = opened;
  // Without access to the cluster's folder only a logical backup is possible.
  const shop = { ...rest, data: options.logical === true ? undefined : data };
  const startedAt = new Date();
  const sql = postgres(shop.adminUrl, { max: 2, onnotice: () => {} });
  const run = { kind: 'backup' as const, startedAt };
  try {
    const { firstSegment, ...made } = await write(options, shop, sql, startedAt);
    const detail = { file: made.file, sealed: options.passphrase !== undefined, firstSegment };
    await recordRun(sql, { ...run, ok: true, bytes: made.bytes, detail });
    return made;
  } catch (error) {
    // The process was stopped on purpose.
    options.signal?.throwIfAborted();
    const text = error instanceof StartError ? error.message : String(error);
    await recordRun(sql, { ...run, ok: false, bytes: null, detail: { error: text } }).catch(() => undefined);
    throw error;
  } finally {
    await sql.end({ timeout: 1 });
  }
}

async function write(
  options: BackupOptions,
  shop: Copied,
  sql: postgres.Sql,
  startedAt: Date,
): Promise<MadeBackup & { firstSegment: string }> {
  const { folder, passphrase, signal } = options;
  const archive = await ArchiveWriter.create(folder, prefixOf(shop.installation.id), passphrase);
  const stop = () => void archive.abort();
  signal?.addEventListener('abort', stop);
  try {
    const head = await headOf(shop, sql, startedAt, options);
    let read = 0;
    const onBytes = (bytes: number) => options.onProgress?.((read += bytes), head.bytes);
    await archive.add(HEAD_ENTRY, JSON.stringify(head));
    const before = filesOf(options, shop).filter(({ name }) => name.startsWith(KEYS));
    const keys = new Map(before.map((file) => [file.name, readIfThere(file.path)]));
    const firstSegment = await copyDatabase(shop, sql, archive, onBytes);
    for (const { name, path, isFolder } of filesOf(options, shop)) {
      if (isFolder) await archive.addFolder(name);
      else onBytes((await archive.addFile(name, path)) ?? 0);
      keys.delete(name);
    }
    for (const [name, content] of keys) if (content) await archive.add(name, content);
    signal?.throwIfAborted();
    const finishedAt = new Date().toISOString();
    return { ...(await archive.finish({ finishedAt, firstSegment })), firstSegment };
  } catch (error) {
    await archive.abort();
    throw error;
  } finally {
    signal?.removeEventListener('abort', stop);
  }
}

async function copyDatabase(
  { data, ofProject }: Copied,
  sql: postgres.Sql,
  archive: ArchiveWriter,
  onBytes: (bytes: number) => void,
): Promise<string> {
  if (data === undefined) {
    await copyRows(sql, archive, ofProject, onBytes);
    return '';
  }
  const connection = await sql.reserve();
  try {
    return await copyCluster(connection, data, archive, onBytes);
  } finally {
    connection.release();
  }
}

async function headOf(
  shop: Copied,
  sql: postgres.Sql,
  startedAt: Date,
  options: BackupOptions,
): Promise<BackupHead> {
  const [facts] = await sql<{ version: number; migration: string | null; bytes: string }[]>`
    select current_setting('server_version_num')::int / 10000 as version,
      (select max(version) from supabase_migrations.schema_migrations) as migration,
      pg_database_size(current_database()) as bytes`;
  const found = [...filesOf(options, shop), ...(shop.data === undefined ? [] : filesOfCluster(shop.data))];
  const bytes = found.reduce((sum, file) => sum + file.bytes, 0);
  return {
    format: 1,
    kind: shop.data === undefined ? 'logical' : 'physical',
    installation: shop.installation.id,
    startedAt: startedAt.toISOString(),
    postgres: facts?.version ?? 0,
    arch: process.arch,
    migration: facts?.migration ?? '',
    bytes: shop.data === undefined ? bytes + Number(facts?.bytes ?? 0) : bytes,
  };
}

function filesOf({ folder, walArchive }: BackupOptions, { dataDir }: Copied): FoundFile[] {
  return filesOfDataFolder(dataDir, walArchive === undefined ? [folder] : [folder, walArchive]);
}
