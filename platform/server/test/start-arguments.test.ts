import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** `npm start` with arguments that end it before anything is made. */
const started = (args: readonly string[]) =>
  new Promise<{ code: unknown; output: string }>((resolve) => {
    const command = ['platform/release/setup/run.mjs', 'start', ...args];
    execFile(process.execPath, command, { cwd: ROOT, timeout: 30_000 }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? error?.signal, output: stdout + stderr }),
    );
  });

test.each([['--port', '4000'], ['--setup'], ['4000']])(
  'SEC-58 npm start with the argument %s says how it is used, and is not tried again',
  async (...args) => {
    const { code, output } = await started(args);
    expect(code).toBe(1);
    expect(output).toContain('Uso: npm start -- [--empty [--setup ARCHIVO]]');
    expect(output).not.toContain('Parte de nuevo');
  },
  60_000,
);
