import type { ConsoleMessage, Page } from '@playwright/test';

/** Collects the paths of all requests of the page from now on. */
export function watchRequests(page: Page): string[] {
  const paths: string[] = [];
  page.on('request', (request) => paths.push(new URL(request.url()).pathname));
  return paths;
}

/** The remotes among the requested paths. */
export const remotesIn = (paths: readonly string[]): string[] =>
  [...new Set(paths.flatMap((path) => /^\/remotes\/([^/]+)\//.exec(path)?.[1] ?? []))].sort();

/** Collects errors of the page's code, and what could not be loaded with its address. */
export function watchErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(nameFile(message));
  });
  page.on('pageerror', (error) => errors.push(String(error)));
  return errors;
}

const nameFile = (message: ConsoleMessage): string => {
  const text = message.text();
  return text.startsWith('Failed to load resource') ? `${text} ${message.location().url}` : text;
};

/** Waits until React has hydrated the prerendered page. Before that its links reload the page. */
export async function takenOver(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector('#root:not([data-prerendered]) main'));
}
