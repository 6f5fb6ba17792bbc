/** A shop that had changed its templates keeps them when they become settings (CFG-55, CFG-57). */
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { embeddedUrls, prepareDatabase } from '@taller/server/database/database.ts';
import { applyMigrations, MIGRATIONS_FOLDER, readMigrations } from '@taller/server/database/migrations.ts';
import { acquireTestCluster } from '@taller/server/testing/test-cluster.ts';
import postgres from 'postgres';
import { expect, test } from 'vitest';
import { DEMO_MESSAGES } from '../seed/demo-messages.ts';

test('CFG-55 CFG-57 switches, names and texts of templates become settings; what the rules refuse is a new shop’s', async () => {
  await using stack = new AsyncDisposableStack();
  const { cluster, release } = await acquireTestCluster();
  stack.defer(release);
  const folder = mkdtempSync(join(tmpdir(), 'taller-messages-'));
  stack.defer(() => rmSync(folder, { recursive: true, force: true }));
  for (const { file } of readMigrations().filter((migration) => migration.file < '20261123040000'))
    copyFileSync(join(MIGRATIONS_FOLDER, file), join(folder, file));

  const admin = postgres(embeddedUrls(cluster.port, cluster).adminUrl, { max: 1, onnotice: () => {} });
  stack.defer(() => admin.end());
  const name = `messages_${crypto.randomUUID().replaceAll('-', '')}`;
  await admin.unsafe(`create database ${name}`);
  stack.defer(async () => void (await admin.unsafe(`drop database ${name} with (force)`)));
  const urls = embeddedUrls(cluster.port, cluster, name);
  await prepareDatabase(urls, cluster, folder);
  const sql = postgres(urls.adminUrl, { max: 1, onnotice: () => {} });
  stack.defer(() => sql.end());

  await sql`update public.whatsapp_templates set enabled = false where event in ('created', 'approved')`;
  await sql`update public.whatsapp_templates set template = 'presupuesto_2', body = 'Orden {{1}}, {{3}}: {{4}} ({{2}})'
    where event = 'quoted'`;
  await sql`update public.whatsapp_templates set body = 'Sin número' where event = 'completed'`;
  await applyMigrations(urls.adminUrl);

  const [row] = await sql`select value from public.setting_sections where section = 'messages'`;
  expect(row?.value).toEqual({
    ...DEMO_MESSAGES,
    created: { ...DEMO_MESSAGES.created, enabled: false },
    quoted: {
      enabled: true,
      template: 'presupuesto_2',
      text: 'Orden {{orden}}, {{total}}: {{enlace}} ({{trabajo}})',
    },
  });
});
