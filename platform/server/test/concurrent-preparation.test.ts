import postgres from 'postgres';
import { expect, test } from 'vitest';
import { embeddedUrls, prepareDatabase } from '../src/database/database.ts';
import { acquireTestCluster } from '../src/testing/test-cluster.ts';

test('DATA-01 several databases of one PostgreSQL are prepared at once, with the roles that they share', async () => {
  await using stack = new AsyncDisposableStack();
  const { cluster, release } = await acquireTestCluster();
  stack.defer(release);
  const admin = postgres(embeddedUrls(cluster.port, cluster).adminUrl, { max: 1, onnotice: () => {} });
  stack.defer(() => admin.end({ timeout: 5 }));
  const names = Array.from({ length: 6 }, () => `at_once_${crypto.randomUUID().replaceAll('-', '')}`);
  for (const name of names) {
    await admin.unsafe(`create database ${name}`);
    stack.defer(async () => void (await admin.unsafe(`drop database ${name} with (force)`)));
  }
  const prepared = names.map((name) =>
    prepareDatabase(embeddedUrls(cluster.port, cluster, name), cluster, '/nowhere'),
  );
  const outcomes = await Promise.allSettled(prepared);
  expect(outcomes).toEqual(names.map(() => ({ status: 'fulfilled', value: [] })));
});
