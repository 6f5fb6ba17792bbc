import { existsSync } from 'node:fs';

/** Headless Chromium: half the processor time of the full browser. */
export const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell';
export const CHROMIUM_PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
];

export const installedChromium = (places: readonly string[]) => places.find((place) => existsSync(place));

/**
 * Finds a Chromium on this machine, like the tests, but without installing one. Playwright is a development dependency,
 * which a machine that only publishes may lack.
 * @returns a function that starts it, or null.
 */
export async function findChromium() {
  const playwright = await import('@playwright/test').catch(() => null);
  if (!playwright) return null;
  const { chromium } = playwright;
  const executablePath =
    process.env.TALLER_CHROMIUM ?? installedChromium([HEADLESS_SHELL, ...CHROMIUM_PLACES]);
  if (executablePath === undefined && !existsSync(chromium.executablePath())) return null;
  return () =>
    chromium.launch({
      executablePath,
      // Chromium's own sandbox does not start as root, nor in most containers.
      args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
    });
}
