/** A real shop before its mail is set up (AUTH-21). */
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MailFolder } from '../src/mail/mail-sink.ts';
import { startTestServer, type TestServer } from '../src/testing/start-test-server.ts';
import { anonClient, PASSWORD } from './support/people.ts';

const folder = mkdtempSync(join(tmpdir(), 'taller-correos-'));
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ mail: new MailFolder(folder) });
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

test('AUTH-21 registration, recovery and repeated mails are refused where mail is not set up', async () => {
  const { auth } = anonClient(server);
  const email = 'rosa@prueba.test';
  const data = { full_name: 'Rosa Díaz', rut: '12345678-9', phone: '+56 9 1234 5678' };
  const answers = [
    await auth.signUp({ email, password: PASSWORD, options: { data } }),
    await auth.resetPasswordForEmail(email),
    await auth.resend({ type: 'signup', email }),
  ];
  expect(answers.map(({ error }) => [error?.status, error?.code])).toEqual(
    Array.from({ length: 3 }, () => [400, 'email_address_not_authorized']),
  );
  expect(await server.sql`select from auth.users where email = ${email}`).toHaveLength(0);
  expect(existsSync(folder) ? readdirSync(folder) : []).toEqual([]);
});
