import { describe, expect, test } from 'vitest';
import { filesOf, pageAddress, pageName, remoteFolder, requestKind } from './addresses.ts';

const NAMES = ['index', 'servicios', 'dashboard', 'orders', 'decision-presupuesto', '200'];
const ORIGIN = 'https://taller.cl';
const get = (
  path: string,
  given: { mode?: RequestMode; headers?: Record<string, string>; method?: string } = {},
) =>
  requestKind(
    {
      method: given.method ?? 'GET',
      mode: given.mode ?? 'cors',
      url: new URL(path, ORIGIN).href,
      headers: new Headers(given.headers),
    },
    ORIGIN,
  );

describe('SHELL-08 addresses that the service worker caches', () => {
  test('a page goes by the name of its file, never by its address', () => {
    expect(pageName('/', NAMES)).toBe('index');
    expect(pageName('/servicios', NAMES)).toBe('servicios');
    expect(pageName('/decision-presupuesto/5f0c-secret', NAMES)).toBe('decision-presupuesto');
    expect(pageName('/orders/view/000123', NAMES)).toBe('orders');
    expect(pageName('/nada/de/esto', NAMES)).toBe('200');
    expect(pageName('/200', NAMES)).toBe('200');
    expect(pageAddress('index')).toBe('/');
    expect(pageAddress('dashboard')).toBe('/dashboard');
  });

  test('pages, hashed files and the public configuration; nothing else', () => {
    expect(get('/dashboard/inventario?q=x', { mode: 'navigate' })).toBe('page');
    expect(get('/orders/view/6.420', { mode: 'navigate' })).toBe('page');
    expect(get('/robots.txt', { mode: 'navigate' })).toBe('other');
    expect(get('/assets/index-Ab12Cd34.js')).toBe('file');
    expect(get('/remotes/mfe-orders/0f3a/routes-Ab12Cd34.js')).toBe('file');
    expect(get('/config.json')).toBe('config');
    expect(get('/remotes.json')).toBe('other');
    expect(get('/service-worker.js')).toBe('other');
    expect(get('https://otro.cl/assets/index-Ab12Cd34.js')).toBe('other');
  });

  test.each([
    '/rest/v1/service_orders?select=*',
    '/auth/v1/user',
    '/functions/v1/send-messages',
    '/realtime/v1/websocket',
    '/storage/v1/object/x',
    '/_dev/mails',
    '/decision-presupuesto/5f0c-secret?simple=1',
    '/orders/view/000123?simple=1',
  ])('%s is not handled, not even as a navigation', (path) => {
    expect(get(path)).toBe('other');
    expect(get(path, { mode: 'navigate' })).toBe('other');
  });

  test('a request with credentials, or one that changes something, is not cached', () => {
    expect(get('/config.json', { headers: { authorization: 'Bearer x' } })).toBe('other');
    expect(get('/assets/x-Ab12Cd34.js', { headers: { apikey: 'x' } })).toBe('other');
    expect(get('/dashboard', { mode: 'navigate', method: 'POST' })).toBe('other');
  });

  test('the files of a page are its scripts, preloads and style sheets below /assets/ and /remotes/', () => {
    const html = `<link rel="icon" href="/favicon.svg"><link rel="stylesheet" crossorigin href="/assets/a-1.css">
      <link rel="modulepreload" crossorigin href="/remotes/mfe-public/b1/r-1.js"><script type="module" crossorigin src="/assets/m-1.js"></script>
      <a href="/assets/no">x</a><script type="application/json" id="taller-remotes">{"entry":"/remotes/mfe-orders/b2/e.js"}</script>`;
    expect(filesOf(html)).toEqual(['/assets/a-1.css', '/remotes/mfe-public/b1/r-1.js', '/assets/m-1.js']);
  });

  test('a remote’s file belongs to its build', () => {
    expect(remoteFolder('/remotes/mfe-orders/b2/e.js')).toBe('/remotes/mfe-orders/b2/');
    expect(remoteFolder('/assets/e.js')).toBeUndefined();
  });
});
