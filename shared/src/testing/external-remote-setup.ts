import { afterAll, beforeAll, vi } from 'vitest';
import { NEUTRAL_FACTS } from '#src/config/neutral-facts.ts';
import { provideFacts } from '#src/runtime/facts.ts';

// Runs before each test file of a remote in another repository: provides a shop's details, which a page of the site
// carries, and no server.
beforeAll(() => {
  provideFacts(NEUTRAL_FACTS);
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
});
afterAll(() => vi.unstubAllGlobals());
