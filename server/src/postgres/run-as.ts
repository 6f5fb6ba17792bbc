import { spawn, spawnSync } from 'node:child_process';

/** The user that PostgreSQL runs as: undefined means the user of this process. */
export type RunAs = { uid: number; gid: number } | undefined;

/** Conventional uid and gid of `nobody`: PostgreSQL refuses to run as root. */
const NOBODY = 65534;

/** Whom PostgreSQL must run as on this machine. */
export function postgresUser(): RunAs {
  return process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : undefined;
}

/** Whether that user can read `path`: every folder above it must let it through. */
export function canRead(path: string, as: RunAs): boolean {
  return !as || passes('-r', path, as);
}

/** Whether that user can write in a folder. */
export function canWrite(folder: string, as: RunAs): boolean {
  return passes('-w', folder, as);
}

function passes(test: '-r' | '-w', path: string, as: RunAs): boolean {
  const result = spawnSync('/bin/sh', ['-c', `test ${test} "$1"`, 'sh', path], { ...as, cwd: '/', env: {} });
  return result.status === 0;
}

/** What a finished program said. */
export interface RunResult {
  code: number;
  output: string;
}

/**
 * Runs a program to its end and collects what it printed. `detached` keeps a terminal's Ctrl-C from reaching the
 * PostgreSQL that pg_ctl leaves running: this process stops it in order.
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
      // pg_ctl hands its output streams to the server it starts; a pipe would then stay open for ever.
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
