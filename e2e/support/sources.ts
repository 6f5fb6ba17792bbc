import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import type { Browser, BrowserContext, Request, TestInfo } from '@playwright/test';

const CACHE = join(import.meta.dirname, '../../.cache');
/** A list for each file of tests: the sources of what its pages ran (tooling/src/tests/affected-specs.ts reads it). */
const SEEN = join(CACHE, 'e2e-sources');

const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));

let known: Map<string, string[]> | undefined;

/** The sources of a script of the site, by its file name, in which its content's hash is. */
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

/** Adds to the list of a test's file the sources of every script that its pages request while `work` goes on. */
export async function noteSources(
  browser: Browser,
  test: TestInfo,
  work: () => Promise<void>,
): Promise<void> {
  const file = join(SEEN, `${relative(test.project.testDir, test.file)}.json`);
  const before = existsSync(file) ? (readJson(file) as string[]) : [];
  const seen = new Set(before);
  const onRequest = (request: Request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith('.js')) for (const source of sourcesOf(pathname)) seen.add(source);
  };
  const onContext = (context: BrowserContext) => context.on('request', onRequest);
  // Contexts of tests before go on in this one.
  for (const context of browser.contexts()) onContext(context);
  browser.on('context', onContext);
  try {
    await work();
  } finally {
    browser.off('context', onContext);
    for (const context of browser.contexts()) context.off('request', onRequest);
    if (seen.size > before.length) {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, JSON.stringify([...seen].sort()));
    }
  }
}
