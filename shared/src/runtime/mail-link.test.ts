// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest';

/** How the page handles its initial URL. */
async function openAt(address: string) {
  history.replaceState(null, '', address);
  vi.resetModules();
  const { getMailLink } = await import('./mail-link.ts');
  return { link: getMailLink(), address: location.pathname + location.search + location.hash };
}

beforeEach(() => sessionStorage.clear());

const TOKENS = '#access_token=a.b.c&refresh_token=r&expires_in=3600&token_type=bearer&type=recovery';

test.each(['/perfil', '/', '/dashboard', '/servicios'])(
  'SEC-37 tokens at %s leave the address and count for nothing',
  async (path) => {
    expect(await openAt(path + TOKENS)).toEqual({ link: { status: 'none' }, address: path });
  },
);

test.each(['/auth', '/update-password'])('SEC-37 tokens at %s are refused as well', async (path) => {
  expect(await openAt(path + TOKENS)).toEqual({
    link: { status: 'refused', landing: path },
    address: path,
  });
});

test.each(['/auth', '/update-password'])(
  'SEC-37 a code counts at %s and leaves the address',
  async (path) => {
    expect(await openAt(`${path}?register=true&code=abc`)).toEqual({
      link: { status: 'open', code: 'abc', landing: path },
      address: `${path}?register=true`,
    });
  },
);

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
