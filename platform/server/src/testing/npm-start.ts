import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../postgres/free-port.ts';
import { clusterOf } from '../postgres/places.ts';
import type { RunAs } from '../postgres/run-as.ts';
import { postgresProcesses, readPidFile, waitUntil } from '../postgres/postmaster.ts';
import { prepareDataDir } from './prepared-folder.ts';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));
const PATIENCE_MS = 120_000;

/** `npm start -- --empty` in separate processes that can be killed. */
export interface StartedShop extends AsyncDisposable {
  supervisor: ChildProcess;
  dataDir: string;
  /** Folder of its site, SITE_DIR. */
  site: string;
  port: number;
  /** Its output. */
  output(): string;
  /** Process id of the server behind the supervisor. */
  serverPid(): number;
  postmasterPid(): number | undefined;
  /** Process ids of its PostgreSQL processes. */
  postgres(): number[];
  /**
   * Adds a notification, without deduplication.
   * @returns the status; undefined without a response.
   */
  addNotification(message: string): Promise<number | undefined>;
  notifications(): Promise<string[]>;
}

/** Gives folders to a user, and restores a cluster's mode, which a copy by Node has lost. */
function handOver(folders: readonly string[], { uid, gid }: { uid: number; gid: number }): void {
  spawnSync('chown', ['-R', `${uid}:${gid}`, ...folders]);
  for (const folder of folders) spawnSync('chmod', ['-f', '700', join(folder, 'postgres/pgdata')]);
}

/**
 * Starts a shop, for the second time unless it has a folder, with a one-page site, so that nothing is built, and waits
 * until its first notification, "first", is accepted.
 * @param options.root the checkout to start, for the first time; this one by default.
 * @throws Error with its output if it does not start. A folder passed in is kept.
 */
export async function npmStart(
  options: {
    dataDir?: string;
    root?: string;
    env?: Readonly<Record<string, string>>;
    /** Further arguments. With them no account comes from the environment. */
    args?: readonly string[];
    /** The user that it runs as, who is given its folders; that of the tests by default, root too. */
    as?: RunAs;
  } = {},
): Promise<StartedShop> {
  const folder = mkdtempSync(join(tmpdir(), 'taller-npm-start-'));
  const site = join(folder, 'site');
  const dataDir = options.dataDir ?? join(folder, 'data');
  mkdirSync(site);
  // PostgreSQL's user gets through to a database that is there already.
  chmodSync(folder, 0o711);
  if (options.dataDir === undefined && options.root === undefined) await prepareDataDir(dataDir);
  writeFileSync(join(site, 'index.html'), '<!doctype html><title>Taller</title>');
  if (options.as) handOver([site, dataDir], options.as);
  const port = await freePort();
  const chosen = { PORT: String(port), DATA_DIR: dataDir, SITE_DIR: site };
  const admin = options.args ? {} : { ADMIN_EMAIL: 'jefa@taller.test', ADMIN_PASSWORD: 'clave-segura-1' };
  const args = ['platform/release/setup/run.mjs', 'start', '--empty', ...(options.args ?? [])];
  const supervisor = spawn(process.execPath, args, {
    cwd: options.root ?? ROOT,
    env: { ...process.env, ...(!options.as && { ALLOW_ROOT: '1' }), ...options.env, ...chosen, ...admin },
    ...options.as,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [supervisor.stdout, supervisor.stderr])
    stream.on('data', (data: Buffer) => (output += data.toString()));
  const read = (name: string) =>
    JSON.parse(readFileSync(join(dataDir, name), 'utf8')) as { secretKey: string; pid: number };
  const call = async (path: string, init: RequestInit = {}) => {
    const { secretKey } = read('installation.json');
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
  const shop: StartedShop = {
    supervisor,
    dataDir,
    site,
    port,
    output: () => output,
    serverPid: () => read('instance.json').pid,
    postmasterPid: () => readPidFile(data())?.pid,
    postgres: () => postgresProcesses(data()) ?? [],
    addNotification: (message) =>
      call('notifications', {
        method: 'POST',
        body: JSON.stringify({ type: 'quote_approved', message }),
      }).then(
        ({ status }) => status,
        () => undefined,
      ),
    notifications: async () => {
      const messages: string[] = [];
      for (let offset = 0; ; offset += 1000) {
        const { body } = await call(`notifications?select=message&order=id&limit=1000&offset=${offset}`);
        const page = (body as { message: string }[]).map(({ message }) => message);
        messages.push(...page);
        if (page.length < 1000) return messages;
      }
    },
    [Symbol.asyncDispose]: async () => {
      supervisor.kill('SIGTERM');
      if (supervisor.exitCode === null && supervisor.signalCode === null) await once(supervisor, 'exit');
      await waitUntil(() => shop.postgres().length === 0, PATIENCE_MS);
      if (options.dataDir === undefined) rmSync(clusterOf(dataDir), { recursive: true, force: true });
      rmSync(folder, { recursive: true, force: true });
    },
  };
  const first = async () => supervisor.exitCode !== null || (await shop.addNotification('first')) === 201;
  if (!(await waitUntil(first, PATIENCE_MS)) || supervisor.exitCode !== null) {
    await shop[Symbol.asyncDispose]();
    throw new Error(`npm start is not ready:\n${output}`);
  }
  return shop;
}
