import { lstatSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { codeOf, StartError } from '../errors/start-error.ts';

/** A file to back up: its path and its name in the backup. */
export interface FoundFile {
  name: string;
  path: string;
  isFolder: boolean;
  bytes: number;
}

/**
 * Contents of a data folder that belong to a running server, to the cluster, which is copied separately, or to the
 * site, which is regenerated; the address of a first set-up, which the next start voids; and the last sealed record,
 * which may be newer than the copy of the database.
 */
const NOT_OF_THE_SHOP =
  /^(?:instance\.lock(?:-journal)?|instance\.json|prepared\.json|postgres|postgres-folder|site|configurar\.txt|last-record\.json|\.site\.releases|\.escritura-[0-9a-f]+)$/;

/** Whether an entry of a data folder belongs to the shop, and not to the server or the cluster. */
export const isShopFile = (top: string): boolean => !NOT_OF_THE_SHOP.test(top);

/** Folders of a cluster whose contents PostgreSQL recreates when it starts. */
const MADE_ANEW = new Set([
  'pg_wal',
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
]);
/** Files of a cluster that describe the current run of PostgreSQL, or were left by one. */
const OF_THE_RUN =
  /^(?:postmaster\.(?:pid|opts)|postgres\.log(?:\.1)?|backup_label(?:\.old)?|tablespace_map(?:\.old)?|backup_manifest|(?:recovery|standby)\.signal|.*\.tmp|pgsql_tmp.*|pg_internal\.init.*)$/;

/**
 * Whether a file of this name may be unpacked into a cluster. State files of an earlier run are not part of a backup: a
 * tablespace map would make PostgreSQL use other folders, and a signal file another server's WAL.
 */
export function isClusterFile(name: string): boolean {
  if (name === 'backup_label') return true;
  const parts = name.split('/');
  return parts.every((part) => !OF_THE_RUN.test(part)) && (parts[0] !== 'pg_tblspc' || parts.length === 1);
}

/** pg_control determines where recovery starts: it is read last. */
export const CONTROL_FILE = 'global/pg_control';

/**
 * The files of a data folder besides its cluster: keys, mails, and anything else. Backups and archives stored inside it
 * (`except`) are excluded.
 */
export function filesOfDataFolder(dataDir: string, except: readonly string[]): FoundFile[] {
  const left = new Set(except.map((folder) => resolve(folder)));
  return walk(dataDir, dataDir, 'data', (path) => {
    const [top = ''] = relative(dataDir, path).split(sep);
    return isShopFile(top) && !left.has(path);
  });
}

/** The files of a cluster that a base backup needs, except for the control file and the WAL. */
export function filesOfCluster(data: string): FoundFile[] {
  if (readdirSync(join(data, 'pg_tblspc')).length > 0)
    throw new StartError(
      'backup-failed',
      `La base de datos ${data} tiene tablespaces, que están fuera de su carpeta: respáldala con --logical.`,
    );
  const root = realpathSync(data);
  const emptied = new Set([...MADE_ANEW].map((name) => join(root, name)));
  return walk(root, root, 'pgdata', (path) => {
    if (path === join(root, CONTROL_FILE)) return false;
    if (emptied.has(join(path, '..'))) return false;
    return !OF_THE_RUN.test(path.slice(path.lastIndexOf(sep) + 1));
  });
}

function walk(
  root: string,
  folder: string,
  prefix: string,
  isWanted: (path: string) => boolean,
): FoundFile[] {
  const found: FoundFile[] = [];
  for (const entry of readNames(folder)) {
    const path = join(folder, entry);
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (!stats || !isWanted(path)) continue;
    const name = `${prefix}/${relative(root, path).split(sep).join('/')}`;
    if (stats.isDirectory()) {
      found.push({ name, path, isFolder: true, bytes: 0 }, ...walk(root, path, prefix, isWanted));
    } else if (stats.isFile()) {
      found.push({ name, path, isFolder: false, bytes: stats.size });
    }
  }
  return found;
}

function readNames(folder: string): string[] {
  try {
    return readdirSync(folder).toSorted();
  } catch (error) {
    // A dropped table or a deleted mail.
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  }
}

/** The content of a file; undefined if it no longer exists. */
export function readIfThere(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}
