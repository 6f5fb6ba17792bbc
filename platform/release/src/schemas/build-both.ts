import { embeddedUrls, prepareDatabase, type DatabaseUrls } from '@taller/server/database/database.ts';
import { describeRows, describeSchema } from '@taller/server/database/describe-schema.ts';
import postgres from 'postgres';
import { loadSchemas } from './load-schemas.ts';
import { readSchemas } from './schema-files.ts';

/** A PostgreSQL in which databases can be made. */
export type Cluster = { port: number } & Parameters<typeof prepareDatabase>[1];

/** Folders of migrations and schema files; without one, this project's. */
export interface Folders {
  migrations?: string | undefined;
  schemas?: string | undefined;
}

/** Two databases: from the migrations, and from the schema files. */
export interface Both {
  migrated: DatabaseUrls;
  wanted: DatabaseUrls;
  drop(): Promise<void>;
}

/** @throws SchemaError a schema file does not load; StartError a migration does not. */
export async function buildBoth(cluster: Cluster, folders: Folders = {}): Promise<Both> {
  const admin = postgres(embeddedUrls(cluster.port, cluster).adminUrl, { max: 1, onnotice: () => {} });
  const names = ['migrated', 'wanted'].map((name) => `${name}_${crypto.randomUUID().replaceAll('-', '')}`);
  const drop = async () => {
    for (const name of names) await admin.unsafe(`drop database if exists ${name} with (force)`);
    await admin.end({ timeout: 5 });
  };
  try {
    for (const name of names) await admin.unsafe(`create database ${name}`);
    const [migrated, wanted] = names.map((name) => embeddedUrls(cluster.port, cluster, name)) as [
      DatabaseUrls,
      DatabaseUrls,
    ];
    // Roles and the schemas of Supabase, without migrations.
    await prepareDatabase(wanted, cluster, '/nowhere');
    await loadSchemas(wanted.adminUrl, readSchemas(folders.schemas));
    await prepareDatabase(migrated, cluster, folders.migrations);
    return { migrated, wanted, drop };
  } catch (error) {
    await drop();
    throw error;
  }
}

/** Lines that only one of the two has: `-` is in the migrations only, `+` in the schema files only. */
export async function differencesOf({ migrated, wanted }: Both): Promise<string[]> {
  const [before, after] = [await linesOf(migrated), await linesOf(wanted)];
  return [
    ...before.filter((line) => !after.includes(line)).map((line) => `- ${line}`),
    ...after.filter((line) => !before.includes(line)).map((line) => `+ ${line}`),
  ];
}

async function linesOf({ adminUrl }: DatabaseUrls): Promise<string[]> {
  const sql = postgres(adminUrl, { max: 1, onnotice: () => {} });
  try {
    return [...(await describeSchema(sql)), ...(await describeRows(sql))];
  } finally {
    await sql.end({ timeout: 5 });
  }
}
