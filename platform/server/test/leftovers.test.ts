import {
  chownSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { spawn, spawnSync } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { postgresProcesses } from '../src/postgres/postmaster.ts';
import { startServer, type RunningServer } from '../src/start-server.ts';
import { prepareDataDir } from '../src/testing/prepared-folder.ts';
import { clusterOf } from '../src/postgres/places.ts';

// An interrupted run, a copy or a full disk may leave a data folder incomplete.

const folders: string[] = [];
const stack: (() => Promise<unknown> | void)[] = [];
afterEach(async () => {
  for (const undo of stack.splice(0).toReversed()) await undo();
});
const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'taller-leftovers-'));
  folders.push(folder);
  return folder;
};

let original: string;
let pgdata: string;
/** A cleanly stopped shop in mode empty: tests start copies of it. */
beforeAll(async () => {
  original = newFolder();
  await prepareDataDir(original);
  pgdata = join(clusterOf(original), 'pgdata');
});
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const start = async (dataDir: string): Promise<RunningServer> => {
  const server = await startServer({ port: 0, mode: 'empty', quiet: true, dataDir });
  stack.push(() => server.close());
  return server;
};
const copied = (from = original): string => {
  const folder = newFolder();
  cpSync(from, folder, { recursive: true });
  return folder;
};
const dataOf = (folder: string) => join(clusterOf(folder), 'pgdata');
const query = async <T>(url: string, run: (sql: postgres.Sql) => Promise<T>): Promise<T> => {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    return await run(sql);
  } finally {
    await sql.end();
  }
};
const suppliers = (server: RunningServer) =>
  query(server.adminUrl, async (sql) =>
    (await sql`select name from suppliers order by name`).map(({ name }) => String(name)),
  );
const addSupplier = (server: RunningServer, name: string) =>
  query(server.adminUrl, (sql) => sql`insert into suppliers (name) values (${name})`);
const refusal = (dataDir: string) =>
  start(dataDir).then(
    () => undefined,
    (error: { code: string; message: string }) => ({ code: error.code, message: error.message }),
  );

test('OPS-04 a copy of a running folder is a shop of its own: what is written there does not reach the original, nor does stopping it', async () => {
  const live = await start(copied());
  await addSupplier(live, 'De antes');
  const [from] = folders.slice(-1);
  const folder = copied(from);
  // The original's lock and URL are copied too.
  const copy = await start(folder);
  expect(copy.adminUrl).not.toBe(live.adminUrl);
  await addSupplier(copy, 'De la copia');
  await copy.close();
  expect(await suppliers(live)).toEqual(['De antes']);
  expect((await fetch(`${live.url}/readyz`)).status).toBe(200);
});

test(
  'OPS-04 a copy whose database lies elsewhere is refused, with both places',
  { tags: ['exhaustive'] },
  async () => {
    const outside = newFolder();
    cpSync(join(original, 'postgres'), outside, { recursive: true });
    const owner = newFolder();
    cpSync(join(original, 'installation.json'), join(owner, 'installation.json'));
    writeFileSync(join(owner, 'postgres-folder'), `${outside}\n`);
    await (await start(owner)).close();
    const copy = copied(owner);
    expect(await refusal(copy)).toEqual({
      code: 'data-dir-in-use',
      message:
        `${copy} es una copia de ${owner} sin su base de datos, que está en ${outside}. ` +
        'Copia esa carpeta también, o recupera un respaldo en una carpeta nueva.',
    });
    // Moving a data folder moves its database.
    rmSync(owner, { recursive: true });
    expect(await suppliers(await start(copy))).toEqual([]);
  },
);

test.skipIf(process.getuid?.() !== 0)(
  'OPS-05 a copy that root made is given back to the user of PostgreSQL',
  async () => {
    const folder = copied();
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
      chownSync(join(folder, name), 0, 0);
    expect(await suppliers(await start(folder))).toEqual([]);
  },
);

test.runIf(process.getuid?.() === 0)(
  'SEC-90 a server started as root gives the database to a dedicated user, even where it belonged to `nobody`',
  async () => {
    const own = spawnSync('id', ['-u', 'taller'], { encoding: 'utf8' }).stdout.trim();
    expect(Number(own)).toBeGreaterThan(0);
    const folder = copied();
    const cluster = clusterOf(folder);
    for (const name of readdirSync(cluster, { recursive: true, encoding: 'utf8' }))
      chownSync(join(cluster, name), 65_534, 65_534);
    expect(await suppliers(await start(folder))).toEqual([]);
    const pgdata = dataOf(folder);
    const owners = readdirSync(pgdata, { recursive: true, encoding: 'utf8' }).map(
      (name) => statSync(join(pgdata, name)).uid,
    );
    expect(new Set([statSync(cluster).uid, statSync(pgdata).uid, ...owners])).toEqual(new Set([Number(own)]));
    const [postmaster = 0] = postgresProcesses(pgdata) ?? [];
    expect(statSync(`/proc/${postmaster}`).uid).toBe(Number(own));
  },
);

/** The content of postmaster.pid for a process and a port. */
const pidFile = (folder: string, pid: number, port: number) =>
  `${pid}\n${dataOf(folder)}\n1700000000\n${port}\n\n127.0.0.1\n  1234567         0\nready   \n`;

test('OPS-05 the server starts despite an empty, truncated or stale postmaster.pid, whoever uses its number and port', async () => {
  const listener = createServer((socket) => socket.end('hola\n'));
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  stack.push(() => new Promise((resolve) => listener.close(resolve)));
  const { port } = listener.address() as AddressInfo;
  const other = spawn('sleep', ['60']);
  stack.push(() => void other.kill());
  const folder = copied();
  const contents = [
    '',
    '123',
    'basura\n\0\n',
    pidFile(folder, other.pid ?? 0, port),
    pidFile(folder, process.pid, 9),
  ];
  for (const content of contents) {
    writeFileSync(join(dataOf(folder), 'postmaster.pid'), content);
    const server = await startServer({ port: 0, mode: 'empty', quiet: true, dataDir: folder });
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    await server.close();
  }
  expect(other.exitCode).toBeNull();
});

test('OPS-05 a corrupt lock file does not prevent a start, and the lock works afterwards', async () => {
  const folder = copied();
  writeFileSync(join(folder, 'instance.lock'), 'basura que no es de nadie'.repeat(50));
  await start(folder);
  expect((await refusal(folder))?.code).toBe('data-dir-in-use');
});

test('OPS-05 a missing or damaged installation.json is reported, and no new keys are generated', async () => {
  const folder = copied();
  const file = join(folder, 'installation.json');
  writeFileSync(file, '');
  expect(await refusal(folder)).toEqual({
    code: 'bad-options',
    message: `El archivo ${file} está dañado: recupéralo de un respaldo.`,
  });
  rmSync(file);
  expect(await refusal(folder)).toEqual({
    code: 'bad-options',
    message:
      `Falta ${file}, con las claves de la base de datos que hay en esa carpeta: ` +
      'recupéralo de un respaldo, o usa otra carpeta con DATA_DIR.',
  });
  expect(existsSync(file)).toBe(false);
});

test('OPS-05 keys of another shop are reported, and no PostgreSQL keeps running', async () => {
  const folder = copied();
  const file = join(folder, 'installation.json');
  const keys = JSON.parse(readFileSync(file, 'utf8')) as { adminPassword: string };
  writeFileSync(file, JSON.stringify({ ...keys, adminPassword: 'x'.repeat(43) }));
  const refused = await refusal(folder);
  expect(refused?.code).toBe('postgres-connect');
  expect(refused?.message).toContain('PostgreSQL partió, pero no acepta conexiones');
  expect(postgresProcesses(dataOf(folder))).toEqual([]);
});

test('OPS-05 the next start deletes partial clusters and password files of killed starts', async () => {
  const folder = copied();
  const beside = dataOf(folder);
  cpSync(pgdata, `${beside}.0a1b2c3d`, { recursive: true });
  writeFileSync(`${beside}.0a1b2c3d.password`, 'secreta');
  await start(folder);
  expect(readdirSync(clusterOf(folder)).toSorted()).toEqual(['pgdata', 'postgres-owner']);
});
