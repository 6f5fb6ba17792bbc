import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DESCRIPTOR_FILE, type RemoteDescriptor } from '#src/build/descriptors.ts';
import { PublishError } from '#src/site/publish-error.ts';
import { addressOfServer } from '#src/site/preview.ts';
import { projectOfSite, type Project } from '#src/site/read-facts.ts';
import { newestMigration } from '#src/site/require-schema.ts';
import { inRoot } from '#src/workspace/root.ts';

const TABLE = /create (?:table|(?:or replace )?view) (?:if not exists )?"?public"?\."?(\w+)/gi;
const FUNCTION = /create (?:or replace )?function public\.(\w+)\s*\(([^]*?)\)\s*returns/gi;

const DROPPED = /drop (function|table|view) (?:if exists )?"?public"?\."?(\w+)/gi;
const RENAMED =
  /alter (function|table|view) (?:if exists )?"?public"?\."?(\w+)"?\s*(?:\([^)]*\))?\s*rename to "?(\w+)/gi;
const ALTERED = /alter table (?:if exists )?(?:only )?"?public"?\."?(\w+)"?([^;]*)/gi;
const COLUMN = /\b(?:(add|drop) column (?:if (?:not )?exists )?"?(\w+)|rename column "?(\w+)"? to "?(\w+))/gi;

const pathOf = (kind: string, name: string) => (kind.toLowerCase() === 'function' ? `rpc/${name}` : name);

/** Migrations by the path of what they change in the API. */
interface Changes {
  /** The migration that gave a table or column its name, or a function its present parameters. */
  made: Map<string, string>;
  /** The migration that dropped or renamed it, if no later one has made it again. */
  dropped: Map<string, string>;
}

/** Notes the columns that a migration adds, drops and renames. */
function noteColumns(sql: string, file: string, { made, dropped }: Changes): void {
  for (const [, table = '', changes = ''] of sql.matchAll(ALTERED))
    for (const [, kind, name, before, after] of changes.matchAll(COLUMN)) {
      const gone = kind?.toLowerCase() === 'drop' ? name : before;
      const come = kind?.toLowerCase() === 'add' ? name : after;
      if (gone !== undefined) {
        made.delete(`${table}.${gone}`);
        dropped.set(`${table}.${gone}`, file);
      }
      if (come !== undefined) {
        made.set(`${table}.${come}`, file);
        dropped.delete(`${table}.${come}`);
      }
    }
}

/** Forgets the columns of a dropped table. */
function forgetColumns(table: string, { made, dropped }: Changes): void {
  for (const paths of [made, dropped])
    for (const path of paths.keys()) if (path.startsWith(`${table}.`)) paths.delete(path);
}

/** Lists what the migrations of the workspace have made and dropped. */
export async function migrationsOfNames(folder = inRoot('supabase/migrations')): Promise<Changes> {
  const changes: Changes = { made: new Map(), dropped: new Map() };
  const { made, dropped } = changes;
  const parameters = new Map<string, string>();
  const files = existsSync(folder) ? (await readdir(folder)).filter((file) => file.endsWith('.sql')) : [];
  for (const file of files.sort()) {
    const sql = await readFile(join(folder, file), 'utf8');
    // A function with other parameters is dropped and made in one migration, in either order.
    for (const [, kind = '', name = ''] of sql.matchAll(DROPPED)) {
      const path = pathOf(kind, name);
      made.delete(path);
      parameters.delete(path);
      forgetColumns(path, changes);
      dropped.set(path, file);
    }
    for (const [, kind = '', before = '', after = ''] of sql.matchAll(RENAMED)) {
      const [old, path] = [pathOf(kind, before), pathOf(kind, after)];
      made.delete(old);
      dropped.set(old, file);
      made.set(path, file);
      dropped.delete(path);
      const names = parameters.get(old);
      if (names !== undefined) parameters.set(path, names);
      parameters.delete(old);
    }
    for (const [, name = ''] of sql.matchAll(TABLE)) {
      made.set(name, file);
      dropped.delete(name);
    }
    noteColumns(sql, file, changes);
    for (const [, name = '', list = ''] of sql.matchAll(FUNCTION)) {
      const path = `rpc/${name}`;
      const names = (list.match(/\bp_\w+/g) ?? []).join();
      if (parameters.get(path) !== names) made.set(path, file);
      parameters.set(path, names);
      dropped.delete(path);
    }
  }
  return changes;
}

/** The database behind a site: of its config.json, or of the server that keeps it; undefined if it names none. */
async function databaseOf(site: string): Promise<Project | undefined> {
  if (existsSync(join(site, 'config.json'))) return projectOfSite(site);
  const address = await addressOfServer(site);
  if (address === undefined) return undefined;
  const response = await fetch(`${address}/config.json`).catch(() => null);
  if (!response?.ok) return undefined;
  const { supabaseKey } = (await response.json()) as { supabaseKey: string };
  return { url: address, key: supabaseKey };
}

const versionOf = (file: string) => file.split('_')[0] ?? '';

/**
 * Refuses a build that calls functions, tables or columns which the site's database does not have yet, or no longer
 * has. A database that cannot be asked is reported, and stops nothing.
 * @param folder of the build.
 * @param changes of the workspace's migrations, unless others are given.
 * @throws PublishError with the migrations.
 */
export async function requireCalls(
  folder: string,
  site: string,
  log: (line: string) => void,
  changes?: Changes,
): Promise<void> {
  const descriptor = join(folder, DESCRIPTOR_FILE);
  // The publication itself refuses a folder that is no build.
  if (!existsSync(descriptor)) return;
  const { name, calls = [] } = JSON.parse(await readFile(descriptor, 'utf8')) as RemoteDescriptor;
  const { made, dropped } = changes ?? (await migrationsOfNames());
  if (calls.length === 0 || made.size === 0) return;
  const database = await databaseOf(site);
  const theirs = database && (await newestMigration(database).catch(() => undefined));
  if (theirs === undefined)
    return log(`  no se comprobó lo que ${name} llama: no se pudo preguntar a la base de datos del sitio`);
  const missing = calls.flatMap((call) => {
    const file = made.get(call);
    return file !== undefined && versionOf(file) > (theirs ?? '') ? [`  ${call}: ${file}`] : [];
  });
  const has = `la base de datos del sitio (migración ${theirs ?? 'anterior'})`;
  if (missing.length > 0)
    throw new PublishError(
      `${name} no se publicó: llama a lo que ${has} todavía no tiene.\n` +
        `${missing.join('\n')}\n` +
        'Actualízala (supabase db push --remote, o npm start con este código) y publica de nuevo.',
    );
  const gone = calls.flatMap((call) => {
    const file = dropped.get(call);
    return file !== undefined && versionOf(file) <= (theirs ?? '') ? [`  ${call}: ${file}`] : [];
  });
  if (gone.length > 0)
    throw new PublishError(
      `${name} no se publicó: llama a lo que ${has} ya no tiene.\n` +
        `${gone.join('\n')}\n` +
        'Publica una versión que no lo use.',
    );
}
