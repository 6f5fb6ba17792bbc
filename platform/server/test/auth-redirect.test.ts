import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startTestServer, type TestServer } from '../src/testing/start-test-server.ts';
import { holdClock } from './support/hold-clock.ts';
import { PASSWORD, REGISTRATION } from './support/people.ts';

const SITE = 'https://taller.example';

let demo: TestServer;
let shop: TestServer;
beforeAll(async () => {
  [demo, shop] = await Promise.all([startTestServer(), startTestServer({ siteUrl: SITE })]);
});
afterAll(() => Promise.all([demo.close(), shop.close()]));

/** URLs that a careless parser would accept as the site's, unlike a browser; `%` is the site's host. */
const LURES = [
  'http://evil.example\\@%/',
  'https://evil.example\\@%/',
  'http://127.0.0.1:x@0x08080808/',
  'http://%@evil.example/',
  'http://user@%/',
  'http://user:pass@%/update-password',
  'http:\\\\evil.example/%/',
  '//evil.example/%',
  '/\\evil.example/',
  'https://evil.example/#@%/',
  'https://evil.example/?x=@%/',
  'https://evil.example/%/..',
  'http://%.evil.example/',
  'http://evil.example%2f@%/',
  'http://%\t@evil.example/',
  'http://%\n.evil.example/',
  'http://2130706433/',
  'http://[::ffff:127.0.0.1]/',
  'ftp://%/',
  'javascript://%/%0aalert(1)',
  'data:text/html,%',
  'blob:http://%/x',
  'evil',
  '',
];

/** Sends a request with headers and a target that fetch would not allow. */
const raw = (server: TestServer, path: string, body: object, headers: Record<string, string> = {}) =>
  new Promise<{ status: number; location: string; text: string }>((resolve, reject) => {
    const outgoing = request(
      {
        host: '127.0.0.1',
        port: server.port,
        method: 'POST',
        path,
        headers: { apikey: server.keys.publishable, 'content-type': 'application/json', ...headers },
      },
      (answer) => {
        let text = '';
        answer.on('data', (chunk) => (text += String(chunk)));
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, location: answer.headers.location ?? '', text }),
        );
      },
    );
    outgoing.on('error', reject);
    outgoing.end(JSON.stringify(body));
  });

const newestMail = async (server: TestServer, email: string) => {
  const mail = (await server.mails()).find(({ to }) => to === email);
  if (!mail) throw new Error(`no mail to ${email}`);
  return mail;
};

/** The link in a recovery mail, for a new account each time. */
let counter = 0;
async function recoveryLink(
  server: TestServer,
  query: string,
  body: object = {},
  headers: Record<string, string> = {},
) {
  const email = `persona-${(counter += 1)}@prueba.test`;
  await server.sql`insert into auth.users (id, email, aud, role, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data)
    values (gen_random_uuid(), ${email}, 'authenticated', 'authenticated', '', now(), '{}', '{}')`;
  const answer = await raw(server, `/auth/v1/recover${query}`, { email, ...body }, headers);
  expect(answer.status).toBe(200);
  return new URL((await newestMail(server, email)).link);
}

const encode = (lure: string, host: string) =>
  encodeURIComponent(lure.replaceAll('%/', `${host}/`).replaceAll('%@', `${host}@`).replace(/%$/, host));

/** Target of a link: the site's page, without any part of the requested redirect. */
const placeOf = ({ origin, pathname, searchParams }: URL) => [origin, pathname, [...searchParams.keys()]];
const placeAt = (site: string) => [site, '/update-password', ['token_hash', 'type']];

describe('a mailed link and what it leads to', () => {
  const expectTheSite = async (lure: string) => {
    for (const [server, site] of [
      [demo, demo.url],
      [shop, SITE],
    ] as const) {
      const link = await recoveryLink(server, `?redirect_to=${encode(lure, new URL(site).host)}`);
      expect(placeOf(link)).toEqual(placeAt(site));
    }
  };
  const title = 'SEC-01 %j in the query of /recover leads to the site';
  test.each(LURES.slice(0, 3))(title, (lure) => expectTheSite(lure));
  test.each(LURES.slice(3))(title, { tags: ['exhaustive'] }, (lure) => expectTheSite(lure));

  test('SEC-01 headers, body and repeated parameters of /recover cannot lead the link elsewhere', async () => {
    const evil = 'https://evil.example/';
    const links = [
      await recoveryLink(
        shop,
        '',
        {},
        {
          referer: evil,
          redirect_to: evil,
          origin: 'https://evil.example',
          'x-forwarded-host': 'evil.example',
        },
      ),
      await recoveryLink(shop, '', {
        redirect_to: evil,
        options: { redirectTo: evil },
        email_redirect_to: evil,
      }),
      await recoveryLink(shop, `?redirect_to=${evil}&redirect_to=${SITE}/auth`),
      await recoveryLink(shop, `?redirect_to=${SITE}/auth&redirect_to=${evil}`),
    ];
    expect(links.map(placeOf)).toEqual(links.map(() => placeAt(SITE)));
  });

  test('SEC-01 links in mails of a registration and of a repeated confirmation lead to the site', async () => {
    const email = 'nueva-1@prueba.test';
    const lure = encodeURIComponent('https://evil.example\\@taller.example/');
    await raw(shop, `/auth/v1/signup?redirect_to=${lure}`, { email, password: PASSWORD, data: REGISTRATION });
    const first = await newestMail(shop, email);
    await shop.sql`update auth.users set confirmation_sent_at = now() - interval '2 minutes' where email = ${email}`;
    holdClock(61_000);
    await raw(shop, `/auth/v1/resend?redirect_to=${lure}`, { email, type: 'signup' });
    vi.restoreAllMocks();
    const second = await newestMail(shop, email);
    expect(second.id).not.toBe(first.id);
    for (const { link } of [first, second]) expect(placeOf(new URL(link))).toEqual(placeAt(SITE));
  });

  test('SEC-01 with SITE_URL set, mails link to it, whatever host name the request used', async () => {
    for (const host of ['localhost:6666', `127.0.0.1:${shop.port}`, 'taller.example'])
      expect(placeOf(await recoveryLink(shop, '', {}, { host }))).toEqual(placeAt(SITE));
  });
});
