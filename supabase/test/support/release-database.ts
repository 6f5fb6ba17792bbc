import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { embeddedUrls, prepareDatabase } from '@taller/server/database/database.ts';
import { applyMigrations, MIGRATIONS_FOLDER } from '@taller/server/database/migrations.ts';
import { acquireTestCluster } from '@taller/server/testing/test-cluster.ts';
import postgres from 'postgres';
import { LAST_RELEASE } from './last-release.ts';

/**
 * A database of an older version, a superuser's connection to it, and how it takes one more migration.
 * @param files of its migrations: by default those of the last release.
 */
export async function openReleaseDatabase(
  stack: AsyncDisposableStack,
  files: readonly string[] = Object.keys(LAST_RELEASE),
) {
  const { cluster, release } = await acquireTestCluster();
  stack.defer(release);
  const folder = mkdtempSync(join(tmpdir(), 'taller-release-'));
  stack.defer(() => rmSync(folder, { recursive: true, force: true }));
  for (const file of files) copyFileSync(join(MIGRATIONS_FOLDER, file), join(folder, file));

  const admin = postgres(embeddedUrls(cluster.port, cluster).adminUrl, { max: 1, onnotice: () => {} });
  stack.defer(() => admin.end());
  const name = `release_${crypto.randomUUID().replaceAll('-', '')}`;
  await admin.unsafe(`create database ${name}`);
  stack.defer(async () => void (await admin.unsafe(`drop database ${name} with (force)`)));
  const urls = embeddedUrls(cluster.port, cluster, name);
  await prepareDatabase(urls, cluster, folder);
  const sql = postgres(urls.adminUrl, { max: 1, onnotice: () => {} });
  stack.defer(() => sql.end());
  const migrate = (file: string) => {
    copyFileSync(join(MIGRATIONS_FOLDER, file), join(folder, file));
    return applyMigrations(urls.adminUrl, folder);
  };
  return { cluster, urls, sql, migrate };
}
