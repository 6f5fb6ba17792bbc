import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { AccountMails } from '../src/api/account-mails.ts';
import type { Mailer } from '../src/api/mailer.ts';
import { startTestServer, type TestServer } from '../src/testing/start-test-server.ts';
import { holdClock } from './support/hold-clock.ts';
import { PASSWORD, registeredClient, REGISTRATION } from './support/people.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

interface Answer {
  status: number;
  code: string | undefined;
  body: Record<string, unknown>;
  headers: Headers;
}

async function post(
  path: string,
  body: unknown,
  peer: string,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const response = await fetch(`${server.url}/auth/v1/${path}`, {
    method: 'POST',
    headers: {
      apikey: server.keys.publishable,
      'content-type': 'application/json',
      'x-forwarded-for': peer,
      ...headers,
    },
    body: JSON.stringify(body),
  });
  const answer = (await response.json()) as Record<string, unknown>;
  return {
    status: response.status,
    code: response.headers.get('x-sb-error-code') ?? undefined,
    body: answer,
    headers: response.headers,
  };
}

const logIn = (email: string, password: string, peer: string, cookie = '') =>
  post('token?grant_type=password', { email, password }, peer, cookie ? { cookie } : {});
const cookieOf = ({ headers }: Answer) => headers.getSetCookie()[0]?.split(';')[0] ?? '';
const times = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));
const statuses = (answers: readonly Answer[]) => answers.map(({ status }) => status);

let peers = 0;
const newPeer = () => `198.18.${Math.floor((peers += 1) / 250)}.${peers % 250}`;

describe('wrong log-ins', () => {
  // No token is refilled during a test, however slow the machine is.
  beforeEach(() => holdClock());
  afterEach(() => void vi.restoreAllMocks());

  test('SEC-04 ten wrong passwords by an anonymous visitor lock out the visitor, and not the account’s owner', async () => {
    const { email } = await registeredClient(server);
    const [visitor, home] = [newPeer(), newPeer()];
    const tried = await times(14, () => logIn(email, 'otra-clave', visitor));
    expect(statuses(tried).filter((status) => status === 429)).toHaveLength(4);
    const refused = await logIn(email, PASSWORD, visitor);
    expect([refused.status, refused.code, refused.headers.get('retry-after')]).toEqual([
      429,
      'over_request_rate_limit',
      '30',
    ]);
    expect((await logIn(email, PASSWORD, home)).status).toBe(200);
    expect((await logIn(email.toUpperCase(), PASSWORD, visitor)).status).toBe(429);
  });

  test(
    'SEC-04 a browser known to the account can log in even from the network of a locked-out visitor',
    { tags: ['exhaustive'] },
    async () => {
      const { email } = await registeredClient(server);
      const other = await registeredClient(server);
      const network = newPeer();
      const first = await logIn(email, PASSWORD, network);
      const cookie = cookieOf(first);
      expect(first.headers.getSetCookie()[0]).toMatch(
        /^taller-device-[\w-]{12}=[\w-]{16}\.[\w-]{43}; Path=\/auth\/v1\/token; Max-Age=15552000; HttpOnly; SameSite=Strict$/,
      );
      await times(12, () => logIn(email, 'otra-clave', network));
      expect((await logIn(email, PASSWORD, network)).status).toBe(429);
      expect((await logIn(email, PASSWORD, network, cookie)).status).toBe(200);
      // It is valid for its account only, unmodified, and at most ten times in a row.
      await times(12, () => logIn(other.email, 'otra-clave', network));
      expect((await logIn(other.email, PASSWORD, network, cookie)).status).toBe(429);
      expect((await logIn(email, PASSWORD, network, `${cookie.slice(0, -2)}xx`)).status).toBe(429);
      const tried = await times(14, () => logIn(email, 'otra-clave', newPeer(), cookie));
      expect(statuses(tried).filter((status) => status === 429)).toHaveLength(4);
    },
  );

  test(
    'SEC-04 a hundred wrong log-ins from one peer with invented addresses lock out that peer only',
    { tags: ['exhaustive'] },
    async () => {
      const { email } = await registeredClient(server);
      const [visitor, home] = [newPeer(), newPeer()];
      const tried = await times(105, (index) => logIn(`nadie-${index}@prueba.test`, 'x', visitor));
      expect(statuses(tried).filter((status) => status === 429).length).toBeGreaterThanOrEqual(3);
      expect((await logIn(email, PASSWORD, visitor)).status).toBe(429);
      expect((await logIn(email, PASSWORD, home)).status).toBe(200);
    },
  );

  test('SEC-04 successful log-ins do not count towards the limits', async () => {
    const { email } = await registeredClient(server);
    const peer = newPeer();
    for (let round = 0; round < 25; round += 1) expect((await logIn(email, PASSWORD, peer)).status).toBe(200);
  });

  test('SEC-04 wrong log-ins from many peers are slowed down for the account, and known browsers still get in', async () => {
    const { email } = await registeredClient(server);
    const cookie = cookieOf(await logIn(email, PASSWORD, newPeer()));
    await times(55, () => logIn(email, 'otra-clave', newPeer()));
    expect((await logIn(email, PASSWORD, newPeer())).status).toBe(429);
    expect((await logIn(email, PASSWORD, newPeer(), cookie)).status).toBe(200);
  });

  test('SEC-08 an untrusted peer that sends X-Forwarded-For still counts as one peer', async () => {
    await using direct = await startTestServer({ trustedProxies: [] });
    const tried = await times(14, (index) =>
      fetch(`${direct.url}/auth/v1/token?grant_type=password`, {
        method: 'POST',
        headers: {
          apikey: direct.keys.publishable,
          'content-type': 'application/json',
          'x-forwarded-for': `203.0.113.${index}`,
        },
        body: JSON.stringify({ email: 'nadie@prueba.test', password: 'x' }),
      }),
    );
    expect(tried.filter(({ status }) => status === 429)).toHaveLength(4);
  });
});

describe('invalid addresses and passwords', () => {
  test.each([
    '',
    'sin-arroba',
    'a@b',
    'a b@prueba.test',
    'a\u0000b@prueba.test',
    'a\r\nBcc: x@prueba.test',
    '<a@prueba.test>',
    `${'x'.repeat(60_000)}@prueba.test`,
    5,
    null,
    {},
    ['a@prueba.test'],
    undefined,
  ])('SEC-05 the address %j is refused before it is counted or looked up', async (email) => {
    for (const path of ['token?grant_type=password', 'signup', 'recover', 'resend']) {
      const answer = await post(path, { email, password: PASSWORD, type: 'signup' }, '198.51.100.1');
      expect([answer.status, answer.body.error_code]).toEqual([400, 'validation_failed']);
    }
  });

  test.each([undefined, null, '', 5, {}, ['x']])(
    'SEC-05 the password %j is a bad request',
    async (password) => {
      const email = 'nadie@prueba.test';
      for (const path of ['token?grant_type=password', 'signup']) {
        expect((await post(path, { email, password }, '198.51.100.2')).status).toBe(400);
      }
    },
  );
});

describe('registrations', () => {
  const signUp = (email: string, peer: string) =>
    post('signup', { email, password: PASSWORD, data: REGISTRATION }, peer);

  test('SEC-06 one peer can register twenty accounts, and other peers are not affected', async () => {
    const visitor = newPeer();
    const tried = await times(30, (index) =>
      signUp(`montón-${index}@prueba.test`.replace('ó', 'o'), visitor),
    );
    expect(statuses(tried).filter((status) => status === 200)).toHaveLength(20);
    expect(tried.find(({ status }) => status !== 200)?.body.error_code).toBe('over_email_send_rate_limit');
    expect((await server.mails()).filter(({ to }) => to.startsWith('monton-'))).toHaveLength(20);
    expect((await signUp('a-tiempo@prueba.test', newPeer())).status).toBe(200);
  });

  test('SEC-06 one address receives at most six mails, however many peers request them', async () => {
    const email = 'acosada@prueba.test';
    await signUp(email, newPeer());
    await server.sql`update auth.users set email_confirmed_at = now() where email = ${email}`;
    const tried = await times(9, () => post('recover', { email }, newPeer()));
    expect(statuses(tried).filter((status) => status === 200)).toHaveLength(5);
    expect((await server.mails()).filter(({ to }) => to === email)).toHaveLength(6);
  });
});

describe('a network at its limit', () => {
  const never = () => {
    throw new Error('No mail is confirmed here');
  };
  const mailsOf = () =>
    new AccountMails({
      next: async () => Response.json({}),
      sql: server.sql,
      mailer: { sendConfirmation: never, sendRecovery: never } as unknown as Mailer,
    });
  const request = () => new Request(server.url, { method: 'POST' });

  test('SEC-06 leaves the mails of an address to its owner', async () => {
    const mails = mailsOf();
    await times(60, (index) => mails.recover(request(), 'anonymous', `${index}@prueba.test`));
    expect((await mails.resend('anonymous', 'ana@prueba.test')).status).toBe(429);
    expect((await mails.resend('home', 'ana@prueba.test')).status).toBe(200);
  });

  test.each([
    ['mails', (mails: AccountMails, email: string) => mails.recover(request(), 'anonymous', email)],
    ['accounts', (mails: AccountMails, email: string) => mails.signUp(request(), 'anonymous', email, {})],
  ])('SEC-06 cannot make an address be forgotten that has had its mails, asking for %s', async (_, ask) => {
    const mails = mailsOf();
    await times(60, (index) => ask(mails, `${index}@prueba.test`));
    await times(6, (index) => mails.recover(request(), `home-${index}`, 'ana@prueba.test'));
    for (let index = 0; index < 20_000; index += 1) {
      await ask(mails, `otra-${index}@prueba.test`);
      // Or the timers of idle connections wait, and the next test sends on one that the server has ended.
      if (index % 100 === 0) await new Promise(setImmediate);
    }
    expect((await mails.recover(request(), 'new', 'ana@prueba.test')).status).toBe(429);
  });
});

/** The structure of a response: its keys at every depth, with the type of each value. */
function formOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(formOf);
  if (typeof value !== 'object' || value === null) return value === '' ? 'empty' : typeof value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, formOf(item)]));
}
const headersOf = ({ headers }: Answer) =>
  [...headers.keys()].filter((name) => name !== 'set-cookie').toSorted();

describe('accounts are not disclosed', () => {
  /** Confirmed, unconfirmed, unknown. */
  async function addresses(): Promise<string[]> {
    const { email } = await registeredClient(server);
    const pending = `pendiente-${newPeer().replaceAll('.', '-')}@prueba.test`;
    await post('signup', { email: pending, password: PASSWORD, data: REGISTRATION }, newPeer());
    return [email, pending, pending.replace('pendiente', 'desconocida')];
  }

  const ANSWERED_ALIKE = [
    ['signup', { password: PASSWORD, data: { ...REGISTRATION, role: 'admin' } }],
    ['signup', { password: PASSWORD, data: { full_name: 'Otra Persona', rut: '1-9', phone: '1' } }],
    ['signup', { password: 'corta', data: REGISTRATION }],
    ['signup', { password: 'x'.repeat(73), data: REGISTRATION }],
    ['recover', {}],
    ['token?grant_type=password', { password: 'otra-clave' }],
  ] as const;
  for (const [index, [path, body]] of ANSWERED_ALIKE.entries())
    test(
      `SEC-07 /${path} ${JSON.stringify(body)} answers alike: status, headers, form of the body`,
      { tags: index === 0 ? [] : ['exhaustive'] },
      async () => {
        const [known, ...others] = await Promise.all(
          (await addresses()).map((email) => post(path, { email, ...body }, newPeer())),
        );
        for (const other of others) {
          expect([other.status, headersOf(other), formOf(other.body)]).toEqual([
            known?.status,
            headersOf(known as Answer),
            formOf(known?.body),
          ]);
        }
      },
    );

  test('SEC-07 a request for another mail gets the same answer for every address, once a minute', async () => {
    const emails = await addresses();
    holdClock(61_000);
    for (const status of [200, 429]) {
      const answers = await Promise.all(
        emails.map((email) => post('resend', { email, type: 'signup' }, newPeer())),
      );
      expect(statuses(answers)).toEqual([status, status, status]);
      expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
      expect(new Set(answers.map((answer) => headersOf(answer).join())).size).toBe(1);
    }
    vi.restoreAllMocks();
  });

  test('SEC-07 a registration for an existing account reveals and changes nothing of the account', async () => {
    const [known = '', , unknown = ''] = await addresses();
    const [before] = await server.sql`select to_jsonb(u) as row from auth.users u where email = ${known}`;
    const data = { ...REGISTRATION, full_name: 'Otra Persona' };
    const [one, other] = await Promise.all(
      [known, unknown].map((email) => post('signup', { email, password: PASSWORD, data }, newPeer())),
    );
    const fixed = (answer: Answer | undefined, email: string) =>
      JSON.stringify(answer?.body)
        .replaceAll(String(answer?.body.id), 'ID')
        .replaceAll(email, 'EMAIL')
        .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME');
    expect(fixed(one, known)).toBe(fixed(other, unknown));
    expect((await server.sql`select to_jsonb(u) as row from auth.users u where email = ${known}`)[0]).toEqual(
      before,
    );
    expect(await server.sql`select from auth.users where id = ${String(one?.body.id)}`).toHaveLength(0);
  });
});
