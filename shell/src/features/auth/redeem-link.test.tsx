// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { readFacts } from '@taller/shared/runtime/facts.ts';
import type { MailLink } from '@taller/shared/runtime/mail-link.ts';
import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const CONFIG = { supabaseUrl: 'http://tienda.test', supabaseKey: 'clave' };
const json = (body: unknown, status = 200) => Response.json(body, { status });

/** The page of a link whose server gives these answers, and what was asked of it. */
async function openLink(link: MailLink, answer: (path: string) => Response | Promise<Response>) {
  // A page of its own: test files share a process, and another one's session and client with it.
  vi.resetModules();
  const { provideFacts } = await import('@taller/shared/runtime/facts.ts');
  provideFacts(readFacts());
  const asked: { path: string; body: unknown }[] = [];
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(
      new URL(String(input instanceof Request ? input.url : input), CONFIG.supabaseUrl),
      init,
    );
    const path = new URL(request.url).pathname;
    if (path.endsWith('/config.json')) return json(CONFIG);
    const body: unknown = await request.json().catch(() => null);
    asked.push({ path, body });
    return answer(path);
  });
  const { BrowserRouter } = await import('@taller/shared/runtime');
  const { setMailLink } = await import('@taller/shared/runtime/mail-link.ts');
  const { UpdatePasswordPage } = await import('./update-password-page.tsx');
  setMailLink(link);
  render(
    <BrowserRouter>
      <UpdatePasswordPage />
    </BrowserRouter>,
  );
  return asked;
}

const OPEN: MailLink = { status: 'open', kind: 'signup', credential: { tokenHash: 'abc' } };

test('SEC-81 opening a link asks the server nothing; a press redeems it', async () => {
  const asked = await openLink(OPEN, () => json({ error_code: 'otp_expired', msg: 'expired' }, 403));
  const press = await screen.findByRole('button', { name: 'Confirmar mi correo' });
  expect(asked).toEqual([]);
  fireEvent.click(press);
  expect(
    await screen.findByText(
      /^El enlace de confirmación es inválido o ha expirado\. .*usa el del último correo\.$/,
    ),
  ).toBeTruthy();
  expect(asked).toMatchObject([{ path: '/auth/v1/verify', body: { token_hash: 'abc', type: 'signup' } }]);
  expect(screen.getByRole('link', { name: 'Pedir un enlace nuevo' })).toBeTruthy();
});

test.each([
  ['no answer', () => Promise.reject(new TypeError('Failed to fetch')), 'No hay conexión con el servidor.'],
  [
    'a limit',
    () => json({ error_code: 'over_request_rate_limit', msg: 'Request rate limit reached' }, 429),
    'Hubo demasiados intentos.',
  ],
] as const)('SEC-81 AUTH-06 after %s the link stays, to be pressed again', async (_, answer, text) => {
  const asked = await openLink(OPEN, answer);
  const press = await screen.findByRole('button', { name: 'Confirmar mi correo' });
  fireEvent.click(press);
  expect((await screen.findByRole('alert')).textContent).toContain(text);
  const before = asked.length;
  fireEvent.click(screen.getByRole('button', { name: 'Confirmar mi correo' }));
  await waitFor(() => expect(asked.length).toBeGreaterThan(before));
});
