import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { optionsFromEnv } from '../src/config/server-options.ts';
import { contentSecurityPolicy } from '../src/site/security-headers.ts';
import { SiteFiles } from '../src/site/site-files.ts';
import { remotesStatus } from '../src/status/remotes-status.ts';
import { startTestServer, type TestServer } from '../src/testing/start-test-server.ts';

const LONG = 'texto que se repite '.repeat(200);
let server: TestServer;
let site: string;
beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'taller-site-'));
  site = join(folder, 'site');
  mkdirSync(join(site, 'assets'), { recursive: true });
  mkdirSync(join(site, 'remotes/mfe-public/abc123'), { recursive: true });
  const files: Record<string, string> = {
    'index.html': '<p>inicio</p>',
    '200.html': '<p>otras</p>',
    'servicios.html': '<p>servicios</p>',
    'dashboard.html': '<p>panel</p>',
    'remotes.json': '{"remotes":[]}',
    'favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    '.secreto': 'clave',
    'assets/logo-0a.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    'assets/logo-0a.png': 'png',
    'assets/logo-0a.webp': 'webp',
    'assets/index-CGXWkhq9.js': `export const a = '${LONG}'`,
    'remotes/mfe-public/abc123/remoteEntry-BQZ9PIiX.js': 'export {}',
  };
  for (const [name, content] of Object.entries(files)) writeFileSync(join(site, name), content);
  writeFileSync(join(folder, 'fuera.txt'), 'fuera');
  server = await startTestServer({ siteDir: site });
});
afterAll(async () => {
  await server.close();
  rmSync(join(site, '..'), { recursive: true, force: true });
});

/** A raw request: fetch would normalise the path and choose the headers. */
const raw = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  new Promise<{ status: number; headers: Record<string, string | string[] | undefined>; body: string }>(
    (resolve, reject) => {
      const outgoing = request(
        { host: '127.0.0.1', port: server.port, path, method, headers },
        (incoming) => {
          let body = '';
          incoming.setEncoding('latin1').on('data', (chunk: string) => (body += chunk));
          incoming.on('end', () =>
            resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body }),
          );
        },
      );
      outgoing.on('error', reject).end();
    },
  );

test.each(['svg', 'png', 'webp'])(
  'CFG-53 SEC-53 a logo that is a %s runs nothing, opened by itself',
  async (type) => {
    const { status, headers } = await raw(`/assets/logo-0a.${type}`);
    expect([status, headers['x-content-type-options']]).toEqual([200, 'nosniff']);
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'.*sandbox$/);
  },
);

test.each([
  ['over', '{"expiresAt":"2020-01-01T00:00:00Z"}', 404],
  ['that does not say when it ends', '{"expiresAt":"mañana"}', 404],
  ['that was cut off', '{"expiresAt":', 404],
  ['that is nothing', 'null', 404],
  ['that can be opened', '{"expiresAt":"2099-01-01T00:00:00Z"}', 200],
])('SHELL-80 a preview %s', async (_what, text, status) => {
  mkdirSync(join(site, 'previews'), { recursive: true });
  writeFileSync(join(site, `previews/${text.length}.json`), text);
  expect((await raw(`/previews/${text.length}.json`)).status).toBe(status);
  expect((await raw(`/previews//${text.length}.json`)).status).toBe(status);
});

describe('addresses', () => {
  test.each([
    ['/', '<p>inicio</p>'],
    ['/servicios', '<p>servicios</p>'],
    ['/servicios/', '<p>servicios</p>'],
    ['/dashboard/orders/view/7', '<p>panel</p>'],
    ['/no-existe', '<p>otras</p>'],
    // A broken percent code.
    ['/dashboard/%E0%A4%A', '<p>panel</p>'],
    ['/%ff', '<p>otras</p>'],
  ])('SHELL-04 %s is answered with its page', async (path, body) => {
    const answer = await raw(path, { accept: 'text/html' });
    expect([answer.status, answer.body, answer.headers['content-type']]).toEqual([
      200,
      body,
      'text/html; charset=utf-8',
    ]);
    expect(answer.headers['cache-control']).toBe('no-cache');
  });

  test.each([
    '/assets/falta-12345678.js',
    '/remotes/mfe-public/abc123/falta.css',
    '/.secreto',
    '/..%2f..%2ffuera.txt',
    '/%2e%2e/fuera.txt',
    '/%00',
    '/..%2f%ff/../fuera.txt',
  ])('%s is 404 or a page, never a file from elsewhere', async (path) => {
    const answer = await raw(path);
    expect(answer.body).not.toMatch(/fuera|clave/);
    expect(answer.status === 404 || path.includes('%')).toBe(true);
  });

  test.each([
    ['/orders/view/6.420', '<p>otras</p>'],
    ['/foo.bar', '<p>otras</p>'],
    ['/dashboard/6.420', '<p>panel</p>'],
  ])('SHELL-04 %s, an address with a dot, is answered with its page', async (path, page) => {
    const answer = await raw(path);
    expect([answer.status, answer.body]).toEqual([200, page]);
  });

  test('SEC-15 fifty requests for a file that was not read before share one copy of it', async () => {
    const files = new SiteFiles(site);
    const found = await Promise.all(Array.from({ length: 50 }, () => files.find('servicios.html')));
    expect(found[0]?.name).toBe('servicios.html');
    expect(new Set(found).size).toBe(1);
  });

  test('only GET and HEAD', async () => {
    expect((await raw('/', {}, 'POST')).status).toBe(405);
    const head = await raw('/', {}, 'HEAD');
    expect([head.status, head.body, head.headers['content-length']]).toEqual([200, '', '13']);
  });
});

describe('caches and compression', () => {
  test('hashed files are cached forever, the registry is revalidated', async () => {
    const forever = 'public, max-age=31536000, immutable';
    expect((await raw('/assets/index-CGXWkhq9.js')).headers['cache-control']).toBe(forever);
    expect((await raw('/remotes/mfe-public/abc123/remoteEntry-BQZ9PIiX.js')).headers['cache-control']).toBe(
      forever,
    );
    expect((await raw('/remotes.json')).headers['cache-control']).toBe('no-cache');
    expect((await raw('/favicon.svg')).headers['cache-control']).toBe('no-cache');
  });

  test('brotli before gzip, and no encoding for clients that accept neither', async () => {
    const encodings = await Promise.all(
      ['gzip, deflate, br', 'gzip', 'br;q=0, gzip', 'identity', ''].map(async (accepted) => {
        const answer = await raw('/assets/index-CGXWkhq9.js', { 'accept-encoding': accepted });
        return [answer.headers['content-encoding'], Number(answer.headers['content-length']) < 500];
      }),
    );
    expect(encodings).toEqual([
      ['br', true],
      ['gzip', true],
      ['gzip', true],
      [undefined, false],
      [undefined, false],
    ]);
  });

  test('an unchanged file is 304; a changed one is sent at once', async () => {
    const first = await raw('/servicios');
    const again = await raw('/servicios', { 'if-none-match': String(first.headers.etag) });
    expect([again.status, again.body]).toEqual([304, '']);
    writeFileSync(join(site, 'servicios.html'), '<p>servicios nuevos</p>');
    const changed = await raw('/servicios', { 'if-none-match': String(first.headers.etag) });
    expect([changed.status, changed.body]).toEqual([200, '<p>servicios nuevos</p>']);
  });
});

describe('safety', () => {
  test('pages carry a strict policy', async () => {
    const { headers } = await raw('/');
    const policy = String(headers['content-security-policy']).split('; ');
    expect(policy).toEqual(
      expect.arrayContaining([
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "connect-src 'self'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
        "require-trusted-types-for 'script'",
      ]),
    );
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin',
    });
  });

  test.each(['malo.test', '127.0.0.1.malo.test', 'localhost.malo.test:3000'])(
    'Host %j is refused',
    async (host) => {
      for (const path of ['/', '/config.json', '/rest/v1/', '/_dev/mails.json']) {
        expect((await raw(path, { host })).status).toBeGreaterThanOrEqual(400);
      }
    },
  );

  test('/config.json names the address under which it was asked, and never the secret key', async () => {
    const answer = await raw('/config.json', { host: 'localhost:4321' });
    expect(JSON.parse(answer.body)).toEqual({
      supabaseUrl: 'http://localhost:4321',
      supabaseKey: server.keys.publishable,
    });
    expect(answer.body).not.toContain('sb_secret');
  });

  test('bodies that are too large are refused without being read', async () => {
    const post = (path: string, size: number) =>
      fetch(server.url + path, {
        method: 'POST',
        headers: { apikey: server.keys.publishable },
        body: 'x'.repeat(size),
      }).then((answer) => answer.status);
    expect(await post('/auth/v1/token?grant_type=password', 70_000)).toBe(413);
    expect(await post('/rest/v1/profiles', 9_000_000)).toBe(413);
    expect(await post('/functions/v1/update-quote-status', 1_100_000)).toBe(413);
  });

  test('/_dev/mails shows mails without letting them run anything', async () => {
    const { headers, body } = await raw('/_dev/mails');
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/);
    expect(body).toContain('Correos enviados');
  });
});

describe('SHELL-08 remotes and publications', () => {
  test('other sites may load the remotes, and nothing else', async () => {
    const origin = 'access-control-allow-origin';
    expect((await raw('/remotes/mfe-public/abc123/remoteEntry-BQZ9PIiX.js')).headers[origin]).toBe('*');
    for (const path of ['/', '/remotes.json', '/remotes%2f..%2fremotes.json', '/config.json'])
      expect((await raw(path)).headers[origin]).toBeUndefined();
  });

  test('the policy names the hosts of remotes; anything but an origin is refused', async () => {
    expect(contentSecurityPolicy({ remotes: ['https://r.taller.cl'] })).toContain(
      "script-src 'self' https://r.taller.cl; style-src 'self' https://r.taller.cl;",
    );
    const read = (list: string) => optionsFromEnv({ REMOTE_ORIGINS: list }).remoteOrigins;
    expect(read('https://r.taller.cl, http://127.0.0.1:8080')).toEqual([
      'https://r.taller.cl',
      'http://127.0.0.1:8080',
    ]);
    expect(read('')).toEqual([]);
    for (const bad of ["https://a.cl;script-src 'unsafe-inline'", 'https://a.cl/ruta', '*', 'a.cl'])
      expect(() => read(bad)).toThrow('debe ser una lista de orígenes');
  });

  test('SHELL-90 a folder that its first publication has set aside is served from there, and the status finds its builds', async () => {
    const aside = join(site, '../.site.releases/plain');
    mkdirSync(join(aside, '..'));
    renameSync(site, aside);
    try {
      expect((await raw('/dashboard')).body).toBe('<p>panel</p>');
      expect((await raw('/remotes/mfe-public/abc123/remoteEntry-BQZ9PIiX.js')).status).toBe(200);
      expect((await raw('/assets/falta-12345678.js')).status).toBe(404);
      expect(await remotesStatus(site, null)).toEqual({ remotes: {}, missing: 0 });
    } finally {
      renameSync(aside, site);
    }
    expect((await raw('/dashboard')).body).toBe('<p>panel</p>');
  });

  test('a folder that is switched to another release is served from that at once; rules of other hosts are not', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'taller-release-'));
    for (const release of ['a', 'b']) {
      mkdirSync(join(folder, release));
      for (const file of ['index.html', 'remotes.json', '_headers'])
        writeFileSync(join(folder, release, file), release);
    }
    symlinkSync('a', join(folder, 'site'));
    await using linked = await startTestServer({ siteDir: join(folder, 'site') });
    const read = async (path: string) => (await fetch(linked.url + path)).text();
    expect([await read('/'), await read('/remotes.json')]).toEqual(['a', 'a']);
    symlinkSync('b', join(folder, 'next'));
    renameSync(join(folder, 'next'), join(folder, 'site'));
    expect([await read('/'), await read('/remotes.json')]).toEqual(['b', 'b']);
    for (const path of ['_headers', 'x%2f..%2f_headers', '.%2f_headers', '%2f_headers'])
      expect((await fetch(`${linked.url}/${path}`)).status, path).toBe(404);
    rmSync(folder, { recursive: true });
  });
});

describe('functions', () => {
  test('update-quote-status answers through supabase-js and over CORS', async () => {
    const call = (body: unknown) =>
      fetch(`${server.url}/functions/v1/update-quote-status`, {
        method: 'POST',
        headers: { apikey: server.keys.publishable },
        body: JSON.stringify(body),
      });
    const unknown = await call({ orderId: crypto.randomUUID(), decision: 'approved' });
    expect([unknown.status, unknown.headers.get('access-control-allow-origin')]).toEqual([404, '*']);
    expect((await call({})).status).toBe(400);
    const preflight = await fetch(`${server.url}/functions/v1/update-quote-status`, { method: 'OPTIONS' });
    expect([preflight.status, preflight.headers.get('access-control-allow-headers')]).toEqual([
      204,
      expect.stringContaining('apikey'),
    ]);
    expect((await fetch(`${server.url}/functions/v1/_shared`, { method: 'POST' })).status).toBe(404);
  });
});
