/** The page 'Estado' reports the deliveries of mails that the embedded server sends (OPS-87). */
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mailSinkFor } from '../src/mail/mail-sink.ts';
import { startTestServer, type TestServer } from '../src/testing/start-test-server.ts';
import { anonClient } from './support/people.ts';

/** A minimal SMTP server that accepts one mail per connection. @param to returns the answer to RCPT. */
function mailServer(to: () => string): Server {
  return createServer((socket) => {
    let isText = false;
    socket.write('220 prueba\r\n');
    socket.on('data', (chunk) => {
      const text = chunk.toString();
      if (isText) {
        if (!text.endsWith('\r\n.\r\n')) return;
        isText = false;
        socket.write('250 ok\r\n');
        return;
      }
      isText = text.startsWith('DATA');
      socket.write(isText ? '354 go on\r\n' : text.startsWith('RCPT') ? to() : '250 ok\r\n');
    });
    socket.on('error', () => undefined);
  });
}

let recipient = '250 ok\r\n';
const smtp = mailServer(() => recipient);
let server: TestServer;
let port = 0;

beforeAll(async () => {
  smtp.listen(0, '127.0.0.1');
  await once(smtp, 'listening');
  port = (smtp.address() as AddressInfo).port;
  const env = { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'taller@prueba.test' };
  server = await startTestServer({ mail: mailSinkFor(env, tmpdir(), () => undefined) });
});
afterAll(async () => {
  await server.close();
  smtp.close();
});

const facts = async (): Promise<Record<string, unknown>> =>
  ((await server.sql`select private.mail_facts() as facts`)[0]?.facts ?? {}) as Record<string, unknown>;

let people = 0;
/** Registers somebody, to whom a mail is sent. */
async function mailSomebody() {
  people += 1;
  const { error } = await anonClient(server).auth.signUp({
    email: `persona-${people}@prueba.test`,
    password: 'clave-de-prueba',
    options: { data: { full_name: 'Rosa Díaz', rut: `1234567${people}-9`, phone: '+56 9 1234 5678' } },
  });
  expect(error).toBeNull();
}

test('OPS-87 an accepted mail is recorded with its time and a refused one with its kind, without an address', async () => {
  expect(await facts()).toMatchObject({ delivered_at: null, failed_at: null, failure: null });
  await mailSomebody();
  await expect.poll(facts).toMatchObject({ delivered_at: expect.any(String) as string, failed_at: null });
  recipient = '550 5.1.1 <persona-2@prueba.test> unknown\r\n';
  await mailSomebody();
  await expect.poll(facts).toMatchObject({ failure: 'refused', failed_at: expect.any(String) as string });
  expect(JSON.stringify(await server.sql`select * from private.mail_deliveries`)).not.toContain('@');
});

test('OPS-87 a mail server that does not answer is recorded as such', async () => {
  smtp.close();
  await mailSomebody();
  await expect.poll(facts).toMatchObject({ failure: 'no-answer' });
});
