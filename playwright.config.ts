import { defineConfig, devices } from '@playwright/test';

// The task e2e finds or installs Chromium and says where; without it Playwright uses its own.
const executablePath = process.env.TALLER_CHROMIUM;
const isRoot = process.getuid?.() === 0;

// Passwords as cheap as bcrypt has them, for the servers that tests start.
process.env.LITE_AUTH_BCRYPT_COST = '4';

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  // One PostgreSQL; each worker has a server with a database of its own in it (e2e/support/fixtures.ts).
  globalSetup: './platform/server/src/testing/global-setup.ts',
  // Two for each of two cores: tests wait for frames and answers half of the time.
  workers: 4,
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  timeout: 240_000,
  // A page may be slow on a busy machine without being wrong.
  expect: { timeout: 60_000, toPass: { intervals: [20, 50, 100] } },
  reporter: [
    ['list'],
    ['./e2e/support/timings/progress-reporter.ts'],
    ...(process.env.TALLER_E2E_JSON ? [['json', { outputFile: process.env.TALLER_E2E_JSON }] as const] : []),
    // `npm test -- --timings`
    ...(process.env.TALLER_TIMINGS ? [['./e2e/support/timings/timings-reporter.ts'] as const] : []),
  ],
  use: {
    ...devices['Desktop Chrome'],
    locale: 'es-CL',
    timezoneId: 'America/Santiago',
    screenshot: 'only-on-failure',
    // Tests cannot intercept responses of a service worker; e2e/shell/offline.spec.ts allows it.
    serviceWorkers: 'block',
    // Frames of what fades and slides are work, and a press waits for a thing to stand still.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath,
      // Without a UTF-8 locale, Chromium names a download with an accent 'download'.
      env: { ...process.env, LC_ALL: 'C.UTF-8' },
      args: [
        ...(isRoot ? ['--no-sandbox'] : []),
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // Pages live for seconds: compiling their code a second and third time costs more than it saves them.
        '--js-flags=--no-maglev,--no-turbofan',
      ],
    },
  },
});
