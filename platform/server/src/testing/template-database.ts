import { createHash } from 'node:crypto';
import postgres from 'postgres';
import { embeddedUrls, prepareDatabase, type Database } from '../database/database.ts';
import { readMigrations } from '../database/migrations.ts';
import { seedDemoShop } from '../database/seed.ts';
import { publishCodeKey } from '../device-codes/prepare-keys.ts';
import { installFeed } from '../realtime/feed.ts';
import type { TestCluster } from './test-cluster.ts';

/** Contents of a template besides the migrations. */
export type TemplateContent = 'migrations' | 'demo';

/**
 * Creates a database for one test by copying a template with all migrations and the realtime feed, and the demo shop if
 * requested. The first test that needs a template creates it.
 */
export async function createTestDatabase(cluster: TestCluster, content: TemplateContent): Promise<Database> {
  const admin = postgres(embeddedUrls(cluster.port, cluster).adminUrl, { max: 1, onnotice: () => {} });
  try {
    await admin`select pg_advisory_lock(hashtext('taller.template'))`;
    const template = await ensureTemplate(admin, cluster, content);
    const name = `test_${crypto.randomUUID().replaceAll('-', '')}`;
    await admin.unsafe(`create database ${name} template ${template} owner postgres`);
    await admin.unsafe(`grant connect on database ${name} to authenticator`);
    return {
      ...embeddedUrls(cluster.port, cluster, name),
      stop: () => dropDatabase(cluster, name),
    };
  } finally {
    await admin.end({ timeout: 5 });
  }
}

async function ensureTemplate(
  admin: postgres.Sql,
  cluster: TestCluster,
  content: TemplateContent,
): Promise<string> {
  const digest = createHash('sha256');
  for (const { file, sql } of readMigrations()) digest.update(file).update('\0').update(sql).update('\0');
  const name = `template_${content}_${digest.digest('hex').slice(0, 16)}`;
  const [there] = await admin`select from pg_database where datname = ${name}`;
  if (there) return name;
  const building = `${name}_building`;
  await admin.unsafe(`drop database if exists ${building} with (force)`);
  await admin.unsafe(`create database ${building}`);
  const urls = embeddedUrls(cluster.port, cluster, building);
  await prepareDatabase(urls, cluster);
  const inside = postgres(urls.adminUrl, { max: 1, onnotice: () => {} });
  try {
    await publishCodeKey(inside, cluster.codeKey);
    await installFeed(inside);
  } finally {
    await inside.end({ timeout: 5 });
  }
  if (content === 'demo') await seedDemoShop(urls.adminUrl);
  await sendAtOnce(urls.adminUrl);
  await admin.unsafe(`alter database ${building} rename to ${name}`);
  return name;
}

/** Messages of tests do not wait for 'Deshacer' (MSG-25). Nobody's change, so it is not in the history. */
async function sendAtOnce(adminUrl: string): Promise<void> {
  const sql = postgres(adminUrl, { max: 1, onnotice: () => {} });
  try {
    await sql`set session_replication_role = replica`;
    await sql`
      update public.setting_sections set value = value || '{"undoSeconds": 0}', version = version + 1
      where section = 'messages'`;
  } finally {
    await sql.end({ timeout: 5 });
  }
}

async function dropDatabase(cluster: TestCluster, name: string): Promise<void> {
  const admin = postgres(embeddedUrls(cluster.port, cluster).adminUrl, { max: 1, onnotice: () => {} });
  try {
    await admin.unsafe(`drop database if exists ${name} with (force)`);
  } finally {
    await admin.end({ timeout: 5 });
  }
}
