import { defineConfig } from 'vitest/config';
import { LongestFirst } from './tooling/src/tests/longest-first.ts';

const exclude = ['**/node_modules/**', '**/dist/**', 'e2e/**'];

export default defineConfig({
  test: {
    // What a passing test makes the server say (refusals are logged) is noise.
    silent: 'passed-only',
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{shared,shell,mfe-*,tooling}/**/*.test.{ts,tsx}'],
          exclude,
          // A zone that is neither Chile's nor UTC, so that a date that depends on the machine's zone shows.
          env: { TZ: 'Asia/Kolkata' },
        },
      },
      {
        test: {
          name: 'server',
          include: ['{server,supabase}/**/*.test.ts'],
          exclude,
          // Generous: tests that start servers and clusters share two cores with each other.
          testTimeout: 60_000,
          hookTimeout: 120_000,
          // One PostgreSQL for the run, a database for each server that a test starts.
          globalSetup: './server/src/testing/global-setup.ts',
          // One more than there are cores on a small machine: these tests wait for processes half of the time.
          maxWorkers: 3,
          // Passwords as cheap as bcrypt has them.
          env: { LITE_AUTH_BCRYPT_COST: '4' },
        },
      },
    ],
  },
});
