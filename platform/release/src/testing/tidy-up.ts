import { afterAll, beforeAll, vi } from 'vitest';

// A screen under test has no server: a request that no test answers stays open. A refused one would be tried again, by
// a timer that outlives the file's document.
beforeAll(() => {
  if (typeof document !== 'undefined') vi.stubGlobal('fetch', () => new Promise(() => undefined));
});

// The next test file runs in the same process: mocks and stubs must be restored.
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  globalThis.localStorage?.clear();
  globalThis.sessionStorage?.clear();
});
