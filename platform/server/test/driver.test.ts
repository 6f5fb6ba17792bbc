import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { POOL } from '../src/database/pool-options.ts';
import { startTestServer, type TestServer } from '../src/testing/start-test-server.ts';

// Covers the fixes of the driver's patch (patches/postgres@*.patch).

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ prepare: (sql) => sql`create table public.marks (text text)` });
});
afterAll(() => server.close());

const marks = async () => (await server.sql`select text from marks order by text`).map(({ text }) => text);
const cut = async (pid: unknown) => {
  await server.sql`select pg_terminate_backend(${Number(pid)}, 5000)`;
};

function deferred<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((fulfil) => (resolve = fulfil));
  return { promise, resolve };
}

test('OPS-01 a transaction whose connection was lost does not continue on a new connection', async () => {
  const pool = postgres(server.adminUrl, { ...POOL, max: 1 });
  const began = deferred<unknown>();
  const resumed = deferred<void>();
  const late = deferred<unknown>();
  const lost = pool.begin(async (sql) => {
    const [row] = await sql`select pg_backend_pid() as pid`;
    began.resolve(row?.pid);
    await resumed.promise;
    await sql`insert into marks values ('of the lost transaction')`.catch(late.resolve);
  });
  lost.catch(() => {});
  await cut(await began.promise);
  await expect(lost).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' });
  await pool.begin(async (sql) => {
    await sql`insert into marks values ('of the next')`;
    resumed.resolve();
    expect(await late.promise).toMatchObject({ code: 'CONNECTION_CLOSED' });
  });
  expect(await marks()).toEqual(['of the next']);
  await pool.end();
});

test('OPS-01 a reserved connection that was cut refuses its statements, and its release takes nothing from the next holder', async () => {
  const pool = postgres(server.adminUrl, { ...POOL, max: 1 });
  const first = await pool.reserve();
  const [row] = await first`select pg_backend_pid() as pid`;
  await cut(row?.pid);
  await expect(first`select 1`).rejects.toMatchObject({
    code: expect.stringMatching(/CONNECTION_CLOSED|57P01/),
  });
  await expect(first`select 2`).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' });
  const second = await pool.reserve();
  first.release();
  let third = false;
  const waiting = pool.reserve().then((reserved) => {
    third = true;
    return reserved;
  });
  expect(await second`select 3 as n`).toMatchObject([{ n: 3 }]);
  expect(third).toBe(false);
  second.release();
  (await waiting).release();
  await pool.end();
});

test('OPS-01 refused reservations do not cost the pool a connection', async () => {
  const target = new URL(server.adminUrl);
  const sockets = new Set<Socket>();
  const listen = (port: number) =>
    new Promise<{ port: number; close: () => void }>((resolve) => {
      const forwarder = createServer((client) => {
        const database = connect(Number(target.port), target.hostname);
        for (const socket of [client, database]) {
          sockets.add(socket);
          socket.on('error', () => {});
        }
        client.pipe(database).pipe(client);
      });
      forwarder.listen(port, '127.0.0.1', () =>
        resolve({ port: (forwarder.address() as AddressInfo).port, close: () => void forwarder.close() }),
      );
    });
  const before = await listen(0);
  const url = new URL(server.adminUrl);
  url.port = String(before.port);
  const pool = postgres(url.toString(), { ...POOL, max: 2 });
  const held = await Promise.all([pool.reserve(), pool.reserve()]);
  before.close();
  for (const socket of sockets) socket.destroy();
  const refused = await Promise.allSettled(Array.from({ length: 6 }, () => pool.reserve()));
  expect(refused.map(({ status }) => status)).not.toContain('fulfilled');
  for (const connection of held) connection.release();
  const again = await listen(before.port);
  await vi.waitFor(async () => {
    const both = await Promise.all([pool.reserve(), pool.reserve()]);
    await Promise.all(both.map((connection) => connection`select 1`));
    for (const connection of both) connection.release();
  }, 60_000);
  await pool.end({ timeout: 1 });
  again.close();
  for (const socket of sockets) socket.destroy();
});

test('OPS-01 a query fails if the server accepts and closes its connection, instead of reconnecting without a pause', async () => {
  let connections = 0;
  const closing = createServer((socket) => {
    connections += 1;
    socket.end();
  }).listen(0, '127.0.0.1');
  await vi.waitUntil(() => closing.address() !== null, 60_000);
  const pool = postgres(`postgres://a:b@127.0.0.1:${(closing.address() as AddressInfo).port}/x`, {
    ...POOL,
    max: 1,
  });
  await expect(pool`select 1`).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' });
  expect(connections).toBe(1);
  await pool.end();
  closing.close();
});

test('OPS-01 a pool whose connection was reset in the middle of a query ends', async () => {
  const { port, hostname } = new URL(server.adminUrl);
  const began = deferred<Socket>();
  const forwarder = createServer((client) => {
    const database = connect(Number(port), hostname);
    for (const socket of [client, database]) socket.on('error', () => {});
    client.on('data', (sent) => {
      database.write(sent);
      if (sent.includes('pg_sleep')) began.resolve(client);
    });
    client.on('close', () => database.destroy());
    database.pipe(client);
  }).listen(0, '127.0.0.1');
  await vi.waitUntil(() => forwarder.address() !== null, 60_000);
  const url = new URL(server.adminUrl);
  url.port = String((forwarder.address() as AddressInfo).port);
  const pool = postgres(url.toString(), { ...POOL, max: 1 });
  const ended = pool`select pg_sleep(60)`.execute().catch(async (error: { code: string }) => {
    await pool.end();
    return error.code;
  });
  (await began.promise).resetAndDestroy();
  expect(await ended).toBe('ECONNRESET');
  forwarder.close();
});
