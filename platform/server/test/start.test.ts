import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { applyMigrations } from '../src/database/migrations.ts';
import type { ServerOptions } from '../src/config/server-options.ts';
import { startServer, type RunningServer } from '../src/start-server.ts';
import { prepareDataDir } from '../src/testing/prepared-folder.ts';
import { startTestServer, type TestServer } from '../src/testing/start-test-server.ts';

const stack: (() => Promise<unknown> | void)[] = [];
afterEach(async () => {
  for (const undo of stack.splice(0).toReversed()) await undo();
});
const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'taller-start-'));
  stack.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};
const startedBefore = (mode: 'empty' | 'test' = 'test') => prepareDataDir(newFolder(), mode);
const start = async (options: Partial<ServerOptions> & { dataDir: string }): Promise<RunningServer> => {
  const server = await startServer({ port: 0, mode: 'test', quiet: true, ...options });
  stack.push(() => server.close());
  return server;
};
const query = async <T>(url: string, run: (sql: postgres.Sql) => Promise<T>): Promise<T> => {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    return await run(sql);
  } finally {
    await sql.end();
  }
};
const addNotification = (url: string) =>
  query(url, (sql) => sql`insert into notifications (type, message) values ('quote_approved', 'queda')`);
const notifications = (url: string) => query(url, (sql) => sql`select message from notifications`);

/** A server in a separate process. @returns its database and a function that kills it. */
async function startElsewhere(
  dataDir: string,
  mode: ServerOptions['mode'],
): Promise<{ url: string; kill: () => Promise<unknown> }> {
  const code = `
    const { startServer } = await import(${JSON.stringify(new URL('../src/start-server.ts', import.meta.url).href)});
    const server = await startServer(${JSON.stringify({ port: 0, mode, quiet: true, dataDir })});
    console.log(server.databaseUrl);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const kill = () => {
    child.kill('SIGKILL');
    return once(child, 'exit');
  };
  return { url: line.toString().trim(), kill };
}

describe('data survive', () => {
  test('a stop and a start keep data and keys; migrations are applied once', async () => {
    const dataDir = await startedBefore();
    const first = await start({ dataDir });
    await addNotification(first.databaseUrl);
    await first.close();
    await first.close();
    const second = await start({ dataDir });
    expect(await notifications(second.databaseUrl)).toEqual([{ message: 'queda' }]);
    expect(second.keys).toEqual(first.keys);
    expect(await applyMigrations(second.adminUrl)).toEqual([]);
    expect(statSync(join(dataDir, 'installation.json')).mode & 0o777).toBe(0o600);
  });

  const killed = 'a server killed with kill -9 leaves a database that the next start takes over';
  test(killed, { tags: ['exhaustive'] }, async () => {
    const dataDir = await startedBefore('empty');
    const { url, kill } = await startElsewhere(dataDir, 'empty');
    await addNotification(url);
    await kill();
    const next = await start({ dataDir, mode: 'empty' });
    expect(next.databaseUrl).toBe(url);
    expect(await notifications(next.databaseUrl)).toEqual([{ message: 'queda' }]);
    expect((await fetch(`${next.url}/healthz`)).status).toBe(200);
  });
});

test('a killed test leaves no PostgreSQL running', { tags: ['exhaustive'] }, async () => {
  const dataDir = await startedBefore();
  const { url, kill } = await startElsewhere(dataDir, 'test');
  await kill();
  const answers = () => query(url, (sql) => sql`select 1`);
  await vi.waitFor(() => expect(answers()).rejects.toMatchObject({ code: 'ECONNREFUSED' }), {
    timeout: 60_000,
    interval: 100,
  });
});

describe('a start that cannot be says why, in Spanish', () => {
  const refusal = async (options: Partial<ServerOptions> & { dataDir: string }) =>
    start(options).then(
      () => undefined,
      (error: { code: string; message: string }) => ({ code: error.code, message: error.message }),
    );

  test('a second server on the same data folder', async () => {
    const dataDir = await startedBefore();
    const first = await start({ dataDir });
    const second = await refusal({ dataDir });
    expect(second?.code).toBe('data-dir-in-use');
    expect(second?.message).toContain(`ya está en uso por otro servidor (${first.url})`);
    expect((await fetch(`${first.url}/healthz`)).status).toBe(200);
  });

  test('a port that is taken; nothing stays behind', async () => {
    const blocker = createServer();
    await new Promise<void>((resolve) => blocker.listen(0, '127.0.0.1', resolve));
    stack.push(() => new Promise((resolve) => blocker.close(resolve)));
    const { port } = blocker.address() as AddressInfo;
    const dataDir = await startedBefore();
    expect(await refusal({ dataDir, port })).toEqual({
      code: 'port-taken',
      message: expect.stringContaining(`El puerto ${port} ya está ocupado`),
    });
    await start({ dataDir });
  });

  test('a data folder that is a file', async () => {
    const file = join(newFolder(), 'archivo');
    writeFileSync(file, '');
    expect(await refusal({ dataDir: file })).toEqual({
      code: 'data-dir-not-writable',
      message: expect.stringContaining('No se puede escribir en la carpeta de datos'),
    });
  });

  test('a data folder of another kind of shop', async () => {
    const dataDir = await startedBefore();
    expect(await refusal({ dataDir, mode: 'empty' })).toEqual({
      code: 'data-dir-other-mode',
      message: expect.stringContaining('no se mezcla con otra'),
    });
  });

  test('a PostgreSQL that does not start, with the end of its log', async () => {
    const dataDir = await startedBefore();
    rmSync(join(dataDir, 'postgres/pgdata/global/pg_control'));
    const refused = await refusal({ dataDir });
    expect(refused?.code).toBe('postgres-start');
    expect(refused?.message).toMatch(/PostgreSQL no pudo partir[\s\S]*pg_control/);
  });

  test('an own PostgreSQL that does not answer', async () => {
    const refused = await refusal({
      dataDir: newFolder(),
      databaseUrl: 'postgres://nadie:x@127.0.0.1:9/nada',
    });
    expect(refused).toEqual({
      code: 'postgres-connect',
      message: expect.stringContaining('No se pudo conectar a PostgreSQL (DATABASE_URL)'),
    });
  });

  test('a database of a newer version', async () => {
    const dataDir = await startedBefore();
    const first = await start({ dataDir });
    await query(
      first.adminUrl,
      (sql) =>
        sql`insert into supabase_migrations.schema_migrations (version, name) values ('29990101000000', 'futuro')`,
    );
    await first.close();
    expect((await refusal({ dataDir }))?.code).toBe('database-newer');
  });
});

/** The migrations of a database as files, for a folder with additional ones. */
async function copyHistory(server: TestServer, folder: string): Promise<void> {
  const rows = await server.sql<
    { version: string; name: string; statements: string[] }[]
  >`select version, name, statements from supabase_migrations.schema_migrations`;
  for (const { version, name, statements } of rows)
    writeFileSync(join(folder, `${version}_${name}.sql`), statements.join(''));
}

describe('migrations', () => {
  test('a migration that fails leaves nothing of itself and says where; the ones before it stay', async () => {
    await using server = await startTestServer();
    const folder = newFolder();
    await copyHistory(server, folder);
    writeFileSync(join(folder, '29990101000000_buena.sql'), 'create table public.buena (id int);');
    writeFileSync(
      join(folder, '29990102000000_mala.sql'),
      'create table public.mala (id int);\nselect no_existe();',
    );
    await expect(applyMigrations(server.adminUrl, folder)).rejects.toMatchObject({
      code: 'migration-failed',
      message: expect.stringMatching(
        /29990102000000_mala\.sql falló y no dejó nada a medias.*no_existe[\s\S]*línea 2/,
      ),
    });
    const [found] =
      await server.sql`select to_regclass('public.buena') is not null as buena, to_regclass('public.mala') is not null as mala`;
    expect(found).toEqual({ buena: true, mala: false });
    writeFileSync(join(folder, '29990102000000_mala.sql'), 'create table public.mala (id int);');
    expect(await applyMigrations(server.adminUrl, folder)).toEqual(['29990102000000_mala.sql']);
  });

  test('OPS-03 a migration that was changed after it had been applied is refused with its name; other line ends are no change', async () => {
    await using server = await startTestServer();
    const folder = newFolder();
    await copyHistory(server, folder);
    const [file = ''] = readdirSync(folder).toSorted();
    const text = readFileSync(join(folder, file), 'utf8');
    writeFileSync(join(folder, file), text.replaceAll('\n', '\r\n'));
    expect(await applyMigrations(server.adminUrl, folder)).toEqual([]);
    writeFileSync(join(folder, file), `${text}\ncreate table public.later (id int);`);
    writeFileSync(join(folder, '29990101000000_nueva.sql'), 'create table public.nueva (id int);');
    await expect(applyMigrations(server.adminUrl, folder)).rejects.toMatchObject({
      code: 'migration-changed',
      message:
        `Migraciones ya aplicadas a esta base de datos fueron cambiadas después (${file}): no se vuelven a aplicar. ` +
        'Recupera los archivos originales y pon el cambio en una migración nueva.',
    });
    const [found] = await server.sql`select to_regclass('public.nueva') is not null as there`;
    expect(found).toEqual({ there: false });
  });

  test('OPS-03 a history that another tool stored as single statements is the same history', async () => {
    await using server = await startTestServer();
    await server.sql`
      update supabase_migrations.schema_migrations
      set statements = string_to_array(trim(trailing E';\n ' from statements[1]), E';\n')`;
    expect(await applyMigrations(server.adminUrl)).toEqual([]);
  });

  test('they run with the rights of a hosted project: no superuser, no writing into schema auth', async () => {
    await using server = await startTestServer();
    const folder = newFolder();
    await copyHistory(server, folder);
    for (const forbidden of [
      'create table auth.mine (id int)',
      'alter system set work_mem = 1',
      "copy public.profiles to program 'true'",
      'create role x superuser',
    ]) {
      writeFileSync(join(folder, '29990101000000_x.sql'), forbidden);
      await expect(applyMigrations(server.adminUrl, folder)).rejects.toMatchObject({
        code: 'migration-failed',
      });
    }
    const [role] =
      await server.sql`select rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls from pg_roles where rolname = 'postgres'`;
    expect(role).toEqual({
      rolsuper: false,
      rolcreatedb: true,
      rolcreaterole: true,
      rolreplication: true,
      rolbypassrls: true,
    });
  });
});

describe('location of the data', () => {
  test('a data folder inside a private home works, also as root', async () => {
    const home = newFolder();
    chmodSync(home, 0o700);
    const dataDir = join(home, 'taller/.data');
    mkdirSync(join(home, 'taller'));
    const server = await start({ dataDir });
    await addNotification(server.databaseUrl);
    expect(await notifications(server.databaseUrl)).toHaveLength(1);
    const folder =
      process.getuid?.() === 0
        ? readFileSync(join(dataDir, 'postgres-folder'), 'utf8').trim()
        : join(dataDir, 'postgres');
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    await server.close();
    // A test's cluster outside its data folder is deleted too.
    expect(existsSync(folder)).toBe(process.getuid?.() !== 0);
  });

  test("DATABASE_URL: an empty database of a PostgreSQL of one's own becomes the shop's, and goes on when the server stops", async () => {
    const owner = await start({ dataDir: await startedBefore() });
    await query(owner.adminUrl, (sql) => sql`create database propia`);
    const databaseUrl = owner.adminUrl.replace(/[^/]*$/, 'propia');
    const dataDir = newFolder();
    const first = await start({ dataDir, databaseUrl, mode: 'empty' });
    await addNotification(first.adminUrl);
    const headers = { apikey: first.keys.secret, authorization: `Bearer ${first.keys.secret}` };
    const answer = await fetch(`${first.url}/rest/v1/notifications?select=message`, { headers });
    expect(await answer.json()).toEqual([{ message: 'queda' }]);
    const visitor = await fetch(`${first.url}/rest/v1/notifications`, {
      headers: { apikey: first.keys.publishable },
    });
    expect([401, 403]).toContain(visitor.status);
    await first.close();
    expect(await notifications(databaseUrl)).toEqual([{ message: 'queda' }]);
    expect(existsSync(join(dataDir, 'postgres'))).toBe(false);
    const second = await start({ dataDir, databaseUrl, mode: 'empty' });
    expect(await notifications(second.adminUrl)).toHaveLength(1);
  });

  test('PostgreSQL listens on this machine only and asks for a password', async () => {
    await using server = await startTestServer();
    const [row] =
      await server.sql`select current_setting('listen_addresses') as listen, current_setting('unix_socket_directories') as sockets`;
    expect(row).toEqual({ listen: '127.0.0.1', sockets: '' });
    const other = new URL(server.adminUrl);
    other.password = 'otra';
    await expect(query(other.toString(), (sql) => sql`select 1`)).rejects.toMatchObject({ code: '28P01' });
  });
});
