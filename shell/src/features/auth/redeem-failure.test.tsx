// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { BrowserRouter } from '@taller/shared/runtime';
import { setMailLink } from '@taller/shared/runtime/mail-link.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { AuthPage } from './auth-page.tsx';
import { UpdatePasswordPage } from './update-password-page.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test.each([
  ['/auth', AuthPage],
  ['/update-password', UpdatePasswordPage],
] as const)(
  "AUTH-03 AUTH-06 %s asks about a mail's link again when the server could not be reached",
  async (landing, Page) => {
    const fetched = vi.fn<() => Promise<Response>>(() => Promise.reject(new TypeError('Failed to fetch')));
    vi.stubGlobal('fetch', fetched);
    setMailLink({ status: 'open', code: 'code', landing });
    render(
      <BrowserRouter>
        <Page />
      </BrowserRouter>,
    );
    const retry = await screen.findByRole('button', { name: 'Reintentar' });
    const before = fetched.mock.calls.length;
    fireEvent.click(retry);
    await waitFor(() => expect(fetched.mock.calls.length).toBeGreaterThan(before));
    expect(await screen.findByRole('button', { name: 'Reintentar' })).toBeTruthy();
  },
);
