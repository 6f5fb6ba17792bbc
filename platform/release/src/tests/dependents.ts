import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { workspaceNamed, workspaceOf } from '#src/workspace/workspace-of.ts';
import { statementsOf } from '#src/schemas/statements.ts';

const SOURCES = '{shared,shell,mfe-*,platform,supabase,e2e}/**/*.{ts,tsx,mjs,css,sql,json}';
/** Written by `npm run db:diff` and `npm run gen:types` for a change of a schema, which says more. */
const GENERATED = /^supabase\/(?:migrations\/|schemas\/migrated)|\/(?:database\.types|newest-migration)\.ts$/;
const SCHEMA = /^supabase\/schemas\/.*\.sql$/;
/** Tests that read the catalogue notice each change of the schema. */
const READS_CATALOGUE = /\bpg_(?:proc|class|policies|constraint|trigger|attribute)\b|information_schema/;

/** References to other files: imports, `new URL('…', import.meta.url)`, mocks. Imports of types only do not count. */
const TYPES = /\b(?:import|export)\s+type\b[^;'"]*['"][^'"]+['"]/g;
const NAMED = /['"](?<path>(?:\.{1,2}\/|#src\/|@taller\/)[^'"\s]+)['"]/g;

/** Paths in the workspace to which a file's specifier may refer. */
function meant(file: string, specifier: string): string[] {
  const [home = '', ...inside] = specifier.replace(/^@taller\//, '').split('/');
  if (specifier.startsWith('@taller/')) {
    const path = `${workspaceNamed(home)}/src/${inside.join('/')}`;
    return [path, `${path}.ts`, `${path}/${inside.join('/')}.ts`];
  }
  if (specifier.startsWith('#src/')) return [`${workspaceOf(file)}/src/${inside.join('/')}`];
  return [posix.join(posix.dirname(file), specifier)];
}

/** A table or function of the database, beside the paths of files. */
const objectOf = (name: string): string => `object ${name}`;

/** Tables and functions that a statement names; the first is the one that it creates or changes. */
const objectsIn = (statement: string): string[] =>
  [...statement.matchAll(/\b(?:public|private)\.(\w+)/g)].map(([, name = '']) => objectOf(name));

/** A file as it was in a commit; empty for one that was not there. */
function before(root: string, since: string, file: string): string {
  try {
    return execFileSync('git', ['show', `${since}:${file}`], { cwd: root, encoding: 'utf8', stdio: 'pipe' });
  } catch {
    return '';
  }
}

/** Tables and functions of a schema file whose statements differ from those of a commit. */
function changedObjects(root: string, since: string, file: string): string[] {
  const old = statementsOf(before(root, since, file)).map(({ text }) => text);
  const path = join(root, file);
  const now = existsSync(path) ? statementsOf(readFileSync(path, 'utf8')).map(({ text }) => text) : [];
  const differ = [...old.filter((text) => !now.includes(text)), ...now.filter((text) => !old.includes(text))];
  return differ.flatMap((text) => objectsIn(text).slice(0, 1));
}

/** Changed files without those that were generated for the change of a schema. */
export const causesOf = (changed: readonly string[]): string[] =>
  changed.filter((file) => !GENERATED.test(file) || !changed.some((other) => SCHEMA.test(other)));

/** The files and objects that name each file or object. */
type Users = Map<string, Set<string>>;

const addUser = (users: Users, named: string, user: string) =>
  users.set(named, (users.get(named) ?? new Set()).add(user));

/** Users of files: those that import them. */
function usersOf(texts: ReadonlyMap<string, string>): Users {
  const users: Users = new Map();
  for (const [file, text] of texts)
    if (/\.(?:tsx?|mjs|css)$/.test(file))
      for (const { groups } of text.replaceAll(TYPES, '').matchAll(NAMED)) {
        const found = meant(file, groups?.path ?? '').find((path) => texts.has(path));
        if (found) addUser(users, found, file);
      }
  return users;
}

/** Adds the users of objects: sources and tests that name them, and objects whose statements do. */
function addUsersOfObjects(users: Users, texts: ReadonlyMap<string, string>): void {
  for (const [file, text] of texts) {
    if (/\.tsx?$/.test(file))
      for (const [, name = ''] of text.matchAll(/['"`.](\w+)/g)) addUser(users, objectOf(name), file);
    for (const statement of SCHEMA.test(file) ? statementsOf(text) : []) {
      const [own = '', ...named] = objectsIn(statement.text);
      for (const object of named) addUser(users, object, own);
    }
  }
}

/**
 * Files that depend on changed ones, with the number of steps between, the changed ones included. A file depends on
 * what it names; on a table or function of the database if it, or SQL that it calls, names that.
 * @param changed paths relative to the workspace's root.
 * @param since the commit that schemas are compared with.
 */
export function dependents(changed: readonly string[], since: string, root: string): Map<string, number> {
  const files = globSync(SOURCES, { cwd: root, exclude: ['**/node_modules/**', '**/dist/**'] });
  const texts = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]));
  const users = usersOf(texts);
  const causes = causesOf(changed);
  const schemas = causes.filter((file) => SCHEMA.test(file));
  if (schemas.length > 0) addUsersOfObjects(users, texts);
  const objects = schemas.flatMap((file) => changedObjects(root, since, file));
  const steps = new Map([...causes, ...objects].map((node) => [node, 0]));
  // Maps are walked in the order of insertion, so that each file is reached by its shortest way.
  for (const [node, step] of steps)
    for (const user of users.get(node) ?? []) if (!steps.has(user)) steps.set(user, step + 1);
  if (schemas.length > 0)
    for (const [file, text] of texts)
      if (file.endsWith('.test.ts') && READS_CATALOGUE.test(text))
        steps.set(file, Math.min(steps.get(file) ?? 2, 2));
  return new Map([...steps].filter(([node]) => !node.startsWith(objectOf(''))));
}
