// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest';
import { TOKEN_KEY, USER_KEY, type CurrentUser } from './current-user.ts';

const ANA: CurrentUser = {
  id: '1',
  email: 'ana@taller.test',
  fullName: 'Ana Rojas',
  rut: '12345678-5',
  phone: '912345678',
  role: 'customer',
  createdAt: '2026-01-01T00:00:00Z',
};

/** The store of a newly opened page. */
async function open(stored?: unknown, token?: string) {
  localStorage.clear();
  if (stored !== undefined)
    localStorage.setItem(USER_KEY, typeof stored === 'string' ? stored : JSON.stringify(stored));
  if (token) localStorage.setItem(TOKEN_KEY, token);
  vi.resetModules();
  return import('./session-store.ts');
}

beforeEach(() => localStorage.clear());

test('SHELL-06 the current user is kept with its seven fields and is there at once on the next page', async () => {
  const first = await open();
  expect(first.getSession().status).toBe('signed-out');
  first.adoptUser(ANA);
  const stored = localStorage.getItem(USER_KEY);
  expect(JSON.parse(stored ?? '')).toEqual(ANA);
  const second = await open(stored ?? '');
  expect(second.getSession()).toEqual({ status: 'signed-in', user: ANA });
});

test.each(['id', 'email', 'role'])('SHELL-06 a stored user without %s is nobody', async (field) => {
  const store = await open({ ...ANA, [field]: undefined });
  expect(store.getSession()).toEqual({ status: 'loading', user: null });
});

test('SHELL-06 a stored user with invalid JSON or an unknown role counts as signed out', async () => {
  expect((await open('{')).getSession().user).toBeNull();
  expect((await open({ ...ANA, role: 'owner' })).getSession().user).toBeNull();
});

test('SHELL-06 a token without a user waits until the profile is known', async () => {
  expect((await open(undefined, '{}')).getSession().status).toBe('loading');
});

test('SHELL-06 signed out clears the stored user and says why, once', async () => {
  const store = await open(ANA);
  const ends: string[] = [];
  store.onSessionEnd((end) => ends.push(end));
  store.finishSession('ended');
  store.finishSession('requested');
  expect(localStorage.getItem(USER_KEY)).toBeNull();
  expect(store.getSession().status).toBe('signed-out');
  expect(ends).toEqual(['ended']);
});

test('SHELL-07 changes in another tab are taken over', async () => {
  const store = await open(ANA);
  const ends: string[] = [];
  store.onSessionEnd((end) => ends.push(end));
  localStorage.setItem(USER_KEY, JSON.stringify({ ...ANA, id: '2', role: 'admin' }));
  store.adoptStoredUser();
  expect(store.getSession().user?.id).toBe('2');
  localStorage.removeItem(USER_KEY);
  store.adoptStoredUser();
  expect(store.getSession().status).toBe('signed-out');
  expect(ends).toEqual(['ended']);
});
