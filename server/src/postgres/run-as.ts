import { spawn, spawnSync } from 'node:child_process';

/** The user that PostgreSQL runs as; undefined for this process's user. */
export type RunAs = { uid: number; gid: number } | undefined;

/** Conventional uid and gid of `nobody`: PostgreSQL refuses to run as root. */
const NOBODY = 65534;

/** The user that PostgreSQL must run as on this machine. */
export function postgresUser(): RunAs {
  return process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : undefined;
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
