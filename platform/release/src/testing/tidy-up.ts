import { afterAll, beforeAll, vi } from 'vitest';

// A screen under test has no server: a request that no test answers stays open. A refused one would be tried again, by
// a timer that outlives the file's document.
beforeAll(() => {
  if (typeof document !== 'undefined') vi.stubGlobal('fetch', () => new Promise(() => undefined));
});

// jsdom draws frames by an interval that begins with the first request, or when a focused element is removed. Under
// fake timers it would never end, and no later test of the process would get a frame: this one begins before them.
let frame = 0;
beforeAll(() => {
  if (typeof document === 'undefined') return;
  const { requestAnimationFrame: request } = globalThis;
  const draw = () => {
    frame = request(draw);
  };
  draw();
});

// The next test file runs in the same process: mocks and stubs must be restored.
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  if (typeof document !== 'undefined') cancelAnimationFrame(frame);
  globalThis.localStorage?.clear();
  globalThis.sessionStorage?.clear();
});
