import { afterAll, vi } from 'vitest';

// The next file of tests runs in the same process: nothing that this one has put in place of the real thing stays.
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  globalThis.localStorage?.clear();
  globalThis.sessionStorage?.clear();
});
