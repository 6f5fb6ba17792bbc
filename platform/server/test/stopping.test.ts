import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import postgres from 'postgres';
import { expect, test } from 'vitest';
import { waitingSessions } from '../src/testing/waiting-sessions.ts';
import { startTestServer } from '../src/testing/start-test-server.ts';

test('OPS-07 while the server stops open requests are finished, and kept connections are told to close', async () => {
  await using server = await startTestServer({
    prepare: async (sql) => {
      await sql`
        create function public.slow() returns text language plpgsql as $$
        begin
          perform pg_advisory_lock(4711);
          perform pg_advisory_unlock(4711);
          return 'done';
        end $$`;
      await sql`grant execute on function public.slow() to service_role`;
    },
  });
  const holder = postgres(server.adminUrl, { max: 1, onnotice: () => {} });
  const agent = new Agent({ keepAlive: true });
  const call = (path: string) =>
    new Promise<{ status?: number; connection?: string; body: string }>((resolve, reject) => {
      const headers = { apikey: server.keys.secret, authorization: `Bearer ${server.keys.secret}` };
      const sent = request(`${server.url}${path}`, { agent, headers }, (answer) => {
        let body = '';
        answer.on('data', (chunk: Buffer) => (body += chunk.toString()));
        answer.on('end', () =>
          resolve({ status: answer.statusCode, connection: answer.headers.connection, body }),
        );
      });
      sent.on('error', reject);
      sent.end();
    });
  await holder`select pg_advisory_lock(4711)`;
  expect(await call('/livez')).toMatchObject({ status: 200, connection: 'keep-alive' });
  const open = call('/rest/v1/rpc/slow');
  await expect.poll(() => waitingSessions(server.sql)).toHaveLength(1);
  const closed = server.close();
  const isListening = () =>
    new Promise<boolean>((resolve) => {
      const socket = connect(server.port, '127.0.0.1', () => resolve(true));
      socket.once('error', () => resolve(false)).once('connect', () => socket.destroy());
    });
  // Parts that need the database stop before requests are asked to end.
  await expect.poll(isListening, { interval: 5 }).toBe(false);
  await holder`select pg_advisory_unlock_all()`;
  await holder.end();
  expect(await open).toEqual({ status: 200, connection: 'close', body: '"done"' });
  await closed;
  await expect(call('/livez')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});
