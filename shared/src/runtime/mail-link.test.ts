// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest';

/** Opens the page at an initial URL. */
async function openAt(address: string) {
  history.replaceState(null, '', address);
  vi.resetModules();
  const { getMailLink } = await import('./mail-link.ts');
  return { link: getMailLink(), address: location.pathname + location.search + location.hash };
}

beforeEach(() => sessionStorage.clear());

const TOKENS = '#access_token=a.b.c&refresh_token=r&expires_in=3600&token_type=bearer&type=recovery';

test.each(['/perfil', '/', '/dashboard', '/servicios', '/auth'])(
  'SEC-37 tokens at %s leave the address and count for nothing',
  async (path) => {
    expect(await openAt(path + TOKENS)).toEqual({ link: { status: 'none' }, address: path });
  },
);

test('SEC-37 tokens at the page of links are refused as well', async () => {
  expect(await openAt(`/update-password${TOKENS}`)).toEqual({
    link: { status: 'refused', kind: 'recovery' },
    address: '/update-password',
  });
});

test.each([
  ['token_hash=abc&type=signup', 'signup', { tokenHash: 'abc' }],
  ['token_hash=abc&type=email_change', 'email_change', { tokenHash: 'abc' }],
  ['token_hash=abc&type=constructor', 'recovery', { tokenHash: 'abc' }],
  ['code=abc', 'recovery', { code: 'abc' }],
])('SEC-81 a link with %s waits for a press, and leaves the address', async (query, kind, credential) => {
  expect(await openAt(`/update-password?${query}&x=1`)).toEqual({
    link: { status: 'open', kind, credential },
    address: '/update-password?x=1',
  });
});

test('AUTH-20 an invitation is read at the page of links only, and removed from the address', async () => {
  expect(await openAt('/update-password#invitacion=abc')).toEqual({
    link: { status: 'invited', token: 'abc' },
    address: '/update-password',
  });
  expect((await openAt('/perfil#invitacion=abc')).link).toEqual({ status: 'none' });
});

test('SEC-37 a code anywhere else is an ordinary parameter', async () => {
  expect(await openAt('/inventory?code=12')).toEqual({
    link: { status: 'none' },
    address: '/inventory?code=12',
  });
});

test.each(['#error=access_denied&error_code=otp_expired', '#contenido'])(
  'SEC-37 a fragment without tokens stays: %s',
  async (hash) => {
    expect((await openAt(`/update-password${hash}`)).address).toBe(`/update-password${hash}`);
  },
);

test('SEC-37 a link that this tab has redeemed is still there after a reload', async () => {
  sessionStorage.setItem(
    'taller.mail',
    JSON.stringify({ access_token: 'a.e30.c', user: { id: '1', email: 'ana@taller.test' } }),
  );
  expect((await openAt('/update-password')).link).toEqual({
    status: 'redeemed',
    userId: '1',
    email: 'ana@taller.test',
    codeNeeded: false,
  });
});
