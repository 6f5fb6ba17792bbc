// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  eraseDraftsEverywhere,
  readDraftOf,
  saveDraftOf,
  sealedDraftsOf,
} from '#src/contract/draft-store.ts';
import { TOKEN_KEY, type CurrentUser } from './current-user.ts';
import { prepareSealing, sealDrafts, unsealDrafts } from './sealed-drafts.ts';
import { adoptUser, finishSession } from './session-store.ts';

const ANA = 'ana';
const BERTA = 'berta';
const KEYS: Record<string, string> = { [ANA]: '0a'.repeat(16), [BERTA]: 'f1'.repeat(16) };
const DRAFT = { note: 'Pantalla rota de Rosa Ñandú' };

const userOf = (id: string): CurrentUser => ({
  id,
  email: `${id}@taller.test`,
  fullName: '',
  rut: '',
  phone: '',
  role: 'receptionist',
  createdAt: '',
});

/** The server answers with this status once `ready` resolves. */
let server = { answers: 200, ready: Promise.resolve() };

function signIn(id: string): void {
  const inAnHour = Math.floor(Date.now() / 1000) + 3600;
  const tokens = {
    access_token: `${id}.b.c`,
    refresh_token: 'r',
    token_type: 'bearer',
    expires_at: inAnHour,
  };
  localStorage.setItem(TOKEN_KEY, JSON.stringify({ ...tokens, user: { id } }));
  adoptUser(userOf(id));
}

async function signOut(): Promise<void> {
  const sealing = sealDrafts();
  localStorage.removeItem(TOKEN_KEY);
  finishSession('requested');
  await sealing;
}

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  server = { answers: 200, ready: Promise.resolve() };
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const url = input instanceof Request ? input.url : String(input);
    if (url.endsWith('/config.json'))
      return Response.json({ supabaseUrl: 'http://shop.test', supabaseKey: 'k' });
    if (!url.endsWith('/rpc/own_draft_key')) return new Response(null, { status: 204 });
    const token = new Headers(init?.headers).get('authorization');
    await server.ready;
    if (server.answers !== 200) return Response.json({ message: 'no' }, { status: server.answers });
    return Response.json(KEYS[/^Bearer (\w+)\.b\.c$/.exec(token ?? '')?.[1] ?? '']);
  });
});
afterEach(async () => {
  await signOut();
  vi.unstubAllGlobals();
});

test('SHELL-16 a sign-out leaves nothing readable, and the same person has the drafts back', async () => {
  signIn(ANA);
  saveDraftOf(ANA, 'orden.nueva', DRAFT);
  prepareSealing();
  const sealing = signOut();
  expect(readDraftOf(ANA, 'orden.nueva')).toBeNull();
  await sealing;
  expect(sealedDraftsOf(ANA)).toHaveLength(1);
  expect(JSON.stringify(sessionStorage)).not.toMatch(/Pantalla|Rosa|note/);
  signIn(ANA);
  await unsealDrafts(ANA);
  expect(readDraftOf(ANA, 'orden.nueva')).toEqual(DRAFT);
  expect(sealedDraftsOf(ANA)).toEqual([]);
});

test('SHELL-16 another person’s key does not open a draft, nor does its own in another place', async () => {
  signIn(ANA);
  saveDraftOf(ANA, 'orden.nueva', DRAFT);
  prepareSealing();
  await signOut();
  const [key, value] = Object.entries(sessionStorage)[0] as [string, string];
  // Somebody with the browser's tools gives the draft another owner, or another form.
  sessionStorage.setItem(key.replace(ANA, BERTA), value);
  sessionStorage.setItem(key.replace('orden.nueva', 'notas.1'), value);
  signIn(BERTA);
  await unsealDrafts(BERTA);
  expect(readDraftOf(BERTA, 'orden.nueva')).toBeNull();
  await signOut();
  signIn(ANA);
  await unsealDrafts(ANA);
  expect(readDraftOf(ANA, 'notas.1')).toBeNull();
  expect(readDraftOf(ANA, 'orden.nueva')).toEqual(DRAFT);
});

test('SHELL-16 without a key a sign-out deletes the drafts', async () => {
  server.answers = 403;
  signIn(ANA);
  saveDraftOf(ANA, 'orden.nueva', DRAFT);
  prepareSealing();
  await signOut();
  expect(sessionStorage).toHaveLength(0);
});

test('SHELL-16 a sealed draft does not replace what was typed since', async () => {
  signIn(ANA);
  saveDraftOf(ANA, 'orden.nueva', DRAFT);
  prepareSealing();
  await signOut();
  signIn(ANA);
  saveDraftOf(ANA, 'orden.nueva', { note: 'Batería' });
  await unsealDrafts(ANA);
  expect(readDraftOf(ANA, 'orden.nueva')).toEqual({ note: 'Batería' });
});

test('SHELL-16 twelve hours end a sealed draft', async () => {
  signIn(ANA);
  saveDraftOf(ANA, 'orden.nueva', DRAFT);
  prepareSealing();
  await signOut();
  vi.useFakeTimers({ now: Date.now() + 12 * 3_600_000 + 1, toFake: ['Date'] });
  expect(sealedDraftsOf(ANA)).toEqual([]);
  expect(sessionStorage).toHaveLength(0);
  vi.useRealTimers();
});

test('SHELL-16 a sign-out before there is a key gets it, also when somebody else signs in at once', async () => {
  signIn(ANA);
  saveDraftOf(ANA, 'orden.nueva', DRAFT);
  const leaving = signOut();
  signIn(BERTA);
  await leaving;
  await signOut();
  signIn(ANA);
  await unsealDrafts(ANA);
  expect(readDraftOf(ANA, 'orden.nueva')).toEqual(DRAFT);
});

test('SHELL-16 a key that was refused is asked for again', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  server.answers = 403;
  signIn(ANA);
  saveDraftOf(ANA, 'orden.nueva', DRAFT);
  prepareSealing();
  await vi.waitUntil(() => warn.mock.calls.length > 0, { timeout: 60_000 });
  server.answers = 200;
  await signOut();
  signIn(ANA);
  await unsealDrafts(ANA);
  expect(readDraftOf(ANA, 'orden.nueva')).toEqual(DRAFT);
});

test('SHELL-16 a key that comes after the sign-out opens nothing', async () => {
  signIn(ANA);
  saveDraftOf(ANA, 'orden.nueva', DRAFT);
  await signOut();
  signIn(ANA);
  let answer = (): void => undefined;
  server.ready = new Promise((resolve) => (answer = resolve));
  const opening = unsealDrafts(ANA);
  await signOut();
  answer();
  await opening;
  expect(readDraftOf(ANA, 'orden.nueva')).toBeNull();
  expect(sealedDraftsOf(ANA)).toHaveLength(1);
});

test('SHELL-15 SHELL-16 a sign-out while the clock was ahead erases nothing that is typed later', () => {
  vi.useFakeTimers({ now: Date.now() + 24 * 3_600_000, toFake: ['Date'] });
  eraseDraftsEverywhere();
  vi.useRealTimers();
  saveDraftOf(ANA, 'orden.nueva', DRAFT);
  expect(readDraftOf(ANA, 'orden.nueva')).toEqual(DRAFT);
});

test('SHELL-16 a sign-out does not wait for the next attempt to get the key', async () => {
  server.answers = 500;
  signIn(ANA);
  saveDraftOf(ANA, 'orden.nueva', DRAFT);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  prepareSealing();
  await vi.advanceTimersByTimeAsync(7000);
  server.answers = 200;
  await signOut();
  expect(sealedDraftsOf(ANA)).toHaveLength(1);
  vi.useRealTimers();
});
