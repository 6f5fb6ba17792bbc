import { readMigrations } from './migrations.ts';

const FUNCTION = /^create (?:or replace )?function ([\w.]+)/gm;
const DROPPED = /^drop function (?:if exists )?([\w.]+)/gm;

/** Position of the list in docs/database.md. */
const LIST_BEGIN = '<!-- newest functions: written by npm run gen:types -->';
const LIST_END = '<!-- end of newest functions -->';

/** Functions replaced by a later migration, with the file of their current definition, sorted by name. */
export function newestFunctions(migrations: readonly { file: string; sql: string }[] = readMigrations()) {
  const files = new Map<string, { first: string; newest: string }>();
  for (const { file, sql } of migrations) {
    const dropped = [...sql.matchAll(DROPPED)].map(([, name = '']) => name);
    const made = [...sql.matchAll(FUNCTION)].map(([, name = '']) => name);
    for (const name of dropped) if (!made.includes(name)) files.delete(name);
    for (const name of made) files.set(name, { first: files.get(name)?.first ?? file, newest: file });
  }
  return [...files]
    .filter(([, { first, newest }]) => first !== newest)
    .map(([name, { first, newest }]) => ({ name, first, newest }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** docs/database.md with the updated list. @throws if it has no place for it. */
export function withNewestFunctions(document: string, functions = newestFunctions()): string {
  const begin = document.indexOf(LIST_BEGIN);
  const end = document.indexOf(LIST_END);
  if (begin < 0 || end < begin) throw new Error('docs/database.md has no place for the list of functions');
  const stem = (file: string) => `\`${file.replace(/\.sql$/, '')}\``;
  const lines = functions.map(
    ({ name, first, newest }) => `- \`${name}\`: ${stem(newest)} (first in ${stem(first)})`,
  );
  return `${document.slice(0, begin)}${LIST_BEGIN}\n\n${lines.join('\n')}\n\n${document.slice(end)}`;
}
