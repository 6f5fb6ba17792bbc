// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { readFacts } from '@taller/shared/runtime/facts.ts';
import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test.each([
  ['/auth', async () => (await import('./auth-page.tsx')).AuthPage],
  ['/update-password', async () => (await import('./update-password-page.tsx')).UpdatePasswordPage],
] as const)(
  "AUTH-03 AUTH-06 %s asks about a mail's link again when the server could not be reached",
  async (landing, loadPage) => {
    // A page of its own: test files share a process, and another one's session and client with it.
    vi.resetModules();
    const { provideFacts } = await import('@taller/shared/runtime/facts.ts');
    provideFacts(readFacts());
    const fetched = vi.fn<() => Promise<Response>>(() => Promise.reject(new TypeError('Failed to fetch')));
    vi.stubGlobal('fetch', fetched);
    const { BrowserRouter } = await import('@taller/shared/runtime');
    const { setMailLink } = await import('@taller/shared/runtime/mail-link.ts');
    const Page = await loadPage();
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
