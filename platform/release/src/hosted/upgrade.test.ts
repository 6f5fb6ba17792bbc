/** The upgrade of a project (docs/deploy.md, step 11), by the CLI: what it does to the database of an older version. */
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeSchema } from '@taller/server/database/describe-schema.ts';
import { BASELINE, EARLIER_CHAIN } from '@taller/server/database/earlier-chain.ts';
import { applyMigrations, readMigrations } from '@taller/server/database/migrations.ts';
import { installFeed } from '@taller/server/realtime/feed.ts';
import { createTestDatabase } from '@taller/server/testing/template-database.ts';
import { NEWEST_MIGRATION } from '@taller/shared/system-status/newest-migration.ts';
import postgres from 'postgres';
import { expect, test } from 'vitest';
import { LAST_RELEASE } from '../../../../supabase/test/support/last-release.ts';
import { openReleaseDatabase } from '../../../../supabase/test/support/release-database.ts';
import { PROGRAMS } from '#src/hosted/programs.ts';
import { download } from '#src/hosted/testing/download.ts';
import { copyProject, runCli } from '#src/hosted/testing/run-cli.ts';
import { inRoot } from '#src/workspace/root.ts';

test('OPS-93 db push brings the database of an older version to this one, as a role without superuser rights', async () => {
  await using stack = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'taller-upgrade-'));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const { cluster, urls, sql } = await openReleaseDatabase(stack);
  const versions = () => sql`select version from supabase_migrations.schema_migrations order by version`;
  expect(await versions()).toHaveLength(Object.keys(LAST_RELEASE).length);
  await sql`
    insert into public.service_orders (customer_name, customer_phone, customer_rut, equipment_type, equipment_brand,
      equipment_model, work_description)
    values ('Ana Rojas', '+56912345678', '11111111-1', 'smartphone', 'Samsung', 'A52', 'No enciende')`;

  await download(PROGRAMS.supabase, ['--version']);
  const project = await copyProject(folder);
  await cp(inRoot('supabase/migrations'), join(project, 'supabase/migrations'), { recursive: true });
  const pushed = await runCli(project, ['db', 'push'], { remote: urls.ownerUrl });
  expect(pushed).toMatchObject({ code: 0 });
  expect((await versions()).map(({ version }) => String(version))).toEqual(
    readMigrations().map(({ version }) => version),
  );
  const [newest] = await sql`select public.newest_migration() as version`;
  expect(newest).toEqual({ version: NEWEST_MIGRATION });
  expect([...(await sql`select customer_name from public.service_orders`)]).toEqual([
    { customer_name: 'Ana Rojas' },
  ]);

  await installFeed(sql);
  const fresh = await createTestDatabase(cluster, 'migrations');
  stack.defer(() => fresh.stop());
  const wanted = postgres(fresh.adminUrl, { max: 1, onnotice: () => {} });
  stack.defer(() => wanted.end());
  expect(await describeSchema(sql)).toEqual(await describeSchema(wanted));
  // The embedded server accepts the migrations as applied, so that a shop can move back.
  expect(await applyMigrations(urls.adminUrl)).toEqual([]);
});

test('OPS-93 migration repair gives a project from before the baseline the list of this version, and db push finds nothing to do', async () => {
  await using stack = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'taller-repair-'));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const { urls, sql } = await openReleaseDatabase(stack);
  await applyMigrations(urls.adminUrl);
  await sql`delete from supabase_migrations.schema_migrations where version = ${BASELINE}`;
  await sql`
    insert into supabase_migrations.schema_migrations (version, name)
    values ('0001', 'foundation'), (${EARLIER_CHAIN.newest}, 'last')`;
  const project = await copyProject(folder);
  await cp(inRoot('supabase/migrations'), join(project, 'supabase/migrations'), { recursive: true });
  const cli = (...args: string[]) => runCli(project, args, { remote: urls.ownerUrl });
  expect(await cli('db', 'push')).toMatchObject({ code: 1 });
  expect(await cli('migration', 'repair', '--status', 'applied')).toMatchObject({ code: 0 });
  expect(await cli('db', 'push')).toMatchObject({ code: 0, output: expect.stringContaining('up to date') });
  const rows = await sql`select version from supabase_migrations.schema_migrations order by version`;
  expect(rows.map(({ version }) => String(version))).toEqual(readMigrations().map(({ version }) => version));
});
