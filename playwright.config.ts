import { defineConfig, devices } from '@playwright/test';

// The task e2e finds or installs Chromium and says where; without it Playwright uses its own.
const executablePath = process.env.TALLER_CHROMIUM;
const isRoot = process.getuid?.() === 0;

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  // Each worker has a server with a database of its own (e2e/support/fixtures.ts).
  workers: 2,
  fullyParallel: false,
  forbidOnly: true,
  // A busy CI machine may starve one test of time; a second failure is one.
  retries: process.env.CI ? 1 : 0,
  // Generous: the slowest test checks one screen eight times for accessibility, on two slow cores.
  timeout: 90_000,
  expect: { timeout: 8_000 },
  reporter: process.env.TALLER_E2E_JSON
    ? [['list'], ['json', { outputFile: process.env.TALLER_E2E_JSON }]]
    : [['list']],
  use: {
    ...devices['Desktop Chrome'],
    locale: 'es-CL',
    timezoneId: 'America/Santiago',
    screenshot: 'only-on-failure',
    // What the service worker answers no test can intercept; e2e/shell/offline.spec.ts lets it in.
    serviceWorkers: 'block',
    launchOptions: {
      executablePath,
      args: [
        ...(isRoot ? ['--no-sandbox'] : []),
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
