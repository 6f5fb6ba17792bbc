import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './platform/release/src/tests/longest-first.ts';

const exclude = ['**/node_modules/**', '**/dist/**', 'e2e/**'];
const server = '{supabase,platform/server,platform/release/src/{hosted,schemas}}/**/*.test.ts';

/**
 * Tests of the server that act as a browser: the interface's client and its query cache exist once per process, so each
 * of these files needs a process of its own.
 */
const actAsBrowser = [
  'platform/server/test/follow-table.test.ts',
  'supabase/test/{authors-by-id,create-order,done-requests,forgetful-changes,import-device-codes,once,order-cache,message-outcomes,update-order}.test.ts',
];

/**
 * Tests of state that a page has once: its configuration, connection, session, registry. They load modules anew or
 * replace them, which the next file of a shared process would get as they are left, or keep what the one before loaded.
 */
const actAsPage = [
  'mfe-orders/src/features/customers/customers-page.test.tsx',
  'mfe-orders/src/features/orders/board/board-page.test.tsx',
  'mfe-orders/src/features/orders/desk/view-bar.test.tsx',
  'shared/src/orders/checklists/reception-list.test.ts',
  'mfe-orders/src/features/orders/checklists/checklist-form.test.tsx',
  'mfe-orders/src/features/orders/contact/contact-form.test.tsx',
  'mfe-orders/src/features/orders/form/new-order-promise.test.tsx',
  'mfe-orders/src/features/orders/peek/peek-place.test.tsx',
  'mfe-orders/src/features/orders/photos/use-photo-sending.test.tsx',
  'mfe-orders/src/features/orders/promises/promise-form.test.tsx',
  'mfe-orders/src/features/orders/queue/queue-page.test.tsx',
  'mfe-orders/src/features/orders/warranty/correct-warranty-form.test.tsx',
  'mfe-public/src/features/refusal/refusal-page.test.tsx',
  'shared/src/runtime/{connection,mail-link,session-lookup,session-outage,session-store}.test.ts',
  'shared/src/orders/photos/{photo-sender,waiting-photos}.test.ts',
  'shared/src/stock/stocktakes/scan-queue.test.ts',
  'shell/src/failures/report-failure.test.ts',
  'shell/src/features/auth/redeem-link.test.tsx',
  'shell/src/preview/with-preview.test.ts',
  'shell/src/remotes/{load-remote,registry,stylesheets}.test.ts',
  'shell/src/routing/declared-screens.test.ts',
  'shell/src/start-service-worker.test.ts',
];

/**
 * The same number for all, or Vitest runs one project after the other. Twice the cores of a small machine: tests
 * of the server wait for processes half of the time.
 */
const maxWorkers = Math.max(4, availableParallelism());

/** A process runs one file after the other: loading the server anew for each file took as long as its tests. */
const shared = {
  exclude,
  maxWorkers,
  isolate: false,
  setupFiles: [
    './platform/release/src/testing/tidy-up.ts',
    './platform/release/src/testing/shop-facts.ts',
    './shared/src/testing/wait-long.ts',
  ],
  // Ends what hangs, like the time-outs of tests: a poll looks at the state, never at how long it took.
  expect: { poll: { timeout: 60_000 } },
};

const serverTests = {
  ...shared,
  // Ends what hangs, no more: tests that start servers and clusters share two cores with each other.
  testTimeout: 600_000,
  hookTimeout: 600_000,
  // One PostgreSQL for the run, a database for each server that a test starts.
  globalSetup: './platform/server/src/testing/global-setup.ts',
  // Passwords as cheap as bcrypt has them.
  env: { LITE_AUTH_BCRYPT_COST: '4' },
};

const unitTests = {
  ...shared,
  // Nothing here waits; a machine with other work takes its time all the same.
  testTimeout: 120_000,
  hookTimeout: 120_000,
  // A zone that is neither Chile's nor UTC, so that a date that depends on the machine's zone shows.
  env: { TZ: 'Asia/Kolkata' },
};

export default defineConfig({
  test: {
    // The server logs refusals, which a passing test expects.
    silent: 'passed-only',
    tags: [
      { name: 'exhaustive', description: '`npm test` leaves it out (platform/release/src/tests/tier.ts).' },
    ],
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...unitTests,
          name: 'unit',
          include: ['{shared,shell,mfe-*,platform}/**/*.test.{ts,tsx}'],
          exclude: [...exclude, ...actAsPage, server],
        },
      },
      { test: { ...unitTests, name: 'unit-page', include: actAsPage, isolate: true } },
      { test: { ...serverTests, name: 'server', include: [server], exclude: [...exclude, ...actAsBrowser] } },
      { test: { ...serverTests, name: 'server-browser', include: actAsBrowser, isolate: true } },
    ],
  },
});
