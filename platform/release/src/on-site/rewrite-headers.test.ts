import { expect, test } from 'vitest';
import { atOrigin, changedHeaders, requestHeaders, responseHeaders, takenOver } from './rewrite-headers.ts';

const origins = { own: 'http://127.0.0.1:5445', site: 'https://taller.cl' };

test('SHELL-71 the site gets its own host, origin and cookies, and nobody else’s', () => {
  const sent = requestHeaders(
    {
      host: '127.0.0.1:5445',
      origin: 'http://127.0.0.1:5445',
      referer: 'http://127.0.0.1:5445/dashboard?q=1',
      cookie: 'session=otro; p5445.taller-device-x=abc=; p5446.a=b',
      connection: 'keep-alive',
      authorization: 'Bearer t',
      'accept-encoding': 'gzip, deflate, br, zstd',
      'if-none-match': '"1"',
    },
    origins,
    false,
  );
  expect(sent).toEqual({
    host: 'taller.cl',
    origin: 'https://taller.cl',
    referer: 'https://taller.cl/dashboard?q=1',
    cookie: 'taller-device-x=abc=',
    authorization: 'Bearer t',
    'accept-encoding': 'gzip, deflate, br, zstd',
    'if-none-match': '"1"',
  });
  expect(requestHeaders({ cookie: 'session=otro' }, origins, false).cookie).toBeUndefined();
});

test('SHELL-70 an answer that will be rewritten is requested complete, in a readable encoding', () => {
  const asked = (accepted: string) =>
    requestHeaders(
      { 'accept-encoding': accepted, 'if-none-match': '"1"', range: 'bytes=0-1' },
      origins,
      true,
    );
  expect(asked('gzip, deflate, br;q=0.9, zstd')).toEqual({
    host: 'taller.cl',
    'accept-encoding': 'gzip, br;q=0.9',
  });
  expect(asked('zstd')['accept-encoding']).toBe('identity');
  expect(
    changedHeaders({ etag: '"1"', 'content-encoding': 'br', 'content-security-policy': 'x' }, 7),
  ).toEqual({ 'content-length': 7, 'cache-control': 'no-store', 'content-security-policy': 'x' });
});

test('SHELL-71 the page gets the site’s policy; redirects, cookies and permissions are those of its own address', () => {
  const policy = "default-src 'none'; connect-src 'self' https://abc.supabase.co";
  const sent = responseHeaders(
    {
      'content-security-policy': policy,
      'strict-transport-security': 'max-age=31536000',
      location: 'https://taller.cl/auth?next=%2Fdashboard#x',
      'access-control-allow-origin': 'https://taller.cl',
      'set-cookie': [
        '__Host-a=1; Path=/; Secure; HttpOnly; SameSite=None',
        'b=2; Domain=taller.cl; SameSite=Strict',
      ],
      'transfer-encoding': 'chunked',
    },
    origins,
  );
  expect(sent).toEqual({
    'content-security-policy': policy,
    location: 'http://127.0.0.1:5445/auth?next=%2Fdashboard#x',
    'access-control-allow-origin': 'http://127.0.0.1:5445',
    'set-cookie': ['p5445.__Host-a=1; Path=/; HttpOnly; SameSite=Lax', 'p5445.b=2; SameSite=Strict'],
  });
});

test('SHELL-71 the first page of a site clears what another site has stored at the same address', () => {
  const page = { 'sec-fetch-dest': 'document' as const };
  const sent = takenOver(page, { 'set-cookie': ['p5445.a=1'] }, origins);
  const [first, mark = ''] = [sent['set-cookie'] ?? []].flat().map(String);
  expect([sent['clear-site-data'], first]).toEqual(['"storage"', 'p5445.a=1']);
  expect(mark).toMatch(/^taller-site-5445=[\da-f]{16}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax$/);
  const cookie = `x=1; ${mark.split(';')[0]}`;
  expect(takenOver({ ...page, cookie }, {}, origins)).toEqual({});
  expect(takenOver({ ...page, cookie }, {}, { ...origins, site: 'https://otro.cl' })).toHaveProperty(
    'clear-site-data',
  );
  expect(takenOver({ 'sec-fetch-dest': 'empty' }, {}, origins)).toEqual({});
});

test('SHELL-70 addresses of other sites are unchanged', () => {
  for (const other of [
    'https://abc.supabase.co/auth',
    '/dashboard',
    'https://taller.cl.example/',
    'mailto:a@b.cl',
  ])
    expect(atOrigin(other, origins.site, origins.own)).toBe(other);
  expect(atOrigin('https://taller.cl', origins.site, origins.own)).toBe('http://127.0.0.1:5445');
  expect(atOrigin('https://taller.cl/', origins.site, origins.own)).toBe('http://127.0.0.1:5445/');
});
