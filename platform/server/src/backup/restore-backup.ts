import { randomBytes } from 'node:crypto';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isDiskFull, syncFolder } from '../config/data-dir.ts';
import { readInstallation, saveInstallation } from '../config/installation.ts';
import { lockDataDir } from '../config/instance-lock.ts';
import { isEarlier } from '../database/earlier-chain.ts';
import { readMigrations } from '../database/migrations.ts';
import { bundledMajor, clusterFolder, clusterOf, removeCluster } from '../postgres/places.ts';
import { isRunning } from '../postgres/postmaster.ts';
import { postgresUser } from '../postgres/run-as.ts';
import { messageOf, StartError } from '../errors/start-error.ts';
import { readArchive, type Opening } from './archive-reader.ts';
import type { BackupHead } from './manifest.ts';
import { loadRows } from './load-rows.ts';
import { recover } from './recover.ts';
import { roomFor, unpack, type Place } from './unpack.ts';
import { archiveOf, hasPlainSegments, restoreCommand } from '../postgres/wal-archive.ts';
import { openSegments } from './seal-segments.ts';

/** Parameters for restoring a backup. */
export interface RestoreOptions extends Opening {
  file: string;
  /** The data folder to create; must be empty or missing. */
  into: string;
  /** Recovery target time, using the WAL archive. */
  until?: Date | undefined;
  walArchive?: string | undefined;
  /** An empty database in an external PostgreSQL, for the rows of a logical backup. */
  databaseUrl?: string | undefined;
  /** Only tests whether the backup can be restored, then deletes the result. */
  isTest?: boolean;
  onProgress?: (bytes: number, total: number) => void;
  signal?: AbortSignal;
}

/** Result of a restore. */
export interface Restored {
  head: BackupHead;
  /** Row counts by table. */
  rows: Map<string, number>;
}

/** Space in addition to the unpacked files: WAL that PostgreSQL writes during recovery. */
const SPARE_BYTES = 100_000_000;

/**
 * Creates a data folder from a backup. Everything is unpacked, verified and recovered in a temporary folder, which is
 * renamed once PostgreSQL has proved to work, so that a failure changes nothing.
 * @throws StartError restore-refused or restore-failed
 */
export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
  const { file, into, signal } = options;
  if (!options.isTest) refuseUsedFolder(into);
  mkdirSync(dirname(into), { recursive: true });
  removeAttempts(into);
  const beside = `${into}.restaurando-${process.pid}-${randomBytes(4).toString('hex')}`;
  try {
    mkdirSync(beside, { mode: 0o700 });
    const restored = await restoreBeside(beside, options);
    signal?.throwIfAborted();
    if (!options.isTest) {
      if (existsSync(into)) rmdirSync(into);
      renameSync(beside, into);
      syncFolder(dirname(into));
    }
    return restored;
  } catch (error) {
    if (error instanceof StartError || signal?.aborted) throw error;
    const text = isDiskFull(error)
      ? `El disco de ${dirname(into)} está lleno: no se recuperó nada. Libera espacio, o elige otra carpeta.`
      : `No se pudo recuperar ${file} en ${into}: ${messageOf(error)}`;
    throw new StartError('restore-failed', text, error);
  } finally {
    removeAttempt(beside);
  }
}

async function restoreBeside(beside: string, options: RestoreOptions): Promise<Restored> {
  const { file, until, walArchive, signal } = options;
  // With the original's id, a cluster stored outside its data folder would conflict with the original's.
  const id = randomBytes(8).toString('hex');
  let data = '';
  const unpackedRows = join(beside, 'rows');
  let read = 0;
  let total = 0;
  const place = (head: BackupHead): Place => {
    refuseForeign(file, head);
    if (options.databaseUrl !== undefined && head.kind === 'physical')
      throw refused('En DATABASE_URL solo se carga un respaldo hecho con --logical.');
    if (until && !walArchive)
      throw refused('Para --until se necesita el archivo del registro: di cuál es con WAL_ARCHIVE_DIR.');
    if (until && head.kind === 'logical')
      throw refused('Un respaldo hecho con --logical no sirve para --until.');
    if (until && until < new Date(head.startedAt))
      throw refused(`El respaldo ${file} es posterior a ese momento: elige uno anterior.`);
    total = head.bytes;
    const folder = clusterFolder(beside, id, postgresUser());
    const { bavail, bsize } = statfsSync(folder);
    if (bavail * bsize < total + SPARE_BYTES)
      throw refused(
        `No hay espacio para el respaldo en ${folder}: se necesitan ${Math.ceil((total + SPARE_BYTES) / 1e6)} MB y quedan ${Math.floor((bavail * bsize) / 1e6)} MB.`,
      );
    data = join(folder, 'pgdata');
    const cluster: Record<string, string> =
      head.kind === 'physical' ? { pgdata: data } : { rows: unpackedRows };
    const room = roomFor(file, [beside, folder], SPARE_BYTES);
    return { folders: { data: beside, ...cluster }, room };
  };
  const { head, manifest } = await unpack(file, readArchive(file, options), place, (bytes) => {
    signal?.throwIfAborted();
    options.onProgress?.((read += bytes), total);
  });
  const installation = readInstallation(beside);
  if (!installation) throw refused(`El respaldo ${file} no tiene installation.json.`);
  saveInstallation(beside, { ...installation, id });
  if (head.kind === 'logical') {
    const { isTest: disposable = false, databaseUrl } = options;
    const loading = { dataDir: beside, rows: unpackedRows, installation: { ...installation, id } };
    return { head, rows: await loadRows({ ...loading, databaseUrl, disposable }) };
  }
  const recovery = { data, installation, until, disposable: options.isTest === true, signal };
  if (!until || !walArchive) return { head, rows: await recover(recovery) };
  const archive = archiveOf(walArchive, head.installation);
  const into = join(dirname(data), 'wal-opened');
  try {
    const opened = await openSegments(archive, options, manifest.firstSegment, {
      into,
      as: postgresUser(),
    });
    // Anyone who can write to the archive can forge unencrypted segments: with a passphrase only encrypted ones are
    // accepted.
    const isPlainRead = options.passphrase === undefined || options.acceptsPlain === true;
    const folders = [...(opened ? [opened.folder] : []), ...(isPlainRead ? [archive] : [])];
    const rows = await recover({ ...recovery, restoreCommand: restoreCommand(folders) }).catch(
      (error: unknown) => {
        if (opened?.damaged !== undefined) throw segmentDamaged(opened.damaged, error);
        throw isPlainRead || !hasPlainSegments(archive) ? error : plainLeftOut(archive, error);
      },
    );
    return { head, rows };
  } finally {
    rmSync(into, { recursive: true, force: true });
  }
}

function segmentDamaged(file: string, error: unknown): StartError {
  const text = `${file} está dañado o es de otra clave: hasta ahí llega el archivo. Elige un momento anterior con --until.`;
  return new StartError('restore-failed', text, error);
}

function plainLeftOut(archive: string, error: unknown): StartError {
  const text =
    `${messageOf(error)} En ${archive} hay además segmentos sin cifrar, que con una clave no se leen: ` +
    'pudo ponerlos cualquiera que escriba ahí. Si sabes que son tuyos, agrega --unsealed.';
  return new StartError('restore-failed', text, error);
}

/** @throws StartError restore-refused for a non-empty folder, in use or not. */
function refuseUsedFolder(into: string): void {
  if (!existsSync(into)) return;
  if (!statSync(into).isDirectory()) throw refused(`${into} es un archivo: elige una carpeta nueva o vacía.`);
  if (readdirSync(into).length > 0) {
    try {
      if (existsSync(join(into, 'instance.lock'))) lockDataDir(into).release();
    } catch (error) {
      if (error instanceof StartError && error.code === 'data-dir-in-use') throw refused(error.message);
    }
    throw refused(
      `La carpeta ${into} no está vacía: no se toca lo que tiene. Elige una carpeta nueva o vacía.`,
    );
  }
  if (statSync(into).dev !== statSync(dirname(into)).dev)
    throw refused(`${into} es un disco propio: elige una carpeta dentro de él.`);
}

/** @throws StartError restore-refused for a backup that this program cannot start. */
function refuseForeign(file: string, head: BackupHead): void {
  if (head.kind === 'physical' && head.postgres !== bundledMajor())
    throw refused(
      `El respaldo ${file} es de PostgreSQL ${head.postgres} y este programa trae PostgreSQL ${bundledMajor()}: ` +
        'recupéralo con la versión del programa que lo hizo, y pasa los datos con un respaldo hecho con --logical.',
    );
  if (head.kind === 'physical' && head.arch !== process.arch)
    throw refused(
      `El respaldo ${file} es de una máquina ${head.arch} y esta es ${process.arch}: usa un respaldo hecho con --logical.`,
    );
  const known = readMigrations().some(({ version }) => version === head.migration);
  // A backup of the chain before the baseline is known too: the start converts its database, or explains why not.
  if (head.migration !== '' && !known && !isEarlier(head.migration))
    throw refused(
      `El respaldo ${file} es de una versión más nueva de este programa (migración ${head.migration}): actualiza el programa.`,
    );
}

/** Deletes what interrupted restores left next to a folder. */
function removeAttempts(into: string): void {
  const start = `${basename(into)}.restaurando-`;
  for (const name of readdirSync(dirname(into))) {
    const pid = name.startsWith(start) ? Number.parseInt(name.slice(start.length), 10) : 0;
    const beside = join(dirname(into), name);
    if (pid && !isRunning(pid) && isOwnFolder(beside)) removeAttempt(beside);
  }
}

/** In a shared folder, such as /tmp, anybody can create one with that name. */
function isOwnFolder(path: string): boolean {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  return stats?.isDirectory() === true && (process.getuid === undefined || stats.uid === process.getuid());
}

function removeAttempt(beside: string): void {
  if (!existsSync(beside)) return;
  const folder = clusterOf(beside);
  if (dirname(folder) !== beside && ownerOf(folder) === beside) removeCluster(beside, folder);
  rmSync(beside, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}

function ownerOf(folder: string): string | undefined {
  const note = join(folder, 'data-folder');
  return existsSync(note) ? readFileSync(note, 'utf8').trim() : undefined;
}

function refused(text: string): StartError {
  return new StartError('restore-refused', text);
}
