import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const HOST = new URL('../src/functions/function-host.ts', import.meta.url).href;

/** Calls a function when the process has no file descriptors left, and again when it has. */
const SCRIPT = `
  import { closeSync, openSync } from 'node:fs';
  import { functionHost } from ${JSON.stringify(HOST)};
  const log = { info() {}, warn() {}, error() {}, debug() {} };
  const host = functionHost({ api: {}, publishableKey: 'x', secretKey: 'x', siteUrl: 'http://x', env: {}, log });
  const call = () => host.find('whatsapp-webhook')(new Request('http://x')).then(
    (response) => response.status, (error) => error.code);
  const taken = [];
  try { for (;;) taken.push(openSync('/dev/null')); } catch {}
  let now = 0;
  Date.now = () => now;
  const results = await Promise.all([call(), call()]);
  now += 1000;
  results.push(await call());
  for (const file of taken) closeSync(file);
  // Too soon: nothing is tried.
  results.push(await call());
  now += 1000;
  results.push(await call(), await call());
  console.log(JSON.stringify(results));
`;

test.skipIf(process.platform === 'win32')(
  'SEC-52 a function that could not be loaded is loaded by a request a second later',
  async () => {
    const args = ['-c', 'ulimit -n 256; exec "$0" --input-type=module -e "$1"', process.execPath, SCRIPT];
    const { stdout } = await promisify(execFile)('/bin/sh', args);
    expect(JSON.parse(stdout)).toEqual([...Array<unknown>(4).fill(expect.any(String)), 403, 403]);
  },
);
