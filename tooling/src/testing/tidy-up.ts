import { afterAll, vi } from 'vitest';

// The next test file runs in the same process: mocks and stubs must be restored.
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  globalThis.localStorage?.clear();
  globalThis.sessionStorage?.clear();
});
