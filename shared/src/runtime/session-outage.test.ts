// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { toDataError } from '#src/data-access/data-error.ts';
import { orderSaveFailure } from '#src/orders/failure-text.ts';
import { TOKEN_KEY, USER_KEY } from './current-user.ts';

const ID = '0b7e7c1e-6d5c-4f0e-9a52-1f2f3a4b5c6d';
const PROFILE = { id: ID, email: 'ana@taller.test', full_name: 'Ana', rut: '', phone: '', role: 'admin' };
const KEY = 'sb_publishable_x';

type Server = 'away' | 'failing' | 'silent' | 'slow' | 'there';

const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;

/** Tokens as the server issues them; `user` as in its answers. */
const tokens = (name: string, expiresAt: number) => ({
  access_token: `${name}.b.c`,
  refresh_token: name,
  token_type: 'bearer',
  expires_in: 3600,
  expires_at: expiresAt,
  user: { id: ID, aud: 'authenticated', email: PROFILE.email },
});

/** A signed-in page of a server that can fail; `anonymous` counts requests of data that only the key was sent with. */
async function openPage(server: { is: Server }, expiresAt: number, signedIn = true) {
  if (signedIn) {
    localStorage.setItem(USER_KEY, JSON.stringify({ ...PROFILE, fullName: 'Ana', createdAt: '' }));
    localStorage.setItem(TOKEN_KEY, JSON.stringify(tokens('old', expiresAt)));
  }
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const url = input instanceof Request ? input.url : String(input);
    if (url.endsWith('/config.json'))
      return Response.json({ supabaseUrl: 'http://shop.test', supabaseKey: KEY });
    const token = new Headers(init?.headers).get('authorization');
    const isAnonymous = token === null || token.endsWith(KEY);
    asked.push(`${isAnonymous ? 'anonymous' : 'user'} ${new URL(url).pathname}`);
    if (server.is === 'away') throw new TypeError('Failed to fetch');
    if (url.includes('/auth/v1/token') && server.is === 'there')
      return Response.json(tokens('new', inSeconds(3600)));
    if (url.includes('/auth/v1/logout')) return new Response(null, { status: 204 });
    if (url.includes('/rest/v1/') && isAnonymous) return Response.json([]);
    if (url.includes('/auth/v1/token') && !signedIn) return Response.json(tokens('new', inSeconds(3600)));
    if (server.is === 'silent') return new Promise<Response>(() => undefined);
    if (server.is === 'slow') await new Promise((answer) => setTimeout(answer, 6000));
    if (server.is === 'failing') return Response.json({ message: 'no' }, { status: 500 });
    return Response.json([PROFILE]);
  });
  vi.resetModules();
  const { getSession } = await import('./session-store.ts');
  const session = await import('./session.ts');
  // Time stands still from here on, and code would not arrive in it.
  await import('./create-supabase-client.ts');
  vi.useFakeTimers();
  return { getSession, session, asked };
}

beforeEach(() => localStorage.clear());
afterEach(() => {
  vi.clearAllTimers();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test.each(['away', 'failing'] as const)(
  'SHELL-07 OPS-06 a session whose token has expired outlives a server that is %s for over a minute',
  async (outage) => {
    const server: { is: Server } = { is: 'there' };
    const page = await openPage(server, inSeconds(3600));
    page.session.startSession((task) => task());
    await vi.advanceTimersByTimeAsync(1000);
    localStorage.setItem(TOKEN_KEY, JSON.stringify(tokens('old', inSeconds(-60))));
    server.is = outage;
    const before = page.asked.length;
    void page.session.refreshCurrentUser();
    await vi.advanceTimersByTimeAsync(65_000);
    // Somebody who was named before the outage keeps the page.
    expect(page.getSession().status).toBe('signed-in');
    server.is = 'there';
    window.dispatchEvent(new Event('online'));
    await vi.advanceTimersByTimeAsync(35_000);
    expect(page.getSession()).toMatchObject({ status: 'signed-in', user: { fullName: 'Ana' } });
    expect(JSON.parse(localStorage.getItem(TOKEN_KEY) ?? '{}')).toMatchObject({ refresh_token: 'new' });
    const during = page.asked.slice(before);
    expect(during).not.toContain('anonymous /rest/v1/profiles');
    expect(during).not.toContain('user /auth/v1/logout');
  },
);

test.each([
  ['away', 'offline'],
  ['failing', 'unavailable'],
] as const)(
  'SHELL-06 a page whose server is %s says so within 5 s, keeps the session, and is back with the answer',
  async (outage, unanswered) => {
    const server: { is: Server } = { is: outage };
    const page = await openPage(server, inSeconds(3600));
    page.session.startSession((task) => task());
    await vi.advanceTimersByTimeAsync(5000);
    expect(page.getSession()).toEqual({ status: 'loading', user: null, unanswered });
    expect(localStorage.getItem(TOKEN_KEY)).not.toBeNull();
    server.is = 'there';
    // 'Reintentar'.
    void page.session.refreshCurrentUser();
    await vi.advanceTimersByTimeAsync(100);
    expect(page.getSession()).toMatchObject({ status: 'signed-in', user: { fullName: 'Ana' } });
  },
);

test('SHELL-06 a server that takes six seconds to answer moves nobody off the page', async () => {
  const page = await openPage({ is: 'slow' }, inSeconds(3600));
  page.session.startSession((task) => task());
  const seen = new Set<string>();
  for (let seconds = 0; seconds < 20; seconds += 1) {
    await vi.advanceTimersByTimeAsync(1000);
    seen.add(page.getSession().status);
  }
  expect([...seen]).toEqual(['signed-in']);
});

test('SHELL-06 a page whose server does not answer at all says so within 10 s', async () => {
  const page = await openPage({ is: 'silent' }, inSeconds(3600));
  page.session.startSession((task) => task());
  await vi.advanceTimersByTimeAsync(10_000);
  expect(page.getSession()).toEqual({ status: 'loading', user: null, unanswered: 'offline' });
});

test('SHELL-06 a sign-in reports within 5 s that the server does not confirm the account', async () => {
  const server: { is: Server } = { is: 'failing' };
  const page = await openPage(server, 0, false);
  void page.session.signIn(PROFILE.email, 'clave');
  await vi.advanceTimersByTimeAsync(5000);
  expect(page.getSession()).toEqual({ status: 'loading', user: null, unanswered: 'unavailable' });
  server.is = 'there';
  await vi.advanceTimersByTimeAsync(30_000);
  expect(page.getSession().status).toBe('signed-in');
});

test('SHELL-08 without a network a page starts as it was left', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const page = await openPage({ is: 'away' }, inSeconds(3600));
  page.session.startSession((task) => task());
  await vi.advanceTimersByTimeAsync(60_000);
  expect(page.getSession().status).toBe('signed-in');
  vi.restoreAllMocks();
});

test.each([
  ['a page in between', new Response('<html>', { status: 200, headers: { 'content-type': 'text/html' } })],
  ['too many requests', Response.json({ code: 'over_request_rate_limit', message: 'no' }, { status: 429 })],
])('SHELL-07 %s in place of a renewed session ends nothing', async (_what, answer) => {
  vi.stubGlobal('fetch', async () => answer.clone());
  const { fetchAsUser } = await import('./fetch-as-user.ts');
  await expect(fetchAsUser(KEY)('http://shop.test/auth/v1/token?grant_type=refresh_token')).rejects.toThrow(
    TypeError,
  );
});

test('SHELL-06 only a browser without a session asks for data with the publishable key', async () => {
  vi.stubGlobal('fetch', async () => Response.json([]));
  vi.resetModules();
  const { fetchAsUser } = await import('./fetch-as-user.ts');
  const ask = () =>
    fetchAsUser(KEY)('http://shop.test/rest/v1/profiles', { headers: { authorization: `Bearer ${KEY}` } });
  expect((await ask()).status).toBe(200);
  localStorage.setItem(TOKEN_KEY, '{}');
  await expect(ask()).rejects.toThrow('The session could not be renewed');
});

test.each([
  ['deleted', null],
  ['unreadable', '{"access_tok'],
])(
  'SHELL-06 %s tokens of somebody signed in end the session, and nothing is asked as anybody',
  async (_what, left) => {
    const page = await openPage({ is: 'there' }, inSeconds(3600));
    page.session.startSession((task) => task());
    await vi.advanceTimersByTimeAsync(1000);
    const before = page.asked.length;
    if (left === null) localStorage.removeItem(TOKEN_KEY);
    else localStorage.setItem(TOKEN_KEY, left);
    const { supabase } = await import('./supabase.ts');
    const { error, status } = await (await supabase()).from('notifications').update({}).eq('id', ID);
    const words = 'Tu sesión terminó. Inicia sesión para continuar.';
    expect(orderSaveFailure(toDataError(error ?? { message: '' }, status))).toBe(words);
    await expect(page.session.refreshCurrentUser()).rejects.toThrow(words);
    expect(page.getSession()).toEqual({ status: 'signed-out', user: null, ended: true });
    expect(page.asked.slice(before)).toEqual([]);
  },
);

test('SHELL-06 a refused request during a sign-out does not say that the session ended', async () => {
  const page = await openPage({ is: 'there' }, inSeconds(3600));
  page.session.startSession((task) => task());
  await vi.advanceTimersByTimeAsync(1000);
  let arrive: () => void = () => undefined;
  const signingOut = page.session.signOut(new Promise((resolve) => (arrive = resolve)));
  await page.session.refreshCurrentUser();
  expect(page.getSession().status).toBe('signed-in');
  arrive();
  await signingOut;
  expect(page.getSession()).toEqual({ status: 'signed-out', user: null });
});

test('SHELL-06 a request does not wait for a session that cannot be renewed', async () => {
  const server: { is: Server } = { is: 'away' };
  await openPage(server, inSeconds(-60));
  const { supabase } = await import('./supabase.ts');
  const answers: unknown[] = [];
  const ask = async () => {
    const { error, status } = await (await supabase()).from('notifications').select('id');
    answers.push([status, error?.message]);
  };
  void ask();
  await vi.advanceTimersByTimeAsync(5000);
  expect(answers).toEqual([[0, 'TypeError: The session could not be renewed']]);
});
