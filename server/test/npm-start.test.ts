import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test, vi } from 'vitest';
import { freePort } from '../src/postgres/free-port.ts';
import { postgresProcesses, readPidFile } from '../src/postgres/postmaster.ts';
import { clusterOf } from './support/own-cluster.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PATIENCE = { timeout: 60_000, interval: 50 };

const stack: (() => Promise<unknown> | void)[] = [];
afterEach(async () => {
  for (const undo of stack.splice(0).toReversed()) await undo();
});

interface Shop {
  supervisor: ChildProcess;
  dataDir: string;
  output: () => string;
  /** Process id of the server behind the supervisor. */
  serverPid: () => number;
  postmasterPid: () => number | undefined;
  postgres: () => number[];
  /** Adds a supplier. @returns the status, undefined without an answer. */
  add: (name: string) => Promise<number | undefined>;
  names: () => Promise<string[]>;
}

/** `npm start -- --empty` with a site of one page, so that nothing is built. */
async function npmStart(): Promise<Shop> {
  const folder = mkdtempSync(join(tmpdir(), 'taller-npm-start-'));
  stack.push(() => rmSync(folder, { recursive: true, force: true }));
  const [site, dataDir] = [join(folder, 'site'), join(folder, 'data')];
  mkdirSync(site);
  writeFileSync(join(site, 'index.html'), '<!doctype html><title>Taller</title>');
  const port = await freePort();
  const env = {
    ...process.env,
    PORT: String(port),
    DATA_DIR: dataDir,
    SITE_DIR: site,
    ADMIN_EMAIL: 'jefa@taller.test',
    ADMIN_PASSWORD: 'clave-segura-1',
  };
  const supervisor = spawn(process.execPath, ['tooling/setup/run.mjs', 'start', '--empty'], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [supervisor.stdout, supervisor.stderr])
    stream.on('data', (data: Buffer) => (output += data.toString()));
  const json = (name: string) =>
    JSON.parse(readFileSync(join(dataDir, name), 'utf8')) as { secretKey: string; pid: number };
  const call = async (path: string, init: RequestInit = {}) => {
    const { secretKey } = json('installation.json');
    const headers = {
      apikey: secretKey,
      authorization: `Bearer ${secretKey}`,
      'content-type': 'application/json',
    };
    const signal = AbortSignal.timeout(5_000);
    const response = await fetch(`http://127.0.0.1:${port}/rest/v1/${path}`, { ...init, headers, signal });
    const body: unknown = await response.json().catch(() => undefined);
    return { status: response.status, body };
  };
  const data = () => join(clusterOf(dataDir), 'pgdata');
  const shop: Shop = {
    supervisor,
    dataDir,
    output: () => output,
    serverPid: () => json('instance.json').pid,
    postmasterPid: () => readPidFile(data())?.pid,
    postgres: () => postgresProcesses(data()) ?? [],
    add: (name) =>
      call('suppliers', { method: 'POST', body: JSON.stringify({ name }) }).then(
        ({ status }) => status,
        () => undefined,
      ),
    names: async () => {
      const { body } = await call('suppliers?select=name&order=name');
      return (body as { name: string }[]).map(({ name }) => name);
    },
  };
  stack.push(async () => {
    supervisor.kill('SIGTERM');
    if (supervisor.exitCode === null && supervisor.signalCode === null) await once(supervisor, 'exit');
    await vi.waitFor(() => expect(shop.postgres()).toEqual([]), PATIENCE);
    rmSync(clusterOf(dataDir), { recursive: true, force: true });
  });
  await vi.waitFor(async () => expect(await shop.add('first'), output).toBe(201), PATIENCE);
  return shop;
}

test('OPS-02 a killed server is started again under traffic, on the PostgreSQL that it had; SIGTERM then leaves nothing running', async () => {
  const shop = await npmStart();
  const postmaster = shop.postmasterPid();
  const acknowledged = ['first'];
  const stopping = new AbortController();
  const writers = [0, 1, 2, 3].map(async (writer) => {
    for (let n = 0; !stopping.signal.aborted; n += 1) {
      const name = `w${writer}-${n}`;
      if ((await shop.add(name)) === 201) acknowledged.push(name);
    }
  });
  await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(20), PATIENCE);
  process.kill(shop.serverPid(), 'SIGKILL');
  await vi.waitFor(
    () => expect(shop.output()).toContain('El servidor terminó (SIGKILL). Parte de nuevo…'),
    PATIENCE,
  );
  const before = acknowledged.length;
  await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(before + 20), PATIENCE);
  stopping.abort();
  await Promise.all(writers);
  const names = await shop.names();
  expect(acknowledged.filter((name) => names.filter((other) => other === name).length !== 1)).toEqual([]);
  expect(shop.postmasterPid()).toBe(postmaster);
  shop.supervisor.kill('SIGTERM');
  await once(shop.supervisor, 'exit');
  expect(shop.supervisor.exitCode).toBe(0);
  expect(shop.postgres()).toEqual([]);
}, 180_000);

test('OPS-02 with a killed supervisor the server stops in order, and its PostgreSQL with it', async () => {
  const shop = await npmStart();
  shop.supervisor.kill('SIGKILL');
  await vi.waitFor(() => expect(shop.postgres()).toEqual([]), PATIENCE);
  expect(shop.output()).toContain('Deteniendo…');
}, 180_000);

test('OPS-02 with server and supervisor killed at once, PostgreSQL ends by itself', async () => {
  const shop = await npmStart();
  const server = shop.serverPid();
  shop.supervisor.kill('SIGSTOP');
  process.kill(server, 'SIGKILL');
  shop.supervisor.kill('SIGKILL');
  await vi.waitFor(() => expect(shop.postgres()).toEqual([]), PATIENCE);
}, 180_000);
