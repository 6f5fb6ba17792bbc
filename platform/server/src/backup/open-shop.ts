import { join } from 'node:path';
import postgres from 'postgres';
import { readInstallation, type Installation } from '../config/installation.ts';
import { lockDataDir } from '../config/instance-lock.ts';
import { embeddedUrls, openDatabase } from '../database/database.ts';
import { clusterOf } from '../postgres/places.ts';
import { folderOfProject, isProject } from './project.ts';
import { isRunning, readPidFile, waitUntil } from '../postgres/postmaster.ts';
import { messageOf, StartError } from '../errors/start-error.ts';

/** An accessible shop database, whether its server runs or not. */
export interface OpenShop extends AsyncDisposable {
  dataDir: string;
  installation: Installation;
  adminUrl: string;
  /** The cluster's folder `pgdata`; undefined for an external PostgreSQL. */
  data: string | undefined;
  /** Whether the database is that of a Supabase project. */
  ofProject: boolean;
}

/** How long to wait for the database of a server that is starting or recovering. */
const PATIENCE_MS = 60_000;

/**
 * Opens the shop of a data folder next to its running server. Without a server the folder is locked, so that none
 * starts meanwhile, and PostgreSQL runs for as long as the shop is open.
 * @throws StartError
 */
export async function openShop(
  dataDir: string,
  options: {
    databaseUrl?: string | undefined;
    walArchive?: string | undefined;
    sealsWal?: boolean | undefined;
    log: (line: string) => void;
  },
): Promise<OpenShop> {
  const { databaseUrl, walArchive, sealsWal, log } = options;
  const ofProject = databaseUrl !== undefined && (await isProject(databaseUrl));
  const installation = ofProject ? folderOfProject(dataDir) : readInstallation(dataDir);
  if (!installation)
    throw new StartError('bad-options', `${dataDir} no es una carpeta de datos: di cuál es con DATA_DIR.`);
  const lock = databaseUrl === undefined ? lockUnlessRunning(dataDir) : undefined;
  const data = databaseUrl === undefined ? join(clusterOf(dataDir), 'pgdata') : undefined;
  if (databaseUrl !== undefined || !lock) {
    const adminUrl = databaseUrl ?? (await urlOfRunning(dataDir, data ?? '', installation));
    return { dataDir, installation, adminUrl, data, ofProject, [Symbol.asyncDispose]: async () => {} };
  }
  try {
    lock.announce('un respaldo en curso');
    const database = await openDatabase(dataDir, installation, {
      walArchive,
      sealsWal,
      disposable: false,
      log,
    });
    const close = async () => {
      await database.stop();
      lock.release();
    };
    return {
      dataDir,
      installation,
      adminUrl: database.adminUrl,
      data,
      ofProject,
      [Symbol.asyncDispose]: close,
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** The lock of a folder that no server holds. */
function lockUnlessRunning(dataDir: string): ReturnType<typeof lockDataDir> | undefined {
  try {
    return lockDataDir(dataDir);
  } catch (error) {
    if (error instanceof StartError && error.code === 'data-dir-in-use') return undefined;
    throw error;
  }
}

/** Superuser URL of a running shop's database; undefined if it is not running. */
export async function urlOfRunningShop(dataDir: string): Promise<string | undefined> {
  const installation = readInstallation(dataDir);
  const { pid, port } = readPidFile(join(clusterOf(dataDir), 'pgdata')) ?? {};
  if (!installation || pid === undefined || port === undefined || !isRunning(pid)) return undefined;
  const url = embeddedUrls(port, installation).adminUrl;
  return (await problemAt(url)) === undefined ? url : undefined;
}

async function urlOfRunning(dataDir: string, data: string, installation: Installation): Promise<string> {
  let problem: unknown = 'su PostgreSQL no ha partido';
  let url = '';
  const answers = async () => {
    const { port } = readPidFile(data) ?? {};
    if (port === undefined) return false;
    url = embeddedUrls(port, installation).adminUrl;
    problem = await problemAt(url);
    return problem === undefined;
  };
  if (await waitUntil(answers, PATIENCE_MS, 200)) return url;
  const text = `La base de datos de ${dataDir} no responde: ${messageOf(problem)}`;
  throw new StartError('postgres-connect', text, problem);
}

async function problemAt(url: string): Promise<unknown> {
  const sql = postgres(url, { max: 1, connect_timeout: 5, onnotice: () => {} });
  try {
    await sql`select 1`;
    return undefined;
  } catch (error) {
    return error;
  } finally {
    await sql.end({ timeout: 1 });
  }
}
