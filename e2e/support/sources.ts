import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import type { Browser, BrowserContext, Request, TestInfo } from '@playwright/test';

const CACHE = join(import.meta.dirname, '../../.cache');
/**
 * A folder per test file with a file per test, since workers share the tests of some files: its title and the sources
 * that its pages ran (read by platform/release/src/tests/affected-tests.ts).
 */
const SEEN = join(CACHE, 'e2e-sources');

const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));

let known: Map<string, string[]> | undefined;

/** The sources of a script of the site, by its hashed file name. */
function sourcesOf(script: string): readonly string[] {
  known ??= new Map(
    globSync('build/*/*/.build/sources.json', { cwd: CACHE }).flatMap((file) =>
      Object.entries(readJson(join(CACHE, file)) as Record<string, string[]>).map(
        ([name, sources]) => [basename(name), sources] as const,
      ),
    ),
  );
  return known.get(basename(script)) ?? [];
}

/** Records, for a test that passes, the sources of every script that its pages run during `work`. */
export async function noteSources(
  browser: Browser,
  test: TestInfo,
  work: () => Promise<void>,
): Promise<void> {
  const seen = new Set<string>();
  const onRequest = (request: Request) => {
    // Prefetched scripts are fetched, not run.
    if (request.resourceType() === 'fetch') return;
    const { pathname } = new URL(request.url());
    if (pathname.endsWith('.js')) for (const source of sourcesOf(pathname)) seen.add(source);
  };
  const onContext = (context: BrowserContext) => context.on('request', onRequest);
  // Contexts of earlier tests are reused in this one.
  for (const context of browser.contexts()) onContext(context);
  browser.on('context', onContext);
  try {
    await work();
  } finally {
    browser.off('context', onContext);
    for (const context of browser.contexts()) context.off('request', onRequest);
    if (test.status === 'passed') {
      const folder = join(SEEN, relative(test.project.testDir, test.file));
      const title = test.titlePath.slice(1).join(' › ');
      mkdirSync(folder, { recursive: true });
      writeFileSync(
        join(folder, `${test.testId}.json`),
        JSON.stringify({ title, sources: [...seen].sort() }),
      );
    }
  }
}
