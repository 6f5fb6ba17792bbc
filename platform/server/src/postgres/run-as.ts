import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** The user that PostgreSQL runs as; undefined for this process's user. */
export type RunAs = { uid: number; gid: number } | undefined;

/** The system user of PostgreSQL, which refuses to run as root; also the service's in docs/deploy.md. */
export const USER = 'taller';

/** uid and gid of `nobody`, where no user can be created. Other services may run as it and read the database. */
const NOBODY = { uid: 65534, gid: 65534 };

/** Creates a system user without a home or a password, on Debian and Red Hat. */
export const CREATE_USER = `useradd --system --user-group --no-create-home --home-dir /nonexistent --shell /usr/sbin/nologin ${USER}`;

/** The same on any system, Alpine's included. */
const CREATE = [
  CREATE_USER,
  `addgroup -S ${USER} && adduser -S -D -H -h /nonexistent -s /sbin/nologin -G ${USER} ${USER}`,
];

let found: RunAs;

/** The user that PostgreSQL must run as on this machine. Started as root, it is created at the first start. */
export function postgresUser(): RunAs {
  return process.getuid?.() === 0 ? (found ??= ownUser() ?? nobody()) : undefined;
}

/** The product's own system user, created by root if it is missing; undefined where it cannot be. */
export function ownUser(): RunAs {
  return findUser() ?? createUser();
}

function nobody(): RunAs {
  console.warn(
    `No se pudo crear el usuario «${USER}» del sistema: PostgreSQL parte como «nobody», y otros servicios de esa cuenta ` +
      `podrían leer la base de datos. Créalo y parte de nuevo: ${CREATE_USER}`,
  );
  return NOBODY;
}

function findUser(): RunAs {
  const line = readFileSync('/etc/passwd', 'utf8').match(new RegExp(`^${USER}:[^:]*:(\\d+):(\\d+):`, 'm'));
  const [uid = 0, gid = 0] = line?.slice(1).map(Number) ?? [];
  return uid > 0 && gid > 0 ? { uid, gid } : undefined;
}

function createUser(): RunAs {
  for (const command of CREATE) {
    spawnSync('/bin/sh', ['-c', command], { cwd: '/', stdio: 'ignore' });
    // Another start may have created it at the same time.
    const user = findUser();
    if (user) return user;
  }
  return undefined;
}

/** Whether that user can read `path`, which requires access to every parent folder. */
export function canRead(path: string, as: RunAs): boolean {
  return !as || passes('-r', path, as);
}

/** Whether that user can write to a folder. */
export function canWrite(folder: string, as: RunAs): boolean {
  return passes('-w', folder, as);
}

function passes(test: '-r' | '-w', path: string, as: RunAs): boolean {
  const result = spawnSync('/bin/sh', ['-c', `test ${test} "$1"`, 'sh', path], { ...as, cwd: '/', env: {} });
  return result.status === 0;
}

/** Result of a finished program. */
export interface RunResult {
  code: number;
  output: string;
}

/**
 * Runs a program to its end and collects its output. `detached` shields the PostgreSQL that pg_ctl leaves running from
 * a terminal's Ctrl-C: this process stops it cleanly.
 */
export function run(
  program: string,
  args: string[],
  as: RunAs,
  options: { quietOutput?: boolean } = {},
): Promise<RunResult> {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      ...as,
      cwd: '/',
      detached: true,
      windowsHide: true,
      env: { PATH: process.env.PATH, TZ: 'UTC', LC_ALL: 'C', SystemRoot: process.env.SystemRoot },
      // pg_ctl passes its output streams on to the server it starts; a pipe would stay open for as long as that runs.
      stdio: ['ignore', options.quietOutput ? 'ignore' : 'pipe', options.quietOutput ? 'ignore' : 'pipe'],
    });
    let output = '';
    const collect = (chunk: Buffer) => (output += chunk.toString());
    child.stdout?.on('data', collect);
    child.stderr?.on('data', collect);
    child.on('error', (error) => resolve({ code: -1, output: `${output}${error.message}` }));
    child.on('close', (code) => resolve({ code: code ?? -1, output }));
  });
}
