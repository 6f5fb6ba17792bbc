import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { embeddedUrls, prepareDatabase } from '@taller/server/database/database.ts';
import { MIGRATIONS_FOLDER } from '@taller/server/database/migrations.ts';
import { acquireTestCluster } from '@taller/server/testing/test-cluster.ts';
import postgres from 'postgres';
import { LAST_RELEASE } from './last-release.ts';

/** A database with the migrations of the last release alone, and a superuser's connection to it. */
export async function openReleaseDatabase(stack: AsyncDisposableStack) {
  const { cluster, release } = await acquireTestCluster();
  stack.defer(release);
  const folder = mkdtempSync(join(tmpdir(), 'taller-release-'));
  stack.defer(() => rmSync(folder, { recursive: true, force: true }));
  for (const file of Object.keys(LAST_RELEASE))
    copyFileSync(join(MIGRATIONS_FOLDER, file), join(folder, file));

  const admin = postgres(embeddedUrls(cluster.port, cluster).adminUrl, { max: 1, onnotice: () => {} });
  stack.defer(() => admin.end());
  const name = `release_${crypto.randomUUID().replaceAll('-', '')}`;
  await admin.unsafe(`create database ${name}`);
  stack.defer(async () => void (await admin.unsafe(`drop database ${name} with (force)`)));
  const urls = embeddedUrls(cluster.port, cluster, name);
  await prepareDatabase(urls, cluster, folder);
  const sql = postgres(urls.adminUrl, { max: 1, onnotice: () => {} });
  stack.defer(() => sql.end());
  return { cluster, urls, sql };
}
