// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PREVIEW_MARK, type Registry, type RegistryRemote } from '@taller/shared/contract/registry.ts';
import type * as WithPreview from './with-preview.ts';

// The mark would be drawn when the test's document is gone; e2e/platform/preview.spec.ts shows it.
vi.mock('./show-mark.tsx', () => ({ showMark: () => undefined }));

const TOKEN = 'AAAAAAAAAAAAAAAAAAAAAA';
const remote = (build: string): RegistryRemote => ({
  name: 'mfe-orders',
  entry: `/remotes/mfe-orders/${build}/e.js`,
  entryJs: [],
  contract: 1,
  runtime: '1.0',
  build,
  modules: {},
});
const registry: Registry = { release: 'r1', remotes: [remote('v1')] };

let answer: () => Response;
let asked: string[];
let forget: () => void;
let withPreview: typeof WithPreview.withPreview;
beforeEach(async () => {
  asked = [];
  forget = vi.fn<() => void>();
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    return answer();
  });
  vi.resetModules();
  ({ withPreview } = await import('./with-preview.ts'));
});
afterEach(() => document.body.replaceChildren());

const ask = async (token = TOKEN) => {
  const { remotes } = await withPreview(registry, PREVIEW_MARK, token, forget);
  return remotes[0]?.build;
};
const html = (status: number) => () =>
  new Response('<!doctype html>', { status, headers: { 'content-type': 'text/html' } });

test('SHELL-80 a preview’s build is in place of the running one until its end by the server’s clock', async () => {
  const until = (date: string) => () =>
    Response.json({ remote: remote('v2'), expiresAt: '2099-01-01T00:00:00Z' }, { headers: { date } });
  answer = until('Thu, 01 Jan 2026 00:00:00 GMT');
  expect(await ask()).toBe('v2');
  answer = until('Thu, 01 Jan 2099 00:00:01 GMT');
  expect(await ask()).toBe('v1');
  expect(forget).toHaveBeenCalledOnce();
});

test.each([429, 500, 502, 503, 504])(
  'SHELL-80 a site that does not answer now (%i, with a proxy’s page) does not end the preview',
  async (status) => {
    answer = html(status);
    await expect(ask()).rejects.toThrow(`/previews answered ${status}`);
    expect(forget).not.toHaveBeenCalled();
  },
);

test.each([200, 403, 404, 410])(
  'SHELL-80 a host without the preview’s file (%i, with a page) ends the preview, and the running site is shown',
  async (status) => {
    answer = html(status);
    expect(await ask()).toBe('v1');
    expect(forget).toHaveBeenCalledOnce();
  },
);

test.each(['', '../remotes', 'a/b', 'a.json?x', 'x'.repeat(65)])(
  'SHELL-80 an invalid token (%j) is not requested',
  async (token) => {
    expect(await ask(token)).toBe('v1');
    expect(asked).toEqual([]);
  },
);
