/**
 * Memory of the process that serves, after a first start from a clean checkout, which builds the site and fills the
 * demo shop, and after a restart: as soon as it is ready and after a minute. Linux only: `Pss` of smaps_rollup, which
 * counts shared pages in part.
 *
 * node bench/memory.ts [--version HEAD]
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { freePort } from '@taller/server/postgres/free-port.ts';
import { clusterOf } from '@taller/server/postgres/places.ts';
import { checkoutOf } from './support/room-shop.ts';

const MINUTE_MS = 60_000;
const { values } = parseArgs({ options: { version: { type: 'string', default: 'HEAD' } } });
await using stack = new AsyncDisposableStack();
const { folder: root, remove } = checkoutOf(values.version);
stack.defer(remove);
const folder = mkdtempSync(join(tmpdir(), 'taller-memory-'));
const dataDir = join(folder, 'data');
stack.defer(() => {
  rmSync(clusterOf(dataDir), { recursive: true, force: true });
  rmSync(folder, { recursive: true, force: true });
});

/** Proportional and resident memory of the server, in MB. */
function memory(): { pss: number; rss: number } {
  const { pid } = JSON.parse(readFileSync(join(dataDir, 'instance.json'), 'utf8')) as { pid: number };
  const told = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
  const of = (name: string) =>
    Math.round(Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(told)?.[1]) / 1000);
  return { pss: of('Pss'), rss: of('Rss') };
}

async function start() {
  const supervisor = spawn(process.execPath, ['platform/release/setup/run.mjs', 'start'], {
    cwd: root,
    env: { ...process.env, PORT: String(await freePort()), DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  for await (const text of supervisor.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    output += text as string;
    if (output.includes('Ctrl-C para detener')) break;
  }
  supervisor.stdout.resume();
  if (!output.includes('Ctrl-C para detener')) throw new Error(`It does not start:\n${output}`);
  const ready = memory();
  await delay(MINUTE_MS);
  const later = memory();
  supervisor.kill('SIGTERM');
  await once(supervisor, 'exit');
  return { 'ready, PSS': ready.pss, 'a minute later, PSS': later.pss, 'a minute later, RSS': later.rss };
}

const first = await start();
const restart = await start();
console.table({ 'first start': first, restart });
const ratio = first['a minute later, PSS'] / restart['a minute later, PSS'];
console.log(`first start to restart: ${ratio.toFixed(2)}`);
