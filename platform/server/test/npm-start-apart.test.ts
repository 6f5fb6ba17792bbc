/** The one-off work of a start, in processes of their own: `npm start` as it is, with the site that it builds. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../src/postgres/free-port.ts';
import { clusterOf } from '../src/postgres/places.ts';
import { postgresProcesses } from '../src/postgres/postmaster.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
/** The other tests of a run may be building the same site. */
const PATIENCE = { timeout: 540_000, interval: 50 };

/** The environment of someone who runs no tests: packages that the bundler uses build differently under Vitest. */
const operatorEnv = () =>
  Object.fromEntries(
    Object.entries(process.env).filter(([name]) => name !== 'SITE_DIR' && !name.startsWith('VITEST')),
  );

/** A folder, and `npm start` of the demo shop in it, whose processes note in `loaded` the modules that they load. */
function ownShop() {
  const folder = mkdtempSync(join(tmpdir(), 'taller-apart-'));
  const dataDir = join(folder, 'data');
  const loaded = join(folder, 'loaded');
  for (const made of [dataDir, loaded]) mkdirSync(made);
  onTestFinished(() => {
    rmSync(clusterOf(dataDir), { recursive: true, force: true });
    rmSync(folder, { recursive: true, force: true });
  });
  const note = `
    import { registerHooks } from 'node:module';
    import { appendFileSync } from 'node:fs';
    import { isMainThread } from 'node:worker_threads';
    const file = ${JSON.stringify(loaded)} + '/' + process.pid;
    if (isMainThread) registerHooks({
      load: (url, context, next) => { appendFileSync(file, url + '\\n'); return next(url, context); },
    });`;
  return {
    dataDir,
    start: async () => {
      const started = spawn(process.execPath, ['platform/release/setup/run.mjs', 'start'], {
        cwd: ROOT,
        env: {
          ...operatorEnv(),
          NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(note)}`,
          PORT: String(await freePort()),
          DATA_DIR: dataDir,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let output = '';
      for (const stream of [started.stdout, started.stderr])
        stream.on('data', (data: Buffer) => (output += data.toString()));
      const ended = once(started, 'exit');
      onTestFinished(async () => {
        started.kill('SIGTERM');
        await ended;
      });
      return {
        output: () => output,
        /** Waits for a line, or for the end. */
        says: async (line: string) => {
          const isThere = () => output.includes(line) || started.exitCode !== null;
          await expect.poll(isThere, PATIENCE).toBe(true);
          expect(output).toContain(line);
        },
        stop: () => started.kill('SIGTERM'),
        /** @returns its exit code. */
        ended: async () => ((await ended) as [number | null])[0],
      };
    },
    serverPid: () =>
      (JSON.parse(readFileSync(join(dataDir, 'instance.json'), 'utf8')) as { pid: number }).pid,
    postgres: () => postgresProcesses(join(clusterOf(dataDir), 'pgdata')) ?? [],
    /** Modules that each process has loaded. */
    modules: () =>
      new Map(
        readdirSync(loaded).map((pid) => [Number(pid), readFileSync(join(loaded, pid), 'utf8').split('\n')]),
      ),
  };
}

/** Modules that bundle, render the site's pages, or fill the demo shop. */
const ONE_OFF =
  /node_modules\/(?:vite|rolldown|@rolldown|react|react-dom)\/|\/\.release\/|\/site\/build-site\.ts$|\/seed-demo\.ts$/;

test('OPS-95 a first start builds the site and fills the demo shop in processes that end: the one that serves loads none of their code', async () => {
  const shop = ownShop();
  const { says } = await shop.start();
  await says('Tienda de demostración lista en ');
  const modules = shop.modules();
  const serving = modules.get(shop.serverPid()) ?? [];
  expect(serving.filter((url) => url.endsWith('/tasks/start.ts'))).toHaveLength(1);
  expect(serving.filter((url) => ONE_OFF.test(url))).toEqual([]);
  modules.delete(shop.serverPid());
  const others = [...modules.values()].flat();
  for (const part of ['/site/build-site.ts', '/seed-demo.ts', '/.release/'])
    expect(others.filter((url) => url.includes(part))).not.toEqual([]);
  const running = [...modules.keys()].filter((pid) => isRunning(pid));
  // The supervisor, which ends with the server.
  expect(running).toHaveLength(1);
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test('OPS-05 a start whose site cannot be built ends with the reason', async () => {
  const shop = ownShop();
  mkdirSync(join(shop.dataDir, 'site'));
  writeFileSync(join(shop.dataDir, 'site/notas.txt'), 'de otros');
  const { output, ended } = await shop.start();
  expect(await ended()).toBe(1);
  expect(output()).toContain(
    `✗ ${join(shop.dataDir, 'site')} no es un sitio armado con build:site y tiene otros archivos. Elige otra carpeta.`,
  );
  expect(output()).not.toContain('El servidor falló');
  expect(shop.postgres()).toEqual([]);
});

test('OPS-05 a start whose seed is killed, as without memory, names it, leaves no database, and can be repeated', async () => {
  const shop = ownShop();
  const first = await shop.start();
  const seeds = () =>
    [...shop.modules()].flatMap(([pid, urls]) =>
      urls.some((url) => url.endsWith('/seed-demo.ts')) && isRunning(pid) ? [pid] : [],
    );
  await expect.poll(seeds, PATIENCE).toHaveLength(1);
  process.kill(seeds()[0] ?? 0, 'SIGKILL');
  expect(await first.ended()).toBe(1);
  expect(first.output()).toContain(
    '✗ El proceso que llena la tienda de demostración terminó con la señal SIGKILL.',
  );
  expect(shop.postgres()).toEqual([]);
  const { says } = await shop.start();
  await says('Tienda de demostración lista en ');
});

test('OPS-02 SIGTERM ends a start that waits for its site, and leaves no process', async () => {
  const shop = ownShop();
  const lock = new DatabaseSync(join(ROOT, '.cache/build.lock'));
  onTestFinished(() => lock.close());
  const isHeld = () => {
    try {
      lock.exec('BEGIN EXCLUSIVE');
      return true;
    } catch {
      return false;
    }
  };
  await expect.poll(isHeld, PATIENCE).toBe(true);
  const { says, stop, ended } = await shop.start();
  const builders = () =>
    [...shop.modules()].flatMap(([pid, urls]) =>
      urls.some((url) => url.endsWith('/site/lock.ts')) ? [pid] : [],
    );
  await expect.poll(builders, PATIENCE).toHaveLength(1);
  await says('Llenando la tienda de demostración');
  stop();
  expect(await ended()).toBe(0);
  expect(builders().filter((pid) => isRunning(pid))).toEqual([]);
  expect(shop.postgres()).toEqual([]);
});
