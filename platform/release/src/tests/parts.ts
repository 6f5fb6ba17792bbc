import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inRoot } from '#src/workspace/root.ts';

/** Areas of requirements (docs/requirements.md) of each front end: whose database tests belong to it. */
const AREAS: Record<string, readonly string[]> = {
  shell: ['SHELL', 'AUTH'],
  'mfe-public': ['PUB'],
  'mfe-customer': ['CUST'],
  'mfe-orders': ['ORD', 'APPT', 'NOTIF', 'LIVE'],
  'mfe-inventory': ['INV'],
  'mfe-reports': ['REP', 'LOG', 'MSG', 'CFG'],
};

/** Tests that every table and function of the database is in, wherever it is used. */
const OF_NEW_MIGRATIONS = [
  'access-matrix',
  'conventions',
  'functions-access',
  'length-limits',
  'permissions',
  'schema',
].map((name) => `supabase/test/${name}.test.ts`);

/**
 * Path filters for the unit and database tests of parts of the workspace.
 * @param parts folders or parts of paths, such as `mfe-orders` or `shared/src/orders`.
 * @param fresh files that the main branch does not have as they are: with a migration, conventions and access are
 * tested too.
 */
export function unitFilters(
  parts: readonly string[],
  fresh: readonly string[] = [],
  root = inRoot(),
): string[] {
  if (parts.length === 0) return [];
  const isMigrated = fresh.some((file) => file.startsWith('supabase/migrations/'));
  return [...new Set([...filtersOf(parts, root), ...(isMigrated ? OF_NEW_MIGRATIONS : [])])];
}

function filtersOf(parts: readonly string[], root: string): string[] {
  const areas = parts.flatMap((part) => AREAS[part] ?? []);
  if (areas.length === 0) return [...parts];
  const title = new RegExp(`['"\`](?:${areas.join('|')})-\\d`);
  const databaseTests = globSync('supabase/test/*.test.ts', { cwd: root }).filter((file) =>
    title.test(readFileSync(join(root, file), 'utf8')),
  );
  return [...parts, ...databaseTests.sort()];
}

/** Whether parts have browser tests: without one no site is built for them, nor a browser started. */
export const hasBrowserTests = (parts: readonly string[], root = inRoot()): boolean =>
  globSync('e2e/**/*.spec.ts', { cwd: root }).some((file) => parts.some((part) => file.includes(part)));
