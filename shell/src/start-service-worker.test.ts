// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PREVIEW_KEY } from '@taller/shared/contract/registry.ts';
import { startServiceWorker } from './start-service-worker.ts';

let registered: string[];
let messages: unknown[];
beforeEach(() => {
  registered = [];
  messages = [];
  sessionStorage.clear();
  vi.stubEnv('PROD', true);
  vi.stubGlobal('requestIdleCallback', (run: () => void) => setTimeout(run));
  vi.stubGlobal('fetch', async () => Response.json({ supabaseUrl: 'http://localhost', supabaseKey: 'k' }));
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([]);
  const active = { postMessage: (message: unknown) => messages.push(message) };
  const serviceWorker = {
    register: async (script: string) => registered.push(script),
    ready: Promise.resolve({ active }),
  };
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { serviceWorker }));
});
afterEach(() => {
  vi.unstubAllEnvs();
  history.replaceState(null, '', '/');
});

test('SHELL-80 a page that has started becomes the one that starts offline, but not that of a preview: its files are not those of the page in other tabs', async () => {
  sessionStorage.setItem(PREVIEW_KEY, 'AAAAAAAAAAAAAAAAAAAAAA');
  startServiceWorker();
  await vi.waitFor(() => expect(registered).toEqual(['/service-worker.js']), 60_000);
  sessionStorage.removeItem(PREVIEW_KEY);
  history.replaceState(null, '', '/servicios');
  startServiceWorker();
  await vi.waitFor(() => expect(messages.length).toBeGreaterThan(0), 60_000);
  expect(messages).toMatchObject([{ type: 'loaded', pathname: '/servicios' }]);
});
