import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { statementsOf } from '#src/schemas/statements.ts';

const SOURCES = '{shared,shell,mfe-*,tooling,server,supabase,e2e}/**/*.{ts,tsx,mjs,css,sql,json}';
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
    const path = `${home}/src/${inside.join('/')}`;
    return [path, `${path}.ts`, `${path}/${inside.join('/')}.ts`];
  }
  if (specifier.startsWith('#src/')) return [`${file.split('/')[0]}/src/${inside.join('/')}`];
  return [posix.join(posix.dirname(file), specifier)];
}

/** The table or function that a statement creates or changes: the first one that it names. */
const objectOf = (text: string): string | undefined => /\b(?:public|private)\.(?<name>\w+)/.exec(text)?.[1];

/** A file as it was in a commit; empty for one that was not there. */
function before(root: string, since: string, file: string): string {
  try {
    return execFileSync('git', ['show', `${since}:${file}`], { cwd: root, encoding: 'utf8', stdio: 'pipe' });
  } catch {
    return '';
  }
}

/** Tables and functions whose statements differ from those of a commit. */
function changedObjects(root: string, since: string, file: string): string[] {
  const old = statementsOf(before(root, since, file)).map(({ text }) => text);
  const path = join(root, file);
  const now = existsSync(path) ? statementsOf(readFileSync(path, 'utf8')).map(({ text }) => text) : [];
  const differ = [...old.filter((text) => !now.includes(text)), ...now.filter((text) => !old.includes(text))];
  return differ.flatMap((text) => objectOf(text) ?? []);
}

/** Changed files without those that were generated for the change of a schema. */
export const causesOf = (changed: readonly string[]): string[] =>
  changed.filter((file) => !GENERATED.test(file) || !changed.some((other) => SCHEMA.test(other)));

/**
 * Files that depend on changed ones, with the number of steps between, the changed ones included. A file depends on
 * what it names; on a table or function of the database if it, or SQL that it calls, names that.
 * @param changed paths relative to the workspace's root.
 * @param since the commit that schemas are compared with.
 */
export function dependents(changed: readonly string[], since: string, root: string): Map<string, number> {
  const files = globSync(SOURCES, { cwd: root, exclude: ['**/node_modules/**', '**/dist/**'] });
  const texts = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]));
  const users = new Map<string, string[]>();
  for (const [file, text] of texts)
    if (/\.(?:tsx?|mjs|css)$/.test(file))
      for (const { groups } of text.replaceAll(TYPES, '').matchAll(NAMED)) {
        const found = meant(file, groups?.path ?? '').find((path) => texts.has(path));
        if (found) users.set(found, [...(users.get(found) ?? []), file]);
      }
  const schemas = causesOf(changed).filter((file) => SCHEMA.test(file));
  const steps = new Map<string, number>();
  const reached = (node: string, step: number) => {
    if (!steps.has(node)) steps.set(node, step);
  };
  for (const file of causesOf(changed)) reached(file, 0);
  for (const file of schemas)
    for (const name of changedObjects(root, since, file)) reached(`object ${name}`, 0);
  const statements = files.flatMap((file) => (SCHEMA.test(file) ? statementsOf(texts.get(file) ?? '') : []));
  // Maps are walked in the order of insertion, so that each file is reached by its shortest way.
  for (const [node, step] of steps) {
    const [, object] = /^object (?<name>\w+)$/.exec(node) ?? [];
    if (object === undefined) for (const user of users.get(node) ?? []) reached(user, step + 1);
    else for (const user of namersOf(object, texts, statements)) reached(user, step + 1);
  }
  if (schemas.length > 0)
    for (const [file, text] of texts)
      if (file.endsWith('.test.ts') && READS_CATALOGUE.test(text))
        steps.set(file, Math.min(steps.get(file) ?? 2, 2));
  return new Map([...steps].filter(([node]) => !node.startsWith('object ')));
}

/** Sources and tests that name a table or function, and the functions whose statements do. */
function namersOf(
  object: string,
  texts: ReadonlyMap<string, string>,
  statements: readonly { text: string }[],
): string[] {
  const inSql = new RegExp(`\\b(?:public|private)\\.${object}\\b`);
  const inSource = new RegExp(`['"\`.]${object}\\b`);
  return [
    ...[...texts].flatMap(([file, text]) => (/\.tsx?$/.test(file) && inSource.test(text) ? [file] : [])),
    ...statements.flatMap(({ text }) => {
      const name = inSql.test(text) ? objectOf(text) : undefined;
      return name === undefined || name === object ? [] : [`object ${name}`];
    }),
  ];
}
