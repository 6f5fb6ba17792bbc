// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TOKEN_KEY, USER_KEY } from './current-user.ts';

const ID = '0b7e7c1e-6d5c-4f0e-9a52-1f2f3a4b5c6d';
const PROFILE = { id: ID, email: 'ana@taller.test', full_name: 'Ana', rut: '', phone: '', role: 'admin' };

/** A signed-in page whose profile lookups get these responses; the last one is repeated. */
async function openPage(answers: readonly { status: number; body: unknown }[]) {
  localStorage.setItem(USER_KEY, JSON.stringify({ ...PROFILE, fullName: 'Ana', createdAt: '' }));
  const inAnHour = Math.floor(Date.now() / 1000) + 3600;
  const tokens = { access_token: 'a.b.c', refresh_token: 'r', token_type: 'bearer', expires_in: 3600 };
  localStorage.setItem(TOKEN_KEY, JSON.stringify({ ...tokens, expires_at: inAnHour, user: { id: ID } }));
  let asked = 0;
  vi.stubGlobal('fetch', async (input: RequestInfo | URL) => {
    const url = input instanceof Request ? input.url : String(input);
    if (url.endsWith('/config.json'))
      return Response.json({ supabaseUrl: 'http://shop.test', supabaseKey: 'k' });
    if (!url.includes('/rest/v1/profiles')) return new Response(null, { status: 204 });
    const answer = answers[Math.min(asked, answers.length - 1)];
    asked += 1;
    return Response.json(answer?.body, { status: answer?.status });
  });
  vi.resetModules();
  const { getSession } = await import('./session-store.ts');
  const { refreshCurrentUser } = await import('./session.ts');
  return { getSession, refreshCurrentUser, asked: () => asked };
}

beforeEach(() => localStorage.clear());
afterEach(() => {
  vi.unstubAllGlobals();
});

test.each([500, 503, 400])(
  'OPS-06 a server that fails with %d is asked again, and signs nobody out',
  async (status) => {
    const failure = { status, body: { code: 'X', message: 'no', details: null, hint: null } };
    const page = await openPage([failure, { status: 200, body: [{ ...PROFILE, full_name: 'Ana Rojas' }] }]);
    await page.refreshCurrentUser();
    expect(page.asked()).toBe(2);
    expect(page.getSession()).toMatchObject({ status: 'signed-in', user: { fullName: 'Ana Rojas' } });
  },
);

test.each([
  [401, { code: 'PGRST301', message: 'no', details: null, hint: null }, 'no'],
  [403, { code: '42501', message: 'no', details: null, hint: null }, 'no'],
  [200, [], 'The profile is missing or incomplete'],
])('SHELL-06 OPS-06 the answer %d %j ends the session', async (status, body, message) => {
  const page = await openPage([{ status, body }]);
  await expect(page.refreshCurrentUser()).rejects.toThrow(message);
  expect(page.asked()).toBe(1);
  expect(page.getSession().status).toBe('signed-out');
});
